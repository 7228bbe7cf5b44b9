"""freed6c list: list the entries of a ruleset, by the ids that house rules use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from freed6c.cli import completing
from freed6c.cli.compiling import compiled_packs
from freed6c.cli.options import with_layers
from freed6c.cli.report import ruleset_of
from freed6c.model.prose import one_line
from freed6c.packs.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


@click.command("list")
@click.argument("pack", shell_complete=completing.packs)
@click.argument("kind", required=False, shell_complete=completing.kinds)
@with_layers
@click.option(
    "--gm-decides",
    is_flag=True,
    help="List only effects whose outcome the game master decides, with their text.",
)
@click.option(
    "--wording",
    is_flag=True,
    help="List the terms and phrases of documents, which `wording:` in pack.yaml can replace.",
)
def command(
    pack: str,
    kind: str | None,
    layers: tuple[str, ...],
    *,
    gm_decides: bool,
    wording: bool,
) -> None:
    """List the entries of a pack.

    Prints the ids that house rules use, with names. Name a KIND, such as skill or skills, to list
    only its entries.

    \b
    Examples:
      freed6c list core
      freed6c list core skills
    """  # noqa: D301 - click reads the escape itself
    names = {word: k.name for k in KINDS for word in (k.name, k.key)}
    if kind is not None and kind not in names:
        kinds = ", ".join(k.name for k in KINDS)
        raise click.UsageError(f"unknown kind '{kind}'. Kinds: {kinds}")
    if wording and (kind or gm_decides):
        raise click.UsageError("--wording lists no entries: omit KIND and --gm-decides")
    ruleset = ruleset_of(compiled_packs(pack, layers))
    if wording:
        click.echo("".join(_wording(ruleset)), nl=False)
        return
    from freed6c.document.plain_text import plain_reader

    read = plain_reader(ruleset)
    for id_, entry in ruleset.entries.items():
        if kind is None or id_.partition(".")[0] == names[kind]:
            for text in _narrated(entry, read) if gm_decides else (entry.name,):
                click.echo(f"{id_:44} {one_line(text)}".rstrip())


def _narrated(entry: Entry, read: Callable[[str], str]) -> Iterator[str]:
    """Return the texts of narrated effects in an entry; none for examples, which repeat others."""
    from freed6c.runtime.effects import Narrate
    from freed6c.runtime.entries.notes import Example
    from freed6c.runtime.play.state import effects_of

    effects = () if isinstance(entry, Example) else effects_of(entry)
    texts = (effect.narrate for effect in effects if isinstance(effect, Narrate))
    return map(read, texts)


def _wording(ruleset: Ruleset) -> Iterator[str]:
    """Yield lines with terms and their forms, then phrases, as a pack writes them."""
    from freed6c.document.phrases import LANGUAGE, MARKED
    from freed6c.document.phrases.terms import TERM_FORMS

    yield "wording:\n"
    for id_, forms in TERM_FORMS.items():
        current = {
            form: ruleset.wording.forms.get(default, default)
            for form, default in forms.items()
            if default
        }
        listed = ", ".join(f"{form}: {_quoted(text)}" for form, text in current.items())
        yield f"  {id_}: {{{listed}}}\n"
    for key, pattern in {**MARKED, **ruleset.wording.phrases}.items():
        if key != LANGUAGE and key not in TERM_FORMS:
            yield f"  {key}: {_quoted(pattern)}\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
