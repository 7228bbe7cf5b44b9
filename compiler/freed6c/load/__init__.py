"""Stage 1: read packs from folders of YAML to plain data, without interpreting it.

No other stage reads packs from disk. `topological_order` in `load/dependencies.py` determines the
order in which packs apply, by `extends` and `after`, then by id. Packs in installed distributions
are found by their entry points, and never imported. `PackFolder` in `load/files.py` reports files
that are not read. `never_applying` in `load/pack_loader.py` reports packs that wait for a pack
whose id is probably misspelled.

`layout.py` is here because it needs the same reader: `freed6c fmt` changes the layout of a file,
and reads the result again to prove that its data is the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.cache.disk import Disk
from freed6c.load.dependencies import check_layers, check_versions, topological_order
from freed6c.load.pack_loader import PackLoader, never_applying

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.pack import Pack


def load(
    target: str, layers: Sequence[str] = (), disk: Disk | None = None
) -> tuple[tuple[Pack, ...], list[Diagnostic]]:
    """Return a pack, its layers and the packs they extend, in the order in which they apply.

    `target` and `layers` are paths or ids; the order of the layers has no effect. A file that
    cannot be parsed is part of its pack, with its text and no data. A file with invalid parts has
    the data of the rest. Rejected packs come last; messages need the text of their files. All
    reading goes through `disk`.
    """
    loader = PackLoader(disk or Disk())
    first = loader.read_named(target)
    extra = [loader.read_named(name) for name in layers]
    loader.read_bases()
    packs, problems = topological_order(loader.packs)
    problems += check_versions(loader.packs)
    problems += loader.unread()
    problems += never_applying(loader.packs, loader.disk)
    if first is not None:
        layer_packs = [layer for layer in extra if layer is not None]
        problems += check_layers(first, layer_packs, loader.packs)
    return (*packs, *loader.rejected), [*loader.problems, *problems]
