"""freed6c test: run the worked examples of a pack and of all that it extends."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from freed6c.cli.exits import PACK_ERRORS
from freed6c.cli.layers import with_layers
from freed6c.cli.report import show, stop

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset
    from freed6c.pipeline import Compiled


@click.command()
@click.argument("pack")
@with_layers
@click.option("-v", "--verbose", is_flag=True, help="Show the examples that pass, too.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="text to read, json for tools.",
)
def test(pack: str, layers: tuple[str, ...], *, verbose: bool, format_: str) -> None:
    """Run the examples of PACK and of the packs that it extends.

    An example of another pack may give something else because of a house rule. That is told, and
    is no failure.
    """
    from freed6c.cli.trials import as_json, as_text, placed
    from freed6c.pipeline import compile_packs

    compiled = compile_packs(pack, layers)
    ruleset = _sound(compiled)
    trials = placed(ruleset, compiled.sources)
    if format_ == "json":
        click.echo(as_json(ruleset, trials), nl=False)
    else:
        click.echo(as_text(ruleset, trials, verbose=verbose), nl=False)
    if any(one.trial.verdict in {"failed", "impossible"} for one in trials):
        sys.exit(PACK_ERRORS)


def _sound(compiled: Compiled) -> Ruleset:
    """The ruleset, if nothing is wrong with it but what its examples give."""
    from freed6c.check.examples import check_examples
    from freed6c.diagnostics.diagnostic import has_errors
    from freed6c.pipeline import Compiled

    said = tuple(check_examples(compiled.linked)) if compiled.linked else ()
    rest = tuple(one for one in compiled.diagnostics if one not in said)
    if compiled.linked is None or has_errors(rest):
        others = Compiled(ruleset=None, diagnostics=rest, sources=compiled.sources)
        show(others, "text", err=True)
        stop(others)
    return compiled.linked
