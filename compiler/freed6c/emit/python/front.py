"""The front of a package: what it is, whose it is, and what one imports from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.emit.python.dice import FUNCTIONS
from freed6c.emit.python.layout import Atom, assign, docstring, sequence, text
from freed6c.emit.python.licenses import FILE, MODULE, NAMES
from freed6c.emit.python.module import header, import_line
from freed6c.emit.python.play import FRONT
from freed6c.runtime.entries.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.emit.python.content import Content

ALWAYS = ("DieCode", "Entry", "RULES", "Ref", "TITLE", "VERSION", "entry", *NAMES)
"""What every package offers."""


LATER = import_line(".play", FRONT)[0]
LAZY = f'''
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Whoever only reads rules does not load what plays by them."""
        if name not in ({", ".join(map(text, FRONT))}):
            raise AttributeError(name)
        from . import play

        return getattr(play, name)'''


def write_front(content: Content, modules: Sequence[str]) -> str:
    """`__init__.py`: entries are in the modules, which are imported when they are asked for."""
    manifest = content.ruleset.manifest
    played = bool(content.ruleset.of(Dice))
    functions = FUNCTIONS if played else ()
    exported = (*ALWAYS, *functions, *(FRONT if played else ()))
    parts = [
        *header(content),
        docstring(_words(content, modules)),
        "",
        f"from typing import {'TYPE_CHECKING, ' if played else ''}Final",
        "",
        "from ._bound import RULES, Ref, entry",
        *(import_line("._dice", functions) if functions else ()),
        *import_line(f".{MODULE}", NAMES),
        "from ._runtime.amounts import DieCode",
        "from ._runtime.record import Entry",
        "",
        *(["if TYPE_CHECKING:", f"    {LATER}", ""] if played else []),
        _list("__all__", exported),
        "",
        assign("TITLE: Final", Atom(text(manifest.title))),
        assign("VERSION: Final", Atom(text(manifest.version))),
        *([LAZY] if played else []),
        "",
    ]
    return "\n".join(parts)


def _list(name: str, words: Sequence[str]) -> str:
    made = sequence(Atom(text(word)) for word in sorted(words))
    return assign(name, made).replace("(", "[", 1).replace(")", "]")


def _words(content: Content, modules: Sequence[str]) -> str:
    manifest = content.ruleset.manifest
    count = len(content.ruleset.entries)
    found = [one.license for one in content.ruleset.manifests if one.license]
    whose = dict.fromkeys(f"{one.id}, {one.holder}" for one in found)
    licensed = f" Content: {'; '.join(whose)} (see {FILE})." if whose else ""
    return (
        f"{manifest.cited}: {count} entries in typed modules.{licensed}"
        f"\n\nModules: {', '.join(modules)}."
    )
