"""Effects in a few plain words, for whoever reads along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..effects import Allow, Forbid, Ignore, Modify, Repeat, Resist, Use

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..effects import Effect


def in_words(effect: Effect, label: Callable[[object], str]) -> str:
    """What an effect does: `-2 on checks of Dexterity, until end of encounter`."""
    parts = [_deed(effect, label)]
    if effect.lasts is not None:
        parts.append(str(effect.lasts))
    if effect.times is not None:
        parts.append("once" if effect.times == 1 else f"{effect.times} times")
    if effect.at is not None:
        parts.append(f"at {effect.at}")
    return ", ".join(parts)


def _deed(effect: Effect, label: Callable[[object], str]) -> str:
    of = f" of {', '.join(map(label, effect.of))}" if effect.of else ""
    match effect:
        case Modify():
            words = f"{effect.by} on {label(effect.modify)}{of}"
        case Allow():
            words = f"may use {label(effect.allow)}"
        case Forbid():
            words = f"cannot use {label(effect.forbid)}"
        case Use():
            chosen = isinstance(effect.instead_of, str)
            other = label("instead-of" if chosen else effect.instead_of)
            words = f"uses {label(effect.use)} instead of {other}"
        case Resist():
            words = f"resists {label(effect.resist)} otherwise"
        case Ignore():
            words = f"{label(effect.ignore)} does not count"
        case Repeat():
            words = f"rolls again and keeps the {effect.keep}{of}"
        case _:
            words = type(effect).__name__.lower()
    return words
