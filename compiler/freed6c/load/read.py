"""One file: bytes to plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.load import characters, syntax
from freed6c.load.build import Builder
from freed6c.load.text import decode
from freed6c.packs import events
from freed6c.packs.pack import SourceFile

if TYPE_CHECKING:
    from freed6c.diagnostics import Diagnostic
    from freed6c.packs.data import Data


def read_file(
    path: str, raw: bytes, *, pure: bool = False
) -> tuple[SourceFile, list[Diagnostic]]:
    """A file and what is wrong with it. A broken file keeps its text, to be shown."""
    text, problems = decode(path, raw)
    problems = problems or characters.check(path, text)
    data: dict[str, Data] = {}
    if not problems:
        data, problems = _parse(path, text, pure=pure)
    return SourceFile(path=path, text=text, data=data), problems


def _parse(
    path: str, text: str, *, pure: bool
) -> tuple[dict[str, Data], list[Diagnostic]]:
    try:
        built = events.read(text, lambda: Builder(path, text), pure=pure)
    except events.UnreadableError as failure:
        return {}, [syntax.explain(path, text.split("\n"), failure)]
    data = built.finish()
    return data, [*built.problems, *built.warnings]
