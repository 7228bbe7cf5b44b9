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
from .active import begin
from .ailing import inflict, recover, retime
from .book import find, meant
from .checking import make_check
from .refused import Refused
from .settle import settled
from .spending import bought

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..effects import Who
    from .being import Being
    from .deed import Deed


def happen(deed: Deed, entry: Entry, effects: Iterable[Effect]) -> None:
    """Let effects of an entry happen, one after the other."""
    for effect in effects:
        if effect.at is not None:
            for who in _whom(deed, effect, None):
                begin(deed, entry, effect, effect, who)
            continue
        for one in settled(effect, deed.here):
            _happen(deed, entry, effect, one, None)


def _happen(
    deed: Deed, entry: Entry, raw: Effect, effect: Effect, around: Effect | None
) -> None:
    """Let one happen. `around` is the choice that it was one of: its qualifiers hold as well."""
    if isinstance(effect, OneOf):
        branches = cast("OneOf", raw).one_of
        chosen = branches[min(max(deed.choices.one_of, 1), len(branches)) - 1]
        for one in settled(chosen, deed.here):
            _happen(deed, entry, chosen, one, effect)
        return
    effect = _within(effect, around)
    effect = _signed(deed, effect)
    for who in _whom(deed, effect, around):
        _do(deed, entry, raw, effect, who)


def _within(effect: Effect, around: Effect | None) -> Effect:
    """An effect with the qualifiers of the choice around it, where it has none of its own."""
    if around is None:
        return effect
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


def _whom(deed: Deed, effect: Effect, around: Effect | None) -> tuple[Being, ...]:
    if isinstance(effect, Buy):
        return (deed.actor,)
    roles: tuple[Who, ...] = effect.to or (around.to if around is not None else ())
    if isinstance(effect, Move):
        roles = (effect.move,)
    return deed.cast.named(roles or (deed.holder,), deed.choices)


def _do(deed: Deed, entry: Entry, raw: Effect, effect: Effect, who: Being) -> None:
    match effect:
        case Inflict():
            inflict(deed, effect, who)
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


def _is_points(what: Ref[Entry]) -> bool:
    return isinstance(what.entry, Points)


def _begin(deed: Deed, entry: Entry, raw: Effect, effect: Effect, who: Being) -> None:
    """What is at work for a while, or at once where it changes points."""
    match effect:
        case Modify(modify=Ref() as what, by=Modifier() as by) if _is_points(what):
            who.points[what.id] = max(0, who.points.get(what.id, 0) + by.adds)
            deed.tell(f"{who}: {by} {deed.label(what)}", who, effect)
        case Modify() | Allow() | Forbid() | Use() | Resist() | Ignore() | Repeat():
            begin(deed, entry, raw, effect, who)
        case _:
            raise AssertionError(f"nobody does {type(effect).__name__}")


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
