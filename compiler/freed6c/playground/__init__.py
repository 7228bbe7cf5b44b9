"""The playground: a page that checks a house rule as you type it.

It consists of static files. One of them is the compiler: a worker of the page runs it in Pyodide
and calls `session.py`. The folder is above the pipeline, as a session compiles packs.

So a playground has no wording of its own, and shows prose as a site does. One JSON file holds the
compiler (without `cli/` and `editor/`), the libraries it needs, the packs, and the parsed files
of packs, as there is no C parser in the browser. A check lists what changed; the page of an entry
is made on request, and choices that aren't in use are tried when you stop typing. The browser
keeps compiled Python under a hash of that file, which saves a third of the next start.

The worker starts as a script that the page makes (a blob), so it is under the page's policy: it
can load its own files and Pyodide's, and send nothing. Pyodide is one build, pinned by hashes
(`pyodide.py`): the command checks a folder, the browser everything else, before any of it runs.
Later imports in workers can't be hashed, so `script-src` limits their hosts. The command is
`cli/playground.py`, the wording `document/phrases/playground.py`, the scripts `static/`. A site
only links to its playground (`site: {playground: …}`): where it is published isn't a fact of one
build.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freed6c.document import Documents
from freed6c.document.phrases import phrases_of
from freed6c.document.phrases.playground import PLAYGROUND
from freed6c.emit.files import OutputFile, compact_json
from freed6c.emit.html import assets
from freed6c.emit.html.blocks import Html, inline
from freed6c.emit.html.site import filled
from freed6c.emit.links import Targets
from freed6c.playground.pyodide import DIGESTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data


STATIC: Final = Path(__file__).with_name("static")
START: Final = "index.html"
STYLE: Final = "playground.css"
SCRIPT: Final = "playground.js"
WORKER: Final = "worker.js"
COMPILER: Final = "compiler.json"
RUNTIME: Final = "pyodide/"
"""Where the files of Pyodide lie, if they lie beside the page."""
VIEWS: Final = ("write", "problems", "changes", "chances")
SHARED: Final = ("people/elements.js", "site/colors.js")
"""Scripts of sites that the page has, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPack:
    """The pack that a visit begins with: its id and title, and the texts of its files.

    `beside` are further files of the folder that is downloaded, by path: what they say of the id
    and the title is made to fit. `examples` are texts to add, each with its word.
    """

    id: str
    title: str
    pack: Mapping[str, str]
    beside: Mapping[str, str]
    examples: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompilerBundle:
    """The compiler, as text: files of Python and of packs, by path.

    `parsed` is what the files of packs were parsed to, by pack and path in it.
    """

    files: Mapping[str, str]
    parsed: Mapping[str, Mapping[str, dict[str, Data]]]


def emit(
    base: Ruleset, start: StartPack, bundle: CompilerBundle, pyodide: str
) -> Iterator[OutputFile]:
    """The files of a playground for house rules on a game, but for those of Pyodide.

    `pyodide` is the address of its folder, as seen from the page.
    """
    yield OutputFile.text(START, _page(base, start, pyodide))
    yield OutputFile.text(assets.STYLE, assets.style())
    yield OutputFile.text(STYLE, assets.dense([STATIC / STYLE]))
    scripts = [assets.STATIC / "scripts" / name for name in SHARED]
    own = sorted((STATIC / "page").glob("*.js"))
    yield OutputFile.text(SCRIPT, assets.as_script([*scripts, *own]))
    yield OutputFile.text(WORKER, (STATIC / WORKER).read_text(encoding="utf-8"))
    yield OutputFile(assets.ICON, assets.icon(base.manifest.title))
    known = {"files": dict(sorted(bundle.files.items())), "parsed": bundle.parsed}
    yield OutputFile.text(COMPILER, f"{compact_json(known)}\n")


def policy(pyodide: str) -> str:
    """What the page and its worker may bring in and ask for: their own files, and those of Pyodide.

    The worker begins as a script that the page makes, so the policy holds for it, too. Whatever it
    is told, it can send nothing to anybody else.
    """
    elsewhere = "" if pyodide == RUNTIME else f" {pyodide}"
    return (
        "default-src 'none';"
        f" script-src 'self' 'wasm-unsafe-eval' {assets.THEME_HASH}{elsewhere};"
        f" worker-src 'self' blob:; connect-src 'self'{elsewhere};"
        " style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
    )


def _page(base: Ruleset, start: StartPack, pyodide: str) -> str:
    phrases, manifest = phrases_of(base), base.manifest
    document = Documents(base).changes
    shown = {key: phrases[key] for key in PLAYGROUND}
    begun = {
        "id": start.id,
        "title": start.title,
        "pack": start.pack,
        "beside": start.beside,
        "examples": [{"word": word, "text": text} for word, text in start.examples],
    }
    return filled(
        "playground",
        words=phrases,
        language=phrases["language"],
        title=phrases["try.of"].format(title=manifest.title),
        footer=[Html(inline(line, Targets(document, ""))) for line in document.footer],
        site=manifest.site,
        site_title=manifest.title,
        views=VIEWS,
        policy=policy(pyodide),
        theme=Html(assets.THEME),
        style=assets.STYLE,
        own_style=STYLE,
        icon=assets.ICON,
        script=SCRIPT,
        pyodide=pyodide,
        digests=compact_json({} if pyodide == RUNTIME else DIGESTS),
        compiler=COMPILER,
        said=compact_json(shown),
        start=compact_json(begun),
    )
