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
        f"  f{n}: {{name: F, takes: {{a: integer}}, gives: integer,"
        f" is: f{n + 1}(a) + f{n + 1}(a)}}\n"
        for n in range(40)
    )
    + "  f40: {name: F, takes: {a: integer}, gives: integer, is: a}\n"
    "examples: {x: {about: formula.f0, that: f0(1), expect: 2}}\n",
    "doubled texts": "terms:\n"
    + "".join(
        f"  t{n}: {{name: T, text: '[[=term.t{n + 1}.text]] [[=term.t{n + 1}.text]]'}}\n"
        for n in range(19)
    )
    + f"  t19: {{name: T, text: {'x' * 2_000}}}\n",
    "unknown numbers": "".join(f"x{n}: 1\n" for n in range(1_000)),
    "marks": "terms: [" + ",".join(f"&a{n} x" for n in range(1_000)) + "]\n",
    "depth": "terms: " + "[" * 5_000 + "\n",
    "a deep formula": "formulas: {f: {name: F, gives: integer, is: "
    + "(" * 2_000
    + "1}}\n",
    "a long word": "terms: {t: {name: T, text: " + "a" * 9_000 + "[[}}\n",
}


@pytest.mark.parametrize("pack", PACKS)
def test_a_hostile_pack_is_answered_within_seconds(pack: str, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEAD + PACKS[pack], encoding="utf-8")
    command = [sys.executable, "-m", "freed6c", "check", str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, check=False, timeout=30)
    assert ran.returncode in {0, 1}, ran.stderr.decode()
    assert b"internal error" not in ran.stdout
