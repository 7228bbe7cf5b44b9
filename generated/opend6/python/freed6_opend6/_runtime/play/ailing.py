"""Conditions are put on somebody, and go."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..entries.actions import Action
from ..entries.tracks import Condition, Track
from ..record import Entry
from ..situation import RuleRef
from .book import find, meant
from .cast import condition_of
from .deed import Deed
from .held import Held
from .refused import Refused
from .timing import lasting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..dice.table import Randomness
    from ..duration import Duration
    from ..effects import Inflict, Recover
    from .being import Being
    from .held import Active


def inflicted(deed: Deed, effect: Inflict, who: Being) -> Condition | None:
    """The condition that an effect puts on somebody: by name, or by the rank of a track."""
    entry = find(who.rules, effect.inflict, Entry)
    if isinstance(entry, Condition):
        return entry
    track = find(who.rules, entry, Track)
    if effect.to_rank is not None:
        return track.at(effect.to_rank(deed.here))
    by = 0 if effect.by is None else effect.by(deed.here)
    return track.at(rank_on(who, track) + by)


def rank_on(who: Being, track: Track) -> int:
    """The rank that somebody has on a track: of several conditions the worst; else its start."""
    ranks = [held.condition.entry.rank for held in on_track(who, track)]
    return max(ranks, key=abs, default=0)


def on_track(who: Being, track: Track) -> list[Held]:
    """The conditions of a track that somebody has."""
    return [one for one in who.conditions if one.condition.entry.parent.id == track.id]


def put(
    who: Being, condition: Condition, rng: Randomness, lasts: Duration | None = None
) -> Held | None:
    """Put a condition on somebody; None where they do not have it after that, or had it before.

    A discrete one is there once, a progressive one takes the place of the one before, cumulative
    ones stand side by side. The start of a track is no condition to have.
    """
    track = condition.track
    there = on_track(who, track)
    if track.stacking == "progressive":
        leave(who, [one for one in who.conditions if one not in there])
    if track.start is not None and track.start.id == condition.id:
        return None
    if track.stacking == "discrete" and condition.id in (
        one.condition.id for one in there
    ):
        return None
    held = Held(
        condition=RuleRef(condition.id, who.rules),
        lasting=lasting(who, lasts or condition.duration, rng),
        cost=abs(condition.rank),
    )
    who.conditions.append(held)
    return held


def leave(who: Being, conditions: Iterable[Held]) -> None:
    """Leave somebody with these conditions; what began with the others is over.

    Of an effect that began with several alike, as many stay as there are conditions.
    """
    who.conditions = list(conditions)
    there = Counter(one.condition.id for one in who.conditions)
    seen: Counter[tuple[str, int, str]] = Counter()
    effects: list[Active] = []
    for one in who.effects:
        seen[key := (one.origin, one.place, one.began_with)] += 1
        if not one.began_with or seen[key] <= there[one.began_with]:
            effects.append(one)
    who.effects = effects


def drop(who: Being, held: Held) -> None:
    """A condition goes, and what it had begun with it."""
    leave(who, [one for one in who.conditions if one is not held])


def chosen(deed: Deed, who: Being, what: object) -> list[Held]:
    """The conditions that an effect is about: all of a name, or the one that was chosen.

    If none was chosen, it is the gravest that this helps against.
    """
    if (id := meant(what)) is not None:
        return [
            one
            for one in who.conditions
            if id in {one.condition.id, one.condition.entry.parent.id}
        ]
    wanted = deed.choices.condition
    if wanted is None:
        helped = [one for one in who.conditions if helps(deed, one)]
        if not helped:
            raise Refused(f"{who} has nothing that this helps against")
        return [max(helped, key=lambda one: one.cost)]
    for one in who.conditions:
        if wanted is one or wanted in (one, one.condition.entry):
            return [one]
    raise Refused(f"{who} does not have {condition_of(wanted).name}")


def helps(deed: Deed, held: Held) -> bool:
    """Whether an action helps against a condition.

    One that is named as a cure helps only against what names it, the condition itself or else its
    track; any other action, against everything that names no cure.
    """
    condition = held.condition.entry
    cures = {one.id for one in condition.recovered_by or condition.track.recovered_by}
    action = deed.names.get("action")
    return not cures or not isinstance(action, Action) or action.id in cures


def recover(deed: Deed, effect: Recover, who: Being) -> None:
    """Take conditions away that are no graver than the effect can deal with."""
    most = None if effect.of_rank is None else effect.of_rank(deed.here)
    for held in chosen(deed, who, effect.recover):
        condition = held.condition.entry
        if not helps(deed, held):
            raise Refused(f"this does not help against {condition.name}")
        if most is not None and held.cost > most:
            deed.tell(f"{condition.name} takes rank {held.cost} to recover", who)
            continue
        drop(who, held)
        deed.tell(f"{who} is rid of {condition.name}", who, effect)
