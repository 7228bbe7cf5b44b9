"""Compute the distribution of one die with its explosions, and group equal dice of a term.

A chain is a die with all the throws that its explosions add. It has three values: its `height`, by
which dice are compared when some are dropped; its `worth`, the number that it adds to the final
total; and its `prior` worth, the number that it adds to the total by which one of several sets is
chosen.

Chains are followed as long as an answer can depend on them, so masses are exact. For example, to
compute totals up to 10, a d6 that explodes on 6 is thrown at most twice: two explosions are worth
at least 13.
"""

from __future__ import annotations

from itertools import groupby, product
from math import comb
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from ..dice.steps import DoCancel, DoCount, DoMap, Drop, Throw
from . import OddsError
from .timeline import ANY, MOST_FACES, FaceLimits, SignedTerm, Stages, both, stages_of
from .work import OUTCOME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..dice.table import Kind
    from .work import Work


K = TypeVar("K")
FaceValues: TypeAlias = "tuple[int, int, int]"
"""The height, worth and prior worth of a face or a chain."""
Level: TypeAlias = "dict[FaceValues, int]"
"""For chains that end on the same throw: the number of ways to get each combination of values."""
Outcomes: TypeAlias = "dict[tuple[int, int], int]"
"""The mass of each pair of worth and prior worth."""
Limit: TypeAlias = "frozenset[int] | None"
"""A set of allowed faces; None for all faces."""
MOST_LEVELS = 3000
"""The limit on throws of one die that keeps exploding."""


class Shape(NamedTuple):
    """The faces of a die: their values, which of them explode, and which of them are allowed.

    - `faces`: the values of each face, from face 1 on. `explode`: the exploding faces.
    - `first_height`: True if the height of a chain is that of its first face, not the sum.
    - `prior_dropped`: True if even a dropped die counts in the prior total.
    - `keep`, `drop`: the faces that a term of inclusion-exclusion allows on the first throw, if the
      die is kept or dropped; None for all faces.
    """

    faces: tuple[FaceValues, ...]
    explode: frozenset[int]
    first_height: bool = False
    prior_dropped: bool = True
    keep: Limit = None
    drop: Limit = None

    @property
    def sides(self) -> int:
        """The number of faces."""
        return len(self.faces)

    @property
    def least(self) -> int:
        """The lowest worth of a face."""
        return min(worth for _, worth, _ in self.faces)

    @property
    def most(self) -> int:
        """The highest worth of a face."""
        return max(worth for _, worth, _ in self.faces)

    @property
    def is_plain(self) -> bool:
        """True if dice of equal height have equal worth, so it doesn't matter which is dropped."""
        return (
            self.keep == self.drop
            and not (self.first_height and self.explode)
            and all(
                worth == high and prior in {0, high}
                for high, worth, prior in self.faces
            )
        )

    def allowed(self, limit: Limit) -> list[int]:
        """Return the first faces that a limit allows."""
        faces = range(1, self.sides + 1)
        return [face for face in faces if limit is None or face in limit]


class Chains(NamedTuple):
    """The distribution of one die: masses in units of 1 / `whole`.

    `keep`: the outcomes of a kept die, by height. `drop`: those of a dropped die, by height, which
    are all worth 0.
    """

    whole: int
    keep: dict[int, Outcomes]
    drop: dict[int, Outcomes]


class Bounds(NamedTuple):
    """The bounds within which chains are followed.

    - `top`: chains worth more than this are left out. If it is negative, totals don't matter, and
      every chain counts as worth 0.
    - `high`: all heights above this are merged into one. None if no dice are compared, so that
      heights don't matter.
    - `prior`: chains with a greater prior worth are left out. None if the other bounds also limit
      the prior worth, or if it is always 0.
    """

    top: int
    high: int | None = None
    prior: int | None = None


def chains(shape: Shape, bounds: Bounds, work: Work) -> Chains:
    """Return the distribution of one die, within bounds."""
    # Throw 0 has `sides` faces, each later one only those that are not idle: a chain that ends on
    # throw k has the mass 1 / (sides again^k). `whole` is the last of these denominators. For a
    # d6 that explodes on 6, top = 10: two levels, whole = 36, masses 6 for 1 to 5 and 1 for 7 to
    # 10. The rest (2 of 36: 11, and 12 or more) is above the top.
    has_worth, counts = bounds.top >= 0, shape.prior_dropped
    below = Bounds(-1, bounds.high, bounds.prior if counts else None)
    values = tuple(
        (0 if bounds.high is None else height, worth if has_worth else 0, prior)
        for height, worth, prior in shape.faces
    )
    kept = _expand(shape, shape.keep, values, bounds, work)
    values = tuple(
        (height, 0, prior if counts else 0) for height, _, prior in shape.faces
    )
    dropped = _expand(shape, shape.drop, values, below, work)
    levels = max(len(kept), len(dropped))
    again = shape.sides - len(_idle_faces(shape, bounds))
    whole = shape.sides * again ** (levels - 1)
    weights = [whole // shape.sides // again**level for level in range(levels)]
    drop = _masses(dropped, weights, below)
    if below.prior is None:
        _add_tail_mass(drop, len(shape.allowed(shape.drop)) * weights[0], bounds.high)
    keep = _masses(kept, weights, bounds)
    if bounds.top < 0 and bounds.prior is None:
        _add_tail_mass(keep, len(shape.allowed(shape.keep)) * weights[0], bounds.high)
    return Chains(whole, keep, drop)


def _idle_faces(shape: Shape, bounds: Bounds) -> frozenset[int]:
    """Return the exploding faces worth 0: after the first throw, they only mean "roll again".

    Later throws leave these idle faces out, and the other faces share their mass. If a of n faces
    lead to an outcome and i faces are idle, the outcome has the probability x = (a + i x) / n, so x
    = a / (n - i). For example, if the 6 of a d6 is idle, each other face has the probability 1/5.
    """
    if bounds.high is not None:
        return frozenset()
    return frozenset(
        face
        for face in shape.explode
        if not shape.faces[face - 1][2]
        and (bounds.top < 0 or not shape.faces[face - 1][1])
    )


def _expand(
    shape: Shape,
    limit: Limit,
    faces: tuple[FaceValues, ...],
    bounds: Bounds,
    work: Work,
) -> list[Level]:
    """Count the chains that end on throw 0, on throw 1, and so on, by their values."""
    # `open_chains` maps the values so far to the number of ways, for chains whose last face
    # exploded. For a d6 that explodes on 6, by worth, top = 10:
    #   throw 0: ends {1: 1, .., 5: 1}; open {6: 1}, which is within the bounds.
    #   throw 1: ends {7: 1, .., 11: 1}; open {12: 1}, above the top: no chain goes on.
    # Faces never lower a value, so a chain that is out of bounds stays out (`_within`).
    first_height = shape.first_height or bounds.high is None
    # Without further questions, only the first throw matters, exploding or not.
    first_suffices = bounds.top < 0 and bounds.prior is None and first_height
    explode = frozenset[int]() if first_suffices else shape.explode
    open_chains: Level = {}
    levels: list[Level] = [{}]
    for face in shape.allowed(limit):
        add(open_chains if face in explode else levels[0], faces[face - 1], 1)
    idle = _idle_faces(shape, bounds)
    while open_chains := {
        values: ways for values, ways in open_chains.items() if _within(values, bounds)
    }:
        if len(levels) > MOST_LEVELS:
            raise OddsError(
                f"exploding dice are followed for {MOST_LEVELS} throws of one, and this takes more"
            )
        work.add(len(open_chains) * len(faces) * OUTCOME)
        still_open: Level = {}
        ends: Level = {}
        levels.append(ends)
        for face, (height, worth, prior) in enumerate(faces, 1):
            if face in idle:
                continue
            into = still_open if face in shape.explode else ends
            rise = 0 if shape.first_height else height
            for (chain_height, chain_worth, chain_prior), count in open_chains.items():
                values = chain_height + rise, chain_worth + worth, chain_prior + prior
                add(into, values, count)
        open_chains = still_open
    return levels


def add(masses: dict[K, int], key: K, mass: int) -> None:
    """Increase the mass, or the number of ways, that a key has."""
    masses[key] = masses.get(key, 0) + mass


def _within(values: FaceValues, bounds: Bounds) -> bool:
    """Return True if an open chain with these values is within the bounds, so it has to go on."""
    height, worth, prior = values
    if bounds.prior is not None and prior > bounds.prior:
        return False
    if bounds.top >= 0:
        return worth <= bounds.top
    return bounds.prior is not None or bounds.high is None or height <= bounds.high


def _masses(
    levels: list[Level], weights: list[int], bounds: Bounds
) -> dict[int, Outcomes]:
    """Return the mass of each outcome within the bounds, by height."""
    masses: dict[int, Outcomes] = {}
    top, cap = max(bounds.top, 0), _cap(bounds.high)
    for level, weight in zip(levels, weights, strict=False):
        for (height, worth, prior), count in level.items():
            if worth <= top and (bounds.prior is None or prior <= bounds.prior):
                into = masses.setdefault(min(cap, height), {})
                add(into, (worth, prior), count * weight)
    return masses


def _cap(high: int | None) -> int:
    """Return the height that replaces all heights above the bound."""
    return 0 if high is None else high + 1


def _add_tail_mass(masses: dict[int, Outcomes], whole: int, high: int | None) -> None:
    """Add the mass of all chains that were cut off, as one outcome above the highest height."""
    # For a dropped d6 that explodes on 6, high = 6, of 36: 6 each for the heights 1 to 5; 5 for
    # 7 to 11, merged at the height 7; the rest, 1, is the mass of all chains from 13 on. It is
    # added at the height 7.
    rest = whole - sum(sum(outcomes.values()) for outcomes in masses.values())
    if rest:
        add(masses.setdefault(_cap(high), {}), (0, 0), rest)


# Groups of equal dice in a term of inclusion-exclusion.


class DiceGroup(NamedTuple):
    """A group of equal dice.

    - `own`: True if the dice are part of the set that is chosen, False if they are thrown later.
    - `droppable`: True if the dice are compared when dice are dropped. Of dice with equal height,
      those with the lower `place` are dropped first.
    - `gone`: True if the dice are always dropped.
    - `late`: True if the dice are dropped only when no others are left.
    """

    shape: Shape
    dice: int
    own: bool = True
    droppable: bool = False
    gone: bool = False
    late: bool = False
    place: tuple[int, int] = (0, 0)


class Mixture(NamedTuple):
    """Groups of dice, and the number of ways (`weight`) in which dice can form these groups."""

    weight: int
    groups: tuple[DiceGroup, ...]


def mixtures(term: SignedTerm, most: int) -> Iterator[Mixture]:
    """Return the groups of dice in a term, in each way in which the dice can form groups.

    There is only one way, unless explosions add separate dice to the table. Then there is one for
    each number of added dice; `most` limits this number.
    """
    stages = stages_of(term.items)
    products = [Mixture(1, ())]
    for lot in _lots(term):
        products = [
            Mixture(mixture.weight * more.weight, mixture.groups + more.groups)
            for mixture in products
            for more in _lot_mixtures(stages, lot, most)
        ]
        if len(products) > MOST_MIXTURES:
            raise OddsError("explosions add too many separate dice")
    return iter(products)


MOST_MIXTURES = 5000


def _lots(term: SignedTerm) -> Iterator[tuple[Kind, int, FaceLimits, int, int]]:
    """Yield each run of dice in a term that are of one kind and have equal limits.

    A run (lot) is a tuple of the kind, the number of dice, their limits, the index of the item that
    throws them, and the number of the run, from 0.
    """
    counts: dict[str, int] = {}
    place = 0
    for thrown, item in enumerate(term.items):
        if not isinstance(item, Throw):
            continue
        for kind, count in item.lots:
            limits = term.limits.get(kind.events, ())
            first = counts.get(kind.events, 0)
            counts[kind.events] = first + count
            die_limits = [*limits[first : first + count]]
            die_limits += [ANY] * (count - len(die_limits))
            for faces, equal_dice in groupby(die_limits):
                yield kind, len(list(equal_dice)), faces, thrown, place
                place += 1


def _lot_mixtures(
    stages: Stages, lot: tuple[Kind, int, FaceLimits, int, int], most: int
) -> Iterator[Mixture]:
    """Yield each way in which a run of equal dice from `_lots` can form groups."""
    kind, count, faces, thrown, place = lot
    own = stages.again is None or thrown < stages.again
    drop_order = _drop_order(stages, kind, thrown)
    late, order = drop_order or (False, 0)
    shape = Shape(
        _faces(stages, kind, thrown),
        kind.explode,
        first_height=kind.chain == "face",
        prior_dropped=stages.again is None
        or stages.drop is None
        or stages.again < stages.drop,
        keep=faces.keep,
        drop=faces.drop,
    )
    limit = kind.explode_times if kind.explode else None
    throws = kind.throws if shape.keep or shape.drop else 1
    if limit or throws > 1:
        shape = _unrolled(shape, limit, throws)
    group = DiceGroup(
        shape,
        count,
        own=own,
        droppable=drop_order is not None and not faces.apart,
        gone=faces.gone,
        late=late,
        place=(order, place),
    )
    if kind.scatters and drop_order:
        if kind.explode_times:
            raise OddsError("how many dice there are depends on what explodes")
        yield from _separate_mixtures(group, faces, most)
    else:
        yield Mixture(1, (group,))


def _unrolled(shape: Shape, times: int | None, throws: int) -> Shape:
    """Return a die as one that has a face for each way in which its first throws can fall.

    Those are the throws of a die that explodes at most `times` times, or else the first `throws`,
    to whose faces the limits refer. Without `times`, it explodes if each of these does. Chains that
    end early have as many faces as there are results of the throws that they lack.
    """
    # A d6 that explodes once on 6 has 36 faces: 6 each worth 1 to 5, and one each worth 7 to 12.
    count = throws if times is None else times + 1
    ways = shape.sides ** (count - throws)
    if shape.sides ** (count - 1) > MOST_FACES:
        raise OddsError(f"a die explodes in more than {MOST_FACES} ways")
    faces: list[FaceValues] = []
    explode: set[int] = set()
    throw = range(1, shape.sides + 1)
    for number, fall in enumerate(product(throw, repeat=count), 1):
        last = next(
            (n for n, face in enumerate(fall) if face not in shape.explode), None
        )
        if last is None and times is None:
            explode.add(number)
        chain = (
            shape.faces[face - 1]
            for face in fall[: count if last is None else last + 1]
        )
        heights, worths, priors = zip(*chain, strict=True)
        height = heights[0] if shape.first_height else sum(heights)
        faces.append((height, sum(worths), sum(priors)))

    # The faces that begin with an allowed one.
    numbered = range(1, len(faces) + 1)
    keep, drop = (
        limit and frozenset(n for n in numbered if -(-n // ways) in limit)
        for limit in (shape.keep, shape.drop)
    )
    return shape._replace(
        faces=tuple(faces), explode=frozenset(explode), keep=keep, drop=drop
    )


def _drop_order(stages: Stages, kind: Kind, thrown: int) -> tuple[bool, int] | None:
    """Return the `Drop.place` of dice that an item throws; None if they can't be dropped.

    `thrown` is the index of the item.
    """
    if stages.drop is None or thrown > stages.drop:
        return None
    item = stages.items[stages.drop]
    return item.place(kind.source) if isinstance(item, Drop) else (False, 0)


def _faces(stages: Stages, kind: Kind, thrown: int) -> tuple[FaceValues, ...]:
    """Return the height, worth and prior worth of each face of dice that an item throws.

    `thrown` is the index of the item.
    """
    choice_at, drop_at, end = stages.again, stages.drop, len(stages.items)
    chosen = choice_at is not None and thrown <= choice_at
    return tuple(
        (
            0 if drop_at is None else _worth(stages, kind, face, (thrown, drop_at)),
            _worth(stages, kind, face, (thrown, end)),
            _worth(stages, kind, face, (thrown, choice_at)) if chosen else 0,
        )
        for face in range(1, kind.sides + 1)
    )


def _worth(stages: Stages, kind: Kind, face: int, span: tuple[int, int | None]) -> int:
    """Return the number that a face counts as after the maps and counts in a `span` of items."""
    for item in stages.items[slice(*span)]:
        match item:
            case DoMap() if item.touches(kind):
                face = item.becomes(face, kind.sides)
            case DoCount():
                return int(item.counts(kind, face))
            case _:
                pass
    return face


def without_drops(term: SignedTerm) -> SignedTerm:
    """Return a term without its drops, if these can't change the sum of all its masses.

    They can change it only if a set is chosen after a drop, or if limits depend on whether a die
    was dropped. Otherwise, only the first faces of dice and the choice of a set matter, and drops
    change neither.
    """
    stages = stages_of(term.items)
    limits = (limit for dice_limits in term.limits.values() for limit in dice_limits)
    depends_on_drop = any(limit.keep != limit.drop for limit in limits)
    again, drop = stages.again, stages.drop
    chooses_later = again is not None and drop is not None and again > drop
    if not depends_on_drop and not chooses_later:
        kept = (item for item in term.items if not isinstance(item, Drop | DoCancel))
        return term._replace(items=tuple(kept))
    if has_separate_chains(term):
        raise OddsError("an event depends on dice that explode into more dice")
    return term


def has_separate_chains(term: SignedTerm) -> bool:
    """Return True if explosions can add any number of separate dice that can be dropped."""
    stages = stages_of(term.items)
    return any(
        kind.scatters and _drop_order(stages, kind, thrown)
        for kind, _, _, thrown, _ in _lots(term)
    )


def _separate_mixtures(
    group: DiceGroup, faces: FaceLimits, most: int
) -> Iterator[Mixture]:
    """Yield each way in which dice form groups if every explosion adds a separate die to the table.

    Of `count` dice, `burst` explode on the first throw. Their chains have `more` further exploding
    dice in all, and each chain ends with one die that doesn't explode.
    """
    # 2d6 that explode on 6, burst = 2, more = 1: comb(2, 2) = 1 choice of the dice that explode,
    # and comb(1 + 2 - 1, 1) = 2 choices of the longer chain. Then 2 + 1 dice show 6 and 2 show
    # 1 to 5. The masses of the faces, 1/6 each, are in the tables of these groups (`Shape.keep`
    # limits the faces).
    if faces.keep != faces.drop:
        raise OddsError(
            "an event depends on which of several equal dice of a chain was dropped"
        )
    shape, count = group.shape, group.dice
    explode = shape.explode
    calm = frozenset(range(1, shape.sides + 1)) - explode
    for burst in range(count + 1):
        for more in range(most + 1 if burst else 1):
            ways = comb(count, burst) * (comb(more + burst - 1, more) if burst else 1)
            yield Mixture(
                ways,
                (
                    _piece(group, count - burst, both(faces.keep, calm)),
                    _piece(group, burst, both(faces.keep, explode)),
                    _piece(group, more, explode, first=False),
                    _piece(group, burst, calm, first=False),
                ),
            )


def _piece(
    group: DiceGroup, count: int, faces: Limit, *, first: bool = True
) -> DiceGroup:
    """Return a group of dice that show these faces, as a part of chains on the table.

    Dice that explosions added (not `first`) can always be dropped.
    """
    shape = group.shape._replace(explode=frozenset(), keep=faces, drop=faces)
    piece = group._replace(shape=shape, dice=count)
    return piece if first else piece._replace(droppable=True, gone=False)
