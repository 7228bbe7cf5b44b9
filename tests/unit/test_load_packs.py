"""Finding packs, in folders and installed, reading them, and the order in which they apply."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import pytest

from freed6c.diagnostics.formats import RENDERERS
from freed6c.load import load
from freed6c.packs import resources
from freed6c.packs.limits import MAX_FILE_BYTES, MAX_FILES, MAX_LINE
from freed6c.pipeline import compile_packs


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, and a shipped pack called core outside of it."""
    write(tmp_path / "shipped" / "core", "pack: core")
    monkeypatch.setattr(resources, "rulesets", lambda: tmp_path / "shipped")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def write(folder: Path, manifest: str = "", **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(manifest or f"pack: {folder.name}\n")
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)
    return folder


def ids(target: str, *layers: str) -> list[str]:
    packs, diagnostics = load(target, layers)
    assert not diagnostics
    return [pack.id for pack in packs]


def named(target: str, *layers: str) -> dict[str, bool]:
    return {pack.id: pack.named for pack in load(target, layers)[0]}


def codes(target: str, *layers: str) -> list[str]:
    return [each.code.name for each in load(target, layers)[1]]


def said(target: str) -> str:
    """What an author reads: place, code, message and the first way out."""
    packs, diagnostics = load(target)
    sources = {file.path: file.text for pack in packs for file in pack.files}
    return RENDERERS["concise"](diagnostics, sources).rstrip()


@pytest.mark.usefixtures("here")
class TestFinding:
    def test_by_id_among_those_that_are_shipped(self) -> None:
        assert ids("core") == ["core"]

    @pytest.mark.parametrize("path", ["mine", "./mine", "mine/", "mine/pack.yaml"])
    def test_by_path(self, here: Path, path: str) -> None:
        write(here / "mine")
        assert ids(path) == ["mine"]
        assert ids(str(here / path)) == ["mine"]

    def test_the_current_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(write(Path("mine")))
        packs, _ = load(".")
        assert [file.path for file in packs[0].files] == ["pack.yaml"]

    def test_an_id_means_the_shipped_pack_wherever_one_stands(self, here: Path) -> None:
        write(here / "core")
        assert load("core")[0][0].folder != load("./core")[0][0].folder

    def test_nothing_there(self) -> None:
        packs, (problem,) = load("corre")
        assert packs == ()
        assert problem.help[0].text == "did you mean 'core'?"
        assert said("corre") == (
            "error[D6-L001] unknown pack 'corre' (did you mean 'core'?)"
        )

    @pytest.mark.parametrize("odd", ["", "\0", "x" * 5_000, "../..", "*", "c:\\x"])
    def test_odd_names_do_no_harm(self, odd: str) -> None:
        assert codes(odd) in (["no-such-pack"], ["no-manifest"])

    def test_a_folder_without_manifest(self, here: Path) -> None:
        write(here / "packs" / "mine")
        (problem,) = load("packs")[1]
        assert [way.text for way in problem.help] == [
            "use one of the packs in it: mine"
        ]
        assert said("packs") == (
            "error[D6-L002] the folder 'packs' is not a pack: it has no pack.yaml"
            " (use one of the packs in it: mine)"
        )

    def test_a_manifest_with_another_ending(self, here: Path) -> None:
        (here / "mine").mkdir()
        (here / "mine" / "pack.yml").write_text("pack: mine")
        (way,) = load("mine")[1][0].help
        assert way.text == "rename pack.yml to pack.yaml"

    def test_an_id_that_is_no_text_gives_way_to_the_folder(self, here: Path) -> None:
        write(here / "mine", "pack: 3")
        assert ids("mine") == ["mine"]


class TestFiles:
    def test_all_yaml_of_the_folder_sorted_by_path(self, here: Path) -> None:
        write(here / "mine" / "b", "pack: nested")
        write(here / "mine", Z="a: 1", a="a: 1")
        for name in ("sub/x.yml", ".hidden/x.yaml", "sub/.x.yaml", "notes.txt"):
            path = here / "mine" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text("a: 1")
        (pack,), _ = load("mine")
        paths = [file.path for file in pack.files]
        assert paths == [
            "mine/Z.yaml",
            "mine/a.yaml",
            "mine/pack.yaml",
            "mine/sub/x.yml",
        ]
        assert pack.manifest in pack.files

    @pytest.mark.usefixtures("here")
    def test_names_outside_the_current_folder_begin_with_the_packs(self) -> None:
        assert load("core")[0][0].manifest.path == "core/pack.yaml"

    def test_no_two_files_have_the_same_name(self, tmp_path: Path) -> None:
        write(tmp_path / "one" / "mine", "pack: one")
        write(tmp_path / "two" / "mine", "pack: two")
        packs, _ = load(str(tmp_path / "one/mine"), [str(tmp_path / "two/mine")])
        names = [pack.manifest.path for pack in packs]
        assert names == ["mine/pack.yaml", "two/mine/pack.yaml"]

    def test_a_broken_file_is_one_error_and_the_others_are_read(
        self, here: Path
    ) -> None:
        write(here / "mine", a="a: b: c", b="b: 1")
        (pack,), (problem,) = load("mine")
        assert problem.code.name == "colon-in-text"
        assert [file.data for file in pack.files] == [{}, {"b": 1}, {"pack": "mine"}]

    def test_no_file_is_read_through_a_link(self, here: Path) -> None:
        write(here / "other", secret="a: 1")
        write(here / "mine", a="a: 1")
        (here / "mine" / "file.yaml").symlink_to(here / "other" / "secret.yaml")
        (here / "mine" / "folder").symlink_to(here / "other")
        (here / "mine" / "inside.yaml").symlink_to(here / "mine" / "a.yaml")
        (pack,), _ = load("mine")
        assert said("mine") == "\n".join(
            f"mine/{name}:1:1: error[D6-L008] this is a link, but packs can only contain their own"
            " files (replace the link with a copy of its target)"
            for name in ("file.yaml", "folder", "inside.yaml")
        )
        names = [file.path for file in pack.files]
        assert names == ["mine/a.yaml", "mine/pack.yaml"]

    def test_a_circle_of_folders_ends(self, here: Path) -> None:
        write(here / "mine")
        (here / "mine" / "again").symlink_to(here / "mine")
        assert ids("mine") == ["mine"]

    def test_a_link_in_a_circle_keeps_nothing_else_from_being_read(
        self, here: Path
    ) -> None:
        write(here / "mine", a="a: 1")
        for name in ("b.yaml", "folder"):
            (here / "mine" / name).symlink_to(name)
        (pack,), _ = load("mine")
        assert said("mine").startswith("mine/b.yaml:1:1: error[D6-L008]")
        assert pack.files[0].data == {"a": 1}

    def test_a_large_file_or_line_is_refused(self, here: Path) -> None:
        line = "# " + "x" * (MAX_LINE - 2) + "\n"
        large = line * (MAX_FILE_BYTES // MAX_LINE + 1)
        write(here / "mine", a=large, b=line, c=f"{line[:-1]}x\n")
        assert said("mine") == (
            f"mine/a.yaml:1:1: error[D6-L006] this file has {len(large):,} bytes; the limit is"
            " 1,000,000 (split it)\n"
            "mine/b.yaml:1:1: warning[D6-Y025] this file has no settings (remove"
            " the file, or add settings)\n"
            "mine/c.yaml:1:1: error[D6-L006] this line has 20,001 characters; the limit is"
            " 20,000 (split it)"
        )

    def test_a_pack_of_many_files_or_bytes_is_refused(self, here: Path) -> None:
        write(here / "many", **{f"f{n}": "a: 1" for n in range(MAX_FILES)})
        (pack,), _ = load("many")
        assert "this pack has 501 files; the limit is 500" in said("many")
        assert len(pack.files) == MAX_FILES
        text = "# text\n" * (MAX_FILE_BYTES // 7)
        write(here / "large", **{f"f{n}": text for n in range(6)})
        assert " bytes; the limit is 5,000,000" in said("large")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
    def test_what_is_no_file_is_not_waited_for(self, here: Path) -> None:
        write(here / "mine")
        os.mkfifo(here / "mine" / "pipe.yaml")
        assert said("mine") == (
            "mine/pipe.yaml:1:1: error[D6-L005] cannot read this: it is not a file"
            " (check that it exists, and that you have permission to open it)"
        )

    @pytest.mark.usefixtures("here")
    def test_garbage_collection_is_as_it_was(self) -> None:
        for switch in (gc.disable, gc.enable):
            switch()
            before = gc.isenabled()
            load("core")
            assert gc.isenabled() == before


class TestOrder:
    def test_a_pack_comes_after_what_it_extends(self, here: Path) -> None:
        write(here / "a", "pack: a\nextends: {z: '>=0'}")
        write(here / "z", "pack: z\nextends: core")
        assert ids("a") == ["core", "z", "a"]

    def test_where_nothing_else_says_ids_decide(self, here: Path) -> None:
        for name in ("a", "b", "c"):
            write(here / name, f"pack: {name}\nextends: core")
        assert ids("core", "c", "a", "b", "a") == ["core", "a", "b", "c"]

    def test_what_is_extended_is_shipped_or_lies_next_to_the_pack(
        self, here: Path
    ) -> None:
        write(here / "sets" / "other")
        write(here / "sets" / "core")
        write(here / "sets" / "mine", "pack: mine\nextends: {core: '', other: ''}")
        packs, _ = load("sets/mine")
        assert [pack.manifest.path for pack in packs] == [
            "core/pack.yaml",
            "sets/other/pack.yaml",
            "sets/mine/pack.yaml",
        ]

    def test_a_layer_with_that_id_is_meant_first(self, here: Path) -> None:
        write(here / "mine", "pack: mine\nextends: core")
        write(here / "elsewhere" / "core")
        packs, _ = load("mine", ["elsewhere/core"])
        assert packs[0].manifest.path == "elsewhere/core/pack.yaml"

    @pytest.mark.parametrize("after", ["z", "[z]", "[nowhere, z]"])
    def test_a_pack_comes_after_another_that_is_there(
        self, here: Path, after: str
    ) -> None:
        write(here / "a", f"pack: a\nextends: core\nafter: {after}")
        write(here / "z", "pack: z\nextends: core")
        assert ids("core", "a", "z") == ids("z", "a") == ["core", "z", "a"]

    def test_after_loads_nothing(self, here: Path) -> None:
        write(here / "a", "pack: a\nextends: core\nafter: z")
        write(here / "z", "pack: z\nextends: core")
        assert ids("a") == ["core", "a"]

    @pytest.mark.parametrize("odd", ["3", "{a: 1}", "[[z], 3]", "'../z'"])
    def test_an_odd_after_does_no_harm(self, here: Path, odd: str) -> None:
        write(here / "a", f"pack: a\nafter: {odd}")
        assert ids("a") == ["a"]

    def test_packs_that_the_user_named_are_marked(self, here: Path) -> None:
        for name in ("a", "b"):
            write(here / name, f"pack: {name}\nextends: core")
        assert named("a", "./b") == {"core": False, "a": True, "b": True}
        assert named("core", "a", "core") == {"core": True, "a": True}

    @pytest.mark.parametrize("odd", ["../../etc", "Core", "''", "a.b", "con/x"])
    def test_what_is_extended_is_an_id_not_a_path(self, here: Path, odd: str) -> None:
        write(here / "mine", f"pack: mine\nextends: {{{odd}: '1'}}")
        assert codes("mine") == ["unknown-base"]

    def test_a_folder_with_another_id_is_not_what_was_meant(self, here: Path) -> None:
        write(here / "base", "pack: other")
        write(here / "mine", "pack: mine\nextends: base")
        assert said("mine") == (
            "mine/pack.yaml:2:10: error[D6-L016] 'mine' extends 'base', but that folder"
            " contains 'other' (replace it with 'other', or rename the folder or the pack)"
        )

    def test_circles_are_told_once_and_the_packs_are_still_read(
        self, here: Path
    ) -> None:
        write(here / "a", "pack: a\nextends: b")
        write(here / "b", "pack: b\nextends: {c: '>=0', core: '>=0'}")
        write(here / "c", "pack: c\nextends: a")
        packs, (problem,) = load("b")
        assert (
            problem.message
            == "'a' extends 'b', which extends 'c', which extends 'a': a circle"
        )
        assert {pack.id for pack in packs} == {"a", "b", "c", "core"}


def fits(here: Path, version: str, range_: str) -> list[str]:
    """The codes of what is said where a pack of this version is extended."""
    write(here / "base", f"pack: base\n{version}")
    write(here / "mine", f"pack: mine\nextends: {range_}")
    return codes("mine")


class TestVersions:
    @pytest.mark.parametrize(
        "range_",
        [
            "base", "{base: '>=1.0,<2'}", "{base: '==1.2.0'}", "{base: '~=1.1'}",
            "{base: '==1.*'}", "{base: '>=0'}", "{base: ''}",
        ],
    )  # fmt: skip
    def test_that_fit(self, here: Path, range_: str) -> None:
        assert fits(here, "version: 1.2.0", range_) == []

    @pytest.mark.parametrize("range_", [">=2", "<1.2", ">1.2", "==1.2.1", "~=1.3"])
    def test_that_do_not(self, here: Path, range_: str) -> None:
        assert fits(here, "version: 1.2.0", f"{{base: '{range_}'}}") == [
            "wrong-version"
        ]

    def test_numbers_are_compared_not_texts(self, here: Path) -> None:
        assert fits(here, "version: 1.10.0", "{base: '>=1.9'}") == []

    def test_no_version_is_the_very_first(self, here: Path) -> None:
        assert fits(here, "", "{base: '<=0.0.0'}") == []
        assert fits(here, "", "{base: '>=0.0.1'}") == ["wrong-version"]

    @pytest.mark.parametrize(
        "range_", ["1", "^1.0", "1.x", "*", ">=", "===one", ">=" + "9" * 5_000]
    )
    def test_ranges_that_nobody_can_read(self, here: Path, range_: str) -> None:
        found = fits(here, "version: 1.2.0", f"{{base: '{range_}'}}")
        assert found == ["unreadable-range"]

    def test_a_version_that_is_none_is_no_matter_of_ranges(self, here: Path) -> None:
        assert fits(here, "version: one", "{base: '>=1'}") == []


class TestWhatIsNotRead:
    def test_an_archive_is_to_be_unpacked(self, here: Path) -> None:
        (here / "house.zip").write_bytes(b"PK\x03\x04")
        assert said("house.zip") == (
            "error[D6-L018] 'house.zip' is an archive, but a pack is a folder"
            " (unpack it, and use the path of the folder)"
        )

    def test_so_is_one_that_another_pack_extends(self, here: Path) -> None:
        (here / "house.zip").write_bytes(b"PK\x03\x04")
        write(here / "table", "pack: table\nextends: house")
        assert "(unpack house.zip first, into a folder 'house')" in said("table")

    def test_a_manifest_with_an_ending_that_an_editor_added(self, here: Path) -> None:
        (here / "mine").mkdir()
        (here / "mine" / "pack.yaml.txt").write_text("pack: mine")
        assert "(rename pack.yaml.txt to pack.yaml)" in said("mine")

    def test_a_pack_in_a_pack_is_no_mistake_where_it_is_layered(
        self, here: Path
    ) -> None:
        write(here / "mine")
        write(here / "mine" / "more", "pack: more\nextends: core\nafter: mine")
        assert codes("mine") == ["inner-pack"]
        assert codes("mine", "mine/more") == []

    def test_what_is_wrong_with_a_base_is_its_authors_to_hear(self, here: Path) -> None:
        write(here / "base", "pack: base\nafter: [baes-game]")
        (here / "base" / "rules.yaml.txt").write_text("rules: {}")
        write(here / "base-game")
        write(here / "mine", "pack: mine\nextends: base")
        assert codes("base") == ["unread-file", "never-applies"]
        assert codes("mine") == []

    def test_what_freed6c_makes_and_others_keep_beside_rules_is_none_of_them(
        self, here: Path
    ) -> None:
        pack = write(here / "mine")
        (pack / "generated").mkdir()
        for name, text in {
            "generated/ruleset.json": '{"$schema": "x", "rules": {}}',
            "package.json": '{"name": "x", "rules": {}}',
            "list.json": '["rules"]',
            "README.md": "rules:",
            "notes.txt": "rules:",
            "rules.yaml.bak": "rules:",
            "rules.yaml~": "rules:",
        }.items():
            (pack / name).write_text(text)
        assert codes("mine") == []


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
    ["nowhere", "nowhere.at.all", "json", "sys", "/etc", "..", "", ":x", "a b", "__main__"],
)  # fmt: skip
def test_an_offer_that_leads_nowhere(site: Site, package: str) -> None:
    site.install("dune-games", "dunes", package)
    (message,) = messages("dunes")
    assert message.startswith(
        "the installed 'dune-games' provides the pack 'dunes', but "
    )


def test_installed_packs_are_suggested(site: Site) -> None:
    site.install("dune-games", "dunes", "dune_games")
    site.package("dune_games", "pack: dunes")
    (problem,) = load("dunse")[1]
    assert problem.help[0].text == "did you mean 'dunes'?"
    known = problem.help[-1].text.removeprefix("available packs: ").split(", ")
    assert {"core", "dunes"} <= set(known)
    assert known == sorted(known)


@pytest.mark.parametrize("broken", [b"\xff", b"[freed6c.packs]\ndunes\n"])
def test_a_broken_distribution_takes_no_other_along(site: Site, broken: bytes) -> None:
    site.install("broken", "other", "other")
    (site.folder / "broken-1.0.dist-info" / "entry_points.txt").write_bytes(broken)
    site.install("dune-games", "dunes", "dune_games")
    folder = site.package("dune_games", "pack: dunes\ntitle: Dunes")
    assert folders("dunes") == {"dunes": folder}
