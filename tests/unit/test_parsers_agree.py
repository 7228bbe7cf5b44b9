"""With and without the C parser: the same data and the same diagnostics.

And whatever the bytes are: nothing raises, and every place lies in its file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freed6c.diagnostics.formats import RENDERERS
from freed6c.diagnostics.locate import locate
from freed6c.load.files import read_file
from freed6c.packs import yaml_tree
from freed6c.packs.location import Location, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.data import Data
    from freed6c.packs.pack import SourceFile


CASES = Path(__file__).parent.parent / "cases" / "load"
INPUTS = sorted(path for path in CASES.rglob("*.y*ml") if path.is_file())

WORDS = [
    "a", "b: ", "c:", "- ", "-", "\n", "\n  ", "\n    ", "\n      ", "{", "}", "[", "]",
    ", ", ",", '"', "'", "#", " # x", " #x", " ", "1", "|", ">", "|-\n  ", ">-\n  ",
    "? ", ": ", ":", "&x ", "*x", "!t ", "!", "%", "@", "`", "---", "--- ", "...",
    "\n---\n", "\n...\n", "%YAML 1.0\n", "é", "“", "\u2013", "\u00a0", "\\", "\\n", "text", "~",
    "[[a]]", "key: value\n", "- item\n", "  ", "<<: ", "null", "true", "\t", "\ufeff",
    "\u2028", "\x85", "\u200b", "\r\n", "\r", "\\ud800", "\\U0011", "\x00",
]  # fmt: skip
yaml_like = st.lists(st.sampled_from(WORDS), max_size=16).map("".join)


def agreed(raw: bytes) -> tuple[SourceFile, list[Diagnostic]]:
    """What both parsers make of a file, once they are found to agree."""
    quick = read_file("a.yaml", raw)
    with pytest.MonkeyPatch.context() as without:
        without.setattr(yaml_tree, "has_c_parser", lambda: False)
        slow = read_file("a.yaml", raw)
    assert quick == slow
    return quick


def test_every_case_is_read_alike() -> None:
    assert yaml_tree.has_c_parser()
    assert INPUTS
    for path in INPUTS:
        agreed(path.read_bytes())


@settings(max_examples=400, deadline=None)
@given(yaml_like)
def test_on_texts_like_yaml(text: str) -> None:
    agreed(text.encode())


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        yaml_like.map(str.encode), st.binary(max_size=40), st.text().map(str.encode)
    )
)
def test_places_lie_in_their_file(raw: bytes) -> None:
    file, diagnostics = agreed(raw)
    for each in diagnostics:
        for label in (each.label, *each.related):
            assert label is not None
            assert isinstance(label.place, Span)
            assert label.place == locate(label.place, file.text)
    for render in RENDERERS.values():
        render(diagnostics, {file.path: file.text})


@settings(max_examples=200, deadline=None)
@given(yaml_like, st.integers(-2, 9), st.integers(-2, 9))
def test_every_value_is_found_again(text: str, start: int, end: int) -> None:
    file, _ = read_file("a.yaml", text.encode())
    for path in paths(file.data):
        here = Location("a.yaml", path)
        for place in (here, here.key(), here.characters(start, end), here.at("?", 0)):
            spot = locate(place, file.text)
            assert spot == locate(spot, file.text)


def paths(
    data: Data, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from paths(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from paths(value, (*path, number))
