"""`remove` with `leave-out`: cut the passages that name a removed entry out of other packs' texts.

A passage is a sentence, an item of a list whose first sentence names the entry, or a heading that
names it with everything under it. The cuts are a rewording, so they conflict, and are explained,
like one. `check` lists the passages, because a sentence can also be about other rules.
Lines that show a removed example go with any removal.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import groupby, islice
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.diagnostics.codes import overlays as codes
from freed6c.model.addresses import name_of
from freed6c.model.names_in_texts import LINKED, forms, names_in, searched, visible
from freed6c.model.prose import one_line, raw_blocks, references_in, sentence_around
from freed6c.model.tree_values import values
from freed6c.overlay.edits import Act, Edit
from freed6c.overlay.ledger import origin
from freed6c.overlay.passages import reword, view_of
from freed6c.packs.data import as_map, walk
from freed6c.packs.ids import entries_of, kind_of
from freed6c.packs.lazy import replace
from freed6c.packs.operations import reword_line
from freed6c.packs.pack import LeftOut, written_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from freed6c.model.prose import RawBlock
    from freed6c.model.tree_values import TreeValue
    from freed6c.overlay.ledger import MergeState

RULES: Final = frozenset({"ability", "action", "condition", "points", "rule", "skill"})
"""Kinds of rules that a passage can be about."""

EXPLAINED: Final = frozenset({"notes", "panels"})
"""Sections whose texts repeat other rules."""

Cut: TypeAlias = tuple[int, int, Edit]
"""The start and end of a mention in a text, or of its passage, and the removal of the entry."""


def is_left_out(state: MergeState, removal: Edit) -> bool:
    """Return whether a removal has `leave-out: true`."""
    return "leave-out" in as_map(written_at(state.packs, removal.address))


def leave_out(
    state: MergeState,
    removals: Mapping[str, Edit],
    removal_of_link: Callable[[str], Edit | None],
) -> Iterator[LeftOut]:
    """Cut the passages about entries that packs leave out, and yield them.

    Of names, only those of several words count, since others can be ordinary words, and none of
    `LINKED` kinds. In open questions none count, since a question without them would ask nothing.
    """
    tree = state.ledger.tree
    left = {id_: e for id_, e in removals.items() if is_left_out(state, e)}
    bodies = (as_map(walk(tree, path)) for _, _, path in entries_of(tree) if left)
    current = {str(body.get("name", "")).lower() for body in bodies}
    names = {
        form: edit
        for id_, edit in left.items()
        if kind_of(id_) not in LINKED
        for form in forms(str(as_map(edit.value).get("name", "")).lower())
        if " " in form and form not in current
    }
    proper = searched(names, current)
    for value in [v for v in values(tree) if v.prose and isinstance(v.data, str)]:
        text = str(value.data)
        references = references_in(text) if "[[" in text else ()
        mentions = [
            (reference.start, reference.end, removal, reference.kind == "show")
            for reference in references
            if (removal := removal_of_link(reference.target))
        ]
        if names and value.path[0] != "notes":
            mentions += [
                (start, start + len(name), names[name], False)
                for start, name in names_in(visible(text).lower(), proper)
                if name in names
            ]
        author = state.ledger.provenance.author(value.path) if mentions else ""
        cuts = [
            (start, end, removal)
            for start, end, removal, is_shown in mentions
            if is_shown or (removal.pack != author and is_left_out(state, removal))
        ]
        if cuts:
            yield from _cut(state, value, cuts, removal_of_link)


def _cut(
    state: MergeState,
    value: TreeValue,
    mentions: Iterable[Cut],
    removal_of_link: Callable[[str], Edit | None],
) -> Iterator[LeftOut]:
    """Cut the passages with these mentions out of a text, and yield them.

    Passages with links to rules that are still there are reported.

    If nothing would remain of a text that must not be empty, whatever needs it stays an error.
    """
    path, text = value.path, str(value.data)
    blocks = list(raw_blocks(text, headings=path[0] == "chapters"))
    passages = (
        (*_passage(text, blocks, start, end), edit) for start, end, edit in mentions
    )
    cuts: list[Cut] = []
    for start, end, edit in sorted(passages, key=itemgetter(0, 1)):
        if cuts and start < cuts[-1][1]:
            first, last, cause = cuts.pop()
            cuts.append((first, max(last, end), cause))
        else:
            cuts.append((start, end, edit))
    rest = text
    for start, end, _ in reversed(cuts):
        rest = rest[:start] + rest[end:]
    is_empty = not rest.strip()
    if is_empty and not value.optional:
        return
    source = state.ledger.provenance.location(path)
    assert source is not None
    for start, end, edit in cuts:
        passage = one_line(text[start:end])
        yield LeftOut(path, passage, source, edit.pack)
        links = dict.fromkeys(reference.target for reference in references_in(passage))
        others = [i for i in links if kind_of(i) in RULES and not removal_of_link(i)]
        if others and path[0] not in EXPLAINED:
            state.report(
                codes.LEAVES_OUT_MORE,
                edit.address,
                target=name_of(path),
                others=", ".join(others),
                change=reword_line(name_of(path), passage),
            )
    if is_empty:
        state.ledger.drop(path, origin(cuts[0][2], word="unset", before=text))
        return
    everyone = frozenset(pack.id for pack in state.packs)
    changes = [(start, end, "", edit) for start, end, edit in cuts]
    changes += _renumbered(text, blocks, cuts)
    changes.sort(key=itemgetter(0), reverse=True)
    for _, same_pack in groupby(changes, key=lambda change: change[3].pack):
        parts = [*same_pack][::-1]
        rewording = replace(parts[0][3], path=path, act=Act.REWORD, value="")
        view = view_of(state, path, everyone)
        reword(state, rewording, view, [part[:3] for part in parts])


def _passage(
    text: str, blocks: Sequence[RawBlock], start: int, end: int
) -> tuple[int, int]:
    """Return the start and end of the passage to cut around a mention, with its marker."""
    at = bisect_right(blocks, start, key=attrgetter("start"))
    block = blocks[at - 1]
    line = text.rfind("\n", 0, block.start) + 1
    sentence = sentence_around(text[line : block.end], start - line, end - line)
    first, last = (line + offset for offset in sentence)
    if first > block.start or (block.sort == "paragraph" and last < block.end):
        # A sentence at the end of a block takes the space in front of it along.
        at_end = last >= block.end
        return (len(text[:first].rstrip()), block.end) if at_end else (first, last)
    for other in islice(blocks, at, None):
        is_inside = block.sort == "heading" or other.indent > block.indent
        if other.sort == "heading" or not is_inside:
            return line, text.rfind("\n", 0, other.start) + 1
    return len(text[:line].rstrip()), len(text.rstrip())


def _renumbered(
    text: str, blocks: Iterable[RawBlock], cuts: Sequence[Cut]
) -> Iterator[tuple[int, int, str, Edit]]:
    """Yield the changes of the numbers of items that follow a cut item in its list."""
    lost: dict[int, list[Edit]] = {}  # the cuts of items in a list, by its indentation
    for block in blocks:
        if block.sort == "number":
            before = lost.setdefault(block.indent, [])
            if block.number == 1:
                before.clear()
            inside = (edit for start, end, edit in cuts if start <= block.start < end)
            edit = next(inside, None)
            if edit is not None:
                before.append(edit)
            elif before:
                number = str(block.number)
                start = text.rfind(number, 0, block.start)
                words = str(block.number - len(before))
                yield start, start + len(number), words, before[-1]
