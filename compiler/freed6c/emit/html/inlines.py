"""Words as HTML. What a pack wrote is text: everything is escaped here, once."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

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
    from collections.abc import Iterable

    from freed6c.document.blocks import Inline, Inlines
    from freed6c.emit.targets import Targets


class Html(str):
    """Text that is HTML already. Templates leave it as it is and escape all other."""

    __slots__ = ()

    def __html__(self) -> str:
        """What templates ask for."""
        return self

    @classmethod
    def escaped(cls, text: str) -> Html:
        """Text in which nothing is markup."""
        return cls(escape(text))


def inline(inlines: Inlines, targets: Targets) -> str:
    """Some words. Most are plain text and nothing else."""
    if len(inlines) == 1 and type(inlines[0]) is Text:
        return escape(inlines[0].text)
    return "".join([_one(one, targets) for one in inlines])


def _one(one: Inline, targets: Targets) -> str:
    match one:
        case Text(text):
            return escape(text)
        case Link(target, inner):
            words, href = inline(inner, targets), targets.href(target)
            return words if href is None else f'<a href="{escape(href)}">{words}</a>'
        case Strong(inner):
            return f"<strong>{inline(inner, targets)}</strong>"
        case Emphasis(inner):
            return f"<em>{inline(inner, targets)}</em>"
        case Value(_, inner):
            return inline(inner, targets)
        case _:
            return _place(one, targets)


def _place(one: Inline, targets: Targets) -> str:
    match one:
        case Code(text):
            return f"<code>{escape(text)}</code>"
        case Rollable(pool, inner):
            words = inline(inner, targets)
            return f'<span class="dice" data-dice="{escape(pool)}">{words}</span>'
        case WebLink(url, inner):
            words = inline(inner, targets)
            return f'<a href="{escape(url)}" rel="noreferrer">{words}</a>'
        case Anchor(id_):
            also = anchors(targets.other_anchors(id_))
            return f'<a id="{escape(targets.anchor(id_))}"></a>{also}'
        case _:
            return _changed(one, targets)


def _changed(one: Inline, targets: Targets) -> str:
    """What packs struck and put there: also told to those who hear the page."""
    match one:
        case Removed(inner):
            tag, said = "del", "was"
        case Inserted(inner):
            tag, said = "ins", "now"
        case Badge(text):
            return f'<small class="badge">{escape(text)}</small>'
        case _:
            raise AssertionError(one)
    spoken = escape(targets.document.words[said])
    words = inline(inner, targets)
    return f'<{tag}><span class="spoken">{spoken} </span>{words}</{tag}>'


def anchors(ids: Iterable[str]) -> str:
    """More places for links to lead to."""
    return "".join(f'<span id="{escape(id_)}"></span>' for id_ in ids)
