"""What stands beside the rules: notes, chapters, and examples, which are run at every build."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING, Final

from freed6c.check.places import label
from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.codes import formulas
from freed6c.model.example_runs import run_examples
from freed6c.model.values import at
from freed6c.runtime.entries.notes import Chapter, Note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.example_runs import ExampleRun
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.notes import Example


def check_notes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report choices that are none of the readings, and decided settings with another value."""
    for note in ruleset.of(Note):
        if note.decides:
            value, place = at(ruleset, note.decides), label(ruleset, note, "decides")
            values = {reading.value.lower() for reading in note.readings.values()}
            if value is None:
                yield codes.NO_SUCH_PLACE.at(place, setting=note.decides)
            elif str(value).lower() not in values:
                yield codes.VALUE_WITHOUT_READING.at(
                    place, setting=note.decides, value=value
                )
        elif note.chosen and note.chosen not in note.readings:
            yield codes.NO_SUCH_READING.at(
                label(ruleset, note, "chosen"),
                chosen=note.chosen,
                readings=", ".join(note.readings),
            )


# Chapters.


def check_chapters(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report entries that a chapter contains twice."""
    for chapter in ruleset.of(Chapter):
        first: dict[str, int] = {}
        for position, ref in enumerate(chapter.contains):
            if first.setdefault(ref.id, position) != position:
                original = label(
                    ruleset, chapter, "contains", first[ref.id], words="here"
                )
                yield codes.REPEATED.at(
                    label(ruleset, chapter, "contains", position),
                    related=[original],
                    entry=ref.id,
                )


# Examples.


LONGEST: Final = 200


def check_examples(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report examples with another result, or none. Broken formulas are reported elsewhere."""
    for run in run_examples(ruleset):
        if run.verdict == "impossible":
            yield _impossible(ruleset, run)
        elif run.verdict != "passed":
            yield _differs(ruleset, run)


def _impossible(ruleset: Ruleset, run: ExampleRun) -> Diagnostic:
    place = label(ruleset, run.example, run.setting, within=run.within)
    way_out = [run.way_out] if run.way_out else []
    if run.setting == "run":
        return codes.EXAMPLE_STUCK.at(place, reason=run.found, help=way_out)
    return formulas.FAILED.at(place, message=run.found, help=way_out)


def _differs(ruleset: Ruleset, run: ExampleRun) -> Diagnostic:
    """Report a result by its verdict: a house rule may well change that of a book's example."""
    example, pack = run.example, ruleset.manifest.id
    place = label(ruleset, example, "expect", words=f"it gives {run.found}")
    related = [label(ruleset, example, run.setting)]
    notes = _notes(ruleset, example)
    facts = {"shown": run.what, "found": run.found, "expected": run.expected}
    if run.verdict == "changed" and run.way_out:
        return codes.EXAMPLE_STUCK_NOW.at(
            place, related=related, notes=notes, pack=pack, help=[run.way_out], **facts
        )
    if run.verdict == "changed":
        return codes.EXAMPLE_CHANGED.at(
            place, related=related, notes=notes, pack=pack, example=example.id, **facts
        )
    advice = ["correct the example, or the rule that it shows"]
    if len(ruleset.topmost) > 1:
        writer = ruleset.origins.writer(ruleset.paths[example.id])
        advice.append(
            f"or, in a pack that changes it on purpose, write after: {writer}"
        )
    code = codes.EXAMPLE_DIFFERS if run.verdict == "differs" else codes.EXAMPLE_FAILED
    return code.at(place, related=related, notes=notes, help=advice, **facts)


def _notes(ruleset: Ruleset, example: Example) -> tuple[str, ...]:
    """A note with the name and text of the example, since a formula alone says little."""
    # Only an example that fails needs what pages are made with.
    from freed6c.document.plain_text import plain_text

    text = plain_text(ruleset, example.text) if example.text else ""
    words = shorten(
        ": ".join(filter(None, (example.name, text))), LONGEST, placeholder=" …"
    )
    return (f"the example is {words}",) if words else ()
