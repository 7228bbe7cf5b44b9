"""Stage 6: files from a ruleset and its document.

A backend returns files by name, as pure data (`files.py`). `writer.py` alone touches the disk:
its docstring has the steps, and the lock between two builds. It looks at each folder below the
one you named before it enters, reads only regular files, and compares bytes to find what to
change. There is no journal: the build after one that was killed compares again, and so repairs
it.

The wheel isn't compressed, because each zlib compresses differently. Its files have one mode; in
a folder, your umask decides.

`ruleset.json` comes from `json_.py`. `tests/ruleset_schema.py` makes its schema from the classes
and their docstrings, `json_types.py` prints that as TypeScript, and `json_formulas.py` has the tree
of a formula; `tests/test_json.py` compares the committed schema.

To add a backend: write a module or a package in `emit/` whose files name their licenses, and a
line in `BACKENDS` of `emit/__init__.py`. Add a target in `cli/build.py` (in `TARGETS` if it is
made by default), its name in `README.md`, and a case in `tests/cases/emit/`.
"""

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
