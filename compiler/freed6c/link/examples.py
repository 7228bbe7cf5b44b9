"""What examples expect: of a formula another one or a text, of a run its effects or facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import structure as codes
from freed6c.formula.types import TEXT, bare
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.runtime.entries.notes import Example

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.link.structure import Structure


NEITHER: Final = "an example works out a formula ('that') or runs something ('run')"
BOTH: Final = "an example has either 'that' or 'run'"
OF_A_RUN: Final = "what is run gives effects or facts, not a single value"
OF_A_FORMULA: Final = "a formula gives a single value"


def read_expectations(structure: Structure, tree: Mapping[str, Data]) -> None:
    """Check the expectation of every example, as far as it can be compared with what it gives."""
    for entry in structure.entries.values():
        if isinstance(entry, Example):
            path = structure.symbols.by_id[entry.id].path
            body = walk(dict(tree), path)
            _report_shape(structure, body if isinstance(body, dict) else {}, path)
            _read_formula(structure, entry, path)


def _read_formula(structure: Structure, entry: Example, path: KeyPath) -> None:
    reader = structure.formulas
    checked = reader.checked.get((*path, "that"))
    if checked is None or not isinstance(entry.expect, str):
        return
    if bare(checked.type) is not TEXT:
        reader.check(entry.expect, (*path, "expect"), {})


def _report_shape(
    structure: Structure, body: Mapping[str, Data], path: KeyPath
) -> None:
    """Report an example whose parts do not belong together."""

    def wrong(message: str, advice: str, *steps: str, code: Code) -> None:
        place = (*path, *steps)
        structure.problems.report(code, message, place, key=not steps, help=(advice,))

    single = not isinstance(body.get("expect", ""), list | dict)
    if "that" not in body and "run" not in body:
        wrong(NEITHER, "write one of them", code=codes.MISSING_SETTING)
    elif "that" in body and "run" in body:
        wrong(BOTH, "make two examples of it", "run", code=codes.WRONG_VALUE)
    elif "run" in body and single:
        advice = "write a list such as [{roll: damage}], or facts such as {number: 15}"
        wrong(OF_A_RUN, advice, "expect", code=codes.WRONG_VALUE)
    elif "that" in body and not single:
        advice = "write the value, or let the example 'run' something"
        wrong(OF_A_FORMULA, advice, "expect", code=codes.WRONG_VALUE)
