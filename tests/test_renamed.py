"""The compiler knows no game: each compiles to the same under random names, but for those names."""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import pytest

from freed6c.document.phrases.terms import is_term
from freed6c.formula.typed_tree import walk_typed
from freed6c.load import load
from freed6c.packs.kinds import BY_NAME
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime.entries.dice import Step
from freed6c.runtime.entries.notes import Choice, Option
from freed6c.runtime.entries.world import Unit
from renaming import Renaming, with_choice, without_steps

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset


GAMES = (("core", 6), ("core", 2026), ("opend6", 6), ("opend6", 2026))
"""A ruleset, and what its new names come from."""
TEXTS = ("markdown", "html", "json")
BY_NAMES = {"a-z", "all", "search-data", "MANIFEST", "one-file", "offline", "icon"}
"""Files in the order of names, those of all other files, and the first letter of the title."""
CUT = {"previews-data", "cards"}
FITTED = ('<text class="name', '<meta name="description')
"""What is cut to fit: previews, cards; labels of charts, what a page is about."""
MEASURED = re.compile(
    r'(?<=class="panel) size-\d|<span id="[^"]*"></span>'
    r'|(?<=<table) class="[^"]*"| data-label="[^"]*"'
    r'| class="(?:early|late)"|(?<=class="right) (?:early|late)'
)
"""What depends on the room that words take."""
MISSING = "nothing"
SEPARATORS = re.compile(r"[-_ ]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A compiled ruleset with the text of each of its files, by backend.

    `pack` is where it was read, `restore` gives a text the names that it had.
    """

    pack: str
    ruleset: Ruleset
    files: Mapping[str, Mapping[str, str]]
    restore: Callable[[str], str]

    def restored(self, target: str) -> Mapping[str, str]:
        """The files of a backend with the names that were there before."""
        files = lasting(self.files[target]).items()
        return {self.restore(path): self.restore(text) for path, text in files}


def make(pack: str, restore: Callable[[str], str] = str) -> Made:
    compiled = compile_packs(pack)
    assert not [restore(found.message) for found in compiled.diagnostics]
    assert compiled.ruleset is not None
    made = emit_targets(compiled.ruleset, ("python", *TEXTS))
    files = {
        target: {file.path: file.content.decode() for file in made[target]}
        for target in made
    }
    return Made(pack=pack, ruleset=compiled.ruleset, files=files, restore=restore)


@cache
def as_it_is(game: str) -> Made:
    """The game without its situations, which play it under its own names."""
    (pack,), _ = load(game)
    folder = Path(mkdtemp(), game)
    for file in without_steps(pack).files:
        path = folder / file.path.partition(f"{Path(pack.folder).name}/")[2]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(file.data, ensure_ascii=False, indent=0), "utf-8")
    return make(str(folder))


@pytest.fixture(scope="module", params=GAMES, ids=lambda one: f"{one[0]}-{one[1]}")
def both(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Made, Made]:
    game, seed = request.param
    (pack,), _ = load(game)
    known = as_it_is(game)
    renaming = Renaming(pack, known.ruleset, seed)
    folder = tmp_path_factory.mktemp("renamed") / "pack"
    renaming.write(folder)
    return known, make(str(folder), renaming.words.restore)


@pytest.fixture
def known(both: tuple[Made, Made]) -> Made:
    return both[0]


@pytest.fixture
def renamed(both: tuple[Made, Made]) -> Made:
    return both[1]


def names(ruleset: Ruleset) -> set[str]:
    """Whatever a game calls something."""
    units, steps = ruleset.of(Unit), ruleset.of(Step)
    found = {
        *(id_ for id_ in ruleset.entries if id_ not in BY_NAME),
        *(entry.name for entry in ruleset.entries.values() if entry.name),
        *(alias for entry in ruleset.entries.values() for alias in entry.aliases),
        *(word for entry in ruleset.entries.values() for word in entry.keywords),
        *(word for unit in units for word in (unit.plural, unit.measures)),
        *(word for step in steps for pair in step.token_names.items() for word in pair),
    }
    return {n for n in found if any(map(str.isalpha, n)) and not is_term(n)}


def test_nothing_has_its_old_name(known: Made, renamed: Made) -> None:
    assert not names(known.ruleset) & names(renamed.ruleset)


def test_entries_are_the_same_in_the_same_order(known: Made, renamed: Made) -> None:
    found = [renamed.restore(id_) for id_ in renamed.ruleset.entries]
    assert found == list(known.ruleset.entries)


def test_entries_hold_the_same(known: Made, renamed: Made) -> None:
    old, new = known.ruleset.entries, renamed.ruleset.entries
    assert not [
        found
        for one, other in zip(old.values(), new.values(), strict=True)
        for found in differences(one, other, renamed.restore, one.id)
    ]


def test_choices_change_the_same(known: Made, renamed: Made) -> None:
    options = zip(known.ruleset.of(Option), renamed.ruleset.of(Option), strict=True)
    assert not [
        found
        for one, other in options
        for choices in zip(one.choices, other.choices, strict=True)
        for found in chosen_differences(known, renamed, *choices)
    ]


def chosen_differences(
    known: Made, renamed: Made, one: Choice, other: Choice
) -> Iterator[str]:
    """Where two rulesets differ once a choice is in use in both."""
    old, new = chosen(known, one).entries, chosen(renamed, other).entries
    for entry, again in zip(old.values(), new.values(), strict=True):
        where = f"{one.id}: {entry.id}"
        yield from differences(entry, again, renamed.restore, where)


def chosen(made: Made, choice: Choice) -> Ruleset:
    (pack,), _ = load(made.pack)
    return with_choice(pack, choice.option.key, choice.key)


def test_formulas_mean_the_same(known: Made, renamed: Made) -> None:
    new = meanings(renamed.ruleset).items()
    found = {renamed.restore(path): renamed.restore(said) for path, said in new}
    assert found == meanings(known.ruleset)


def meanings(ruleset: Ruleset) -> Mapping[str, str]:
    """The type and the meaning of every part of every formula, by place."""
    return {
        str(path): str([(p.type, p.meaning) for p in walk_typed(checked)])
        for path, checked in ruleset.checked.items()
    }


@pytest.mark.parametrize("target", TEXTS)
def test_texts_say_the_same(known: Made, renamed: Made, target: str) -> None:
    old, new = lasting(known.files[target]), renamed.restored(target)
    assert list(new) == list(old)
    assert not [
        line
        for path in old
        if spoken(old[path]) != spoken(new[path])
        for line in unified_diff(spoken(old[path]), spoken(new[path]), path, n=0)
    ]


def lasting(files: Mapping[str, str]) -> Mapping[str, str]:
    """Without what is in the order of names, or stands where other names lead to."""
    return {
        path: text
        for path, text in files.items()
        if path.partition(".")[0] not in {*BY_NAMES, *CUT}
        and 'http-equiv="refresh"' not in text
    }


def spoken(text: str) -> list[str]:
    """The lines of a text. A key may stand there as words, and cells are filled with spaces.

    Without what is measured by letters, or stands for other names that several things may share.
    """
    return [
        SEPARATORS.sub(" ", line)
        for line in MEASURED.sub("", text).splitlines()
        if not line.startswith(FITTED)
    ]


def test_python_defines_the_same(known: Made, renamed: Made) -> None:
    old, new = modules(known), modules(renamed)
    found = {
        renamed.restore(path): [bare(renamed.restore(name)) for name in defined(text)]
        for path, text in new.items()
    }
    assert found == {path: [*map(bare, defined(text))] for path, text in old.items()}


def modules(made: Made) -> Mapping[str, str]:
    files = made.files["python"].items()
    return {path: text for path, text in files if path.endswith(".py")}


def defined(text: str) -> list[str]:
    """The names that a module and its classes give to values, and functions as a whole.

    Properties are left out: a column has none if its key, as `duration`, is one of the runtime's.
    """
    return [
        said
        for node in ast.parse(text).body
        for inner in (node, *(node.body if isinstance(node, ast.ClassDef) else ()))
        if (said := definition(inner, inside=inner is not node))
    ]


def definition(node: ast.stmt, *, inside: bool) -> str:
    match node:
        case ast.ClassDef(name):
            return name
        case ast.AnnAssign(target) | ast.Assign([target]):
            return ast.unparse(target)
        case ast.FunctionDef() if not inside:
            return ast.unparse(node)
    return ""


def test_python_holds_the_same(
    known: Made, renamed: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    old = package(known, tmp_path, f"{known.ruleset.manifest.id}_as_it_is")
    new = package(renamed, tmp_path, renamed.ruleset.manifest.python)
    ids = zip(known.ruleset.entries, renamed.ruleset.entries, strict=True)
    assert not [
        found
        for one, other in ids
        for found in differences(old.entry(one), new.entry(other), renamed.restore, one)
    ]


def package(made: Made, folder: Path, name: str) -> Any:
    """The generated package, imported under a name."""
    for path, text in made.files["python"].items():
        file = folder / name / path.partition("/")[2]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return importlib.import_module(name)


def differences(
    old: Any, new: Any, restore: Callable[[str], str], where: str
) -> Iterator[str]:
    """Where two values differ once the names in the second are restored."""
    kinds = type(old).__name__, restore(type(new).__name__)
    if bare(kinds[0]) != bare(kinds[1]):
        yield f"{where}: {kinds}"
    elif isinstance(old, tuple | Mapping) or hasattr(old, "__dict__"):
        one, other = parts(old, new), parts(new, old)
        keys = [restore(key) for key in other]
        if keys != list(one):
            yield f"{where}: {list(one)}, {keys}"
        else:
            for key, inner in zip(one, other.values(), strict=True):
                yield from differences(one[key], inner, restore, f"{where}.{key}")
    elif str(old) != restore(str(new)):
        yield f"{where}: {old}, {new}"


def parts(value: Any, other: Any) -> Mapping[str, Any]:
    """What a value is made of: of records, each field that one of both says.

    What works a formula out is left out: it is not a value, and is compared as source.
    """
    if isinstance(value, tuple):
        return {str(number): part for number, part in enumerate(value)}
    if isinstance(value, Mapping):
        return value
    fields = sorted({**vars(value), **vars(other)}.keys() - {"works"})
    return {field: getattr(value, field, MISSING) for field in fields}


def bare(name: str) -> str:
    """Letters and digits alone: Python writes a key in many ways."""
    return re.sub(r"[\W_]", "", name).casefold()
