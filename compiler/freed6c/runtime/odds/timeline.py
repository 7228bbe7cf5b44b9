"""What a plan does to dice, as far as one of the fast methods can follow it.

A timeline is the order of events after which nothing is left to chance but faces: dice fall, a set
is chosen, dice are dropped, faces are mapped or counted. Steps that wait for a face split it into
cases, each with limits on what the dice of a step may show first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..dice.actions import Idle, Waiting
from ..dice.drop import DoAddAndDrop, DoCancel
from ..dice.gather import DoAdd
from ..dice.read import DoChoose, DoCount, DoMap
from ..dice.throw import DoAgain, DoRoll
from .refuse import NoExactMethod

if TYPE_CHECKING:
    from ..dice.actions import Made
    from ..dice.condition import Condition
    from ..dice.plan import Plan
    from ..dice.table import Kind
    from ..entries.dice import AndDrop


class Fall(NamedTuple):
    """Dice fall."""

    lots: tuple[tuple[Kind, int], ...]


class Again(NamedTuple):
    """The best of this and `more` other sets is taken: the highest, or the lowest."""

    higher: bool
    more: int


class Drop(NamedTuple):
    """Dice leave: so many of the lowest and of the highest.

    `from_` are the sources that can leave, None for all; `order` says which of equal dice goes
    first; dice of the source `last` only leave after all others.
    """

    lowest: int
    highest: int
    from_: frozenset[str] | None
    order: dict[str, int]
    last: str = ""


class Cancel(NamedTuple):
    """The highest die leaves; `and_` says when the one that was waited for leaves by itself."""

    and_: AndDrop


class Map(NamedTuple):
    """Faces count as others."""

    do: DoMap


class Count(NamedTuple):
    """Faces are counted."""

    do: DoCount


Item: TypeAlias = "Fall | Again | Drop | Cancel | Map | Count"


class Timed(NamedTuple):
    """One item, and what it waits for."""

    item: Item
    wait: Condition | None = None


def timeline(plan: Plan) -> tuple[Timed, ...]:
    """The items of a plan. Raises NoExactMethod for what no fast method follows."""
    if plan.actions and not isinstance(plan.actions[0], DoRoll):
        raise NoExactMethod("something happens before the dice are rolled")
    found: list[Timed] = []
    for action in plan.actions:
        wait = action.condition if isinstance(action, Waiting) else None
        inner = action.do if isinstance(action, Waiting) else action
        found += (Timed(item, wait) for item in _items(inner, plan, not found))
    return _in_effect(_merged(found))


def _items(action: Made, plan: Plan, first: bool) -> tuple[Item, ...]:  # noqa: FBT001
    match action:
        case Idle():
            return ()
        case DoRoll():
            return (Fall(tuple(plan.start.lots)),) if first else ()
        case DoAdd() if action.at_once:
            return (Fall(tuple(action.lots)),)
        case DoChoose():
            chosen = action.choices[action.step.assume]
            return () if chosen is None else _items(chosen, plan, first)
        case DoMap():
            return (Map(action),)
        case _:
            return _compared(action)


def _compared(action: Made) -> tuple[Item, ...]:
    """What looks at several dice together."""
    match action:
        case DoCount():
            return (Count(action),)
        case DoAgain():
            return (Again(action.higher, action.more),)
        case DoCancel():
            return (Cancel(action.and_),)
        case DoAddAndDrop():
            last = action.step.id if action.step.forced else ""
            return (
                Fall(((action.kind, action.extra),)),
                Drop(
                    action.lowest,
                    action.highest,
                    action.from_,
                    dict(action.order),
                    last,
                ),
            )
        case _:
            raise NoExactMethod("a step changes the pool after dice have fallen")


def _merged(items: list[Timed]) -> list[Timed]:
    """Maps of all dice happen before anything is dropped, so they move there."""
    found: list[Timed] = []
    for timed in items:
        match timed:
            case Timed(Map(do), wait) if do.all and any(map(_drops, found)):
                place = _first_drop(found)
                _refuse_between(found[place:], wait)
                found.insert(place, timed)
            case _:
                found.append(timed)
    return found


def _drops(timed: Timed) -> bool:
    return isinstance(timed.item, Drop | Cancel)


def _first_drop(items: list[Timed]) -> int:
    return next(place for place, one in enumerate(items) if _drops(one))


def _refuse_between(items: list[Timed], wait: Condition | None) -> None:
    """Moving is only the same where nothing but one drop lies between."""
    if len(items) > 1 or wait is not None or items[0].wait is not None:
        raise NoExactMethod(
            "faces of all dice change after several things have happened to them"
        )


def _in_effect(items: list[Timed]) -> tuple[Timed, ...]:
    """Only what can change the result: once faces are counted, dice do not matter any more."""
    counts = [place for place, one in enumerate(items) if isinstance(one.item, Count)]
    if not counts:
        return tuple(items)
    if len(counts) > 1 or items[counts[0]].wait is not None:
        raise NoExactMethod("faces are counted more than once, or only sometimes")
    head, tail = items[: counts[0] + 1], items[counts[0] + 1 :]
    if any(not isinstance(one.item, Again | Map) for one in tail):
        raise NoExactMethod("dice come or go after faces were counted")
    return (*head, *(one for one in tail if isinstance(one.item, Again)))
