"""What a browser keeps."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

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


SETTLED: Final = 250
"""Milliseconds. What is written just before a page of a file is left may go with its process."""


def keep(page: Page, key: str, text: str) -> None:
    """Write what others would have written, and load the page again."""
    written = "([key, text]) => localStorage.setItem(`freed6c core ${key}`, text)"
    page.evaluate(written, [key, text])
    again(page)


def again(page: Page) -> None:
    """Load a page again, which reads what it kept."""
    page.wait_for_timeout(SETTLED)
    page.reload()


def leave(page: Page, address: str, name: str) -> None:
    """Go on to a page that reads what this one kept of somebody."""
    page.wait_for_timeout(SETTLED)
    page.goto(address)
    until_kept(page, name)
