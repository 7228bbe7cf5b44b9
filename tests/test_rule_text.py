"""What editors show beside a constant of a generated package: the rule itself."""

from __future__ import annotations

import ast
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

import pytest

from freed6c.emit.python.layout import docstring
from freed6c.packs.kinds import KINDS
from freed6c.pipeline import compile_packs, emit_targets
from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.data import Data


def emitted(pack: Path | str, *layers: Path | str) -> Mapping[str, str]:
    """The modules of a package by their names."""
    compiled = compile_packs(str(pack), [*map(str, layers)])
    assert compiled.ruleset is not None, compiled.diagnostics
    files = emit_targets(compiled.ruleset, ["python"], compiled.packs)["python"]
    return {Path(f.path).stem: f.content.decode() for f in files if "/_" not in f.path}


def shown(source: str) -> dict[str, str | None]:
    """By its name, what follows each constant; `BRAWLING.STRIKE` for one in a class."""
    return dict(_shown(ast.parse(source).body, ""))


def _shown(body: list[ast.stmt], within: str) -> Iterator[tuple[str, str | None]]:
    for number, node in enumerate(body):
        after = body[number + 1] if number + 1 < len(body) else None
        match node, after:
            case ast.ClassDef(name=name, body=inner), _:
                yield from _shown(inner, f"{name}.")
            case (
                (
                    ast.Assign(targets=[ast.Name(id=name)], value=ast.Call())
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.Call())
                ),
                _,
            ):
                said = None
                if isinstance(after, ast.Expr) and isinstance(
                    after.value, ast.Constant
                ):
                    said = ast.get_docstring(ast.Module([after], []))
                yield f"{within}{name}", said


@pytest.fixture(scope="module")
def core() -> Mapping[str, str]:
    return emitted("core")


def test_every_constant_has_some(core: Mapping[str, str]) -> None:
    modules = {kind.key.replace("-", "_") for kind in KINDS} & core.keys()
    found = {
        name: said for module in modules for name, said in shown(core[module]).items()
    }
    assert len(found) > 900
    assert [name for name, said in found.items() if not said] == []


def test_it_is_the_text_and_what_documents_list_below_it(
    core: Mapping[str, str],
) -> None:
    assert shown(core["skills"])["_Athletics.CLIMBING"] == (
        "Going up or down a wall, cliff, tree or rope, quickly and safely. Roll it for any\n"
        "move that is mostly vertical."
    )
    assert shown(core["tracks"])["_Damage.STUNNED"] == (
        "Your ears ring and you are half a step behind.\n\n"
        "Duration: until the end of their next turn\n\n"
        "Effects: \N{MINUS SIGN}2 on all checks and fixed values."
    )
    assert shown(core["scales"])["_Size.TINY"] == "Tiny."
    row = shown(core["tables"])["_Attacks.CLOSE"]
    assert row is not None
    assert "Resisted by: " in row


def test_python_does_not_keep_it(core: Mapping[str, str]) -> None:
    module = compile(core["tracks"], "tracks.py", "exec")
    blocks = [
        module,
        *(part for part in module.co_consts if isinstance(part, CodeType)),
    ]
    kept = [text for block in blocks for text in block.co_consts]
    assert "Your ears ring and you are half a step behind." in kept
    assert not [text for text in kept if "Lasts: " in str(text)]


def test_it_says_what_packs_changed_also_in_what_is_nested(tmp_path: Path) -> None:
    effects: Data = [{"modify": "checks", "by": -1}]
    change: Data = {
        "condition.damage.stunned": {"why": "A scratch.", "set": {"effects": effects}}
    }
    manifest = {"title": "Thick skin", "version": "0.1.0", "extends": "core"}
    pack = write_pack(
        tmp_path, "thick-skin", {"a.yaml": {"change": change}}, **manifest
    )
    said = shown(emitted(pack)["tracks"])["_Damage.STUNNED"]
    assert said is not None
    assert "Effects: \N{MINUS SIGN}1 on all checks and fixed values." in said
    assert "Thick skin" in said
    assert "A scratch." in said


HOSTILE = (
    'ends in quotes """',
    '"""begins with them"""\nimport os',
    'x"',
    '"',
    "'''",
    "ends in a backslash \\",
    "\\N{BULLET} \\x00 {braces} %s",
    "turns around \u202e here, and \x00 is nothing \ufeff and \x7f too",
    "ends of \u2028 lines \x85 and \x0c pages \r and \x1c files",
    "- one\n- two, which has to be broken as it is longer than a line of code may be, here\n- 3",
    "1. one\n2. two\n\nand after it",
)


@pytest.mark.parametrize("depth", [0, 1])
@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_a_pack_writes_stays_text(text: str, depth: int) -> None:
    head = "class A:\n    X = 1\n" if depth else "X = 1\n"
    source = f"{head}{docstring(text, depth)}\n"
    assert all(map(str.isprintable, source.split("\n")))
    within = ast.parse(source)
    if depth:
        (within,) = within.body  # type: ignore[assignment]
    _, literal = within.body
    said = ast.get_docstring(ast.Module([literal], []))
    assert said is not None
    assert "".join(said.split()) == "".join(text.split())
