"""Buttons for what an action rolls: what resists it, what comes of it, and what is rolled next.

All that depends on the rank of a success is worked out here, rank by rank, so that who rolls needs
no formulas. What depends on anything else, such as the place, has no button.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.document import blocks
from freed6c.document.describe.chances import number_of
from freed6c.document.wording import title_of
from freed6c.runtime.amounts import DieCode, Formula
from freed6c.runtime.effects import Inflict, Roll
from freed6c.runtime.entries.actions import Action, EffectRoll
from freed6c.runtime.entries.tables import Table, Track
from freed6c.runtime.entries.world import Ability, Skill, Specialization, Value
from freed6c.runtime.notation import signed_text
from freed6c.runtime.play.checks import fed_values
from freed6c.runtime.record import Ref, Unworkable
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.document.blocks import Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.actions import Check, Rolled
    from freed6c.runtime.record import Entry
    from freed6c.runtime.situation import FormulaValue

    Names: TypeAlias = Mapping[str, FormulaValue | Entry]

IN_A_ROW: Final = 5
"""So many rolls follow from a button, each from the one before: they may go in a circle."""


def roll_buttons(ctx: RenderContext, check: Check) -> Inlines:
    """A button for what a check is rolled with; of several ratings, for each."""
    here = Situation(ctx.ruleset)
    rolled = [_rated(here, rating) for rating in check.with_]
    return tuple(
        _button(check, here, entry, title_of(entry) if len(rolled) > 1 else "")
        for entry in rolled
        if entry is not None
    )


def buttons_in_table(
    ctx: RenderContext, entry: Action, table: Table
) -> dict[tuple[str, str], blocks.RollButton]:
    """Buttons by the row and column of a chosen table that says what the action is rolled with."""
    named = [
        name for name, type_ in entry.choose.items() if ctx.index.find(type_) is table
    ]
    check = entry.check
    if check is None or not named or len(check.with_) != 1:
        return {}
    (rating,) = check.with_
    found: dict[tuple[str, str], blocks.RollButton] = {}
    # What may be left unanswered is not so.
    unasked = {key: False for key, ask in entry.asks.items() if ask.optional}
    for row in table.rows:
        here = Situation(ctx.ruleset, {**unasked, **dict.fromkeys(named, row)})
        rolled = _rated(here, rating)
        for key, cell in row.cells.items():
            if rolled is not None and isinstance(cell, Ref) and cell.id == rolled.id:
                found[row.id, key] = _button(check, here, rolled)
                break
    return found


def labeled_buttons(ctx: RenderContext, entry: Action) -> Inlines:
    """The same, each with what is rolled: for where the table stands elsewhere."""
    tables = [ctx.index.find(type_, ("table",)) for type_ in entry.choose.values()]
    return tuple(
        button.but(label=title_of(ctx.ruleset.entry(button.what)))
        for table in tables
        if isinstance(table, Table)
        for button in buttons_in_table(ctx, entry, table).values()
    )


def rolled_values(ruleset: Ruleset) -> frozenset[str]:
    """The ids of values that checks are rolled with, be they of people or of their things."""
    checks = [entry.check for entry in ruleset.of(EffectRoll)]
    checks += [entry.check for entry in ruleset.of(Action) if entry.check]
    return frozenset(
        rating.id
        for check in checks
        for rating in check.with_
        if isinstance(rating, Ref) and isinstance(rating.entry, Value)
    )


def _button(
    check: Check,
    here: Situation,
    rolled: Entry,
    label: str = "",
    follow: int = IN_A_ROW,
) -> blocks.RollButton:
    number = number_of(here.rules, check)
    against = check.against
    ratings = (*against.fixed, *against.resistance) if against else ()
    resisting = [_rated(here, rating, resists=True) for rating in ratings]
    ranks = _ranks(here)
    fed = fed_values(here.names).get(rolled.id)
    return blocks.RollButton(
        rolled.id,
        "" if number is None else str(number),
        label,
        str(fed) if isinstance(fed, DieCode) else "",
        resisted=tuple(entry.id for entry in resisting if entry is not None),
        gives=_given(check, ranks),
        then=_next(check, ranks, follow) if follow else None,
    )


def _ranks(here: Situation) -> Sequence[Situation]:
    """The situation after a success of each rank, from 0."""
    procedure = here.rules.procedure
    bands = procedure.ranks.entry.bands if procedure and procedure.ranks else ()
    return [here.knowing({"rank": rank}) for rank in range(len(bands) + 1)]


def _rated(
    here: Situation, rating: Rolled | None, *, resists: bool = False
) -> Entry | None:
    """What a rating or a formula comes to, if it is something on a sheet that can be rolled."""
    try:
        found = rating(here) if isinstance(rating, Formula) else rating
    except Unworkable:
        return None
    entry = found.entry if isinstance(found, Ref) else None
    match entry:
        case Ability() | Skill() | Specialization():
            return entry
        case Value(type=type_) if resists or type_ == "die-code":
            return entry
        case _:
            return None


def _given(check: Check, ranks: Sequence[Situation]) -> tuple[str, ...]:
    """The names of the conditions that a success of each rank gives; nothing if none does."""
    given = tuple(
        ", ".join(
            name
            for effect in check.success
            if isinstance(effect, Inflict)
            for name in _condition(effect, here)
        )
        for here in ranks
    )
    return given if any(given) else ()


def _condition(effect: Inflict, here: Situation) -> Iterator[str]:
    track = effect.inflict.entry
    try:
        if effect.if_ is not None and not effect.if_(here):
            return
        if not isinstance(track, Track):
            yield title_of(track)
        elif effect.to_rank is not None and track.adds_up is None:
            condition = track.at(effect.to_rank(here))
            if condition is not None and condition.rank:
                yield title_of(condition)
    except Unworkable:
        return


def _next(
    check: Check, ranks: Sequence[Situation], follow: int
) -> blocks.NextRoll | None:
    """The effect roll that a success leads to, if it is always the same one."""
    for effect in check.success:
        if not isinstance(effect, Roll) or not isinstance(effect.roll, Ref):
            continue
        entry = effect.roll.entry
        with_ = effect.with_
        try:
            # A blank cell says nothing.
            other = with_(ranks[0]) if isinstance(with_, Formula) else with_
            by = tuple(_added(effect, here) for here in ranks)
        except Unworkable:
            return None
        own = entry.check if other is None else entry.check.but(with_=(other,))
        rolled = _rated(ranks[0], own.with_[0]) if len(own.with_) == 1 else None
        if rolled is None or not any(more is not None for more in by):
            return None
        button = _button(own, ranks[0], rolled, follow=follow - 1)
        return blocks.NextRoll(title_of(entry), button, by)
    return None


def _added(effect: Roll, here: Situation) -> str | None:
    """What a rank adds to the roll that follows; None where there is none. Raises Unworkable."""
    if effect.if_ is not None and not effect.if_(here):
        return None
    by = effect.by(here) if isinstance(effect.by, Formula) else effect.by
    if by is None:
        return ""
    if by.token or by.adds or by.either_way:
        raise Unworkable("this is no plain bonus")
    return signed_text(by.dice, by.pips) if by.dice or by.pips else ""
