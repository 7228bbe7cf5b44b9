"""Licences: what goes with a ruleset in code and in JSON, and what its entries say of theirs."""

from __future__ import annotations

import hashlib
import html
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from freed6c.emit import BACKENDS
from freed6c.model.license_terms import TERMS, terms_of
from freed6c.packs.resources import schemas
from freed6c.pipeline import compile_packs, emit_targets

CASE = Path(__file__).parent / "cases" / "markdown" / "licences" / "input"
"""Something under CC BY that is layered on two packs with Open Game Content."""
WORDS = "0b844965d8ab87d305154c8e92350acd7555dd04ab1e3a22b2c42426589d42e3"
NOTICES = [
    "Open Game License v 1.0a Copyright 2000, Wizards of the Coast, Inc.",
    "Holes & Ladders Copyright 2001, First Shovel",
    "Cellars Copyright 2004, The Diggers",
    "Deeper Copyright 2024, Bob",
]


def emitted(pack: Path | str, target: str) -> dict[str, str]:
    """The files of a pack by their paths."""
    compiled = compile_packs(str(pack))
    assert compiled.ruleset is not None
    files = emit_targets(compiled.ruleset, [target], compiled.packs)[target]
    if target == "wheel":
        with zipfile.ZipFile(io.BytesIO(files[0].content)) as archive:
            return {name: archive.read(name).decode() for name in archive.namelist()}
    return {file.path: file.content.decode() for file in files}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the case, written."""
    folder = tmp_path_factory.mktemp("package")
    for path, text in emitted(CASE, "python").items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder / "freed6_lamplight"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(emitted(CASE, "json")["ruleset.json"])
    return loaded


def test_the_words_of_the_open_game_license_are_its_own() -> None:
    """As Wizards of the Coast published them, "creatures characters" and all: never edit them."""
    (text,) = (terms.text for terms in TERMS if terms.text)
    assert hashlib.sha256(text.encode()).hexdigest() == WORDS


def test_a_package_says_what_its_packs_are_under(package: Path) -> None:
    code = (
        f"from {package.name} import LICENSES, NOTICE, SECTION_15\n"
        "import json; print(json.dumps([dict(LICENSES), NOTICE, SECTION_15]))"
    )
    command = [sys.executable, "-S", "-c", code]
    ran = subprocess.run(command, cwd=package.parent, capture_output=True, check=True)
    licenses, notice, section15 = json.loads(ran.stdout)
    assert licenses == {
        "cellars": "OGL-1.0a",
        "cellars-deeper": "OGL-1.0a",
        "lamplight": "CC-BY-4.0",
    }
    assert "contains material from Holes & Ladders, © 2004 The Diggers" in notice
    assert "https://creativecommons.org/licenses/by/4.0/" in notice
    assert section15 == NOTICES


def test_beside_its_modules_lie_the_words_of_the_license(package: Path) -> None:
    text = (package / "LICENSE-CONTENT").read_text(encoding="utf-8")
    (words,) = (terms.text for terms in TERMS if terms.text)
    assert text.endswith("\n".join((words.rstrip(), *NOTICES, "")))
    assert "Open Game Content is everything from Cellars and Deeper, except" in text


@pytest.mark.parametrize("target", BACKENDS)
def test_every_target_carries_whose_it_is_and_under_what(target: str) -> None:
    """Whoever gets the files of one target gets its licences with them, word for word."""
    text = plain("\n".join(emitted(CASE, target).values()))
    (words,) = (terms.text for terms in TERMS if terms.text)
    for notice in (
        *NOTICES,
        "© 2004 The Diggers",
        "https://creativecommons.org/licenses/by/4.0/",
        "Open Game Content is everything from Cellars and Deeper, except",
        *words.split("\n\n"),
    ):
        assert plain(notice) in text, notice


def plain(text: str) -> str:
    """Words without the markup and the layout of any target."""
    unmarked = html.unescape(re.sub(r"</?[a-z][\w-]*(?:\s[^>]*)?/?>", "", text))
    return "".join(re.findall(r"\w", re.sub(r"\\[nu]", "", unmarked)))


def test_each_entry_of_a_package_says_what_it_is_under(package: Path) -> None:
    code = (package / "abilities.py").read_text(encoding="utf-8")
    brawn, _, glow = code.partition("GLOW: Final")
    assert "Open Game Content: OGL-1.0a." in brawn
    assert "License: CC-BY-4.0." in glow


def test_where_all_is_under_one_license_no_entry_says_so() -> None:
    text = emitted("core", "python")["freed6_core/tracks.py"]
    assert "License" not in text


def test_json_has_the_same(document: dict[str, Any]) -> None:
    schema = json.loads((schemas() / "ruleset.schema.json").read_text("utf-8"))
    del schema["properties"]["changes"]
    document.pop("changes")
    assert not list(Draft7Validator(schema).iter_errors(document))
    assert document["section15"] == NOTICES
    assert document["licenses"]["OGL-1.0a"]["text"].endswith("\n".join(NOTICES))
    assert "text" not in document["licenses"]["CC-BY-4.0"]


def test_json_tells_of_each_entry_which_pack_brought_it(
    document: dict[str, Any],
) -> None:
    entries = document["entries"]
    assert entries["ability.brawn"]["origin"] == "cellars"
    assert entries["skill.lift"]["origin"] == "cellars"
    assert entries["ability.glow"]["origin"] == "lamplight"


@pytest.mark.parametrize(
    ("made_from", "allowed"),
    [
        ("CC0-1.0", {"CC0-1.0", "CC-BY-4.0", "OGL-1.0a", "LicenseRef-ours"}),
        ("CC-BY-4.0", {"CC-BY-4.0", "CC-BY-SA-4.0", "LicenseRef-ours", "MIT"}),
        ("CC-BY-SA-3.0", {"CC-BY-SA-3.0", "CC-BY-SA-4.0"}),
        ("CC-BY-SA-4.0", {"CC-BY-SA-4.0"}),
        ("CC-BY-NC-4.0", {"CC-BY-NC-4.0", "CC-BY-NC-SA-4.0"}),
        ("CC-BY-ND-4.0", set()),
        ("OGL-1.0a", {"OGL-1.0a"}),
    ],
)
def test_what_may_be_made_of_what(made_from: str, allowed: set[str]) -> None:
    first = terms_of(made_from)
    assert first is not None
    others = {
        terms.id: terms for terms in (*TERMS, terms_of("LicenseRef-ours")) if terms
    }
    found = {id_ for id_, terms in others.items() if first.allow(terms)}
    assert allowed <= found
    if made_from not in {"CC0-1.0", "CC-BY-4.0"}:
        assert found == allowed
    assert ("OGL-1.0a" in found) == (made_from in {"CC0-1.0", "OGL-1.0a"})
