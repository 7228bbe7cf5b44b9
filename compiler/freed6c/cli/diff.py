"""freed6c diff: what is different between two rulesets."""

from __future__ import annotations

import click

from freed6c.cli.layers import with_layers
from freed6c.cli.report import show, stop


@click.command()
@click.argument("a")
@click.argument("b", required=False)
@with_layers
@click.option(
    "--format",
    "format_",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="text to read, json for tools.",
)
def diff(a: str, b: str | None, layers: tuple[str, ...], format_: str) -> None:
    """Tell what is different in pack B, seen from pack A, each with the packs that it extends.

    What is given --with is layered on B; without B, on A.

    Entry by entry, before and after, with the reasons that packs give; then the odds that move, and
    the examples that give something else.
    """
    from freed6c.cli.differences import as_json, as_text
    from freed6c.document.compare import compare
    from freed6c.pipeline import compile_packs, together

    if b is None and not layers:
        raise click.UsageError("compare with what? Name a second pack, or --with")
    before, after = compile_packs(a), compile_packs(b or a, layers)
    if before.ruleset is None or after.ruleset is None:
        both = together([before, after])
        show(both, "text", err=True)
        stop(both)
    comparison = compare(before.ruleset, after.ruleset)
    write = {"text": as_text, "json": as_json}[format_]
    click.echo(write(comparison), nl=False)
