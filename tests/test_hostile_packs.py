"""Small packs that multiply work: each is answered or rejected within seconds."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from pathlib import Path

HEAD: Final = "pack: p\ntitle: P\nversion: 1.0.0\n"
TABLE: Final = "{name: T, each: {%s}, columns: {a: {name: A, type: integer}}}"
PACKS: Final = {
    "each x each": "tables: {t: "
    + TABLE % ", ".join(f"{letter}: 1 to 999" for letter in "abcdef")
    + "}\n",
    "doubled formulas": "formulas:\n"
    + "".join(
        f"  f{n}: {{name: F, params: {{a: integer}}, returns: integer,"
        f" formula: f{n + 1}(a) + f{n + 1}(a)}}\n"
        for n in range(40)
    )
    + "  f40: {name: F, params: {a: integer}, returns: integer, formula: a}\n"
    "examples: {x: {about: formula.f0, formula: f0(1), expect: 2}}\n",
    "doubled texts": "terms:\n"
    + "".join(
        f"  t{n}: {{name: T, text: '[[=term.t{n + 1}.text]] [[=term.t{n + 1}.text]]'}}\n"
        for n in range(19)
    )
    + f"  t19: {{name: T, text: {'x' * 2_000}}}\n",
    "unknown numbers": "".join(f"x{n}: 1\n" for n in range(1_000)),
    "marks": "terms: [" + ",".join(f"&a{n} x" for n in range(1_000)) + "]\n",
    "depth": "terms: " + "[" * 5_000 + "\n",
    "a deep formula": "formulas: {f: {name: F, returns: integer, formula: "
    + "(" * 2_000
    + "1}}\n",
    "tables that look each other up": "tables:\n"
    + "".join(
        f"  t{n}: {{name: T, each: {{a: 1 to 900}}, columns: {{a: {{name: A, type: integer}}, b:"
        f" {{name: B, type: integer, formula: 'lookup(table.t{n + 1}, a, b)'}}}}}}\n"
        for n in range(30)
    )
    + "  t30: {name: T, each: {a: 1 to 900}, columns: {a: {name: A, type: integer},"
    " b: {name: B, type: integer, formula: a}}}\n",
    "places on a long scale": "scales: {s: {name: S, levels: {"
    + ", ".join(f"l{n}: {{name: L{n}}}" for n in range(250))
    + "}}}\ntables: {t: {name: T, each: {a: 1 to 250, b: 1 to 100}, columns: {a: {name: A,"
    " type: integer}, b: {name: B, type: integer}, c: {name: C, type: integer,"
    " formula: 'place(nth(scale.s, a))'}}}}\n",
    "a die of a thousand sides": "extends: core\nchange: {dice.check: {set: {die: d1000}},"
    " step.check.wild: {set: {always: 9, explode: {other: 2+}}}}\n",
    "many choices of dice": "extends: core\noptions:\n"
    + "".join(
        f"  o{n}: {{name: O, default: c0, choices: {{c0: {{name: C0}}, "
        + ", ".join(
            f"c{m}: {{name: C{m}, change: {{dice.check: {{set: {{die: d{n + m + 6}}}}}}}}}"
            for m in range(1, 12)
        )
        + "}}\n"
        for n in range(8)
    ),
    "passages that are nowhere": "extends: core\nchange: {chapter.changing-rolls: {reword: {text: {"
    + ", ".join(f"as long as it keeps exploding {n}: x" for n in range(200))
    + "}}}}\n",
    "a long word": "terms: {t: {name: T, text: " + "a" * 9_000 + "[[}}\n",
}


@pytest.mark.parametrize("pack", PACKS)
def test_a_hostile_pack_is_answered_within_seconds(pack: str, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEAD + PACKS[pack], encoding="utf-8")
    command = [sys.executable, "-m", "freed6c", "check", str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, check=False, timeout=30)
    assert ran.returncode in {0, 1}, ran.stderr.decode()
    assert b"internal error" not in ran.stdout


def test_pages_leave_out_odds_that_take_too_much_work(tmp_path: Path) -> None:
    dice = "".join(
        f"  d{n}: {{name: D{n}, die: d{20 + n}, pips-carry: codes, success: at-least, ranks: rank,"
        " steps: {w: {name: W, do: substitute-dice, token: WD, from: [ability], limit: all,"
        " always: 3, explode: {other: 2+}, chain: one-die}, r: {name: R, do: roll}}}\n"
        for n in range(14)
    )
    text = f"{HEAD}extends: core\ndice:\n{dice}"
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    build = ["build", str(tmp_path), "--target", "markdown", "--out", str(tmp_path)]
    command = [sys.executable, "-m", "freed6c", *build]
    ran = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert ran.returncode == 0, ran.stdout.decode()
