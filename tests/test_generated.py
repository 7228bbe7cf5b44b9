"""The generated package: fresh, typed, formatted, needing nothing, the same everywhere."""

from __future__ import annotations

import json
import marshal
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from freed6c import __version__
from freed6c.emit import BACKENDS
from freed6c.formula.builtins import BUILTINS
from freed6c.packs.kinds import KINDS
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime.entries.notes import Example
from machine import missing
from made_packs import write_pack, write_package
from test_docs import pages

if TYPE_CHECKING:
    from freed6c.packs.data import Data

ROOT = Path(__file__).parents[1]
GAMES = ("core", "opend6")
PACKAGES = {game: ROOT / "generated" / game / "python" for game in GAMES}
PACKAGE = PACKAGES["core"]
PATHS = os.pathsep.join(map(str, PACKAGES.values()))
USAGE = sorted((ROOT / "tests" / "usage").glob("*.py"))
FORMULAS = ROOT / "tests" / "cases" / "emit" / "formulas" / "input"
TOOLS = Path(sys.executable).parent


def run(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | more,
    )


@pytest.mark.parametrize("game", GAMES)
def test_what_is_committed_is_fresh(game: str) -> None:
    targets = [f"--target={name}" for name in ("python", "markdown", "json")]
    ran = run(TOOLS / "freed6c", "build", f"rulesets/{game}", *targets, "--check")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def tides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of a pack with formulas of every sort."""
    ruleset = compile_packs(str(FORMULAS)).ruleset
    assert ruleset is not None
    folder = tmp_path_factory.mktemp("tides")
    return write_package(ruleset, folder)


def imported_from(game: str) -> Path:
    """The folder that is imported."""
    return PACKAGES[game] / f"freed6_{game}"


def test_mypy_finds_nothing(tmp_path: Path, tides: Path) -> None:
    cache = f"--cache-dir={tmp_path}"
    code = (*map(imported_from, GAMES), *USAGE, tides)
    ran = run(
        TOOLS / "mypy", "--strict", "--config-file=", cache, *code, MYPYPATH=PATHS
    )
    assert ran.returncode == 0, ran.stdout


def test_pyright_finds_nothing(tmp_path: Path, tides: Path) -> None:
    if shutil.which("node") is None:
        missing("Node.js", "apt-get install nodejs npm")
    for package in (*map(imported_from, GAMES), tides):
        shutil.copytree(package, tmp_path / package.name)
    for page in USAGE:
        shutil.copy(page, tmp_path)
    same = [f"freed6_{name}/_runtime" for name in ("opend6", "tides")]  # as in core's
    # Nearly all of the time, and opend6's are as these.
    many = [f"freed6_core/{name}.py" for name in ("examples", "test_examples")]
    settings = {"typeCheckingMode": "strict", "exclude": [*same, *many]}
    config = tmp_path / "pyrightconfig.json"
    config.write_text(json.dumps(settings), encoding="utf-8")
    ran = run(TOOLS / "pyright", "--project", config)
    assert ran.returncode == 0, ran.stdout


def test_its_lines_are_short() -> None:
    for path in (path for one in PACKAGES.values() for path in Path(one).rglob("*.py")):
        assert max(map(len, path.read_text(encoding="utf-8").split("\n"))) <= 100, path


def test_it_is_used_with_the_standard_library_alone() -> None:
    for page in USAGE:
        ran = run(sys.executable, "-S", "-W", "error", page, PYTHONPATH=PATHS)
        assert ran.returncode == 0, ran.stderr


def test_a_bot_of_a_page_answers_people() -> None:
    said = """
        from chat_bot import Bot
        bot = Bot()
        for player, message in (
            ("rick", "sheet"),
            ("rick", "new strength=3d brawling=2d+5"),
            ("rick", "new strength=3d brawling=2d wits=2D taunt=1d+1"),
            ("goon", "new strength=3d wits=2d"),
            ("goon", "sheet"),
            ("rick", "rule damage.hurt"),
            ("rick", "odds 5d wd, adv"),
            ("rick", "roll 5q"),
            ("rick", "can goon distance=4ft clearance=0ft"),
            ("rick", "taunt goon"),
            ("rick", "taunt goon"),
        ):
            print(bot.hear(player, message).splitlines()[0])
    """
    ran = run(
        sys.executable,
        "-c",
        dedent(said),
        PYTHONPATH=os.pathsep.join((PATHS, str(USAGE[0].parent))),
    )
    assert ran.returncode == 0, ran.stderr
    nobody, unfit, welcome, _, sheet, rule, odds, *others = ran.stdout.splitlines()
    assert nobody.startswith("nobody is called rick: begin with new")
    assert unfit == "brawling: 3 pips make a die: write 3D+2, not 2D+5"
    assert (welcome, sheet) == ("Welcome, rick!", "goon")
    assert rule.startswith("Hurt: It bleeds")
    assert odds.startswith("5D WD Adv: mean 20.799, ")
    unread, can, taunt, again = others
    assert unread.startswith("unknown term 5q in a pool")
    assert can == "Attack: needs Attacks and defenses (row)"
    assert taunt.startswith("Interact: taunt: 3D+1 gives ")
    assert again == "rick has no Bonus action left until the end of the round"


def test_formulas_are_imported_by_those_alone_who_have_some() -> None:
    code = "import sys, freed6_core.abilities; print(*sys.modules)"
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(PACKAGE))
    assert ran.returncode == 0, ran.stderr
    imported = {name.rpartition(".")[2] for name in ran.stdout.split()}
    assert imported.isdisjoint({"_formulas", "formulas", "situation"})


def imported(code: str) -> set[str]:
    """What is imported of the runtime and the package when some code has run."""
    ran = run(
        sys.executable, "-S", "-c", f"{code}; import sys; print(*sys.modules)",
        PYTHONPATH=str(PACKAGE),
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    names = [name for name in ran.stdout.split() if name.startswith("freed6_core")]
    return {name.removeprefix("freed6_core.") for name in names}


def test_dice_are_imported_when_they_are_rolled() -> None:
    """Whoever reads rules loads no dice; whoever rolls loads nothing that reckons."""
    engines = {"_runtime.dice", "_runtime.odds"}
    assert not engines & imported("from freed6_core import odds, roll, skills, kinds")
    rolling = "import freed6_core, random; freed6_core.roll('3D', rng=random)"
    assert engines & imported(rolling) == {"_runtime.dice"}
    assert engines <= imported("import freed6_core; freed6_core.odds('3D')")


def test_fronts_load_nothing_until_they_are_asked(tides: Path) -> None:
    """`import` of a package is next to nothing, and what is loaded then is bound to its rules."""
    code = """if True:
        import sys, freed6_tides.play
        print(*sorted(name for name in sys.modules if "freed6" in name))
        print("typing" in sys.modules)
        from freed6_tides._runtime.amounts import DieCode
        print(DieCode.pips_per_die, freed6_tides.play.Actor.rules.id)
        print(sorted(set(freed6_tides.play.__all__) - set(dir(freed6_tides.play))))
    """
    ran = run(
        sys.executable, "-S", "-W", "error", "-c", code, PYTHONPATH=str(tides.parent)
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == [
        "freed6_tides freed6_tides.play", "False", "3 tides", "[]"
    ]  # fmt: skip


def test_the_front_lists_what_it_offers(tides: Path) -> None:
    code = """if True:
        import sys, freed6_tides as front
        print(set(front.__all__) <= set(dir(front)), "freed6_tides.play" in sys.modules)
        try: front.Charakter
        except AttributeError as missing: print(missing)
        print(front.Character.__name__, front.GENERATOR)
    """
    ran = run(
        sys.executable, "-S", "-W", "error", "-c", code, PYTHONPATH=str(tides.parent)
    )
    assert ran.stdout.splitlines() == [
        "True False",
        "module 'freed6_tides' has no attribute 'Charakter'",
        f"Character freed6c {__version__}",
    ], ran.stderr


def test_a_ruleset_without_dice_offers_none(tmp_path: Path) -> None:
    text = "pack: still\ntitle: Still\nversion: 1.0.0\n"
    (tmp_path / "pack.yaml").write_text(
        f"{text}die-codes: {{pips-per-die: 3, smallest: 1D}}\n", encoding="utf-8"
    )
    ruleset = compile_packs(str(tmp_path)).ruleset
    assert ruleset is not None
    files = {
        one.path: one.content for one in emit_targets(ruleset, ["python"])["python"]
    }
    assert not {"freed6_still/_dice.py", "freed6_still/rolls.py"} & set(files)
    assert b"odds" not in files["freed6_still/__init__.py"]


def test_odds_are_imported_by_those_alone_who_ask_for_some() -> None:
    code = """if True:
        import sys, freed6_core._formulas
        from freed6_core import RULES, examples
        from freed6_core._runtime.situation import Situation
        loaded = list(sys.modules)
        that = examples.EXAMPLES["ex-7-b"].formula
        print(any("odds" in name for name in loaded), that(Situation(RULES)))
    """
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(PACKAGE))
    assert ran.stdout.split() == ["False", "1069/1296"], ran.stderr


PYTHON = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
SHOWN = {
    page: "\n".join(blocks)
    for page in pages()
    if (blocks := PYTHON.findall(page.read_text("utf-8")))
}
"""The examples of each page of the documentation that has some."""
PRINTS = re.compile(r"^( *)print\((.+)\)(?:  # .*)?\n((?:\1#>.*\n)+)", re.MULTILINE)
"""A line that prints, and what it prints; `…` is anything."""


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.stem)
def test_the_examples_that_are_shown_run(page: Path) -> None:
    """Those of a page run one after another, and print what the page shows."""

    def compared(prints: re.Match[str]) -> str:
        shown = re.sub(r"^ *#> ?", "", prints[3], flags=re.MULTILINE).rstrip()
        pattern = re.escape(shown).replace("…", "(?s:.*)")
        return f"{prints[1]}fits({pattern!r}, {prints[2]})\n"

    example = PRINTS.sub(compared, SHOWN[page])
    assert "#>" not in example
    fits = """if True:
        def fits(pattern, *found, sep=" "):
            import re
            found = sep.join(map(str, found))
            assert re.fullmatch(pattern, found), found
    """
    example = f"{dedent(fits)}\n{example}"
    ran = run(
        sys.executable, "-S", "-W", "error", "-c", example, PYTHONPATH=str(PACKAGE)
    )
    assert ran.returncode == 0, ran.stderr


def examples(package: Path) -> subprocess.CompletedProcess[str]:
    """The tests of a package, run by the standard library alone."""
    command = ("-S", "-W", "error", "-m", "unittest", f"{package.name}.test_examples")
    return run(sys.executable, *command, PYTHONPATH=str(package.parent))


@pytest.mark.parametrize("game", GAMES)
def test_its_examples_pass_as_tests(game: str) -> None:
    ran = examples(imported_from(game))
    rules = compile_packs(game).ruleset
    assert rules is not None
    assert ran.returncode == 0, ran.stderr
    assert f"Ran {len(rules.of(Example))} tests" in ran.stderr


@pytest.mark.parametrize(
    ("module", "old", "new", "tests"),
    [
        ("_formulas", "- 1) * Modifier(dice=1)", "- 2) * Modifier(dice=1)", "ex_12"),
        (
            "points",
            'reroll="check", keep="chosen"',
            'reroll="check", keep="lower"',
            "ex_17_a",
        ),
        ("examples", "Facts(skipped=True)", "Facts(skipped=False)", "ex_15"),
        ("formulas", "per_die * code.dice", "2 * code.dice", "ex_6"),
    ],
)
def test_its_examples_notice_what_is_wrong(
    tmp_path: Path, module: str, old: str, new: str, tests: str
) -> None:
    package = shutil.copytree(PACKAGE / "freed6_core", tmp_path / "freed6_core")
    file = package / f"{module}.py"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    ran = examples(package)
    assert ran.returncode == 1
    assert f"FAIL: test_{tests} " in ran.stderr


def test_pytest_finds_its_examples(tmp_path: Path) -> None:
    package = shutil.copytree(PACKAGE / "freed6_core", tmp_path / "freed6_core")
    options = ("-p", "no:cacheprovider", f"--rootdir={tmp_path}", "-q")
    ran = run(sys.executable, "-m", "pytest", *options, package)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "passed" in ran.stdout


def test_an_example_that_a_house_rule_changes_is_skipped(tmp_path: Path) -> None:
    case = ROOT / "tests" / "cases" / "check" / "run-of-the-base" / "input"
    ruleset = compile_packs(str(case)).ruleset
    assert ruleset is not None
    write_package(ruleset, tmp_path)
    ran = examples(tmp_path / ruleset.manifest.python)
    assert ran.returncode == 0, ran.stderr
    assert "skipped=2" in ran.stderr


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_is_found_by_its_id(game: str) -> None:
    rules = compile_packs(game).ruleset
    assert rules is not None
    ids = sorted(rules.entries)
    code = (
        f"from freed6_{game} import entry\nfor id in {ids!r}: assert entry(id).id == id"
    )
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=PATHS)
    assert ran.returncode == 0, ran.stderr


COPIES = """if True:
    import copy, pickle
    from freed6_core import RULES, actions, entry, skills, tracks
    from freed6_core.kinds import Skill
    from freed6_core.play import Character
    for one in (skills.BRAWLING, skills.BRAWLING.STRIKE, tracks.DAMAGE.HURT, actions.MOVE):
        for same in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert same is one, same
    both = copy.deepcopy([skills.BRAWLING, {"a": skills.BRAWLING}])
    assert both[0] is both[1]["a"] is skills.BRAWLING
    changed = skills.BRAWLING.but(name="Fists")
    unknown = Skill(id="skill.kites", name="Kites", parent=skills.BRAWLING.parent)
    for one in (changed, unknown, skills.BRAWLING.parent, tracks.DAMAGE.HURT.effects):
        for copied in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert copied == one != skills.BRAWLING
    held = Character({"ability.strength": "3D"}, name="A")
    assert copy.deepcopy(held) == held
    assert set(map(type, [entry("skill.brawling")])) == {type(skills.BRAWLING)}
    print(len(pickle.dumps(skills.BRAWLING)) < 100)
"""


def test_a_copied_entry_is_that_entry() -> None:
    ran = run(
        sys.executable, "-S", "-W", "error", "-c", COPIES, PYTHONPATH=str(PACKAGE)
    )
    assert (ran.returncode, ran.stdout) == (0, "True\n"), ran.stderr


def test_an_entry_is_itself_in_another_process() -> None:
    save = """if True:
        import pickle, sys; from freed6_core import skills
        sys.stdout.write(pickle.dumps([skills.BRAWLING.STRIKE, skills.MELEE], 0).decode())
    """
    saved = run(sys.executable, "-S", "-c", save, PYTHONPATH=str(PACKAGE))
    load = f"""if True:
        import pickle
        strike, melee = pickle.loads({saved.stdout.encode()!r})
        from freed6_core import skills
        print(strike is skills.BRAWLING.STRIKE, melee is skills.MELEE)
    """
    ran = run(sys.executable, "-S", "-c", load, PYTHONPATH=str(PACKAGE))
    assert ran.stdout == "True True\n", saved.stderr + ran.stderr


def test_classes_refuse_fields_that_they_do_not_have() -> None:
    code = """if True:
        from freed6_core.kinds import Band, Modifier
        for cls, fields in ((Modifier, {"adz": -2}), (Band, {"id": "a"})):
            try: cls(**fields)
            except TypeError as refused: print(refused)
    """
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(PACKAGE))
    assert ran.stdout.splitlines() == [
        "Modifier has no field 'adz': did you mean 'adds'?",
        "Band needs name, range, parent and place",
    ], ran.stderr


def test_formulas_without_anything_unknown_are_values(tides: Path) -> None:
    code = """if True:
        from fractions import Fraction
        from freed6_tides import RULES, formulas
        from freed6_tides._runtime.situation import Situation
        for key, formula in formulas.DRAUGHT.constants.items():
            print(key, formula.works, formula.value == formula(Situation(RULES)), formula.value)
    """
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(tides.parent))
    assert ran.stdout.splitlines() == ["keel None True 3/2", "hold None True 2 fathom"]
    functions = (tides / "_formulas.py").read_text(encoding="utf-8")
    assert not re.findall(r"^    return -?[0-9]+$", functions, re.MULTILINE)


def test_prose_is_kept_once_and_help_shows_it() -> None:
    code = (
        "import pydoc; from freed6_core import tracks; print(pydoc.plaintext.document("
    )
    code += "type(tracks.DAMAGE))); print(tracks.DAMAGE.text)"
    prose = "How much of a thing is left"
    for flags in ("-S", "-SOO"):
        ran = run(
            sys.executable,
            flags,
            "-c",
            code.replace("DAMAGE", "BODY"),
            PYTHONPATH=str(PACKAGE),
        )
        assert ran.stdout.count(prose) == 2, ran.stdout + ran.stderr
    source = (PACKAGE / "freed6_core" / "tracks.py").read_text(encoding="utf-8")
    assert source.count(prose) == 2  # what editors show is not kept by Python
    assert marshal.dumps(compile(source, "", "exec")).count(prose.encode()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_long_only_where_they_cannot_be_broken(game: str) -> None:
    for path in imported_from(game).glob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert len(line) <= 100 or " " not in line.strip().rstrip(" ,"), line


def test_columns_may_be_called_as_fields_are(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "pack: reef\ntitle: Reef\nversion: 1.0.0\n"
        "die-codes: {pips-per-die: 3, smallest: 1D}\n",
        encoding="utf-8",
    )
    (tmp_path / "tables.yaml").write_text(
        "tables:\n  shoals:\n    name: Shoals\n    columns:\n"
        "      parent: {name: Parent, type: text}\n"
        "      str: {name: STR, type: integer}\n"
        "      dex: {name: DEX, type: integer}\n"
        "      int: {name: INT, type: integer}\n"
        "      bool: {name: Undead, type: boolean}\n"
        "      tuple: {name: Pair, type: text, list: true}\n"
        "      calm: {name: Calm, type: boolean}\n"
        "      names: {name: Names, type: text, list: true}\n"
        "      property: {name: Property, type: text}\n"
        "    rows:\n      deep: {name: Deep, parent: The sea, str: 16, dex: 12, int: 7,"
        " bool: false, tuple: [a], calm: true, names: [b], property: Cold}\n",
        encoding="utf-8",
    )
    compiled = compile_packs(str(tmp_path))
    assert compiled.ruleset is not None, compiled.diagnostics
    write_package(compiled.ruleset, tmp_path)
    code = "from freed6_reef import tables; row = tables.SHOALS.rows[0]; "
    code += "print(row.parent, row.parent_, row.parent.entry is tables.SHOALS)"
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(tmp_path))
    assert ran.stdout == "table.shoals The sea True\n", ran.stderr
    code = """if True:
        import typing
        from freed6_reef import tables
        cls = type(tables.SHOALS.DEEP)
        for cell in vars(cls).values():
            if isinstance(cell, property):
                hint = typing.get_type_hints(cell.fget, vars(tables), dict(vars(cls)))
                print(cell.fget.__name__, typing.get_origin(hint["return"]) or hint["return"])
    """
    ran = run(sys.executable, "-c", code, PYTHONPATH=str(tmp_path))
    assert ran.stdout.splitlines() == [
        "parent_ <class 'str'>",
        "str_ <class 'int'>",
        "dex <class 'int'>",
        "int_ <class 'int'>",
        "bool_ <class 'bool'>",
        "tuple_ <class 'tuple'>",
        "calm <class 'bool'>",
        "names <class 'tuple'>",
        "property_ <class 'str'>",
    ], ran.stderr
    cache = f"--cache-dir={tmp_path / 'mypy'}"
    package = tmp_path / "freed6_reef"
    ran = run(TOOLS / "mypy", "--strict", "--config-file=", cache, package)
    assert ran.returncode == 0, ran.stdout


def test_entries_may_be_called_as_what_a_module_is_made_with(tmp_path: Path) -> None:
    """As modules of the package, as what makes an attribute; or as others but for a hyphen."""
    params: Data = {"haste": "integer"}
    formula: dict[str, Data] = {
        "returns": "integer",
        "params": params,
        "formula": "1 + haste",
    }
    modules = {kind.key for kind in KINDS if kind.parent is None} - BUILTINS.keys()
    text: Data = {"name": "C", "type": "text"}
    columns: Data = {"property": text, "cast": text, "last": text}
    row: Data = {"name": "R", "property": "a", "cast": "b", "last": "c"}
    table: dict[str, Data] = {"columns": columns, "rows": {"r": row}}
    pack = write_pack(
        tmp_path,
        "reef",
        {},
        formulas={key: {"name": key, **formula} for key in modules},
        tables={key: {"name": key, **table} for key in ("a1", "a-1")},
    )
    compiled = compile_packs(str(pack))
    assert compiled.ruleset is not None, compiled.diagnostics
    write_package(compiled.ruleset, tmp_path)
    code = "from freed6_reef import formulas, tables; row = tables.A_1.rows[0]; "
    code += "print(formulas.actions(2), row.property_, row.cast, row.last, "
    code += "type(row).__name__, type(tables.A1.rows[0]).__name__)"
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(tmp_path))
    assert ran.stdout == "3 a b c A_1Row A1Row\n", ran.stderr


def test_entries_may_be_called_as_the_table_of_all(tmp_path: Path) -> None:
    """And as what a module asks whether it is being checked."""
    rule: dict[str, Data] = {"name": "R", "text": "Roll."}
    skills: Data = {"skills": {"name": "Skills"}}
    ability: Data = {"name": "Abilities", "skills": skills}
    pack = write_pack(
        tmp_path,
        "reef",
        {},
        abilities={"abilities": ability, "type-checking": {"name": "Type"}},
        rules={"rules": rule},
    )
    compiled = compile_packs(str(pack))
    assert compiled.ruleset is not None, compiled.diagnostics
    write_package(compiled.ruleset, tmp_path)
    code = "from freed6_reef import abilities as a, rules as r, skills as s; "
    code += "print(*a.ABILITIES.values(), *s.SKILLS.values(), *r.RULES.values()); "
    code += "print(a.ABILITIES_, a.TYPE_CHECKING_, s.SKILLS_, r.RULES_)"
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(tmp_path))
    assert ran.stdout == "Abilities Type Skills R\n" * 2, ran.stderr


def test_compiling_twice_at_once_works() -> None:
    def compile_once(_number: int) -> object:
        ruleset = compile_packs("core").ruleset
        assert ruleset is not None
        return emit_targets(ruleset, sorted(BACKENDS))

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(compile_once, range(2))
    assert first == second


def test_two_branches_that_change_the_runtime_merge_under_generated(
    tmp_path: Path,
) -> None:
    """Whoever merges builds again; until then, nothing there stops the merge."""

    def git(*words: str) -> None:
        who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        subprocess.run(
            ["git", *who, *words], cwd=tmp_path, check=True, capture_output=True
        )

    package = tmp_path / "generated" / "core" / "python"
    shutil.copytree(PACKAGE, package)
    shutil.copy(ROOT / ".gitattributes", tmp_path)
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "As it is.")
    for verb in ("Reroll", "Swap"):
        git("checkout", "-q", "-b", verb, "main")
        effects = package / "freed6_core" / "_runtime" / "effects.py"
        source = effects.read_text(encoding="utf-8")
        added = f"\n\nclass {verb}(Effect):\n    {verb.lower()}: str\n"
        effects.write_text(source + added, encoding="utf-8")
        manifest = package / "MANIFEST.json"
        listed = manifest.read_text(encoding="utf-8")
        old = sha256(source.encode()).hexdigest()
        assert old in listed
        new = sha256((source + added).encode()).hexdigest()
        manifest.write_text(listed.replace(old, new), encoding="utf-8")
        git("commit", "-q", "-a", "-m", verb)
    git("merge", "-q", "--no-edit", "Reroll")
