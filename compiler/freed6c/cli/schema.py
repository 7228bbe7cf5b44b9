"""freed6c schema: write JSON Schemas of a pack's files for editors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from freed6c.cache.disk import Disk
from freed6c.cli import completing
from freed6c.cli.compiling import compiled_packs
from freed6c.cli.options import FolderParameter
from freed6c.cli.report import fail, writing
from freed6c.emit.files import OutputFile, compact_json
from freed6c.emit.writer import OutputPlace, write
from freed6c.load import load
from freed6c.load.pack_loader import available_packs, waits_for
from freed6c.validate.editor_schemas import editor_schemas, known_entries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.pack import MergedRuleset, Pack

FOLDER: Final = ".freed6c"
"""A folder within that of a pack. Hidden files are not part of the pack."""


@click.command("schema")
@click.argument("pack", shell_complete=completing.packs)
@click.option(
    "--out",
    type=FolderParameter(),
    show_default="folder of the pack",
    help=f"Parent of the folder {FOLDER}.",
)
def command(pack: str, out: Path | None) -> None:
    """Write JSON Schemas for editors.

    With these schemas, editors complete keywords and ids in the files of PACK and mark mistakes.
    Run the command again whenever a pack that PACK extends has changed. `freed6c new` sets up
    VS Code; for other editors, see "Editors" in the documentation.

    \b
    Example:
      freed6c schema my-house-rules
    """  # noqa: D301 - click reads the escape itself
    own, *bases = _packs(pack)
    if out is None and Path(pack).resolve() != Path(own.folder):
        raise click.UsageError(
            f"'{pack}' comes with freed6c, or is installed: name a folder (./{pack}), or choose"
            " one with --out"
        )
    files = schema_files(*_merged(own, bases), own=own)
    place = OutputPlace(root=out or Path(pack), below=())
    with writing():
        changes = write(place, {FOLDER: files})[FOLDER]
    names = ", ".join(file.path for file in files)
    news = "written" if changes.written else "nothing changed"
    click.echo(f"{changes.folder.as_posix()}: {names}, {news}")


def schema_files(*merged: MergedRuleset, own: Pack | None = None) -> list[OutputFile]:
    """Return the schemas of a pack, with the ids of these rulesets and its own entries."""
    trees = [
        *(ruleset.tree for ruleset in merged),
        # Removed entries are not in the merged tree.
        *(f.data for ruleset in merged for pack in ruleset.packs for f in pack.files),
        *(file.data for file in (own.files if own else ())),
    ]
    former = {
        id_: redirect.id
        for ruleset in merged
        for id_, redirect in ruleset.redirects.items()
        if redirect.renamed and redirect.id != id_
    }
    entries = known_entries(trees)
    for id_ in former:
        entries.pop(id_, None)
    return [
        OutputFile.text(f"{name}.schema.json", f"{compact_json(schema)}\n")
        for name, schema in editor_schemas(entries, former).items()
    ]


def _packs(target: str) -> list[Pack]:
    """Return the pack, then those that it is layered on. Exit if one is missing."""
    packs, _ = load(target)
    own = next((pack for pack in packs if pack.named), None)
    if own is None or set(own.extends) - {pack.id for pack in packs}:
        fail(compiled_packs(target))
    return [own, *(pack for pack in packs if pack is not own)]


def _merged(own: Pack, bases: list[Pack]) -> Iterator[MergedRuleset]:
    """Yield the pack, or its base if the pack has errors, then the packs in its `when` sections."""
    merged = compiled_packs(own.folder).merged
    if merged is not None:
        yield merged
    if merged is None and bases:
        first, *others = (base.folder for base in bases)
        base = compiled_packs(first, others)
        yield base.merged or fail(base)
    waited = {id_ for id_, _ in waits_for(own)}
    for pack in available_packs([own, *bases], Disk()) if waited else ():
        merged = compiled_packs(pack.folder).merged if pack.id in waited else None
        if merged is not None:
            yield merged
