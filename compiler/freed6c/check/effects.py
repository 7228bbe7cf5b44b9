"""Checks of effects: they change something, have a target, begin and end; explosions end.

Three words of `runtime/play/effect_index.py` matter here. A *standing* effect applies as long as
its rule or condition does. A *recurring* effect happens at each of its moments. Any other effect
*begins* when an action, a roll or a player applies its entry.
"""

from __future__ import annotations

import json
import re
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from freed6c.check.dice import in_order
from freed6c.check.values import ROLL, needed, provided_values
from freed6c.diagnostics.codes import checks as codes
from freed6c.formula import types
from freed6c.formula.arithmetic import numbers_in
from freed6c.formula.builtins import OF_CHARACTER
from freed6c.formula.codegen import find_situated
from freed6c.formula.evaluator import evaluate
from freed6c.formula.scope import BadFormulaError, ResolvedEntry
from freed6c.formula.syntax_tree import OF_TARGET, Binary, FunctionCall, Unary
from freed6c.formula.typed_tree import CheckedFormula, TypedNode, Variable, walk_typed
from freed6c.model.difficulties import MOST_DICE, largest
from freed6c.model.endless_effects import beginnings, is_endless, repeats_for_good
from freed6c.model.entry_contents import placed_records_of, records_at, records_of
from freed6c.model.internal_errors import noted
from freed6c.packs.ids import python_name
from freed6c.runtime.amounts import Formula, FormulaPool, Modifier
from freed6c.runtime.dice.pool import Pool, faces_of, tokens_of
from freed6c.runtime.effects import (
    Allow,
    Buy,
    Effect,
    Ignore,
    Inflict,
    Modify,
    Narrate,
    OneOf,
    Reroll,
    Resist,
    Roll,
    SetDuration,
    Who,
)
from freed6c.runtime.entries.actions import Action, EffectRoll, Pick, Points, Rule
from freed6c.runtime.entries.dice import Dice, SubstituteDice
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.entries.tables import Condition, Track
from freed6c.runtime.entries.world import (
    ActionType,
    Hook,
    Period,
    Skill,
    Specialization,
    Value,
    used_together,
)
from freed6c.runtime.notation import PoolError, read_die, split_token
from freed6c.runtime.odds import OddsError
from freed6c.runtime.play.effect_index import (
    UNCOUNTED,
    about,
    changes_points,
    counts_checks,
    holds_always,
    is_recurring,
    is_standing,
)
from freed6c.runtime.record import Entry, Ref
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.odds.answer import Odds


def check_infinite_explosions(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report steps whose dice explode on every face, without end."""
    for step in noted(ruleset.of(SubstituteDice)):
        if step.explode_times:
            continue
        for die in dict.fromkeys([*step.explode, step.parent.entry.die]):
            sides = read_die(die)
            if sides and len(faces_of(step.explode, sides)) == sides:
                key = die if die in step.explode else "other"
                place = ruleset.label(step, "explode", key)
                yield codes.ENDLESS.at(place, die=die, step=step.id)


# Effects that do nothing: zero amounts, tokens that change no odds, constant conditions.


FEW: Final = 2
"""The largest number of dice for which pools are also tried with every other token."""

TAIL: Final = 60
"""The number of totals that are compared if dice explode, so that no total is the highest."""


def check_no_op_effects(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report amounts of zero, conditions that always or never hold, and tokens without effect."""
    is_no_op_token = cache(partial(_is_no_op_token, ruleset))
    for path, checked in ruleset.checked.items():
        if path[-1] in ("if", "needs") or path[-2] == "needs":
            value = _constant(ruleset, checked)
            if isinstance(value, bool):
                yield codes.CONSTANT_CONDITION.at(
                    ruleset.provenance.location(path),
                    when="always" if value else "never",
                )
        elif path[-1] == "by":
            value = _constant(ruleset, checked)
            token = value.token if isinstance(value, Modifier) else ""
            if value is not None and _is_zero(value):
                yield codes.ZERO_AMOUNT.at(ruleset.provenance.location(path))
            elif token and is_no_op_token(token):
                yield codes.NO_OP_TOKEN.at(
                    ruleset.provenance.location(path), token=token
                )
    for entry, path, effect in records_at(ruleset, SetDuration):
        if effect.from_ is not None and effect.from_ == effect.duration:
            place = ruleset.provenance.location((*path, "duration"))
            yield codes.SAME_DURATION.at(place, entry=entry.name)


def check_untrained(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report changes of a skill for characters without it, who cannot lose ranks in it or roll it.

    These effects have a condition such as `if: not has(charm)`.
    """
    allowed = {str(allow.allow) for _, _, allow in records_at(ruleset, Allow)}
    for entry, path, effect in records_at(ruleset, Modify):
        condition = ruleset.checked.get((*path, "if"))
        lacked = {*_lacked_ratings(condition.tree)} if condition else set[str]()
        rated = [*map(str, effect.of or (effect.modify,))]
        skill = ruleset.entries.get(rated[0])
        if isinstance(entry, Example) or not lacked.issuperset(rated):
            continue
        if not isinstance(skill, Skill | Specialization):
            continue
        cannot_roll = skill.trained_only and len([*skill.tree()]) == 1
        cannot_roll = cannot_roll and not allowed & {skill.id, "chosen-skill"}
        settings = f"of: {skill.key}, by: {effect.by}, if: not has({skill.key})"
        fix = f"to make checks harder, write {{modify: checks, {settings}}}"
        if cannot_roll or (not effect.of and str(effect.by)[0] == "-"):
            yield codes.IDLE_UNTRAINED.at(
                ruleset.provenance.location((*path, "modify")),
                skill=skill.name,
                done="roll" if cannot_roll else "lose",
                help=[f"set trained-only: false in {skill.id}" if cannot_roll else fix],
            )


def _lacked_ratings(condition: TypedNode) -> Iterator[str]:
    """Yield the ids of the ratings that a character must lack for a condition to hold."""
    match condition.node:
        case Binary(operator="and"):
            for part in condition.children:
                yield from _lacked_ratings(part)
        case Unary(operator="not", operand=FunctionCall(function="has")):
            meaning = condition.children[0].children[0].meaning
            if isinstance(meaning, ResolvedEntry):
                yield meaning.id


def _constant(ruleset: Ruleset, checked: CheckedFormula) -> FormulaValue:
    """Return the value of a formula that has no names and calls; None for other formulas."""
    for part in walk_typed(checked):
        named = isinstance(part.meaning, Variable | ResolvedEntry)
        if named or isinstance(part.node, FunctionCall):
            return None
    try:
        return evaluate(checked, Situation(ruleset))
    except BadFormulaError:
        return None


def _is_zero(value: FormulaValue) -> bool:
    """True for a number or an amount of zero."""
    numbers = () if isinstance(value, bool | FormulaPool) else numbers_in(value)
    return numbers != () and not any(numbers)


def _is_no_op_token(ruleset: Ruleset, token: str) -> bool:
    """True if every procedure that has the token has the same odds with and without it."""
    letters, number = split_token(token) or ("", 0)
    procedures = [dice for dice in ruleset.once(in_order) if letters in tokens_of(dice)]
    return bool(procedures) and all(
        _has_same_odds(ruleset, procedure, letters, number) for procedure in procedures
    )


def _has_same_odds(
    ruleset: Ruleset, procedure: Dice, letters: str, number: int
) -> bool:
    step = tokens_of(procedure)[letters].step
    if isinstance(step, SubstituteDice) and step.events:
        return False
    for pool in _sample_pools(ruleset, procedure, number):
        try:
            called = pool.calling(procedure, letters, 1, number)
            from freed6c.runtime.odds.answer import odds

            if not _equal_odds(odds(procedure, pool), odds(procedure, called)):
                return False
        except (PoolError, OddsError):
            return False
    return True


def _sample_pools(ruleset: Ruleset, procedure: Dice, number: int) -> Iterator[Pool]:
    """Yield pools in which a token could matter, as a step may apply to some dice only.

    They have dice of one source, dice of all sources, or few dice and one other token, which may
    add the faces or the events that the token in question works on.
    """
    # Numbers to write after other tokens: dice with enough sides to show the face `number`, or a
    # face that every die has.
    suffixes = {"sides": {0, number}, "face": {1}}
    die = ruleset.die_code(1)
    for dice in range(1, min(MOST_DICE, largest(ruleset)) + 1):
        pool = Pool.of(procedure, ability=ruleset.die_code(dice))
        yield pool
        mixed = Pool.of(
            procedure, 1, ability=ruleset.die_code(dice), skill=die, specialization=die
        )
        yield mixed.plus(dice=1)
        if dice <= FEW:
            yield from (
                pool.calling(procedure, token.letters, 1, suffix)
                for token in tokens_of(procedure).values()
                for suffix in suffixes.get(token.behind, {0})
            )


def _equal_odds(first: Odds, second: Odds) -> bool:
    if first.support != second.support:
        return False
    low, high = first.support
    totals = range(low, (low + TAIL if high is None else high) + 1)
    return all(first.at_least(total) == second.at_least(total) for total in totals)


# Effects without target.


def check_targetless_effects(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report effects for others (`to: target`) that have no target, so they never apply.

    These are standing effects, effects of rules other than Narrate, and recurring effects of hooks.
    """
    for entry in noted(ruleset.of(Entry)):
        if not isinstance(entry, Rule | Condition | Hook):
            continue
        if isinstance(entry, Hook) and entry.activated_by:
            continue
        for number, effect in enumerate(entry.effects):
            by_itself = isinstance(entry, Rule) and not isinstance(effect, Narrate)
            by_itself |= is_standing(effect)
            by_itself |= isinstance(entry, Hook) and is_recurring(effect)
            if by_itself and effect.to and "self" not in effect.to:
                place = ruleset.label(entry, "effects", number, "to")
                yield codes.TARGETLESS_EFFECT.at(place, entry=entry.name)


def check_points_for_others(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report effects of points for others, as only the owner of points takes part."""
    for points in noted(ruleset.of(Points)):
        for path, effect in placed_records_of(ruleset, points, Effect):
            for setting in ("to", "move"):
                if "self" not in (getattr(effect, setting, None) or "self"):
                    place = ruleset.label(points, *path, setting)
                    yield codes.TARGETLESS_EFFECT.at(place, entry=points.name)


def check_whose_points(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report effects on others with formulas that read points or values of the acting character.

    The author of an `if`, or of an amount of a value or a rank, nearly always means the target.
    So does the author of a formula that reads the modified value, or that tests what a character
    has. Other amounts can depend on the actor: on ratings, and on values that come from equipment.
    """
    provided = provided_values(ruleset)
    for entry, path, effect, to in _on_others(ruleset):
        if isinstance(effect, Resist):
            continue
        modified = str(getattr(getattr(effect, "modify", ""), "id", ""))
        for setting in ("if", "by", "to-rank", "multiplied-by", "set-to"):
            if setting != "if" and isinstance(effect, Roll):
                continue  # it changes the roll of the acting character
            ids = needed(ruleset, path, setting)
            if _reads_target(ruleset, (*path, setting)):
                continue
            kinds = ("points.",) if ids & provided else ("points.", "value.")
            is_amount = isinstance(effect, Inflict) or modified[:6] == "value."
            strict = setting == "if" or (is_amount and not ids & provided)
            owned = (i for i in sorted(ids) if strict and i.startswith(kinds))
            id_read = modified if modified in ids else next(owned, "")
            rating = "" if id_read else next(_actor_ids(ruleset, (*path, setting)), "")
            id_read = id_read or rating
            is_roll = setting == "if" and ROLL in ids
            formula = getattr(effect, python_name(setting), "")
            if id_read or is_roll:
                yield codes.WHOSE_POINTS.at(
                    ruleset.provenance.location((*path, setting)),
                    setting=setting,
                    thing=ruleset.entry(id_read).name if id_read else "the roll",
                    others=" or ".join(f"the {role}" for role in to),
                    help=_read_target(ruleset, entry, (*path, setting), str(formula)),
                )


def _actor_ids(ruleset: Ruleset, path: KeyPath) -> Iterator[str]:
    """Yield the ids that a formula reads from the acting character, except values and points."""
    functions = OF_ACTOR if path[-1] == "if" else OF_ACTOR[:2]
    for part in walk_typed(ruleset.checked.get(path)):
        if isinstance(part.node, FunctionCall) and part.node.function in functions:
            meaning = part.children[0].meaning
            yield meaning.id if isinstance(meaning, ResolvedEntry) else ""


OF_ACTOR: Final = ("has", "taken", "fixed", "rating", "without-ability")
"""Functions that read the acting character. In amounts, only the first two are reported."""


def _reads_target(ruleset: Ruleset, path: KeyPath) -> bool:
    """Return True if a formula reads the target, so its author knows the difference."""
    return any(part.of_target for part in walk_typed(ruleset.checked.get(path)))


def _read_target(ruleset: Ruleset, entry: Entry, path: KeyPath, text: str) -> list[str]:
    """Suggest the formula that reads the target, if there is a target at its place."""
    roles = entry.target if isinstance(entry, Action) else ("target",)
    is_aimed = isinstance(entry, Action | EffectRoll | Pick) and {*roles} - {"self"}
    if not is_aimed or (checked := ruleset.checked.get(path)) is None:
        return []
    situated = find_situated(ruleset.definitions)
    parts = walk_typed(checked)
    starts = {p.node.start for p in parts if _reads_character(p, situated)}
    for start in sorted(starts, reverse=True):
        text = f"{text[:start]}{OF_TARGET}{text[start:]}"
    return [f"to read the target, write {text}"]


def _reads_character(part: TypedNode, situated: Collection[str]) -> bool:
    """Return True if a part of a formula reads the character: a value, or a call."""
    match part:
        case TypedNode(FunctionCall(function)):
            return function in OF_CHARACTER or function in situated
        case TypedNode(meaning=ResolvedEntry(type=type_)):
            return not isinstance(type_, types.EntryOf)
        case _:
            return False


def _on_others(
    ruleset: Ruleset,
) -> Iterator[tuple[Entry, KeyPath, Effect, Sequence[Who]]]:
    """Yield effects on others than the acting character, with their entries and targets."""
    effects = {
        path: (entry, effect) for entry, path, effect in records_at(ruleset, Effect)
    }
    for path, (entry, effect) in effects.items():
        _, outer = effects.get(path[:-2], (entry, effect))
        to = effect.to or (outer.to if isinstance(outer, OneOf) else ())
        unlikely = "self" in to or isinstance(entry, Example | Condition)
        if to and not effect.sentence and not unlikely:
            yield entry, path, effect, to


def check_effect_rolls(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report effect rolls in the results of effect rolls, and those that the wrong character makes.

    The wrong character makes a roll if it is for others, but nothing in it names a target.
    """
    others = {path: to for _, path, _, to in _on_others(ruleset)}
    certain: set[KeyPath] = set()
    for entry, path, effect in records_at(ruleset, Roll):
        if effect.at or not isinstance(effect.roll, Ref):
            continue
        follows = path[:-1] in certain
        if {*path[-3:-1]} & OF_CHECKS and effect.if_ is None:
            certain.add(path[:-1])
        roll, to = effect.roll.entry, others.get(path, ())
        nested, against = follows or isinstance(entry, EffectRoll), roll.check.against
        is_opposed = against and (against.fixed or against.roll or against.resistance)
        succeeds = (*roll.check.success, *roll.check.always)
        aimed = is_opposed or any(inner.to for inner in succeeds)
        if nested or (to and not aimed):
            code = codes.ROLL_IN_ROLL if nested else codes.WHO_ROLLS
            place = ruleset.provenance.location((*path, "roll"))
            fixes = [] if aimed else _by_condition(ruleset, roll, effect, to)
            yield code.at(place, roll=roll.name, help=fixes)


OF_CHECKS: Final = {"success", "failure", "outcomes", "always"}
"""Settings of a check with the effects of its outcomes."""


def _by_condition(
    ruleset: Ruleset, roll: EffectRoll, effect: Effect, to: Sequence[Who]
) -> list[str]:
    """Suggest a condition that makes an effect roll, so that its target makes the roll."""
    key, name = f"{roll.key}-roll", json.dumps(roll.name, ensure_ascii=False)
    duration = f"until {_moment(ruleset, effect)}".replace("each ", "")
    on = f"{{name: {name}, duration: {duration}, effects: [{{roll: {roll.key}}}]}}"
    who = f", to: {to[0]}" if to else ""
    if_ = f', if: "{effect.if_.text}"' if effect.if_ else ""
    return [
        f"write {{inflict: {key}.on{who}{if_}}} here, and add this condition:",
        f"tracks: {{{key}: {{name: {name}, stacking: discrete, conditions: {{on: {on}}}}}}}",
    ]


def check_effects_that_nothing_begins(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report effects of rules and permanent hooks that nothing begins.

    Players apply a rule that has no standing effects, such as giving up, which begins its effects.
    A rule is meant to happen by itself if it also has standing effects, or only changes points. So
    is an effect with a moment, a number of times, or in permanent rules an `if`.
    """
    entries: list[Rule | Hook] = [*ruleset.of(Rule), *ruleset.of(Hook)]
    for entry in entries:
        is_rule, is_permanent = isinstance(entry, Rule), holds_always(entry)
        unbegun = [
            effect
            for effect in entry.effects
            if not (is_standing(effect) or (is_permanent and is_recurring(effect)))
        ]
        occurs = len(unbegun) < len(entry.effects) or all(map(changes_points, unbegun))
        for effect in unbegun if is_rule or is_permanent else ():
            timed = is_rule and (effect.at or effect.times)
            if isinstance(effect, Narrate):
                continue
            if occurs or timed or (is_permanent and effect.if_):
                yield codes.NOTHING_BEGINS.at(
                    ruleset.label(entry, "effects", entry.effects.index(effect)),
                    entry=entry.name,
                    help=_suggested_beginnings(ruleset, entry, effect)
                    if is_permanent
                    else ["move 'inputs' and this effect to an action"],
                )


def _suggested_beginnings(
    ruleset: Ruleset, entry: Rule | Hook, effect: Effect
) -> Iterator[str]:
    """Yield suggestions for an effect that nothing begins."""
    yield f"if it happens regularly, add at: {_moment(ruleset, effect)}"
    if effect.if_ is not None and "points(" in effect.if_.text:
        yield (
            "if it happens when points reach a number, add to the points: "
            "max: …, when-full: [{…}], or min: …, when-empty: [{…}]"
        )
    name = json.dumps(entry.name, ensure_ascii=False)
    condition = (
        f"conditions: {{on: {{name: {name}, recovered-by: none, effects: […]}}}}"
    )
    track = f"{entry.key}: {{name: {name}, stacking: discrete, {condition}}}"
    yield f"move it to a condition: tracks: {{{track}}}"
    yield f"and inflict the condition in an action: {{inflict: {entry.key}.on}}"


def _moment(ruleset: Ruleset, effect: Effect) -> str:
    """Return the recurring moment that fits an effect best: `end of each round`.

    It is the effect's own moment, the refill of the points that it changes, or the end of the
    shortest period.
    """
    if effect.at is not None:
        return f"{effect.at.edge} of each {effect.at.period}"
    periods = [period.key for period in ruleset.of(Period)] or ["…"]
    points = ruleset.entries.get(about(effect, {}) or "")
    if isinstance(points, Points):
        refresh = points.refresh
        period = refresh.entry.key if isinstance(refresh, Ref) else periods[-1]
        return f"start of each {period}"
    return f"end of each {periods[0]}"


def check_effects_without_answers(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report standing effects of rules with questions that need answers when there are none.

    Answers are known only while an action is decided and rolled. Points, fixed values, resistance
    and the number of actions are also needed at other times.
    """
    for rule in ruleset.of(Rule):
        required = any(not ask.optional for ask in rule.inputs.values())
        for number, effect in enumerate(rule.effects):
            texts = (f.text for f in vars(effect).values() if isinstance(f, Formula))
            uses = rule.inputs.keys() & set(
                re.findall(r"[a-z][a-z-]*", " ".join(texts))
            )
            id_ = about(effect, {}) or ""
            changed = ruleset.entries.get(id_) if isinstance(effect, Modify) else None
            slots = changed if isinstance(changed, ActionType) else None
            unaware = isinstance(effect, Allow | Ignore | Resist)
            unaware |= slots is not None or id_.startswith(("fixed-values", "points."))
            if unaware and is_standing(effect) and (required or uses):
                periods = [slots.per.entry] if slots else ruleset.of(Period)
                yield codes.NO_ANSWERS.at(
                    ruleset.label(rule, "effects", number),
                    rule=rule.name,
                    period=next((period.key for period in periods), "…"),
                )


# Conditions by rank.


def check_ranks_inflicted(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report effects that inflict a track without a rank, or a single condition with a rank."""
    for entry, path, effect in records_at(ruleset, Inflict):
        if isinstance(entry, Example):
            continue  # examples can expect any rank
        named = ruleset.entry(effect.inflict.id)
        ranks = {"to-rank": effect.to_rank, "by": effect.by}
        keys = [setting for setting, formula in ranks.items() if formula is not None]
        if isinstance(named, Condition):
            for setting in keys:
                place = ruleset.provenance.location((*path, setting))
                yield codes.RANK_OF_ONE.at(
                    place, setting=setting, condition=named.name, track=named.parent.id
                )
        elif isinstance(named, Track) and not keys:
            yield codes.NO_RANK.at(
                ruleset.provenance.location((*path, "inflict")),
                condition=named.conditions[-1].id,
            )


# Effects that never end, or come too late.


def check_endless_effects(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report effects without a duration that come too late, or stay forever."""
    # `rolls` has the lists of effects (their paths) with an effect roll so far. An effect is
    # "rolled" if it is in such a list, or if any roll came earlier and it follows from no check.
    for entry in noted(ruleset.of(Entry)):
        rolls: set[KeyPath] = set()
        for effect, path, follows in beginnings(entry):
            if isinstance(effect, Roll):
                rolls.add(path[:-1])
            rolled = path[:-1] in rolls or (bool(rolls) and not follows)
            place = ruleset.label(entry, *path, type(effect).__name__.lower())
            name = getattr(entry, "name", "") or entry.id
            never, fix = "never ends: no 'times' or 'duration' limits it", ""
            if _is_late(entry, effect, follows=follows, rolled=rolled):
                fixes = _suggested_timing(entry, effect)
                yield codes.LATE_EFFECT.at(place, entry=name, help=fixes)
            elif repeats_for_good(entry, effect) and counts_checks(effect):
                fix = "move it to a condition that ends"
            elif repeats_for_good(entry, effect):
                fix = "add how often it happens (times: 3), or move it to a condition"
            elif is_endless(effect):
                fix = "add a number of checks (times: 1) or a duration (duration: …)"
            elif isinstance(entry, Pick) and is_endless(effect.but(times=None)):
                never = "lasts until a check uses it: no 'duration' limits it"
                fix = "add a duration (duration: …)"
            if fix:
                yield codes.FOR_GOOD.at(place, entry=name, ends=never, help=[fix])


def _is_late(entry: Entry, effect: Effect, *, follows: bool, rolled: bool) -> bool:
    """True if an effect seems meant for a check or an effect roll made before it begins."""
    changed = about(effect, {})
    is_timed = effect.duration or effect.at or not set(effect.to) <= {"self"}
    if is_timed or not isinstance(effect, Modify | Reroll):
        return False
    if changed == "effect-rolls" or follows:
        return rolled if changed == "effect-rolls" else changed in ("margins", "check")
    if not isinstance(entry, Action) or entry.check is None:
        return False
    refs = [ref for ref in entry.check.with_ if isinstance(ref, Ref)]
    rating_ids = {part.id for ref in refs for part in used_together(ref.entry)}
    matches = not effect.of or bool({*map(str, effect.of)} & {entry.id, *rating_ids})
    of_check = changed in ("checks", "margins", "check")
    return changed in rating_ids or (of_check and matches)


def _suggested_timing(entry: Entry, effect: Effect) -> list[str]:
    """Suggest how to apply an effect to the check or effect roll that is made before it begins."""
    by, changed = effect.__dict__.get("by"), about(effect, {})
    if changed == "effect-rolls":
        return [f"to change this roll, write {{roll: …, by: {by}}}"]
    modify = changed if changed == "margins" else "checks"
    change = f"modify: {modify}, by: {by}, of: {entry.id}"
    if isinstance(effect, Reroll):
        change = f"reroll: check, keep: {effect.keep}, of: {entry.id}"
    name = json.dumps(getattr(entry, "name", ""), ensure_ascii=False)
    rule = f"{{{entry.key}: {{name: {name}, effects: [{{{change}}}]}}}}"
    fix = f"to change this check, add a rule: rules: {rule}"
    return [fix] if isinstance(entry, Action) else []


def check_single_moments(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report effects of conditions at the end of one period, if each period is more likely."""
    for entry in noted(ruleset.of(Entry)):
        if not isinstance(entry, Condition | Track):
            continue
        for path, effect in _unattended(ruleset, entry):
            at = effect.at
            if at is not None and at.which == "the" and effect.times is None:
                _, period = re.split(" of (?:this )?", at.text, maxsplit=1)
                recurring = f"{at.edge} of each {period}"
                place = ruleset.label(entry, *path, "at")
                yield codes.SINGLE_MOMENT.at(place, at=at.text, each=recurring)


# Changes of values.


def check_counted_changes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report changes that are limited to a number of checks, but change values no check uses."""
    first_period = next((f"end of {period.key}" for period in ruleset.of(Period)), "…")
    for entry, path, effect in records_at(ruleset, Effect):
        effects = effect.one_of if isinstance(effect, OneOf) else (effect,)
        changed = [str(part.modify) for part in effects if isinstance(part, Modify)]
        uncounted = next((id_ for id_ in changed if id_.startswith(UNCOUNTED)), "")
        is_permanent = isinstance(entry, Rule | Condition | Track)
        has_moment = effect.at is not None and (is_permanent or is_recurring(effect))
        setting = "times" if effect.times else "duration"
        until_used = effect.duration is not None and effect.duration.event == "used"
        if not uncounted or has_moment or isinstance(entry, Example):
            continue
        if not (effect.times or until_used):
            continue
        fix = f"replace {setting} with duration: until {first_period}"
        if is_permanent or (effect.duration is not None and not until_used):
            fix = f"remove {setting}: {getattr(effect, setting)}"
        place = ruleset.provenance.location((*path, setting))
        name = ruleset.entry(uncounted).name
        yield codes.UNCOUNTED_CHANGE.at(place, thing=name, help=[fix])


def check_changes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report changes with no amount or several, or with an amount that does not fit the type."""
    for _, path, modify in records_at(ruleset, Modify):
        settings = [
            setting
            for setting in ("by", "multiplied-by", "set-to")
            if getattr(modify, setting.replace("-", "_")) is not None
        ]
        if len(settings) != 1:
            place = ruleset.provenance.location(path)
            fix = (
                "split it into two effects: set-to applies first, then multiplied-by, then by"
                if settings
                else "add an amount: by: -1, by: 1D, multiplied-by: 1/2 or set-to: 0"
            )
            yield codes.ONE_CHANGE.at(
                place, said=" and ".join(settings) or "none", help=[fix]
            )
            continue
        target = modify.modify.entry if isinstance(modify.modify, Ref) else None
        (setting,) = settings
        place = ruleset.provenance.location((*path, setting))
        if isinstance(target, Value):
            yield from _wrong_change(ruleset, target, setting, (*path, setting))
        elif setting != "by":
            yield codes.NOT_A_VALUE.at(place, setting=setting)


def _wrong_change(
    ruleset: Ruleset, value: Value, setting: str, path: KeyPath
) -> Iterator[Diagnostic]:
    """Report values that are set to another type, and sums and factors of non-numeric values."""
    value_type, checked = ruleset.types.get(value.type), ruleset.checked.get(path)
    if value_type is None or checked is None:
        return
    if setting == "set-to":
        fits = types.fits(checked.type, value_type)
        change = f"set to {types.describe(checked.type)}"
        fix = f"replace with {types.describe(value_type)}"
    else:
        fits = value_type in COUNTED or isinstance(value_type, types.QuantityOf)
        fits = fits or (setting == "by" and value_type is types.POOL)
        change = "added to" if setting == "by" else "multiplied"
        fix = "replace with set-to: …"
    if not fits:
        yield codes.WRONG_CHANGE.at(
            ruleset.provenance.location(path),
            value=value.name,
            type=types.describe(value_type),
            done=change,
            help=[fix],
        )


COUNTED: Final = (types.INTEGER, types.FRACTION, types.DIE_CODE)
"""The types without a unit that can be added to and multiplied."""


# Purchases without a buyer, rolls without an opponent.


def check_purchases(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report purchases and opposed rolls of conditions and moments, where no player decides."""
    for entry in noted(ruleset.of(Entry)):
        for path, effect in _unattended(ruleset, entry):
            if isinstance(effect, Buy):
                place = ruleset.label(entry, *path, "buy")
                yield codes.UNATTENDED_PURCHASE.at(place, menu=effect.buy.entry.name)
            elif isinstance(effect, Roll) and isinstance(effect.roll, Ref):
                place, roll = ruleset.label(entry, *path, "roll"), effect.roll.entry
                against = roll.check.against
                if against and (against.fixed or against.roll or against.resistance):
                    yield codes.UNOPPOSED_ROLL.at(place, roll=roll.name)
                for purchase in records_of(ruleset, roll, Buy):
                    menu = purchase.buy.entry.name
                    yield codes.UNATTENDED_PURCHASE.at(place, menu=menu)


def _unattended(ruleset: Ruleset, entry: Entry) -> Iterator[tuple[KeyPath, Effect]]:
    """Yield the effects of an entry that happen without a player's decision, with their places.

    These are the effects of conditions and tracks, and effects with a moment or inside one.
    """
    effects = dict(placed_records_of(ruleset, entry, Effect))
    timed = {path for path, effect in effects.items() if effect.at is not None}
    for path, effect in effects.items():
        by_itself = path[0] == "effects" and isinstance(entry, Condition | Track)
        if by_itself or any(path[:end] in timed for end in range(len(path) + 1)):
            yield path, effect
