"""Packs that nobody asked for, and that could be meant: to say where something may come from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from freed6c.diagnostics import Label
from freed6c.load.discover import find_base, known
from freed6c.load.gather import Gathering
from freed6c.load.says import says_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.packs.pack import Pack


def neighbours(packs: Sequence[Pack]) -> tuple[Pack, ...]:
    """What comes with freed6c, is installed or lies beside a pack that was named, but for these.

    What is wrong with them is nobody's business here.
    """
    taken = {pack.id for pack in packs}
    gathering = Gathering()
    found: dict[str, Pack] = {}
    for pack in packs:
        folder = Path(pack.folder)
        for id_ in known(folder) if pack.named else ():
            place = find_base(id_, folder, Label(says_id(pack)))
            if id_ not in taken and isinstance(place, Path):
                found.setdefault(id_, gathering.read(place))
    return tuple(found.values())
