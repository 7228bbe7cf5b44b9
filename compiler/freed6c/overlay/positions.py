"""`add` and `move`: new keys and items, and the positions of keys in their maps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.spellings import key_problem
from freed6c.diagnostics.suggest import did_you_mean, did_you_mean_or_list
from freed6c.diagnostics.ways_out import WayOut
from freed6c.overlay.edits import Act, Edit
from freed6c.overlay.ledger import MergeState, item_key, item_positions, origin
from freed6c.overlay.targets import removed_by_unordered
from freed6c.packs.data import as_list, as_map

if TYPE_CHECKING:
    from collections.abc import Hashable

    from freed6c.overlay.places import TargetPlace
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.operations import Operation
    from freed6c.packs.provenance import Origin


SIDES = ("before", "after")


class Anchor(NamedTuple):
    """The position of a key in a map: on a `side` (`before`, `after`) of another `key`."""

    side: str
    key: str


END = Anchor("", "")
"""The anchor of a key at the end of its map."""


def anchor_of(value: Data) -> Anchor | None:
    """Return the anchor in the value of an operation: `{after: soot}`, else `END`.

    Return None if there are two anchors, or if the anchor isn't a text.
    """
    sides = [side for side in SIDES if side in as_map(value)]
    if not sides:
        return END
    key = as_map(value)[sides[0]]
    return Anchor(sides[0], key) if len(sides) == 1 and isinstance(key, str) else None


def insertion_index(
    state: MergeState, operation: Operation, path: KeyPath, anchor: Anchor
) -> int | None:
    """Return the number of other keys before this one; None after reporting a missing anchor.

    Keys that one pack puts after the same anchor keep their written order: after `x: {after: a}`,
    `y: {after: a}` the keys are a, x, y, not a, y, x.
    """
    siblings = state.siblings(path)
    if anchor == END:
        return len(siblings) - (path[-1] in siblings)
    keys = [key for key in siblings if key != path[-1]]
    anchor_path = (*path[:-1], anchor.key)
    if not state.record(operation, anchor_path, Act.BESIDE):
        return None
    if anchor.key not in keys:
        # An anchor that an unordered pack removed is a conflict instead.
        if not removed_by_unordered(state, operation, anchor_path):
            state.report(
                codes.UNKNOWN_ANCHOR,
                operation.address.at(anchor.side),
                help=did_you_mean_or_list(
                    anchor.key, state.advice.names(keys), "keys here", 12
                ),
                key=anchor.key,
                side=anchor.side,
            )
        return None
    index = keys.index(anchor.key)
    if anchor.side == "before":
        return index

    index += 1
    placed = state.edits.placed(path[:-1], anchor, operation.pack)
    while index < len(keys) and keys[index] in placed:
        index += 1
    return index


def add_value(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `add`: a new key of a map, or items at the end of a list."""
    present = state.ledger.get(place.path)
    key, field = operation.address.key(), operation.field
    is_list = (
        isinstance(present, list)
        or (place.sort == "field" and isinstance(operation.value, list))
        or (place.is_list and (place.sort == "field" or present is not None))
    )
    if place.kind is None and is_list:
        _add_items(state, operation, place.path)
    elif place.sort == "field" and place.is_open and isinstance(operation.value, dict):
        forms = ", ".join(f"{field}.{inner}: …" for inner in operation.value)
        state.report(codes.ADD_EACH, key, target=operation.place, forms=forms)
    elif place.sort == "field":
        state.report(codes.USE_SET, key, target=operation.place, field=field)
    elif present is None:
        _add_key(state, operation, place)
    elif not state.precedence.ordered(
        state.ledger.provenance.author(place.path), operation.pack
    ):
        # Unordered packs both added it, so recording the edit makes a conflict.
        state.record(operation, place.path, Act.ADD, operation.value)
    else:
        state.report(codes.KEY_EXISTS, key, target=operation.place)


def _add_items(state: MergeState, operation: Operation, path: KeyPath) -> None:
    """Append items to a list; skip those that it already has.

    A skipped item is reported if an earlier pack added it. Unordered packs can both add it.
    """
    value = operation.value
    if not state.record(operation, path, Act.LIST, value):
        return
    present = state.ledger.get(path)
    positions = item_positions([] if present is None else as_list(present))
    added: dict[Hashable, tuple[Data, Origin]] = {}
    for index, item in enumerate(as_list(value)):
        if (key := item_key(item)) not in positions and key not in added:
            inside = (index,) if isinstance(value, list) else ()
            added[key] = item, origin(operation, after=item, inside=inside)
        elif key in positions:
            writer = state.ledger.provenance.writer((*path, positions[key][0]))
            is_ordered = state.precedence.ordered(writer, operation.pack)
            if writer != operation.pack and is_ordered:
                at, target = operation.address, operation.place
                state.report(codes.ITEM_EXISTS, at, target=target, item=item)
    state.ledger.extend(path, list(added.values()))


def _add_key(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    key = str(place.path[-1])
    anchor, value = anchor_of(operation.value), operation.value
    above = operation.field.removesuffix(key)
    problem = key_problem(key, operation.address.key(), above)
    if problem is not None:
        state.problems.append(problem)
        return
    if anchor is None:
        state.report(codes.TWO_ANCHORS, operation.address, target=operation.place)
        return
    if isinstance(value, dict):
        value = {key: field for key, field in value.items() if key not in SIDES}
    keys = state.siblings(place.path)
    if anchor == END and keys and place.kind and place.kind.numbered == "rank":
        # Bands and levels are numbered as well, but their ranges or names give their position.
        state.report(
            codes.HIGHEST_RANK,
            operation.address.key(),
            target=operation.place,
            last=next(reversed(dict(keys))),
        )
    index = insertion_index(state, operation, place.path, anchor)
    edit = Edit.of(operation, place.path, Act.ADD, value)
    placed = replace(edit, anchor=anchor, ranked=place.ranked)
    if index is not None and state.log(placed):
        state.ledger.insert(place.path, value, index, origin(operation, after=value))


def move_key(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `move`: put a key of a map before or after another key."""
    value = state.ledger.get(place.path)
    key, keys = str(place.path[-1]), list(state.siblings(place.path))
    if place.sort not in {"key", "entry"} or value is None:
        if not removed_by_unordered(state, operation, place.path):
            above = operation.field.removesuffix(key)
            siblings = [(name, f"{above}{name}") for name in keys]
            help_ = did_you_mean(key, state.advice.names(siblings))
            if keys and not help_:
                help_ = (WayOut(f"available keys: {', '.join(keys)}"),)
            at, target = operation.address.key(), operation.place
            state.report(codes.NOTHING_TO_MOVE, at, help=help_, target=target)
        return
    anchor = anchor_of(operation.value)
    if anchor is None or anchor == END:
        state.report(codes.NO_ANCHOR, operation.address)
        return
    index = insertion_index(state, operation, place.path, anchor)
    if index is None:
        return
    old_index = keys.index(key)
    edit = Edit.of(operation, place.path, Act.MOVE, operation.value)
    if old_index == index and not state.edits.contested(place.path):
        state.report(codes.MOVED_NOWHERE, operation.address, target=operation.place)
    elif state.log(replace(edit, anchor=anchor, ranked=place.ranked)):
        before = f"after {keys[old_index - 1]}" if old_index else f"before {keys[1]}"
        record = origin(operation, before=before, after=f"{anchor.side} {anchor.key}")
        state.ledger.insert(place.path, value, index, record)
