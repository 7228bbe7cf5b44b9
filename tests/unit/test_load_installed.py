"""Packs that other Python distributions bring: found by id, and nothing of theirs runs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from freed6c.load import load
from freed6c.pipeline import compile_packs

BOMB = "raise RuntimeError('a pack has no say in what runs')\n"


class Site:
    """A folder of installed distributions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, distribution: str, pack: str, package: str) -> None:
        info = self.folder / f"{distribution}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Name: {distribution}\nVersion: 1.0\n")
        points = f"[freed6c.packs]\n{pack} = {package}\n"
        (info / "entry_points.txt").write_text(points)

    def package(self, name: str, manifest: str) -> Path:
        """A package with a pack in it; importing it would be seen."""
        folder = self.folder.joinpath(*name.split("."))
        folder.mkdir(parents=True)
        for each in (folder, *folder.parents):
            if each == self.folder:
                break
            (each / "__init__.py").write_text(BOMB)
        (folder / "pack.yaml").write_text(manifest)
        return folder


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    (tmp_path / "site").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.syspath_prepend(tmp_path / "site")
    return Site(tmp_path / "site")


def folders(target: str, *layers: str) -> dict[str, Path]:
    packs, problems = load(target, layers)
    assert not problems
    return {pack.id: Path(pack.folder) for pack in packs}


def messages(target: str) -> list[str]:
    return [problem.message for problem in load(target)[1]]


@pytest.mark.parametrize("package", ["dune_games", "dune_games.rules.first"])
def test_found_by_its_id(site: Site, package: str) -> None:
    site.install("dune-games", "dunes", package)
    folder = site.package(package, "pack: dunes")
    assert folders("dunes") == {"dunes": folder.resolve()}
    assert "dune_games" not in sys.modules


def test_a_folder_without_init_is_a_package_too(site: Site) -> None:
    site.install("dune-games", "dunes", "dune_games")
    (site.package("dune_games", "pack: dunes") / "__init__.py").unlink()
    assert list(folders("dunes")) == ["dunes"]


def test_it_can_be_extended_and_layered(site: Site) -> None:
    site.install("dune-games", "dunes", "dune_games")
    site.install("storms", "sandstorm", "storms")
    site.package("dune_games", "pack: dunes\nversion: 1.4.0")
    site.package("storms", "pack: sandstorm\nextends: {dunes: '>=1.0'}")
    assert list(folders("sandstorm")) == ["dunes", "sandstorm"]
    assert list(folders("dunes", "sandstorm")) == ["dunes", "sandstorm"]
    assert compile_packs("dunes", ["sandstorm"]).ruleset is not None


def test_what_comes_with_freed6c_goes_first(site: Site) -> None:
    site.install("my-core", "core", "my_core")
    theirs = site.package("my_core", "pack: core")
    assert folders("core")["core"] != theirs.resolve()


def test_what_lies_next_to_the_pack_goes_first(site: Site) -> None:
    site.install("dune-games", "dunes", "dune_games")
    site.package("dune_games", "pack: dunes")
    for name, manifest in {"dunes": "", "oasis": "extends: dunes"}.items():
        Path(name).mkdir()
        Path(name, "pack.yaml").write_text(f"pack: {name}\n{manifest}")
    assert folders("oasis")["dunes"] == Path("dunes").resolve()


def test_an_installed_pack_goes_before_a_folder_that_is_none(site: Site) -> None:
    site.install("dune-games", "dunes", "dune_games")
    site.package("dune_games", "pack: dunes")
    Path("dunes").mkdir()
    assert list(folders("dunes")) == ["dunes"]


def test_two_distributions_with_one_pack_are_one(site: Site) -> None:
    site.install("dune-games", "dunes", "dune_games")
    site.install("dune-extras", "dunes", "dune_games")
    site.package("dune_games", "pack: dunes")
    assert list(folders("dunes")) == ["dunes"]


@pytest.mark.parametrize(
    "package",
    [
        "nowhere",
        "nowhere.at.all",
        "json",
        "sys",
        "/etc",
        "..",
        "",
        ":x",
        "a b",
        "__main__",
    ],
)
def test_an_offer_that_leads_nowhere(site: Site, package: str) -> None:
    site.install("dune-games", "dunes", package)
    (message,) = messages("dunes")
    assert message.startswith("the installed 'dune-games' offers a pack 'dunes', but ")


def test_installed_packs_are_suggested(site: Site) -> None:
    site.install("dune-games", "dunes", "dune_games")
    site.package("dune_games", "pack: dunes")
    (problem,) = load("dunse")[1]
    assert problem.help[0].text == "did you mean 'dunes'?"
    known = (
        problem.help[-1].text.removeprefix("packs that are there by id: ").split(", ")
    )
    assert {"core", "dunes"} <= set(known)
    assert known == sorted(known)


@pytest.mark.parametrize("broken", [b"\xff", b"[freed6c.packs]\ndunes\n"])
def test_a_broken_distribution_takes_no_other_along(site: Site, broken: bytes) -> None:
    site.install("broken", "other", "other")
    (site.folder / "broken-1.0.dist-info" / "entry_points.txt").write_bytes(broken)
    site.install("dune-games", "dunes", "dune_games")
    folder = site.package("dune_games", "pack: dunes\ntitle: Dunes")
    assert folders("dunes") == {"dunes": folder}
