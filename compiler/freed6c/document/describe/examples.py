"""Worked examples: what is worked out or run, and what it gives."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Inlines, Strong, Text
from freed6c.document.references import line
from freed6c.document.sentences.effects import effect_phrase, ended, idle
from freed6c.document.sentences.formulas import formula, read
from freed6c.document.sentences.local_names import names_in, names_of_checks
from freed6c.document.sentences.numbers import percent
from freed6c.document.sentences.pieces import name_words
from freed6c.document.sentences.values import say_value
from freed6c.document.wording import capitalised
from freed6c.formula.syntax_tree import (
    Amount,
    Binary,
    Call,
    Decimal,
    Integer,
    Node,
    Unary,
)
from freed6c.model.example_runs import gives, gives_instead
from freed6c.runtime.entries.actions import Points
from freed6c.runtime.entries.notes import Example, Facts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry, Ref


ACTED_ON: Final = "this"
"""The name of the condition whose track is tested."""


def example(scribe: Scribe, entry: Example, about: Entry) -> Inlines:
    """What is worked out, and what it gives; after its words, if it has some."""
    anchor = scribe.anchor(entry) if entry.about[0].id == about.id else ()
    said = _run(scribe, entry, entry.run) if entry.run else _formula(scribe, entry)
    if entry.text:
        said = _told(scribe, entry, said)
    if entry.name:
        name = (Strong((Text(entry.name),)),)
        said = scribe.say("example.named", name=name, said=said)
    return (*anchor, *capitalised(said))


def _told(scribe: Scribe, entry: Example, said: Inlines) -> Inlines:
    """In the words of the pack; a formula that they tell about only stands beside them."""
    text = line(scribe, entry.text)
    beside = not entry.run and not entry.given
    key = "example.beside" if beside else "behind"
    return scribe.say(key, first=text, next=said if beside else capitalised(said))


def question(scribe: Scribe, entry: Example) -> Inlines:
    """What is worked out or run, without what it gives."""
    if entry.run is not None:
        return _asked(scribe, entry, entry.run)
    that = formula(scribe, str(entry.that))
    return _supposing(scribe, that, _given(scribe, entry))


def _supposing(scribe: Scribe, what: Inlines, given: Inlines) -> Inlines:
    return scribe.say("example.given", what=what, given=given) if given else what


def _formula(scribe: Scribe, entry: Example) -> Inlines:
    text = str(entry.that)
    expect = gives_instead(scribe.ruleset, entry) or str(entry.expect)
    that = formula(scribe, text)
    if expect.casefold() != "true":
        expected = (*_expected(scribe, expect), *_share(scribe, text, expect))
        that = scribe.say("example.is", that=that, expect=expected)
    return _supposing(scribe, that, _given(scribe, entry))


def _expected(scribe: Scribe, expect: str) -> Inlines:
    """A number or quantity as people read it, an entry by its name."""
    found = scribe.index.by_id.get(expect)
    if found is not None:
        return (scribe.link(found),)
    if isinstance(read(expect), Unary | Amount):
        return formula(scribe, expect)
    return (Text(expect),)


def _share(scribe: Scribe, text: str, expect: str) -> Inlines:
    """A chance in percent, since few people see in 425/432 how likely that is."""
    node = read(text)
    if not (isinstance(node, Call) and node.function == "chance"):
        return ()
    chance = _number(read(expect))
    if chance is None or not 0 < chance < 1:
        return ()
    return scribe.say("example.percent", percent=percent(scribe, chance))


def _number(node: Node | None) -> Fraction | None:
    """A number that is written out: `1`, `0.5`, `425/432`."""
    match node:
        case Integer(value) | Decimal(value):
            return Fraction(value)
        case Binary("/", Integer(value), Integer(divisor)) if divisor:
            return Fraction(value, divisor)
        case _:
            return None


def _run(scribe: Scribe, entry: Example, run: Ref[Entry]) -> Inlines:
    """Say what is run, with what, and what happens: `Attack (the margin is 11): rolls …`."""
    what = _asked(scribe, entry, run)
    said = scribe.say("example.run", run=what, gives=_gives(scribe, entry))
    return ended(scribe, said)


def _asked(scribe: Scribe, entry: Example, run: Ref[Entry]) -> Inlines:
    names = {**names_of_checks(scribe), **names_in(scribe, _whole(run.entry))}
    given = _given(scribe.knowing(names), entry)
    return _supposing(scribe, _what(scribe, entry, run.entry), given)


def _whole(entry: Entry) -> Entry:
    """Whose names are known: those of what an entry is nested in, if it is."""
    above: Ref[Entry] | None = entry.__dict__.get("parent")
    return entry if above is None else above.entry


def _what(scribe: Scribe, entry: Example, run: Entry) -> Inlines:
    """What is run, and which part of it."""
    whole = (scribe.link(run),)
    if entry.picks:
        picks: list[Inlines] = [(scribe.link(ref.entry),) for ref in entry.picks]
        part = scribe.listed(_counted(scribe, picks))
        return scribe.say("example.part", whole=whole, part=part)
    if isinstance(run, Points) and entry.spend in run.spend:
        name = run.spend[entry.spend].name
        return scribe.say("example.part", whole=whole, part=name)
    return whole


def _given(scribe: Scribe, entry: Example) -> Inlines:
    """What is known: `the margin is 11, Strength is 3D`."""
    return scribe.listed(
        [
            scribe.say("fact", name=_name(scribe, name), value=say_value(scribe, value))
            for name, value in entry.given.items()
        ]
    )


def _name(scribe: Scribe, name: str) -> Inlines:
    found = scribe.index.by_id.get(name)
    if found is not None and name not in scribe.local:
        return (scribe.link(found),)
    return scribe.say("name.this") if name == ACTED_ON else name_words(scribe, name)


def _gives(scribe: Scribe, entry: Example) -> Inlines:
    """The facts that are expected, then the effects, each behind the other.

    They are told as they are worked out: an example may leave out a part of what it expects.
    """
    expect = entry.expect
    facts = expect if isinstance(expect, Facts) else None
    effects = expect if facts is None else facts.effects
    found = gives(scribe.ruleset, entry)
    if found is not None:
        effects = found.effects
    said = [] if facts is None else _facts(scribe, facts, found or facts)
    if isinstance(effects, tuple):
        phrases = [effect_phrase(scribe, one) for one in effects if not idle(one)]
        said += _counted(scribe, phrases) or [scribe.say("example.nothing")]
    words = said[0]
    for following in said[1:]:
        words = scribe.say("sentences", first=words, next=following)
    return words


def _facts(scribe: Scribe, asked: Facts, found: Facts) -> list[Inlines]:
    """Each fact that is asked for in words; yes and no have words of their own."""
    said: list[Inlines] = []
    for name in asked.__dict__:
        value = getattr(found, name)
        if isinstance(value, bool):
            said.append(scribe.say(f"fact.{name}.{'yes' if value else 'no'}"))
        elif isinstance(value, int):
            said.append(scribe.say(f"fact.{name}", value=say_value(scribe, value)))
    return said


def _counted(scribe: Scribe, parts: Sequence[Inlines]) -> list[Inlines]:
    """Each part once, with a number where it comes several times in a row."""
    counted = [(part, len(list(same))) for part, same in groupby(parts)]
    return [
        part if count == 1 else scribe.say("example.times", count=count, part=part)
        for part, count in counted
    ]
