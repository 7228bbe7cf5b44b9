"""Formulas with a name, as those who call them need them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.formula.typed import Checked
    from freed6c.runtime.given import Value

Names: TypeAlias = "Mapping[str, Value]"
"""Values of the names that are known by place: `rank`, `row.category`."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A formula that is called: the names of its arguments, its constants, its body."""

    takes: tuple[str, ...]
    constants: Names
    body: Checked


Definitions: TypeAlias = "Mapping[str, Definition]"
"""The formulas of a ruleset by key."""
