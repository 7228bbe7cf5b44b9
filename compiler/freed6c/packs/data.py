"""Plain data, as YAML says it, and the path that leads to a value in it."""

from __future__ import annotations

import json
import re
from typing import Final, TypeAlias

Data: TypeAlias = "str | int | bool | list[Data] | dict[str, Data]"
"""What a YAML value may be. Floats, dates and nulls do not exist: they stay text or are refused."""

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""Keys and list positions (from 0) that lead from the top of a file or ruleset to a value."""


def as_text(data: Data) -> str:
    """A single value as it is written in YAML."""
    return str(data).lower() if isinstance(data, bool) else str(data)


def as_map(data: Data | None) -> dict[str, Data]:
    """The value if it is a map, else an empty one: the validation reports the wrong shape."""
    return data if isinstance(data, dict) else {}


def as_list(data: Data) -> list[Data]:
    """The value if it is a list, else a list of the value alone."""
    return data if isinstance(data, list) else [data]


def inline(value: Data) -> str:
    """A value on one line, as a pack may write it."""
    match value:
        case dict():
            return "{" + ", ".join(f"{k}: {inline(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(inline, value)) + "]"
        case _:
            return " ".join(as_text(value).split())


PLAIN: Final = re.compile(
    r"(?!-?(?:0|[1-9][0-9]{0,9})\Z)(?:[A-Za-z][\w +./'()-]*(?<![\s:])"
    r"|-?[0-9]+(?:D[\w+-]*|(?:\.[0-9]+)+|[-+][0-9]*| \w+)?)"
)


def on_a_line(data: Data) -> str:
    """Plain data on one line, as a pack has it, with quotes where they are wanted."""
    match data:
        case dict():
            inside = (f"{key}: {on_a_line(value)}" for key, value in data.items())
            return "{" + ", ".join(inside) + "}"
        case list():
            return "[" + ", ".join(map(on_a_line, data)) + "]"
        case "…":
            return data
        case str() if PLAIN.fullmatch(data):
            words = {"true", "false", "null"}
            return f'"{data}"' if data in words else data
        case str():
            return json.dumps(data, ensure_ascii=False)
        case _:
            return as_text(data)


def walk(data: Data, path: KeyPath) -> Data | None:
    """Follow a path; returns None where it leads nowhere."""
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
