"""Resolves the target of an operation to a place in the tree, or reports why it cannot."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import did_you_mean_id, did_you_mean_or_list
from freed6c.diagnostics.synonyms import other_words
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.overlay.edits import Act
from freed6c.overlay.ledger import MergeState, comparable_text
from freed6c.overlay.options import ineffective_change
from freed6c.overlay.places import TargetPlace, place_at
from freed6c.packs.data import KeyPath, as_map
from freed6c.packs.ids import (
    entries_of,
    entry_at,
    find_path,
    id_at,
    quoted_id,
    split_address,
)
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.location import Location
from freed6c.packs.operations import Operation, change_line

if TYPE_CHECKING:
    from collections.abc import Iterator


def place_of(state: MergeState, operation: Operation) -> TargetPlace | None:
    """Return the place that an operation writes; None after reporting why it can't.

    `replace` and `remove` write the entry itself, other operations a field in it.
    """
    path = state.ledger.find(_current_id(state, operation))
    if path is None:
        _report_missing_entry(state, operation)
        return None
    author = state.ledger.provenance.author(path)
    if not state.precedence.knows(operation.pack, author):
        _report_not_extended(state, operation, author)
        return None
    field = re.sub(r"\[([0-9]+)\]", r".\1", operation.field)  # `effects[0].by`
    at_field = (*path, *field.split("."))
    problem = ineffective_change(operation, at_field)
    if problem is not None:
        state.problems.append(problem)
        return None
    if operation.word in {"replace", "remove"}:
        return TargetPlace(sort="entry", path=path)
    place = place_at(state.ledger.tree, at_field)
    if place.problem is None:
        return place
    code, facts = place.problem
    names, key = tuple(place.known), operation.address.key()
    name = str(facts.get("name", ""))
    entry = quoted_id(id_at(entry_at(place.path)[2]))
    list_fix = _list_item_fix(state, operation, path)
    if list_fix is not None:
        state.report(code, key, help=[list_fix], entry=entry, **facts)
        return None
    above = operation.field.rpartition(".")[0]
    help_ = tuple(
        WayOut(f"write {word}", (Replacement(f"{above}.{word}".strip("."), key),))
        for word in other_words(name, names)
    )
    if names and not help_:
        help_ = did_you_mean_or_list(name, state.advice.names(names), "available names")
    problem = code.at(key, help=help_, entry=entry, **facts)
    if place.sort == "computed":
        state.problems.append(problem)
    elif not removed_by_unordered(state, operation, place.path):
        line = _line_without_repetition(state, operation)
        if line:
            problem = replace(problem, help=(WayOut(f"write {line}"),))
        state.problems.append(problem)
    return None


def _list_item_fix(
    state: MergeState, operation: Operation, path: KeyPath
) -> WayOut | None:
    """Return a fix for adding to a list as if it were a map.

    `add: {actions.pat: {}}` and `add: {actions.0: pat}` should be `add: {actions: [pat]}`.
    """
    *above, item = operation.field.split(".")
    present = state.ledger.get((*path, *above)) if above else None
    if operation.word != "add" or not isinstance(present, list):
        return None
    name, at = ".".join(above), operation.address
    if item.isdecimal():  # a list position such as `actions.0`
        item = comparable_text(operation.value)
    elif operation.value:
        return None
    edits = (Replacement(name, at.key()), Replacement(f"[{item}]", at))
    return WayOut(f"write {name}: [{item}]", edits)


def _line_without_repetition(state: MergeState, operation: Operation) -> str:
    """Return a corrected line for a field that is repeated in the id, or an empty text.

    `change: {band.x.dim.range: {set: {range: 1-4}}}` becomes `change: {band.x.dim: …}`.
    """
    field = split_address(operation.id)[1]
    repeated = field and field.rpartition(".")[2] == operation.field
    path = find_path(state.ledger.tree, operation.id)
    if not repeated or isinstance(state.ledger.get(path or ()), dict):
        return ""
    return change_line(operation.id, operation.word, operation.value)


def removed_by_unordered(
    state: MergeState, operation: Operation, path: KeyPath, act: Act = Act.SET
) -> bool:
    """Return whether an unordered pack removed the target. If so, record the conflict.

    For `reword`, also return True if the same pack sets the whole text, which contradicts it.
    """
    for edit in state.edits.deciding(path):
        overwritten = act == Act.REWORD and edit.pack == operation.pack
        if overwritten or not state.precedence.ordered(edit.pack, operation.pack):
            state.record(operation, path, act, operation.value)
            return True
    return False


def place_exists(state: MergeState, operation: Operation) -> bool:
    """Return whether the place of an operation exists; also True if its entry is missing."""
    path = state.ledger.find(operation.id)
    if path is None:
        return True
    place = place_at(state.ledger.tree, (*path, *operation.field.split(".")))
    return place.sort != "no"


def _entry_key(operation: Operation) -> Location:
    """Return the location of the entry's id in the operation."""
    path = operation.address.path
    return Location(operation.address.file, path[: path.index(operation.id) + 1]).key()


def _current_id(state: MergeState, operation: Operation) -> str:
    """Return the current id of an entry; report a former id that the pack could have updated."""
    redirect = state.redirect(operation.id)
    if redirect is None or not redirect.renamed:
        return operation.id
    if not state.precedence.knows(redirect.pack, operation.pack):
        old, new, pack = operation.id, redirect.id, redirect.pack
        state.report(codes.OLD_ID, _entry_key(operation), old=old, new=new, pack=pack)
    return redirect.id


def _report_missing_entry(state: MergeState, operation: Operation) -> None:
    """Report why an entry is missing: removed, not extended, waiting for a choice, or unknown."""
    place = _entry_key(operation)
    removal = state.removed.get(operation.id)
    if removal is not None:
        if not state.precedence.ordered(removal.pack, operation.pack):
            state.record(operation, removal.path, Act.SET, operation.value)
            return
        related = [Label(removal.address.key(), "removed here")]
        state.report(
            codes.ENTRY_REMOVED,
            place,
            related=related,
            entry=operation.id,
            pack=removal.pack,
        )
        return
    pack, file = (
        state.definitions().get(operation.id)
        or state.other_definitions().get(operation.id)
        or (None, None)
    )
    is_known = pack is None or state.precedence.knows(operation.pack, pack.id)
    other = "" if is_known or pack is None else pack.id
    other_game = bool(other) and state.exclude_each_other(operation.pack, other)
    if other and not other_game:
        _report_not_extended(state, operation, other)
    elif file is not None and not other_game and "when" in file.data:
        when = as_map(file.data["when"]).items()
        conditions = (f"{key} is {comparable_text(allowed)}" for key, allowed in when)
        state.report(
            codes.ENTRY_WAITS,
            place,
            related=[Label(file.at("when"), "applies only with this")],
            entry=operation.id,
            conditions=" and ".join(conditions),
        )
    else:
        ids = (id_ for id_, _, _ in entries_of(state.ledger.tree))
        what = "removal" if operation.word == "remove" else "change"
        other_game_advice = (
            f"delete this {what}: '{other}' has this entry, but '{operation.pack}' extends"
            " another game"
        )
        state.report(
            codes.UNKNOWN_ENTRY,
            place,
            help=[
                *([other_game_advice] if other_game else ()),
                *_new_entry_advice(operation),
                *did_you_mean_id(operation.id, state.advice.names(ids)),
            ],
            notes=[f"this {what} was ignored"],
            entry=operation.id,
        )


def _new_entry_advice(operation: Operation) -> Iterator[WayOut]:
    """Yield advice on writing a new entry, if an operation changes one that doesn't exist."""
    kind, _, key = operation.id.partition(".")
    entry_kind = BY_NAME.get(kind)
    if entry_kind is not None and operation.word in {"set", "add"} and "." not in key:
        example = f"{entry_kind.key}: {{{key}: {{name: …}}}}"
        if entry_kind.parent is None:
            yield WayOut(f"to add a new entry, write {example}")


def _report_not_extended(state: MergeState, operation: Operation, bringer: str) -> None:
    """Report an entry of a pack that isn't extended, with the complete `extends:` line to write."""
    author = next(pack for pack in state.packs if pack.id == operation.pack)
    base = next(
        (pack for pack in (*state.packs, *state.others()) if pack.id == bringer), None
    )
    version = f">={base.version}" if base and "version" in base.manifest.data else ""
    ranges = ", ".join(
        f'{base}: "{fits}"'
        for base, fits in {**author.ranges, bringer: version}.items()
    )
    state.report(
        codes.NOT_EXTENDED,
        _entry_key(operation),
        entry=operation.id,
        bringer=bringer,
        pack=operation.pack,
        extends=f"extends: {{{ranges}}}",
    )
