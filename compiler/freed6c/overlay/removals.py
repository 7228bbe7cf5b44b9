"""`remove` and `unset`: remove entries, keys and items, and then the dependents of removed entries.

Dependents of an entry are notes and examples about it, and references to it in lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.suggest import did_you_mean_id, did_you_mean_or_list, is_slip
from freed6c.diagnostics.ways_out import Replacement, WayOut, Ways
from freed6c.model.type_hints import CLASSES, Field, written
from freed6c.overlay.edits import Act, Edit
from freed6c.overlay.leaving_out import is_left_out, leave_out
from freed6c.overlay.ledger import (
    MergeState,
    comparable_text,
    item_key,
    item_positions,
    origin,
)
from freed6c.overlay.places import lists_of_references
from freed6c.overlay.targets import removed_by_unordered
from freed6c.packs.data import Data, KeyPath, as_list, as_map, inline, on_a_line
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
from freed6c.packs.lazy import dataclass, replace
from freed6c.packs.pack import Redirect, Removed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from freed6c.overlay.places import TargetPlace
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import LeftOut
    from freed6c.packs.provenance import Origin


def removed_already(state: MergeState, operation: Operation) -> bool:
    """Return whether the entry was removed already, so that this removal need not be applied.

    If the earlier removal is part of a conflict, this one is recorded as part of it, too. Otherwise
    return True only if the two packs are unordered, because then their removals commute. An ordered
    pack removes an entry that it should know is missing, which is reported later.
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
    """Apply `remove`: an entry with everything inside it; `replaced-by` redirects its id."""
    if operation.value:
        _redirect(state, operation, place.path)
    _remove(state, operation, place.path)


def _redirect(state: MergeState, operation: Operation, path: KeyPath) -> None:
    """Redirect the id of a removed entry; report an unknown or unfit replacement."""
    instead = str(operation.value)
    other = state.ledger.find(instead)
    kind = entry_at(path)[0]
    if other is not None and other != path and entry_at(other)[0] == kind:
        redirect = Redirect(id_at(other), operation.pack, renamed=False)
        state.redirects[id_at(path)] = redirect
        return
    candidates = (
        id_
        for id_, other_kind, _ in entries_of(state.ledger.tree)
        if other_kind == kind and id_ != operation.id
    )
    place = operation.address.at("replaced-by")
    help_: Ways = (
        WayOut(f"write an id of the same kind: {kind.name}.…"),
        *did_you_mean_id(instead, state.advice.names(candidates)),
    )
    facts: dict[str, Any] = {"instead": instead, "entry": operation.id}
    facts["kind"] = kind.with_article
    if other is not None and other != path:
        code = codes.REPLACEMENT_OF_OTHER_KIND
        facts["other_kind"] = entry_at(other)[0].with_article
    else:
        code = codes.UNKNOWN_REPLACEMENT
        if removal := state.removed.get(instead):
            reason = f"'{removal.pack}' also removed that entry"
            help_ = (WayOut(f"{reason}: name another one, or omit replaced-by"),)
    state.report(code, place, help=help_, **facts)


def _remove(state: MergeState, operation: Operation, path: KeyPath) -> None:
    if not state.record(operation, path, Act.REMOVE):
        return
    before = state.ledger.get(path)
    assert before is not None
    for id_, _, place in entries_at(state.ledger.tree, path):
        body = state.ledger.get(place)
        state.removed[id_] = Edit.of(operation, path, Act.REMOVE, body)
    state.ledger.drop(path, origin(operation, word="remove", before=before))


def unset_value(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `unset`: remove a key, or an optional field so that its default applies again."""
    before = state.ledger.get(place.path)
    if before is not None and place.sort in {"key", "entry"}:
        _remove(state, operation, place.path)
        return
    if not state.record(operation, place.path, Act.UNSET):
        return
    if before is not None:
        state.ledger.drop(place.path, origin(operation, before=before))
    elif not state.edits.contested(place.path):
        state.report(codes.NOTHING_TO_UNSET, operation.address, target=operation.place)


def remove_values(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `remove` inside `change`: keys of a map by name, or items of a list by value."""
    path = place.path
    is_list = isinstance(state.ledger.get(path), list)
    if is_list and not state.record(operation, path, Act.TAKE, operation.value):
        return
    remove = _remove_items if is_list else _remove_keys
    is_listed = isinstance(operation.value, list)
    for position, item, present in remove(state, operation, path):
        known = state.advice.names(present)
        fixes = did_you_mean_or_list(str(item), known, "available items", 12)
        state.report(
            codes.NOTHING_TO_REMOVE,
            operation.address.at(position) if is_listed else operation.address,
            help=[
                fix if _is_slip(item, fix) else replace(fix, edits=()) for fix in fixes
            ]
            or ["remove it from the list"],
            target=operation.place,
            item=inline(item),
        )


def _is_slip(item: Data, fix: WayOut) -> bool:
    """Return whether a fix corrects a typing error in the item.

    If the suggested item is merely similar, its author may want to keep it.
    """
    return any(
        isinstance(edit, Replacement) and is_slip(str(item), edit.text)
        for edit in fix.edits
    )


def _remove_items(
    state: MergeState, operation: Operation, path: KeyPath
) -> Iterator[tuple[int, Data, Iterable[str]]]:
    """Remove items of a list.

    Yield each item that isn't in the list: its position in the operation, the item, and the items
    that are in the list.
    """
    present = state.ledger.get(path)
    assert isinstance(present, list)
    positions = item_positions(present)
    removed_by_unordered_packs = {
        item_key(record.before)
        for record in state.ledger.records.get(path, ())
        if record.operation == "take"
        and record.before is not None
        and not state.precedence.ordered(record.pack, operation.pack)
    }
    origins: dict[int, Origin] = {}
    for position, item in enumerate(as_list(operation.value)):
        if equal := positions.get(item_key(item)):
            origins[equal.pop(0)] = origin(operation, word="take", before=item)
        elif item_key(item) not in removed_by_unordered_packs:
            rest = (
                on_a_line(text) for at, text in enumerate(present) if at not in origins
            )
            yield position, item, rest
    state.ledger.take(path, origins)


def _remove_keys(
    state: MergeState, operation: Operation, path: KeyPath
) -> Iterator[tuple[int, Data, Iterable[str]]]:
    """Remove keys of a map. Yield each missing key, as `_remove_items` does."""
    for position, item in enumerate(as_list(operation.value)):
        at_key = (*path, str(item))
        if state.ledger.get(at_key) is not None:
            _remove(state, operation, at_key)
            continue
        done = state.edits.done_already(Edit.of(operation, at_key, Act.REMOVE))
        if not done and not removed_by_unordered(state, operation, at_key):
            yield position, item, state.siblings(at_key)


# Consequences of removals. A note is removed with the entries that it is `about`. An example is
# removed with any entry that it names, even if the entry has a replacement, for which the example
# may be wrong. A reference in a list is removed, or means the replacement. Rules that need a
# removed entry are errors, which the link stage reports.


@dataclass(frozen=True)
class RemovedEntries:
    """The removals of entries, and an index that resolves references to removed entries.

    A reference can be any suffix of an id (`condition.soot.black`, `soot.black`, `black`).

    - `removals`: the removal of each removed entry, by id.
    - `removed_ids`, `present_ids`: the ids of removed and of present entries, by each suffix.
    - `instead`: the ids of replacements, by the id of the removed entry.
    - `along`: the removals that also removed a note or example, by the id of the note or example.
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
        return cls(removals, removed_ids, by_suffix(present), instead, {})

    def removed_id(self, reference: Data, kinds: Collection[str] = ()) -> str:
        """Return the id of the removed entry that a reference means, or an empty text.

        `kinds` are the allowed kinds; none allows all. A present entry has precedence.
        """
        text = reference if isinstance(reference, str) else ""
        if any(_fits(id_, kinds) for id_ in self.present_ids.get(text, ())):
            return ""
        fitting = [id_ for id_ in self.removed_ids.get(text, ()) if _fits(id_, kinds)]
        return fitting[-1] if fitting else ""

    def removal(self, reference: Data) -> Edit | None:
        """Return the removal of the entry that a reference or address begins with, or None.

        `soot.black.name` is an address inside the removed entry `soot.black`.
        """
        if id_ := self.removed_id(reference):
            return self.removals[id_]
        steps = str(reference).split(".")
        for depth in range(len(steps), 1, -1):
            for outer_id in self.removed_ids.get(".".join(steps[:depth]), ()):
                return self.removals[outer_id]
        return None

    def removal_of_link(self, target: str) -> Edit | None:
        """Return the removal of an entry in a link, also of a note or example removed along."""
        edit = self.removal(target) or self.along.get(target)
        return edit or self.along.get(f"example.{target}")


def _fits(id_: str, kinds: Collection[str]) -> bool:
    return not kinds or id_.partition(".")[0] in kinds


def remove_dependents(
    state: MergeState,
) -> tuple[Mapping[str, Removed], tuple[LeftOut, ...]]:
    """Remove dependents of removed entries.

    Return all removed entries by id, and the passages that are left out with them.
    """
    if not state.removed:
        return {}, ()
    removed = RemovedEntries.of(state)
    if removed.instead:
        _drop_duplicates(state, removed)
    _drop_examples(state, removed)
    for kind in TOP.values():
        fields = [f for f in written(CLASSES[kind.name]) if f.about or f.mentions]
        section = state.ledger.tree.get(kind.key)
        for key in list(section) if fields and isinstance(section, dict) else ():
            for field in fields:
                _remove_references(state, removed, (kind.key, key), field)
    left_out = tuple(leave_out(state, removed.removals, removed.removal_of_link))
    entries = {
        id_: Removed(
            id_,
            edit.value,
            edit.pack,
            edit.address,
            removed.instead.get(id_, ""),
            left_out=is_left_out(state, edit),
        )
        for id_, edit in removed.removals.items()
    }
    along = {
        id_: Removed(id_, None, edit.pack, edit.address, along_with=id_at(edit.path))
        for id_, edit in removed.along.items()
    }
    return entries | along, left_out


def _drop_duplicates(state: MergeState, removed: RemovedEntries) -> None:
    """Remove duplicates that appear in lists when replacements are inserted.

    If `b` replaces `a`, the list `[a, b]` becomes `[b]`, not `[b, b]`.
    """
    for path, kinds in list(lists_of_references(state.ledger.tree)):
        items = state.ledger.get(path)
        assert isinstance(items, list)
        _drop(state, path, list(_duplicates(removed, items, kinds)))


def _duplicates(
    removed: RemovedEntries, items: list[Data], kinds: Collection[str]
) -> Iterator[tuple[int, Edit]]:
    """Yield positions of items whose replacement is already in the list, with their removals."""
    ids = [removed.removed_id(item, kinds) for item in items]
    present = {
        comparable_text(item) for item, id_ in zip(items, ids, strict=True) if not id_
    }
    for position, id_ in enumerate(ids):
        if id_ in removed.instead:
            replacement = removed.instead[id_]
            if not present.isdisjoint(id_suffixes(replacement)):
                yield position, removed.removals[id_]
            present.add(replacement)


def _drop(state: MergeState, path: KeyPath, items: Sequence[tuple[int, Edit]]) -> None:
    """Remove items of a list, by their positions with the removals that cause it."""
    present = state.ledger.get(path)
    assert isinstance(present, list)
    origins = {
        position: origin(removal, word="take", before=present[position])
        for position, removal in reversed(items)
    }
    state.ledger.take(path, origins)


def _remove_references(
    state: MergeState, removed: RemovedEntries, path: KeyPath, field: Field
) -> None:
    """Remove references to removed entries from a field of the entry at a path.

    If the field says what the entry is `about`, and nothing else is left in it, remove the entry;
    also a chapter that contains only what is left out.
    """
    value = state.ledger.get((*path, field.key))
    references = [] if value is None else as_list(value)
    lost = [
        (position, removal)
        for position, reference in enumerate(references)
        if (removal := removed.removal(reference)) is not None
        and (field.about or removed.removed_id(reference) not in removed.instead)
    ]
    is_empty_chapter = field.key == "contains" and all(
        is_left_out(state, removal) for _, removal in lost
    )
    if lost and (field.about or is_empty_chapter) and len(lost) == len(references):
        before = state.ledger.get(path)
        state.ledger.drop(path, origin(lost[-1][1], word="remove", before=before))
        removed.along[id_at(path)] = lost[-1][1]
    elif lost and isinstance(value, list):
        _drop(state, (*path, field.key), lost)
    elif lost:  # a single reference, written without a list
        record = origin(lost[-1][1], word="remove", before=value)
        state.ledger.drop((*path, field.key), record)


PROSE: Final = frozenset({"name", "text", "source"})
"""The fields of an example that only describe it. It can run without the entries in them."""


def _drop_examples(state: MergeState, removed: RemovedEntries) -> None:
    """Remove examples that name a removed entry anywhere: they cannot run without it."""
    for key, body in list(as_map(state.ledger.tree.get("examples")).items()):
        fields = {key: data for key, data in as_map(body).items() if key not in PROSE}
        removals = map(removed.removal, _names_in(fields))
        removal = next((edit for edit in removals if edit is not None), None)
        if removal is not None:
            record = origin(removal, word="remove", before=body)
            state.ledger.drop(("examples", key), record)
            removed.along[id_at(("examples", key))] = removal


def _names_in(data: Data) -> Iterator[str]:
    """Yield possible references in the keys and texts of plain data, also inside formulas.

    The text of `tells` in a step is prose and contains none.
    """
    match data:
        case dict():
            for key, value in data.items():
                if key != "tells":
                    yield key
                    yield from _names_in(value)
        case list():
            for item in data:
                yield from _names_in(item)
        case str():
            yield from NAME.findall(data)
