"""What an effect comes to in a situation: conditions decided, amounts worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ..amounts import Formula, Modifier
from ..effects import OneOf, Resist

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..effects import Effect
    from ..situation import Situation

T = TypeVar("T")


def settled(effect: Effect, here: Situation) -> tuple[Effect, ...]:
    """Give the effect with plain amounts, or nothing where its `if` does not hold.

    Names such as `chosen-skill` stay: whoever carries the effect out knows who was chosen. So do
    the formulas of a Resist, which wait for the opponent's roll. Of a choice, the branches are
    settled; where one is left, it happens, where none is, nothing does.

    Raises Unworkable where the situation does not say what a formula needs.
    """
    if effect.if_ is not None and not effect.if_(here):
        return ()
    given: dict[str, Any] = {
        name: _plain(value, here) if _is_due(effect, value) else value
        for name, value in effect.__dict__.items()
        if name != "if_"
    }
    if isinstance(effect, OneOf):
        return _chosen(given, all_settled(effect.one_of, here))
    return (type(effect)(**given),)


def all_settled(effects: Iterable[Effect], here: Situation) -> tuple[Effect, ...]:
    """Give all effects of a list that happen in a situation."""
    return tuple(part for effect in effects for part in settled(effect, here))


def _chosen(given: dict[str, Any], branches: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """A choice, if there is still something to choose; what the choice says holds for the rest."""
    if len(branches) > 1:
        choice: dict[str, Any] = {**given, "one_of": branches}
        return (OneOf(**choice),)
    qualifiers = {name: value for name, value in given.items() if name != "one_of"}
    return tuple(type(one)(**{**qualifiers, **one.__dict__}) for one in branches)


def constant(value: T) -> Formula[T]:
    """Make a formula of what it gives: always the same."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Formula(text=text, works=lambda _here: value)


def _is_due(effect: Effect, value: object) -> bool:
    return isinstance(value, Formula) and not isinstance(effect, Resist)


def _plain(formula: Formula[Any], here: Situation) -> Modifier | Formula[Any]:
    """What adds to rolls stands as it is in an effect; every other number is a formula."""
    value = formula(here)
    return value if isinstance(value, Modifier) else constant(value)
