"""The editor's side: what is read of files that are being typed, and recorded sessions."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from editor_client import Client, RefusedError
from freed6c.editor.outline import outline

if TYPE_CHECKING:
    from collections.abc import Iterator


# Sessions of the protocol: `|` is where the cursor is.


PACK = """\
pack: my-table
extends: core
terms:
  scratch: {name: Scratch, text: Hardly a wound.}
"""
RULES = """\
change:
  skill.brawling: {set: {trained-only: true}}
  band.difficulty.easy: {set: {range: 6-9}}
  band.difficulty.moderate: {set: {range: 10-15}}
actions:
  shove:
    name: Shove
    type: free
    check: {with: brawling, against: {difficulty: easy}}
    text: Push somebody. See [[term.scratch]].
"""


def test_half_a_line_leaves_the_others_as_they_are() -> None:
    whole = outline(RULES)
    lines = RULES.split("\n")
    for number, line in enumerate(lines):
        for end in range(1, len(line)):
            half = [*lines[:number], line[:end], *lines[number + 1 :]]
            read = {(part.start, part.end) for part in outline("\n".join(half))}
            others = [part for part in whole if part.start.line != number]
            assert read >= {(part.start, part.end) for part in others}, line[:end]


def test_values_are_read_without_their_quotes_and_up_to_their_last_line() -> None:
    text = """a: "b"\nc: |\n  d\n  e\n\nf: ['g', h]\n"""
    read = [(part.path, part.start, part.end) for part in outline(text)]
    assert read[1::2] == [
        (("a",), (0, 4), (0, 5)),
        (("c",), (1, 3), (3, 3)),
        (("f", 0), (5, 5), (5, 6)),
    ]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("packs") / "my-table"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK)
    (folder / "rules.yaml").write_text(RULES)
    client = Client(folder)
    yield client
    assert client.end() == 0


def labels(items: list[Any]) -> list[str]:
    return [item["label"] for item in items]


def test_what_is_wrong_is_said_as_one_types(client: Client) -> None:
    client.type("rules.yaml", RULES.replace("difficulty: easy", "difficulty: esay"))
    assert any("esay" in said for said in client.problems("rules.yaml"))
    client.type("rules.yaml", RULES)
    assert not any("esay" in said for said in client.problems("rules.yaml"))


def test_a_file_without_problems_is_told_so(client: Client) -> None:
    """An editor that has been told nothing does not know whether it was looked at."""
    text = "terms:\n  nick: {name: Nick, text: Less than a scratch.}\n"
    client.type("more.yaml", text)
    assert client.problems("more.yaml") == []


def test_what_comes_in_the_base_is_told_in_the_manifest(client: Client) -> None:
    harder = "change: {benchmark.difficulty: {adjust: {bands: +2}}}\n"
    client.type("rules.yaml", harder)
    told: list[str] = []
    for _ in range(3):  # what was said of the texts before may still be on its way
        told = told or client.problems("pack.yaml")
    assert re.match(r"(rulesets/)?core/\w+\.yaml, line \d+: ", told[0])
    client.type("rules.yaml", RULES)
    assert client.problems("rules.yaml")


def test_half_a_line_ends_nothing(client: Client) -> None:
    for end in range(len(RULES) - 30, len(RULES)):
        client.type("rules.yaml", RULES[:end])
    client.type("rules.yaml", RULES)
    assert client.at("hover", "rules.yaml", RULES.replace("brawling,", "braw|ling,"))


@pytest.mark.parametrize(
    ("line", "offered", "not_offered"),
    [
        ("cha|", "change", "bands"),
        ("actions:\n  shove:\n    name: Shove\n    |", "check", "name"),
        ("actions:\n  shove:\n    ty|", "type", "adjust"),
        ("actions: {shove: {name: Shove, |}}", "effects", "name"),
        ("actions:\n  shove: {type: |}", "free", "easy"),
        ("actions:\n  shove: {check: {with: br|}}", "brawling", "easy"),
        ("actions:\n  shove:\n    effects:\n      - mo|", "modify", "name"),
        ("actions:\n  shove:\n    effects:\n      - {modify: checks, |}", "by", "recover"),
        ("change:\n  skill.b|", "skill.brawling", "brawling"),
        ("change:\n  skill.brawling:\n    se|", "set", "name"),
        ("change:\n  skill.brawling: {set: {tr|}}", "trained-only", "set"),
        ("change:\n  track.damage:\n    set:\n      cond|", "conditions.hurt.name", "set"),
        ("terms:\n  a: {name: A, text: See [[skill.b|}", "skill.brawling", "name"),
        ("tracks: {a: {conditions: {x: {duration: |}}}}", "until recovered", "name"),
    ],
)  # fmt: skip
def test_what_fits_is_offered(
    client: Client, line: str, offered: str, not_offered: str
) -> None:
    given = labels(client.at("completion", "rules.yaml", line))
    assert offered in given
    assert not_offered not in given


def test_an_id_is_told_of(client: Client) -> None:
    text = RULES.replace("brawling,", "braw|ling,")
    told = client.at("hover", "rules.yaml", text)["contents"]["value"]
    assert "**Brawling** (Skill), `skill.brawling`" in told
    assert "my-table: set skill.brawling.trained-only" in told


def test_a_setting_is_told_of(client: Client) -> None:
    told = client.at("hover", "rules.yaml", RULES.replace("type:", "ty|pe:"))
    assert told["contents"]["value"].startswith("**type**: ")


def test_definition_leads_to_another_pack(client: Client) -> None:
    where = client.at(
        "definition", "rules.yaml", RULES.replace("brawling,", "b|rawling,")
    )
    assert "/core/abilities/" in where["uri"]


def test_definition_leads_to_another_file(client: Client) -> None:
    where = client.at(
        "definition", "rules.yaml", RULES.replace("term.scratch", "term.scr|atch")
    )
    assert where["uri"].endswith("/my-table/pack.yaml")
    assert where["range"]["start"] == {"line": 3, "character": 2}


def test_references_are_found_in_rules_and_texts(client: Client) -> None:
    context = {"includeDeclaration": True}
    found = client.at(
        "references", "rules.yaml", RULES.replace("[[term", "[[te|rm"), context=context
    )
    assert {Path(each["uri"]).name for each in found} == {"pack.yaml", "rules.yaml"}
    found = client.at(
        "references", "rules.yaml", RULES.replace("easy", "e|asy", 1), context=context
    )
    assert any("/core/" in each["uri"] for each in found)


def test_an_entry_of_ones_own_is_renamed_everywhere(client: Client) -> None:
    edits = client.at(
        "rename", "rules.yaml", RULES.replace("[[term", "[[te|rm"), newName="nick"
    )["changes"]
    assert {
        Path(uri).name: [each["newText"] for each in of_file]
        for uri, of_file in edits.items()
    } == {"pack.yaml": ["nick"], "rules.yaml": ["nick"]}


def test_an_entry_of_the_base_is_not_renamed(client: Client) -> None:
    text = RULES.replace("with: b", "with: |b")
    assert client.at("prepareRename", "rules.yaml", text) is None


def test_the_way_out_of_a_message_is_an_action(client: Client) -> None:
    client.type("rules.yaml", RULES.replace("change:", "chnage:"))
    while not client.problems("rules.yaml"):
        pass
    titles = [action["title"] for action in client.actions("rules.yaml")]
    assert titles == [
        "did you mean 'change'?",
        "Apply all safe fixes",
    ]
    (edit,) = client.actions("rules.yaml")[0]["edit"]["changes"].values()
    assert [each["newText"] for each in edit] == ["change"]
    client.type("rules.yaml", RULES)


def test_a_change_tells_the_odds_that_it_moves(client: Client) -> None:
    client.type("rules.yaml", RULES)
    uri = (client.folder / "rules.yaml").as_uri()
    for _ in range(100):
        if lenses := client.ask("textDocument/codeLens", textDocument={"uri": uri}):
            break
        time.sleep(0.1)
    (lens,) = lenses
    assert lens["range"]["start"]["line"] == 2
    assert lens["command"]["title"] == "3D against Easy: 62.50% → 74.07%"


def test_half_a_key_in_quotes_is_completed(client: Client) -> None:
    assert "change" in labels(client.at("completion", "rules.yaml", '"cha|'))


def test_behind_the_end_is_the_end(client: Client) -> None:
    client.type("rules.yaml", "# \N{GAME DIE}\ncha# \N{GAME DIE}")
    document = {"uri": (client.folder / "rules.yaml").as_uri()}
    asked = "textDocument/completion"
    for place in ({"line": 99, "character": 0}, {"line": 1, "character": 99}):
        given = client.ask(asked, textDocument=document, position=place)
        assert given is not None


def test_half_a_character_is_said(client: Client) -> None:
    """Editors that count in 16 bits can hold one."""
    client.type("rules.yaml", 'terms: {a: {name: A, text: "\ud83d"}}\n')
    assert client.problems("rules.yaml")


def test_lines_are_those_of_editors(client: Client) -> None:
    """Some splits of lines are only Python's."""
    whole = 1
    assert client.abilities["textDocumentSync"]["change"] == whole


@pytest.mark.parametrize("before", ["git:", "untitled:", "file://elsewhere"])
def test_what_is_no_file_of_this_machine_is_let_alone(
    client: Client, before: str
) -> None:
    client.type("rules.yaml", RULES)
    path = (client.folder / "rules.yaml").as_posix()
    older = {"uri": f"{before}{path}", "languageId": "yaml", "version": 1}
    client.tell("textDocument/didOpen", textDocument={**older, "text": "colour: red\n"})
    own = {"uri": (client.folder / "rules.yaml").as_uri()}
    place = {"line": 1, "character": 12}
    told = client.ask("textDocument/hover", textDocument=own, position=place)
    assert "Brawling" in told["contents"]["value"]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no devices")
def test_a_file_without_end_is_not_read(client: Client) -> None:
    place = {"line": 0, "character": 0}
    document = {"uri": "file:///dev/zero"}
    asked = "textDocument/completion"
    assert client.ask(asked, textDocument=document, position=place)


@pytest.mark.parametrize("length", ["10000000000", "9" * 30, "9" * 5000])
def test_a_message_longer_than_any_ends_it(length: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "freed6c", "lsp"],
        input=f"Content-Length: {length}\r\n\r\n{{}}",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1] == ("Error: the message has 100 MB or more")


# The client's own addresses, and renaming.

OWN = """\
pack: pack
extends: core
rules:
  aa: {name: A, text: "See [[rule.cc]]."}
  bb: {name: B, text: "[[rule.aa]] and [[rule.bb]]"}
"""


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize(
    ("name", "root"),
    [
        ("pack", "file://{}/link"),
        ("My rules (v2)", "file://{}/My%20rules%20(v2)"),
        ("Tom's & é", "file://{}/Tom's%20&%20%c3%a9"),
        ("pack", "file://localhost{}/pack"),
    ],
)
@pytest.mark.parametrize("rooted", [True, False])
def test_files_are_called_as_the_client_calls_them(
    name: str, root: str, tmp_path: Path, *, rooted: bool
) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder)
    (folder / "pack.yaml").write_text(OWN)
    (folder / "more.yaml").write_text('rules: {dd: {name: D, text: "[[rule.aa]]"}}\n')
    above, address = tmp_path.as_uri(), root.format(tmp_path)
    root = address if rooted else above
    opened = [{"uri": root, "name": name}]
    client = Client(tmp_path, root, workspaceFolders=opened)
    client.root = address
    client.type("pack.yaml", OWN)
    assert any("cc" in said for said in client.problems("pack.yaml"))
    own, more = client.uri("pack.yaml"), client.uri("more.yaml")
    to_aa = OWN.replace("[[rule.aa", "[[rule.a|a")
    assert client.at("definition", "pack.yaml", to_aa)["uri"] == own
    context = {"includeDeclaration": True}
    found = client.at("references", "pack.yaml", to_aa, context=context)
    assert {each["uri"] for each in found} == {own, more}
    edits = client.at("rename", "pack.yaml", to_aa, newName="ee")["changes"]
    assert set(edits) == {own, more}
    assert client.end() == 0


@pytest.fixture
def renaming(tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "pack.yaml").write_text(OWN)
    abilities = {"textDocument": {"rename": {"prepareSupport": True}}}
    client = Client(tmp_path, abilities=abilities)
    yield client
    assert client.end() == 0


def test_an_unfit_name_is_refused_with_the_reason(renaming: Client) -> None:
    assert renaming.abilities["renameProvider"] == {"prepareProvider": True}
    at_bb = OWN.replace("  bb", "  b|b")
    for new, reason in {
        "aa": "rule.aa already exists",
        "conceding": "rule.conceding already exists",
        "Bad Name": "'Bad Name' cannot be a key: begin with a letter",
        "9lives": "begin with a letter",
        "b\n": "cannot be a key",
        "b" * 61: "at most 60 characters",
    }.items():
        with pytest.raises(RefusedError, match=re.escape(reason)):
            renaming.at("rename", "pack.yaml", at_bb, newName=new)
    assert renaming.at("rename", "pack.yaml", at_bb, newName="cc")["changes"]
    assert renaming.at("prepareRename", "pack.yaml", at_bb)["start"]["line"] == 4
    text = OWN.replace("rule.cc", "rule.conc|eding")
    with pytest.raises(RefusedError, match="in a pack that isn't open here"):
        renaming.at("rename", "pack.yaml", text, newName="other")


@pytest.mark.parametrize(
    "method", ["hover", "definition", "completion", "references", "prepareRename"]
)
def test_a_place_before_the_first_line_is_answered(
    method: str, renaming: Client
) -> None:
    renaming.type("pack.yaml", OWN)
    with pytest.raises(RefusedError):
        renaming.ask(
            f"textDocument/{method}",
            textDocument={"uri": renaming.uri("pack.yaml")},
            position={"line": -1, "character": 0},
            context={"includeDeclaration": True},
        )
