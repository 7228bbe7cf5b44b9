"""Beings: whatever has ratings, values, conditions and points, as characters, animals and doors.

`rating_chain` and `current_value` work out what stands on a sheet with the effects in force on it.
"""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from fractions import Fraction
from math import floor, prod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar, cast

from ..amounts import DieCode, Modifier, Quantity
from ..arguments import door, doors, shown
from ..dice.pool import OWN
from ..dice.table import dice_of
from ..effects import Allow, Forbid, Modify
from ..entries.actions import Action, Points
from ..entries.world import (
    Ability,
    ActionType,
    Hook,
    Period,
    Rated,
    used_together,
)
from ..entries.world import Value as ValueEntry
from ..finding import kind_words
from ..record import Entry, Ref, RulesError, Unworkable
from ..situation import (
    Character,
    FormulaValue,
    Named,
    Naming,
    RuleRef,
    Rules,
    Situation,
    id_of,
    note,
    term,
)
from .effects_in_force import in_force
from .facts import read_value
from .questions import RATINGS
from .state import (
    RESISTANCE,
    Active,
    Fact,
    Held,
    Kept,
    Names,
    Refused,
    answering,
    as_fixed,
    called,
    every,
    find,
    fixed_like_checks,
    fixed_value,
    lookup,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from ..dice.table import Randomness
    from ..entries.notes import CharacterEntry, Person
    from .effect_index import EffectsOn


K_co = TypeVar("K_co", covariant=True)
V_co = TypeVar("V_co", covariant=True)


# Ratings: the codes of an ability, a skill and a specialization, which add up.


class DoesNotHave(Refused):
    """Somebody has no rating in what is asked for."""


class NoDice:
    """Dice that nobody rolls: whatever needs a roll is refused."""

    def randrange(self, stop: int, /) -> int:
        """Raise Refused."""
        raise Refused(f"they start with a roll, and nobody has rolled the d{stop}")


class RatingChain(NamedTuple):
    """What is used together: an ability, a skill, a specialization of it, and their codes.

    Both have `ability`, `skill` and `specialization` as keys, in this order, as far as they are
    used. `ids` are those of all that is used.
    """

    ratings: dict[str, Rated]
    codes: Mapping[str, DieCode]
    ids: frozenset[str]


def rating_chain(
    who: Being, entry: Entry, ability: Ability | None = None, facts: Names | None = None
) -> RatingChain:
    """The ratings that a being uses for an entry, with the skill's own ability or another.

    `facts` answer what standing rules ask. Raises Refused where the being lacks the ability, or the
    training, or something forbids the use.
    """
    used = used_together(entry)
    if not used:
        kinds = kind_words(RATINGS, who.rules.terms)
        raise Refused(f"{entry.name} is no {kinds}")
    ratings: dict[str, Rated] = dict(zip(OWN, reversed(used), strict=False))
    if ability is not None:
        ratings["ability"] = ability
    ids = frozenset([rating.id for rating in ratings.values()])
    for rating in ratings.values():
        for _, applied in in_force(who, Forbid, facts, on=rating.id):
            raise Refused(f"{applied.entry.name}: {who} cannot use {rating.name}")
    base = ratings["ability"]
    if not has(who, base):
        raise DoesNotHave(f"{who} does not have {base.name}")
    if isinstance(base, Ability) and not base.ranked:
        raise Refused(f"{base.name} has no {term(who.rules, 'die code')}")
    for rating in ratings.values():
        # A code in any part of it is as good as training.
        if (
            rating.trained
            and not _is_allowed(who, rating.id)
            and not any(current_code(who, part.id).worth for part in rating.tree())
        ):
            raise Refused(f"{rating.name} takes training, and {who} has none")
    codes = {
        source: current_code(who, part.id, facts) for source, part in ratings.items()
    }
    return RatingChain(ratings, codes, ids)


def current_code(who: Being, id: str, facts: Names | None = None) -> DieCode:
    """Return the code on the sheet with the modifiers in force, at least 0."""
    dice = who.rules.die_code
    code = who.ratings.get(id) or dice(0)
    more = sum(
        _pips(applied.by, dice.pips_per_die)
        for _, applied in in_force(who, Modify, facts, on=id)
    )
    return dice(0, max(0, code.worth + more)) if more else code


def has(who: Being, entry: Entry) -> bool:
    """Whether a being has an ability, or a code in a skill, that no effect forbids.

    One in which an effect gives dice or pips counts as its own.
    """
    if any(True for _ in in_force(who, Forbid, on=entry.id)):
        return False
    if entry.id in who.ratings or entry.id in who.abilities:
        return True
    if _is_allowed(who, entry.id):
        return True
    per_die = who.rules.die_code.pips_per_die
    given = in_force(who, Modify, on=entry.id, plain=True)
    return sum(_pips(applied.by, per_die) for _, applied in given) > 0


def _is_allowed(who: Being, id: str) -> bool:
    return any(True for _ in in_force(who, Allow, on=id))


# Values: from a chosen row, from the sheet, or from their formula.


def current_value(
    who: Being, id: Named, fed: Mapping[str, FormulaValue], character: Character
) -> FormulaValue:
    """A value of a being with the modifiers in force; None where it has none."""
    entry = find(who.rules, id, ValueEntry)
    return with_modifiers(who, entry, plain_value(who, entry, fed, character))


def plain_value(
    who: Being,
    entry: ValueEntry,
    fed: Mapping[str, FormulaValue],
    character: Character,
) -> FormulaValue:
    """A value of a being without the modifiers on it; None where it has none.

    It comes from `fed`, the columns of rows that were chosen, else from what is kept for a period,
    else from the sheet, else from its formula, which asks `character`: the same being, but one who
    can roll and knows the rows.
    """
    value = fed.get(entry.id)
    if value is None and entry.id in who.kept:
        value = who.kept[entry.id].value
    if value is None:
        value = who.values.get(entry.id)
    formula = entry.is_ or entry.default
    if value is None and formula is not None:
        with counted(who, entry):
            value = cast("FormulaValue", formula(Situation(who.rules, {}, character)))
    return value


MOST_VALUES = 10_000
"""So many values may be worked out for one. Each that takes two others doubles them."""


@contextmanager
def counted(who: Being, value: ValueEntry) -> Generator[None, None, None]:
    """Count a value among all that the outermost one takes. Raises Unworkable for too many."""
    outermost = who.asked is None
    asked = who.asked = who.asked or []
    asked.append(value.name)
    try:
        if len(asked) > MOST_VALUES:
            way_out = "let values say less of each other"
            raise Unworkable(f"{asked[0]} takes too many other values", way_out)
        yield
    finally:
        if outermost:
            who.asked = None


def with_modifiers(
    who: Being,
    entry: ValueEntry,
    value: FormulaValue,
    *,
    rolled: bool = False,
    facts: Names | None = None,
) -> FormulaValue:
    """A value with the modifiers on it that are in force on a being.

    Dice that modify a fixed value count as the rules say. If the value was `rolled`, or is a roll
    that is kept, they have been part of that roll. `facts` answer what standing rules ask.

    In which order they came does not matter: what sets the value counts first, of several the
    lowest, then all factors, then what is added.
    """
    changes = list(in_force(who, Modify, facts, on=entry.id))
    if not changes:
        return value
    settings = [
        applied.change for effect, applied in changes if effect.set_to is not None
    ]
    if settings:
        value = min(settings, key=_height)
    factors = [
        cast("int | Fraction", applied.change)
        for effect, applied in changes
        if effect.multiplied_by is not None
    ]
    added = [applied.change for effect, applied in changes if effect.by is not None]
    kept = who.kept.get(entry.id)
    source = find(who.rules, kept.by, ValueEntry) if kept and kept.by else entry
    if entry.type == "integer" and not rolled and source.dice_count != "rolled":
        added = [
            as_fixed(who.rules, by) if isinstance(by, Modifier) else by for by in added
        ]
    if entry.type == "fraction" and isinstance(value, int):
        value = Fraction(value)  # written as a whole number
    return _modified(value, Fraction(prod(factors)), added)


def _height(value: FormulaValue) -> Any:
    """What orders values of one type: numbers and amounts as they are, all others as text."""
    return str(value) if isinstance(value, Ref) else value


def _modified(
    value: FormulaValue, factor: Fraction, added: Iterable[FormulaValue]
) -> FormulaValue:
    """A value with a factor and amounts on it; types that cannot be changed stay as they are.

    Whole numbers and die codes are rounded down. Die codes, lengths and other measures that were
    not below 0 do not fall below it.
    """
    match value:
        case bool():
            return value
        case int():
            return floor(value * factor) + sum(int(_number(by)) for by in added)
        case Fraction():
            return value * factor + sum(map(_number, added))
        case DieCode():
            more = (_pips(by, value.pips_per_die) for by in added)
            return type(value)(0, max(0, floor(value.worth * factor) + sum(more)))
        case Quantity():
            amount = value * factor
            for by in added:
                if isinstance(by, Quantity):
                    amount += by
            return max(amount, min(value, value * 0))
        case _:
            return value


def _number(by: FormulaValue) -> int | Fraction:
    """A number that is added to a number."""
    if isinstance(by, Modifier):
        return by.adds
    return by if isinstance(by, int | Fraction) else 0


def _pips(by: FormulaValue, per_die: int) -> int:
    """What is added to a die code, in pips."""
    if isinstance(by, Modifier):
        return by.dice * per_die + by.pips + by.adds
    return 0


# Sheets are read by the types of the ruleset.


class Pairs(Protocol[K_co, V_co]):
    """A mapping that is only gone through: its keys may be of any narrower type."""

    def items(self) -> Iterable[tuple[K_co, V_co]]:
        """The pairs of keys and values."""
        ...


LONGEST_NAME = 1000
UNSEEN = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
"""What moves about in a terminal, or turns what is written beside it: no part of a name."""


class SheetReader:
    """Reads a sheet by a ruleset and collects `problems`, a sentence each."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems: list[str] = []

    def name(self, given: object) -> str:
        """A name; of what is none, the part that could be one."""
        text = given if isinstance(given, str) else ""
        fitting = UNSEEN.sub("", text)[:LONGEST_NAME]
        if fitting != given:
            self.problems.append(f"name cannot be {shown(given)}")
        return fitting

    def codes(self, given: Pairs[Named, DieCode | str]) -> dict[str, DieCode]:
        """Die codes of abilities, skills and specializations."""
        codes: dict[str, DieCode] = {}
        spelled: dict[str, Named] = {}
        for named, written in given.items():
            entry = self._find_once(spelled, named, *RATINGS)
            if isinstance(entry, Ability) and not entry.ranked:
                coded = term(self.rules, "die code")
                self.problems.append(
                    f"{entry.name} has no {coded}: one has it, or not (`abilities`)"
                )
                continue
            try:
                code = self.rules.die_code.parse(str(written))
            except ValueError as problem:
                self.problems.append(f"{id_of(named)}: {problem}")
            else:
                if entry is not None:
                    codes[entry.id] = code
        return codes

    def ids(self, given: Iterable[Named], kind: type[Entry]) -> frozenset[str]:
        """The ids of entries of a kind."""
        entries = (self._find(named, kind) for named in given)
        return frozenset(entry.id for entry in entries if entry is not None)

    def values(self, given: Pairs[Named, Fact]) -> dict[str, FormulaValue]:
        """Values, each of its type, as values or as people write them."""
        values: dict[str, FormulaValue] = {}
        spelled: dict[str, Named] = {}
        for named, value in given.items():
            entry = self._find_once(spelled, named, ValueEntry)
            if isinstance(entry, ValueEntry):
                values[entry.id] = self._value(entry, value)
        return values

    def check_needs(self, ids: frozenset[str]) -> None:
        """Check that all that the abilities among these need is among them too."""
        for ability, needed in unmet_needs(self.rules, ids):
            self.problems.append(f"{ability.name} needs {needed.name}")

    def _find_once(
        self, spelled: dict[str, Named], named: Named, *kinds: type[Entry]
    ) -> Entry | None:
        """What is called so; a problem where it was among those `spelled` in another way."""
        entry = self._find(named, *kinds)
        if entry is not None and entry.id in spelled:
            both = f"{id_of(spelled[entry.id])} and {id_of(named)}"
            self.problems.append(f"{entry.name} is given twice: as {both}")
        elif entry is not None:
            spelled[entry.id] = named
        return entry

    def _find(self, named: Named, *kinds: type[Entry]) -> Entry | None:
        try:
            return find(self.rules, named, *kinds)
        except Refused as problem:
            self.problems += problem.reasons
            return None

    def _value(self, entry: ValueEntry, value: Fact) -> FormulaValue:
        if value is None:
            return None
        try:
            value = read_value(self.rules, entry.type, value)
        except ValueError as problem:
            self.problems.append(f"{entry.id} cannot be {value}: {problem}")
            return None
        return RuleRef(value.id, self.rules) if isinstance(value, Entry) else value


def unmet_needs(rules: Rules, ids: AbstractSet[str]) -> Iterator[tuple[Ability, Entry]]:
    """The abilities among these that need another one which is not, and that other one."""
    for id in sorted(ids):
        ability = rules.entry(id)
        if isinstance(ability, Ability):
            for need in ability.needs:
                if need.id not in ids:
                    yield ability, rules.entry(need.id)


class DoesNotFit(RulesError, ValueError):  # noqa: N818
    """A sheet that does not fit the ruleset; `problems` says what, a sentence each.

    `other_rules` says under which other rules a sheet was saved, if it was. That alone is nothing
    wrong, and not among the `problems`: only that it is another game, without a common pack, is.
    """

    def __init__(self, problems: Iterable[str], other_rules: str = "") -> None:
        self.problems = tuple(problems)
        self.other_rules = other_rules
        text = "; ".join(self.problems)
        super().__init__(f"{other_rules}: {text}" if other_rules else text)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.problems, self.other_rules)


CHANGING = (
    "conditions",
    "effects",
    "under_way",
    "passed",
    "clock",
    "used",
    "points",
    "gains",
    "kept",
)
"""The fields of a being that change in play."""
FOUND_ANEW = ("effects_on", "asked", "_unfilled")
"""The fields that are no part of a being."""


class Ratings(dict[str, DieCode]):
    """Die codes by the ids of abilities, skills and specializations; `rules` know their names."""

    def __init__(self, codes: Mapping[str, DieCode], rules: Rules) -> None:
        super().__init__(codes)
        self.rules = rules

    @door
    def __setitem__(self, id: Named, code: DieCode) -> None:
        super().__setitem__(find(self.rules, id, *RATINGS).id, code)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (dict(self), self.rules)

    def update(self, *more: Any, **others: Any) -> None:
        """Set several ratings."""
        for id, code in dict(*more, **others).items():
            self[id] = code


@doors
class Being:
    """Somebody, or something: what stands on the sheet, and what has happened to it.

    The sheet, by ids of entries:

    - `ratings`: die codes of abilities, skills and specializations; `abilities`: those without one.
    - `values`: numbers of the being and of what it carries; these go before formulas.
    - `hooks`: those that it has.

    What changes in play:

    - `conditions` and `effects`: those on it now; `points`: how many it has, by id.
    - `under_way`: keys of the periods that have begun; `passed`: those of its own periods that have
      ended within the longer period under way.
    - `clock`: how often a period has begun or ended for them, by its key: an action that was begun
      before is of another one.
    - `used`: how many actions of a type, or points, in the period that limits them; how often each
      action, in the period of its type.
    - `gains`: points that were earned and will be paid, with the way in which they were.
    - `kept`: what was found for a period, by the id of its value, and goes before the sheet: what
      the order of a scene goes by. By the id of a scene, what was rolled for ties in its order.

    `rules` are needed where there is more than one ruleset; a generated package knows its own.
    `misfits` says what was left out of one that was loaded, a sentence each.
    `effects_on` and `asked` are no part of a being: they are found anew from the rest.

    `rng` rolls points that start with a roll. They stay as rolled until they refill.

    Raises DoesNotFit where the ruleset does not know an entry, or it is of another kind, and for a
    name of more than 1,000 characters, or with lines, or with what turns or hides text.
    """

    rules: Rules = Entry.ruleset
    misfits: tuple[str, ...] = ()
    effects_on: EffectsOn | None = None
    asked: list[str] | None = None
    _unfilled: dict[str, tuple[Points, Randomness]] | None = None

    def __init__(
        self,
        ratings: Pairs[Named, DieCode | str] | None = None,
        *,
        rules: Rules | None = None,
        name: str = "",
        abilities: Iterable[Named] = (),
        values: Pairs[Named, Fact] | None = None,
        hooks: Iterable[Named] = (),
        player: bool = False,
        rng: Randomness | None = None,
    ) -> None:
        if rules is not None:
            self.rules = rules
        self.player = player
        self.conditions: list[Held] = []
        self.effects: list[Active] = []
        self.under_way: set[str] = set()
        self.passed: set[str] = set()
        self.clock: dict[str, int] = {}
        self.used: dict[str, int] = {}
        self.gains: list[tuple[str, str]] = []
        self.kept: dict[str, Kept] = {}
        sheet = SheetReader(self.rules)
        self.name: str = sheet.name(name)
        self.ratings = Ratings(sheet.codes(ratings or {}), self.rules)
        self.abilities = sheet.ids(abilities, Ability)
        self.values = sheet.values(values or {})
        self.hooks = sheet.ids(hooks, Hook)
        sheet.check_needs(self.abilities | self.ratings.keys())
        if sheet.problems:
            raise DoesNotFit(sheet.problems)
        self.points: dict[str, int] = {}
        self.refill(rng=rng)

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        # `rules` may be an attribute of the class or of the being: compared by itself. What did
        # not fit when a being was loaded is no part of it.
        same = {"rules": 0, "misfits": ()}
        return (
            isinstance(other, Being)
            and other.rules is self.rules
            and {**other.__getstate__(), **same} == {**self.__getstate__(), **same}
        )

    def __getstate__(self) -> dict[str, Any]:
        """What is compared, copied and pickled."""
        fields = self.__dict__.items()
        return {name: value for name, value in fields if name not in FOUND_ANEW}

    def __copy__(self) -> Self:
        """Somebody of their own: what happens to one does not happen to the other."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__getstate__())
        other.ratings = Ratings(self.ratings, self.rules)
        other.values = self.values.copy()
        other.restore(self.state())
        return other

    def state(self) -> Mapping[str, Any]:
        """What changes in play, as it is now."""
        fields = self.__dict__
        return {name: fields[name].copy() for name in CHANGING}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take back everything that has changed since."""
        self.__dict__.update({name: value.copy() for name, value in state.items()})

    def __str__(self) -> str:
        return self.name or "this character"

    def __repr__(self) -> str:
        """`<Rick: Hurt, Stunned>`: the name, and the conditions."""
        conditions = ", ".join(held.condition.entry.name for held in self.conditions)
        name = self.name or type(self).__name__
        return f"<{name}: {conditions}>" if conditions else f"<{name}>"

    def has(self, id: Named) -> bool:
        """Whether they have this at all."""
        known = lookup(self.rules, called(id))
        with answering():
            return has(self, known or find(self.rules, id, *RATINGS))

    def rating(self, id: Named) -> DieCode:
        """The codes of ability, skill and specialization, added up.

        Raises Refused where they cannot be used.
        """
        with answering():
            chain = rating_chain(self, find(self.rules, id, *RATINGS))
        return sum(chain.codes.values(), self.rules.die_code(0))

    def without_ability(self, id: Named) -> DieCode:
        """The rating without what the ability gives to it."""
        with answering():
            codes = [
                current_code(self, rating.id)
                for rating in used_together(find(self.rules, id, *RATINGS))
                if not isinstance(rating, Ability)
            ]
        return sum(codes, self.rules.die_code(0))

    def fixed(self, id: Named) -> int:
        """The rating as a number, when nobody rolls, with the modifiers on fixed values.

        Their dice and pips are added to the code, their numbers to what it counts as. Where the
        rules say so, modifiers on checks count in the same way; those that last for a number of
        checks wait for one that is rolled.
        """
        with answering():
            worth, adds = self._worth(find(self.rules, id, *RATINGS))
        number = fixed_value(self.rules, self.rules.die_code(0, max(0, worth)))
        if number is None:
            codes = term(self.rules, "die codes")
            value = term(self.rules, "fixed value")
            raise Refused(f"these rules give {codes} no {value}")
        return number + adds

    def _worth(self, entry: Entry) -> tuple[int, int]:
        """A rating in pips, with the modifiers on fixed values; and what they add to the number."""
        chain = rating_chain(self, entry)
        per_die = self.rules.die_code.pips_per_die
        worth, adds = sum((code.worth for code in chain.codes.values()), 0), 0
        kinds = ("fixed-values", "checks")[: 1 + fixed_like_checks(self.rules)]
        for effect, applied in in_force(self, Modify, on=kinds):
            on_checks = effect.modify == "checks"
            subject = chain.ids | RESISTANCE if on_checks else chain.ids
            # What lasts for a number of checks waits for one that is rolled.
            if applied.covers(subject) and not (on_checks and applied.once):
                by = applied.by
                worth += by.dice * per_die + by.pips
                adds += by.adds
        return worth, adds

    def roll(self, id: Named) -> int:
        """Raises Refused: a character has no dice; `act`, `order` and others bring some."""
        name = find(self.rules, id, *RATINGS, ValueEntry).name
        raise Refused(f"{name} is rolled here: bring dice")

    def value(self, id: Named) -> FormulaValue:
        """A value with the modifiers on it; None where they have none.

        Raises Refused where it cannot be worked out: one that is rolled is known as long as the
        order of a scene keeps it, as for the round.
        """
        with answering():
            return current_value(self, id, {}, self)

    def count_of(self, id: Named) -> int:
        """How many points they have; how many actions, of a type or one, in its period so far."""
        entry = find(self.rules, id, Points, ActionType, Action)
        if isinstance(entry, Points):
            self._fill(entry.id)
            return self.points.get(entry.id, 0)
        actions: list[Entry] = [entry]
        if isinstance(entry, ActionType):
            known = every(self.rules, "action", Action)
            actions = [action for action in known if action.type.id == entry.id]
        return sum(self.used.get(action.id, 0) for action in actions)

    def bounds(self, points: Naming[Points]) -> tuple[int, int | None]:
        """The least and the most that they can have of some points; None where there is no most."""
        points = find(self.rules, points, Points)
        situation = Situation(self.rules, {}, self)
        least = 0 if points.least is None else points.least(situation)
        return least, None if points.most is None else points.most(situation)

    def within_bounds(self, points: Naming[Points], number: int) -> int:
        """The number of points nearest to another that they can have."""
        least, most = self.bounds(points)
        return max(least, number if most is None else min(number, most))

    def refill(
        self, period: Naming[Period] | None = None, rng: Randomness | None = None
    ) -> None:
        """Fill the points that refill with a period; all points, if none is named.

        Points that others start from are filled first. Those that start with a roll are rolled with
        `rng`. Points whose needs are not met, that belong to players alone, or whose number depends
        on what the being lacks, are taken away.
        """
        if period is not None:
            period = find(self.rules, period, Period)
        self._unfilled = {
            points.id: (points, dice_of(rng))
            for points in every(self.rules, "points", Points)
            if period is None
            or (isinstance(points.refills, Ref) and points.refills.id == period.id)
        }
        self.points |= dict.fromkeys(self._unfilled, 0)  # in their order
        while self._unfilled:
            self._fill(next(iter(self._unfilled)))

    def _fill(self, id: str) -> None:
        """Fill points, if they wait for it."""
        if not self._unfilled or id not in self._unfilled:
            return
        points, rng = self._unfilled.pop(id)
        try:
            self.points[id] = self._start_of(points, rng)
        except Refused:
            # Whoever lacks what the number is worked out from cannot have them either.
            self.points.pop(id, None)

    def _start_of(self, points: Points, rng: Randomness) -> int:
        """The number that they start with. Raises Refused, with the reason, if they have none."""
        from .checks import RollingCharacter  # it needs this module

        if points.belongs_to == "players" and not self.player:
            raise Refused("they belong to players")
        situation = Situation(self.rules, {}, self)
        with answering():
            for need in points.needs:
                if not need(situation):
                    raise Refused(f"they need: {need.sentence or need.text}")
            rolling = Situation(self.rules, {}, RollingCharacter(self, rng))
            number = self.within_bounds(points, points.start(rolling))
        note(self.rules, points)
        return number

    def why_without(self, points: Naming[Points]) -> str:
        """The reason why they do not have some points, after their name."""
        points = find(self.rules, points, Points)
        reason = "they had none when these were last filled"
        try:
            self._start_of(points, NoDice())
        except Refused as refused:
            reason = str(refused)
        return f"cannot have {points.name} ({reason})"


B = TypeVar("B", bound=Being)


def being_of(
    cls: type[B],
    name: str,
    sheet: Person | CharacterEntry,
    rules: Rules,
    rng: Randomness | None = None,
) -> B:
    """A being with what stands on the sheet of somebody whom a pack describes.

    They have as many points as it says, within the bounds of these; those that start with a roll,
    and that it does not say, only if there is `rng`. Their name is without the marks that a pack
    may set about words that run the other way.
    """
    given = sheet.given.items()
    who = cls(
        {id: str(code) for id, code in given if not id.startswith("value.")},
        rules=rules,
        name=SheetReader(rules).name(name),
        abilities=sheet.abilities,
        values={id: value for id, value in given if id.startswith("value.")},
        hooks=sheet.hooks,
        player=sheet.player,
        rng=rng or NoDice(),
    )
    for key, number in sheet.points.items():
        points = find(rules, f"points.{key}", Points)
        who.points[points.id] = number
        # Where a bound depends on what they lack, nothing says what it is.
        with suppress(Refused, Unworkable):
            who.points[points.id] = who.within_bounds(points, number)
    return who
