"""Records of play: conditions, active effects, durations and outcomes.

The other modules of play build on this one. It also has the lookups of entries in a ruleset, and
the error `RefusedError`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, TypeVar, cast

from ..amounts import Formula, Modifier
from ..effects import Duration, Effect
from ..entries.world import DieCodes, Period
from ..finding import NameIndex, NotFoundError, kind_words
from ..record import DataError, Entry, FormulaError, Record, Ref, RulesError
from ..situation import (
    EntryLike,
    FormulaValue,
    Id,
    Rules,
    Situation,
    id_of,
    procedure_of,
)

if TYPE_CHECKING:
    from ..amounts import DieCode
    from ..entries.dice import Dice
    from ..entries.tables import Condition
    from ..entries.world import Rated
    from .actor import Actor
    from .checks import CheckResult, TargetNumber
    from .menus import OpenMenu
    from .words import Find


Fact: TypeAlias = "FormulaValue | Entry"
"""A fact of a situation: a number, yes or no, a distance, an entry."""
Names: TypeAlias = "Mapping[str, Fact]"
"""Facts of a situation by the names that formulas and rules use."""


class ActiveCondition(Record):
    """A condition that an actor has. `cost` is the rank that removes it."""

    condition: Ref[Condition]
    lasting: Lasting | None = None
    cost: int = 0

    def in_words(self, find: Find) -> str:
        """Return the condition in words: `Hurt, until the end of the next round`."""
        name = self.condition.entry.name
        return (
            name if self.lasting is None else f"{name}, {self.lasting.in_words(find)}"
        )

    def __str__(self) -> str:
        return self.in_words(Entry.find)


class ActiveEffect(Record):
    """An active effect: in force for a while, or waiting for its moment.

    - `origin`: the id of the entry that it comes from; `place`: its index in `effects_of(entry)`.
    - `names`: the names for its formulas, with the choices made for it.
    - `by`: its amount, fixed when it began: an addition, a factor, or a new value.
    - `times`: the number of checks that it still counts in; None for any number.
    - `began_with`: the id of the condition that began it. It ends with that condition.
    - `waits`: the number of such moments that have to pass before its own; None if it is in force.
    - `cost`: the rank that removes it, if it was bought with ranks; 0 for other effects.
    """

    origin: str
    place: int
    effect: Effect
    names: Mapping[str, FormulaValue] = {}
    by: FormulaValue = None
    lasting: Lasting | None = None
    times: int | None = None
    began_with: str = ""
    waits: int | None = None
    cost: int = 0

    def in_words(self, find: Find) -> str:
        """Return the effect in words: `+1D on checks, until the end of the encounter`."""
        from .words import describe

        origin = self.origin if find is None else find(self.origin).name
        waiting = self.waits is not None and self.times is None
        effect = self.effect if waiting else self.effect.but(times=self.times)
        if self.by is not None:
            name = amount_field(effect)
            assert name is not None
            by: object = self.by
            if not isinstance(by, Modifier):
                by = Formula(text=str(by), value=by)
            effect = effect.but(**{name: by})
        return describe(effect, self._label, find, origin, self.lasting)

    def _label(self, what: object) -> str:
        """Return the name of an entry, or of the entry chosen for a word."""
        chosen = self.names.get(what, what) if isinstance(what, str) else what
        return name_of(chosen) or spoken(what)

    def __str__(self) -> str:
        return self.in_words(Entry.find)


def amount_field(effect: Effect) -> str | None:
    """Return the name of the field with the amount of an effect; None if it has none."""
    fields = ("set_to", "multiplied_by", "by")
    return next((field for field in fields if field in vars(effect)), None)


class Lasting(Record):
    """The duration of a condition or an effect in play, counted down as periods end.

    - `duration`: the duration in the rules, such as `2 rounds`.
    - `left`: the number of times its period has to end until the duration is over; 0 if it does not
      depend on a period. The end of a longer period also ends the duration.
    - `waits`: the number of times its period has to end before the duration begins; 0 if it has
      begun. If the period belongs to an actor, as a turn does, the duration also begins when the
      next such period starts.
    - `extra`: 1 if `left` still includes the rest of a period that was under way, otherwise 0.
    """

    duration: Duration
    left: int = 0
    waits: int = 0
    extra: int = 0

    def in_words(self, find: Find) -> str:
        """Return the remaining time: `this round and 1 more`, `until the end of the encounter`."""
        from .words import duration_in_words

        return duration_in_words(self.duration, find, self.left, waits=self.waits > 0)

    def __str__(self) -> str:
        return self.in_words(Entry.find)

    def counted_down(self) -> Lasting | None:
        """Return the duration after the end of one period, None if it is over."""
        if self.left == 1:
            return None
        return self.but(left=self.left - 1, waits=max(0, self.waits - 1), extra=0)

    def started(self, *, anew: bool) -> Lasting:
        """Return the duration at the start of its period, for which it no longer waits.

        `anew` is True if the period was not under way before. Then the actor has all of this
        period, so `left` does not need the `extra` one.
        """
        extra = 0 if anew else self.extra
        left = max(1, self.left - self.extra + extra)
        waits = 0 if self.waits >= left else self.waits
        return self.but(left=left, waits=waits, extra=extra)

    def extended(self, by: int) -> Lasting | None:
        """Return the duration with a positive or negative number of periods added; None if over."""
        left = self.left + by
        if left < 1:
            return None
        # The changed count keeps `from` of a SetDuration from matching the original duration.
        duration = self.duration.but(count=f"{self.duration.count}{by:+}")
        return self.but(duration=duration, left=left, waits=min(self.waits, left - 1))


class Kept(Record):
    """A value, or a number that breaks ties, kept until its period has ended `left` times.

    `by` is the id of the value that it was calculated from; empty for ties.
    """

    value: FormulaValue
    period: str
    by: str = ""
    left: int = 1


class LogLine(Record):
    """A line of the log: what happened in words, to which actor, and the effect that caused it."""

    text: str
    who: Actor | None = None
    effect: Effect | None = None

    def __str__(self) -> str:
        return self.text


class Checked(Record):
    """A check that was rolled or skipped.

    - `what`: the name of the entry whose check it is.
    - `needed`: the target number.
    - `result`: the result of the roll; None if the check was skipped.
    """

    what: str
    needed: TargetNumber | None = None
    result: CheckResult | None = None

    @property
    def skipped(self) -> bool:
        """True if the check succeeded without a roll."""
        return self.result is None

    def __str__(self) -> str:
        return f"{self.what}: {self.result or 'no roll is needed'}"


class Outcome(Record):
    """The outcome of an action: its checks and log, in order.

    `str()` is the log, one event per line. `waiting` are menus with enough unspent ranks to buy
    something.
    """

    checks: tuple[Checked, ...] = ()
    log: tuple[LogLine, ...] = ()
    waiting: tuple[OpenMenu, ...] = ()

    @property
    def result(self) -> CheckResult | None:
        """The result of the first check; None without a check, or if it was skipped."""
        return self.checks[0].result if self.checks else None

    @property
    def success(self) -> bool:
        """True unless the first check failed."""
        return self.result is None or self.result.success

    @property
    def open_menu(self) -> OpenMenu | None:
        """The first menu with unspent ranks: call `outcome.open_menu.buy([...])`, once."""
        return next((menu for menu in self.waiting if not menu.spent), None)

    def __str__(self) -> str:
        return "\n".join(map(str, self.log))


class RefusedError(RulesError):
    """A refusal by the rules, with `reasons` in words. Nothing has changed.

    `decided` is True if the refused decision was made after the dice had fallen. Such a refusal is
    always raised, and never becomes a line of the log. If a name matched no entry or several,
    `candidates` are the same as in NotFoundError.
    """

    candidates: tuple[Entry, ...] = ()

    def __init__(self, *reasons: str) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons
        self.decided = False


class MissingAbilityError(RefusedError):
    """A refusal because an actor lacks an ability, or the training that a rating requires."""


class PlaySituation(Situation):
    """The situation of an action or an effect: a rating that the character lacks counts 0.

    Otherwise, a rule for everyone would refuse the checks of characters without the ability. Values
    and points have a plain situation, as characters without the ability don't have these.
    """

    __slots__ = ()

    def rating(self, of: Id) -> DieCode:
        """Return the die code of a rating, 0 without it."""
        with suppress(MissingAbilityError):
            return super().rating(of)
        return self.rules.die_code(0)

    def fixed(self, of: Id) -> int:
        """Return a rating as a number, without a roll; 0 without the rating."""
        with suppress(MissingAbilityError):
            return super().fixed(of)
        return 0


class TooFewDiceError(RefusedError):
    """A refusal to roll because penalties leave too few dice."""


@contextmanager
def answering() -> Generator[None, None, None]:
    """Return the context of a public lookup, which turns FormulaError into RefusedError."""
    try:
        yield
    except FormulaError as error:
        raise RefusedError(*filter(None, (error.message, error.way_out))) from error


def number_for(formula: Formula[int], who: Actor, target: Actor | None = None) -> int:
    """Return the whole number of a cost or a limit for an actor, at least 0."""
    with answering():
        return max(0, formula(Situation(who.rules, {}, who, target)))


@contextmanager
def deciding() -> Generator[None, None, None]:
    """Return the context of a decision after a roll, which marks refusals as `decided`."""
    try:
        yield
    except RefusedError as refused:
        refused.decided = True
        raise


# Effects of an entry are numbered, so that a saved character can refer to one.


def effects_of(entry: Entry) -> tuple[Effect, ...]:
    """Return all effects of an entry, depth first: branches come after their choice."""
    return tuple(_effects_in(vars(entry).values()))


def _effects_in(values: Iterable[object]) -> Iterator[Effect]:
    """Yield the effects in these values, records, tuples and maps, but not in other entries."""
    for value in values:
        if isinstance(value, Effect):
            yield value
        if isinstance(value, Record) and not isinstance(value, Entry):
            yield from _effects_in(vars(value).values())
        elif isinstance(value, tuple):
            yield from _effects_in(cast("tuple[object, ...]", value))
        elif isinstance(value, Mapping):
            yield from _effects_in(cast("Mapping[str, object]", value).values())


# Names in prose.


def name_of(value: object) -> str:
    """Return the title of an entry or a referenced entry; empty for anything else."""
    entry: object = value.entry if is_ref(value) else value
    return entry.title if isinstance(entry, Entry) else ""


def spoken(word: object) -> str:
    """Return a keyword such as `fixed-values` with spaces, as in prose."""
    return str(word).replace("-", " ")


# Lookups in a ruleset.


E = TypeVar("E", bound=Entry)


def entry_id(value: object) -> str | None:
    """Return the id of an entry or a reference; None for anything else."""
    return value.id if isinstance(value, Entry) or is_ref(value) else None


def is_ref(value: object) -> TypeGuard[Ref[Entry]]:
    """Return True for a reference. Type checkers learn its full type, unlike from `isinstance`."""
    return isinstance(value, Ref)


def lookup(rules: Rules, id: str) -> Entry | None:
    """Return the entry of an id, or None."""
    try:
        return rules.entry(id)
    except KeyError:
        return None


def id_or_name(named: EntryLike) -> str:
    """Return the id of an entry, or a name as it is. Raises RefusedError for anything else."""
    try:
        return id_of(named)
    except AttributeError:
        type_name = type(named).__name__
        raise RefusedError(f"expected an entry or its name, not {type_name}") from None


def find(rules: Rules, named: EntryLike, *kinds: type[E]) -> E:
    """Find an entry of these kinds by its id, name or alias, or from a reference.

    Raises RefusedError if no entry matches, or more than one.
    """
    id = id_or_name(named)
    entry = lookup(rules, id)
    if isinstance(entry, kinds):
        return entry
    try:
        return find_called(rules, id, *kinds)
    except NotFoundError as problem:
        raise _not_found(problem) from problem


def find_called(rules: Rules, text: str, *kinds: type[E]) -> E:
    """Find an entry of these kinds by name. Raises NotFoundError unless exactly one matches."""
    match = rules.names.find(
        text, kind_words(kinds, rules.terms), lambda entry: isinstance(entry, kinds)
    )
    return cast("E", match)


def find_among(named: EntryLike, candidates: Iterable[E], what: str) -> E:
    """Find an entry among candidates; `what` is the word for them in messages.

    Raises RefusedError if no candidate matches, or more than one.
    """
    entries = {entry.id: entry for entry in candidates}
    id = id_or_name(named)
    if id in entries:
        return entries[id]
    try:
        match = NameIndex(entries.values()).find(id, what, lambda _: True)
    except NotFoundError as problem:
        raise _not_found(problem) from problem
    return entries[match.id]


def _not_found(problem: NotFoundError) -> RefusedError:
    refused = RefusedError(str(problem))
    refused.candidates = problem.candidates
    return refused


def existing(rules: Rules, id: str, *kinds: type[Entry]) -> Entry:
    """Return the entry of an id. Raises ValueError if it is missing, or not of one of `kinds`."""
    entry = lookup(rules, id)
    if entry is None or not isinstance(entry, kinds or Entry):
        raise DataError(f"unknown {kind_words(kinds or (Entry,), rules.terms)} {id}")
    return entry


def every(rules: Rules, word: str, kind: type[E]) -> tuple[E, ...]:
    """Return all entries of a kind, in order. `word` is the kind in ids, `kind` the class.

    For example, `every(rules, "skill", Skill)`. The class is only there for the type checker.
    """
    del kind
    return cast("tuple[E, ...]", tuple(rules.every(word)))


def find_procedure(rules: Rules, ratings: Iterable[Rated] = ()) -> Dice:
    """Return the procedure for ratings that are rolled together.

    Raises RefusedError if the rules have no dice.
    """
    procedure = procedure_of(rules, ratings)
    if procedure is None:
        raise RefusedError("these rules have no dice")
    return procedure


# Fixed values: numbers for use without a roll, most often to resist.


OF_TARGET = "target."
"""The key of the target among the facts of a roll. No pack can use it as a name."""

RESISTANCE = frozenset(["resistance"])
"""The word for rolls to resist, among the ids and words that such a roll is about. Modifiers on
checks apply to these rolls unless they have `except: resistance`; those with `of: resistance` apply
only to these rolls.
"""


def fixed_like_checks(rules: Rules) -> bool:
    """Return True if modifiers on checks also count in fixed values."""
    return any(codes.fixed_like_checks for codes in every(rules, "die-codes", DieCodes))


def whole_skill_codes(rules: Rules) -> bool:
    """Return True if the code of a skill on a sheet is all that is rolled."""
    codes = every(rules, "die-codes", DieCodes)
    return any(entry.skill_codes == "whole" for entry in codes)


def fixed_value(rules: Rules, code: DieCode) -> int | None:
    """Return the number that a code counts as without a roll; None if the rules define none."""
    for codes in every(rules, "die-codes", DieCodes):
        if codes.fixed is not None:
            formula = codes.fixed.entry
            value = formula.formula(
                Situation(rules, dict.fromkeys(formula.params, code))
            )
            return value if isinstance(value, int) else None
    return None


def has_fixed_values(rules: Rules) -> bool:
    """Return True if the rules define what die codes count as without a roll."""
    return any(codes.fixed for codes in every(rules, "die-codes", DieCodes))


def as_fixed(rules: Rules, by: Modifier) -> int:
    """Return the number that a modifier adds to a fixed value, with its dice at fixed value.

    For example, `+2D+1` is 8 if the rules count 2D as 7, and `-2D` is -7. Without such a number in
    the rules, dice count 0.
    """
    code = rules.die_code(abs(by.dice))
    dice = (fixed_value(rules, code) if by.dice else None) or 0
    return by.adds + by.pips + (dice if by.dice > 0 else -dice)


# Periods.


def shorter(rules: Rules, period: str) -> tuple[str, ...]:
    """Return the keys of a period and all shorter ones, the shortest first: `turn`, `round`."""
    keys = rules.once(_period_keys)
    if period not in keys:
        raise RefusedError(f"unknown period {period} (choose from {', '.join(keys)})")
    return keys[: keys.index(period) + 1]


def _period_keys(rules: Rules) -> tuple[str, ...]:
    return tuple(entry.key for entry in every(rules, "period", Period))
