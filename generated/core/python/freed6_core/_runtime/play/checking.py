"""Checks: what is rolled against what, and the effects that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dice.pool import Pool
from ..die_code import DieCode
from ..effects import Repeat
from ..entries.abilities import Ability
from ..entries.abilities import Value as ValueEntry
from ..record import Entry
from .attempt import Attempt, Part, attempt, changing, modified, use_up
from .book import find, meant, procedure_of
from .happened import Checked
from .needed import entry_of, needed
from .refused import Refused
from .standing import at_work

if TYPE_CHECKING:
    from ..amounts import Modifier
    from ..effects import Effect
    from ..entries.actions import Check
    from .attempt import Result, Target
    from .deed import Deed


def make_check(
    deed: Deed,
    check: Check,
    *,
    target: Target = "checks",
    by: Modifier | None = None,
) -> tuple[Effect, ...]:
    """Make a check, or skip it where its result is certain; give the effects that follow.

    `target` says what modifiers on it are called: `checks`, or `effect-rolls`.
    """
    reach = needed(deed, check.against)
    if reach is not None:
        deed.names["number"] = reach.number
    if check.skip_if is not None and check.skip_if(deed.here):
        _know(deed, total=reach.number if reach else 0, margin=0, rank=0)
        deed.checks.append(Checked(what=deed.entry.name, needed=reach))
        deed.tell(f"{deed.entry.name}: no roll is needed")
        return (*check.success, *check.always)
    ready = prepared(deed, check, target)
    if by is not None:
        ready = ready.plus(by, deed.entry.name)
    result = ready.roll(deed.rng, reach.number if reach else None, deed.choices.choose)
    result = deed.after(_repeated(deed, result))
    deed.checks.append(Checked(what=deed.entry.name, needed=reach, result=result))
    deed.result = result
    _know(deed, total=result.total, margin=result.margin, rank=result.rank)
    deed.tell(_in_words(deed, result), deed.actor)
    return (*(check.success if result.success else check.failure), *check.always)


def _know(deed: Deed, **names: int) -> None:
    deed.names.update(names)


def _in_words(deed: Deed, result: Result) -> str:
    against = "" if result.target is None else f" against {result.target}"
    how = "success" if result.success else "failure"
    rank = f", rank {result.rank}" if result.rank else ""
    beside = "".join(f", {key.replace('-', ' ')}" for key in result.events)
    made = f"{deed.entry.name}: {result.attempt} gives {result.total}"
    return f"{made}{against}, {how}{rank}{beside}"


def prepared(deed: Deed, check: Check, target: Target = "checks") -> Attempt:
    """The pool of a check, of several ratings the best that the actor has, or the chosen one."""
    about = frozenset([deed.entry.id])
    found = [entry_of(one, deed.here) for one in check.with_ or ("chosen",)]
    if (wanted := meant(deed.names.get("with"))) and len(found) > 1:
        found = [one for one in found if one.id == wanted]
    if not found:
        named = find(deed.actor.rules, wanted or "", Entry).name
        raise Refused(f"{deed.entry.name} is not made with {named}")
    ready: list[Attempt] = []
    reasons: list[str] = []
    for one in found:
        try:
            ready.append(_attempt(deed, one, about, target))
        except Refused as reason:
            reasons += reason.reasons
    if not ready:
        raise Refused(*reasons)
    return max(ready, key=lambda one: (one.pool.dice, one.pool.pips))


def _attempt(
    deed: Deed, entry: Entry, about: frozenset[str], target: Target
) -> Attempt:
    if not isinstance(entry, ValueEntry):
        other = meant(deed.names.get("ability"))
        ability = None if other is None else find(deed.actor.rules, other, Ability)
        return attempt(
            deed.actor,
            entry,
            ability=ability,
            facts=deed.names,
            about=about,
            target=target,
        )
    code = deed.here.value(entry.id, DieCode)
    procedure = procedure_of(deed.actor.rules)
    ready = Attempt(
        pool=Pool.of(procedure, 0, ability=code),
        procedure=procedure,
        who=deed.actor,
        subject=about | {entry.id},
        parts=(Part(entry.name, str(code)),),
        once=changing(deed.actor, frozenset([entry.id])),
    )
    return modified(ready, deed.actor, target, deed.names)


def _repeated(deed: Deed, result: Result) -> Result:
    """Rolled again where an effect on the actor says so."""
    for effect, working in list(at_work(deed.actor, Repeat, deed.names)):
        if working.covers(result.attempt.subject):
            keep = "higher" if effect.keep == "chosen" else effect.keep
            result = result.again(deed.rng, keep, deed.choices.choose)
            use_up(deed.actor, working.once)
    return result
