"""Large packs are emitted in two processes, and what comes out is the same as from one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

sys.path.insert(0, str(Path(__file__).parent / "bench"))
from mixed import write_mixed

if TYPE_CHECKING:
    from collections.abc import Mapping

BUILD: Final = """
import json, os, sys
from freed6c.emit import BACKENDS, two_processes
from freed6c.pipeline import compile_packs, emit_targets

pack, how = sys.argv[1:]
first, python, ids = os.getpid(), BACKENDS["python"], []

def noted(*given):
    ids.append(os.getpid())
    if how == "failing" and os.getpid() != first:
        raise ValueError("in the copy alone")
    return python(*given)

def refused():
    raise BlockingIOError

BACKENDS["python"] = noted
if how == "refused":
    os.fork = refused
two_processes.MANY = 10_000 if how == "one" else 10
compiled = compile_packs(pack)
made = emit_targets(compiled.ruleset, ("python", "html", "json"), compiled.packs)
files = {target: {f.path: f.digest.hex() for f in all_} for target, all_ in made.items()}
print(json.dumps([list(files), files, len(ids)]))
"""


def built(pack: Path, how: str) -> tuple[list[str], Mapping[str, object], int]:
    """The targets in order, the hashes of their files, and how often this process made Python."""
    command = [sys.executable, "-c", BUILD, str(pack), how]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not ended.stderr
    order, files, count = json.loads(ended.stdout)
    return order, files, count


@pytest.mark.skipif(sys.platform == "win32", reason="there processes are not copied")
def test_two_make_what_one_makes(tmp_path: Path) -> None:
    pack = write_mixed(tmp_path, 40)
    order, files, count = built(pack, "one")
    assert (order, count) == (["python", "html", "json"], 1)
    assert built(pack, "two") == (order, files, 0)
    # What fails in the copy is made, or fails, here.
    assert built(pack, "failing") == (order, files, 1)
    # So is all of it where the machine gives no second process.
    assert built(pack, "refused") == (order, files, 1)
