"""freed6c explain: what a code or a word of packs means, or where a value comes from."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent
from typing import TYPE_CHECKING, Any, Final

import click

from freed6c.cli.explanation import explanation_json, explanation_text
from freed6c.cli.options import format_option, pack_option, with_layers
from freed6c.cli.output import wrapped
from freed6c.cli.report import show, stop
from freed6c.diagnostics.codes import ALL
from freed6c.formula.builtins import BUILTINS, Parameter
from freed6c.formula.types import describe_any
from freed6c.packs.kinds import BY_NAME, KINDS
from freed6c.packs.suggest import did_you_mean
from freed6c.validate.schemas import schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.packs.pack import MergedRuleset

    Schema = Mapping[str, Any]


@click.command("explain")
@click.argument("what", metavar="CODE|WORD|ADDRESS")
@pack_option
@with_layers
@format_option(help="text to read, json for tools; of addresses only.")
def command(what: str, pack: str, layers: tuple[str, ...], format_: str) -> None:
    """Say what a diagnostic CODE or a WORD of packs means, or where a value comes from.

    A word is a verb of effects, a section or setting, a kind, or a function of formulas.
    An ADDRESS is the id of an entry, and the way to what stands in it, with dots between.

    \b
    Examples:
      freed6c explain unknown-reference
      freed6c explain modify
      freed6c explain die-codes.pips-per-die
      freed6c explain die-codes --pack my-house-rules
    """  # noqa: D301 - click reads the escape itself
    code = _code(what)
    if code is not None:
        click.echo(_code_text(code), nl=False)
    elif said := _word(what):
        click.echo(said, nl=False)
    else:
        click.echo(_explained(what, pack, layers, format_), nl=False)


def _code(word: str) -> Code | None:
    codes = (c for c in ALL if word.casefold() in {c.id.casefold(), c.name})
    return next(codes, None)


def _code_text(code: Code) -> str:
    """What a code means, why it matters, and a pack that has the problem beside one without."""
    parts = [f"{code.id} {code.name} ({code.severity})\n{code.meaning}\n"]
    if code.why:
        parts.append("\n".join(wrapped(code.why)) + "\n")
    for heading, pack in (("Wrong", code.wrong), ("Right", code.right)):
        if pack:
            parts.append(f"{heading}:\n\n{indent(pack.strip(chr(10)), '    ')}\n")
    return "\n".join(parts)


def _word(word: str) -> str:
    """What a word of packs means; empty for a word that is an address by itself."""
    if word in BY_NAME and BY_NAME[word].single:
        return ""
    return meanings_text(word, meanings(word))


def _explained(address: str, pack: str, layers: tuple[str, ...], format_: str) -> str:
    from freed6c.document.mentions import mentions_of
    from freed6c.model.explanation import explain_value
    from freed6c.pipeline import compile_packs

    compiled = compile_packs(pack, layers)
    if compiled.linked is None or compiled.merged is None:
        show(compiled, "text", err=True)
        stop(compiled)
    # Errors of checks do not matter: they may be what is to be explained.
    explanation = explain_value(compiled.merged, compiled.linked, address)
    if explanation is None:
        raise click.UsageError(_unknown(compiled.merged, address))
    mentions = mentions_of(compiled.merged, compiled.linked, explanation.address)
    return {"text": explanation_text, "json": explanation_json}[format_](
        explanation, mentions
    )


def _unknown(merged: MergedRuleset, address: str) -> str:
    """That there is nothing of this name, and what may have been meant."""
    from freed6c.model.addresses import suggestions

    codes = [name for code in ALL for name in (code.id, code.name)]
    known = (*codes, *known_words())
    help_ = suggestions(merged, address) or did_you_mean(address, known)
    said = f"there is no code, no word and no address '{address}'"
    return f"{said}: {'; '.join(help_)}" if help_ else said


# The vocabulary of packs, from the schemas and the built-in functions. A word may have several
# meanings: `move` is a verb of effects and an operation of changes.


SECTIONS: Final = ("change", "replace", "remove", "select", "settle", "when")
"""Words at the left margin: a schema of this name for what stands below."""
PARTS: Final = ("check", "column")
"""Parts of entries with a schema of their own."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: what it means, what may stand there, and whether it must be written."""

    key: str
    means: str
    allowed: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a word means: what sort of word it is, a sentence, and its settings."""

    sort: str
    says: str
    settings: tuple[Setting, ...] = ()


def meanings(word: str) -> tuple[Meaning, ...]:
    """All that a word means; nothing where it is none of the words of packs."""
    return tuple(_own_meanings(word)) or tuple(_as_setting(word))


def known_words() -> tuple[str, ...]:
    """The words with a meaning of their own, for suggestions."""
    kinds = (kind.name for kind in KINDS)
    words = (word for _, found in _schemas() for word in found)
    return tuple(dict.fromkeys((*words, *kinds, *BUILTINS)))


def _own_meanings(word: str) -> Iterator[Meaning]:
    for sort, found in _schemas():
        if word in found:
            yield _of_schema(sort, found[word])
    for kind in KINDS:
        if word in {kind.name, kind.key}:
            where = f"in {kind.parent}" if kind.parent else "at the left margin"
            sort = f"a kind of entry, written under {kind.key} {where}"
            yield _of_schema(sort, schema(f"entries/{kind.name}"))
    if word in BUILTINS:
        takes = ", ".join(map(_taken, BUILTINS[word].takes))
        yield Meaning("a function of formulas", f"{BUILTINS[word].doc} Takes: {takes}.")


def _schemas() -> Iterator[tuple[str, Mapping[str, Schema]]]:
    """Words by their sort, each with its schema."""
    yield "a verb of effects", schema("effect")["$defs"]
    yield "a section of house rules", {word: schema(word) for word in SECTIONS}
    yield "a word inside change", schema("change")["properties"]
    yield "a part of an entry", {word: schema(word) for word in PARTS}
    yield "what a step of a dice procedure can do", schema("entries/step")["$defs"]


def _of_schema(sort: str, found: Schema) -> Meaning:
    """What a schema says of a thing, and its settings."""
    return Meaning(sort, _said(found), _settings(found))


def _settings(found: Schema) -> tuple[Setting, ...]:
    needed = found.get("required", ())
    return tuple(
        Setting(key, _said(inner), _allowed(inner), key in needed)
        for key, inner in found.get("properties", {}).items()
    )


def _said(found: Schema) -> str:
    return found.get("description") or f"{found.get('title', '')}."


def _as_setting(word: str) -> Iterator[Meaning]:
    """Where a word is a setting, those that mean the same together."""
    holders: dict[tuple[str, str, tuple[Setting, ...]], list[str]] = {}
    for holder, found in _holders():
        inner = found.get("properties", {}).get(word)
        if inner is not None:
            said = (inner.get("description", ""), _allowed(inner), _settings(inner))
            holders.setdefault(said, []).append(holder)
    for (says, allowed, settings), where in holders.items():
        told = f"{says} {allowed}" if allowed else says
        sort = f"a setting of {', '.join(dict.fromkeys(where))}"
        yield Meaning(sort, told, settings)


def _holders() -> Iterator[tuple[str, Schema]]:
    yield "pack.yaml", schema("pack")
    for name in (*SECTIONS, *PARTS):
        yield name, schema(name)
    for kind in KINDS:
        yield kind.name, schema(f"entries/{kind.name}")
    yield from schema("entries/step")["$defs"].items()
    yield from schema("effect")["$defs"].items()


def _allowed(found: Schema) -> str:
    """What may stand there, where a schema names it: words that are not said yet, and ids."""
    words = [str(word) for word in found.get("enum") or found.get("x-freed6-words", ())]
    says = found.get("description", "")
    words = [word for word in words if word not in says]
    kinds = [kind.replace("-", " ") for kind in found.get("x-freed6-ref", ())]
    ids = f"the id of: {', '.join(kinds)}" if kinds else ""
    told = "; ".join(filter(None, (", ".join(words), ids)))
    return f"({told})" if told else ""


def _taken(param: Parameter) -> str:
    return param.words or (describe_any(param.wants) if param.wants else "anything")


# Meanings of a word, to read on a screen.


def meanings_text(word: str, found: Sequence[Meaning]) -> str:
    """Each meaning with its settings, a blank line between them."""
    return "\n".join("\n".join(_lines(word, meaning)) + "\n" for meaning in found)


def _lines(word: str, meaning: Meaning) -> Iterator[str]:
    yield from wrapped(f"{word}: {meaning.sort}")
    yield from wrapped(meaning.says, 2)
    if meaning.settings:
        yield ""
    for setting in meaning.settings:
        yield f"  {setting.key}{' (needed)' if setting.needed else ''}"
        yield from wrapped(f"{setting.means} {setting.allowed}".strip(), 6)
