"""The module that binds the runtime to a ruleset: its die codes, and the way to its entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.emit.python.layout import Atom, assign, mapping, text
from freed6c.emit.python.module import source_file
from freed6c.emit.python.names import module
from freed6c.packs.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Collection

    from freed6c.emit.python.content import Content

IMPORTS = """\
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeVar, cast

from ._runtime import record
from ._runtime.die_code import DieCode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ._runtime.entries.dice import Dice

T_co = TypeVar("T_co", covariant=True)"""

DIE_CODE = """\
# The runtime of this package serves this ruleset alone, so its die codes are those of the ruleset.
DieCode.pips_per_die = {pips}"""

REF = '''\
class Ref(record.Ref[T_co]):
    """A reference to an entry of this ruleset."""

    __slots__ = ()

    @property
    def entry(self) -> T_co:
        """The entry itself."""
        return cast("T_co", entry(self.id))'''

ENTRY = '''\
def entry(id: str) -> record.Entry:
    """The entry of this id, such as `{example}`. Raises KeyError where there is none."""
    if id not in _FOUND:
        kind = id.partition(".")[0]
        if kind not in MODULES:
            raise KeyError(id)
        for top in tops(kind):
            _FOUND.update((found.id, found) for found in top.tree())
    return _FOUND[id]'''

TOPS = '''\
def tops(kind: str) -> Iterable[record.Entry]:
    """What stands in the module of a kind, without what is nested in it."""
    name = MODULES[kind]
    entries = getattr(import_module(f".{name}", __package__), name.upper())
    found = (entries,) if isinstance(entries, record.Entry) else entries.values()
    return cast("Iterable[record.Entry]", found)'''

RULES = '''\
class Rules:
    """This ruleset, as situations ask it."""

    __slots__ = ()

    @property
    def die_code(self) -> type[DieCode]:
        """The die codes of this ruleset."""
        return DieCode

    @property
    def procedure(self) -> Dice | None:
        """The dice procedure that counts where none is named."""
        return {procedure}

    def entry(self, id: str, /) -> record.Entry:
        """The entry of an id. Raises KeyError where there is none."""
        return entry(id)

    def every(self, kind: str, /) -> Iterable[record.Entry]:
        """All entries of a kind, by the word that begins their ids, in order."""
        if kind not in _KINDS:
            found = tops(kind) if kind in MODULES else ()
            every = (one for top in found for one in top.tree())
            _KINDS[kind] = tuple(record.of_kind(every, kind))
        return _KINDS[kind]'''


def write_bound(content: Content, modules: Collection[str]) -> str:
    """`_bound.py`."""
    known = [(kind.name, module(kind)) for kind in KINDS if module(kind) in modules]
    table = mapping((kind, Atom(text(name))) for kind, name in known)
    parts = (
        assign("MODULES: Final[Mapping[str, str]]", table),
        "_FOUND: Final[dict[str, record.Entry]] = {}",
        "_KINDS: Final[dict[str, tuple[record.Entry, ...]]] = {}",
        DIE_CODE.format(pips=content.ruleset.die_code.pips_per_die),
        TOPS,
        ENTRY.format(example=next(iter(content.ruleset.entries), "kind.key")),
        REF,
        RULES.format(procedure=_procedure(content)),
        "RULES: Final = Rules()",
    )
    title = (
        "What binds the runtime to this ruleset: its die codes, the way to its entries."
    )
    return source_file(content, title, IMPORTS.splitlines(), parts)


def _procedure(content: Content) -> str:
    found = content.ruleset.procedure
    return "None" if found is None else f'cast("Dice", entry({text(found.id)}))'
