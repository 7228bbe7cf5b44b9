"""An open page of `freed6c serve` follows what its author writes, under its own strict policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from serving import served
from small_base import write_small

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


def test_an_open_page_follows_the_files(page: Page, tmp_path: Path) -> None:
    pack = write_small(tmp_path)
    page.set_default_timeout(30_000)
    expect.set_options(timeout=30_000)
    with served(str(pack), cwd=tmp_path) as server:
        page.goto(f"{server.address}/terms.html")
        text = page.get_by_role("main")
        expect(text).to_contain_text("It burns.")
        file = pack / "pack.yaml"
        written = file.read_text()
        file.write_text(written.replace("It burns.", "It burns twice."))
        expect(text).to_contain_text("It burns twice.")
        file.write_text(written.replace("[[term.wick]]", "[[term.wig]]"))
        expect(text).to_contain_text("term.wig")
        expect(page).to_have_title("The pack has errors")
        file.write_text(written)
        expect(text).to_contain_text("It burns.")
        page.goto("about:blank")


def test_a_page_that_is_gone_comes_back(browser: Browser, tmp_path: Path) -> None:
    pack = write_small(tmp_path)
    file = pack / "pack.yaml"
    written = file.read_text()
    file.write_text(written.replace("nerve", "courage"))
    page = browser.new_page()
    with served(str(pack), cwd=tmp_path) as server:
        page.goto(f"{server.address}/ability-nerve.html")
        text = page.get_by_role("main")
        expect(text).to_contain_text("Page not found")
        file.write_text(written)
        expect(text).to_contain_text("Not afraid of the dark.", timeout=30_000)
        page.close()


def test_what_is_wrong_can_be_read_on_a_phone(page: Page, tmp_path: Path) -> None:
    pack = write_small(tmp_path)
    page.set_viewport_size({"width": 320, "height": 640})
    with served(str(pack), cwd=tmp_path) as server:
        text = f"{'far and wide ' * 20}[[term.{'nothing' * 20}]]"
        (pack / "more.yaml").write_text(
            f"terms: {{far: {{name: Far, text: '{text}'}}}}"
        )
        server.until("/", "more.yaml:1:")
        page.goto(server.address)
        words = page.locator("pre")
        box = words.bounding_box()
        assert box is not None
        assert box["x"] >= 12
        assert box["x"] + box["width"] <= 320 - 12
        assert words.evaluate("it => it.scrollWidth <= it.clientWidth")
        page.goto("about:blank")
