"""Renders diagnostics as text for terminals, or as one line each.

A *mark* is a label with its span in a file; marked characters are underlined. A *frame* is the
excerpt of one file with its marks. Diagnostics of the same *cause* are shown as one message.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.locate import locate
from freed6c.packs.lazy import dataclass
from freed6c.packs.pack import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic, Label
    from freed6c.packs.location import Span
    from freed6c.packs.pack import Sources
    from freed6c.packs.yaml_tree import Lines

    Cause = Sequence["Placed"]


# Source lines, cut to fit a terminal, with invisible characters made visible.


WIDTH: Final = 100
"""The number of characters of a source line that are shown."""
_BEFORE: Final = 40
"""The number of characters that are shown before a mark far to the right."""
_CUT: Final = "..."
_NO_WIDTH: Final = ("Mn", "Me")
"""Unicode categories of characters that combine with the one before them."""
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of invisible characters: control, format, unassigned, line separators."""
_CONTROLS: Final = 0x20
"""The number of ASCII control characters."""


@dataclass(frozen=True)
class Window:
    """The visible part of a source line: `text`, starting at the character `first`.

    `head` and `tail` are `...` if something is cut off there.
    """

    text: str
    first: int = 0
    head: str = ""
    tail: str = ""

    @property
    def shown(self) -> str:
        """The text as a terminal shows it."""
        return self.head + "".join(map(_visible, self.text)) + self.tail

    def column(self, position: int) -> int:
        """Return the column of the window at which a character of the line is shown."""
        return len(self.head) + width(self.text[: max(position - self.first, 0)])


def window(line: str, start: int, end: int) -> Window:
    """Return a line, cut to fit, with the characters from `start` to `end` visible."""
    if len(line) <= WIDTH:
        return Window(line)
    first = 0 if end <= WIDTH else max(0, start - _BEFORE)
    last = first + WIDTH
    tail = _CUT if last < len(line) else ""
    return Window(line[first:last], first, _CUT if first else "", tail)


def width(text: str) -> int:
    """Return the number of columns that a text takes in a terminal."""
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    shown = _visible(character)
    if len(shown) > 1:
        return len(shown)
    if unicodedata.category(shown) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(shown) in ("W", "F") else 1


def _visible(character: str) -> str:
    """Replace tabs, control characters and misleading characters by visible ones."""
    if character == "\t":
        return "\u2192"
    if " " <= character <= "~":
        return character
    if ord(character) < _CONTROLS:
        # Unicode has a picture of each control character.
        return chr(0x2400 + ord(character))
    # The zero-width joiner (U+200D) stays, as it joins emoji.
    if unicodedata.category(character) in _UNSEEN and character != "\u200d":
        return f"<U+{ord(character):04X}>"
    return character


# Frames: marked lines of a file, underlined.


_CONTEXT: Final = 1
"""The number of lines that are shown above a marked line."""


def gutter(marks: Sequence[PlacedLabel]) -> int:
    """Return the width of the widest line number."""
    return max((len(str(mark.spot.line)) for mark in marks), default=1)


def frames(marks: Sequence[PlacedLabel], sources: Sources) -> Iterator[str]:
    """Yield the lines of one frame for each file, that of the primary mark first."""
    pad = " " * gutter(marks)
    files = list(dict.fromkeys(mark.spot.file for mark in marks))
    for file in files:
        in_file = [mark for mark in marks if mark.spot.file == file]
        spot = in_file[0].spot
        arrow = "-->" if file == files[0] else ":::"
        yield f"{pad}{arrow} {file}:{spot.line}:{spot.column}"
        if sources.get(file):
            yield f"{pad} |"
            yield from _frame(in_file, sources[file].split("\n"), len(pad))
        yield f"{pad} |"


def _frame(marks: Sequence[PlacedLabel], lines: Lines, pad: int) -> Iterator[str]:
    ordered = sorted(marks, key=lambda mark: (mark.spot.line, mark.spot.column))
    by_line = {
        number: list(group)
        for number, group in groupby(ordered, key=lambda mark: mark.spot.line)
    }
    last = 0
    for number in _line_numbers(by_line, len(lines)):
        if last and number > last + 1:
            yield "..."
        last = number
        yield from _line(number, by_line.get(number, []), lines[number - 1], pad)


def _line_numbers(by_line: Mapping[int, object], count: int) -> list[int]:
    """Return the numbers of marked lines and of the lines above them."""
    shown = {number for line in by_line for number in range(line - _CONTEXT, line + 1)}
    return sorted(number for number in shown if 1 <= number <= count)


def _line(
    number: int, marks: Sequence[PlacedLabel], line: str, pad: int
) -> Iterator[str]:
    columns = [_columns(mark, line) for mark in marks]
    part = window(line, *(columns[0] if columns else (0, 0)))
    yield f"{number:>{pad}} | {part.shown}".rstrip()
    for mark, (start, end) in zip(marks, columns, strict=True):
        before = part.column(start)
        sign = "^" if mark.primary else "-"
        under = " " * before + sign * max(part.column(end) - before, 1)
        yield f"{' ' * pad} | {under} {visible_line(mark.text)}".rstrip()


def visible_line(text: str) -> str:
    """Make a text that may quote a pack or a command line safe to print.

    It becomes a single line, so that no quoted line looks like output of freed6c.
    """
    return "".join(map(_visible, text.replace("\n", " ")))


def _columns(mark: PlacedLabel, line: str) -> tuple[int, int]:
    spot = mark.spot
    end = spot.end_column if spot.end_line == spot.line else len(line) + 1
    return spot.column - 1, end - 1


# Diagnostics with the spans of their labels, sorted.


@dataclass(frozen=True)
class PlacedLabel:
    """A label with its span."""

    spot: Span
    text: str
    primary: bool


@dataclass(frozen=True)
class Placed:
    """A diagnostic with the spans of its labels, the primary one first if it has one."""

    diagnostic: Diagnostic
    marks: tuple[PlacedLabel, ...]

    @property
    def spot(self) -> Span | None:
        """The span of the problem; None if it has no place in a file."""
        first = self.marks[0] if self.marks else None
        return first.spot if first and first.primary else None

    @property
    def file(self) -> str:
        """The file of the problem; empty if it has none."""
        return self.spot.file if self.spot else ""


def sort_placed(diagnostics: Iterable[Diagnostic], sources: Sources) -> list[Placed]:
    """Sort diagnostics by pack, file, line, column and stage.

    Diagnostics without a place come first, then each pack before its bases, so that authors of
    house rules see their own files first, and causes before consequences.
    """
    # By file first, so that each file is parsed once.
    by_file = sorted(diagnostics, key=lambda d: d.label.place.file if d.label else "")
    roots = [
        file.removesuffix(MANIFEST)
        for file in sources
        if file == MANIFEST or file.endswith(f"/{MANIFEST}")
    ]
    ranked = [(_place(diagnostic, sources)) for diagnostic in by_file]
    return sorted(
        ranked, key=lambda placed: (_turn(placed.file, roots), *_rank(placed))
    )


def _turn(file: str, roots: Sequence[str]) -> int:
    """Return the sort key of a file's pack: the last pack comes first, no file before all.

    `roots` are the folders of packs, bases first. The innermost folder that has the file counts.
    """
    if not file:
        return -len(roots) - 1
    inside = [turn for turn, root in enumerate(roots) if file.startswith(root)]
    return -max(inside, key=lambda turn: len(roots[turn]), default=0)


def _place(diagnostic: Diagnostic, sources: Sources) -> Placed:
    label = diagnostic.label
    marks = [] if label is None else [_mark(label, sources, primary=True)]
    marks += [_mark(related, sources, primary=False) for related in diagnostic.related]
    return Placed(diagnostic, tuple(marks))


def _mark(label: Label, sources: Sources, *, primary: bool) -> PlacedLabel:
    spot = locate(label.place, sources.get(label.place.file, ""))
    return PlacedLabel(spot, label.text, primary)


STAGES: Final = "LYSWORFCP"
"""The letters of codes, in the order of the compiler's stages: `Y` in `D6-Y001` is for YAML."""


def _rank(placed: Placed) -> tuple[str, int, int, int, str, str]:
    diagnostic, spot = placed.diagnostic, placed.spot
    line, column = (spot.line, spot.column) if spot else (0, 0)
    stage = STAGES.find(diagnostic.code.id[len("D6-")])
    return placed.file, line, column, stage, diagnostic.code.id, diagnostic.message


def counted(number: int, word: str) -> str:
    """Return a number with its word: `1 error`, `2 errors`."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


# The two formats.


MOST_IN_FILE: Final = 20
"""The most messages about one file."""
MOST: Final = 100
"""The most messages in all."""
ONE_CAUSE: Final = 3
MANY: Final = 6
"""From how many diagnostics with the same code and help on they become one message: ONE_CAUSE if
also their text or place is the same, MANY if not."""
MOST_PLACES: Final = 12
"""The number of other places of one cause that are listed."""
ALL: Final = ": freed6c check --format concise shows all"


def render_text(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return diagnostics with source lines, help and notes, then a summary."""
    parts = render_details(diagnostics, sources), render_summary(diagnostics, sources)
    return "\n".join(filter(None, parts))


def render_details(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return diagnostics with source lines, help and notes."""
    return "\n".join(_blocks(sort_placed(diagnostics, sources), sources))


def render_summary(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return a line with the numbers of files, errors and warnings."""
    errors = sum(diagnostic.severity == "error" for diagnostic in diagnostics)
    warnings = counted(len(diagnostics) - errors, "warning")
    files = counted(len(sources), "file")
    return f"Checked {files}: {counted(errors, 'error')}, {warnings}.\n"


def _blocks(placed: Sequence[Placed], sources: Sources) -> Iterator[str]:
    remaining = MOST
    in_other_files = 0
    for file, group in groupby(_causes(placed), key=lambda cause: cause[0].file):
        in_file = list(group)
        shown = _errors_first(in_file, min(MOST_IN_FILE, remaining))
        remaining -= len(shown)
        yield from (_block(cause, sources) for cause in shown)
        hidden = sum(map(len, in_file)) - sum(map(len, shown))
        if hidden and shown:
            in_this_file = f" in {file}" if file else ""
            yield f"... and {hidden:,} more{in_this_file}{ALL}\n"
        else:
            in_other_files += hidden
    if in_other_files:
        yield f"... and {in_other_files:,} more in other files{ALL}\n"


def _causes(placed: Sequence[Placed]) -> list[Cause]:
    """Group diagnostics by cause; the first of each group is shown in full.

    Diagnostics with the same code and help have one cause if they also share their message or
    their first place, or if they are many.
    """
    groups: dict[object, list[Placed]] = {}
    for problem in placed:
        diagnostic = problem.diagnostic
        text = tuple(way.text for way in diagnostic.help) or diagnostic.message
        # Each line that YAML cannot read is a separate mistake.
        place = problem.spot if diagnostic.code.id.startswith("D6-Y") else None
        groups.setdefault((diagnostic.code.id, text, place), []).append(problem)
    causes: list[Cause] = []
    for group in groups.values():
        messages = {problem.diagnostic.message for problem in group}
        is_same = 1 in (len(messages), len({problem.spot for problem in group}))
        are_grouped = len(group) >= (ONE_CAUSE if is_same else MANY)
        causes += [group] if are_grouped else [[problem] for problem in group]
    order = {id(problem): number for number, problem in enumerate(placed)}
    return sorted(causes, key=lambda cause: order[id(cause[0])])


def _errors_first(causes: Sequence[Cause], most: int) -> list[Cause]:
    """Choose at most `most` causes, errors before warnings, in their original order."""
    ranked = sorted(causes, key=lambda cause: cause[0].diagnostic.severity != "error")
    chosen = {id(cause) for cause in ranked[:most]}
    return [cause for cause in causes if id(cause) in chosen]


def _block(cause: Cause, sources: Sources) -> str:
    placed, *others = cause
    diagnostic = placed.diagnostic
    code = f"{diagnostic.severity}[{diagnostic.code.id}]"
    pad = " " * gutter(placed.marks)
    lines = [f"{code}: {visible_line(diagnostic.message)}"]
    lines += frames(placed.marks, sources)
    lines += [_remark(pad, "help: ", way.text) for way in diagnostic.help]
    lines += [_remark(pad, "note: ", text) for text in diagnostic.notes]
    listed = [_other_place(placed, other) for other in others[:MOST_PLACES]]
    if len(others) > MOST_PLACES:
        listed.append(f"and {len(others) - MOST_PLACES:,} more{ALL}")
    if listed:
        lines.append(_remark(pad, "also: ", "\n".join(listed)))
    lines.append(_remark(pad, "see:  ", f"freed6c explain {diagnostic.code.id}"))
    return "\n".join(lines) + "\n"


def _other_place(shown: Placed, other: Placed) -> str:
    """Return another place of the same cause, with its message if it differs."""
    marks = [mark.spot for mark in other.marks if mark.spot != shown.spot]
    places = [f"{spot.file}:{spot.line}:{spot.column}" for spot in marks[:1]]
    message = other.diagnostic.message
    messages = [message] if message != shown.diagnostic.message or not places else []
    return visible_line(": ".join(places + messages))


def _remark(pad: str, kind: str, text: str) -> str:
    head = f"{pad} = {kind}"
    return head + ("\n" + " " * len(head)).join(map(visible_line, text.split("\n")))


def render_concise(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return one line for each diagnostic: `file:line:column: error[CODE] message (help)`."""
    return "".join(
        f"{_concise_line(shown)}\n" for shown in sort_placed(diagnostics, sources)
    )


def _concise_line(placed: Placed) -> str:
    diagnostic, spot = placed.diagnostic, placed.spot
    where = f"{spot.file}:{spot.line}:{spot.column}: " if spot else ""
    advice = f" ({diagnostic.help[0].text})" if diagnostic.help else ""
    line = f"{diagnostic.severity}[{diagnostic.code.id}] {diagnostic.message}{advice}"
    return where + visible_line(" ".join(line.split()))
