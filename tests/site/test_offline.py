"""A site that was read once is there without a network, as one build; the book can be saved."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from files import pages_in
from hosts import hosted
from playwright.sync_api import expect

from serving import served
from small_base import write_small

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) kept.push(url.split("/").at(-1));
  return kept;
}"""
UNTIL_ONE_WAITS = """async () => {
  for (let tries = 0; tries < 400; tries++) {
    if ((await navigator.serviceWorker.ready).waiting) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}"""


def read_once(page: Page, address: str) -> None:
    """Open a site, and stay until it is kept."""
    page.set_default_timeout(30_000)
    page.goto(address)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")


def search(page: Page, words: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(words)
    expect(page.get_by_role("option").first).to_be_visible()


def test_all_that_was_read_once_is_there_without_a_network(
    page: Page, core: Path
) -> None:
    with hosted(core) as address:
        read_once(page, address)
    kept = set(page.evaluate(KEPT))
    assert kept >= {file.name for file in pages_in(core)}
    assert {"one-file.html", "mara.json"} <= kept
    assert kept >= {file.name for file in core.glob("*.js")} - {"offline.js"}
    page.goto(f"{address}/melee.html#attack")
    expect(page.get_by_role("heading", level=1)).to_have_text("Melee combat")
    page.goto(f"{address}/")
    search(page, "brawl")
    page.keyboard.press("Enter")
    page.wait_for_url("**/skill-brawling.html")
    page.locator("button.dice").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.goto(f"{address}/sheet.html")
    expect(page.get_by_role("combobox").first).to_be_visible()


def test_an_unknown_address_leads_to_the_start_without_a_network(
    browser: Browser, core: Path
) -> None:
    """It is asked for from the network all the same, which a browser reports as an error."""
    page = browser.new_page()
    with hosted(core) as address:
        read_once(page, address)
    page.goto(f"{address}/no-such-page.html")
    expect(page.get_by_text("It works without a network")).to_be_visible()
    page.close()


def test_the_next_build_takes_the_place_of_the_last_as_a_whole(
    page: Page, built: Callable[..., Path], tmp_path: Path
) -> None:
    pack, site = write_small(tmp_path), tmp_path / "site"
    shutil.copytree(built(str(pack)), site)
    with hosted(site) as address:
        read_once(page, address)
        file = pack / "pack.yaml"
        file.write_text(file.read_text().replace("It burns.", "It burns twice."))
        shutil.rmtree(site)
        shutil.copytree(built(str(pack), "--layout", "pages"), site)
        page.goto(f"{address}/all.html")
        text = page.get_by_role("main")
        expect(text).to_contain_text("It burns.")
        assert page.evaluate(UNTIL_ONE_WAITS)
        page.goto(f"{address}/terms.html#term-wick")
        expect(text).to_contain_text("It burns twice.")
        assert page.url.endswith("#term-wick")
        assert len(page.evaluate("caches.keys()")) == 1
        search(page, "burns twice")


def test_what_is_written_just_now_is_kept_by_no_browser(
    page: Page, built: Callable[..., Path], tmp_path: Path
) -> None:
    """Not even where a site that was built is kept already, at the same address."""
    pack = write_small(tmp_path)
    with hosted(built(str(pack))) as address:
        read_once(page, address)
    file = pack / "pack.yaml"
    file.write_text(file.read_text().replace("It burns.", "It burns twice."))
    port = int(address.rpartition(":")[2])
    with served(str(pack), cwd=tmp_path, port=port):
        page.goto(f"{address}/terms.html")
        expect(page.get_by_role("main")).to_contain_text("It burns twice.")
        registered = (
            "async () => (await navigator.serviceWorker.getRegistrations()).length"
        )
        assert not page.evaluate(registered)
        assert not page.evaluate("caches.keys()")
        page.goto("about:blank")


def test_in_a_frame_that_belongs_to_nobody_dice_are_rolled(
    page: Page, core: Path
) -> None:
    """As where others show the site within theirs: nothing can be kept there."""
    with hosted(core) as address:
        frame = f'<iframe sandbox="allow-scripts" src="{address}/skill-brawling.html"'
        page.set_content(f'{frame} width="1200" height="700">')
        shown = page.frame_locator("iframe")
        shown.locator("button.dice").first.click()
        expect(shown.get_by_role("dialog")).to_be_visible()


def test_a_build_has_one_version(built: Callable[..., Path], tmp_path: Path) -> None:
    pack = write_small(tmp_path)
    one = (built(str(pack)) / "offline.js").read_text()
    assert (built(str(pack), "--layout", "pages") / "offline.js").read_text() == one


def test_a_device_can_install_it(core: Path) -> None:
    installed = json.loads((core / "site.webmanifest").read_text())
    assert installed["name"] == "FreeD6 Core Rules"
    assert (core / installed["start_url"]).is_file()
    for icon in installed["icons"]:
        assert ">F<" in (core / icon["src"]).read_text()


def test_the_whole_book_can_be_saved(page: Page, core: Path, tmp_path: Path) -> None:
    page.goto((core / "index.html").as_uri())
    link = page.get_by_role("link", name="Download the whole book")
    saved = tmp_path / str(link.get_attribute("download"))
    assert saved.name == "FreeD6 Core Rules.html"
    shutil.copy(core / str(link.get_attribute("href")), saved)
    page.goto(saved.as_uri())
    search(page, "brawl")
    page.keyboard.press("Enter")
    page.wait_for_url("**#skill-brawling")
    page.locator("button.dice").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
