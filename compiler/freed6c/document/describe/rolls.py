"""Buttons that roll the check of an action, with the opposition, the results and the next roll.

The script of a site cannot calculate formulas. If a result depends on the rank of success, it is
calculated here for every rank. If a roll depends on anything else, such as the place, it has no
button. A `Situation` holds the names that formulas can use, with their values.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.document import blocks
from freed6c.document.describe.chances import number_of
from freed6c.document.wording import title_of
from freed6c.model.type_hints import CLASSES
from freed6c.runtime.amounts import DieCode, Formula
from freed6c.runtime.effects import Inflict, Roll
from freed6c.runtime.entries.actions import Action, EffectRoll, Need, Scene
from freed6c.runtime.entries.tables import Condition, Table, Track
from freed6c.runtime.entries.world import Ability, Skill, Specialization, Value
from freed6c.runtime.notation import signed_text
from freed6c.runtime.play.checks import provided_values
from freed6c.runtime.play.state import effects_of
from freed6c.runtime.record import FormulaError, Ref
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.actions import Check, Rolled
    from freed6c.runtime.record import Entry
    from freed6c.runtime.situation import FormulaValue

    Buttons: TypeAlias = tuple[blocks.RollButton, ...]
    Names: TypeAlias = Mapping[str, FormulaValue | Entry]

MARGINS: Final = 100
"""The number of margins with a result in a button. Higher margins use the last result."""

RATINGS: Final = frozenset({"ability", "skill", "specialization"})
"""The types of questions that a rating answers."""

IN_A_ROW: Final = 5
"""The most rolls that follow from a button, since rolls can lead to each other in a circle."""


def roll_buttons(ctx: RenderContext, check: Check) -> Buttons:
    """Return a button for each rating that a check can be rolled with, labeled if several."""
    here = Situation(ctx.ruleset)
    ratings = [_rating_entry(here, rating) for rating in check.with_]
    return tuple(
        _button(check, here, entry, title_of(entry) if len(ratings) > 1 else "")
        for entry in ratings
        if entry is not None
    )


def buttons_in_table(
    ctx: RenderContext, entry: Action, table: Table
) -> dict[tuple[str, str], blocks.RollButton]:
    """Return buttons by row id and column key, for a table of which an action chooses a row.

    A row has a button in the cell with the rating that the action is rolled with: for a table of
    weapons, in the column of skills.
    """
    choices = [
        name for name, type_ in entry.choose.items() if ctx.index.find(type_) is table
    ]
    check = entry.check
    if check is None or not choices or len(check.with_) != 1:
        return {}
    (rating,) = check.with_
    buttons: dict[tuple[str, str], blocks.RollButton] = {}
    # An optional question without an answer counts as no, or as blank.
    unanswered = {
        key: False if ask.type == "boolean" else None
        for key, ask in entry.inputs.items()
        if ask.optional
    }
    for row in table.rows:
        here = Situation(ctx.ruleset, {**unanswered, **dict.fromkeys(choices, row)})
        rolled = _rating_entry(here, rating)
        for key, cell in row.cells.items():
            if rolled is not None and isinstance(cell, Ref) and cell.id == rolled.id:
                answered = _answered(ctx, entry, here)
                buttons[row.id, key] = _button(check, here, rolled, also=answered)
                break
    return buttons


def _answered(ctx: RenderContext, entry: Action, here: Situation) -> list[Situation]:
    """Return a situation for each rating that answers an optional question of an action.

    Situations that an action's needs don't allow are left out.
    """
    return [
        situation
        for key, ask in entry.inputs.items()
        if ask.optional and ask.type in RATINGS
        for rating in ctx.ruleset.of(CLASSES[ask.type])
        for situation in [here.knowing({key: rating})]
        if not any(_is_unmet(need, situation) for need in entry.needs)
    ]


def _is_unmet(need: Need, here: Situation) -> bool:
    """Return True if a need is known to be unmet; others depend on what nobody knows yet."""
    with suppress(FormulaError):
        return not need(here)
    return False


def labeled_buttons(ctx: RenderContext, entry: Action) -> Buttons:
    """Return the buttons of all chosen tables, labeled with the rating, to use outside tables."""
    tables = [ctx.index.find(type_, ("table",)) for type_ in entry.choose.values()]
    return tuple(
        button.but(label=title_of(ctx.ruleset.entry(button.what)))
        for table in tables
        if isinstance(table, Table)
        for button in buttons_in_table(ctx, entry, table).values()
    )


def rolled_values(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of all values, of people or of their things, that checks are rolled with."""
    checks = [entry.check for entry in ruleset.of(EffectRoll)]
    checks += [entry.check for entry in ruleset.of(Action) if entry.check]
    return frozenset(
        rating.id
        for check in checks
        for rating in check.with_
        if isinstance(rating, Ref) and isinstance(rating.entry, Value)
    )


def buttons_of(ctx: RenderContext, entry: Action) -> Buttons:
    """Return all buttons of an action, also those of the tables of which it chooses a row."""
    own = roll_buttons(ctx, entry.check) if entry.check else ()
    return (*own, *labeled_buttons(ctx, entry))


def resisting_ids(ctx: RenderContext) -> Iterable[str]:
    """Return the ids of all ratings and values that buttons of actions are rolled against."""
    found: dict[str, None] = {}
    for entry in ctx.ruleset.of(Action):
        for button in buttons_of(ctx, entry):
            rolled: blocks.RollButton | None = button
            while rolled:
                found |= dict.fromkeys(rolled.resisted)
                rolled = rolled.then.button if rolled.then else None
    return found


def tracks_of_fights(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of tracks for fights.

    Effect rolls, or actions in scenes with a turn order, inflict their conditions.
    """
    scenes = [scene for scene in ruleset.of(Scene) if scene.order]
    inflicted = [
        effect.inflict.entry
        for entry in (
            *ruleset.of(EffectRoll),
            *(action.entry for scene in scenes for action in scene.actions),
        )
        for effect in effects_of(entry)
        if isinstance(effect, Inflict)
    ]
    return frozenset((x if isinstance(x, Track) else x.track).id for x in inflicted)


def _button(
    check: Check,
    here: Situation,
    rolled: Entry,
    label: str = "",
    more_rolls: int = IN_A_ROW,
    *,
    also: Sequence[Situation] = (),
) -> blocks.RollButton:
    """Return a button that rolls a check with the entry `rolled`.

    What resists `here` comes first, then what resists in the situations of `also`.

    The button has the result of each rank, or of each margin if the check reads it, from 0
    on, and at most `more_rolls` next rolls.
    """
    number = number_of(here.rules, check)
    against = check.against
    ratings = (*against.fixed, *against.resistance) if against else ()
    situations = (here, *also)
    resisting = [_rating_entry(s, r, resists=True) for s in situations for r in ratings]
    by_rank = _situations_by_rank(here)
    formulas = [
        x for e in check.success if isinstance(e, Inflict) for x in (e.to_rank, e.if_)
    ]
    by_margin = any("margin" in str(formula) for formula in formulas)
    margins = (here.knowing({"margin": margin}) for margin in range(MARGINS))
    cases = margins if by_margin else by_rank
    inflicted = [[*_conditions(check, situation)] for situation in cases]
    while by_margin and len(inflicted) > 1 and inflicted[-1] == inflicted[-2]:
        inflicted.pop()
    inflicts = tuple(tuple(c.id for c, offers in each if offers) for each in inflicted)
    # The name depends on the target's conditions if they add up.
    gives = tuple(
        ", ".join(title_of(c) for c, _ in each if c.track.combine is None)
        for each in inflicted
    )
    # A chosen row can provide the die code of a value, as a weapon provides its damage.
    provided = provided_values(here.names).get(rolled.id)
    return blocks.RollButton(
        rolled.id,
        "" if number is None else str(number),
        label,
        str(provided) if isinstance(provided, DieCode) else "",
        resisted=tuple(dict.fromkeys(one.id for one in resisting if one is not None)),
        gives=gives if any(gives) else (),
        inflicts=inflicts if any(inflicts) else (),
        by_margin=by_margin,
        then=_next_roll(check, by_rank, more_rolls) if more_rolls else None,
        procedure=check.procedure.id if check.procedure else "",
    )


def _situations_by_rank(here: Situation) -> Sequence[Situation]:
    """Return the situations after a success of rank 0, 1, 2 and so on."""
    procedure = here.rules.procedure
    bands = procedure.ranks.entry.bands if procedure and procedure.ranks else ()
    return [here.knowing({"rank": rank}) for rank in range(len(bands) + 1)]


def _rating_entry(
    here: Situation, rating: Rolled | None, *, resists: bool = False
) -> Entry | None:
    """Return the entry of a rating, or of the result of a formula; None if it cannot be rolled.

    A value that resists can also be a plain number, as that of armor can.
    """
    try:
        result = rating(here) if isinstance(rating, Formula) else rating
    except FormulaError:
        return None
    entry = result.entry if isinstance(result, Ref) else None
    match entry:
        case Ability() | Skill() | Specialization():
            return entry
        case Value(type=type_) if resists or type_ == "die-code":
            return entry
        case _:
            return None


def _conditions(check: Check, here: Situation) -> Iterator[tuple[Condition, bool]]:
    """Yield each condition that a success inflicts in a situation, on a character without any.

    It comes with True if the target gets it, and scripts can add it to other conditions.
    """
    for effect in check.success:
        if not isinstance(effect, Inflict):
            continue
        entry, rank = effect.inflict.entry, effect.to_rank
        with suppress(FormulaError):
            holds = effect.if_ is None or effect.if_(here)
            found = entry.at(rank(here)) if isinstance(entry, Track) and rank else entry
            if holds and isinstance(found, Condition) and (found.rank or not rank):
                adds_up = bool(rank) or found.track.combine is None
                yield found, adds_up and "target" in effect.to


def _next_roll(
    check: Check, ranks: Sequence[Situation], more_rolls: int
) -> blocks.NextRoll | None:
    """Return the effect roll that a success leads to, with its bonus by rank.

    None if there is no such roll, or if it is not the same in all situations.
    """
    for effect in check.success:
        if not isinstance(effect, Roll) or not isinstance(effect.roll, Ref):
            continue
        entry = effect.roll.entry
        with_ = effect.with_
        try:
            # The effect can replace the rating of the roll; a blank cell replaces nothing.
            instead = with_(ranks[0]) if isinstance(with_, Formula) else with_
            bonuses = tuple(_bonus(effect, here) for here in ranks)
        except FormulaError:
            return None
        own = entry.check if instead is None else entry.check.but(with_=(instead,))
        rolled = _rating_entry(ranks[0], own.with_[0]) if len(own.with_) == 1 else None
        if rolled is None or all(bonus is None for bonus in bonuses):
            return None
        button = _button(own, ranks[0], rolled, more_rolls=more_rolls - 1)
        return blocks.NextRoll(title_of(entry), button, bonuses)
    return None


def _bonus(effect: Roll, here: Situation) -> str | None:
    """Return the bonus to the next roll in a situation, such as "+1D"; "" without a bonus.

    None if the roll does not take place. Raises FormulaError if the bonus is not dice and pips.
    """
    if effect.if_ is not None and not effect.if_(here):
        return None
    by = effect.by(here) if isinstance(effect.by, Formula) else effect.by
    if by is None:
        return ""
    if by.token or by.adds or by.either_way:
        raise FormulaError("this is not a plain bonus")
    return signed_text(by.dice, by.pips) if by.dice or by.pips else ""
