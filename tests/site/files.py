"""The files of a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def pages_in(folder: Path) -> list[Path]:
    """The pages that one reads: those at old addresses are left before one can."""
    return sorted(page for page in folder.glob("*.html") if not leads_on(page))


def leads_on(page: Path) -> bool:
    """Whether a page only leads to another one."""
    return 'http-equiv="refresh"' in page.read_text(encoding="utf-8")
