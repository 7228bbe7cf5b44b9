"""The same packs give the same bytes: on every machine, by every Python, and in a browser.

A machine is a mapping of what is odd about it: `UPPERCASE` are variables of its environment, the
rest is said in `put`, `made_on` and `odd_machine.py`. By default a small game is built on a few
machines that have all oddities between them. With `-m slow` these build all games, each oddity
comes alone, and every Python that is found here and Pyodide make all of it, too.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import pytest

from freed6c.packs.kinds import KINDS
from freed6c.pipeline import compile_packs
from machine import missing
from odd_machine import Order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    Machine = Mapping[str, Any]
    Made = Mapping[str, str]
    Expected = Callable[[str], Made]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no umask")

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
LOCKED: Final = ROOT / ".ci" / "requirements.txt"
TARGETS: Final = ("python", "wheel", "markdown", "html", "json")


# What is made, of which packs.


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game, two house rules on it, one with mistakes; something to explain, a pool to roll.

    `packs` are folders, or single files, by where they lie.
    """

    packs: Mapping[str, Path]
    base: str
    rule: str
    other: str
    wrong: str
    address: str
    pool: str

    def commands(self, name: Callable[[str], str]) -> Mapping[str, list[str]]:
        """All that leaves something, by what it is called; `name` says how to call a folder."""
        base, rule, other, wrong = map(
            name, (self.base, self.rule, self.other, self.wrong)
        )
        out = name("made")
        targets = [f"--target={target}" for target in TARGETS]
        combined = ["--with", rule, "--with", other]
        site = ["--target=html", "--layout"]
        pyodide = ["--pyodide", "https://pyodide.example/"]
        either = {
            "check": ["check", rule],
            "check mistakes": ["check", wrong],
            "diff": ["diff", base, rule],
            "diff both": ["diff", base, *combined],
            "explain": ["explain", self.address, "--pack", rule],
            "odds": ["odds", self.pool, "--pack", base, "--difficulty", "9"],
        }
        return {
            "build game": ["build", base, *targets, "--out", out],
            "build rule": ["build", rule, *targets, "--out", out],
            "build both": ["build", base, *combined, *site, "grouped", "--out", out],
            "build one": ["build", rule, *site, "single", "--out", f"{out}/single"],
            "build playground": ["playground", rule, *pyodide, "--out", out],
            "schema": ["schema", rule, "--out", f"{out}/schema"],
            "new": ["new", "mine", "--extends", "opend6", "--out", f"{out}/new"],
            "list": ["list", rule],
            "roll": ["roll", self.pool, "--pack", base, "--seed", "7"],
            "test": ["test", rule, "-v"],
            **{
                f"{saying} as {form}": [*words, "--format", form]
                for saying, words in either.items()
                for form in ("text", "json")
            },
        }


ONE_OF_EACH: Final = Game(
    packs={"kites/pack.yaml": HERE / "unit" / "kites.yaml"}
    | {
        name: HERE / "one-of-each" / name
        for name in ("kites", "tailwind", "headwind", "torn")
    },
    base="kites",
    rule="tailwind",
    other="headwind",
    wrong="torn",
    address="benchmark.steps",
    pool="3D K1",
)
CORE: Final = Game(
    packs={"house": HERE / "site" / "house"}
    | {
        name: ROOT / "rulesets" / name
        for name in ("core", "order-of-battle", "smash-and-build")
    },
    base="core",
    rule="order-of-battle",
    other="smash-and-build",
    wrong="house",
    address="condition.damage.hurt",
    pool="5D WD Adv",
)
OPEND6: Final = Game(
    packs={"opend6": ROOT / "rulesets" / "opend6"}
    | {name: HERE / "one-of-each" / name for name in ("six", "half-dozen", "seven")},
    base="opend6",
    rule="six",
    other="half-dozen",
    wrong="seven",
    address="skill.dodge",
    pool="4D+1",
)
GAMES: Final = {"kites": ONE_OF_EACH, "opend6": OPEND6, "core": CORE}


def test_the_small_game_has_an_entry_of_every_kind(tmp_path: Path) -> None:
    put(ONE_OF_EACH, tmp_path, {})
    ruleset = compile_packs(str(tmp_path / "kites")).ruleset
    assert ruleset is not None
    kinds = {id_.partition(".")[0] for id_ in ruleset.entries}
    assert kinds == {kind.name for kind in KINDS}


# Machines.


SCRIPT: Final = HERE / "odd_machine.py"
PLAIN: Final[Machine] = {
    "PYTHONHASHSEED": "0",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "umask": 0o022,
}
ODD: Final[Mapping[str, Machine]] = {
    "another hash seed": {"PYTHONHASHSEED": "1"},
    "any hash seed": {"PYTHONHASHSEED": "random"},
    "a folder with an odd name": {"folder": "ein Ördner, 风筝 'İ'"},
    "packs named from above": {"folder": "my packs", "named": "from above"},
    "packs named by absolute paths": {"folder": "far/away", "named": "absolute"},
    "no locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "Turkish in an old encoding": {"LC_ALL": "tr_TR.ISO-8859-9", "PYTHONUTF8": "0"},
    "a day ahead": {"TZ": "Pacific/Kiritimati"},
    "a day behind": {"TZ": "America/Caracas"},
    "a date of release": {"SOURCE_DATE_EPOCH": "1000000000"},
    "files for everybody": {"umask": 0o000},
    "files for nobody else": {"umask": 0o077},
    "folders listed in another order": {"shuffled": 1},
    "folders listed in a third order": {"shuffled": 2},
    "files written in another order": {"backwards": True},
    "lines that end as on Windows": {"newline": b"\r\n"},
    "a mark at the beginning of files": {"mark": b"\xef\xbb\xbf"},
    "1970": {"clock": 0},
    "2100": {"clock": 4_102_444_800},
    "without what makes it faster": {
        "missing": ["ruamel.yaml.cyaml", "markupsafe._speedups"]
    },
    "without docstrings and asserts": {"PYTHONOPTIMIZE": "2"},
    "another terminal": {"TERM": "dumb", "CI": "1", "NO_COLOR": "1"},
}


def together(machines: Iterable[Machine]) -> list[Machine]:
    """A few machines that have between them all that is odd about these."""
    found: list[dict[str, Any]] = []
    for machine in machines:
        fitting = (one for one in found if not one.keys() & machine.keys())
        one = next(fitting, None)
        if one is None:
            found.append(dict(machine))
        else:
            one.update(machine)
    return [*found]


def put(game: Game, folder: Path, machine: Machine) -> None:
    """Write the packs of a game as such a machine has them."""
    files = [
        (folder / name / path.relative_to(pack), path)
        for name, pack in game.packs.items()
        for path in ([pack] if pack.is_file() else sorted(pack.rglob("*")))
        if path.is_file()
    ]
    for place, source in reversed(files) if machine.get("backwards") else files:
        place.parent.mkdir(parents=True, exist_ok=True)
        content = source.read_bytes().replace(b"\n", machine.get("newline", b"\n"))
        place.write_bytes(machine.get("mark", b"") + content)
        if "clock" in machine:
            os.utime(place, (machine["clock"], machine["clock"]))


def made_on(machine: Machine, game: Game, folder: Path, *program: str | Path) -> Made:
    """What a machine makes of a game: the hash of each file, by its path.

    What commands say is among it, as if packs had been named as they lie.
    """
    machine = {**PLAIN, **machine}
    packs = folder / machine.get("folder", "place")
    working, prefix = {
        "from inside": (packs, "./"),  # else those that come with freed6c are meant
        "from above": (packs.parent, f"{packs.name}/"),
        "absolute": (folder / "elsewhere", f"{packs.as_posix()}/"),
    }[machine.get("named", "from inside")]
    if not packs.exists():
        put(game, packs, machine)
    working.mkdir(exist_ok=True)
    commands = game.commands(lambda name: f"{prefix}{name}")
    order = {
        "said": "said",
        "commands": {name: commands[name] for name in machine.get("only", commands)},
        **{key: machine[key] for key in Order.__optional_keys__ & machine.keys()},
    }
    ran = subprocess.run(
        [*(program or (sys.executable, SCRIPT)), json.dumps(order, ensure_ascii=False)],
        cwd=working,
        umask=machine["umask"],
        env=os.environ | {key: machine[key] for key in machine if key.isupper()},
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return dict(found(packs / "made", working / "said", prefix, machine["umask"]))


def found(made: Path, said: Path, prefix: str, umask: int) -> Iterator[tuple[str, str]]:
    """All files below a folder, and what commands said. Everything has the mode that users want."""
    for path in made.rglob("*"):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o777 if path.is_dir() else 0o666) & ~umask, path
        if path.is_file():
            name = path.relative_to(made).as_posix()
            yield name, hashlib.sha256(path.read_bytes()).hexdigest()
    for path in said.iterdir():
        text = path.read_text("utf-8")
        if path.name.startswith("build"):
            assert text.endswith("exit code 0\n"), text
        else:
            if path.name == "explain as text":  # its lines end where paths do
                text = " ".join(text.split())
            text = text.replace(prefix, "").replace(json.dumps(prefix)[1:-1], "")
            yield f"said/{path.name}", text


def differing(one: Made, other: Made) -> list[str]:
    """The paths at which two differ."""
    return sorted({path for path, _ in one.items() ^ other.items()})


def said_by(*command: str | Path) -> str:
    """What a command says that ends well; nothing for another."""
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.stdout.strip() if ran.returncode == 0 else ""


@pytest.fixture(scope="module", autouse=True)
def locales(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Locales that few systems have, where they can be made; elsewhere they are as no locale."""
    folder = tmp_path_factory.mktemp("locales")
    for machine in ODD.values():
        language, _, encoding = machine.get("LC_ALL", "").partition(".")
        if "_" in language and shutil.which("localedef"):
            command = ["localedef", "-i", language, "-f", encoding]
            said_by(*command, folder / machine["LC_ALL"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOCPATH", str(folder))
        yield


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Expected:
    """What a game gives on a machine without anything odd."""

    @cache
    def made(name: str) -> Made:
        return made_on({}, GAMES[name], tmp_path_factory.mktemp(name))

    return made


def test_every_command_leaves_something(expected: Expected) -> None:
    made = expected("kites")
    tops = Counter(path.split("/")[0] for path in made)
    assert sorted(tops) == [
        "kites",
        "kites-headwind-tailwind",
        "new",
        "said",
        "schema",
        "single",
        "tailwind",
    ]
    names = [path.casefold() for path in made]
    assert len({*names}) == len(names), "some systems take names for the same"


TOGETHER: Final = together(ODD.values())


games: Final = pytest.mark.parametrize(
    "game",
    [
        "kites",
        pytest.param("opend6", marks=pytest.mark.slow),
        pytest.param("core", marks=pytest.mark.slow),
    ],
)


@games
@pytest.mark.parametrize("machine", TOGETHER, ids=range(len(TOGETHER)))
def test_odd_machines_make_the_same(
    machine: Machine, game: str, expected: Expected, tmp_path: Path
) -> None:
    assert not differing(expected(game), made_on(machine, GAMES[game], tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("odd", ODD)
def test_each_oddity_alone_makes_the_same(
    odd: str, expected: Expected, tmp_path: Path
) -> None:
    assert not differing(expected("kites"), made_on(ODD[odd], ONE_OF_EACH, tmp_path))


@games
def test_what_was_kept_or_lies_there_changes_nothing(
    game: str, expected: Expected, tmp_path: Path
) -> None:
    """Nothing is kept, then what another game gave, which lies there; then all is, and no file."""
    packs = GAMES[game]
    more = tmp_path / "place" / packs.base / "more.yaml"
    machine = {
        "FREED6C_CACHE": str(tmp_path / "kept"),
        "only": ["build game", "build rule"],
    }
    folders = [
        f"{name}/{target}/" for name in (packs.base, packs.rule) for target in TARGETS
    ]
    wanted = {
        path: hash_
        for path, hash_ in expected(game).items()
        if path.startswith(tuple(folders))
    }
    assert not differing(wanted, made_on(machine, packs, tmp_path))
    more.write_text(
        "terms: {more: {name: Üppiges, text: And more.}}\n", encoding="utf-8"
    )
    assert differing(wanted, made_on(machine, packs, tmp_path))
    more.unlink()
    assert not differing(wanted, made_on(machine, packs, tmp_path))
    shutil.rmtree(tmp_path / "place" / "made")
    assert not differing(wanted, made_on(machine, packs, tmp_path))
    assert any((tmp_path / "kept").iterdir())


# Every Python that is found here, and the one in browsers.


def pythons() -> Iterator[Path]:
    """Those on the path and those of pyenv that freed6c runs on, one of each version but ours."""
    folders = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    folders += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    versions = {"", sys.version}
    for path in (each for folder in folders for each in folder.glob("python3.*")):
        minor = path.name.removeprefix("python3.")
        if minor.isdecimal() and int(minor) >= 11:  # what pyproject.toml says
            version = said_by(path, "-c", "import sys; print(sys.version)")
            if version not in versions:
                versions.add(version)
                yield path


@pytest.fixture(scope="module")
def environments(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The Python of an environment with all that is locked, for each of them, by its version."""
    found = {}
    for python in pythons():
        folder = tmp_path_factory.mktemp("environment")
        said_by(sys.executable, "-m", "virtualenv", "--python", python, folder)
        own = folder / "bin" / "python"
        said_by(own, "-m", "pip", "install", "--require-hashes", "-r", LOCKED)
        pip = (own, "-m", "pip", "install", "--no-deps", "--no-build-isolation")
        said_by(*pip, "--editable", ROOT)
        version = said_by(
            own, "-c", "import freed6c, sys; print(sys.version.split()[0])"
        )
        assert version, f"{python} has no environment"
        found[version] = own
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_python_makes_the_same(
    game: str, environments: Mapping[str, Path], expected: Expected, tmp_path: Path
) -> None:
    for version, python in environments.items():
        made = made_on({}, GAMES[game], tmp_path / version, python, SCRIPT)
        assert not differing(expected(game), made), version
    assert environments, "there is no other Python here"


PYODIDE: Final = HERE / "site" / "node_modules" / "pyodide"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_pyodide_makes_the_same(game: str, expected: Expected, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not PYODIDE.is_dir():
        missing(
            "Node.js or Pyodide",
            "apt-get install nodejs npm; npm ci --prefix tests/site",
        )
    modules = Path(click.__file__).parents[1]
    program = (node, SCRIPT.with_suffix(".mjs"), PYODIDE, ROOT, modules)
    machine = {"umask": 0o000}  # there is none in it
    made = made_on(machine, GAMES[game], tmp_path, *program)
    assert not differing(expected(game), made)
