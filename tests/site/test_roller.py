"""The roller on the page does what the runtime does: every step, every word, every chance."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from rollers import Case, by_runtime, by_site

from freed6c.pipeline import compile_packs
from freed6c.runtime.entries.dice import Alternative, Event, Wait

from dice_cases import (
    OWN,
    made,
    notation,
    pairwise,
    procedure,
    procedure_of_tens,
    ref,
    step,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Page

    from freed6c.model.ruleset import Ruleset


def ruleset_of(*packs: str) -> Ruleset:
    ruleset = compile_packs(*packs).ruleset
    assert ruleset is not None
    return ruleset


@pytest.fixture(scope="module")
def core() -> Ruleset:
    return ruleset_of("core")


def same(
    page: Page, ruleset: Ruleset, cases: Sequence[Case]
) -> list[dict[str, object]]:
    """What both make of the cases, after it was found to be one."""
    wanted = [by_runtime(ruleset, case, seed) for seed, case in enumerate(cases)]
    found = by_site(page, ruleset, cases, [faces for _, faces in wanted])
    for case, (one, _), other in zip(cases, wanted, found, strict=True):
        assert other == one, case.text
    return found


def test_the_procedure_of_core(page: Page, core: Ruleset) -> None:
    codes = ("1D", "3D+2", "5D -1D", "4D+1 +2D -4")
    wilds = ("", "WD", "2WD", "WD8", "WD WD4")
    more = (
        "",
        "B2",
        "P1",
        "B3 P1 Adv",
        "Dis F6",
        "Adv 2Dis F1 F6",
        "L P2",
        "L Adv B1 F2",
    )
    pools = [" ".join(one).strip() for one in product(codes, wilds, more)]
    targets = (None, 5, 14, 25)
    cases = [
        Case(core.procedure, text, targets[place % 4])
        for place, text in enumerate(pools * 3)
        if core.procedure
    ]
    found = same(page, core, cases)
    assert len(found) == 480
    assert {one["success"] for one in found} == {None, True, False}
    assert {key["event"] for one in found for key in one["events"]} == {
        "critical-success",
        "critical-failure",
    }


def test_every_primitive_with_every_parameter(page: Page, core: Ruleset) -> None:
    cases = [
        Case(procedure(one), notation(one), target, choose)
        for one in pairwise()
        for target, choose in ((None, 0), (3, 1), (6, 0))
    ]
    found = same(page, core, cases)
    assert len([one for one in found if "refused" not in one]) > 200
