"""The data of play: conditions, effects and durations under way, and outcomes.

Everything that plays is built on this module: besides the records it has the lookups by which play
reads a ruleset, and `Refused`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, TypeVar, cast

from ..amounts import Formula, Modifier
from ..effects import Duration, Effect
from ..entries.world import DieCodes, Period
from ..finding import NameIndex, NotFound, kind_words
from ..record import DataError, Entry, Record, Ref, RulesError, Unworkable
from ..situation import (
    FormulaValue,
    Named,
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
    from .being import Being
    from .checks import Result, TargetNumber
    from .menus import OpenMenu
    from .words import Find


Fact: TypeAlias = "FormulaValue | Entry"
"""What one can know of a situation: a number, a yes or no, a distance, an entry."""
Names: TypeAlias = "Mapping[str, Fact]"
"""What is known of a situation, by the names that formulas and rules ask for."""


class Held(Record):
    """A condition that somebody has. `cost` is the rank that removes it."""

    condition: Ref[Condition]
    lasting: Lasting | None = None
    cost: int = 0

    def in_words(self, find: Find) -> str:
        """`Hurt, until the end of the next round`."""
        name = self.condition.entry.name
        return (
            name if self.lasting is None else f"{name}, {self.lasting.in_words(find)}"
        )

    def __str__(self) -> str:
        return self.in_words(Entry.find)


class Active(Record):
    """An effect in force for a while, or one that waits for its moment.

    - `origin`: the id of the entry that it comes from; `place`: its index in `effects_of(entry)`.
    - `names`: the names of its formulas, and what was chosen for it.
    - `by`: its amount, worked out when it began: added, a factor, or a new value.
    - `times`: the number of checks that it still counts in; None for any number.
    - `began_with`: the id of the condition that brought it, and that takes it away again.
    - `waits`: how many moments of its kind pass before its own; None if it is in force.
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

    def in_words(self, find: Find) -> str:
        """What it does, and how long: `+1D on checks, until the end of the encounter`."""
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
        """The name of an entry, or of what was chosen for a word."""
        chosen = self.names.get(what, what) if isinstance(what, str) else what
        return name_of(chosen) or spoken(what)

    def __str__(self) -> str:
        return self.in_words(Entry.find)


def amount_field(effect: Effect) -> str | None:
    """The field with the amount of an effect; None if it has none."""
    fields = ("set_to", "multiplied_by", "by")
    return next((field for field in fields if field in vars(effect)), None)


class Lasting(Record):
    """A duration under way, counted down as periods end.

    It is over when its period has ended `left` times more, or when a longer period ends; with
    `left` 0, no period ends it. It has no effect before its period has ended `waits` times or, for
    a period of one's own, before that begins.
    """

    lasts: Duration
    left: int = 0
    waits: int = 0

    def in_words(self, find: Find) -> str:
        """How long it still lasts: `this round and 1 more`, `until the end of the encounter`."""
        from .words import duration_in_words

        return duration_in_words(self.lasts, find, self.left, waits=self.waits > 0)

    def __str__(self) -> str:
        return self.in_words(Entry.find)

    def counted_down(self) -> Lasting | None:
        """What is left after its period has ended once; None for nothing."""
        if self.left == 1:
            return None
        return self.but(left=self.left - 1, waits=max(0, self.waits - 1))

    def started(self, *, anew: bool) -> Lasting:
        """The same when its period begins: it need not wait for the first of its own.

        If the period begins `anew`, none was under way that comes on top of `1 round`.
        """
        count = self.lasts.count or "1"
        whole = int(count) if anew and count.isdecimal() else self.left
        left = min(self.left, whole)
        waits = 0 if self.waits >= left else self.waits
        return self.but(left=left, waits=waits)

    def extended(self, by: int) -> Lasting | None:
        """The same with so many periods more or, below 0, less; None where none is left."""
        left = self.left + by
        if left < 1:
            return None
        # It lasts no longer what it did at first, so `from` of a Retime tells them apart.
        lasts = self.lasts.but(count=f"{self.lasts.count}{by:+}")
        return self.but(lasts=lasts, left=left, waits=min(self.waits, left - 1))


class Kept(Record):
    """What was found for a value, or rolled for ties: kept until its period has ended `left` times.

    `by` is the id of the value that it was found by; none for a number that decides ties.
    """

    value: FormulaValue
    period: str
    by: str = ""
    left: int = 1


class Happening(Record):
    """One thing that happened, in words: `who` it concerns, and the `effect` that caused it."""

    text: str
    who: Being | None = None
    effect: Effect | None = None

    def __str__(self) -> str:
        return self.text


class Checked(Record):
    """A check that was rolled, or skipped: what it was for, its target number, its result."""

    what: str
    needed: TargetNumber | None = None
    result: Result | None = None

    @property
    def skipped(self) -> bool:
        """Whether it succeeded without a roll."""
        return self.result is None

    def __str__(self) -> str:
        return f"{self.what}: {self.result or 'no roll is needed'}"


class Outcome(Record):
    """What came of an action: its checks and all that happened, in order.

    `waiting` are menus that nothing was bought on though the ranks reach.
    """

    checks: tuple[Checked, ...] = ()
    happenings: tuple[Happening, ...] = ()
    waiting: tuple[OpenMenu, ...] = ()

    @property
    def result(self) -> Result | None:
        """The result of its first check; None without one, or where that was skipped."""
        return self.checks[0].result if self.checks else None

    @property
    def success(self) -> bool:
        """Whether its first check did not fail."""
        return self.result is None or self.result.success

    @property
    def to_buy(self) -> OpenMenu | None:
        """A menu whose ranks still wait to be spent: `outcome.to_buy.buy([...])`, once."""
        return next((menu for menu in self.waiting if not menu.spent), None)

    def __str__(self) -> str:
        return "\n".join(map(str, self.happenings))


class Refused(RulesError):  # noqa: N818
    """The rules do not allow something; nothing has changed. `reasons` are for people.

    `decided` is true of what somebody decided when dice had fallen: that is never told instead.
    """

    def __init__(self, *reasons: str) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons
        self.decided = False


@contextmanager
def answering() -> Generator[None, None, None]:
    """The context of a question to somebody: what has no value is refused, with the way out."""
    try:
        yield
    except Unworkable as error:
        raise Refused(*filter(None, (error.message, error.way_out))) from error


@contextmanager
def deciding() -> Generator[None, None, None]:
    """The context in which somebody decides on a roll that has fallen."""
    try:
        yield
    except Refused as refused:
        refused.decided = True
        raise


# Effects of an entry are numbered, so that a saved character can point at one.


def effects_of(entry: Entry) -> tuple[Effect, ...]:
    """All effects of an entry, depth first: the branches of a choice follow the choice."""
    return tuple(_effects_in(vars(entry).values()))


def _effects_in(values: Iterable[object]) -> Iterator[Effect]:
    for value in values:
        if isinstance(value, Effect):
            yield value
        if isinstance(value, Record) and not isinstance(value, Entry):
            yield from _effects_in(vars(value).values())
        elif isinstance(value, tuple):
            yield from _effects_in(cast("tuple[object, ...]", value))
        elif isinstance(value, Mapping):
            yield from _effects_in(cast("Mapping[str, object]", value).values())


def name_of(value: object) -> str:
    """The title of an entry or of what a reference leads to; empty for anything else."""
    entry: object = value.entry if is_ref(value) else value
    return entry.title if isinstance(entry, Entry) else ""


def spoken(word: object) -> str:
    """A word for something, such as `fixed-values`, as people write it."""
    return str(word).replace("-", " ")


# Lookups in a ruleset.


E = TypeVar("E", bound=Entry)


def entry_id(value: object) -> str | None:
    """The id of an entry or a reference; None for anything else."""
    return value.id if isinstance(value, Entry) or is_ref(value) else None


def is_ref(value: object) -> TypeGuard[Ref[Entry]]:
    """Whether something is a reference; a bare `isinstance` leaves its type half unknown."""
    return isinstance(value, Ref)


def lookup(rules: Rules, id: str) -> Entry | None:
    """The entry of an id; None where there is none."""
    try:
        return rules.entry(id)
    except KeyError:
        return None


def called(named: Named) -> str:
    """The id of an entry, or what it is called. Raises Refused for anything that is neither."""
    try:
        return id_of(named)
    except AttributeError:
        what = type(named).__name__
        raise Refused(f"{what} is no entry, and no name of one") from None


def find(rules: Rules, named: Named, *kinds: type[E]) -> E:
    """The entry that is meant, of one of these kinds.

    Raises Refused where there is none, or what it is called may mean several.
    """
    id = called(named)
    known = lookup(rules, id)
    if isinstance(known, kinds):
        return known
    try:
        return find_called(rules, id, *kinds)
    except NotFound as problem:
        raise Refused(str(problem)) from problem


def find_called(rules: Rules, text: str, *kinds: type[E]) -> E:
    """The entry of these kinds that is called so. Raises NotFound where there is not just one."""
    found = rules.names.find(
        text, kind_words(kinds, rules.terms), lambda entry: isinstance(entry, kinds)
    )
    return cast("E", found)


def find_among(named: Named, known: Iterable[E], what: str) -> E:
    """The entry that is meant, of a few, which are `what` in words.

    Raises Refused where it is none of them, or what it is called may mean several.
    """
    entries = {entry.id: entry for entry in known}
    id = called(named)
    if id in entries:
        return entries[id]
    try:
        found = NameIndex(entries.values()).find(id, what, lambda _: True)
    except NotFound as problem:
        raise Refused(str(problem)) from problem
    return entries[found.id]


def existing(rules: Rules, id: str, *kinds: type[Entry]) -> Entry:
    """The entry of an id, of one of these kinds if any are named. Raises ValueError for others."""
    entry = lookup(rules, id)
    if entry is None or not isinstance(entry, kinds or Entry):
        raise DataError(
            f"{id} is no {kind_words(kinds or (Entry,), rules.terms)} of these rules"
        )
    return entry


def every(rules: Rules, word: str, kind: type[E]) -> tuple[E, ...]:
    """All entries whose ids begin with `word`, in order; `kind` tells type checkers their class."""
    del kind
    return cast("tuple[E, ...]", tuple(rules.every(word)))


def find_procedure(rules: Rules, ratings: Iterable[Rated] = ()) -> Dice:
    """The procedure of ratings that are rolled together. Raises Refused where there are no dice."""
    procedure = procedure_of(rules, ratings)
    if procedure is None:
        raise Refused("these rules have no dice")
    return procedure


RESISTANCE = frozenset(["resistance"])
"""What resists is about this, too: modifiers on checks count in it unless they except it."""


def fixed_like_checks(rules: Rules) -> bool:
    """Whether modifiers on checks count in fixed values, too."""
    return any(codes.fixed_like_checks for codes in every(rules, "die-codes", DieCodes))


def fixed_value(rules: Rules, code: DieCode) -> int | None:
    """The number that a code counts as when nobody rolls; None where the rules do not say."""
    for codes in every(rules, "die-codes", DieCodes):
        if codes.fixed is not None:
            formula = codes.fixed.entry
            value = formula.is_(Situation(rules, dict.fromkeys(formula.takes, code)))
            return value if isinstance(value, int) else None
    return None


def as_fixed(rules: Rules, by: Modifier) -> int:
    """What a modifier adds to a fixed value: its dice at their fixed value, pips and a number."""
    dice = (by.dice and fixed_value(rules, rules.die_code(abs(by.dice)))) or 0
    return by.adds + by.pips + (dice if by.dice > 0 else -dice)


def shorter(rules: Rules, period: str) -> tuple[str, ...]:
    """The keys of all periods up to and with this one, the shortest first."""
    keys = tuple(known.key for known in every(rules, "period", Period))
    if period not in keys:
        raise Refused(f"there is no period {period}; there are: {', '.join(keys)}")
    return keys[: keys.index(period) + 1]
