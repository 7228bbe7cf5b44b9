"""How diagnostics are shown."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema

from freed6c.diagnostics.codes.references import UNKNOWN
from freed6c.diagnostics.diagnostic import Code, Diagnostic, Label
from freed6c.diagnostics.formats import RENDERERS
from freed6c.diagnostics.render import width
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.packs.location import Location, Span
from freed6c.packs.resources import schemas

WARNING = Code("D6-X001", "some-warning", "Only here.", "warning")
SOURCES = {
    "house/skills.yaml": "skills:\n  stealth:\n    ability: grase\n",
    "core/abilities.yaml": "abilities:\n  might:\n    name: Might\n  grace:\n    x: 1",
}
EXAMPLE = Diagnostic(
    code=UNKNOWN,
    message="there is no ability called 'grase'",
    label=Label(
        Location("house/skills.yaml", ("skills", "stealth", "ability")),
        "not an ability in this ruleset",
    ),
    related=(
        Label(
            Location("core/abilities.yaml", ("abilities", "grace"), "key"),
            "this is the closest match",
        ),
    ),
    help=(
        WayOut("did you mean 'grace'?", (Replacement("grace"),)),
        WayOut("abilities you can use here:\ngrace, might"),
    ),
    notes=("a note",),
)


def at(
    line: int, column: int = 1, *, code: Code = UNKNOWN, file: str = "a"
) -> Diagnostic:
    spot = Span(file, line, column, line, column + 1)
    return Diagnostic(code=code, message=f"at {line}", label=Label(spot))


def text(*diagnostics: Diagnostic, **sources: str) -> str:
    return RENDERERS["text"](diagnostics, sources)


def test_a_problem_without_a_place() -> None:
    problem = Diagnostic(
        code=UNKNOWN, message="no pack", label=None, help=(WayOut("look"),)
    )
    assert text(problem) == (
        "error[D6-R001]: no pack\n  = help: look\n  = see:  freed6c explain D6-R001\n"
        "\nChecked 0 files: 1 error, 0 warnings.\n"
    )
    assert RENDERERS["concise"]([problem], {}) == "error[D6-R001] no pack (look)\n"


def test_nothing_wrong() -> None:
    assert text(a="x: 1") == "Checked 1 file: 0 errors, 0 warnings.\n"
    assert RENDERERS["concise"]([], {}) == ""


def test_sorted_by_file_line_column_and_code() -> None:
    shuffled = [at(2), at(1, 2), at(1, code=WARNING), at(1), at(9, file="A")]
    lines = RENDERERS["concise"](shuffled, {"a": "xx\nxx", "A": "x\n" * 9})
    places = [line.split(": ")[0] for line in lines.splitlines()]
    assert places == ["A:9:1", "a:1:1", "a:1:1", "a:1:2", "a:2:1"]
    assert "error" in lines.splitlines()[2]  # of a later stage than the warning


def test_the_concise_form() -> None:
    assert RENDERERS["concise"]([EXAMPLE], SOURCES) == (
        "house/skills.yaml:3:14: error[D6-R001] "
        "there is no ability called 'grase' (did you mean 'grace'?)\n"
    )


def test_tabs_are_drawn_and_wide_characters_measured() -> None:
    spot = Span("a", 1, 5, 1, 6)
    shown = text(
        Diagnostic(code=UNKNOWN, message="m", label=Label(spot)), a="\t日e\u0301x"
    )
    assert "1 | →日e\u0301x\n  |     ^\n" in shown
    assert width("→日e\u0301x") == 5


def test_what_could_mislead_the_eye_is_written_out() -> None:
    shown = text(at(1), a="x\u202ey\x1b[31m")
    assert "1 | x<U+202E>y␛[31m\n" in shown


def test_what_a_pack_says_begins_no_line() -> None:
    said = "no license 'x\nChecked 1 file: 0 errors\n::stop-commands::y'"
    problem = Diagnostic(
        code=UNKNOWN, message=said, label=Label(Span("a", 1, 1, 1, 2), said)
    )
    begun = [line.split()[0] for line in text(problem, a="x").splitlines() if line]
    assert begun == ["error[D6-R001]:", "-->", "|", "1", "|", "|", "=", "Checked"]


def test_long_lines_are_cut_around_the_place() -> None:
    shown = text(at(1, 500), a="x" * 499 + "!" + "y" * 500)
    line, under = shown.splitlines()[3:5]
    assert len(line) < 120
    assert line[under.index("^")] == "!"


def test_several_places_on_one_line() -> None:
    related = tuple(Label(Span("a", 1, n, 1, n + 2), f"at {n}") for n in (5, 9))
    problem = Diagnostic(
        code=UNKNOWN, message="m", label=Label(Span("a", 1, 1, 1, 3)), related=related
    )
    assert "1 | aa  bb  cc\n  | ^^\n  |     -- at 5\n  |         -- at 9\n" in text(
        problem, a="aa  bb  cc"
    )


def test_at_most_twenty_of_a_file_errors_first() -> None:
    many = [at(n, code=WARNING) for n in range(1, 31)] + [at(40)]
    shown = text(*many, a="x\n" * 50)
    assert shown.count("see:") == 20
    assert "error[D6-R001]: at 40" in shown
    assert "... and 11 more in a: freed6c check --format concise shows all\n" in shown
    assert "30 warnings" in shown


def test_at_most_a_hundred_in_all() -> None:
    files = {f"f{n}": "x\n" * 30 for n in range(7)}
    many = [
        replace(at(n, file=file), message=f"{file} at {n}")
        for file in files
        for n in range(1, 19)
    ]
    shown = text(*many, **files)
    assert shown.count("see:") == 100
    assert "... and 8 more in f5: freed6c check --format concise shows all\n" in shown
    assert "... and 18 more in other files: freed6c" in shown


def test_only_the_text_form_is_shortened() -> None:
    many = [at(n) for n in range(1, 200)]
    sources = {"a": "x\n" * 200}
    assert RENDERERS["concise"](many, sources).count("\n") == 199
    assert len(json.loads(RENDERERS["json"](many, sources))["diagnostics"]) == 199


def test_the_json_form() -> None:
    document = json.loads(RENDERERS["json"]([EXAMPLE, at(1, file="a")], SOURCES))
    other, example = document["diagnostics"]
    assert (document["schema_version"], document["errors"]) == (1, 2)
    assert example["path"] == ["skills", "stealth", "ability"]
    assert example["range"]["start"] == {"line": 3, "column": 14, "offset": 32}
    assert SOURCES[example["file"]][32:37] == "grase"
    assert [label["primary"] for label in example["labels"]] == [True, False]
    assert other["path"] is None


def test_the_json_form_is_as_its_schema_says() -> None:
    nowhere = Diagnostic(code=WARNING, message="m", label=None)
    document = json.loads(RENDERERS["json"]([EXAMPLE, nowhere, at(1)], SOURCES))
    schema = json.loads((schemas() / "diagnostics.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema)


def test_github_reads_commands() -> None:
    spot = Span("a,b.yaml", 2, 3, 2, 5)
    problem = Diagnostic(
        code=UNKNOWN,
        message="100% wrong",
        label=Label(spot),
        help=(WayOut("write:\n  more"),),
    )
    assert RENDERERS["github"]([problem], {"a,b.yaml": "x\nyyyyyy"}) == (
        "::error file=a%2Cb.yaml,line=2,endLine=2,col=3,endColumn=5,"
        "title=D6-R001 unknown-reference::100%25 wrong%0Awrite:%0A  more\n"
    )


def test_github_is_told_of_problems_without_a_place() -> None:
    problem = Diagnostic(code=UNKNOWN, message="no pack", label=None)
    assert RENDERERS["github"]([problem], {}) == (
        "::error title=D6-R001 unknown-reference::no pack\n"
    )
