"""Checks that values have the declared type, and that values and points have no cycles."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.formula.operators import conversion
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import FunctionCall, called_functions
from freed6c.formula.typed_tree import walk_typed
from freed6c.formula.types import describe, fits
from freed6c.model.entry_contents import records_at
from freed6c.model.internal_errors import noted
from freed6c.packs.ids import reached
from freed6c.runtime.effects import Modify
from freed6c.runtime.entries.actions import Points, Rule
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.entries.tables import Condition, Table, Track
from freed6c.runtime.entries.world import Ability, Hook, Value, used_together
from freed6c.runtime.play.effect_index import is_standing
from freed6c.runtime.play.state import fixed_like_checks, whole_skill_codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.formula.typed_tree import TypedNode
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.record import Entry

SETTINGS: Final = ("formula", "default")
"""Formulas of a value."""
ON_SHEET: Final = (
    "replace one of the formulas with a default that needs none of these values"
)
"""A suggestion that ends a cycle of values."""
NUMBERS: Final = ("start", "max", "min")
"""Formulas of points: the number at the start, and the bounds."""


def check_values(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report formulas of another type than declared."""
    for value in noted(ruleset.of(Value)):
        declared = ruleset.types.get(value.type)
        for setting in SETTINGS:
            checked = ruleset.checked.get((*ruleset.paths[value.id], setting))
            if checked is None or declared is None or fits(checked.type, declared):
                continue
            pips = ruleset.die_code.pips_per_die
            way_out = conversion(checked.tree, (declared,), pips)
            yield codes.WRONG_VALUE_TYPE.at(
                ruleset.label(value, setting),
                given=describe(checked.type),
                wanted=describe(declared),
                help=[way_out or f"write a formula that returns {describe(declared)}"],
            )


def check_circles(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report values and points that depend on themselves, and bounds that are rolled.

    A circle is reported at one of its members.
    """
    uses = ruleset.once(_all_deps)
    # A number of points isn't a roll, even if a roll set it at the start.
    without = {id_: used for id_, used in uses.items() if not id_.startswith("points.")}
    entries: list[Value | Points] = [*ruleset.of(Value), *ruleset.of(Points)]
    reported: set[str] = set()
    for entry in noted(entries):
        settings = NUMBERS if isinstance(entry, Points) else SETTINGS[::-1]
        used = {key: _deps(ruleset, entry, (key,)) for key in settings}
        circles = (key for key in settings if entry.id in reached(used[key], uses))
        if (circle := next(circles, "")) and entry.id not in reported:
            inside = reached(used[circle], uses)
            reported |= {id_ for id_ in inside if entry.id in reached((id_,), uses)}
            usual = 0 if circle == "min" else 10
            number = f"replace with a number, such as {circle}: {usual}"
            yield codes.VALUE_CIRCLE.at(
                ruleset.label(entry, circle),
                value=entry.id,
                help=[number if isinstance(entry, Points) else ON_SHEET],
            )
        for bound in NUMBERS[1:]:
            if ROLL in reached(used.get(bound, ()), without):
                place = ruleset.label(entry, bound)
                yield codes.ROLLED_BOUND.at(place, bound=bound, points=entry.name)


ROLL: Final = "formula.roll"
"""The dependency of formulas that roll."""


def _all_deps(ruleset: Ruleset) -> dict[str, frozenset[str]]:
    """Return the ids that each value, points and formula depends on directly, by its id."""
    uses = {value.id: _deps(ruleset, value, SETTINGS) for value in ruleset.of(Value)}
    for points in ruleset.of(Points):
        uses[points.id] = _deps(ruleset, points, NUMBERS)
    for formula in ruleset.of(FormulaEntry):
        uses[formula.id] = _deps(ruleset, formula, ("formula",))
    return uses


def _deps(ruleset: Ruleset, entry: Entry, settings: Iterable[str]) -> frozenset[str]:
    """Return the ids of all that some formulas of an entry depend on directly."""
    return _deps_at(ruleset, ruleset.paths[entry.id], settings)


def provided_values(ruleset: Ruleset) -> set[str]:
    """Return the ids of values that a column provides for the character who picks a row."""
    columns = chain.from_iterable(table.columns.values() for table in ruleset.of(Table))
    return {column.provides.id for column in columns if column.provides is not None}


def needed(ruleset: Ruleset, path: KeyPath, setting: str) -> set[str]:
    """Return the ids of values, points and formulas that a formula needs, also indirectly."""
    return reached(_deps_at(ruleset, path, (setting,)), ruleset.once(_all_deps))


def _deps_at(
    ruleset: Ruleset, path: KeyPath, settings: Iterable[str]
) -> frozenset[str]:
    found = (ruleset.checked.get((*path, setting)) for setting in settings)
    formulas = [formula for formula in found if formula is not None]
    parts = [*chain.from_iterable(map(walk_typed, formulas))]
    meanings = (part.meaning for part in parts)
    ids = {entry.id for entry in meanings if isinstance(entry, ResolvedEntry)}
    calls = chain.from_iterable(
        called_functions(formula.tree.node) for formula in formulas
    )
    ids.update(f"formula.{name.removeprefix('formula.')}" for name in calls)
    read = chain.from_iterable(_call_deps(ruleset, part) for part in parts)
    return frozenset(id_ for id_ in ids if id_.startswith(WORKED_OUT)).union(read)


def _call_deps(ruleset: Ruleset, call: TypedNode) -> set[str]:
    """Return the ids of ratings that a call adds up, and the words of modifiers that apply.

    `roll(run)` needs `skill.run`, its ability, and modifiers of `checks` and `margins`. A formula
    of a pack passes its arguments on to the functions that it calls.
    """
    if not isinstance(call.node, FunctionCall):
        return set()
    functions = {call.node.function}
    declared = f"formula.{call.node.function.removeprefix('formula.')}"
    if declared in ruleset.paths:
        formula = ruleset.checked[(*ruleset.paths[declared], "formula")]
        functions = {*called_functions(formula.tree.node)}
    functions &= READ.keys()
    words = {word for function in functions for word in READ[function]}
    if "fixed" in functions and fixed_like_checks(ruleset):
        words.add("checks")
    # A whole code contains that of the ability.
    whole = whole_skill_codes(ruleset)
    without_ability = functions <= {"without-ability"} and not whole
    for argument in call.children if functions else ():
        if isinstance(argument.meaning, ResolvedEntry):
            rated = used_together(ruleset.entries[argument.meaning.id])
            if without_ability:
                rated = tuple(r for r in rated if not isinstance(r, Ability))
            words |= {rating.id for rating in rated}
    return words


READ: Final[Mapping[str, tuple[str, ...]]] = {
    "fixed": ("fixed-values",),
    "rating": (),
    "roll": ("checks", "margins"),
    "without-ability": (),
}
"""Functions that add up ratings, each with the words of modifiers that apply."""


def check_effects_on_themselves(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report standing effects that depend on the value that they modify."""
    effects = [
        (entry, path, str(effect.modify), AMOUNTS[: 1 if effect.of else None])
        for entry, path, effect in records_at(ruleset, Modify)
        if isinstance(entry, Rule | Hook | Track | Condition)
        and path[-2] == "effects"
        and is_standing(effect)
        and not (isinstance(entry, Hook) and entry.activated_by)
        and not str(effect.modify).startswith("points.")
    ]
    uses = dict(ruleset.once(_all_deps))
    for entry, path, changed, settings in effects:
        if isinstance(entry, Rule):  # it applies to every character, with all others
            used = _deps_at(ruleset, path, settings)
            uses[changed] = used.union(uses.get(changed, ()))
    for _, path, changed, settings in effects:
        for setting in settings:
            if changed in reached(_deps_at(ruleset, path, (setting,)), uses):
                rated = changed.startswith(("ability.", "skill.", "specialization."))
                roll = f"to change only the roll, write modify: checks, of: {changed}"
                yield codes.VALUE_CIRCLE.at(
                    ruleset.provenance.location((*path, setting)),
                    value=f"change of {changed}",
                    help=[roll, OTHERS] if rated else [OTHERS],
                )


AMOUNTS: Final = ("if", "by", "multiplied-by", "set-to")
"""Formulas of an effect. With `of`, only `if` is evaluated for values that it does not cover."""
OTHERS: Final = "replace with a formula that reads other values"
WORKED_OUT: Final = ("value.", "points.", "formula.")
"""The beginnings of ids of entries that are computed, and so can depend on others."""
