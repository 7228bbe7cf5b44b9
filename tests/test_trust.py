"""What strangers' packs do to freed6c: all has a bound, and a message says it.

What a build may touch is in `test_output.py`; what becomes markup, in `test_markdown_renders.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from freed6c import pipeline
from freed6c.cli import freed6c
from freed6c.cli.fixing import fixed
from freed6c.emit import BACKENDS
from freed6c.packs.data import as_map
from freed6c.packs.ids import LONGEST_KEY, RESERVED_FILE_NAMES
from freed6c.packs.resources import schemas
from freed6c.pipeline import compile_packs, emit_targets, with_other_choices
from made_packs import write_pack

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.packs.data import Data

LICENSE: Data = {"id": "CC-BY-4.0", "holder": "A stranger"}


# Encodings that cannot say a character.


def said(encoding: str, *command: str) -> bytes:
    """What a command says where standard output has this encoding."""
    ran = subprocess.run(
        [sys.executable, "-m", "freed6c", *command],
        env={**os.environ, "PYTHONIOENCODING": encoding, "FREED6C_CACHE": ""},
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    return ran.stdout


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A pack with a name that few encodings can say."""
    return str(
        write_pack(
            tmp_path_factory.mktemp("odd"),
            "odd",
            {},
            title="Odd",
            version="1.0.0",
            license=LICENSE,
            terms={"sun": {"name": "Öl \N{BLACK SUN WITH RAYS}", "text": "It burns."}},
        )
    )


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_what_an_encoding_cannot_say_is_written_another_way(
    encoding: str, odd: str
) -> None:
    assert "Öl \\u2600".encode(encoding) in said(encoding, "list", odd)
    told = said(encoding, "explain", "term.sun", "--pack", odd, "--format", "json")
    assert "\N{BLACK SUN WITH RAYS}" in str(json.loads(told))


# Keys, of which files are called.


def test_the_longest_key_is_that_of_the_schema() -> None:
    known = json.loads((schemas() / "common.schema.json").read_text("utf-8"))
    assert known["$defs"]["key"]["maxLength"] == LONGEST_KEY


def test_files_can_be_written_everywhere_whatever_keys_are(tmp_path: Path) -> None:
    """The longest keys there are, one in another, and those that Windows has for devices."""
    longest = "a" * LONGEST_KEY
    specialization: Data = {longest: {"name": "C"}}
    skill: Data = {"name": "B", "specializations": specialization}
    pack = write_pack(
        tmp_path,
        longest,
        {},
        title="Long",
        version="1.0.0",
        license=LICENSE,
        abilities={
            longest: {"name": "A", "skills": {longest: skill}},
            "con": {"name": "Con"},
        },
        natures={"nul": {"name": "Nul", "agency": True, "abilities": ["con"]}},
        characters={"aux": {"name": "Aux", "stats": {"con": "3D"}}},
    )
    compiled = compile_packs(str(pack))
    assert compiled.ruleset is not None, compiled.diagnostics[0].message
    for files in emit_targets(compiled.ruleset, list(BACKENDS)).values():
        names = [part for file in files for part in file.path.split("/")]
        assert max(map(len, names)) < 240
        assert not RESERVED_FILE_NAMES & {name.partition(".")[0] for name in names}


# What there may be many of. Most has a bound of its own, held by `test_yaml.py`, `cases/load`,
# `test_formula_evaluate.py` and `test_odds_limits.py`; this is what small things come to together.


def game(folder: Path, **sections: Data) -> Path:
    """A pack with a dice code, a period and these sections."""
    frame: dict[str, Data] = {
        "title": "Many",
        "version": "1.0.0",
        "license": LICENSE,
        "die-codes": {"pips-per-die": 3, "smallest": "1D"},
        "periods": {"beat": {"name": "beat", "plural": "beats"}},
    }
    return write_pack(folder, "many", {}, **frame, **sections)


def told(pack: Path) -> list[tuple[str, str]]:
    """The codes and the words of what `check` says."""
    found = with_other_choices(compile_packs(str(pack))).diagnostics
    return [(problem.code.id, problem.message) for problem in found]


LAMPS: Data = {
    "lamps": {
        "name": "Lamps",
        "columns": {"light": {"name": "Light", "type": "integer", "optional": True}},
        "rows": {f"r{n}": {"name": f"Row {n}"} for n in range(200)},
    }
}


def test_texts_do_not_show_a_long_table_again_and_again(tmp_path: Path) -> None:
    for times, known in ((55, []), (70, ["D6-L007"])):
        text = "See.\n\n" + "[[show: table.lamps]]\n\n" * times
        terms: Data = {"a": {"name": "A", "text": text}}
        found = told(game(tmp_path, terms=terms, tables=LAMPS))
        assert [code for code, _ in found] == known


def test_rows_that_formulas_make_are_bounded_together(tmp_path: Path) -> None:
    number: Data = {"name": "Number", "type": "integer"}
    more: Data = {"name": "More", "type": "integer", "formula": "n + 1"}
    each: Data = {"n": "1 to 2000"}
    for many, columns, known in (
        (23, {"n": number}, []),
        (26, {"n": number}, ["D6-L007"]),
        (3, {"n": number} | {f"m{n}": more for n in range(20)}, ["D6-L007"]),
    ):
        tables: Data = {
            f"t{n}": {"name": f"T {n}", "columns": columns, "each": each}
            for n in range(many)
        }
        found = told(game(tmp_path, tables=tables))
        assert [code for code, _ in found] == known, many


def actions(number: int, **settings: Data) -> Data:
    """Many actions of one type, with these settings."""
    check: Data = {"with": "arm", "against": {"number": 9}}
    action: dict[str, Data] = {"type": "full", "check": check, **settings}
    return {f"x{n}": {"name": f"X {n}", **action} for n in range(number)}


ACTING: dict[str, Data] = {
    "natures": {"person": {"name": "Person"}},
    "action-types": {"full": {"name": "Full", "per": "beat", "count": 1}},
    "abilities": {"arm": {"name": "Arm"}},
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


def panels(shown: str) -> Data:
    return {f"p{n}": {"name": f"P {n}", "shows": [shown]} for n in range(110)}


ASKED: Data = {"wet": {"name": "Wet", "type": "boolean"}}
WET: Data = [{"modify": "checks", "by": -1, "if": "wet"}]
ONES: dict[str, Data] = {
    f"c{n}": {"name": f"C {n}", "type": "integer", "formula": "1"} for n in range(200)
}
TOO_MUCH: dict[str, dict[str, Data]] = {
    "panels of a table": {"panels": panels("table.lamps"), "tables": LAMPS},
    "panels of all actions of a type": {
        **ACTING,
        "actions": actions(200),
        "panels": panels("action-type.full"),
    },
    "rules that many actions set off": {
        **ACTING,
        "actions": actions(150, inputs=ASKED),
        "rules": {
            f"r{n}": {"name": f"R {n}", "inputs": ASKED, "effects": WET}
            for n in range(150)
        },
    },
    "cells that formulas make": {
        "tables": {
            "wide": {
                "name": "Wide",
                "columns": ONES,
                "rows": {f"r{n}": {} for n in range(400)},
            }
        }
    },
}


@pytest.mark.parametrize("sections", TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_comes_to_too_much_together_is_refused(
    sections: dict[str, Data], tmp_path: Path
) -> None:
    assert [code for code, _ in told(game(tmp_path, **sections))] == ["D6-L007"]


def test_as_many_choices_are_tried_as_do_not_take_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "OF_A_THING", 40_000)
    change: Data = {"term.a": {"set": {"nmae": "B"}}}
    options: Data = {
        f"o{n}": {
            "name": f"Option {n}",
            "default": "a",
            "choices": {"a": {"name": "A"}, "b": {"name": "B", "change": change}},
        }
        for n in range(10)
    }
    terms: Data = {"a": {"name": "A", "text": "It burns."}}
    found = told(game(tmp_path, options=options, terms=terms))
    tried = [words for _, words in found if words.startswith("when option.")]
    assert (
        "D6-O054",
        f"{len(tried)} of 10 choices were",
    ) in ((code, words.rpartition(": ")[2]) for code, words in found)
    assert 0 < len(tried) < 10


SUCCESS: dict[str, Data] = {"with": "sight", "against": {"number": 5}}
PLAYED: dict[str, Data] = {
    "natures": {"person": {"name": "Person", "abilities": ["sight"]}},
    "abilities": {"sight": {"name": "Sight"}},
    "action-types": {"deed": {"name": "Deed", "per": "beat"}},
}


@pytest.mark.parametrize("rolls", [1, 2, 400])
def test_rolls_that_follow_each_other_in_a_circle_are_refused(
    rolls: int, tmp_path: Path
) -> None:
    after: list[Data] = [{"roll": f"r{(n + 1) % rolls}"} for n in range(rolls)]
    effect_rolls: Data = {
        f"r{n}": {"name": f"Roll {n}", "check": {**SUCCESS, "success": [next_]}}
        for n, next_ in enumerate(after)
    }
    pack = game(tmp_path, **{**PLAYED, "effect-rolls": effect_rolls})
    found = compile_packs(str(pack)).diagnostics
    errors = [one.code.id for one in found if one.severity == "error"]
    assert errors == ["D6-C119"] * rolls


def played(folder: Path, act: dict[str, Data], steps: int = 1, **more: Data) -> str:
    """What is said of an example in which somebody does something, again and again."""
    action: Data = {"name": "Try", "type": "deed", **act}
    step: Data = {"run": "action.try", "by": "ann"}
    example: Data = {
        "about": "action.try",
        "people": {"ann": {"stats": {"sight": "3D"}}},
        "steps": [{"start": "beat"}, *[step] * steps],
    }
    sections = {**PLAYED, "actions": {"try": action}, **more}
    found = told(game(folder, **sections, examples={"long": example}))
    return "\n".join(words for _, words in found)


def test_conditions_bring_no_more_than_can_be_carried_out(tmp_path: Path) -> None:
    """Each brings the next one twice: the last would come a trillion times."""

    def track(number: int) -> Data:
        next_: list[Data] = [{"inflict": f"t{number + 1}.c"}] * 2
        condition: dict[str, Data] = {"name": f"C {number}", "duration": "1 beat"}
        if number < 39:
            condition["effects"] = next_
        conditions: Data = {"c": condition}
        name = f"T {number}"
        return {"name": name, "stacking": "cumulative", "conditions": conditions}

    tracks: Data = {f"t{number}": track(number) for number in range(40)}
    words = played(tmp_path, {"effects": [{"inflict": "t0.c"}]}, tracks=tracks)
    assert "a refusal (effects trigger each other too often: C 39)" in words


def test_a_long_row_of_conditions_is_refused(tmp_path: Path) -> None:
    conditions: Data = {
        f"c{n}": {
            "name": f"C {n}",
            "duration": "1 beat",
            "effects": [{"inflict": f"t.c{(n + 1) % 300}"}],
        }
        for n in range(300)
    }
    track: Data = {"name": "T", "stacking": "discrete", "conditions": conditions}
    words = played(tmp_path, {"effects": [{"inflict": "t.c0"}]}, tracks={"t": track})
    assert "a refusal (effects trigger each other too often: C 40)" in words


def test_conditions_of_one_have_an_end(tmp_path: Path) -> None:
    condition: Data = {"name": "C", "duration": "1 beat"}
    track: Data = {
        "name": "T",
        "stacking": "cumulative",
        "conditions": {"c": condition},
    }
    effects: Data = [{"inflict": "t.c"}] * 300
    words = played(tmp_path, {"effects": effects}, 4, tracks={"t": track})
    assert "ann already has the maximum of 1000 conditions" in words


def test_values_take_no_more_of_each_other_than_can_be_worked_out(
    tmp_path: Path,
) -> None:
    values: dict[str, Data] = {
        f"v{n}": {
            "name": f"V {n}",
            "of": "person",
            "type": "integer",
            "formula": f"v{n + 1} + v{n + 1}",
        }
        for n in range(40)
    }
    last: Data = {"name": "Last", "of": "person", "type": "integer", "default": 1}
    words = played(
        tmp_path,
        {"needs": "v0 > 0", "effects": [{"narrate": "So be it."}]},
        values={**values, "v40": last},
    )
    assert "V 0 depends on too many other values" in words


def test_an_example_has_no_end_of_steps(tmp_path: Path) -> None:
    steps: list[Data] = [{"start": "beat"}]
    example: Data = {"about": "period.beat", "steps": steps * 1001}
    ((code, words),) = told(game(tmp_path, examples={"long": example}))
    assert (code, words) == (
        "D6-S023",
        "'steps' has too many items: 1001, at most 1000 allowed",
    )


@pytest.mark.parametrize(("layers", "letters"), [(6, LONGEST_KEY), (150, 8)])
def test_many_packs_have_a_name_that_files_can_have(
    layers: int, letters: int, tmp_path: Path
) -> None:
    base = game(tmp_path)
    names = [f"layer-{n}".ljust(letters, "x") for n in range(layers)]
    packs = [str(write_pack(tmp_path, name, {}, extends="many")) for name in names]
    chosen = [word for pack in packs for word in ("--with", pack)]
    out = tmp_path / "out"
    command = ["build", str(base), *chosen, "--target", "python", "--target", "wheel"]
    ran = CliRunner().invoke(freed6c, [*command, "--out", str(out)])
    assert ran.exit_code == 0, ran.output
    (name,) = (place.name for place in out.iterdir())
    assert name.startswith(f"many-with-{layers}-more-")


# Names of files that cannot be shown.

RULES = "rules:   {y: {name: Y, text: B.}}\n"
"""As `freed6c fmt` would not have it."""
UNSEEN = ("r\u202e.yaml", "r\x85.yaml", "r\n.yaml", "s\u202e/r.yaml")


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """A pack without files but its manifest."""
    return game(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("name", UNSEEN)
def test_no_file_is_written_that_was_not_read(name: str, stranger: Path) -> None:
    """Messages show ? for what cannot be seen: a link of that very name is another file."""
    outside = stranger.parent / "outside"
    (outside / "s").mkdir(parents=True)
    (outside / "r.yaml").write_text("mine\n")
    (stranger / name).parent.mkdir(exist_ok=True)
    (stranger / name).write_text(RULES)
    shown = "".join(sign if sign.isprintable() else "?" for sign in name)
    trap = shown.partition("/")[0]
    leads = outside if "/" in shown else outside / "r.yaml"
    (stranger / trap).symlink_to(leads)
    for command in (("fmt",), ("check", "--fix")):
        ran = CliRunner().invoke(freed6c, [*command, str(stranger)])
        assert ran.exit_code == 1
        assert "D6-L022" in ran.output
        assert (outside / "r.yaml").read_text() == "mine\n"
        assert (stranger / name).read_text() == RULES


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("leads", [".hidden", ".git/config", "inner/r.yaml", "r.yaml"])
@pytest.mark.parametrize("command", [("fmt",), ("check", "--fix")])
def test_nothing_is_written_through_a_link(
    leads: str, command: tuple[str, ...], stranger: Path
) -> None:
    """What is the pack's own is laid out, and keeps its mode."""
    text = "chnage:  {a.b: {set:  {c: d}}}\n"
    target, own = stranger / leads, stranger / "own.yaml"
    target.parent.mkdir(exist_ok=True)
    (stranger / "inner").mkdir(exist_ok=True)
    (stranger / "inner" / "pack.yaml").write_text("pack: inner\n")
    (stranger / "x.yaml").symlink_to(leads)
    own.write_text(text)
    own.chmod(0o640)
    if leads != "r.yaml":  # else it is the pack's own, too
        target.write_text(text)
    ran = CliRunner().invoke(freed6c, [*command, str(stranger)])
    assert "D6-L008" in ran.output
    assert (stranger / "x.yaml").is_symlink()
    assert leads == "r.yaml" or target.read_text() == text
    assert own.read_text() != text
    assert own.stat().st_mode & 0o777 == 0o640


def test_a_file_that_is_there_takes_no_other_name(stranger: Path) -> None:
    (stranger / "r.yaml").write_text(RULES)
    (stranger / "r.yaml.txt").write_text(RULES)
    ran = CliRunner().invoke(freed6c, ["check", str(stranger), "--fix"])
    assert "r.yaml already exists: move the rules into that file" in ran.output
    assert ran.exit_code == 0
    assert (stranger / "r.yaml.txt").is_file()


# Advice: what a mistake may have been meant as is looked for, in texts of any length.

FRAME = "pack: p\ndie-codes: {pips-per-die: 3, smallest: 1D}\n"
EFFECT = (
    FRAME + "rules: {x: {name: X, text: B., effects: [{modify: checks, by: %s}]}}\n"
)
MISTAKES = {
    "settings in a list": "pack: p\nx: [aa: x" + "aa: x" * 40 + "\n",
    "a choice": "pack: p\nformula: a" + " " * 400 + "?" + " " * 400 + "b: c\n",
    "a choice in a formula": EFFECT % ('"1' + " " * 300 + "?" + " " * 300 + '2"'),
    "a long formula": EFFECT % ("1." + "1" * 20_000),
    "a base": "pack: p\nextends: a" + "1" * 3_000 + "!\n",
    "blanks in a key": FRAME + 'rules: {x: {text: {"' + " " * 60_000 + 'x": y}}}\n',
    "blanks in a value": FRAME + 'rules: {x: {effects: "a' + " " * 60_000 + 'b"}}\n',
    "digits": 'pack: p\nversion: "' + "1" * 5_000 + '"\n',
    "packs that come before": FRAME
    + "rules: {x: {}}\nafter: ["
    + ", ".join(f"q{n}" for n in range(100_000))
    + "]\n",
    "ids that were never there": "pack: p\nextends: core\nrenamed: {"
    + ", ".join(f"rule.a{n}: rule.b{n}" for n in range(40_000))
    + "}\n",
    "passages that give way": "pack: p\nextends: core\n"
    "change: {track.damage: {why: x, reword: {text: {"
    + ", ".join(f'"a{n}": b' for n in range(10_000))
    + "}}}}\n",
    "keys of a place": "pack: p\nextends: core\n"
    "change: {points.action: {adjust: {? start" + ".a" * 100_000 + " : 1}}}\n",
    "keys of an address": "pack: p\nextends: core\n"
    "notes: {x: {kind: gap, about: [points.action], problem: Why., "
    "decides: points.action.start" + ".a" * 40_000 + "}}\n",
    "a line": "pack: p\nx: {" + "a: b, " * 9_000 + "c: : d}\n",
}
"""Each took seconds, hours, or more digits than Python makes a number of."""
SECONDS = 20
"""Processor time that says: it hangs."""


def checked(folder: Path) -> tuple[int, bytes]:
    """What `check` of a folder comes to; it is ended if it thinks for too long."""

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    ran = subprocess.run(
        [sys.executable, "-m", "freed6c", "check", folder.name],
        cwd=folder.parent,
        capture_output=True,
        preexec_fn=limit,
        check=False,
    )
    return ran.returncode, ran.stderr


LIMITED = pytest.mark.skipif(os.name == "nt", reason="it has no such limits")


@LIMITED
@pytest.mark.parametrize("mistake", MISTAKES)
def test_no_mistake_is_thought_about_for_long(mistake: str, tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "pack.yaml").write_text(MISTAKES[mistake])
    assert checked(tmp_path / "p") == (1, b"")


@LIMITED
@pytest.mark.parametrize("files", [40, 400])
def test_files_wait_for_options_of_files_that_wait(files: int, tmp_path: Path) -> None:
    """Each for two options of the one before: there are more ways than one can go."""
    option = "  {0}{1}: {{name: {0}{1}, default: x, choices: {{x: {{name: X}}, y: {{name: Y}}}}}}\n"
    folder = game(tmp_path)
    for number in range(files):  # the first file waits for all others
        when = f"when: {{option.a{number - 1}: y, option.b{number - 1}: y}}\n"
        offered = "".join(option.format(name, number) for name in "ab")
        text = f"{when if number else ''}options:\n{offered}"
        (folder / f"f{files - number:04}.yaml").write_text(text)
    code, _ = checked(folder)
    assert code == 0


def test_a_note_quotes_no_more_than_can_be_read(stranger: Path) -> None:
    pack = "pack: p\nextends: a" + ".a" * 9_000 + "\n"
    (stranger / "pack.yaml").write_text(pack, encoding="utf-8")
    ran = CliRunner().invoke(freed6c, ["check", str(stranger)])
    assert len(ran.output) < 5_000


def test_a_message_quotes_no_more_than_can_be_read(tmp_path: Path) -> None:
    deed: Data = {"name": "Deed", "per": "beat " * 1000, "count": 1}
    table: Data = {"name": "T", "columns": {"c": {"name": "C", "type": "x" * 5000}}}
    pack = game(tmp_path, **{"action-types": {"deed": deed}}, tables={"t": table})
    found = compile_packs(str(pack)).diagnostics
    assert len(found) >= 2
    for problem in found:
        assert len(problem.message) < 1000
        assert all(len(way.text) < 1000 for way in problem.help)


def test_an_address_may_have_any_number_of_digits(stranger: Path) -> None:
    (stranger / "r.yaml").write_text("rules: {y: {name: Y, text: B.}}\n")
    for where in ("rule.y.effects.", "rule.y.name.", "rule."):
        address = where + "1" * 5_000
        command = ["explain", address, "--pack", str(stranger)]
        ran = CliRunner().invoke(freed6c, command)
        assert ran.exit_code in {0, 1, 2}
        assert ran.exception is None or isinstance(ran.exception, SystemExit)


@pytest.mark.parametrize("sign", ["\\x1b[2J", "\\u2028", "\\u009b", "\\u202e"])
def test_a_key_does_nothing_to_a_terminal(sign: str, stranger: Path) -> None:
    """Not beside other letters than ASCII's, either."""
    (stranger / "r.yaml").write_text(f'rules: {{"é{sign}b": {{name: Y, text: B.}}}}\n')
    ran = CliRunner().invoke(freed6c, ["check", str(stranger)])
    assert ran.exit_code == 1
    assert all(line.isprintable() for line in ran.output.split("\n"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has none")
def test_what_is_no_file_is_not_to_be_called_otherwise(stranger: Path) -> None:
    (stranger / "pack.yaml").unlink()
    os.mkfifo(stranger / "pack.yaml")
    ran = CliRunner().invoke(freed6c, ["check", str(stranger)])
    assert ran.exit_code == 1
    assert "replace pack.yaml with a file: it is not a file" in ran.output


@LIMITED
def test_passages_of_many_texts_are_looked_for_in_a_moment(tmp_path: Path) -> None:
    rules: Data = {
        f"z{n}": {"name": f"Z{n}", "text": f"words here {n}"} for n in range(1_000)
    }
    write_pack(tmp_path, "book", {"r.yaml": {"rules": rules}})
    passages: Data = {f"there {letter}": "b" for letter in "abcdefghij"}
    change: Data = {
        f"rule.{key}": {"why": "x", "reword": {"text": passages}}
        for key in as_map(rules)
    }
    house = write_pack(
        tmp_path, "house", {"r.yaml": {"change": change}}, extends="book"
    )
    assert checked(house) == (1, b"")


def test_a_mistake_in_hundreds_of_texts_is_mended_at_once(tmp_path: Path) -> None:
    texts: Data = {
        f"z{n}": {"name": f"Z{n}", "text": "[[acton.attack]]"} for n in range(300)
    }
    house = write_pack(tmp_path, "house", {"r.yaml": {"rules": texts}}, extends="core")
    result = fixed([str(house)], [])
    assert (result.edits, result.stopped) == (300, False)
    assert not result.compiled.failed
