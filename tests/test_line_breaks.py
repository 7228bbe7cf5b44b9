"""A line break or tab behind any key or value is refused, or does no harm in what is built."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.load import load
from freed6c.packs.location import Location
from freed6c.pipeline import compile_packs, with_other_choices
from freed6c.validate import validate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from freed6c.model.compiled import Compiled

HERE = Path(__file__).parent
Place = tuple[bool, tuple[str | int, ...]]
"""Whether a key is meant, or its value; and the path."""


def places(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[Place]:
    if isinstance(data, str):
        yield False, path
    for key, value in parts(data):
        if isinstance(key, str):
            yield True, (*path, key)
        yield from places(value, (*path, key))


def parts(data: Any) -> list[tuple[Any, Any]]:
    if isinstance(data, dict):
        return list(data.items())
    return list(enumerate(data)) if isinstance(data, list) else []


def damaged(
    data: Any, marked: Collection[Place], sign: str, path: tuple[str | int, ...] = ()
) -> Any:
    if isinstance(data, str) and (False, path) in marked:
        return data + sign
    inner = [
        (
            f"{key}{sign}" if (True, (*path, key)) in marked else key,
            damaged(value, marked, sign, (*path, key)),
        )
        for key, value in parts(data)
    ]
    if isinstance(data, list):
        return [value for _, value in inner]
    return dict(inner) if isinstance(data, dict) else data


@pytest.fixture
def kites(tmp_path: Path) -> Path:
    folder = tmp_path / "kites"
    folder.mkdir()
    (folder / "pack.yaml").write_bytes((HERE / "unit" / "kites.yaml").read_bytes())
    rest = HERE / "one-of-each" / "kites" / "rest.yaml"
    (folder / "rest.yaml").write_bytes(rest.read_bytes())
    return folder


def compiled_anew(kites: Path, data: Any) -> Compiled:
    for name, of_file in data.items():
        (kites / name).write_text(json.dumps(of_file), encoding="utf-8")
    return with_other_choices(compile_packs(str(kites)))


@pytest.mark.parametrize("sign", ["\n", "\t"])
def test_a_break_behind_any_key_or_value(kites: Path, sign: str) -> None:
    (pack,), _ = load(str(kites))
    files: dict[Any, Any] = {Path(file.path).name: file for file in pack.files}
    data: Any = {name: file.data for name, file in files.items()}
    accepted: set[Place] = set()
    for place in places(data):
        name = place[1][0]
        if len(place[1]) == 1:
            continue
        of_file = damaged(data[name], [(place[0], place[1][1:])], sign)
        changed = {**files, name: replace(files[name], data=of_file)}
        written = replace(
            pack, manifest=changed["pack.yaml"], files=tuple(changed.values())
        )
        if not validate([written]):
            accepted.add(place)
    assert len(accepted) < len(list(places(data))) / 2
    # What fits the schemas is written all at once; what later stages refuse is taken back.
    while True:
        compiled = compiled_anew(kites, damaged(data, accepted, sign))
        if compiled.ruleset is not None:
            break
        refused = {
            (Path(at.file).name, *at.path)
            for problem in compiled.diagnostics
            if problem.severity == "error" and problem.label
            if isinstance(at := problem.label.place, Location)
        }
        taken_back = {
            place
            for place in accepted
            for path in refused
            if all(
                str(one).rstrip("\n\t") == str(other).rstrip("\n\t")
                for one, other in zip(place[1], path, strict=False)
            )
        }
        assert taken_back, [(p.message, p.label) for p in compiled.diagnostics]
        accepted -= taken_back
    assert accepted  # texts, at least
    out = kites.parent / "out"
    every_module = (
        "from importlib import import_module as i; from pkgutil import walk_packages as w;"
        "p = i('freed6_kites'); [i(m.name) for m in w(p.__path__, 'freed6_kites.')]"
    )
    for command in (
        ["-m", "freed6c", "build", kites, "--out", out],
        ["-c", every_module],
    ):
        package = next(out.rglob("freed6_kites/__init__.py"), out)
        ended = subprocess.run(
            [sys.executable, *command],
            capture_output=True,
            text=True,
            check=False,
            cwd=HERE,
            env={"PYTHONPATH": str(package.parents[1])},
        )
        assert ended.returncode == 0, ended.stderr
    assert not [path for path in out.rglob("*") if set(path.name) & set("\n\t")]


def test_what_has_a_break_is_put_on_one_line(tmp_path: Path) -> None:
    pack = tmp_path / "pack.yaml"
    pack.write_text(
        'pack: "tiny\\n"\npython: |\n  my_rules\ntitle: "A\\n\\n# H"\nversion: "1.0.0\\n"\n'
        'license: {id: CC0-1.0, holder: "No\\nbody"}\n'
        'terms: {"a\\n": {name: "B\\tC", text: D., aliases: ["E\\nF"]}}\n'
    )
    compiled = compile_packs(str(tmp_path))
    assert {problem.code.id for problem in compiled.diagnostics} == {
        "D6-S006",
        "D6-S007",
    }
    assert len(compiled.diagnostics) == 8
    ended = CliRunner().invoke(freed6c, ["check", "--fix", str(tmp_path)])
    assert ended.exit_code == 0, ended.output
    assert pack.read_text() == (
        'pack: tiny\npython: my_rules\ntitle: "A # H"\nversion: 1.0.0\n'
        "license: {id: CC0-1.0, holder: No body}\n"
        "terms: {a: {name: B C, text: D., aliases: [E F]}}\n"
    )
