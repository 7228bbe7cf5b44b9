"""Assets of pages: style sheets, scripts and the icon, in separate files or inside the page."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache, partial
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.emit.html.blocks import Html
from freed6c.emit.html.icons import icon_styles
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.document.blocks import Document


STATIC: Final = Path(__file__).with_name("static")
STYLE: Final = "style.css"
MORE_STYLES: Final = ("panels", "start", "book")
"""Further style sheets: `panels` for sheets, cards and the table mode, `start` for the start, and
`book` for all pages as one."""
SITE: Final = "site.js"
SEARCH: Final = "search.js"
"""The script of the search. The script of the site loads it when you use the search box."""
PREVIEWS: Final = "previews-data.js"
"""Short texts for pop-ups at links, loaded when you first point at a link or tap it."""
PEOPLE_DATA: Final = "people-data.js"
PEOPLE: Final = "people.js"
"""The data of ratings and conditions, and a script with functions that the following ones share."""
DICE: Final = "dice-data.js"
ROLLER: Final = "roller.js"
"""The data of dice, and the script of the roller."""
PLAY_DATA: Final = "play-data.js"
PLAY: Final = "play.js"
"""The data of tracks, periods and points, and the script of the sheet."""
TABLE_DATA: Final = "table-data.js"
TABLE: Final = "table.js"
"""The data of durations and turn orders, and the script of the table mode."""
Texts: TypeAlias = "Mapping[str, Callable[[], str]]"
"""Functions that make the text of a file when it is needed, by its path."""
Data: TypeAlias = Texts
"""The four data files above as scripts; empty if the rules have no dice."""
ICON: Final = "icon.svg"
INSTALL: Final = "site.webmanifest"
OFFLINE_SCRIPT: Final = "offline.js"
"""The web app manifest, and the service worker that caches the site for use without a network."""
LETTER: Final = (
    '<text x="16" y="23" fill="#fff" font-family="Georgia,serif" font-size="21"'
    ' font-weight="700" text-anchor="middle">{}</text>'
)
OFFLINE_ATTRIBUTE: Final = f' data-offline="{OFFLINE_SCRIPT}"'
"""The attribute by which the script of the site finds the service worker."""
THEME: Final = (
    'try{document.documentElement.dataset.theme=localStorage["freed6c-theme"]}catch{}'
)
"""Sets the theme that the reader chose before the page is drawn, so that colors don't flash."""


def _hash(text: str) -> str:
    return f"'sha256-{_base64(sha256(text.encode()).digest())}'"


def _base64(content: bytes) -> str:
    return b64encode(content).decode()


THEME_HASH: Final = _hash(THEME)
POLICY: Final = Html(
    f"default-src 'none'; script-src 'self' {THEME_HASH}; style-src 'self';"
    " img-src 'self' data:; manifest-src 'self'; connect-src 'self'"
)
"""The content security policy of pages: they can only load files of the site."""


@dataclass(frozen=True)
class Assets:
    """The tags for the head of a page, and the content security policy that allows only these.

    `styles` are tags of the further style sheets, by name, for pages that need them.
    """

    tags: Html
    styles: Mapping[str, Html]
    policy: Html


def beside(dice: Data) -> Assets:
    """Return the assets of a page with separate files.

    Attributes list the scripts of the roller, the sheet and the table mode with their data. The
    script of the site loads them when they are used.
    """
    people = f"{PEOPLE_DATA} {PEOPLE}"
    lazy = (
        f' data-rolling="{people} {DICE} {ROLLER}"'
        f' data-playing="{people} {PLAY_DATA} {PLAY}"'
        f' data-tabling="{TABLE_DATA} {TABLE}"'
    )
    attributes = f"{lazy if dice else ''}{OFFLINE_ATTRIBUTE}"
    tags = (
        f"<script>{THEME}</script>",
        f'<link rel="stylesheet" href="{STYLE}">',
        f'<link rel="icon" href="{ICON}">',
        f'<link rel="manifest" href="{INSTALL}">',
        f'<script src="{SITE}"{attributes} defer></script>',
    )
    styles = {
        name: Html(f'<link rel="stylesheet" href="{name}.css">\n')
        for name in MORE_STYLES
    }
    return Assets(_lines(tags), styles, POLICY)


def inside(dice: Data, document: Document) -> Assets:
    """Return the assets of a page that has all of them inside, each allowed by its hash."""
    whole = "".join((style(document.imprint), *map(further_style, MORE_STYLES)))
    texts = [text() for text in scripts(dice).values()]
    drawn = _base64(icon(document.title).encode())
    tags = (
        f"<script>{THEME}</script>",
        f"<style>{whole}</style>",
        f'<link rel="icon" href="data:image/svg+xml;base64,{drawn}">',
        *(f"<script>{text}</script>" for text in texts),
    )
    allowed = " ".join(map(_hash, (THEME, *texts)))
    return Assets(
        _lines(tags),
        dict.fromkeys(MORE_STYLES, Html()),
        Html(
            f"default-src 'none'; script-src {allowed}; style-src {_hash(whole)};"
            " img-src data:"
        ),
    )


def files(dice: Data, document: Document) -> Texts:
    """Return the files of all assets."""
    return {
        STYLE: partial(style, document.imprint),
        **{f"{name}.css": partial(further_style, name) for name in MORE_STYLES},
        ICON: partial(icon, document.title),
        **scripts(dice),
    }


def icon(title: str = "") -> str:
    """Return the icon of a site: a die with the first letter of the title, or with pips."""
    die = (STATIC / ICON).read_text(encoding="utf-8")
    letter = next(filter(str.isalpha, title), "").upper()[:1]
    letter_on_die = LETTER.format(escape(letter))
    return re.sub("<g.*</g>", letter_on_die, die) if letter else die


@cache
def style(imprint: str = "") -> str:
    """Return the style sheet of all pages: the files in order of their names, then the icons.

    The imprint goes into the margin of printed pages.
    """
    text = re.sub(r"[^\w .-]", lambda sign: f"\\{ord(sign[0]):x} ", imprint)
    return f'{dense(_paths("styles"))}{icon_styles()}:root{{--imprint:"{text}"}}\n'


@cache
def further_style(name: str) -> str:
    """Return one of `MORE_STYLES`, made of the files in its folder."""
    return dense(_paths(f"styles/{name}"))


def scripts(dice: Data) -> Texts:
    """Return the scripts by file name, after their data. Without dice, the search is the only one.

    The script of the site comes last, because it starts the others.
    """
    names = (PEOPLE, PLAY, ROLLER, SEARCH, SITE, TABLE) if dice else (SEARCH, SITE)
    return {**dice, **{name: partial(_script, name) for name in names}}


@cache
def _script(name: str) -> str:
    """Return a script of freed6c, made of the files in its folder."""
    return as_script(_paths(f"scripts/{name.removesuffix('.js')}"))


def as_script(paths: Iterable[Path]) -> str:
    """Return files as one script, whose names are not global."""
    return f'(() => {{\n"use strict";\n{_lean(_joined(paths))}}})();\n'


def _lean(text: str) -> str:
    """Return a text without comments and indentation, which are a fourth of a script.

    Only comments on separate lines and at the end of a line after `;`, `,` or a brace are removed.
    """
    code = re.sub(r"(?ms)^ */\*.*?\*/\n", "", text)
    code = re.sub(r"(?m)(?<=[;,{}]) +/\*[^*\n]*\*/$", "", code)
    return re.sub(r"^\s+", "", code, flags=re.MULTILINE)


def dense(paths: Iterable[Path]) -> str:
    """Return style sheets as one, without comments and unnecessary characters.

    Texts in quotes stay as they are. Around braces, commas and semicolons, spaces are removed, and
    a semicolon in front of them: `; }` becomes `}`. `: ` becomes `:`, and `0.5` becomes `.5`.
    """
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
