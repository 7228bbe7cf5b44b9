"""Worked examples: what they give, beside what they expect."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, cast

from ..effects import Effect
from ..entries.notes import Facts
from ..play.settle import all_settled
from ..record import Record
from ..situation import Situation
from ..unworkable import Unworkable
from .outcome import effects_of, facts_of
from .runs import run_of
from .sheet import Sheet
from .written import effect_text, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..entries.dice import Dice
    from ..entries.notes import Example
    from ..given import Value
    from ..situation import Rules

NOTHING = "nothing"


class Difference(Record):
    """Where an example gives something else than it expects, both as packs write them."""

    expected: str
    found: str


def worked_out(example: Example, rules: Rules) -> Value:
    """Give what the formula of an example gives. Raises Unworkable where it has no value."""
    if example.that is None:
        raise Unworkable("this example works nothing out")
    here = Situation(rules, character=Sheet(rules, example.given))
    return cast("Value", example.that(here))


def differences(
    example: Example, rules: Rules, procedure: Dice | None
) -> tuple[Difference, ...]:
    """Run an example. What it expects must come of it, and no other effects.

    Of an effect or a fact only what is written is compared. `procedure` is how checks are rolled
    where their ratings do not say. Raises Unworkable where something is needed that is not given.
    """
    expected = _expected(example)
    found, here = _outcome(example, expected, rules, procedure)
    wanted = all_settled(expected.effects or (), here)
    effects = _other_effects(found.effects or (), wanted)
    return (*_other_facts(found, expected), *effects)


def outcome(example: Example, rules: Rules, procedure: Dice | None) -> Facts:
    """Run an example, and give all that comes of it; effects only where it expects some.

    Raises Unworkable where something is needed that is not given.
    """
    return _outcome(example, _expected(example), rules, procedure)[0]


def _outcome(
    example: Example, expected: Facts, rules: Rules, procedure: Dice | None
) -> tuple[Facts, Situation]:
    run = run_of(example, rules)
    found, here = facts_of(run, procedure)
    if expected.effects is None:
        return found, here
    return effects_of(run, found, here), here


def _expected(example: Example) -> Facts:
    match example.expect:
        case Facts():
            return example.expect
        case tuple():
            return Facts(effects=example.expect)
        case _:
            raise Unworkable("this example expects neither effects nor facts")


def _other_facts(found: Facts, expected: Facts) -> Iterator[Difference]:
    for name, value in expected.__dict__.items():
        known: object = getattr(found, name)
        if name != "effects" and known != value:
            words = [f"{name}: {text_of(one)}" for one in (value, known)]
            yield Difference(expected=words[0], found=words[1])


def _other_effects(
    found: Sequence[Effect], expected: Sequence[Effect]
) -> Iterator[Difference]:
    for one, wanted in zip_longest(found, expected):
        if one is None or wanted is None or not _is_like(one, wanted):
            yield Difference(expected=_said(wanted), found=_said(one))


def _said(effect: Effect | None) -> str:
    return NOTHING if effect is None else effect_text(effect)


def _is_like(found: object, wanted: object) -> bool:
    """Whether an effect says all that is wanted of it; what stands in a choice, too."""
    if isinstance(wanted, Effect):
        if type(found) is not type(wanted):
            return False
        return all(
            _is_like(getattr(found, name, None), value)
            for name, value in wanted.__dict__.items()
        )
    if isinstance(wanted, tuple) and isinstance(found, tuple):
        both = cast("tuple[object, ...]", found), cast("tuple[object, ...]", wanted)
        return len(both[0]) == len(both[1]) and all(map(_is_like, *both))
    return found == wanted
