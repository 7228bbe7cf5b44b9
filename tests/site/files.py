"""The files of a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def pages_in(folder: Path) -> list[Path]:
    """The pages that one reads: not those that lead on, nor the site in one file, to be saved."""
    read = set(folder.glob("*.html")) - {folder / "one-file.html"}
    return sorted(page for page in read if not leads_on(page))


def leads_on(page: Path) -> bool:
    """Whether a page only leads to another one."""
    return 'http-equiv="refresh"' in page.read_text(encoding="utf-8")
