"""`add` and `move`: new keys and items, and where among its like a key stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Label
from freed6c.overlay.ledger import origin
from freed6c.overlay.targets import place_of, taken_away
from freed6c.packs.data import as_list, as_map
from freed6c.packs.ids import KEY
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.overlay.places import Place
    from freed6c.overlay.state import MergeState
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.operations import Operation


SIDES = ("before", "after")


class Anchor(NamedTuple):
    """Where a key is put: before or after another one, or at the end."""

    side: str
    key: str


END = Anchor("", "")


def ranked(place: Place) -> bool:
    """Whether the order of the keys here has a meaning, as that of bands has."""
    return place.kind is not None and bool(place.kind.numbered)


def anchor_of(value: Data) -> Anchor | None:
    """The anchor that a value names; None where it names two, or one that is not a text."""
    sides = [side for side in SIDES if side in as_map(value)]
    if not sides:
        return END
    key = as_map(value)[sides[0]]
    return Anchor(sides[0], key) if len(sides) == 1 and isinstance(key, str) else None


def without_anchor(value: Data) -> Data:
    """A value without its anchor."""
    if not isinstance(value, dict):
        return value
    return {key: field for key, field in value.items() if key not in SIDES}


def insertion_index(
    state: MergeState, operation: Operation, path: KeyPath, anchor: Anchor
) -> int | None:
    """How many other keys stand before this one; None after reporting a missing anchor.

    Keys that one pack puts after the same anchor keep the order in which it writes them: after
    `x: {after: a}`, `y: {after: a}` the keys are a, x, y, not a, y, x.
    """
    keys = [key for key in state.siblings(path) if key != path[-1]]
    if anchor == END:
        return len(keys)
    anchor_path = (*path[:-1], anchor.key)
    if not state.record(operation, anchor_path, "beside", None):
        return None
    if anchor.key not in keys:
        _report_no_anchor(state, operation, anchor_path, anchor, keys)
        return None
    index = keys.index(anchor.key)
    if anchor.side == "before":
        return index

    index += 1
    while index < len(keys) and _put_there_before(
        state, operation, (*path[:-1], keys[index]), anchor
    ):
        index += 1
    return index


def _report_no_anchor(
    state: MergeState,
    operation: Operation,
    path: KeyPath,
    anchor: Anchor,
    keys: Sequence[str],
) -> None:
    """Report a missing anchor, unless an unordered pack removed it: that is a conflict."""
    if taken_away(state, operation, path):
        return
    state.report(
        overlays.NO_TARGET,
        f"there is no '{anchor.key}' to stand {anchor.side}",
        Label(operation.address.at(anchor.side)),
        did_you_mean(anchor.key, keys)
        or ((f"here are: {', '.join(keys[:12])}",) if keys else ()),
    )


def _put_there_before(
    state: MergeState, operation: Operation, path: KeyPath, anchor: Anchor
) -> bool:
    return any(
        edit.pack == operation.pack and edit.anchor == anchor
        for edit in state.edits.at.get(path, ())
    )


def add_value(state: MergeState, operation: Operation) -> None:
    """Apply `add`: a new key of a map, or items at the end of a list."""
    place = place_of(state, operation)
    if place is None:
        return
    held = state.ledger.get(place.path)
    if place.kind is None and (place.sort == "field" or isinstance(held, list)):
        if isinstance(held, list) or isinstance(operation.value, list):
            _add_items(state, operation, place.path)
        else:
            _report_single_value(state, operation)
    elif place.sort == "field":
        _report_single_value(state, operation)
    elif held is not None:
        _report_existing_key(state, operation, place)
    else:
        _add_key(state, operation, place)


def _report_existing_key(state: MergeState, operation: Operation, place: Place) -> None:
    """Report a key that exists; a conflict, if an unordered pack has added it."""
    author = state.ledger.origins.author(place.path)
    if not state.precedence.ordered(author, operation.pack):
        state.record(operation, place.path, "add", operation.value)
        return
    state.report(
        overlays.ENTRY_EXISTS,
        f"{operation.id} has a '{operation.field}' already",
        Label(operation.address.key(), "cannot be added again"),
        ("to change it, write it under 'set'; to add another, give it another key",),
    )


def _report_single_value(state: MergeState, operation: Operation) -> None:
    state.report(
        overlays.USE_ADD,
        f"'{operation.place}' is one value: there is nothing to add to",
        Label(operation.address.key()),
        (f"write it under set: {{{operation.field}: …}}",),
    )


def _add_items(state: MergeState, operation: Operation, path: KeyPath) -> None:
    """Append items; one that the list has already is skipped."""
    value = operation.value
    items = as_list(value)
    if not state.record(operation, path, "list", value):
        return
    for index, item in enumerate(items):
        held = state.ledger.get(path)
        if isinstance(held, list) and item in held:
            if state.ledger.origins.writer((*path, held.index(item))) == operation.pack:
                continue
            _report_existing_item(state, operation, item, path)
            continue
        inside = (index,) if isinstance(value, list) else ()
        record = origin(operation, after=item, inside=inside)
        state.ledger.append(path, item, record)


def _report_existing_item(
    state: MergeState, operation: Operation, item: Data, path: KeyPath
) -> None:
    """Report an item that a pack before this one has added; unordered packs may both add it."""
    held = state.ledger.get(path)
    assert isinstance(held, list)
    writer = state.ledger.origins.writer((*path, held.index(item)))
    if state.precedence.ordered(writer, operation.pack):
        state.report(
            overlays.NO_CHANGE,
            f"'{operation.place}' has '{item}' already",
            Label(operation.address, "changes nothing"),
            ("leave it out",),
        )


def _add_key(state: MergeState, operation: Operation, place: Place) -> None:
    key = str(place.path[-1])
    if KEY.fullmatch(key) is None:
        state.report(
            overlays.NO_TARGET,
            f"'{key}' cannot be a key",
            Label(operation.address.key()),
            ("write small letters, digits and single hyphens, such as long-sword",),
        )
        return
    anchor, value = anchor_of(operation.value), without_anchor(operation.value)
    if anchor is None:
        state.report(
            overlays.NO_TARGET,
            "only one place can be told: 'before' or 'after' the key of another",
            Label(operation.address),
        )
        return
    index = insertion_index(state, operation, place.path, anchor)
    if index is None:
        return
    if state.record(operation, place.path, "add", value, anchor, ranked=ranked(place)):
        record = origin(operation, after=value)
        state.ledger.insert(place.path, value, index, record)


def move_key(state: MergeState, operation: Operation) -> None:
    """Apply `move`: put a key of a map before or after another one."""
    place = place_of(state, operation)
    if place is None:
        return
    if place.sort not in {"key", "entry"} or state.ledger.get(place.path) is None:
        if taken_away(state, operation, place.path):
            return
        state.report(
            overlays.NO_TARGET,
            f"there is no '{operation.place}' to move",
            Label(operation.address.key(), "nothing to move"),
            did_you_mean(str(place.path[-1]), state.siblings(place.path)),
        )
        return
    anchor = anchor_of(operation.value)
    if anchor in {None, END}:
        state.report(
            overlays.NO_TARGET,
            "say where to: before or after the key of another",
            Label(operation.address),
            ("write for example {after: another-key}",),
        )
        return
    assert anchor is not None
    index = insertion_index(state, operation, place.path, anchor)
    if index is None:
        return
    keys = list(state.siblings(place.path))
    if keys.index(str(place.path[-1])) == index and not state.contested(place.path):
        state.report(
            overlays.NO_CHANGE,
            f"'{operation.place}' stands there already",
            Label(operation.address, "changes nothing"),
            ("remove the line",),
        )
        return
    if state.record(
        operation, place.path, "move", operation.value, anchor, ranked=ranked(place)
    ):
        before = _neighbour(keys, keys.index(str(place.path[-1])))
        record = origin(operation, before=before, after=f"{anchor.side} {anchor.key}")
        state.ledger.move(place.path, index, record)


def _neighbour(keys: Sequence[str], index: int) -> str:
    """Where a key stands among others, in the words of an anchor."""
    if index:
        return f"after {keys[index - 1]}"
    return f"before {keys[1]}" if len(keys) > 1 else "alone"
