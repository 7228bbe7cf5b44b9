"""Prints how well messages answer the wrong packs of tests/mistakes, and which they fail.

Run: python tests/bench/mistakes.py [NAME ...] [--beside FOLDER], the names of files there without
ending, or of packs in them; all, if none is given. Of each pack: whether the first message mentions
what any good one would (cause), stands at the mistake (place), and offers an edit that comes to
what its author would have written, where one is surely meant (way out). What has to be decided is
not counted there: somebody has to read it.

With `--beside`, FOLDER has check-jsonschema and yamllint in it (`bin` of an environment). The first
is given the schemas that `freed6c schema` writes for a house rule on core, which know its ids, and
the second is as it comes. Neither offers ways out; the first tells no lines.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from wrong_packs import (  # noqa: E402
    WrongPack,
    causes,
    checked,
    first_problem,
    is_mended,
    place,
    words,
    wrong_packs,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


def main() -> None:
    """Check all, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=["*"])
    parser.add_argument("--beside", type=Path)
    options = parser.parse_args()
    for source in options.names:
        named = [pack for pack in wrong_packs() if pack.name == source]
        packs = named or list(wrong_packs(source))
        if options.beside:
            print_others(packs, options.beside.resolve())
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            found = [judge(pack, Path(folder) / pack.name) for pack in packs]
            os.chdir(ROOT)
        causes, places, ways = (sum(each) for each in zip(*found, strict=True))
        sure = sum(pack.way_out == "edit" for pack in packs)
        print(f"{source}: {len(packs)} packs, cause {causes}, place {places}")
        print(f"way out by an edit: {ways} of {sure}")


def judge(pack: WrongPack, folder: Path) -> tuple[bool, bool, bool]:
    """Whether cause, place and way out are right; what is not, is printed."""
    home = pack.write(folder / "wrong")
    first = first_problem(checked(home))
    if first is None:
        print(f"{pack.name}: nothing is said\n    {pack.mistake}")
        return False, False, False
    said = words(first)
    cause = causes(said, pack)
    at = place(first, home.name)
    right = at == pack.place or at.startswith(f"{pack.place}:")
    if not (cause and right):
        print(f"{pack.name}: {at} {said}\n    {pack.place} {', '.join(pack.says)}")
    way = pack.way_out == "edit" and is_mended(pack, home, folder / "right")
    if pack.way_out == "edit" and not way and cause and right:
        print(f"{pack.name}: {said}\n    is not mended so")
    return cause, right, way


def print_others(packs: Sequence[WrongPack], programs: Path) -> None:
    """What tools for any YAML make of the packs."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        empty = Path("empty")
        empty.mkdir()
        (empty / "pack.yaml").write_text("pack: empty\nextends: core\n")
        run(sys.executable, "-m", "freed6c", "schema", "empty")
        schema, lint = [], []
        for pack in packs:
            home = pack.write(Path(folder) / "packs")
            answers = []
            for file in sorted(home.rglob("*.y*ml")):
                kind = "pack" if file.name == "pack.yaml" else "rules"
                against = f"empty/.freed6c/{kind}.schema.json"
                given = ("--schemafile", against, file)
                answers.append(run(programs / "check-jsonschema", *given))
            fine = all(said.startswith("ok") for said in answers)
            schema.append((not fine, causes("\n".join(answers), pack), False))
            said = run(programs / "yamllint", "-f", "parsable", "-d", "default", home)
            wrong = [line for line in said.splitlines() if "[error]" in line]
            at = f"{home / pack.place}:".rsplit(":", 2)[0]
            right = any(line.startswith(f"{at}:") for line in wrong)
            lint.append((bool(wrong), causes("\n".join(wrong), pack), right))
        os.chdir(ROOT)
    for name, found in (("check-jsonschema", schema), ("yamllint", lint)):
        said, cause, right = (sum(each) for each in zip(*found, strict=True))
        print(f"{name}: of {len(packs)}, says {said}, cause {cause}, line {right}")


def run(*command: object) -> str:
    """What a program prints."""
    given = tuple(map(str, command))
    done = subprocess.run(given, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


if __name__ == "__main__":
    main()
