"""What a worked example runs: the check and the effects of something, with what is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..entries.abilities import Ability, Skill, Specialization
from ..entries.actions import Action, EffectRoll, Rule
from ..entries.menus import Menu, Pick
from ..entries.points import Points
from ..entries.tracks import Condition, Track
from ..entries.worlds import Hook
from ..play.asking import with_blanks
from ..record import Ref
from ..situation import Situation
from ..unworkable import Unworkable
from .sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..effects import Effect
    from ..entries.actions import Check
    from ..entries.dice import Dice
    from ..entries.notes import Example
    from ..given import Value
    from ..record import Entry, Record
    from ..situation import Rules


class Run:
    """What an example runs, and where.

    `check` is rolled, if there is one; `effects` happen besides; `cost` is what they cost.
    """

    __slots__ = ("check", "cost", "effects", "here")

    def __init__(
        self,
        here: Situation,
        check: Check | None,
        effects: tuple[Effect, ...] = (),
        cost: int | None = None,
    ) -> None:
        self.here = here
        self.check = check
        self.effects = effects
        self.cost = cost


def run_of(example: Example, rules: Rules) -> Run:
    """Find what an example runs. Raises Unworkable where it names nothing that can be run."""
    if example.run is None:
        raise Unworkable("this example runs nothing")
    entry: Entry = example.run.entry
    here = _situation(example, entry, rules)
    match entry:
        case Action() | EffectRoll():
            effects = entry.effects if isinstance(entry, Action) else ()
            return Run(here, entry.check, effects)
        case Track():
            return _test(entry, here)
        case Points():
            return _spending(entry, example.spend, here)
        case Menu():
            return _bought(entry, example.picks, here)
        case Pick():
            return Run(here, None, entry.effects, entry.cost)
        case Rule() | Condition() | Hook():
            return Run(here, None, entry.effects)
        case _:
            raise Unworkable(f"{entry.id} cannot be run")


def procedure_of(check: Check, default: Dice | None) -> Dice | None:
    """How a check is rolled: as its rating says, or else as everything is."""
    for rated in check.with_:
        if isinstance(rated, Ref):
            return _procedure(rated.entry) or default
    return default


def _procedure(rated: Record) -> Dice | None:
    """What is nested is rolled like the whole, unless it says otherwise."""
    found: Record | None = rated
    while isinstance(found, Ability | Skill | Specialization):
        if found.procedure is not None:
            return found.procedure.entry
        above: Ref[Any] | None = found.__dict__.get("parent")
        found = None if above is None else above.entry
    return None


def _situation(example: Example, entry: Entry, rules: Rules) -> Situation:
    """Names of the place, and ratings and values of whoever acts: the latter go by id.

    What an entry asks and may be left unsaid is blank where nothing is given for it.
    """
    names: Mapping[str, Value | Entry] = example.given
    if isinstance(entry, Action | Rule):
        names = with_blanks(entry.asks, names)
    return Situation(rules, names, Sheet(rules, example.given))


def _test(track: Track, here: Situation) -> Run:
    """The test of a track, for the condition that stands for `this`."""
    if track.test is None:
        raise Unworkable(f"{track.id} has no test", "run one of its conditions")
    if "this" not in here.names:
        way = f"say it under 'given': this: {track.conditions[0].key}"
        raise Unworkable("nothing says in which condition the test is made", way)
    step = here.place(here.entry("this"))
    return Run(here.knowing({"step": step}), track.test)


def _spending(points: Points, way: str, here: Situation) -> Run:
    if way not in points.spend:
        ways = ", ".join(points.spend)
        raise Unworkable(
            f"{points.id} cannot be spent on '{way}'" if way else "spent on what?",
            f"write spend: and one of {ways}",
        )
    found = points.spend[way]
    return Run(here, None, found.effects, found.cost)


def _bought(menu: Menu, picks: Sequence[Ref[Pick]], here: Situation) -> Run:
    """What is bought, as far as the ranks that are given reach."""
    bought = [ref.entry for ref in picks]
    if not bought:
        raise Unworkable("nothing is bought", "write picks: and what is bought")
    for pick in bought:
        if pick not in menu.picks:
            raise Unworkable(f"{pick.id} is not on {menu.id}", "buy something else")
        most = pick.at_most
        if most is not None and bought.count(pick) > most:
            message = f"{pick.id} is bought more often than a check allows ({most})"
            raise Unworkable(message, "buy it less often")
    cost = sum(pick.cost for pick in bought)
    if "rank" in here.names and cost > here.integer("rank"):
        message = f"this costs more ranks ({cost}) than there are"
        raise Unworkable(message, "buy less, or give more ranks")
    effects = tuple(effect for pick in bought for effect in pick.effects)
    return Run(here, None, effects, cost)
