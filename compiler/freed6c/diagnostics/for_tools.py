"""Renders diagnostics for tools: as JSON, as GitHub's workflow commands, and as SARIF."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from freed6c import __version__
from freed6c.diagnostics.edits import change_of, file_of
from freed6c.diagnostics.explanations import explain_code
from freed6c.diagnostics.locate import line_starts
from freed6c.diagnostics.render import Placed, PlacedLabel, sort_placed
from freed6c.diagnostics.ways_out import Renaming
from freed6c.packs.location import Location

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.diagnostics.diagnostic import Code, Diagnostic
    from freed6c.diagnostics.edits import TextChange
    from freed6c.diagnostics.ways_out import FileEdit, WayOut
    from freed6c.packs.pack import Sources


# JSON.


SCHEMA_VERSION: Final = 1


def render_json(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return diagnostics as a JSON document that fits `schemas/diagnostics.schema.json`."""
    placed = sort_placed(diagnostics, sources)
    document = {
        "schema_version": SCHEMA_VERSION,
        "errors": sum(diagnostic.severity == "error" for diagnostic in diagnostics),
        "warnings": sum(diagnostic.severity == "warning" for diagnostic in diagnostics),
        "diagnostics": [_diagnostic(diagnostic, sources) for diagnostic in placed],
    }
    return json.dumps(document, indent=2) + "\n"


def _diagnostic(placed: Placed, sources: Sources) -> dict[str, Any]:
    diagnostic, spot = placed.diagnostic, placed.spot
    place = diagnostic.label.place if diagnostic.label else None
    return {
        "code": diagnostic.code.id,
        "name": diagnostic.code.name,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "file": spot.file if spot else None,
        "range": _range_of(placed.marks[0], sources) if spot else None,
        "path": list(place.path) if isinstance(place, Location) else None,
        "labels": [_label(mark, sources) for mark in placed.marks],
        "help": [way.text for way in diagnostic.help],
        "fixes": [_fix(way, sources) for way in diagnostic.help if way.edits],
        "notes": list(diagnostic.notes),
    }


def _fix(way: WayOut, sources: Sources) -> dict[str, Any]:
    """Return a suggestion with its edits. An edit that can't be applied has only its file."""
    return {"title": way.text, "edits": [_edit(edit, sources) for edit in way.edits]}


def _edit(edit: FileEdit, sources: Sources) -> dict[str, Any]:
    file = file_of(edit)
    if isinstance(edit, Renaming):
        return {"file": file, "name": edit.name}
    text = sources.get(file, "")
    change = change_of(edit, text)
    if change is None:
        return {"file": file}
    corners = (number + 1 for number in (*change.start, *change.end))
    return {"file": file, "range": _range(text, *corners), "text": change.text}


def _label(mark: PlacedLabel, sources: Sources) -> dict[str, Any]:
    return {
        "file": mark.spot.file,
        "range": _range_of(mark, sources),
        "message": mark.text,
        "primary": mark.primary,
    }


def _range_of(mark: PlacedLabel, sources: Sources) -> dict[str, Any]:
    spot, text = mark.spot, sources.get(mark.spot.file, "")
    return _range(text, spot.line, spot.column, spot.end_line, spot.end_column)


def _range(
    text: str, line: int, column: int, end_line: int, end_column: int
) -> dict[str, Any]:
    """Return a range of a text as JSON. Lines and columns count from 1, offsets from 0."""
    corners = {"start": (line, column), "end": (end_line, end_column)}
    return {
        name: {"line": row, "column": at, "offset": line_starts(text)[row - 1] + at - 1}
        for name, (row, at) in corners.items()
    }


# GitHub's workflow commands: one line for each diagnostic, shown beside the source line.


def render_github(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return workflow commands: `::error file=…,line=…,col=…,title=…::message and help`."""
    placed = sort_placed(diagnostics, sources)
    return "".join(f"{_workflow_command(shown)}\n" for shown in placed)


def _workflow_command(placed: Placed) -> str:
    diagnostic, spot = placed.diagnostic, placed.spot
    facts: dict[str, object] = {}
    if spot is not None:
        facts = {"file": spot.file, "line": spot.line, "endLine": spot.end_line}
        if spot.line == spot.end_line:  # GitHub ignores columns of several lines
            facts |= {"col": spot.column, "endColumn": spot.end_column}
    facts["title"] = f"{diagnostic.code.id} {diagnostic.code.name}"
    listed = ",".join(
        f"{name}={_property(str(value))}" for name, value in facts.items()
    )
    text = "\n".join((diagnostic.message, *(way.text for way in diagnostic.help)))
    return f"::{diagnostic.severity} {listed}::{_data(text)}"


def _data(text: str) -> str:
    """Escape a message of a workflow command, as GitHub's runner decodes it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


# SARIF 2.1.0, the format of code scanning.


SARIF: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
"""The address of its schema, which is never fetched."""


def render_sarif(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return a SARIF log with one run: the codes as rules, the diagnostics as results."""
    placed = sort_placed(diagnostics, sources)
    codes = sorted({problem.code for problem in diagnostics}, key=lambda code: code.id)
    numbers = {code: number for number, code in enumerate(codes)}
    tool = {
        "name": "freed6c",
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": tool},
        "columnKind": "unicodeCodePoints",
        "results": [_result(p, numbers[p.diagnostic.code], sources) for p in placed],
    }
    log = {"$schema": SARIF, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.id,
        "name": code.name,
        "shortDescription": {"text": code.meaning},
        "fullDescription": {"text": explain_code(code).why or code.meaning},
        "defaultConfiguration": {"level": code.severity},
    }


def _result(placed: Placed, rule: int, sources: Sources) -> dict[str, Any]:
    diagnostic = placed.diagnostic
    lines = [diagnostic.message, *(way.text for way in diagnostic.help)]
    places = [{"physicalLocation": _physical(mark)} for mark in placed.marks[:1]]
    others = [
        {
            "id": number,
            "physicalLocation": _physical(mark),
            **({"message": {"text": mark.text}} if mark.text else {}),
        }
        for number, mark in enumerate(placed.marks[1:], 1)
    ]
    fixes = [_sarif_fix(way, sources) for way in diagnostic.help if way.edits]
    return {
        "ruleId": diagnostic.code.id,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": "\n".join((*lines, *diagnostic.notes))},
        **({"locations": places} if placed.spot else {}),
        **({"relatedLocations": others} if others else {}),
        **({"fixes": fixes} if (fixes := [*filter(None, fixes)]) else {}),
    }


def _physical(mark: PlacedLabel) -> dict[str, Any]:
    spot = mark.spot
    region = _region(spot.line, spot.column, spot.end_line, spot.end_column)
    return {"artifactLocation": {"uri": quote(spot.file)}, "region": region}


def _region(*corners: int) -> dict[str, int]:
    names = ("startLine", "startColumn", "endLine", "endColumn")
    return dict(zip(names, corners, strict=True))


def _sarif_fix(way: WayOut, sources: Sources) -> dict[str, Any] | None:
    """Return edits as SARIF file changes; None if one can't be applied or renames a file."""
    by_file: dict[str, list[TextChange]] = {}
    for edit in way.edits:
        change = change_of(edit, sources.get(file_of(edit), ""))
        if change is None:
            return None
        by_file.setdefault(file_of(edit), []).append(change)
    return {
        "description": {"text": way.text},
        "artifactChanges": [
            {
                "artifactLocation": {"uri": quote(file)},
                "replacements": [*map(_replacement, changes)],
            }
            for file, changes in by_file.items()
        ],
    }


def _replacement(change: TextChange) -> dict[str, Any]:
    corners = (number + 1 for number in (*change.start, *change.end))
    return {
        "deletedRegion": _region(*corners),
        "insertedContent": {"text": change.text},
    }
