"""freed6c new: make a pack ready to edit."""

from __future__ import annotations

import json
import os
from importlib import resources
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from freed6c import __version__
from freed6c.cache.disk import Disk
from freed6c.cli.compiling import compiled_packs
from freed6c.cli.options import FolderParameter, key_of
from freed6c.cli.report import fail, writing
from freed6c.cli.scaffold.examples import examples_from
from freed6c.cli.schema import FOLDER, schema_files
from freed6c.emit.files import OutputFile
from freed6c.emit.writer import create
from freed6c.load.discovery import find_base
from freed6c.model.licenses import open_content
from freed6c.packs.lazy import regex
from freed6c.packs.resources import rulesets
from freed6c.pipeline import compile_packs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import MergedRuleset


@click.command("new")
@click.argument("name", callback=key_of)
@click.option(
    "--extends",
    "base",
    default="core",
    show_default=True,
    help="Pack to change: a folder beside the new one, or a name.",
)
@click.option(
    "--game", is_flag=True, help="Create a whole game, which extends no pack."
)
@click.option(
    "--out",
    type=FolderParameter(),
    show_default="current folder",
    help="Parent of the new folder.",
)
def command(name: str, base: str, out: Path | None, *, game: bool) -> None:
    """Create a pack of house rules.

    Creates a folder NAME with a pack, and with an example of each kind of change. With --game,
    creates a small playable game instead, with a comment on each part.

    \b
    Examples:
      freed6c new my-house-rules
      freed6c new my-game --game
    """  # noqa: D301 - click reads the escape itself
    source = click.get_current_context().get_parameter_source("base")
    if game and source is not ParameterSource.DEFAULT:
        raise click.UsageError("a game extends no pack: omit --extends or --game")
    folder = (out or Path()) / name
    place = folder.as_posix()
    with writing():
        try:
            create(folder, _whole_game(name) if game else _house_rules(folder, base))
        except FileExistsError:
            message = f"'{place}' already exists: nothing was written"
            raise click.UsageError(message) from None
    click.echo(f"{place}: {'a game' if game else f'a pack that extends {base}'}")
    click.echo(f"Write your rules in {place}/rules.yaml, then run")
    click.echo(f"  freed6c build {place}")


def _house_rules(folder: Path, base: str) -> list[OutputFile]:
    """Return the files of a pack in `folder` that extends `base`, a folder or an id of a pack.

    End the command if the base has errors, or if the new pack couldn't extend it.
    """
    name, compiled = folder.name, compiled_packs(base)
    if compiled.ruleset is None or compiled.merged is None:
        fail(compiled)  # ends the command
    # `base` can be any folder, but the new pack names its base by id only. So the search for that
    # id, from the new folder, has to lead to the base that was just compiled. Like the compiler, it
    # follows links before it looks beside the folder. `label` is None: no file names the base yet.
    id_ = compiled.ruleset.manifest.id
    base_folder = find_base(Disk(), id_, Path(os.path.realpath(folder)), label=None)
    if str(base_folder) not in compiled.folders:
        text = f"a pack in '{folder.as_posix()}' can't find '{id_}', which must be beside it"
        raise click.UsageError(f"{text}: in '{(folder.parent / id_).as_posix()}'")
    if name in {part.id for part in compiled.ruleset.manifests}:
        raise click.UsageError(f"'{name}' is the name of a pack that it extends")
    return new_pack(name, compiled.ruleset, compiled.merged)


def _whole_game(name: str) -> list[OutputFile]:
    """Return a small game with schemas of its ids, which requires compiling it first."""
    files = new_game(name)
    with TemporaryDirectory() as place:
        create(Path(place, name), files)
        merged = compile_packs(str(Path(place, name))).merged
    return [*files, *(_schemas(merged) if merged else ())]


# The files of a new pack, from templates.


FILES: Final[Mapping[str, str]] = {
    "pack.yaml": "pack.yaml",
    "README.md": "README.md",
    "gitignore": ".gitignore",
    "publish.yml": ".github/workflows/publish.yml",
    "vscode/settings.json": ".vscode/settings.json",
    "vscode/extensions.json": ".vscode/extensions.json",
    "vscode/tasks.json": ".vscode/tasks.json",
}
"""Paths of files, by the names of their templates."""
NAMING_BASES: Final = frozenset({"README.md", "publish.yml"})
"""Templates that explain how to get packs that don't come with freed6c."""

PUBLIC: Final = regex(r"(git\+)?https://[\w.-]+(/[\w.~%+-]+)+([@#][\w=]+)")
"""A public address, without a file, a user's name, or characters special to shells."""


def new_pack(name: str, base: Ruleset, merged: MergedRuleset) -> list[OutputFile]:
    """Return the files of a pack that extends a base and changes nothing yet."""
    words = _placeholders(name, base)
    files = []
    for template, path in FILES.items():
        foreign_ids = _foreign_packs(merged) if template in NAMING_BASES else []
        bases = [_filled(f"bases/{template}", {"base": id_}) for id_ in foreign_ids]
        text = _filled(template, {**words, "bases": "".join(bases)})
        files.append(OutputFile.text(path, text))
    examples = map(_commented, examples_of(name, base, merged).values())
    rules = _filled("rules.yaml", words) + "\n".join(examples)
    return [*files, OutputFile.text("rules.yaml", rules), *_schemas(merged)]


def _schemas(merged: MergedRuleset) -> list[OutputFile]:
    files = schema_files(merged)
    return [OutputFile(f"{FOLDER}/{file.path}", file.content) for file in files]


def examples_of(name: str, base: Ruleset, merged: MergedRuleset) -> Mapping[str, str]:
    """Return an example of each keyword that can change something in a base."""
    words = _placeholders(name, base)
    return {
        word: _filled(f"examples/{word}.yaml", {**words, **fills})
        for word, fills in examples_from(merged).items()
    }


def _placeholders(name: str, base: Ruleset) -> Mapping[str, str]:
    """Return the values of placeholders in templates."""
    major, minor, _ = base.manifest.version.split(".")
    words = {
        **_common_placeholders(name),
        "base": base.manifest.id,
        "base_title": base.manifest.title,
        "range": f">={major}.{minor},<{int(major) + 1}",
    }
    # A pack that changes Open Game Content is Open Game Content.
    license_ = "open" if open_content(base.manifests) else "free"
    words["license"] = _commented(_filled(f"licenses/{license_}.yaml", words))
    return words


def new_game(name: str) -> list[OutputFile]:
    """Return the files of a small game, without the schemas of its ids."""
    license_ = _commented(_filled("licenses/free.yaml", {}))
    words = {**_common_placeholders(name), "bases": "", "license": license_}
    own = {"pack.yaml", "README.md"}
    files = [
        OutputFile.text(path, _filled(f"game/{name}" if name in own else name, words))
        for name, path in FILES.items()
    ]
    return [*files, OutputFile.text("rules.yaml", _filled("game/rules.yaml", words))]


def _common_placeholders(name: str) -> Mapping[str, str]:
    """Return the placeholders of every new pack: names, and the installation step of CI."""
    origin = _origin()
    step = (
        _filled("origins/unknown.yml", {"version": __version__})
        if origin is None
        else _filled("origins/known.yml", {"origin": origin})
    )
    return {"name": name, "title": name.replace("-", " ").capitalize(), "origin": step}


def _origin() -> str | None:
    """Return the requirement that installs the running freed6c; None if it isn't public.

    Installers record an address that the user named (PEP 610), and nothing for a name from an
    index. The name is only used if freed6c was installed by name: before the first release,
    a stranger could register it, and workflows would run their code.
    """
    try:
        record = distribution("freed6c").read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    if record is None:
        return f"freed6c=={__version__}"
    match json.loads(record):
        case {"url": str(url), "vcs_info": {"vcs": "git", "commit_id": str(commit)}}:
            origin = f"git+{url}@{commit}"
        case {"url": str(url), "archive_info": {"hashes": {"sha256": str(digest)}}}:
            origin = f"{url}#sha256={digest}"
        case _:
            return None
    return f"freed6c @ {origin}" if PUBLIC.fullmatch(origin) else None


def _foreign_packs(merged: MergedRuleset) -> list[str]:
    """Return the ids of packs that don't come with freed6c, and must be beside the new one."""
    own, packs = rulesets().resolve(), merged.packs
    return [pack.id for pack in packs if not Path(pack.folder).is_relative_to(own)]


def _filled(template: str, words: Mapping[str, str]) -> str:
    folder = resources.files(__package__) / "scaffold" / "templates"
    text = folder.joinpath(*template.split("/")).read_text(encoding="utf-8")
    return Template(text).substitute(words)


def _commented(example: str) -> str:
    """Comment out every line with `# `."""
    return "".join(f"# {line}\n" for line in example.splitlines())
