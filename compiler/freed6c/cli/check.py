"""freed6c check: say what is wrong with packs, and write nothing."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from freed6c.cache.replay import remember
from freed6c.cli import rereading
from freed6c.cli.compiling import compiled_packs
from freed6c.cli.options import format_option, packs_argument, with_layers
from freed6c.cli.progress import progress
from freed6c.cli.report import (
    PACK_ERRORS,
    USAGE,
    exit_code,
    fail,
    shown,
    unexpected,
    unwritable,
)
from freed6c.cli.watching import changes
from freed6c.diagnostics.formats import RENDERERS
from freed6c.diagnostics.render import counted
from freed6c.pipeline import merge_diagnostics, with_other_choices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.rereading import TextToReread
    from freed6c.model.compiled import Compiled


@click.command("check")
@packs_argument
@with_layers
@format_option(*RENDERERS, help="text to read; the others for tools.")
@click.option("--fix", is_flag=True, help="Mend what can only be meant in one way.")
@click.option("--diff", is_flag=True, help="Show what --fix would do, and do nothing.")
@click.option("--watch", is_flag=True, help="Check again after each change of a file.")
@click.pass_obj
def command(
    arguments: tuple[str, ...] | None,
    packs: tuple[str, ...],
    layers: tuple[str, ...],
    format_: str,
    *,
    fix: bool,
    diff: bool,
    watch: bool,
) -> None:
    """Check each of PACKS, with the packs that it extends.

    Choices of their options that are not in use are checked, too. Last come texts that speak of
    what was changed, and that were not touched: they may be false now. What --fix changes are the
    files of PACKS alone, never those of a pack that they extend.
    """
    if watch and (fix or diff):
        raise click.UsageError("--watch changes nothing: leave out --fix and --diff")
    if diff and format_ != "text":
        raise click.UsageError("--diff is a text: leave out --format")
    if fix or diff:
        sys.exit(_fix(packs, layers, format_, diff=diff))
    if watch:
        _watch(packs, layers, format_)
        return
    compiled, said = _checked(packs, layers, format_)
    click.echo(said, nl=False)
    code = exit_code(compiled)
    remember(arguments, compiled.disk, code=code, out=said)
    sys.exit(code)


def _checked(
    packs: tuple[str, ...], layers: tuple[str, ...], format_: str
) -> tuple[Compiled, str]:
    """What is found, and what is said of it, with the texts that have to be read again."""
    with progress():
        each = [with_other_choices(compiled_packs(pack, layers)) for pack in packs]
    compiled = merge_diagnostics(each)
    texts = [text for one in each for text in rereading.to_reread(one)]
    said = shown(compiled, format_)
    return compiled, _with_texts(said, list(dict.fromkeys(texts)), format_)


MOST: Final = 5
"""So many texts to reread are named: those that are likeliest to be wrong."""


def _with_texts(said: str, texts: Sequence[TextToReread], format_: str) -> str:
    if format_ == "json":
        document = json.loads(said) | {"reread": rereading.documents(texts)}
        return json.dumps(document, indent=2) + "\n"
    if format_ == "text" and texts:
        listed = rereading.lines(texts, MOST, "freed6c diff, or --format json")
        return said + "".join(f"{line}\n" for line in ("", *listed))
    return said


def _watch(packs: tuple[str, ...], layers: tuple[str, ...], format_: str) -> None:
    """Check, and again after each change, until somebody ends it with Ctrl+C."""
    begun = time.time_ns()
    compiled, said = _checked(packs, layers, format_)
    if exit_code(compiled) == USAGE:
        fail(compiled)
    folders = [*map(Path, compiled.folders)]
    click.echo(said, nl=False)
    with suppress(KeyboardInterrupt):
        for _ in changes(lambda: folders, begun):
            click.clear()  # of a terminal alone
            try:
                compiled, said = _checked(packs, layers, format_)
            except Exception as error:  # noqa: BLE001 - whoever writes goes on writing
                click.echo(unexpected(error)[1], err=True)
                continue
            folders[:] = [*map(Path, compiled.folders)] or folders
            click.echo(said, nl=False)


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
        unwritable(error, elsewhere=False)
    if result.names:  # what is in them was not read before
        result = fixed(packs, layers)
    click.echo(shown(result.compiled, format_), nl=False)
    if result.edits:
        what = counted(result.edits, "mistake")
        where = counted(len(result.after), "file")
        click.echo(f"Mended {what} in {where}.", err=True)
    if result.stopped:
        click.echo("There is more to mend: call it again.", err=True)
    return exit_code(result.compiled)
