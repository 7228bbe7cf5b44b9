"""freed6c check: say what is wrong with packs, and write nothing."""

from __future__ import annotations

import sys

import click

from freed6c.cli.options import format_option, with_layers
from freed6c.cli.report import (
    FORMATS,
    PACK_ERRORS,
    exit_code,
    shown,
    unwritable,
)
from freed6c.diagnostics.render import counted
from freed6c.kept import compiled_packs
from freed6c.pipeline import merge_diagnostics, with_other_choices
from freed6c.unchanged import remember


@click.command("check")
@click.argument("packs", nargs=-1, required=True, metavar="PACK...")
@with_layers
@format_option(*FORMATS, help="text to read; the others for tools.")
@click.option("--fix", is_flag=True, help="Mend what can only be meant in one way.")
@click.option("--diff", is_flag=True, help="Show what --fix would do, and do nothing.")
@click.pass_obj
def command(
    arguments: tuple[str, ...] | None,
    packs: tuple[str, ...],
    layers: tuple[str, ...],
    format_: str,
    *,
    fix: bool,
    diff: bool,
) -> None:
    """Check each of PACKS, with the packs that it extends.

    Choices of their options that are not in use are checked, too. What --fix changes are the files
    of PACKS alone, never those of a pack that they extend.
    """
    if fix or diff:
        sys.exit(_fix(packs, layers, format_, diff=diff))
    compiled = merge_diagnostics(
        [with_other_choices(compiled_packs(pack, layers)) for pack in packs]
    )
    said = shown(compiled, format_)
    click.echo(said, nl=False)
    code = exit_code(compiled)
    remember(arguments, compiled.disk, code=code, out=said)
    sys.exit(code)


def _fix(
    packs: tuple[str, ...], layers: tuple[str, ...], format_: str, *, diff: bool
) -> int:
    """Mend files, or show how, and say what is left. Gives the exit code."""
    from freed6c.cli.fixing import fixed, write

    result = fixed(packs, layers)
    if diff:
        click.echo(result.diff(), nl=False)
        return PACK_ERRORS if result.after or result.names else 0
    try:
        write(result)
    except OSError as error:
        unwritable(error)
    if result.names:  # what is in them was not read before
        result = fixed(packs, layers)
    click.echo(shown(result.compiled, format_), nl=False)
    if result.edits:
        what = counted(result.edits, "mistake")
        where = counted(len(result.after), "file")
        click.echo(f"Mended {what} in {where}.", err=True)
    return exit_code(result.compiled)
