"""freed6c check: report problems in packs."""

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
    writing,
)
from freed6c.diagnostics.formats import RENDERERS
from freed6c.diagnostics.render import counted
from freed6c.pipeline import fully_checked, merge_diagnostics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.rereading import TextToReread
    from freed6c.model.compiled import Compiled

    Names = tuple[str, ...]


@click.command("check")
@packs_argument
@with_layers
@format_option(*RENDERERS, help="Output format. Every format except text is for tools.")
@click.option("--fix", is_flag=True, help="Apply safe fixes.")
@click.option("--diff", is_flag=True, help="Show what --fix would change.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
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
    """Check packs for errors.

    Checks each PACK together with the packs that it extends, and tries every choice of its
    options. At the end, lists texts that mention something you changed, since they may be
    outdated. --fix edits only the packs that you name, not the packs that they extend.

    \b
    Examples:
      freed6c check my-house-rules
      freed6c check my-house-rules --fix
    """  # noqa: D301 - click reads the escape itself
    if watch and (fix or diff):
        raise click.UsageError("--watch changes nothing: omit --fix and --diff")
    if diff and format_ != "text":
        raise click.UsageError("--diff is always text: omit --format")
    if fix or diff:
        sys.exit(_fix(packs, layers, format_, diff=diff))
    if watch:
        _watch(packs, layers, format_)
        return
    compiled, output = _checked(packs, layers, format_)
    click.echo(output, nl=False)
    code = exit_code(compiled)
    remember(arguments, compiled.disk, code=code, out=output)
    sys.exit(code)


def _checked(packs: Names, layers: Names, format_: str) -> tuple[Compiled, str]:
    """Return the compiled packs, and the report with texts to reread."""
    with progress():
        results = [fully_checked(compiled_packs(pack, layers)) for pack in packs]
    compiled = merge_diagnostics(results)
    texts = [text for result in results for text in rereading.to_reread(result)]
    output = shown(compiled, format_)
    return compiled, _with_texts(output, list(dict.fromkeys(texts)), format_)


MOST: Final = 5
"""The number of texts to reread that are listed, the likeliest to be wrong first."""


def _with_texts(output: str, texts: Sequence[TextToReread], format_: str) -> str:
    if format_ == "json":
        document = json.loads(output) | {"reread": rereading.documents(texts)}
        return json.dumps(document, indent=2) + "\n"
    if format_ == "text" and texts:
        listed = rereading.lines(texts, MOST, "freed6c diff, or --format json")
        return output + "".join(f"{line}\n" for line in ("", *listed))
    return output


def _watch(packs: Names, layers: Names, format_: str) -> None:
    """Check, and again after each change, until Ctrl+C."""
    begun = time.time_ns()
    compiled, output = _checked(packs, layers, format_)
    if exit_code(compiled) == USAGE:
        fail(compiled)
    folders = [*map(Path, compiled.folders)]
    click.echo(output, nl=False)
    with suppress(KeyboardInterrupt):
        from freed6c.cli.watching import changes

        for _ in changes(lambda: folders, begun):
            click.clear()  # only on a terminal
            try:
                compiled, output = _checked(packs, layers, format_)
            except Exception as error:  # noqa: BLE001 - watching continues
                click.echo(unexpected(error)[1], err=True)
                continue
            folders[:] = [*map(Path, compiled.folders)] or folders
            click.echo(output, nl=False)


def _fix(packs: Names, layers: Names, format_: str, *, diff: bool) -> int:
    """Fix files, or show the fixes, and print the remaining problems. Return the exit code."""
    from freed6c.cli.fixing import fixed, write

    result = fixed(packs, layers)
    if diff:
        click.echo(result.diff(), nl=False)
        return PACK_ERRORS if result.after or result.names else 0
    with writing(elsewhere=False):
        write(result)
    if result.names:  # renamed files were not read before
        result = fixed(packs, layers)
    click.echo(shown(result.compiled, format_), nl=False)
    if result.edits:
        mistakes = counted(result.edits, "mistake")
        files = counted(len(result.after), "file")
        click.echo(f"Fixed {mistakes} in {files}.", err=True)
    if result.stopped:
        click.echo("There are more fixes: run this command again.", err=True)
    return exit_code(result.compiled)
