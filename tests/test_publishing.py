"""What a site has beside its pages: for hosts, and for those who know where it will be."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from small_base import write_small

if TYPE_CHECKING:
    from pathlib import Path

ADDRESS = "https://keepers.example/lamp-rules/"


def site(pack: Path, *words: str) -> Path:
    """The folder of a site."""
    out = pack.parent / "out"
    command = ["build", str(pack), "--target", "html", "--out", str(out), *words]
    ran = CliRunner().invoke(freed6c, command)
    assert ran.exit_code == 0, ran.output
    return out / "small" / "html"


def at(pack: Path, url: str) -> Path:
    with (pack / "more.yaml").open("w") as file:
        file.write("terms: {dusk: {name: Dusk, aliases: [Gloaming]}}\n")
    manifest = pack / "pack.yaml"
    manifest.write_text(manifest.read_text()[:-1] + f',"site": {{"url": "{url}"}}}}')
    return pack


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return write_small(tmp_path)


@pytest.mark.parametrize("url", [ADDRESS, ADDRESS.rstrip("/")])
def test_a_known_address_stands_on_every_page(pack: Path, url: str) -> None:
    folder = site(at(pack, url))
    for file in folder.glob("*.html"):
        text = file.read_text()
        found = re.findall(r'<link rel="canonical" href="([^"]*)"', text)
        # What is saved is the site itself.
        path = "" if file.name in {"index.html", "one-file.html"} else file.name
        moved = 'http-equiv="refresh"' in text
        if not moved:
            assert found == ([] if file.name == "404.html" else [ADDRESS + path])


def test_one_file_alone_stands_at_the_address_itself(pack: Path) -> None:
    page = (site(at(pack, ADDRESS), "--layout", "single") / "index.html").read_text()
    assert f'<link rel="canonical" href="{ADDRESS}">' in page
    assert "<title>Small</title>" in page


def test_a_shared_link_says_what_it_leads_to(pack: Path) -> None:
    dim = "rules: {dim: {name: Dim, text: 'Turn *it* <down>.'}}\n"
    (pack / "acts.yaml").write_text(dim)
    page = (site(at(pack, ADDRESS)) / "rule-dim.html").read_text()
    said = "Turn it &lt;down&gt;."
    assert f'<meta name="description" content="{said}">' in page
    assert f'<meta property="og:description" content="{said}">' in page
    assert '<meta property="og:title" content="Dim">' in page
    assert f'<meta property="og:url" content="{ADDRESS}rule-dim.html">' in page


def test_a_nested_entry_and_the_site_have_what_a_link_to_them_shows(pack: Path) -> None:
    (pack / "acts.yaml").write_text(
        "tracks: {harm: {name: Harm, stacking: discrete, conditions: "
        "{hurt: {name: Hurt, text: Ow.}}}}\n"
    )
    manifest = at(pack, ADDRESS) / "pack.yaml"
    image = '"site": {"image": {"file": "sea.png", "alt": "The <sea>"},'
    manifest.write_text(manifest.read_text().replace('"site": {', image))
    (pack / "sea.png").write_bytes(b"png")
    folder = site(pack)
    assert (folder / "sea.png").read_bytes() == b"png"
    page = (folder / "condition-harm-hurt.html").read_text()
    shown = dict(re.findall(r'<meta property="og:([^"]*)" content="([^"]*)"', page))
    assert (shown["title"], shown["description"]) == ("Hurt", "Rank: 1; Meaning: Ow")
    assert shown["url"] == f"{ADDRESS}condition-harm-hurt.html"
    assert (shown["image"], shown["image:alt"]) == (
        f"{ADDRESS}sea.png",
        "The &lt;sea&gt;",
    )
    assert '<link rel="canonical" href="track-harm.html">' in page
    assert 'url=track-harm.html#condition-harm-hurt"' in page
    assert "condition-harm-hurt.html" not in (folder / "offline.js").read_text()


def test_the_map_leads_to_every_page_that_is_no_signpost(pack: Path) -> None:
    folder = site(at(pack, ADDRESS))
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    tree = ET.fromstring((folder / "sitemap.xml").read_text())  # noqa: S314 - ours
    listed = [place.text for place in tree.iter(f"{space}loc")]
    pages = {
        ADDRESS + ("" if file.name == "index.html" else file.name)
        for file in folder.glob("*.html")
        if file.name not in {"404.html", "one-file.html"}
        and 'http-equiv="refresh"' not in file.read_text()
    }
    assert len(listed) == len(set(listed))
    assert set(listed) == pages
    robots = (folder / "robots.txt").read_text()
    assert f"Sitemap: {ADDRESS}sitemap.xml\n" in robots


def test_where_nothing_is_every_way_begins_at_the_root(pack: Path) -> None:
    folder = site(at(pack, ADDRESS))
    text = (folder / "404.html").read_text()
    ways = re.findall(r'(?:href|src)="([^"]*)"', text)
    assert len(ways) > 2
    for way in ways:
        assert way.startswith("/lamp-rules/")
        assert (folder / (way.removeprefix("/lamp-rules/") or "index.html")).is_file()


def test_without_an_address_nothing_speaks_of_one(pack: Path) -> None:
    folder = site(pack)
    assert not {"sitemap.xml", "robots.txt", "404.html"} & {
        file.name for file in folder.iterdir()
    }
    assert (folder / ".nojekyll").read_bytes() == b""
    start = (folder / "index.html").read_text()
    assert 'rel="canonical"' not in start
    assert "og:" not in start


@pytest.mark.parametrize(
    "url",
    ["lamps", "ftp://x.example/", "https://x.example/?a", "https://x.example/a b"],
)
def test_an_address_is_one(pack: Path, url: str) -> None:
    ran = CliRunner().invoke(freed6c, ["check", str(at(pack, url))])
    assert ran.exit_code == 1
    assert "url" in ran.output


def test_more_files_than_a_host_takes_are_told(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["freed6c.cli.build"], "MOST_FILES", 5)
    command = ["build", str(pack), "--target", "html", "--out", str(pack.parent / "o")]
    assert (
        "--layout grouped or --layout single"
        in CliRunner().invoke(freed6c, command).stderr
    )
    single = CliRunner().invoke(freed6c, [*command, "--layout", "single"])
    assert "itch.io" not in single.output
