"""Mistakes in a game of one's own, as `freed6c new --game` begins it: one message for each.

It stands where the mistake is, and what it says to write is right; `--fix` does it where it is
sure, and nothing where it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from wrong_packs import checked, first_problem, place, words

if TYPE_CHECKING:
    from pathlib import Path

PLAYER: Final = """
characters:
  io:
    name: Io
    given: {body: 3D, mind: 2D}
    points: {luck: 2}
"""
UNITS: Final = """
units:
  foot: {name: foot, plural: feet, measures: length}
tables:
  tools:
    name: Tools
    columns:
      edge: {name: Edge, type: die-code}
      reach: {name: Reach, type: length}
      hands: {name: Hands, type: integer}
      grip: {name: Grip, type: one-of, of: [light, heavy]}
    rows:
      knife: {name: Knife, edge: 2D, reach: 3 foot, hands: 1, grip: light}
"""
STORY: Final = """
  a-blow:
    about: action.strike
    people:
      ann: {given: {body: 3D, brawl: 1D}}
      ben: {given: {body: 2D}}
    steps:
      - {start: turn, by: ann}
      - {run: action.strike, by: ann, on: ben, dice: [1, 1, 1, 1]}
"""
SUM: Final = "that: 2D + 1D+1\n    expect: 3D+1"
TWO: Final = """
    name: Dice and pips
    text: Two dice from the ability and one with a pip from the skill make this.
    about: [die-codes]
    """
ROLL: Final = "do: roll}"


class Mistake(NamedTuple):
    """What is written instead of what, what the message says, and what `--fix` makes of it."""

    right: str
    wrong: str
    says: str
    fixed: str = ""


MISTAKES: Final = [
    # One mistake, one message.
    Mistake(
        "given: {body: 3D, mind: 2D}",
        "abilities: {body: 3D, mind: 2D}",
        "write given",
        "given: {body: 3D, mind: 2D}",
    ),
    Mistake(
        "given: {body: 3D, mind: 2D}",
        "body: 3D\n    mind: 2D",
        "write given: {body: 3D, mind: 2D}",
    ),
    Mistake(
        "given: {body: 3D, mind: 2D}",
        "given: body 3D, mind 2D",
        "write {body: 3D, mind: 2D}",
        "given: {body: 3D, mind: 2D}",
    ),
    Mistake("points: {luck: 2}", "points: {fate: 2}", "there are: luck"),
    Mistake("per: turn, count: 1", "count: 1 per turn", "write count: 1, per: turn", "per: turn}"),
    Mistake("type: die-code}\n      reach", "type: damage}\n      reach", "length, a kind"),
    Mistake("type: length}", "type: distance}", "length, a kind of entry"),
    Mistake("type: one-of, of: [light, heavy]", "type: one-of", "write of: ["),
    Mistake(f"two-dice:{TWO}{SUM}", f"two-dice:{TWO}that: 3D", "an example says what comes of it"),
    Mistake(
        SUM,
        "run: action.strike\n    given: {margin: 3}\n"
        "    expect: {inflict: harm, to-rank: 1, to: target}",
        "write effects: [{inflict: harm, to-rank: 1, to: target}]",
    ),
    # The right place.
    Mistake("start: turn, by: ann", "start: turn, by: anna", "did you mean 'ann'?", "by: ann}"),
    Mistake("{start: turn,", "{start: turn, run: strike,", "a step of its own for each"),
    Mistake("on: ben,", "on: ben, given: {rolled: false},", "'rolled' stands beside 'given'"),
    # A way out that leads somewhere.
    Mistake(
        "type: action\n    whom: opponent",
        "type: action\n    requires: brawl\n    whom: opponent",
        "write needs",
        "needs: has(brawl)",
    ),
    Mistake("against: {difficulty: tricky}", "against: tricky", "write {difficulty: tricky}"),
    Mistake("difficulty: tricky}", "difficulty: Very tricky}", "did you mean 'tricky'?"),
    Mistake("is: 3 * dice(code) + pips(code)", "is: Three times the dice", "names here: code"),
    Mistake("is: 3 * dice(code)", "is: 3 * w(code)", "functions here: "),
    Mistake(ROLL, "type: roll}", "write do", ROLL),
    Mistake(
        "roll: {name: Roll them, text: All dice at once., do: roll}",
        "roll: roll",
        "write {name: Roll, do: roll}",
        "{name: Roll, do: roll}",
    ),
    Mistake(
        "steps:\n      roll: {name: Roll them, text: All dice at once., do: roll}",
        "steps: [roll]",
        "write {roll: {name: Roll, do: …}}",
    ),
    Mistake("hard: {name: Hard, range: 13-18}", "hard: 13", "write hard: {name: Hard, range: 13}"),
    Mistake(
        "die-codes: {pips-per-die: 3, smallest: 1D, fixed: standing}",
        "die-codes: 3D",
        "smallest: 3D}",
    ),
    Mistake("smallest: 1D", "smallest: one die", "write 1D", "smallest: 1D"),
    Mistake("edge: 2D", "edge: 2d6", "write 2D", "edge: 2D"),
    Mistake("hands: 1,", "hands: one,", "write 1", "hands: 1,"),
    Mistake("3 foot", "3", "units here: foot"),
    Mistake("[{modify: checks, by: -1}]", "[{modify: checks}]", "write how much: by: -1"),
    Mistake("by: -1}", "by: -1 die}", "write 1D", "by: -1D}"),
    Mistake("name: Mind", "name: Mind\n    type: inner", "none is written yet"),
    Mistake("recovered-by: [treat]", "recovered-by: {treat: true}", "write [treat]"),
    Mistake("ranks: result\n    recovered", "ranks: 3\n    recovered", "must be text"),
    Mistake(
        "[{recover: chosen-condition}]",
        "[{recover: chosen-condition, rank: 1}]",
        "write of-rank",
        "of-rank: 1",
    ),
    # What is near, and means something else, is not put there.
    Mistake(
        ROLL,
        "do: roll}\n      keep: {name: Keep, do: keep-highest}",
        "'do' cannot be 'keep-highest'",
    ),
    Mistake(ROLL, "do: reroll}", "did you mean 'roll'?"),
    Mistake("recovered-by: [treat]", "recovered-by: rest", "did you mean 'treat'?"),
    Mistake("name: Mind", "name: Mind\n    needs: body 3D", "did you mean 'body'?"),
    Mistake("by: -1}", "by: -1, to: all}", "did you mean 'ally'?"),
    Mistake(
        "skills:\n      heal: {name: Heal, text: Bandages and kind words.}",
        "skills: heal, cook",
        "write {heal: {name: Heal}, cook: {name: Cook}}",
        "heal: {name: Heal}, cook: {name: Cook}",
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game as it is begun, with somebody to play, a table, and a situation."""
    out = tmp_path_factory.mktemp("own")
    CliRunner().invoke(freed6c, ["new", "mine", "--game", "--out", str(out)])
    (rules,) = out.rglob("rules.yaml")
    text = rules.read_text(encoding="utf-8") + STORY + PLAYER + UNITS
    rules.write_text(text, encoding="utf-8")
    assert not checked(rules.parent).failed
    return rules.parent


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each.wrong[:40])
def test_one_message_says_where_it_is_and_what_to_write(
    mistake: Mistake, game: Path, tmp_path: Path
) -> None:
    text = (game / "rules.yaml").read_text(encoding="utf-8")
    before, found, after = text.partition(mistake.right)
    assert found
    home = tmp_path / "mine"
    home.mkdir()
    (home / "pack.yaml").write_bytes((game / "pack.yaml").read_bytes())
    rules = home / "rules.yaml"
    wrong = before + mistake.wrong + after
    rules.write_text(wrong, encoding="utf-8")

    compiled = checked(home)
    errors = [each for each in compiled.diagnostics if each.severity == "error"]
    assert len(errors) == 1
    problem = first_problem(compiled)
    assert problem is not None
    assert mistake.says in words(problem)
    line = int(place(problem, home.name).split(":")[1])
    first = before.count("\n") + 1
    assert first - 3 <= line <= first + mistake.wrong.count("\n")

    CliRunner().invoke(freed6c, ["check", str(home), "--fix"])
    mended = rules.read_text(encoding="utf-8")
    if mistake.fixed:
        assert mistake.fixed in mended
        assert not checked(home).failed
    else:
        assert mended == wrong
