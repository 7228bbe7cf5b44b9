"""Everybody can use the site: axe-core finds nothing, on any width, light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from files import pages_in
from judges import barriers

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from playwright.sync_api import Page
    from watching import Visit

CHOSEN = (
    "index", "melee", "action-taunt", "table-attacks", "notes", "terms", "all", "chances",
)  # fmt: skip
"""A page of every sort; one of each other kind is seen on a phone, and on a desk if asked for."""


def found(page: Page, folder: Path, names: Iterable[str]) -> list[str]:
    said = []
    for name in names:
        page.goto((folder / f"{name}.html").as_uri())
        said += [f"{name}: {line}" for line in barriers(page)]
    return said


SLOW = pytest.mark.slow
BOTH = [(320, "light"), (1280, "dark")]
OTHERWISE = [
    pytest.param(320, "dark", marks=SLOW),
    pytest.param(1280, "light", marks=SLOW),
]


@pytest.mark.parametrize(("width", "scheme"), [*BOTH, *OTHERWISE])
def test_pages_of_every_sort(
    visit: Visit, core: Path, house: Path, width: int, scheme: str
) -> None:
    page = visit(width, color_scheme=scheme)
    assert not found(page, core, CHOSEN)
    assert not found(page, house, ["index", "changes", "skill-taunt"])


@pytest.mark.parametrize(
    ("width", "scheme"), [(320, "dark"), pytest.param(1280, "light", marks=SLOW)]
)
def test_all_kinds_of_pages(
    visit: Visit, core: Path, kinds_of_pages: list[str], width: int, scheme: str
) -> None:
    page = visit(width, color_scheme=scheme)
    assert not found(page, core, set(kinds_of_pages) - {*CHOSEN})


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=SLOW)])
def test_the_site_in_one_file(visit: Visit, single: Path, scheme: str) -> None:
    assert not found(visit(320, color_scheme=scheme), single, ["index"])


@pytest.mark.slow
def test_every_page(visit: Visit, core: Path, house: Path) -> None:
    for width, scheme in ((320, "dark"), (1280, "light")):
        page = visit(width, color_scheme=scheme)
        for folder in (core, house):
            assert not found(page, folder, [one.stem for one in pages_in(folder)])
