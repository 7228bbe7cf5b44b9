"""Texts that YAML takes for something else by their first character or by a quote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.load.lines import in_quotes, name_before, quoted

if TYPE_CHECKING:
    from freed6c.diagnostics import Diagnostic
    from freed6c.load.trouble import Trouble
    from freed6c.packs.events import Mark

_MEANINGS: Final = {
    "*": "refers to something, in YAML",
    "&": "marks something to refer to, in YAML",
    "!": "names a type, in YAML",
    "|": "begins a text of several lines, in YAML",
    ">": "begins a text of several lines, in YAML",
    "[": "begins a list, in YAML",
    "{": "begins a group of settings, in YAML",
    "-": "begins an item of a list, in YAML",
    "?": "begins a name, in YAML",
}


def special_start(trouble: Trouble, at: Mark) -> Diagnostic:
    """`by: @home`."""
    text = trouble.text_from(at)
    sign = text[:1]
    name = name_before(trouble.before(at), at.column)
    ways = [in_quotes(name, text)]
    if sign == "-":
        ways.append("the items of a list are written on lines of their own")
    return trouble.report(
        codes.SPECIAL_START,
        f"a text cannot begin with '{sign}' unless it is in quotes",
        at,
        _MEANINGS.get(sign, "has a meaning of its own in YAML"),
        help=tuple(ways),
    )


def link(trouble: Trouble, at: Mark) -> Diagnostic:
    """`text: [[skill]] goes on`."""
    text = trouble.text_from(at) if "{" not in trouble.before(at) else ""
    name = name_before(trouble.before(at), at.column)
    return trouble.report(
        codes.LINK_AS_LIST,
        "a text that begins with a link in [[ ]] has to stand in quotes",
        at,
        "YAML reads this as a list in a list",
        length=2,
        help=(in_quotes(name, text),),
    )


def open_quote(trouble: Trouble, at: Mark) -> Diagnostic:
    """`name: "Stealth`."""
    quote = trouble.after(at)[:1]
    return trouble.report(
        codes.OPEN_QUOTE,
        "a text in quotes begins here and does not end",
        at,
        f"there is no second {quote} for this one" if quote else "",
        help=(f"write a second {quote} behind the text, or leave both out",),
    )


def text_after_quote(trouble: Trouble, start: Mark) -> Diagnostic:
    """`name: "Stealth" check`."""
    text = trouble.text_from(start)
    name = name_before(trouble.before(start), start.column)
    return trouble.report(
        codes.TEXT_AFTER_QUOTE,
        "text goes on behind the closing quote",
        trouble.at,
        "the text in quotes ends before this",
        help=(f"put the whole text in quotes:\n    {name}: {quoted(text)}",)
        if name
        else (f"put the whole text in quotes: {quoted(text)}",),
    )
