"""`set`, `adjust`, `replace` and `was`: operations on existing values."""

from __future__ import annotations

import re
import typing
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.spellings import NUMERALS
from freed6c.diagnostics.suggest import did_you_mean
from freed6c.diagnostics.ways_out import Replacement, WayOut, Ways
from freed6c.model.type_hints import alternatives
from freed6c.overlay.edits import Act, Edit
from freed6c.overlay.ledger import (
    PIPS_PER_DIE,
    MergeState,
    comparable_text,
    origin,
    same_data,
)
from freed6c.overlay.places import place_at
from freed6c.overlay.targets import removed_by_unordered
from freed6c.packs.data import Data, KeyPath, as_map, as_text, walk
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import entries_at, entry_at
from freed6c.packs.lazy import dataclass, regex, replace
from freed6c.packs.location import Location
from freed6c.packs.pack import written_at
from freed6c.packs.provenance import Origin
from freed6c.runtime.amounts import Formula, number_text
from freed6c.runtime.notation import code_text, read_code, read_signed_dice, signed_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.overlay.places import TargetPlace
    from freed6c.packs.operations import Operation


# The arithmetic of `adjust`. An amount is only added to values of its own sort: a number to numbers
# and ranges of numbers, a die code to die codes, a quantity to quantities and ranges in its unit.
# Examples: NUMBER `-2`, `+1.5`; QUANTITY `5 ft`; SPAN `7`, `6-10`, `-3 to 2`, `26+`; FROM_TO
# `up to 5 ft`, `5 ft to 10 ft`, `10 ft or more`.
NUMBER: Final = regex(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,6})?", re.ASCII)
QUANTITY: Final = regex(rf"({NUMBER.pattern}) ([a-z][a-z0-9-]*)", re.ASCII)
SPAN: Final = regex(r"(-?[0-9]{1,9})(?:(-| to )(-?[0-9]{1,9})|(\+))?", re.ASCII)
FROM_TO: Final = regex(r"(?:up to )?(.+?)(?: to (.+)| or more)?")


@dataclass(frozen=True)
class Adjustment:
    """An amount to add; `by` is in pips for a die code, and in `unit` for a quantity."""

    sort: Literal["number", "code", "quantity"]
    by: Fraction
    unit: str = ""


def read_amount(written: Data, pips_per_die: int) -> Adjustment | None:
    """Read `-2`, `+1D`, `+5 ft`; return None for anything else, such as `3 more`."""
    text = str(written)
    if isinstance(written, bool | list | dict) or MORE_OR_LESS.fullmatch(text):
        return None
    if (dice := read_code(text) or read_signed_dice(text)) is not None:
        return Adjustment("code", Fraction(dice.dice * pips_per_die + dice.pips))
    if NUMBER.fullmatch(text):
        return Adjustment("number", Fraction(text))
    if match := QUANTITY.fullmatch(text):
        return Adjustment("quantity", Fraction(match[1]), match[2])
    return None


def adjusted(value: Data, amount: Adjustment, pips_per_die: int) -> Data | None:
    """Return the sum in the notation of the value; None if value and amount differ in sort.

    Raise ValueError if the sum is less than no dice, or a fraction where a whole number is needed.
    The message is written for the author of the pack.
    """
    if isinstance(value, bool | list | dict):
        return None
    if amount.sort == "number":
        return _adjusted_number(value, amount.by)
    if amount.sort == "code":
        return _adjusted_die_code(str(value), amount.by, pips_per_die)
    return _adjusted_quantities(str(value), amount)


def _adjusted_number(value: str | int, by: Fraction) -> Data | None:
    if isinstance(value, int):
        return (
            _as_integer(value + by) if by.denominator == 1 else number_text(value + by)
        )
    if span := SPAN.fullmatch(value):
        return _adjusted_range(span, by)
    if NUMBER.fullmatch(value) is None:
        return None
    changed = Fraction(value) + by
    plus = "+" if value[0] == "+" and changed >= 0 else ""
    return f"{plus}{number_text(changed)}"


def _adjusted_range(span: re.Match[str], by: Fraction) -> str:
    low = _as_integer(int(span[1]) + by)
    if span[3] is None:
        return f"{low}{span[4] or ''}"
    high = _as_integer(int(span[3]) + by)
    return f"{low}-{high}" if low >= 0 else f"{low} to {high}"


def _adjusted_die_code(text: str, by: Fraction, pips_per_die: int) -> str | None:
    """Add pips to a die code, or to signed dice, whose numbers both get the sign of the sum."""
    code = read_code(text)
    old = code or read_signed_dice(text)
    if old is None:
        return None
    total_pips = _as_integer(old.dice * pips_per_die + old.pips + by)
    if code is not None and total_pips < 0:
        raise ValueError(f"{text} would become less than 0 dice")
    dice, pips = divmod(abs(total_pips), pips_per_die)
    if code is not None:
        return code_text(dice, pips)
    return signed_text(dice, pips) if total_pips >= 0 else f"-{code_text(dice, -pips)}"


def _adjusted_quantities(text: str, amount: Adjustment) -> str | None:
    """Add to a quantity, or to both ends of a range: `5 ft to 10 ft`."""
    match = FROM_TO.fullmatch(text)
    ends = map(QUANTITY.fullmatch, filter(None, match.groups())) if match else [None]
    if any(end is None or end[2] != amount.unit for end in ends):
        return None
    return QUANTITY.sub(
        lambda end: f"{number_text(Fraction(end[1]) + amount.by)} {amount.unit}", text
    )


def _as_integer(number: Fraction) -> int:
    if number.denominator != 1:
        raise ValueError("the value must stay a whole number")
    return int(number)


def set_value(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `set` to a field of the kind, or to a key or entry that exists.

    Report a missing key or entry, which has to be added instead.
    """
    if place.sort in {"key", "entry"} and state.ledger.get(place.path) is None:
        if not removed_by_unordered(state, operation, place.path):
            field, at = operation.field, operation.address
            key = str(place.path[-1])
            above = field.removesuffix(key)
            names = [(name, f"{above}{name}") for name in state.siblings(place.path)]
            near = did_you_mean(key, state.advice.names(names))
            add_advice = f"to add it, write add: {{{field}: …}}"
            word = Location(at.file, at.path[:-1])
            is_only = len(as_map(written_at(state.packs, word))) == 1
            edits = (Replacement("add", word.key()),) if is_only and not near else ()
            at, help_ = at.key(), (WayOut(add_advice, edits), *near)
            state.report(codes.USE_ADD, at, help=help_, target=operation.place)
    elif state.record(operation, place.path, Act.SET, operation.value):
        if isinstance(operation.value, dict):
            _report_lost(state, operation, place.path)
        is_undisputed = not state.edits.contested(place.path)
        _put(state, operation, place.path, report_unchanged=is_undisputed)


def _put(
    state: MergeState, operation: Operation, path: KeyPath, *, report_unchanged: bool
) -> None:
    """Write the value of an operation, or report that it is there already."""
    before = state.ledger.get(path)
    if report_unchanged and same_data(before, operation.value):
        state.report(codes.UNCHANGED, operation.address, target=operation.place)
    else:
        record = origin(operation, before=before, after=operation.value)
        state.ledger.put(path, operation.value, record)


def _lost_entries(
    state: MergeState, operation: Operation, path: KeyPath, at: Location
) -> list[KeyPath]:
    """Return the paths of nested entries that the new value at a path doesn't contain.

    Also mark these entries as removed `at` the location of the new value.
    """
    lost = [
        (id_, place)
        for id_, _, place in entries_at(state.ledger.tree, entry_at(path)[2])
        if len(place) > len(path) and place[: len(path)] == path
        if walk(operation.value, place[len(path) :]) is None
    ]
    for id_, place in lost:
        edit = Edit.of(operation, path, Act.REMOVE, state.ledger.get(place))
        state.removed[id_] = replace(edit, address=at)
    return [place for _, place in lost]


def _report_lost(state: MergeState, operation: Operation, path: KeyPath) -> None:
    """Report the entries that a new map omits, with operations that keep or remove them."""
    lost = _lost_entries(state, operation, path, operation.address)
    if not lost:
        return
    # The names of lost entries by the map that contains them, without entries inside those.
    sections = grouped(
        (".".join((operation.field, *map(str, place[len(path) : -1]))), str(place[-1]))
        for place in lost
        if not any(place[: len(other)] == other for other in lost if other != place)
    )
    removals = (
        f"{section}: [{', '.join(names)}]" for section, names in sections.items()
    )
    value, before = as_map(operation.value), as_map(state.ledger.get(path))
    added = ", ".join(
        f"{operation.field}.{key}: …" for key in value if key not in before
    )
    kept = ", ".join(f"{operation.field}.{key}.…: …" for key in value if key in before)
    operations = [
        f"{word}: {{{lines}}}"
        for word, lines in (("add", added), ("set", kept))
        if lines
    ]
    state.report(
        codes.SET_TAKES_AWAY,
        operation.address.key(),
        help=[f"to keep them, write {', '.join(operations)}"] if operations else [],
        target=operation.place,
        lost=", ".join(name for names in sections.values() for name in names),
        removals=", ".join(removals),
    )


def replace_entry(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `replace`: a new body for an entry, which keeps its position."""
    if state.record(operation, place.path, Act.REPLACE, operation.value):
        _remove_lost_parts(state, operation, place.path)
        _put(state, operation, place.path, report_unchanged=True)


def _remove_lost_parts(state: MergeState, operation: Operation, path: KeyPath) -> None:
    """Mark nested entries as removed if the new body of an entry doesn't contain them."""
    at = Location(operation.address.file, operation.address.path[:2])
    lost = _lost_entries(state, operation, path, at)
    # A body that rewrites a section (`conditions`) removes entries in it on purpose. If the body
    # lacks the whole section, its author probably wanted to change the rest only.
    left_out = [
        place
        for place in lost
        if walk(operation.value, place[len(path) : -2]) is not None
        and walk(operation.value, place[len(path) : -1]) is None
    ]
    if left_out:
        names = ", ".join(str(place[-1]) for place in left_out)
        sections = dict.fromkeys(str(place[-2]) for place in left_out)
        empty = ", ".join(f"{section}: {{}}" for section in sections)
        state.report(
            codes.REPLACED_IN_PART,
            at.key(),
            entry=operation.id,
            lost=names,
            empty=empty,
        )


def adjust_value(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `adjust`: add an amount to a value, or to all values of its sort below a place."""
    amount = read_amount(operation.value, state.pips_per_die)
    at, address = operation.address, operation.place
    if amount is None:
        value = comparable_text(operation.value)
        state.report(codes.NO_AMOUNT, at, help=_amount_fix(value), value=value)
    elif amount.by == 0:
        state.report(codes.UNCHANGED, at, target=address)
    elif state.ledger.get(place.path) is None:
        if not removed_by_unordered(state, operation, place.path):
            state.report(codes.ADJUSTS_ABSENT, at, target=address)
    elif not _adjust_leaves(state, operation, place.path, amount):
        _report_not_adjusted(state, operation, place, amount)


def _report_not_adjusted(
    state: MergeState, operation: Operation, place: TargetPlace, amount: Adjustment
) -> None:
    """Report why an amount can't be added to the value of a place, or to any value below it."""
    before = state.ledger.get(place.path)
    at, address = operation.address, operation.place
    whole = "a list" if isinstance(before, list) else ""
    if any(typing.get_origin(hint) is Formula for hint in alternatives(place.hint)):
        whole = "a formula"
    if whole:
        problem = codes.ADJUSTS_WHOLE.at(at, target=address, value=whole)
    else:
        sorts = {"number": "number", "code": "die code", "quantity": amount.unit}
        problem = codes.CANNOT_ADJUST.at(
            at,
            help=[_adjustable(state, operation, place)],
            target=address,
            sort=sorts[amount.sort],
        )
    if not isinstance(before, dict | list):
        problem = replace(problem, notes=(f"current value: {as_text(before)}",))
    state.problems.append(problem)


def _adjustable(state: MergeState, operation: Operation, place: TargetPlace) -> str:
    """Return how to write an amount for the values at or below a place, or to use `set`."""
    for data in map(state.ledger.get, _leaves(state, operation, place.path)):
        unit = QUANTITY.search(str(data))
        for text in ("+1", "+1D", f"+1 {unit[2]}" if unit else ""):
            amount = read_amount(text, state.pips_per_die)
            with suppress(ValueError):
                if data and amount and adjusted(data, amount, state.pips_per_die):
                    return f"write an amount such as {text}"
    return "use 'set' with the whole value"


def _amount_fix(text: str) -> Ways:
    """Return a fix for an amount in words, `one die more`, or in another notation: `+ 5ft`."""
    # Long dashes, a space after the sign, `2d`, and a missing space before the unit.
    typed = re.sub(r"^([+-])\s+", r"\1", re.sub("[\u2010-\u2015\u2212]", "-", text))
    typed = re.sub(r"(?<=[0-9])d\b", "D", typed)
    typed = re.sub(r"(?<=[0-9])(?=[a-z])", " ", typed)
    if typed != text and read_amount(typed, 1) is not None:
        return (WayOut(f"write {typed}", (Replacement(typed),)),)
    match = MORE_OR_LESS.fullmatch(text.casefold())
    if match is None:
        return ()
    number = match["number"]
    digits = str(NUMERALS.index(number)) if number in NUMERALS else number
    sign = "-" if match["way"] in LESS else "+"
    amount = f"{sign}{digits}{(match['dice'] or '').strip().upper()[:1]}"
    return (WayOut(f"write {amount}", (Replacement(amount),)),)


LESS: Final = ("less", "fewer", "lower", "down")
MORE_OR_LESS: Final = regex(
    rf"(?P<number>{'|'.join(NUMERALS[1:])}|[0-9]+)(?P<dice> ?d(?:ie|ice)?\b)?"
    rf" (?P<way>more|higher|up|{'|'.join(LESS)})"
)


def _adjust_leaves(
    state: MergeState, operation: Operation, path: KeyPath, amount: Adjustment
) -> bool:
    """Adjust all values of the amount's sort at or below a path; return False if there are none.

    Adding dice depends on the pips per die. Therefore it is also logged as reading that number,
    which conflicts with an unordered pack that sets the number.
    """
    pips = state.pips_per_die
    any_adjusted = False
    for place in list(_leaves(state, operation, path)):
        before = state.ledger.get(place)
        assert before is not None
        try:
            after = adjusted(before, amount, pips)
        except ValueError as error:
            at, target = operation.address, operation.place
            state.report(codes.ADJUSTED_TOO_FAR, at, target=target, problem=error)
            return True
        if after is None:
            continue
        any_adjusted = True
        if state.record(operation, place, Act.ADJUST):
            record = origin(operation, before=before, after=after)
            state.ledger.put(place, after, record)
    if any_adjusted and amount.sort == "code":
        state.record(operation, PIPS_PER_DIE, Act.READ)
    return any_adjusted


def _leaves(
    state: MergeState, operation: Operation, path: KeyPath
) -> Iterator[KeyPath]:
    """Yield the paths of values at or below a place, except prose and items of lists.

    Values that an unordered pack added are skipped: the author of the operation didn't know them.
    """
    data = state.ledger.get(path)
    if not isinstance(data, dict):
        if not isinstance(data, list):
            yield path
        return
    for key in data:
        place = place_at(state.ledger.tree, (*path, key))
        records = state.ledger.records.get(place.path, ())
        writers = [origin.pack for origin in records if origin.before is None]
        is_known = not writers or state.precedence.ordered(writers[-1], operation.pack)
        if is_known and place.problem is None and place.hint is not str:
            yield from _leaves(state, operation, place.path)


def compare_was(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `was`: report a value that differs from the one the author expected."""
    present = state.ledger.get(place.path)
    if comparable_text(present) == comparable_text(operation.value):
        return
    location, at = state.ledger.provenance.location(place.path), operation.address
    beside = Location(at.file, (*at.path[:-2], "set", operation.field))
    new_value = written_at(state.packs, beside)
    if new_value is not None and same_data(new_value, operation.value):
        present_text = comparable_text(present)
        edits = () if isinstance(present, dict | list) else (Replacement(present_text),)
        fix = WayOut(f"write {operation.field}: {present_text}", edits)
        state.report(codes.WAS_IS_NEW, at, help=[fix], present=_quote(present))
        return
    if new_value is not None and same_data(present, new_value):
        help_ = "remove this change: the base has the new value already"
    else:
        was_line = f"{{{operation.field}: {comparable_text(present)}}}"
        help_ = f"check whether the change still fits, then write was: {was_line}"
    state.report(
        codes.DRIFT,
        at,
        help=[help_],
        related=[None if location is None else Label(location, "the value now")],
        target=operation.place,
        present=_quote(present),
        expected=_quote(operation.value),
        writer=state.ledger.provenance.writer(place.path),
    )


def _quote(data: Data | None) -> str:
    if data is None:
        return "not set"
    return "something else" if isinstance(data, dict | list) else f"'{as_text(data)}'"


def apply_selected(state: MergeState) -> None:
    """Write each selected choice into its option as `default`."""
    for option, (*_, selected) in state.selection.selected.items():
        path = ("options", option.partition(".")[2], "default")
        before = state.ledger.get(path)
        if before is None or before == selected.choice:
            continue
        record = Origin(
            pack=selected.pack,
            address=selected.address,
            operation="select",
            before=before,
            after=selected.choice,
        )
        state.ledger.put(path, selected.choice, record)
