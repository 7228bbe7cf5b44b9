"""Markdown as others render it: tables are tables, links lead somewhere, no sign is left over.

And nothing that a pack says becomes markup, whatever it is and wherever it stands.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final

import pytest
from cmarkgfm import github_flavored_markdown_to_html
from cmarkgfm.cmark import Options
from markdown_it import MarkdownIt

from freed6c.pipeline import compile_packs, emit_targets
from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from markdown_it.token import Token

    from freed6c.packs.data import Data

PACKS = ("core", "tests/site/house", "tests/cases/markdown/house-rule/input")
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
TAG = re.compile(r'<a id="[^"<>]+">|</a>|</?details>|</?summary>')
RULE = re.compile(r"^[> ]*\|(?: -+:? \|)+$", re.MULTILINE)
LEFT_OVER = re.compile(r"\*\*|~~|\]\(|^#+ |`")


@cache
def files(pack: Path | str) -> Mapping[str, str]:
    compiled = compile_packs(str(pack))
    assert compiled.ruleset is not None, compiled.diagnostics[0].message
    made = emit_targets(compiled.ruleset, ["markdown"], compiled.packs)["markdown"]
    return {file.path: file.content.decode() for file in made}


def tokens(text: str) -> Iterator[Token]:
    for token in READER.parse(text):
        yield token
        yield from token.children or ()


def ids(text: str) -> Counter[str]:
    found = "".join(t.content for t in tokens(text) if t.type.startswith("html"))
    return Counter(re.findall(r'id="([^"]+)"', found))


@pytest.mark.parametrize("pack", PACKS)
def test_tables_are_tables(pack: str) -> None:
    for path, text in files(pack).items():
        kinds = Counter(token.type for token in READER.parse(text))
        assert kinds["table_open"] == len(RULE.findall(text)), path


@pytest.mark.parametrize("pack", PACKS)
def test_no_sign_of_markdown_is_left_over(pack: str) -> None:
    for path, text in files(pack).items():
        for token in tokens(text):
            if token.type == "text":
                assert not LEFT_OVER.search(token.content), (path, token.content)


@pytest.mark.parametrize("pack", PACKS)
def test_no_tags_but_our_own(pack: str) -> None:
    for path, text in files(pack).items():
        for token in tokens(text):
            if token.type.startswith("html"):
                rest = TAG.sub("", token.content)
                assert "<" not in rest, (path, token.content)


@pytest.mark.parametrize("pack", PACKS)
def test_anchors_are_there_once_and_links_lead_to_them(pack: str) -> None:
    made = files(pack)
    known = {path: ids(text) for path, text in made.items()}
    for path, found in known.items():
        assert not [one for one, count in found.items() if count > 1], path
    for path, text in made.items():
        for token in tokens(text):
            href = str(token.attrs.get("href", ""))
            if token.type != "link_open" or href.startswith("http"):
                continue
            file, _, anchor = href.partition("#")
            assert (file or path) in made, (path, href)
            assert not anchor or anchor in known[file or path], (path, href)


@pytest.mark.parametrize("pack", PACKS)
def test_one_file_holds_everything_and_leads_nowhere_else(pack: str) -> None:
    made = files(pack)
    links = [t.attrs["href"] for t in tokens(made["all.md"]) if t.type == "link_open"]
    assert all(str(href).startswith(("#", "http")) for href in links)
    others = {one for path, text in made.items() for one in ids(text)}
    assert others <= set(ids(made["all.md"]))


def test_what_a_pack_changed_is_struck_and_bold() -> None:
    text = files("tests/site/house")["all.md"]
    kinds = Counter(token.type for token in tokens(text))
    assert kinds["s_open"] == kinds["s_close"] > 0
    assert "~~−2~~ **−1** on all checks" in text  # noqa: RUF001


def test_pandoc_reads_it() -> None:
    pandoc = shutil.which("pandoc")
    if pandoc is None:
        pytest.skip("pandoc is missing: apt-get install pandoc")
    text = files("core")["all.md"]
    ran = subprocess.run(
        [pandoc, "--from", "gfm", "--to", "html", "--fail-if-warnings"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert ran.stdout.count("<table") == len(RULE.findall(text))
    assert set(re.findall(r'href="#([^"]+)"', ran.stdout)) <= set(
        re.findall(r'id="([^"]+)"', ran.stdout)
    )


# What strangers write. Some renderers leave raw HTML in: here, all that come out are asked to.

RENDERERS: Final[dict[str, Callable[[str], str]]] = {
    "github": lambda text: github_flavored_markdown_to_html(
        text, Options.CMARK_OPT_UNSAFE
    ),
    "links": MarkdownIt("gfm-like", {"html": True}).render,
    "plain": READER.render,
}
TABLE: Final = "table thead tbody tr th td"
OURS: Final = frozenset(
    f"{TABLE} a blockquote code del details em h1 h2 h3 h4 h5 h6 hr br li ol p pre s strong"
    " summary ul".split()
)
ATTRIBUTES: Final = frozenset({"id", "href", "start", "align", "style"})
EVIL: Final = "<img src=x onerror=alert(1)>"
SAID: Final = (
    f"See https://x.y{EVIL} now",
    f"x https://a`{EVIL}` y",
    f"x http://a.b.c`{EVIL}`",
    f"x www.a.b`{EVIL}`",
    f"x WWW.a.b{EVIL}",
    f"x ftp://a`{EVIL}`",
    f"x mailto:a@b.c`{EVIL}` xmpp:a@b.c/`{EVIL}`",
    "x ![words](https://evil.example/pixel.png)",
    "[a](https://x.y\\) [b](https://x.y/`) `c>`",
    f"`a``{EVIL}`",
    f"**https://a**`{EVIL}`",
    f"https:[[term.e0|//a]]`{EVIL}` www[[term.e0|.a]]`{EVIL}` ![[term.e0|words]]",
    f"a | b | `c | {EVIL}` | `\\|{EVIL}`",
    f"&lt;img src=x&gt; &#60;img> \\{EVIL} \\\\{EVIL}",
    "<!-- --> <script>alert(1)</script> <?php ?> <![CDATA[ ]]> </details> <https://a.b>",
)
"""Prose that some renderer made more of than words, or might."""
PIECES: Final = (
    *(
        "https://a.b",
        "http://",
        "ftp://a",
        "www.",
        "://",
        ":",
        "//",
        "a@b.c",
        "mailto:",
    ),
    *(EVIL, "<", ">", "<b", "</p>", "<!--", "-->", "<a@b.c>", "&lt;", "&", "<https://"),
    *(
        "`",
        "``",
        "\\",
        "|",
        "!",
        "[w](https://e.x/p.png)",
        "[x]",
        "(",
        ")",
        "*",
        "**",
        "~~",
    ),
    *("$", "_", "#", "=", "-", "[[term.e0]]", "[[=term.e0.name]]", "`c`", "\n", "\n\n"),
    *("\n- ", "\n1. ", " ", "  ", "\t", "x", "www"),
)


class Elements(HTMLParser):
    """The elements of a page that are not ours, and its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.others: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element."""
        href = dict(attrs).get("href") or ""
        if (
            tag not in OURS
            or not ATTRIBUTES.issuperset(dict(attrs))
            or href.partition(":")[0] in {"javascript", "data"}
        ):
            self.others.append(self.get_starttag_text() or tag)

    def handle_data(self, data: str) -> None:
        """Words that are shown."""
        self.text += data

    def handle_comment(self, data: str) -> None:
        """A comment."""
        self.others.append(f"<!--{data}")

    def handle_decl(self, decl: str) -> None:
        """What begins with `<!`."""
        self.others.append(decl)

    def handle_pi(self, data: str) -> None:
        """What begins with `<?`."""
        self.others.append(data)

    unknown_decl = handle_pi


def pack_that_says(folder: Path, texts: list[str]) -> Path:
    """A pack with these texts wherever there is one, and as names what can be one."""
    plain = [
        f"{' '.join(text.split())[:90].replace('[[', '[ ')} {number}"
        for number, text in enumerate(texts)
    ]
    spoken: dict[str, Data] = {
        f"e{number}": {"name": name, "text": text, "aliases": [name], "source": name}
        for number, (name, text) in enumerate(zip(plain, texts, strict=True))
    }
    rows: dict[str, Data] = {
        f"e{number}": {"name": plain[number], "said": text}
        for number, text in enumerate(texts)
    }
    lamps: Data = {
        "name": plain[0],
        "columns": {"said": {"name": plain[-1], "type": "text"}},
        "rows": rows,
    }
    notes: dict[str, Data] = {
        f"e{number}": {
            "name": plain[number],
            "about": ["term.e0"],
            "kind": "gap",
            "problem": text,
            "readings": {"a": {"text": text}, "b": {"text": "No."}},
            "chosen": "a",
            "why": text,
        }
        for number, text in enumerate(texts)
    }
    return write_pack(
        folder,
        "said",
        {},
        title=plain[0],
        version="1.0.0",
        license={"id": "CC-BY-4.0", "holder": plain[-1]},
        wording={"open-question": {"one": EVIL, "many": f"x https://a{EVIL}"}},
        terms=spoken,
        tables={"lamps": lamps},
        notes=notes,
    )


@pytest.mark.parametrize("renderer", RENDERERS)
def test_nothing_that_a_pack_says_becomes_markup(renderer: str, tmp_path: Path) -> None:
    pack = pack_that_says(tmp_path, list(SAID))
    for path, text in files(pack).items():
        found = Elements(RENDERERS[renderer](text))
        assert not found.others, path
        assert EVIL in found.text


@pytest.mark.parametrize(
    ("count", "seed"),
    [(60, 0), *(pytest.param(1000, n, marks=pytest.mark.slow) for n in range(1, 9))],
)
def test_nothing_that_is_put_together_at_random_becomes_markup(
    count: int, seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    texts = [
        "".join(chance.choices(PIECES, k=chance.randint(2, 14))).strip() or "x"
        for _ in range(count)
    ]
    pack = pack_that_says(tmp_path, texts)
    for renderer, render in RENDERERS.items():
        assert not Elements(render(files(pack)["all.md"])).others, renderer
