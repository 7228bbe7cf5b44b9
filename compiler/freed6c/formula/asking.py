"""Which functions make a number of an entry, for those who wrote the entry itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.formula.builtins import TABLE
from freed6c.formula.results import Always
from freed6c.formula.types import INTEGER, fits

if TYPE_CHECKING:
    from freed6c.formula.builtins import Builtin
    from freed6c.formula.types import Type


def ask_for_number(given: Type) -> str:
    """Advice that names every function which takes such an entry alone and gives a number.

    The one that takes the fewest other things is the likeliest.
    """
    found = [
        one
        for one in TABLE
        if one.gives == Always(INTEGER) and len(one.takes) == 1
        if any(fits(given, wanted) for wanted in one.takes[0].wants)
    ]
    names = [f"{one.name}(…)" for one in sorted(found, key=_reach)]
    return f"ask for a number of it: {' or '.join(names)}" if names else ""


def _reach(one: Builtin) -> int:
    return len(one.takes[0].wants)
