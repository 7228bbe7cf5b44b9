"""Help of commands: a short first line, and examples that run."""

from __future__ import annotations

import re
import shlex
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from shutil import copytree
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c, serve, summaries

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.cli.serve import Edition

LONGEST = 45
"""The length of a first line that lists of commands show in full."""
PACK = "my-house-rules"
"""The pack in examples, as `freed6c new` creates it."""
COMMANDS = ("", *summaries())
"""All commands; empty for freed6c itself."""


def help_of(command: str) -> str:
    arguments = filter(None, (command, "--help"))
    return CliRunner().invoke(freed6c, [*arguments], catch_exceptions=False).output


def examples(command: str) -> list[list[str]]:
    """Return the arguments of each example in a help text."""
    lines = re.findall(r"^ +freed6c (.+)$", help_of(command), re.MULTILINE)
    return [shlex.split(line) for line in lines]


@pytest.fixture(scope="module")
def new_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("help")
    arguments = ("new", PACK, "--out", str(folder))
    ended = CliRunner().invoke(freed6c, arguments, catch_exceptions=False)
    assert ended.exit_code == 0, ended.output
    return folder / PACK


@pytest.fixture
def stopping_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `serve` end after the first build, on any free port."""
    real = serve.Server

    def server(_port: int, edition: Edition) -> serve.Server:
        return real(0, edition)

    monkeypatch.setattr(serve, "Server", server)
    monkeypatch.setattr(serve, "changes", lambda *_: ())


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.usefixtures("stopping_server")
def test_help_has_a_short_first_line_and_examples_that_run(
    command: str, new_pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first, *_ = filter(None, help_of(command).splitlines())
    assert len(first.strip()) <= LONGEST
    lines = examples(command)
    assert lines
    if command == "lsp" and find_spec("pygls") is None:
        pytest.skip("pygls is not installed")
    monkeypatch.chdir(tmp_path)
    if ["new", PACK] not in lines:
        copytree(new_pack, tmp_path / PACK)
    for arguments in lines:
        # In a thread of its own, without the event loop of a test in a browser.
        with ThreadPoolExecutor() as pool:
            ended = pool.submit(CliRunner().invoke, freed6c, arguments).result()
        assert ended.exit_code == 0, (arguments, ended.output)
