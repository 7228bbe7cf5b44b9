"""What strangers' packs and odd machines do to freed6c: all has a bound, and a message says it.

What a build may touch is in `test_output.py`; what becomes markup, in `test_markdown_renders.py`;
what there may be many of, in `test_linear.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from freed6c.emit import BACKENDS
from freed6c.packs.ids import LONGEST_KEY, RESERVED_FILE_NAMES
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.resources import schemas
from made_packs import write_pack

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.packs.data import Data

LICENSE: Data = {"id": "CC-BY-4.0", "holder": "A stranger"}


# Encodings that cannot say a character.


def said(encoding: str, *command: str) -> bytes:
    """What a command says where standard output has this encoding."""
    ran = subprocess.run(
        [sys.executable, "-m", "freed6c", *command],
        env={**os.environ, "PYTHONIOENCODING": encoding, "FREED6C_CACHE": ""},
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    return ran.stdout


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A pack with a name that few encodings can say."""
    return str(
        write_pack(
            tmp_path_factory.mktemp("odd"),
            "odd",
            {},
            title="Odd",
            version="1.0.0",
            license=LICENSE,
            terms={"sun": {"name": "Öl \N{BLACK SUN WITH RAYS}", "text": "It burns."}},
        )
    )


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_what_an_encoding_cannot_say_is_written_another_way(
    encoding: str, odd: str
) -> None:
    assert "Öl \\u2600".encode(encoding) in said(encoding, "list", odd)
    told = said(encoding, "explain", "term.sun", "--pack", odd, "--format", "json")
    assert "\N{BLACK SUN WITH RAYS}" in str(json.loads(told))


# Keys, of which files are called.


def test_the_longest_key_is_that_of_the_schema() -> None:
    known = json.loads((schemas() / "common.schema.json").read_text("utf-8"))
    assert known["$defs"]["key"]["maxLength"] == LONGEST_KEY


def test_files_can_be_written_everywhere_whatever_keys_are(tmp_path: Path) -> None:
    """The longest keys there are, one in another, and those that Windows has for devices."""
    longest = "a" * LONGEST_KEY
    specialization: Data = {longest: {"name": "C"}}
    skill: Data = {"name": "B", "specializations": specialization}
    pack = write_pack(
        tmp_path,
        longest,
        {},
        title="Long",
        version="1.0.0",
        license=LICENSE,
        abilities={
            longest: {"name": "A", "skills": {longest: skill}},
            "con": {"name": "Con"},
        },
        natures={"nul": {"name": "Nul", "agency": True, "abilities": ["con"]}},
        characters={"aux": {"name": "Aux", "given": {"con": "3D"}}},
    )
    compiled = compile_packs(str(pack))
    assert compiled.ruleset is not None, compiled.diagnostics[0].message
    for files in emit_targets(compiled.ruleset, list(BACKENDS)).values():
        names = [part for file in files for part in file.path.split("/")]
        assert max(map(len, names)) < 240
        assert not RESERVED_FILE_NAMES & {name.partition(".")[0] for name in names}
