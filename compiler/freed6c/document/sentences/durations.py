"""How long, and when, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Inlines, Text
from freed6c.runtime.entries.world import Period

if TYPE_CHECKING:
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.effects import Duration, Moment


def duration(scribe: Scribe, value: Duration) -> Inlines:
    """`until the end of the next round` and the like."""
    match value.form:
        case "this" | "next":
            period = scribe.named("period", value.period)
            return scribe.say(f"duration.{value.form}", period=period)
        case "count":
            return _count(scribe, value)
        case "end":
            which = _which(own=value.own, following=value.following)
            period = _period(scribe, which, value.period)
            return scribe.say("duration.end", period=period)
        case "own-action":
            action = scribe.named("action-type", value.action_type)
            return scribe.say("duration.own-action", action=action)
        case "event":
            return scribe.say(f"duration.{value.event}")
        case "always":
            return scribe.say("duration.always")


def when_over(scribe: Scribe, value: Duration) -> Inlines:
    """When it is over, for what is due then: `at the end of the scene`."""
    if value.form != "end":
        return duration(scribe, value)
    which = _which(own=value.own, following=value.following)
    return scribe.say("at.end", period=_period(scribe, which, value.period))


def _which(*, own: bool, following: bool) -> str:
    if own:
        return "own-next" if following else "own"
    return "next" if following else "the"


def _period(scribe: Scribe, which: str, key: str) -> Inlines:
    return scribe.say(f"period.{which}", period=scribe.named("period", key))


def _count(scribe: Scribe, value: Duration) -> Inlines:
    if value.count == "1":
        period = scribe.named("period", value.period)
        return scribe.say("duration.count.one", period=period)
    periods = periods_word(scribe, value.period)
    return scribe.say("duration.count", count=value.count, periods=periods)


def periods_word(scribe: Scribe, key: str) -> Inlines:
    """A link to a period, by the word for several of it."""
    period = scribe.ruleset.entries.get(f"period.{key}")
    if not isinstance(period, Period):
        return (Text(key),)
    return (scribe.link(period, (Text(period.plural),)),)


def moment(scribe: Scribe, value: Moment) -> Inlines:
    """`at the end of each round` and the like."""
    period = _period(scribe, value.which, value.period)
    return scribe.say(f"at.{value.edge}", period=period)
