"""The first stage: packs from folders of YAML to plain data, nothing interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.load.gather import Gathering
from freed6c.load.order import in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.diagnostics import Diagnostic
    from freed6c.packs.pack import Pack

__all__ = ["load"]


def load(
    target: str, layers: Sequence[str] = ()
) -> tuple[tuple[Pack, ...], list[Diagnostic]]:
    """The pack, the layers, and all that they extend, in the order in which they apply.

    Packs are named by path or id. A file that cannot be read is still among the files
    of its pack, with its text and no data; one with refused parts has the rest.
    """
    gathering = Gathering()
    for name in (target, *layers):
        gathering.ask(name)
    gathering.follow()
    packs, circles = in_order(gathering.packs)
    return tuple(packs), [*gathering.problems, *circles]
