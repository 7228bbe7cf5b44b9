"""Slips in the compiler's own code, as `tests/fuzz/code_mutants.py` makes them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from code_sites import changes

COMMAND = Path(__file__).parent / "fuzz" / "code_mutants.py"


def slips(source: str) -> set[str]:
    made = changes("made.py", source)
    assert all(one.is_python for one in made)
    return {f"{one.was} -> {one.now}" for one in made}


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("a < b", {"a < b -> (a <= b)", "a < b -> (a >= b)"}),
        ("a and b", {"a and b -> (a or b)"}),
        ("a + b", {"a + b -> (a - b)"}),
        ("a = 3", {"3 -> 4"}),
        ("a = True", {"True -> False"}),
        ("a = 'key'", {"'key' -> 'keyX'"}),
        ("a[b:]", {"b: -> :"}),
        ("a = max(b)", {"max -> min"}),
        ("a = sorted(b)", {"sorted -> list"}),
        ("a.append(b)", {"a.append(b) -> pass"}),
        ("a.b = c", {"a.b = c -> pass"}),
        ("a -= b", {"a -= b -> a += b", "a -= b -> pass"}),
        ("if a: b", {"a -> (not (a))"}),
        ("[a for a in b if not c]", {"not c -> (c)"}),
        ("for a in b: break", {"break -> continue"}),
        ("def f(): return a", {"return a -> return None"}),
        ("raise a", {"raise a -> pass"}),
        ("match a:\n case 1: pass", {"1 -> 2"}),
    ],
)
def test_a_slip_is_one_change_to_what_runs(source: str, made: set[str]) -> None:
    assert slips(source) == made


@pytest.mark.parametrize(
    "source",
    [
        '"""What it is."""',
        "def f(a: list[1] = b) -> 2: '''What it does.'''",
        "a: TypeAlias = 'b'",
        "a = Literal['b']",
        "a = cast('b', c)",
        "__all__ = ['a']",
        "assert a < 3, 'b'",
        "a = f'{b + 1}'",
        "a = 'in words'",
        "if TYPE_CHECKING: a = 1",
        "assert_never(a)",
        "@cache\ndef f(): ...",
    ],
)
def test_no_slip_is_made_where_none_would_show(source: str) -> None:
    assert not slips(source)


def test_a_slip_keeps_its_name_when_other_code_changes() -> None:
    (one,) = changes("made.py", "def f():\n    return 'an ä', a\n")
    (other,) = (
        change
        for change in changes("made.py", "b = 1\ndef f():\n    return 'an ä', a\n")
        if change.function
    )
    assert (one.key, one.line, other.line) == (other.key, 2, 3)
    assert other.text == "b = 1\ndef f():\n    return None\n"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows makes no copies of processes")
def test_a_run_tells_what_survives_and_goes_on(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    words = [sys.executable, str(COMMAND), "notation", "--wanted", "0"]
    for count, judged in ((2, 2), (3, 1)):
        ran = subprocess.run(
            [*words, "--count", str(count), "--state", str(state)],
            capture_output=True,
            text=True,
            check=True,
        )
        verdicts = re.findall(
            r"^(?:tests/\S+.*|SURVIVES)  runtime", ran.stdout, re.MULTILINE
        )
        assert len(verdicts) == judged
        assert f"of {count}\nkilled" in ran.stdout
