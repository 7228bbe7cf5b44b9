"""Sites as `freed6c build` writes them, and a browser that looks at them."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from files import pages_in
from hosts import PLAIN, hosted
from playwright.sync_api import sync_playwright
from watching import Watch

from freed6c.cli import freed6c
from freed6c.document.documents import Documents
from freed6c.pipeline import compile_packs
from machine import missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page
    from watching import Visit

HERE = Path(__file__).parent
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1",
]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The folder of a site: `built("core", "--layout", "single")`. Each is built once."""

    @cache
    def build(*words: str) -> Path:
        out = tmp_path_factory.mktemp("site")
        command = ["build", *words, "--target", "html", "--out", str(out)]
        ran = CliRunner().invoke(freed6c, command)
        assert ran.exit_code == 0, ran.output
        (folder,) = out.glob("*/html")
        return folder

    return build


@pytest.fixture(scope="session")
def core(built: Callable[..., Path]) -> Path:
    """Core, each entry a page of its own."""
    return built("core")


@pytest.fixture(scope="session")
def online(core: Path) -> Iterator[str]:
    """The address at which a host has core.

    Pages of files have processes of their own, and what one keeps in the browser just before it is
    left may go with its process. Those of a host share it.
    """
    with hosted(core, name=PLAIN) as address:
        yield address


@pytest.fixture(scope="session")
def grouped(built: Callable[..., Path]) -> Path:
    """Core, each chapter one page."""
    return built("core", "--layout", "grouped")


@pytest.fixture(scope="session")
def single(built: Callable[..., Path]) -> Path:
    """Core as one file."""
    return built("core", "--layout", "single")


@pytest.fixture(scope="session")
def house(built: Callable[..., Path]) -> Path:
    """Core with house rules: changed, renamed and added entries, other dice, hostile text."""
    return built(str(HERE / "house"))


@pytest.fixture(scope="session")
def kinds_of_pages(core: Path) -> list[str]:
    """The names of core's pages; of those of single entries, the first of each kind of thing."""
    ruleset = compile_packs("core").ruleset
    assert ruleset is not None
    entries = [page for page in Documents(ruleset).paged.pages if page.above]
    first = {page.kind: page.key for page in reversed(entries)}
    left_out = {page.key for page in entries} - {*first.values()}
    return sorted({page.stem for page in pages_in(core)} - left_out)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium without windows, which takes less time, or any browser of its family."""
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        missing("Chromium", "apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens a new window: `visit(width=320, color_scheme="dark")`, with any option of Playwright.

    Whatever goes wrong in it while the test runs, the test fails in the end.
    """
    contexts: list[BrowserContext] = []
    watch = Watch()

    def open_(width: int = 1280, height: int = 800, **options: object) -> Page:
        view = {"width": width, "height": height}
        context = browser.new_context(viewport=view, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        watch.over(context)
        return context.new_page()

    yield open_
    for context in contexts:
        context.close()
    assert not watch.found, "\n".join(watch.found)


@pytest.fixture
def page(visit: Visit) -> Page:
    """A window of 1280 by 800, light."""
    return visit()
