"""freed6c build: compile a pack and write the output."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from freed6c.cache.replay import remember
from freed6c.cli import completing
from freed6c.cli.compiling import compiled_packs
from freed6c.cli.options import FolderParameter, key_of, with_layers
from freed6c.cli.progress import progress
from freed6c.cli.report import PACK_ERRORS, fail, shown, stop, writing
from freed6c.emit.writer import (
    MANIFEST,
    Changes,
    OutputPlace,
    compare,
    differences,
    write,
)
from freed6c.pipeline import emit_targets, with_fault, with_publishing_checks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.emit.html import SiteLayout
    from freed6c.emit.writer import Outputs
    from freed6c.model.ruleset import Ruleset


MOST_FILES = 1_000
"""The largest number of files in an archive for itch.io."""

GENERATED = "generated"
"""The default output folder."""

TARGETS = ("python", "markdown", "html", "json")
"""The default targets. A wheel contains the Python package again."""


@click.command("build")
@click.argument("pack", shell_complete=completing.packs)
@with_layers
@click.option(
    "--target",
    "targets",
    multiple=True,
    type=click.Choice((*TARGETS, "wheel")),
    show_default="all but wheel",
    help="Output to write. Repeat the option for more than one. A wheel is the Python package as"
    " a file for pip.",
)
@click.option(
    "--out",
    type=FolderParameter(),
    show_default="generated",
    help="Output folder, with a subfolder for each ruleset.",
)
@click.option(
    "--name",
    callback=key_of,
    show_default="names of the packs, joined",
    help="Name of the output.",
)
@click.option(
    "--title",
    show_default="titles of the packs",
    help="Title of the site, the documents and the data.",
)
@click.option(
    "--layout",
    type=click.Choice(("pages", "grouped", "single")),
    default="pages",
    show_default=True,
    help="Pages of the HTML site: one per entry, one per chapter, or a single file.",
)
@click.option(
    "--check",
    "checking",
    is_flag=True,
    help="Show outdated files instead of writing. If there are any, the exit code is 1.",
)
@click.pass_obj
def command(
    arguments: Sequence[str] | None,
    pack: str,
    layers: tuple[str, ...],
    targets: tuple[str, ...],
    *,
    out: Path | None,
    name: str | None,
    title: str | None,
    layout: SiteLayout,
    checking: bool,
) -> None:
    """Build a website, a package and other files.

    Compiles PACK and writes a Python package, Markdown, an HTML site and a JSON document. If you
    layer other packs on PACK (--with), the output is a combination with its own name.

    Of the examples with steps, only stories are played: run freed6c test before you publish.

    \b
    Examples:
      freed6c build my-house-rules
      freed6c build core --target html --layout single --out site
      freed6c build core --with my-house-rules --title "Thursday's rules"
    """  # noqa: D301 - click reads the escape itself
    with progress():
        compiled = compiled_packs(pack, layers, steps="kept")
        compiled = with_publishing_checks(compiled)
    diagnostics = shown(compiled, "text") if compiled.diagnostics else ""
    click.echo(diagnostics, nl=False, err=True)
    if compiled.ruleset is None:
        stop(compiled)
    ruleset = _renamed(compiled.ruleset, name)
    if title:
        manifest = replace(ruleset.manifest, title=title, retitled=True)
        ruleset = replace(ruleset, manifest=manifest)
    try:
        with progress():
            files = emit_targets(ruleset, targets or TARGETS, compiled.packs, layout)
    except Exception as error:  # noqa: BLE001 - reported with the entry
        fail(with_fault(compiled, ruleset, error))
    # Without --out, not even `generated/` itself is trusted.
    below = (GENERATED, ruleset.manifest.id) if out is None else (ruleset.manifest.id,)
    place = OutputPlace(root=out or Path(), below=below)
    with writing():
        next_time = _check(place, files) if checking else _write(place, files)
    if next_time is not None:
        output, errors = next_time
        compiled.disk.real(place.path)  # notes it, in case a link replaces the folder
        remember(
            arguments,
            compiled.disk,
            out=output,
            err=diagnostics + errors,
            written=_paths(place.path, files),
        )


def _renamed(ruleset: Ruleset, name: str | None) -> Ruleset:
    """Return the ruleset under another name, which must not be that of one of its packs."""
    own = ruleset.manifest
    if name is None or name == own.id:
        return ruleset
    if name in {part.id for part in ruleset.manifests}:
        raise click.UsageError(
            f"'{name}' is the name of one of the packs: choose another --name, or omit it to"
            f" use '{own.id}'"
        )
    return replace(ruleset, manifest=own.renamed(name))


def _write(place: OutputPlace, outputs: Outputs) -> tuple[str, str] | None:
    """Write the output, and print a line for each target.

    Return the standard output and error of the next run if nothing changes until then; None if
    something may be left to do.
    """
    out, err = [], []
    all_done = True
    for target, changes in write(place, outputs).items():
        files, folder = len(outputs[target]), changes.folder.as_posix()
        click.echo(f"{folder}: {_summary(files, changes)}")
        out.append(f"{folder}: {_summary(files, None)}\n")
        if changes.damaged:
            click.echo(
                f"{folder}: MANIFEST.json was damaged and has been rebuilt; outdated files of"
                " earlier builds may remain in this folder",
                err=True,
            )
        for path in changes.kept:
            click.echo(
                f"{folder}/{path}: this file is outdated, but was kept because it has been edited",
                err=True,
            )
        if target == "html" and files > MOST_FILES:
            err.append(
                f"{folder}: itch.io accepts at most {MOST_FILES:,} files; to publish there, use"
                " --layout grouped or --layout single\n"
            )
            click.echo(err[-1], err=True, nl=False)
        all_done = all_done and not (changes.kept or changes.unfinished)
    return ("".join(out), "".join(err)) if all_done else None


def _summary(files: int, changes: Changes | None) -> str:
    """Return the result of a build of one target: `3 files, 1 written`."""
    count = "1 file" if files == 1 else f"{files} files"
    if changes is None or changes.clean:
        return f"{count}, nothing changed"
    removed = f", {len(changes.removed)} removed" if changes.removed else ""
    return f"{count}, {len(changes.written)} written{removed}"


def _check(place: OutputPlace, outputs: Outputs) -> tuple[str, str]:
    """Print outdated files, and exit if there are any. Return the printed text."""
    targets = compare(place, outputs).values()
    for changes in targets:
        for line in differences(changes):
            click.echo(line)
    if not all(changes.clean for changes in targets):
        click.echo(
            "the output is out of date: run the same command without --check", err=True
        )
        sys.exit(PACK_ERRORS)
    message = f"{place.path.as_posix()} is up to date\n"
    click.echo(message, nl=False)
    return message, ""


def _paths(folder: Path, outputs: Outputs) -> list[str]:
    """Return all files of the output, and their folders."""
    files = {
        folder / target / path
        for target, files in outputs.items()
        for path in (MANIFEST, *(file.path for file in files))
    }
    above = {parent for file in files for parent in file.parents}
    folders = {path for path in above if path.is_relative_to(folder)}
    return sorted(map(str, files | folders))
