"""The sheet of an actor as text: ratings, values, points, conditions and effects."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from ..amounts import number_text
from ..entries.actions import Points
from ..entries.world import Ability, Value, used_together
from ..record import FormulaError
from .actor import current_code, with_modifiers
from .state import RefusedError, every, name_of, whole_skill_codes
from .words import when_over_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..entries.world import Rated
    from ..situation import FormulaValue
    from .actor import Actor


def sheet_lines(who: Actor) -> Iterator[str]:
    """Yield the lines of a sheet: name, ratings, hooks, values, points, conditions and effects.

    Codes and values include the modifiers in force now. Skills are listed with the code that they
    add to the ability, specializations with the code that they add to the skill, unless the rules
    have whole codes.
    """
    find = who.rules.entry
    yield str(who)
    for ability in every(who.rules, "ability", Ability):
        skills = [_rating_text(who, skill) for skill in ability.skills]
        listed = ", ".join(filter(None, skills))
        if listed or ability.id in who.ratings or ability.id in who.abilities:
            code = current_code(who, ability.id)
            has_code = code.worth or not whole_skill_codes(who.rules)
            shown = f" {code}" if ability.ranked and has_code else ""
            yield f"{ability.name}{shown}" + (f": {listed}" if listed else "")
    yield from (find(id).name for id in sorted(who.hooks))
    for id, value in who.values.items():
        if value is not None:
            yield f"{find(id).name} {_current_value(who, id, value)}"
    for id, kept in who.kept.items():
        yield f"{find(id).name} {_current_value(who, id, kept.value)}, for now"
    for id, number in who.points.items():
        yield f"{find(id).name} {number}{_maximum(who, id)}"
    for points, way in who.gains:
        pool = find(points)
        assert isinstance(pool, Points)
        gain = pool.earn[way]
        if gain.paid is not None:
            yield f"{pool.name} {gain.amount:+} {when_over_in_words(gain.paid, find)}"
    yield from (held.in_words(find) for held in who.conditions)
    for active in who.effects:
        yield f"{find(active.origin).name}: {active.in_words(find)}"


def _rating_text(who: Actor, rating: Rated) -> str:
    """Return a rating with its specializations, `Climbing +1D (Ropes +2)`; empty without codes."""
    code = current_code(who, rating.id)
    parts: tuple[Rated, ...] = getattr(rating, "specializations", ())
    inner = ", ".join(filter(None, (_rating_text(who, part) for part in parts)))
    if not code.worth and not inner and rating.id not in who.ratings:
        return ""
    plus = f" +{code if code.dice else code.pips}" if code.worth else ""
    if code.worth and whole_skill_codes(who.rules):
        plus = f" {current_code(who, *(part.id for part in used_together(rating)))}"
    return f"{rating.name}{plus}" + (f" ({inner})" if inner else "")


def _current_value(who: Actor, id: str, basic: FormulaValue) -> str:
    """Return a value with the modifiers in force, and the basic value if it differs."""
    entry = who.rules.entry(id)
    with suppress(FormulaError, RefusedError):
        now = with_modifiers(who, entry, basic) if isinstance(entry, Value) else basic
        if now != basic:
            return f"{_value_text(now)} (basic {_value_text(basic)})"
    return _value_text(basic)


def _value_text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | Fraction():
            return number_text(value)
        case _:
            return name_of(value) or str(value)


def _maximum(who: Actor, id: str) -> str:
    """Return the text after a number of points with a maximum: ` of 5`; empty without one."""
    entry = who.rules.entry(id)
    assert isinstance(entry, Points)
    with suppress(FormulaError, RefusedError):
        maximum = who.bounds(entry)[1]
        return "" if maximum is None else f" of {maximum}"
    return ""
