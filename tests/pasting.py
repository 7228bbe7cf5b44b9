"""Lines that messages offer to paste, as text: found in the help, and put where the help says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.locate import line_starts, locate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.compiled import Compiled

SECTION: Final = re.compile(
    r"\b(change|replace|remove|select|resolve|chapters|extends): \{.*\}$"
)
"""A line with a section of its own: it can be pasted into a file of the pack."""
INSTEAD: Final = re.compile(r"^(?:a key begins .*: )?write ([{\[].*[}\]]|[^\s,…{\[]+)$")
"""What to write in the place of what the message is about."""
WORDS: Final = re.compile(r'(?<=(?:name|text): )…|(?<=why: )…|(?<=": )…')
"""Where an author writes any words for `…`; elsewhere only they know what belongs there."""


def pasted(problem: Diagnostic, compiled: Compiled) -> Iterator[tuple[str, str, str]]:
    """Yield each offered line with a file and its text after the line was pasted.

    Lines that are edits as data are made elsewhere.
    """
    place = problem.label.place if problem.label else None
    for way in problem.help:
        line = WORDS.sub("Other words", way.text.partition("\n")[0])
        if way.edits or place is None or "…" in line or "kind.key" in line:
            continue
        source = compiled.sources.get(place.file, "")
        folder = place.file.rpartition("/")[0]
        if (match := SECTION.search(line)) and match[1] == "extends":
            file = f"{folder}/pack.yaml"
            manifest = re.sub("(?m)^extends: .*$", "", compiled.sources[file])
            yield way.text, file, f"{manifest}\n{match[0]}\n"
        elif match:
            yield way.text, f"{folder}/pasted.yaml", f"{match[0]}\n"
        elif (match := INSTEAD.match(line)) and source:
            span, starts = locate(place, source), line_starts(source)
            start = starts[span.line - 1] + span.column - 1
            end = starts[span.end_line - 1] + span.end_column - 1
            yield way.text, place.file, source[:start] + match[1] + source[end:]


def errors_of_pasting(
    before: Compiled, again: Callable[[], Compiled]
) -> Iterator[tuple[str, str, str]]:
    """Yield each offered line that leads to another error in its file when it is pasted."""
    known = {problem.message for problem in before.diagnostics}
    for problem in before.diagnostics:
        for line, file, text in pasted(problem, before):
            path = Path(file)
            written = path.read_bytes() if path.exists() else None
            path.write_text(text, encoding="utf-8")
            for found in again().diagnostics:
                is_there = found.label is not None and found.label.place.file == file
                if (
                    is_there
                    and found.severity == "error"
                    and found.message not in known
                ):
                    yield problem.message, line, found.message
            if written is None:
                path.unlink()
            else:
                path.write_bytes(written)
