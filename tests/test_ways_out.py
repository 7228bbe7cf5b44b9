"""Each way out that is an edit is made, in every case of `tests/cases`, and the pack read again."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from case_packs import enter
from freed6c.diagnostics.edits import TextChange, change_of, edited, file_of
from freed6c.diagnostics.locate import line_starts, locate
from freed6c.diagnostics.ways_out import Renaming
from freed6c.pipeline import compile_packs, with_other_choices
from keeps_values import lost_by
from pasting import errors_of_pasting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.diagnostics.ways_out import WayOut
    from freed6c.model.compiled import Compiled

CASES = Path(__file__).parent / "cases"
NAMES = [
    f"{stage}/{case.name}"
    for stage in ("load", "validate", "overlay", "link", "check", "choices")
    for case in sorted((CASES / stage).iterdir())
]


def compiled(layers: tuple[str, ...]) -> Compiled:
    return with_other_choices(compile_packs("./input", layers))


def ways(before: Compiled) -> Iterator[tuple[Diagnostic, WayOut]]:
    for problem in before.diagnostics:
        for way in problem.help:
            if way.edits:
                yield problem, way


@pytest.mark.parametrize("case", NAMES)
def test_what_a_way_out_does_ends_the_problem(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(CASES / case, tmp_path / "case")
    layers = enter(tmp_path / "case", monkeypatch)
    before = compiled(layers)
    for problem, way in ways(before):
        assert not lost_by(problem, way, before.sources), f"{problem.message}: {way}"
        kept = make(way, before)
        after = compiled(layers)
        assert not said_again(problem, before, after), f"{problem.message}: {way}"
        for file, (_, written) in kept.items():
            found = errors_in(file, written, after)
            if is_of_yaml(problem):  # what is wrong behind it was not seen yet
                found = list(filter(is_of_yaml, found))
            assert not found, f"{problem.message}: {way}"
        for file, (text, _) in kept.items():
            Path(file).write_text(text, encoding="utf-8")
        for edit in way.edits:
            if isinstance(edit, Renaming):
                Path(edit.file).with_name(edit.name).rename(edit.file)


@pytest.mark.parametrize("case", NAMES)
def test_a_line_to_paste_causes_no_other_error(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(CASES / case, tmp_path / "case")
    layers = enter(tmp_path / "case", monkeypatch)
    assert not list(errors_of_pasting(compiled(layers), lambda: compiled(layers)))


def make(way: WayOut, before: Compiled) -> dict[str, tuple[str, list[range]]]:
    """Make its edits. Gives the files as they were, and where something was written."""
    changes: dict[str, list[TextChange]] = {}
    for edit in way.edits:
        file = file_of(edit)
        if isinstance(edit, Renaming):
            Path(file).rename(Path(file).with_name(edit.name))
            continue
        change = change_of(edit, before.sources[file])
        assert change is not None, f"'{way}' is an edit of nothing"
        changes.setdefault(file, []).append(change)
    kept = {}
    for file, of_file in changes.items():
        text, written = edited(before.sources[file], of_file)
        kept[file] = before.sources[file], list(written.values())
        Path(file).write_text(text, encoding="utf-8")
    return kept


def said_again(problem: Diagnostic, before: Compiled, after: Compiled) -> bool:
    """Whether as many places have this problem as before."""

    def count(compiled: Compiled) -> int:
        return sum(
            (each.code, each.message) == (problem.code, problem.message)
            for each in compiled.diagnostics
        )

    return count(after) >= count(before)


def is_of_yaml(problem: Diagnostic) -> bool:
    """Whether a file cannot be read for it."""
    return problem.code.id.startswith("D6-Y")


def errors_in(file: str, written: list[range], after: Compiled) -> list[Diagnostic]:
    """The errors in what was written."""
    text = after.sources[file]
    found = []
    for problem in after.diagnostics:
        place = problem.label.place if problem.label else None
        if problem.severity == "error" and place is not None and place.file == file:
            span = locate(place, text)
            at = line_starts(text)[span.line - 1] + span.column - 1
            found += [problem for each in written if at in each]
    return found
