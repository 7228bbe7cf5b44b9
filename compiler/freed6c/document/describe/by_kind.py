"""Describe an entry with the function of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.document.blocks import Remarks
from freed6c.document.describe import abilities, actions, dice, notes, stories, tables
from freed6c.document.describe.fields import default_body
from freed6c.document.sentences.formulas import names_in
from freed6c.document.sentences.rules import exact_lines
from freed6c.model.internal_errors import working_on
from freed6c.runtime.entries import world
from freed6c.runtime.entries.actions import (
    Action,
    EffectRoll,
    Menu,
    Points,
    Rule,
    Scene,
)
from freed6c.runtime.entries.dice import PRIMITIVES, Dice, RollOutcome
from freed6c.runtime.entries.notes import CharacterEntry, FormulaEntry, Option
from freed6c.runtime.entries.tables import Benchmark, Table, Track

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.document.blocks import Blocks
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.record import Entry


DESCRIBED: Final[Mapping[type[Entry], Callable[[RenderContext, Any, int], Blocks]]] = {
    world.Ability: abilities.ability,
    Action: actions.action,
    world.ActionType: abilities.action_type,
    Benchmark: tables.benchmark,
    Dice: dice.dice,
    world.DieCodes: abilities.die_codes,
    EffectRoll: actions.effect_roll,
    FormulaEntry: abilities.formula_entry,
    world.Hook: abilities.hook,
    CharacterEntry: stories.character,
    Menu: actions.menu,
    world.Nature: abilities.nature,
    Option: notes.option,
    world.Period: abilities.period,
    world.Pillar: abilities.pillar,
    Points: actions.points,
    Rule: actions.rule,
    world.Scale: abilities.scale,
    Scene: actions.scene,
    world.Scope: abilities.scope,
    world.Skill: abilities.skill_body,
    world.Specialization: abilities.rolled,
    Table: tables.table_body,
    Track: tables.track,
    world.Unit: abilities.unit,
    world.Value: abilities.value,
    RollOutcome: dice.outcome_blocks,
    **dict.fromkeys(PRIMITIVES.values(), dice.step_blocks),
}

LAID_OUT: Final = (world.Ability, world.Skill, Action)
"""Kinds whose description depends on the layout: it is longer on a page of their own."""

ROLLED: Final = (world.Skill, Action, EffectRoll)
"""Kinds whose description begins with the roll."""

IN_ROWS: Final = (Benchmark, Menu, Table, Track)
"""Kinds whose nested entries are table rows, with no room for remarks on each."""


def body(ctx: RenderContext, entry: Entry, level: int) -> Blocks:
    """Return the description of an entry, without its heading and prose."""
    describe = DESCRIBED.get(type(entry), default_body)
    with working_on(entry):
        inside = ctx.with_names(names_in(ctx, entry))
        return (*describe(inside, entry, level), *_exactly(inside, entry))


def _exactly(ctx: RenderContext, entry: Entry) -> Blocks:
    """Return the exact rules of an entry, folded, if packs put them into sentences of their own.

    Chapters leave them out.

    They include the rules of the rows of a table.
    """
    if not (ctx.exact and ctx.paged):
        return ()
    rows = entry.inside if isinstance(entry, IN_ROWS) else ()
    lines = [line for part in (entry, *rows) for line in exact_lines(ctx, part)]
    label = ctx.word("label.exactly")
    return (Remarks("exact", label, label, tuple(lines)),) if lines else ()
