"""What a build may touch: its own output and nothing else, whatever lies there."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from freed6c.cli import freed6c

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has neither")

PACK = """\
pack: tiny
title: Tiny
version: 1.0.0
license: {id: CC-BY-4.0, holder: A stranger}
die-codes: {pips-per-die: 4, smallest: 1D}
abilities:
  glow: {name: Glow, skills: {shine: {name: Shine}}}
"""
LARGER = f"{PACK}terms:\n" + "".join(
    f"  word-{number}: {{name: Word {number}, text: It is new.}}\n"
    for number in range(60)
)
TARGETS = ("python", "markdown", "html", "json")
OUR_MISTAKE = "internal error"


def run(*words: str) -> Result:
    """A command in this process: most tests need no other."""
    return CliRunner().invoke(freed6c, words)


@pytest.fixture(autouse=True)
def no_hanging(request: pytest.FixtureRequest) -> Iterator[None]:
    """A command that waits for ever fails the test."""

    def give_up(*_arguments: object) -> None:
        raise TimeoutError

    if os.name == "nt":
        yield
        return
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(1800 if request.node.get_closest_marker("slow") else 60)
    yield
    signal.alarm(0)


def build(*words: str) -> Result:
    return run("build", "tiny", *words)


def build_json(*words: str) -> Result:
    return build("--target", "json", *words)


JSON = Path("generated/tiny/json")
PYTHON = Path("generated/tiny/python")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with things that are dear to somebody, and a folder in it with a stranger's pack."""
    (tmp_path / "precious.txt").write_text("dear to me")
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "authorized_keys").write_text("mine")
    (tmp_path / "keys" / "ruleset.json").write_text("mine")
    work = tmp_path / "work"
    (work / "tiny").mkdir(parents=True)
    (work / "tiny" / "pack.yaml").write_text(PACK)
    monkeypatch.chdir(work)
    return tmp_path


@pytest.fixture(autouse=True)
def untouched(home: Path) -> Iterator[None]:
    """Whatever a test does, what lies outside the working folder stays as it was."""

    def outside() -> dict[str, bytes]:
        return {
            name: content
            for name, content in content_of(home).items()
            if not name.startswith("work/")
        }

    before = outside()
    yield
    assert outside() == before


def content_of(folder: Path) -> dict[str, bytes]:
    """Every regular file by its path; links are not followed."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def write_manifest(folder: Path, *paths: str) -> None:
    """A manifest that names these files, as they are."""
    hashes = {path: sha256((folder / path).read_bytes()).hexdigest() for path in paths}
    (folder / "MANIFEST.json").write_text(json.dumps({"files": hashes}))


def assert_whole(folder: Path, *words: str) -> None:
    """The output is what a build into an empty folder makes, and nothing of ours lies beside it."""
    clean = Path("clean")
    shutil.rmtree(clean, ignore_errors=True)
    assert build(*words, "--out", str(clean)).exit_code == 0
    wanted = content_of(clean / "tiny" / folder.name)
    found = content_of(folder)
    assert {name: found.get(name) for name in wanted} == wanted
    assert not [name for name in found if ".freed6c" in name]


# A journal in the output


JOURNALS = [
    '{"move": ["../../../../.bashrc"], "remove": ["../../../../precious.txt"]}',
    '{"move": [], "remove": ["/PRECIOUS"]}',
    "",
    "[]",
    "5",
    "x",
    '{"move": []}',
    '{"move": 5, "remove": 5}',
    '{"move": [5], "remove": [null]}',
    '{"move": ["ruleset.json"], "remove": ["ruleset.json"]}',
]


@pytest.mark.parametrize("journal", JOURNALS)
def test_a_journal_that_lies_in_the_output_is_not_replayed(
    journal: str, home: Path
) -> None:
    stage = JSON / ".freed6c-stage"
    (stage / "new").mkdir(parents=True)
    text = journal.replace("/PRECIOUS", (home / "precious.txt").as_posix())
    (stage / "journal").write_text(text)
    (JSON / ".freed6c-0").write_text(text)
    (JSON.parent.parent / ".bashrc").write_text("echo PWNED")
    built = build_json()
    assert built.exit_code == 0, built.stderr
    assert not (home / ".bashrc").exists()
    shutil.rmtree(stage)  # nothing of ours: builds leave no folders
    assert_whole(JSON, "--target", "json")


# Links in the output


@posix
def test_a_link_in_the_place_of_a_folder_of_ours_is_not_followed(home: Path) -> None:
    JSON.mkdir(parents=True)
    (JSON / "link").symlink_to(home / "keys")
    (JSON / "MANIFEST.json").write_text('{"files": {"link/authorized_keys": "0"}}')
    assert build_json().exit_code == 0
    assert_whole(JSON, "--target", "json")


@posix
@pytest.mark.parametrize(
    "which", ["generated", "generated/tiny", "generated/tiny/json"]
)
def test_an_output_that_is_a_link_is_refused(which: str, home: Path) -> None:
    Path(which).parent.mkdir(parents=True, exist_ok=True)
    Path(which).symlink_to(home / "keys")
    for words in ((), ("--check",)):
        built = build_json(*words)
        assert built.exit_code == 3
        assert f"'{which}' is a link" in built.stderr
        assert "--out" in built.stderr
    assert not list(Path().glob("generated/**/.freed6c*"))


@posix
def test_an_output_that_the_user_named_may_be_a_link() -> None:
    Path("elsewhere").mkdir()
    Path("out").symlink_to("elsewhere")
    assert build_json("--out", "out").exit_code == 0
    assert Path("elsewhere/tiny/json/ruleset.json").is_file()


@posix
def test_a_link_in_the_place_of_a_file_is_replaced_and_not_read(home: Path) -> None:
    JSON.mkdir(parents=True)
    (JSON / "ruleset.json").symlink_to(home / "precious.txt")
    (JSON / "MANIFEST.json").symlink_to(home / "precious.txt")
    checked = build_json("--check")
    assert checked.exit_code == 1
    assert "dear to me" not in checked.stdout
    assert build_json().exit_code == 0
    assert_whole(JSON, "--target", "json")
    assert not (JSON / "ruleset.json").is_symlink()


@posix
def test_a_link_is_no_folder_for_new_files(home: Path) -> None:
    PYTHON.mkdir(parents=True)
    (PYTHON / "freed6_tiny").symlink_to(home / "keys")
    built = build("--target", "python")
    assert built.exit_code == 3
    assert "python/freed6_tiny' is a link" in built.stderr
    assert content_of(PYTHON) == {}
    (PYTHON / "freed6_tiny").unlink()
    assert build("--target", "python").exit_code == 0


@posix
def test_a_hard_link_is_parted_and_not_written_through(home: Path) -> None:
    JSON.mkdir(parents=True)
    os.link(home / "precious.txt", JSON / "ruleset.json")
    os.link(home / "precious.txt", JSON.parent / ".freed6c-lock")
    built = build_json()
    assert built.exit_code == 0, built.stderr
    assert_whole(JSON, "--target", "json")


# A damaged manifest


MANIFESTS = [
    '{"files": 5}',
    "null",
    "[1]",
    "x",
    "",
    '{"files": {"a\\u0000b": "0"}}',
    '{"files": {"\\ud800": "0"}}',
    '{"files": {".": "0"}}',
    '{"files": {"": "0"}}',
    '{"files": {"..": "0"}}',
    '{"files": {"a/../../b": "0"}}',
    '{"files": {"/etc/passwd": "0"}}',
    '{"files": {"C:\\\\x": "0"}}',
    '{"files": ["ruleset.json"]}',
    '{"files": "ruleset.json"}',
    "[" * 200_000,
    '{"files": {"a": ' + "9" * 10_000 + "}}",
    "\udcff\udcfe",
]


@pytest.mark.parametrize("manifest", MANIFESTS, ids=range(len(MANIFESTS)))
def test_a_damaged_manifest_is_told_once_and_made_again(manifest: str) -> None:
    JSON.mkdir(parents=True)
    (JSON / "MANIFEST.json").write_bytes(manifest.encode(errors="surrogateescape"))
    built = build_json()
    assert built.exit_code == 0, built.stderr
    assert "MANIFEST.json was damaged" in built.stderr
    assert_whole(JSON, "--target", "json")
    again = build_json()
    assert (again.exit_code, again.stderr) == (0, "")
    assert "nothing changed" in again.stdout


@pytest.mark.parametrize("path", ["ruleset.json/x", "gone/away.txt", "folder", "json"])
def test_what_a_manifest_names_and_is_not_there_is_gone(path: str) -> None:
    (JSON / "folder").mkdir(parents=True)
    (JSON / "MANIFEST.json").write_text(json.dumps({"files": {path: "0"}}))
    assert build_json().exit_code == 0
    assert_whole(JSON, "--target", "json")
    assert (JSON / "folder").is_dir()


def test_a_folder_that_was_deleted_by_hand_is_gone() -> None:
    assert build("--target", "python").exit_code == 0
    shutil.rmtree("generated/tiny/python/freed6_tiny")
    manifest = Path("tiny/pack.yaml")
    manifest.write_text(f"{PACK}python: other_name\n")
    built = build("--target", "python")
    assert built.exit_code == 0, built.stderr
    assert_whole(Path("generated/tiny/python"), "--target", "python")


def test_what_is_not_wanted_any_more_goes_with_the_folders_it_leaves_empty() -> None:
    assert build("--target", "python").exit_code == 0
    (PYTHON / "mine.txt").write_text("mine")
    Path("tiny/pack.yaml").write_text(f"{PACK}python: other_name\n")
    assert build("--target", "python").exit_code == 0
    assert sorted(path.name for path in PYTHON.iterdir()) == [
        "MANIFEST.json",
        "mine.txt",
        "other_name",
    ]
    (PYTHON / "other_name" / "mine.py").write_text("# mine")
    Path("tiny/pack.yaml").write_text(PACK)
    assert build("--target", "python").exit_code == 0
    assert content_of(PYTHON / "other_name") == {"mine.py": b"# mine"}


def test_what_is_not_wanted_any_more_and_was_changed_by_hand_is_kept() -> None:
    assert build("--target", "python").exit_code == 0
    path = PYTHON / "freed6_tiny" / "skills.py"
    path.write_text("# mine")
    Path("tiny/pack.yaml").write_text(f"{PACK}python: other_name\n")
    built = build("--target", "python")
    assert built.exit_code == 0
    assert f"{path.as_posix()}: this file is outdated" in built.stderr
    assert content_of(PYTHON / "freed6_tiny") == {"skills.py": b"# mine"}
    assert build("--target", "python").stderr == ""


@pytest.mark.parametrize("path", ["a/" * 249 + "a", "x" * 500, "x" * 501, "é" * 300])
def test_a_manifest_with_odd_paths_is_no_mistake_of_ours(path: str) -> None:
    JSON.mkdir(parents=True)
    (JSON / "MANIFEST.json").write_text(json.dumps({"files": {path: "0"}}))
    assert build_json().exit_code == 0
    assert_whole(JSON, "--target", "json")


def test_what_is_out_of_date_does_nothing_to_a_terminal() -> None:
    JSON.mkdir(parents=True)
    (JSON / "ruleset.json").write_bytes(b"\x1b[2J\x00\x07 \xe2\x80\xae words")
    checked = build_json("--check")
    assert "-\ufffd[2J\ufffd\ufffd \ufffd words" in checked.stdout


def refusing(number: int, error: BaseException) -> Callable[[Path, Path], Path]:
    """A rename that fails from the one of this number on."""
    replace, left = Path.replace, iter(range(number))

    def rename(path: Path, target: Path) -> Path:
        if next(left, None) is None:
            raise error
        return replace(path, target)

    return rename


@pytest.mark.parametrize("number", [0, 1, 5, 40])
def test_the_build_after_one_that_the_system_stopped_repairs_it(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file can be immutable, busy, or on another file system; a build finds out by trying."""
    assert build().exit_code == 0
    (JSON / "ruleset.json").write_text("old")
    shutil.rmtree(PYTHON / "freed6_tiny" / "_runtime" / "dice")
    Path("tiny/pack.yaml").write_text(f"{LARGER}python: other_name\n")
    denied = PermissionError(13, "Permission denied", "there")
    with monkeypatch.context() as stopped:
        stopped.setattr(Path, "replace", refusing(number, denied))
        built = build()
    assert built.exit_code == 3
    assert "cannot write the output: permission denied: 'generated/" in built.stderr
    assert not [name for name in content_of(Path("generated")) if ".freed6c" in name]
    Path("tiny/pack.yaml").write_text(PACK)
    assert build().exit_code == 0
    for target in TARGETS:
        assert_whole(Path("generated/tiny") / target)
    assert not (PYTHON / "other_name").exists()


# Something else in the place of a file


def occupy(path: Path, what: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    elif what == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.as_posix())
    elif what == "link":
        path.symlink_to(path.name)  # to itself
    elif what == "unreadable":
        path.write_text("secret")
        path.chmod(0)


def test_a_lock_with_content_is_not_written_to() -> None:
    """It may be another file that is only seen there, as a mount."""
    JSON.mkdir(parents=True)
    lock = JSON.parent / ".freed6c-lock"
    lock.write_text("mine")
    with lock.open() as file:
        assert build_json().exit_code == 0
        assert file.read() == "mine"


@pytest.mark.parametrize("depth", [30, 400])
def test_folders_in_folders_in_the_place_of_a_file(depth: int) -> None:
    deep = JSON / "ruleset.json"
    deep.mkdir(parents=True)
    for _ in range(depth):
        deep /= "d"
        deep.mkdir()
    built = build_json()
    assert built.exit_code == 0
    assert_whole(JSON, "--target", "json")


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_full_disk_changes_nothing_and_leaves_no_folders(
    after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, left = Path.open, iter(range(after))

    def full(path: Path, *how: Any, **more: Any) -> Any:
        if how == ("xb",) and next(left, None) is None:
            raise OSError(28, "No space left on device")
        return opened(path, *how, **more)

    monkeypatch.setattr(Path, "open", full)
    built = build("--out", "a/b")
    assert (
        "cannot write the output: no space left on device (free some space"
        in built.stderr
    )
    assert not Path("a").exists()


@posix
@pytest.mark.parametrize("command", [("build", "../tiny"), ("check", "../tiny")])
def test_a_working_folder_that_is_gone_is_told(command: tuple[str, ...]) -> None:
    Path("gone").mkdir()
    script = f"cd gone && rmdir ../gone && exec '{sys.executable}' -m freed6c {' '.join(command)}"
    ran = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, check=False
    )
    assert ran.returncode in {2, 3}
    assert OUR_MISTAKE not in ran.stderr
    assert "Traceback" not in ran.stderr


COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("tiny",),
    "list": ("tiny",),
    "build": ("tiny",),
    "explain": ("D6-Y001",),
    "diff": ("tiny", "tiny"),
    "new": ("mine", "--extends", "tiny"),
    "odds": ("5D",),
    "roll": ("5D",),
    "schema": ("tiny",),
    "serve": ("tiny", "--port", "0"),
    "test": ("tiny",),
    "lsp": ("--help",),
    "--version": (),
}
FIRST = {"check", "list", "build"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(name, marks=() if name in FIRST else pytest.mark.slow)
        for name in COMMANDS
    ],
)
def test_what_cannot_be_said_is_no_mistake_of_ours(command: str) -> None:
    ran = run_into_full("stdout", command, *COMMANDS[command])
    assert (ran.returncode, ran.stderr) == (
        3,
        "cannot print the output: no space left on device\n",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_mistake_that_cannot_be_told_is_not_one_of_the_pack() -> None:
    ran = run_into_full("stderr", "list", "nowhere")
    assert (ran.returncode, ran.stdout) == (3, "")


def run_into_full(stream: str, *command: str) -> subprocess.CompletedProcess[str]:
    """What becomes of a command if there is no room for what it writes to a stream."""
    with Path("/dev/full").open("w") as full:
        return subprocess.run(
            [sys.executable, "-m", "freed6c", *command],
            stdout=full if stream == "stdout" else subprocess.PIPE,
            stderr=full if stream == "stderr" else subprocess.PIPE,
            text=True,
            check=False,
        )


def test_what_lies_in_the_way_does_nothing_to_a_terminal() -> None:
    (JSON / "ruleset.json").mkdir(parents=True)
    (JSON / "ruleset.json" / "\x1b[2J\x07").write_text("mine")
    assert "'␛[2J␇' in it" in build_json().stderr


def test_a_folder_with_files_is_no_lock() -> None:
    lock = JSON.parent / ".freed6c-lock"
    lock.mkdir(parents=True)
    (lock / "letter.txt").write_text("mine")
    built = build_json()
    assert built.exit_code == 3
    assert ".freed6c-lock' is a folder where a file is needed" in built.stderr


@posix
@pytest.mark.parametrize("what", ["folder", "pipe", "socket", "link", "unreadable"])
@pytest.mark.parametrize(
    "name",
    ["json/ruleset.json", "json/MANIFEST.json", "json/.freed6c-0", ".freed6c-lock"],
)
def test_whatever_lies_in_the_place_of_a_file_gives_way(name: str, what: str) -> None:
    occupy(JSON.parent / name, what)
    built = build_json()
    assert built.exit_code == 0, built.stderr
    assert_whole(JSON, "--target", "json")
    again = build_json()
    assert (again.exit_code, again.stderr) == (0, "")


@pytest.mark.parametrize("name", ["ruleset.json", "MANIFEST.json"])
def test_a_folder_with_somebodys_files_in_the_place_of_a_file_is_refused(
    name: str,
) -> None:
    (JSON / name).mkdir(parents=True)
    (JSON / name / "letter.txt").write_text("mine")
    built = build_json()
    assert built.exit_code == 3
    assert f"json/{name}' is a folder where a file is needed" in built.stderr
    assert "'letter.txt'" in built.stderr
    assert content_of(JSON) == {f"{name}/letter.txt": b"mine"}


def test_a_file_in_the_place_of_a_folder_is_refused() -> None:
    PYTHON.mkdir(parents=True)
    (PYTHON / "freed6_tiny").write_text("mine")
    built = build("--target", "python")
    assert built.exit_code == 3
    assert "python/freed6_tiny' is a file where a folder is needed" in built.stderr
    assert content_of(PYTHON) == {"freed6_tiny": b"mine"}


def test_a_folder_of_ours_gives_way_to_a_file_and_a_file_to_a_folder() -> None:
    (JSON / "ruleset.json").mkdir(parents=True)
    (JSON / "ruleset.json" / "old.txt").write_text("ours")
    write_manifest(JSON, "ruleset.json/old.txt")
    PYTHON.mkdir(parents=True)
    (PYTHON / "freed6_tiny").write_text("ours")
    write_manifest(PYTHON, "freed6_tiny")
    built = build()
    assert built.exit_code == 0, built.stderr
    assert_whole(JSON)
    assert_whole(PYTHON)


# One build at a time


@contextlib.contextmanager
def holder(words: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock of the output."""
    Path("generated/tiny").mkdir(parents=True, exist_ok=True)
    code = (
        "import time\n"
        "from pathlib import Path\n"
        "from freed6c.emit.writer import locked\n"
        "with locked(Path('generated/tiny')):\n"
        "    print('held', flush=True)\n"
        f"    {words}\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_the_second_build_says_where_another_one_writes() -> None:
    with holder("time.sleep(60)"):
        built = build_json()
        assert built.exit_code == 3
        assert "another freed6c is writing to 'generated/tiny'" in built.stderr
        assert not JSON.exists()


def test_the_second_build_waits_a_little() -> None:
    with holder("time.sleep(3)"):
        assert build_json().exit_code == 0
    assert_whole(JSON, "--target", "json")


def test_the_lock_of_the_dead_is_free() -> None:
    with holder("time.sleep(60)") as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert Path("generated/tiny/.freed6c-lock").exists()
        assert build_json().exit_code == 0
    assert not Path("generated/tiny/.freed6c-lock").exists()


def test_the_lock_of_the_dead_goes_even_if_there_is_nothing_else_to_do() -> None:
    assert build_json().exit_code == 0
    Path("generated/tiny/.freed6c-lock").write_text("4711")
    assert "nothing changed" in build_json().stdout
    assert not Path("generated/tiny/.freed6c-lock").exists()


def test_a_lock_that_a_stranger_wrote_holds_nothing() -> None:
    JSON.mkdir(parents=True)
    Path("generated/tiny/.freed6c-lock").write_text(str(os.getpid()))
    assert build_json().exit_code == 0


# Killed, and two at once


def variant(text: str) -> dict[str, bytes]:
    """The whole output of a pack that is written so; it is not there afterwards."""
    Path("tiny/pack.yaml").write_text(text)
    built = build()
    assert built.exit_code == 0, built.stderr
    found = content_of(Path("generated"))
    shutil.rmtree("generated")
    return found


def start(pack: str) -> subprocess.Popen[str]:
    """A build in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "freed6c", "build", pack],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@posix
@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 300))]
)
def test_a_killed_build_leaves_what_the_next_one_makes_whole(seed: int) -> None:
    """Into an empty folder or over another output; at any moment or once it writes."""
    chance = random.Random(seed)
    small, large = variant(PACK), variant(LARGER)
    if chance.random() < 0.5:
        assert build().exit_code == 0
    before = content_of(Path("generated"))
    Path("tiny/pack.yaml").write_text(LARGER if before else PACK)
    with start("tiny") as process:
        while seed % 2 and process.poll() is None:
            if content_of(Path("generated")) != before:
                break
        time.sleep(chance.random() * (0.1 if seed % 2 else 2))
        process.kill()
    assert build().exit_code == 0
    assert content_of(Path("generated")) == (large if before else small)


@posix
def test_the_build_after_an_interrupted_one_repairs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ctrl+C between two renames."""
    whole = variant(PACK)
    with monkeypatch.context() as stopped:
        stopped.setattr(Path, "replace", refusing(2, KeyboardInterrupt()))
        assert build().exit_code == 130
    assert not [name for name in content_of(Path("generated")) if ".freed6c" in name]
    assert build().exit_code == 0
    assert content_of(Path("generated")) == whole


def pairs(count: int) -> None:
    """Two builds of one output at once: both end well, the output of the later one is whole."""
    Path("other").mkdir()
    shutil.copytree("tiny", "other/tiny")
    Path("other/tiny/pack.yaml").write_text(LARGER)
    wholes = [variant(LARGER), variant(PACK)]
    for _ in range(count):
        for process in (start("tiny"), start("other/tiny")):
            _, said = process.communicate()
            assert process.returncode == 0, said
        assert content_of(Path("generated")) in wholes


def test_a_file_that_another_build_renames_while_we_look_is_nothing_to_us(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first look at the output is taken without the lock."""
    assert build().exit_code == 0
    before = content_of(Path("generated"))
    listed = Path.iterdir

    def renamed_meanwhile(self: Path) -> Iterator[Path]:
        yield from listed(self)
        yield self / ".freed6c-0123456789abcdef-14"

    monkeypatch.setattr(Path, "iterdir", renamed_meanwhile)
    built = build()
    assert built.exit_code == 0, built.stderr
    assert content_of(Path("generated")) == before


def test_two_builds_at_once() -> None:
    pairs(2)


@pytest.mark.slow
def test_thirty_pairs_of_builds_at_once() -> None:
    pairs(30)


# The other places where freed6c writes


@pytest.mark.parametrize(
    "command", [("build", "tiny"), ("new", "mine", "--extends", "tiny")]
)
def test_a_blank_folder_is_not_the_working_folder(command: tuple[str, ...]) -> None:
    ended = run(*command, "--out", "")
    assert ended.exit_code == 2
    assert "name a folder" in ended.stderr


@pytest.mark.parametrize("name", ["..", "a/b", "/x", "a" * 300, "", "con", "a\nb"])
def test_a_name_is_no_path(name: str) -> None:
    for command in (
        ("build", "tiny", "--name", name),
        ("new", name, "--extends", "tiny"),
    ):
        ended = run(*command)
        assert ended.exit_code == 2, ended.stdout
        assert OUR_MISTAKE not in ended.stderr
    assert not Path("generated").exists()


@posix
@pytest.mark.parametrize("what", ["folder", "pipe", "socket", "link", "unreadable"])
def test_new_writes_over_nothing(what: str) -> None:
    occupy(Path("mine"), what)
    ended = run("new", "mine", "--extends", "tiny")
    assert ended.exit_code == 2
    assert "already exists" in ended.stderr


@posix
@pytest.mark.parametrize("what", ["pipe", "socket", "link", "unreadable"])
@pytest.mark.parametrize(
    "command", [("build", "tiny"), ("new", "mine", "--extends", "tiny")]
)
def test_an_out_that_is_no_folder(command: tuple[str, ...], what: str) -> None:
    occupy(Path("out"), what)
    ended = run(*command, "--out", "out")
    assert ended.exit_code in {2, 3}
    assert OUR_MISTAKE not in ended.stderr
    assert "Traceback" not in ended.stderr
