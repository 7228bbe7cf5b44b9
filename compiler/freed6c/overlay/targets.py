"""Resolves the target of an operation: its entry and the place in it; reports why there is none."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.synonyms import other_words
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.overlay.edits import Act
from freed6c.overlay.ledger import MergeState, comparable_text
from freed6c.overlay.options import too_late
from freed6c.overlay.places import TargetPlace, place_at
from freed6c.packs.data import KeyPath, as_map
from freed6c.packs.ids import entries_of, find_path, split_address
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.location import Location
from freed6c.packs.operations import Operation, change_line

if TYPE_CHECKING:
    from collections.abc import Iterator


def place_of(state: MergeState, operation: Operation) -> TargetPlace | None:
    """The place that an operation names; None after reporting why it cannot be written.

    What is replaced or removed is the entry itself.
    """
    path = state.ledger.find(_current_id(state, operation))
    if path is None:
        _report_missing(state, operation)
        return None
    author = state.ledger.provenance.author(path)
    if not state.precedence.knows(operation.pack, author):
        _report_not_extended(state, operation, author)
        return None
    field = re.sub(r"\[([0-9]+)\]", r".\1", operation.field)  # `effects[0].by`
    at_field = (*path, *field.split("."))
    problem = too_late(operation, at_field)
    if problem is not None:
        state.report(problem)
        return None
    if operation.word in {"replace", "remove"}:
        return TargetPlace(sort="entry", path=path)
    place = place_at(state.ledger.tree, at_field)
    if place.problem is None:
        return place
    code, facts = place.problem
    item = _item_meant(state, operation, path)
    if item is not None:
        at = operation.address
        state.report(code.at(at.key(), help=[item], entry=operation.id, **facts))
        return None
    known, key = tuple(place.known), operation.address.key()
    above = operation.field.rpartition(".")[0]
    help_ = tuple(
        WayOut(f"write {word}", (Replacement(f"{above}.{word}".strip("."), key),))
        for word in (other_words(facts["name"], known) if known else ())
    )
    if known and not help_:
        help_ = state.advice.did_you_mean_or_list(facts["name"], known, "places here")
    problem = code.at(operation.address.key(), help=help_, entry=operation.id, **facts)
    if place.sort == "computed":
        state.report(problem)
    elif not taken_away(state, operation, place.path):
        line = _finished_line(state, operation)
        state.report(
            replace(problem, help=(WayOut(f"write {line}"),)) if line else problem
        )
    return None


def _item_meant(
    state: MergeState, operation: Operation, path: KeyPath
) -> WayOut | None:
    """The item that is added to a plain list as if that were a map: `{actions.pat: {}}`."""
    *above, item = operation.field.split(".")
    held = state.ledger.get((*path, *above)) if above else None
    if operation.word != "add" or not isinstance(held, list):
        return None
    name, at = ".".join(above), operation.address
    if item.isdecimal():  # its place was counted
        item = comparable_text(operation.value)
    elif operation.value:
        return None
    edits = (Replacement(name, at.key()), Replacement(f"[{item}]", at))
    return WayOut(f"write {name}: [{item}]", edits)


def _finished_line(state: MergeState, operation: Operation) -> str:
    """For `change: {band.x.dim.range: {set: {range: …}}}`, the line without the repetition."""
    field = split_address(operation.id)[1]
    repeated = field and field.rpartition(".")[2] == operation.field
    path = find_path(state.ledger.tree, operation.id)
    if not repeated or isinstance(state.ledger.get(path or ()), dict):
        return ""
    return change_line(operation.id, operation.word, operation.value)


def taken_away(
    state: MergeState, operation: Operation, path: KeyPath, act: Act = Act.SET
) -> bool:
    """True if an unordered pack took away what an operation needs; the conflict is recorded then.

    A passage can also be missing because the same pack writes the whole text.
    """
    for edit in state.edits.deciding(path):
        own = act == Act.REWORD and edit.pack == operation.pack
        if own or not state.precedence.ordered(edit.pack, operation.pack):
            state.record(operation, path, act, operation.value)
            return True
    return False


def place_exists(state: MergeState, operation: Operation) -> bool:
    """Whether the place of an operation exists; also true where its entry is missing."""
    path = state.ledger.find(operation.id)
    if path is None:
        return True
    place = place_at(state.ledger.tree, (*path, *operation.field.split(".")))
    return place.sort != "no"


def _entry_key(operation: Operation) -> Location:
    """The address of the entry's id, as the operation has it."""
    path = operation.address.path
    depth = path.index(operation.id) + 1
    return Location(operation.address.file, path[:depth]).key()


def _current_id(state: MergeState, operation: Operation) -> str:
    """The id that an entry has now; reports a pack that uses the old one and could know it."""
    redirect = state.redirect(operation.id)
    if redirect is None or not redirect.renamed:
        return operation.id
    if not state.precedence.knows(redirect.pack, operation.pack):
        old, new, pack = operation.id, redirect.id, redirect.pack
        state.report(
            codes.OLD_ID.at(_entry_key(operation), old=old, new=new, pack=pack)
        )
    return redirect.id


def _report_missing(state: MergeState, operation: Operation) -> None:
    """Report why there is no such entry: removed, not extended, waiting, or nowhere at all."""
    place = _entry_key(operation)
    removal = state.removed.get(operation.id)
    if removal is not None:
        if not state.precedence.ordered(removal.pack, operation.pack):
            state.record(operation, removal.path, Act.SET, operation.value)
            return
        related = [Label(removal.address.key(), "removed here")]
        state.report(
            codes.ENTRY_REMOVED.at(
                place, related=related, entry=operation.id, pack=removal.pack
            )
        )
        return
    pack, file = (
        state.definitions().get(operation.id)
        or state.other_definitions().get(operation.id)
        or (None, None)
    )
    known = pack is None or state.precedence.knows(operation.pack, pack.id)
    foreign = "" if known or pack is None else pack.id
    another = bool(foreign) and state.exclude_each_other(operation.pack, foreign)
    if foreign and not another:
        _report_not_extended(state, operation, foreign)
    elif file is not None and not another and "when" in file.data:
        when = as_map(file.data["when"]).items()
        conditions = (f"{key}: {comparable_text(wanted)}" for key, wanted in when)
        problem = codes.ENTRY_WAITS.at(
            place,
            related=[Label(Location(file.path, ("when",)), "waits here")],
            entry=operation.id,
            conditions=" and ".join(conditions),
        )
        state.report(problem)
    else:
        ids = (id_ for id_, _, _ in entries_of(state.ledger.tree))
        elsewhere = f"'{foreign}', another game, has it: leave this out"
        problem = codes.UNKNOWN_ENTRY.at(
            place,
            help=[
                *([elsewhere] if another else ()),
                *_written_anew(operation),
                *state.advice.did_you_mean_id(operation.id, ids),
            ],
            notes=["nothing below this was applied"],
            entry=operation.id,
        )
        state.report(problem)


def _written_anew(operation: Operation) -> Iterator[WayOut]:
    """Where an entry stands that is new, and is changed as if it were there."""
    kind, _, key = operation.id.partition(".")
    known = BY_NAME.get(kind)
    if known is not None and operation.word in {"set", "add"} and "." not in key:
        inside = f"{known.key}: {{{key}: {{name: …}}}}"
        if known.parent is None:
            yield WayOut(f"what is new is not changed; it is written: {inside}")


def _report_not_extended(state: MergeState, operation: Operation, bringer: str) -> None:
    """Report it with the line `extends:` that has one pack more, and versions that fit it."""
    author = next(pack for pack in state.packs if pack.id == operation.pack)
    base = next(
        (pack for pack in (*state.packs, *state.others()) if pack.id == bringer), None
    )
    version = f">={base.version}" if base and "version" in base.manifest.data else ""
    ranges = ", ".join(
        f'{base}: "{fits}"'
        for base, fits in {**author.ranges, bringer: version}.items()
    )
    problem = codes.NOT_EXTENDED.at(
        _entry_key(operation),
        entry=operation.id,
        bringer=bringer,
        pack=operation.pack,
        extends=f"extends: {{{ranges}}}",
    )
    state.report(problem)
