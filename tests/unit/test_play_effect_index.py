"""What is in force is what is on a being now, however it came there and whatever was asked before.

Effects are kept in order between two questions; nobody tells when a list has changed.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from copy import copy
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from playing import core, hero, of_core

from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Transaction

if TYPE_CHECKING:
    from collections.abc import Callable

STUNNED = "condition.damage.stunned"


def pool(who: Character) -> str:
    """What somebody rolls for Wits, 2D, of which each Stunned takes 2."""
    return str(who.pool("ability.wits"))


def test_a_condition_counts_as_often_as_it_is_had() -> None:
    ann = hero()
    assert pool(ann) == "2D"
    for _ in range(60):
        ann.apply_condition(STUNNED)
    assert pool(ann) == "2D -120"
    assert len(ann.pool("ability.wits").parts) == 61


def calls(do: Callable[[], object]) -> int:
    """How many functions are called: what something costs, on any machine.

    The least of a few times, for garbage may be collected in between.
    """
    return min(called(do) for _ in range(5))


def called(do: Callable[[], object]) -> int:
    number = 0

    def count(_frame: object, event: str, _more: object) -> None:
        nonlocal number
        number += event == "call"

    sys.setprofile(count)
    try:
        do()
    finally:
        sys.setprofile(None)
    return number


def test_what_has_nothing_to_do_with_it_costs_nothing() -> None:
    """Startled is about initiative alone, however often it is had."""
    none, many = hero(), hero()
    for _ in range(60):
        many.apply_condition("condition.composure.startled")
    assert pool(none) == pool(many) == "2D"
    assert calls(lambda: pool(none)) == calls(lambda: pool(many))


def append(who: Character) -> None:
    who.conditions.append(who.conditions[0])


def replace_in_place(who: Character) -> None:
    """By one that does not count yet: it is as long a list as before."""
    held = who.conditions[0]
    assert held.lasting is not None
    who.conditions[0] = held.but(lasting=held.lasting.but(waits=1))


def delete(who: Character) -> None:
    del who.conditions[:]


def assign(who: Character) -> None:
    who.conditions = []


@pytest.mark.parametrize(
    ("change", "after"),
    [(append, "2D -4"), (replace_in_place, "2D"), (delete, "2D"), (assign, "2D")],
)
def test_lists_may_be_changed_by_hand(
    change: Callable[[Character], None], after: str
) -> None:
    ann = hero()
    ann.apply_condition(STUNNED)
    assert pool(ann) == "2D -2"
    change(ann)
    assert pool(ann) == after


def test_equal_effects_are_told_apart() -> None:
    """Of equal effects the one that is there now counts, and is used up."""
    ann = hero()
    ann.spend("points.action", "dice")
    assert pool(ann) == "2D +2D"
    ann.effects[0] = ann.effects[0].but()
    ready = ann.pool("ability.wits")
    assert ready.once[0] is ann.effects[0]
    ready.roll(Random(1))
    assert ann.effects == []
    assert pool(ann) == "2D"


def test_what_is_restored_counts_again() -> None:
    ann = hero()
    ann.apply_condition(STUNNED)
    state = ann.state()
    ann.remove_condition(STUNNED)
    assert pool(ann) == "2D"
    ann.restore(state)
    assert pool(ann) == "2D -2"
    with suppress(KeyError), Transaction(ann):
        ann.apply_condition(STUNNED)
        assert pool(ann) == "2D -4"
        raise KeyError
    assert pool(ann) == "2D -2"


def test_copies_go_their_own_ways() -> None:
    ann = hero()
    ann.apply_condition(STUNNED)
    assert pool(ann) == "2D -2"
    copied = copy(ann)
    copied.conditions = [*ann.conditions]
    for other in (copied, Character.from_json(ann.to_json(), core())):
        assert other == ann
        other.apply_condition(STUNNED)
        assert (pool(other), pool(ann)) == ("2D -4", "2D -2")


def test_hooks_may_be_gained_and_rules_changed() -> None:
    ann, hook = hero(), of_core("hook.cybernetics")
    assert not ann.has("ability.cybernetics")
    ann.hooks |= {hook.id}
    assert ann.has("ability.cybernetics")
    ann.rules = replace(core())
    assert ann.has("ability.cybernetics")
    ann.hooks = frozenset()
    assert not ann.has("ability.cybernetics")
