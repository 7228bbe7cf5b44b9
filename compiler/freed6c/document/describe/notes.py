"""Notes and worked examples, beside the entries that they are about."""

from __future__ import annotations

import typing
from contextlib import suppress
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal

from freed6c.document import blocks, licenses, wording
from freed6c.document.describe.parts import (
    definitions,
    facts,
    named,
    paragraph,
    text_blocks,
)
from freed6c.document.mentions import chosen_in, decided_otherwise
from freed6c.document.prose import line, prose
from freed6c.document.render_context import RenderContext, setting_word
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.sentences.effects import ended, is_no_op, made_phrase
from freed6c.formula import syntax_tree
from freed6c.model import type_hints
from freed6c.model.entry_contents import around
from freed6c.model.example_runs import changed_run, gives, gives_instead
from freed6c.runtime.amounts import Formula
from freed6c.runtime.entries.actions import Action, Points
from freed6c.runtime.entries.notes import Change, Choice, Example, Facts, Note, Option

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.packs.provenance import Origin
    from freed6c.runtime.record import Entry, Ref


# Notes.


def note(ctx: RenderContext, entry: Note) -> blocks.NoteBlock:
    """What is open, how it can be read, how it is read here and why.

    Where a pack decided it without a word to the note, the reason is that of the pack.
    """
    chosen = ctx.ruleset.once(chosen_in)[entry.id]
    decided = decided_otherwise(ctx.ruleset, entry)
    readings = [
        blocks.ReadingItem(prose(ctx, reading.text), chosen=key == chosen)
        for key, reading in entry.readings.items()
    ]
    if decided and not chosen:
        otherwise = ctx.say("note.otherwise", packs=_titles(ctx, decided))
        readings.append(blocks.ReadingItem((blocks.Paragraph(otherwise),), chosen=True))
    return blocks.NoteBlock(
        id=entry.id,
        title=(blocks.Text(entry.name),) if entry.name else ctx.links(entry.about),
        kind=ctx.word(f"note.{entry.kind}"),
        problem=prose(ctx, entry.problem),
        readings=tuple(readings),
        why=prose(ctx, decided[-1].why if decided else entry.why),
    )


def _titles(ctx: RenderContext, origins: Iterable[Origin]) -> Inlines:
    packs = {origin.pack for origin in origins}
    manifests = ctx.ruleset.manifests
    titles = [manifest.title for manifest in manifests if manifest.id in packs]
    return ctx.listed([(blocks.Text(title),) for title in titles])


# Examples.


ACTED_ON: Final = "this"
"""The name of the condition whose track is tested."""


def example(ctx: RenderContext, entry: Example, about: Entry) -> Inlines:
    """What is worked out, and what it gives; after its words, if it has some.

    One that goes otherwise because of a pack is told without its words, which were true before.
    """
    anchor = ctx.anchor(entry) if entry.about[0].id == about.id else ()
    changed = changed_run(ctx.ruleset, entry)
    name = (blocks.Strong((blocks.Text(entry.name),)),)
    if changed is not None and changed.way_out:
        return (*anchor, *ctx.say("example.impossible", name=name))
    if entry.run:
        # `Attack (the margin is 11): rolls …`
        run, gives_ = question(ctx, entry), _results(_where_run(ctx, entry.run), entry)
        said = ended(ctx, ctx.say("example.run", run=run, gives=gives_))
    else:
        said = _formula(ctx, entry)
    if entry.text and changed is None:
        # A formula that the words of the pack tell about only stands beside them.
        key = "behind" if entry.run or entry.given else "example.beside"
        said = wording.capitalized(said) if key == "behind" else said
        said = ctx.say(key, first=line(ctx, entry.text), next=said)
    if entry.name:
        key = "example.named" if changed is None else "example.otherwise"
        said = ctx.say(key, name=name, said=said)
    return (*anchor, *wording.capitalized(said))


def question(ctx: RenderContext, entry: Example) -> Inlines:
    """What is worked out or run, without what it gives."""
    if entry.run is None:
        return _with_given(ctx, entry, formulas.formula(ctx, str(entry.that)))
    run = _run_part(ctx, entry, entry.run.entry)
    return _with_given(_where_run(ctx, entry.run), entry, run)


def _where_run(ctx: RenderContext, ref: Ref[Entry]) -> RenderContext:
    """A context with the names that formulas know where an entry is run."""
    run = ref.entry
    # What is nested knows the names of the entry around it.
    names = formulas.names_in(ctx, around(run) or run)
    cells = formulas.cells_by_table(ctx, run) if isinstance(run, Action) else {}
    return ctx.with_names({**formulas.format_names(ctx, "check"), **names, **cells})


def _with_given(ctx: RenderContext, entry: Example, words: Inlines) -> Inlines:
    """Words with what is known: `the margin is 11, Strength is 3D`."""
    given = ctx.listed(
        [
            ctx.say("fact", name=_name(ctx, name), value=amounts.say_value(ctx, value))
            for name, value in entry.given.items()
        ]
    )
    return ctx.say("example.given", what=words, given=given) if given else words


def _formula(ctx: RenderContext, entry: Example) -> Inlines:
    text = str(entry.that)
    expect = gives_instead(ctx.ruleset, entry) or str(entry.expect)
    that = formulas.formula(ctx, text)
    if expect.casefold() != "true":
        expected = (*_expected(ctx, expect), *_percentage(ctx, text, expect))
        that = ctx.say("example.is", that=that, expect=expected)
    return _with_given(ctx, entry, that)


def _expected(ctx: RenderContext, expect: str) -> Inlines:
    """A number or quantity as people read it, an entry by its name."""
    entry = ctx.index.by_id.get(expect)
    if entry is not None:
        return (ctx.link(entry),)
    if isinstance(
        formulas.read(expect), syntax_tree.Unary | syntax_tree.QuantityLiteral
    ):
        return formulas.formula(ctx, expect)
    return (blocks.Text(expect),)


def _percentage(ctx: RenderContext, text: str, expect: str) -> Inlines:
    """A chance in percent, since few people see in 425/432 how likely that is."""
    node = formulas.read(text)
    if not (isinstance(node, syntax_tree.FunctionCall) and node.function == "chance"):
        return ()
    with suppress(ValueError, ZeroDivisionError):
        if 0 < (chance := Fraction(expect.replace(" ", ""))) < 1:
            return ctx.say("example.percent", percent=numbers.percent(ctx, chance))
    return ()


def _run_part(ctx: RenderContext, entry: Example, run: Entry) -> Inlines:
    """What is run, and which part of it."""
    whole = (ctx.link(run),)
    if entry.picks:
        picks: list[Inlines] = [(ctx.link(ref.entry),) for ref in entry.picks]
        part = ctx.listed(_counted(ctx, picks))
        return ctx.say("example.part", whole=whole, part=part)
    if isinstance(run, Points) and entry.spend in run.spend:
        name = run.spend[entry.spend].name
        return ctx.say("example.part", whole=whole, part=name)
    return whole


def _name(ctx: RenderContext, name: str) -> Inlines:
    entry = ctx.index.by_id.get(name)
    if entry is not None and name not in ctx.local:
        return (ctx.link(entry),)
    return ctx.say("name.this") if name == ACTED_ON else formulas.name_words(ctx, name)


def _results(ctx: RenderContext, entry: Example) -> Inlines:
    """The facts that are expected, then the effects, each behind the other.

    They are told as they are worked out: an example may leave out a part of what it expects.
    """
    expect = entry.expect
    facts = expect if isinstance(expect, Facts) else None
    effects = expect if facts is None else facts.effects
    result = gives(ctx.ruleset, entry)
    if result is not None:
        effects = result.effects
    said: list[Inlines] = []
    for name in vars(facts) if facts else ():
        value = getattr(result or facts, name)
        if isinstance(value, bool):
            said.append(ctx.say(f"fact.{name}.{'yes' if value else 'no'}"))
        elif isinstance(value, int):
            said.append(ctx.say(f"fact.{name}", value=amounts.say_value(ctx, value)))
    if isinstance(effects, tuple):
        phrases = [
            made_phrase(ctx, effect) for effect in effects if not is_no_op(effect)
        ]
        said += _counted(ctx, phrases) or [ctx.say("example.nothing")]
    return ctx.chain("sentences", said)


def _counted(ctx: RenderContext, parts: Sequence[Inlines]) -> list[Inlines]:
    """Each part once, with a number where it comes several times in a row."""
    counted = [(part, len(list(same))) for part, same in groupby(parts)]
    return [
        part if count == 1 else ctx.say("example.times", count=count, part=part)
        for part, count in counted
    ]


def listed(
    ctx: RenderContext, entries: Iterable[Entry]
) -> tuple[blocks.DefinitionList, ...]:
    """Entries that are part of another, with what is said about each."""
    return definitions(
        blocks.DefinitionItem(named(ctx, entry), told(ctx, entry)) for entry in entries
    )


def told(ctx: RenderContext, entry: Entry) -> Blocks:
    """What is said about an entry that is part of another."""
    return (
        *text_blocks(ctx, entry),
        *licenses.license_mark(ctx, entry),
        *remarks(ctx, entry),
    )


def remarks(ctx: RenderContext, *entries: Entry) -> Blocks:
    """Notes and examples about some entries; each once."""
    said: dict[Literal["example", "note"], dict[str, Inlines]]
    said = {"example": {}, "note": {}}
    for entry in entries:
        for remark in ctx.remarks.get(entry.id, ()):
            if isinstance(remark, Example):
                said["example"].setdefault(remark.id, example(ctx, remark, entry))
            elif isinstance(remark, Note):
                said["note"].setdefault(remark.id, _short(ctx, remark))
    content = []
    for kind, items in said.items():
        if items:
            label = ctx.word(f"label.{kind}" if len(items) == 1 else f"label.{kind}s")
            count = f"{len(items)} {ctx.lowered(label)}"
            content.append(blocks.Remarks(kind, label, count, tuple(items.values())))
    return tuple(content)


def _short(ctx: RenderContext, note: Note) -> Inlines:
    """A link to all that is said of a question, under its name or its words, and how it is read."""
    name = note.name or wording.plain(line(ctx, note.problem))
    link = (ctx.link(note, (blocks.Text(name),)),)
    reading = note.readings.get(ctx.ruleset.once(chosen_in)[note.id])
    words = line(ctx, reading.text) if reading else ()
    return ctx.say("note.short", note=link, reading=words) if words else link


# Options.


def option(ctx: RenderContext, entry: Option, _level: int) -> Blocks:
    """Which choice is in use, and all that there are."""
    return (
        *facts(ctx, ("in-use", ctx.ref(entry.default))),
        *definitions(
            blocks.DefinitionItem(
                named(ctx, choice), (*told(ctx, choice), *_changes(ctx, choice))
            )
            for choice in entry.choices
        ),
    )


def _changes(ctx: RenderContext, choice: Choice) -> Blocks:
    """Why somebody chooses this; folded, what it sets, which the text has in words already."""
    reason, *others = dict.fromkeys(change.why for change in choice.changes) or [""]
    lines: list[Inlines] = []
    for why, group in groupby(choice.changes, lambda change: change.why):
        if why in others:
            lines.append(wording.capitalized(line(ctx, why)))
        lines += (_change(ctx, change) for change in group)
    label = ctx.word("label.exactly")
    folded = (blocks.Remarks("exact", label, label, tuple(lines)),) if lines else ()
    return (*paragraph(ctx, wording.capitalized(line(ctx, reason))), *folded)


def _change(ctx: RenderContext, change: Change) -> Inlines:
    """What a choice does at a place: the entry, and the way to the setting in it."""
    place = _named(ctx, change.entry) or (blocks.CodeSpan(change.entry),)
    for step in change.setting.split(".") if change.setting else ():
        label: Inlines = (blocks.Text(setting_word(ctx, step)),)
        place = ctx.say("change.part", whole=place, part=label)
    if change.word == "reword":
        said = {"passage": change.passage, "value": str(change.value)}
        sides = {side: line(ctx, words) for side, words in said.items()}
        return ctx.say("choice.reword", place=place, **sides)
    instead = ".instead" if change.word == "remove" and change.value else ""
    value = _value(ctx, change)
    return ctx.say(f"choice.{change.word}{instead}", place=place, value=value)


def _value(ctx: RenderContext, change: Change) -> Inlines:
    key = change.setting.rpartition(".")[2]
    cls = type_hints.CLASSES.get(change.entry.partition(".")[0])
    known = () if cls is None else type_hints.fields(cls)
    field = next((field for field in known if field.key == key), None)
    members = () if field is None else type_hints.alternatives(field.hint)
    if isinstance(change.value, tuple):
        return ctx.listed([_setting(ctx, key, item, members) for item in change.value])
    if field is not None and field.prose:
        return line(ctx, change.value)
    return _setting(ctx, key, change.value, members)


def _setting(
    ctx: RenderContext, key: str, value: str, members: Sequence[object]
) -> Inlines:
    """In words where it is a fixed word or an entry; else as packs write it.

    `members` are the type hints that the setting allows.
    """
    pattern = ctx.patterns.get(f"{key}.{value}", "{")
    if "{" not in pattern:
        return (blocks.Text(pattern),)
    is_formula = any(typing.get_origin(member) is Formula for member in members)
    if is_formula or value.startswith(("[", "{")):
        return (blocks.CodeSpan(value),)
    kinds = {
        type_hints.KIND_OF[cls]
        for member in members
        for cls in type_hints.referred(type_hints.item(member) or member)
        if cls in type_hints.KIND_OF
    }
    link = _named(ctx, value, kinds) if kinds or "." in value else ()
    return link or (blocks.Text(value),)


def _named(ctx: RenderContext, written: str, kinds: Collection[str] = ()) -> Inlines:
    """A link to what is meant; where that is gone, the name that it had."""
    entry = ctx.index.find(written, kinds)
    gone = ctx.ruleset.removals.named(written, kinds)
    if entry is None and gone is not None and isinstance(gone.body, dict):
        return (blocks.Text(str(gone.body.get("name", written))),)
    entry = entry or ctx.ruleset.find(written)
    return () if entry is None else (ctx.link(entry),)
