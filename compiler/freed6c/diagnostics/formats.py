"""The output formats of diagnostics."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.render import render_concise, render_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.pack import Sources

    Renderer = Callable[[Sequence[Diagnostic], Sources], str]


def _for_tools(
    format_: str, diagnostics: Sequence[Diagnostic], sources: Sources
) -> str:
    from freed6c.diagnostics import for_tools

    output: str = getattr(for_tools, f"render_{format_}")(diagnostics, sources)
    return output


RENDERERS: Final[dict[str, Renderer]] = {
    "text": render_text,
    "concise": render_concise,
    **{tool: partial(_for_tools, tool) for tool in ("json", "github", "sarif")},
}
"""Functions by format, from diagnostics and the texts of files (by path) to the output."""
