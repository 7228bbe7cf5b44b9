"""`set`, `unset`, `adjust`, `replace` and `was`: values of entries that are there."""

from __future__ import annotations

import re
import typing
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Label
from freed6c.model.shape import alternatives
from freed6c.overlay.ledger import comparable_text, origin, same_data
from freed6c.overlay.places import Place, place_at
from freed6c.overlay.state import PIPS_PER_DIE, MergeState
from freed6c.overlay.targets import place_of, taken_away, target_of
from freed6c.packs.data import Data, KeyPath, as_map, as_text
from freed6c.packs.suggest import did_you_mean
from freed6c.runtime.amounts import Formula
from freed6c.runtime.notation import (
    code_text,
    read_code,
    read_signed_dice,
    signed_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.operations import Operation


# The arithmetic of `adjust`. An amount changes values of its own sort alone: a number changes
# numbers and ranges of them, a die code die codes, a quantity quantities and ranges of its unit.
NUMBER: Final = re.compile(r"([+-]?)([0-9]{1,9}(?:\.[0-9]{1,6})?)", re.ASCII)
QUANTITY: Final = re.compile(
    r"([+-]?)([0-9]{1,9}(?:\.[0-9]{1,6})?) ([a-z][a-z0-9-]*)", re.ASCII
)
SPAN: Final = re.compile(r"(-?[0-9]{1,9})(?:(-| to )(-?[0-9]{1,9})|(\+))?", re.ASCII)
FROM_TO: Final = re.compile(r"(up to )?(.+?)(?:( to )(.+)|( or more))?")


@dataclass(frozen=True, slots=True)
class Amount:
    """How much to add to a number, a die code (in pips), or a quantity of `unit`."""

    sort: Literal["number", "code", "quantity"]
    by: Fraction
    unit: str = ""


def read_amount(written: Data, pips_per_die: int) -> Amount | None:
    """Read `-2`, `+1D`, `+5 ft`; None for everything else."""
    text = str(written)
    if isinstance(written, bool | list | dict):
        return None
    if (share := read_code(text) or read_signed_dice(text)) is not None:
        return Amount("code", Fraction(share.dice * pips_per_die + share.pips))
    if match := NUMBER.fullmatch(text):
        return Amount("number", _with_sign(match[1], Fraction(match[2])))
    if match := QUANTITY.fullmatch(text):
        return Amount("quantity", _with_sign(match[1], Fraction(match[2])), match[3])
    return None


def _with_sign(sign: str, amount: Fraction) -> Fraction:
    return -amount if sign == "-" else amount


def adjusted(value: Data, amount: Amount, pips_per_die: int) -> Data | None:
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
    if SPAN.fullmatch(value):
        return _adjusted_range(value, by)
    match = NUMBER.fullmatch(value)
    if match is None:
        return None
    changed = _with_sign(match[1], Fraction(match[2])) + by
    plus = "+" if match[1] == "+" and changed >= 0 else ""
    return f"{plus}{_decimal(changed)}"


def _adjusted_range(text: str, by: Fraction) -> str:
    match = SPAN.fullmatch(text)
    assert match is not None
    low = _as_integer(int(match[1]) + by)
    if match[4]:
        return f"{low}+"
    if match[3] is None:
        return str(low)
    high = _as_integer(int(match[3]) + by)
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


def _adjusted_quantities(text: str, amount: Amount) -> str | None:
    """A quantity, or both ends of a range: `5 ft to 10 ft`."""
    match = FROM_TO.fullmatch(text)
    if match is None:
        return None
    ends = [_adjusted_quantity(end, amount) for end in (match[2], match[4]) if end]
    if None in ends:
        return None
    low, *high = ends
    upper = f"{match[3]}{high[0]}" if high else match[5] or ""
    return f"{match[1] or ''}{low}{upper}"


def _adjusted_quantity(text: str, amount: Amount) -> str | None:
    match = QUANTITY.fullmatch(text)
    if match is None or match[3] != amount.unit:
        return None
    return (
        f"{_decimal(_with_sign(match[1], Fraction(match[2])) + amount.by)} {match[3]}"
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


def set_value(state: MergeState, operation: Operation) -> None:
    """Apply `set`: any field that the kind declares, present or not; a key only if it exists."""
    place = place_of(state, operation)
    if place is None:
        return
    before = state.ledger.get(place.path)
    if place.sort in {"key", "entry"} and before is None:
        if taken_away(state, operation, place.path):
            return
        state.report(
            overlays.USE_ADD,
            f"{operation.id} has no '{operation.field}' yet",
            Label(operation.address.key(), "nothing to set"),
            (
                f"to bring something new, write it under add: {{{operation.field}: …}}",
                *did_you_mean(str(place.path[-1]), state.siblings(place.path)),
            ),
        )
        return
    if not state.record(operation, place.path, "set", operation.value):
        return
    if same_data(before, operation.value) and not state.contested(place.path):
        _report_unchanged(state, operation)
        return
    record = origin(operation, before=before, after=operation.value)
    state.ledger.put(place.path, operation.value, record)


def _report_unchanged(state: MergeState, operation: Operation) -> None:
    state.report(
        overlays.NO_CHANGE,
        f"'{operation.place}' is this already",
        Label(operation.address, "changes nothing"),
        ("remove the line",),
    )


def unset_value(state: MergeState, operation: Operation) -> None:
    """Apply `unset`: remove an optional field, so that its default holds again."""
    place = place_of(state, operation)
    if place is None or not state.record(operation, place.path, "unset", None):
        return
    before = state.ledger.get(place.path)
    if before is None:
        state.report(
            overlays.NO_CHANGE,
            f"'{operation.place}' is not set",
            Label(operation.address, "changes nothing"),
            ("remove the line",),
        )
        return
    state.ledger.drop(place.path, origin(operation, before=before))


def replace_entry(state: MergeState, operation: Operation) -> None:
    """Apply `replace`: a new body for an entry, which keeps its position."""
    path = target_of(state, operation)
    if path is None or not state.record(operation, path, "replace", operation.value):
        return
    before = state.ledger.get(path)
    if same_data(before, operation.value):
        _report_unchanged(state, operation)
        return
    record = origin(operation, before=before, after=operation.value)
    state.ledger.put(path, operation.value, record)


def adjust_value(state: MergeState, operation: Operation) -> None:
    """Apply `adjust`: add to a value, or to every value of the amount's sort below a place."""
    place = place_of(state, operation)
    if place is None:
        return
    amount = read_amount(operation.value, state.pips_per_die)
    before = state.ledger.get(place.path)
    if amount is None:
        message = f"'{comparable_text(operation.value)}' is no amount"
        _report_cannot_adjust(state, operation, message, (AMOUNT_EXAMPLES,))
    elif amount.by == 0:
        _report_unchanged(state, operation)
    elif before is None and taken_away(state, operation, place.path):
        return
    elif before is None:
        message = f"'{operation.place}' is not there, so it cannot be more or less"
        _report_cannot_adjust(state, operation, message, (USE_SET,))
    elif not _adjust_leaves(state, operation, place.path, amount):
        message, help_ = _why_not_adjustable(operation, place, before, amount)
        _report_cannot_adjust(state, operation, message, (help_,))


AMOUNT_EXAMPLES = "write for example +1, -2, +1D, -1D+2 or +5 ft"
USE_SET = "write 'set', with the whole value"


def _why_not_adjustable(
    operation: Operation, place: Place, before: Data, amount: Amount
) -> tuple[str, str]:
    """Why no value at a place can be adjusted, and what to write instead."""
    if isinstance(before, list):
        return f"'{operation.place}' is a list, and a list is one value", USE_SET
    if any(
        typing.get_origin(alternative) is Formula
        for alternative in alternatives(place.hint)
    ):
        return f"'{operation.place}' is a formula, and a formula is one value", USE_SET
    amount_names = {"number": "number", "code": "die code", "quantity": amount.unit}
    return (
        f"there is no {amount_names[amount.sort]} in '{operation.place}'",
        AMOUNT_EXAMPLES,
    )


def _adjust_leaves(
    state: MergeState, operation: Operation, path: KeyPath, amount: Amount
) -> bool:
    """Adjust all values of the amount's sort; false where there are none.

    Adding dice depends on how many pips make a die, so it is logged as reading that number: an
    unordered pack that sets it is in conflict.
    """
    pips = state.pips_per_die
    adjusted_count = 0
    for place in list(_leaves(state, operation, path)):
        before = state.ledger.get(place)
        assert before is not None
        try:
            after = adjusted(before, amount, pips)
        except ValueError as error:
            _report_cannot_adjust(state, operation, str(error), ())
            return True
        if after is None:
            continue
        adjusted_count += 1
        if state.record(operation, place, "adjust", None):
            record = origin(operation, before=before, after=after)
            state.ledger.put(place, after, record)
    if adjusted_count and amount.sort == "code":
        state.record(operation, PIPS_PER_DIE, "read", None)
    return adjusted_count > 0


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
        writable = place.sort in {"field", "key", "entry"} and place.hint is not str
        if writable and _known_to(state, operation, place.path):
            yield from _leaves(state, operation, place.path)


def _known_to(state: MergeState, operation: Operation, path: KeyPath) -> bool:
    """Whether the pack that added a value is ordered with that of the operation."""
    records = state.ledger.records.get(path, ())
    brought = (origin for origin in reversed(records) if origin.before is None)
    bringer = next((origin.pack for origin in brought), operation.pack)
    return state.precedence.ordered(bringer, operation.pack)


def _report_cannot_adjust(
    state: MergeState, operation: Operation, message: str, help_: tuple[str, ...]
) -> None:
    state.report(overlays.CANNOT_ADJUST, message, Label(operation.address), help_)


def compare_was(state: MergeState, operation: Operation) -> None:
    """Apply `was`: report a value that is not what the author of the change expected."""
    place = place_of(state, operation)
    if place is None:
        return
    present = state.ledger.get(place.path)
    if comparable_text(present) == comparable_text(operation.value):
        return
    writer = state.ledger.origins.writer(place.path)
    written = state.ledger.origins.address(place.path)
    wanted = _value_set_beside(state, operation)
    needless = wanted is not None and same_data(present, wanted)
    state.report(
        overlays.DRIFT,
        f"'{operation.place}' is {_quote(present)} now, not {_quote(operation.value)}: "
        f"'{writer}' has changed it",
        Label(operation.address, "was this when the change was written"),
        (
            "this change is no longer needed: leave it out"
            if needless
            else f"see whether the change still fits, then write was: {comparable_text(present)}",
        ),
        related=() if written is None else (Label(written, "what it is now"),),
    )


def _value_set_beside(state: MergeState, operation: Operation) -> Data | None:
    """The value to which the same `change` sets the place; None where it does not."""
    change = operation.address.path[:-2]
    file = next(
        (
            file
            for pack in state.packs
            for file in pack.files
            if file.path == operation.address.file
        ),
        None,
    )
    data: Data | None = None if file is None else file.data
    for step in (*change, "set", operation.field):
        data = as_map(data).get(str(step))
    return data


def _quote(data: Data | None) -> str:
    if data is None:
        return "not set"
    return "something else" if isinstance(data, dict | list) else f"'{as_text(data)}'"
