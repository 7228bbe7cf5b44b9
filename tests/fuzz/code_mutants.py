"""Changes the compiler's own code by one slip at a time: do the tests of that part notice?

    python tests/fuzz/code_mutants.py             # all parts; CODE_MUTANTS.md has what came of it
    python tests/fuzz/code_mutants.py dice --count 50 --seed 2
    python tests/fuzz/code_mutants.py --state FILE            # goes on where it was stopped
    python tests/fuzz/code_mutants.py --state FILE --again    # tries the survivors once more

(`mutants.py` damages packs; `freed6c test --mutate` moves values of packs.) A mutant is one file of
a copy of the tree with one slip (code_sites.py). It is killed if a test of that part fails, or
does not end. Tests that call the function go first, of those the ones that have noticed most.

Most are killed the quick way: all tests run once, then each slip is put into the functions of a
copy of that process. That can hide a slip, where something was made before, and never shows one
that is not there. So what is left runs the whole way: with the slip in its file, in a copy of a
process that has imported what others wrote and nothing of freed6c.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import accumulate, islice
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final, Self

import pytest
from code_sites import Change, changes
from hypothesis import HealthCheck, Phase, settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import FrameType

ROOT: Final = Path(__file__).parents[2]
CODE: Final = "compiler/freed6c"
UNIT: Final = "tests/unit"
PARTS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "notation": (
        "runtime/notation.py",
        (
            f"{UNIT}/test_dice_notation.py",
            f"{UNIT}/test_dice_amounts.py",
            f"{UNIT}/test_amounts.py",
        ),
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
    "formula": (
        "formula/*.py",
        (
            f"{UNIT}/test_formula_*.py",
            f"{UNIT}/test_expressions.py",
            "tests/test_cases_stages.py::link/formulas",
            "tests/test_cases_stages.py::link/what-could-be-meant",
            "tests/test_cases_stages.py::link/written-elsewhere",
        ),
    ),
    "dice": (
        "runtime/dice/*.py",
        (f"{UNIT}/test_dice_*.py", f"{UNIT}/test_odds_enumeration.py::of_core"),
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
BROKEN: Final = 9
"""The exit code of a copy that made a mistake itself."""
NEVER_ENDS: Final = "does not end"
LEAST: Final = 10
TIMES: Final = 10
"""A test may take so many seconds of processor time, and so many times what it needs."""

QUICK: Final = 20
"""After tests of so many seconds, the quick way is given up."""
CACHED: Final[Any] = type(cache(lambda: None))
FEW: Final = settings(
    derandomize=True,
    max_examples=20,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
)
"""The same examples each time, and few: also where a test asks for many."""


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
    return list(islice((one for one in found if one.is_python), count))


class Tests:
    """A plugin of pytest: which tests run, in which order, and which fails.

    With `watched` files it notes which of their functions each test calls; then come `changes`.
    """

    def __init__(
        self,
        wanted: Callable[[str], bool],
        order: Callable[[str], Any] | None = None,
        limits: Mapping[str, float] | None = None,
    ) -> None:
        self.wanted, self.order, self.limits = wanted, order, limits
        self.failed: str | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave those that are wanted, the best first."""
        items[:] = [item for item in items if self.wanted(item.nodeid)]
        for item in items:
            test: Any = getattr(item, "obj", None)
            test = getattr(test, "__func__", test)
            if getattr(test, "is_hypothesis_test", False):
                test._hypothesis_internal_use_settings = FEW
        if self.order is not None:
            order = self.order
            items.sort(key=lambda item: order(item.nodeid))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """End this process where a test does not end."""
        if self.limits is not None:
            limit = LEAST + TIMES * self.limits[item.nodeid]
            signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid or "import"


class WarmTests(Tests):
    """All tests of a part: what each takes and calls; then, in copies of the process, changes."""

    def __init__(
        self,
        wanted: Callable[[str], bool],
        files: Sequence[str],
        changes: Sequence[Change],
        note: Callable[[Change, str | None], None],
    ) -> None:
        super().__init__(wanted)
        self.files, self.changes, self.note = files, changes, note
        self.seconds: dict[str, float] = {}
        self.callers: dict[str, list[str]] = {}
        self.kills: Counter[tuple[str, str]] = Counter()
        self._called: set[CodeType] = set()
        self._functions: dict[tuple[str, str, int], list[FunctionType]] = {}
        self._caches: list[Any] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Note what a test takes, and what it calls."""
        if self.limits is not None:
            return (yield from super().pytest_runtest_protocol(item))
        begun = time.process_time()
        self._called = set()
        sys.settrace(self._call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.seconds[item.nodeid] = time.process_time() - begun
            for code in self._called:
                if file := self._file(code):
                    name = f"{file} {code.co_qualname}"
                    self.callers.setdefault(name, []).append(item.nodeid)

    def _call(self, frame: FrameType, _event: str, _argument: object) -> None:
        self._called.add(frame.f_code)

    def _file(self, code: CodeType) -> str | None:
        """The file of the part that code comes from; a package has copies in its `_runtime`."""
        path = code.co_filename.replace("/_runtime/", "/runtime/")
        return next((file for file in self.files if path.endswith(f"/{file}")), None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Any:
        """All tests, and then the changes."""
        done = yield
        if self.failed is None:
            self.limits = self.seconds
            for one in gc.get_objects():
                if isinstance(one, FunctionType) and (file := self._file(one.__code__)):
                    code = one.__code__
                    key = (file, code.co_qualname, code.co_firstlineno)
                    self._functions.setdefault(key, []).append(one)
                elif isinstance(one, CACHED) and self._file(one.__wrapped__.__code__):
                    self._caches.append(one)
            gc.freeze()
            items = {item.nodeid: item for item in session.items}
            for change in self.changes:
                killer = self._judged(change, items)
                if killer is not None:
                    self.kills[change.file + change.function, killer] += 1
                    self.kills[change.file, killer] += 1
                self.note(change, killer)
        return done

    def order_for(self, change: Change) -> Callable[[str], Any]:
        """First what will probably notice it soonest, going by what it has noticed so far."""

        def soonness(test: str) -> float:
            here = self.kills[change.file + change.function, test]
            chance = 4 * here + self.kills[change.file, test] + 0.1
            return -chance / (self.seconds[test] + 0.02)

        return soonness

    def _judged(self, change: Change, items: Mapping[str, pytest.Item]) -> str | None:
        """The test that notices a change, of those that call the function."""
        calling = self.callers.get(f"{change.file} {change.function}", [])
        if not calling:
            return None
        reading, writing = os.pipe()
        process = os.fork()
        if not process:
            try:
                if self._put(change):
                    tests = sorted(set(calling), key=self.order_for(change))
                    taken = accumulate(self.seconds[test] for test in tests)
                    few = [
                        items[test]
                        for test, before in zip(tests, [0, *taken], strict=False)
                        if before < QUICK
                    ]
                    failed = self._first_failed(few)
                    os.write(writing, (failed or "").encode())
                os._exit(0)
            finally:
                os._exit(1)
        os.close(writing)
        with os.fdopen(reading) as said:
            failed = said.read()
        _, status = os.waitpid(process, 0)
        return failed or (NEVER_ENDS if os.WIFSIGNALED(status) else None)

    def _put(self, change: Change) -> bool:
        """Put the code of a change in the place of what runs; False if it is in no function."""
        for kept in self._caches:
            kept.cache_clear()
        outer = change.function.partition(".<locals>.")[0]
        put = False
        left = [compile(change.text, change.file, "exec")]
        while left:
            code = left.pop()
            left += [one for one in code.co_consts if isinstance(one, CodeType)]
            key = (change.file, code.co_qualname, code.co_firstlineno)
            for function in (
                self._functions.get(key, ()) if code.co_qualname == outer else ()
            ):
                if function.__code__.co_freevars == code.co_freevars:
                    function.__code__ = code
                    put = True
        return put

    def _first_failed(self, items: Sequence[pytest.Item]) -> str | None:
        for item, after in zip(items, [*items[1:], None], strict=True):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed is not None:
                return self.failed
        return None


@dataclass
class Ran:
    """What came of a run: the test that failed, if any, and the processor time it took."""

    failed: str | None
    cpu: float


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

    def run(
        self,
        paths: Iterable[str],
        tests: Tests,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> Ran:
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
                os._exit(BROKEN)
        meanwhile()
        _, status, used = os.wait4(process, 0)
        took = used.ru_utime + used.ru_stime
        if os.WIFSIGNALED(status):
            return Ran(NEVER_ENDS, took)
        assert os.WEXITSTATUS(status) != BROKEN, (work / "output").read_text()
        failed = (work / "failed").read_text() or None
        if failed is None and os.WEXITSTATUS(status) not in {0, 5}:
            failed = f"pytest ends with {os.WEXITSTATUS(status)}"
        return Ran(failed, took)

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
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        options += ["--basetemp", str(work / "temp")]
        result = pytest.main([*options, *paths], plugins=[tests])
        import freed6c

        assert Path(freed6c.__file__).is_relative_to(self.root)
        (work / "failed").write_text(tests.failed or "")
        os._exit(int(result))

    @contextmanager
    def changed(self, change: Change) -> Iterator[None]:
        """Change a file for a while."""
        path = self.root / CODE / change.file
        before = path.read_bytes()
        try:
            path.write_bytes(change.text.encode())
            self._forget(path)
            yield
        finally:
            path.write_bytes(before)
            self._forget(path)

    @staticmethod
    def _forget(path: Path) -> None:
        """Take away what Python kept of a file, which it tells by size and second alone."""
        for kept in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            kept.unlink()


class Part:
    """The own tests of a part."""

    def __init__(self, tree: Tree, name: str) -> None:
        self.tree, self.name = tree, name
        pattern, tests = PARTS[name]
        self.code = [
            path.relative_to(tree.root / CODE).as_posix()
            for path in sorted((tree.root / CODE).glob(pattern))
        ]
        self.files: dict[str, list[str]] = {}
        for test in tests:
            path, _, contains = test.partition("::")
            for found in sorted(tree.root.glob(path)):
                file = found.relative_to(tree.root).as_posix()
                self.files.setdefault(file, []).append(contains)

    def own(self, test: str) -> bool:
        """Whether a test is one of them."""
        path, _, name = test.partition("::")
        return any(contains in name for contains in self.files[path])

    def judge(
        self,
        changes: Sequence[Change],
        note: Callable[[Change, str | None], None],
        *,
        quick: bool,
    ) -> None:
        """Note which test notices each change, or None; `quick`: the quick way alone."""
        by_key = {change.key: change for change in changes}
        seconds: dict[str, float] = {}
        callers: dict[str, list[str]] = {}
        left: list[Change] = []
        reading, writing = os.pipe()

        def tell(*said: Any) -> None:
            os.write(writing, f"{json.dumps(said)}\n".encode())

        def tell_change(change: Change, killer: str | None) -> None:
            if change is changes[0]:
                tell("tests", warm.seconds, warm.callers)
            tell("change", change.key, killer)

        def listen() -> None:
            os.close(writing)
            with os.fdopen(reading) as told:
                for line in told:
                    match json.loads(line):
                        case ["tests", each, who]:
                            seconds.update(each)
                            callers.update(who)
                        case ["change", key, None]:
                            left.append(by_key[key])
                            print(f"not yet  {_told(by_key[key])}", flush=True)
                        case ["change", key, killer]:
                            note(by_key[key], killer)

        warm = WarmTests(self.own, self.code, changes, tell_change)
        ran = self.tree.run(self.files, warm, listen)
        if ran.failed is not None:
            output = (self.tree.folder / "work" / "output").read_text()
            sys.exit(f"{self.name}: fails as it is: {ran.failed}\n{output[-3000:]}")
        print(f"{self.name}: {len(left)} of {len(changes)} are left", flush=True)
        warm.seconds, warm.callers = seconds, callers
        for change in left if not quick else ():
            note(change, self._judged_cold(change, warm))

    def _judged_cold(self, change: Change, known: WarmTests) -> str | None:
        """The test that notices a change that was there from the beginning."""
        calling = set(known.callers.get(f"{change.file} {change.function}", ()))
        order = known.order_for(change)
        with self.tree.changed(change):
            for wanted in (calling, known.seconds.keys() - calling):
                if wanted:
                    paths = sorted({test.partition("::")[0] for test in wanted})
                    tests = Tests(wanted.__contains__, order, known.seconds)
                    ran = self.tree.run(paths, tests)
                    if ran.failed is not None:
                        return ran.failed
        return None


def main() -> int:
    """Judge the sample of each part. Gives 1 if fewer than are wanted are killed."""
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--state", type=Path, help="what has been found out so far")
    asked.add_argument(
        "--quick",
        action="store_true",
        help="the quick way alone; what is left stays open",
    )
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

            def note(change: Change, killer: str | None) -> None:
                known[change.key] = killer
                print(f"{killer or 'SURVIVES'}  {_told(change)}", flush=True)
                if words.state:
                    words.state.write_text(json.dumps(known, indent=1))

            if open_:
                Part(tree, name).judge(open_, note, quick=words.quick)
            survivors = [one for one in chosen if known.get(one.key) is None]
            killed = 100 * (1 - len(survivors) / len(chosen))
            enough = enough and killed >= words.wanted
            print(
                f"\n{name}, seed {words.seed}: {len(chosen) - len(survivors)} of {len(chosen)}"
            )
            print(f"killed, {killed:.1f} %. Survivors:\n")
            for one in sorted(survivors, key=lambda one: (one.file, one.line)):
                said = "" if one.key in known else "not yet: "
                print(f"{said}{_told(one)}")
    return int(not enough)


def _told(change: Change) -> str:
    return f"{change.file}:{change.line} {change.function}: `{change.was}` -> `{change.now}`"


if __name__ == "__main__":
    sys.exit(main())
