"""The ways to show diagnostics, one file a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.render.concise import render_concise
from freed6c.diagnostics.render.json_ import render_json
from freed6c.diagnostics.render.text import render_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.diagnostics import Diagnostic

    Renderer = Callable[[Sequence[Diagnostic], Mapping[str, str]], str]

RENDERERS: Final[dict[str, Renderer]] = {
    "concise": render_concise,
    "json": render_json,
    "text": render_text,
}
"""By name: from diagnostics and the texts of files by path to what is printed."""
