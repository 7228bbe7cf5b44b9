"""Which class each kind of entry becomes. Names and nesting stand in packs/kinds.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.runtime.entries.abilities import (
    Ability,
    Nature,
    Skill,
    Specialization,
    Value,
)
from freed6c.runtime.entries.actions import Action, EffectRoll, Rule, Scene
from freed6c.runtime.entries.benchmarks import Band, Benchmark
from freed6c.runtime.entries.dice import PRIMITIVES, Dice, Step
from freed6c.runtime.entries.formulas import FormulaEntry
from freed6c.runtime.entries.frame import (
    AbilityType,
    ActionType,
    DieCodes,
    Period,
    Term,
    Unit,
)
from freed6c.runtime.entries.menus import Menu, Pick
from freed6c.runtime.entries.notes import Chapter, Example, Note
from freed6c.runtime.entries.options import Choice, Option
from freed6c.runtime.entries.points import Points
from freed6c.runtime.entries.tables import Row, Table
from freed6c.runtime.entries.tracks import Condition, Track
from freed6c.runtime.entries.worlds import (
    Hook,
    Level,
    Member,
    Pillar,
    Scale,
    Scope,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.runtime.record import Entry

CLASSES: Final[Mapping[str, type[Entry]]] = {
    "die-codes": DieCodes,
    "period": Period,
    "unit": Unit,
    "term": Term,
    "ability-type": AbilityType,
    "action-type": ActionType,
    "formula": FormulaEntry,
    "benchmark": Benchmark,
    "band": Band,
    "ability": Ability,
    "skill": Skill,
    "specialization": Specialization,
    "nature": Nature,
    "value": Value,
    "scale": Scale,
    "level": Level,
    "scope": Scope,
    "member": Member,
    "dice": Dice,
    "step": Step,
    "track": Track,
    "condition": Condition,
    "menu": Menu,
    "pick": Pick,
    "table": Table,
    "row": Row,
    "effect-roll": EffectRoll,
    "action": Action,
    "scene": Scene,
    "rule": Rule,
    "points": Points,
    "hook": Hook,
    "pillar": Pillar,
    "option": Option,
    "choice": Choice,
    "note": Note,
    "example": Example,
    "chapter": Chapter,
}

VARIANTS: Final[Mapping[str, tuple[str, Mapping[str, type[Entry]]]]] = {
    "step": ("do", PRIMITIVES)
}
"""Kinds with a class for each value of one setting."""

KIND_OF: Final[Mapping[type[Entry], str]] = {cls: kind for kind, cls in CLASSES.items()}


def class_of(kind: str, body: Mapping[str, object]) -> type[Entry]:
    """The class of an entry: that of its kind, or the variant that its own setting names."""
    setting, variants = VARIANTS.get(kind, ("", {}))
    return variants.get(str(body.get(setting)), CLASSES[kind])
