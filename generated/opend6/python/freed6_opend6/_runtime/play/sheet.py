"""The sheet of a being as text: what it is good at, what it has, what is on it now."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from ..amounts import number_text
from ..entries.actions import Points
from ..entries.world import Ability, Value
from ..record import Unworkable
from .being import current_code, with_modifiers
from .state import Refused, every, name_of
from .words import when_over_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..entries.world import Rated
    from ..situation import FormulaValue
    from .being import Being


def sheet_lines(who: Being) -> Iterator[str]:
    """The name, ratings by ability, hooks, values, points, conditions and effects of a being.

    Codes and values are those in force now. A skill has what it adds to its ability, a
    specialization what it adds to its skill.
    """
    find = who.rules.entry
    yield str(who)
    for ability in every(who.rules, "ability", Ability):
        skills = [_rated(who, skill) for skill in ability.skills]
        rated = ", ".join(filter(None, skills))
        if rated or ability.id in who.ratings or ability.id in who.abilities:
            code = f" {current_code(who, ability.id)}" if ability.ranked else ""
            yield f"{ability.name}{code}" + (f": {rated}" if rated else "")
    yield from (find(id).name for id in sorted(who.hooks))
    for id, value in who.values.items():
        if value is not None:
            yield f"{find(id).name} {_now(who, id, value)}"
    for id, kept in who.kept.items():
        yield f"{find(id).name} {_now(who, id, kept.value)}, for now"
    for id, number in who.points.items():
        yield f"{find(id).name} {number}{_most(who, id)}"
    for points, way in who.gains:
        pool = find(points)
        assert isinstance(pool, Points)
        gain = pool.earn[way]
        if gain.paid is not None:
            when = when_over_in_words(gain.paid, find)
            yield f"{pool.name} {gain.amount:+} {when}"
    yield from (held.in_words(find) for held in who.conditions)
    for active in who.effects:
        yield f"{find(active.origin).name}: {active.in_words(find)}"


def _rated(who: Being, rating: Rated) -> str:
    """`Climbing +1D (Ropes +2)`; empty where there is no code in it."""
    code = current_code(who, rating.id)
    parts: tuple[Rated, ...] = getattr(rating, "specializations", ())
    inner = ", ".join(filter(None, (_rated(who, part) for part in parts)))
    if not code.worth and not inner and rating.id not in who.ratings:
        return ""
    more = f" +{code if code.dice else code.pips}" if code.worth else ""
    own = f"{rating.name}{more}"
    return f"{own} ({inner})" if inner else own


def _now(who: Being, id: str, basic: FormulaValue) -> str:
    """A value as it counts now, with the basic one if modifiers change it."""
    entry = who.rules.entry(id)
    with suppress(Unworkable, Refused):
        now = with_modifiers(who, entry, basic) if isinstance(entry, Value) else basic
        if now != basic:
            return f"{_value(now)} (basic {_value(basic)})"
    return _value(basic)


def _value(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | Fraction():
            return number_text(value)
        case _:
            return name_of(value) or str(value)


def _most(who: Being, id: str) -> str:
    """How many points there can be at most, where that is limited."""
    entry = who.rules.entry(id)
    assert isinstance(entry, Points)
    with suppress(Unworkable, Refused):
        most = who.bounds(entry)[1]
        return "" if most is None else f" of {most}"
    return ""
