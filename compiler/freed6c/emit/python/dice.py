"""The modules that bind dice to a ruleset: functions that know its procedures, and their classes.

The functions import what they need when they are called: whoever only reads rules does not load
the dice, and whoever only rolls does not load what reckons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.emit.python.layout import Atom, Group, assign, text
from freed6c.emit.python.module import import_line, source_file
from freed6c.emit.python.names import constant
from freed6c.runtime.entries.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.emit.python.content import Content

FUNCTIONS = ("odds", "opposed", "roll")
"""What the front of a package offers of them."""

IMPORTS = """\
from __future__ import annotations

from typing import TYPE_CHECKING

from ._runtime.die_code import DieCode

if TYPE_CHECKING:
    from ._runtime.dice import Pool, Roll
    from ._runtime.dice.table import Choose, Randomness
    from ._runtime.entries.dice import Dice
    from ._runtime.odds import Odds, Opposed"""

ODDS = '''\
def odds(pool: str | Pool, procedure: Dice | None = None) -> Odds:
    """The exact chances of a pool: `odds("5D").at_least(10)`.

    Without a procedure it is the first of `dice`. Raises PoolError where the pool cannot be
    read or rolled, and NoExactMethod where its chances cannot be told.
    """
    from ._runtime.odds import oddsmaker

    used = _procedure(procedure)
    return oddsmaker(used).odds(_pool(pool, used))'''

OPPOSED = '''\
def opposed(
    first: str | Pool, second: str | Pool, procedure: Dice | None = None
) -> Opposed:
    """The exact chances of one pool against another: to win, to tie, to lose."""
    from ._runtime import odds as chances

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
    from ._runtime.dice import roller

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
    from ._runtime.dice import parse

    if not isinstance(pool, str):
        return pool
    return parse(pool, procedure, DieCode.pips_per_die)"""

CLASSES: Mapping[str, tuple[str, ...]] = {
    "._runtime.dice": ("Die", "Done", "Pool", "PoolError", "Roll"),
    "._runtime.dice.pool": ("Call", "Share"),
    "._runtime.dice.table": ("Choose", "Kind", "Randomness"),
    "._runtime.odds": ("NoExactMethod", "Odds", "Opposed", "Support"),
}
"""What rolls and odds are made of."""


def write_dice(content: Content) -> Mapping[str, str]:
    """`_dice.py` with the functions and `rolls.py` with the classes, where there are dice."""
    procedures = content.ruleset.of(Dice)
    if not procedures:
        return {}
    return {"_dice": _functions(content, procedures[0]), "rolls": _classes(content)}


def _functions(content: Content, first: Dice) -> str:
    title = (
        f"Rolls the dice of {content.ruleset.manifest.title} and tells their chances."
    )
    parts = [
        part.replace("{first}", constant(first))
        for part in (ODDS, OPPOSED, ROLL, PROCEDURE, POOL)
    ]
    return source_file(content, title, IMPORTS.splitlines(), parts)


def _classes(content: Content) -> str:
    lines = ["from __future__ import annotations", ""]
    for module, names in CLASSES.items():
        lines += import_line(module, names)
    exported = sorted(name for names in CLASSES.values() for name in names)
    items = tuple(("", Atom(text(name))) for name in exported)
    title = "The classes of pools, rolls and chances, and what they raise."
    return source_file(
        content, title, lines, [assign("__all__", Group("[", "]", items))]
    )
