"""Dice that stand in words, for readers to roll."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Code, Inline, Inlines, Rollable, Text
from freed6c.runtime.dice.pool import PoolError, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.scribe import Scribe


CODE: Final = re.compile(
    r"(?<![\w.+\-\N{MINUS SIGN}\N{PLUS-MINUS SIGN}])[1-9][0-9]?D(?:\+[0-9])?(?![\w+])"
)
"""A die code between words. One with a sign is more or fewer dice, and nothing to roll."""
BEGINS: Final = re.compile(r"[1-9][0-9]?D")


def rollable(scribe: Scribe, pool: str) -> Inlines:
    """Dice, where the ruleset says how they are rolled and there is at least one."""
    words = (Text(pool),)
    rolled = scribe.chances.rolled and not pool.startswith("0D")
    return (Rollable(pool, words),) if rolled else words


def with_dice(scribe: Scribe, text: str) -> Inlines:
    """Words of a pack, with the dice among them."""
    if "D" not in text or not scribe.chances.rolled:
        return (Text(text),)
    return tuple(_parts(text))


def pool_in(scribe: Scribe, text: str) -> Inline | None:
    """A whole pool in its notation, `5D WD B2`, as readers would roll it; None where it is none."""
    procedure = scribe.ruleset.procedure
    if procedure is None or not BEGINS.match(text):
        return None
    try:
        parse(text, procedure, scribe.ruleset.die_code.pips_per_die)
    except PoolError:
        return None
    return Rollable(text, (Code(text),))


def _parts(text: str) -> Iterator[Inline]:
    end = 0
    for match in CODE.finditer(text):
        if match.start() > end:
            yield Text(text[end : match.start()])
        yield Rollable(match[0], (Text(match[0]),))
        end = match.end()
    if end < len(text):
        yield Text(text[end:])
