"""What pages need besides their text: one style and few scripts, beside them or inside the page."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.emit.files import OutputFile
from freed6c.emit.html.blocks import Html
from freed6c.emit.html.icons import icon_styles

if TYPE_CHECKING:
    from collections.abc import Mapping


STATIC: Final = Path(__file__).with_name("static")
STYLE: Final = "style.css"
SITE: Final = "site.js"
SEARCH: Final = "search.js"
"""What fills the list of the search box; the site's script fetches it when it is wanted."""
PEOPLE_DATA: Final = "people-data.js"
PEOPLE: Final = "people.js"
"""What a ruleset says of ratings and conditions, and the script that all others share."""
DICE: Final = "dice-data.js"
ROLLER: Final = "roller.js"
"""What a ruleset says of its dice, and the script that has nothing to do without it."""
PLAY_DATA: Final = "play-data.js"
PLAY: Final = "play.js"
"""What it says of people and time, and the script of the sheet."""
TABLE_DATA: Final = "table-data.js"
TABLE: Final = "table.js"
"""What it says of durations and the order of play, and the script of the table mode."""
Data: TypeAlias = "Mapping[str, str]"
"""The data of all four as scripts, by file name; nothing where nobody rolls dice."""
ICON: Final = "icon.svg"
THEME: Final = (
    'try{document.documentElement.dataset.theme=localStorage["freed6c-theme"]}catch{}'
)
"""Puts on the colors that a reader has chosen before a page is drawn, so that nothing flashes."""


def _hash(text: str) -> str:
    return f"'sha256-{_base64(sha256(text.encode()).digest())}'"


def _base64(content: bytes) -> str:
    return b64encode(content).decode()


POLICY: Final = Html(
    f"default-src 'none'; script-src 'self' {_hash(THEME)}; style-src 'self';"
    " img-src 'self' data:"
)
"""What pages may bring in: their own files and nothing else."""


@dataclass(frozen=True, slots=True)
class Assets:
    """How a page brings them in, and the policy that allows these and nothing else."""

    tags: Html
    policy: Html


def beside(dice: Data) -> Assets:
    """In files of their own. Those to play with are fetched by the site's when they are wanted."""
    tags = [f"<script>{THEME}</script>", f'<link rel="stylesheet" href="{STYLE}">']
    tags += [f'<link rel="icon" href="{ICON}">']
    people = f"{PEOPLE_DATA} {PEOPLE}"
    later = (
        f' data-rolling="{people} {DICE} {ROLLER}"'
        f' data-playing="{people} {PLAY_DATA} {PLAY}"'
        f' data-tabling="{TABLE_DATA} {TABLE}"'
    )
    tags += [f'<script src="{SITE}"{later if dice else ""} defer></script>']
    return Assets(_lines(tags), POLICY)


def inside(dice: Data) -> Assets:
    """In the page itself, each allowed by its hash. Scripts wait for the page to be there."""
    tags = [f"<script>{THEME}</script>", f"<style>{style()}</style>"]
    tags += [f'<link rel="icon" href="data:image/svg+xml;base64,{_base64(icon())}">']
    tags += [f"<script>{text}</script>" for text in scripts(dice).values()]
    allowed = " ".join(map(_hash, (THEME, *scripts(dice).values())))
    return Assets(
        _lines(tags),
        Html(
            f"default-src 'none'; script-src {allowed}; style-src {_hash(style())};"
            " img-src data:"
        ),
    )


def files(dice: Data) -> tuple[OutputFile, ...]:
    """Those that stand beside the pages."""
    return (
        OutputFile.text(STYLE, style()),
        OutputFile(ICON, icon()),
        *(OutputFile.text(name, text) for name, text in scripts(dice).items()),
    )


@cache
def icon() -> bytes:
    """The sign of a site in the tab of a browser."""
    return (STATIC / ICON).read_bytes()


@cache
def style() -> str:
    """All styles as one, without what only authors need: by the names of files, then of kinds."""
    return _dense(_lean("".join(_texts("styles").values()))) + icon_styles()


def scripts(dice: Data) -> Mapping[str, str]:
    """The scripts by the names of their files, behind what they have to know."""
    if dice:
        return {**dice, **_own()}
    return {name: _own()[name] for name in (SEARCH, SITE)}


@cache
def _own() -> Mapping[str, str]:
    """Those of ours by their names. One in a folder is made of the files there, by their names."""
    scripts = _texts("scripts")
    for folder in sorted(
        path for path in (STATIC / "scripts").iterdir() if path.is_dir()
    ):
        parts = _lean("".join(_texts(f"scripts/{folder.name}").values()))
        scripts[f"{folder.name}.js"] = f'(() => {{\n"use strict";\n{parts}}})();\n'
    return scripts


def _lean(text: str) -> str:
    """Without its comments between lines and its margins: they are a fourth of a script."""
    return re.sub(
        r"^\s+", "", re.sub(r"(?ms)^ */\*.*?\*/\n", "", text), flags=re.MULTILINE
    )


def _dense(style: str) -> str:
    """A style without spaces around its signs, but for those in quotes."""
    return re.sub(
        r"""("[^"]*")|\s*([{};,>])\s*|(:)\s+""",
        lambda match: match[match.lastindex or 0],
        style,
    )


def _texts(folder: str) -> dict[str, str]:
    paths = sorted((STATIC / folder).glob("*.*"))
    return {file.name: file.read_text(encoding="utf-8") for file in paths}


def _lines(tags: list[str]) -> Html:
    return Html("".join(f"{tag}\n" for tag in tags))
