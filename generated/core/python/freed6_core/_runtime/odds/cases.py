"""Cases: a timeline without steps that wait, with limits on first faces, and a sign.

The chances of all cases, added with their signs, are the chances of the timeline. The same way of
thinking gives the chance that an event happens: what may not be shown is taken off the whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .refuse import NoExactMethod
from .timeline import Again, Cancel, Drop, Fall, Timed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..dice.condition import Condition
    from ..dice.table import Kind
    from .chains import Limit
    from .timeline import Item

NO_FACE: frozenset[int] = frozenset()


class Faces(NamedTuple):
    """Which first faces a die may show if it is kept, and if it is dropped; None for any.

    The one that was waited for does not take part in what the step does: it is `apart`, and `gone`
    if it leaves by itself.
    """

    keep: Limit = None
    drop: Limit = None
    apart: bool = False
    gone: bool = False

    def and_(self, other: Faces) -> Faces:
        """Both limits at once."""
        return Faces(
            _both(self.keep, other.keep),
            _both(self.drop, other.drop),
            self.apart or other.apart,
            self.gone or other.gone,
        )


ANY = Faces()
Limits: TypeAlias = "dict[str, tuple[Faces, ...]]"
"""By step, for each of its dice in the order in which they lie on the table."""


class Case(NamedTuple):
    """A timeline in which nothing waits, its limits, and how often it counts: 1 or -1."""

    sign: int
    items: tuple[Item, ...]
    limits: Limits


def _both(first: Limit, second: Limit) -> Limit:
    if first is None or second is None:
        return second if first is None else first
    return first & second


def looked_at(items: Iterable[Timed], step: str) -> list[Kind]:
    """The dice that events of a step look at, in the order in which they lie on the table."""
    return [
        kind
        for timed in items
        if isinstance(timed.item, Fall)
        for kind, count in timed.item.lots
        for _ in range(count)
        if kind.events == step
    ]


def cases(items: tuple[Timed, ...]) -> list[Case]:
    """All cases of a timeline."""
    found = [Case(1, (), {})]
    for place, timed in enumerate(items):
        if timed.wait is None:
            found = [_with(case, timed.item) for case in found]
        else:
            dice = looked_at(items[:place], timed.wait.step)
            found = [
                split
                for case in found
                for split in _split(case, timed.item, timed.wait, dice)
            ]
    return found


def _with(case: Case, item: Item) -> Case:
    return case._replace(items=(*case.items, item))


def _split(case: Case, item: Item, wait: Condition, dice: list[Kind]) -> Iterator[Case]:
    """The cases in which an item happens, and those in which it does not."""
    dropped = any(isinstance(one, Drop | Cancel) for one in case.items)
    if wait.dropped == "ignore" and dropped:
        raise NoExactMethod("a step waits for dice that may have been dropped")
    if not dice:
        yield case
    elif isinstance(item, Cancel):
        yield from _cancelled(case, item, wait, dice)
    elif isinstance(item, Fall | Drop | Again):
        raise NoExactMethod("dice are only thrown or dropped when a face shows")
    else:
        for sign, faces in shown(wait, dice):
            yield limited(_with(case, item), wait.step, faces, sign)
            yield limited(case, wait.step, faces, -sign)
        yield case


def shown(wait: Condition, dice: list[Kind]) -> Iterator[tuple[int, list[Faces]]]:
    """That the dice show what is waited for, whether they are kept or dropped."""
    these = [wait.shows[kind.sides] for kind in dice]
    if wait.which == "any":
        yield 1, [ANY for _ in dice]
        yield (
            -1,
            [
                Faces(other, other)
                for kind, face in zip(dice, these, strict=True)
                for other in (others(kind, face),)
            ],
        )
    elif wait.which == "all":
        yield 1, [Faces(face, face) for face in these]
    else:
        yield 1, [Faces(these[0], these[0]), *(ANY for _ in dice[1:])]


def others(kind: Kind, faces: frozenset[int]) -> frozenset[int]:
    """All other faces of a die."""
    return frozenset(range(1, kind.sides + 1)) - faces


def limited(case: Case, step: str, faces: list[Faces], sign: int = 1) -> Case:
    """A case with more limits on the dice of a step."""
    known = case.limits.get(step)
    merged = tuple(
        new if known is None or place >= len(known) else known[place].and_(new)
        for place, new in enumerate(faces)
    )
    merged += known[len(faces) :] if known else ()
    return case._replace(sign=case.sign * sign, limits={**case.limits, step: merged})


def _cancelled(
    case: Case, item: Cancel, wait: Condition, dice: list[Kind]
) -> Iterator[Case]:
    """Which die is the first to show the face decides which one is spared."""
    hit = [wait.shows[kind.sides] for kind in dice]
    miss = [others(kind, face) for kind, face in zip(dice, hit, strict=True)]
    missing = [Faces(face, face) for face in miss]
    cancelled = _with(case, item)
    gone = _leaves(case, item)
    first = [
        Faces(hit[place], hit[place], apart=True, gone=gone)
        for place in range(len(dice))
    ]
    if wait.which == "any":
        yield limited(case, wait.step, missing)
        for place, die in enumerate(first):
            faces = [*missing[:place], die, *(ANY for _ in dice[place + 1 :])]
            yield limited(cancelled, wait.step, faces)
    elif wait.which == "first":
        yield limited(case, wait.step, [missing[0]])
        yield limited(cancelled, wait.step, [first[0]])
    else:
        all_hit = [Faces(face, face) for face in hit]
        yield case
        yield limited(case, wait.step, all_hit, -1)
        yield limited(cancelled, wait.step, [first[0], *all_hit[1:]])


def _leaves(case: Case, item: Cancel) -> bool:
    """Whether the die that was waited for leaves by itself."""
    if item.and_ != "the-only-die":
        return item.and_ == "the-die-itself"
    lots = [lot for one in case.items if isinstance(one, Fall) for lot in one.lots]
    if any(kind.chain == "separate" and kind.explode for kind, _ in lots):
        raise NoExactMethod("how many dice there are depends on what explodes")
    return sum(count for _, count in lots) == 1


def event_limits(
    event: Condition, dice: list[Kind]
) -> Iterator[tuple[int, list[Faces]]]:
    """The limits, with their signs, under which an event happens."""
    if not dice:
        return
    if event.dropped == "count":
        yield from shown(event, dice)
        return
    these = [event.shows[kind.sides] for kind in dice]
    if event.which == "any":
        yield 1, [ANY for _ in dice]
        yield (
            -1,
            [
                Faces(keep=others(kind, face))
                for kind, face in zip(dice, these, strict=True)
            ],
        )
    elif event.which == "all":
        yield 1, [Faces(keep=face) for face in these]
        yield -1, [Faces(keep=NO_FACE) for _ in dice]
    else:
        yield 1, [Faces(these[0], NO_FACE), *(ANY for _ in dice[1:])]
