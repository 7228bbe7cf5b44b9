"""Renders diagnostics as text for terminals, or as one line each. `for_tools.py` has the others."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.locate import locate
from freed6c.packs.pack import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic, Label
    from freed6c.packs.location import Span

    Cause = Sequence["Placed"]


# Source lines, cut to fit a terminal, with invisible characters made visible.


WIDTH: Final = 100
_BEFORE: Final = 40
_CUT: Final = "..."
_NO_WIDTH: Final = ("Mn", "Me")
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_CONTROLS: Final = 0x20


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a line that is shown: `text`, from its character `first` on."""

    text: str
    first: int = 0
    head: str = ""
    tail: str = ""

    @property
    def shown(self) -> str:
        """As a terminal shows it."""
        return self.head + "".join(map(_visible, self.text)) + self.tail

    def column(self, position: int) -> int:
        """At which column of the window a character of the line is shown."""
        return len(self.head) + width(self.text[: max(position - self.first, 0)])


def window(line: str, start: int, end: int) -> Window:
    """A line, cut to fit, so that what stands from `start` to `end` is seen."""
    if len(line) <= WIDTH:
        return Window(line)
    first = 0 if end <= WIDTH else max(0, start - _BEFORE)
    last = first + WIDTH
    tail = _CUT if last < len(line) else ""
    return Window(line[first:last], first, _CUT if first else "", tail)


def width(text: str) -> int:
    """How many columns a text takes."""
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    shown = _visible(character)
    if len(shown) > 1:
        return len(shown)
    if unicodedata.category(shown) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(shown) in ("W", "F") else 1


def _visible(character: str) -> str:
    """Make tabs, control characters and what misleads the eye visible."""
    if character == "\t":
        return "\u2192"
    if " " <= character <= "~":
        return character
    if ord(character) < _CONTROLS:
        return chr(0x2400 + ord(character))
    if unicodedata.category(character) in _UNSEEN and character != "\u200d":
        return f"<U+{ord(character):04X}>"
    return character


# Frames: marked lines of a file, underlined.


_CONTEXT: Final = 1


def gutter(marks: Sequence[PlacedLabel]) -> int:
    """How wide the widest number of a line is."""
    return max((len(str(mark.spot.line)) for mark in marks), default=1)


def frames(marks: Sequence[PlacedLabel], sources: Mapping[str, str]) -> Iterator[str]:
    """One frame a file, that of the primary mark first."""
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


def _frame(
    marks: Sequence[PlacedLabel], lines: Sequence[str], pad: int
) -> Iterator[str]:
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
    """Each marked line and the one above it."""
    wanted = {number for line in by_line for number in range(line - _CONTEXT, line + 1)}
    return sorted(number for number in wanted if 1 <= number <= count)


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
    """Words that may quote a pack or a command line, in which nothing misleads the eye.

    What they say begins no line, which could look like ours.
    """
    return "".join(map(_visible, text.replace("\n", " ")))


def _columns(mark: PlacedLabel, line: str) -> tuple[int, int]:
    spot = mark.spot
    end = spot.end_column if spot.end_line == spot.line else len(line) + 1
    return spot.column - 1, end - 1


# Diagnostics with the spans of their labels, sorted.


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label at its spot."""

    spot: Span
    text: str
    primary: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """A diagnostic and the spots of its labels, the primary first if there is one."""

    diagnostic: Diagnostic
    marks: tuple[PlacedLabel, ...]

    @property
    def spot(self) -> Span | None:
        """Where it is; nothing where the problem is no place in a file."""
        first = self.marks[0] if self.marks else None
        return first.spot if first and first.primary else None

    @property
    def file(self) -> str:
        """The file, empty if there is none."""
        return self.spot.file if self.spot else ""


def sort_placed(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, str]
) -> list[Placed]:
    """Sorted by pack, file, line, column and stage.

    What has no place comes first, then the packs, each before those that it builds on: who writes
    a house rule reads of their own files first, and of causes before what follows from them.
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
    """The place of a file's pack among all, the last one first; `roots` are where they lie."""
    if not file:
        return -len(roots) - 1
    inside = [turn for turn, root in enumerate(roots) if file.startswith(root)]
    return -max(inside, key=lambda turn: len(roots[turn]), default=0)


def _place(diagnostic: Diagnostic, sources: Mapping[str, str]) -> Placed:
    label = diagnostic.label
    marks = [] if label is None else [_mark(label, sources, primary=True)]
    marks += [_mark(related, sources, primary=False) for related in diagnostic.related]
    return Placed(diagnostic, tuple(marks))


def _mark(label: Label, sources: Mapping[str, str], *, primary: bool) -> PlacedLabel:
    spot = locate(label.place, sources.get(label.place.file, ""))
    return PlacedLabel(spot, label.text, primary)


STAGES: Final = "LYSWORFCP"
"""The letters of codes, in the order in which their stages work."""


def _rank(placed: Placed) -> tuple[str, int, int, int, str, str]:
    diagnostic, spot = placed.diagnostic, placed.spot
    line, column = (spot.line, spot.column) if spot else (0, 0)
    stage = STAGES.find(diagnostic.code.id[len("D6-")])
    return placed.file, line, column, stage, diagnostic.code.id, diagnostic.message


def counted(number: int, word: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


# The two formats.


MOST_IN_FILE: Final = 20
MOST: Final = 100
ONE_CAUSE: Final = 3
MANY: Final = 6
"""So many with the same code and help are one message: if they tell the same, or if not."""
MOST_PLACES: Final = 12
"""So many other places of one cause are listed."""
ALL: Final = ": freed6c check --format concise shows all"


def render_text(diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]) -> str:
    """Each with its lines, what to do and why; then how many there are."""
    parts = render_details(diagnostics, sources), render_summary(diagnostics, sources)
    return "\n".join(filter(None, parts))


def render_details(
    diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]
) -> str:
    """Each with its lines, what to do and why."""
    return "\n".join(_blocks(sort_placed(diagnostics, sources), sources))


def render_summary(
    diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]
) -> str:
    """How many there are."""
    errors = sum(diagnostic.severity == "error" for diagnostic in diagnostics)
    warnings = counted(len(diagnostics) - errors, "warning")
    files = counted(len(sources), "file")
    return f"Checked {files}: {counted(errors, 'error')}, {warnings}.\n"


def _blocks(placed: Sequence[Placed], sources: Mapping[str, str]) -> Iterator[str]:
    room = MOST
    in_other_files = 0
    for file, group in groupby(_causes(placed), key=lambda cause: cause[0].file):
        in_file = list(group)
        chosen = _errors_first(in_file, min(MOST_IN_FILE, room))
        room -= len(chosen)
        yield from (_block(cause, sources) for cause in chosen)
        hidden = sum(map(len, in_file)) - sum(map(len, chosen))
        if hidden and chosen:
            where = f" in {file}" if file else ""
            yield f"... and {hidden:,} more{where}{ALL}\n"
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
    for each in placed:
        diagnostic = each.diagnostic
        said = tuple(way.text for way in diagnostic.help) or diagnostic.message
        # A line that YAML cannot read is a mistake of its own.
        place = each.spot if diagnostic.code.id.startswith("D6-Y") else None
        groups.setdefault((diagnostic.code.id, said, place), []).append(each)
    causes: list[Cause] = []
    for group in groups.values():
        messages = {each.diagnostic.message for each in group}
        is_one = 1 in (len(messages), len({each.spot for each in group}))
        together = len(group) >= (ONE_CAUSE if is_one else MANY)
        causes += [group] if together else [[each] for each in group]
    order = {id(each): number for number, each in enumerate(placed)}
    return sorted(causes, key=lambda cause: order[id(cause[0])])


def _errors_first(causes: Sequence[Cause], most: int) -> list[Cause]:
    """Choose errors before warnings where there is not room for all."""
    ranked = sorted(causes, key=lambda cause: cause[0].diagnostic.severity != "error")
    chosen = {id(cause) for cause in ranked[:most]}
    return [cause for cause in causes if id(cause) in chosen]


def _block(cause: Cause, sources: Mapping[str, str]) -> str:
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
    """Return another place of the same cause, and its message if it has one of its own."""
    marks = [mark.spot for mark in other.marks if mark.spot != shown.spot]
    where = [f"{spot.file}:{spot.line}:{spot.column}" for spot in marks[:1]]
    message = other.diagnostic.message
    own = [message] if message != shown.diagnostic.message or not where else []
    return visible_line(": ".join(where + own))


def _remark(pad: str, kind: str, text: str) -> str:
    head = f"{pad} = {kind}"
    return head + ("\n" + " " * len(head)).join(map(visible_line, text.split("\n")))


def render_concise(
    diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]
) -> str:
    """`file:line:column: error[CODE] what is wrong (what to do)`."""
    return "".join(
        f"{_concise_line(shown)}\n" for shown in sort_placed(diagnostics, sources)
    )


def _concise_line(placed: Placed) -> str:
    diagnostic, spot = placed.diagnostic, placed.spot
    where = f"{spot.file}:{spot.line}:{spot.column}: " if spot else ""
    advice = f" ({diagnostic.help[0].text})" if diagnostic.help else ""
    said = f"{diagnostic.severity}[{diagnostic.code.id}] {diagnostic.message}{advice}"
    return where + visible_line(" ".join(said.split()))
