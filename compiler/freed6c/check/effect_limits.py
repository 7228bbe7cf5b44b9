"""Check that `of` and `except` name things that play compares, and that resistance has a check."""

from __future__ import annotations

import json
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from freed6c.check.values import needed, provided_values
from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.suggest import either
from freed6c.formula.evaluator import CompiledFormula
from freed6c.formula.types import DIE_CODE, EntryOf, without_optional
from freed6c.model.entry_contents import records_at, records_of
from freed6c.runtime.amounts import Formula
from freed6c.runtime.effects import Effect, Forbid, OneOf, Resist, Roll, Use
from freed6c.runtime.entries.actions import Action, Against, Check, EffectRoll
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.entries.world import Value, used_together
from freed6c.runtime.play.state import RESISTANCE
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


RATED: Final = ("ability", "skill", "specialization", "chosen-ability", "chosen-skill")
CHECKS: Final = (*RATED, "value", "action", "resistance")
LIMITED: Final[Mapping[str, tuple[str, ...]]] = {
    "modify: checks": (*CHECKS, "effect-rolls"),
    "modify: margins": (*CHECKS, "effect-rolls"),
    "reroll: check": CHECKS,
    "modify: effect-rolls": (*RATED, "value"),
    "modify: fixed-values": RATED,
    "modify: resistance": (*RATED, "value"),
    "forbid: actions": ("action", "action-type", "resistance"),
}
"""The effects that `of` and `except` limit, with the kinds of entries and the words that play
compares: ratings of the roll or of the resistance, or the action. Other effects have no limits."""


def check_limits(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report `of` and `except` that play ignores, or that can never match."""
    possible_in = cache(partial(_possible_words, ruleset))
    for entry, path, effect in records_at(ruleset, Effect):
        for setting, words in {"of": effect.of, "except": effect.except_}.items():
            limited = _limit_key(effect)
            possible = possible_in(limited) if words else set[str]()
            if setting == "of" and limited != "modify: checks":
                possible = possible - RESISTANCE
            ids = [str(getattr(word, "id", word)) for word in words]
            idle = [f"'{id_}'" for id_ in ids if id_ not in possible]
            if not idle or isinstance(entry, Example):
                continue
            values = "value." if setting == "of" else "."  # no `of` can name a value
            fixes = sorted(id_ for id_ in possible if "." in id_.removeprefix(values))
            yield codes.IDLE_LIMIT.at(
                ruleset.provenance.location((*path, setting)),
                words=either(idle),
                setting=setting,
                effect=limited,
                help=[f"replace with {either(fixes)}"] if fixes else [],
            )


def _limit_key(effect: Effect) -> str:
    """Return the key of an effect in `LIMITED`; for any other, its text in the pack."""
    verb = type(effect).__name__.lower()
    about = getattr(effect, verb, None)
    named = str(getattr(about, "id", about))
    if isinstance(effect, Forbid) and named.startswith(("action", "chosen-action")):
        return "forbid: actions"
    return "one-of" if isinstance(effect, OneOf) else f"{verb}: {named}"


def _possible_words(ruleset: Ruleset, limited: str) -> set[str]:
    """Return the ids and words that can match in an effect, given the rolls of the rules."""
    possible = _ids_of_kinds(ruleset, *LIMITED.get(limited, ()))
    if limited not in ("modify: effect-rolls", "modify: resistance"):
        return possible
    used = _ratings_used(ruleset, effect_rolls=limited == "modify: effect-rolls")
    return possible & used if used else possible


def _ids_of_kinds(ruleset: Ruleset, *kinds: str) -> set[str]:
    return {id_ for id_ in ruleset.entries if id_.partition(".")[0] in kinds} | {*kinds}


def _ratings_used(ruleset: Ruleset, *, effect_rolls: bool) -> set[str]:
    """Return the ids of all ratings of effect rolls, or of the resistance to checks."""
    used: set[str] = set()
    for entry, _, record in records_at(ruleset, Record):
        match record:
            case Against() if not effect_rolls:
                rolled = (*record.fixed, *record.roll, *record.resistance)
            case Check() if effect_rolls and isinstance(entry, EffectRoll):
                rolled = record.with_ or ("chosen",)
            case Roll() if effect_rolls and record.with_ is not None:
                rolled = (record.with_,)
            case _:
                continue
        for made_with in rolled:
            if isinstance(made_with, Ref):
                chain = used_together(made_with.entry)
                used |= {made_with.id, *(part.id for part in chain)}
                used |= {*RATED} if chain else set()
                continue
            works = made_with.works if isinstance(made_with, Formula) else None
            is_known = isinstance(works, CompiledFormula) and (
                without_optional(works.checked.type) in (DIE_CODE, EntryOf("value"))
            )
            used |= _ids_of_kinds(ruleset, "value", *(() if is_known else RATED))
    if effect_rolls and "skill" in used:  # other ratings can replace skills
        replaces_ratings = any(records_at(ruleset, Use))
        used |= _ids_of_kinds(ruleset, *(RATED if replaces_ratings else RATED[:1]))
    return used


def check_unresisted(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report effects on the resistance to checks that have no resistance."""
    for entry, path, effect in records_at(ruleset, Effect):
        about = getattr(effect, "resist", None) or getattr(effect, "modify", None)
        ref = about if isinstance(effect, Resist) and isinstance(about, Ref) else None
        if isinstance(entry, Example) or not (
            ref or about in ("resistance", "actions")
        ):
            continue
        named = ref.entry if ref else None
        every = ruleset.of(Action if about == "actions" else Entry)
        if any(
            against.fixed or against.roll or against.resistance
            for holder in ([named] if named else every)
            for against in records_of(ruleset, holder, Against)
        ):
            continue
        lower = "effect-rolls" if isinstance(named, EffectRoll) else "margins"
        yield codes.UNRESISTED.at(
            ruleset.provenance.location(path),
            check=f"no check of '{named.name}'" if named else "no check",
            lower=lower + (f", of: {named.key}" if isinstance(named, Action) else ""),
            key=entry.key,
            name=json.dumps(entry.name, ensure_ascii=False),
        )


def check_provided_resistance(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report resistance that reads a value which rows provide for the character who picks them."""
    provided = provided_values(ruleset)
    resisting = _ratings_used(ruleset, effect_rolls=False)
    values = [value for value in ruleset.of(Value) if value.id in resisting]
    places = [(*ruleset.paths[value.id], "formula") for value in values]
    for entry, path, _ in records_at(ruleset, Resist):
        if not isinstance(entry, Example):
            places += ((*path, "with"), (*path, "if"))
    for place in places if provided else ():
        path, setting = place[:-1], str(place[-1])
        for id_ in sorted(provided & needed(ruleset, path, setting)):
            yield codes.PROVIDED_RESISTANCE.at(
                ruleset.provenance.location(place), value=ruleset.entry(id_).name
            )
