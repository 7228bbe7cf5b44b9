"""What docs/compatibility.md calls stable: nothing of it goes or alters unnoticed.

`tests/stable/` holds it as it is, a line for each thing. If one is removed or changed, somebody's
program or pack breaks; what is new is promised from the next release on. Either is told, with what
to do.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import pytest
from test_play_saving import SAVED
from test_saved_under_other_rules import encouraged

from freed6c.cli import freed6c, report
from freed6c.diagnostics.codes import ALL
from freed6c.document.phrases.terms import TERMS
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.types import TYPE_WORDS
from freed6c.model.local_names import FORMAT_NAMES
from freed6c.packs.kinds import TOP
from freed6c.packs.resources import schemas
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.validate.files import OPERATIONS, WHEN
from listed_package import Package
from listed_schemas import Lister
from made_packs import write_package
from outsiders import ROOT, read

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

STABLE: Final = Path(__file__).parent / "stable"
MOTHS: Final = STABLE / "moths"
"""A pack with an entry of each kind."""

LIST: Final = re.compile(r"(.* may (?:be|have)) (.*)")
"""A line that lists several things."""


def things(lines: Iterable[str]) -> set[str]:
    """What lines hold, one by one."""
    found = set()
    for line in lines:
        if listed := LIST.fullmatch(line):
            found |= {f"{listed[1]} {one}" for one in listed[2].split(", ")}
        else:
            found.add(line)
    return found


BROKEN: Final = """\
tests/stable/{file}: a promise in docs/compatibility.md is broken.

{lines}

If you didn't mean that, restore it. If you did:
  1. Keep the old form beside the new one, with a warning, if you can.
  2. If the data has a format number (format, schema_version, version), raise it.
  3. Add it to CHANGELOG.md under "Breaking changes": the old form, and its replacement.
  4. Run pytest tests/test_stable.py --update-goldens, and read the diff.
If something only accepts or returns more than before, nothing is broken: do 4."""
GROWN: Final = """\
tests/stable/{file}: there are more promises than before.

{lines}

After the next release, they can't be removed or renamed. If you want them, add them to
CHANGELOG.md, run pytest tests/test_stable.py --update-goldens, and read the diff."""


def only_adds(promised: Collection[str], found: Collection[str]) -> bool:
    """Whether everything that was promised is still there."""
    return things(promised) <= things(found)


def verdict(file: str, promised: Collection[str], found: Collection[str]) -> str:
    """What is different from what was promised, and what to do; empty where nothing is."""
    before, now = things(promised), things(found)
    signs = {**dict.fromkeys(before - now, "-"), **dict.fromkeys(now - before, "+")}
    lines = "\n".join(f"{signs[one]} {one}" for one in sorted(signs))
    if not lines:
        return ""
    told = GROWN if only_adds(promised, found) else BROKEN
    return told.format(file=file, lines=lines)


@pytest.fixture
def stays(
    request: pytest.FixtureRequest, golden: Callable[[Path, str], None]
) -> Callable[[str, Iterable[str]], None]:
    """Holds lines to those of a file in `tests/stable`."""

    def check(file: str, lines: Iterable[str]) -> None:
        path, found = STABLE / file, sorted(set(lines))
        if path.is_file() and not request.config.getoption("--update-goldens"):
            problem = verdict(file, path.read_text("utf-8").splitlines(), found)
            if problem:
                pytest.fail(problem, pytrace=False)
        golden(path, "".join(f"{line}\n" for line in found))

    return check


# What a comparison says.


PROMISED = ("jump.height: integer", "jump.from may be ground, tree")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (["jump.from may be ground, tree"], ["- jump.height: integer"]),
        (
            ["jump.height: integer", "jump.from may be tree"],
            ["- jump.from may be ground"],
        ),
        (
            ["jump.height: string", "jump.from may be ground, tree"],
            ["- jump.height: integer", "+ jump.height: string"],
        ),
    ],
    ids=["a line", "a word of a list", "another type"],
)
def test_a_broken_promise_is_named(found: list[str], said: list[str]) -> None:
    told = verdict("jumps.txt", PROMISED, found)
    assert [line for line in told.splitlines() if line[:2] in {"- ", "+ "}] == said
    assert "is broken" in told


def test_what_only_grows_is_told_as_that() -> None:
    told = verdict(
        "jumps.txt", PROMISED, ["jump.from may be tree, ground, rock", PROMISED[0]]
    )
    assert "+ jump.from may be rock\n" in told
    assert "is broken" not in told


# What is stable.


def test_what_a_package_offers_stays(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stays: Callable[[str, Iterable[str]], None],
) -> None:
    ruleset = compile_packs(str(MOTHS)).ruleset
    assert ruleset is not None
    write_package(ruleset, tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    stays("package.txt", Package(ruleset.manifest.python).lines())


def schema_lines(*, by_people: bool) -> Iterator[str]:
    """Of what people write, or else of what programs read."""
    for path in sorted(schemas().rglob("*.schema.json")):
        schema: dict[str, Any] = json.loads(path.read_text("utf-8"))
        printed = {"schema_version", "ruleset"} & schema.get("properties", {}).keys()
        if by_people is not bool(printed):
            name = path.name.removesuffix(".schema.json")
            yield from Lister(name, schema, by_people).lines()


def test_what_packs_may_write_stays(
    stays: Callable[[str, Iterable[str]], None],
) -> None:
    stays(
        "packs.txt",
        [
            *schema_lines(by_people=True),
            *(
                f"file.{key}: {kind.name if kind.single else f'object of ({kind.name})'}"
                for key, kind in TOP.items()
            ),
            *(f"file.{word}: object of ({word})" for word in OPERATIONS),
            f"file.{WHEN}: {WHEN}",
            f"a type may be {', '.join(sorted(TYPE_WORDS))}",
            f"words may be {', '.join(sorted(TERMS))}",
            *(f"formulas know {one.signature}" for one in BUILTINS.values()),
            *(
                f"formulas in a {place} know {name}: {known.type}"
                for place, names in FORMAT_NAMES.items()
                for name, known in names.items()
            ),
        ],
    )


def test_what_programs_read_stays(stays: Callable[[str, Iterable[str]], None]) -> None:
    ruleset = compile_packs(str(MOTHS)).ruleset
    assert ruleset is not None
    files = emit_targets(ruleset, ["json"])["json"]
    stays(
        "json.txt",
        [
            *schema_lines(by_people=False),
            *(f"build writes json/{file.path}" for file in files),
        ],
    )


BY_ID: Final = frozenset(
    {"ratings", "values", "points", "used", "kept", "clock", "names"}
)
"""Maps of a saved character whose keys come from packs."""
TYPES: Final = {str: "string", int: "integer", bool: "boolean", type(None): "null"}


def data_lines(place: str, value: object) -> Iterator[str]:
    """What data has in it: the types of its values, by the keys that lead there."""
    match value:
        case dict():
            yield f"{place}: object"
            for key, inner in value.items():
                if key == "effect":
                    yield f"{place}.{key}: an effect, as packs write it"
                else:
                    name = "*" if place.rpartition(".")[2] in BY_ID else key
                    yield from data_lines(f"{place}.{name}", inner)
        case list():
            yield f"{place}: array"
            for inner in value:
                yield from data_lines(f"{place}[]", inner)
        case _:
            yield f"{place}: {TYPES[type(value)]}"


def test_what_a_saved_character_holds_stays(
    stays: Callable[[str, Iterable[str]], None],
) -> None:
    saved = [make().to_dict() for make in (*SAVED, encouraged)]
    stays(
        "characters.txt",
        [
            *(f"format {one['version']}" for one in saved),
            *(line for one in saved for line in data_lines("character", one)),
        ],
    )


def test_diagnostic_codes_stay(stays: Callable[[str, Iterable[str]], None]) -> None:
    stays("codes.txt", (f"{code.id} {code.name}: {code.severity}" for code in ALL))


def option_lines(command: str, option: click.Option) -> Iterator[str]:
    for name in (*option.opts, *option.secondary_opts):
        words = ["a flag" if option.is_flag else option.type.name]
        if option.multiple:
            words.append("may be given several times")
        if option.required:
            words.append("needed")
        if isinstance(option.default, str | int) and not option.is_flag:
            words.append(f"{option.default} if it is left out")
        yield f"{command} {name}: {', '.join(words)}"
        if isinstance(option.type, click.Choice):
            yield f"{command} {name} may be {', '.join(sorted(option.type.choices))}"


def test_the_command_line_stays(stays: Callable[[str, Iterable[str]], None]) -> None:
    context = click.Context(freed6c, info_name="freed6c", **freed6c.context_settings)
    names = freed6c.list_commands(context)
    commands = {name: freed6c.get_command(context, name) for name in names}
    lines = [
        f"ends with {code}: {name.lower().replace('_', ' ')}"
        for name, code in vars(report).items()
        if name.isupper() and type(code) is int
    ]
    for name, command in (("freed6c", freed6c), *commands.items()):
        assert command is not None
        inside = click.Context(command, parent=context)
        lines.append(f"{name}: {' '.join(command.collect_usage_pieces(inside))}")
        for option in command.get_params(inside):
            if isinstance(option, click.Option):
                lines += option_lines(name, option)
    stays("command-line.txt", lines)


def test_what_workflows_name_stays(stays: Callable[[str, Iterable[str]], None]) -> None:
    hooks = read(ROOT / ".pre-commit-hooks.yaml")
    action = read(ROOT / ".github" / "actions" / "check" / "action.yml")
    stays(
        "workflows.txt",
        [
            *(f"hook {one['id']}: {one['entry']}, args {one['args']}" for one in hooks),
            *(
                f"action check, input {name}: {said['default']} if it is left out"
                for name, said in action["inputs"].items()
            ),
        ],
    )
