"""Certain sorts of dice of which some are dropped: what is needed to add up what is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chains import Bounds, chains
from .refuse import NoExactMethod

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .chains import Chains, Shape
    from .scenes import Scene
    from .sorts import Sort

MOST_HEIGHT = 5000
MANY = 5
"""Of so many dice of a sort, powers are divided out instead of adding terms up."""


class Problem:
    """The sorts, those that can leave apart, and how many of the lowest or highest leave.

    Totals above `top` do not matter; below 0, no total does.
    """

    def __init__(self, read: Scene, sorts: Sequence[Sort], top: int) -> None:
        self.top = top
        found, self.lowest, self.highest = leaving(read, sorts)
        found = alike(found)
        self.moving = sorted(
            (one for one in found if one.moving), key=lambda one: one.place
        )
        self.fixed = [one for one in found if not one.moving]
        self.high = self._high()

    @property
    def drops(self) -> int:
        """How many dice leave."""
        return self.lowest + self.highest

    @property
    def all(self) -> list[Sort]:
        """All sorts, in a fixed order."""
        return [*self.moving, *self.fixed]

    def _high(self) -> int:
        """The height above which it does not matter how high a die is.

        That is where only exploding dice reach, if either none or all of them leave up there; else
        where whatever is kept counts more than was asked for.
        """
        calm = [one for one in self.moving if not grows(one.shape)]
        high = max((height(one.shape) for one in self.moving), default=0)
        wild = sum(one.dice for one in self.moving) - sum(one.dice for one in calm)
        kept = sum(one.dice for one in calm) >= self.lowest
        self.none_leave = not self.highest and kept
        self.all_leave = not self.lowest and wild <= self.highest
        if self.none_leave or self.all_leave:
            return high
        return max((_reached(one.shape, self.top) for one in self.moving), default=0)

    def tables(self, raw: int | None) -> list[Chains]:
        """What each sort can become; `raw` bounds the totals by which sets are chosen."""
        return [
            chains(
                one.shape,
                Bounds(
                    self.top,
                    self.high if one.moving else None,
                    raw if one.own and one.shape.explode else None,
                ),
            )
            for one in self.all
        ]

    def margin(self) -> int:
        """How many powers above the top have to be kept, since they are divided out."""
        worths = [
            worth
            for one in self.moving
            if divides(one)
            for _, worth, _ in one.shape.faces
        ]
        return self.drops * max(worths, default=0) if self.top >= 0 else 0

    def whole(self, tables: Sequence[Chains]) -> int:
        """What all weights are out of."""
        whole = 1
        for one, table in zip(self.all, tables, strict=True):
            whole *= table.whole**one.dice
        return whole


def grows(shape: Shape) -> bool:
    """Whether the height of a die has no end."""
    return bool(shape.explode) and not shape.first_height


def height(shape: Shape) -> int:
    """The height of a die that does not explode."""
    grown = shape.explode if grows(shape) else ()
    return max(
        (face[0] for number, face in enumerate(shape.faces, 1) if number not in grown),
        default=0,
    )


def divides(sort: Sort) -> bool:
    """Whether what is kept of a sort is found by division."""
    return sort.dice >= MANY and not sort.shape.explode


def _reached(shape: Shape, top: int) -> int:
    """How high a die can get before its worth is above the top."""
    if not grows(shape):
        return height(shape)
    faces = [shape.faces[face - 1] for face in shape.explode]
    worth = min(one[1] for one in faces)
    if worth < 1 or top < 0:
        raise NoExactMethod("exploding dice are dropped by a height that has no end")
    highest = max(one[0] for one in shape.faces)
    found = (top // worth + 2) * highest
    if found > MOST_HEIGHT:
        raise NoExactMethod("exploding dice are dropped by too many heights")
    return found


def leaving(read: Scene, sorts: Sequence[Sort]) -> tuple[list[Sort], int, int]:
    """Which sorts can leave, and how many dice: some sorts only after all others."""
    found = [one for one in sorts if one.dice]
    lowest, highest = read.lowest, read.highest
    if not lowest + highest:
        return [one._replace(moving=False) for one in found], 0, 0
    first = sum(one.dice for one in found if one.moving and not one.late)
    if lowest + highest <= first or not any(one.late for one in found):
        rest = [one._replace(moving=one.moving and not one.late) for one in found]
        return rest, lowest, highest
    if lowest and highest:
        raise NoExactMethod("extra dice are forced in from both ends")
    gone = [
        one._replace(moving=False, gone=True) if one.moving and not one.late else one
        for one in found
    ]
    return gone, max(0, lowest - first), max(0, highest - first)


def alike(sorts: Sequence[Sort]) -> list[Sort]:
    """Sorts that are the same put together, where it does not matter which of two dice leaves."""
    plain = all(one.shape.is_plain for one in sorts if one.moving)
    found: list[Sort] = []
    for sort in sorted(sorts, key=lambda one: one.place):
        same = (place for place, one in enumerate(found) if _same(one, sort))
        near = next(same, None)
        if near is not None and (plain or not sort.moving or near == len(found) - 1):
            one = found[near]
            found[near] = one._replace(dice=one.dice + sort.dice)
        else:
            found.append(sort)
    return found


def _same(first: Sort, second: Sort) -> bool:
    return first._replace(dice=0, place=(0, 0), late=False) == second._replace(
        dice=0, place=(0, 0), late=False
    )
