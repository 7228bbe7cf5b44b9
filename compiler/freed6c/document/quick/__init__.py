"""What a game master looks up in the middle of a scene, as short as it can be said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.quick.acting import actions, effect_rolls, points
from freed6c.document.quick.rolling import dice_order, difficulty, menus, ranks
from freed6c.document.quick.suffering import tracks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.forms import Panel
    from freed6c.document.scribe import Scribe

__all__ = ["quick_panels"]


def quick_panels(scribe: Scribe) -> Iterator[Panel]:
    """In the order in which a scene asks for them."""
    for panels in (
        difficulty,
        ranks,
        dice_order,
        actions,
        effect_rolls,
        tracks,
        menus,
        points,
    ):
        yield from panels(scribe)
