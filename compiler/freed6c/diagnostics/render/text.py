"""Diagnostics for people at a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.render.frames import frames, gutter
from freed6c.diagnostics.render.placed import Placed, counted, in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.diagnostics import Diagnostic

MOST_IN_FILE: Final = 20
MOST: Final = 100
ALL: Final = ": freed6c check --format concise shows all"


def render_text(diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]) -> str:
    """Each with its lines, what to do and why; then how many there are."""
    said = told(diagnostics, sources), summary(diagnostics, sources)
    return "\n".join(filter(None, said))


def told(diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]) -> str:
    """Each with its lines, what to do and why."""
    return "\n".join(_blocks(in_order(diagnostics, sources), sources))


def summary(diagnostics: Sequence[Diagnostic], sources: Mapping[str, str]) -> str:
    """How many there are."""
    errors = sum(each.severity == "error" for each in diagnostics)
    warnings = counted(len(diagnostics) - errors, "warning")
    files = counted(len(sources), "file")
    return f"Checked {files}: {counted(errors, 'error')}, {warnings}.\n"


def _blocks(placed: Sequence[Placed], sources: Mapping[str, str]) -> Iterator[str]:
    room = MOST
    left = 0
    for file, group in groupby(placed, key=lambda each: each.file):
        in_file = list(group)
        chosen = _most_urgent(in_file, min(MOST_IN_FILE, room))
        room -= len(chosen)
        yield from (_block(each, sources) for each in chosen)
        hidden = len(in_file) - len(chosen)
        if hidden and chosen:
            where = f" in {file}" if file else ""
            yield f"... and {hidden:,} more{where}{ALL}\n"
        else:
            left += hidden
    if left:
        yield f"... and {left:,} more in other files{ALL}\n"


def _most_urgent(placed: Sequence[Placed], most: int) -> list[Placed]:
    """Choose errors before warnings where there is not room for all."""
    ranked = sorted(placed, key=lambda each: each.diagnostic.severity != "error")
    chosen = {id(each) for each in ranked[:most]}
    return [each for each in placed if id(each) in chosen]


def _block(placed: Placed, sources: Mapping[str, str]) -> str:
    diagnostic = placed.diagnostic
    code = f"{diagnostic.severity}[{diagnostic.code.id}]"
    pad = " " * gutter(placed.marks)
    lines = [f"{code}: {diagnostic.message}", *frames(placed.marks, sources)]
    lines += [_remark(pad, "help: ", text) for text in diagnostic.help]
    lines += [_remark(pad, "note: ", text) for text in diagnostic.notes]
    lines.append(_remark(pad, "see:  ", f"freed6c explain {diagnostic.code.id}"))
    return "\n".join(lines) + "\n"


def _remark(pad: str, kind: str, text: str) -> str:
    head = f"{pad} = {kind}"
    return head + text.replace("\n", "\n" + " " * len(head))
