"""Stage 6: files from a ruleset and its document. To add a backend: a package and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.emit import html, json_, markdown, python, wheel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.document import Documents
    from freed6c.emit.files import OutputFile
    from freed6c.emit.html import SiteLayout

    Backend: TypeAlias = Callable[[Documents, SiteLayout], tuple[OutputFile, ...]]

BACKENDS: Final[Mapping[str, Backend]] = {
    "python": lambda documents, _layout: python.emit(
        documents.ruleset, documents.comparison
    ),
    "markdown": lambda documents, _layout: markdown.emit(documents.grouped),
    "html": html.emit,
    "json": lambda documents, _layout: json_.emit(documents),
    "wheel": lambda documents, _layout: wheel.emit(documents),
}


def emit(
    documents: Documents, target: str, layout: SiteLayout = "pages"
) -> tuple[OutputFile, ...]:
    """The files of one backend. The layout is that of a site."""
    return BACKENDS[target](documents, layout)
