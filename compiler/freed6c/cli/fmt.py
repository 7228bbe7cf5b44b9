"""freed6c fmt: format the files of packs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from freed6c.cli.options import packs_argument
from freed6c.cli.report import PACK_ERRORS, USAGE, writing
from freed6c.cli.rewriting import rewrite
from freed6c.diagnostics.codes import loading
from freed6c.diagnostics.render import counted, render_details
from freed6c.load import load
from freed6c.load.layout import formatted
from freed6c.packs.bounded_diff import line_diff

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.pack import Pack, SourceFile


@click.command("fmt")
@packs_argument
@click.option(
    "--check", is_flag=True, help="List files that would change, without writing."
)
@click.option("--diff", is_flag=True, help="Show the changes without writing.")
def command(packs: tuple[str, ...], *, check: bool, diff: bool) -> None:
    """Format the files of packs.

    Changes only the layout: two spaces per level, one space after commas and colons, double
    quotes. Values and comments stay the same, and { } on one line stays on one line. Files that
    can't be read are skipped.

    \b
    Examples:
      freed6c fmt my-house-rules
      freed6c fmt my-house-rules --diff
    """  # noqa: D301 - click reads the escape itself
    failed = 0
    laid_out: list[tuple[Pack, SourceFile, str]] = []
    for name in packs:
        loaded, diagnostics = load(name)
        unread = _unreadable(diagnostics)
        if unread:
            sources = {file.path: file.text for pack in loaded for file in pack.files}
            click.echo(render_details(unread, sources), err=True)
            failed = max(failed, _exit_code(unread))
        broken = {problem.label.place.file for problem in unread if problem.label}
        for pack in (pack for pack in loaded if pack.named):
            laid_out += [
                (pack, file, formatted(file.text))
                for file in pack.files
                if file.path not in broken
            ]
    changed = [(pack, file, text) for pack, file, text in laid_out if text != file.text]
    for pack, file, text in changed:
        _write(pack, file, text, check=check, diff=diff)
    if changed and not (check or diff):
        click.echo(f"Formatted {counted(len(changed), 'file')}.", err=True)
    sys.exit(failed or (PACK_ERRORS if changed and (check or diff) else 0))


def _write(pack: Pack, file: SourceFile, text: str, *, check: bool, diff: bool) -> None:
    """Write a formatted file, or print its name or its changes."""
    if diff:
        before, after = (text_.splitlines(keepends=True) for text_ in (file.text, text))
        lines = line_diff(before, after, (file.path, file.path), end="\n")
        click.echo("".join(lines), nl=False)
    elif check:
        click.echo(file.path)
    else:
        with writing(elsewhere=False):
            rewrite(pack.path_of(file.path), file.text, text)


def _unreadable(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return the errors because of which a file or a pack could not be read."""
    return [
        problem
        for problem in diagnostics
        if problem.severity == "error"
        and (problem.code.id.startswith("D6-Y") or problem.code in NOT_READ)
    ]


NOT_READ = (
    loading.NO_SUCH_PACK,
    loading.UNREADABLE,
    loading.TOO_LARGE,
    loading.LEAVES_PACK,
    loading.UNSAYABLE_NAME,
)


def _exit_code(unread: list[Diagnostic]) -> int:
    missing = any(problem.code is loading.NO_SUCH_PACK for problem in unread)
    return USAGE if missing else PACK_ERRORS
