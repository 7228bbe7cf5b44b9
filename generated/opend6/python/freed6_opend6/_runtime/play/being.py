"""Whatever has ratings, values, conditions and points: characters, animals, doors."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..effects import Modify
from ..entries.abilities import Ability, Skill, Specialization
from ..entries.points import Points
from ..entries.worlds import Hook
from ..record import Entry, Ref
from ..situation import Situation
from ..unworkable import Unworkable
from .book import every, find, fixed_value, id_of
from .ratings import code, has, rated
from .sheet import Sheet
from .standing import at_work
from .valued import valued

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..die_code import DieCode
    from ..given import Value
    from ..situation import Id, Rules
    from .held import Active, Held

Named: TypeAlias = "Id | Entry"
"""An entry, a reference to it, or its id."""


class DoesNotFit(ValueError):  # noqa: N818
    """A sheet that does not fit the ruleset; `problems` says what, a sentence each."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


class State(NamedTuple):
    """What changes in play."""

    conditions: tuple[Held, ...]
    effects: tuple[Active, ...]
    under_way: frozenset[str]
    passed: frozenset[str]
    used: Mapping[str, int]
    points: Mapping[str, int]
    gains: tuple[tuple[str, str], ...]


class Being:
    """Somebody, or something: what stands on the sheet, and what has happened to them.

    - `ratings`: die codes of abilities, skills and specializations; `abilities`: those that they
      have without a code; `values`: numbers of the sheet, their own and of what they carry; what
      stands here goes before what a formula gives; `hooks`: those that stand.
    - `conditions`, `effects`, `points`; `under_way`, the periods that have begun, and `passed`,
      those of their own that are over in the longer one; `used`, how many actions of a type, or
      points, in the period that counts them; `gains` that will be paid: these change in play.

    `rules` are needed where there is more than one ruleset; a generated package knows its own.

    Raises DoesNotFit where the ruleset does not know an entry, or it is of another kind.
    """

    rules: Rules

    def __init__(
        self,
        ratings: Mapping[Named, DieCode | str] | None = None,
        *,
        rules: Rules | None = None,
        name: str = "",
        abilities: Iterable[Named] = (),
        values: Mapping[Named, Value] | None = None,
        hooks: Iterable[Named] = (),
        player: bool = False,
    ) -> None:
        if rules is not None:
            self.rules = rules
        self.name = name
        self.player = player
        self.conditions: list[Held] = []
        self.effects: list[Active] = []
        self.under_way: set[str] = set()
        self.passed: set[str] = set()
        self.used: dict[str, int] = {}
        self.gains: list[tuple[str, str]] = []
        sheet = Sheet(self.rules)
        self.ratings = sheet.codes(ratings or {})
        self.abilities = sheet.known(abilities, Ability)
        self.values = sheet.values(values or {})
        self.hooks = sheet.known(hooks, Hook)
        sheet.whole(self.ratings, self.abilities)
        if sheet.problems:
            raise DoesNotFit(sheet.problems)
        self.points: dict[str, int] = {}
        self.refill()

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Being)
            and other.rules is self.rules
            and other._all() == self._all()
        )

    def _all(self) -> dict[str, object]:
        return {name: one for name, one in self.__dict__.items() if name != "rules"}

    def state(self) -> State:
        """What changes in play, as it is now."""
        return State(
            tuple(self.conditions),
            tuple(self.effects),
            frozenset(self.under_way),
            frozenset(self.passed),
            dict(self.used),
            dict(self.points),
            tuple(self.gains),
        )

    def restore(self, state: State) -> None:
        """Be again as one was."""
        self.conditions, self.effects = list(state.conditions), list(state.effects)
        self.under_way, self.passed = set(state.under_way), set(state.passed)
        self.gains = list(state.gains)
        self.used, self.points = dict(state.used), dict(state.points)

    def __str__(self) -> str:
        return self.name or "this character"

    def has(self, id: Named) -> bool:
        """Whether they have this at all."""
        return has(self, find(self.rules, id, Entry))

    def rating(self, id: Named) -> DieCode:
        """How good they are at something: the codes of ability, skill, specialization, added up.

        Raises Refused where they cannot try it.
        """
        codes = rated(self, find(self.rules, id, Entry)).codes.values()
        return sum(codes, self.rules.die_code(0))

    def without_ability(self, id: Named) -> DieCode:
        """The rating without what the ability gives to it."""
        entry = find(self.rules, id, Entry)
        own = [one for one in (entry, entry.__dict__.get("parent")) if one is not None]
        parts = [find(self.rules, one, Entry) for one in own]
        codes = [
            code(self, part.id)
            for part in parts
            if isinstance(part, Skill | Specialization)
        ]
        return sum(codes, self.rules.die_code(0))

    def fixed(self, id: Named) -> int:
        """The rating as a number, when nobody rolls, with what changes fixed values."""
        used = rated(self, find(self.rules, id, Entry))
        dice = self.rules.die_code
        whole, more = sum((one.worth for one in used.codes.values()), 0), 0
        for effect, working in at_work(self, Modify):
            if effect.modify == "fixed-values" and working.covers(used.ids):
                by = working.by
                whole += by.dice * dice.pips_per_die + by.pips
                more += by.adds
        return fixed_value(self.rules, dice(0, max(0, whole))) + more

    def roll(self, id: Named) -> int:
        """Raises Unworkable: a character has no dice; `check` and `act` bring some."""
        raise Unworkable(f"nobody brought dice to roll {id_of(id)} with")

    def value(self, id: Named) -> Value:
        """A number of theirs, or whatever it is; None where they have none."""
        return valued(self, id, {}, self)

    def refill(self, period: str = "") -> None:
        """Fill the points that begin anew with a period; all of them, if none is named.

        One has the points only whose needs one meets.
        """
        for points in every(self.rules, "points", Points):
            anew = isinstance(points.refills, Ref) and points.refills.entry.key
            if period and anew != period:
                continue
            here = Situation(self.rules, {}, self)
            if all(need(here) for need in points.needs):
                self.points[points.id] = points.start(here)
            else:
                self.points.pop(points.id, None)
