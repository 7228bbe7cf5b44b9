"""All diagnostics as one JSON document: schemas/diagnostics.schema.json."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.render.placed import Mark, Placed, in_order
from freed6c.packs.address import Address

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.diagnostics import Diagnostic

SCHEMA_VERSION: Final = 1


def render_json(diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]) -> str:
    """Never shortened: what reads it can choose for itself."""
    placed = in_order(diagnostics, sources)
    document = {
        "schema_version": SCHEMA_VERSION,
        "errors": sum(each.severity == "error" for each in diagnostics),
        "warnings": sum(each.severity == "warning" for each in diagnostics),
        "diagnostics": [_diagnostic(each, sources) for each in placed],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _diagnostic(placed: Placed, sources: Mapping[str, str]) -> dict[str, Any]:
    diagnostic, spot = placed.diagnostic, placed.spot
    place = diagnostic.label.place if diagnostic.label else None
    return {
        "code": diagnostic.code.id,
        "name": diagnostic.code.name,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "file": spot.file if spot else None,
        "range": _range(placed.marks[0], sources) if spot else None,
        "path": list(place.path) if isinstance(place, Address) else None,
        "labels": [_label(mark, sources) for mark in placed.marks],
        "help": list(diagnostic.help),
        "notes": list(diagnostic.notes),
    }


def _label(mark: Mark, sources: Mapping[str, str]) -> dict[str, Any]:
    return {
        "file": mark.spot.file,
        "range": _range(mark, sources),
        "message": mark.text,
        "primary": mark.primary,
    }


def _range(mark: Mark, sources: Mapping[str, str]) -> dict[str, Any]:
    spot, text = mark.spot, sources.get(mark.spot.file, "")
    return {
        "start": _position(text, spot.line, spot.column),
        "end": _position(text, spot.end_line, spot.end_column),
    }


def _position(text: str, line: int, column: int) -> dict[str, int]:
    offset = _line_starts(text)[line - 1] + column - 1
    return {"line": line, "column": column, "offset": offset}


@lru_cache(maxsize=4)
def _line_starts(text: str) -> tuple[int, ...]:
    lengths = (len(line) + 1 for line in text.split("\n"))
    return tuple(accumulate(lengths, initial=0))
