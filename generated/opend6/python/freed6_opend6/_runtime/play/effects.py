"""Effects happen: each verb does what it says to whom it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..amounts import Modifier
from ..effects import (
    Allow,
    Buy,
    Effect,
    Forbid,
    Ignore,
    Inflict,
    Modify,
    Move,
    Narrate,
    OneOf,
    Recover,
    Repeat,
    Resist,
    Retime,
    Roll,
    Use,
)
from ..entries.actions import EffectRoll
from ..entries.points import Points
from ..record import Entry, Ref
from .active import begin, wait
from .ailing import inflicted, put, recover
from .book import find, meant
from .cast import Choices
from .cast import cast as casting
from .checking import make_check
from .deed import Deed
from .refused import Refused
from .retiming import retime
from .settle import settled
from .spending import bought
from .standing import names_in, stands

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..dice.table import Randomness
    from ..duration import Duration
    from ..effects import Who
    from ..entries.tracks import Condition
    from .being import Being
    from .held import Held


def happen(deed: Deed, entry: Entry, effects: Iterable[Effect]) -> None:
    """Let effects of an entry happen, one after the other, or wait for their moment."""
    for effect in effects:
        if effect.at is None:
            happen_now(deed, entry, effect, effect)
        else:
            for who in _whom(deed, effect):
                wait(deed, entry, effect, effect.at, who)


def happen_now(deed: Deed, entry: Entry, raw: Effect, effect: Effect) -> None:
    """Let an effect happen as far as its `if` holds; `raw` is how the entry has it."""
    for one in settled(effect, deed.here):
        if isinstance(one, OneOf):
            _choose(deed, entry, cast("OneOf", raw), one)
        else:
            signed = _signed(deed, one)
            for who in _whom(deed, signed):
                _do(deed, entry, raw, signed, who)


def _choose(deed: Deed, entry: Entry, raw: OneOf, effect: OneOf) -> None:
    """Let the chosen one of several happen."""
    branches, number = raw.one_of, deed.choices.one_of
    if not 1 <= number <= len(branches):
        raise Refused(
            f"there are {len(branches)} to choose from, and no number {number}"
        )
    chosen = branches[number - 1]
    happen_now(deed, entry, chosen, _within(chosen, effect))


def _within(effect: Effect, around: Effect) -> Effect:
    """An effect with the qualifiers of the choice around it, where it has none of its own."""
    shared = {
        name: value
        for name in ("to", "times", "lasts")
        if (value := around.__dict__.get(name)) and not effect.__dict__.get(name)
    }
    return effect.but(**shared)


def _signed(deed: Deed, effect: Effect) -> Effect:
    """What could go either way goes the way that was chosen."""
    by = effect.__dict__.get("by")
    if not isinstance(by, Modifier) or not by.either_way:
        return effect
    plain = by.but(either_way=False)
    return effect.but(by=-plain if deed.choices.minus else plain)


def _whom(deed: Deed, effect: Effect) -> tuple[Being, ...]:
    if isinstance(effect, Buy):
        return (deed.actor,)
    roles: tuple[Who, ...] = effect.to
    if isinstance(effect, Move):
        roles = (effect.move,)
    return deed.cast.named(roles or (deed.holder,), deed.choices)


def _do(deed: Deed, entry: Entry, raw: Effect, effect: Effect, who: Being) -> None:
    match effect:
        case Inflict():
            _inflict(deed, effect, who)
        case Recover():
            recover(deed, effect, who)
        case Retime():
            retime(deed, effect, who)
        case Buy():
            _buy(deed, effect)
        case Roll():
            _roll(deed, effect)
        case Move():
            deed.tell(f"{who} moves {effect.by(deed.here)}", who, effect)
        case Narrate():
            deed.tell(effect.narrate, who, effect)
        case _:
            _begin(deed, entry, raw, effect, who)


def _inflict(deed: Deed, effect: Inflict, who: Being) -> None:
    condition = inflicted(deed, effect, who)
    if condition is not None:
        suffer(who, condition, deed.rng, deed, effect.lasts)


def _is_points(what: Ref[Entry]) -> bool:
    return isinstance(what.entry, Points)


def _begin(deed: Deed, entry: Entry, raw: Effect, effect: Effect, who: Being) -> None:
    """What is at work for a while, or at once where it changes points."""
    match effect:
        case Modify(modify=Ref() as what, by=Modifier() as by) if _is_points(what):
            _count(deed, effect, what.entry, by.adds, who)
        case Modify() | Allow() | Forbid() | Use() | Resist() | Ignore() | Repeat():
            begin(deed, entry, raw, effect, who)
        case _:
            raise AssertionError(f"nobody does {type(effect).__name__}")


def _count(deed: Deed, effect: Effect, points: Entry, by: int, who: Being) -> None:
    """Points more or less, never below none; whoever cannot have them gets none."""
    have = who.points.get(points.id)
    if have is None:
        deed.tell(f"{who} cannot have {points.name}", who)
        return
    who.points[points.id] = max(0, have + by)
    deed.tell(f"{who}: {by:+} {points.name}", who, effect)


def _roll(deed: Deed, effect: Roll) -> None:
    """Make an effect roll: one for each check, and none from another."""
    if deed.rolled:
        deed.tell("one check leads to one effect roll at most")
        return
    deed.rolled = True
    named = deed.names.get("effect-roll") if effect.roll == "chosen" else effect.roll
    if (id := meant(named)) is None:
        raise Refused("say which effect roll it is")
    entry = find(deed.actor.rules, id, EffectRoll)
    part = deed.choosing(deed.choices, entry)
    by = effect.by if isinstance(effect.by, Modifier) else None
    happen(part, entry, make_check(part, entry.check, target="effect-rolls", by=by))


def _buy(deed: Deed, effect: Buy) -> None:
    for part, pick in bought(deed, effect):
        happen(part, pick, pick.effects)


def suffer(
    who: Being,
    condition: Condition,
    rng: Randomness,
    deed: Deed | None = None,
    lasts: Duration | None = None,
) -> Held | None:
    """Give somebody a condition, for as long as it says or `lasts`; None where it changes nothing.

    What the condition does at once, a few times, for a while or at a moment of its own begins with
    it, as far as those are there whom it concerns.
    """
    before = tuple(who.conditions)
    held = put(who, condition, rng, lasts)
    if deed is not None and before != tuple(who.conditions):
        deed.tell(f"{who} is {condition.name}", who)
    if held is None:
        return None
    part = Deed(condition, casting(who), Choices(), rng, names_in(condition))
    part.began_with = condition.id
    begins = (one for one in condition.effects if not stands(one))
    happen(part, condition, [one for one in begins if _is_there(part, one)])
    if deed is not None:
        deed.happenings += part.happenings
    return held


def _is_there(deed: Deed, effect: Effect) -> bool:
    return not effect.to or any(role in deed.cast.roles for role in effect.to)
