"""How pools are written, and a place to roll them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import (
    Block,
    Blocks,
    Code,
    Heading,
    Inlines,
    Link,
    Paragraph,
    Text,
)
from freed6c.document.describe.columns import Sketch, table
from freed6c.document.forms import Roller
from freed6c.document.places import anchor_of
from freed6c.document.scribe import Scribe, title_of
from freed6c.document.sentences.dice import rollable
from freed6c.document.sentences.tokens import said_of
from freed6c.document.wording import capitalised
from freed6c.runtime.dice.pool import Token, tokens_of
from freed6c.runtime.entries.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Iterator


PAGE: Final = "page.roll"
"""What links to the page for rolling lead to."""


def rolling(scribe: Scribe) -> Blocks:
    """The roller, then how to write what it rolls; nothing where nobody rolls dice."""
    procedures = scribe.ruleset.of(Dice)
    if not procedures:
        return ()
    roller = Roller(scribe.say("roller.without"))
    known = tuple(block for one in procedures for block in _notation(scribe, one))
    return (roller, *known)


def _notation(scribe: Scribe, procedure: Dice) -> Iterator[Block]:
    """What may stand in a pool, and what each token calls for."""
    words = scribe.say("roller.notation", procedure=(scribe.link(procedure),))
    yield Heading(2, f"{anchor_of(PAGE)}--{anchor_of(procedure.id)}", words)
    tokens = list(tokens_of(procedure).values())
    codes = scribe.listed([rollable(scribe, "5D"), rollable(scribe, "3D+1")], "or")
    bonuses = scribe.listed([(Code("+1D"),), (Code("-2"),)], "or")
    key = "roller.intro" if tokens else "roller.unmarked"
    yield Paragraph(scribe.say(key, codes=codes, bonuses=bonuses))
    sketch = Sketch(
        (scribe.say("roller.mark"), [(Code(one.letters),) for one in tokens]),
        (scribe.say("roller.means"), [_means(one) for one in tokens]),
        (scribe.say("roller.how"), [_how(scribe, one) for one in tokens]),
    )
    yield from table(scribe, sketch)


def _means(token: Token) -> Inlines:
    step = token.step
    word = said_of(step, token.letters) or title_of(step)
    return capitalised((Link(step.id, (Text(word),)),))


def _how(scribe: Scribe, token: Token) -> Inlines:
    letters = token.letters
    counted = token.behind == "count"
    two = f"{letters}2" if counted else f"2{letters}"
    one = f"{letters}1" if token.behind in {"count", "face"} else letters
    return scribe.say(
        f"roller.how.{token.behind}",
        one=(Code(one),),
        two=(Code(two),),
        sides=(Code(f"{letters}8"),),
    )
