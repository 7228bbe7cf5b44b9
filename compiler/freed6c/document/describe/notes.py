"""Notes, worked examples and options.

A note asks a question that the rules leave open, and lists readings: possible answers. A ruleset
uses one of them, the chosen reading. An example is a formula with its result, or a run of an entry
(an action, say) with its effects. Notes and examples are remarks: documents show them beside the
entries that they are about. An option is a switch of the ruleset, and each of its choices a list of
changes.
"""

from __future__ import annotations

import typing
from contextlib import suppress
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal

from freed6c.document import blocks, licenses, wording
from freed6c.document.describe.parts import facts, nested, text_blocks
from freed6c.document.mentions import chosen_in, decided_otherwise, first_about
from freed6c.document.prose import line, prose
from freed6c.document.render_context import RenderContext, setting_word
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.sentences.effects import ended, is_no_op, made_phrase
from freed6c.formula.syntax_tree import FunctionCall, QuantityLiteral, Unary
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
    """Return a note in full: the problem, the readings, the chosen reading and the reason.

    A pack can decide the question by changing the rules without changing the note. In that case,
    the reason is the one that the pack gives, and if no reading fits, a further one names the pack.
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
"""The name that the formulas of a track have for the condition under test."""


def example(ctx: RenderContext, entry: Example, about: Entry) -> Inlines:
    """Return an example in words: its text, if it has one, then its calculation and result.

    The text is left out if packs changed the result, because it can quote the old one.
    """
    anchor = ctx.anchor(entry) if entry.about[0].id == about.id else ()
    changed = changed_run(ctx.ruleset, entry)
    name = (blocks.Strong((blocks.Text(entry.name),)),)
    if changed is not None and changed.way_out:
        return (*anchor, *ctx.say("example.impossible", name=name))
    if entry.run:
        # Attack (the margin is 11): rolls …
        run = question(ctx, entry)
        results = _results(_run_context(ctx, entry.run), entry)
        words = ended(ctx, ctx.say("example.run", run=run, gives=results))
    else:
        words = _formula(ctx, entry)
    if entry.text and changed is None:
        if entry.run or entry.given:
            words = wording.capitalized(words)
            words = ctx.say("behind", first=line(ctx, entry.text), next=words)
        else:
            # The text already puts the formula into words, which follows in parentheses.
            words = ctx.say("example.beside", first=line(ctx, entry.text), next=words)
    if entry.name:
        key = "example.named" if changed is None else "example.otherwise"
        words = ctx.say(key, name=name, said=words)
    return (*anchor, *wording.capitalized(words))


def question(ctx: RenderContext, entry: Example) -> Inlines:
    """Return the formula or the run of an example in words, without its result."""
    if entry.run is None:
        return _with_given(ctx, entry, formulas.formula(ctx, str(entry.formula)))
    run = _run_part(ctx, entry, entry.run.entry)
    return _with_given(_run_context(ctx, entry.run), entry, run)


def _run_context(ctx: RenderContext, ref: Ref[Entry]) -> RenderContext:
    """Return a context with the names that formulas can use while an entry is run."""
    run = ref.entry
    # A nested entry uses the names of its parent.
    names = formulas.names_in(ctx, around(run) or run)
    cells = formulas.cells_by_table(ctx, run) if isinstance(run, Action) else {}
    return ctx.with_names({**formulas.format_names(ctx, "check"), **names, **cells})


def _with_given(ctx: RenderContext, entry: Example, words: Inlines) -> Inlines:
    """Return words with the given facts of an example: `the margin is 11, Strength is 3D`."""
    given = ctx.listed(
        [
            ctx.say("fact", name=_name(ctx, name), value=amounts.say_value(ctx, value))
            for name, value in entry.given.items()
        ]
    )
    return ctx.say("example.given", what=words, given=given) if given else words


def _formula(ctx: RenderContext, entry: Example) -> Inlines:
    """Return a formula with its result in the present ruleset; "true" goes without saying."""
    text = str(entry.formula)
    result = gives_instead(ctx.ruleset, entry) or str(entry.expect)
    words = formulas.formula(ctx, text)
    if result.casefold() != "true":
        result_words = _percentage(ctx, text, result) or _result(ctx, result)
        is_call = isinstance(formulas.read(text), FunctionCall)
        key = "op.=" if is_call else "example.formula"
        words = ctx.say(key, left=words, right=result_words)
    return _with_given(ctx, entry, words)


def _result(ctx: RenderContext, result: str) -> Inlines:
    """Return a result in words: an entry as a link, -2 with a minus sign, a quantity with units."""
    entry = ctx.index.by_id.get(result)
    if entry is not None:
        return (ctx.link(entry),)
    if isinstance(formulas.read(result), Unary | QuantityLiteral):
        return formulas.formula(ctx, result)
    return (blocks.Text(result),)


def _percentage(ctx: RenderContext, text: str, result: str) -> Inlines:
    """Return the result of `chance(…)` in percent, because 425/432 is hard to judge."""
    node = formulas.read(text)
    if not (isinstance(node, FunctionCall) and node.function == "chance"):
        return ()
    with suppress(ValueError, ZeroDivisionError):
        if 0 < (chance := Fraction(result.replace(" ", ""))) < 1:
            return ctx.say("example.percent", percent=numbers.percent(ctx, chance))
    return ()


def _run_part(ctx: RenderContext, entry: Example, run: Entry) -> Inlines:
    """Return a link to the entry that is run, with the picks or the way to spend points."""
    whole = (ctx.link(run),)
    if entry.picks:
        picks: list[Inlines] = [(ctx.link(ref.entry),) for ref in entry.picks]
        part = ctx.listed(_counted(ctx, picks))
        return ctx.say("example.part", whole=whole, part=part)
    if isinstance(run, Points) and entry.spend in run.spend:
        return ctx.say("example.part", whole=whole, part=run.spend[entry.spend].name)
    return whole


def _name(ctx: RenderContext, name: str) -> Inlines:
    """Return a given name in words; an entry is linked unless a local name hides it."""
    entry = ctx.index.by_id.get(name)
    if entry is not None and name not in ctx.local:
        return (ctx.link(entry),)
    return ctx.say("name.this") if name == ACTED_ON else formulas.name_words(ctx, name)


def _results(ctx: RenderContext, entry: Example) -> Inlines:
    """Return the results of a run: the facts that the example names, then all effects.

    The values are those of the run, if there is one: an example can leave out some of them.
    """
    expect = entry.expect
    facts = expect if isinstance(expect, Facts) else None
    effects = expect if facts is None else facts.effects
    result = gives(ctx.ruleset, entry)
    if result is not None:
        effects = result.effects
    sentences: list[Inlines] = []
    for name in vars(facts) if facts else ():
        value = getattr(result or facts, name)
        if isinstance(value, bool):
            sentences.append(ctx.say(f"fact.{name}.{'yes' if value else 'no'}"))
        elif isinstance(value, int):
            number = amounts.say_value(ctx, value)
            sentences.append(ctx.say(f"fact.{name}", value=number))
    if isinstance(effects, tuple):
        phrases = [made_phrase(ctx, e) for e in effects if not is_no_op(e)]
        sentences += _counted(ctx, phrases) or [ctx.say("example.nothing")]
    return ctx.chain("sentences", sentences)


def _counted(ctx: RenderContext, phrases: Sequence[Inlines]) -> list[Inlines]:
    """Merge equal phrases in a row into one with their number."""
    counted = [(phrase, len(list(group))) for phrase, group in groupby(phrases)]
    return [
        phrase if count == 1 else ctx.say("example.times", count=count, part=phrase)
        for phrase, count in counted
    ]


def listed(
    ctx: RenderContext, entries: Iterable[Entry]
) -> tuple[blocks.DefinitionList, ...]:
    """Return a list of nested entries with the prose and the remarks of each."""
    return nested(ctx, entries, told)


def told(ctx: RenderContext, entry: Entry) -> Blocks:
    """Return the prose of a nested entry, its license if it has another one, and its remarks."""
    mark = licenses.license_mark(ctx, entry)
    return (*text_blocks(ctx, entry), *mark, *remarks(ctx, entry))


def remarks(ctx: RenderContext, *entries: Entry) -> Blocks:
    """Return the examples about some entries, then the notes, each without repeats.

    In chapters, which are read in a row, a remark is only beside the first entry that it is about.
    """
    by_kind: dict[Literal["example", "note"], dict[str, Inlines]]
    by_kind = {"example": {}, "note": {}}
    for entry in entries:
        for remark in ctx.remarks.get(entry.id, ()):
            if not (ctx.paged or first_about(remark) == entry.id):
                continue
            if isinstance(remark, Example):
                by_kind["example"].setdefault(remark.id, example(ctx, remark, entry))
            elif isinstance(remark, Note):
                by_kind["note"].setdefault(remark.id, _short(ctx, remark))
    content = []
    for kind, items in by_kind.items():
        if items:
            label = ctx.word(f"label.{kind}" if len(items) == 1 else f"label.{kind}s")
            count = f"{len(items)} {ctx.lowered(label)}"
            content.append(blocks.Remarks(kind, label, count, tuple(items.values())))
    return tuple(content)


def _short(ctx: RenderContext, note: Note) -> Inlines:
    """Return a link to a note, by its name or else its problem.

    On the page of an entry, the chosen reading follows. A book has it in the chapter of notes.
    """
    name = note.name or wording.plain(line(ctx, note.problem))
    link = (ctx.link(note, (blocks.Text(name),)),)
    chosen = ctx.ruleset.once(chosen_in)[note.id] if ctx.paged else ""
    reading = note.readings.get(chosen)
    words = line(ctx, reading.text) if reading else ()
    return ctx.say("note.short", note=link, reading=words) if words else link


# Options.


def option(ctx: RenderContext, entry: Option, _level: int) -> Blocks:
    """Return the choice in use, then all choices with their changes."""
    return (
        *facts(ctx, ("in-use", ctx.ref(entry.default))),
        *nested(ctx, entry.choices, _choice),
    )


def _choice(ctx: RenderContext, choice: Choice) -> Blocks:
    """Return a choice, its reason, then its changes as a list, folded.

    The list is folded because the text of the choice describes the changes already; for the same
    reason, chapters leave it out. Changes of examples that documents don't show are left out too.
    The reason in front of the list is that of the first change; other reasons are in the list, each
    in front of its changes.
    """
    entries = ctx.ruleset.entries
    printed = [
        c for c in choice.changes if getattr(entries.get(c.entry), "print", True)
    ]
    reason, *other_reasons = dict.fromkeys(c.why for c in printed) or [""]
    lines: list[Inlines] = []
    if choice.text and not ctx.paged:
        printed = []
    for why, group in groupby(printed, lambda change: change.why):
        if why in other_reasons:
            lines.append(wording.capitalized(line(ctx, why)))
        lines += (_change(ctx, change) for change in group)
    label = ctx.word("label.exactly")
    folded = (blocks.Remarks("exact", label, label, tuple(lines)),) if lines else ()
    return (*told(ctx, choice), *facts(ctx, ("why", line(ctx, reason))), *folded)


def _change(ctx: RenderContext, change: Change) -> Inlines:
    """Return a change of a choice in words: the entry, the path of the setting, and its value."""
    place = _link_or_old_name(ctx, change.entry) or (blocks.CodeSpan(change.entry),)
    for step in change.setting.split(".") if change.setting else ():
        label: Inlines = (blocks.Text(setting_word(ctx, step)),)
        place = ctx.say("change.part", whole=place, part=label)
    if change.word == "reword":
        passage, replacement = line(ctx, change.passage), line(ctx, str(change.value))
        return ctx.say("choice.reword", place=place, passage=passage, value=replacement)
    # The value of a removal is the entry to use instead.
    instead = ".instead" if change.word == "remove" and change.value else ""
    value = _value(ctx, change)
    return ctx.say(f"choice.{change.word}{instead}", place=place, value=value)


def _value(ctx: RenderContext, change: Change) -> Inlines:
    """Return the value of a change in words, according to the field that it sets."""
    key = change.setting.rpartition(".")[2]
    cls = type_hints.CLASSES.get(change.entry.partition(".")[0])
    fields = () if cls is None else type_hints.fields(cls)
    field = next((field for field in fields if field.key == key), None)
    members = () if field is None else type_hints.alternatives(field.hint)
    if isinstance(change.value, tuple):
        items = [_setting(ctx, change, item, members) for item in change.value]
        return ctx.listed(items)
    if field is not None and field.prose:
        return line(ctx, change.value)
    return _setting(ctx, change, change.value, members)


def _setting(
    ctx: RenderContext, change: Change, value: str, members: Sequence[object]
) -> Inlines:
    """Return a value in words if it is a keyword or an entry; else as packs write it.

    `members` are the type hints that the setting allows.
    """
    # Phrases of keywords begin with a field: that of the setting, or one that it is nested in.
    for field in reversed(change.setting.split(".")):
        # A phrase with placeholders needs more than the value.
        pattern = ctx.patterns.get(f"{field}.{value}", "{")
        if "{" not in pattern:
            return (blocks.Text(pattern),)
    if value in {"true", "false"}:
        return ctx.say("yes" if value == "true" else "no")
    is_formula = any(typing.get_origin(member) is Formula for member in members)
    if is_formula or value.startswith(("[", "{")):
        return (blocks.CodeSpan(value),)
    kinds = {
        type_hints.KIND_OF[cls]
        for member in members
        for cls in type_hints.referred(type_hints.item(member) or member)
        if cls in type_hints.KIND_OF
    }
    link = _link_or_old_name(ctx, value, kinds) if kinds or "." in value else ()
    return link or (blocks.Text(value),)


def _link_or_old_name(
    ctx: RenderContext, reference: str, kinds: Collection[str] = ()
) -> Inlines:
    """Return a link to an entry by its reference; if a pack removed it, the name that it had."""
    entry = ctx.index.find(reference, kinds)
    removal = ctx.ruleset.removals.named(reference, kinds)
    if entry is None and removal is not None and isinstance(removal.body, dict):
        return (blocks.Text(str(removal.body.get("name", reference))),)
    entry = entry or ctx.ruleset.find(reference)
    return () if entry is None else (ctx.link(entry),)
