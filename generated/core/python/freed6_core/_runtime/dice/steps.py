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
from .pool import BONUS, NONE, Pool, faces_of, letters_of, opposite, sides_of
from .table import (
    LONGEST_CHAIN,
    MOST_DICE,
    NOBODY,
    Die,
    Done,
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
    step, by its id, on another set of dice.
    """

    procedure: steps.Dice
    pool: Pool
    thrown: bool
    replay: Callable[[str, RollState], RollState]

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
    """

    idle = False
    settled = False
    rolls = False
    more = 0
    lots: tuple[tuple[Kind, int], ...] = ()

    def __init__(self, step: S_co, preparation: Preparation) -> None:
        self.step = step
        self.pool = preparation.pool
        self.done = Done(step=step.id, do=step.do)

    def __call__(self, table: RollState, die: int = NOBODY, /) -> None:
        """Change the table. `die` is the place of the die that triggered the step."""
        raise NotImplementedError

    def items(self) -> Sequence[Item] | None:
        """Return what it does to thrown dice, or None if its odds need an enumeration of rolls."""
        return None

    @property
    def inner(self) -> StepAction[steps.Step]:
        """The action without its trigger."""
        return self


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
    if not kind.explode or kind.explode_if:
        return [faces[rng.randrange(kind.sides)] for _ in range(count)]
    fallen: list[Die] = []
    for _ in range(count):
        die = faces[rng.randrange(kind.sides)]
        if die.value in kind.explode:
            fallen += exploded(die, rng)
        else:
            fallen.append(die)
    return fallen


def exploded(die: Die, rng: Randomness) -> list[Die]:
    """Return a die that exploded with all further throws: as one die, or as separate dice."""
    kind = die.kind
    faces = [die.value]
    while faces[-1] in kind.explode:
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
        rng = table.rng
        assert rng is not None
        fallen: list[Die] = []
        for kind, count in table.settle():
            fallen += _fall(kind, count, rng)
        table.dice += fallen
        table.take_up()
        table.log.append(self.done.but(rolled=tuple(fallen)))

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
        chosen = sets.pop(kept)
        vars(table).update(vars(chosen))
        rolled = tuple(die for other in sets for die in other.dice)
        table.log.append(self.done.but(totals=tuple(totals), set=kept, rolled=rolled))

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
        table.log.append(self.done.but(dice=(dice, table.waiting), pips=after))


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
        table.log.append(self.done.but(dice=(before, table.plain)))


def substitute(step: steps.SubstituteDice, sides: int, source: str = "") -> Kind:
    """Return the kind of die that replaces plain ones. Raises PoolError if all faces explode."""
    explode = faces_of(step.explode, sides)
    if len(explode) == sides:
        raise PoolError(
            f"{step.name}: a die of {sides} sides explodes on every face and never ends"
        )
    if step.explode_if and (not step.explode or step.chain != "one-die"):
        raise PoolError(
            f"{step.name} with `explode-if` needs `explode`, and no `chain`"
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
    )


class DoAdd(StepAction[steps.AddDice]):
    """Add dice to the waiting ones, or throw them at once if the dice have already fallen."""

    def __init__(self, step: steps.AddDice, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        self.settled = not preparation.thrown and "before-roll" in step.at
        self.kind = added(step, preparation.procedure)
        self.lots = ((self.kind, self.pool.called(step.token)),)
        if bool(step.token) == bool(step.per):
            raise PoolError(f"{step.name} needs either a token or `per: pip`")
        if step.per and not self.settled:
            raise PoolError(f"{step.name} turns pips into dice after the roll")

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Add the dice to the table, or throw them."""
        before = table.waiting
        if self.step.per:
            pips = sum(table.pips.values())
            table.lots.append((self.kind, max(0, pips)))
            table.pips = dict.fromkeys(table.pips, 0)
            dice = (before, table.waiting)
            table.log.append(self.done.but(dice=dice, pips=(pips, 0)))
        elif self.settled:
            table.lots += self.lots
            table.log.append(self.done.but(dice=(before, table.waiting)))
        else:
            table.log.append(self.done.but(rolled=throw(table, self.lots)))

    def items(self) -> Sequence[Item] | None:
        """Return the throw, or None if the dice only wait for the roll."""
        return None if self.settled else (Throw(self.lots),)


def added(step: steps.AddDice, procedure: steps.Dice) -> Kind:
    """Return the kind of die that a step adds: a plain one, or one like those of another step."""
    sides = sides_of(procedure.die)
    counts = faces_of(step.counts, sides) if step.counts else NONE
    if counts and not any(isinstance(s, steps.CountFaces) for s in procedure.steps):
        raise PoolError(f"{step.name} has `counts`, and no step counts faces")
    if step.like is None:
        return Kind(sides, step.id, counts=counts)
    for other in procedure.steps:
        if other.id == step.like.id and isinstance(other, steps.SubstituteDice):
            kind = substitute(other, sides, source=step.id)._replace(counts=counts)
            return kind if step.events == "same" else kind._replace(events="")
    raise PoolError(f"{step.name} is like {step.like.id}, which replaces no dice")


class DoExchangePips(StepAction[steps.ExchangePips]):
    """Turn all pips into dice, then plain dice above a limit into pips."""

    settled = True

    def __init__(self, step: steps.ExchangePips, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        if not step.up_from and step.max_dice is None:
            raise PoolError(f"{step.name}: write 'up-from' or 'max-dice'")

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
            above = min(max(0, table.waiting - self.step.max_dice), table.plain)
            table.counts[BONUS] -= above  # dice that it lacks come from other sources
            table.pips[BONUS] += above * self.step.beyond
        after = sum(table.pips.values())
        table.log.append(
            self.done.but(dice=(before, table.waiting), pips=(pips, after))
        )


# Steps that read dice (map faces, count faces), and the choice of an action.


MOST_TIMES = 100


class DoMap(StepAction[steps.MapFaces]):
    """Map faces to others, up to `times` times for one throw.

    - `called`: the faces that calls name; None if all faces of the map change.
    - `all`: True if dropped dice change as well. The drop is then repeated by the new faces.
    - `chains`: True if the throws of exploded dice change as well.
    """

    def __init__(self, step: steps.MapFaces, preparation: Preparation) -> None:
        super().__init__(step, preparation)
        self.map = _checked(step.map, step)
        self.times = min(step.times, MOST_TIMES)
        self.all = step.which == "all"
        self.chains = step.chain == "every-face"
        self.called: frozenset[int] | None = None
        if step.token:
            calls = (call for call in self.pool.calls if call.token == step.token)
            self.called = frozenset(call.number for call in calls)

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
        table.log.append(self.done.but(changed=tuple(changed)))

    def items(self) -> Sequence[Item]:
        """Return the map."""
        return (self,)


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
        table.log.append(self.done.but(count=table.count))

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
        table.log.append(self.done.but(choice=key, tossed=tossed))
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
    frame: dict[str, Any] = {
        "id": step.id,
        "name": step.name,
        "do": step.do,
        "parent": step.parent,
    }
    match choice.do:
        case "cancel-highest":
            return DoCancel(steps.CancelHighest(**frame, and_=choice.and_), preparation)
        case "map-faces":
            frame |= {"which": "kept", "times": 1, "chain": "every-face"}
            return DoMap(steps.MapFaces(**frame, map=choice.map), preparation)
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
        if step.keep is None:
            self.lowest, self.highest = drops(step, self.pool)
            extra = self.lowest + self.highest
            self.lots = ((Kind(preparation.sides, step.id), extra),)
            self.idle = not extra
        else:
            self.lowest, self.highest = step.drop == "lowest", step.drop == "highest"
        # A reference as text is the id of its step, which is the source of the step's dice.
        self.from_ = frozenset(map(str, step.drop_from)) or None
        self.order = {str(source): at for at, source in enumerate(step.equal_dice)}

    def __call__(self, table: RollState, _die: int = NOBODY, /) -> None:
        """Throw extra dice, then drop."""
        rolled = throw(table, self.lots)
        stop = len(table.dice)
        dropped = self.drop(table, stop)
        table.drops.append(lambda now: self.drop(now, stop))
        table.log.append(self.done.but(rolled=rolled, dropped=dropped))

    def items(self) -> Sequence[Item]:
        """Return the throw and the drop."""
        keep, last = self.step.keep, self.step.id if self.step.forced else ""
        drop = Drop(self.lowest, self.highest, self.from_, self.order, last, keep)
        return (Throw(self.lots), drop) if self.lots else (drop,)

    def drop(self, table: RollState, stop: int) -> tuple[Die, ...]:
        """Drop dice before `stop`, and return them."""
        each = 1
        if self.step.keep is not None:
            kept = sum(die.kept for die in table.dice[:stop])
            each = max(0, kept - self.step.keep)
        low = self._drop(table, stop, self.lowest * each, 1)
        return low + self._drop(table, stop, self.highest * each, -1)

    def _drop(
        self, table: RollState, stop: int, count: int, direction: int
    ) -> tuple[Die, ...]:
        """Drop the lowest (`direction` 1) or highest (-1) dice before `stop`, and return them."""
        if not count:
            return ()
        keys: list[tuple[bool, int, int, int]] = []
        for place, die in enumerate(table.dice[:stop]):
            source = die.kind.source
            if die.kept and (self.from_ is None or source in self.from_):
                # Extra dice last if forced; then by height, order of sources, place.
                forced = self.step.forced and source == self.step.id
                order = self.order.get(source, len(self.order))
                keys.append((forced, direction * die.height, order, place))
        return _drop(table, [place for *_, place in sorted(keys)[:count]])


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


class DoCancel(StepAction[steps.CancelHighest]):
    """Drop the highest die other than the trigger; `and_` also drops the trigger."""

    def __call__(self, table: RollState, die: int = NOBODY, /) -> None:
        """Drop the highest die, and the trigger if `and_` requires it."""
        stop = len(table.dice)
        dropped = self.drop(table, stop, die)
        table.drops.append(lambda now: self.drop(now, stop, die))
        table.log.append(self.done.but(dropped=dropped))

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
        and_ = self.step.and_
        drops_both = and_ == "the-die-itself" or (and_ == "the-only-die" and not others)
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
        table.log.append(self.done.but(idle=True))

    def items(self) -> Sequence[Item]:
        """Return nothing."""
        return ()


class ConditionalAction(StepAction[steps.Step]):
    """An action that happens only if dice show a face. Its trigger is the first such die.

    Before the roll no die shows a face, so a condition there is never met.
    """

    settled = True

    def __init__(
        self, wait: steps.Wait, do: StepAction[steps.Step], preparation: Preparation
    ) -> None:
        super().__init__(do.step, preparation)
        self.condition = face_condition(wait.step.id, wait)
        self.do = do
        self.more = do.more

    def __call__(self, table: RollState, die: int = NOBODY, /) -> None:
        """Act if the condition is met."""
        die = self.condition.met(table.dice)
        if die == NOBODY:
            table.log.append(self.done.but(waited=True))
        else:
            self.do(table, die)

    @property
    def inner(self) -> StepAction[steps.Step]:
        """The action without its trigger."""
        return self.do


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
    steps.MapFaces: DoMap,
    steps.CancelHighest: DoCancel,
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
    if step.if_ is None:
        return action
    return ConditionalAction(step.if_, action, preparation)


def is_called(step: steps.Step, pool: Pool) -> bool:
    """Return True if a step happens: it needs no token, or the pool calls for it."""
    letters = tuple(letters_of(step))
    always = getattr(step, "always", 0) or getattr(step, "faces", "")
    return bool(always) or not letters or any(map(pool.called, letters))
