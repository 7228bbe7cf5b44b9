"""freed6c explain: explain a code, a keyword, or the origin of a value."""

from __future__ import annotations

import sys
from dataclasses import fields
from textwrap import indent, shorten
from typing import TYPE_CHECKING, Final

import click

from freed6c.cli import completing
from freed6c.cli.options import format_option, pack_option, with_layers
from freed6c.cli.output import WIDTH, json_text, members, place_members, where, wrapped
from freed6c.cli.report import fail
from freed6c.diagnostics.codes import ALL
from freed6c.diagnostics.explanations import DOCUMENTATION, explain_code
from freed6c.diagnostics.suggest import did_you_mean
from freed6c.packs.data import Data, inline, on_a_line
from freed6c.packs.kinds import BY_NAME
from freed6c.validate.vocabulary import known_words, meanings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.document.mentions import EntryMention
    from freed6c.model.explanation import (
        ChangeStep,
        Explanation,
        SettingOrigin,
        Working,
    )
    from freed6c.packs.pack import MergedRuleset
    from freed6c.validate.vocabulary import Meaning


@click.command("explain")
@click.argument(
    "what", metavar="CODE|KEYWORD|ADDRESS", shell_complete=completing.explained
)
@pack_option
@with_layers
@format_option(help="Output format; json only for an ADDRESS.")
def command(what: str, pack: str, layers: tuple[str, ...], format_: str) -> None:
    """Explain a code, a keyword or a value.

    A CODE is the id or name of a diagnostic. A KEYWORD is an effect, section, setting, kind or
    function of formulas. An ADDRESS is the id of an entry, or the path to one of its values, with
    dots between the parts: explain shows the value and where it comes from.

    \b
    Examples:
      freed6c explain unknown-reference
      freed6c explain modify
      freed6c explain die-codes.pips-per-die
      freed6c explain die-codes --pack my-house-rules
    """  # noqa: D301 - click reads the escape itself
    codes = [c for c in ALL if what.casefold() in {c.id.casefold(), c.name}]
    if codes:
        text = _code_text(codes[0])
    elif what in BY_NAME and BY_NAME[what].single:
        text = ""  # the word is also an address
    else:
        text = "\n".join(_meaning_text(what, meaning) for meaning in meanings(what))
    click.echo(text or _explained(what, pack, layers, format_), nl=False)


def _code_text(code: Code) -> str:
    """Return the meaning of a code, its explanation, and packs with and without the problem."""
    parts = [f"{code.id} {code.name} ({code.severity})\n{code.meaning}\n"]
    why, wrong, right = explain_code(code)
    if why:
        parts.append("\n".join(wrapped(why)) + "\n")
    for heading, pack in (("Wrong", wrong), ("Right", right)):
        if pack:
            parts.append(f"{heading}:\n\n{indent(pack, '    ')}")
    parts.append(f"Documentation: {DOCUMENTATION}reference/codes/{code.id}/\n")
    return "\n".join(parts)


def _explained(address: str, pack: str, layers: tuple[str, ...], format_: str) -> str:
    from freed6c.cli.compiling import compiled_packs
    from freed6c.document.mentions import mentions_of
    from freed6c.model.explanation import explain_value

    compiled = compiled_packs(pack, layers)
    if compiled.linked is None or compiled.merged is None:
        fail(compiled)
    # Errors of checks don't matter: the user may want to explain one.
    explanation = explain_value(compiled.merged, compiled.linked, address)
    if explanation is None:
        raise click.UsageError(_unknown(compiled.merged, address))
    mentions = mentions_of(compiled.merged, compiled.linked, explanation.address)
    write = {"text": explanation_text, "json": explanation_json}[format_]
    return write(explanation, mentions)


def _unknown(merged: MergedRuleset, address: str) -> str:
    """Return a message about an unknown address, with suggestions."""
    from freed6c.model.addresses import suggestions

    names = (*(name for code in ALL for name in (code.id, code.name)), *known_words())
    ways = suggestions(merged, address)
    if "." not in address or not ways:
        ways = (*map(str, did_you_mean(address, names, 1)), *ways)
    unknown = f"unknown code, keyword or address '{address}'"
    return f"{unknown}: {'; '.join(ways)}" if ways else unknown


# Meanings of a word, to read on a screen.


def _meaning_text(word: str, meaning: Meaning) -> str:
    """Return a meaning of a word, then its settings."""
    lines = [*wrapped(f"{word}: {meaning.sort}"), *wrapped(meaning.says, 2)]
    lines += [""] if meaning.settings else []
    for setting in meaning.settings:
        lines.append(f"  {setting.key}{' (required)' if setting.needed else ''}")
        lines += wrapped(f"{setting.means} {setting.allowed}".strip(), 6)
    return "".join(f"{line}\n" for line in lines)


# Explanations of values, as text and as JSON.


LONGEST: Final = 300
"""The longest value that is shown, in characters."""


def brief(value: Data, most: int = LONGEST) -> str:
    """Return a value on one line of at most `most` characters, as in a pack if it isn't a text.

    Of longer maps, return only the keys.
    """
    whole = on_a_line(value) if isinstance(value, dict | list) else inline(value)
    if isinstance(value, dict) and len(whole) > most:
        whole = ", ".join(value)
    return shorten(whole, most, placeholder=" …")


DONE: Final[Mapping[str, str]] = {
    "written": "wrote {place}",
    "add": "added {place}",
    "set": "set {place}",
    "unset": "unset {place}",
    "adjust": "adjusted {place}",
    "reword": "reworded {place}",
    "replace": "replaced {place}",
    "take": "removed an item from {place}",
    "remove": "removed {place}",
    "move": "moved {place}",
    "rename": "renamed {place}",
    "resolve": "resolved the conflict at {place}",
    "select": "selected {place}",
}
WHOLE: Final = frozenset({"written", "add", "replace", "remove"})
"""Operations on whole entries: their settings are listed separately."""


MOST: Final = 5
"""The number of mentions that are listed; further ones are counted."""


def explanation_text(explanation: Explanation, mentions: Sequence[EntryMention]) -> str:
    """Return an explanation as text, in blocks separated by blank lines."""
    blocks = [[explanation.address, *_current_value(explanation)]]
    redirect = explanation.instead
    if redirect is not None and redirect.renamed:
        now = f"is now called {explanation.address} (renamed by '{redirect.pack}')"
        blocks.insert(0, [f"{explanation.asked} {now}"])
    if (working := explanation.working) is not None:
        rank = working.formula is None
        blocks.append(["Set by the order of" if rank else "Calculated by"])
        blocks[-1].append(f"  {working.address}, {where(working.span)}")
        if working.formula is not None:
            blocks[-1] += wrapped(brief(working.formula), 4)
    if explanation.steps:
        blocks.append(["Origin"])
        for step in explanation.steps:
            blocks[-1] += _step(step, explanation)
    if explanation.parts:
        blocks.append(["Settings", *_parts(explanation.parts)])
    if explanation.set_off:
        blocks.append(["Also in effect"])
        for rule, inputs in explanation.set_off:
            why = f"{rule.id}, because this requires {' and '.join(inputs)}"
            blocks[-1] += wrapped(why, 2)
    if mentions:
        blocks.append(["Mentioned in"])
        for mention in mentions[:MOST]:
            blocks[-1] += wrapped(f"{mention.place}, {where(mention.spot)}", 2)
        if len(mentions) > MOST:
            blocks[-1].append(f"  and {len(mentions) - MOST} more (--format json)")
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _current_value(explanation: Explanation) -> Iterator[str]:
    """Yield the current value, and the entry that replaces it."""
    redirect, value = explanation.instead, explanation.value
    if explanation.removed:
        yield "  removed"
    elif value is None:
        yield "  not set"
    elif explanation.parts:
        yield from wrapped(explanation.name, 2)
    else:
        assumed = not explanation.written and explanation.working is None
        shown = brief(value, sys.maxsize) + (" (default)" if assumed else "")
        yield from wrapped(shown, 2)
    if redirect is not None and not redirect.renamed:
        yield from wrapped(f"replaced by {redirect.id}", 2)


def _step(step: ChangeStep, explanation: Explanation) -> Iterator[str]:
    place = "it" if step.address == explanation.address else step.address
    done = DONE[step.operation].format(place=place)
    amount = f" by {inline(step.amount)}" if step.amount is not None else ""
    yield from wrapped(f"{step.pack} {done}{amount}, {where(step.span)}", 2)
    if step.option:
        yield from wrapped(f"for {step.option}", 4)
    yield from wrapped(_change(step), 4)
    if step.why:
        yield from wrapped(f"because: {step.why}", 4)


def _change(step: ChangeStep) -> str:
    """Return the values before and after a change: `6-10 -> 4-7`."""
    ends = [end for end in (step.before, step.after) if end is not None]
    if step.operation in WHOLE and any(isinstance(end, dict) for end in ends):
        return ""
    values = map(brief, ends)
    if step.operation == "resolve":
        return ", not ".join(reversed([*values]))
    return " -> ".join(values)


def _parts(parts: Sequence[SettingOrigin]) -> Iterator[str]:
    """Yield the settings of an entry, with the place where each was last written."""
    keys = max(len(part.key) for part in parts)
    places = max(len(where(part.span)) for part in parts)
    room = WIDTH - len("  " * 3) - keys - places
    values = [brief(part.value) for part in parts]
    widest = max((len(value) for value in values if len(value) <= room), default=0)
    for part, value in zip(parts, values, strict=True):
        below = len(value) > widest
        beside = "" if below else value
        yield f"  {part.key:{keys}}  {beside:{widest}}  {where(part.span)}".rstrip()
        yield from wrapped(value, 4) if below else ()


# JSON (schemas/explanation.schema.json).


def explanation_json(explanation: Explanation, mentions: Sequence[EntryMention]) -> str:
    """Return an explanation as JSON."""
    working, redirect = explanation.working, explanation.instead
    return json_text(
        **members(explanation, "asked", "address", "value", "written", "removed"),
        instead=None if redirect is None else redirect.id,
        worked_out_by=None if working is None else _with_place(working),
        steps=[_with_place(step) for step in explanation.steps],
        settings=[_with_place(part) for part in explanation.parts],
        applies=[
            {"rule": rule.id, "inputs": list(keys)}
            for rule, keys in explanation.set_off
        ],
        mentions=[
            {"address": place, "prose": prose, **place_members(spot)}
            for place, spot, prose in mentions
        ],
    )


def _with_place(record: Working | ChangeStep | SettingOrigin) -> dict[str, object]:
    """Return all fields of a record, with its span as file, line and column."""
    document: dict[str, object] = {}
    for field in fields(record):
        value = getattr(record, field.name)
        place = field.name == "span"
        document |= place_members(value) if place else {field.name: value}
    return document
