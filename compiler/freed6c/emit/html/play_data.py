"""What the scripts of a site know of people: ratings, conditions, values, points and time.

All of them need `people_data`, the sheet and the table mode `play_data` too, the table mode also
`table_data`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, cast

from freed6c.document.describe.rolls import rolled_values
from freed6c.document.pages.handouts import concerns_people
from freed6c.document.phrases import phrases_of
from freed6c.document.phrases.sheets import PLAY, TABLE, UNCOUNTED
from freed6c.document.plain_text import nothing, plain_reader
from freed6c.document.render_context import new_context
from freed6c.document.sentences.effects import cell
from freed6c.document.wording import plain, title_of
from freed6c.emit.files import compact_json
from freed6c.emit.json_ import Values
from freed6c.model.value_lookup import constant
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.dice.pool import tokens_of
from freed6c.runtime.effects import Allow, Effect, Forbid, Ignore, Modify, Repeat, Use
from freed6c.runtime.entries.actions import Points, Rule, Scene
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.notes import CharacterEntry
from freed6c.runtime.entries.tables import Condition, Track
from freed6c.runtime.entries.world import (
    Ability,
    ActionType,
    DieCodes,
    Hook,
    Period,
    Rated,
    Unit,
    Value,
    used_together,
)
from freed6c.runtime.notation import call_text, signed_text, split_token
from freed6c.runtime.play.being import Being, being_of
from freed6c.runtime.play.effect_index import condition_names, standing, standing_in
from freed6c.runtime.play.saving import VERSION, write_being
from freed6c.runtime.play.state import (
    as_fixed,
    effects_of,
    entry_id,
    find_procedure,
    fixed_like_checks,
    fixed_value,
)
from freed6c.runtime.play.words import duration_in_words
from freed6c.runtime.record import Ref, Unworkable
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.emit.json_ import Json
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.effects import Duration
    from freed6c.runtime.entries.actions import Order


MOST_DICE: Final = 40
"""Codes up to so many dice have their fixed values in the data."""


RATED: Final = ("ability.", "skill.", "specialization.")
MODIFIED: Final = (
    *("checks", "margins", "effect-rolls", "fixed-values", "value."),
    *RATED,
)
"""What scripts look after when a condition modifies it."""


def inert(name: str, data: Mapping[str, Json]) -> str:
    """A script that lays data by under a global name. Nothing in the data ends a script."""
    harmless = compact_json(data).replace("<", "\\u003c")
    return f"globalThis.{name} = {harmless};\n"


# What the roller knows: whose rating is what, and which conditions change it.


def people_data(ruleset: Ruleset) -> dict[str, Json]:
    """Ratings with what they add to, what modifies them, the value of each code."""
    values, rolled = Values(plain_reader(ruleset), ruleset, {}), rolled_values(ruleset)
    return {
        "ruleset": ruleset.id,
        "version": ruleset.version,
        "packs": list(ruleset.packs),
        "format": VERSION,
        "perDie": ruleset.die_code.pips_per_die,
        "ratings": {rated.id: _rated(rated) for rated in _all_rated(ruleset)},
        "procedures": _procedures(ruleset),
        "allowed": list(_allowed(ruleset)),
        "modifiers": _all_modifiers(ruleset),
        "values": {
            value.id: {
                "name": title_of(value),
                "type": value.type,
                "is": values.value(value.is_),
                "default": values.value(value.default),
            }
            for value in ruleset.of(Value)
            if value.of.entry.agency or value.id in rolled
        },
        "units": {unit.key: {"measures": unit.measures} for unit in ruleset.of(Unit)},
        "fixed": list(_fixed_values(ruleset)),
        "fixed-like-checks": fixed_like_checks(ruleset),
    }


def _all_rated(ruleset: Ruleset) -> Iterator[Rated]:
    for ability in ruleset.of(Ability):
        yield ability
        for skill in ability.skills:
            yield skill
            yield from skill.specializations


def _rated(rated: Rated) -> list[Json]:
    """Its name, the id of what it adds to, whether it takes training; what one needs to have it."""
    _, *above = used_together(rated)
    needs = [need.id for need in rated.needs] if isinstance(rated, Ability) else []
    found: list[Json] = [title_of(rated), above[0].id if above else ""]
    if rated.trained or needs:
        found.append(int(rated.trained))
    return [*found, needs] if needs else found


def _procedures(ruleset: Ruleset) -> dict[str, Json]:
    """How ratings are rolled; `of` has those that are not rolled as most are."""
    usual = ruleset.procedure
    if usual is None:
        return {"usual": "", "of": {}, "carry": {}, "least": 0, "tokens": {}}
    of = {
        rated.id: procedure.id
        for rated in _all_rated(ruleset)
        for procedure in [find_procedure(ruleset, used_together(rated))]
        if procedure.id != usual.id
    }
    known = {procedure.id: procedure for procedure in ruleset.of(Dice)}
    return {
        "usual": usual.id,
        "of": of,
        "carry": {id_: one.pips_carry for id_, one in known.items()},
        # With fewer dice left, nobody can try.
        "least": next((codes.smallest.dice for codes in ruleset.of(DieCodes)), 0),
        "tokens": {id_: [*tokens_of(one)] for id_, one in known.items()},
    }


def _allowed(ruleset: Ruleset) -> Iterator[str]:
    """The ids of what rules let everyone use, whether it stands on their sheet or not."""
    for candidate in standing_in(ruleset):
        effect = candidate.effect
        always = effect.if_ is None and not effect.of and not candidate.asks
        if always and isinstance(effect, Allow) and isinstance(effect.allow, Ref):
            yield effect.allow.id


def _fixed_values(ruleset: Ruleset) -> Iterator[int]:
    """What codes count as when nobody rolls, by their worth in pips; nothing if no rule says."""
    for worth in range(MOST_DICE * ruleset.die_code.pips_per_die + 1):
        try:
            value = fixed_value(ruleset, ruleset.die_code(0, worth))
        except Unworkable:
            return
        if value is None:
            return
        yield value


def _all_modifiers(ruleset: Ruleset) -> dict[str, Json]:
    """What conditions, hooks and rules do to ratings and values as long as they are in force."""
    in_force: tuple[Condition | Hook | Rule, ...] = (
        *ruleset.of(Condition),
        *(hook for hook in ruleset.of(Hook) if not hook.activated_by),
        *(rule for rule in ruleset.of(Rule) if not rule.asks),
    )
    modifiers: dict[str, Json] = {}
    for entry in in_force:
        does: dict[str, list[Json]] = {"modify": []}
        more = False
        effects = [*filter(_is_followed, standing(entry.effects))]
        for effect in effects:
            done = _done(ruleset, entry, effect)
            costs = isinstance(effect, Allow) and bool(effect.costs)
            more = more or done is None or costs
            if done is not None:
                does.setdefault(done[0], []).append(done[1])
        if effects:
            data: dict[str, Json] = {"name": title_of(entry), **does}
            modifiers[entry.id] = {**data, "more": 1} if more else data
    return modifiers


def _is_followed(effect: Effect) -> bool:
    """Whether it changes what scripts show and roll: where they cannot follow it, they say so."""
    match effect:
        case Modify(modify=what):
            return (entry_id(what) or str(what)).startswith(MODIFIED)
        case Allow(allow=what) | Forbid(forbid=what):
            return (entry_id(what) or str(what)).startswith(RATED)
        case Use() | Ignore() | Repeat():
            return True
        case _:
            return False


def _done(
    ruleset: Ruleset, entry: Condition | Hook | Rule, effect: Effect
) -> tuple[str, Json] | None:
    """What scripts follow: the verb, and what it is about; None where something is left open."""
    match effect:
        case Modify():
            modify = _modified(ruleset, entry, effect)
            return None if modify is None else ("modify", modify)
        case Effect(if_=Formula()):
            return None
        case Ignore(ignore=what) | Forbid(forbid=what) | Allow(allow=what) if (
            id_ := entry_id(what)
        ):
            return type(effect).__name__.lower(), id_
        case Use(use=other, instead_of=what) if entry_id(other) and entry_id(what):
            return "use", [entry_id(what), entry_id(other)]
        case _:
            return None


def _modified(
    ruleset: Ruleset, entry: Condition | Hook | Rule, effect: Modify
) -> dict[str, Json] | None:
    """What an effect adds to checks, fixed values, ratings and values as long as it is in force.

    Only what is plain: what asks for something, or takes a choice, people have to look after.
    """
    what = ruleset.entries.get(entry_id(effect.modify) or "")
    if isinstance(what, Value) and what.type not in ("integer", "die-code"):
        return None
    change = _change(ruleset, entry, effect)
    required = None if effect.if_ is None else _had(ruleset, effect.if_)
    ids = [entry_id(entry) for entry in effect.of]
    if change is None or None in ids or (effect.if_ and not required):
        return None
    data: dict[str, Json] = {
        "on": entry_id(effect.modify) or str(effect.modify),
        "of": ids,
        "except": [entry_id(entry) or str(entry) for entry in effect.except_],
        "has": required,
    }
    return {**{key: said for key, said in data.items() if said}, **change}


def _had(ruleset: Ruleset, condition: Formula[bool]) -> str | None:
    """The id of what somebody has to have, where a condition asks for nothing else."""
    written = Values(plain_reader(ruleset), ruleset, {}).value(condition)
    match written:
        case {
            "tree": {
                "node": "call",
                "function": "has",
                "arguments": [{"node": "entry", "id": str(id_)}],
            }
        }:
            return id_
        case _:
            return None


def _change(
    ruleset: Ruleset, entry: Condition | Hook | Rule, effect: Modify
) -> dict[str, Json] | None:
    """What an effect adds, or a whole number that it sets, or a factor; None for all else."""
    by: object = effect.change
    if isinstance(by, Formula):
        names = condition_names(entry) if isinstance(entry, Condition) else {}
        try:
            by = by(Situation(ruleset, names))
        except Unworkable:
            return None
    if effect.set_to is not None:
        return {"set": by} if isinstance(by, int) else None
    if effect.multiplied_by is not None:
        if not isinstance(by, int | Fraction):
            return None
        return {"factor": [by.numerator, by.denominator]}
    if not isinstance(by, Modifier) or by.either_way:
        return None
    value = ruleset.entries.get(entry_id(effect.modify) or "")
    if isinstance(value, Value) and value.dice_count == "fixed":
        by = Modifier(adds=as_fixed(ruleset, by))
    text = _pool_text(ruleset, by)
    if text is None:
        return None
    data: dict[str, Json] = {
        "by": text,
        "dice": by.dice,
        "pips": by.pips,
        "adds": by.adds,
        "token": by.token and (split_token(by.token) or ("", 0))[0],
    }
    return {key: said for key, said in data.items() if said}


def _pool_text(ruleset: Ruleset, by: Modifier) -> str | None:
    """A modifier as it is written in a pool; None where no procedure knows its token."""
    if not by.token:
        return signed_text(by.dice, by.pips) if by.dice or by.pips else f"{by.adds:+}"
    letters, number = split_token(by.token) or ("", 0)
    procedure = ruleset.procedure
    known = {} if procedure is None else tokens_of(procedure)
    if letters not in known or by.count < 1:
        return None
    return call_text(letters, known[letters].behind, by.count, number)


# What the sheet and the table mode know besides.


def play_data(ruleset: Ruleset) -> dict[str, Json]:
    """Values with their formulas, tracks of people, units, periods, points; words."""
    values = Values(plain_reader(ruleset), ruleset, {})
    phrases, ready = phrases_of(ruleset), ruleset.of(CharacterEntry)
    return {
        "tracks": list(_tracks(ruleset)),
        "periods": [
            {
                "key": period.key,
                "name": period.name,
                "own": period.belongs_to is not None,
            }
            for period in ruleset.of(Period)
        ],
        "action-types": {
            type_.key: type_.per.entry.key for type_ in ruleset.of(ActionType)
        },
        "points": [
            {
                "id": points.id,
                "name": title_of(points),
                "players": points.belongs_to == "players",
                # A number, or a formula that asks for the character.
                "start": [] if points.needs else _start(ruleset, points, values),
            }
            for points in ruleset.of(Points)
        ],
        "ready": {entry.key: _ready(entry, ruleset) for entry in ready},
        "words": {key: phrases[key] for key in PLAY},
    }


def _start(ruleset: Ruleset, points: Points, values: Values) -> Json:
    """What everybody begins with, within the bounds that are the same for all."""
    number = constant(ruleset, points.start)
    if number is None:
        return values.value(points.start)
    most = None if points.most is None else constant(ruleset, points.most)
    least = 0 if points.least is None else constant(ruleset, points.least)
    number = number if most is None else min(number, most)
    return number if least is None else max(number, least)


def _ready(entry: CharacterEntry, ruleset: Ruleset) -> dict[str, Json]:
    """A ready character as the package saves it, and what stands under its notes."""
    read = plain_reader(ruleset)
    notes = (read(entry.text), ", ".join(map(read, entry.gear)))
    return {
        "saved": cast("Json", write_being(being_of(Being, entry.name, entry, ruleset))),
        "notes": "\n\n".join(filter(None, notes)),
    }


def table_data(ruleset: Ruleset) -> dict[str, Json]:
    """What the table mode alone knows: durations and orders of play; words."""
    phrases = phrases_of(ruleset)
    return {
        "durations": [
            {
                "lasts": vars(lasts),
                "text": _lasting(ruleset, lasts),
                # As it is called when its last period is under way.
                "now": duration_in_words(lasts, ruleset.entry, 1, patterns=phrases),
            }
            for lasts in _durations(ruleset)
        ],
        "orders": [
            {"scene": title_of(scene), **_order(scene.order)}
            for scene in ruleset.of(Scene)
            if scene.order is not None
        ],
        "words": {
            key: phrases[key]
            for key in (*TABLE, *UNCOUNTED, "roller.of", "duration.more")
        },
    }


def _tracks(ruleset: Ruleset) -> Iterator[dict[str, Json]]:
    """Tracks with the conditions that one can have, what these do and how long they last."""
    ctx = new_context(ruleset, nothing)
    for track in filter(concerns_people, ruleset.of(Track)):
        start = track.start.id if track.start else ""
        yield {
            "id": track.id,
            "name": title_of(track),
            "stacking": track.stacking,
            "conditions": [
                {
                    "id": one.id,
                    "name": title_of(one),
                    "cost": abs(one.rank),
                    "does": plain(cell(ctx, one.effects)),
                    "lasts": vars(one.duration) if one.duration else None,
                    "text": _lasting(ruleset, one.duration) if one.duration else "",
                }
                for one in track.conditions
                if one.id != start
            ],
        }


def _lasting(ruleset: Ruleset, lasts: Duration) -> str:
    return duration_in_words(lasts, ruleset.entry, patterns=phrases_of(ruleset))


def _durations(ruleset: Ruleset) -> Sequence[Duration]:
    """Every way in which conditions and effects last, each once, the shortest first."""
    keys = [period.key for period in ruleset.of(Period)]
    found: dict[str, Duration] = {}
    for entry in ruleset.entries.values():
        own = entry.duration if isinstance(entry, Condition) else None
        for lasts in (own, *(effect.lasts for effect in effects_of(entry))):
            if lasts is not None:
                found.setdefault(lasts.text, lasts)

    def height(lasts: Duration) -> int:
        return keys.index(lasts.period) if lasts.period in keys else len(keys)

    return sorted(found.values(), key=height)


def _order(order: Order) -> dict[str, Json]:
    def written(by: object) -> str:
        return by.id if isinstance(by, Ref) else str(by)

    return {
        "by": written(order.by),
        "or-by": "" if order.or_by is None else order.or_by.id,
        "each": order.each.entry.key,
        "lowest": order.act == "lowest-first",
        "ties": [written(tie) for tie in order.ties],
    }
