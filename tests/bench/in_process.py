"""What is measured within a process: imports and what goes before are not counted.

`python tests/bench/in_process.py NAME ARGUMENTS` prints the seconds of the processor, and of the
clock. Each function here gets ready and returns what is to be measured.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Measured = Callable[[], object]

TOP: Final = 120
"""The total up to which odds are wanted."""
DEPTH: Final = 19
"""How often a die explodes for those that have to cut it off."""


def linked(small: str, pack: str) -> Measured:
    """From YAML to a typed ruleset; `small` goes the same way before, for what it loads."""
    from freed6c.diagnostics.diagnostic import has_errors
    from freed6c.link import link
    from freed6c.load import load
    from freed6c.overlay import overlay
    from freed6c.validate import validate
    from freed6c.validate.files import validate_touched

    def compile_it(named: str) -> None:
        packs, found = load(named)
        found += validate(packs)
        merged, problems = overlay(packs)
        _, of_links = link(merged)
        assert not has_errors([*found, *problems, *validate_touched(merged), *of_links])

    compile_it(small)
    return lambda: compile_it(pack)


def libyaml(*folders: str) -> Measured:
    """Read and parse each file to events, of which no Python object is made."""
    parser = import_module("_ruamel_yaml").CParser
    files = [file for folder in folders for file in Path(folder).rglob("*.yaml")]

    def parse() -> None:
        for file in files:
            parser(file.read_bytes()).raw_parse()

    return parse


def pages(pack: str) -> Measured:
    """From the ruleset to the finished pages of a site, links checked; nothing is written."""
    from freed6c.pipeline import compile_packs, emit_targets

    ruleset = compile_packs(pack).ruleset
    assert ruleset is not None
    return lambda: emit_targets(ruleset, ["html"])


# Exact chances of a pool's totals, asked for the first time: the best `size` of `size` + 2 dice,
# one of which explodes.


def odds(size: str) -> Measured:
    """Ours, which cuts nothing off."""
    from freed6c.pipeline import compile_packs
    from freed6c.runtime.dice.pool import parse
    from freed6c.runtime.odds.answer import odds

    ruleset: Any = compile_packs("core").ruleset
    check = ruleset.entries["dice.check"]
    return lambda: odds(check, parse(f"{size}D WD B2", check, 3)).at_least(TOP)


def rolls(module: str, text: str, path: str) -> Measured:
    """Roll a text with a module, which is at that path if it isn't installed."""
    sys.path.append(path)
    roll = import_module(module).roll
    return lambda: [roll(text) for _ in range(2000)]


def icepool(size: str) -> Measured:
    """That of icepool."""
    from icepool import Pool, d6

    def ask() -> Any:
        pool = Pool([*[d6] * (int(size) + 1), d6.explode(depth=DEPTH)])
        return pool.highest(int(size)).sum().probability(">=", TOP)

    return ask


def usage() -> float:
    """Seconds of the processor, with those of processes that it started."""
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def main() -> None:
    """Measure one."""
    name, *given = sys.argv[1:]
    gc.disable()  # as the command line does
    measured: Measured = globals()[name](*given)
    wall, processor = time.perf_counter(), usage()
    measured()
    spent = [usage() - processor, time.perf_counter() - wall]
    print(json.dumps(spent), flush=True)
    os._exit(0)  # not to wait for what is thrown away


if __name__ == "__main__":
    main()
