"""Finds the schemas and games that come with the compiler, in the wheel or in the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_DATA = _PACKAGE / "_data"


def schemas() -> Path:
    """Return the folder of JSON Schemas."""
    return _folder("schemas")


def rulesets() -> Path:
    """Return the folder of packs that come with the compiler."""
    return _folder("rulesets")


def _folder(name: str) -> Path:
    """Return a folder of data files.

    A wheel has a copy of it in `_data`. An editable install uses the folder of the checkout.
    """
    packed = _DATA / name
    return packed if packed.is_dir() else _PACKAGE.parent.parent / name
