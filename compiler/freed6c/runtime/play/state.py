"""What somebody has for a while: conditions, and effects that are at work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeGuard, TypeVar, cast

from ..effects import Duration, Effect
from ..entries.dice import Dice
from ..entries.notes import FormulaEntry
from ..entries.world import DieCodes, Period
from ..record import Entry, Record, Ref
from ..situation import FormulaValue, Id, Rules, Situation

if TYPE_CHECKING:
    from ..amounts import DieCode, Modifier
    from ..entries.tables import Condition
    from .being import Being
    from .checks import Needed, Result


class Held(Record):
    """A condition that somebody has. `cost` is the rank that it takes to be rid of it."""

    condition: Ref[Condition]
    lasting: Lasting | None = None
    cost: int = 0


class Active(Record):
    """An effect at work for a while, or one that waits for its moment.

    `origin` is the id of the entry that it comes from and `place` its number among the effects of
    that entry. `names` are those of its formulas, and what was chosen for it; `by` is its amount,
    settled when it began. `times` is for how many checks it is still good. `began_with` is the id
    of the condition that brought it, and with which it goes. `waits` says how many moments of its
    kind pass before its own; None if it is at work.
    """

    origin: str
    place: int
    effect: Effect
    names: Mapping[str, FormulaValue] = {}
    by: Modifier | None = None
    lasting: Lasting | None = None
    times: int | None = None
    began_with: str = ""
    waits: int | None = None


# How long something still lasts: a duration that is counted down as periods end.


class Lasting(Record):
    """A duration under way.

    It is over when its period has ended `left` times more, or when a longer period ends; 0 where no
    period ends it. It begins when its period has ended `waits` times; one's own period that comes
    next, when that begins.
    """

    lasts: Duration
    left: int = 0
    waits: int = 0

    def one_less(self) -> Lasting | None:
        """What is left when its period ends once; None for nothing."""
        if self.left == 1:
            return None
        return self.but(left=self.left - 1, waits=max(0, self.waits - 1))

    def started(self) -> Lasting:
        """What it is when its period begins."""
        return self.but(waits=0) if self.waits == self.left else self

    def longer(self, by: int) -> Lasting | None:
        """So many periods more or less; None where nothing is left."""
        left = self.left + by
        if left < 1:
            return None
        return self.but(left=left, waits=min(self.waits, left - 1))


def begun(
    lasts: Duration, *, under_way: bool, owned: bool, roll: Callable[[str], int]
) -> Lasting:
    """A duration that begins now.

    `under_way`: its period has begun; `owned`: it belongs to somebody, so it does not begin at once
    when the one before has ended. What is counted is whole, so the period under way is not one
    of them. `roll` gives the number where it is a die code.
    """
    now = int(under_way)
    match lasts.form:
        case "this":
            return Lasting(lasts=lasts, left=1)
        case "next":
            return Lasting(lasts=lasts, left=1 + now, waits=now + owned)
        case "count":
            return Lasting(lasts=lasts, left=max(1, roll(lasts.count)) + now)
        case "end":
            return Lasting(lasts=lasts, left=1 + (now if lasts.following else 0))
        case _:
            return Lasting(lasts=lasts)


# The effects that an entry holds, numbered, so that a saved character can point at one.


def effects_of(entry: Entry) -> tuple[Effect, ...]:
    """All effects of an entry in order, those between which one chooses after their choice."""
    return tuple(_inside(entry.__dict__.values()))


def _inside(values: Iterable[object]) -> Iterator[Effect]:
    for value in values:
        if isinstance(value, Effect):
            yield value
        if isinstance(value, Record) and not isinstance(value, Entry):
            yield from _inside(value.__dict__.values())
        elif isinstance(value, tuple):
            yield from _inside(cast("tuple[object, ...]", value))
        elif isinstance(value, Mapping):
            yield from _inside(cast("Mapping[str, object]", value).values())


# What happened, one thing after the other.


class Happening(Record):
    """One thing that happened: to whom, in words, and the effect that made it happen."""

    text: str
    who: Being | None = None
    effect: Effect | None = None

    def __str__(self) -> str:
        return self.text


class Checked(Record):
    """A check that was made, or skipped: what it had to reach, and what came of it."""

    what: str
    needed: Needed | None = None
    result: Result | None = None

    @property
    def skipped(self) -> bool:
        """Whether it succeeded without a roll."""
        return self.result is None


class Outcome(Record):
    """What came of an action: its checks in order, and everything that happened."""

    checks: tuple[Checked, ...] = ()
    happenings: tuple[Happening, ...] = ()

    @property
    def result(self) -> Result | None:
        """What came of its own check, if it had one that was rolled."""
        return self.checks[0].result if self.checks else None

    @property
    def success(self) -> bool:
        """Whether nothing failed."""
        return self.result is None or self.result.success

    def __str__(self) -> str:
        return "\n".join(map(str, self.happenings))


# What is raised where the rules, or what is known, do not let something happen.


class Refused(Exception):  # noqa: N818
    """Something cannot be done; nothing has happened. `reasons` are sentences for people."""

    def __init__(self, *reasons: str) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


# What play asks of a ruleset: its procedures, periods, standing rules, and the like.


E = TypeVar("E", bound=Entry)


def id_of(entry: Id | Entry) -> str:
    """The id of an entry, however it is given."""
    return entry if isinstance(entry, str) else entry.id


def meant(value: object) -> str | None:
    """The id of an entry or a reference; None for anything else."""
    if isinstance(value, Entry):
        return value.id
    return value.id if is_ref(value) else None


def is_ref(value: object) -> TypeGuard[Ref[Entry]]:
    """Whether something is a reference."""
    return isinstance(value, Ref)


def find(rules: Rules, entry: Id | Entry, kind: type[E]) -> E:
    """An entry of a kind. Raises Refused where there is none."""
    id = id_of(entry)
    try:
        found = rules.entry(id)
    except KeyError:
        found = None
    if not isinstance(found, kind):
        raise Refused(f"there is no {kind.__name__.lower()} {id} in these rules")
    return found


def every(rules: Rules, word: str, kind: type[E]) -> tuple[E, ...]:
    """All entries of a kind, in order; `word` is that of their ids, `kind` what they are."""
    del kind
    return cast("tuple[E, ...]", tuple(rules.every(word)))


def procedure_of(rules: Rules, asked: Ref[Dice] | None = None) -> Dice:
    """The procedure asked for, or the first of the ruleset. Raises Refused where it has none."""
    if asked is not None:
        return find(rules, asked, Dice)
    found = every(rules, "dice", Dice)
    if not found:
        raise Refused("these rules have no dice")
    return found[0]


def smallest_pool(rules: Rules) -> DieCode:
    """The smallest pool that can be rolled."""
    codes = every(rules, "die-codes", DieCodes)
    return codes[0].smallest if codes else rules.die_code(0)


def fixed_value(rules: Rules, code: DieCode) -> int:
    """What a code counts when nobody rolls. Raises Refused where the rules do not say."""
    for codes in every(rules, "die-codes", DieCodes):
        if codes.fixed is not None:
            formula = find(rules, codes.fixed, FormulaEntry)
            name = next(iter(formula.takes))
            found = formula.is_(Situation(rules, {name: code}))
            if isinstance(found, int):
                return found
    raise Refused("these rules give die codes no fixed value")


def shorter(rules: Rules, period: str) -> tuple[str, ...]:
    """The keys of a period and all shorter ones, the shortest first."""
    keys = tuple(one.key for one in every(rules, "period", Period))
    if period not in keys:
        raise Refused(f"there is no period {period}; there are: {', '.join(keys)}")
    return keys[: keys.index(period) + 1]
