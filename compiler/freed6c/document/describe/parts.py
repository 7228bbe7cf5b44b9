"""What every description is made of: text, facts under labels, remarks beside it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from freed6c.document.blocks import (
    BulletList,
    ChangeMark,
    Definition,
    Definitions,
    FinePrint,
    Paragraph,
    Remarks,
    Strong,
    Text,
)
from freed6c.document.references import line, prose
from freed6c.document.scribe import title_of
from freed6c.document.sentences.effects import sentences
from freed6c.document.sentences.formulas import formula, read
from freed6c.document.wording import capitalised, lowered
from freed6c.formula.tree import Call
from freed6c.runtime.entries.notes import Example, Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.packs.origins import Origin
    from freed6c.runtime.effects import Effect
    from freed6c.runtime.record import Entry


def words_of(scribe: Scribe, entry: Entry) -> Blocks:
    """The text of an entry, and its other names."""
    text = prose(scribe, entry.text) if entry.text else ()
    return (*text, *fine_print(scribe, entry))


def fine_print(scribe: Scribe, entry: Entry) -> Blocks:
    """Other names, and where a name or rule was found."""
    found = [
        scribe.say("aliases", names=scribe.listed([(Text(a),) for a in entry.aliases]))
        if entry.aliases
        else (),
        scribe.say("attested", where=entry.attested) if entry.attested else (),
        scribe.say("source", where=entry.source) if entry.source else (),
    ]
    return tuple(FinePrint(words) for words in found if words)


def facts(scribe: Scribe, *pairs: tuple[str, Inlines]) -> Blocks:
    """Labels with what stands behind them; without what there is not."""
    items = tuple(
        Definition(scribe.label(key), (Paragraph(capitalised(words)),))
        for key, words in pairs
        if words
    )
    return (Definitions(items),) if items else ()


def paragraph(scribe: Scribe, *sentences: Inlines) -> Blocks:
    """A paragraph of sentences, if there are some."""
    words = scribe.in_turn(sentences)
    return (Paragraph(words),) if words else ()


def effect_blocks(scribe: Scribe, effects: Sequence[Effect]) -> Blocks:
    """One effect as a paragraph, several as a list."""
    found = sentences(scribe, effects)
    if len(found) > 1:
        return (BulletList(found),)
    return tuple(Paragraph(words) for words in found)


def with_effects(scribe: Scribe, label: str, effects: Sequence[Effect]) -> Blocks:
    """Effects under a label."""
    if not effects:
        return ()
    blocks = effect_blocks(scribe, effects)
    return (Definitions((Definition(scribe.label(label), blocks),)),)


def merged(*blocks: Blocks) -> Blocks:
    """The same blocks, with facts that follow on facts as one list."""
    found: list[Definitions] = []
    other: Blocks = ()
    for block in (block for group in blocks for block in group):
        if isinstance(block, Definitions) and not block.numbered:
            found.append(block)
        else:
            other = (*other, block)
    items = tuple(item for block in found for item in block.items)
    return (*((Definitions(items),) if items else ()), *other)


def named(scribe: Scribe, entry: Entry) -> Inlines:
    """The name of an entry where it is described, for links to lead to."""
    return (*scribe.anchor(entry), Text(title_of(entry)))


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
    found = scribe.index.by_id.get(expect)
    gives = (Text(expect),) if found is None else (scribe.link(found),)
    said = scribe.say("example.is", that=that, expect=gives)
    if expect.casefold() == "true":
        said = that
    said = (*capitalised(said), *_share(scribe, entry))
    if entry.text:
        said = scribe.in_turn((line(scribe, entry.text), said))
    if entry.name:
        said = scribe.say("example.named", name=(Strong(_text(entry.name)),), said=said)
    return (*anchor, *capitalised(said))


def _text(words: str) -> Inlines:
    return (Text(words),)


def _share(scribe: Scribe, entry: Example) -> Inlines:
    """A chance in percent, since few people see in 425/432 how likely that is."""
    node = read(entry.that.text)
    if not (isinstance(node, Call) and node.function == "chance"):
        return ()
    percent = f"{float(Fraction(str(entry.expect)) * 100):.1f}"
    return (Text(" "), *scribe.say("example.percent", percent=percent))


def changes(scribe: Scribe, entry: Entry) -> Blocks:
    """What packs other than its own did to an entry."""
    ruleset = scribe.ruleset
    path = ruleset.paths.get(entry.id)
    if path is None:
        return ()
    base = ruleset.manifests[0].id
    added = [o for o in ruleset.origins.chain(path) if o.operation == "written"]
    marks = [
        ChangeMark(_pack(scribe, "change.added", origin), ())
        for origin in added
        if origin.pack != base
    ]
    changed = [
        ChangeMark(_pack(scribe, "change.changed", origin), _what(scribe, origin, path))
        for origin in ruleset.origins.below(path)
    ]
    return (*marks, *changed)


def _pack(scribe: Scribe, pattern: str, origin: Origin) -> str:
    titles = {m.id: m.title for m in scribe.ruleset.manifests}
    return scribe.patterns[pattern].format(pack=titles.get(origin.pack, origin.pack))


def _what(scribe: Scribe, origin: Origin, path: tuple[str | int, ...]) -> Inlines:
    """The place inside the entry, what stands there now, what stood there, and why."""
    fields: dict[str, Inlines | str] = {"place": _place(scribe, origin, path)}
    simple = (str, int)
    if isinstance(origin.after, simple):
        fields["after"] = str(origin.after)
        pattern = "change.set"
        if isinstance(origin.before, simple):
            fields["before"] = str(origin.before)
            pattern = "change.was"
    else:
        pattern = "change.other"
    said = scribe.say(pattern, **fields)
    if not origin.why:
        return said
    return scribe.say("behind", first=(*said, Text(".")), next=line(scribe, origin.why))


def _place(scribe: Scribe, origin: Origin, path: tuple[str | int, ...]) -> Inlines:
    """Which field of the entry: the keys that lead to it."""
    for place, origins in scribe.ruleset.origins.records.items():
        if place[: len(path)] == path and origin in origins:
            return (Strong((Text(" ".join(map(str, place[len(path) :]))),)),)
    return ()
