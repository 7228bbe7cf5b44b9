"""Core holds every rule of the sources: `inventory.yaml` says which entry, and what stands there.

The expected cells were transcribed from the sources before the pack was written. Ids not done yet
would stand under `pending`, which must stay empty; `variants` belong to `test_variants.py`; what
belongs to other packs stands under `elsewhere`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from ruamel.yaml import YAML

from freed6c.model.places import at
from freed6c.pipeline import compile_packs
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.entries.dice import Step
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.entries.tables import Table
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset

INVENTORY: dict[str, Any] = YAML(typ="safe", pure=True).load(
    (Path(__file__).parent / "inventory.yaml").read_text(encoding="utf-8")
)
NOT_IDS = {"elsewhere", "pending", "variants"}
IDS = [id_ for id_ in INVENTORY if id_ not in NOT_IDS]


@pytest.fixture(scope="module")
def core() -> Ruleset:
    compiled = compile_packs("core")
    assert compiled.ruleset is not None, compiled.diagnostics
    return compiled.ruleset


def printed(value: object) -> object:
    """A value as the inventory writes it: references by id, lists as lists, all else as text."""
    match value:
        case Ref() | Entry():
            return value.id
        case bool():
            return str(value).lower()
        case tuple():
            return [printed(one) for one in value]
    return str(value)


def same(core: Ruleset, found: object, wanted: str) -> bool:
    """A list of one may be written as that one; a reference as the name of its entry."""
    shown = printed(found)
    if isinstance(found, Modifier):
        return wanted in spellings(core, found)
    if isinstance(found, Ref) and found.entry.name == wanted:
        return True
    return shown in (wanted, [wanted])


def spellings(core: Ruleset, modifier: Modifier) -> set[str]:
    """`2` is `+2`; a token's number may stand on either side, and its word alone means one."""
    shown = str(modifier)
    words = {
        word
        for step in core.of(Step)
        for token, word in step.says.items()
        if modifier == Modifier(token=token, count=1)
    }
    number, token = modifier.count, modifier.token
    return {shown, shown.removeprefix("+"), f"{token}{number}", *words}


@pytest.mark.parametrize("id_", IDS)
def test_entries_exist(core: Ruleset, id_: str) -> None:
    missing = [name for name in INVENTORY[id_]["entries"] if name not in core.entries]
    assert not missing


@pytest.mark.parametrize("id_", [i for i in IDS if "expect" in INVENTORY[i]])
def test_facts(core: Ruleset, id_: str) -> None:
    differences = {
        address: (printed(found), wanted)
        for address, wanted in INVENTORY[id_]["expect"].items()
        if not same(core, found := at(core, address), wanted)
    }
    assert not differences


@pytest.mark.parametrize("id_", [i for i in IDS if "table" in INVENTORY[i]])
def test_cells(core: Ruleset, id_: str) -> None:
    wanted = INVENTORY[id_]["table"]
    table = core.entries[wanted["id"]]
    assert isinstance(table, Table)
    assert len(table.rows) == len(wanted["cells"])
    for row, cells in zip(table.rows, wanted["cells"], strict=True):
        for column, expected in zip(wanted["columns"], cells, strict=True):
            found = row.cells[column]
            if found is None:
                assert expected == table.columns[column].blank
            elif isinstance(expected, list):
                assert printed(found) == expected
            else:
                assert same(core, found, expected), (row.id, column, printed(found))


def test_every_example_of_the_inventory_is_run(core: Ruleset) -> None:
    named = {
        name
        for id_ in IDS
        for name in INVENTORY[id_]["entries"]
        if name.startswith("example.")
    }
    assert named <= {example.id for example in core.of(Example)}


def test_nothing_is_pending() -> None:
    assert not INVENTORY.get("pending")
