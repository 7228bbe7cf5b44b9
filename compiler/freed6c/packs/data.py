"""Plain data, as read from YAML, and the path that leads to a value in it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from collections.abc import Callable

Data: TypeAlias = "str | int | bool | list[Data] | dict[str, Data]"
"""A YAML value. Floats, dates and nulls don't exist: they stay text or are errors."""

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""Keys and list positions (from 0) that lead from the top of a file or ruleset to a value."""


def as_text(data: object) -> str:
    """Return a single value as it is written in YAML."""
    return str(data).lower() if isinstance(data, bool) else str(data)


def as_map(data: Data | None) -> dict[str, Data]:
    """Return the value if it is a map, else an empty map. The validation reports wrong shapes."""
    return data if isinstance(data, dict) else {}


def as_list(data: Data) -> list[Data]:
    """Return the value if it is a list, else a list with the value as its only item."""
    return data if isinstance(data, list) else [data]


def inline(data: Data, scalar: Callable[[Data], str] | None = None) -> str:
    """Return plain data on one line, without quotes unless `scalar` writes them."""
    match data:
        case dict():
            inside = (f"{key}: {inline(value, scalar)}" for key, value in data.items())
            return "{" + ", ".join(inside) + "}"
        case list():
            return "[" + ", ".join(inline(value, scalar) for value in data) + "]"
        case _:
            return scalar(data) if scalar else " ".join(as_text(data).split())


PLAIN: Final = regex(
    r"(?!-?(?:0|[1-9][0-9]{0,9})\Z)(?:[A-Za-z][\w +./'()-]*(?<![\s:])"
    r"|-?[0-9]+(?:D[\w+-]*|(?:\.[0-9]+)+|[-+][0-9]*| \w+)?)"
)
"""Texts that need no quotes in YAML: words such as `a (b)`, `3D+1`, `1.0`, `6-10`, `26+`, `5 ft`.

Integers don't match: a text of digits needs quotes.
"""


def on_a_line(data: Data) -> str:
    """Return plain data on one line, as in a pack, with quotes if they are needed."""
    return inline(data, _scalar)


def _scalar(data: Data) -> str:
    plain = not isinstance(data, str) or data == "…" or PLAIN.fullmatch(data)
    quoted = not plain or data in ("true", "false", "null")
    return json.dumps(data, ensure_ascii=False) if quoted else as_text(data)


def walk(data: Data, path: KeyPath) -> Data | None:
    """Return the value at a path, or None if there is none."""
    for step in path:
        if isinstance(data, dict) and isinstance(step, str):
            value = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            value = data[step]
        else:
            value = None
        if value is None:
            return None
        data = value
    return data
