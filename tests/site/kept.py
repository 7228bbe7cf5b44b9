"""What a browser keeps."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError  # noqa: A004 - its own

if TYPE_CHECKING:
    from playwright.sync_api import Page


def until_kept(page: Page, name: str) -> None:
    """Browsers tell pages of other processes a moment later what was kept, or when they load."""
    known = "name => Object.values(localStorage).some((kept) => kept.includes(name))"
    for patience in (2000, 3000, 5000):
        with suppress(TimeoutError):
            page.wait_for_function(known, arg=name, timeout=patience)
            return
        page.reload()
    raise AssertionError(f"nothing of {name} was kept")


def keep(page: Page, key: str, text: str) -> None:
    """Write what others would have written, and load the page again."""
    written = "([key, text]) => localStorage.setItem(`freed6c core ${key}`, text)"
    page.evaluate(written, [key, text])
    page.reload()
