"""freed6c check: say what is wrong with packs, and write nothing."""

from __future__ import annotations

import sys

import click

from freed6c.cli.options import format_option, with_layers
from freed6c.cli.report import FORMATS, exit_code, shown
from freed6c.kept import compiled_packs
from freed6c.pipeline import merge_diagnostics, with_other_choices
from freed6c.unchanged import remember


@click.command("check")
@click.argument("packs", nargs=-1, required=True, metavar="PACK...")
@with_layers
@format_option(*FORMATS, help="text to read, concise for editors, json for tools.")
@click.pass_obj
def command(
    arguments: tuple[str, ...] | None,
    packs: tuple[str, ...],
    layers: tuple[str, ...],
    format_: str,
) -> None:
    """Check each of PACKS, with the packs that it extends.

    Choices of their options that are not in use are checked, too.
    """
    compiled = merge_diagnostics(
        [with_other_choices(compiled_packs(pack, layers)) for pack in packs]
    )
    said = shown(compiled, format_)
    click.echo(said, nl=False)
    code = exit_code(compiled)
    remember(arguments, compiled.disk, code=code, out=said)
    sys.exit(code)
