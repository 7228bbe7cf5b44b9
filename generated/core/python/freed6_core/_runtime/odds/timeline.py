"""Translate the plan of a roll into a timeline: the changes of dice that `distribution` can follow.

A timeline is the list of everything that happens to the dice of a roll. An item throws dice,
chooses one of several sets, drops dice, or maps or counts faces. Some items happen only if a die
shows a certain face. By the principle of inclusion-exclusion, `terms` splits a timeline with such
items into signed terms without conditions, which limit the first faces of dice instead.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product, zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..dice.steps import DoAgain, DoCancel, DoCount, DoMap, Drop, Item, Throw, Toss
from . import OddsError
from .work import TERM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..dice.roller import RollPlan
    from ..dice.table import FaceCondition, Kind
    from .chains import Limit
    from .work import Work


class Timed(NamedTuple):
    """An item, and the condition under which it happens; None if it always happens."""

    item: Item
    wait: FaceCondition | None = None


def timeline(plan: RollPlan) -> tuple[Timed, ...]:
    """Return the items of a plan. Raises OddsError if `distribution` can't follow a step."""
    if plan.actions and not plan.actions[0].rolls:
        raise OddsError("something happens before the dice are rolled")
    items = [Timed(Throw(tuple(plan.start.lots)))] if plan.actions else []
    for action in plan.actions:
        action_items = action.items()
        if action_items is None:
            raise OddsError("a step changes the pool after dice have fallen")
        items += (Timed(item, action.condition) for item in action_items)
    if plan.explodes_by_result:
        items = [timed._replace(item=_failing(timed.item, items)) for timed in items]
    return _effective(_with_maps_before_drops(items))


def _failing(item: Item, items: Iterable[Timed]) -> Item:
    """Return an item with the explosions of rolls that fail.

    Up to the number to reach, these totals are exact. Raises OddsError if a step looks at the dice
    before they explode, or changes them.
    """
    if isinstance(item, DoAgain):
        raise OddsError("a set is chosen before dice explode")
    if not isinstance(item, Throw):
        return item
    maps = [other.item for other in items if isinstance(other.item, DoMap)]
    if any(
        kind.explode_if and map_.touches(kind) for kind, _ in item.lots for map_ in maps
    ):
        raise OddsError("faces change before dice explode")
    return Throw(tuple((kind.after("failure"), count) for kind, count in item.lots))


DROPS = (Drop, DoCancel, Toss)
"""The items that can drop dice."""


def _with_maps_before_drops(items: list[Timed]) -> list[Timed]:
    """Return the items, with maps that also change dropped dice moved in front of the drop.

    Raises OddsError if a map would have to move across anything except one unconditional drop,
    because that would change the result.
    """
    ordered: list[Timed] = []
    for timed in items:
        drops = [n for n, one in enumerate(ordered) if isinstance(one.item, DROPS)]
        if not drops or not isinstance(timed.item, DoMap) or not timed.item.all:
            ordered.append(timed)
            continue
        drop, is_last = ordered[drops[0]], drops[0] == len(ordered) - 1
        if not is_last or timed.wait or drop.wait or isinstance(drop.item, Toss):
            raise OddsError(
                "faces of all dice change after several things have happened to them"
            )
        ordered.insert(drops[0], timed)
    return ordered


def _effective(items: list[Timed]) -> tuple[Timed, ...]:
    """Return the items that affect the result: after a count of faces, only the choice of a set."""
    counts = [
        place for place, timed in enumerate(items) if isinstance(timed.item, DoCount)
    ]
    if not counts:
        return tuple(items)
    if len(counts) > 1 or items[counts[0]].wait is not None:
        raise OddsError("faces are counted more than once, or only sometimes")
    head, tail = items[: counts[0] + 1], items[counts[0] + 1 :]
    if any(not isinstance(timed.item, DoAgain | DoMap) for timed in tail):
        raise OddsError("dice come or go after faces were counted")
    return (*head, *(timed for timed in tail if isinstance(timed.item, DoAgain)))


# Terms of inclusion-exclusion: a timeline without conditions, with limits on first faces, and a
# sign. The signed sum of the distributions of all terms is the distribution of the timeline. Events
# have terms of the same form.
#
# Example: a step S happens if any of two Wild Dice shows a 1. "Any shows 1" is "anything" minus
# "none shows 1", so the terms are: + with S, no limits; - without S, no limits; - with S, both dice
# limited to 2-6; + without S, the same limits; + without S, no limits. The second and the last
# cancel. The masses of the terms with S are 1 - (5/6)^2 = 11/36.


NO_FACE: frozenset[int] = frozenset()
"""A limit that no face satisfies: a die that has it as `keep` can't be kept."""


class FaceLimits(NamedTuple):
    """The faces that a die is allowed to show first, if it is kept or dropped; None for any face.

    - `apart`: True if the die triggers a `DoCancel`, which never drops it as the highest die.
    - `gone`: True if that `DoCancel` also drops its trigger.
    """

    keep: Limit = None
    drop: Limit = None
    apart: bool = False
    gone: bool = False

    def and_(self, other: FaceLimits) -> FaceLimits:
        """Return the limits of a die that has to meet both of these."""
        return FaceLimits(
            both(self.keep, other.keep),
            both(self.drop, other.drop),
            self.apart or other.apart,
            self.gone or other.gone,
        )


ANY = FaceLimits()
Limits: TypeAlias = "dict[str, tuple[FaceLimits, ...]]"
"""The limits by the id of a step, for each of its dice in their order on the table."""


class SignedTerm(NamedTuple):
    """A term of inclusion-exclusion: unconditional items, limits on dice, and a signed weight.

    The weight is 1 or -1, times the probabilities of the choices of tossed dice. `tied` is True if
    one of several equal dice was dropped, whichever it was.
    """

    sign: Fraction
    items: tuple[Item, ...]
    limits: Limits
    tied: bool = False

    def with_item(self, item: Item) -> SignedTerm:
        """Return the term with one more item."""
        return self._replace(items=(*self.items, item))


def both(first: Limit, second: Limit) -> Limit:
    """Return the faces that both limits allow."""
    if first is None or second is None:
        return second if first is None else first
    return first & second


def looked_at(items: Iterable[Timed], step: str) -> list[Kind]:
    """Return the dice whose faces decide the events of a step, in their order on the table."""
    return [
        kind
        for timed in items
        if isinstance(timed.item, Throw)
        for kind, count in timed.item.lots
        for _ in range(count)
        if kind.events == step
    ]


def terms(items: tuple[Timed, ...], work: Work) -> list[SignedTerm]:
    """Split a timeline into its terms of inclusion-exclusion."""
    expanded = [SignedTerm(Fraction(1), (), {})]
    for place, timed in enumerate(items):
        wait = timed.wait
        dice = [] if wait is None else looked_at(items[:place], wait.step)
        chances = _chances_of(timed.item)
        # Each term becomes three, or with a `DoCancel` one for each die and one more.
        work.add(len(expanded) * TERM * len(chances) * (1 + len(dice)))
        expanded = [
            split
            for term in expanded
            for chance, item in chances
            for weighted in [term._replace(sign=term.sign * chance)]
            for split in (
                [weighted if item is None else weighted.with_item(item)]
                if wait is None or item is None
                else _split(weighted, item, wait, dice)
            )
        ]
    return [_with_one_drop(term) for term in expanded]


def _with_one_drop(term: SignedTerm) -> SignedTerm:
    """Join a canceled die and the drop of all but some dice that follows it.

    Dropping the highest die and then the lowest ones is dropping both at once. If the trigger shows
    1 and is kept, it is the first of the lowest. So for 5d6, a trigger and `keep` 3: four dice are
    left after the highest, so the trigger is dropped, and the three others count.
    """
    items = term.items
    places = [n for n, item in enumerate(items) if isinstance(item, Drop | DoCancel)]
    match [items[place] for place in places]:
        case [DoCancel(), Drop(lowest=1, from_=None, keep=int(keep)) as drop]:
            pass
        case _:
            return term
    triggers = [one for dice in term.limits.values() for one in dice if one.apart]
    gone = triggers[0].gone
    others = _dice_before(items[: places[0]]) - 1
    lowest = max(0, max(0, others - 1) + (not gone) - keep)
    tied = bool(lowest) and not gone
    if places[0] + 1 < places[1] or (tied and triggers[0].keep != frozenset([1])):
        return term
    if tied:
        gone, lowest = True, lowest - 1
    both_ends = drop._replace(lowest=lowest, highest=1, keep=None)
    limits = {
        step: tuple(one._replace(gone=gone) if one.apart else one for one in dice)
        for step, dice in term.limits.items()
    }
    items = (*items[: places[0]], both_ends, *items[places[1] + 1 :])
    return term._replace(items=items, limits=limits, tied=tied)


def _chances_of(item: Item) -> list[tuple[Fraction, Item | None]]:
    """Return the possible results of an item with their probabilities; None for no effect."""
    if not isinstance(item, Toss):
        return [(Fraction(1), item)]
    faces = sum(count for count, _ in item.choices)
    return [
        (Fraction(count, faces), next(iter(chosen), None))
        for count, chosen in item.choices
    ]


def _split(
    term: SignedTerm, item: Item, wait: FaceCondition, dice: list[Kind]
) -> Iterator[SignedTerm]:
    """Yield the terms in which an item happens, and those in which it doesn't.

    The item happens if the `dice` meet the condition `wait`. `shown` expresses the condition as a
    signed sum: several lists F of limits on the dice, each with a sign s. So a term T becomes:

    - with the item: the sum of s * (T limited to F);
    - without the item: T minus the sum of s * (T limited to F).
    """
    dropped = any(isinstance(earlier, Drop | DoCancel) for earlier in term.items)
    if wait.dropped == "ignore" and dropped:
        raise OddsError("a step waits for dice that may have been dropped")
    if not dice:
        yield term  # no die can show the face, so the item never happens
    elif isinstance(item, DoCancel):
        yield from _split_cancel(term, item, wait, dice)
    elif isinstance(item, Throw | DoAgain):
        # In words for users: in this procedure, it takes a face to throw dice.
        raise OddsError("dice are only thrown when a face shows")
    else:
        for sign, faces in shown(wait, dice):
            yield limited(term.with_item(item), wait.step, faces, sign)
            yield limited(term, wait.step, faces, -sign)
        yield term


def shown(
    condition: FaceCondition, dice: list[Kind], *, kept: bool = False
) -> Iterator[tuple[int, list[FaceLimits]]]:
    """Express a condition on dice as a signed sum: yield the sign and the limits of each term.

    If `kept` is True, only kept dice count. For example, "any die shows 1" is everything minus "no
    die shows 1". So it has two terms: the sign 1 without limits, and the sign -1 with all dice
    limited to the other faces.
    """
    if not dice:
        return
    hits = [faces_met(condition, kind) for kind in dice]
    if condition.which == "any":
        misses = map(others, dice, hits)
        yield 1, [ANY for _ in dice]
        yield -1, [FaceLimits(faces, None if kept else faces) for faces in misses]
    elif condition.which == "all":
        yield 1, [FaceLimits(faces, None if kept else faces) for faces in hits]
        if kept:
            # If all dice were dropped, none of them shows it.
            yield -1, [FaceLimits(keep=NO_FACE) for _ in dice]
    else:
        first = FaceLimits(hits[0], NO_FACE if kept else hits[0])
        yield 1, [first, *(ANY for _ in dice[1:])]


def others(kind: Kind, faces: frozenset[int]) -> frozenset[int]:
    """Return the faces of a die that are not among these."""
    return frozenset(range(1, kind.sides**kind.throws + 1)) - faces


MOST_FACES = 10_000
"""The limit on ways in which the throws of one die can fall that are followed by their faces."""


def faces_met(condition: FaceCondition, kind: Kind) -> frozenset[int]:
    """Return the faces of a die that meet a condition.

    If events look at several throws of a die, a face is a number for the faces of these throws in
    their order, from 1 on. For d6 and two throws, 31 to 36 are a 6 followed by 1 to 6.
    """
    if kind.throws == 1:
        return condition.shows[kind.sides]
    if kind.sides**kind.throws > MOST_FACES:
        raise OddsError(f"a die explodes in more than {MOST_FACES} ways")
    before = condition.throw - 1
    chains = product(range(1, kind.sides + 1), repeat=kind.throws)
    return frozenset(
        number
        for number, faces in enumerate(chains, 1)
        if kind.explode.issuperset(faces[:before])
        and faces[before] in condition.shows[kind.sides]
    )


def limited(
    term: SignedTerm, step: str, faces: list[FaceLimits], sign: int = 1
) -> SignedTerm:
    """Return a term with more limits on the dice of a step."""
    pairs = zip_longest(term.limits.get(step, ()), faces, fillvalue=ANY)
    merged = tuple(present.and_(added) for present, added in pairs)
    return term._replace(sign=term.sign * sign, limits={**term.limits, step: merged})


def _split_cancel(
    term: SignedTerm, item: DoCancel, wait: FaceCondition, dice: list[Kind]
) -> Iterator[SignedTerm]:
    """Yield the terms of a `DoCancel`: one for each die that can trigger it, and one for none.

    The trigger is the first die that shows the face. So the cases are: no die shows it; the first
    die does; the second does and the first doesn't; and so on. These cases exclude each other, so
    none is subtracted.

    If all dice have to show the face, the terms are the term without the item, minus the case in
    which all dice show the face, plus that case with the item.
    """
    hits = [faces_met(wait, kind) for kind in dice]
    misses = [FaceLimits(faces, faces) for faces in map(others, dice, hits)]
    canceled = term.with_item(item)
    gone = _drops_trigger(term, item)
    triggers = [FaceLimits(faces, faces, apart=True, gone=gone) for faces in hits]
    if wait.which == "any":
        yield limited(term, wait.step, misses)
        for place, trigger in enumerate(triggers):
            faces = [*misses[:place], trigger, *(ANY for _ in dice[place + 1 :])]
            yield limited(canceled, wait.step, faces)
    elif wait.which == "first":
        yield limited(term, wait.step, [misses[0]])
        yield limited(canceled, wait.step, [triggers[0]])
    else:
        all_hit = [FaceLimits(faces, faces) for faces in hits]
        yield term
        yield limited(term, wait.step, all_hit, -1)
        yield limited(canceled, wait.step, [triggers[0], *all_hit[1:]])


def _drops_trigger(term: SignedTerm, item: DoCancel) -> bool:
    """Return True if a `DoCancel` also drops the die that triggered it."""
    if item.and_ != "the-only-die":
        return item.and_ == "the-die-itself"
    return _dice_before(term.items) == 1


def _dice_before(items: Iterable[Item]) -> int:
    """Return the number of thrown dice. Raises OddsError if it depends on explosions."""
    lots = [lot for item in items if isinstance(item, Throw) for lot in item.lots]
    if any(kind.scatters for kind, _ in lots):
        raise OddsError("how many dice there are depends on what explodes")
    return sum(count for _, count in lots)


# The stages of a term: the choice of a set and the drop of dice.


class Stages(NamedTuple):
    """The items of a term, and the places of the choice of a set and the drop among them.

    `again` is the index of the choice and `drop` that of the drop, or None if there is no such
    item. `lowest` and `highest` are the numbers of dice to drop.
    """

    items: tuple[Item, ...]
    again: int | None
    drop: int | None
    lowest: int
    highest: int


def stages_of(items: tuple[Item, ...]) -> Stages:
    """Find the choice of a set and the drop. Raises OddsError for more than one of either."""
    again = _only(items, DoAgain)
    drop = _only(items, Drop, DoCancel)
    item = None if drop is None else items[drop]
    if isinstance(item, Drop):
        dice = 0 if item.keep is None else _dice_before(items[:drop])
        return Stages(items, again, drop, *item.ends(dice))
    # A `DoCancel` drops the highest die.
    return Stages(items, again, drop, 0, 0 if item is None else 1)


def _only(items: tuple[Item, ...], *classes: type[Item]) -> int | None:
    """Return the index of the only item of some classes, or None."""
    places = [place for place, item in enumerate(items) if isinstance(item, classes)]
    if len(places) > 1:
        raise OddsError("two steps in a row depend on all dice")
    return places[0] if places else None
