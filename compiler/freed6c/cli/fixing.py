"""Applies the edits of suggestions that are certain, until none are left (`check --fix`).

Edits are certain if only one suggestion of their diagnostic has any. Each round applies all fixes,
compiles the result, and undoes the round if some fix led to an error in the text that it wrote.
Such a fix is refused from then on.
"""

from __future__ import annotations

import errno
import os
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.cache.disk import Disk
from freed6c.cli.rewriting import rewrite
from freed6c.diagnostics.edits import TextChange, change_of, edited, file_of
from freed6c.diagnostics.locate import line_starts, locate
from freed6c.diagnostics.ways_out import Renaming
from freed6c.packs.bounded_diff import line_diff
from freed6c.packs.grouping import grouped
from freed6c.packs.lazy import dataclass
from freed6c.pipeline import compile_packs, fully_checked, merge_diagnostics

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.diagnostics.ways_out import FileEdit
    from freed6c.model.compiled import Compiled

Fix: TypeAlias = "frozenset[tuple[str, TextChange]]"
"""The edits of one diagnostic, which are applied together, as text changes by file."""

MOST_ROUNDS: Final = 20
"""The number of rounds, since some problems only appear after others are fixed."""


@dataclass(frozen=True)
class Fixed:
    """The result of fixing: `before` and `after` have the texts of the changed files.

    `edits` is the number of fixed diagnostics; `compiled` has the remaining ones. `names` has new
    names of files that keep their text, and whose content was not checked yet.
    """

    before: Mapping[str, str]
    after: Mapping[str, str]
    names: Mapping[str, str]
    edits: int
    compiled: Compiled
    stopped: bool = False
    """True if fixes were left after MOST_ROUNDS."""

    def diff(self) -> str:
        """Return the changes as a patch."""
        lines = chain.from_iterable(
            line_diff(
                self.before[file].splitlines(keepends=True),
                self.after[file].splitlines(keepends=True),
                (file, file),
                end="\n",
            )
            for file in self.after
        )
        renamed = (
            f"rename from {old}\nrename to {new}\n" for old, new in self.names.items()
        )
        return "".join((*lines, *renamed))


def fixed(packs: Sequence[str], layers: Sequence[str]) -> Fixed:
    """Return the files of the named packs with all certain edits applied."""
    first = compiled = _compile(packs, layers, {})
    texts: dict[str, str] = {}
    refused: set[Fix] = set()
    fix_count = 0
    for _ in range(MOST_ROUNDS):
        fixes = set(_fixes(compiled)) - refused
        if not fixes:
            break
        tried = dict(texts)
        written: dict[tuple[str, TextChange], range] = {}
        for file, changes in grouped(chain.from_iterable(fixes)).items():
            tried[file], ranges = edited(compiled.sources[file], changes)
            written |= {(file, change): span for change, span in ranges.items()}
        recompiled = _compile(packs, layers, _contents(first, tried))
        errors = _errors(recompiled)
        bad_changes = {
            change
            for change, span in written.items()
            if any(start in span for start in errors.get(change[0], ()))
        }
        if bad_changes:
            refused |= {fix for fix in fixes if fix & bad_changes}
        else:
            texts, compiled = tried, recompiled
            fix_count += len(fixes)
    return Fixed(
        before={file: first.sources[file] for file in texts},
        after=texts,
        names=dict(_new_names(compiled)),
        edits=fix_count,
        compiled=compiled,
        stopped=bool(set(_fixes(compiled)) - refused),
    )


def _contents(compiled: Compiled, texts: Mapping[str, str]) -> Mapping[str, bytes]:
    return {
        str(path): text.encode()
        for file, text in texts.items()
        if (path := compiled.path_of(file))
    }


def _compile(
    packs: Sequence[str], layers: Sequence[str], contents: Mapping[str, bytes]
) -> Compiled:
    results = (compile_packs(pack, layers, disk=Disk(contents)) for pack in packs)
    return merge_diagnostics([fully_checked(result) for result in results])


def _sure_edits(problem: Diagnostic) -> tuple[FileEdit, ...]:
    """Return the edits of the only suggestion that has any; nothing if several have some."""
    ways = [way for way in problem.help if way.edits]
    return ways[0].edits if len(ways) == 1 else ()


def _fixes(compiled: Compiled) -> Iterator[Fix]:
    """Yield the fixes whose edits can all be applied to files of the named packs."""
    for problem in compiled.diagnostics:
        changes = [
            (file, change_of(edit, compiled.sources.get(file, "")))
            for edit in _sure_edits(problem)
            if compiled.path_of(file := file_of(edit))
        ]
        fix = frozenset((file, change) for file, change in changes if change)
        if fix and len(fix) == len(changes):
            yield fix


def _errors(compiled: Compiled) -> dict[str, list[int]]:
    """Return the offsets at which errors begin, by file."""
    lines = {file: line_starts(text) for file, text in compiled.sources.items()}
    errors: dict[str, list[int]] = {}
    for problem in compiled.diagnostics:
        place = problem.label.place if problem.label else None
        if problem.severity == "error" and place is not None and place.file in lines:
            span = locate(place, compiled.sources[place.file])
            start = lines[place.file][span.line - 1] + span.column - 1
            errors.setdefault(place.file, []).append(start)
    return errors


def _new_names(compiled: Compiled) -> Iterator[tuple[str, str]]:
    for problem in compiled.diagnostics:
        for edit in _sure_edits(problem):
            if isinstance(edit, Renaming):
                yield edit.file, edit.name


def write(fixed: Fixed) -> None:
    """Write the fixed files. Raise OSError if that fails."""
    for file, text in fixed.after.items():
        if path := fixed.compiled.path_of(file):
            rewrite(path, fixed.before[file], text)
    for file, name in fixed.names.items():
        if path := fixed.compiled.path_of(file):
            _rename(path, path.with_name(name))


def _rename(path: Path, new: Path) -> None:
    """Rename a file. Raise OSError if the new name exists; that file stays as it is."""
    if hasattr(os, "link"):
        os.link(path, new)
        path.unlink()
    elif new.exists():  # Android has no hard links
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(new))
    else:
        path.rename(new)
