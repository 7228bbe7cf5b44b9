"""Sites: the addresses that they can have, and the color and shape of each kind of entry."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import freed6c
from freed6c.emit.html.icons import HUES, LOOKS, SHAPES, Hue
from freed6c.packs.kinds import KINDS
from freed6c.pipeline import compile_packs, emit_targets
from made_packs import write_pack

if TYPE_CHECKING:
    from freed6c.model.compiled import Compiled
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
        ("ann.example/lanterns", "it doesn't begin with https://", "https://ann."),
        ("ftp://ann.example/", "it doesn't begin with https://", "https://ann."),
        ("https://", "'' is not a host name", ""),
        ("https://..../", "'....' is not a host name", ""),
        ("https://-ann.example/", "'-ann.example' is not a host name", ""),
        ("https://ann.example:port/", "'ann.example:port' is not a host name", ""),
        ("https://mühle.example/", "'ü' is not ASCII", "https://xn--mhle-0ra.example/"),
        ("https://ann.example/mühle/", "'ü' is not ASCII", ""),
        ("https://ann.example/index.html", "it leads to the page", "ann.example/"),
        ("https://ann.example/a/x.HTM", "it leads to the page", "ann.example/a/"),
        ("https://ann.example//x//", "it has two slashes", "ann.example/x/"),
        ("https://ann.example//", "it has two slashes", "ann.example/"),
        ("https://ann.example/a/../b/", "it has '..'", "ann.example/"),
        ("https://ann.example/./b/", "it has '.'", "ann.example/"),
        ("https://ann.example/?x=1", "it has '?'", "ann.example/"),
        ("https://ann.example/#top", "it has '#'", "ann.example/"),
        ("https://ann.example/my pack/", "it has a space", ""),
        ("https://ann@ann.example/", "'ann@ann.example' is not a host name", ""),
        ("https://ann.example/a%2Fb/", "it has '%'", ""),
    ],
)
def test_others_are_told_what_is_wrong_with_them(
    url: str, wrong: str, help_: str, tmp_path: Path
) -> None:
    (problem,) = compiled(tmp_path, url).diagnostics
    assert problem.code.name == "bad-site-address"
    assert problem.message.startswith("invalid address in 'url': ")
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


AA = 4.5
"""The least contrast of text that can be read by everybody (WCAG 2.2, 1.4.3)."""

BASE = Path(freed6c.__file__).parent / "emit/html/static/styles/base.css"


def brightness(color: str) -> float:
    """The relative luminance of `#rrggbb`."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def paper(name: str) -> Hue:
    """A color of pages that text stands on."""
    found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", BASE.read_text())
    assert found
    return Hue(found[1], found[2])


def test_every_kind_has_a_color_and_a_shape() -> None:
    assert LOOKS.keys() == {kind.name for kind in KINDS}
    assert {color for color, _ in LOOKS.values()} == HUES.keys()
    assert {shape for _, shape in LOOKS.values()} == SHAPES.keys()


def test_the_colors_can_be_read_on_light_pages_and_on_dark_ones() -> None:
    for name in ("page", "card"):
        for hue in HUES.values():
            for color, under in zip(hue, paper(name), strict=True):
                assert contrast(color, under) >= AA, (color, under)
