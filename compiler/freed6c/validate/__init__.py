"""Stage 2: the shape of what packs wrote, by one JSON Schema a kind, in an author's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.validate.files import check_file

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.pack import Pack


def validate(packs: Iterable[Pack], *, skip: Collection[str] = ()) -> list[Diagnostic]:
    """Check every file of every pack by itself, but for those of these paths."""
    return [
        problem
        for pack in packs
        for file in pack.files
        if file.path not in skip
        for problem in check_file(file, manifest=file is pack.manifest)
    ]
