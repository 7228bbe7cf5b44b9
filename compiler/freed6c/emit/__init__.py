"""Stage 6: files from a ruleset and its document. To add a backend: a package and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.emit import html, json_, markdown, python

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.document.blocks import Document
    from freed6c.emit.files import OutputFile
    from freed6c.model.ruleset import Ruleset

BACKENDS: Final[Mapping[str, Callable[[Ruleset, Document], tuple[OutputFile, ...]]]] = {
    "python": lambda ruleset, _document: python.emit(ruleset),
    "markdown": lambda _ruleset, document: markdown.emit(document),
    "html": lambda _ruleset, document: html.emit(document),
    "json": lambda ruleset, document: json_.emit(ruleset, document.comparison),
}

DOCUMENTS: Final = frozenset({"markdown", "html", "json"})
"""The backends that tell what packs change of the game they are layered on."""


def emit(ruleset: Ruleset, document: Document, target: str) -> tuple[OutputFile, ...]:
    """The files of one backend."""
    return BACKENDS[target](ruleset, document)
