"""Sorts of dice in a case: what their faces are worth, and which can be dropped, in what order."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple

from .cases import ANY, Faces
from .chains import Shape
from .refuse import NoExactMethod
from .scenes import Scene, scene
from .timeline import Cancel, Count, Drop, Fall, Map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..dice.table import Kind
    from .cases import Case
    from .chains import Limit, Three


class Sort(NamedTuple):
    """So many dice of one shape.

    `own` dice are part of the sets that were chosen from; `moving` ones can be dropped, equal ones
    in the order of `place`; those that are `gone` are dropped in any case, `late` ones only when no
    others are left.
    """

    shape: Shape
    dice: int
    own: bool = True
    moving: bool = False
    gone: bool = False
    late: bool = False
    place: tuple[int, int] = (0, 0)


class Mixture(NamedTuple):
    """Sorts with a weight out of a whole: dice that explode into more dice come in many numbers."""

    weight: int
    whole: int
    sorts: tuple[Sort, ...]


def sorts(case: Case, most: int) -> Iterator[Mixture]:
    """The sorts of a case, for every number of dice that explosions add, up to `most`."""
    read = scene(case.items)
    found = [Mixture(1, 1, ())]
    for lot in _lots(case):
        found = [
            Mixture(
                one.weight * more.weight,
                one.whole * more.whole,
                one.sorts + more.sorts,
            )
            for one in found
            for more in _lot(read, lot, most)
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
    read: Scene, lot: tuple[Kind, int, Faces, int, int], most: int
) -> Iterator[Mixture]:
    kind, count, faces, fell, place = lot
    own = read.again is None or fell < read.again
    moving, order, late = _moving(read, kind, fell)
    shape = Shape(
        _faces(read, kind, fell),
        kind.explode,
        first_height=kind.chain == "face",
        raw_dropped=read.again is None or read.drop is None or read.again < read.drop,
        keep=faces.keep,
        drop=faces.drop,
    )
    sort = Sort(
        shape,
        count,
        own=own,
        moving=moving and not faces.apart,
        gone=faces.gone,
        late=late,
        place=(order, place),
    )
    if kind.chain == "separate" and kind.explode and moving:
        yield from _separate(sort, faces, most)
    else:
        yield Mixture(1, 1, (sort,))


def _moving(read: Scene, kind: Kind, fell: int) -> tuple[bool, int, bool]:
    """Whether dice can be dropped, which of equal ones go first, and if only after all others."""
    if read.drop is None or fell > read.drop:
        return False, 0, False
    item = read.items[read.drop]
    if isinstance(item, Drop):
        inside = item.from_ is None or kind.source in item.from_
        order = item.order.get(kind.source, len(item.order))
        return inside, order, kind.source == item.last
    return True, 0, False


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


def undropped(case: Case) -> Case:
    """A case of which only the chance as a whole matters, without what cannot change it.

    Dropping dice changes neither the first faces of dice nor the total of the set that they came
    in, unless sets are only chosen afterwards or limits ask whether a die was dropped.
    """
    read = scene(case.items)
    asks = any(one.keep != one.drop for all in case.limits.values() for one in all)
    later = None not in {read.again, read.drop} and (read.again or 0) > (read.drop or 0)
    if not asks and not later:
        kept = (one for one in case.items if not isinstance(one, Drop | Cancel))
        return case._replace(items=tuple(kept))
    if bursts(case):
        raise NoExactMethod("an event depends on dice that explode into more dice")
    return case


def bursts(case: Case) -> bool:
    """Whether dice that can be dropped explode into dice of their own, without end."""
    read = scene(case.items)
    return any(
        kind.chain == "separate" and bool(kind.explode) and _moving(read, kind, fell)[0]
        for kind, _, _, fell, _ in _lots(case)
    )


def _separate(sort: Sort, faces: Faces, most: int) -> Iterator[Mixture]:
    """Dice whose explosions lie on the table as dice of their own.

    Of `count` dice, `burst` explode at once; they throw `more` dice that explode again and as many
    that do not as there were at first. In units of one face of each die.
    """
    if faces.keep != faces.drop:
        raise NoExactMethod(
            "an event depends on which of several equal dice of a chain was dropped"
        )
    shape, count = sort.shape, sort.dice
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
        return sort._replace(shape=shape, dice=count)
    return sort._replace(shape=shape, dice=count, moving=True, gone=False)
