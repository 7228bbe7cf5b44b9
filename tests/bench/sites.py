"""A pack of large entries, and the same text for other makers of sites, to measure with.

Each entry is some 66 lines of Markdown: prose, a table of ten rows, a list and five links; a
hundred of them make a chapter. Navigation leads to the chapters, and each chapter to its entries,
as ours do. What others get is the least that does so: no theme of theirs is more than that needs.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

WORDS = [
    "oar", "reed", "lantern", "tide", "copper", "gate", "moth", "harbour", "quill", "ember",
    "salt", "ledger", "wren", "anchor", "frost", "barrel", "pilot", "drum", "ochre", "signal",
]  # fmt: skip
SECTION = 100
ROWS = 10


def key(number: int) -> str:
    return f"{WORDS[number % 20]}-{number:04}"


def name(number: int) -> str:
    return f"{WORDS[number % 20].title()} {number:04}"


def sentence(number: int, size: int) -> str:
    words = [WORDS[(number * 7 + place * place + place) % 20] for place in range(size)]
    return f"{' '.join(words).capitalize()}."


def near(number: int, count: int) -> list[int]:
    """What an entry leads to."""
    return [(number + step) % count for step in (1, 7, 31, 100, 411)]


def paragraphs(number: int, links: list[str]) -> str:
    """The prose of an entry, with a list; the same in both languages but for the links."""
    said = [
        "\n".join(
            [
                f"See {link}, **{WORDS[place]}** and *{WORDS[-place]}*.",
                *(sentence(number + place + line, 10) for line in range(6)),
            ]
        )
        for place, link in enumerate(links)
    ]
    items = [f"- {sentence(number + place, 9)}" for place in range(8)]
    return "\n\n".join([*said, "\n".join(items)])


def row(number: int, place: int) -> tuple[str, int, str, str]:
    step = number + place
    return WORDS[step % 20].title(), step % 17, sentence(step, 3), sentence(step + 4, 4)


def write_pack(folder: Path, count: int) -> Path:
    """A pack of so many entries."""
    pack = folder / "many"
    pack.mkdir()
    (pack / "pack.yaml").write_text("pack: many\ntitle: Many things\nversion: 1.0.0\n")
    for first in range(0, count, SECTION):
        numbers = range(first, min(first + SECTION, count))
        lines = [
            "chapters:",
            f"  part-{first}:",
            f"    name: Part {first}",
            f"    text: {sentence(first, 20)}",
            f"    contains: [{', '.join(f'table.{key(n)}' for n in numbers)}]",
            "tables:",
        ]
        lines += [line for number in numbers for line in entry(number, count)]
        (pack / f"part-{first:04}.yaml").write_text("\n".join(lines) + "\n")
    return pack


def entry(number: int, count: int) -> list[str]:
    """The YAML of one entry."""
    links = [f"[[table.{key(other)}]]" for other in near(number, count)]
    text = paragraphs(number, links).splitlines()
    return [
        f"  {key(number)}:",
        f"    name: {name(number)}",
        "    text: |-",
        *(f"      {line}" if line else "" for line in text),
        "    columns:",
        "      amount: {name: Amount, type: integer}",
        "      what: {name: What, type: text}",
        "      notes: {name: Notes, type: text}",
        "    rows:",
        *(
            f"      r{place}: {{name: {title}, amount: {amount}, what: {what}, notes: {notes}}}"
            for place in range(ROWS)
            for title, amount, what, notes in [row(number, place)]
        ),
    ]


THEME = {
    "_default/baseof.html": """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><nav>{{ partialCached "nav.html" . .Section }}</nav>
<main>{{ block "main" . }}{{ end }}</main><footer>{{ .Site.Title }}</footer></body></html>
""",
    "partials/nav.html": """<ul>{{ range .Site.Sections }}<li>
<a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>
""",
    "_default/single.html": """{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}{{ end }}
""",
    "_default/list.html": """{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}<ul>
{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}
""",
}


def write_hugo(folder: Path, count: int) -> Path:
    """A site for Hugo."""
    source = folder / "hugo"
    for path, text in THEME.items():
        put(source / "layouts" / path, text)
    settings = {
        "baseURL": "https://example.org/",
        "title": "Many things",
        "disableKinds": ["taxonomy", "term", "RSS", "sitemap"],
    }
    put(source / "config.json", json.dumps(settings))
    for first in range(0, count, SECTION):
        part = source / "content" / f"part-{first}"
        head = f"---\ntitle: Part {first}\n---\n"
        put(part / "_index.md", f"{head}{sentence(first, 20)}\n")
        for number in range(first, min(first + SECTION, count)):
            text = body(number, count, "/part-{}/{}/")
            put(part / f"{key(number)}.md", f"---\ntitle: {name(number)}\n---\n{text}")
    return source


def write_mkdocs(folder: Path, count: int) -> Path:
    """A site for Zensical and MkDocs."""
    source = folder / "mkdocs"
    firsts = range(0, count, SECTION)
    nav = [{f"Part {first}": f"part-{first}/index.md"} for first in firsts]
    settings = {"site_name": "Many things", "nav": nav}
    put(source / "mkdocs.yml", json.dumps(settings))
    put(source / "docs" / "index.md", "# Many things\n")
    for first in firsts:
        numbers = range(first, min(first + SECTION, count))
        items = "".join(f"- [{name(one)}]({key(one)}.md)\n" for one in numbers)
        part = source / "docs" / f"part-{first}"
        put(part / "index.md", f"# Part {first}\n\n{sentence(first, 20)}\n\n{items}")
        write_entries(part, numbers, count)
    return source


def write_entries(part: Path, numbers: Iterable[int], count: int) -> None:
    """Files that link each other as files."""
    for number in numbers:
        text = body(number, count, "../part-{}/{}.md")
        put(part / f"{key(number)}.md", f"# {name(number)}\n\n{text}")


def body(number: int, count: int, address: str) -> str:
    """The Markdown of one entry below its title; `address` is made of a chapter and a key."""
    links = [
        f"[{name(other)}]({address.format(other // SECTION * SECTION, key(other))})"
        for other in near(number, count)
    ]
    rows = [f"| {' | '.join(map(str, row(number, place)))} |" for place in range(ROWS)]
    table = ["| Name | Amount | What | Notes |", "|---|---|---|---|", *rows]
    return f"{paragraphs(number, links)}\n\n" + "\n".join(table) + "\n"


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
