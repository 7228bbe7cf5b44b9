"""What pages need besides their text: one style and few scripts, beside them or inside the page."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.emit.files import OutputFile
from freed6c.emit.html.blocks import Html
from freed6c.emit.html.icons import icon_styles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


STATIC: Final = Path(__file__).with_name("static")
STYLE: Final = "style.css"
MORE_STYLES: Final = ("panels", "start")
"""Styles of pages that are more than text: sheets, cards, the table mode; the start."""
SITE: Final = "site.js"
SEARCH: Final = "search.js"
"""What fills the list of the search box; the site's script fetches it when it is wanted."""
PREVIEWS: Final = "previews-data.js"
"""What links lead to, in short; fetched with the first link that somebody points at or taps."""
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
INSTALL: Final = "site.webmanifest"
OFFLINE: Final = "offline.js"
"""What a device installs a site by, and the script that keeps it for where there is no network."""
LETTER: Final = (
    '<text x="16" y="23" fill="#fff" font-family="Georgia,serif" font-size="21"'
    ' font-weight="700" text-anchor="middle">{}</text>'
)
KEEPS: Final = f' data-offline="{OFFLINE}"'
"""How a page says that the site may be kept."""
THEME: Final = (
    'try{document.documentElement.dataset.theme=localStorage["freed6c-theme"]}catch{}'
)
"""Puts on the colors that a reader has chosen before a page is drawn, so that nothing flashes."""


def _hash(text: str) -> str:
    return f"'sha256-{_base64(sha256(text.encode()).digest())}'"


def _base64(content: bytes) -> str:
    return b64encode(content).decode()


THEME_HASH: Final = _hash(THEME)
POLICY: Final = Html(
    f"default-src 'none'; script-src 'self' {THEME_HASH}; style-src 'self';"
    " img-src 'self' data:; manifest-src 'self'; connect-src 'self'"
)
"""What pages may bring in and ask for: their own files and nothing else."""


@dataclass(frozen=True, slots=True)
class Assets:
    """How a page brings them in, and the policy that allows these and nothing else.

    `styles` are further ones, by name, for pages that ask for them.
    """

    tags: Html
    styles: Mapping[str, Html]
    policy: Html


def beside(dice: Data) -> Assets:
    """In files of their own. Those to play with are fetched by the site's when they are wanted."""
    people = f"{PEOPLE_DATA} {PEOPLE}"
    later = (
        f' data-rolling="{people} {DICE} {ROLLER}"'
        f' data-playing="{people} {PLAY_DATA} {PLAY}"'
        f' data-tabling="{TABLE_DATA} {TABLE}"'
    )
    known = f"{later if dice else ''}{KEEPS}"
    tags = (
        f"<script>{THEME}</script>",
        f'<link rel="stylesheet" href="{STYLE}">',
        f'<link rel="icon" href="{ICON}">',
        f'<link rel="manifest" href="{INSTALL}">',
        f'<script src="{SITE}"{known} defer></script>',
    )
    styles = {
        name: Html(f'<link rel="stylesheet" href="{name}.css">\n')
        for name in MORE_STYLES
    }
    return Assets(_lines(tags), styles, POLICY)


def inside(dice: Data, title: str) -> Assets:
    """In the page itself, each allowed by its hash. Scripts wait for the page to be there."""
    whole = "".join((style(), *map(further_style, MORE_STYLES)))
    tags = (
        f"<script>{THEME}</script>",
        f"<style>{whole}</style>",
        f'<link rel="icon" href="data:image/svg+xml;base64,{_base64(icon(title))}">',
        *(f"<script>{text}</script>" for text in scripts(dice).values()),
    )
    allowed = " ".join(map(_hash, (THEME, *scripts(dice).values())))
    return Assets(
        _lines(tags),
        dict.fromkeys(MORE_STYLES, Html()),
        Html(
            f"default-src 'none'; script-src {allowed}; style-src {_hash(whole)};"
            " img-src data:"
        ),
    )


def files(dice: Data, title: str) -> tuple[OutputFile, ...]:
    """Those that stand beside the pages."""
    return (
        OutputFile.text(STYLE, style()),
        *(OutputFile.text(f"{name}.css", further_style(name)) for name in MORE_STYLES),
        OutputFile(ICON, icon(title)),
        *(OutputFile.text(name, text) for name, text in scripts(dice).items()),
    )


def icon(title: str = "") -> bytes:
    """The sign of a site, in a tab and on a home screen: a die with the first letter of its title.

    Without a letter it has pips.
    """
    die = (STATIC / ICON).read_text(encoding="utf-8")
    letter = next(filter(str.isalpha, title), "").upper()[:1]
    shown = LETTER.format(escape(letter))
    return (re.sub("<g.*</g>", shown, die) if letter else die).encode()


@cache
def style() -> str:
    """That of all pages as one, by the names of files, then that of kinds."""
    return dense(_paths("styles")) + icon_styles()


@cache
def further_style(name: str) -> str:
    """One of those that not every page needs, made of the files in its folder."""
    return dense(_paths(f"styles/{name}"))


def scripts(dice: Data) -> Mapping[str, str]:
    """The scripts by the names of their files, behind what they have to know."""
    if dice:
        return {**dice, **_own()}
    return {name: _own()[name] for name in (SEARCH, SITE)}


@cache
def _own() -> Mapping[str, str]:
    """Those of ours by their names. One in a folder is made of the files there, by their names."""
    return {
        f"{folder.name}.js": as_script(_paths(f"scripts/{folder.name}"))
        for folder in sorted((STATIC / "scripts").iterdir())
        if folder.is_dir()
    }


def as_script(paths: Iterable[Path]) -> str:
    """Files as one script, in a scope of its own."""
    return f'(() => {{\n"use strict";\n{_lean(_joined(paths))}}})();\n'


def _lean(text: str) -> str:
    """Without its comments at the ends of lines and its margins: they are a fourth of a script."""
    without = re.sub(r"(?ms)^ */\*.*?\*/\n", "", text)
    without = re.sub(r"(?m)(?<=[;,{}]) +/\*[^*\n]*\*/$", "", without)
    return re.sub(r"^\s+", "", without, flags=re.MULTILINE)


def dense(paths: Iterable[Path]) -> str:
    """Styles as one, without what only authors need: comments, and spaces but in quotes."""
    return re.sub(
        r"""("[^"]*")|;?\s*([{};,>])\s*|(:)\s+|(?<![\w.])0(?=\.)""",
        lambda match: match[match.lastindex] if match.lastindex else "",
        _lean(_joined(paths)),
    )


def _paths(folder: str) -> list[Path]:
    return sorted((STATIC / folder).glob("*.*"))


def _joined(paths: Iterable[Path]) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in paths)


def _lines(tags: Iterable[str]) -> Html:
    return Html("".join(f"{tag}\n" for tag in tags))
