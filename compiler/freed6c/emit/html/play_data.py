"""The data about characters that the scripts of a site load, as JSON objects.

There are three scripts: the roller, the character sheet, and the table mode, in which a group plays
at one screen. All of them load `people_data`. The sheet and the table mode also load `play_data`,
and the table mode `table_data`.

A rating is an ability, a skill or a specialization, which has a die code. Conditions, hooks and
rules change ratings with their effects. Scripts understand only the simplest effects; for the
others, they tell the player that something is not counted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, cast

from freed6c.document.describe.rolls import (
    buttons_of,
    resisting_ids,
    rolled_values,
    tracks_of_fights,
)
from freed6c.document.pages.handouts import concerns_people
from freed6c.document.phrases import phrases_of
from freed6c.document.phrases.sheets import PLAY, TABLE
from freed6c.document.plain_text import plain_reader
from freed6c.document.render_context import new_context, nothing
from freed6c.document.sentences.effects import cell
from freed6c.document.wording import plain, title_of
from freed6c.emit.files import compact_json
from freed6c.emit.html.blocks import follows_of
from freed6c.emit.json_ import Values
from freed6c.model.prose import references_in
from freed6c.model.value_lookup import constant
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.dice.pool import tokens_of
from freed6c.runtime.effects import Allow, Effect, Forbid, Ignore, Modify, Reroll, Use
from freed6c.runtime.entries.actions import Points, Rule, Scene
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.notes import CharacterEntry
from freed6c.runtime.entries.tables import Condition, Track
from freed6c.runtime.entries.world import (
    Ability,
    ActionType,
    DieCodes,
    Hook,
    Nature,
    Period,
    Rated,
    Unit,
    Value,
    used_together,
)
from freed6c.runtime.notation import call_text, signed_text, split_token
from freed6c.runtime.play.actor import Actor, actor_of
from freed6c.runtime.play.effect_index import condition_names, standing, standing_in
from freed6c.runtime.play.saving import VERSION, write_actor
from freed6c.runtime.play.state import (
    as_fixed,
    effects_of,
    entry_id,
    find_procedure,
    fixed_like_checks,
    fixed_value,
    whole_skill_codes,
)
from freed6c.runtime.play.words import duration_in_words
from freed6c.runtime.record import FormulaError, Ref
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.emit.json_ import Json
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.effects import Duration
    from freed6c.runtime.entries.actions import Order


MOST_DICE: Final = 40
"""The number of dice up to which the data has the fixed value of each code."""


RATED: Final = ("ability.", "skill.", "specialization.")
MODIFIED: Final = (
    *("checks", "margins", "effect-rolls", "fixed-values", "value."),
    *RATED,
)
"""The targets of modifiers that scripts count. Those that end in a dot are prefixes of ids."""


def inert(name: str, data: Mapping[str, Json]) -> str:
    """Return a script that assigns data to a global variable.

    Every `<` is escaped, so that a text with `</script>` cannot end the script element early.
    """
    harmless = compact_json(data).replace("<", "\\u003c")
    return f"globalThis.{name} = {harmless};\n"


# Data of all scripts: ratings, and the effects that change them.


def people_data(ruleset: Ruleset) -> dict[str, Json]:
    """Return the data that all scripts need, about ratings, values and modifiers.

    `perDie` is the number of pips in a die. `whole` is true if codes of skills include those of
    their abilities. `allowed` are the ids of ratings that everybody can use, `ofPlayers` those of
    abilities that all characters of players have. `fixed` has the fixed values of codes, at the
    index that is the code in pips (see `_fixed_values`).
    """
    values, rolled = Values(plain_reader(ruleset), ruleset, {}), rolled_values(ruleset)
    return {
        "ruleset": ruleset.id,
        "version": ruleset.version,
        "packs": list(ruleset.packs),
        "format": VERSION,
        "perDie": ruleset.die_code.pips_per_die,
        "whole": whole_skill_codes(ruleset),
        "ratings": {rated.id: _rated(rated) for rated in _all_rated(ruleset)},
        "procedures": _procedures(ruleset),
        "allowed": list(_allowed(ruleset)),
        "ofPlayers": [one.id for one in ruleset.of(Ability) if one.of_players],
        "modifiers": _all_modifiers(ruleset),
        "values": {
            value.id: {
                "name": title_of(value),
                "type": value.type,
                "formula": values.value(value.formula),
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
    """Return `[name, id of the rating above, requires training, required, excluded abilities]`.

    The rating above is the skill of a specialization, or the ability of a skill; its code is added.
    Abilities are listed by id. Trailing items that are 0 or empty are omitted: `["Dodge",
    "ability.agility"]`.
    """
    _, *above = used_together(rated)
    data: list[Json] = [title_of(rated), above[0].id if above else ""]
    more: list[Json] = [int(rated.trained_only)]
    if isinstance(rated, Ability):
        more += [[other.id for other in to] for to in (rated.needs, rated.excludes)]
    while more and not more[-1]:
        more.pop()
    return [*data, *more]


def _procedures(ruleset: Ruleset) -> dict[str, Json]:
    """Return which dice procedure each rating is rolled with, and what scripts need of each.

    - `usual`: the id of the procedure of most ratings.
    - `of`: the ids of all other procedures, by the ids of the ratings that are rolled with them.
    - `carry`: `pips_carry` of each procedure, by its id: which pips become dice.
    - `least`: the fewest dice that can be rolled. With fewer left, a character cannot try.
    - `tokens`: the tokens that pools of each procedure can have, by its id.
    """
    usual = ruleset.procedure
    if usual is None:
        return {"usual": "", "of": {}, "carry": {}, "least": 0, "tokens": {}}
    exceptions = {
        rated.id: procedure.id
        for rated in _all_rated(ruleset)
        for procedure in [find_procedure(ruleset, used_together(rated))]
        if procedure.id != usual.id
    }
    procedures = ruleset.of(Dice)
    return {
        "usual": usual.id,
        "of": exceptions,
        "carry": {procedure.id: procedure.pips_carry for procedure in procedures},
        "least": next((codes.smallest.dice for codes in ruleset.of(DieCodes)), 0),
        "tokens": {procedure.id: [*tokens_of(procedure)] for procedure in procedures},
    }


def _allowed(ruleset: Ruleset) -> Iterator[str]:
    """Yield the ids of the entries that a rule always lets everybody use, even untrained."""
    for candidate in standing_in(ruleset):
        effect = candidate.effect
        always = effect.if_ is None and not effect.of and not candidate.inputs
        if always and isinstance(effect, Allow) and isinstance(effect.allow, Ref):
            yield effect.allow.id


def _fixed_values(ruleset: Ruleset) -> Iterator[int]:
    """Yield the fixed values of the codes of 0, 1, 2 … pips, nothing if the rules have none.

    A fixed value is the number that a code counts as if it isn't rolled.
    """
    for worth in range(MOST_DICE * ruleset.die_code.pips_per_die + 1):
        try:
            value = fixed_value(ruleset, ruleset.die_code(0, worth))
        except FormulaError:
            return
        if value is None:
            return
        yield value


def _all_modifiers(ruleset: Ruleset) -> dict[str, Json]:
    """Return what conditions, hooks and rules do while they are in force, by their ids.

    `name` is the name of the entry. `modify` lists its modifiers (see `_modified`). Other verbs,
    such as `forbid`, list the ids of their objects; `use` lists pairs of the replaced id and the id
    used instead. `more` is 1 if scripts cannot count all effects of the entry.
    """
    in_force: tuple[Condition | Hook | Rule, ...] = (
        *ruleset.of(Condition),
        *(hook for hook in ruleset.of(Hook) if not hook.activated_by),
        *(rule for rule in ruleset.of(Rule) if not rule.inputs),
    )
    modifiers: dict[str, Json] = {}
    for entry in in_force:
        by_verb: dict[str, list[Json]] = {"modify": []}
        incomplete = False
        effects = [*filter(_is_relevant, standing(entry.effects))]
        for effect in effects:
            verb_and_object = _verb_and_object(ruleset, entry, effect)
            costs = isinstance(effect, Allow) and bool(effect.costs)
            incomplete = incomplete or verb_and_object is None or costs
            if verb_and_object is not None:
                verb, object_ = verb_and_object
                by_verb.setdefault(verb, []).append(object_)
        if effects:
            data: dict[str, Json] = {"name": title_of(entry), **by_verb}
            modifiers[entry.id] = {**data, "more": 1} if incomplete else data
    return modifiers


def _is_relevant(effect: Effect) -> bool:
    """Return True if an effect changes numbers that scripts show or roll.

    They either count a relevant effect, or warn that they don't.
    """
    match effect:
        case Modify(modify=target):
            return (entry_id(target) or str(target)).startswith(MODIFIED)
        case Allow(allow=target) | Forbid(forbid=target):
            return (entry_id(target) or str(target)).startswith(RATED)
        case _:
            return isinstance(effect, Use | Ignore | Reroll)


def _verb_and_object(
    ruleset: Ruleset, entry: Condition | Hook | Rule, effect: Effect
) -> tuple[str, Json] | None:
    """Return an effect as its verb and its object, None if scripts cannot count it.

    For example, `("forbid", "skill.dodge")`, or `("use", [replaced id, id used instead])`.
    """
    match effect:
        case Modify():
            modify = _modified(ruleset, entry, effect)
            return None if modify is None else ("modify", modify)
        case Effect(if_=Formula()):
            return None
        case Ignore(ignore=target) | Forbid(forbid=target) | Allow(allow=target) if (
            id_ := entry_id(target)
        ):
            return type(effect).__name__.lower(), id_
        case Use(use=new, instead_of=old) if entry_id(new) and entry_id(old):
            return "use", [entry_id(old), entry_id(new)]
        case _:
            return None


def _modified(
    ruleset: Ruleset, entry: Condition | Hook | Rule, effect: Modify
) -> dict[str, Json] | None:
    """Return a modifier, None if scripts cannot count it.

    `on` is its target, a rating or a word such as `checks`. If set, `of` are the ids that a check
    must be about, and `except` those that it must not be about; `has` is an id that the character
    must have. The other keys come from `_change`.
    """
    target = ruleset.entries.get(entry_id(effect.modify) or "")
    if isinstance(target, Value) and target.type not in ("integer", "die-code"):
        return None
    change = _change(ruleset, entry, effect)
    required = None if effect.if_ is None else _required_id(ruleset, effect.if_)
    ids = [entry_id(entry) for entry in effect.of]
    if change is None or None in ids or (effect.if_ and not required):
        return None
    data: dict[str, Json] = {
        "on": entry_id(effect.modify) or str(effect.modify),
        "of": ids,
        "except": [entry_id(entry) or str(entry) for entry in effect.except_],
        "has": required,
    }
    return {**{key: value for key, value in data.items() if value}, **change}


def _required_id(ruleset: Ruleset, condition: Formula[bool]) -> str | None:
    """Return the id in a formula that is only `has(id)`, None for any other formula."""
    match Values(plain_reader(ruleset), ruleset, {}).value(condition):
        case {
            "tree": {
                "node": "call",
                "function": "has",
                "arguments": [{"node": "entry", "id": str(id_)}],
                **more,
            }
        } if not (more.get("of") or id_.startswith("period.")):  # scripts don't know
            return id_
        case _:
            return None


def _change(
    ruleset: Ruleset, entry: Condition | Hook | Rule, effect: Modify
) -> dict[str, Json] | None:
    """Return the change that an effect makes to its target, None if scripts cannot make it.

    - `{"set": 5}` sets a number.
    - `{"factor": [1, 2]}` multiplies it by a fraction, here by one half.
    - `{"by": "+1D+2", "dice": 1, "pips": 2}` adds. `by` is the text for a pool, and `adds` a number
      for the total. `token` are the letters of the token that `by` has. Zeros are omitted.
    """
    by: object = effect.change
    if isinstance(by, Formula):
        names = condition_names(entry) if isinstance(entry, Condition) else {}
        try:
            by = by(Situation(ruleset, names))
        except FormulaError:
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
    return {key: value for key, value in data.items() if value}


def _pool_text(ruleset: Ruleset, by: Modifier) -> str | None:
    """Return a modifier as it is written in a pool, None if the procedure lacks its token."""
    if not by.token:
        return signed_text(by.dice, by.pips) if by.dice or by.pips else f"{by.adds:+}"
    letters, number = split_token(by.token) or ("", 0)
    tokens = tokens_of(ruleset.procedure) if ruleset.procedure else {}
    if letters not in tokens or by.count < 1:
        return None
    return call_text(letters, tokens[letters].behind, by.count, number)


# Further data of the sheet and the table mode.


def play_data(ruleset: Ruleset) -> dict[str, Json]:
    """Return the tracks, periods, action types, points, pregenerated characters and wording.

    `resisting` are the ids of the ratings and values that others roll against.
    """
    values = Values(plain_reader(ruleset), ruleset, {})
    phrases, pregens = phrases_of(ruleset), ruleset.of(CharacterEntry)
    return {
        "resisting": [*resisting_ids(new_context(ruleset, nothing))],
        "tracks": list(_tracks(ruleset)),
        "periods": [
            {"key": period.key, "name": period.name, "own": bool(period.belongs_to)}
            for period in ruleset.of(Period)
        ],
        "action-types": {t.key: t.per.entry.key for t in ruleset.of(ActionType)},
        "points": [
            {
                "id": points.id,
                "name": title_of(points),
                "players": points.belongs_to == "players",
                # Scripts cannot check requirements, so the player enters such points.
                "start": [] if points.needs else _start(ruleset, points, values),
            }
            for points in ruleset.of(Points)
        ],
        "pregens": {entry.key: _pregen(entry, ruleset) for entry in pregens},
        "words": {key: phrases[key] for key in PLAY},
    }


def _start(ruleset: Ruleset, points: Points, values: Values) -> Json:
    """Return the points that a character starts with.

    It is a number within its bounds, or a formula if it depends on the character.
    """
    number = constant(ruleset, points.start)
    if number is None:
        return values.value(points.start)
    most = None if points.max is None else constant(ruleset, points.max)
    least = 0 if points.min is None else constant(ruleset, points.min)
    number = number if most is None else min(number, most)
    return number if least is None else max(number, least)


def _pregen(entry: CharacterEntry, ruleset: Ruleset) -> dict[str, Json]:
    """Return a pregenerated character: its saved form, as in the Python package, and its notes.

    `sheet` has the gear with a link to its nature, by the field for it on the sheet.
    """
    read, things = plain_reader(ruleset), phrases_of(ruleset)["sheet.things"]
    notes = (read(entry.text), ", ".join(map(read, entry.gear)))
    fields = {one.id: f"{things}/{title_of(one)}" for one in ruleset.of(Nature)}
    return {
        "sheet": {
            fields[reference.target]: read(item)
            for item in entry.gear
            for reference in references_in(item)
            if reference.target in fields
        },
        "saved": cast("Json", write_actor(actor_of(Actor, entry.name, entry, ruleset))),
        "notes": "\n\n".join(filter(None, notes)),
    }


def table_data(ruleset: Ruleset) -> dict[str, Json]:
    """Return the data that only the table mode needs: durations, turn orders, attacks and wording.

    Attacks are the rolls of fights that others resist, or that lead to conditions or other rolls.
    """
    phrases, ctx = phrases_of(ruleset), new_context(ruleset, nothing)
    scenes = [(scene, scene.order) for scene in ruleset.of(Scene) if scene.order]
    actions = dict.fromkeys(ref.entry for scene, _ in scenes for ref in scene.actions)
    keys = (*TABLE, "roller.of", "duration.more")
    return {
        "attacks": [
            {
                "name": title_of(action),
                "roll": button.what,
                "against": button.against,
                **follows_of(button),
            }
            for action in actions
            for button in buttons_of(ctx, action)
            if button.resisted or button.gives or button.inflicts or button.then
        ],
        "durations": [
            {
                "duration": vars(duration),
                "text": _lasting(ruleset, duration),
                # The text during the last period.
                "now": duration_in_words(duration, ruleset.entry, 1, patterns=phrases),
            }
            for duration in _durations(ruleset)
        ],
        "orders": [{"scene": title_of(s), **_order(order)} for s, order in scenes],
        "words": {key: phrases[key] for key in keys},
    }


def _tracks(ruleset: Ruleset) -> Iterator[dict[str, Json]]:
    """Yield each track of characters with its conditions, except the one at its start.

    `fight` is true for the tracks of fights; for all, if there are none.
    """
    ctx = new_context(ruleset, nothing)
    tracks = [*filter(concerns_people, ruleset.of(Track))]
    fight = tracks_of_fights(ruleset) & {track.id for track in tracks}
    for track in tracks:
        start = track.start.id if track.start else ""
        yield {
            "id": track.id,
            "name": title_of(track),
            "stacking": track.stacking,
            "combine": track.combine,
            "fight": not fight or track.id in fight,
            "conditions": [
                {
                    "id": condition.id,
                    "name": title_of(condition),
                    "rank": condition.rank,
                    "out": Forbid(forbid="actions") in condition.effects,
                    "does": plain(cell(ctx, condition.effects)),
                    "duration": vars(duration) if duration else None,
                    "text": _lasting(ruleset, duration) if duration else "",
                }
                for condition in track.conditions
                for duration in [condition.usual_duration]
                if condition.id != start
            ],
        }


def _lasting(ruleset: Ruleset, duration: Duration) -> str:
    return duration_in_words(duration, ruleset.entry, patterns=phrases_of(ruleset))


def _durations(ruleset: Ruleset) -> Sequence[Duration]:
    """Return the distinct durations of conditions and effects, by period, the shortest first."""
    keys = [period.key for period in ruleset.of(Period)]
    durations: dict[str, Duration] = {}
    for entry in ruleset.entries.values():
        own = entry.usual_duration if isinstance(entry, Condition) else None
        for duration in (own, *(effect.duration for effect in effects_of(entry))):
            if duration is not None:
                durations.setdefault(duration.text, duration)

    def position_of_period(duration: Duration) -> int:
        return keys.index(duration.period) if duration.period in keys else len(keys)

    return sorted(durations.values(), key=position_of_period)


def _order(order: Order) -> dict[str, Json]:
    return {
        "by": str(order.by),
        "or-by": str(order.or_by or ""),
        "each": order.each.entry.key,
        "lowest": order.act == "lowest-first",
        "ties": [str(tie) for tie in order.ties],
    }
