"""The front of a package: what it is, whose it is, and what one imports from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.emit.python.layout import Atom, assign, docstring, sequence, text
from freed6c.emit.python.module import header

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.model.ruleset import Ruleset


def write_front(ruleset: Ruleset, modules: Sequence[str]) -> str:
    """`__init__.py`: entries are in the modules, which are imported when they are asked for."""
    manifest = ruleset.manifest
    exported = ("DieCode", "Entry", "Ref", "TITLE", "VERSION", "entry")
    parts = [
        *header(ruleset),
        docstring(_words(ruleset, modules)),
        "",
        "from typing import Final",
        "",
        "from ._bound import DieCode, Ref, entry",
        "from ._runtime.record import Entry",
        "",
        _list("__all__", exported),
        "",
        assign("TITLE: Final", Atom(text(manifest.title))),
        assign("VERSION: Final", Atom(text(manifest.version))),
        "",
    ]
    return "\n".join(parts)


def _list(name: str, words: Sequence[str]) -> str:
    made = sequence(Atom(text(word)) for word in sorted(words))
    return assign(name, made).replace("(", "[", 1).replace(")", "]")


def _words(ruleset: Ruleset, modules: Sequence[str]) -> str:
    manifest = ruleset.manifest
    count = len(ruleset.entries)
    licensed = ""
    if manifest.license is not None:
        licensed = f" Content: {manifest.license.id}, {manifest.license.holder}."
    return (
        f"{manifest.title} {manifest.version}: {count} entries in typed modules.{licensed}"
        f"\n\nModules: {', '.join(modules)}."
    )
