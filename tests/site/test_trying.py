"""The page of a playground in a browser, with the compiler that runs there."""

from __future__ import annotations

import base64
import itertools
import json
import re
import shutil
import zipfile
import zlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from hosts import hosted
from judges import barriers, mistakes
from playwright.sync_api import expect

from freed6c.cli import freed6c
from freed6c.playground.pyodide import DIGESTS
from machine import missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from playwright.sync_api import Browser, Page
    from watching import Visit

PYODIDE = Path(__file__).parent / "node_modules" / "pyodide"
LOADED = 60_000
"""Milliseconds that a first check may take on a busy machine."""
HARDER = "change:\n  benchmark.difficulty:\n    adjust: {bands: +1}\n"
SELECTED = "one => one.value.slice(one.selectionStart, one.selectionEnd)"
SENDING = """new Promise((done) => {
  addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
  fetch("http://127.0.0.1:9/?text").then(() => done("sent"), () => {});
})"""
"""What forbids it."""
ANSWERING = """
const lines = "<p>Line</p>".repeat(100);
const found = {
  diagnostics: [], errors: 0, warnings: 0, chances: "",
  changes: `<p><a href="#condition.hurt">Hurt</a></p>${lines}<p class="spoken">End</p>`,
};
const page = {
  key: "conditions", anchor: "condition-hurt",
  html: `<h1>Conditions</h1>${lines}<h2><a id="condition-hurt"></a>Hurt</h2>${lines}`,
};
onmessage = ({ data: { kind, number, what, args } }) => {
  if (kind === "check") postMessage({ kind: "checked", number, found: JSON.stringify(found) });
  if (what === "page") postMessage({ kind: "answer", what, args, found: JSON.stringify(page) });
};
"""
"""A worker that needs no Pyodide: every pack changes very much, and all pages are long."""


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a playground for core."""
    if not PYODIDE.is_dir():
        missing("Pyodide", "npm ci --prefix tests/site --ignore-scripts")
    if absent := [name for name in DIGESTS if not (PYODIDE / name).is_file()]:
        pytest.skip(f"only Pyodide's full distribution has {', '.join(absent)}")
    out = tmp_path_factory.mktemp("playground")
    command = ["playground", "--pyodide", str(PYODIDE), "--out", str(out)]
    made = CliRunner().invoke(freed6c, command)
    assert made.exit_code == 0, made.output
    return out / "core" / "playground"


@pytest.fixture(scope="session")
def address(playground: Path) -> Iterator[str]:
    """Where the playground is."""
    with hosted(playground) as address:
        yield f"{address}/"


def opened(page: Page, address: str) -> Page:
    """The page, once it has checked what it begins with."""
    page.goto(address)
    page.wait_for_selector("[data-checked]", state="attached", timeout=LOADED)
    return page


def checked(page: Page, act: Callable[[], object]) -> None:
    """Do something that is checked, and wait until it is."""
    asked = int(page.get_attribute("main", "data-asked") or 0)
    act()
    page.wait_for_selector(
        f'[data-checked="{asked + 1}"]', state="attached", timeout=LOADED
    )


def test_a_house_rule_is_tried_mended_and_taken_along(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    """`visit` sees to it that nothing is asked of anybody else."""
    page = opened(visit(accept_downloads=True), address)
    text, problems = page.locator("textarea"), page.locator("#problems")
    assert page.inner_text(".state") == "No problems"

    # What is wrong is told with its place, and mended by the way out. Until then, nothing is told
    # of the changes: those of the text that the page begins with are nobody's.
    checked(page, lambda: text.fill(HARDER.replace("bands", "bandes")))
    assert page.locator("#changes li").count() == 0
    assert "unknown setting 'bandes'" in problems.inner_text()
    assert page.locator(".lines .error").inner_text() == "3"
    problems.get_by_text("What D6-S").click()
    problems.locator("pre", has_text="change:").first.wait_for()
    problems.get_by_role("button", name="rules.yaml, line 3").click()
    assert text.evaluate(SELECTED) == "bandes"
    assert not barriers(page)
    checked(page, problems.get_by_role("button", name="Apply").click)
    assert text.input_value() == HARDER

    # What changes, page by page, and which chances move.
    page.get_by_role("tab", name="Odds").click()
    page.locator("#chances").get_by_text("Very Easy (5 → 6)").first.wait_for()
    page.get_by_role("tab", name="Changes").click()
    page.locator("#changes").get_by_role("link", name="Difficulty").first.click()
    page.locator("#changes h1", has_text="Difficulty").wait_for()
    checked(page, lambda: text.fill(HARDER.replace("+1", "+2")))
    page.locator("#changes article", has_text="3\u20137").wait_for()

    # With errors, what the text changed before them stays, and says so.
    checked(page, lambda: text.fill(HARDER.replace("bands", "bandes")))
    page.get_by_text("the changes from before the errors").first.wait_for()
    checked(page, lambda: text.fill(HARDER.replace("+1", "+2")))

    # The folder is that of a pack.
    with page.expect_download() as download:
        page.get_by_role("button", name="Download folder").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.testzip() is None
        archive.extractall(tmp_path)
    folder = tmp_path / "my-house-rules"
    assert (folder / ".github" / "workflows" / "publish.yml").is_file()
    assert "+2" in (folder / "rules.yaml").read_text(encoding="utf-8")
    command = ["build", str(folder), "--target", "json", "--out", str(tmp_path)]
    assert CliRunner().invoke(freed6c, command).exit_code == 0
    with page.expect_download(timeout=LOADED) as download:
        page.get_by_role("button", name="Send the rules").click()
    assert "Change these rules" in download.value.path().read_text(encoding="utf-8")

    # The address holds all of it: in another window there is the same text.
    other = visit()
    other.goto(page.url)
    other.get_by_role("button", name="Edit").click()
    assert "+2" in other.locator("textarea").input_value()


def test_the_worker_can_send_nothing(browser: Browser, address: str) -> None:
    page = browser.new_page()
    with page.expect_worker() as worker:
        page.goto(address)
    assert worker.value.evaluate(SENDING) == "connect-src"
    page.close()


def test_what_a_link_holds_is_a_pack_or_a_new_one_is_begun(
    visit: Visit, address: str
) -> None:
    page = visit()
    for link in ("#pack=", "#pack=%25", "#pack=q1bKzEvLV7JSKkgtKslUqgUA"):
        page.goto("about:blank")
        page.goto(f"{address}{link}")
        assert page.locator("textarea").input_value().startswith("# set:")


def test_a_broken_link_is_told_until_something_is_written(
    page: Page, address: str
) -> None:
    opened(page, f"{address}#pack=%25")
    assert "cut off or broken" in page.inner_text(".state")
    checked(page, lambda: page.locator("textarea").fill(HARDER))
    assert "cut off" not in page.inner_text(".state")


def link_to(pack: Mapping[str, object]) -> str:
    """The end of the address that holds a pack."""
    packed = zlib.compress(json.dumps(pack).encode(), wbits=-15)
    return f"#pack={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


@pytest.mark.parametrize("end", ["\n", "\r"])
def test_a_short_link_to_very_many_lines_keeps_nobody_waiting(
    page: Page, address: str, end: str
) -> None:
    page.goto(f"{address}{link_to({'pack.yaml': end * 200_000})}")
    expect(page.locator("textarea")).to_have_value(re.compile("^# set:"))


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Cash $& $' $` $$", "Cash $& $' $` $$"),
        ("'Cash, quoted'  # and told", "Cash, quoted"),
        (" " * 300_000, "My house rules"),
    ],
    ids=["signs", "quoted", "blank"],
)
def test_the_folder_is_called_as_its_pack_is(
    written: str, title: str, visit: Visit, address: str
) -> None:
    manifest = f"pack: cash\ntitle: {written}\nextends: {{core: ''}}\n"
    page = visit(accept_downloads=True)
    page.goto(f"{address}{link_to({'pack.yaml': manifest, 'rules.yaml': ''})}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download folder").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        readme = archive.read("cash/README.md").decode()
    assert readme.startswith(f"# {title}\n")


@pytest.fixture(scope="session")
def answering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where there is a playground whose worker has its answers ready."""
    out = tmp_path_factory.mktemp("answering")
    named = "https://files.example/pyodide/"
    command = ["playground", "--pyodide", named, "--out", str(out)]
    assert CliRunner().invoke(freed6c, command).exit_code == 0
    folder = out / "core" / "playground"
    (folder / "worker.js").write_text(ANSWERING, encoding="utf-8")
    with hosted(folder) as address:
        yield f"{address}/"


def test_long_changes_scroll_in_their_panel_on_a_wide_screen(
    page: Page, answering: str
) -> None:
    """The text beside them, its buttons and the footer stay in sight."""
    opened(page, answering).get_by_role("tab", name="Changes").click()
    expect(page.locator("#changes .spoken")).to_be_attached()
    height = page.evaluate("innerHeight")
    assert page.evaluate("document.documentElement.scrollHeight") == height


def test_a_link_shows_its_changes_as_text_before_anything_is_loaded(
    visit: Visit, answering: str
) -> None:
    page, other = opened(visit(), answering), visit(390)
    page.wait_for_url(re.compile("#pack=.{300}"))
    other.on("worker", lambda worker: pytest.fail(worker.url))
    letter = other.locator("#letter .letter")
    other.goto(page.url)
    expect(letter).to_contain_text("LineEnd")
    sent: dict[str, object] = {"pack.yaml": "a: b", "letter": [["img", "<img src=x>"]]}
    other.goto("about:blank")
    other.goto(answering + link_to(sent))
    expect(letter).to_have_text("<img src=x>")
    opened(page, answering + link_to({**sent, "letter": ["long" * 10_000]}))
    assert page.input_value("textarea") == "a: b"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_link_to_an_entry_brings_it_into_sight(
    width: int, visit: Visit, answering: str
) -> None:
    page = opened(visit(width), answering)
    page.get_by_role("tab", name="Changes").click()
    page.locator("#changes").get_by_role("link", name="Hurt").click()
    expect(page.locator("#changes h2", has_text="Hurt")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_pyodide_of_another_host_is_held_to_its_hashes(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "host").mkdir()
    if absent := [name for name in DIGESTS if not (PYODIDE / name).is_file()]:
        pytest.skip(f"only Pyodide's full distribution has {', '.join(absent)}")
    for name in DIGESTS:
        shutil.copy(PYODIDE / name, tmp_path / "host")
    named = "https://files.example/pyodide/"
    command = ["playground", "--pyodide", named, "--out", str(tmp_path)]
    assert CliRunner().invoke(freed6c, command).exit_code == 0
    folder = tmp_path / "core" / "playground"
    with hosted(tmp_path / "host") as other, hosted(folder) as here:
        text = (folder / "index.html").read_text(encoding="utf-8")
        (folder / "index.html").write_text(text.replace(named, f"{other}/"))
        page = opened(browser.new_page(), here)
        assert page.inner_text(".state") == "No problems"
        page.close()
        with (tmp_path / "host" / "pyodide.mjs").open("a") as file:
            file.write("/* another */")
        page = browser.new_page()
        page.goto(here)
        page.locator(".failed").wait_for()
        assert "could not be loaded" in page.inner_text(".state")
        page.close()


@pytest.mark.slow
def test_everybody_can_use_it_on_any_screen(visit: Visit, address: str) -> None:
    for width, scheme in itertools.product((320, 360, 1280), ("light", "dark")):
        page = visit(width, color_scheme=scheme)
        opened(page, address)
        checked(page, partial(page.locator("select").select_option, "adjust"))
        for view in ("Write", "Problems", "Changes", "Odds"):
            if width < 1024 or view != "Write":
                page.get_by_role("tab", name=view).click()
            assert not barriers(page), (width, scheme, view)
            assert page.evaluate("document.body.scrollWidth") <= width
        page.get_by_role("tab", name="Changes").click()
        page.locator('#changes .all a[href*="."]').first.click()
        page.locator("#changes article").wait_for()
        assert not barriers(page), (width, scheme)
        assert page.evaluate("document.body.scrollWidth") <= width


@pytest.mark.slow
def test_what_python_translated_is_kept_for_the_same_compiler(
    visit: Visit, address: str, playground: Path
) -> None:
    page = opened(visit(), address)
    page.wait_for_selector("[data-tried]", state="attached", timeout=LOADED)
    kept = f"caches.open('freed6c {address}compiler.json').then(all => all.keys())"
    known = f"{kept}.then(all => all.map(one => one.url))"
    (first,) = page.evaluate(known)
    opened(page, address)
    assert page.inner_text(".state") == "No problems"
    compiler = playground / "compiler.json"
    compiler.write_bytes(compiler.read_bytes() + b" ")
    opened(page, address)
    page.wait_for_selector("[data-tried]", state="attached", timeout=LOADED)
    (second,) = page.evaluate(known)
    assert second != first


@pytest.mark.slow
def test_every_example_can_be_added_and_gives_no_error(
    visit: Visit, address: str
) -> None:
    """But for what resolves what two other packs do: it has to wait for them."""
    page = opened(visit(), address)
    expect(page.locator("select")).to_be_enabled()
    options = page.locator("select option")
    words = {*options.evaluate_all("all => all.map(one => one.value)")}
    assert len(words) > 8
    begun = page.input_value("textarea")
    for word in sorted(words - {"", "resolve"}):
        for text in (f"# {word}\n", f"{begun}# {word}\n"):
            checked(page, partial(page.locator("textarea").fill, text))
            checked(page, partial(page.locator("select").select_option, word))
            assert "Error" not in page.inner_text(".state"), (word, text)


@pytest.mark.slow
def test_the_page_is_valid(playground: Path) -> None:
    assert not mistakes(playground)
