"""Conditions come, change how long they last, and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..amounts import Modifier
from ..duration import Duration
from ..entries.actions import Action
from ..entries.tracks import Condition, Track
from ..record import Entry, Ref
from ..situation import RuleRef
from .active import begin
from .book import find, meant, shorter
from .cast import Choices, cast
from .deed import Deed
from .held import Held
from .lasting import Lasting
from .refused import Refused
from .standing import names_in, stands
from .timing import is_under_way, lasting

if TYPE_CHECKING:
    from ..dice.table import Randomness
    from ..effects import Inflict, Recover, Retime
    from .being import Being


def inflict(deed: Deed, effect: Inflict, who: Being) -> None:
    """Put a condition on somebody: by name, or by the rank of a track."""
    entry = find(who.rules, effect.inflict, Entry)
    if isinstance(entry, Condition):
        suffer(who, entry, deed.rng, deed)
        return
    track = find(who.rules, entry, Track)
    if effect.to_rank is not None:
        rank = effect.to_rank(deed.here)
    else:
        by = 0 if effect.by is None else effect.by(deed.here)
        rank = rank_on(who, track) + by
    condition = track.at(rank)
    if condition is not None:
        suffer(who, condition, deed.rng, deed)


def rank_on(who: Being, track: Track) -> int:
    """The rank that somebody has on a track: of several conditions the worst; else its start."""
    ranks = [held.condition.entry.rank for held in on_track(who, track)]
    return max(ranks, key=abs, default=0)


def on_track(who: Being, track: Track) -> list[Held]:
    """The conditions of a track that somebody has."""
    return [one for one in who.conditions if one.condition.entry.parent.id == track.id]


def suffer(
    who: Being, condition: Condition, rng: Randomness, deed: Deed | None = None
) -> Held | None:
    """Give somebody a condition; None where it changes nothing.

    A discrete one is there once, a progressive one takes the place of the one before, cumulative
    ones stand side by side. The start of a track is no condition to have.
    """
    track = condition.track
    there = on_track(who, track)
    starts = track.start is not None and track.start.id == condition.id
    if track.stacking == "progressive":
        for old in there:
            drop(who, old)
    elif starts or (
        track.stacking == "discrete"
        and any(one.condition.id == condition.id for one in there)
    ):
        return None
    if starts:
        return None
    held = Held(
        condition=_ref(who, condition),
        lasting=lasting(who, condition.duration, rng),
        cost=abs(condition.rank),
    )
    who.conditions.append(held)
    if deed is not None:
        deed.tell(f"{who} is {condition.name}", who)
    _begin_effects(who, condition, rng, deed)
    return held


def _ref(who: Being, condition: Condition) -> Ref[Condition]:
    return RuleRef(condition.id, who.rules)


def _begin_effects(
    who: Being, condition: Condition, rng: Randomness, deed: Deed | None
) -> None:
    """What a condition does only a few times, for a while or at its moment begins with it."""
    part = Deed(condition, cast(who), Choices(), rng, names_in(condition))
    for effect in condition.effects:
        if not stands(effect):
            begin(part, condition, effect, effect, who)
    if deed is not None:
        deed.happenings += part.happenings


def drop(who: Being, held: Held) -> None:
    """A condition goes, and what it had begun with it."""
    who.conditions = [one for one in who.conditions if one is not held]
    if not any(one.condition.id == held.condition.id for one in who.conditions):
        who.effects = [one for one in who.effects if one.origin != held.condition.id]


def chosen(deed: Deed, who: Being, what: object) -> list[Held]:
    """The conditions that an effect is about: all of a name, or the one that was chosen.

    If none was chosen, it is the gravest that can be dealt with.
    """
    if (id := meant(what)) is not None:
        return [
            one
            for one in who.conditions
            if id in {one.condition.id, one.condition.entry.parent.id}
        ]
    wanted = deed.choices.condition
    if wanted is None:
        curable = [one for one in who.conditions if _can_cure(deed, one)]
        if not curable:
            raise Refused(f"{who} has nothing that this helps against")
        return [max(curable, key=lambda one: one.cost)]
    for one in who.conditions:
        if wanted in (one, one.condition.entry):
            return [one]
    raise Refused(f"{who} does not have that condition")


def _can_cure(deed: Deed, held: Held) -> bool:
    """Whether this helps: the track, or the condition itself, names the actions that do."""
    condition = held.condition.entry
    cures = {one.id for one in condition.recovered_by or condition.track.recovered_by}
    action = deed.names.get("action")
    return not cures or not isinstance(action, Action) or action.id in cures


def recover(deed: Deed, effect: Recover, who: Being) -> None:
    """Take conditions away that are no graver than the effect can deal with."""
    most = None if effect.of_rank is None else effect.of_rank(deed.here)
    for held in chosen(deed, who, effect.recover):
        condition = held.condition.entry
        if not _can_cure(deed, held):
            raise Refused(f"this does not help against {condition.name}")
        if most is not None and held.cost > most:
            deed.tell(f"{condition.name} takes rank {held.cost} to recover", who)
            continue
        drop(who, held)
        deed.tell(f"{who} is rid of {condition.name}", who, effect)


def retime(deed: Deed, effect: Retime, who: Being) -> None:
    """Change how long a condition lasts, and with it what it takes to be rid of it."""
    for held in chosen(deed, who, effect.retime):
        if effect.from_ is not None and not _lasts(held, effect.from_.text):
            deed.tell(f"{held.condition.entry.name} does not last that long", who)
            continue
        changed = _retimed(deed, effect, who, held)
        if changed is held:
            continue
        if changed is None:
            drop(who, held)
        else:
            place = next(n for n, one in enumerate(who.conditions) if one is held)
            who.conditions[place] = changed
        deed.tell(f"{held.condition.entry.name} lasts otherwise now", who, effect)


def _lasts(held: Held, text: str) -> bool:
    return held.lasting is not None and held.lasting.lasts.text == text


def _retimed(deed: Deed, effect: Retime, who: Being, held: Held) -> Held | None:
    spent = deed.names.get("cost")
    cost = held.cost + (spent if isinstance(spent, int) else 0)
    if effect.lasts is not None:
        if effect.from_ is None and not _is_longer(who, effect, held):
            return held
        if effect.from_ is not None:
            cost = held.cost
        new = lasting(who, effect.lasts, deed.rng)
        return held.but(lasting=new, cost=cost)
    return _moved(deed, effect, who, held, cost)


def _is_longer(who: Being, effect: Retime, held: Held) -> bool:
    """Whether the new duration outlasts the old one, by the order of periods."""
    assert effect.lasts is not None
    old = held.lasting.lasts if held.lasting is not None else None
    return old is not None and _length(who, effect.lasts) > _length(who, old)


def _length(who: Being, lasts: Duration) -> int:
    if lasts.form in ("event", "always"):
        return 1000 + (lasts.form == "always")
    return len(shorter(who.rules, lasts.period)) if lasts.period else 0


def _moved(
    deed: Deed, effect: Retime, who: Being, held: Held, cost: int
) -> Held | None:
    """So many periods more or less; what lasts for a longer period than that stays as it is."""
    by = effect.by.adds if isinstance(effect.by, Modifier) else 0
    if deed.choices.minus:
        by = -abs(by)
    period = effect.period.entry.key if effect.period is not None else ""
    now = held.lasting
    if now is None or not now.left:
        return held
    if now.lasts.period == period:
        new = now.longer(by)
        return None if new is None else held.but(lasting=new, cost=cost)
    if now.lasts.period not in shorter(who.rules, period):
        return held
    if by < 0:
        return None
    return _counted(who, held, by, period, cost)


def _counted(who: Being, held: Held, by: int, period: str, cost: int) -> Held:
    """What lasted for a shorter period lasts for so many of this one."""
    text = f"{by} {period}"
    lasts = Duration(text=text, form="count", period=period, count=str(by))
    left = by + is_under_way(who, period)
    return held.but(lasting=Lasting(lasts=lasts, left=left), cost=cost)
