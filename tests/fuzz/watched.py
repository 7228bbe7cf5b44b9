"""Work in copies of this process, each with limits; a copy begins with all that is imported here.

So each has its own figures, and what one does, or breaks, the next does not see.
"""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from judging import Clock, Finding, Judge, raised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from families import Family

SECONDS: Final = 5.0
"""Processor time that a step may take: a check, one target, the package's examples."""
MEGABYTES: Final = 512
"""Memory that all of it may take."""
CUT_SECONDS: Final = 40
CUT_WALL: Final = 300
CUT_BYTES: Final = 2 * 1024**3
"""Where the system ends what does not end: all steps together, and the time that sleeping takes."""


@dataclass
class Verdict:
    """What came of one family: how far it went, what was found, and what it took."""

    name: str
    came_to: str
    findings: list[Finding]
    seconds: float = 0.0
    """The longest step."""
    megabytes: float = 0.0


class Watch:
    """Judges families, several at once. The folder for them is its own, and goes at the end."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.root = Path(tempfile.mkdtemp(prefix="freed6c-fuzz-"))
        self._copies: dict[int, tuple[str, Path]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._copies:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        shutil.rmtree(self.root, ignore_errors=True)

    def verdicts(
        self, names: Iterator[str], made: Callable[[str], Family]
    ) -> Iterator[Verdict]:
        """The verdict on each, in the order in which they end."""
        for name in names:
            self._start(name, made)
            if len(self._copies) >= self.jobs:
                yield self._ended(*os.wait4(-1, 0))
        while self._copies:
            yield self._ended(*os.wait4(-1, 0))

    def _start(self, name: str, made: Callable[[str], Family]) -> int:
        folder = Path(tempfile.mkdtemp(dir=self.root))
        process = os.fork()
        if process:
            self._copies[process] = name, folder
            return process
        try:
            _judge_here(folder, made, name)
        finally:
            os._exit(0)

    def _ended(
        self, process: int, status: int, used: resource.struct_rusage
    ) -> Verdict:
        name, folder = self._copies.pop(process)
        megabytes = used.ru_maxrss / 1024
        step = _read(folder / "step")
        told = _read(folder / "said")
        if os.WIFSIGNALED(status) or not told:
            ended = (
                signal.Signals(os.WTERMSIG(status)).name
                if os.WIFSIGNALED(status)
                else f"exit {os.WEXITSTATUS(status)}"
            )
            where = _read(folder / "trace")
            found = [Finding(f"ended: {ended} in {step}", where)]
            verdict = Verdict(name, "ended", found, CUT_SECONDS, megabytes)
        else:
            said = json.loads(told)
            found = [Finding(*each) for each in said["findings"]]
            slowest = max(said["steps"], key=said["steps"].__getitem__)
            seconds = said["steps"][slowest]
            if seconds > SECONDS:
                found.append(Finding(f"too slow: {slowest}", f"{seconds:.1f} s"))
            verdict = Verdict(name, said["came_to"], found, seconds, megabytes)
        if megabytes > MEGABYTES:
            verdict.findings.append(Finding("too large", f"{megabytes:.0f} MiB"))
        shutil.rmtree(folder, ignore_errors=True)
        return verdict


def _judge_here(folder: Path, made: Callable[[str], Family], name: str) -> None:
    """Judge in this process, which is a copy, and leave what was found in the folder."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends all
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    trace = (folder / "trace").open("w")
    faulthandler.register(signal.SIGXCPU, file=trace, chain=True)
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    clock = Clock(folder / "step")
    clock.begin("damage")
    family = made(name)
    place = folder / "packs"
    place.mkdir()
    family.write(place)
    os.chdir(place)
    resource.setrlimit(resource.RLIMIT_AS, (CUT_BYTES, CUT_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CUT_SECONDS, CUT_SECONDS + 5))
    signal.alarm(CUT_WALL)
    judge = Judge(folder, clock.begin)
    try:
        came_to = judge.judge(family.target, family.layers)
    except BaseException as error:  # noqa: BLE001 - SystemExit, too, may not be
        came_to = "ended"
        judge.found.append(raised(error))
    clock.begin("")
    clock.steps.pop("damage", None)
    said = {"came_to": came_to, "findings": judge.found, "steps": clock.steps}
    (folder / "said").write_text(json.dumps(said))


def _read(path: Path) -> str:
    with suppress(OSError):
        return path.read_text()
    return ""


def warm_up(families: Iterator[Family]) -> None:
    """Import and make what every copy needs, by judging some families here."""
    import gc

    before = Path.cwd()
    path, limit = list(sys.path), sys.getrecursionlimit()
    for family in families:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder, "packs")
            place.mkdir()
            family.write(place)
            os.chdir(place)
            Judge(Path(folder), lambda _: None).judge(family.target, family.layers)
            os.chdir(before)
    sys.path[:] = path
    sys.setrecursionlimit(limit)
    gc.collect()
    gc.freeze()
    gc.disable()  # as the command does
