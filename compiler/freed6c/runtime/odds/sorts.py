"""Sorts of dice in a case: what their faces are worth, whether they can be dropped, in what order."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple

from .cases import ANY, Faces
from .chains import Shape
from .refuse import NoExactMethod
from .timeline import Again, Cancel, Count, Drop, Fall, Map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..dice.table import Kind
    from .cases import Case
    from .chains import Limit, Three
    from .timeline import Item


class Sort(NamedTuple):
    """So many dice of one shape.

    `own` dice are part of the sets that were chosen from; `moving` ones can be dropped, equal ones
    in the order of `place`; those that are `gone` are dropped in any case.
    """

    shape: Shape
    count: int
    own: bool = True
    moving: bool = False
    gone: bool = False
    place: tuple[int, int] = (0, 0)


class Scene(NamedTuple):
    """A case read: when sets are compared and dice dropped, how many, and how faces change."""

    items: tuple[Item, ...]
    again: int | None
    drop: int | None
    lowest: int
    highest: int


def scene(items: tuple[Item, ...]) -> Scene:
    """Read a case. Raises NoExactMethod for more than one choice of sets, or more than one drop."""
    again = _only(items, Again)
    drop = _only(items, Drop, Cancel)
    lowest = highest = 0
    if drop is not None:
        match items[drop]:
            case Drop(low, high):
                lowest, highest = low, high
            case _:
                highest = 1
    return Scene(items, again, drop, lowest, highest)


def _only(items: tuple[Item, ...], *classes: type[Item]) -> int | None:
    found = [place for place, item in enumerate(items) if isinstance(item, classes)]
    if len(found) > 1:
        raise NoExactMethod("two steps follow each other that both look at all dice")
    return found[0] if found else None


class Mixture(NamedTuple):
    """Sorts, with a weight out of a whole: dice that explode into more dice come in many numbers."""

    weight: int
    whole: int
    sorts: tuple[Sort, ...]


def sorts(case: Case, most: int) -> Iterator[Mixture]:
    """The sorts of a case, for every number of dice that explosions add, up to `most`."""
    read = scene(case.items)
    found = [Mixture(1, 1, ())]
    for kind, count, faces, fell, place in _lots(case):
        found = [
            Mixture(
                one.weight * more.weight,
                one.whole * more.whole,
                one.sorts + more.sorts,
            )
            for one in found
            for more in _lot(read, kind, count, faces, (fell, place), most)
        ]
        if len(found) > MOST_MIXTURES:
            raise NoExactMethod("explosions add too many dice of their own")
    return iter(found)


MOST_MIXTURES = 5000


def _lots(case: Case) -> Iterator[tuple[Kind, int, Faces, int, int]]:
    """Dice that fall together under the same limits, when they fall, and their place."""
    met: dict[str, int] = {}
    place = 0
    for fell, item in enumerate(case.items):
        if not isinstance(item, Fall):
            continue
        for kind, count in item.lots:
            limits = case.limits.get(kind.events, ())
            first = met.get(kind.events, 0)
            met[kind.events] = first + count
            for faces, same in _runs(limits, first, count):
                yield kind, same, faces, fell, place
                place += 1


def _runs(
    limits: tuple[Faces, ...], first: int, count: int
) -> Iterator[tuple[Faces, int]]:
    """Neighbours under the same limits."""
    each = [
        limits[place] if place < len(limits) else ANY
        for place in range(first, first + count)
    ]
    start = 0
    for place in range(1, count + 1):
        if place == count or each[place] != each[start]:
            yield each[start], place - start
            start = place


def _lot(
    read: Scene,
    kind: Kind,
    count: int,
    faces: Faces,
    at: tuple[int, int],
    most: int,
) -> Iterator[Mixture]:
    fell, place = at
    own = read.again is None or fell < read.again
    moving, order = _moving(read, kind, fell)
    shape = Shape(
        _faces(read, kind, fell),
        kind.explode,
        kind.chain == "face",
        not (read.again is not None and read.drop is not None)
        or read.again < read.drop,
        faces.keep,
        faces.drop,
    )
    sort = Sort(
        shape, count, own, moving and not faces.apart, faces.gone, (order, place)
    )
    if kind.chain == "separate" and kind.explode and moving:
        yield from _separate(sort, faces, most)
    else:
        yield Mixture(1, 1, (sort,))


def _moving(read: Scene, kind: Kind, fell: int) -> tuple[bool, int]:
    """Whether dice can be dropped, and which of equal ones go first."""
    if read.drop is None or fell > read.drop:
        return False, 0
    item = read.items[read.drop]
    if isinstance(item, Drop):
        inside = item.from_ is None or kind.source in item.from_
        return inside, item.order.get(kind.source, len(item.order))
    return True, 0


def _faces(read: Scene, kind: Kind, fell: int) -> tuple[Three, ...]:
    return tuple(
        (
            0 if read.drop is None else _at(read, kind, face, (fell, read.drop)),
            _at(read, kind, face, (fell, len(read.items))),
            0
            if read.again is None or fell > read.again
            else _at(read, kind, face, (fell, read.again)),
        )
        for face in range(1, kind.sides + 1)
    )


def _at(read: Scene, kind: Kind, face: int, span: tuple[int, int]) -> int:
    """What a face is worth after everything in a span of time."""
    for item in read.items[slice(*span)]:
        match item:
            case Map(do) if do.touches(kind):
                face = do.becomes(face, kind.sides)
            case Count(do):
                return int(face in do.faces(kind.sides))
            case _:
                pass
    return face


def _separate(sort: Sort, faces: Faces, most: int) -> Iterator[Mixture]:
    """Dice whose explosions lie on the table as dice of their own.

    Of `count` dice, `burst` explode at once; they throw `more` dice that explode again and as many
    that do not as there were at first. In units of one face of each die.
    """
    if faces.keep != faces.drop:
        raise NoExactMethod(
            "an event depends on which of several equal dice of a chain was dropped"
        )
    shape, count = sort.shape, sort.count
    explode = shape.explode
    calm = frozenset(range(1, shape.sides + 1)) - explode
    for burst in range(count + 1):
        for more in range(most + 1 if burst else 1):
            ways = comb(count, burst) * (comb(more + burst - 1, more) if burst else 1)
            yield Mixture(
                ways,
                1,
                (
                    _piece(sort, count - burst, _of(faces.keep, calm)),
                    _piece(sort, burst, _of(faces.keep, explode)),
                    _piece(sort, more, explode, first=False),
                    _piece(sort, burst, calm, first=False),
                ),
            )


def _of(limit: Limit, faces: frozenset[int]) -> frozenset[int]:
    return faces if limit is None else limit & faces


def _piece(
    sort: Sort, count: int, faces: frozenset[int], *, first: bool = True
) -> Sort:
    shape = sort.shape._replace(explode=frozenset(), keep=faces, drop=faces)
    if first:
        return sort._replace(shape=shape, count=count)
    return sort._replace(shape=shape, count=count, moving=True, gone=False)
