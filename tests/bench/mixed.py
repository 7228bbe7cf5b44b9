"""Packs of many entries of mixed kinds, as large games have them, alone or layered on another.

Forty entries are a *realm*, written from `realm.yaml`. Its entries refer to each other and to those
of other realms, near and far. Kinds, and how often they link, are about those of the core rules.
What is written depends on the arguments alone.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from random import Random
from typing import Final

REALM: Final = 40
"""How many entries a realm has."""
LENGTH: Final = 4
"""Texts are four times as long as those of core: 1,000 bytes an entry."""
FILES: Final = 50
"""The realms are spread over up to this many files."""

WORDS: Final = [
    "oar", "reed", "lantern", "tide", "copper", "gate", "moth", "harbor", "quill", "ember",
    "salt", "ledger", "wren", "anchor", "frost", "barrel", "pilot", "drum", "ochre", "signal",
    "hedge", "kettle", "marsh", "needle", "orchard", "plank", "rivet", "saddle", "thimble", "vane",
]  # fmt: skip

TEMPLATE: Final = (Path(__file__).parent / "realm.yaml").read_text("utf-8")
TEXT: Final = re.compile(r"^( *(?:- )?)<(\d)((?: [^ >]+)*)>$", re.MULTILINE)
EFFECTS: Final = [
    f"{{modify: {whom}, by: {by}}}"
    for whom in ("checks", "KEY-craft", "ability.NEAR")
    for by in ("-1D", "+2", "-1")
]

FRAME: Final = """\
die-codes: {name: Die codes, pips-per-die: 3, smallest: 0D, fixed: fixed-value}
formulas:
  fixed-value:
    name: Fixed value
    params: {code: die-code}
    returns: integer
    formula: 3 * dice(code) + pips(code)
periods:
  round: {name: round, plural: rounds}
  scene: {name: scene, plural: scenes}
units: {ft: {name: foot, plural: feet, measures: length}}
action-types: {full: {name: Full action, per: round, count: 1}}
natures: {character: {name: Character, agency: true}}
dice:
  check:
    name: Check
    die: d6
    pips-carry: codes
    success: at-least
    steps: {roll: {name: Roll, do: roll}}
"""
"""What the rest refers to, where no base has it."""


def write_mixed(folder: Path, entries: int, base: str = "") -> Path:
    """Write a pack with `entries` entries, a multiple of 40, that extends `base` if given."""
    realms, rest = divmod(entries, REALM)
    assert not rest, f"a multiple of {REALM}, please"
    pack = folder / f"mixed-{entries}"
    pack.mkdir(parents=True)
    manifest = f"pack: {pack.name}\ntitle: {entries:,} entries\nversion: 1.0.0\n"
    (pack / "pack.yaml").write_text(manifest + (f"extends: {base}\n" if base else ""))
    if not base:
        (pack / "frame.yaml").write_text(FRAME)
    files = min(realms, FILES)
    for number in range(files):
        sections: dict[str, str] = {}
        for which in range(realms * number // files, realms * (number + 1) // files):
            for section in re.split(
                r"^(?=[a-z])", realm(which, realms), flags=re.MULTILINE
            )[1:]:
                head, _, body = section.partition("\n")
                sections[head] = sections.get(head, "") + body
        text = "".join(f"{head}\n{body}" for head, body in sections.items())
        (pack / f"realm-{number:03}.yaml").write_text(text, "utf-8")
    return pack


def realm(number: int, count: int) -> str:
    """Return the entries of one realm of `count`, as YAML."""
    chance = Random(number)
    word = WORDS[number % 30]
    names = {
        "KEY": key_of(number),
        "NAME": f"{word.title()} {number}",
        "NEAR": key_of((number + 1) % count),
        "FAR": key_of((number * 7 + 3) % count),
        "FEVER": word,
    }

    def text(found: re.Match[str]) -> str:
        margin, parts, links = found.groups()
        said = sentences_with(chance, int(parts) * LENGTH, links.split())
        indent = " " * len(margin)
        return textwrap.fill(said, 100, initial_indent=margin, subsequent_indent=indent)

    made = re.sub("EFFECT", lambda _: chance.choice(EFFECTS), TEMPLATE)
    made = re.sub("WORD", lambda _: chance.choice(WORDS), made)
    made = re.sub("NUMBER", lambda _: str(chance.randrange(2, 9)), made)
    made = re.sub("|".join(names), lambda found: names[found[0]], made)
    return TEXT.sub(text, made)


def key_of(number: int) -> str:
    """The key of a realm."""
    return f"{WORDS[number % 30]}-{number}"


def sentences_with(chance: Random, sentences: int, links: list[str]) -> str:
    """So many sentences with these links, a few of them with other markup."""
    said = []
    for place in range(sentences):
        words = chance.choices(WORDS, k=chance.randrange(8, 20))
        if place < len(links):
            words.insert(chance.randrange(1, len(words)), f"[[{links[place]}]]")
        if not chance.randrange(5):
            words[1] = f"*{words[1]}*"
        said.append(f"{words[0].capitalize()} {' '.join(words[1:])}.")
    return " ".join(said)
