"""`site: {url: …}`: addresses that a site can have, and what is said of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from freed6c.pipeline import compile_packs, emit_targets
from made_packs import write_pack

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.compiled import Compiled
    from freed6c.packs.data import Data


def compiled(folder: Path, url: str) -> Compiled:
    return compile_packs(str(write_pack(folder, "lanterns", {}, site={"url": url})))


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://ann.example", "https://ann.example/"),
        ("https://ann.example/lanterns", "https://ann.example/lanterns/"),
        ("https://ann.example/lanterns/2.0/", "https://ann.example/lanterns/2.0/"),
        ("https://ann.example/~ann/my_pack/", "https://ann.example/~ann/my_pack/"),
        ("HTTPS://Ann.Example/Lanterns/", "https://ann.example/Lanterns/"),
        ("http://localhost:8000/", "http://localhost:8000/"),
        ("https://xn--mhle-0ra.example/", "https://xn--mhle-0ra.example/"),
    ],
)
def test_pages_are_below_the_address(url: str, site: str, tmp_path: Path) -> None:
    made = compiled(tmp_path, url)
    assert made.ruleset is not None, made.diagnostics
    assert made.ruleset.manifest.site == site


def test_a_playground_may_be_written_in_capitals(tmp_path: Path) -> None:
    site: Data = {"url": "https://a.example/", "playground": "HTTPS://b.example/Try/"}
    made = compile_packs(str(write_pack(tmp_path, "lanterns", {}, site=site)))
    assert made.ruleset is not None
    files = emit_targets(made.ruleset, ["html"])["html"]
    (start,) = (file for file in files if file.path == "index.html")
    assert 'href="https://b.example/Try/"' in start.content.decode()


@pytest.mark.parametrize(
    ("url", "wrong", "help_"),
    [
        ("ann.example/lanterns", "it does not begin with https://", "https://ann."),
        ("ftp://ann.example/", "it does not begin with https://", "https://ann."),
        ("https://", "'' is not the name of a host", ""),
        ("https://..../", "'....' is not the name of a host", ""),
        ("https://-ann.example/", "'-ann.example' is not the name of a host", ""),
        ("https://ann.example:port/", "'ann.example:port' is not the name", ""),
        ("https://mühle.example/", "'ü' is not ASCII", "https://xn--mhle-0ra.example/"),
        ("https://ann.example/mühle/", "'ü' is not ASCII", ""),
        ("https://ann.example/index.html", "it leads to a page", "ann.example/"),
        ("https://ann.example/a/x.HTM", "it leads to a page", "ann.example/a/"),
        ("https://ann.example//x//", "it has two slashes", "ann.example/x/"),
        ("https://ann.example//", "it has two slashes", "ann.example/"),
        ("https://ann.example/a/../b/", "'..' stands in it", "ann.example/"),
        ("https://ann.example/./b/", "'.' stands in it", "ann.example/"),
        ("https://ann.example/?x=1", "'?' stands in it", "ann.example/"),
        ("https://ann.example/#top", "'#' stands in it", "ann.example/"),
        ("https://ann.example/my pack/", "a space stands in it", ""),
        ("https://ann@ann.example/", "'ann@ann.example' is not the name of a host", ""),
        ("https://ann.example/a%2Fb/", "'%' stands in it", ""),
    ],
)
def test_others_are_told_what_is_wrong_with_them(
    url: str, wrong: str, help_: str, tmp_path: Path
) -> None:
    (problem,) = compiled(tmp_path, url).diagnostics
    assert problem.code.name == "bad-site-address"
    assert problem.message.startswith("'url' cannot be the address of a site: ")
    assert wrong in problem.message
    assert help_ in " ".join(map(str, problem.help))
    assert problem.label is not None


def test_what_is_proposed_can_be_written(tmp_path: Path) -> None:
    (problem,) = compiled(tmp_path / "a", "https://ann.example//x//?y#z").diagnostics
    proposed = problem.help[0].text.removeprefix("write ")
    assert compiled(tmp_path / "b", proposed).diagnostics == ()


def test_an_address_is_one_text(tmp_path: Path) -> None:
    urls: tuple[Data, ...] = (8, ["https://ann.example/"], "")
    for number, url in enumerate(urls):
        pack = write_pack(tmp_path / str(number), "lanterns", {}, site={"url": url})
        (problem,) = compile_packs(str(pack)).diagnostics
        assert "'url'" in problem.message
