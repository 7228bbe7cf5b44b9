"""An open page of `freed6c serve` follows what its author writes, under its own strict policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from serving import served
from small_base import write_small

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


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
