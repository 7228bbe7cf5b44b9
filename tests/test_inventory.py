"""Rulesets hold every rule of their sources: `inventory.yaml` says which entry, and what is there.

The expected cells were transcribed from the sources before the packs were written. Ids not done yet
would stand under `pending`, which must stay empty; `variants` belong to `test_variants.py`. What
stands under no ruleset belongs to core.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from ruamel.yaml import YAML

from freed6c.model.value_lookup import at
from freed6c.pipeline import compile_packs
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.entries.dice import Step
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.entries.tables import Table
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

    from freed6c.model.ruleset import Ruleset


INVENTORY: dict[str, Any] = YAML(typ="safe", pure=True).load(
    (Path(__file__).parent / "inventory.yaml").read_text(encoding="utf-8")
)
OTHERS = ("opend6",)
NOT_IDS = {*OTHERS, "pending", "variants"}
ROWS: dict[str, dict[str, Any]] = {
    "core": {id_: row for id_, row in INVENTORY.items() if id_ not in NOT_IDS},
    **{pack: INVENTORY[pack] for pack in OTHERS},
}


@cache
def rules_of(pack: str) -> Ruleset:
    compiled = compile_packs(pack)
    assert compiled.ruleset is not None, compiled.diagnostics
    return compiled.ruleset


def rows(setting: str) -> list[ParameterSet]:
    """A ruleset, and a row of its inventory that has such a setting."""
    return [
        pytest.param(pack, row, id=f"{pack}-{id_}")
        for pack, found in ROWS.items()
        for id_, row in found.items()
        if setting in row
    ]


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


def same(rules: Ruleset, found: object, wanted: str) -> bool:
    """A list of one may be written as that one; a reference as the name of its entry."""
    shown = printed(found)
    if isinstance(found, Modifier):
        return wanted in spellings(rules, found)
    if isinstance(found, Ref) and found.entry.name == wanted:
        return True
    return shown in (wanted, [wanted])


def spellings(rules: Ruleset, modifier: Modifier) -> set[str]:
    """`2` is `+2`; a token's number may stand on either side, and its word alone means one."""
    shown = str(modifier)
    words = {
        word
        for step in rules.of(Step)
        for token, word in step.token_names.items()
        if modifier == Modifier(token=token, count=1)
    }
    number, token = modifier.count, modifier.token
    return {shown, shown.removeprefix("+"), f"{token}{number}", *words}


@pytest.mark.parametrize(("pack", "row"), rows("entries"))
def test_entries_exist(pack: str, row: dict[str, Any]) -> None:
    known = rules_of(pack).entries
    assert not [name for name in row["entries"] if name not in known]


@pytest.mark.parametrize(("pack", "row"), rows("expect"))
def test_facts(pack: str, row: dict[str, Any]) -> None:
    rules = rules_of(pack)
    differences = {
        address: (printed(found), wanted)
        for address, wanted in row["expect"].items()
        if not same(rules, found := at(rules, address), wanted)
    }
    assert not differences


@pytest.mark.parametrize(("pack", "row"), rows("table"))
def test_cells(pack: str, row: dict[str, Any]) -> None:
    rules, wanted = rules_of(pack), row["table"]
    table = rules.entries[wanted["id"]]
    assert isinstance(table, Table)
    assert len(table.rows) == len(wanted["cells"])
    for row_, cells in zip(table.rows, wanted["cells"], strict=True):
        for column, expected in zip(wanted["columns"], cells, strict=True):
            found = row_.cells[column]
            if found is None:
                assert expected == table.columns[column].blank
            elif isinstance(expected, list):
                assert printed(found) == expected
            else:
                assert same(rules, found, expected), (row_.id, column, printed(found))


@pytest.mark.parametrize("pack", ROWS)
def test_every_example_of_the_inventory_is_run(pack: str) -> None:
    named = {
        name
        for row in ROWS[pack].values()
        for name in row["entries"]
        if name.startswith("example.")
    }
    assert named <= {example.id for example in rules_of(pack).of(Example)}


def test_nothing_is_pending() -> None:
    assert not INVENTORY.get("pending")
