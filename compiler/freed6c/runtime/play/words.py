"""Descriptions of effects in words, with their durations and moments."""

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
"""A function that returns the entry of an id. Without one, texts use keys instead of names."""

DURATIONS: Final[Mapping[str, str]] = {
    "duration.this": "this {period}",
    "duration.next": "next {period}",
    "duration.count": "for the next {count} {periods}",
    "duration.count.own": "for their next {count} {periods}",
    "duration.more": "this {period} and {count} more",
    "duration.end": "until the end of {period}",
    "duration.own-action": "until their next {action}",
    "duration.used": "until used",
    "duration.recovered": "until recovered",
    "duration.replaced": "until replaced",
    "duration.always": "for good",
    "period.the": "the {period}",
    "period.each": "each {period}",
    "period.each.own": "each of their {periods}",
    "period.next": "the next {period}",
    "period.own": "their {period}",
    "period.own-next": "their next {period}",
    "at.start": "at the start of {period}",
    "at.end": "at the end of {period}",
}
"""Patterns for durations and moments, by keys such as `duration.next` and `period.each`.

The parts in braces are filled with names, or with links in documents. `own` in a key is the form
for a period that belongs to a single actor, as a turn does.
"""


def duration_in_words(
    duration: Duration,
    find: Find,
    left: int | None = None,
    *,
    waits: bool = False,
    patterns: Mapping[str, str] = DURATIONS,
) -> str:
    """Return a duration in words: `2 rounds`, `until the end of the next round`.

    With `left` (as in `Lasting`), return the remaining time: `this round and 1 more`. `waits` is
    True if the duration has not begun. A site passes its own `patterns`.
    """
    period, own = duration.period, duration.own
    if find is not None and period:
        entry = find(f"period.{period}")
        period = entry.name
        own = isinstance(entry, Period) and entry.belongs_to is not None
    end_key = "own" if own else "the"
    remaining = patterns["duration.more"].format(period=period, count=(left or 1) - 1)
    match duration.form:
        case "this" | "next":
            has_begun = duration.form == "this" or (left is not None and not waits)
            if has_begun and left is not None and left > 1:
                return remaining
            form = "this" if has_begun else "next"
            return patterns[f"duration.{form}"].format(period=period)
        case "count":
            if left is None:
                return duration.text
            if left > 1:
                return remaining
        case "end":
            if left is not None and left > 1 + duration.following:
                return remaining
            if duration.following and left != 1:
                end_key = "own-next" if own else "next"
        case "own-action":
            type_ = duration.action_type
            action = type_ if find is None else find(f"action-type.{type_}").name
            return patterns["duration.own-action"].format(action=action)
        case "event":
            return patterns[f"duration.{duration.event}"]
        case "always":
            return patterns["duration.always"]
        case _:
            assert_never(duration.form)
    end_period = patterns[f"period.{end_key}"].format(period=period)
    return patterns["duration.end"].format(period=end_period)


def when_over_in_words(duration: Duration, find: Find) -> str:
    """Return the end of a duration in words: `at the end of the scene`."""
    words = duration_in_words(duration, find)
    return words.replace("until", "at", 1) if duration.form == "end" else words


OWN: Final = {"the": "own", "each": "each.own", "next": "own-next"}
"""Keys of patterns for periods that belong to single actors, by the key for shared ones."""


def moment_in_words(at: Moment, find: Find) -> str:
    """Return a moment in words: `at the end of each round`."""
    entry = None if find is None else find(f"period.{at.period}")
    name = plural = at.period
    key: str = at.which
    if isinstance(entry, Period):
        name, plural = entry.name, entry.plural
        key = OWN.get(key, key) if entry.belongs_to else key
    period = DURATIONS[f"period.{key}"].format(period=name, periods=plural)
    return DURATIONS[f"at.{at.edge}"].format(period=period)


def describe(
    effect: Effect,
    label: Label,
    find: Find,
    origin: str,
    lasting: Lasting | None = None,
) -> str:
    """Return an effect of `origin` in words, with its duration, count and moment.

    For example, `-2 on checks of Dexterity, until the end of the encounter`. With `lasting`, the
    duration is the remaining time.
    """
    parts = [effect.in_words(label)]
    if isinstance(effect, Resist):
        parts = [f"{parts[0]} by {origin}"]
    if lasting is not None:
        parts.append(lasting.in_words(find))
    elif effect.duration is not None:
        words = duration_in_words(effect.duration, find)
        parts.append(f"for {words}" if effect.duration.form == "count" else words)
    if effect.times is not None:
        parts.append("once" if effect.times == 1 else f"{effect.times} times")
    if effect.at is not None:
        parts.append(moment_in_words(effect.at, find))
    return ", ".join(parts)
