"""The playground: a page that checks a house rule as you type it.

It consists of static files. One of them is the compiler: a worker of the page runs it in Pyodide
(Python for browsers) and calls `session.py`. In the layers of the compiler, this package is above
the editor, because a session compiles packs and offers completions. It shows prose as a site
does, and makes the site as one file that authors can send.

One JSON file, `compiler.json`, holds the compiler (without `cli/` and the language server), the
libraries that it needs, and the packs. It also holds the parsed files of the packs, because the
browser has no C parser for YAML. A check lists the changes. The page of an entry is made on
request, and choices that aren't in use are tried when you stop typing. The browser stores compiled
Python under a hash of `compiler.json`, which saves a third of the next start.

The address of the page holds the pack, and a letter: its changes, as texts of known elements. So a
link shows them before the compiler is loaded.

The page makes the script of the worker (a blob), so the worker is under the page's policy: it can
load the files of the page and of Pyodide, and send nothing. Pyodide is one build, pinned by hashes
(`pyodide.py`). If you copy it beside the page, the command checks it; if the page loads it from
another host, the browser checks it before anything runs. Later imports in workers can't be hashed,
so `script-src` limits their hosts.

The command is `cli/playground.py`, the wording `document/phrases/playground.py`, the scripts are
in `static/`. A site only links to its playground (`site: {playground: …}`), because the address
of a playground isn't known to the build of the site.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from freed6c.document.documents import Documents
from freed6c.document.phrases import phrases_of
from freed6c.document.phrases.playground import PLAYGROUND
from freed6c.emit.files import OutputFile, compact_json
from freed6c.emit.html import assets
from freed6c.emit.html.blocks import Html, inline
from freed6c.emit.html.site import filled
from freed6c.emit.links import Targets
from freed6c.playground.pyodide import DIGESTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset


STATIC: Final = Path(__file__).with_name("static")
START: Final = "index.html"
STYLE: Final = "playground.css"
SCRIPT: Final = "playground.js"
WORKER: Final = "worker.js"
COMPILER: Final = "compiler.json"
MORE: Final = "more.json"
RUNTIME: Final = "pyodide/"
"""The folder of the files of Pyodide, if they are beside the page."""
VIEWS: Final = ("write", "rules", "problems", "changes", "chances")
SHARED: Final = ("people/elements.js", "site/colors.js")
"""Scripts of sites that are also part of the script of the page."""


def emit(
    base: Ruleset, start: object, more: object, compiler: object, pyodide: str
) -> Iterator[OutputFile]:
    """Yield the files of a playground for house rules on a game, without those of Pyodide.

    `start` is the pack that a visitor starts to edit: its `id` and `title`, and the texts of its
    files by path (`pack`). The page loads `more` after the compiler: the texts of further files of
    the folder that you can download (`beside`; the page replaces the id and the title in them if
    you change those), and `examples` that you can add to the pack, each a `word` and a `text`.
    `compiler` has the texts of the `files` of the compiler
    and its packs by path, and the `parsed` files of packs, by the id of the pack and the path in
    it. `pyodide` is the URL of the folder of Pyodide, relative to the page.
    """
    yield OutputFile.text(START, _page(base, start, pyodide))
    yield OutputFile.text(assets.STYLE, assets.style())
    yield OutputFile.text(STYLE, assets.dense([STATIC / STYLE]))
    scripts = [assets.STATIC / "scripts" / name for name in SHARED]
    own = sorted((STATIC / "page").glob("*.js"))
    yield OutputFile.text(SCRIPT, assets.as_script([*scripts, *own]))
    yield OutputFile.text(WORKER, (STATIC / WORKER).read_text(encoding="utf-8"))
    yield OutputFile.text(assets.ICON, assets.icon(base.manifest.title))
    yield OutputFile.text(MORE, compact_json(more))
    yield OutputFile.text(COMPILER, f"{compact_json(compiler)}\n")


def policy(pyodide: str) -> str:
    """Return the content security policy of the page: load only its own files and Pyodide's.

    The policy also applies to the worker, because the page makes its script. So code in the worker
    cannot send anything to another host.
    """
    other_host = "" if pyodide == RUNTIME else f" {pyodide}"
    return (
        "default-src 'none';"
        f" script-src 'self' 'wasm-unsafe-eval' {assets.THEME_HASH}{other_host};"
        f" worker-src 'self' blob:; connect-src 'self'{other_host};"
        " style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
    )


def _page(base: Ruleset, start: object, pyodide: str) -> str:
    phrases, manifest = phrases_of(base), base.manifest
    document = Documents(base).changes
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
        said=compact_json({key: phrases[key] for key in PLAYGROUND}),
        start=compact_json(start),
    )
