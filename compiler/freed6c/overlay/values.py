"""`set`, `adjust`, `replace` and `was`: values of entries that are there."""

from __future__ import annotations

import re
import typing
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.spellings import NUMERALS
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.model.shape import alternatives
from freed6c.overlay.edits import Act, Edit
from freed6c.overlay.ledger import (
    PIPS_PER_DIE,
    MergeState,
    comparable_text,
    origin,
    same_data,
)
from freed6c.overlay.places import place_at
from freed6c.overlay.targets import taken_away
from freed6c.packs.data import Data, KeyPath, as_map, as_text, walk
from freed6c.packs.ids import entries_at, entry_at
from freed6c.packs.location import Location
from freed6c.packs.provenance import Origin
from freed6c.runtime.amounts import Formula
from freed6c.runtime.notation import (
    code_text,
    read_code,
    read_signed_dice,
    signed_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.overlay.places import TargetPlace
    from freed6c.packs.operations import Operation


# The arithmetic of `adjust`. An amount changes values of its own sort alone: a number changes
# numbers and ranges of them, a die code die codes, a quantity quantities and ranges of its unit.
NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,6})?", re.ASCII)
QUANTITY: Final = re.compile(rf"({NUMBER.pattern}) ([a-z][a-z0-9-]*)", re.ASCII)
SPAN: Final = re.compile(r"(-?[0-9]{1,9})(?:(-| to )(-?[0-9]{1,9})|(\+))?", re.ASCII)
FROM_TO: Final = re.compile(r"(?:up to )?(.+?)(?: to (.+)| or more)?")


@dataclass(frozen=True, slots=True)
class Adjustment:
    """How much to add to a number, a die code (in pips), or a quantity of `unit`."""

    sort: Literal["number", "code", "quantity"]
    by: Fraction
    unit: str = ""


def read_amount(written: Data, pips_per_die: int) -> Adjustment | None:
    """Read `-2`, `+1D`, `+5 ft`; None for everything else, as `3 more`, which has no unit."""
    text = str(written)
    if isinstance(written, bool | list | dict) or MORE_OR_LESS.fullmatch(text):
        return None
    if (share := read_code(text) or read_signed_dice(text)) is not None:
        return Adjustment("code", Fraction(share.dice * pips_per_die + share.pips))
    if NUMBER.fullmatch(text):
        return Adjustment("number", Fraction(text))
    if match := QUANTITY.fullmatch(text):
        return Adjustment("quantity", Fraction(match[1]), match[2])
    return None


def adjusted(value: Data, amount: Adjustment, pips_per_die: int) -> Data | None:
    """The sum, in the notation of the value; None where value and amount are of different sorts.

    Raises ValueError where the sum would be less than no dice, or a fraction where whole numbers
    are wanted. The message is written for the author of the pack.
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
        return _as_integer(value + by) if by.denominator == 1 else _decimal(value + by)
    if span := SPAN.fullmatch(value):
        return _adjusted_range(span, by)
    if NUMBER.fullmatch(value) is None:
        return None
    changed = Fraction(value) + by
    plus = "+" if value[0] == "+" and changed >= 0 else ""
    return f"{plus}{_decimal(changed)}"


def _adjusted_range(span: re.Match[str], by: Fraction) -> str:
    low = _as_integer(int(span[1]) + by)
    if span[3] is None:
        return f"{low}{span[4] or ''}"
    high = _as_integer(int(span[3]) + by)
    return f"{low}-{high}" if low >= 0 else f"{low} to {high}"


def _adjusted_die_code(text: str, by: Fraction, pips_per_die: int) -> str | None:
    """A code stays a code; dice with a sign stay so, and both numbers have the sign of the sum."""
    code = read_code(text)
    share = code or read_signed_dice(text)
    if share is None:
        return None
    worth = _as_integer(share.dice * pips_per_die + share.pips + by)
    if code is not None and worth < 0:
        message = f"{text} would become less than no dice"
        raise ValueError(message)
    dice, pips = divmod(abs(worth), pips_per_die)
    if code is not None:
        return code_text(dice, pips)
    return signed_text(dice, pips) if worth >= 0 else f"-{code_text(dice, -pips)}"


def _adjusted_quantities(text: str, amount: Adjustment) -> str | None:
    """A quantity, or both ends of a range: `5 ft to 10 ft`."""
    match = FROM_TO.fullmatch(text)
    ends = map(QUANTITY.fullmatch, filter(None, match.groups())) if match else [None]
    if any(end is None or end[2] != amount.unit for end in ends):
        return None
    return QUANTITY.sub(
        lambda end: f"{_decimal(Fraction(end[1]) + amount.by)} {amount.unit}", text
    )


def _as_integer(number: Fraction) -> int:
    if number.denominator != 1:
        message = "only whole numbers can stand here"
        raise ValueError(message)
    return int(number)


def _decimal(number: Fraction) -> str:
    """A decimal without needless zeros; amounts have at most six decimal places, so sums too."""
    if number.denominator == 1:
        return str(number.numerator)
    digits = f"{float(number):.6f}"
    return digits.rstrip("0")


def set_value(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `set`: any field that the kind declares, present or not; a key only if it exists."""
    before = state.ledger.get(place.path)
    if place.sort in {"key", "entry"} and before is None:
        if not taken_away(state, operation, place.path):
            id_, field, at = operation.id, operation.field, operation.address
            key = str(place.path[-1])
            above = field.removesuffix(key)
            known = [(name, f"{above}{name}") for name in state.siblings(place.path)]
            near = state.advice.did_you_mean(key, known)
            advice = f"to bring something new, write it under add: {{{field}: …}}"
            word = Location(at.file, at.path[:-1])
            alone = len(as_map(state.written(word))) == 1
            edits = (Replacement("add", word.key()),) if alone and not near else ()
            at, help_ = at.key(), (WayOut(advice, edits), *near)
            state.report(codes.USE_ADD.at(at, help=help_, entry=id_, field=field))
    elif state.record(operation, place.path, Act.SET, operation.value):
        if isinstance(operation.value, dict):
            _report_taken_away(state, operation, place.path)
        needless = not state.edits.contested(place.path)
        _put(state, operation, place.path, report_unchanged=needless)


def _put(
    state: MergeState, operation: Operation, path: KeyPath, *, report_unchanged: bool
) -> None:
    """Write the value of an operation, or report that it stands there already."""
    before = state.ledger.get(path)
    if report_unchanged and same_data(before, operation.value):
        state.report(codes.UNCHANGED.at(operation.address, target=operation.place))
    else:
        record = origin(operation, before=before, after=operation.value)
        state.ledger.put(path, operation.value, record)


def _lost_entries(
    state: MergeState, operation: Operation, path: KeyPath, at: Location
) -> list[KeyPath]:
    """Note the entries below a path as removed that are not in what is written there, from `at`."""
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


def _report_taken_away(state: MergeState, operation: Operation, path: KeyPath) -> None:
    """Report the entries that a map leaves out, with how to keep them, and how to mean it."""
    lost = _lost_entries(state, operation, path, operation.address)
    if not lost:
        return
    sections: dict[str, list[str]] = {}
    for place in lost:
        if not any(place[: len(other)] == other for other in lost if other != place):
            *above, name = place[len(path) :]
            section = ".".join((operation.field, *map(str, above)))
            sections.setdefault(section, []).append(str(name))
    removals = (
        f"{section}: [{', '.join(names)}]" for section, names in sections.items()
    )
    value, before = as_map(operation.value), as_map(state.ledger.get(path))
    added = ", ".join(
        f"{operation.field}.{key}: …" for key in value if key not in before
    )
    kept = ", ".join(f"{operation.field}.{key}.…: …" for key in value if key in before)
    words = [
        f"{word}: {{{those}}}"
        for word, those in (("add", added), ("set", kept))
        if those
    ]
    problem = codes.SET_TAKES_AWAY.at(
        operation.address.key(),
        help=[f"to keep them, write {', '.join(words)}"] if words else [],
        target=operation.place,
        lost=", ".join(name for names in sections.values() for name in names),
        removals=", ".join(removals),
    )
    state.report(problem)


def replace_entry(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `replace`: a new body for an entry, which keeps its position."""
    if state.record(operation, place.path, Act.REPLACE, operation.value):
        _lose_parts(state, operation, place.path)
        _put(state, operation, place.path, report_unchanged=True)


def _lose_parts(state: MergeState, operation: Operation, path: KeyPath) -> None:
    """Note the entries inside one that is replaced which are in it no more."""
    at = Location(operation.address.file, operation.address.path[:2])
    lost = _lost_entries(state, operation, path, at)
    # Who writes a section anew means to; who leaves it out thinks of a change.
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
        problem = codes.REPLACED_IN_PART.at(
            at.key(), entry=operation.id, lost=names, empty=empty
        )
        state.report(problem)


def adjust_value(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `adjust`: add to a value, or to every value of the amount's sort below a place."""
    amount = read_amount(operation.value, state.pips_per_die)
    before = state.ledger.get(place.path)
    at, address = operation.address, operation.place
    if amount is None:
        value = comparable_text(operation.value)
        state.report(codes.NO_AMOUNT.at(at, help=_amount_meant(value), value=value))
    elif amount.by == 0:
        state.report(codes.UNCHANGED.at(at, target=address))
    elif before is None:
        if not taken_away(state, operation, place.path):
            state.report(codes.ADJUSTS_ABSENT.at(at, target=address))
    elif _adjust_leaves(state, operation, place.path, amount):
        return
    elif isinstance(before, list):
        state.report(codes.ADJUSTS_WHOLE.at(at, target=address, value="a list"))
    elif any(typing.get_origin(hint) is Formula for hint in alternatives(place.hint)):
        now = f"write it whole under 'set': it is {comparable_text(before)} now"
        state.report(
            codes.ADJUSTS_WHOLE.at(at, help=[now], target=address, value="a formula")
        )
    else:
        sorts = {"number": "number", "code": "die code", "quantity": amount.unit}
        sort = sorts[amount.sort]
        held = [] if isinstance(before, dict) else [f"it is {as_text(before)} now"]
        problem = codes.CANNOT_ADJUST.at(at, help=held, target=address, sort=sort)
        state.report(problem)


def _amount_meant(text: str) -> tuple[WayOut, ...]:
    """An amount that is said in words, `one more`, or typed in another way: `+ 5ft`."""
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
MORE_OR_LESS: Final = re.compile(
    rf"(?P<number>{'|'.join(NUMERALS[1:])}|[0-9]+)(?P<dice> ?d(?:ie|ice)?\b)?"
    rf" (?P<way>more|higher|up|{'|'.join(LESS)})"
)


def _adjust_leaves(
    state: MergeState, operation: Operation, path: KeyPath, amount: Adjustment
) -> bool:
    """Adjust all values of the amount's sort; false where there are none.

    Adding dice depends on how many pips make a die, so it is logged as reading that number: an
    unordered pack that sets it is in conflict.
    """
    pips = state.pips_per_die
    any_adjusted = False
    for place in list(_leaves(state, operation, path)):
        before = state.ledger.get(place)
        assert before is not None
        try:
            after = adjusted(before, amount, pips)
        except ValueError as error:
            problem = codes.ADJUSTED_TOO_FAR.at(operation.address, problem=error)
            state.report(problem)
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
    """The paths of values at or below a place, but for texts meant for people and items of lists.

    Values that an unordered pack added are left out: the author of this one did not know them.
    """
    data = state.ledger.get(path)
    if not isinstance(data, dict):
        if not isinstance(data, list):
            yield path
        return
    for key in data:
        place = place_at(state.ledger.tree, (*path, key))
        records = state.ledger.records.get(place.path, ())
        bringers = [origin.pack for origin in records if origin.before is None]
        known = not bringers or state.precedence.ordered(bringers[-1], operation.pack)
        if known and place.problem is None and place.hint is not str:
            yield from _leaves(state, operation, place.path)


def compare_was(state: MergeState, operation: Operation, place: TargetPlace) -> None:
    """Apply `was`: report a value that is not what the author of the change expected."""
    present = state.ledger.get(place.path)
    if comparable_text(present) == comparable_text(operation.value):
        return
    written = state.ledger.provenance.location(place.path)
    wanted = _value_set_beside(state, operation)
    if wanted is not None and same_data(wanted, operation.value):
        present_text = comparable_text(present)
        edits = () if isinstance(present, dict | list) else (Replacement(present_text),)
        way = WayOut(f"write {operation.field}: {present_text}", edits)
        state.report(
            codes.WAS_IS_NEW.at(operation.address, help=[way], present=_quote(present))
        )
        return
    if wanted is not None and same_data(present, wanted):
        help_ = "this change is no longer needed: leave it out"
    else:
        shown = f"{{{operation.field}: {comparable_text(present)}}}"
        help_ = f"see whether the change still fits, then write was: {shown}"
    problem = codes.DRIFT.at(
        operation.address,
        help=[help_],
        related=[None if written is None else Label(written, "what it is now")],
        target=operation.place,
        present=_quote(present),
        expected=_quote(operation.value),
        writer=state.ledger.provenance.writer(place.path),
    )
    state.report(problem)


def _value_set_beside(state: MergeState, operation: Operation) -> Data | None:
    """The value to which the same `change` sets the place; None where it does not."""
    at = operation.address
    return state.written(Location(at.file, (*at.path[:-2], "set", operation.field)))


def _quote(data: Data | None) -> str:
    if data is None:
        return "not set"
    return "something else" if isinstance(data, dict | list) else f"'{as_text(data)}'"


def apply_selected(state: MergeState) -> None:
    """Write the choice in use into its option, as `default`, with the pack that selected it."""
    for option, (*_, wanted) in state.selection.selected.items():
        path = ("options", option.partition(".")[2], "default")
        before = state.ledger.get(path)
        if before is None or before == wanted.choice:
            continue
        record = Origin(
            pack=wanted.pack,
            address=wanted.address,
            operation="select",
            before=before,
            after=wanted.choice,
        )
        state.ledger.put(path, wanted.choice, record)
