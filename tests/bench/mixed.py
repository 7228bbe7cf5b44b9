"""Packs of many entries of mixed kinds, as large games have them, alone or layered on another.

`write_mixed` writes one; to look at it, run this file with FOLDER ENTRIES [BASE [PROSE]].

Forty entries are a *realm*: an ability with skills and their specializations, a track, a benchmark,
a table, a menu, what one does, a chapter, a few rules, terms, values, formulas, examples, a note
and somebody to play. They refer to each other and to those of other realms, near and far. Kinds,
and how often they link are about those of the core rules. What is written depends on the arguments
alone.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from freed6c.packs.data import Data

REALM: Final = 40
"""How many entries a realm has."""
SHORT: Final = 1
LONG: Final = 4
"""How long texts are: as those of core, with 280 bytes an entry, or 1,000 bytes an entry."""
FILES: Final = 50

WORDS: Final = [
    "oar", "reed", "lantern", "tide", "copper", "gate", "moth", "harbor", "quill", "ember",
    "salt", "ledger", "wren", "anchor", "frost", "barrel", "pilot", "drum", "ochre", "signal",
    "hedge", "kettle", "marsh", "needle", "orchard", "plank", "rivet", "saddle", "thimble", "vane",
]  # fmt: skip

FRAME: Final[dict[str, Data]] = {
    "die-codes": {
        "name": "Die codes",
        "pips-per-die": 3,
        "smallest": "0D",
        "fixed": "fixed-value",
    },
    "formulas": {
        "fixed-value": {
            "name": "Fixed value",
            "takes": {"code": "die-code"},
            "gives": "integer",
            "is": "3 * dice(code) + pips(code)",
        }
    },
    "periods": {
        "round": {"name": "round", "plural": "rounds"},
        "scene": {"name": "scene", "plural": "scenes"},
    },
    "units": {"ft": {"name": "foot", "plural": "feet", "measures": "length"}},
    "action-types": {"full": {"name": "Full action", "per": "round", "count": 1}},
    "natures": {"character": {"name": "Character", "agency": True}},
    "dice": {
        "check": {
            "name": "Check",
            "die": "d6",
            "pips-carry": "codes",
            "success": "at-least",
            "steps": {"roll": {"name": "Roll", "do": "roll"}},
        }
    },
}
"""What the rest refers to, where no base has it."""


def write_mixed(
    folder: Path, entries: int, *, base: str = "", prose: int = LONG
) -> Path:
    """Write a pack of so many entries, a multiple of 40; it extends `base`, if that is named.

    Texts are `prose` times as long as those of the core rules.
    """
    realms, rest = divmod(entries, REALM)
    assert not rest, f"a multiple of {REALM}, please"
    pack = folder / f"mixed-{entries}"
    pack.mkdir(parents=True)
    manifest: dict[str, Data] = {
        "pack": pack.name,
        "title": f"{entries:,} entries",
        "version": "1.0.0",
    }
    manifest |= {"extends": base} if base else {}
    put(pack / "pack.yaml", manifest)
    if not base:
        put(pack / "frame.yaml", FRAME)
    files = min(realms, FILES)
    for number in range(files):
        sections: dict[str, dict[str, Data]] = {}
        for which in range(realms * number // files, realms * (number + 1) // files):
            for section, made in realm(which, realms, prose).items():
                sections.setdefault(section, {}).update(made)
        put(pack / f"realm-{number:03}.yaml", dict(sections))
    return pack


def write_house_rules(folder: Path, entries: int) -> Path:
    """Write a pack that changes one entry in twenty of what `write_mixed` writes there."""
    realms = entries // REALM
    mixed = f"mixed-{entries}"
    change: dict[str, Data] = {}
    for number in range(realms):
        key = key_of(number)
        change[f"condition.{key}.second"] = {
            "why": "A scratch should not ruin the turn.",
            "set": {"effects": [{"modify": "checks", "by": -1}]},
            "was": {"effects": [{"modify": "checks", "by": -2}]},
        }
        change[f"skill.{key}-craft"] = {"set": {"name": f"{title(number)} guild"}}
    pack = folder / f"house-{entries}"
    pack.mkdir(parents=True)
    put(pack / "pack.yaml", {"pack": pack.name, "extends": mixed, "version": "1.0.0"})
    put(pack / "rules.yaml", {"change": change})
    return pack


def realm(number: int, count: int, longer: int) -> dict[str, dict[str, Data]]:
    """The entries of one realm of `count`, by section, with texts so many times as long."""
    chance = Random(number)
    key, name = key_of(number), title(number)
    near, far = key_of((number + 1) % count), key_of((number * 7 + 3) % count)

    def text(sentences: int, *links: str) -> str:
        return sentences_with(chance, sentences * longer, links)

    def effect() -> dict[str, Data]:
        whom = ("checks", f"{key}-craft", f"ability.{near}")[chance.randrange(3)]
        return {"modify": whom, "by": ("-1D", "+2", "-1")[chance.randrange(3)]}

    places = [f"{name} {word}" for word in chance.sample(WORDS, 20)]
    return {
        "chapters": {
            key: {
                "name": f"The realm of {name}",
                "text": f"{text(4, f'ability.{key}', f'chapter.{near}')}\n\n## In short\n\n"
                f"- {text(1)}\n- {text(1, f'rule.{key}')}\n- {text(1)}\n\n"
                f"{text(3, f'term.{far}-custom', f'table.{key}')}\n",
                "contains": [
                    f"ability.{key}",
                    f"track.{key}",
                    f"benchmark.{key}",
                    f"table.{key}",
                    f"menu.{key}",
                    f"action.{key}",
                    f"action.{key}-back",
                    f"rule.{key}",
                    f"rule.{key}-night",
                    f"value.{key}-luck",
                    f"formula.{key}",
                ],
            }
        },
        "terms": {
            f"{key}-custom": {
                "name": f"{name} custom",
                "aliases": [f"{name} manners"],
                "text": text(2, f"rule.{near}"),
            },
            f"{key}-coin": {"name": places[0], "text": text(1, f"term.{key}-custom")},
        },
        "abilities": {
            key: {
                "name": name,
                "text": text(2, f"track.{key}|{WORDS[number % 30]}"),
                "skills": {
                    f"{key}-craft": {
                        "name": f"{name} craft",
                        "text": text(2, f"skill.{near}-craft"),
                        "specializations": {
                            "boats": {"name": "Boats", "text": text(1)},
                            "nets": {"name": "Nets", "keywords": ["fishing", "knots"]},
                        },
                    },
                    f"{key}-lore": {
                        "name": f"{name} lore",
                        "text": text(1, f"term.{key}-coin"),
                        "specializations": {
                            "songs": {"name": "Songs", "text": text(1)},
                            "stars": {"name": "Stars", "text": text(2, f"rule.{far}")},
                        },
                    },
                    f"{key}-watch": {
                        "name": f"{name} watch",
                        "text": text(2),
                        "specializations": {"lights": {"name": "Lights"}},
                    },
                },
            }
        },
        "tracks": {
            key: {
                "name": f"{name} fever",
                "text": text(2, f"action.{key}-back"),
                "stacking": "cumulative",
                "resisted-by": f"skill.{key}-watch",
                "recovered-by": f"{key}-back",
                "conditions": {
                    "first": {
                        "name": f"{name} chill",
                        "text": text(1),
                        "lasts": "1 round",
                        "effects": [effect()],
                    },
                    "second": {
                        "name": f"{name} shakes",
                        "text": text(1),
                        "lasts": "1 scene",
                        "effects": [{"modify": "checks", "by": -2}],
                    },
                    "third": {
                        "name": f"{name} trance",
                        "text": text(1, f"condition.{near}.third"),
                        "lasts": "until recovered",
                        "effects": [effect(), effect()],
                    },
                    "fourth": {
                        "name": f"{name} sleep",
                        "text": text(1),
                        "lasts": "1 scene",
                        "effects": [{"forbid": "actions"}],
                    },
                },
            }
        },
        "benchmarks": {
            key: {
                "name": f"{name} weather",
                "text": text(1),
                "stands-for": "top",
                "bands": {
                    "calm": {"name": f"{name} calm", "range": "1-5", "text": text(1)},
                    "wind": {"name": f"{name} wind", "range": "6-10", "text": text(1)},
                    "gale": {"name": f"{name} gale", "range": "11-15"},
                    "storm": {"name": f"{name} storm", "range": "16+", "text": text(1)},
                },
            }
        },
        "tables": {
            key: {
                "name": f"{name} boats",
                "text": text(1, f"skill.{key}-craft"),
                "columns": {
                    "speed": {"name": "Speed", "type": "length"},
                    "hull": {"name": "Hull", "type": "die-code"},
                    "crew": {"name": "Crew", "type": "integer"},
                    "weather": {"name": "Weather", "type": "band", "of": key},
                    "worth": {"name": "Worth", "type": "integer", "is": "crew * 2 + 3"},
                },
                "rows": {
                    row: {
                        "name": places[place + 1],
                        "speed": f"{chance.randrange(1, 20) * 5} ft",
                        "hull": f"{chance.randrange(1, 6)}D+{chance.randrange(1, 3)}",
                        "crew": chance.randrange(1, 30),
                        "weather": ("calm", "wind", "gale")[chance.randrange(3)],
                    }
                    for place, row in enumerate(("skiff", "barge", "cog", "raft"))
                },
            }
        },
        "menus": {
            key: {
                "name": f"{name} catch",
                "paid-with": "rank",
                "picks": {
                    "fish": {
                        "name": places[6],
                        "cost": 1,
                        "text": text(1),
                        "effects": [
                            {
                                "modify": "checks",
                                "by": 2,
                                "lasts": "1 round",
                                "times": 1,
                            }
                        ],
                    },
                    "pearl": {
                        "name": places[7],
                        "cost": 2,
                        "effects": [
                            {"inflict": f"track.{near}", "by": 1, "to": "target"}
                        ],
                    },
                },
            }
        },
        "actions": {
            key: {
                "name": f"Cast the {name} net",
                "type": "full",
                "whom": "opponent",
                "text": text(2, f"table.{key}", f"condition.{key}.first"),
                "check": {
                    "with": f"{key}-craft.nets",
                    "against": {"fixed": f"{near}-craft"},
                    "success": [{"inflict": key, "by": "rank", "to": "target"}],
                },
            },
            f"{key}-back": {
                "name": f"Shake off the {name} fever",
                "type": "full",
                "text": text(1, f"track.{key}"),
                "about": {"condition": key, "choose": "worst"},
                "check": {
                    "with": f"{key}-watch",
                    "against": {"difficulty": f"{key}.wind"},
                    "success": [{"recover": "chosen-condition"}],
                },
            },
        },
        "rules": {
            key: {
                "name": f"{name} first",
                "text": f"{text(3, f'action.{key}', f'menu.{key}')}\n\n{text(2)}\n",
            },
            f"{key}-night": {
                "name": f"{name} at night",
                "text": text(2, f"benchmark.{key}", f"row.{far}.cog"),
            },
        },
        "values": {
            f"{key}-luck": {
                "name": f"{name} luck",
                "of": "character",
                "type": "integer",
                "text": text(1),
                "is": f"{key}(dice(rating({key}-craft)))",
            }
        },
        "formulas": {
            key: {
                "name": f"{name} reckoning",
                "text": text(1, f"=formula.{key}.constants.each"),
                "takes": {"boats": "integer"},
                "constants": {"each": chance.randrange(2, 9), "most": 40},
                "gives": "integer",
                "is": "min(most, each * boats + 1)",
            }
        },
        "notes": {
            key: {
                "name": f"{name} or {places[8]}",
                "about": [f"rule.{key}", f"skill.{key}-lore"],
                "kind": "gap",
                "problem": text(2),
                "readings": {"early": {"text": text(1)}, "late": {"text": text(1)}},
                "chosen": "early",
                "why": text(1),
            }
        },
        "examples": {
            key: {
                "name": f"{name} counted",
                "text": text(1),
                "about": [f"formula.{key}", f"term.{key}-coin"],
                "that": f"{key}(100)",
                "expect": 40,
            },
            f"{key}-boat": {
                "name": f"{name} told",
                "text": text(1),
                "about": f"table.{key}",
                "that": f"lookup(table.{key}, row.{key}.barge, worth) >= 5",
                "expect": True,
            },
        },
        "characters": {
            key: {
                "name": f"{name.split()[0]} {places[9]}",
                "text": text(2),
                "given": {
                    key: f"{chance.randrange(2, 5)}D",
                    f"{key}-craft": "1D+1",
                    near: "2D",
                    f"{near}-lore": "1D",
                },
                "gear": [f"a {word}" for word in chance.sample(WORDS, 3)],
            }
        },
    }


def key_of(number: int) -> str:
    """The key of a realm."""
    return f"{WORDS[number % 30]}-{number}"


def title(number: int) -> str:
    """The name of a realm."""
    return f"{WORDS[number % 30].title()} {number}"


def sentences_with(chance: Random, sentences: int, links: tuple[str, ...]) -> str:
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


PLAIN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .+_-]*(?<! )", re.ASCII)
"""Texts that need no quotes, unless they look like numbers or yes and no."""


def put(path: Path, data: dict[str, Data]) -> None:
    """Write YAML as people do: blocks, texts folded, small maps and lists on a line."""
    path.write_text("\n".join(block(data, "")) + "\n", encoding="utf-8", newline="\n")


def block(data: dict[str, Data], indent: str) -> list[str]:
    """The lines of a map."""
    lines: list[str] = []
    for key, value in data.items():
        head = f"{indent}{key}:"
        match value:
            case dict() if any(
                isinstance(inner, dict | list) for inner in value.values()
            ):
                lines += [head, *block(value, f"{indent}  ")]
            case list() if any(isinstance(item, dict) for item in value):
                lines += [head, *(f"{indent}  - {inline(item)}" for item in value)]
            case dict() if len(f"{head} {inline(value)}") > 100:
                lines += [head, *block(value, f"{indent}  ")]
            case str() if "\n" in value or len(f"{head} {inline(value)}") > 100:
                lines.append(f"{head} |" if "\n" in value else f"{head} >-")
                lines += folded(value, f"{indent}  ")
            case _:
                lines.append(f"{head} {inline(value)}")
    return lines


def folded(text: str, indent: str) -> list[str]:
    """A text in lines of up to 100 letters."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            if line and len(indent) + len(line) + len(word) >= 100:
                lines.append(indent + line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(indent + line if line else "")
    return lines[:-1] if text.endswith("\n") else lines


def inline(value: Data) -> str:
    """A value on one line."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            plain = PLAIN.fullmatch(value) and not re.fullmatch(r"[\d.+-]+", value)
            quoted = value.replace("\\", "\\\\").replace('"', '\\"')
            return value if plain else f'"{quoted}"'
        case list():
            return f"[{', '.join(map(inline, value))}]"
        case dict():
            pairs = (f"{key}: {inline(inner)}" for key, inner in value.items())
            return f"{{{', '.join(pairs)}}}"


def main() -> None:
    """Write one."""
    folder, entries, *more = sys.argv[1:]
    base, prose, *_ = [*more, "", ""]
    made = write_mixed(Path(folder), int(entries), base=base, prose=int(prose or LONG))
    print(made)


if __name__ == "__main__":
    main()
