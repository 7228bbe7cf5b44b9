"""What is shown of an entry, by its kind. To show a new kind well, add its function here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.document.describe import abilities, actions, dice, notes, tables
from freed6c.document.describe.parts import default
from freed6c.document.sentences.formulas import names_in
from freed6c.runtime.entries.actions import (
    Action,
    EffectRoll,
    Menu,
    Points,
    Rule,
    Scene,
)
from freed6c.runtime.entries.dice import PRIMITIVES, Dice
from freed6c.runtime.entries.notes import FormulaEntry, Option
from freed6c.runtime.entries.tables import Benchmark, Table, Track
from freed6c.runtime.entries.world import (
    Ability,
    ActionType,
    DieCodes,
    Hook,
    Nature,
    Period,
    Pillar,
    Scale,
    Scope,
    Skill,
    Specialization,
    Unit,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.document.blocks import Blocks
    from freed6c.document.render_context import Scribe
    from freed6c.runtime.record import Entry


DESCRIBED: Final[Mapping[type[Entry], Callable[[Scribe, Any, int], Blocks]]] = {
    Ability: abilities.ability,
    Action: actions.action,
    ActionType: abilities.action_type,
    Benchmark: tables.benchmark,
    Dice: dice.dice,
    DieCodes: abilities.die_codes,
    EffectRoll: actions.effect_roll,
    FormulaEntry: abilities.formula_entry,
    Hook: abilities.hook,
    Menu: actions.menu,
    Nature: abilities.nature,
    Option: notes.option,
    Period: abilities.period,
    Pillar: abilities.pillar,
    Points: actions.points,
    Rule: actions.rule,
    Scale: abilities.scale,
    Scene: actions.scene,
    Scope: abilities.scope,
    Skill: abilities.skill_body,
    Specialization: abilities.specialization_body,
    Table: tables.table_body,
    Track: tables.track,
    Unit: abilities.unit,
    Value: abilities.value,
    **dict.fromkeys(PRIMITIVES.values(), dice.step_blocks),
}

LAID_OUT: Final = (Ability, Skill)
"""Kinds of which each layout tells something else: what they hold may have pages of its own."""


IN_ROWS: Final = (Benchmark, Menu, Table, Track)
"""Kinds whose parts are rows of a table: there is no room beside them to remark on each."""


def body(ctx: Scribe, entry: Entry, level: int) -> Blocks:
    """The fields of an entry in words, without its heading and text."""
    describe = DESCRIBED.get(type(entry), default)
    return describe(ctx.knowing(names_in(ctx, entry)), entry, level)
