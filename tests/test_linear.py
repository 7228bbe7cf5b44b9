"""Four times as many of anything that an author writes take about four times as long.

Steps are counted, not seconds: how often each line of the compiler runs, with few and with four
times as many. Where one of them looks at all for each, some line runs sixteen times as often.
"""

from __future__ import annotations

import cProfile
import importlib.util
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest

import freed6c
from freed6c.cli.report import shown
from freed6c.pipeline import compile_packs, emit_targets
from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, FrameType

    from freed6c.compiled import Compiled
    from freed6c.packs.data import Data

    Body: TypeAlias = dict[str, Data]
    Steps: TypeAlias = Counter[tuple[CodeType, int]]

COMPILER: Final = str(Path(freed6c.__file__).parent)
FEW: Final = 16
"""So many, and four times as many."""
GROWTH: Final = 4.6
"""So much more often may a line run: a little more than four times, for what is sorted."""
START: Final = 100
"""And so often besides, for what begins later."""

FRAME: Final[Body] = {
    "title": "Small",
    "version": "1.0.0",
    "die-codes": {"pips-per-die": 3, "smallest": "1D"},
    "periods": {"beat": {"name": "beat", "plural": "beats"}},
    "natures": {"person": {"name": "Person"}},
    "action-types": {"full": {"name": "Full", "per": "beat", "count": 1}},
}
COLUMNS: Final[Data] = {"light": {"name": "Light", "type": "integer"}}
GAP: Final[Body] = {"kind": "gap", "problem": "Why."}


# What there can be many of: in a game, and what house rules do to many.


def many(count: int, body: Callable[[int], Data], key: str = "e") -> Body:
    return {f"{key}{number}": body(number) for number in range(count)}


def terms(count: int, text: str = "It burns.") -> Body:
    return many(count, lambda n: {"name": f"Wick {n}", "text": text})


def calling(count: int, last: str) -> Body:
    def formula(number: int) -> Data:
        body = f"e{number + 1}() + 1" if number + 1 < count else last
        return {"name": f"Sum {number}", "gives": "integer", "is": body}

    return {"formulas": many(count, formula)}


def track(conditions: Body) -> Body:
    soot: Data = {
        "name": "Soot",
        "stacking": "cumulative",
        "conditions": {"first": {"name": "First", "lasts": "1 beat"}, **conditions},
    }
    return {"tracks": {"soot": soot}}


def table(rows: Body, columns: Data = COLUMNS) -> Body:
    return {"tables": {"lamps": {"name": "Lamps", "columns": columns, "rows": rows}}}


def track_with_condition(number: int) -> Data:
    condition: Data = {"name": f"Dusty {number}", "lasts": "1 beat"}
    return {
        "name": f"Soot {number}",
        "stacking": "cumulative",
        "start": "c",
        "conditions": {"c": condition},
    }


def option(number: int) -> Data:
    choices: Data = {"a": {"name": "A"}, "b": {"name": "B"}}
    return {"name": f"Option {number}", "default": "a", "choices": choices}


GAMES: Final[dict[str, Callable[[int], Body]]] = {
    "terms that link": lambda n: {"terms": terms(n, "See [[term.e0]], [[term.e1]].")},
    "terms of one name": lambda n: {
        "terms": many(n, lambda _: {"name": "Wick", "text": "It burns."})
    },
    "aliases": lambda n: {
        "terms": {"a": {"name": "A", "aliases": [f"Name {k}" for k in range(n)]}}
    },
    "skills": lambda n: {
        "abilities": {
            "a": {"name": "A", "skills": many(n, lambda k: {"name": f"S {k}"})}
        }
    },
    "conditions": lambda n: track(
        many(
            n,
            lambda k: {
                "name": f"Dusty {k}",
                "lasts": "1 beat",
                "effects": [{"modify": "checks", "by": -1}],
            },
        )
    ),
    "conditions of one key": lambda n: {
        "tracks": many(n, track_with_condition),
        "notes": many(n, lambda k: {**GAP, "about": [f"condition.e{k}.c"]}),
    },
    "bands": lambda n: {
        "benchmarks": {
            "b": {
                "name": "Dark",
                "bands": many(n, lambda k: {"name": f"Dim {k}", "range": k}),
            }
        }
    },
    "benchmarks": lambda n: {
        "benchmarks": many(
            n,
            lambda k: {
                "name": f"Dark {k}",
                "bands": {"a": {"name": f"Dim {k}", "range": "1+"}},
            },
        )
    },
    "rows": lambda n: table(
        many(n, lambda k: {"name": f"Row {k}", "light": k}),
        {**COLUMNS, "more": {"name": "More", "type": "integer", "is": "light + 1"}},  # type: ignore[dict-item]
    ),
    "rows with unknown columns": lambda n: table(
        many(n, lambda k: {"name": f"Row {k}", "lihgt": k})
    ),
    "columns": lambda n: table(
        {"r": {f"e{k}": k for k in range(n)}},
        many(n, lambda k: {"name": f"Column {k}", "type": "integer"}),
    ),
    "formulas that each call the next": lambda n: calling(n, "1"),
    "formulas that each call the next, the last a broken one": lambda n: calling(
        n, "x"
    ),
    "formulas that call each other in a circle": lambda n: calling(n, "e0()"),
    "formulas": lambda n: {
        "formulas": many(
            n,
            lambda k: {
                "name": f"Formula {k}",
                "takes": {"lamps": "integer"},
                "gives": "integer",
                "is": f"e{k - 1}(lamps) + 1" if k % 10 else "lamps",
            },
        )
    },
    "values": lambda n: {
        "values": many(
            n,
            lambda k: {
                "name": f"Value {k}",
                "of": "person",
                "type": "integer",
                "is": "1 + 1",
            },
        )
    },
    "actions": lambda n: {
        "abilities": {"sight": {"name": "Sight"}},
        "actions": many(
            n,
            lambda k: {
                "name": f"Look {k}",
                "type": "full",
                "choose": {"lamp": "table.lamps"},
                "check": {"with": "sight", "against": {"number": 10}},
            },
        ),
        **table({"a": {"name": "A", "light": 1}}),
    },
    "effects of an action, which an example plays": lambda n: {
        "actions": {
            "pour": {
                "name": "Pour",
                "type": "full",
                "effects": [{"modify": "checks", "by": 1, "times": 1}] * n,
            }
        },
        "examples": {
            "e": {
                "about": "action.pour",
                "people": {"ann": {}},
                "steps": [{"start": "beat"}, {"run": "action.pour", "by": "ann"}],
            }
        },
    },
    "tracks that actions recover": lambda n: {
        "tracks": many(
            n,
            lambda k: {
                "name": f"Soot {k}",
                "stacking": "cumulative",
                "recovered-by": f"e{k}",
                "conditions": {"c": {"name": f"C {k}", "lasts": "until recovered"}},
            },
        ),
        "actions": many(
            n,
            lambda k: {
                "name": f"Wash {k}",
                "type": "full",
                "about": {"condition": f"track.e{k}"},
                "effects": [{"recover": "chosen-condition"}],
            },
        ),
    },
    "rules that ask": lambda n: {
        "rules": many(
            n,
            lambda k: {
                "name": f"Rule {k}",
                "asks": {"far": {"name": "Far", "type": "boolean"}},
                "effects": [{"modify": "checks", "by": -1, "if": "far"}],
            },
        )
    },
    "menus": lambda n: {
        "menus": many(
            n,
            lambda k: {
                "name": f"Menu {k}",
                "paid-with": "rank",
                "picks": {
                    "p": {
                        "name": f"Pick {k}",
                        "cost": 1,
                        "effects": [{"modify": "checks", "by": 1, "lasts": "1 beat"}],
                    }
                },
            },
        )
    },
    "notes": lambda n: {
        "terms": terms(n),
        "notes": many(n, lambda k: {**GAP, "about": [f"term.e{k}"]}),
    },
    "chapters": lambda n: {
        "rules": many(n, lambda k: {"name": f"Rule {k}", "text": "So be it."}),
        "chapters": many(
            n, lambda k: {"name": f"Chapter {k}", "contains": [f"rule.e{k}"]}
        ),
    },
    "entries of a chapter": lambda n: {
        "rules": many(n, lambda k: {"name": f"Rule {k}", "text": "So be it."}),
        "chapters": {"c": {"name": "C", "contains": [f"rule.e{k}" for k in range(n)]}},
    },
    "options": lambda n: {"options": many(n, option)},
    "examples": lambda n: {
        "terms": terms(1),
        "examples": many(
            n,
            lambda k: {
                "name": f"Example {k}",
                "about": ["term.e0"],
                "that": "1 + 1",
                "expect": 2,
            },
        ),
    },
    "choices": lambda n: {
        "options": {
            "o": {
                "name": "Option",
                "default": "e0",
                "choices": many(n, lambda k: {"name": f"Choice {k}"}),
            }
        }
    },
    "effects of a rule": lambda n: {
        "rules": {"r": {"name": "R", "effects": [{"modify": "checks", "by": 1}] * n}}
    },
    "links of one text": lambda n: {
        "terms": terms(
            2, " ".join(f"*a* **b** `c` [[term.e1|w {k}]]" for k in range(n))
        )
    },
    "broken links of one text": lambda n: {
        "terms": terms(1, " ".join(f"[[term.x{k}]]" for k in range(n)))
    },
    "paragraphs": lambda n: {"terms": terms(1, "It burns.\n\n- a\n- b\n\n" * n)},
    "mistyped formulas": lambda n: {
        "values": many(
            n,
            lambda k: {
                "name": f"V {k}",
                "of": "person",
                "type": "integer",
                "is": "1 + true",
            },
        )
    },
    "misspelled settings": lambda n: {
        "terms": many(n, lambda k: {"name": f"Wick {k}", "txet": "It burns."})
    },
    "renamed": lambda n: {
        "terms": terms(n),
        "renamed": {f"term.old{k}": f"term.e{k}" for k in range(n)},
    },
}

SUGGESTED: Final[dict[str, Callable[[int], Body]]] = {
    "broken links": lambda n: {
        "terms": many(n, lambda k: {"name": f"Wick {k}", "text": f"[[term.x{k}]]"})
    },
}
"""Where names are suggested until enough were compared: few cost more each than many."""

HOUSE_RULES: Final[dict[str, Callable[[int], Body]]] = {
    "change": lambda n: {
        "change": {f"term.e{k}": {"set": {"name": f"New {k}"}} for k in range(n)}
    },
    "change with was": lambda n: {
        "change": {
            f"term.e{k}": {"set": {"name": f"New {k}"}, "was": {"name": f"Wick {k}"}}
            for k in range(n)
        }
    },
    "replace": lambda n: {
        "replace": {
            f"term.e{k}": {"with": {"name": f"New {k}", "text": "It is new."}}
            for k in range(n)
        }
    },
    "remove": lambda n: {
        "remove": {f"term.e{k}": {"why": "It is enough."} for k in range(n)}
    },
    "remove with use-instead": lambda n: {
        "remove": {f"term.e{k}": {"use-instead": f"term.e{n}"} for k in range(n)}
    },
    "rename": lambda n: {"renamed": {f"term.e{k}": f"term.new{k}" for k in range(n)}},
    "add entries": lambda n: {
        "terms": many(n, lambda k: {"name": f"New {k}", "text": "It is new."}, "new")
    },
    "add rows": lambda n: {
        "change": {
            "table.lamps": {
                "add": {f"rows.d{k}": {"name": f"D {k}", "light": 3} for k in range(n)}
            }
        }
    },
    "set rows": lambda n: {
        "change": {
            "table.lamps": {"set": {f"rows.e{k}.light": 7000 + k for k in range(n)}}
        }
    },
    "take rows": lambda n: {
        "change": {"table.lamps": {"remove": {"rows": [f"e{k}" for k in range(n)]}}}
    },
    "adjust rows": lambda n: {
        "change": {f"row.lamps.e{k}": {"adjust": {"light": 1}} for k in range(n)}
    },
    "unset one place": lambda n: {"change": {"term.e0": {"unset": ["text"] * n}}},
    "add aliases": lambda n: {
        "change": {"term.e0": {"add": {"aliases": [f"Name {k}" for k in range(n)]}}}
    },
    "move rows": lambda n: {
        "change": {"table.lamps": {"move": {f"rows.e{k}": "first" for k in range(n)}}}
    },
    "select": lambda n: {"select": {f"option.e{k}": "b" for k in range(n)}},
}

REFUSED: Final[dict[str, Callable[[int], str]]] = {
    "anchors": lambda k: f"&a{k} x",
    "tags": lambda _: "!t x",
    "aliases": lambda _: "*t",
    "lists in lists": lambda _: "[[x]]",
    "nothing": lambda _: "null",
    "commas": lambda _: "{b: max(1, 2)}",
    "maps as keys": lambda _: "{[a]: b}",
}
"""Items of a list on one line, none of which a pack may hold."""


PIECE: Final = 4_000
"""So many entries stand in a file, which may not be too large."""


def write_game(folder: Path, kind: str, count: int) -> Path:
    """A pack with so many of a kind."""
    return write_pieces(
        folder, "game", {**FRAME, **{**GAMES, **SUGGESTED}[kind](count)}
    )


def write_house(folder: Path, kind: str, count: int) -> Path:
    """A pack that does something to so many things of another, which is beside it."""
    rows = many(count + 1, lambda k: {"name": f"Row {k}", "light": k})
    others = {"terms": terms(count + 1), "options": many(count, option)}
    write_pieces(folder, "game", {**FRAME, **table(rows), **others})
    return write_pieces(
        folder, "house", {"extends": "game", **HOUSE_RULES[kind](count)}
    )


def write_pieces(folder: Path, id_: str, body: Body) -> Path:
    """A pack whose long sections stand in several files."""
    manifest: Body = {}
    files: dict[str, Body] = {}
    for key, section in body.items():
        if isinstance(section, dict) and len(section) > PIECE and key != "renamed":
            entries = list(section.items())
            for start in range(0, len(entries), PIECE):
                piece: Data = dict(entries[start : start + PIECE])
                files[f"{key}-{start}.yaml"] = {key: piece}
        else:
            manifest[key] = section
    return write_pack(folder, id_, files, **manifest)


def write_line(folder: Path, kind: str, count: int) -> Path:
    """A pack with a line of so many things that are refused."""
    game = write_pack(folder, "game", {}, **FRAME)
    items = ", ".join(map(REFUSED[kind], range(count)))
    (game / "more.yaml").write_text(f"terms: [{items}]\n", encoding="utf-8")
    return game


# Counting.


def lines_of(work: Callable[[], object]) -> Steps:
    """How often each line of the compiler runs."""
    lines: Steps = Counter()

    def count(frame: FrameType, _event: str, _more: object) -> Any:
        lines[frame.f_code, frame.f_lineno] += 1
        return count

    def enter(frame: FrameType, _event: str, _more: object) -> Any:
        return count if frame.f_code.co_filename.startswith(COMPILER) else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines


def grown(few: Steps, many: Steps, growth: float = GROWTH) -> Iterator[str]:
    """The lines that run much more often with four times as many."""
    for (code, line), count in many.items():
        before = few[code, line]
        if before >= FEW // 2 and count > growth * before + START:
            place = code.co_filename.removeprefix(COMPILER)
            yield f"{place}:{line} in {code.co_name}: {before} times, then {count}"


def assert_linear(work: Callable[[int], Callable[[], object]]) -> None:
    work(2)()  # what is read and worked out once a process
    few, many = (lines_of(work(count)) for count in (FEW, 4 * FEW))
    assert not list(grown(few, many))


def compiled(target: Path | str) -> Compiled:
    return compile_packs(str(target))


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_with_many_is_linear(kind: str, tmp_path: Path) -> None:
    def work(count: int) -> Callable[[], object]:
        game = write_game(tmp_path / str(count), kind, count)
        return lambda: compiled(game)

    assert_linear(work)


@pytest.mark.parametrize("kind", HOUSE_RULES)
def test_house_rules_on_many_are_linear(kind: str, tmp_path: Path) -> None:
    def work(count: int) -> Callable[[], object]:
        house = write_house(tmp_path / str(count), kind, count)
        return lambda: compiled(house)

    assert_linear(work)


@pytest.mark.parametrize("kind", REFUSED)
def test_one_long_line_of_what_is_refused_is_linear(kind: str, tmp_path: Path) -> None:
    def work(count: int) -> Callable[[], object]:
        game = write_line(tmp_path / str(count), kind, count)
        return lambda: compiled(game)

    assert_linear(work)


@pytest.mark.parametrize("kind", REFUSED)
def test_many_lines_of_what_is_refused_are_linear(kind: str, tmp_path: Path) -> None:
    def work(count: int) -> Callable[[], object]:
        game = write_pack(tmp_path / str(count), "game", {}, **FRAME)
        items = "".join(f"  - {REFUSED[kind](k)}\n" for k in range(count))
        (game / "more.yaml").write_text(f"terms:\n{items}", encoding="utf-8")
        return lambda: compiled(game)

    assert_linear(work)


LONG_TEXTS: Final = {"one line": "'{}'", "several lines": "|\n      {}\n"}
"""A long text, as it is written."""


@pytest.mark.parametrize("form", LONG_TEXTS)
def test_what_is_wrong_with_one_text_is_told_in_linear_time(
    form: str, tmp_path: Path
) -> None:
    space = "\n      " if "\n" in LONG_TEXTS[form] else " "

    def work(count: int) -> Callable[[], object]:
        game = write_pack(tmp_path / str(count), "game", {}, **FRAME)
        said = LONG_TEXTS[form].format(space.join(f"[[x{k}]]" for k in range(count)))
        text = f"terms:\n  wick:\n    name: Wick\n    text: {said}"
        (game / "more.yaml").write_text(text, encoding="utf-8")
        found = compiled(game)
        assert len(found.diagnostics) == count
        return lambda: shown(found, "text")

    assert_linear(work)


# Documents and packages, of all kinds at once: calls are counted, which is faster.


def calls_of(work: Callable[[], object]) -> Steps:
    """How often each function of the compiler is called, and each generator asked for more."""
    profile = cProfile.Profile(builtins=False)
    profile.runcall(work)
    return Counter(
        {
            (entry.code, entry.code.co_firstlineno): entry.callcount
            for entry in profile.getstats()
            if not isinstance(entry.code, str)
            if entry.code.co_filename.startswith(COMPILER)
        }
    )


def test_what_is_made_of_many_is_linear(tmp_path: Path) -> None:
    mixed = mixed_packs()

    def work(realms: int) -> Callable[[], object]:
        entries, folder = realms * mixed.REALM, tmp_path / str(realms)
        mixed.write_mixed(folder, entries, prose=mixed.SHORT)
        result = compiled(mixed.write_house_rules(folder, entries))
        ruleset = result.ruleset
        assert ruleset is not None
        targets = ["python", "json", "markdown", "html"]
        return lambda: emit_targets(ruleset, targets, result.packs)

    few, many = (calls_of(work(realms)) for realms in (2, 8))
    # Realms are not alike: some have twice as many links or effects as others.
    assert not list(grown(few, many, 1.5 * GROWTH))


def mixed_packs() -> Any:
    """The module that writes them for benchmarks."""
    path = Path(__file__).parent / "bench" / "mixed.py"
    spec = importlib.util.spec_from_file_location("mixed", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
