"""Actions, effect rolls and rules: who rolls what against what, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.describe.parts import (
    facts,
    listed_facts,
    merged,
    with_effects,
)
from freed6c.document.references import line
from freed6c.document.sentences.against import rated, reached
from freed6c.document.sentences.checks import whom
from freed6c.document.sentences.formulas import formula
from freed6c.document.sentences.local_names import type_words
from freed6c.document.wording import label_of
from freed6c.runtime.entries.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.actions import (
        Action,
        Against,
        Ask,
        Check,
        EffectRoll,
        Rule,
    )


def action(scribe: Scribe, entry: Action, _level: int) -> Blocks:
    """What it takes, what is rolled, what it does."""
    before = facts(
        scribe,
        ("action-type", (scribe.link(entry.type.entry),)),
        ("whom", whom(scribe, entry.whom)),
        ("choose", _choices(scribe, entry.choose)),
        ("about", _about(scribe, entry)),
    )
    situation = listed_facts(
        scribe,
        ("asks", asked(scribe, entry.asks)),
        ("needs", [formula(scribe, need.text) for need in entry.needs]),
    )
    check = check_facts(scribe, entry.check) if entry.check else ()
    effects = with_effects(scribe, "effects", entry.effects)
    return merged(before, situation, check, effects)


def _about(scribe: Scribe, entry: Action) -> Inlines:
    if entry.about is None:
        return ()
    tracks = scribe.links(entry.about.condition, "or")
    return scribe.say(f"about.{entry.about.choose}", tracks=tracks)


def _choices(scribe: Scribe, choose: Mapping[str, str]) -> Inlines:
    return scribe.listed([_choice(scribe, *pair) for pair in choose.items()])


def _choice(scribe: Scribe, name: str, what: str) -> Inlines:
    """A row of a table; or something of a kind, under the name that it has here."""
    found = scribe.index.find(what, ("table",))
    if isinstance(found, Table):
        return scribe.say("choose.row", table=(scribe.link(found),))
    kind = type_words(scribe, what)
    return scribe.say("ask", name=label_of(name), type=kind)


def asked(scribe: Scribe, asks: Mapping[str, Ask]) -> list[Inlines]:
    """Facts of the situation."""
    return [
        scribe.say(
            "ask.optional" if ask.optional else "ask",
            name=ask.name,
            type=type_words(scribe, ask.type),
        )
        for ask in asks.values()
    ]


def effect_roll(scribe: Scribe, entry: EffectRoll, _level: int) -> Blocks:
    """What is rolled, and what follows."""
    return check_facts(scribe, entry.check)


def rule(scribe: Scribe, entry: Rule, _level: int) -> Blocks:
    """What it needs to know, and what it does."""
    asks = listed_facts(scribe, ("asks", asked(scribe, entry.asks)))
    return merged(asks, with_effects(scribe, "effects", entry.effects))


def check_facts(scribe: Scribe, check: Check) -> Blocks:
    """A check as facts."""
    skip = formula(scribe, check.skip_if.text) if check.skip_if else ()
    rolled = facts(
        scribe,
        ("with", rated(scribe, check.with_, "or")),
        ("against", against_words(scribe, check.against)),
        ("skip-if", skip),
    )
    return merged(
        rolled,
        with_effects(scribe, "success", check.success),
        with_effects(scribe, "failure", check.failure),
        with_effects(scribe, "always", check.always),
    )


def against_words(scribe: Scribe, against: Against | None) -> Inlines:
    """What has to be reached."""
    if against is None:
        return ()
    words = reached(scribe, against)
    if not against.text:
        return words
    text = line(scribe, against.text)
    return scribe.say("against.said", against=words, text=text) if words else text
