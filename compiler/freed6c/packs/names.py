"""How keys of packs are called in Python."""

from __future__ import annotations

from keyword import iskeyword


def python_name(key: str) -> str:
    """Make an identifier of a key: `per-die` is `per_die`, `lambda` is `lambda_`."""
    name = key.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name
