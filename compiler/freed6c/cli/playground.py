"""freed6c playground: make a page to try house rules on."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

import freed6c
from freed6c.cli.build import GENERATED
from freed6c.cli.compiling import compiled_packs
from freed6c.cli.new import FILES, examples_of, new_pack
from freed6c.cli.options import FolderParameter
from freed6c.cli.report import fail, writing
from freed6c.emit.files import OutputFile
from freed6c.emit.writer import OutputPlace, write
from freed6c.packs.lazy import regex
from freed6c.packs.pack import MANIFEST
from freed6c.packs.resources import schemas
from freed6c.playground import RUNTIME, emit
from freed6c.playground.pyodide import DIGESTS, VERSION, digest_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import MergedRuleset

TARGET: Final = "playground"
NOT_IN_URL: Final = regex(r"[^A-Za-z0-9._~/@:-]")
"""Characters that the address may not have, as the page's security policy includes it."""
SOURCE: Final = f"the folder 'pyodide' in pyodide-{VERSION}.tar.bz2 of its releases"


@click.command("playground")
@click.argument("pack", default="core")
@click.option(
    "--pyodide",
    required=True,
    metavar="FOLDER|ADDRESS",
    help=f"Pyodide {VERSION}, which runs Python in browsers: a folder to copy ({SOURCE}), or the"
    " https address of one.",
)
@click.option(
    "--out",
    type=FolderParameter(),
    show_default=GENERATED,
    help="Output folder, with a subfolder for each pack.",
)
def command(pack: str, pyodide: str, out: Path | None) -> None:
    """Build a page for trying house rules.

    Visitors write house rules for PACK in their browser, and see their errors and effects at once.
    Builds a folder of static files that any web host can serve. The page sends nothing anywhere.

    \b
    Example:
      freed6c playground core --pyodide https://example.com/pyodide/
    """  # noqa: D301 - click reads the escape itself
    address, runtime = _runtime(pyodide)
    compiled = compiled_packs(pack, steps="none")
    if compiled.ruleset is None or compiled.merged is None:
        fail(compiled)
    base = compiled.ruleset
    parts = (*_start(base, compiled.merged), _bundle(compiled))
    files = [*emit(base, *parts, address), *runtime]
    below = (GENERATED, base.manifest.id) if out is None else (base.manifest.id,)
    place = OutputPlace(root=out or Path(), below=below)
    with writing():
        changes = write(place, {TARGET: files})[TARGET]
    folder = changes.folder.as_posix()
    size = sum(len(file.content) for file in files) / 1_000_000
    click.echo(f"{folder}: {len(files)} files, {size:.1f} MB")
    click.echo("Browsers can't open it from a disk. To try it on this computer, run")
    click.echo(f"  python -m http.server --directory {folder}")


def _runtime(pyodide: str) -> tuple[str, Sequence[OutputFile]]:
    """Return the address of Pyodide relative to the page, and its files if they are copied.

    Exit if it is another version than the page needs.
    """
    if pyodide.startswith("https://"):
        if (bad := NOT_IN_URL.search(pyodide.removeprefix("https://"))) is not None:
            raise click.UsageError(f"the address of Pyodide can't contain '{bad[0]}'")
        return f"{pyodide.rstrip('/')}/", ()
    folder = Path(pyodide)
    files = []
    for name, digest in DIGESTS.items():
        try:
            content = (folder / name).read_bytes()
        except OSError:
            raise click.UsageError(
                f"'{pyodide}' has no {name}: give the path of Pyodide {VERSION}, such as {SOURCE}"
            ) from None
        if digest_of(content) != digest:
            raise click.UsageError(
                f"'{name}' is not from Pyodide {VERSION}: name another folder, such as"
                f" {SOURCE}"
            )
        files.append(OutputFile(f"{RUNTIME}{name}", content))
    return RUNTIME, files


# The pack that visitors start with.


NAME: Final = "my-house-rules"
RULES: Final = "rules.yaml"
FIRST: Final = "set"
"""The keyword of the first example."""


def _start(base: Ruleset, merged: MergedRuleset) -> tuple[object, object]:
    """Return the pack, then the files that the page loads later."""
    examples = dict(examples_of(NAME, base, merged))
    files = {file.path: file.content.decode() for file in new_pack(NAME, base, merged)}
    pack = {MANIFEST: files[MANIFEST], RULES: examples.get(FIRST, "")}
    title = NAME.replace("-", " ").capitalize()
    return {"id": NAME, "title": title, "pack": pack}, {
        "beside": {path: files[path] for path in FILES.values() if path != MANIFEST},
        "examples": [{"word": word, "text": text} for word, text in examples.items()],
    }


# The compiler as text: freed6c and its libraries, all of them pure Python, and the packs.


LIBRARIES: Final = (
    *("attrs", "jinja2", "jsonschema", "jsonschema-specifications", "markupsafe"),
    *("packaging", "referencing", "ruamel.yaml"),
)
LICENSES: Final = ("LICENSE", "COPYING", "NOTICE")
UNUSED: Final = ("cli", "editor/server.py", "playground/static")
"""Parts of freed6c that a playground doesn't need."""
SUFFIXES: Final = frozenset({".py", ".jinja", ".css", ".js", ".svg", ".md"})
"""The files of freed6c: its modules, the parts of sites, and the explanations of codes."""
OF_DEVELOPERS: Final = {"benchmarks", "tests"}
"""Folders of libraries that are never imported."""


def _bundle(compiled: Compiled) -> Mapping[str, object]:
    own = Path(freed6c.__file__).parent
    unused = tuple(own / part for part in UNUSED)
    files = {
        f"freed6c/{path.relative_to(own).as_posix()}": _text(path)
        for path in own.rglob("*")
        if path.suffix in SUFFIXES and not any(map(path.is_relative_to, unused))
    }
    for schema in schemas().rglob("*.json"):
        inside = schema.relative_to(schemas()).as_posix()
        files[f"freed6c/_data/schemas/{inside}"] = _text(schema)
    for library in LIBRARIES:
        files.update(_library(library))
    parsed = {}
    for pack in compiled.packs:
        own_files = {f.path.removeprefix(pack.root): f for f in pack.files}
        parsed[pack.id] = {inside: file.data for inside, file in own_files.items()}
        for inside, file in own_files.items():
            files[f"freed6c/_data/rulesets/{pack.id}/{inside}"] = file.text
    return {"files": dict(sorted(files.items())), "parsed": parsed}


def _library(name: str) -> Iterator[tuple[str, str]]:
    """Yield the modules of an installed distribution, its schemas, and its license."""
    for path in distribution(name).files or ():
        included = path.suffix == ".py" or "schemas" in path.parts
        included = included and OF_DEVELOPERS.isdisjoint(path.parts)
        if included or path.name.startswith(LICENSES):
            yield path.as_posix(), _text(Path(str(path.locate())))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
