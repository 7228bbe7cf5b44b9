"""The words of `english.toml`, by its sections."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

ENGLISH: Final[Mapping[str, Mapping[str, str]]] = tomllib.loads(
    Path(__file__).with_name("english.toml").read_text(encoding="utf-8")
)
