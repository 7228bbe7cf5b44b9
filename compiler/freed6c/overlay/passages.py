"""`reword`: replaces a passage inside a text.

A passage is a part of a text, as an author quotes it: `reword: {text: {"two dice": three dice}}`.
Each pack quotes the text that it knows, which is the text as the packs before it left it; a `View`
in `pieces.py` computes that text. Two rewordings conflict if both remove the same character of the
same source, whatever else changed in the text.
"""

from __future__ import annotations

import json
import re
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import same_numbers
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.model.prose import one_line
from freed6c.overlay.edits import Act, Edit, overlap
from freed6c.overlay.ledger import MergeState, origin
from freed6c.overlay.pieces import Piece, View
from freed6c.overlay.places import texts_at
from freed6c.overlay.targets import removed_by_unordered
from freed6c.packs.data import as_map
from freed6c.packs.ids import entries_of, id_at
from freed6c.packs.lazy import replace
from freed6c.packs.limits import OF_A_THING
from freed6c.packs.provenance import Stretch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from freed6c.overlay.places import TargetPlace
    from freed6c.packs.data import KeyPath
    from freed6c.packs.operations import Operation


# The operation.


class Passage(NamedTuple):
    """An occurrence of a passage in the text at `path`.

    `start` and `end` (exclusive) are positions in the text of the `view`.
    """

    path: KeyPath
    view: View
    start: int
    end: int


def reword_text(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `reword`: replace a passage that occurs once in the texts at or below a place."""
    ((passage, words),) = as_map(operation.value).items()
    views = {
        path: view_of(state, path, state.precedence.behind[operation.pack])
        for path in texts_at(state.ledger.tree, place.path)
        if _is_known(state, operation, path)
    }
    matches = [
        Passage(path, view, *match.span())
        for path, view in views.items()
        for match in _pattern(passage).finditer(view.text)
        if match[0]  # an empty passage matches everywhere
    ]
    key = operation.address.key()
    for view in views.values():
        state.budget.spend(OF_A_THING + len(view.text) // 10, key)
    if not passage.strip():
        state.report(codes.EMPTY_PASSAGE, key)
    elif passage == words:
        state.report(codes.UNCHANGED, key, target=operation.place)
    elif len(matches) == 1:
        path, view, start, end = matches[0]
        edit = Edit.of(operation, path, Act.REWORD, words)
        reword(state, edit, view, [(start, end, str(words))])
    elif matches:
        state.report(
            codes.PASSAGE_TWICE,
            key,
            help=[fix for passage in matches[:MOST] if (fix := _unique(passage))],
            target=operation.place,
            count=len(matches),
        )
    elif not removed_by_unordered(state, operation, place.path, Act.REWORD):
        _report_missing(state, operation, list(views.values()))


def reword(
    state: MergeState, edit: Edit, view: View, changes: Sequence[tuple[int, int, str]]
) -> None:
    """Replace parts of a text, unless a conflict or an equal earlier edit decides.

    `changes` are the first character, the end and the new words of each part, in order.
    """
    taken = [part for start, end, _ in changes for part in view.taken(start, end)]
    if not state.log(replace(edit, taken=tuple(taken))):
        return
    before = state.ledger.get(edit.path)
    pieces: list[Piece] = []
    at = 0
    for start, end, words in changes:
        piece = Piece(words, edit.address, 0, edit.pack, reworded=True)
        done, rest = view.reworded(start - at, end - at, piece)
        pieces += done
        view, at = replace(view, pieces=rest), end
    pieces += view.pieces
    state.ledger.texts[edit.path] = tuple(pieces)
    after = "".join(piece.text for piece in pieces)
    record = replace(
        origin(edit, word="reword", before=before, after=after),
        stretches=tuple(
            Stretch(len(piece.text), piece.pack, piece.source, piece.start)
            for piece in pieces
        ),
    )
    state.ledger.put(edit.path, after, record)


def _is_known(state: MergeState, operation: Operation, path: KeyPath) -> bool:
    """Return whether the packs that wrote the text at a path are ordered with the operation's.

    A pack can't quote the text of a pack that it has no order with.
    """
    writers = {edit.pack for edit in state.edits.deciding(path)}
    writers.add(state.ledger.provenance.author(path))
    return all(state.precedence.ordered(writer, operation.pack) for writer in writers)


def view_of(state: MergeState, path: KeyPath, known: frozenset[str]) -> View:
    """Return the text at a path with the rewordings of the packs `known`."""
    text = str(state.ledger.get(path))
    pieces = state.ledger.texts.get(path, ())
    # The pieces of an earlier rewording are outdated if the whole text was overwritten since.
    if "".join(piece.text for piece in pieces) != text:
        provenance = state.ledger.provenance
        source = provenance.location(path)
        assert source is not None
        pieces = (Piece(text, source, 0, provenance.writer(path)),)
    return View(pieces, known)


def _pattern(passage: str) -> re.Pattern[str]:
    """Return a pattern that finds a passage, with any whitespace between its words."""
    return re.compile(r"\s+".join(map(re.escape, re.split(r"\s+", passage))))


# Messages about passages that cannot be found.


MOST: Final = 3
"""Up to this number of places with a passage are listed."""
SURE: Final = 0.9
"""Similarity from which a suggested passage is certain enough for an automatic fix."""
ALIKE: Final = 0.6
"""Similarity from which a passage is suggested."""
LETTERS_A_NAME: Final = 40
"""Searching this number of characters takes as long as comparing two names."""
WORD: Final = re.compile(r"\S+")
SIGNS: Final = re.compile(r"[.,;:!?]")
"""Characters that a suggestion omits at its end if the author's passage has none there."""


def _report_missing(
    state: MergeState, operation: Operation, views: Sequence[View]
) -> None:
    """Report a passage that isn't found, and suggest a similar or reworded one."""
    passage, *_ = as_map(operation.value)
    key, target = operation.address.key(), operation.place
    if not views:
        state.report(codes.NO_TEXT, key, target=target)
        return
    # Searching similar passages costs as much as comparing a hundred names.
    length = sum(len(view.text) for view in views)
    can_search = state.advice.spend(100 + length // LETTERS_A_NAME)
    view, ratio, start, end = (
        max((_nearest(view, passage) for view in views), key=itemgetter(1))
        if can_search
        else (views[0], 0.0, 0, 0)
    )
    label = Label(view.pieces[0].source, "current text")
    help_ = [WayOut("copy the passage from the file, with its [[links]]")]
    if (rewording := _earlier_rewording(views, passage)) is not None:
        label = Label(rewording.source, f"reworded by '{rewording.pack}'")
        help_ = [WayOut("quote this wording, or remove the line")]
    elif places := _elsewhere(state, passage):
        help_ = [WayOut(f"the passage is in '{place}'") for place in places]
    elif ratio >= ALIKE:
        while SIGNS.match(view.text[end - 1]) and not SIGNS.match(passage[-1]):
            end -= 1
        near = one_line(view.text[start:end])
        quoted = Replacement(json.dumps(near, ensure_ascii=False))
        sure = ratio >= SURE and same_numbers(passage, near)
        help_ = [WayOut(f"did you mean '{near}'?", (quoted,) if sure else ())]
        source, first, last = view.taken(start, end)[0]
        label = Label(source.characters(first, last), label.text)
    state.report(codes.UNKNOWN_PASSAGE, key, help=help_, related=[label], target=target)


def _earlier_rewording(views: Iterable[View], passage: str) -> Piece | None:
    """Return the rewording that removed a passage, or a part of it, before this pack; else None.

    Say the base has "They act in turns.", and an earlier pack replaced "in turns" with "at once".
    For the passage "act in turns", return the piece "at once".

    A view that knows no pack has the text before all rewordings. If the passage is in that text,
    look for a piece, visible to this pack, that replaced some of the passage's characters.
    """
    for view in views:
        unreworded = View(view.pieces, frozenset())
        match = _pattern(passage).search(unreworded.text)
        passage_characters = unreworded.taken(*match.span()) if match else ()
        for piece in view.pieces:
            replaced = View(piece.instead_of, frozenset())
            replaced_characters = replaced.taken(0, len(replaced.text))
            if view.knows(piece) and overlap(replaced_characters, passage_characters):
                return piece
    return None


def _elsewhere(state: MergeState, passage: str) -> list[str]:
    """Return the addresses of other texts with a passage, if they are few."""
    if not state.advice.spend(0):
        return []  # the budget for suggestions is spent
    ids = list(entries_of(state.ledger.tree))
    # Searching a text costs as much as comparing three names.
    if not state.advice.spend(3 * len(ids)):
        return []
    pattern = _pattern(passage)
    paths = dict.fromkeys(
        place for _, _, path in ids for place in texts_at(state.ledger.tree, path)
    )
    matches = [path for path in paths if pattern.search(str(state.ledger.get(path)))]
    return [id_at(match) for match in matches] if len(matches) <= MOST else []


def _nearest(view: View, passage: str) -> tuple[View, float, int, int]:
    """Return the part of a text that is most similar to a passage that it doesn't contain.

    The result is the view, the similarity from 0 to 1, and the start and end of the part. Find the
    part with as many words as the passage that shares the most words with it. Then move its ends by
    up to two words each, and compare the characters of all these candidates.
    """
    from difflib import SequenceMatcher

    text = view.text
    words = [match.span() for match in WORD.finditer(text)]
    passage_words = {_bare(word) for word in passage.split()}
    shared = [_bare(text[start:end]) in passage_words for start, end in words]
    length = len(passage.split())
    starts = range(max(len(words) - length, 0) + 1)
    best_start = max(starts, key=lambda first: sum(shared[first : first + length]))
    matcher = SequenceMatcher(b=one_line(passage), autojunk=False)

    def similarity(start: int, end: int) -> tuple[float, int, int]:
        matcher.set_seq1(one_line(text[start:end]))
        return matcher.ratio(), start, end

    similarities = (
        similarity(words[first][0], words[last - 1][1])
        for first in range(max(best_start - 2, 0), min(best_start + 3, len(words)))
        for last in range(first + max(length - 2, 1), first + length + 3)
        if last <= len(words)
    )
    return view, *max(similarities, default=(0.0, 0, 0))


def _bare(word: str) -> str:
    """Return a word in lower case, without punctuation."""
    return re.sub(r"\W", "", word).casefold()


MOST_WORDS: Final = 12
"""Up to this number of words is added on each side of a passage to make it unique."""


def _unique(passage: Passage) -> str:
    """Return advice to quote more of the surrounding text, so that the passage occurs only once.

    In each round, one more word is added on each side. Return an empty text if MOST_WORDS rounds
    are not enough.
    """
    text, start, end = passage.view.text, passage.start, passage.end
    words = [match.span() for match in WORD.finditer(text)]
    for _ in range(MOST_WORDS):
        if len(_pattern(text[start:end]).findall(text)) == 1:
            return f"write '{one_line(text[start:end])}'"
        start = max((first for first, _ in words if first < start), default=start)
        end = min((last for _, last in words if last > end), default=end)
    return ""
