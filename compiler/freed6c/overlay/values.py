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
from freed6c.overlay.applying import PIPS_PER_DIE, Applying
from freed6c.overlay.ledger import as_text_of, origin, same
from freed6c.overlay.places import Place, place_at
from freed6c.overlay.targets import place_of, taken_away, target_of
from freed6c.packs.data import Data, KeyPath, as_text
from freed6c.packs.suggest import did_you_mean
from freed6c.runtime.amounts import Formula

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.operations import Operation


# `adjust`: so much more or less of what is written, whatever it is written as.
#
# An amount has a sort, and changes values of that sort alone: numbers and ranges of
# them by a number, die codes by a code, quantities and ranges of them by a quantity.


NUMBER: Final = re.compile(r"([+-]?)([0-9]{1,9}(?:\.[0-9]{1,6})?)", re.ASCII)
CODE: Final = re.compile(r"([+-]?)([0-9]{1,6})D(?:\+([0-9]{1,6}))?", re.ASCII)
QUANTITY: Final = re.compile(
    r"([+-]?)([0-9]{1,9}(?:\.[0-9]{1,6})?) ([a-z][a-z0-9-]*)", re.ASCII
)
SPAN: Final = re.compile(r"(-?[0-9]{1,9})(?:(-| to )(-?[0-9]{1,9})|(\+))?", re.ASCII)
FROM_TO: Final = re.compile(r"(up to )?(.+?)(?:( to )(.+)|( or more))?")


@dataclass(frozen=True, slots=True)
class Amount:
    """How much more: of a number, a die code (in pips) or a quantity of a unit."""

    sort: Literal["number", "code", "quantity"]
    by: Fraction
    unit: str = ""


def read_amount(written: Data, pips_per_die: int) -> Amount | None:
    """Read `-2`, `+1D`, `+5 ft`; None for everything else."""
    text = str(written)
    if isinstance(written, bool | list | dict):
        return None
    if match := CODE.fullmatch(text):
        pips = int(match[2]) * pips_per_die + int(match[3] or 0)
        return Amount("code", _signed(match[1], Fraction(pips)))
    if match := NUMBER.fullmatch(text):
        return Amount("number", _signed(match[1], Fraction(match[2])))
    if match := QUANTITY.fullmatch(text):
        return Amount("quantity", _signed(match[1], Fraction(match[2])), match[3])
    return None


def _signed(sign: str, amount: Fraction) -> Fraction:
    return -amount if sign == "-" else amount


def adjusted(value: Data, amount: Amount, pips_per_die: int) -> Data | None:
    """The value with so much more, written as it was; None where it is of another sort.

    Raises ValueError where there would be less than no dice, or half of a whole number.
    """
    if isinstance(value, bool | list | dict):
        return None
    if amount.sort == "number":
        return _number(value, amount.by)
    if amount.sort == "code":
        return _code(str(value), amount.by, pips_per_die)
    return _quantity(str(value), amount)


def _number(value: str | int, by: Fraction) -> Data | None:
    if isinstance(value, int):
        return _whole(value + by) if by.denominator == 1 else _decimal(value + by)
    if SPAN.fullmatch(value):
        return _span(value, by)
    match = NUMBER.fullmatch(value)
    if match is None:
        return None
    changed = _signed(match[1], Fraction(match[2])) + by
    plus = "+" if match[1] == "+" and changed >= 0 else ""
    return f"{plus}{_decimal(changed)}"


def _span(text: str, by: Fraction) -> str:
    match = SPAN.fullmatch(text)
    assert match is not None
    low = _whole(int(match[1]) + by)
    if match[4]:
        return f"{low}+"
    if match[3] is None:
        return str(low)
    high = _whole(int(match[3]) + by)
    return f"{low}-{high}" if low >= 0 else f"{low} to {high}"


def _code(text: str, by: Fraction, pips_per_die: int) -> str | None:
    match = CODE.fullmatch(text)
    if match is None:
        return None
    worth = _signed(match[1], Fraction(int(match[2]) * pips_per_die))
    worth += _signed(match[1], Fraction(match[3] or 0)) + by
    if worth < 0 and not match[1]:
        message = f"{text} would become less than no dice"
        raise ValueError(message)
    dice, pips = divmod(_whole(abs(worth)), pips_per_die)
    sign = "-" if worth < 0 else match[1].replace("-", "+")
    return f"{sign}{dice}D" + (f"+{pips}" if pips else "")


def _quantity(text: str, amount: Amount) -> str | None:
    """One quantity, or both ends of a stretch: `5 ft to 10 ft`."""
    match = FROM_TO.fullmatch(text)
    if match is None:
        return None
    ends = [_measured(end, amount) for end in (match[2], match[4]) if end]
    if None in ends:
        return None
    low, *high = ends
    upper = f"{match[3]}{high[0]}" if high else match[5] or ""
    return f"{match[1] or ''}{low}{upper}"


def _measured(text: str, amount: Amount) -> str | None:
    match = QUANTITY.fullmatch(text)
    if match is None or match[3] != amount.unit:
        return None
    return f"{_decimal(_signed(match[1], Fraction(match[2])) + amount.by)} {match[3]}"


def _whole(number: Fraction) -> int:
    if number.denominator != 1:
        message = "only whole numbers can stand here"
        raise ValueError(message)
    return int(number)


def _decimal(number: Fraction) -> str:
    """`3.5`; what was read had a few digits behind the point, and sums have no more."""
    if number.denominator == 1:
        return str(number.numerator)
    digits = f"{float(number):.6f}"
    return digits.rstrip("0")


def set_value(applying: Applying, operation: Operation) -> None:
    """Any field that the kind declares, present or not; a key only if it is there."""
    place = place_of(applying, operation)
    if place is None:
        return
    before = applying.ledger.get(place.path)
    if place.sort in {"key", "entry"} and before is None:
        if taken_away(applying, operation, place.path):
            return
        applying.report(
            overlays.USE_ADD,
            f"{operation.id} has no '{operation.field}' yet",
            Label(operation.address.key(), "nothing to set"),
            (
                f"to bring something new, write it under add: {{{operation.field}: …}}",
                *_near(applying, place.path),
            ),
        )
        return
    if not applying.claim(operation, place.path, "set", operation.value):
        return
    if same(before, operation.value) and not applying.contested(place.path):
        _changes_nothing(applying, operation)
        return
    record = origin(operation, before=before, after=operation.value)
    applying.ledger.put(place.path, operation.value, record)


def _near(applying: Applying, path: KeyPath) -> tuple[str, ...]:
    beside = applying.ledger.get(path[:-1])
    return did_you_mean(str(path[-1]), beside if isinstance(beside, dict) else ())


def _changes_nothing(applying: Applying, operation: Operation) -> None:
    applying.report(
        overlays.NO_CHANGE,
        f"'{operation.place}' is this already",
        Label(operation.address, "changes nothing"),
        ("remove the line",),
    )


def unset_value(applying: Applying, operation: Operation) -> None:
    """An optional field goes back to what it is when nothing is written."""
    place = place_of(applying, operation)
    if place is None or not applying.claim(operation, place.path, "unset", None):
        return
    before = applying.ledger.get(place.path)
    if before is None:
        applying.report(
            overlays.NO_CHANGE,
            f"'{operation.place}' is not set",
            Label(operation.address, "changes nothing"),
            ("remove the line",),
        )
        return
    applying.ledger.drop(place.path, origin(operation, before=before))


def replace_entry(applying: Applying, operation: Operation) -> None:
    """All fields of an entry anew, in its old place."""
    path = target_of(applying, operation)
    if path is None or not applying.claim(operation, path, "replace", operation.value):
        return
    before = applying.ledger.get(path)
    if same(before, operation.value):
        _changes_nothing(applying, operation)
        return
    record = origin(operation, before=before, after=operation.value)
    applying.ledger.put(path, operation.value, record)


def adjust_value(applying: Applying, operation: Operation) -> None:
    """So much more of a value, or of every value in a collection that is of that sort."""
    place = place_of(applying, operation)
    if place is None:
        return
    amount = read_amount(operation.value, applying.pips_per_die)
    before = applying.ledger.get(place.path)
    if amount is None:
        message = f"'{as_text_of(operation.value)}' is no amount"
        _cannot(applying, operation, message, (AMOUNTS,))
    elif amount.by == 0:
        _changes_nothing(applying, operation)
    elif before is None and taken_away(applying, operation, place.path):
        return
    elif before is None:
        message = f"'{operation.place}' is not there, so it cannot be more or less"
        _cannot(applying, operation, message, (WHOLE,))
    elif not _adjust(applying, operation, place.path, amount):
        message, help_ = _nothing_of_it(operation, place, before, amount)
        _cannot(applying, operation, message, (help_,))


AMOUNTS = "write for example +1, -2, +1D, -1D+2 or +5 ft"
WHOLE = "write 'set', with the whole value"


def _nothing_of_it(
    operation: Operation, place: Place, before: Data, amount: Amount
) -> tuple[str, str]:
    """Why there is nothing that could be so much more, and what to do."""
    if isinstance(before, list):
        return f"'{operation.place}' is a list, and a list is one value", WHOLE
    if any(typing.get_origin(one) is Formula for one in alternatives(place.hint)):
        return f"'{operation.place}' is a formula, and a formula is one value", WHOLE
    what = {"number": "number", "code": "die code", "quantity": amount.unit}
    return f"there is no {what[amount.sort]} in '{operation.place}'", AMOUNTS


def _adjust(
    applying: Applying, operation: Operation, path: KeyPath, amount: Amount
) -> bool:
    """Adjust all that is of the sort; whether there was something, or that was told."""
    pips = applying.pips_per_die
    found = 0
    for place in list(_leaves(applying, operation, path)):
        before = applying.ledger.get(place)
        assert before is not None
        try:
            after = adjusted(before, amount, pips)
        except ValueError as error:
            _cannot(applying, operation, str(error), ())
            return True
        if after is None:
            continue
        found += 1
        if applying.claim(operation, place, "adjust", None):
            record = origin(operation, before=before, after=after)
            applying.ledger.put(place, after, record)
    if found and amount.sort == "code":
        applying.claim(operation, PIPS_PER_DIE, "read", None)
    return found > 0


def _leaves(
    applying: Applying, operation: Operation, path: KeyPath
) -> Iterator[KeyPath]:
    """The values at a place or in it that are more than words for people; not those in lists.

    What packs without an order bring is not meant: neither knows of the other.
    """
    data = applying.ledger.get(path)
    if not isinstance(data, dict):
        if not isinstance(data, list):
            yield path
        return
    for key in data:
        place = place_at(applying.ledger.tree, (*path, key))
        writable = place.sort in {"field", "key", "entry"} and place.hint is not str
        if writable and _meant(applying, operation, place.path):
            yield from _leaves(applying, operation, place.path)


def _meant(applying: Applying, operation: Operation, path: KeyPath) -> bool:
    """Whether a value in a collection was there for a pack to adjust."""
    records = applying.ledger.records.get(path, ())
    brought = (one for one in reversed(records) if one.before is None)
    bringer = next((one.pack for one in brought), operation.pack)
    return applying.precedence.ordered(bringer, operation.pack)


def _cannot(
    applying: Applying, operation: Operation, message: str, help_: tuple[str, ...]
) -> None:
    applying.report(overlays.CANNOT_ADJUST, message, Label(operation.address), help_)


def compare_was(applying: Applying, operation: Operation) -> None:
    """What a pack expects to find; told where a base has moved underneath."""
    place = place_of(applying, operation)
    if place is None:
        return
    found = applying.ledger.get(place.path)
    if as_text_of(found) == as_text_of(operation.value):
        return
    writer = applying.ledger.origins.writer(place.path)
    written = applying.ledger.origins.address(place.path)
    wanted = _wanted(applying, operation)
    needless = wanted is not None and same(found, wanted)
    applying.report(
        overlays.DRIFT,
        f"'{operation.place}' is {_told(found)} now, not {_told(operation.value)}: "
        f"'{writer}' has changed it",
        Label(operation.address, "was this when the change was written"),
        (
            "this change is no longer needed: leave it out"
            if needless
            else f"see whether the change still fits, then write was: {as_text_of(found)}",
        ),
        related=() if written is None else (Label(written, "what it is now"),),
    )


def _wanted(applying: Applying, operation: Operation) -> Data | None:
    """What the same pack sets this place to, if it does."""
    change = operation.address.path[:-2]
    file = next(
        (
            file
            for pack in applying.packs
            for file in pack.files
            if file.path == operation.address.file
        ),
        None,
    )
    data: Data | None = None if file is None else file.data
    for step in (*change, "set", operation.field):
        data = data.get(str(step)) if isinstance(data, dict) else None
    return data


def _told(data: Data | None) -> str:
    if data is None:
        return "not set"
    return "something else" if isinstance(data, dict | list) else f"'{as_text(data)}'"
