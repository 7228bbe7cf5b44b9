"""Runs command lines of freed6c in one process, on a machine that is odd in the ways asked for.

It is given an `Order` as JSON, and needs freed6c and the standard library alone: other Pythons run
it, and Pyodide (`odd_machine.mjs`). What each command says, and its exit code, it writes down.
"""

from __future__ import annotations

import datetime as dt
import json
import locale
import os
import random
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


class Order(TypedDict, total=False):
    """What to do: command lines by name, and the folder for what they say.

    `shuffled` is a seed: folders list what they hold in an order of chance. `clock` is what time
    it is, in seconds since 1970. `missing` are modules that cannot be imported.
    """

    commands: Mapping[str, Sequence[str]]
    said: str
    shuffled: int
    clock: int
    missing: Sequence[str]


def carry_out(order: Order) -> None:
    with suppress(locale.Error):  # there is none of that name
        locale.setlocale(locale.LC_ALL, "")
    if "shuffled" in order:
        shuffle_folders(random.Random(order["shuffled"]))
    if "clock" in order:
        set_clock(order["clock"])
    sys.modules.update(dict.fromkeys(order.get("missing", ())))  # type: ignore[arg-type]
    for name, words in order["commands"].items():
        run(Path(order["said"], name), words)


def run(said: Path, words: Sequence[str]) -> None:
    """Run a command as its entry point does, but for ending the process."""
    from freed6c import __main__

    vars(__main__)["_leave"] = sys.exit
    sys.argv = ["freed6c", *words]
    streams = sys.stdout, sys.stderr
    said.parent.mkdir(parents=True, exist_ok=True)
    with said.open("w", encoding="utf-8", newline="\n") as file:
        sys.stdout = sys.stderr = file
        try:
            __main__.main()
        except SystemExit as ended:
            file.write(f"exit code {ended.code or 0}\n")
        finally:
            sys.stdout, sys.stderr = streams


def shuffle_folders(chance: random.Random) -> None:
    listdir, scandir = os.listdir, os.scandir

    def listed(*folder: Any) -> list[Any]:
        names = listdir(*folder)
        chance.shuffle(names)
        return names

    class Scanned:
        def __init__(self, *folder: Any) -> None:
            with scandir(*folder) as entries:
                found = list(entries)
            chance.shuffle(found)
            self.left = iter(found)

        def __iter__(self) -> Iterator[Any]:
            return self.left

        def __next__(self) -> Any:
            return next(self.left)

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    vars(os).update(listdir=listed, scandir=Scanned)


def set_clock(now: int) -> None:
    local, universal = time.localtime, time.gmtime

    class Moment(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Self:
            return cls.fromtimestamp(now, tz)

    vars(dt)["datetime"] = Moment
    vars(time).update(
        time=lambda: float(now),
        time_ns=lambda: now * 1_000_000_000,
        localtime=lambda at=now: local(at),
        gmtime=lambda at=now: universal(at),
    )


if __name__ == "__main__":
    carry_out(json.loads(sys.argv[1]))
