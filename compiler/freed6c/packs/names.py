"""What keys of packs are called elsewhere: in Python, and on a disk."""

from __future__ import annotations

from keyword import iskeyword
from typing import Final

DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul"}
    | {f"{device}{n}" for device in ("com", "lpt") for n in range(10)}
)
"""Names that Windows keeps for devices: no file and no folder can be called so there."""


def python_name(key: str) -> str:
    """Make an identifier of a key: `per-die` is `per_die`, `lambda` is `lambda_`."""
    name = key.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name
