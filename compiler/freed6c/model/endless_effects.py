"""Effects that begin with an action, and which of them never end.

Effects of a condition or a rule are in force as long as it is, unless they happen at a moment.
Effects of an action, a check or a pick begin at a moment, and end by their own duration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from freed6c.runtime.effects import Allow, Modify, OneOf
from freed6c.runtime.entries.actions import (
    Action,
    Check,
    EffectRoll,
    Pick,
    Points,
    Rule,
)
from freed6c.runtime.entries.dice import RollOutcome
from freed6c.runtime.entries.tables import Track
from freed6c.runtime.entries.world import Hook, Value
from freed6c.runtime.play.effect_index import (
    counts_checks,
    holds_always,
    is_recurring,
    lasts_anew,
)
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.packs.data import KeyPath
    from freed6c.runtime.effects import Effect
    from freed6c.runtime.record import Entry


def is_endless(effect: Effect) -> bool:
    """True if an effect that begins at a moment never ends, although it doesn't say so.

    Changes of points, or of values that are not computed, are meant to stay, as are permissions.
    """
    if not effect.stands or effect.duration is not None or effect.times is not None:
        return False
    if isinstance(effect, Modify) and isinstance(effect.modify, Ref):
        changed: Entry = effect.modify.entry
        counted = isinstance(changed, Value) and changed.formula is None
        return not (counted or isinstance(changed, Points))
    return not isinstance(effect, Allow)


def repeats_for_good(entry: Entry, effect: Effect) -> bool:
    """True if an effect recurs without an end.

    Effects of a rule or a hook end with the rule or the hook.
    """
    is_standing = isinstance(entry, Rule | Hook) and holds_always(entry)
    limited = effect.times is not None and not counts_checks(effect)
    if is_standing or not is_recurring(effect) or limited:
        return False
    duration = effect.duration
    return duration is None or (lasts_anew(effect) and duration.form != "always")


class Beginning(NamedTuple):
    """An effect that begins when an entry is carried out, with its place in the entry.

    `follows` is True if it is an outcome of the entry's check.
    """

    effect: Effect
    place: KeyPath
    follows: bool


def beginnings(entry: Entry) -> Iterator[Beginning]:
    """Yield the effects of an entry that begin at a moment, and the parts of endless choices."""
    match entry:
        case Action():
            yield from _outcomes(entry.check, "check")
            yield from _parts(entry.effects, ("effects",))
        case EffectRoll():
            yield from _outcomes(entry.check, "check")
        case Track():
            yield from _outcomes(entry.test, "test")
        case Pick() | RollOutcome():
            yield from _parts(entry.effects, ("effects",))
        case Hook() if entry.activated_by:
            yield from _parts(entry.effects, ("effects",))
        case Hook() | Rule() if holds_always(entry):
            parts = _parts(entry.effects, ("effects",))
            yield from (part for part in parts if is_recurring(part.effect))
        case Points():
            for way, spend in entry.spend.items():
                if spend.at != "after-roll":
                    yield from _parts(spend.effects, ("spend", way, "effects"))
            yield from _parts(entry.when_full, ("when-full",))
            yield from _parts(entry.when_empty, ("when-empty",))


def _outcomes(check: Check | None, key: str) -> Iterator[Beginning]:
    for outcome in ("success", "failure", "always"):
        effects = getattr(check, outcome, ())
        yield from _parts(effects, (key, outcome), follows=True)
    for outcome, effects in check.outcomes.items() if check else ():
        yield from _parts(effects, (key, "outcomes", outcome), follows=True)


def _parts(
    effects: Sequence[Effect], place: KeyPath, *, follows: bool = False
) -> Iterator[Beginning]:
    for number, effect in enumerate(effects):
        inner = (*place, number)
        if not isinstance(effect, OneOf):
            yield Beginning(effect, inner, follows)
        elif effect.duration is None and effect.times is None:
            yield from _parts(effect.one_of, (*inner, "one-of"), follows=follows)
