"""Applies ways out: the edits that are surely meant, for as long as there are any.

An edit is surely meant where its diagnostic offers no other. One that leads to an error in what it
wrote is not made.
"""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.cache.disk import Disk
from freed6c.cli.rewriting import rewrite
from freed6c.diagnostics.edits import TextChange, change_of, edited, file_of
from freed6c.diagnostics.locate import line_starts, locate
from freed6c.diagnostics.ways_out import Renaming
from freed6c.packs.bounded_diff import line_diff
from freed6c.pipeline import compile_packs, merge_diagnostics, with_other_choices

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.diagnostics.ways_out import FileEdit
    from freed6c.model.compiled import Compiled

Mending: TypeAlias = "frozenset[tuple[str, TextChange]]"
"""The edits of one diagnostic, which belong together, as changes of texts by file."""

MOST_ROUNDS: Final = 20
"""What was wrong behind an error is only seen once that is mended."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """What fixing comes to: `before` and `after` are the texts of the files that change.

    `edits` counts what was done; `compiled` says what is left. `names` are new names of files that
    keep their text; what is in them was not looked at yet.
    """

    before: Mapping[str, str]
    after: Mapping[str, str]
    names: Mapping[str, str]
    edits: int
    compiled: Compiled
    stopped: bool = False
    """After MOST_ROUNDS, with more that could be mended."""

    def diff(self) -> str:
        """The difference as a patch."""
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
    """The files of packs that were named, with all edits that are surely meant."""
    first = compiled = _compile(packs, layers, {})
    texts: dict[str, str] = {}
    refused: set[Mending] = set()
    done = 0
    for _ in range(MOST_ROUNDS):
        mendings = set(_mendings(compiled)) - refused
        if not mendings:
            break
        tried = dict(texts)
        written: dict[tuple[str, TextChange], range] = {}
        for file, changes in _by_file(mendings).items():
            tried[file], ranges = edited(compiled.sources[file], changes)
            written |= {(file, change): at for change, at in ranges.items()}
        found = _compile(packs, layers, _contents(first, tried))
        errors = _errors(found)
        wrong = {
            change
            for change, at in written.items()
            if any(start in at for start in errors.get(change[0], ()))
        }
        if wrong:
            refused |= {each for each in mendings if each & wrong}
        else:
            texts, compiled = tried, found
            done += len(mendings)
    stopped = bool(set(_mendings(compiled)) - refused)
    return Fixed(
        before={file: first.sources[file] for file in texts},
        after=texts,
        names=dict(_new_names(compiled)),
        edits=done,
        compiled=compiled,
        stopped=stopped,
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
    return merge_diagnostics(
        [
            with_other_choices(compile_packs(pack, layers, disk=Disk(contents)))
            for pack in packs
        ]
    )


def _sure_edits(problem: Diagnostic) -> tuple[FileEdit, ...]:
    """The edits of the one way out that has any."""
    ways = [way for way in problem.help if way.edits]
    return ways[0].edits if len(ways) == 1 else ()


def _mendings(compiled: Compiled) -> Iterator[Mending]:
    """What can be done to the files of packs that were named."""
    for problem in compiled.diagnostics:
        changes = [
            (file, change_of(edit, compiled.sources.get(file, "")))
            for edit in _sure_edits(problem)
            if compiled.path_of(file := file_of(edit))
        ]
        done = frozenset((file, change) for file, change in changes if change)
        if done and len(done) == len(changes):
            yield done


def _by_file(mendings: Iterable[Mending]) -> dict[str, list[TextChange]]:
    by_file: dict[str, list[TextChange]] = {}
    for mending in mendings:
        for file, change in mending:
            by_file.setdefault(file, []).append(change)
    return by_file


def _errors(found: Compiled) -> dict[str, list[int]]:
    """Return the characters at which errors begin, by file."""
    lines = {file: line_starts(text) for file, text in found.sources.items()}
    errors: dict[str, list[int]] = {}
    for problem in found.diagnostics:
        place = problem.label.place if problem.label else None
        if problem.severity == "error" and place is not None and place.file in lines:
            span = locate(place, found.sources[place.file])
            start = lines[place.file][span.line - 1] + span.column - 1
            errors.setdefault(place.file, []).append(start)
    return errors


def _new_names(compiled: Compiled) -> Iterator[tuple[str, str]]:
    for problem in compiled.diagnostics:
        for edit in _sure_edits(problem):
            if isinstance(edit, Renaming):
                yield edit.file, edit.name


def write(fixed: Fixed) -> None:
    """Write the files. Raises OSError where that cannot be done."""
    for file, text in fixed.after.items():
        if path := fixed.compiled.path_of(file):
            rewrite(path, fixed.before[file], text)
    for file, name in fixed.names.items():
        if path := fixed.compiled.path_of(file):
            _rename(path, path.with_name(name))


def _rename(path: Path, new: Path) -> None:
    """Give a file another name. Raises OSError where a file has it, which is left as it is."""
    if hasattr(os, "link"):
        os.link(path, new)
        path.unlink()
    elif new.exists():  # Android has no second names for files
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(new))
    else:
        path.rename(new)
