"""The variants that come with core: each is whole, holds its numbers, gets on with the rest."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from ruamel.yaml import YAML

from freed6c.model.example_runs import run_examples
from freed6c.model.value_lookup import at
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime.entries.notes import Chapter
from freed6c.runtime.entries.tables import Table
from freed6c.runtime.entries.world import Term
from test_inventory import printed, same

if TYPE_CHECKING:
    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset


TOP = 2
"""So long is the path of an entry that no other holds."""
VARIANTS = (
    "ganging-up",
    "maneuvering",
    "order-of-battle",
    "smash-and-build",
    "success-counting",
)
INVENTORY: dict[str, Any] = YAML(typ="safe", pure=True).load(
    (Path(__file__).parent / "inventory.yaml").read_text(encoding="utf-8")
)["variants"]


@cache
def compiled(*packs: str) -> Compiled:
    return compile_packs("core", packs)


def rules_of(*packs: str) -> Ruleset:
    found = compiled(*packs)
    assert found.ruleset is not None, [one.message for one in found.diagnostics]
    return found.ruleset


@pytest.mark.parametrize("pack", VARIANTS)
def test_nothing_is_said_of_it(pack: str) -> None:
    assert not [(one.code, one.message) for one in compiled(pack).diagnostics]


@pytest.mark.parametrize("packs", [*((one,) for one in VARIANTS), VARIANTS])
def test_its_examples_hold_and_those_of_core_as_well(packs: tuple[str, ...]) -> None:
    assert not [
        one for one in run_examples(rules_of(*packs)) if one.verdict != "passed"
    ]


def test_all_of_them_go_together_in_whatever_order_they_are_named() -> None:
    assert not [(one.code, one.message) for one in compiled(*VARIANTS).diagnostics]
    first, second = (
        emit_targets(rules_of(*packs), ["json"]) for packs in (VARIANTS, VARIANTS[::-1])
    )
    assert first == second


@pytest.mark.parametrize("pack", VARIANTS)
def test_a_chapter_leads_to_all_that_it_adds(pack: str) -> None:
    found = rules_of(pack)
    chapter = found.entries[f"chapter.{pack}"]
    assert isinstance(chapter, Chapter)
    led_to = {one.id for one in chapter.contains}
    added = {
        id_
        for id_, path in found.paths.items()
        if len(path) == TOP and found.provenance.writer(path) == pack
    }
    beside = ("chapter.", "note.", "example.")
    assert {id_ for id_ in added if not id_.startswith(beside)} <= led_to


ELSEWHERE = "Not in these rules"


def test_core_says_which_variant_has_what_it_lacks() -> None:
    """By its title; and where the variant is there, its rules are linked instead."""
    left = {
        term.id: term.text
        for term in rules_of().of(Term)
        if term.text.startswith(ELSEWHERE)
    }
    for pack in VARIANTS:
        found = rules_of(pack)
        title = found.manifests[-1].title
        (id_,) = (id_ for id_, text in left.items() if f"variant *{title}*" in text)
        assert "[[" in found.entries[id_].text
        assert not found.entries[id_].text.startswith(ELSEWHERE)


@pytest.mark.parametrize("pack", VARIANTS)
def test_it_holds_the_numbers_of_its_source(pack: str) -> None:
    found, wanted = rules_of(pack), INVENTORY[pack]
    assert not [one for one in wanted["entries"] if one not in found.entries]
    differences = {
        address: (printed(value), expected)
        for address, expected in wanted["expect"].items()
        if not same(found, value := at(found, address), expected)
    }
    assert not differences
    for id_, rows in wanted.get("tables", {}).items():
        table = found.entries[id_]
        assert isinstance(table, Table)
        assert [
            [printed(cell) for cell in row.cells.values()] for row in table.rows
        ] == rows
