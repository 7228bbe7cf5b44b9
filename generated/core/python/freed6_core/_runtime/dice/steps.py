"""Define the action of each step of a procedure for one pool.

`ACTIONS` maps the class of a step to the class of its action.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    TypeAlias,
    TypeVar,
    assert_never,
)

from ..entries import dice as steps
from ..notation import MOST_SIDES, PoolError
from .pool import BONUS, NONE, Pool, faces_of, opposite, sides_of
from .table import (
    LONGEST_CHAIN,
    MOST_DICE,
    NOBODY,
    Die,
    Done,
    FaceCondition,
    FacesBySides,
    Kind,
    Randomness,
    RollState,
    face_condition,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


# Actions, and the interface that plans and odds use.


class Preparation(NamedTuple):
    """The data from which an action is made: a pool and its procedure.

    `thrown` is True if the dice have fallen before the action. `replay` runs all actions before a
    step, by its id, on another set of dice. `start` is the table after the steps so far that don't
    depend on dice. `rolled` are the dice of a roll that this pool adds to.
    """

    procedure: steps.Dice
    pool: Pool
    thrown: bool
    replay: Callable[[str, RollState], RollState]
    start: RollState
    rolled: Sequence[Die]

    @property
    def sides(self) -> int:
        """The sides of the procedure's die."""
        return sides_of(self.procedure.die)


class Throw(NamedTuple):
    """A throw of dice: the number of each kind."""

    lots: tuple[tuple[Kind, int], ...]


class Drop(NamedTuple):
    """A drop of dice: the numbers of the lowest and of the highest dice to drop.

    `from_` are the sources of dice that can be dropped, None for all. `order` decides which of
    equal dice is dropped first. `last` is a source whose dice are dropped only after all others.
    With `keep`, all but so many dice are dropped, at the end whose number is 1.
    """

    lowest: int
    highest: int
    from_: frozenset[str] | None
    order: Mapping[str, int]
    last: str = ""
    keep: int | None = None

    def ends(self, dice: int) -> tuple[int, int]:
        """Return the numbers of lowest and highest dice to drop, out of a number of dice."""
        each = 1 if self.keep is None else max(0, dice - self.keep)
        return self.lowest * each, self.highest * each

    def place(self, source: str) -> tuple[bool, int] | None:
        """Return the place of a source's dice among equal ones; None if they can't be dropped.

        The first item is True if they are dropped only after all others.
        """
        if self.from_ is not None and source not in self.from_:
            return None
        return source == self.last, self.order.get(source, len(self.order))


class Toss(NamedTuple):
    """A choice by a tossed die: numbers of its faces, each with the actions that they cause."""

    choices: tuple[tuple[int, tuple[DoMap | DoCancel, ...]], ...]


Item: TypeAlias = "Throw | Drop | DoAgain | DoMap | DoCancel | DoCount | Toss"
"""The events of a roll that `odds` can follow without enumeration."""

S_co = TypeVar("S_co", bound=steps.Step, covariant=True)


class StepAction(Generic[S_co]):
    """The action of a step for one pool. A call changes the table and logs the change.

    Roll plans and the package `odds` read its attributes:

    - `idle`: True if it has nothing to do for this pool.
    - `settled`: True if its result is fixed before the roll, so a plan runs it only once.
    - `rolls`: True if it throws the waiting dice.
    - `lots`: the dice that it adds to the roll, as pairs of a kind and a number.
    - `more`: the number of times that it rolls everything before it again, as further sets of dice.
    - `condition`: the faces that it waits for. Its trigger is the first die that shows one of them.
    """

    idle = False
    settled = False
    rolls = False
    more = 0
    lots: tuple[tuple[Kind, int], ...] = ()
    condition: FaceCondition | None = None

    def __init__(self, step: S_co, preparation: Preparation) -> None:
        self.step = step
        self.pool = preparation.pool

    def act(self, table: RollState) -> None:
        """Change the table, unless the condition isn't met."""
        die = NOBODY if self.condition is None else self.condition.met(table.dice)
        if self.condition is not None and die == NOBODY:
            self.note(table, waited=True)
        else:
            self(table, die)

    def __call__(self, table: RollState, die: int = NOBODY, /) -> None:
        """Change the table. `die` is the place of the die that triggered the step."""
        raise NotImplementedError

    def note(self, table: RollState, **facts: Any) -> None:
        """Log what the step did, as the fields of `Done`."""
        table.log.append(Done(step=self.step.id, do=self.step.do, **facts))

    def items(self) -> Sequence[Item] | None:
        """Return what it does to thrown dice, or None if its odds need an enumeration of rolls."""
        return None


# Throws: the roll itself, explosions, and further sets.


@lru_cache(1000)
def ready(kind: Kind) -> tuple[Die, ...]:
    """Return the die on each of its faces, without explosions. Shared: dice are immutable."""
    return tuple(Die(kind, (face,), (face,), face) for face in range(1, kind.sides + 1))


def throw(table: RollState, lots: Sequence[tuple[Kind, int]]) -> tuple[Die, ...]:
    """Throw dice onto the table; a die with separate chains is followed by its further dice."""
    if len(table.dice) + sum(count for _, count in lots) > MOST_DICE:
        raise PoolError(f"more than {MOST_DICE} dice")
    assert table.rng is not None
    fallen: list[Die] = []
    for kind, count in lots:
        fallen += _fall(kind, count, table.rng)
    table.dice += fallen
    return tuple(fallen)


def _fall(kind: Kind, count: int, rng: Randomness) -> list[Die]:
    """Return a number of thrown dice of a kind, with all their explosions."""
    faces = ready(kind)
    explode = NONE if kind.explode_if else kind.explode
    fallen: list[Die] = []
    for _ in range(count):
        die = faces[rng.randrange(kind.sides)]
        fallen += exploded(die, rng) if die.value in explode else (die,)
    return fallen


def exploded(die: Die, rng: Randomness) -> list[Die]:
    """Return a die that exploded with all further throws: as one die, or as separate dice."""
    kind = die.kind
    faces = [die.value]
    while faces[-1] in kind.explode and len(faces) - 1 != kind.explode_times:
        faces.append(rng.randrange(kind.sides) + 1)
        if len(faces) > LONGEST_CHAIN:
            raise PoolError(f"a die exploded {LONGEST_CHAIN} times in a row")
    if kind.chain != "separate":
        chain = tuple(faces)
        return [Die(kind, chain, chain, sum(chain))]
    further = [Die(kind, (face,), (face,), face, first=False) for face in faces[1:]]
    return [die, *further]


class DoRoll(StepAction[steps.RollDice]):
    """Throw all waiting dice."""

    rolls = True

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Throw the waiting dice."""
        fallen = throw(table, table.settle())
        table.take_up()
        self.note(table, rolled=fallen)

    def items(self) -> Sequence[Item]:
        """Return no items: `timeline` adds the throw of the waiting dice itself."""
        return ()


class DoAgain(StepAction[steps.RollAgain]):
    """Run everything up to this step again, and keep the set with the best total."""

    def __init__(self, step: steps.RollAgain, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        self.replay = preparation.replay
        net = again(step, self.pool)
        self.higher = net > 0
        self.more = abs(net)
        self.idle = not net

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Throw the other sets and keep one."""
        others = (self.replay(self.step.id, table) for _ in range(self.more))
        sets = [table.copy(), *others]
        totals = [other.total for other in sets]
        best = max(totals) if self.higher else min(totals)
        kept = totals.index(best)
        if self.step.tie == "second":
            kept = len(totals) - 1 - totals[::-1].index(best)
        vars(table).update(vars(sets.pop(kept)))
        rolled = tuple(die for other in sets for die in other.dice)
        self.note(table, totals=tuple(totals), set=kept, rolled=rolled)

    def items(self) -> Sequence[Item]:
        """Return the choice of a set."""
        return (self,)


def again(step: steps.RollAgain, pool: Pool) -> int:
    """Return the number of further sets; it is negative if the lowest set is kept, not the highest.

    Calls for "higher" and "lower" cancel each other out; without `stack`, each side counts only
    once.
    """
    higher, lower = (calls(step, pool, keep) for keep in ("higher", "lower"))
    return higher - lower if step.stack else min(higher, 1) - min(lower, 1)


def calls(step: steps.RollAgain | steps.DropDice, pool: Pool, meaning: str) -> int:
    """Return the number of calls in a pool for the tokens of a step with this meaning."""
    tokens = step.token.items()
    return sum(pool.called(token) for token, sense in tokens if sense == meaning)


# Steps that change the pool before the throw: multiply, substitute, add, exchange pips.


class DoMultiply(StepAction[steps.MultiplyDice]):
    """Multiply the dice from some sources, once for any number of calls."""

    settled = True

    def __init__(self, step: steps.MultiplyDice, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        if step.carry and not self.pool.pips_per_die:
            raise PoolError(f"{step.name} needs `pips_per_die`: set it in the pool")

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Multiply the waiting dice."""
        dice, pips = table.waiting, sum(table.pips.values())
        _multiply(self.step, table, self.pool.pips_per_die)
        after = (pips, sum(table.pips.values()))
        self.note(table, dice=(dice, table.waiting), pips=after)


def _multiply(step: steps.MultiplyDice, table: RollState, per_die: int) -> None:
    """Multiply the waiting dice and pips; with `carry`, turn pips into dice of the first source."""
    for source in step.sources:
        table.counts[source] *= step.by
        if step.pips == "multiply":
            table.pips[source] *= step.by
    if step.pips == "multiply" and step.carry:
        first = step.sources[0]
        own = sum(table.pips[source] for source in step.sources)
        whole, rest = divmod(own, per_die)
        table.counts[first] += whole
        for source in step.sources:
            table.pips[source] = rest if source == first else 0


def multiplied_dice(procedure: steps.Dice, pool: Pool) -> int:
    """Return the number of dice after the multiplications that the pool calls for."""
    table = RollState(pool, sides_of(procedure.die))
    for step in procedure.steps:
        if isinstance(step, steps.MultiplyDice) and is_called(step, pool):
            _multiply(step, table, pool.pips_per_die)
    return table.plain


class DoSubstitute(StepAction[steps.SubstituteDice]):
    """Replace dice of the pool: one for each call, then the number in `always`."""

    settled = True

    def __init__(self, step: steps.SubstituteDice, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        sides = preparation.sides
        calls = [call for call in self.pool.calls if call.token == step.token]
        sizes = [(call.number or sides, call.times) for call in calls]
        sizes.append((sides, step.always))
        self._requests = [(substitute(step, size), n) for size, n in sizes if n]

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Replace plain dice."""
        step, before = self.step, table.plain
        left = MOST_DICE if step.limit == "all" else int(step.limit)
        for kind, requested in self._requests:
            own = sum(max(0, table.counts[source]) for source in step.from_)
            count = min(requested, left, own, table.plain)
            left -= count
            if count:
                table.lots.append((kind, count))
            for source in step.from_:
                replaced = min(count, max(0, table.counts[source]))
                table.counts[source] -= replaced
                count -= replaced
        self.note(table, dice=(before, table.plain))


def substitute(step: steps.SubstituteDice, sides: int, source: str = "") -> Kind:
    """Return the kind of die that replaces plain ones. Raises PoolError if all faces explode."""
    explode = faces_of(step.explode, sides)
    if len(explode) == sides and not step.explode_times:
        raise PoolError(
            f"{step.name}: a die of {sides} sides explodes on every face and never ends"
        )
    if step.explode_if and (not step.explode or step.chain != "one-die"):
        raise PoolError(
            f"{step.name} with `explode-if` needs `explode`, and no `chain`"
        )
    if step.explode_times and not step.explode:
        raise PoolError(f"{step.name} with `explode-times` needs `explode`")
    throws = max((event.throw for event in step.events.values()), default=1)
    late = not step.explode or step.explode_if or step.chain == "separate"
    if throws > 1 and (late or throws > 1 + (step.explode_times or throws)):
        raise PoolError(
            f"{step.name} with `throw: {throws}` needs `explode` with as many throws, "
            "and no `explode-if` or separate `chain`"
        )
    return Kind(
        sides,
        source or step.id,
        explode,
        # Dice are dropped before they explode, so by their first face.
        "face" if step.explode_if else step.chain,
        special=True,
        events=step.id,
        explode_if=step.explode_if or "",
        explode_times=step.explode_times,
        throws=throws,
    )


class DoAdd(StepAction[steps.AddDice]):
    """Add dice to the waiting ones, or throw them at once if the dice have already fallen."""

    def __init__(self, step: steps.AddDice, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        self.settled = not preparation.thrown and "before-roll" in step.at
        self.kind = added(step, preparation.procedure)
        count = self.pool.called(step.token) - preparation.start.capped[step.id]
        self.lots = ((self.kind, count),)
        if bool(step.token) == bool(step.per):
            raise PoolError(f"{step.name} needs either a token or `per: pip`")
        if step.per and not self.settled:
            raise PoolError(f"{step.name} turns pips into dice after the roll")
        if step.token and not isinstance(step.counts, str):
            raise PoolError(f"{step.name} has `counts` by pips, so it needs `per: pip`")

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Add the dice to the table, or throw them."""
        before = table.waiting
        if self.step.per:
            pips = sum(table.pips.values())
            kind, count, by_pips = self.kind, max(0, pips), self.step.counts
            if not isinstance(by_pips, str):
                most = max((n for n in map(int, by_pips) if n <= pips), default=0)
                counts = faces_of(by_pips.get(str(most), {}), kind.sides)
                kind, count = kind._replace(counts=counts), min(1, most)
            table.lots.append((kind, count))
            table.pips = dict.fromkeys(table.pips, 0)
            self.note(table, dice=(before, table.waiting), pips=(pips, 0))
        elif self.settled:
            table.lots += self.lots
            self.note(table, dice=(before, table.waiting))
        else:
            self.note(table, rolled=throw(table, self.lots))

    def items(self) -> Sequence[Item] | None:
        """Return the throw, or None if the dice only wait for the roll."""
        return None if self.settled else (Throw(self.lots),)


def added(step: steps.AddDice, procedure: steps.Dice) -> Kind:
    """Return the kind of die that a step adds: a plain one, or one like those of another step."""
    sides = sides_of(procedure.die)
    counts = faces_of(step.counts, sides) if step.counts else NONE
    if step.counts and not any(
        isinstance(s, steps.CountFaces) for s in procedure.steps
    ):
        raise PoolError(f"{step.name} has `counts`, and no step counts faces")
    if step.like is None:
        return Kind(sides, step.id, counts=counts)
    for other in procedure.steps:
        if other.id == step.like.id and isinstance(other, steps.SubstituteDice):
            kind = substitute(other, sides, source=step.id)._replace(counts=counts)
            return kind if step.events == "same" else kind._replace(events="")
    raise PoolError(f"{step.name} is like {step.like.id}, which replaces no dice")


class DoExchangePips(StepAction[steps.ExchangePips]):
    """Turn all pips into dice, then dice above a limit into pips.

    Dice of a roll that the pool adds to count toward the limit, as do dice of included steps.
    """

    settled = True

    def __init__(self, step: steps.ExchangePips, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        if not step.up_from and step.max_dice is None:
            raise PoolError(f"{step.name}: write 'up-from' or 'max-dice'")
        every = preparation.procedure.steps
        after = {other.id: other for other in every[every.index(step) :]}
        self.late: dict[str, int] = {}
        for ref in step.includes:
            late = after.pop(ref.id, None)
            if not isinstance(late, steps.AddDice) or late.per or step.max_dice is None:
                raise PoolError(
                    f"{step.name}: `includes` needs `max-dice` and added dice"
                )
            self.late[late.id] = self.pool.called(late.token)
        # A die that replaced a plain one counts, even if a later step did that.
        kinds = [die.kind for die in preparation.rolled if die.first]
        self.rolled = sum(k.source not in after or k.source == k.events for k in kinds)

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Turn pips into dice, and dice into pips."""
        pips, before = sum(table.pips.values()), table.waiting
        up_from, per_die = self.step.up_from, self.pool.pips_per_die
        if up_from:
            if up_from != "none" and pips > 0:
                whole, rest = divmod(pips, per_die) if per_die else (0, pips)
                table.counts[BONUS] += whole + (rest >= int(up_from))
            table.pips = dict.fromkeys(table.pips, 0)
        if self.step.max_dice is not None:
            dice = table.waiting + self.rolled + sum(self.late.values())
            above = left = max(0, dice - self.step.max_dice)
            for late, count in self.late.items():
                table.capped[late] = min(left, count)
                left -= table.capped[late]
            plain = min(left, table.plain)
            table.counts[BONUS] -= plain  # dice that it lacks come from other sources
            table.pips[BONUS] += (above - left + plain) * self.step.beyond
        after = sum(table.pips.values())
        self.note(table, dice=(before, table.waiting), pips=(pips, after))


# Steps that read dice (map faces, count faces), and the choice of an action.


MOST_TIMES = 100


class DoMap(StepAction[steps.Step]):
    """Map faces to others, up to `times` times for one throw.

    - `called`: the faces that calls name; None if all faces of the map change.
    - `all`: True if dropped dice change as well. The drop is then repeated by the new faces.
    - `chains`: True if the throws of exploded dice change as well.
    """

    def __init__(
        self,
        step: steps.Step,
        preparation: Preparation,
        map: Mapping[str, str] | str,
        *,
        times: int = 1,
        all: bool = False,
        chains: bool = True,
        called: frozenset[int] | None = None,
    ) -> None:
        super().__init__(step, preparation)
        self.map = _checked(map, step)
        self.times = min(times, MOST_TIMES)
        self.all, self.chains, self.called = all, chains, called

    def becomes(self, face: int, sides: int) -> int:
        """Return the face that the given face counts as."""
        for _ in range(self.times):
            if self.called is not None and face not in self.called:
                break
            if not isinstance(self.map, str):
                face = int(self.map.get(str(face), face))
            elif 1 <= face <= sides:
                face = opposite(face, sides)
        return face

    def touches(self, kind: Kind) -> bool:
        """Return True if dice of this kind are mapped."""
        return self.chains or not kind.special

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Map faces. If dropped dice can change, drop dice again by their new faces."""
        changed: list[tuple[Die, Die]] = []
        for place, before in enumerate(table.dice):
            if (before.kept or self.all) and self.touches(before.kind):
                sides = before.kind.sides
                faces = tuple([self.becomes(face, sides) for face in before.shown])
                if faces != before.shown:
                    after = table.dice[place] = before.showing(faces)
                    changed.append((before, after))
        if self.all and changed:
            table.dice = [dropped._replace(kept=True) for dropped in table.dice]
            for redo in table.drops:
                redo(table)
        self.note(table, changed=tuple(changed))

    def items(self) -> Sequence[Item]:
        """Return the map."""
        return (self,)


def map_faces(step: steps.MapFaces, preparation: Preparation) -> DoMap:
    """Return the action of a step that maps faces."""
    calls = preparation.pool.calls
    called = frozenset(call.number for call in calls if call.token == step.token)
    return DoMap(
        step,
        preparation,
        step.map,
        times=step.times,
        all=step.which == "all",
        chains=step.chain == "every-face",
        called=called if step.token else None,
    )


def _checked(map: Mapping[str, str] | str, step: steps.Step) -> Mapping[str, str] | str:
    """Return the map. Raises PoolError for a key or value that isn't a face."""
    pairs = () if isinstance(map, str) else map.items()
    for face, after in pairs:
        if not (str(face).isdecimal() and str(after).isdecimal()):
            raise PoolError(f"{step.name}: {face} becomes {after}: both must be faces")
        if int(after) > MOST_SIDES:
            raise PoolError(f"{step.name}: no die shows {after}")
    return map


class DoCount(StepAction[steps.CountFaces]):
    """Make the number of certain faces the result; each throw of a chain counts separately.

    `faces` are the faces that count, by the sides of a die.
    """

    def __init__(self, step: steps.CountFaces, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        if not step.faces and not step.token:
            raise PoolError(f"{step.name}: write 'faces' or 'token'")
        called = (
            f"{call.number}+" if sense == "at-least" else f"1-{call.number}"
            for call in self.pool.calls
            if (sense := step.token.get(call.token))
        )
        self.faces = FacesBySides(next(called, step.faces))

    def counts(self, kind: Kind, face: int) -> bool:
        """Return True if a face of a kind of die counts."""
        return face in (kind.counts or self.faces[kind.sides])

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Count the faces of the kept dice."""
        kept = [die for die in table.dice if die.kept]
        table.count = sum(
            self.counts(die.kind, face) for die in kept for face in die.shown
        )
        self.note(table, count=table.count)

    def items(self) -> Sequence[Item]:
        """Return the count."""
        return (self,)


class DoChoose(StepAction[steps.ChooseOne]):
    """Do one of several actions.

    A tossed die chooses, or else `RollState.choose` does; without it, the assumed choice counts.
    """

    def __init__(self, step: steps.ChooseOne, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        self.choices = {
            key: _choice_action(step, choice, preparation)
            for key, choice in step.choices.items()
        }
        self.by_face = choices_by_face(step)
        if not step.toss and not (step.chosen_by and step.assume):
            raise PoolError(f"{step.name}: write 'toss', or 'chosen-by' and 'assume'")
        if not step.toss and step.assume not in self.choices:
            raise PoolError(f"{step.name}: unknown choice {step.assume!r} to assume")

    def __call__(self, table: RollState, die: int = NOBODY, /) -> None:
        """Get the choice, then do its action."""
        choose, rng, tossed = table.choose, table.rng, None
        if self.by_face:
            assert rng is not None
            tossed = rng.randrange(len(self.by_face)) + 1
            key = self.by_face[tossed - 1]
        else:
            key = self.step.assume if choose is None else choose(self.step)
        if key not in self.choices:
            keys = ", ".join(self.choices)
            raise PoolError(f"{self.step.name}: choose one of {keys}, not {key!r}")
        self.note(table, choice=key, tossed=tossed)
        action = self.choices[key]
        if action is not None:
            action(table, die)

    def items(self) -> Sequence[Item] | None:
        """Return the effects of all choices of a tossed die, or those of the assumed choice."""
        actions = {key: () if do is None else (do,) for key, do in self.choices.items()}
        if not self.by_face:
            return actions[self.step.assume]
        counts = Counter(self.by_face)
        return (Toss(tuple((n, actions[key]) for key, n in counts.items())),)


def choices_by_face(step: steps.ChooseOne) -> tuple[str, ...]:
    """Return the key of the choice for each face of the tossed die; empty if a person chooses.

    A choice without `shows` has all faces that no other one shows. Raises PoolError for a face that
    has no choice.
    """
    if not step.toss:
        return ()
    sides = sides_of(step.toss)
    keys: dict[int, str] = {}
    for key, choice in step.choices.items():
        for face in faces_of(choice.shows, sides) if choice.shows else ():
            keys.setdefault(face, key)
    other = next((key for key, choice in step.choices.items() if not choice.shows), "")
    by_face = tuple(keys.get(face, other) for face in range(1, sides + 1))
    if "" in by_face:
        raise PoolError(f"{step.name}: {by_face.index('') + 1} has no choice")
    return by_face


def _choice_action(
    step: steps.ChooseOne, choice: steps.Alternative, preparation: Preparation
) -> DoCancel | DoMap | None:
    """Return the action of a choice, which is logged under the step that offers it."""
    match choice.do:
        case "cancel-highest":
            return DoCancel(step, preparation, choice.and_)
        case "map-faces":
            return DoMap(step, preparation, choice.map)
        case "nothing":
            return None
        case _:
            assert_never(choice.do)


# Steps that drop dice: for extra dice the lowest or highest, or the highest for a face.


class DoDrop(StepAction[steps.DropDice]):
    """Drop dice: as many as tokens add, the lowest and then the highest, or all but a number."""

    def __init__(self, step: steps.DropDice, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        if bool(step.token) == (step.keep is not None):
            raise PoolError(f"{step.name}: write 'token' or 'keep'")
        low, high = drops(step, self.pool)
        if step.keep is None:
            self.lots = ((Kind(preparation.sides, step.id), low + high),)
            self.idle = not self.lots[0][1]
        else:
            low, high = step.drop == "lowest", step.drop == "highest"
        # A reference as text is the id of its step, which is the source of the step's dice.
        from_ = frozenset(map(str, step.drop_from)) or None
        order = {str(source): at for at, source in enumerate(step.equal_dice)}
        last = step.id if step.forced else ""
        self.rule = Drop(low, high, from_, order, last, step.keep)
        self.late = bool(preparation.rolled)

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Throw extra dice, then drop. Dice added to a roll are dropped with those of the roll."""
        rolled = throw(table, self.lots)
        stop = 0 if self.late else len(table.dice)
        dropped = self.drop(table, stop)
        table.drops.append(lambda now: self.drop(now, stop))
        self.note(table, rolled=rolled, dropped=dropped)

    def items(self) -> Sequence[Item]:
        """Return the throw and the drop."""
        return (Throw(self.lots), self.rule) if self.lots else (self.rule,)

    def drop(self, table: RollState, stop: int) -> tuple[Die, ...]:
        """Drop dice before `stop`, and return them."""
        low, high = self.rule.ends(sum(die.kept for die in table.dice[:stop]))
        return self._drop(table, stop, low, 1) + self._drop(table, stop, high, -1)

    def _drop(
        self, table: RollState, stop: int, count: int, direction: int
    ) -> tuple[Die, ...]:
        """Drop the lowest (`direction` 1) or highest (-1) dice before `stop`, and return them."""
        keys = sorted(
            (found[0], direction * die.height, found[1], place)
            for place, die in enumerate(table.dice[:stop] if count else ())
            if die.kept and (found := self.rule.place(die.kind.source))
        )
        return _drop(table, [place for *_, place in keys[:count]])


def _drop(table: RollState, places: Sequence[int]) -> tuple[Die, ...]:
    """Drop dice by their place on the table, and return them."""
    for place in places:
        table.dice[place] = table.dice[place].dropped()
    return tuple(table.dice[place] for place in places)


def drops(step: steps.DropDice, pool: Pool) -> tuple[int, int]:
    """Return the number of lowest and highest dice to drop, after opposite calls cancel out."""
    low, high = (calls(step, pool, which) for which in ("lowest", "highest"))
    if step.cancel == "one-for-one":
        both = min(low, high)
        return low - both, high - both
    return low, high


class DoCancel(StepAction[steps.Step]):
    """Drop the highest die other than the trigger; `and_` also drops the trigger."""

    def __init__(
        self, step: steps.Step, preparation: Preparation, and_: steps.AndDrop
    ) -> None:
        super().__init__(step, preparation)
        self.and_ = and_

    def __call__(self, table: RollState, die: int = NOBODY, /) -> None:
        """Drop the highest die, and the trigger if `and_` requires it."""
        stop = len(table.dice)
        dropped = self.drop(table, stop, die)
        table.drops.append(lambda now: self.drop(now, stop, die))
        self.note(table, dropped=dropped)

    def drop(self, table: RollState, stop: int, waited: int) -> tuple[Die, ...]:
        """Drop the highest die before `stop`, of equal dice the first; return the dropped dice.

        `waited` is the place of the trigger, which can be dropped as well.
        """
        others = [
            (-die.height, place)
            for place, die in enumerate(table.dice[:stop])
            if die.kept and place != waited
        ]
        places = [min(others)[1]] if others else []
        is_only = self.and_ == "the-only-die" and not others
        drops_both = is_only or self.and_ == "the-die-itself"
        if drops_both and waited != NOBODY and table.dice[waited].kept:
            places.append(waited)
        return _drop(table, places)

    def items(self) -> Sequence[Item]:
        """Return the drop."""
        return (self,)


# The choice of an action for a step.


class Idle(StepAction[steps.Step]):
    """A step that has nothing to do for this pool."""

    settled = True

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Log that the step had nothing to do."""
        self.note(table, idle=True)

    def items(self) -> Sequence[Item]:
        """Return nothing."""
        return ()


ACTIONS: Mapping[
    type[steps.Step], Callable[[Any, Preparation], StepAction[steps.Step]]
] = {
    steps.MultiplyDice: DoMultiply,
    steps.SubstituteDice: DoSubstitute,
    steps.AddDice: DoAdd,
    steps.ExchangePips: DoExchangePips,
    steps.RollDice: DoRoll,
    steps.RollAgain: DoAgain,
    steps.DropDice: DoDrop,
    steps.MapFaces: map_faces,
    steps.CancelHighest: lambda step, before: DoCancel(step, before, step.and_),
    steps.CountFaces: DoCount,
    steps.ChooseOne: DoChoose,
}
"""The action of each primitive."""


def action_of(step: steps.Step, preparation: Preparation) -> StepAction[steps.Step]:
    """Return the action of a step for a pool. Raises PoolError if the pool can't have it."""
    if not is_called(step, preparation.pool):
        return Idle(step, preparation)
    action = ACTIONS[type(step)](step, preparation)
    if action.idle:
        return Idle(step, preparation)
    if step.if_ is not None:
        action.condition = face_condition(step.if_.step.id, step.if_)
        # Before the roll, no die shows a face, so the step never happens there.
        action.settled, action.rolls = not preparation.thrown, False
    return action


def is_called(step: steps.Step, pool: Pool) -> bool:
    """Return True if a step happens: it needs no token, or the pool calls for it."""
    return not step.needs_call or any(map(pool.called, step.letters))
