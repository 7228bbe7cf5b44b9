"""Facts of a situation, as people write them: `5 ft`, `yes`, the name of an entry.

What asks for a fact says of which type it is, and by that it is read. So are the values of a sheet.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from ..amounts import DieCode, Quantity
from ..entries.actions import Action, Pick, Rule
from ..entries.tables import Band, Table
from ..entries.world import Unit
from ..finding import NotFound, folded
from ..record import Entry, Ref
from ..situation import RuleRef
from .questions import CHOICES
from .state import Fact, Names, Refused, every, find_called, lookup

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from ..situation import Rules


WHOLE: Final = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
NUMBER: Final = re.compile(
    r"[+-]?[0-9]{1,18}(\.[0-9]{1,18}|/[1-9][0-9]{0,17})?", re.ASCII
)
MEASURED: Final = re.compile(rf"({NUMBER.pattern})\s*(\D.*)", re.ASCII)
YES: Final = frozenset({"yes", "y", "true"})
NO: Final = frozenset({"no", "n", "false"})


def read_facts(
    rules: Rules, entry: Entry | None, given: Names, known: Container[str] = ()
) -> dict[str, Fact]:
    """Facts by the types of the questions that an entry or a standing rule asks.

    Those that are None are not given. Names in `known` may be given whatever asks for them. Raises
    Refused, with a reason for each fact that cannot be read, and each that nothing asks for.
    """
    facts: dict[str, Fact] = {}
    reasons: list[str] = []
    for name, value in given.items():
        if value is None:
            continue
        try:
            facts[name] = _read_fact(rules, entry, name, value, known)
        except ValueError as problem:
            reasons.append(f"{name} cannot be {_id(value) or value}: {problem}")
        except LookupError as problem:
            reasons.append(str(problem))
    if reasons:
        raise Refused(*reasons)
    return facts


def _read_fact(
    rules: Rules, entry: Entry | None, name: str, value: Fact, known: Container[str]
) -> Fact:
    """One fact. Raises ValueError where it cannot be read, LookupError where nobody asks for it."""
    asking: tuple[Entry | None, ...] = (entry,)
    if isinstance(entry, Pick):  # what is bought may roll as any action does
        asking = every(rules, "action", Action)
    for asked in asking:
        if isinstance(asked, Action | Rule) and name in asked.asks:
            return read_value(rules, asked.asks[name].type, value)
        if isinstance(asked, Action) and name in asked.choose:
            return _read_choice(rules, asked.choose[name], value)
    if name in CHOICES:
        return _read_special(rules, CHOICES[name].kinds, value)
    for rule in every(rules, "rule", Rule):
        if name in rule.asks:
            return read_value(rules, rule.asks[name].type, value)
    if name in known:
        return value
    raise LookupError(_not_asked(rules, entry, name))


def _not_asked(rules: Rules, entry: Entry | None, name: str) -> str:
    """Why a fact is refused that nothing asks for."""
    from difflib import get_close_matches

    own = tuple(_questions(entry))
    of_rules = (key for rule in every(rules, "rule", Rule) for key in rule.asks)
    near = get_close_matches(name, (*own, *of_rules, *CHOICES), 1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    asking = "no rule asks" if entry is None else f"{entry.name} does not ask"
    asked = f": it asks for {', '.join(own)}" if own else ""
    return f"{asking} for {name}{meant}{asked}"


def _questions(entry: Entry | None) -> Iterator[str]:
    if isinstance(entry, Action):
        yield from entry.choose
    if isinstance(entry, Action | Rule):
        yield from entry.asks


def _read_choice(rules: Rules, word: str, value: Fact) -> Fact:
    """A row of a table, whose id is the word, or an entry of the kind that it names."""
    table = lookup(rules, word)
    if not isinstance(table, Table):
        return read_value(rules, word, value)
    if isinstance(value, str):
        value = _called(rules, value, f"row of {table.name}", f"row.{table.key}.")
    if _id(value).startswith(f"row.{table.key}."):
        return value
    keys = ", ".join(row.key for row in table.rows)
    raise ValueError(f"it is a row of {table.name} ({keys})")


def _read_special(rules: Rules, kinds: tuple[type[Entry], ...], value: Fact) -> Fact:
    """What is given for a name with a meaning of its own."""
    if not isinstance(value, str):
        return value
    if (not kinds or Band in kinds) and WHOLE.fullmatch(value.strip()):
        return int(value)
    if not kinds:
        raise ValueError("write a number")
    try:
        return find_called(rules, value, *kinds)
    except NotFound as problem:
        raise ValueError(str(problem)) from None


def read_value(rules: Rules, type: str, value: Fact) -> Fact:
    """A value of a type, which may be written as text; a number may be one of its only unit.

    Raises ValueError, with how to write it, where it is no such value.
    """
    written = value.strip() if isinstance(value, str) else None
    match type:
        case "boolean":
            if isinstance(value, bool):
                return value
            if folded(written or "") in YES | NO:
                return folded(written or "") in YES
            raise ValueError("write yes or no")
        case "integer":
            if written is not None and WHOLE.fullmatch(written):
                return int(written)
            if isinstance(value, int) and not isinstance(value, bool):
                return value
            raise ValueError("write a whole number")
        case "fraction":
            if written is not None and NUMBER.fullmatch(written):
                return _number(written)
            if isinstance(value, int | Fraction) and not isinstance(value, bool):
                return value
            raise ValueError("write a number: 3, 1.5, 3/2")
        case "die-code":
            if written is not None:
                return rules.die_code.parse(written)
            if isinstance(value, DieCode):
                return value
            raise ValueError("write a die code: 3D, 3D+1")
        case "text" | "duration" | "one-of" | "pool" | "modifier":
            return value
        case _:
            units = [
                unit for unit in every(rules, "unit", Unit) if unit.measures == type
            ]
            if units:
                return _measured(units, value)
            return _entry_of_kind(rules, type, value)


def _measured(units: list[Unit], value: Fact) -> Quantity:
    """An amount of one of these units; a bare number, of the only one."""
    keys = [unit.key for unit in units]
    if isinstance(value, Quantity) and value.unit in keys:
        return value
    written = str(value).strip()
    if not isinstance(value, bool | Entry | Ref) and NUMBER.fullmatch(written):
        if len(keys) == 1:
            return Quantity(amount=_number(written), unit=keys[0])
        raise ValueError(f"write {' or '.join(f'{written} {key}' for key in keys)}")
    if isinstance(value, str) and (measured := MEASURED.fullmatch(written)):
        called = folded(measured[3])
        for unit in units:
            if called in map(folded, (unit.key, unit.name, unit.plural, *unit.aliases)):
                return Quantity(amount=_number(measured[1]), unit=unit.key)
    raise ValueError(f"write it as {' or '.join(f'5 {key}' for key in keys)}")


def _number(written: str) -> int | Fraction:
    number = Fraction(written)
    return number.numerator if number.denominator == 1 else number


def _entry_of_kind(rules: Rules, word: str, value: Fact) -> Fact:
    """An entry of the kind that a word names."""
    if isinstance(value, str):
        return _called(rules, value, word.replace("-", " "), f"{word}.")
    if not _id(value).startswith(f"{word}."):
        raise ValueError(f"it is one of the entries called {word}.…")
    return value


def _called(rules: Rules, text: str, what: str, prefix: str) -> Ref[Entry]:
    """A reference to the entry that is called so, of those whose ids begin with a prefix."""
    try:
        found = rules.names.find(text, what, lambda entry: entry.id.startswith(prefix))
    except NotFound as problem:
        raise ValueError(str(problem)) from None
    return RuleRef(found.id, rules)


def _id(value: Fact) -> str:
    return value.id if isinstance(value, Entry | Ref) else ""
