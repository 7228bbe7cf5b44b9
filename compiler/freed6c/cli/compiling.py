"""Compiled packs for commands, from the cache if nothing has changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from freed6c.cache import folder, keep, recall
from freed6c.cache.disk import Disk
from freed6c.cache.pickling import dumps, loads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.model.compiled import Compiled
    from freed6c.pipeline import Steps


def compiled_packs(
    target: str, layers: Sequence[str] = (), *, steps: Steps = "own"
) -> Compiled:
    """Return the result of `compile_packs`, from the cache if its inputs are unchanged."""
    disk = Disk()
    purpose = ("compiled", str(Path.cwd()), target, tuple(layers), steps)
    content = recall(purpose, disk)
    if isinstance(content, bytes):
        cached: Compiled = loads(content)
        return replace(cached, disk=disk)
    from freed6c.pipeline import compile_packs

    fresh = compile_packs(target, layers, steps=steps)
    if fresh.ruleset is not None and folder() is not None:
        keep(purpose, fresh.disk, dumps(replace(fresh, disk=disk)))
    return fresh
