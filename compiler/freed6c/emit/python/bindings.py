"""The module that binds the runtime to a ruleset: its die codes, and the way to its entries."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from freed6c.emit.python.content import Context, constant_name, module_name
from freed6c.emit.python.layout import Atom, Brackets, assign, literal, mapping
from freed6c.emit.python.module import import_line, source_file
from freed6c.packs.kinds import KINDS
from freed6c.runtime.entries.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path


BOUND_IMPORTS = """\
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeVar, cast

from ._runtime import record
from ._runtime.amounts import DieCode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ._runtime.entries.dice import Dice

T_co = TypeVar("T_co", covariant=True)"""

BINDINGS = """\
# The runtime of this package serves this ruleset alone, so its die codes are those of the ruleset,
# and its entries are found in the ruleset when they are copied or unpickled.
DieCode.pips_per_die = {pips}
record.Entry.find = entry"""

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


def write_bound(context: Context, modules: Collection[str]) -> str:
    """`_bound.py`."""
    known = [
        (kind.name, module_name(kind)) for kind in KINDS if module_name(kind) in modules
    ]
    table = mapping((kind, Atom(literal(name))) for kind, name in known)
    parts = (
        assign("MODULES: Final[Mapping[str, str]]", table),
        "_FOUND: Final[dict[str, record.Entry]] = {}",
        "_KINDS: Final[dict[str, tuple[record.Entry, ...]]] = {}",
        TOPS,
        ENTRY.format(example=next(iter(context.ruleset.entries), "kind.key")),
        BINDINGS.format(pips=context.ruleset.die_code.pips_per_die),
        REF,
        RULES.format(procedure=_procedure(context)),
        "RULES: Final = Rules()",
    )
    title = (
        "What binds the runtime to this ruleset: its die codes, the way to its entries."
    )
    return source_file(context, title, BOUND_IMPORTS.splitlines(), parts)


def _procedure(context: Context) -> str:
    found = context.ruleset.procedure
    return "None" if found is None else f'cast("Dice", entry({literal(found.id)}))'


# The modules that bind dice to a ruleset: functions that know its procedures, and their
# classes.
#
# The functions import what they need when they are called: whoever only reads rules
# does not load the dice, and whoever only rolls does not load what reckons.


FUNCTIONS = ("odds", "opposed", "roll")
"""What the front of a package offers of them."""

DICE_IMPORTS = """\
from __future__ import annotations

from typing import TYPE_CHECKING

from ._runtime.amounts import DieCode

if TYPE_CHECKING:
    from ._runtime.dice.pool import Pool
    from ._runtime.dice.roller import Roll
    from ._runtime.dice.table import Choose, Randomness
    from ._runtime.entries.dice import Dice
    from ._runtime.odds.answer import Odds, Opposed"""

ODDS = '''\
def odds(pool: str | Pool, procedure: Dice | None = None) -> Odds:
    """The exact chances of a pool: `odds("5D").at_least(10)`.

    Without a procedure it is the first of `dice`. Raises PoolError where the pool cannot be
    read or rolled, and NoExactMethod where its chances cannot be told.
    """
    from ._runtime.odds.answer import oddsmaker

    used = _procedure(procedure)
    return oddsmaker(used).odds(_pool(pool, used))'''

OPPOSED = '''\
def opposed(
    first: str | Pool, second: str | Pool, procedure: Dice | None = None
) -> Opposed:
    """The exact chances of one pool against another: to win, to tie, to lose."""
    from ._runtime.odds import answer as chances

    return chances.opposed(odds(first, procedure), odds(second, procedure))'''

ROLL = '''\
def roll(
    pool: str | Pool,
    target: int | None = None,
    *,
    rng: Randomness,
    procedure: Dice | None = None,
    choose: Choose | None = None,
) -> Roll:
    """Roll a pool, against a target if there is one; the roll shows its work.

    `rng` is anything with `randrange`, such as `random.Random`. Without a procedure it is
    the first of `dice`; without `choose`, the assumed choices are taken. Raises PoolError
    where the pool cannot be read or rolled.
    """
    from ._runtime.dice.roller import roller

    used = _procedure(procedure)
    return roller(used).roll(_pool(pool, used), rng, target, choose)'''

PROCEDURE = """\
def _procedure(given: Dice | None) -> Dice:
    from . import dice

    if given is not None:
        return given
    return dice.{first}"""

POOL = """\
def _pool(pool: str | Pool, procedure: Dice) -> Pool:
    from ._runtime.dice.pool import parse

    if not isinstance(pool, str):
        return pool
    return parse(pool, procedure, DieCode.pips_per_die)"""

CLASSES: Mapping[str, tuple[str, ...]] = {
    "._runtime.dice.pool": ("Call", "Pool", "PoolError", "Share"),
    "._runtime.dice.roller": ("Roll",),
    "._runtime.dice.table": ("Choose", "Die", "Done", "Kind", "Randomness"),
    "._runtime.odds": ("NoExactMethod",),
    "._runtime.odds.answer": ("Odds", "Opposed", "Support"),
}
"""What rolls and odds are made of."""


def write_dice(context: Context) -> Mapping[str, str]:
    """`_dice.py` with the functions and `rolls.py` with the classes, where there are dice."""
    procedures = context.ruleset.of(Dice)
    if not procedures:
        return {}
    return {"_dice": _functions(context, procedures[0]), "rolls": _classes(context)}


def _functions(context: Context, first: Dice) -> str:
    title = (
        f"Rolls the dice of {context.ruleset.manifest.title} and tells their chances."
    )
    parts = [
        part.replace("{first}", constant_name(first))
        for part in (ODDS, OPPOSED, ROLL, PROCEDURE, POOL)
    ]
    return source_file(context, title, DICE_IMPORTS.splitlines(), parts)


def _classes(context: Context) -> str:
    lines = ["from __future__ import annotations", ""]
    for name, names in CLASSES.items():
        lines += import_line(name, names)
    exported = sorted(name for names in CLASSES.values() for name in names)
    items = tuple(("", Atom(literal(name))) for name in exported)
    title = "The classes of pools, rolls and chances, and what they raise."
    return source_file(
        context, title, lines, [assign("__all__", Brackets("[", "]", items))]
    )


# The module that one plays with: characters of the ruleset, and all that they can do.


FRONT = ("Character", "check")
"""What the front of a package offers of them."""

NAMES: Mapping[str, tuple[str, ...]] = {
    "actions": ("act", "buy", "slots", "test_track"),
    "being": ("Being", "DoesNotFit"),
    "character": ("Character",),
    "checks": ("Attempt", "Part", "Result", "check"),
    "effects": ("follow",),
    "execution": ("Buying", "Choices"),
    "points": ("earn", "lose", "spend", "spend_on"),
    "state": (
        "Active",
        "Checked",
        "Happening",
        "Held",
        "Lasting",
        "Outcome",
        "Refused",
    ),
    "time": ("end", "interrupting", "order", "start"),
}

BIND = """\
# The runtime of this package serves this ruleset alone: whoever plays, plays by its rules.
Being.rules = RULES"""


def write_play(context: Context) -> Mapping[str, str]:
    """`play.py`, where there are dice to play with."""
    if not context.ruleset.of(Dice):
        return {}
    lines = ["from __future__ import annotations", "", "from ._bound import RULES"]
    for name, names in NAMES.items():
        lines += import_line(f"._runtime.play.{name}", names)
    exported = sorted(name for names in NAMES.values() for name in names)
    items = tuple(("", Atom(literal(name))) for name in exported)
    title = f"Play by {context.ruleset.manifest.title}: characters, and what they do."
    listed = assign("__all__", Brackets("[", "]", items))
    return {"play": source_file(context, title, lines, [listed, BIND])}


# The module of a package from which its classes are imported: what entries and their
# parts are.


HIDDEN: Final = frozenset({"Ref", "DieCode"})
"""Classes that the package binds to its ruleset; they are imported from the package itself."""


def write_kinds(context: Context, runtime: Path) -> str:
    """`kinds.py`: every class of the typed model, by the file it stands in."""
    paths = sorted((*runtime.glob("*.py"), *(runtime / "entries").glob("*.py")))
    classes = {
        _module(runtime, path): found
        for path in paths
        if (found := _classes_kinds(path))
    }
    lines = ["from __future__ import annotations", ""]
    for name, names in classes.items():
        lines += import_line(f"._runtime.{name}", names)
    exported = sorted(name for names in classes.values() for name in names)
    items = tuple(("", Atom(literal(name))) for name in exported)
    parts = (assign("__all__", Brackets("[", "]", items)),)
    title = f"The classes of {context.ruleset.manifest.title}: what its entries are made of."
    return source_file(context, title, lines, parts)


def _module(runtime: Path, path: Path) -> str:
    return ".".join(path.relative_to(runtime).with_suffix("").parts)


def _classes_kinds(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return sorted(
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and node.name not in HIDDEN
        and not node.name.startswith("_")
    )
