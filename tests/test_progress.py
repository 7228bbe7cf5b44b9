"""What is said on a terminal while something takes long."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="there are no terminals here")

CORE = Path(__file__).parents[1] / "rulesets" / "core"


def on_a_terminal(*arguments: str, **environment: str) -> tuple[str, str]:
    """Run freed6c with nothing kept. Gives standard output, and what its terminal shows."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "freed6c", *arguments],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={
            **{name: os.environ[name] for name in os.environ if name != "CI"},
            "TERM": "xterm",
            "FREED6C_CACHE": "",
            **environment,
        },
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 1024)
        except OSError:  # how Linux says that nobody writes any more
            break
        if not part:
            break
        shown += part
    os.close(ours)
    with running:
        said, _ = running.communicate()
    return said.decode(), shown.decode()


def test_a_line_says_what_is_done_and_goes() -> None:
    said, shown = on_a_terminal("check", str(CORE))
    assert said.startswith("Checked ")
    assert "checking other choices of options ..." in shown
    assert shown.endswith("\r\x1b[2K")


@pytest.mark.parametrize("environment", [{"CI": "true"}, {"TERM": "dumb"}])
def test_nothing_is_said_where_nobody_looks(environment: dict[str, str]) -> None:
    assert on_a_terminal("check", str(CORE), **environment)[1] == ""


def test_nothing_is_said_of_what_is_done_at_once(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "pack: small\nterms: {a: {name: A, text: B.}}\n"
    )
    assert "..." not in on_a_terminal("check", str(tmp_path))[1]
