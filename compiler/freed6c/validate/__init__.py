"""Stage 2: the shape of what packs wrote, by one JSON Schema a kind, in an author's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.validate.files import check_file
from freed6c.validate.schemas import fastest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.pack import Pack, SourceFile


def validate(packs: Iterable[Pack], *, skip: Collection[str] = ()) -> list[Diagnostic]:
    """Check every file of every pack by itself, but for those of these paths."""
    files = [
        (file, file is pack.manifest)
        for pack in packs
        for file in pack.files
        if file.path not in skip
    ]
    fits = fastest(sum(_bodies(file) for file, _ in files))
    return [
        problem
        for file, manifest in files
        for problem in check_file(file, manifest=manifest, fits=fits)
    ]


def _bodies(file: SourceFile) -> int:
    """How many entries, and changes of some, stand in the sections of a file."""
    return sum(
        len(section) for section in file.data.values() if isinstance(section, dict)
    )
