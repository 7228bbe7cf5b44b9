"""freed6c fmt: one layout, which says the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from freed6c.cli import freed6c
from freed6c.load.files import read_file
from freed6c.load.layout import NotTheSameError, formatted

if TYPE_CHECKING:
    from click.testing import Result

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "rulesets",
    "tests/house-rules",
    "tests/scenarios",
    "tests/play",
    "tests/cases",
)
FILES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.yaml"))]


def data(text: str) -> Any:
    file, problems = read_file("a.yaml", text.encode())
    assert not [each for each in problems if each.severity == "error"], text
    return file.data


def comments(text: str) -> list[str]:
    return re.findall(r"#.*?(?=\s*$)", text, re.MULTILINE)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(freed6c, ("fmt", *arguments), catch_exceptions=False)


def test_all_packs_say_the_same_with_their_comments() -> None:
    for path in FILES:
        file, problems = read_file(str(path), path.read_bytes())
        if any(each.severity == "error" for each in problems):
            continue
        text = formatted(file.text)
        assert data(text) == file.data, path
        assert comments(text) == comments(file.text), path
        assert formatted(text) == text, path


@pytest.mark.parametrize(
    ("written", "laid_out"),
    [
        ("a:   1\n", "a: 1\n"),
        ("a: {b:  1,c: [ 2,3 ]}\n", "a: {b: 1, c: [2, 3]}\n"),
        ("a:\n    b: 1\n    c:\n        d: 2\n", "a:\n  b: 1\n  c:\n    d: 2\n"),
        ("a:\n- 1\n- b: 2\n  c: 3\n", "a:\n  - 1\n  - b: 2\n    c: 3\n"),
        ("a: 'x: y'\n", 'a: "x: y"\n'),
        ("a: 'say \"x\"'\n", "a: 'say \"x\"'\n"),
        ("\n\na: 1\n\n\n\nb: 2\n\n", "a: 1\n\nb: 2\n"),
        ("a: 1 # why\n# next\nb: 2\n", "a: 1  # why\n# next\nb: 2\n"),
        ("a:\n    b: 1\n    # of b\n# of c\nc: 2\n", "a:\n  b: 1\n  # of b\n# of c\nc: 2\n"),
        ("a: one\n     two\n", "a: one\n  two\n"),
        ("a: >-\n     one\n     two\n", "a: >-\n  one\n  two\n"),
        ("a: |\n    one\n      two\n", "a: |\n  one\n    two\n"),
        ("a: [\n b, c,\n  d]\n", "a: [\n  b, c,\n  d\n]\n"),
        ("a: {b: 1,\n  c: 2}\n", "a: {\n  b: 1,\n  c: 2\n}\n"),
        ("---\na: 1\n", "a: 1\n"),
        ("# only words\n", "# only words\n"),
        ("a: |\n  one", "a: |-\n  one\n"),  # a line without an end: the text has none
        ("a: |+\n    one\n\n\n", "a: |+\n  one\n\n\n"),
        ("a: |\n  one\n     \n  two\n", "a: |\n  one\n     \n  two\n"),
        ("a: |2\n    one\n   two\n", "a: |2\n    one\n   two\n"),
        ("? |\n  a\n: b\n", '"a\\n": b\n'),
        ("a: {b: 1}# why\n", "a: {b: 1}  # why\n"),
        ("a: [# why\n 1,# so\n 2]\n", "a: [  # why\n  1,  # so\n  2\n]\n"),
        ("- # why\n  a: 1\n", "# why\n- a: 1\n"),
        ("a: # why\n  1\n", "# why\na: 1\n"),
        ("a:\n  # why\n  'x\n  y'\n", "# why\na: 'x\n  y'\n"),
        ("-\n\n  - a: 1\n", "- - a: 1\n"),
        ("a: {\n b: [\n  c\n ], # why\n d: 2}\n", "a: {\n  b: [\n    c\n  ],  # why\n  d: 2\n}\n"),
        ("a: {\n b: 'x\n  y', c: 2\n}\n", "a: {\n  b: 'x\n    y',\n  c: 2\n}\n"),
        ("", ""),
    ],
)  # fmt: skip
def test_the_layout(written: str, laid_out: str) -> None:
    assert formatted(written) == laid_out
    assert formatted(laid_out) == laid_out


# Data and layouts at random.


KEYS = st.from_regex(r"[a-z]{1,6}", fullmatch=True)
WORDS = st.from_regex(r"[A-Za-z][A-Za-z ]{0,12}[a-z]", fullmatch=True)
PLAIN = st.one_of(WORDS, st.integers(0, 99).map(str))
QUOTED = st.one_of(WORDS, st.just("a: b"), st.just("it's"), st.just("# no")).map(
    lambda text: f'"{text}"'
)
SCALARS = st.one_of(PLAIN, QUOTED, WORDS.map(lambda text: f"'{text}, and more'"))
BROKEN = WORDS.map(lambda text: f'"{text},\n   and more"')


@st.composite
def gap(draw: st.DrawFn) -> str:
    """What stands between two things in brackets: spaces, or the end of a line."""
    if draw(st.booleans()):
        return " " * draw(st.integers(0, 2))
    note = draw(st.sampled_from(("", "  # why", " # so")))
    return f"{note}\n{' ' * draw(st.integers(1, 5))}"


@st.composite
def flow(draw: st.DrawFn, depth: int = 0) -> str:
    """A list or map in brackets, whose lines end where chance says."""
    values = st.one_of(SCALARS, BROKEN, flow(depth + 1)) if depth < 2 else SCALARS
    if draw(st.booleans()):
        # A list whose first value is a list would be read as a link.
        values = values.filter(lambda value: not value.startswith("["))
        items = draw(st.lists(values, min_size=1, max_size=3))
        opening, closing = "[]"
    else:
        keys = draw(st.lists(KEYS, min_size=1, max_size=3, unique=True))
        items = [f"{key}: {draw(gap())}{draw(values)}" for key in keys]
        opening, closing = "{}"
    inner = items[0] + "".join(
        f"{draw(gap())},{draw(gap())} {item}" for item in items[1:]
    )
    return f"{opening}{draw(gap())}{inner}{draw(gap())}{closing}"


@st.composite
def block(draw: st.DrawFn, depth: int = 0) -> list[str]:
    """The lines of a map, each level indented by as much as chance says."""
    lines: list[str] = []
    for key in draw(st.lists(KEYS, min_size=1, max_size=3, unique=True)):
        note = draw(st.sampled_from(("", "  # why", " # so")))
        lines += draw(st.sampled_from(([], [""], ["# above"], ["", "", "# far"])))
        form = draw(st.integers(0, 4 if depth < 2 else 2))
        room = " " * draw(st.integers(1, 5))
        if form == 0:
            lines.append(f"{key}: {draw(SCALARS)}{note}")
        elif form == 1:
            lines += f"{key}:  {draw(flow())}{note}".split("\n")
        elif form == 2:
            sign = draw(st.sampled_from(("|", ">", "|-", ">-")))
            texts = draw(st.lists(WORDS, min_size=1, max_size=3))
            lines += [f"{key}: {sign}{note}", *(f"{room}{text}" for text in texts)]
        elif form == 3:
            lines.append(f"{key}:{note}")
            lines += [
                f"{room}{line}" if line else "" for line in draw(block(depth + 1))
            ]
        else:
            lines.append(f"{key}:{note}")
            room = " " * draw(st.integers(0, 3))
            lines += [
                f"{room}-   {each}"
                for each in draw(st.lists(SCALARS, min_size=1, max_size=3))
            ]
    return lines


@given(block())
def test_any_layout_becomes_the_one_that_says_the_same(lines: list[str]) -> None:
    written = "\n".join(lines) + "\n"
    text = formatted(written)
    assert data(text) == data(written)
    said = re.compile("# (?:why|so|above|far)")
    assert said.findall(text) == said.findall(written)
    assert formatted(text) == text


# The command.


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.yaml").write_text("pack: mine\nextends:   core\n")
    (folder / "rules.yaml").write_bytes(b"terms:\r\n    a: {name:  A, text: B.}\r\n")
    return folder


def test_files_are_laid_out_in_place_as_their_author_keeps_them(pack: Path) -> None:
    ended = run("mine")
    assert (ended.exit_code, ended.stderr) == (0, "Formatted 2 files.\n")
    assert (pack / "pack.yaml").read_text() == "pack: mine\nextends: core\n"
    assert (
        pack / "rules.yaml"
    ).read_bytes() == b"terms:\r\n  a: {name: A, text: B.}\r\n"
    assert run("mine", "--check").exit_code == 0


def test_check_names_files_and_changes_none(pack: Path) -> None:
    ended = run("mine", "--check")
    assert (ended.exit_code, ended.stdout) == (1, "mine/pack.yaml\nmine/rules.yaml\n")
    assert (pack / "pack.yaml").read_text() == "pack: mine\nextends:   core\n"


def test_diff_shows_what_would_change(pack: Path) -> None:
    ended = run("mine", "--diff")
    assert ended.exit_code == 1
    assert "-extends:   core\n+extends: core\n" in ended.stdout
    assert (pack / "pack.yaml").read_text() == "pack: mine\nextends:   core\n"


def test_what_cannot_be_read_is_told_and_left_alone(pack: Path) -> None:
    (pack / "rules.yaml").write_text("a: {b: 1\n")
    ended = run("mine")
    assert ended.exit_code == 1
    assert "error[D6-Y026]" in ended.stderr
    assert (pack / "rules.yaml").read_text() == "a: {b: 1\n"
    assert (pack / "pack.yaml").read_text() == "pack: mine\nextends: core\n"


def test_no_file_is_written_before_all_are_laid_out(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_at_rules(text: str) -> str:
        if "terms" in text:
            raise NotTheSameError
        return formatted(text)

    monkeypatch.setattr("freed6c.cli.fmt.formatted", fails_at_rules)
    with pytest.raises(NotTheSameError):
        run("mine")
    assert (pack / "pack.yaml").read_text() == "pack: mine\nextends:   core\n"


def test_the_packs_that_come_with_freed6c_are_laid_out() -> None:
    assert (
        run(
            str(ROOT / "rulesets/core"), str(ROOT / "rulesets/opend6"), "--check"
        ).exit_code
        == 0
    )
