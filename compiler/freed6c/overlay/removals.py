"""`remove`: entries, keys and items, and afterward what was only there for what was removed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.suggest import is_slip
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.model.type_hints import CLASSES, Field, written
from freed6c.overlay.edits import Act, Edit
from freed6c.overlay.ledger import (
    MergeState,
    comparable_text,
    item_key,
    item_positions,
    origin,
)
from freed6c.overlay.places import lists_of_references
from freed6c.overlay.targets import taken_away
from freed6c.packs.data import Data, KeyPath, as_list, as_map
from freed6c.packs.ids import (
    NAME,
    by_suffix,
    entries_at,
    entries_of,
    entry_at,
    id_at,
    id_suffixes,
)
from freed6c.packs.kinds import TOP
from freed6c.packs.pack import Redirect, Removed
from freed6c.packs.provenance import Origin

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from freed6c.overlay.places import TargetPlace
    from freed6c.packs.operations import Operation


def removed_already(state: MergeState, operation: Operation) -> bool:
    """Whether another pack removed the entry in a conflict, which this removal is recorded in.

    Or without one, but in no order with this pack: removals commute.
    """
    removal = state.removed.get(operation.id)
    if removal is None:
        return False
    if state.edits.contested(removal.path):
        state.record(operation, removal.path, Act.REMOVE)
        return True
    return id_at(removal.path) == operation.id and not state.precedence.ordered(
        removal.pack, operation.pack
    )


def remove_entry(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `remove`: an entry with all that it contains; `use-instead` redirects its id."""
    if operation.value:
        _redirect(state, operation, place.path)
    _remove(state, operation, place.path)


def _redirect(state: MergeState, operation: Operation, path: KeyPath) -> None:
    """Redirect the id of a removed entry to another of its kind; report one that is not."""
    instead = str(operation.value)
    other = state.ledger.find(instead)
    kind = entry_at(path)[0]
    if other is not None and other != path and entry_at(other)[0] == kind:
        redirect = Redirect(id_at(other), operation.pack, renamed=False)
        state.redirects[id_at(path)] = redirect
        return
    known = (
        id_
        for id_, other_kind, _ in entries_of(state.ledger.tree)
        if other_kind == kind and id_ != operation.id
    )
    place = operation.address.at("use-instead")
    help_: tuple[WayOut, ...] = (
        WayOut(f"what is used instead is of the same kind: {kind.name}.…"),
        *state.advice.did_you_mean_id(instead, known),
    )
    facts: dict[str, Any] = {"instead": instead, "entry": operation.id}
    facts["kind"] = kind.with_article
    if other is not None and other != path:
        code = codes.REPLACEMENT_OF_OTHER_KIND
        facts["other_kind"] = entry_at(other)[0].with_article
    else:
        code = codes.UNKNOWN_REPLACEMENT
        if removal := state.removed.get(instead):
            said = f"'{removal.pack}' removed that, too: name one that stays"
            help_ = (WayOut(f"{said}, or leave use-instead out"),)
    state.report(code.at(place, help=help_, **facts))


def _remove(state: MergeState, operation: Operation, path: KeyPath) -> None:
    if not state.record(operation, path, Act.REMOVE):
        return
    before = state.ledger.get(path)
    assert before is not None
    for id_, _, place in entries_at(state.ledger.tree, path):
        body = state.ledger.get(place)
        state.removed[id_] = Edit.of(operation, path, Act.REMOVE, body)
    record = origin(operation, word="remove", before=before)
    state.ledger.drop(path, record)


def unset_value(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `unset`: remove an optional field, so that its default holds again; or a key."""
    before = state.ledger.get(place.path)
    if before is not None and place.sort in {"key", "entry"}:
        _remove(state, operation, place.path)
        return
    if not state.record(operation, place.path, Act.UNSET):
        return
    if before is not None:
        state.ledger.drop(place.path, origin(operation, before=before))
    elif not state.edits.contested(place.path):
        problem = codes.NOTHING_TO_UNSET.at(operation.address, target=operation.place)
        state.report(problem)


def take_out(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `remove` inside `change`: keys of a map by name, or items of a list by value."""
    path = place.path
    a_list = isinstance(state.ledger.get(path), list)
    if a_list and not state.record(operation, path, Act.TAKE, operation.value):
        return
    take = _take_items if a_list else _take_keys
    several = isinstance(operation.value, list)
    for position, item, known in take(state, operation, path):
        ways = state.advice.did_you_mean_or_list(str(item), known, "here are", 12)
        problem = codes.NOTHING_TO_REMOVE.at(
            operation.address.at(position) if several else operation.address,
            help=[
                way if _is_slip(item, way) else replace(way, edits=()) for way in ways
            ]
            or ["leave it out"],
            target=operation.place,
            item=item,
        )
        state.report(problem)


def _is_slip(item: Data, way: WayOut) -> bool:
    """Whether it puts there the item but for a slip: what is only like it may be to stay."""
    return any(
        isinstance(edit, Replacement) and is_slip(str(item), edit.text)
        for edit in way.edits
    )


def _take_items(
    state: MergeState, operation: Operation, path: KeyPath
) -> Iterator[tuple[int, Data, Iterable[str]]]:
    """Take items out of a list; yield what it does not have, and what it has instead."""
    held = state.ledger.get(path)
    assert isinstance(held, list)
    positions = item_positions(held)
    taken_by_unordered_packs = {
        item_key(record.before)
        for record in state.ledger.records.get(path, ())
        if record.operation == "take"
        and record.before is not None
        and not state.precedence.ordered(record.pack, operation.pack)
    }
    taken: dict[int, Origin] = {}
    for position, item in enumerate(as_list(operation.value)):
        if same := positions.get(item_key(item)):
            taken[same.pop(0)] = origin(operation, word="take", before=item)
        elif item_key(item) not in taken_by_unordered_packs:
            left = (str(text) for at, text in enumerate(held) if at not in taken)
            yield position, item, left
    state.ledger.take(path, taken)


def _take_keys(
    state: MergeState, operation: Operation, path: KeyPath
) -> Iterator[tuple[int, Data, Iterable[str]]]:
    """Take keys out of a map; yield those that it does not have, and what it has instead."""
    for position, item in enumerate(as_list(operation.value)):
        at_key = (*path, str(item))
        if state.ledger.get(at_key) is not None:
            _remove(state, operation, at_key)
            continue
        done = state.edits.done_already(Edit.of(operation, at_key, Act.REMOVE))
        if not done and not taken_away(state, operation, at_key):
            yield position, item, state.siblings(at_key)


# What follows from removals. Notes go with what they are `about`, examples with all that they name,
# even if another entry is used instead: what they say is not true of it. Lists that only mention
# what was removed grow shorter; what is used instead takes its place there. Rules that need what
# was removed are errors, reported by the link stage.


@dataclass(frozen=True, slots=True)
class RemovedEntries:
    """The removals by id, and an index by which references to removed entries are found.

    A reference may be written with any suffix of an id (`condition.soot.black`, `soot.black`,
    `black`): `removed_ids` and `present_ids` have the ids by each of their suffixes. `instead` has
    the id that is used in place of a removed one, `along` what went along with one, by id.
    """

    removals: Mapping[str, Edit]
    removed_ids: Mapping[str, Sequence[str]]
    present_ids: Mapping[str, Sequence[str]]
    instead: Mapping[str, str]
    along: dict[str, Edit]

    @classmethod
    def of(cls, state: MergeState) -> RemovedEntries:
        """Index the entries that were removed and not added again."""
        present = {id_: id_ for id_, _, _ in entries_of(state.ledger.tree)}
        removals = {
            id_: edit for id_, edit in state.removed.items() if id_ not in present
        }
        redirects = state.redirects.items()
        instead = {id_: redirect.id for id_, redirect in redirects if id_ in removals}
        removed_ids = by_suffix({id_: id_ for id_ in removals})
        present_ids = by_suffix(present)
        return cls(removals, removed_ids, present_ids, instead, {})

    def meant(self, reference: Data, kinds: Collection[str] = ()) -> str:
        """The id of the removed entry that a reference means; empty where it means another."""
        text = reference if isinstance(reference, str) else ""
        if any(_fits(id_, kinds) for id_ in self.present_ids.get(text, ())):
            return ""
        fitting = [id_ for id_ in self.removed_ids.get(text, ()) if _fits(id_, kinds)]
        return fitting[-1] if fitting else ""

    def removal(self, reference: Data) -> Edit | None:
        """The removal of the entry that a reference means, or leads into; None for others."""
        if meant := self.meant(reference):
            return self.removals[meant]
        steps = str(reference).split(".")
        for depth in range(len(steps), 1, -1):
            for id_ in self.removed_ids.get(".".join(steps[:depth]), ()):
                return self.removals[id_]
        return None


def _fits(id_: str, kinds: Collection[str]) -> bool:
    return not kinds or id_.partition(".")[0] in kinds


def remove_dependents(state: MergeState) -> Mapping[str, Removed]:
    """Remove what depends on removed entries, as said above; return these entries by id."""
    if not state.removed:
        return {}
    gone = RemovedEntries.of(state)
    if gone.instead:
        _drop_duplicates(state, gone)
    _drop_examples(state, gone)
    for kind in TOP.values():
        marked = [f for f in written(CLASSES[kind.name]) if f.about or f.mentions]
        section = state.ledger.tree.get(kind.key)
        for key in list(section) if marked and isinstance(section, dict) else ():
            for field in marked:
                _shorten(state, gone, (kind.key, key), field)
    return {
        id_: Removed(
            id_, edit.value, edit.pack, edit.address, gone.instead.get(id_, "")
        )
        for id_, edit in gone.removals.items()
    } | {
        id_: Removed(id_, None, edit.pack, edit.address, along_with=id_at(edit.path))
        for id_, edit in gone.along.items()
    }


def _drop_duplicates(state: MergeState, gone: RemovedEntries) -> None:
    """Keep lists free of duplicates where one reference will be replaced by another.

    If `b` is used instead of `a`, the list `[a, b]` becomes `[b]`, not `[b, b]`.
    """
    for path, kinds in list(lists_of_references(state.ledger.tree)):
        held = state.ledger.get(path)
        assert isinstance(held, list)
        _take(state, path, list(_duplicates(gone, held, kinds)))


def _duplicates(
    gone: RemovedEntries, held: list[Data], kinds: Collection[str]
) -> Iterator[tuple[int, Edit]]:
    """The positions of items that are redirected to something which the list has already."""
    meant = [gone.meant(item, kinds) for item in held]
    present = {
        comparable_text(item) for item, id_ in zip(held, meant, strict=True) if not id_
    }
    for position, id_ in enumerate(meant):
        if id_ in gone.instead:
            other = gone.instead[id_]
            if not present.isdisjoint(id_suffixes(other)):
                yield position, gone.removals[id_]
            present.add(other)


def _take(state: MergeState, path: KeyPath, items: Sequence[tuple[int, Edit]]) -> None:
    """Take items out of a list, the last first."""
    held = state.ledger.get(path)
    assert isinstance(held, list)
    taken = {
        position: _origin_of_removal(removal, "take", held[position])
        for position, removal in reversed(items)
    }
    state.ledger.take(path, taken)


def _shorten(
    state: MergeState, gone: RemovedEntries, path: KeyPath, field: Field
) -> None:
    """Take references to removed entries out of a field; remove an entry only `about` them."""
    held = state.ledger.get((*path, field.key))
    references = [] if held is None else as_list(held)
    lost = [
        (position, removal)
        for position, reference in enumerate(references)
        if (removal := gone.removal(reference)) is not None
        and (field.about or gone.meant(reference) not in gone.instead)
    ]
    if lost and field.about and len(lost) == len(references):
        record = _origin_of_removal(lost[-1][1], "remove", state.ledger.get(path))
        state.ledger.drop(path, record)
        gone.along[id_at(path)] = lost[-1][1]
    elif lost and isinstance(held, list):
        _take(state, (*path, field.key), lost)
    elif lost:  # one alone, written without a list
        record = _origin_of_removal(lost[-1][1], "remove", held)
        state.ledger.drop((*path, field.key), record)


TOLD: Final = frozenset({"name", "text", "source"})
"""The settings of an example that only tell of it."""


def _drop_examples(state: MergeState, gone: RemovedEntries) -> None:
    """Remove examples that name a removed entry anywhere: they cannot be run without it."""
    for key, body in list(as_map(state.ledger.tree.get("examples")).items()):
        shown = {name: part for name, part in as_map(body).items() if name not in TOLD}
        removals = map(gone.removal, _words_in(shown))
        removal = next((edit for edit in removals if edit is not None), None)
        if removal is not None:
            record = _origin_of_removal(removal, "remove", body)
            state.ledger.drop(("examples", key), record)
            gone.along[id_at(("examples", key))] = removal
            _stop_showing(state, key, removal)


def _stop_showing(state: MergeState, key: str, removal: Edit) -> None:
    """Take an example out of the chapters that show it on a line of its own, as out of a list."""
    shown = re.compile(
        rf"^\[\[show: +(example\.)?{re.escape(key)}\]\]\n*", re.MULTILINE
    )
    for chapter, body in list(as_map(state.ledger.tree.get("chapters")).items()):
        text = as_map(body).get("text")
        if isinstance(text, str) and shown.search(text):
            record = _origin_of_removal(removal, "set", text)
            path = ("chapters", chapter, "text")
            state.ledger.put(path, shown.sub("", text), record)


def _words_in(data: Data) -> Iterator[str]:
    """What may be a reference in the keys and texts of plain data, also inside of formulas.

    What a step `tells` is prose: its words are words.
    """
    match data:
        case dict():
            for key, value in data.items():
                if key != "tells":
                    yield key
                    yield from _words_in(value)
        case list():
            for item in data:
                yield from _words_in(item)
        case str():
            yield from NAME.findall(data)


def _origin_of_removal(removal: Edit, word: str, before: Data | None) -> Origin:
    return Origin(
        pack=removal.pack,
        address=removal.address,
        operation=word,
        before=before,
        why=removal.why,
    )
