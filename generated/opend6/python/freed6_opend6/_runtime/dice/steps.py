"""The actions that the steps of a procedure become for one pool; each changes a `Table`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..notation import MOST_SIDES, PoolError
from ..record import Ref
from .pool import BONUS, Pool, faces, faces_of, opposite, sides_of
from .table import (
    LONGEST_CHAIN,
    MOST_DICE,
    NOBODY,
    Die,
    Done,
    Kind,
    Randomness,
    RollState,
    face_condition,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..entries.dice import (
        AddAndDrop,
        AddDice,
        AndDrop,
        ChooseOne,
        CountFaces,
        Dice,
        KeptOrBonus,
        MapFaces,
        MultiplyDice,
        RollAgain,
        RollDice,
        RoundPips,
        Step,
        SubstituteDice,
        Wait,
    )


# Dice fall: the roll itself, explosions, and a second set of everything.


Ready = tuple[Die, ...]


def ready(kind: Kind) -> Ready:
    """The die on each of its faces, without explosions, to be shared: dice are immutable."""
    return tuple(Die(kind, (face,), (face,), face) for face in range(1, kind.sides + 1))


def throw(table: RollState, lots: Sequence[tuple[Kind, int]]) -> list[Die]:
    """Throw dice onto the table; a die with separate chains is followed by those it threw."""
    if len(table.dice) + sum(count for _, count in lots) > MOST_DICE:
        raise PoolError(f"more than {MOST_DICE} dice")
    assert table.rng is not None
    fallen: list[Die] = []
    for kind, count in lots:
        fallen += _fall(kind, ready(kind), count, table.rng)
    table.dice += fallen
    return fallen


def _fall(kind: Kind, faces: Ready, count: int, rng: Randomness) -> list[Die]:
    if not kind.explode:
        return [faces[rng.randrange(kind.sides)] for _ in range(count)]
    fallen: list[Die] = []
    for _ in range(count):
        die = faces[rng.randrange(kind.sides)]
        if die.value in kind.explode:
            fallen += _chain(die, rng)
        else:
            fallen.append(die)
    return fallen


def _chain(die: Die, rng: Randomness) -> list[Die]:
    """A die that exploded with all its further throws: as one die, or each as a die."""
    kind = die.kind
    faces = [die.value]
    while faces[-1] in kind.explode:
        faces.append(rng.randrange(kind.sides) + 1)
        if len(faces) > LONGEST_CHAIN:
            raise PoolError(f"a die exploded {LONGEST_CHAIN} times in a row")
    if kind.chain != "separate":
        chain = tuple(faces)
        return [Die(kind, chain, chain, sum(chain))]
    more = [Die(kind, (face,), (face,), face, first=False) for face in faces[1:]]
    return [die, *more]


class DoRoll:
    """Throw all waiting dice. The dice on each face are made once for a plan."""

    __slots__ = ("faces", "step")

    def __init__(self, step: RollDice) -> None:
        self.step = step
        self.faces: dict[Kind, Ready] = {}

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Throw everything that waits."""
        rng = table.rng
        assert rng is not None
        fallen: list[Die] = []
        for kind, count in table.settle():
            faces = self.faces.get(kind)
            if faces is None:
                faces = self.faces.setdefault(kind, ready(kind))
            fallen += _fall(kind, faces, count, rng)
        table.dice += fallen
        table.take_up()
        step = self.step
        table.log.append(Done(step=step.id, do=step.do, rolled=tuple(fallen)))


class DoAgain:
    """Run everything up to this step again, and keep the set with the best total."""

    __slots__ = ("higher", "more", "replay", "step")

    def __init__(
        self, step: RollAgain, pool: Pool, replay: Callable[[RollState], RollState]
    ) -> None:
        self.step = step
        self.replay = replay
        net = again(step, pool)
        self.higher = net > 0
        self.more = abs(net)

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Throw the other sets and keep one."""
        sets = [table.copy(), *(self.replay(table) for _ in range(self.more))]
        totals = [one.total for one in sets]
        best = max(totals) if self.higher else min(totals)
        kept = totals.index(best)
        if self.step.tie == "second":
            kept = len(totals) - 1 - totals[::-1].index(best)
        chosen = sets[kept]
        table.counts, table.pips, table.lots = chosen.counts, chosen.pips, chosen.lots
        table.dice, table.count, table.drops = chosen.dice, chosen.count, chosen.drops
        rolled = tuple(
            die for place, one in enumerate(sets) for die in one.dice if place != kept
        )
        table.log = chosen.log
        table.log.append(
            Done(
                step=self.step.id,
                do=self.step.do,
                totals=tuple(totals),
                set=kept,
                rolled=rolled,
            )
        )


def again(step: RollAgain, pool: Pool) -> int:
    """The number of further sets; above zero the highest is kept, below zero the lowest.

    Calls for "higher" and "lower" cancel each other; without `stack` each side counts once at most.
    """
    counts: Mapping[str, int] = {
        keep: sum(pool.called(t) for t, said in step.token.items() if said == keep)
        for keep in ("higher", "lower")
    }
    if step.stack:
        return counts["higher"] - counts["lower"]
    return min(counts["higher"], 1) - min(counts["lower"], 1)


# Steps that change the pool before it is thrown: multiply, substitute, add, round pips.


class DoMultiply:
    """Multiply the dice from some sources, once however often it is called for."""

    __slots__ = ("per_die", "step")

    def __init__(self, step: MultiplyDice, pool: Pool) -> None:
        self.step = step
        self.per_die = pool.pips_per_die
        if step.carry and not self.per_die:
            raise PoolError(
                f"{step.name} has to know how many pips make a die: name it with the pool"
            )

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Multiply what waits."""
        dice, pips = table.waiting, sum(table.pips.values())
        for source in self.step.sources:
            table.counts[source] *= self.step.by
        if self.step.pips == "multiply":
            self._pips(table)
        table.log.append(
            Done(
                step=self.step.id,
                do=self.step.do,
                dice=(dice, table.waiting),
                pips=(pips, sum(table.pips.values())),
            )
        )

    def _pips(self, table: RollState) -> None:
        for source in self.step.sources:
            table.pips[source] *= self.step.by
        if not self.step.carry:
            return
        first = self.step.sources[0]
        whole, rest = divmod(
            sum(table.pips[source] for source in self.step.sources), self.per_die
        )
        table.counts[first] += whole
        for source in self.step.sources:
            table.pips[source] = rest if source == first else 0


class DoSubstitute:
    """Replace dice of the pool by others: first `always` many, then those called for."""

    __slots__ = ("lots", "most", "step")

    def __init__(self, step: SubstituteDice, pool: Pool, sides: int) -> None:
        self.step = step
        self.most = MOST_DICE if step.at_most == "all" else int(step.at_most)
        called = [call for call in pool.calls if call.token == step.token]
        self.lots: list[tuple[Kind, int]] = []
        if step.always:
            self.lots.append((substitute(step, sides), step.always))
        self.lots += [
            (substitute(step, call.number or sides), call.times) for call in called
        ]

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Take plain dice away and lay others."""
        before, left = table.plain, self.most
        for kind, wanted in self.lots:
            own = sum(max(0, table.counts[source]) for source in self.step.from_)
            count = min(wanted, left, own, table.plain)
            left -= count
            _take(table, self.step.from_, count)
            _lay(table, kind, count)
        table.log.append(
            Done(step=self.step.id, do=self.step.do, dice=(before, table.plain))
        )


def substitute(step: SubstituteDice, sides: int, source: str = "") -> Kind:
    """The kind of die a step puts in place of plain ones. Raises PoolError if it never ends."""
    text = step.explode.get(f"d{sides}", step.explode.get("other"))
    explode = faces_of({} if text is None else {"other": text}, sides)
    if len(explode) == sides:
        raise PoolError(
            f"{step.name}: a die of {sides} sides explodes on every face and never ends"
        )
    return Kind(
        sides, source or step.id, explode, step.chain, special=True, events=step.id
    )


def _take(table: RollState, sources: Sequence[str], count: int) -> None:
    for source in sources:
        taken = min(count, max(0, table.counts[source]))
        table.counts[source] -= taken
        count -= taken


def _lay(table: RollState, kind: Kind, count: int) -> None:
    if count:
        table.lots.append((kind, count))


class DoAdd:
    """Add dice: to the waiting ones, or thrown at once if the roll has happened."""

    __slots__ = ("at_once", "lots", "step")

    def __init__(
        self, step: AddDice, pool: Pool, procedure: Dice, *, thrown: bool
    ) -> None:
        self.step = step
        self.at_once = thrown or "before-roll" not in step.at
        kind = added(step, procedure)
        self.lots = [(kind, pool.called(step.token))]

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Lay the dice, or throw them."""
        if self.at_once:
            dice = throw(table, self.lots)
            done = Done(step=self.step.id, do=self.step.do, rolled=tuple(dice))
        else:
            before = table.waiting
            table.lots += self.lots
            counts = (before, table.waiting)
            done = Done(step=self.step.id, do=self.step.do, dice=counts)
        table.log.append(done)


def added(step: AddDice, procedure: Dice) -> Kind:
    """The kind of die a step adds: plain, or like those of another step."""
    sides = sides_of(procedure.die)
    if step.like is None:
        return Kind(sides, step.id)
    like = next(_substitutes(procedure, step.like.id), None)
    if like is None:
        raise PoolError(f"{step.name} is like {step.like.id}, which lays no dice")
    kind = substitute(like, sides, source=step.id)
    return kind if step.events == "same" else kind._replace(events="")


def _substitutes(procedure: Dice, step: str) -> Iterator[SubstituteDice]:
    from ..entries.dice import SubstituteDice

    for one in procedure.steps:
        if one.id == step and isinstance(one, SubstituteDice):
            yield one


class DoRoundPips:
    """Turn all pips into dice, rounding the rest up from `up_from` pips; no pips are left."""

    __slots__ = ("per_die", "step")

    def __init__(self, step: RoundPips, pool: Pool) -> None:
        self.step = step
        self.per_die = pool.pips_per_die

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Turn pips into dice."""
        pips, before = sum(table.pips.values()), table.waiting
        table.counts[BONUS] += self._dice(pips)
        table.pips = dict.fromkeys(table.pips, 0)
        dice = (before, table.waiting)
        table.log.append(
            Done(step=self.step.id, do=self.step.do, dice=dice, pips=(pips, 0))
        )

    def _dice(self, pips: int) -> int:
        if self.step.up_from == "none" or pips < 1:
            return 0
        whole, rest = divmod(pips, self.per_die) if self.per_die else (0, pips)
        return whole + (rest >= int(self.step.up_from))


# Steps that read dice: map faces, count faces; and the choice of an action.


MOST_TIMES = 100


class DoMap:
    """Map faces to others, up to `times` times for one throw.

    `called`: the faces that are called for, None for all of the map. `all`: dropped dice as well,
    after which the drop is made again. `chains`: throws of exploded dice as well.
    """

    __slots__ = ("all", "called", "chains", "map", "step", "times")

    def __init__(
        self,
        step: Step,
        map: Mapping[str, str] | str,
        called: frozenset[int] | None = None,
    ) -> None:
        self.step = step
        self.called = called
        self.map = _checked(map, step)
        self.times = 1
        self.all = False
        self.chains = True

    @classmethod
    def of(cls, step: MapFaces, pool: Pool) -> DoMap:
        """The action of a `MapFaces` step."""
        called = frozenset(c.number for c in pool.calls if c.token == step.token)
        made = cls(step, step.map, called if step.token else None)
        made.times = min(step.times, MOST_TIMES)
        made.all = step.which == "all"
        made.chains = step.chain == "every-face"
        return made

    def becomes(self, face: int, sides: int) -> int:
        """What a face counts as."""
        for _ in range(self.times):
            after = self._once(face, sides)
            if after is None:
                break
            face = after
        return face

    def _once(self, face: int, sides: int) -> int | None:
        """What it becomes; None where the face is not called for or stays what it is."""
        if self.called is not None and face not in self.called:
            return None
        if isinstance(self.map, str):
            return opposite(face, sides) if 1 <= face <= sides else None
        written = self.map.get(str(face))
        return None if written is None else int(written)

    def touches(self, kind: Kind) -> bool:
        """Whether dice of this kind are mapped."""
        return self.chains or not kind.special

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Change what dice show."""
        changed: list[tuple[Die, Die]] = []
        for place, die in enumerate(table.dice):
            if (die.kept or self.all) and self.touches(die.kind):
                after = self._changed(die)
                if after is not die:
                    table.dice[place] = after
                    changed.append((die, after))
        if self.all and changed:
            self._drop_anew(table)
        step = self.step
        table.log.append(Done(step=step.id, do=step.do, changed=tuple(changed)))

    def _changed(self, die: Die) -> Die:
        sides = die.kind.sides
        shown = tuple([self.becomes(face, sides) for face in die.shown])
        return die if shown == die.shown else die.showing(shown)

    def _drop_anew(self, table: RollState) -> None:
        """Undo all drops, and make them again by the new faces."""
        table.dice = [die._replace(kept=True) for die in table.dice]
        for redo in table.drops:
            redo(table)


def _checked(map: Mapping[str, str] | str, step: Step) -> Mapping[str, str] | str:
    """The map itself. Raises PoolError for a key or value that is not a face."""
    pairs = () if isinstance(map, str) else map.items()
    for face, after in pairs:
        if not (str(face).isdecimal() and str(after).isdecimal()):
            raise PoolError(f"{step.name}: {face} becomes {after}: both must be faces")
        if int(after) > MOST_SIDES:
            raise PoolError(f"{step.name}: no die shows {after}")
    return map


class DoCount:
    """Make the number of certain faces the result; each throw of a chain counts by itself."""

    __slots__ = ("counted", "step")

    def __init__(self, step: CountFaces) -> None:
        self.step = step
        self.counted: dict[int, frozenset[int]] = {}

    def faces(self, sides: int) -> frozenset[int]:
        """The faces that count on dice of so many sides."""
        found = self.counted.get(sides)
        if found is None:
            found = self.counted.setdefault(sides, faces(self.step.faces, sides))
        return found

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Count the faces of the dice that are kept."""
        table.count = sum(
            [
                face in self.faces(die.kind.sides)
                for die in table.dice
                if die.kept
                for face in die.shown
            ]
        )
        step = self.step
        table.log.append(Done(step=step.id, do=step.do, count=table.count))


class DoChoose:
    """Do one of several actions: the one that `Table.choose` names, or the assumed one."""

    __slots__ = ("choices", "step")

    def __init__(
        self, step: ChooseOne, choices: Mapping[str, DoCancel | DoMap | None]
    ) -> None:
        self.step = step
        self.choices = choices
        if step.assume not in choices:
            raise PoolError(
                f"{step.name}: there is no choice {step.assume!r} to assume"
            )

    def __call__(self, table: RollState, die: int = NOBODY) -> None:
        """Ask, then do what was chosen."""
        choose = table.choose
        key = self.step.assume if choose is None else choose(self.step)
        if key not in self.choices:
            known = ", ".join(self.choices)
            raise PoolError(f"{self.step.name}: choose one of {known}, not {key!r}")
        table.log.append(Done(step=self.step.id, do=self.step.do, choice=key))
        action = self.choices[key]
        if action is not None:
            action(table, die)


# Steps that drop dice: for extra dice the lowest or highest, or the highest for a face.


class DoAddAndDrop:
    """Throw extra dice, and drop as many of all dice: the lowest, then the highest."""

    __slots__ = ("from_", "highest", "kind", "lowest", "order", "step")

    def __init__(self, step: AddAndDrop, pool: Pool, sides: int) -> None:
        self.step = step
        self.lowest, self.highest = drops(step, pool)
        self.kind = Kind(sides, step.id)
        self.from_ = frozenset(_source(one) for one in step.drop_from)
        self.order: Mapping[str, int] = {
            _source(one): place for place, one in enumerate(step.equal_dice)
        }

    @property
    def extra(self) -> int:
        """The number of extra dice, which is that of dropped dice."""
        return self.lowest + self.highest

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Throw the extra dice, then drop."""
        rolled = throw(table, [(self.kind, self.extra)])
        stop = len(table.dice)
        dropped = self.drop(table, stop)
        table.drops.append(lambda now: self.drop(now, stop))
        step = self.step
        table.log.append(
            Done(step=step.id, do=step.do, rolled=tuple(rolled), dropped=dropped)
        )

    def drop(self, table: RollState, stop: int) -> tuple[Die, ...]:
        """Drop among the dice before `stop`."""
        low = self._drop(table, stop, self.lowest, 1)
        return low + self._drop(table, stop, self.highest, -1)

    def _drop(
        self, table: RollState, stop: int, count: int, direction: int
    ) -> tuple[Die, ...]:
        if not count:
            return ()
        keys = sorted(
            self._key(die, place, direction)
            for place, die in enumerate(table.dice[:stop])
            if die.kept and die.kind.source in self.from_
        )
        return _drop(table, [place for *_, place in keys[:count]])

    def _key(self, die: Die, place: int, direction: int) -> tuple[int, int, int, int]:
        """The sort key of drops: extra dice last if forced, height, order of sources, place."""
        last = len(self.order)
        forced = self.step.forced and die.kind.source == self.step.id
        order = self.order.get(die.kind.source, last)
        return (int(forced), direction * die.height, order, place)


def _drop(table: RollState, places: Sequence[int]) -> tuple[Die, ...]:
    """Drop dice by their place on the table."""
    for place in places:
        table.dice[place] = table.dice[place].dropped()
    return tuple(table.dice[place] for place in places)


def drops(step: AddAndDrop, pool: Pool) -> tuple[int, int]:
    """How many of the lowest and of the highest dice to drop, after calls cancelled out."""
    low, high = (
        sum(pool.called(token) for token, said in step.token.items() if said == which)
        for which in ("lowest", "highest")
    )
    if step.cancel == "one-for-one":
        both = min(low, high)
        return low - both, high - both
    return low, high


def _source(one: KeptOrBonus) -> str:
    return one.id if isinstance(one, Ref) else one


class DoCancel:
    """Drop the highest die other than the one waited for, and by `and_` that one too."""

    __slots__ = ("and_", "step")

    def __init__(self, step: Step, and_: AndDrop) -> None:
        self.step = step
        self.and_: AndDrop = and_

    def __call__(self, table: RollState, die: int = NOBODY) -> None:
        """Drop the highest, and perhaps the die that was waited for."""
        stop = len(table.dice)
        dropped = self.drop(table, stop, die)
        table.drops.append(lambda now: self.drop(now, stop, die))
        step = self.step
        table.log.append(Done(step=step.id, do=step.do, dropped=dropped))

    def drop(self, table: RollState, stop: int, waited: int) -> tuple[Die, ...]:
        """Drop among the dice before `stop`; of equal dice the first."""
        found = [
            (-die.height, place)
            for place, die in enumerate(table.dice[:stop])
            if die.kept and place != waited
        ]
        places = [min(found)[1]] if found else []
        too = self.and_ == "the-die-itself" or (
            self.and_ == "the-only-die" and not found
        )
        if too and waited != NOBODY and table.dice[waited].kept:
            places.append(waited)
        return _drop(table, places)


class Idle:
    """A step that has nothing to do for this pool."""

    __slots__ = ("done",)

    def __init__(self, step: Step) -> None:
        self.done = Done(step=step.id, do=step.do, idle=True)

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Log that there was nothing to do."""
        table.log.append(self.done)


Primitive: TypeAlias = (
    Idle
    | DoMultiply
    | DoSubstitute
    | DoAdd
    | DoRoundPips
    | DoRoll
    | DoAgain
    | DoAddAndDrop
    | DoMap
    | DoCancel
    | DoCount
    | DoChoose
)
"""The action of a step for one pool."""


class ConditionalAction:
    """An action that only happens when dice show a face; it gets the first such die."""

    __slots__ = ("condition", "do", "done")

    def __init__(self, step: Step, wait: Wait, do: Primitive) -> None:
        self.condition = face_condition(wait.step.id, wait)
        self.do = do
        self.done = Done(step=step.id, do=step.do, waited=True)

    def __call__(self, table: RollState, _die: int = NOBODY) -> None:
        """Act if the condition is met."""
        die = self.condition.met(table.dice)
        if die == NOBODY:
            table.log.append(self.done)
        else:
            self.do(table, die)


Made: TypeAlias = Primitive | ConditionalAction


def bare(action: Made) -> Primitive:
    """An action without what it waits for."""
    return action.do if isinstance(action, ConditionalAction) else action


def step_of(action: Made) -> str:
    """The id of the step that an action is made from."""
    inner = bare(action)
    return inner.done.step if isinstance(inner, Idle) else inner.step.id
