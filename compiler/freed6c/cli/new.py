"""freed6c new: a pack ready to edit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from freed6c.cli.names import Folder, key_of
from freed6c.cli.report import show, stop, unwritable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.emit.files import OutputFile


@click.command()
@click.argument("name", callback=key_of)
@click.option(
    "--extends",
    "base",
    default="core",
    show_default=True,
    help="The pack that it changes: a folder beside it, or a name.",
)
@click.option(
    "--out",
    type=Folder(),
    help="The folder in which to make it. This one, if not given.",
)
def new(name: str, base: str, out: Path | None) -> None:
    """Make a folder NAME with a pack of house rules, and an example of every word in it."""
    from freed6c.cli.scaffold.files import new_pack
    from freed6c.pipeline import compile_packs

    compiled = compile_packs(base)
    if compiled.ruleset is None or compiled.merged is None:
        show(compiled, "text", err=True)
        stop(compiled)
    if name in {part.id for part in compiled.ruleset.manifests}:
        raise click.UsageError(f"'{name}' is the name of a pack that it is to extend")
    folder = (out or Path()) / name
    _create(folder, new_pack(name, compiled.ruleset, compiled.merged))
    click.echo(
        f"{folder.as_posix()}: a pack that extends {compiled.ruleset.manifest.id}"
    )
    click.echo(f"Write your rules in {(folder / 'rules.yaml').as_posix()}, then run")
    click.echo(f"  freed6c build {folder.as_posix()}")


def _create(folder: Path, files: Sequence[OutputFile]) -> None:
    from freed6c.emit.files import create

    try:
        create(folder, files)
    except FileExistsError:
        raise click.UsageError(
            f"'{folder.as_posix()}' is there already: nothing was written"
        ) from None
    except OSError as error:
        unwritable(error)
