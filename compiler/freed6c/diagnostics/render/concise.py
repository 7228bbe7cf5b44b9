"""One line a diagnostic, for editors and for grep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.render.placed import Placed, in_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.diagnostics import Diagnostic


def render_concise(
    diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]
) -> str:
    """`file:line:column: error[CODE] what is wrong (what to do)`."""
    return "".join(f"{_line(each)}\n" for each in in_order(diagnostics, sources))


def _line(placed: Placed) -> str:
    diagnostic, spot = placed.diagnostic, placed.spot
    where = f"{spot.file}:{spot.line}:{spot.column}: " if spot else ""
    advice = f" ({diagnostic.help[0]})" if diagnostic.help else ""
    said = f"{diagnostic.severity}[{diagnostic.code.id}] {diagnostic.message}{advice}"
    return where + " ".join(said.split())
