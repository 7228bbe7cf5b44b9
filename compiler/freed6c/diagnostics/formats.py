"""The output formats of diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.for_tools import render_github, render_json, render_sarif
from freed6c.diagnostics.render import render_concise, render_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic

    Renderer = Callable[[Sequence[Diagnostic], Mapping[str, str]], str]

RENDERERS: Final[dict[str, Renderer]] = {
    "text": render_text,
    "concise": render_concise,
    "json": render_json,
    "github": render_github,
    "sarif": render_sarif,
}
"""Functions by format, from diagnostics and the texts of files (by path) to the output."""
