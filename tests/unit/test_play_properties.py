"""Whatever happens in play: it can be saved, time passes, and what is refused has not happened."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st
from playing import kite, kites, of_kites, yards

from freed6c.runtime.play.actions import spend_ranks
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices, Purchase
from freed6c.runtime.play.points import spend_on
from freed6c.runtime.play.state import RefusedError
from freed6c.runtime.play.time import end_period, start_period

if TYPE_CHECKING:
    from collections.abc import Callable


STORM = of_kites("period.storm")
ROLLED = kite("Green").pool("ability.wing").roll(random.Random(1), 9)
FACTS: dict[str, Any] = {
    "row": of_kites("row.beaks.saw"),
    "distance": yards(4),
    "with": of_kites("ability.wing"),
    "difficulty": 4,
    "chosen-skill": of_kites("skill.dive"),
    "chosen-ability": of_kites("ability.tail"),
    "instead-of": of_kites("skill.spot"),
    "furled": True,
}

entries: Callable[[str], Any] = lambda kind: st.sampled_from(list(kites().every(kind)))  # noqa: E731


@st.composite
def choices(draw: st.DrawFn) -> Choices:
    """Whatever one may decide; not all of it makes sense."""
    some = draw(st.sets(st.sampled_from(sorted(FACTS)), min_size=5))
    shared: dict[str, Any] = {
        "given": {name: FACTS[name] for name in sorted(some)},
        "subtract": draw(st.booleans()),
        "branch": draw(st.integers(1, 2)),
        "condition": draw(st.none() | entries("condition")),
        "recipient": draw(st.none() | st.sampled_from(["self", "opponent", "ally"])),
    }
    picks = draw(st.lists(entries("pick"), max_size=2))
    buys = tuple(Purchase(pick=pick, **shared) for pick in picks)
    return Choices(buys=buys, resisted_by_roll=draw(st.booleans()), **shared)


class Table:
    """Two kites at play."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.people = [
            kite(abilities=["ability.colour"], hooks=["hook.storm-call"]),
            kite("Blue", values={"value.height": -9}),
        ]

    def move(self, what: str, entry: Any, chosen: Choices, *, first: bool) -> None:
        me, other = self.people if first else self.people[::-1]
        rng, own = self.rng, [me]
        bought = cast("tuple[Purchase, ...]", chosen.buys)
        ways: dict[str, Callable[[], object]] = {
            "act": lambda: me.act(entry, other, rng=rng, choices=chosen, ally=other),
            "apply_condition": lambda: me.apply_condition(entry, rng),
            "spend": lambda: me.spend(entry, "push", rng=rng, choices=chosen),
            "swap": lambda: me.spend(entry, "swap", rng=rng, choices=chosen),
            "again": lambda: spend_on(ROLLED, entry, "again", me, rng=rng),
            "buy": lambda: spend_ranks(entry, 3, me, other, buys=bought, rng=rng),
            "test": lambda: me.test(entry, rng=rng, choices=chosen),
            "follow": lambda: me.follow(entry, other, rng=rng, choices=chosen),
            "earn": lambda: me.earn(entry, "late"),
            "start": lambda: start_period(
                entry, own if entry.belongs_to else self.people, rng
            ),
            "end": lambda: end_period(
                entry, own if entry.belongs_to else self.people, rng
            ),
        }
        ways[what]()


KINDS = {
    "act": "action", "apply_condition": "condition", "spend": "points", "swap": "points",
    "again": "points",
    "buy": "menu", "test": "track", "follow": "rule", "earn": "points", "start": "period",
    "end": "period",
}  # fmt: skip
MOVES = st.sampled_from(sorted(KINDS)).flatmap(
    lambda what: st.tuples(
        st.just(what), entries(KINDS[what]), choices(), st.booleans()
    )
)
GAMES = st.tuples(st.integers(0, 9), st.lists(MOVES, max_size=12))


def played(game: tuple[int, list[Any]]) -> Table:
    """Play a game; whatever is refused must have left everybody as they were."""
    table = Table(game[0])
    for what, entry, chosen, first in game[1]:
        before = [one.to_json() for one in table.people]
        with suppress(RefusedError):
            table.move(what, entry, chosen, first=first)
            continue
        assert [one.to_json() for one in table.people] == before
    return table


@settings(max_examples=40)
@over(GAMES)
def test_whoever_is_saved_comes_back(game: tuple[int, list[Any]]) -> None:
    for one in played(game).people:
        assert Character.from_json(one.to_json(), kites()) == one


@settings(max_examples=40)
@over(GAMES)
def test_the_end_of_the_longest_period_ends_all_shorter_ones(
    game: tuple[int, list[Any]],
) -> None:
    table = played(game)
    end_period(STORM, table.people, table.rng)
    for who in table.people:
        held: list[Any] = [*who.conditions, *who.effects]
        lasting = [each.lasting for each in held if each.lasting]
        assert {one.duration.period for one in lasting if one.left} <= {"storm"}
        assert not who.under_way
        assert not who.passed
        assert not who.gains
        assert not set(who.used) - {"points.song"}


@settings(max_examples=30)
@over(GAMES)
def test_after_enough_storms_only_what_nobody_ends_is_left(
    game: tuple[int, list[Any]],
) -> None:
    table = played(game)
    for who in table.people:
        who.effects = [one for one in who.effects if one.waits is None]
    for _ in range(60):
        end_period(STORM, table.people, table.rng)
    for who in table.people:
        assert all(
            one.lasting is None or not one.lasting.left for one in who.conditions
        )
        assert all(one.lasting is None or not one.lasting.left for one in who.effects)
        there = {one.condition.id for one in who.conditions}
        assert {one.began_with for one in who.effects} <= there | {""}
        assert who.gains == []
