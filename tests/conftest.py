"""Options that all tests share."""

from __future__ import annotations

import os
import pickle
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from freed6c.cache.parsed import ParsedFiles
from freed6c.load import pack_loader

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from freed6c.packs.data import Data

os.environ["FREED6C_CACHE"] = ""
"""Tests look at what freed6c does, not at what it did; those of what is kept name a folder."""
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Commands that tests start would translate all of freed6c first, each for itself."""

signal.signal(signal.SIGINT, signal.default_int_handler)
"""What runs in the background ignores Ctrl+C, and so would all that tests start and send it to."""

collect_ignore = ["cases"]
"""Packages that are expected there have tests of their own, which need what is left out."""


for profile, derandomize in {"same": True, "new": False}.items():
    settings.register_profile(
        profile,
        deadline=None,
        derandomize=derandomize,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("same")
"""Every change is held to the same examples; `.ci/slow` looks for new ones. How long one takes says
more of the machine than of the code.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write what was got over what was expected; then review the diff",
    )
    parser.addoption(
        "--mutants", default=100, type=int, help="how many damaged packs are compiled"
    )
    parser.addoption(
        "--house-rules",
        default=40,
        type=int,
        help="how many house rules are made at random and played",
    )


PARSED: dict[bytes, bytes] = {}
"""What files of packs were parsed to, pickled, by their bytes. Reading is a third of compiling."""


class ParsedOnce(ParsedFiles):
    """Parses each text once in a process, although tests keep nothing for the next one."""

    def get(self, raw: bytes) -> dict[str, Data] | None:
        pickled = None if os.environ["FREED6C_CACHE"] else PARSED.get(raw)
        if pickled is None:
            return super().get(raw)
        data: dict[str, Data] = pickle.loads(pickled)  # noqa: S301 - our own
        return data

    def add(self, raw: bytes, data: dict[str, Data]) -> None:
        PARSED[raw] = pickle.dumps(data)
        super().add(raw, data)


vars(pack_loader)["ParsedFiles"] = ParsedOnce


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder where commands keep what they compile."""
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def kept(cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile a pack once, for tests of what is done with it later."""
    monkeypatch.setenv("FREED6C_CACHE", cache)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with a file, or writes it there with --update-goldens."""
    update = request.config.getoption("--update-goldens")

    def compare(expected: Path, got: str) -> None:
        if update:
            expected.write_bytes(got.encode())
        assert expected.is_file(), f"{expected} is missing: use --update-goldens"
        assert got == expected.read_bytes().decode().replace("\r\n", "\n")

    return compare
