"""`reword`: a passage inside of a text gives way to other words.

Each pack means a passage of the text that it knows; `pieces.py` says which that is. Two rewordings
disagree if both take away a character of the same source; whatever else was done to the text does
not matter to that.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import same_numbers
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.model.prose import one_line
from freed6c.overlay.edits import Act, Edit, share
from freed6c.overlay.ledger import MergeState, origin
from freed6c.overlay.pieces import Piece, View
from freed6c.overlay.places import texts_at
from freed6c.overlay.targets import taken_away
from freed6c.packs.data import as_map
from freed6c.packs.ids import entries_of, id_at
from freed6c.packs.limits import OF_A_THING
from freed6c.packs.provenance import Stretch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from freed6c.overlay.places import TargetPlace
    from freed6c.packs.data import KeyPath
    from freed6c.packs.operations import Operation


# The operation.


class Passage(NamedTuple):
    """A passage where it stands: in which text, from which character to which."""

    path: KeyPath
    view: View
    start: int
    end: int


def reword_text(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `reword`: other words for a passage that stands once at or below a place."""
    ((passage, words),) = as_map(operation.value).items()
    views = {
        path: _view(state, operation, path)
        for path in texts_at(state.ledger.tree, place.path)
        if _is_known(state, operation, path)
    }
    found = [
        Passage(path, view, *match.span())
        for path, view in views.items()
        for match in _pattern(passage).finditer(view.text)
        if match[0]
    ]
    key = operation.address.key()
    for view in views.values():
        state.budget.spend(OF_A_THING + len(view.text) // 10, key)
    if not passage.strip():
        state.report(codes.EMPTY_PASSAGE.at(key))
    elif passage == words:
        state.report(codes.UNCHANGED.at(key, target=operation.place))
    elif len(found) == 1:
        _reword(state, operation, found[0], str(words))
    elif found:
        problem = codes.PASSAGE_TWICE.at(
            key,
            help=[way for passage in found[:MOST] if (way := _longer(passage))],
            target=operation.place,
            count=len(found),
        )
        state.report(problem)
    elif not taken_away(state, operation, place.path, Act.REWORD):
        _report_missing(state, operation, list(views.values()))


def _reword(
    state: MergeState, operation: Operation, passage: Passage, words: str
) -> None:
    path, view, start, end = passage
    edit = Edit.of(operation, path, Act.REWORD, words)
    if not state.log(replace(edit, taken=view.taken(start, end))):
        return
    before = state.ledger.get(path)
    piece = Piece(words, operation.address, 0, operation.pack, reworded=True)
    pieces = view.reworded(start, end, piece)
    state.ledger.texts[path] = pieces
    after = "".join(piece.text for piece in pieces)
    record = replace(
        origin(operation, before=before, after=after),
        stretches=tuple(
            Stretch(len(piece.text), piece.pack, piece.source, piece.start)
            for piece in pieces
        ),
    )
    state.ledger.put(path, after, record)


def _is_known(state: MergeState, operation: Operation, path: KeyPath) -> bool:
    """Whether no unordered pack brought the text at a path, or wrote it anew."""
    writers = {edit.pack for edit in state.edits.deciding(path)}
    writers.add(state.ledger.provenance.author(path))
    ordered = state.precedence.ordered
    return all(ordered(writer, operation.pack) for writer in writers)


def _view(state: MergeState, operation: Operation, path: KeyPath) -> View:
    """The text at a path, as the pack of an operation finds it before it does anything."""
    text = str(state.ledger.get(path))
    pieces = state.ledger.texts.get(path, ())
    if "".join(piece.text for piece in pieces) != text:  # it was written anew since
        provenance = state.ledger.provenance
        source = provenance.location(path)
        assert source is not None
        pieces = (Piece(text, source, 0, provenance.writer(path)),)
    return View(pieces, state.precedence.behind[operation.pack])


def _pattern(passage: str) -> re.Pattern[str]:
    """Finds a passage as people read it: line breaks and runs of spaces are one space."""
    return re.compile(r"\s+".join(map(re.escape, re.split(r"\s+", passage))))


# What is said of a passage that cannot be found.


MOST: Final = 3
"""Up to so many places of a passage are told apart."""
SURE: Final = 0.9
"""How alike two passages have to be for one to be surely meant with the other."""
ALIKE: Final = 0.6
"""How alike they have to be for it to be worth a mention."""
LETTERS_A_NAME: Final = 40
"""To look through so many takes as long as to compare a name."""
WORD: Final = re.compile(r"\S+")
WORDLESS: Final = re.compile(r"[.,;:!?]")
"""What ends a passage without being part of its last word."""


def _report_missing(
    state: MergeState, operation: Operation, views: Sequence[View]
) -> None:
    """Say what stands there instead: after other rewordings, elsewhere, or nearly."""
    passage, *_ = as_map(operation.value)
    key, target = operation.address.key(), operation.place
    if not views:
        state.report(codes.NO_TEXT.at(key, target=target))
        return
    # To look for what is like it takes as long as to compare a hundred names.
    length = sum(len(view.text) for view in views)
    looked = state.advice.spend(100 + length // LETTERS_A_NAME)
    view, ratio, start, end = (
        max((_nearest(view, passage) for view in views), key=itemgetter(1))
        if looked
        else (views[0], 0.0, 0, 0)
    )
    label = Label(view.pieces[0].source, "what it says now")
    help_ = [
        WayOut("write a passage as it stands in the file, with the [[links]] in it")
    ]
    if (other := _reworded_before(views, passage)) is not None:
        label = Label(other.source, f"'{other.pack}' says this instead")
        help_ = [WayOut("name these words, or leave this out")]
    elif places := _elsewhere(state, passage):
        help_ = [WayOut(f"it stands in '{place}'") for place in places]
    elif ratio >= ALIKE:
        while WORDLESS.match(view.text[end - 1]) and not WORDLESS.match(passage[-1]):
            end -= 1  # the full stop stays where it is
        near = one_line(view.text[start:end])
        quoted = Replacement(json.dumps(near, ensure_ascii=False))
        sure = ratio >= SURE and same_numbers(passage, near)
        help_ = [WayOut(f"did you mean '{near}'?", (quoted,) if sure else ())]
        source, first, last = view.taken(start, end)[0]
        label = Label(source.characters(first, last), label.text)
    state.report(
        codes.UNKNOWN_PASSAGE.at(key, help=help_, related=[label], target=target)
    )


def _reworded_before(views: Iterable[View], passage: str) -> Piece | None:
    """What a pack before this one has put in the place of a passage, or of a part of it."""
    for view in views:
        earlier = View(view.pieces, frozenset())
        match = _pattern(passage).search(earlier.text)
        taken = earlier.taken(*match.span()) if match else ()
        for piece in view.pieces:
            instead = View(piece.instead_of, frozenset())
            gone = instead.taken(0, len(instead.text))
            if view.knows(piece) and share(gone, taken):
                return piece
    return None


def _elsewhere(state: MergeState, passage: str) -> list[str]:
    """The addresses of other texts that have a passage, if they are few."""
    if not state.advice.spend(0):
        return []  # nor is what takes time to collect asked for
    ids = list(entries_of(state.ledger.tree))
    # To look through a text takes as long as to compare three names.
    if not state.advice.spend(3 * len(ids)):
        return []
    pattern = _pattern(passage)
    paths = dict.fromkeys(
        place for _, _, at in ids for place in texts_at(state.ledger.tree, at)
    )
    found = [p for p in paths if pattern.search(str(state.ledger.get(p)))]
    return [id_at(path) for path in found] if len(found) <= MOST else []


def _nearest(view: View, passage: str) -> tuple[View, float, int, int]:
    """The passage of a text that is most like another one, and how much: from 0 to 1.

    Where the most words of it stand together, the ends are moved by up to two words.
    """
    from difflib import SequenceMatcher

    text = view.text
    words = [match.span() for match in WORD.finditer(text)]
    bare = {_bare(word) for word in passage.split()}
    shared = [_bare(text[start:end]) in bare for start, end in words]
    length = len(passage.split())
    starts = range(max(len(words) - length, 0) + 1)
    begin = max(starts, key=lambda first: sum(shared[first : first + length]))
    matcher = SequenceMatcher(b=one_line(passage), autojunk=False)

    def likeness(start: int, end: int) -> tuple[float, int, int]:
        matcher.set_seq1(one_line(text[start:end]))
        return matcher.ratio(), start, end

    likenesses = (
        likeness(words[first][0], words[last - 1][1])
        for first in range(max(begin - 2, 0), min(begin + 3, len(words)))
        for last in range(first + max(length - 2, 1), first + length + 3)
        if last <= len(words)
    )
    return view, *max(likenesses, default=(0.0, 0, 0))


def _bare(word: str) -> str:
    return re.sub(r"\W", "", word).casefold()


MOST_WORDS: Final = 12
"""So many words are added on each side of a passage to tell it from others."""


def _longer(passage: Passage) -> str:
    """More of the text around a passage, word by word, until it stands there once.

    Empty where that takes more than MOST_WORDS.
    """
    text, start, end = passage.view.text, passage.start, passage.end
    words = [match.span() for match in WORD.finditer(text)]
    for _ in range(MOST_WORDS):
        if len(_pattern(text[start:end]).findall(text)) == 1:
            return f"write '{one_line(text[start:end])}'"
        start, end = (
            max((first for first, _ in words if first < start), default=start),
            min((last for _, last in words if last > end), default=end),
        )
    return ""
