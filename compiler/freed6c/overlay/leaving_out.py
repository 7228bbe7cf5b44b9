"""`remove` with `leave-out`: cut the passages that name a removed entry out of other packs' texts.

A passage is a sentence, an item of a list whose first sentence names the entry, or a heading that
names it with everything under it. Each cut is a rewording to nothing, so it conflicts, and is
explained, like one. `check` lists the passages, because a sentence can also be about other rules.
"""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING

from freed6c.model.names_in_texts import by_first_word, forms, names_in, visible
from freed6c.model.prose import one_line, raw_blocks, references_in, sentence_around
from freed6c.model.tree_values import values
from freed6c.model.type_hints import CLASSES, written
from freed6c.overlay.passages import cut_passage, final_view
from freed6c.packs.data import as_map, walk
from freed6c.packs.ids import entries_of, entry_at
from freed6c.packs.operations import Operation
from freed6c.packs.pack import LeftOut, written_at
from freed6c.packs.provenance import Origin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.model.names_in_texts import Alternatives
    from freed6c.model.prose import RawBlock
    from freed6c.overlay.edits import Edit
    from freed6c.overlay.ledger import MergeState
    from freed6c.packs.data import KeyPath

    RemovalOf = Callable[[str], Edit | None]
    """Returns the removal of the entry that a link in a text names, or None."""
    Hit = tuple[int, int, Edit]
    """The start and end of a mention in a text, and the removal of the entry."""

NUMBER = re.compile(r"[0-9]+(?=\. +\Z)")


def is_left_out(state: MergeState, removal: Edit) -> bool:
    """Return whether a removal has `leave-out: true`."""
    setting = as_map(written_at(state.packs, removal.address)).get("leave-out")
    return setting is True or str(setting) == "true"


def leave_out(
    state: MergeState, removals: Mapping[str, Edit], removal_of: RemovalOf
) -> Iterator[LeftOut]:
    """Cut the passages about entries that packs leave out, and yield them."""
    left = {
        id_: edit
        for id_, edit in removals.items()
        if edit.pack and is_left_out(state, edit)
    }
    names = _names(state, left)
    proper = by_first_word(names)
    texts = [v.path for v in values(state.ledger.tree) if v.prose] if left else []
    for pack in [p.id for p in state.packs if p.id in {e.pack for e in left.values()}]:
        own = [edit for edit in left.values() if edit.pack == pack]
        for path in texts:
            if state.ledger.provenance.author(path) == pack:
                continue
            if not isinstance(state.ledger.get(path), str):
                continue
            operation = _rewording(own[0])
            view = final_view(state, operation, path)
            hits = [
                hit
                for hit in _hits(
                    view.text, removal_of, {} if path[0] == "notes" else proper, names
                )
                if hit[2] in own
            ]
            if hits:
                yield from _cut(state, path, view.text, hits)


def _rewording(edit: Edit) -> Operation:
    return Operation(
        pack=edit.pack,
        word="reword",
        id="",
        field="",
        value="",
        why=edit.why,
        address=edit.address,
    )


def _names(state: MergeState, left: Mapping[str, Edit]) -> dict[str, Edit | None]:
    """Return the removals by the names of several words, which are no ordinary words.

    The names of the entries that remain have None, as they count as wholes.
    """
    names: dict[str, Edit | None] = {}
    for edit in left.values():
        for form in forms(str(as_map(edit.value).get("name", ""))):
            if " " in form:
                names |= {form: edit, form.lower(): edit}
    for _, _, path in entries_of(state.ledger.tree) if names else ():
        name = as_map(walk(state.ledger.tree, path)).get("name")
        for form in forms(name) if isinstance(name, str) else ():
            names |= {form: None, form.lower(): None}
    return names


def _hits(
    text: str,
    removal_of: RemovalOf,
    proper: Mapping[str, Alternatives],
    names: Mapping[str, Edit | None],
) -> Iterator[Hit]:
    """Yield the links to removed entries in a text, and their names.

    Open questions have no `proper` names, since they would lose what they ask.
    """
    for reference in references_in(text) if "[[" in text else ():
        edit = removal_of(reference.target)
        if edit is not None:
            yield reference.start, reference.end, edit
    for start, name in names_in(visible(text), proper):
        edit = names[name]
        if edit is not None:
            yield start, start + len(name), edit


def _cut(
    state: MergeState, path: KeyPath, text: str, hits: Sequence[Hit]
) -> Iterator[LeftOut]:
    """Cut the passages with these mentions out of a text, and yield them."""
    blocks = list(raw_blocks(text, headings=path[0] == "chapters"))
    passages = (
        (*_passage(text, blocks, start, end), edit) for start, end, edit in hits
    )
    cuts: list[Hit] = []
    for start, end, edit in sorted(passages, key=itemgetter(0, 1)):
        if cuts and start < cuts[-1][1]:
            first, last, cause = cuts.pop()
            cuts.append((first, max(last, end), cause))
        else:
            cuts.append((start, end, edit))
    rest = text
    for start, end, _ in reversed(cuts):
        rest = rest[:start] + rest[end:]
    kind, _, at = entry_at(path)
    if not rest.strip():
        fields = {field.key: field for field in written(CLASSES[kind.name])}
        if path[:-1] != at or fields[str(path[-1])].required:
            return  # whatever needs this text stays an error
    source = state.ledger.provenance.location(path)
    assert source is not None
    for start, end, edit in cuts:
        yield LeftOut(path, one_line(text[start:end]), source, edit.pack)
    if not rest.strip():
        _, _, edit = cuts[0]
        unset = Origin(
            pack=edit.pack,
            address=edit.address,
            operation="unset",
            before=text,
            why=edit.why,
        )
        state.ledger.drop(path, unset)
        return
    changes = [(start, end, "", edit) for start, end, edit in cuts]
    changes += _renumbered(text, blocks, cuts)
    for start, end, words, edit in sorted(changes, key=lambda change: -change[0]):
        cut_passage(state, _rewording(edit), path, (start, end), words)


def _passage(
    text: str, blocks: Sequence[RawBlock], start: int, end: int
) -> tuple[int, int]:
    """Return the start and end of the passage to cut around a mention, with its marker."""
    at = max(n for n, block in enumerate(blocks) if block.start <= start)
    block = blocks[at]
    line = text.rfind("\n", 0, block.start) + 1
    first, last = sentence_around(text, start, end)
    after: Iterator[RawBlock]
    if block.sort == "heading":
        after = (b for b in blocks[at + 1 :] if b.sort == "heading")
    elif block.sort in {"bullet", "number"} and first <= block.start:
        after = (b for b in blocks[at + 1 :] if b.indent <= block.indent)
    elif first <= block.start and last >= block.end:
        after = iter(blocks[at + 1 :])
    else:
        # A sentence at the end of a block takes the space in front of it along.
        if last >= block.end:
            first, last = len(text[:first].rstrip()), block.end
        return first, last
    following = next(after, None)
    if following is None:
        return len(text[:line].rstrip()), len(text.rstrip())
    return line, text.rfind("\n", 0, following.start) + 1


def _renumbered(
    text: str, blocks: Sequence[RawBlock], cuts: Sequence[Hit]
) -> Iterator[tuple[int, int, str, Edit]]:
    """Yield the changes of the numbers of items that follow a cut item in its list."""
    lost: list[Edit] = []
    indent = 0
    for block in blocks:
        cut = next(
            (edit for start, end, edit in cuts if start <= block.start < end), None
        )
        is_item = block.sort == "number" and block.indent == indent
        if cut is not None and block.sort == "number" and (is_item or not lost):
            lost.append(cut)
            indent = block.indent
        elif cut is None and lost and block.indent <= indent:
            if is_item:
                match = NUMBER.search(text, 0, block.start)
                assert match is not None
                yield *match.span(), str(block.number - len(lost)), lost[-1]
            else:
                lost = []  # another list begins
