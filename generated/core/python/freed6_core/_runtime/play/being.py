"""Whatever has ratings, values, conditions and points: characters, animals, doors."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from ..amounts import DieCode, Modifier, Quantity
from ..dice.pool import OWN
from ..effects import Allow, Forbid, Modify
from ..entries.actions import Points
from ..entries.world import Ability, Hook, Skill, Specialization, Unit
from ..entries.world import Value as ValueEntry
from ..record import Entry, Ref, Unworkable
from ..situation import Character, FormulaValue, Id, Rules, Situation
from .effects_in_force import at_work
from .state import Active, Held, Refused, every, find, fixed_value, id_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..entries.dice import Dice


# How good somebody is at something: the ladder from specialization over skill to
# ability.


Facts: TypeAlias = "Mapping[str, FormulaValue | Entry]"
"""What is known of a situation, by names that rules ask for."""


class Rated(NamedTuple):
    """What is used: an ability, a skill of it or with it, a specialization, and their codes.

    The codes go by where dice come from: `ability`, `skill`, `specialization`.
    """

    ability: Ability
    skill: Skill | None
    specialization: Specialization | None
    codes: Mapping[str, DieCode]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all that is used."""
        return frozenset(one.id for one in self[:3] if one is not None)

    @property
    def procedure(self) -> Ref[Dice] | None:
        """The procedure that the narrowest of them asks for."""
        used = (self.specialization, self.skill, self.ability)
        return next((one.procedure for one in used if one and one.procedure), None)


def rated(
    someone: Being,
    entry: Entry,
    ability: Ability | None = None,
    facts: Facts | None = None,
) -> Rated:
    """What somebody uses for something, with the skill's own ability or another.

    Raises Refused where they lack the ability, or the training, or something forbids it; `facts`
    answer what standing rules ask.
    """
    own, skill, specialization = _line(entry)
    ability = ability or own
    used = tuple(one for one in (ability, skill, specialization) if one is not None)
    for one in used:
        _refuse_forbidden(someone, one, facts)
    if not has(someone, ability):
        raise Refused(f"{someone} does not have {ability.name}")
    if not ability.ranked:
        raise Refused(f"{ability.name} has no die code")
    for one in used:
        _refuse_untrained(someone, one)
    sources = zip(OWN, (ability, skill, specialization), strict=True)
    codes = {
        source: code(someone, one.id) for source, one in sources if one is not None
    }
    return Rated(ability, skill, specialization, codes)


def _line(entry: Entry) -> tuple[Ability, Skill | None, Specialization | None]:
    match entry:
        case Specialization():
            return entry.skill.ability, entry.skill, entry
        case Skill():
            return entry.ability, entry, None
        case Ability():
            return entry, None, None
        case _:
            raise Refused(f"{entry.name} is no ability, skill or specialization")


def _refuse_forbidden(someone: Being, one: Entry, facts: Facts | None) -> None:
    for _, working in at_work(someone, Forbid, facts, on=one.id):
        raise Refused(f"{working.entry.name}: {someone} cannot use {one.name}")


def _refuse_untrained(someone: Being, one: Ability | Skill | Specialization) -> None:
    """What asks for training cannot be used without: a code in it, or in a part of it."""
    if one.trained and not _is_trained(someone, one):
        raise Refused(f"{one.name} takes training, and {someone} has none")


def _is_trained(someone: Being, one: Entry) -> bool:
    if _allowed(someone, one.id):
        return True
    return any(code(someone, part.id).worth > 0 for part in one.tree())


def code(someone: Being, id: str) -> DieCode:
    """The code on the sheet, with what changes it for a while; never below nothing."""
    dice = someone.rules.die_code
    found = someone.ratings.get(id, dice(0))
    worth = found.worth
    for _, working in at_work(someone, Modify, on=id):
        by = working.by
        worth += by.dice * dice.pips_per_die + by.pips + by.adds
    return dice(0, max(0, worth))


def has(someone: Being, entry: Entry) -> bool:
    """Whether somebody has an ability, or a code in a skill; and nothing takes it away."""
    if any(True for _ in at_work(someone, Forbid, on=entry.id)):
        return False
    known = entry.id in someone.ratings or entry.id in someone.abilities
    return known or _allowed(someone, entry.id)


def _allowed(someone: Being, id: str) -> bool:
    return any(True for _ in at_work(someone, Allow, on=id))


# What a value comes to: from the sheet, from a chosen row, or from its formula.


def valued(
    who: Being, id: Named, fed: Mapping[str, FormulaValue], someone: Character
) -> FormulaValue:
    """A value of somebody, with everything that changes it now; None where they have none.

    What a row that they chose gives (`fed`) goes before the sheet, and the sheet before a formula,
    which asks `someone`: them, with that row.
    """
    entry = find(who.rules, id, ValueEntry)
    found = fed.get(entry.id)
    if found is None:
        found = who.values.get(entry.id)
    formula = entry.is_ or entry.default
    if found is None and formula is not None:
        found = cast("FormulaValue", formula(Situation(who.rules, {}, someone)))
    for _, working in at_work(who, Modify, on=entry.id):
        found = _changed(found, working.by)
    return found


def _changed(found: FormulaValue, by: Modifier) -> FormulaValue:
    """A value with a modifier on it, as far as one fits the other."""
    if isinstance(found, Quantity):
        return Quantity(amount=found.amount + by.adds, unit=found.unit)
    if isinstance(found, DieCode):
        more = by.dice * found.pips_per_die + by.pips + by.adds
        return type(found)(0, max(0, found.worth + more))
    if isinstance(found, int | Fraction) and not isinstance(found, bool):
        return found + by.adds
    return found


# What stands on a sheet is read, and all that does not fit the ruleset is named.


PLAIN: Mapping[str, tuple[type, ...]] = {
    "integer": (int,),
    "fraction": (int, Fraction),
    "text": (str,),
    "die-code": (DieCode,),
}
"""What the words for types stand for; `boolean`, measures and kinds go by themselves."""


class Sheet:
    """Reads what stands on a sheet; `problems` say what does not fit, a sentence each."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems: list[str] = []

    def codes(self, given: Mapping[Named, DieCode | str]) -> dict[str, DieCode]:
        """Die codes of abilities, skills and specializations."""
        found: dict[str, DieCode] = {}
        for named, written in given.items():
            entry = self._known(named, Ability, Skill, Specialization)
            try:
                read = self.rules.die_code.parse(str(written))
            except ValueError as problem:
                self.problems.append(f"{id_of(named)}: {problem}")
            else:
                if entry is not None:
                    found[entry.id] = read
        return found

    def known(self, given: Iterable[Named], kind: type[Entry]) -> frozenset[str]:
        """Entries of a kind."""
        found = (self._known(named, kind) for named in given)
        return frozenset(one.id for one in found if one is not None)

    def values(self, given: Mapping[Named, FormulaValue]) -> dict[str, FormulaValue]:
        """Values, each of its type; a die code may be written as text."""
        found: dict[str, FormulaValue] = {}
        for named, value in given.items():
            entry = self._known(named, ValueEntry)
            if isinstance(entry, ValueEntry):
                found[entry.id] = self._value(entry, value)
        return found

    def whole(self, ids: Iterable[str], given: Iterable[str]) -> None:
        """See that whoever has something has what it needs."""
        there = {*ids, *given}
        for id in sorted(there):
            entry = self.rules.entry(id)
            for need in entry.needs if isinstance(entry, Ability) else ():
                if need.id not in there:
                    lacks = self.rules.entry(need.id).name
                    self.problems.append(f"{entry.name} needs {lacks}")

    def _known(self, named: Named, *kinds: type[Entry]) -> Entry | None:
        id = id_of(named)
        try:
            found: Entry | None = self.rules.entry(id)
        except KeyError:
            found = None
        if isinstance(found, kinds):
            return found
        words = " or ".join(kind.__name__.lower() for kind in kinds)
        self.problems.append(f"{id} is no {words} of these rules")
        return None

    def _value(self, entry: ValueEntry, value: FormulaValue) -> FormulaValue:
        try:
            if entry.type == "die-code" and isinstance(value, str):
                value = self.rules.die_code.parse(value)
        except ValueError as problem:
            self.problems.append(f"{entry.id}: {problem}")
        else:
            if value is not None and not _fits(entry.type, value, self.rules):
                self.problems.append(f"{entry.id} cannot be {value}")
        return value


def _fits(word: str, value: FormulaValue, rules: Rules) -> bool:
    """Whether a value is of a type, by the word for it."""
    if isinstance(value, bool) or word == "boolean":
        return isinstance(value, bool) and word == "boolean"
    if isinstance(value, Quantity):
        units = every(rules, "unit", Unit)
        return any(one.key == value.unit and one.measures == word for one in units)
    if isinstance(value, Ref):
        return value.id.partition(".")[0] == word
    return isinstance(value, PLAIN.get(word, ()))


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
        values: Mapping[Named, FormulaValue] | None = None,
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

    def value(self, id: Named) -> FormulaValue:
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
