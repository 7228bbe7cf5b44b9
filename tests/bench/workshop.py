"""Where rows are measured: processes, what they cost, and the folders that they work in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HERE: Final = Path(__file__).parent
PINS: Final = HERE / "yardsticks.txt"


class MissingYardstickError(Exception):
    """A yardstick that could not be installed."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of the processor, of all processes; of the clock; MiB of the largest process."""

    processor: float
    wall: float
    peak: float = 0

    def __add__(self, then: Cost) -> Cost:
        """Both, one after the other."""
        return Cost(
            self.processor + then.processor,
            self.wall + then.wall,
            max(self.peak, then.peak),
        )


@dataclass(frozen=True, slots=True)
class Side:
    """Something that runs Python: freed6c, or what it is measured against."""

    python: str
    folder: Path
    """Its own, for what it makes and keeps."""
    variables: dict[str, str]

    @property
    def kept(self) -> Path:
        """What it keeps between runs, where that is wanted."""
        return self.folder / "cache"

    def run(self, *words: object, cache: Path | None = None) -> Cost:
        """What a process of its Python costs, from its start to its end."""
        return self.process(self.python, *words, cache=cache)

    def freed6c(self, *words: object, cache: Path | None = None) -> Cost:
        """What a command of freed6c costs; it finds an empty cache if none is named."""
        if cache is not None:
            return self.run("-m", "freed6c", *words, cache=cache)
        with tempfile.TemporaryDirectory(dir=self.folder) as empty:
            return self.run("-m", "freed6c", *words, cache=Path(empty))

    def in_process(self, name: str, *given: object) -> Cost:
        """What a part of the work costs, in a process that has got ready for it."""
        script = HERE / "in_process.py"
        ran = subprocess.run(
            [self.python, str(script), name, *map(str, given)],
            capture_output=True,
            check=True,
            env=self.variables,
        )
        return Cost(*json.loads(ran.stdout))

    def process(self, *command: object, cache: Path | None = None) -> Cost:
        """What any process costs, with those that it starts."""
        variables = self.variables | {"FREED6C_CACHE": str(cache or "")}
        with tempfile.TemporaryFile() as said:
            begun = time.perf_counter()
            with subprocess.Popen(
                list(map(str, command)), stdout=said, stderr=said, env=variables
            ) as process:
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            wall = time.perf_counter() - begun
            if process.returncode:
                said.seek(0)
                raise subprocess.CalledProcessError(
                    process.returncode, list(map(str, command)), stderr=said.read()
                )
        return Cost(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024)

    def source(self) -> Path:
        """Where its freed6c lies."""
        code = "import freed6c; print(freed6c.__file__)"
        ran = subprocess.run(
            [self.python, "-c", code],
            capture_output=True,
            check=True,
            env=self.variables,
            text=True,
        )
        return Path(ran.stdout.strip()).parent

    def tool(self, pattern: str) -> Path:
        """A program that one of the yardsticks brought."""
        for found in self.folder.rglob(pattern):
            return found
        raise MissingYardstickError(pattern)

    def fresh(self, measure: Callable[[Path], Cost]) -> Cost:
        """Measure what writes into a folder that is not there yet, and throw it away."""
        out = self.folder / "out"
        try:
            return measure(out)
        finally:
            shutil.rmtree(out, ignore_errors=True)


def variables(path: str = "") -> dict[str, str]:
    """The environment of a process: byte-code is kept, and modules come from `path`."""
    dropped = {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "FREED6C_CACHE"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return kept | {"FREED6C_CACHE": ""} | ({"PYTHONPATH": path} if path else {})


@dataclass(frozen=True, slots=True)
class Workshop:
    """All sides, and the packs and sites that they are given, made once."""

    folder: Path
    ours: Side
    yardsticks: Side
    made: dict[str, Path] = field(default_factory=dict)

    def once(self, name: str, make: Callable[[Path], Path]) -> Path:
        """What `make` makes in a folder of that name."""
        if name not in self.made:
            place = self.folder / name
            place.mkdir()
            self.made[name] = make(place)
        return self.made[name]


def side(python: str, folder: Path, path: str = "") -> Side:
    folder.mkdir(parents=True, exist_ok=True)
    return Side(python, folder, variables(path))


def open_workshop(folder: Path, installed: Path | None) -> Workshop:
    """A workshop; what `installed` lacks of the yardsticks is installed there."""
    import freed6c

    place = installed or folder / "yardsticks"
    own = side(sys.executable, folder / "ours", str(Path(freed6c.__file__).parents[1]))
    own.run("-m", "compileall", "-q", own.source())
    return Workshop(folder, own, Side(install(place), place, variables()))


def install(place: Path) -> str:
    """Install the yardsticks, those that can be; give the Python that has them."""
    if not place.exists():
        with suppress(subprocess.CalledProcessError):  # some Pythons come without pip
            venv.create(place, with_pip=True)
    python = str(place / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    if call([*pip, "-r", str(PINS)]):
        for pin in pins():
            if call([*pip, pin]):
                print(f"{pin} cannot be installed", file=sys.stderr)
    return python


def call(command: Sequence[str]) -> int:
    return subprocess.run(
        command, check=False, capture_output=True, env=variables()
    ).returncode


def pins() -> list[str]:
    """The yardsticks, with their versions."""
    return [line for line in PINS.read_text().splitlines() if "==" in line]
