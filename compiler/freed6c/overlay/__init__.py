"""Stage 3: apply packs in their order to build one tree of plain data, with its provenance.

One implementation serves all kinds. It reads the fields of each kind from the model's classes
(`places.py`) and knows only two facts about kinds: options have choices, and dice are adjusted in
pips.

1. Read the order of packs (`PackOrder` in `overlay/edits.py`), and the choices and files in use
   (`options.py`). For each choice that isn't in use, `check` applies the packs once more
   (`trials.py`, through `with_other_choices` in `pipeline.py`).
2. For each pack: rename ids, add entries (`entries.py`), then apply its operations, in the order
   of `APPLY`, not of files and lines. `values.py`, `positions.py`, `passages.py` and
   `removals.py` do the work.
3. For every operation: resolve its target (`targets.py`), log an edit (`edits.py`), and write
   the value into the tree with its origin (`ledger.py`).
4. Remove dependents of removed entries, and duplicates in lists (`removals.py`); report
   conflicts between packs without an order (`conflicts.py`).

Operations of unordered packs commute or conflict. Several `adjust`s of one place add up; equal
`set`s and removals are applied once. A pack that comes after two conflicting packs can decide the
conflict, with `resolve` or by writing the place itself. If a `resolve` turns out to be unnecessary,
the packs are applied again without it, so that no edit is lost.

Two `reword`s of one text conflict only if they remove the same characters. Each pack quotes the
text as earlier packs left it, so a reworded text is stored in pieces (`pieces.py`), each with the
original that it replaces. `texts_at` in `overlay/places.py` finds the texts of a place that can be
reworded. The messages about conflicts are `CONFLICT`, `RANK_CONFLICT` and `TWICE` in
`diagnostics/codes/overlays.py`.

Removing an entry also removes the notes and examples about it (fields with the hint `Concerns`) and
its references in lists. Rules and texts that still need it are errors, reported at the removal. A
pack can change the packs that it extends or comes `after`. `select` writes the choice in use into
the option's `default`.

A keyword inside `change` also needs `Word` in `packs/operations.py`, `Act` in `overlay/edits.py`,
`DONE` in `cli/explain.py` and `MAKERS` in `cli/scaffold/examples.py`. It is described in
`schemas/change.schema.json` and in `choice.…` of `document/phrases/pages.py`; `DEEDS` in
`tests/every_leaf.py` tests it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes.loading import TOO_MUCH_WORK
from freed6c.overlay.conflicts import read_resolutions, resolve
from freed6c.overlay.edits import PackOrder
from freed6c.overlay.entries import add_entries, check_order, rename, rename_added
from freed6c.overlay.ledger import MergeState
from freed6c.overlay.options import read_selection
from freed6c.overlay.passages import reword_text
from freed6c.overlay.positions import add_value, anchor_of, move_key
from freed6c.overlay.removals import (
    remove_dependents,
    remove_entry,
    remove_values,
    removed_already,
    unset_value,
)
from freed6c.overlay.targets import place_exists, place_of
from freed6c.overlay.values import (
    adjust_value,
    apply_selected,
    compare_was,
    replace_entry,
    set_value,
)
from freed6c.packs.limits import Budget, TooMuchWork
from freed6c.packs.operations import Operation, operations_in
from freed6c.packs.pack import MergedRuleset, Pack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.overlay.places import TargetPlace
    from freed6c.packs.operations import Word


APPLY: Final[Mapping[Word, Callable[[MergeState, Operation, TargetPlace], None]]] = {
    "add": add_value,
    "was": compare_was,
    "set": set_value,
    "unset": unset_value,
    "adjust": adjust_value,
    "reword": reword_text,
    "replace": replace_entry,
    "take": remove_values,
    "remove": remove_entry,
    "move": move_key,
}
"""The function that applies each operation, in the order in which a pack's operations run.

The order makes the result independent of the order of files and lines.
"""


def overlay(
    packs: Sequence[Pack],
    others: Callable[[], Sequence[Pack]] = tuple,
    tried: Mapping[str, str] = MappingProxyType({}),
) -> tuple[MergedRuleset, list[Diagnostic]]:
    """Apply packs and return the merged ruleset with the problems found.

    `packs` are sorted: each comes after the packs it extends. `others` returns packs that are not
    applied; it is called only to explain an unknown id. `tried` selects choices by the ids of their
    options, and overrides the packs' own selections. An operation that cannot be applied is
    reported and omitted.
    """
    precedence = PackOrder.of(packs)
    selection, problems = read_selection(packs, precedence, tried)
    resolutions, invalid = read_resolutions(packs, selection, precedence)
    budget = Budget()
    new_state = partial(
        MergeState,
        budget=budget,
        packs=packs,
        others=cache(others),
        precedence=precedence,
        selection=selection,
    )
    state = new_state(resolutions=resolutions)
    _apply_all(state)
    needless = [
        resolution for resolution in resolutions if not resolution.decides(state.edits)
    ]
    if needless:
        # A resolution omits other packs' edits before it is known whether they contradict the
        # pack it takes. Say `a` adds 1 to a value, `b` adds 2, and `c` resolves for `a`: sums
        # commute, so there was no conflict, and yet `b` was omitted. All packs are applied again
        # without such resolutions.
        needed = [
            replace(resolution, overruled=[], path=None)
            for resolution in resolutions
            if resolution not in needless
        ]
        state = new_state(resolutions=needed)
        _apply_all(state)
    removed, left_out = remove_dependents(state)
    problems += [*invalid, *state.problems, *resolve(state, needless, invalid)]
    merged = MergedRuleset(
        packs=tuple(packs),
        tree=state.ledger.tree,
        provenance=replace(state.ledger.provenance, past=tuple(state.ledger.past)),
        redirects=state.live_redirects,
        removed=removed,
        left_out=left_out,
        budget=budget,
    )
    return merged, problems


def _apply_all(state: MergeState) -> None:
    """Apply the operations of all packs, each pack's in the order of `APPLY`."""
    for pack in state.packs:
        failed = rename(state, pack)
        add_entries(state, pack)
        rename_added(state, pack, failed)
        check_order(state, pack)
        pending = _operations(state, pack)
        late = _beside_moved(pending)
        for word in APPLY:
            same_word = [o for o in pending if o.word == word and o not in late]
            if word == "move":
                same_word += late
            for operation in _in_dependency_order(state, same_word):
                if operation.word == "remove" and removed_already(state, operation):
                    continue
                place = place_of(state, operation)
                if place is None:
                    continue
                try:
                    APPLY[operation.word](state, operation, place)
                except TooMuchWork as error:
                    state.report(TOO_MUCH_WORK, error.place)
                    return
    apply_selected(state)


def _beside_moved(pending: Sequence[Operation]) -> list[Operation]:
    """Return the additions beside keys that move, which go where these move to."""
    places = {operation.place for operation in pending if operation.word == "move"}
    late: list[Operation] = []
    while found := [
        operation
        for operation in pending
        if operation.word == "add"
        and operation not in late
        and _anchor_place(operation) in places
    ]:
        late += found
        places = {operation.place for operation in found}
    return late


def _operations(state: MergeState, pack: Pack) -> list[Operation]:
    """Return the operations of a pack: those of its choices in use, then those of its files.

    Choices come first because the rest of the pack can build on the entries they add.
    """
    pending = [
        replace(operation, option=f"{option}.{choice}")
        for option, choice, body, address in state.selection.chosen(pack)
        for operation in operations_in(pack.id, body, address)
    ]
    for file in state.selection.files(pack):
        pending += operations_in(pack.id, file.data, file.at())
    return pending


def _in_dependency_order(
    state: MergeState, operations: Sequence[Operation]
) -> Iterator[Operation]:
    """Yield operations of one word so that each comes after those it depends on.

    `add x after y` waits for `add y after z`, and a `set` waits for the `set` that creates its
    place. The caller applies each operation before it takes the next. If the remaining operations
    wait for each other, they are yielded as they are, and applying them reports the problem.
    """
    waiting = [(operation, _anchor_place(operation)) for operation in operations]
    while waiting:  # a topological sort, in rounds
        pending_places = {operation.place for operation, _ in waiting}
        ready: list[Operation] = []
        later: list[tuple[Operation, str]] = []
        for operation, anchor in waiting:
            must_wait = anchor in pending_places or (
                operation.word == "set" and not place_exists(state, operation)
            )
            if must_wait:
                later.append((operation, anchor))
            else:
                ready.append(operation)
        yield from ready or (operation for operation, _ in later)
        waiting = later if ready else []


def _anchor_place(operation: Operation) -> str:
    """Return the address of the anchor of an `add` or `move`, or an empty text.

    The anchor is the key next to which the operation places its own: `add: {x: {after: y}}`.
    """
    anchor = anchor_of(operation.value) if operation.word in {"add", "move"} else None
    map_address = operation.place.rpartition(".")[0]
    return f"{map_address}.{anchor.key}" if anchor and anchor.key else ""
