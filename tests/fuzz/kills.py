"""Kills builds, and looks at what the next one makes of it: `python tests/fuzz/kills.py 300`.

In turn: a small pack and a large one, into an empty folder and over an older output. Half of them
are killed at any moment, half once they begin to write. The next build, with what the killed one
kept, has to leave the output exactly as a build that nobody disturbed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
from mixed import write_mixed

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGE: Final = 200
"""Entries of the large pack."""
SMALL: Final = """\
pack: kept
title: One
version: 1.0.0
die-codes: {pips-per-die: 4, smallest: 1D}
abilities:
  glow: {name: Glow, skills: {shine: {name: Shine}}}
"""
TITLE: Final = re.compile("^title: .*$", re.MULTILINE)
TITLES: Final = ("One", "Another")
OUT: Final = Path("generated")
OURS: Final = ".freed6c-"
"""How the names begin of what a build leaves only if it is killed."""


def content_of(folder: Path) -> dict[str, bytes]:
    """Every file by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def without_ours(content: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: raw for name, raw in content.items() if OURS not in name}


@dataclass
class Subject:
    """A pack that says one thing or another, and what a whole build of each comes to."""

    folder: Path
    manifest: str
    wholes: list[dict[str, bytes]] = field(default_factory=list)
    seconds: float = 0.0

    def says(self, turn: int) -> None:
        """Let the pack say what it says in this turn."""
        text = TITLE.sub(f"title: {TITLES[turn]}", self.manifest)
        (self.folder / "pack.yaml").write_text(text)

    def start(self) -> subprocess.Popen[bytes]:
        """A build, in a process of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "freed6c", "build", str(self.folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def build(self) -> None:
        """A whole build."""
        process = self.start()
        _, said = process.communicate()
        assert process.returncode == 0, said.decode()

    def learn(self) -> None:
        """Find out what whole builds come to, and how long they take."""
        for turn in range(len(TITLES)):
            self.says(turn)
            shutil.rmtree(OUT, ignore_errors=True)
            begun = time.monotonic()
            self.build()
            self.seconds = time.monotonic() - begun
            self.wholes.append(content_of(OUT))
        assert self.wholes[0] != self.wholes[1]


def kill(subject: Subject, chance: random.Random) -> None:
    """Start a build and kill it: at any moment, or soon after there is a stage."""
    process = subject.start()
    if chance.random() < 0.5:
        time.sleep(chance.uniform(0, 1.1 * subject.seconds))
    else:
        while process.poll() is None and not any(OUT.glob(f"*/*/{OURS}*")):
            pass
        time.sleep(chance.uniform(0, 0.1 * subject.seconds))
    process.kill()
    process.communicate()


def left(subject: Subject, old: int | None, new: int) -> str:
    """What a killed build left: what was there, what was wanted, or neither."""
    found = without_ours(content_of(OUT))
    if found == without_ours(subject.wholes[new]):
        return "new"
    if found == ({} if old is None else without_ours(subject.wholes[old])):
        return "old"
    return "mended"


def kills(count: int, subjects: list[Subject], seed: int = 0) -> Counter[str]:
    """Kill so many builds. Raises AssertionError where the next one leaves anything else."""
    chance = random.Random(seed)
    counted: Counter[str] = Counter()
    turns = product(range(count), subjects, (True, False))
    for number, subject, fresh in islice(turns, count):
        old, new = number % 2, 1 - number % 2
        shutil.rmtree(OUT, ignore_errors=True)
        if not fresh:
            subject.says(old)
            subject.build()
        subject.says(new)
        kill(subject, chance)
        counted[left(subject, None if fresh else old, new)] += 1
        subject.build()
        found = content_of(OUT)
        assert found == subject.wholes[new], differing(found, subject.wholes[new])
    return counted


def differing(found: Mapping[str, bytes], wanted: Mapping[str, bytes]) -> str:
    names = [
        name
        for name in sorted({*found, *wanted})
        if found.get(name) != wanted.get(name)
    ]
    return f"not whole: {', '.join(names[:20])}"


def main() -> None:
    """Kill as many as are asked for, in a folder of its own."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("count", nargs="?", type=int, default=300)
    asked.add_argument("--seed", type=int, default=0)
    words = asked.parse_args()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["FREED6C_CACHE"] = str(Path(folder, "cache"))
        Path("small").mkdir()
        large = write_mixed(Path(), LARGE)
        subjects = [
            Subject(Path("small"), SMALL),
            Subject(large, (large / "pack.yaml").read_text()),
        ]
        for subject in subjects:
            subject.learn()
        counted = kills(words.count, subjects, words.seed)
    print(f"{words.count} builds killed, all made whole: {dict(counted)}")


if __name__ == "__main__":
    main()
