"""Notes and worked examples, beside the entries that they are about."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from freed6c.document.blocks import Definition, Definitions, Remarks, Strong, Text
from freed6c.document.describe.parts import named, words_of
from freed6c.document.references import line
from freed6c.document.sentences.formulas import formula, read
from freed6c.document.sentences.numbers import percent
from freed6c.document.wording import capitalised, lowered
from freed6c.formula.tree import Amount, Binary, Call, Decimal, Integer, Unary
from freed6c.runtime.entries.notes import Example, Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.formula.tree import Node
    from freed6c.runtime.record import Entry


def listed(scribe: Scribe, entries: Iterable[Entry]) -> Blocks:
    """Entries that are part of another, with what is said about each."""
    items = tuple(
        Definition(
            named(scribe, entry), (*words_of(scribe, entry), *remarks(scribe, entry))
        )
        for entry in entries
    )
    return (Definitions(items),) if items else ()


def remarks(scribe: Scribe, *entries: Entry) -> Blocks:
    """Notes and examples about some entries; each once."""
    about: dict[str, tuple[Entry, Entry]] = {}
    for entry in entries:
        for remark in scribe.remarks.get(entry.id, ()):
            about.setdefault(remark.id, (remark, entry))
    notes = [
        _short(scribe, note) for note, _ in about.values() if isinstance(note, Note)
    ]
    examples = [
        example(scribe, one, entry)
        for one, entry in about.values()
        if isinstance(one, Example)
    ]
    return (
        *_remarks(scribe, "example", examples),
        *_remarks(scribe, "note", notes),
    )


def _remarks(
    scribe: Scribe, kind: Literal["note", "example"], items: Sequence[Inlines]
) -> Blocks:
    if not items:
        return ()
    label = scribe.word(f"label.{kind}" if len(items) == 1 else f"label.{kind}s")
    count = f"{len(items)} {lowered(label)}"
    return (Remarks(kind, label, count, tuple(items)),)


def _short(scribe: Scribe, note: Note) -> Inlines:
    """The problem, how it is read here, and a link to all that is to be said."""
    reading = chosen_reading(scribe, note)
    more = scribe.link(note, scribe.say("note.more"))
    words = line(scribe, note.problem)
    if reading:
        read_so = scribe.say("note.read", reading=reading)
        words = scribe.say("behind", first=words, next=read_so)
    return scribe.say("behind", first=words, next=(more,))


def chosen_reading(scribe: Scribe, note: Note) -> Inlines:
    """The words of the reading that counts; none where it is not one of them."""
    key = scribe.chosen.get(note.id, "")
    found = note.readings.get(key)
    return () if found is None else line(scribe, found.text)


def example(scribe: Scribe, entry: Example, about: Entry) -> Inlines:
    """What is worked out, and what it gives; after its words, if it has some."""
    anchor = scribe.anchor(entry) if entry.about[0].id == about.id else ()
    expect = str(entry.expect)
    that = formula(scribe, entry.that.text)
    said = scribe.say("example.is", that=that, expect=_expected(scribe, expect))
    if expect.casefold() == "true":
        said = that
    said = (*capitalised(said), *_share(scribe, entry))
    if entry.text:
        said = scribe.in_turn((line(scribe, entry.text), said))
    if entry.name:
        said = scribe.say("example.named", name=(Strong(_text(entry.name)),), said=said)
    return (*anchor, *capitalised(said))


def _expected(scribe: Scribe, expect: str) -> Inlines:
    """A number or quantity as people read it, an entry by its name."""
    found = scribe.index.by_id.get(expect)
    if found is not None:
        return (scribe.link(found),)
    if isinstance(read(expect), Unary | Amount):
        return formula(scribe, expect)
    return (Text(expect),)


def _text(words: str) -> Inlines:
    return (Text(words),)


def _share(scribe: Scribe, entry: Example) -> Inlines:
    """A chance in percent, since few people see in 425/432 how likely that is."""
    node = read(entry.that.text)
    if not (isinstance(node, Call) and node.function == "chance"):
        return ()
    chance = _number(read(str(entry.expect)))
    if chance is None or not 0 < chance < 1:
        return ()
    return (Text(" "), *scribe.say("example.percent", percent=percent(scribe, chance)))


def _number(node: Node | None) -> Fraction | None:
    """A number that is written out: `1`, `0.5`, `425/432`."""
    match node:
        case Integer(value) | Decimal(value):
            return Fraction(value)
        case Binary("/", Integer(value), Integer(divisor)) if divisor:
            return Fraction(value, divisor)
        case _:
            return None
