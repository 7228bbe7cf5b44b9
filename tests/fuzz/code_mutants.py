"""Changes the compiler's own code by one slip at a time: do the tests of that part notice?

    python tests/fuzz/code_mutants.py             # all parts; CODE_MUTANTS.md has what came of it
    python tests/fuzz/code_mutants.py dice --count 50 --seed 2
    python tests/fuzz/code_mutants.py --state FILE            # goes on where it was stopped
    python tests/fuzz/code_mutants.py --state FILE --again    # tries the survivors once more

(`mutants.py` damages packs; `freed6c test --mutate` moves values of packs.) A mutant is one file of
a copy of the tree with one slip (code_sites.py). It is run in a copy of this process, which has
imported what others wrote and nothing of freed6c. Tests that call the function with the slip go
first, among them those that have noticed most, then all others of that part. A mutant is killed if
a test fails, or does not end: takes ten seconds of processor time and ten times what it needs.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import pytest
from code_sites import Change, changes
from hypothesis import HealthCheck, Phase, settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from types import CodeType, FrameType

ROOT: Final = Path(__file__).parents[2]
CODE: Final = "compiler/freed6c"
UNIT: Final = "tests/unit"
PARTS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "notation": (
        "runtime/notation.py",
        (f"{UNIT}/test_dice_notation.py", f"{UNIT}/test_amounts.py"),
    ),
    "overlay": (
        "overlay/*.py",
        (
            f"{UNIT}/test_overlay*.py",
            f"{UNIT}/test_rewording.py",
            f"{UNIT}/test_settle.py",
            f"{UNIT}/test_moved.py",
            "tests/test_cases_stages.py::overlay/",
            "tests/test_cases_stages.py::choices/",
            "tests/test_overlay_properties.py",
        ),
    ),
    "formula": ("formula/*.py", (f"{UNIT}/test_formula_*.py",)),
    "dice": (
        "runtime/dice/*.py",
        (f"{UNIT}/test_dice_*.py", f"{UNIT}/test_odds_enumeration.py"),
    ),
    "play": (
        "runtime/play/*.py",
        (
            f"{UNIT}/test_play_*.py",
            f"{UNIT}/test_saved_under_other_rules.py",
            f"{UNIT}/test_sheet.py",
            f"{UNIT}/test_situations.py",
            "tests/play/test_*.py",
        ),
    ),
}
"""The files of each part, and its own tests: those that are about it; after `::`, what their names
contain. Tests of committed packages run a copy of the runtime: they would notice nothing."""

OF_OTHERS: Final = (
    "click.testing",
    "hypothesis.strategies",
    "icepool",
    "jinja2",
    "jsonschema",
    "jsonschema_rs",
    "packaging.version",
    "ruamel.yaml",
)
MEGABYTES: Final = 3000
SECONDS: Final = 600
"""What a run may take."""

settings.register_profile(
    "mutants",
    derandomize=True,
    max_examples=20,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def sample(tree: Path, part: str, seed: int, count: int) -> list[Change]:
    """So many changes of a part, drawn by their names: what else is in a file moves few of them."""
    found = [
        change
        for path in sorted((tree / CODE).glob(PARTS[part][0]))
        for change in changes(
            path.relative_to(tree / CODE).as_posix(), path.read_text(encoding="utf-8")
        )
    ]
    print(f"{part}: {len(found)} can be made", flush=True)
    found.sort(key=lambda one: sha256(f"{seed} {one.key}".encode()).hexdigest())
    return found[:count]


class Tests:
    """A plugin of pytest: which tests run, in which order, what fails; who calls what, if asked."""

    def __init__(
        self,
        wanted: Callable[[str], bool],
        order: Callable[[str], Any] | None = None,
        watched: Sequence[str] = (),
        limits: Mapping[str, float] | None = None,
    ) -> None:
        self.wanted, self.order, self.watched = wanted, order, watched
        self.limits = limits
        self.failed: str | None = None
        self.seconds: dict[str, float] = {}
        self.callers: dict[str, list[str]] = {}
        self._called: set[CodeType] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave those that are wanted, the best first."""
        items[:] = [item for item in items if self.wanted(item.nodeid)]
        if self.order is not None:
            order = self.order
            items.sort(key=lambda item: order(item.nodeid))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Note which functions of the part a test calls."""
        begun = time.process_time()
        if self.watched:
            self._called = set()
            sys.settrace(self._call)
        if self.limits:
            limit = 10 + 10 * self.limits[item.nodeid]
            signal.setitimer(signal.ITIMER_PROF, limit)  # which ends this process
        try:
            return (yield)
        finally:
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.seconds[item.nodeid] = time.process_time() - begun
            for code in self._called:
                for file in self.watched:
                    if code.co_filename.endswith(f"/{file}"):
                        name = f"{file} {code.co_qualname}"
                        self.callers.setdefault(name, []).append(item.nodeid)

    def _call(self, frame: FrameType, _event: str, _argument: object) -> None:
        self._called.add(frame.f_code)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid or "import"


@dataclass
class Ran:
    """What came of a run: the test that failed, if any, and the processor time it took."""

    failed: str | None
    cpu: float
    said: dict[str, Any]


class Tree:
    """A copy of what the tests need, in which one file at a time is changed."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="freed6c-code-"))
        self.root = self.folder / "tree"
        leave = shutil.ignore_patterns("node_modules", "__pycache__", ".hypothesis")
        for name in ("compiler", "schemas", "rulesets", "tests"):
            shutil.copytree(ROOT / name, self.root / name, ignore=leave)
        shutil.copy(ROOT / "pyproject.toml", self.root)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, paths: Iterable[str], tests: Tests) -> Ran:
        """Run tests in a copy of this process, in which nothing of freed6c has been imported."""
        work = self.folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        sys.stdout.flush()
        process = os.fork()
        if not process:
            try:
                self._run_here(list(paths), tests, work)
            finally:
                os._exit(9)
        _, status, used = os.wait4(process, 0)
        took = used.ru_utime + used.ru_stime
        if not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 9:
            ended = (
                f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "exit"
            )
            return Ran(f"does not end: {ended}", took, {})
        said = json.loads((work / "said.json").read_text())
        failed = said["failed"]
        if failed is None and os.WEXITSTATUS(status) not in {0, 5}:
            failed = f"pytest ends with {os.WEXITSTATUS(status)}"
        return Ran(failed, took, said)

    def _run_here(self, paths: list[str], tests: Tests, work: Path) -> None:
        assert not any(name.partition(".")[0] == "freed6c" for name in sys.modules)
        silent = os.open(work / "output", os.O_RDWR | os.O_CREAT)
        for stream in (1, 2):
            os.dup2(silent, stream)
        code = str(self.root / "compiler")
        os.environ |= {"PYTHONPATH": code, "TMPDIR": str(work)}
        tempfile.tempdir = None
        sys.path.insert(0, code)
        os.chdir(self.root)
        resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        options += ["--hypothesis-profile", "mutants", "--basetemp", str(work / "temp")]
        result = pytest.main([*options, *paths], plugins=[tests])
        import freed6c

        assert Path(freed6c.__file__).is_relative_to(self.root)
        said = {
            "failed": tests.failed,
            "seconds": tests.seconds,
            "callers": tests.callers,
        }
        (work / "said.json").write_text(json.dumps(said))
        os._exit(int(result))

    def with_change(self, change: Change, run: Callable[[], str | None]) -> str | None:
        """What comes of something while a file is changed."""
        path = self.root / CODE / change.file
        before = path.read_bytes()
        try:
            path.write_bytes(change.text.encode())
            self._forget(path)
            return run()
        finally:
            path.write_bytes(before)
            self._forget(path)

    @staticmethod
    def _forget(path: Path) -> None:
        """Take away what Python kept of a file, which it tells by size and second alone."""
        for kept in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            kept.unlink()


class Part:
    """The own tests of a part: what they take, and who calls what."""

    def __init__(self, tree: Tree, name: str) -> None:
        self.tree = tree
        pattern, tests = PARTS[name]
        self.files: dict[str, str] = {}
        for test in tests:
            path, _, contains = test.partition("::")
            for found in sorted(tree.root.glob(path)):
                known = self.files.get(found.relative_to(tree.root).as_posix(), "")
                self.files[found.relative_to(tree.root).as_posix()] = "|".join(
                    filter(None, (known, contains))
                )
        code = [
            path.relative_to(tree.root / CODE).as_posix()
            for path in (tree.root / CODE).glob(pattern)
        ]
        ran = tree.run(self.files, Tests(self._own, watched=code))
        if ran.failed is not None:
            output = (tree.folder / "work" / "output").read_text()
            sys.exit(f"{name}: fails as it is: {ran.failed}\n{output[-3000:]}")
        self.seconds: dict[str, float] = ran.said["seconds"]
        self.callers: dict[str, list[str]] = ran.said["callers"]
        self.kills: Counter[tuple[str, str]] = Counter()
        print(
            f"{name}: {len(self.seconds)} tests in {len(self.files)} files,"
            f" {ran.cpu:.0f} s of processor time",
            flush=True,
        )

    def _own(self, test: str) -> bool:
        path, _, name = test.partition("::")
        return any(contains in name for contains in self.files[path].split("|"))

    def judged(self, change: Change) -> str | None:
        """The test that notices a change; None for one that survives."""

        def run() -> str | None:
            calling = set(self.callers.get(f"{change.file} {change.function}", ()))
            for wanted in (calling, self.seconds.keys() - calling):
                if wanted:
                    paths = sorted({test.partition("::")[0] for test in wanted})
                    tests = Tests(wanted.__contains__, order, limits=self.seconds)
                    ran = self.tree.run(paths, tests)
                    if ran.failed is not None:
                        return ran.failed
            return None

        def order(test: str) -> tuple[int, int, float]:
            return (
                -self.kills[change.file + change.function, test],
                -self.kills[change.file, test],
                self.seconds[test],
            )

        killer = self.tree.with_change(change, run)
        if killer is not None:
            self.kills[change.file + change.function, killer] += 1
            self.kills[change.file, killer] += 1
        return killer


def main() -> int:
    """Judge the sample of each part. Gives 1 if fewer than are wanted are killed."""
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--state", type=Path, help="what has been found out so far")
    asked.add_argument("--again", action="store_true", help="try survivors once more")
    asked.add_argument("--wanted", type=float, default=85.0, help="percent")
    words = asked.parse_args()
    known: dict[str, str | None] = {}
    if words.state and words.state.exists():
        known = json.loads(words.state.read_text())
    for name in OF_OTHERS:
        __import__(name)
    enough = True
    with Tree() as tree:
        for name in words.parts or PARTS:
            chosen = sample(tree.root, name, words.seed, words.count)
            open_ = [
                one
                for one in chosen
                if one.key not in known or (words.again and known[one.key] is None)
            ]
            part = Part(tree, name) if open_ else None
            for change in open_:
                assert part is not None
                begun = time.monotonic()
                killer = known[change.key] = part.judged(change)
                took = time.monotonic() - begun
                print(
                    f"{took:5.1f} s  {killer or 'SURVIVES'}  {_told(change)}",
                    flush=True,
                )
                if words.state:
                    words.state.write_text(json.dumps(known, indent=1))
            survivors = [one for one in chosen if known[one.key] is None]
            killed = 100 * (1 - len(survivors) / len(chosen))
            enough = enough and killed >= words.wanted
            print(
                f"\n{name}, seed {words.seed}: {len(chosen) - len(survivors)} of {len(chosen)}"
            )
            print(f"killed, {killed:.1f} %. Survivors:\n")
            for one in sorted(survivors, key=lambda one: (one.file, one.line)):
                print(_told(one))
    return int(not enough)


def _told(change: Change) -> str:
    return f"{change.file}:{change.line} {change.function}: `{change.was}` -> `{change.now}`"


if __name__ == "__main__":
    sys.exit(main())
