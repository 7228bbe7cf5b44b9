"""Effects that begin with an action, and which of them never end.

Those of a condition or a rule are in force as long as that is, unless they happen at a moment.
Those of an action, of its check, of a pick and the like begin in a moment. They end only as they
say themselves.
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
    """Whether an effect that begins in a moment stays for good, without saying so.

    What changes points, or a value that is counted and not calculated, is spent or won; what is
    allowed is a gift.
    """
    if not effect.stands or effect.lasts is not None or effect.times is not None:
        return False
    if isinstance(effect, Modify) and isinstance(effect.modify, Ref):
        changed: Entry = effect.modify.entry
        counted = isinstance(changed, Value) and changed.is_ is None
        return not (counted or isinstance(changed, Points))
    return not isinstance(effect, Allow)


def repeats_for_good(entry: Entry, effect: Effect) -> bool:
    """Whether an effect of what is done happens at each such moment, without an end.

    That of a rule or a hook ends with the rule or the hook.
    """
    held = isinstance(entry, Rule | Hook) and holds_always(entry)
    limited = effect.times is not None and not counts_checks(effect)
    if held or not is_recurring(effect) or limited:
        return False
    lasts = effect.lasts
    return lasts is None or (lasts_anew(effect) and lasts.form != "always")


class Beginning(NamedTuple):
    """An effect that begins when an entry is done, with its place in the entry.

    `follows` says that it follows from a check of that entry.
    """

    effect: Effect
    place: KeyPath
    follows: bool


def beginnings(entry: Entry) -> Iterator[Beginning]:
    """The effects of an entry that begin in a moment; of a choice that says no end, its parts."""
    match entry:
        case Action():
            yield from _of_check(entry.check, "check")
            yield from _parts(entry.effects, ("effects",))
        case EffectRoll():
            yield from _of_check(entry.check, "check")
        case Track():
            yield from _of_check(entry.test, "test")
        case Pick():
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


def _of_check(check: Check | None, key: str) -> Iterator[Beginning]:
    for outcome in ("success", "failure", "always"):
        effects = getattr(check, outcome, ())
        yield from _parts(effects, (key, outcome), follows=True)


def _parts(
    effects: Sequence[Effect], place: KeyPath, *, follows: bool = False
) -> Iterator[Beginning]:
    for number, effect in enumerate(effects):
        inner = (*place, number)
        if not isinstance(effect, OneOf):
            yield Beginning(effect, inner, follows)
        elif effect.lasts is None and effect.times is None:
            yield from _parts(effect.one_of, (*inner, "one-of"), follows=follows)
