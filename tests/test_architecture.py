"""What the code must stay: layered, and without a word of a game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from grimp import build_graph

from freed6c.pipeline import compile_packs

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "compiler" / "freed6c").rglob("*.py"))
MAX_TEMPLATE = 60
BANNED = {"utils", "helpers", "common", "manager", "base", "misc"}


def test_templates_hold_no_logic() -> None:
    templates = sorted((ROOT / "compiler").rglob("*.jinja"))
    assert templates
    for path in templates:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= MAX_TEMPLATE, path.name
        assert "{% set" not in text, path.name


def test_no_module_is_named_after_nothing() -> None:
    assert not BANNED & {path.stem for path in SOURCES}


def test_layers() -> None:
    ran = subprocess.run(
        [Path(sys.executable).with_name("lint-imports")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("game", ["core", "opend6"])
def test_the_compiler_names_no_entry_of_a_game(game: str) -> None:
    """No telling name of a game stands in the code; tests/test_renamed.py proves the rest."""
    rules = compile_packs(game).ruleset
    assert rules is not None
    kinds = ("ability", "skill", "specialization", "condition", "action", "track")
    keys = {
        entry.key
        for id_, entry in rules.entries.items()
        if id_.partition(".")[0] in kinds
    }
    telling = {key for key in keys if "-" in key or len(key) >= TELLING}
    for path in SOURCES:
        assert not telling & _strings(path), path


TELLING = 8
"""Keys of so many letters are words of the game; short ones may be anybody's."""


def _strings(path: Path) -> set[str]:
    """Every text in the code that is no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docs
    }


MAP = (ROOT / "compiler" / "ARCHITECTURE.md").read_text(encoding="utf-8")
GLOSSARY = (ROOT / "compiler" / "GLOSSARY.md").read_text(encoding="utf-8")
PROSE = [
    *ROOT.glob("*.md"),
    *(ROOT / "compiler").glob("*.md"),
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "tests" / "README.md",
    ROOT / "pyproject.toml",
    *SOURCES,
]
FILE = re.compile(
    r"(?<![\w./*<=-])(?:[\w.-]+/)*[\w-]+\.(?:py|js|schema\.json|jinja)\b(?!`?\()"
)


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.name)
def test_every_file_that_is_named_exists(path: Path) -> None:
    """Moves leave names behind in docstrings, contracts and documents: a test finds them."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        text = "\n".join(_words(text))
    gone = {name for name in FILE.findall(text) if not _exists(name)}
    assert gone <= {"Node.js"}


def _words(code: str) -> list[str]:
    """The docstrings and comments of code."""
    tree = ast.parse(code)
    docs = [
        ast.get_docstring(node, clean=False) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    ]
    return [*docs, *re.findall(r"#.*", code)]


def _exists(name: str) -> bool:
    return any(f"/{file}".endswith(f"/{name}") for file in FILES)


FILES = subprocess.run(
    ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
).stdout.split()


MAPS = [
    ("compiler/ARCHITECTURE.md", "compiler/freed6c/"),
    ("tests/README.md", "tests/"),
]


@pytest.mark.parametrize(("document", "folder"), MAPS)
def test_every_folder_is_told_of(document: str, folder: str) -> None:
    """So is every module that lies beside the folders of the compiler."""
    text = (ROOT / document).read_text(encoding="utf-8")
    inside = [path.removeprefix(folder) for path in FILES if path.startswith(folder)]
    names = {"".join(name.partition("/")[:2]) for name in inside}
    if folder == "tests/":
        names = {name for name in names if name.endswith("/")}
    names -= {"__init__.py", "__main__.py", "py.typed"}
    assert not {name for name in names if not re.search(rf"[ `]{name}", text)}


NAMES_IN_A_FILE = re.compile(
    r"((?:`[A-Za-z_][\w.]*`(?:,| and) )*`[A-Za-z_][\w.]*`) in `([\w./-]+\.(?:py|js))`"
)


def test_the_map_fits_in_a_head() -> None:
    assert len(MAP.split()) <= MOST_WORDS


MOST_WORDS = 2500


def test_every_name_is_stated_where_the_map_and_its_folders_look_for_it() -> None:
    folders = [path for path in SOURCES if path.name == "__init__.py"]
    docs = [word for path in folders for word in _words(path.read_text("utf-8"))]
    text = " ".join("\n".join([MAP, GLOSSARY, *docs]).split())
    gone = {
        (name, file)
        for names, file in NAMES_IN_A_FILE.findall(text)
        for name in re.findall(r"`([^`]+)`", names)
        if not _is_stated(name, file)
    }
    assert not gone


def _is_stated(name: str, file: str) -> bool:
    """Whether a file that may be meant defines a function, class, constant or method."""
    word = name.rpartition(".")[2]
    stated = re.compile(
        rf"^ *(?:(?:async|class|const|def|function) )*{word}(?:\(|:|\[| =)",
        re.MULTILINE,
    )
    return any(
        stated.search((ROOT / path).read_text(encoding="utf-8"))
        for path in FILES
        if f"/{path}".endswith(f"/{file}")
    )


def test_imports_go_in_a_circle_in_play_alone() -> None:
    """Imports for type checkers do not count, those inside functions do."""
    graph = build_graph("freed6c", exclude_type_checking_imports=True, cache_dir=None)
    graph.squash_module("freed6c.runtime.play")
    imports = {of: graph.find_modules_directly_imported_by(of) for of in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError


def test_a_public_class_has_its_name_for_itself() -> None:
    homes: dict[str, set[str]] = {}
    for path in SOURCES:
        home = path.relative_to(ROOT / "compiler" / "freed6c").as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, set()).add(home)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}
