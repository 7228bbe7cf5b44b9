"""Checks of notes, chapters, panels, pregenerated characters, stories and examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.codes import formulas, references
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import did_you_mean, did_you_mean_or_list
from freed6c.model.example_runs import ExampleRun, is_foreign, metered, run_examples
from freed6c.model.internal_errors import noted
from freed6c.model.stories import unknown_placeholders, written_numbers
from freed6c.model.value_lookup import at, path_of
from freed6c.runtime.entries.actions import Points
from freed6c.runtime.entries.notes import (
    Chapter,
    CharacterEntry,
    Example,
    Note,
    PanelEntry,
)
from freed6c.runtime.entries.tables import Table, Track
from freed6c.runtime.play.state import RefusedError
from freed6c.runtime.record import FormulaError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


def check_notes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report chosen readings that a note lacks, and decided settings without a reading."""
    for note in noted(ruleset.of(Note)):
        if note.decides:
            value, place = at(ruleset, note.decides), ruleset.label(note, "decides")
            values = {reading.value.lower() for reading in note.readings.values()}
            if value is not None and str(value).lower() in values:
                continue
            code, fix = (codes.VALUE_WITHOUT_READING, "add a reading with this value")
            if value is None:
                code = codes.NO_SUCH_PLACE
                fix = "write an id and a setting of that entry"
            related = []
            if ruleset.provenance.writer(ruleset.paths[note.id]) not in ruleset.topmost:
                remove = f"remove: {{{note.id}: {{why: …}}}}"
                fix = f"if the note no longer applies, write {remove}"
                path = path_of(ruleset, note.decides)
                changed = path and ruleset.provenance.location(path)
                related = [Label(changed, "changed here")] if changed else []
            yield code.at(
                place, help=[fix], related=related, setting=note.decides, value=value
            )
        elif note.chosen and note.chosen not in note.readings:
            yield codes.NO_SUCH_READING.at(
                ruleset.label(note, "chosen"),
                chosen=note.chosen,
                readings=", ".join(note.readings),
            )


# Chapters.


def check_chapters(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report entries that a chapter contains twice."""
    for chapter in noted(ruleset.of(Chapter)):
        first: dict[str, int] = {}
        for position, ref in enumerate(chapter.contains):
            if first.setdefault(ref.id, position) != position:
                original = ruleset.label(
                    chapter, "contains", first[ref.id], words="first time"
                )
                again = ruleset.label(chapter, "contains", position)
                yield codes.REPEATED.at(again, related=[original], entry=ref.id)


# Panels.


def check_panels(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report columns that no table on a panel has."""
    for panel in noted(ruleset.of(PanelEntry)):
        tables = [
            ref.entry for ref in panel.shows if isinstance(ref.entry, Table | Track)
        ]
        columns = list(dict.fromkeys(key for table in tables for key in table.columns))
        for position, key in enumerate(panel.only):
            if key not in columns:
                place = ruleset.label(panel, "only", position)
                yield codes.NO_SUCH_COLUMN.at(
                    place or ruleset.label(panel, "only"),
                    column=key,
                    columns=", ".join(columns) or "none",
                )


# Pregenerated characters and stories.


def check_ready_characters(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report pregenerated characters whose sheets do not fit the rules."""
    for entry in noted(ruleset.of(CharacterEntry)):
        unknown = [
            key
            for key in entry.points
            if f"points.{key.removeprefix('points.')}" not in ruleset.entries
        ]
        for key in unknown:
            names = [points.id.partition(".")[2] for points in ruleset.of(Points)]
            yield references.UNKNOWN.at(
                ruleset.label(entry, "points", key),
                kind="point pool",
                name=key,
                help=did_you_mean_or_list(key, names, "point pools"),
            )
        if unknown:
            continue
        from freed6c.runtime.play.actor import Actor, CharacterError, actor_of

        try:
            actor_of(Actor, entry.name, entry, ruleset)
        except (CharacterError, RefusedError) as problem:
            place = ruleset.label(entry, "stats") or ruleset.label(entry)
            yield codes.CHARACTER_DOES_NOT_FIT.at(place, reason=str(problem))


def check_stories(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report placeholders that nothing fills, and numbers that are written out."""
    for example in noted(ruleset.of(Example)):
        if not example.is_story:
            continue
        for number, step in enumerate(example.steps):
            for match in written_numbers(step.tells):
                place = ruleset.label(
                    example, "steps", number, "tells", within=match.span()
                )
                yield codes.NUMBER_IN_STORY.at(place, number=match[0])
        from freed6c.runtime.play.example_steps import told_steps

        try:
            steps = told_steps(example, metered(ruleset, ruleset.budget))
        except FormulaError:
            continue  # `report_examples` reports it
        if is_foreign(ruleset, example):
            continue
        for number, (step, values) in enumerate(steps):
            for match in unknown_placeholders(step.tells, values):
                place = ruleset.label(
                    example, "steps", number, "tells", within=match.span()
                )
                near = did_you_mean(match[1], [(k, f"{{{k}}}") for k in values])
                names = ", ".join(values)
                yield codes.NOTHING_TO_TELL.at(
                    place, name=match[1], help=near or [f"replace with one of: {names}"]
                )


# Examples.


LONGEST: Final = 200
"""The most characters of an example's name and text that a note quotes."""


def report_examples(ruleset: Ruleset, *, plays: bool) -> Iterator[Diagnostic]:
    """Report examples with another result, or none. Broken formulas are reported elsewhere.

    Examples with steps in a base pack are not run. House rules change many of them, and documents
    don't print them, so nothing false is published. `freed6c test` reports them. If `plays` is
    False, of the examples with steps only stories are run.
    """
    for run in run_examples(ruleset, steps="own" if plays else "stories"):
        if run.verdict == "impossible":
            yield _impossible(ruleset, run)
        elif run.verdict != "passed":
            yield _differs(ruleset, run)


def _impossible(ruleset: Ruleset, run: ExampleRun) -> Diagnostic:
    place = ruleset.label(run.example, run.setting, within=run.within)
    way_out = [run.way_out] if run.way_out else []
    if run.setting != "formula":
        return codes.EXAMPLE_STUCK.at(place, reason=run.found, help=way_out)
    return formulas.FAILED.at(place, message=run.found, help=way_out)


def _differs(ruleset: Ruleset, run: ExampleRun) -> Diagnostic:
    """Report a different result, by its verdict: a house rule may change that of a base example."""
    example = run.example
    if run.verdict == "changed":
        code = codes.EXAMPLE_STUCK_NOW if run.way_out else codes.EXAMPLE_CHANGED
        advice = [run.way_out] if run.way_out else []
    else:
        failed = run.verdict == "failed"
        code = codes.EXAMPLE_FAILED if failed else codes.EXAMPLE_DIFFERS
        advice = ["correct the example or the rule that it shows"]
        if len(ruleset.topmost) > 1:
            writer = ruleset.provenance.writer(ruleset.paths[example.id])
            purpose = "or, in a pack that changes the rule on purpose, add after"
            advice.append(f"{purpose}: {writer}")
    return code.at(
        ruleset.label(example, *run.place, words=f"produces {run.found}"),
        related=[] if example.steps else [ruleset.label(example, run.setting)],
        notes=_notes(ruleset, example),
        help=advice,
        shown=run.what,
        found=run.found,
        expected=run.expected,
        pack=ruleset.manifest.id,
    )


def _notes(ruleset: Ruleset, example: Example) -> tuple[str, ...]:
    """Return a note with the name and text of the example, since a formula alone is unclear."""
    # Imported here because only a failing example needs the document package.
    from textwrap import shorten

    from freed6c.document.plain_text import plain_text

    text = plain_text(ruleset, example.text) if example.text else ""
    named = ": ".join(filter(None, (example.name, text)))
    words = shorten(named, LONGEST, placeholder=" …")
    return (f"the example is {example.id}, {words}",) if words else ()
