"""Which checks an effect is about, and whom it happens to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.index import kind_of
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.effects import Effect, Who


def which_checks(scribe: Scribe, effect: Effect) -> Inlines:
    """`all checks`, `one Strength check`, `checks with the chosen skill`."""
    fields: dict[str, Inlines | int] = {"times": effect.times or 0}
    key = "checks"
    if effect.of:
        key = f"checks.{_manner(effect.of)}"
        fields["of"] = things(scribe, effect.of)
    words = scribe.say(f"{key}{_count(effect.times)}", **fields)
    if not effect.except_:
        return words
    left_out = _left_out(scribe, effect.except_)
    return scribe.say("except", which=words, **{"except": left_out})


def _manner(of: Sequence[Ref[object] | str]) -> str:
    """How checks are named: by their ratings, with what one chooses, for an action."""
    if any(not isinstance(one, Ref) for one in of):
        return "with"
    kinds = {kind_of(one.id) for one in of if isinstance(one, Ref)}
    return "for" if "action" in kinds else "named"


def _count(times: int | None) -> str:
    if times is None:
        return ""
    return ".one" if times == 1 else ".many"


def _left_out(scribe: Scribe, of: Sequence[Ref[object] | str]) -> Inlines:
    """Ratings stand for their checks here, too."""
    parts = [
        scribe.say(f"except.{one}")
        if isinstance(one, str)
        else thing(scribe, one)
        if kind_of(one.id) == "value"
        else scribe.say(
            "checks.for" if kind_of(one.id) == "action" else "checks.named",
            of=thing(scribe, one),
        )
        for one in of
    ]
    return scribe.listed(parts)


def things(scribe: Scribe, of: Sequence[Ref[object] | str]) -> Inlines:
    """Several things, as an enumeration."""
    return scribe.listed([thing(scribe, one) for one in of])


def thing(scribe: Scribe, one: object) -> Inlines:
    """A link to an entry, or the words for what one chooses."""
    if isinstance(one, Ref):
        return (scribe.link(one.entry),)
    return scribe.say(str(one))


def whom(scribe: Scribe, who: Sequence[Who]) -> Inlines:
    """Whom it happens to: `the target`, `oneself or an ally`."""
    return scribe.listed([scribe.say(f"who.{one}") for one in who], "or")
