"""Actors: characters, animals and things, with a sheet and a state in play.

A sheet has ratings (die codes of abilities and skills) and values (numbers, lengths and so on).
`rating_chain` and `Actor.value` return these numbers with the effects in force on the actor, such
as those of a condition.
"""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from fractions import Fraction
from math import floor, prod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar, cast

from ..amounts import DieCode, FormulaPool, Modifier, Quantity
from ..arguments import door, doors, shown
from ..dice.pool import OWN
from ..dice.table import dice_of
from ..effects import Allow, Forbid, Modify
from ..entries.actions import Action, Points
from ..entries.tables import Condition
from ..entries.world import Ability, ActionType, Hook, Period, Rated, used_together
from ..entries.world import Value as ValueEntry
from ..finding import kind_words, with_article
from ..record import Entry, FormulaError, Ref, RulesError
from ..situation import (
    EntryLike,
    FormulaCharacter,
    FormulaValue,
    Id,
    Like,
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
    ActiveCondition,
    ActiveEffect,
    Fact,
    Kept,
    MissingAbilityError,
    Names,
    RefusedError,
    answering,
    as_fixed,
    every,
    find,
    fixed_like_checks,
    fixed_value,
    id_or_name,
    lookup,
    whole_skill_codes,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from ..dice.table import Randomness
    from ..entries.notes import CharacterEntry, Person
    from .effect_index import EffectsOn


K_co = TypeVar("K_co", covariant=True)
V_co = TypeVar("V_co", covariant=True)


# Ratings: the die codes of an ability, a skill and a specialization, which add up.


class NoDice:
    """A source of dice for actors that must not roll. It refuses every roll."""

    def randrange(self, stop: int, /) -> int:
        """Raise RefusedError."""
        raise RefusedError(f"they start with the roll of a d{stop}, which was not made")


class RatingChain(NamedTuple):
    """An ability, skill and specialization that add up, with their die codes.

    The keys of `ratings` and `codes` are `ability`, `skill` and `specialization`, in this order;
    unused ones are absent. `ids` are the ids of the ratings.
    """

    ratings: dict[str, Rated]
    codes: Mapping[str, DieCode]
    ids: frozenset[str]


def rating_chain(
    who: Actor, entry: Entry, ability: Ability | None = None, facts: Names | None = None
) -> RatingChain:
    """Return the ratings and codes that an actor uses for an entry.

    `ability` replaces the skill's usual ability. `facts` answer the questions of standing rules.
    Raises RefusedError if the actor lacks the ability or the training, or if an effect forbids the
    use.
    """
    used = used_together(entry)  # the specialization, its skill and its ability
    if not used:
        kinds = kind_words(RATINGS, who.rules.terms)
        raise RefusedError(f"{entry.name} is not {with_article(kinds)}")
    ratings: dict[str, Rated] = dict(zip(OWN, reversed(used), strict=False))
    if ability is not None:
        ratings["ability"] = ability
    ids = frozenset([rating.id for rating in ratings.values()])
    for rating in ratings.values():
        for _, applied in in_force(who, Forbid, facts, on=rating.id):
            raise RefusedError(f"{applied.entry.name}: {who} cannot use {rating.name}")
    base, whole = ratings["ability"], _whole(who, used)
    if whole is None and not has(who, base):
        raise MissingAbilityError(f"{who} does not have {base.name}")
    if isinstance(base, Ability) and not base.ranked:
        raise RefusedError(f"{base.name} has no {term(who.rules, 'die code')}")
    for rating in ratings.values():
        # A code in any specialization counts as training.
        if (
            rating.trained_only
            and not _is_allowed(who, rating.id)
            and not any(current_code(who, part.id).worth for part in rating.tree())
        ):
            reason = f"{rating.name} requires training, which {who} lacks"
            raise MissingAbilityError(reason)
    codes = {
        source: current_code(who, part.id, facts=facts)
        for source, part in ratings.items()
    }
    if whole is not None:
        code = _above_ability(who, used, facts)
        if ability is None:
            code = current_code(who, *(part.id for part in used), facts=facts)
        zero = who.rules.die_code(0)
        codes |= {
            source: code if part is whole else zero
            for source, part in ratings.items()
            if part is not ability
        }
    return RatingChain(ratings, codes, ids)


def _whole(who: Actor, used: Sequence[Rated]) -> Rated | None:
    """Return the narrowest skill or specialization on the sheet, if the rules have whole codes."""
    if not whole_skill_codes(who.rules):
        return None
    coded = (part for part in used[:-1] if part.id in who.ratings)
    return next((part for part in coded if who.ratings[part.id].worth), None)


def _above_ability(
    who: Actor, used: Sequence[Rated], facts: Names | None = None
) -> DieCode:
    """Return the code of a skill or specialization, without the part from its ability."""
    if _whole(who, used) is None:
        codes = (current_code(who, part.id, facts=facts) for part in used[:-1])
        return sum(codes, who.rules.die_code(0))
    total = current_code(who, *(part.id for part in used), facts=facts)
    above = total.worth - current_code(who, used[-1].id, facts=facts).worth
    return who.rules.die_code(0, max(0, above))


def current_code(who: Actor, *ids: str, facts: Names | None = None) -> DieCode:
    """Return the code on the sheet of the first of these ratings that has one.

    It is adjusted by the modifiers in force on any of them, but never below 0.

    Modifiers are counted in pips: with 3 pips per die, `2D+1` (7 pips) and `+1D` make `3D+1`.
    """
    die_code = who.rules.die_code
    coded = (who.ratings[id] for id in ids if id in who.ratings)
    code = next((code for code in coded if code.worth), die_code(0))
    pips = sum(
        _pips(applied.by, die_code.pips_per_die)
        for _, applied in in_force(who, Modify, facts, on=ids)
    )
    return die_code(0, max(0, code.worth + pips)) if pips else code


def has(who: Actor, entry: Entry) -> bool:
    """Return True if an actor has an ability, a code in a skill, or a hook, that no effect forbids.

    The code can be on the sheet or come from effects: modifiers above 0 in total, or an Allow. Also
    return True for a condition of the actor, for the start of a track without conditions, and for a
    period that is under way.
    """
    if isinstance(entry, Period):
        return entry.key in who.under_way
    if isinstance(entry, Condition):
        ids = {condition.id for condition in entry.track.conditions}
        ids &= {held.condition.id for held in who.conditions}
        return entry.id in ids or (entry.rank == 0 and not ids)
    if any(True for _ in in_force(who, Forbid, on=entry.id)):
        return False
    on_sheet = (who.ratings, who.abilities, who.hooks)
    if any(entry.id in part for part in on_sheet) or _is_allowed(who, entry.id):
        return True
    per_die = who.rules.die_code.pips_per_die
    modifiers = in_force(who, Modify, on=entry.id, plain=True)
    return sum(_pips(applied.by, per_die) for _, applied in modifiers) > 0


def _is_allowed(who: Actor, id: str) -> bool:
    return any(True for _ in in_force(who, Allow, on=id))


# Values: from a chosen row, from the sheet, or from their formula.


def plain_value(
    who: Actor,
    entry: ValueEntry,
    provided: Mapping[str, FormulaValue],
    character: FormulaCharacter,
) -> FormulaValue:
    """Return a value of an actor without modifiers, None if it has no such value.

    The first of these sources that has the value counts:

    1. `provided`: values by id, from columns of chosen table rows, such as the damage of a weapon.
    2. `Actor.kept`: values that are fixed for a period.
    3. The sheet.
    4. The formula of the value. It reads `character`: the same actor, with dice if it may roll.
    """
    value = provided.get(entry.id)
    if value is None and entry.id in who.kept:
        value = who.kept[entry.id].value
    if value is None:
        value = who.values.get(entry.id)
    formula = entry.formula or entry.default
    if value is None and formula is not None:
        with counting_evaluation(who, entry):
            value = cast("FormulaValue", formula(Situation(who.rules, {}, character)))
    return value


MOST_VALUES = 10_000
"""The limit on evaluations of values to calculate one of them. In a chain in which each value reads
the next one twice, the number doubles with each link.
"""


@contextmanager
def counting_evaluation(who: Actor, value: ValueEntry) -> Generator[None, None, None]:
    """Count the evaluation of a value's formula, to limit how many a single value can cause.

    `Actor.asked` lists the names of the values so far, first the one that was asked for. It is None
    when no value is being calculated. Raises FormulaError for more than MOST_VALUES.
    """
    outermost = who.asked is None
    asked = who.asked = who.asked or []
    asked.append(value.name)
    try:
        if len(asked) > MOST_VALUES:
            way_out = "make values depend on fewer others"
            raise FormulaError(f"{asked[0]} depends on too many other values", way_out)
        yield
    finally:
        if outermost:
            who.asked = None


def with_modifiers(
    who: Actor,
    entry: ValueEntry,
    value: FormulaValue,
    *,
    rolled: bool = False,
    facts: Names | None = None,
) -> FormulaValue:
    """Return a value with the modifiers on it that are in force on an actor.

    Their order does not matter. Settings (`set-to`) apply first, and of several only the lowest.
    Then the result is multiplied by all factors, and at last all additions are added.

    If the value was not rolled, the dice of an addition count as their fixed value: +2D can be +7.
    If the value was `rolled`, or is kept from a roll, those dice were already part of the roll, so
    only the numbers of the addition are added. `facts` answer the questions of standing rules.

    For example, `set-to: 10`, `multiplied-by: 1/2` and `by: +2` turn any whole number into 7.
    """
    changes = list(in_force(who, Modify, facts, on=entry.id))
    if not changes:
        return value
    settings = [
        applied.change for effect, applied in changes if effect.set_to is not None
    ]
    if settings:
        value = min(settings, key=_sort_key)
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
        value = Fraction(value)  # sheets can have a whole number
    return _modified(value, Fraction(prod(factors)), added)


def _sort_key(value: FormulaValue) -> Any:
    """Return a key that orders values of one type: numbers and amounts as such, others as text."""
    return str(value) if isinstance(value, Ref) else value


def _modified(
    value: FormulaValue, factor: Fraction, added: Iterable[FormulaValue]
) -> FormulaValue:
    """Multiply a value, then add amounts to it. Values without an amount are returned as they are.

    Whole numbers and die codes are rounded down after the multiplication. Modifiers do not bring a
    die code or a quantity, such as a length, below 0.
    """
    match value:
        case bool():  # before `int`, because it is a subclass
            return value
        case int():
            return floor(value * factor) + sum(int(_number(by)) for by in added)
        case Fraction():
            return value * factor + sum(map(_number, added))
        case DieCode():
            pips = sum(_pips(by, value.pips_per_die) for by in added)
            return type(value)(0, max(0, floor(value.worth * factor) + pips))
        case FormulaPool():
            more = [by for by in added if isinstance(by, Modifier)]
            adds = value.adds + sum(by.adds + by.pips for by in more)
            dice = value.dice + sum(by.dice for by in more)
            return value.but(dice=max(0, dice), adds=adds)
        case Quantity():
            quantities = [by for by in added if isinstance(by, Quantity)]
            amount = sum(quantities, value * factor)
            # `value * 0` is zero in its unit. A value below zero does not fall further.
            lowest = min(value, value * 0)
            return max(amount, lowest)
        case _:
            return value


def _number(by: FormulaValue) -> int | Fraction:
    """Return the number that a modifier adds to a number."""
    if isinstance(by, Modifier):
        return by.adds
    return by if isinstance(by, int | Fraction) else 0


def _pips(by: FormulaValue, per_die: int) -> int:
    """Return the pips that a modifier adds to a die code."""
    if isinstance(by, Modifier):
        return by.dice * per_die + by.pips + by.adds
    return 0


# Sheets are read by the types of the ruleset.


class Pairs(Protocol[K_co, V_co]):
    """A mapping that is only iterated over, so its keys can be of a narrower type."""

    def items(self) -> Iterable[tuple[K_co, V_co]]:
        """Return the pairs of keys and values."""
        ...


LONGEST_NAME = 1000
UNSEEN = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
"""A character that names cannot contain: a control character other than a tab (`\\x00-\\x08`,
`\\x0a-\\x1f`, `\\x7f-\\x9f`), a line or paragraph separator (`\\u2028`, `\\u2029`), or a mark of
text direction, which can reverse the text after it (`\\u202a-\\u202e`, `\\u2066-\\u2069`).
"""


class SheetReader:
    """A reader of sheets that resolves names in a ruleset.

    It leaves out what it cannot read, and adds a sentence to `problems` for each.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems: list[str] = []

    def name(self, given: object) -> str:
        """Return a name without invalid characters, and note a problem if there were any.

        A name longer than LONGEST_NAME is cut, and anything but text becomes an empty name.
        """
        text = given if isinstance(given, str) else ""
        valid = UNSEEN.sub("", text)[:LONGEST_NAME]
        if valid != given:
            self.problems.append(f"name cannot be {shown(given)}")
        return valid

    def codes(self, given: Pairs[EntryLike, DieCode | str]) -> dict[str, DieCode]:
        """Return die codes by the ids of abilities, skills and specializations."""
        codes: dict[str, DieCode] = {}
        spellings: dict[str, EntryLike] = {}
        for named, written in given.items():
            entry = self._find_once(spellings, named, *RATINGS)
            if isinstance(entry, Ability) and not entry.ranked:
                die_code = term(self.rules, "die code")
                self.problems.append(
                    f"{entry.name} has no {die_code} (list it in `abilities`)"
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

    def ids(self, given: Iterable[EntryLike], kind: type[Entry]) -> frozenset[str]:
        """Return the ids of the named entries, which must be of a kind."""
        entries = (self._find(named, kind) for named in given)
        return frozenset(entry.id for entry in entries if entry is not None)

    def values(self, given: Pairs[EntryLike, Fact]) -> dict[str, FormulaValue]:
        """Return values by id, each of its type; text is read in the notation of that type."""
        values: dict[str, FormulaValue] = {}
        spellings: dict[str, EntryLike] = {}
        for named, value in given.items():
            entry = self._find_once(spellings, named, ValueEntry)
            if isinstance(entry, ValueEntry):
                values[entry.id] = self._value(entry, value)
        return values

    def _find_once(
        self, spellings: dict[str, EntryLike], named: EntryLike, *kinds: type[Entry]
    ) -> Entry | None:
        """Find an entry, and note a problem if another of the `spellings` named it already."""
        entry = self._find(named, *kinds)
        if entry is not None and entry.id in spellings:
            both = f"{id_of(spellings[entry.id])} and {id_of(named)}"
            self.problems.append(f"{entry.name} is given twice: as {both}")
        elif entry is not None:
            spellings[entry.id] = named
        return entry

    def _find(self, named: EntryLike, *kinds: type[Entry]) -> Entry | None:
        """Find an entry of these kinds; None, with a problem, if none or several match."""
        try:
            return find(self.rules, named, *kinds)
        except RefusedError as problem:
            self.problems += problem.reasons
            return None

    def _value(self, entry: ValueEntry, value: Fact) -> FormulaValue:
        """Return a value read by the type of its entry; None, with a problem, if it is invalid."""
        if value is None:
            return None
        try:
            value = read_value(self.rules, entry.type, value)
        except ValueError as problem:
            self.problems.append(f"{entry.id} cannot be {value}: {problem}")
            return None
        return RuleRef(value.id, self.rules) if isinstance(value, Entry) else value


def misfits(rules: Rules, ids: AbstractSet[str]) -> Iterator[tuple[Ability, str]]:
    """Yield the abilities among these ids that lack a need or exclude another, and the reason."""
    for id in sorted(ids):
        ability = rules.entry(id)
        if isinstance(ability, Ability):
            for need in ability.needs:
                if need.id not in ids:
                    yield ability, f"needs {need.entry.name}"
            for other in ability.excludes:
                if other.id in ids:
                    yield ability, f"excludes {other.entry.name}"


class CharacterError(RulesError, ValueError):
    """A sheet that does not fit the ruleset. `problems` has a sentence for each reason.

    If the sheet was saved under other rules, `other_rules` names them. A difference of rules is
    not a problem in itself, unless the two games have no pack in common.
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
"""The fields of an actor that change in play."""

CACHE_FIELDS = ("effects_on", "asked", "_unfilled")
"""The fields that are derived from others or used during a calculation. They are not compared,
copied or saved.
"""


class Ratings(dict[str, DieCode]):
    """The ratings on a sheet: die codes by the ids of abilities, skills and specializations.

    Keys can be set by any name that `rules` know: `ratings["Melee Combat"] = code`.
    """

    def __init__(self, codes: Mapping[str, DieCode], rules: Rules) -> None:
        super().__init__(codes)
        self.rules = rules

    @door  # checks the types of the arguments at each call
    def __setitem__(self, id: EntryLike, code: DieCode) -> None:
        super().__setitem__(find(self.rules, id, *RATINGS).id, code)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (dict(self), self.rules)

    def update(self, *more: Any, **others: Any) -> None:
        """Set several ratings, as in `dict.update`."""
        for id, code in dict(*more, **others).items():
            self[id] = code


@doors  # checks the types of the arguments of all public methods
class Actor:
    """A character, animal or thing: its sheet, and its state in play.

    The sheet, by ids of entries:

    - `ratings`: die codes of abilities, skills and specializations.
    - `abilities`: ids of abilities without a die code.
    - `values`: numbers of the actor and its belongings. They override formulas.
    - `hooks`: ids of hooks.

    State in play:

    - `conditions`, `effects`: the conditions and active effects on the actor.
    - `points`: numbers of points by id.
    - `under_way`: keys of the periods that have begun.
    - `passed`: keys of the actor's separate periods, such as turns, that have ended within the
      longer period under way.
    - `clock`: how often each period has begun or ended for the actor, by key. A pending action
      compares it to detect that its period is over.
    - `used`: counts by id: actions and points in the period that limits them.
    - `gains`: points that were earned and not yet paid, as pairs of an id and a way to earn.
    - `kept`: values that are fixed for a period, by id, such as those that order a scene. They
      override the sheet. Under the id of a scene: the rolls that broke its ties.

    Pass `rules` if there is more than one ruleset; a generated package uses its own.
    `load_problems` lists the parts of a saved actor that were left out, a sentence each.
    `effects_on` and `asked` are caches, and not compared or saved.

    `rng` rolls points that start with a roll. They keep the rolled number until they refill.

    Raises CharacterError for unknown entries, for entries of another kind, and for a name of
    more than 1,000 characters, or with line breaks or characters that hide or reverse text.
    """

    rules: Rules = Entry.ruleset
    load_problems: tuple[str, ...] = ()
    effects_on: EffectsOn | None = None
    asked: list[str] | None = None
    _unfilled: dict[str, tuple[Points, Randomness]] | None = None

    def __init__(
        self,
        ratings: Pairs[EntryLike, DieCode | str] | None = None,
        *,
        rules: Rules | None = None,
        name: str = "",
        abilities: Iterable[EntryLike] = (),
        values: Pairs[EntryLike, Fact] | None = None,
        hooks: Iterable[EntryLike] = (),
        player: bool = False,
        rng: Randomness | None = None,
    ) -> None:
        if rules is not None:
            self.rules = rules
        self.player = player
        self.conditions: list[ActiveCondition] = []
        self.effects: list[ActiveEffect] = []
        self.under_way: set[str] = set()
        self.passed: set[str] = set()
        self.clock: dict[str, int] = {}
        self.used: dict[str, int] = {}
        self.gains: list[tuple[str, str]] = []
        self.kept: dict[str, Kept] = {}
        sheet = SheetReader(self.rules)
        self.name: str = sheet.name(name)
        self.ratings = Ratings(sheet.codes(ratings or {}), self.rules)
        own = (
            entry for entry in every(self.rules, "ability", Ability) if entry.of_players
        )
        self.abilities = sheet.ids((*abilities, *(own if player else ())), Ability)
        self.values = sheet.values(values or {})
        self.hooks = sheet.ids(hooks, Hook)
        unfit = misfits(self.rules, self.abilities | self.ratings.keys())
        sheet.problems += (f"{ability.name} {why}" for ability, why in unfit)
        if sheet.problems:
            raise CharacterError(sheet.problems)
        self.points: dict[str, int] = {}
        self.refill(rng=rng)

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        # These fields get the same value on both sides. `rules` can be an attribute of the class or
        # of the actor, so it is compared separately. `load_problems` describe how an actor was
        # loaded.
        ignored_fields = {"rules": None, "load_problems": ()}
        return (
            isinstance(other, Actor)
            and other.rules is self.rules
            and {**other.__getstate__(), **ignored_fields}
            == {**self.__getstate__(), **ignored_fields}
        )

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields that are compared, copied and pickled."""
        fields = self.__dict__.items()
        return {name: value for name, value in fields if name not in CACHE_FIELDS}

    def __copy__(self) -> Self:
        """Return an independent copy: changes to one do not affect the other."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__getstate__())
        other.ratings = Ratings(self.ratings, self.rules)
        other.values = self.values.copy()
        other.restore(self.state())
        return other

    def state(self) -> Mapping[str, Any]:
        """Return a snapshot of the fields that change in play."""
        fields = self.__dict__
        return {name: fields[name].copy() for name in CHANGING}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Reset the fields that change in play to a snapshot."""
        self.__dict__.update({name: value.copy() for name, value in state.items()})

    def __str__(self) -> str:
        return self.name or "this character"

    def __repr__(self) -> str:
        """Return the name and the conditions, as in `<Rick: Hurt, Stunned>`."""
        conditions = ", ".join(held.condition.entry.name for held in self.conditions)
        name = self.name or type(self).__name__
        return f"<{name}: {conditions}>" if conditions else f"<{name}>"

    def has(self, id: EntryLike) -> bool:
        """Return True if the actor has an ability, a code in a skill, a hook or a condition."""
        entry = lookup(self.rules, id_or_name(id))
        with answering():
            return has(self, entry or find(self.rules, id, *RATINGS))

    def rating(self, id: EntryLike) -> DieCode:
        """Return the sum of the codes of an ability, skill and specialization.

        If the rules have whole codes, only the narrowest one on the sheet counts. Raises
        RefusedError if the actor cannot use them.
        """
        with answering():
            chain = rating_chain(self, find(self.rules, id, *RATINGS))
        return sum(chain.codes.values(), self.rules.die_code(0))

    def without_ability(self, id: EntryLike) -> DieCode:
        """Return the rating without the code of its ability."""
        with answering():
            return _above_ability(self, used_together(find(self.rules, id, *RATINGS)))

    def fixed(self, id: EntryLike) -> int:
        """Return the rating as a number for use without a roll, with modifiers on fixed values.

        Dice and pips of modifiers are added to the code, and their numbers to the result. For
        example, if the rules count 3 for each die, `4D` with the modifiers `+1D` and `+2` is 17:
        5 times 3, plus 2. If the rules define so, modifiers on checks count in the same way, except
        for those that last for a number of checks.
        """
        with answering():
            worth, adds = self._fixed_parts(find(self.rules, id, *RATINGS))
        number = fixed_value(self.rules, self.rules.die_code(0, max(0, worth)))
        if number is None:
            codes = term(self.rules, "die codes")
            value = term(self.rules, "fixed value")
            raise RefusedError(f"these rules have no {value} for {codes}")
        return number + adds

    def _fixed_parts(self, entry: Entry) -> tuple[int, int]:
        """Return the two parts of a fixed value: a die code in pips, and a number to add.

        Both include the modifiers on fixed values: `4D` with `+1D` and `+2` returns `(15, 2)` if
        there are 3 pips per die.
        """
        chain = rating_chain(self, entry)
        per_die = self.rules.die_code.pips_per_die
        worth, adds = sum(code.worth for code in chain.codes.values()), 0
        like_checks = fixed_like_checks(self.rules)
        kinds = ("fixed-values", "checks") if like_checks else ("fixed-values",)
        for effect, applied in in_force(self, Modify, on=kinds):
            on_checks = effect.modify == "checks"
            # A fixed value is used to resist, so modifiers that except "resistance" do not count.
            subject = chain.ids | RESISTANCE if on_checks else chain.ids
            # Modifiers that last for a number of checks wait for one that is rolled.
            if applied.covers(subject) and not (on_checks and applied.once):
                by = applied.by
                worth += by.dice * per_die + by.pips
                adds += by.adds
        return worth, adds

    def roll(self, of: EntryLike | FormulaPool, procedure: Id | None = None) -> int:  # noqa: ARG002
        """Raise RefusedError, because formulas that read an actor cannot roll its dice.

        Formulas that roll read a `RollingCharacter`, which `act`, `turn_order` and other functions
        make from the actor and their `rng`.
        """
        if not isinstance(of, FormulaPool):
            of = find(self.rules, of, *RATINGS, ValueEntry).name
        raise RefusedError(f"{of} needs a roll, but there are no dice here")

    def value(self, id: EntryLike) -> FormulaValue:
        """Return a value with the modifiers on it, None if the actor has no such value.

        Raises RefusedError if the value cannot be calculated. A rolled value is known only while
        the order of a scene keeps it, for example for the round.
        """
        with answering():
            entry = find(self.rules, id, ValueEntry)
            return with_modifiers(self, entry, plain_value(self, entry, {}, self))

    def count_of(self, id: EntryLike) -> int:
        """Return a number of points, or how often an action was used in the period that limits it.

        For a type of actions, return the sum over its actions. `action.ride/row.horses.gray` counts
        actions for which an entry was chosen.
        """
        slash = chosen = ""
        if isinstance(id, str):
            id, slash, chosen = id.partition("/")
        entry = find(self.rules, id, Points, ActionType, Action)
        if isinstance(entry, Points):
            self._fill(entry.id)  # while a refill is going on
            return self.points.get(entry.id, 0)
        actions: list[Entry] = [entry]
        if isinstance(entry, ActionType):
            candidates = every(self.rules, "action", Action)
            actions = [action for action in candidates if action.type.id == entry.id]
        keys = (f"{action.id}{slash}{chosen}" for action in actions)
        return sum(self.used.get(key, 0) for key in keys)

    def bounds(self, points: Like[Points]) -> tuple[int, int | None]:
        """Return the minimum and maximum of some points; None if there is no maximum."""
        points = find(self.rules, points, Points)
        situation = Situation(self.rules, {}, self)
        least = 0 if points.min is None else points.min(situation)
        return least, None if points.max is None else points.max(situation)

    def within_bounds(self, points: Like[Points], number: int) -> int:
        """Clamp a number of points to their bounds."""
        least, most = self.bounds(points)
        return max(least, number if most is None else min(number, most))

    def refill(
        self, period: Like[Period] | None = None, rng: Randomness | None = None
    ) -> None:
        """Fill the points that refill with a period, or all points if no period is given.

        If the formula of some points reads others, those are filled first. `rng` rolls points that
        start with a roll. Points are removed if their needs are not met, if they belong only to
        players, or if their formula reads an ability or value that the actor lacks.
        """
        if period is not None:
            period = find(self.rules, period, Period)
        self._unfilled = {
            points.id: (points, dice_of(rng))
            for points in every(self.rules, "points", Points)
            if period is None
            or (isinstance(points.refresh, Ref) and points.refresh.id == period.id)
        }
        self.points |= dict.fromkeys(self._unfilled, 0)  # in the declared order
        while self._unfilled:
            self._fill(next(iter(self._unfilled)))

    def _fill(self, id: str) -> None:
        """Fill some points, unless the present refill has already done so.

        The formula of some points can read others. `count_of` then calls this method, so the others
        are filled first.
        """
        if not self._unfilled or id not in self._unfilled:
            return
        points, rng = self._unfilled.pop(id)
        try:
            self.points[id] = self._starting_number(points, rng)
        except RefusedError:
            # An actor that lacks an input of the formula cannot have the points.
            self.points.pop(id, None)

    def _starting_number(self, points: Points, rng: Randomness) -> int:
        """Return the number of points at the start. Raises RefusedError if there can't be any."""
        from .checks import RollingCharacter  # avoids a circular import

        if points.belongs_to == "players" and not self.player:
            raise RefusedError("only player characters have them")
        situation = Situation(self.rules, {}, self)
        with answering():
            for need in points.needs:
                if not need(situation):
                    raise RefusedError(f"requires: {need.full_sentence or need.text}")
            rolling = Situation(self.rules, {}, RollingCharacter(self, rng))
            number = self.within_bounds(points, points.start(rolling))
        note(self.rules, points)
        return number

    def why_without(self, points: Like[Points]) -> str:
        """Return the reason why the actor lacks some points, worded to follow its name."""
        points = find(self.rules, points, Points)
        # The reason if they could have the points now, for example since they got an ability.
        reason = "they were not available at the last refill"
        try:
            self._starting_number(points, NoDice())
        except RefusedError as refused:
            reason = str(refused)
        return f"cannot have {points.name} ({reason})"


B = TypeVar("B", bound=Actor)


def actor_of(
    cls: type[B],
    name: str,
    sheet: Person | CharacterEntry,
    rules: Rules,
    rng: Randomness | None = None,
) -> B:
    """Return an actor with the sheet of a character or creature in a pack.

    Points on the sheet are clamped to their bounds. Other points that start with a roll need `rng`.
    Marks of text direction are removed from the name.
    """
    given = sheet.stats.items()
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
        # A bound is unknown if its formula reads something that the actor lacks.
        with suppress(RefusedError, FormulaError):
            who.points[points.id] = who.within_bounds(points, number)
    return who
