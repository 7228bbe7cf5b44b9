"""freed6c explain: what a code or a word of packs means, or where a value comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from freed6c.cli.layers import with_layers
from freed6c.cli.report import show, stop

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Code
    from freed6c.packs.pack import Merged


@click.command()
@click.argument("what", metavar="CODE|WORD|ADDRESS")
@click.option(
    "--pack",
    default="core",
    show_default=True,
    help="The pack whose value is meant: a folder, or a name.",
)
@with_layers
@click.option(
    "--format",
    "format_",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="text to read, json for tools; of addresses only.",
)
def explain(what: str, pack: str, layers: tuple[str, ...], format_: str) -> None:
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
        click.echo(f"{code.id} {code.name} ({code.severity})")
        click.echo(code.meaning)
    elif said := _word(what):
        click.echo(said, nl=False)
    else:
        click.echo(_account(what, pack, layers, format_), nl=False)


def _code(word: str) -> Code | None:
    from freed6c.diagnostics.codes import ALL

    return next(
        (one for one in ALL if word.casefold() in {one.id.casefold(), one.name}), None
    )


def _word(word: str) -> str:
    """What a word of packs means; nothing of what is an address by itself."""
    from freed6c.cli.vocabulary.meanings import meanings
    from freed6c.cli.vocabulary.text import meanings_text
    from freed6c.packs.kinds import BY_NAME

    if word in BY_NAME and BY_NAME[word].single:
        return ""
    return meanings_text(word, meanings(word))


def _account(address: str, pack: str, layers: tuple[str, ...], format_: str) -> str:
    from freed6c.cli.accounts.json_ import account_json
    from freed6c.cli.accounts.text import account_text
    from freed6c.document.mentions import mentions_of
    from freed6c.model.explanation import account_of
    from freed6c.pipeline import compile_packs

    compiled = compile_packs(pack, layers)
    if compiled.linked is None or compiled.merged is None:
        show(compiled, "text", err=True)
        stop(compiled)
    # What the checks found may be the very thing that is to be understood.
    account = account_of(compiled.merged, compiled.linked, address)
    if account is None:
        raise click.UsageError(_unknown(compiled.merged, address))
    mentions = mentions_of(compiled.merged, compiled.linked, account.address)
    return {"text": account_text, "json": account_json}[format_](account, mentions)


def _unknown(merged: Merged, address: str) -> str:
    """That there is nothing of this name, and what may have been meant."""
    from freed6c.cli.vocabulary.meanings import known_words
    from freed6c.diagnostics.codes import ALL
    from freed6c.model.addresses import suggestions
    from freed6c.packs.suggest import did_you_mean

    codes = [name for code in ALL for name in (code.id, code.name)]
    known = (*codes, *known_words())
    help_ = suggestions(merged, address) or did_you_mean(address, known)
    said = f"there is no code, no word and no address '{address}'"
    return f"{said}: {'; '.join(help_)}" if help_ else said
