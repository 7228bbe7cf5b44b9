"""Words as Markdown. What a pack wrote is text: nothing in it can become markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import (
    Anchor,
    Badge,
    Code,
    Emphasis,
    Inserted,
    Link,
    Removed,
    Rollable,
    Strong,
    Text,
    Value,
    WebLink,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.blocks import Inline, Inlines
    from freed6c.emit.targets import Targets

SPECIAL: Final = re.compile(r"[\\`*_\[\]<>|~$]")
FIRST: Final = re.compile(r"^(?:([#+-]|=+$)|([0-9]+)([.)])(?=\s|$))")
TICKS: Final = re.compile(r"`+")


def inline(inlines: Inlines, targets: Targets) -> str:
    """Some words, on one line."""
    return "".join(_one(one, targets) for one in inlines)


def line(inlines: Inlines, targets: Targets) -> str:
    """Words that begin a line, where a number or a sign could begin a list."""
    return FIRST.sub(_escaped_first, inline(inlines, targets))


def _escaped_first(match: re.Match[str]) -> str:
    return f"\\{match[1]}" if match[1] else f"{match[2]}\\{match[3]}"


def escaped(text: str) -> str:
    """Text of which no sign means anything."""
    said = SPECIAL.sub(lambda match: f"\\{match[0]}", text)
    return said.replace("&", "&amp;").replace("\n", " ")


def anchor(id_: str) -> str:
    """A place for links to lead to."""
    return f'<a id="{id_}"></a>'


def _one(one: Inline, targets: Targets) -> str:
    match one:
        case Text(text):
            return escaped(text)
        case Code(text):
            return _code(text)
        case Strong(inner):
            return f"**{inline(inner, targets)}**"
        case Emphasis(inner):
            return f"*{inline(inner, targets)}*"
        case Value(_, inner) | Rollable(_, inner):
            return inline(inner, targets)
        case _:
            return _place(one, targets)


def _place(one: Inline, targets: Targets) -> str:
    match one:
        case Link(target, inner):
            words, href = inline(inner, targets), targets.href(target)
            return words if href is None else f"[{words}]({href})"
        case WebLink(url, inner):
            return f"[{inline(inner, targets)}](<{url.replace('|', '%7C')}>)"
        case Anchor(id_):
            return anchor(targets.anchor(id_))
        case _:
            return _changed(one, targets)


def _changed(one: Inline, targets: Targets) -> str:
    """Struck, and bold: there is no mark for what is new."""
    match one:
        case Removed(inner):
            return f"~~{inline(inner, targets)}~~"
        case Inserted(inner):
            return f"**{inline(tuple(_unmarked(inner)), targets)}**"
        case Badge(text):
            return f"*({escaped(text)})*"
        case _:
            raise AssertionError(one)


def _unmarked(inlines: Inlines) -> Iterator[Inline]:
    """Bold inside of bold would end it."""
    for one in inlines:
        if isinstance(one, Strong):
            yield from one.inlines
        else:
            yield one


def _code(text: str) -> str:
    """Characters between more backticks than they hold."""
    most = max((len(run) for run in TICKS.findall(text)), default=0)
    ticks = "`" * (most + 1)
    room = " " if most else ""
    return f"{ticks}{room}{text}{room}{ticks}"
