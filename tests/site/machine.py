"""What a machine may lack."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def missing(what: str, how: str) -> NoReturn:
    """Ends a test without its tool: it cannot run on every machine, but it must in CI."""
    said = f"{what} is missing: {how}"
    if os.environ.get("CI") == "true":
        pytest.fail(said)
    pytest.skip(said)
