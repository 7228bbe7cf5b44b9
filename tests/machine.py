"""What a machine may lack."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

FULL = """() => {
  for (let text = "x".repeat(1 << 22), name = 0; text; name += 1) {
    try { localStorage.setItem(name, text); } catch { text = text.slice(text.length / 2 + 1); }
  }
}"""
"""Leaves no room in the store of a browser."""


def missing(what: str, how: str) -> NoReturn:
    """Ends a test without its tool: it cannot run on every machine, but it must in CI."""
    said = f"{what} is missing: {how}"
    if os.environ.get("CI") == "true":
        pytest.fail(said)
    pytest.skip(said)
