"""Dice procedures: the steps in order, each in a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Code, Definition, Definitions, Text
from freed6c.document.describe.parts import facts, named, paragraph, words_of
from freed6c.document.describe.primitives import exactly
from freed6c.document.describe.remarks import remarks
from freed6c.document.sentences.tokens import said_of

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.dice import Dice, Step


def dice(scribe: Scribe, entry: Dice, _level: int) -> Blocks:
    """What is rolled, when it succeeds, and the steps."""
    ranks = (scribe.link(entry.ranks.entry),) if entry.ranks else ()
    steps = tuple(_step(scribe, step) for step in entry.steps)
    return (
        *paragraph(
            scribe,
            scribe.say("die", die=entry.die),
            scribe.say(f"pips.{entry.pips_carry}"),
            scribe.say(f"success.{entry.success}"),
            scribe.say("margin", benchmark=ranks) if ranks else (),
        ),
        *paragraph(scribe, scribe.say("in-order")),
        Definitions(steps, numbered=True),
    )


def _step(scribe: Scribe, step: Step) -> Definition:
    return Definition(named(scribe, step), step_blocks(scribe, step, 0))


def step_blocks(scribe: Scribe, step: Step, _level: int) -> Blocks:
    """The words of the pack, then what the step does exactly, and its notation."""
    return (
        *words_of(scribe, step),
        *facts(
            scribe,
            ("exactly", scribe.in_turn(exactly(scribe, step))),
            ("token", _tokens(scribe, step)),
        ),
        *remarks(scribe, step),
    )


def _tokens(scribe: Scribe, step: Step) -> Inlines:
    """How the notation calls for it, with the word for each token."""
    token = getattr(step, "token", "")
    tokens = [token] if isinstance(token, str) else list(token)
    return scribe.listed([_token(step, one) for one in tokens if one])


def _token(step: Step, token: str) -> Inlines:
    word = said_of(step, token)
    return (Code(token), Text(f" ({word})")) if word else (Code(token),)
