"""Stage 6: files from a ruleset and its document.

A backend, such as `html`, makes the files of one format. It returns them as data (`files.py`);
only `writer.py` writes to the disk. Its docstring explains the steps. It checks each folder below
the one you named before it enters, reads only regular files, and compares bytes to find the files
to write. There is no journal: if a build was killed, the next one compares again and repairs it.

The wheel isn't compressed, because versions of zlib compress differently. All files in it have the
same permissions; those of files in a folder depend on your umask.

`ruleset.json` comes from `json_.py`. `tests/ruleset_schema.py` makes its schema from the classes
and their docstrings, `json_types.py` prints that as TypeScript, and `json_formulas.py` has the tree
of a formula; `tests/test_json.py` compares the committed schema.

To add a backend: write a module or a package in `emit/` whose files name their licenses, and a
line in `BACKENDS` of `emit/__init__.py`. Add a target in `cli/build.py` (in `TARGETS` if it is
made by default), its name in `docs/index.md`, and a case in `tests/cases/emit/`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.emit import html, json_, markdown, python, wheel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.document.documents import Documents
    from freed6c.emit.files import OutputFile
    from freed6c.emit.html import SiteLayout

    Backend: TypeAlias = Callable[[Documents, SiteLayout], tuple[OutputFile, ...]]

BACKENDS: Final[Mapping[str, Backend]] = {
    "python": lambda documents, _layout: python.emit(documents),
    "markdown": lambda documents, _layout: markdown.emit(documents.grouped),
    "html": html.emit,
    "json": lambda documents, _layout: json_.emit(documents),
    "wheel": lambda documents, _layout: wheel.emit(documents),
}


def emit(
    documents: Documents, target: str, layout: SiteLayout = "pages"
) -> tuple[OutputFile, ...]:
    """Return the files of one backend. Only the backend of sites uses the layout."""
    return BACKENDS[target](documents, layout)
