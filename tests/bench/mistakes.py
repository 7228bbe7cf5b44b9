"""Prints how well messages answer the wrong packs of tests/mistakes, and which they fail.

Run: python tests/bench/mistakes.py [SOURCE ...], the names of files there without ending; all, if
none is given. Of each pack: whether the first message mentions what any good one would (cause),
stands at the mistake (place), and offers an edit after which nothing is wrong, where one is surely
meant (way out). What has to be decided is not counted there: somebody has to read it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from freed6c.cli.fixing import fixed  # noqa: E402
from wrong_packs import (  # noqa: E402
    WrongPack,
    checked,
    first_problem,
    mentions,
    wrong_packs,
)

if TYPE_CHECKING:
    from freed6c.diagnostics.render import Placed


def main() -> None:
    """Check all, and print."""
    for source in sys.argv[1:] or ["*"]:
        packs = list(wrong_packs(source))
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            found = [judge(pack, pack.write(Path(folder))) for pack in packs]
            os.chdir(ROOT)
        causes, places, ways = (sum(each) for each in zip(*found, strict=True))
        sure = sum(pack.way_out == "edit" for pack in packs)
        print(f"{source}: {len(packs)} packs, cause {causes}, place {places}")
        print(f"way out by an edit: {ways} of {sure}")


def judge(pack: WrongPack, folder: Path) -> tuple[bool, bool, bool]:
    """Whether cause, place and way out are right; what is not, is printed."""
    first = first_problem(checked(folder))
    if first is None:
        print(f"{pack.name}: nothing is said\n    {pack.mistake}")
        return False, False, False
    said = words(first)
    cause = all(mentions(said, wanted) for wanted in pack.says)
    at = place(first, pack)
    right = at == pack.place or at.startswith(f"{pack.place}:")
    way = pack.way_out == "edit" and not fixed([str(folder)], ()).compiled.failed
    if not (cause and right):
        print(f"{pack.name}: {at} {said}\n    {pack.place} {', '.join(pack.says)}")
    return cause, right, way


def words(first: Placed) -> str:
    """All that is said of a problem."""
    problem = first.diagnostic
    ways = (way.text for way in problem.help)
    labels = (mark.text for mark in first.marks)
    return " | ".join(filter(None, (problem.message, *ways, *labels, *problem.notes)))


def place(first: Placed, pack: WrongPack) -> str:
    """Where it is, as the cases say it."""
    if first.spot is None:
        return ""
    spot = first.spot
    return f"{spot.file.removeprefix(f'{pack.folder}/')}:{spot.line}:{spot.column}"


if __name__ == "__main__":
    main()
