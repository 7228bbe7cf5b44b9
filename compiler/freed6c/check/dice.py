"""Checks that dice can be rolled: faces exist, procedures work, checks have dice to roll.

A dice procedure is a list of steps: some substitute dice in the pool (wild or exploding dice), one
rolls, later ones change faces, count them or roll again. A *token* in a pool, such as `B2` in
`3D B2`, calls for a step that does not apply by itself.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.formula import types
from freed6c.model.entry_contents import records_at
from freed6c.model.internal_errors import noted
from freed6c.runtime.amounts import Formula
from freed6c.runtime.dice.pool import Pool, faces_of, sides_of, tokens_of
from freed6c.runtime.dice.roller import RollPlan
from freed6c.runtime.effects import Roll
from freed6c.runtime.entries.actions import Check
from freed6c.runtime.entries.dice import (
    AddDice,
    ChooseOne,
    CountFaces,
    Dice,
    Faces,
    MapFaces,
    RollAgain,
    RollDice,
    Step,
    SubstituteDice,
)
from freed6c.runtime.entries.world import Ability, DieCodes, Value, used_together
from freed6c.runtime.notation import MOST_SIDES, PoolError, read_die, read_faces
from freed6c.runtime.odds import OddsError
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.entries.actions import Rolled

    PlacedFaces = tuple[tuple[str | int, ...], str, int]
    """The place of faces in a step, the faces, and the most sides of the dice that they are for."""


# Faces that dice do not have.


def check_faces(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report faces that the dice of a step do not have, and ranges without a face."""
    for procedure in noted(ruleset.of(Dice)):
        for step in procedure.steps:
            for place, text, sides in _faces_in(step, procedure):
                faces = read_faces(text, sides)
                if faces and faces[-1] <= sides:
                    continue
                yield codes.NO_SUCH_FACE.at(
                    ruleset.label(step, *place), faces=text, sides=sides
                )


def _faces_in(step: Step, procedure: Dice) -> Iterator[PlacedFaces]:
    """Yield every text for faces in a step, its place there, and the most sides of its dice.

    For `explode: 6` that is `(("explode",), "6", 6)` if the dice have six sides.
    """
    for place, faces in _face_settings(step):
        # Dice that can show these faces: those of the step, or of the step that `if` names.
        sources = [step]
        if step.if_ is not None and place[0] == "if":
            sources = [s for s in procedure.steps if s.id == step.if_.step.id]
        yield from _split_by_die(place, faces, sources, procedure)
    if isinstance(step, AddDice) and step.counts:
        yield from _split_by_die(("counts",), step.counts, [step], procedure)
    elif isinstance(step, CountFaces) and step.faces:
        yield from _split_by_die(("faces",), step.faces, procedure.steps, procedure)
    elif isinstance(step, MapFaces):
        yield from _mapped_faces(("map",), step.map, procedure)
    elif isinstance(step, ChooseOne):
        for key, choice in step.choices.items():
            if step.toss and choice.shows:
                yield ("choices", key, "shows"), choice.shows, sides_of(step.toss)
            yield from _mapped_faces(("choices", key, "map"), choice.map, procedure)


def _split_by_die(
    place: tuple[str, ...], faces: Faces, steps: Sequence[Step], procedure: Dice
) -> Iterator[PlacedFaces]:
    """Yield each text for faces with its place and the most sides of the dice that it is for.

    Faces are one text for all dice that the steps add, or a text for each size of die:
    `{d6: 5+, other: 6}`. `other` is for all dice that have no text. If the map has no text for the
    usual die, `other` is also for it; otherwise only for dice that tokens bring.
    """
    sides = _most_sides(steps, procedure)
    if isinstance(faces, str):
        yield place, faces, sides
        return
    for die, text in faces.items():
        other_sides = sides if procedure.die not in faces else MOST_SIDES
        yield (*place, die), str(text), read_die(die) or other_sides


def check_die_named(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report faces by die that omit the die of their procedure, so they never apply to it."""
    for procedure in noted(ruleset.of(Dice)):
        for step in procedure.steps:
            for place, by_die in _face_settings(step):
                if isinstance(by_die, str) or not by_die:
                    continue
                if by_die.keys() & {procedure.die, "other"}:
                    continue
                first_die = next(iter(by_die))
                equal = _as_high(by_die[first_die], first_die, procedure.die)
                change = f"add: {{{'.'.join((*place, procedure.die))}: {equal}}}"
                # Events on exactly the faces that explode change with these.
                settings = ", ".join(
                    f"events.{key}.shows: {equal}"
                    for key, event in getattr(step, "events", {}).items()
                    if place == ("explode",) and event.shows == by_die[first_die]
                )
                if settings:
                    change += f", set: {{{settings}}}"
                words = f"the die of {procedure.id}"
                yield codes.DIE_NOT_NAMED.at(
                    ruleset.label(step, *place),
                    related=[ruleset.label(procedure, "die", words=words)],
                    step=step.id,
                    setting=".".join(place),
                    dice=", ".join(by_die),
                    die=procedure.die,
                    change=change,
                )


def _face_settings(step: Step) -> Iterator[tuple[tuple[str, ...], Faces]]:
    """Yield the settings of a step that name faces, for all dice or by die, with their places."""
    if step.if_ is not None:
        yield ("if", "shows"), step.if_.shows
    if isinstance(step, SubstituteDice):
        yield ("explode",), step.explode
        for key, event in step.events.items():
            yield ("events", key, "shows"), event.shows


def _as_high(faces: str, die: str, other: str) -> str:
    """Return faces as near to the highest face on another die: 8 on a d8 for 6 on a d6, 7+ for 5+.

    Faces that don't include the highest one are returned unchanged. The result never includes 1.
    """
    sides, other_sides = sides_of(die), sides_of(other)
    numbers = read_faces(faces, sides)
    if not numbers or numbers[-1] != sides:
        return faces
    lowest = max(2, numbers[0] + other_sides - sides)
    return str(other_sides) if lowest >= other_sides else f"{lowest}+"


def _mapped_faces(
    place: tuple[str, ...], map_: Mapping[str, str] | str, procedure: Dice
) -> Iterator[PlacedFaces]:
    """Yield the faces that a map replaces, which can be results of other maps."""
    if isinstance(map_, str):
        return  # "opposite", which every face has
    results = [
        int(face)
        for step in procedure.steps
        if isinstance(step, MapFaces) and not isinstance(step.map, str)
        for face in step.map.values()
    ]
    sides = max(_most_sides(procedure.steps, procedure), *results, 0)
    for face in map_:
        yield (*place, face), face, sides


def _most_sides(steps: Sequence[Step], procedure: Dice) -> int:
    """Return the most sides of dice that steps add. Dice of tokens can have any number: `B8`."""
    sized = any(isinstance(step, SubstituteDice) and step.token for step in steps)
    return MOST_SIDES if sized else sides_of(procedure.die)


# Steps whose position makes them useless.


def check_order_of_steps(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report steps that come too early or too late for the dice that they work on.

    All conflicts caused by one step, one `add` or one `move` are one error. Its help names the
    position that resolves them all: after the last, or before the first, of the steps in conflict.
    """
    for procedure in ruleset.of(Dice):
        steps = procedure.steps
        causes: dict[Label | None, list[tuple[int, str, Diagnostic]]] = {}
        for step, other, side, why in _misplaced_steps(procedure):
            put, anchor, diagnostic = _misplacement(ruleset, step, other, side, why)
            distance = steps.index(anchor) * (1 if put == "after" else -1)
            problem = (distance, anchor.name, diagnostic)
            causes.setdefault(diagnostic.label, []).append(problem)
        for problems in causes.values():
            _, anchor_name, farthest = max(problems, key=lambda problem: problem[0])
            others = {name: None for _, name, _ in problems if name != anchor_name}
            note = f"also conflicts with {', '.join(others)}"
            yield replace(farthest, notes=(note,) if others else ())


def in_order(ruleset: Ruleset) -> list[Dice]:
    """Return the procedures without misplaced steps. Odds of the others can take minutes."""
    return [dice for dice in ruleset.of(Dice) if not [*_misplaced_steps(dice)]]


EVEN: Final = Fraction(1, 2)


def chance(procedure: Dice, code: DieCode, number: int) -> Fraction:
    """Return the probability that a die code reaches a number; 1/2 if it cannot be calculated."""
    try:
        pool = Pool.of(procedure, ability=code)
        from freed6c.runtime.odds.answer import oddsmaker

        return oddsmaker(procedure).odds(pool).success(number)
    except (PoolError, OddsError):
        return EVEN


def _misplaced_steps(procedure: Dice) -> Iterator[tuple[Step, Step, str, str]]:
    """Yield each misplaced step with every step that it conflicts with, the right side and why."""
    for place, step in enumerate(procedure.steps):
        earlier, later = procedure.steps[:place], procedure.steps[place + 1 :]
        for conflict in _conflicting_steps(step, earlier, later):
            yield step, *conflict


def _conflicting_steps(
    step: Step, earlier: Iterable[Step], later: Iterable[Step]
) -> Iterator[tuple[Step, str, str]]:
    """Yield the steps that a step is on the wrong side of, with the right side and the reason."""
    awaited = step.if_.step.id if step.if_ else ""
    for other in later:
        if isinstance(other, RollDice) and (step.works_on == "rolled" or awaited):
            yield other, "after", "no dice have been rolled yet"
        if other.id == awaited:
            yield other, "after", "it waits for those dice"
    for other in earlier:
        if isinstance(other, RollDice) and step.works_on == "waiting":
            yield other, "before", "its dice have already been rolled"
        if isinstance(other, CountFaces) and not isinstance(step, RollAgain | RollDice):
            yield other, "before", "the faces have already been counted"


def _misplacement(
    ruleset: Ruleset, step: Step, anchor: Step, side: str, why: str
) -> tuple[str, Step, Diagnostic]:
    """Return the side and the anchor to write instead, and the diagnostic of a misplaced step.

    The diagnostic is at the `add` or `move` that placed the step, or the anchor beside it, or else
    at the step itself. If a change placed the anchor, the help moves the anchor instead.
    """
    label, put, beside = ruleset.label(step), side, anchor
    fix = f"move it {side} '{anchor.key}'"
    wrong = "after" if side == "before" else "before"
    for placed, its_side, other in ((anchor, wrong, step), (step, side, anchor)):
        path = ruleset.paths[placed.id]
        for changed_path, origin in ruleset.provenance.changes_by_path(path):
            if changed_path == path and origin.operation in {"add", "move"}:
                label, put, beside = Label(origin.address.key()), its_side, other
                fix = f"write {put}: {beside.key}"
    if isinstance(step, RollDice):
        fix = "remove it"
    elif step.works_on == "waiting" and step.if_ is not None:
        fix = "remove 'if': it waits for dice that have already been rolled"
    diagnostic = codes.MISPLACED_STEP.at(
        label, step=step.name, side=wrong, anchor=anchor.name, why=why, help=[fix]
    )
    return put, beside, diagnostic


def check_always(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report steps that always substitute more dice than their limit."""
    for step in ruleset.of(SubstituteDice):
        if step.limit != "all" and step.always > int(step.limit):
            yield codes.ALWAYS_TOO_MANY.at(
                ruleset.label(step, "always"), always=step.always, most=step.limit
            )


# Procedures that cannot be rolled.


MOST_TRIED: Final = 20
"""The number of faces that are tried as the first result."""


def check_procedures(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report procedures that cannot roll their smallest pool, without tokens or with one."""
    for procedure in noted(ruleset.of(Dice)):
        if not any(isinstance(step, RollDice) for step in procedure.steps):
            place = ruleset.label(procedure, "steps")
            yield codes.NO_ROLL.at(place, procedure=procedure.name)
            continue
        reasons: dict[Entry, str] = {}
        for pool in _smallest_pools(ruleset, procedure):
            try:
                _try(procedure, pool)
            except PoolError as error:
                entry = ruleset.entries.get(error.step, procedure)
                reasons.setdefault(entry, str(error))
        for entry, reason in reasons.items():
            if not _has_endless_token(entry, procedure):
                yield codes.CANNOT_ROLL.at(ruleset.label(entry), reason=reason)


def _smallest_pools(ruleset: Ruleset, procedure: Dice) -> Iterator[Pool]:
    """Yield the smallest pool with a die in it, without tokens and with each token once."""
    smallest = [die_codes.smallest.dice for die_codes in ruleset.of(DieCodes)]
    pool = Pool.of(procedure, ability=ruleset.die_code(max(1, *smallest, 0)))
    yield pool
    for token in tokens_of(procedure).values():
        number = 1 if token.behind == "face" else 0
        yield pool.calling(procedure, token.letters, 1, number)


def _try(procedure: Dice, pool: Pool) -> None:
    """Roll a pool with each first face and each choice. Raise PoolError if a roll fails.

    In each roll, every step with a choice gets the choice at the same position, or its last one.
    """
    plan = RollPlan(procedure, pool)
    choosing = [step for step in procedure.steps if isinstance(step, ChooseOne)]
    most_choices = max((len(step.choices) for step in choosing), default=1)
    for first_face in range(min(sides_of(procedure.die), MOST_TRIED)):
        for turn in range(most_choices):
            from freed6c.runtime.play.execution import UnseenDice

            plan.roll(
                UnseenDice(first_face),
                choose=lambda step, turn=turn: [*step.choices][  # type: ignore[misc]
                    min(turn, len(step.choices) - 1)
                ],
            )


def _has_endless_token(entry: Entry, procedure: Dice) -> bool:
    """True if dice of a step's token explode on every face, which has its own warning."""
    sides = sides_of(procedure.die)
    return (
        isinstance(entry, SubstituteDice)
        and not entry.always
        and len(faces_of(entry.explode, sides)) == sides
    )


# Checks without dice to roll.


RATINGS: Final = frozenset({"ability", "skill", "specialization", "value", None})
"""Kinds of entries that a character has a rating in; None if a formula can return any kind."""


def check_rolled(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report ratings of checks and of resistance that have nothing to roll."""
    for _, path, check in records_at(ruleset, Check):
        yield from _rolled_in(ruleset, check, path)
    for _, place, effect in records_at(ruleset, Roll):
        if effect.with_ is not None:
            path = (*place, "with")
            yield from _unrollable(ruleset, effect.with_, path, "die-code")


def _rolled_in(ruleset: Ruleset, check: Check, place: KeyPath) -> Iterator[Diagnostic]:
    settings: list[tuple[KeyPath, tuple[Rolled, ...], str]] = [
        ((*place, "with"), check.with_, "die-code")
    ]
    for setting in ("fixed", "roll", "resistance") if check.against else ():
        ratings = getattr(check.against, setting)
        settings.append(((*place, "against", setting), ratings, "integer"))
    for setting_path, ratings, type_ in settings:
        for number, rating in enumerate(ratings):
            path = setting_path
            if len(ratings) > 1 or (*path, number) in ruleset.checked:
                path = (*path, number)
            yield from _unrollable(ruleset, rating, path, type_)


def _unrollable(
    ruleset: Ruleset, rated: Rolled, path: KeyPath, type_: str
) -> Iterator[Diagnostic]:
    if reason := _why_unrollable(ruleset, rated, path, type_):
        place = ruleset.provenance.location(path)
        written = rated.text if isinstance(rated, Formula) else "3D"
        default = written if type_ == "die-code" else "10"
        yield codes.NOTHING_TO_ROLL.at(
            place, reason=reason, type=type_, default=default
        )


def _why_unrollable(ruleset: Ruleset, rated: Rolled, path: KeyPath, type_: str) -> str:
    """Return why a rating has nothing to roll, or an empty text. Values must have type `type_`."""
    if isinstance(rated, Formula):
        checked = ruleset.checked.get(path)
        type_of_result = (
            types.UNKNOWN if checked is None else types.without_optional(checked.type)
        )
        if type_of_result is types.UNKNOWN or (
            isinstance(type_of_result, types.EntryOf) and type_of_result.kind in RATINGS
        ):
            return ""
        if type_ == "die-code" and types.fits(type_of_result, types.POOL):
            return ""
        return f"'{rated.text}' returns {types.describe(type_of_result)}, which has no rating"
    if not isinstance(rated, Ref):
        return ""
    entry = rated.entry
    if isinstance(entry, Value):
        word = entry.type.replace("-", " ")
        fits = {type_, "pool"} if type_ == "die-code" else {type_}
        return "" if entry.type in fits else f"{entry.id} has the type {word}"
    bases = [part for part in used_together(entry) if isinstance(part, Ability)]
    unranked = [base.id for base in bases if not base.ranked]
    return f"{unranked[0]} has no die code (ranked: false)" if unranked else ""
