"""Templates of pages, filled by Jinja2, which is imported when the first one is."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


def filled(name: str, **views: object) -> str:
    """A template with what it asks for. What is not HTML already is escaped."""
    return _environment().get_template(f"{name}.html.jinja").render(**views)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("freed6c.emit.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
