"""Facts of the situation that rules and actions ask for: what was said, what was not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..entries.actions import Ask
    from ..given import Value
    from ..record import Entry


def unsaid(asks: Mapping[str, Ask], facts: Mapping[str, Value | Entry]) -> list[str]:
    """The names of what still has to be said."""
    return [
        ask.name for key, ask in asks.items() if key not in facts and not ask.optional
    ]


def with_blanks(
    asks: Mapping[str, Ask], facts: Mapping[str, Value | Entry]
) -> dict[str, Value | Entry]:
    """The facts, and for what may be left unsaid a blank, or no where the answer is yes or no."""
    left_out: dict[str, Value | Entry] = {
        key: False if ask.type == "boolean" else None
        for key, ask in asks.items()
        if ask.optional
    }
    return {**left_out, **facts}
