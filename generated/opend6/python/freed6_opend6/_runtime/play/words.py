"""What play says of effects: what they do, how long they last, when they happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from ..effects import Resist
from ..entries.world import Period

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..effects import Duration, Effect, Label, Moment
    from ..record import Entry
    from .state import Lasting


Find: TypeAlias = "Callable[[str], Entry] | None"
"""Finds the entry of an id; where nobody does, keys stand for names."""

DURATIONS: Final[Mapping[str, str]] = {
    "duration.this": "this {period}",
    "duration.next": "next {period}",
    "duration.count": "until the next {count} {periods} are over",
    "duration.count.own": "until their own next {count} {periods} are over",
    "duration.more": "this {period} and {count} more",
    "duration.end": "until the end of {period}",
    "duration.own-action": "until their own next {action}",
    "duration.used": "until used",
    "duration.recovered": "until recovered",
    "duration.replaced": "until replaced",
    "duration.always": "for good",
    "period.the": "the {period}",
    "period.each": "each {period}",
    "period.each.own": "each of their own {periods}",
    "period.next": "the next {period}",
    "period.own": "their own {period}",
    "period.own-next": "their own next {period}",
    "at.start": "at the start of {period}",
    "at.end": "at the end of {period}",
}
"""Patterns for durations and moments. Documents fill them with links."""


def duration_in_words(
    lasts: Duration,
    find: Find,
    left: int | None = None,
    *,
    waits: bool = False,
    patterns: Mapping[str, str] = DURATIONS,
) -> str:
    """How long something lasts: `2 rounds`, `until the end of the next round`.

    With `left`, how long it still lasts, as `Lasting` counts it: `this round and 1 more`. With
    `waits`, it has not begun. A site says it in `patterns` of its own.
    """
    period, own = lasts.period, lasts.own
    if find is not None and period:
        entry = find(f"period.{period}")
        period = entry.name
        own = isinstance(entry, Period) and entry.belongs_to is not None
    whose = "own" if own else "the"
    more = patterns["duration.more"].format(period=period, count=(left or 1) - 1)
    match lasts.form:
        case "this" | "next":
            begun = lasts.form == "this" or (left is not None and not waits)
            if begun and left is not None and left > 1:
                return more
            form = "this" if begun else "next"
            return patterns[f"duration.{form}"].format(period=period)
        case "count":
            if left is None:
                return lasts.text
            if left > 1:
                return more
        case "end":
            if left is not None and left > 1 + lasts.following:
                return more
            if lasts.following and left != 1:
                whose = "own-next" if own else "next"
        case "own-action":
            type_ = lasts.action_type
            action = type_ if find is None else find(f"action-type.{type_}").name
            return patterns["duration.own-action"].format(action=action)
        case "event":
            return patterns[f"duration.{lasts.event}"]
        case "always":
            return patterns["duration.always"]
        case _:
            assert_never(lasts.form)
    which = patterns[f"period.{whose}"].format(period=period)
    return patterns["duration.end"].format(period=which)


def when_over_in_words(lasts: Duration, find: Find) -> str:
    """When something that lasts so long is over: `at the end of the scene`."""
    words = duration_in_words(lasts, find)
    return words.replace("until", "at", 1) if lasts.form == "end" else words


OWN: Final = {"the": "own", "each": "each.own", "next": "own-next"}
"""Which of the periods that each being has to itself is meant."""


def moment_in_words(at: Moment, find: Find) -> str:
    """When something happens: `at the end of each round`."""
    entry = None if find is None else find(f"period.{at.period}")
    name = plural = at.period
    which: str = at.which
    if isinstance(entry, Period):
        name, plural = entry.name, entry.plural
        which = OWN.get(which, which) if entry.belongs_to else which
    which = DURATIONS[f"period.{which}"].format(period=name, periods=plural)
    return DURATIONS[f"at.{at.edge}"].format(period=which)


def describe(
    effect: Effect,
    label: Label,
    find: Find,
    origin: str,
    lasting: Lasting | None = None,
) -> str:
    """What an effect of `origin` does, for how long, how often and when.

    `-2 on checks of Dexterity, until the end of the encounter`. With `lasting`, how long it still
    does.
    """
    parts = [effect.in_words(label)]
    if isinstance(effect, Resist):
        parts = [f"{parts[0]} by {origin}"]
    if lasting is not None:
        parts.append(lasting.in_words(find))
    elif effect.lasts is not None:
        words = duration_in_words(effect.lasts, find)
        parts.append(f"for {words}" if effect.lasts.form == "count" else words)
    if effect.times is not None:
        parts.append("once" if effect.times == 1 else f"{effect.times} times")
    if effect.at is not None:
        parts.append(moment_in_words(effect.at, find))
    return ", ".join(parts)
