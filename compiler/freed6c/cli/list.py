"""freed6c list: what a ruleset holds, with the addresses that a house rule changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from freed6c.cli.report import show, stop

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


@click.command("list")
@click.argument("pack")
@click.argument("kind", required=False)
def list_(pack: str, kind: str | None) -> None:
    """List the entries of PACK, all of them or those of one KIND such as skill (or skills)."""
    from freed6c.packs.kinds import KINDS
    from freed6c.pipeline import compile_packs

    known = {word: one.name for one in KINDS for word in (one.name, one.key)}
    if kind is not None and kind not in known:
        words = ", ".join(one.name for one in KINDS)
        raise click.UsageError(f"there is no kind '{kind}'. Kinds: {words}")
    compiled = compile_packs(pack)
    if compiled.ruleset is None:
        show(compiled, "text", err=True)
        stop(compiled)
    for id_, entry in _chosen(compiled.ruleset, known.get(kind or "")):
        click.echo(f"{id_:44} {entry.name}".rstrip())


def _chosen(ruleset: Ruleset, kind: str | None) -> list[tuple[str, Entry]]:
    return [
        (id_, entry)
        for id_, entry in ruleset.entries.items()
        if kind is None or id_.partition(".")[0] == kind
    ]
