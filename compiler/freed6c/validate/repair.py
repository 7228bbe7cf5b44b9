"""Repairs: suggestions for data that breaks a schema.

`find_mistakes` groups the violations of `schemas.py` by cause. `repairs` returns suggestions for
each: lines of help, with edits (`WayOut`) if the fix is certain. Every candidate is tested with
the schema (`tester`), and only suggested if it is valid.

A *setting* is a key of a map. A *verb* is the setting that makes a map an effect: `modify`.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.spellings import (
    as_key,
    colon_meant,
    comma_meant,
    is_whole,
    key_meant,
)
from freed6c.diagnostics.suggest import (
    LONGEST_GUESSED,
    did_you_mean,
    did_you_mean_word,
    either,
    nearest,
)
from freed6c.diagnostics.synonyms import other_words, said_by_order
from freed6c.diagnostics.ways_out import Addition, Replacement, WayOut, write
from freed6c.packs.data import (
    Data,
    KeyPath,
    as_list,
    as_map,
    as_text,
    inline,
    on_a_line,
)
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.lazy import dataclass, field
from freed6c.packs.location import Location
from freed6c.validate.readings import (
    is_sentence,
    name_of_key,
    phrases,
    readings,
    readings_by_place,
)
from freed6c.validate.schemas import description, settings, tester
from freed6c.validate.schemas import schema as schema_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.validate.schemas import Schema, Violation


LISTED: Final = 12
"""The most names that a line of help lists."""
MOST_SETTINGS: Final = 6
"""The number of settings with a line of help each."""


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """A violation with what is known about its cause.

    `source` is the setting that was written instead of the missing setting or verb. If its text
    also has its own value, `split` has both: `count: 1 per turn` is `{count: 1, per: turn}`. If all
    unknown settings of a map belong to one setting, `moved` is that setting as YAML:
    `{stats: {body: 3D, mind: 2D}}`.
    """

    violation: Violation
    source: str = ""
    split: Mapping[str, Data] = field(default_factory=dict)
    moved: str = ""


def find_mistakes(violations: Sequence[Violation]) -> list[Mistake]:
    """Return the mistakes that cause violations, each once.

    Unknown settings that belong together are one mistake. A setting that is the `source` of a
    missing one has no other mistake.
    """
    moved: dict[KeyPath, str] = {}
    misplaced: set[KeyPath] = set()
    mistakes: list[Mistake] = []
    for violation in violations:
        path, holder = violation.path, violation.holder
        if violation.rule == "additionalProperties":
            is_first = holder not in moved
            if is_first:
                moved[holder] = _map_to_move_into(violation)
            if is_first or not moved[holder]:
                mistakes.append(Mistake(violation=violation, moved=moved[holder]))
            continue
        source, split = "", dict[str, Data]()
        if violation.rule == "required":
            source, split = _source_of_missing(violation)
            misplaced |= {(*path, source)} if source else set()
        elif violation.rule == "anyOf":
            source = _word_for_verb(violation)
        mistakes.append(Mistake(violation=violation, source=source, split=split))
    return [mistake for mistake in mistakes if mistake.violation.path not in misplaced]


def repairs(mistake: Mistake, place: Location) -> Sequence[str | WayOut]:
    """Return suggestions for a mistake, the best first, or what to write."""
    violation = mistake.violation
    schema, value = violation.schema, violation.value
    match violation.rule:
        case "additionalProperties":
            return _repair_unknown_setting(mistake)
        case "required" if mistake.source:
            return _repair_misplaced(mistake, place)
        case "required":
            return _add_setting(violation)
        case "type":
            return _repair_type(violation)
        case "enum":
            reading = repair_value(schema, value)
            words = [str(word) for word in schema["enum"]]
            return [reading] if reading else did_you_mean_word(str(value), words)
        case "anyOf" if mistake.source:
            return _repair_verb(violation, place, mistake.source)
        case "anyOf":
            return _add_verb(violation, place)
        case "verbs":
            return _split_effect(violation, place)
        case "pattern" if is_bad_key(violation):
            return key_meant(str(value))
        case "minItems" | "minLength" | "minProperties":
            return ["add a value, or remove the setting"]
        case "maxLength":
            return [f"shorten it to {schema['maxLength']} characters"]
        case "maxItems" | "minimum" | "maximum" | "uniqueItems":
            return []
        case _ if is_blank(violation):
            return ["write a text for readers"]
        case _:
            return _repair_form(violation)


def is_bad_key(violation: Violation) -> bool:
    """Return True if the violation is a key that doesn't have the form of keys."""
    keys = schema_named("common")["$defs"]["key"]
    return violation.part == "key" and violation.schema == keys


ONE_LINE: Final = r"^[^\S\n\t]*\S[^\n\t]*$"
"""The pattern of names and titles: one line that is not blank."""


def is_blank(violation: Violation) -> bool:
    """Return True for a blank name or title."""
    blank = not str(violation.value).strip()
    return violation.schema.get("pattern") == ONE_LINE and blank


# Values.


def repair_value(schema: Schema, value: Data, path: KeyPath = ()) -> WayOut | None:
    """Return how to write a value so that it fits the schema; None if that is unclear.

    `path` is the path of the value, which can suggest a reading.
    """
    if isinstance(value, str) and len(value) > LONGEST_GUESSED:
        return None
    schema = _effect_of_verb(schema)
    fits = tester(schema)
    for reading in chain(
        readings(schema, value), readings_by_place(schema, value, path)
    ):
        if reading != value and fits(reading):
            return write(on_a_line(reading))
    return None


def _effect_of_verb(schema: Schema) -> Schema:
    """Return the schema of all effects for that of one verb, as another verb can be meant.

    Return any other schema unchanged.
    """
    effect = schema_named("effect")
    is_verb = any(schema is verb for verb in effect["$defs"].values())
    return effect if is_verb else schema


def _repair_form(violation: Violation) -> Sequence[str | WayOut]:
    value, schema = violation.value, violation.schema
    line = " ".join(str(value).split())
    if has_break_or_tab(value) and tester(schema)(line):
        text = on_a_line(line)
        return [WayOut(f"write it on one line: {text}", (Replacement(text),))]
    return [repair_value(schema, value) or _what_to_write(schema)]


def has_break_or_tab(value: Data) -> bool:
    """Return True for a text with a line break or a tab."""
    return isinstance(value, str) and ("\n" in value or "\t" in value)


def _repair_type(violation: Violation) -> Sequence[str | WayOut]:
    schema, value = violation.schema, violation.value
    types = as_list(schema.get("type", "object"))
    if isinstance(value, str) and (ways := colon_meant(value)):
        return ways
    if types == ["integer"] and (ways := comma_meant(as_text(value), is_whole)):
        return ways
    reading = repair_value(schema, value, violation.path)
    if reading is not None:
        return (reading,)
    effect = _effect_of_verb(schema.get("items", schema))
    if isinstance(value, str) and "x-freed6-verbs" in effect:
        # A sentence can be narrated; a single word could belong to any verb.
        way = on_a_line({"narrate": value})
        way = f"[{way}]" if "items" in schema else way
        verbs = (
            f"write {{verb: …}}; available verbs: {', '.join(effect['x-freed6-verbs'])}"
        )
        return (f"write {way}", verbs) if " " in value else (verbs,)
    if types == ["object"]:
        return _single_settings(violation) or _example_settings(violation)
    has_amounts = any(not isinstance(part, bool) for part in as_map(value).values())
    if "x-freed6-ref" in schema and isinstance(value, dict) and not has_amounts:
        return (f"write [{', '.join(value)}]",)
    return (_what_to_write(schema),)


def meaning(violation: Violation) -> tuple[str, ...]:
    """Return a note on what a setting with a missing or wrong value is for, if it is described."""
    schema = violation.schema
    if violation.rule == "required":
        schema = schema.get("properties", {}).get(violation.key, {})
    elif violation.rule not in {"type", "pattern", "maxLength"}:
        return ()
    return description(schema)


def _add_setting(violation: Violation) -> tuple[str, ...]:
    """Return the instruction to add a missing setting, with the values that it can have."""
    inner = violation.schema.get("properties", {}).get(violation.key, {})
    form = _form(dict.fromkeys(inner.get("required", ["…"]), "…"))
    slots = {"array": "[…]", "object": form}
    line = f"add {violation.key}: {slots.get(str(inner.get('type')), '…')}"
    return (
        (line, f"available values: {listed(inner['enum'])}")
        if "enum" in inner
        else (line,)
    )


TYPES: Final = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "settings (key: value)",
}
FORMS: Final = {
    "duration": "a duration, such as always",
    "die-code": "a die code, such as 2D",
    "range": "a range, such as 6-10",
    "quantity": "a number, a space and a unit",
}
"""Instructions for texts with their own syntax."""
EXAMPLES: Final = ("a-key", "my_rules", "X")
"""Texts to suggest if the description of a setting ends without an example."""


def type_names(schema: Schema) -> str:
    """Return the types that a value can have."""
    names: list[Any] = as_list(schema.get("type", "object"))
    if {*names} == {"string", "integer", "boolean"}:
        return "a number or a formula"
    return either([TYPES[name] for name in names])


def _what_to_write(schema: Schema) -> str:
    """Return an instruction to write a valid value: `write a whole number, such as 2`."""
    inner = schema.get("items", schema)
    kinds = [BY_NAME[kind].with_article for kind in inner.get("x-freed6-ref", ())]
    if words := [*inner.get("enum", ()), *inner.get("x-freed6-words", ())]:
        return f"available values: {listed(words)}"
    if kinds:
        return f"write the id of {either(kinds)}"
    if what := FORMS.get(schema.get("x-freed6-form", "")):
        return f"write {what}"
    what = "a value" if "pattern" in schema else f"{type_names(schema)},"
    end = "".join(description(schema)).rpartition(": ")[2].rstrip(".`")
    texts = (end, *re.split("[,;]? ", end), *EXAMPLES) if "pattern" in schema else ()
    examples = filter(tester(schema), (*texts, 2, schema.get("minimum", 2)))
    example = next((f"{what} such as {inline(text)}" for text in examples), "")
    return f"write {example or what.removesuffix(',')}"


def _single_settings(violation: Violation) -> tuple[str, ...]:
    """Return the settings that could have a value that was written without a setting.

    Return nothing if some settings are required.
    """
    properties, value = violation.schema.get("properties", {}), violation.value
    if violation.schema.get("required") or not isinstance(value, str | int):
        return ()
    fits, is_number = tester(violation.schema), isinstance(value, int)
    quoted_id = " " in str(value)
    lines = (
        f"write {{{key}: {inline(value)}}}: {description(inner)[0]}"
        for key, inner in properties.items()
        if description(inner)
        and fits({key: value})
        and (quoted_id or ("x-freed6-words" in inner) != is_number)
    )
    return tuple(islice(lines, MOST_SETTINGS))


def _example_settings(violation: Violation) -> tuple[str, ...]:
    """Return an example of a map with its required settings: `write glow: {name: Glow, text: …}`.

    A value that was written instead of the map goes to the first setting that it fits.
    """
    schema, value = violation.schema, violation.value
    needed = schema.get("required", ())
    if not needed and settings(schema):
        return (f"available settings: {listed(settings(schema))}",)
    if not needed:
        return _example_keys(violation)
    key = violation.path[-1] if violation.path else ""
    example = dict.fromkeys(needed, "…")
    if isinstance(key, str) and key and "name" in example:
        example["name"] = name_of_key(key)
    if isinstance(value, str | int):
        is_text = isinstance(value, str) and is_sentence(value) and "name" in needed
        properties = schema.get("properties", {})
        fitting = [name for name in needed if tester(properties.get(name, {}))(value)]
        names = ["text"] if is_text else fitting[:1]
        example |= {name: inline(value) for name in names}
    form = _form(example)
    return (
        f"write {key}: {form}" if isinstance(key, str) and key else f"write {form}",
    )


def _example_keys(violation: Violation) -> tuple[str, ...]:
    """Return an example of a map whose keys the author chooses: `write {a-key: {name: …}}`.

    If the author wrote a list of names, the keys are made from them.
    """
    inner, value = violation.schema.get("additionalProperties"), violation.value
    if not isinstance(inner, dict):
        return ()
    names = [item for item in as_list(value) if isinstance(item, str)]
    keys = [key for key in map(as_key, names) if key]
    if not keys or len(keys) < len(as_list(value)):
        keys = ["a-key"]
    needed = inner.get("required", ())
    forms = []
    for key in keys[:MOST_SETTINGS]:
        example = dict.fromkeys(needed, "…")
        if "name" in example and key != "a-key":
            example["name"] = name_of_key(key)
        is_amount = isinstance(value, int) and tester(inner)(value)
        amount = inline(value) if is_amount else "…"
        forms.append(f"{key}: {_form(example) if needed else amount}")
    return (f"write {{{', '.join(forms)}}}",)


def _form(example: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{name}: {value}" for name, value in example.items()) + "}"


def listed(names: Iterable[object]) -> str:
    """Return names, or numbers, in a line: `1, two and 3 more`."""
    texts = [str(name) for name in names]
    if len(texts) <= LISTED + 1:
        return ", ".join(texts)
    return f"{', '.join(texts[:LISTED])} and {len(texts) - LISTED} more"


def set_single_key(
    violation: Violation, before: Data | None, place: Location
) -> WayOut | None:
    """Return how to set one key of a map, if a change sets the whole map to a single value.

    `before` is the map that it would replace. `set: {start: 5}` is `set: {start.body: 5}`.
    """
    inner = violation.schema.get("additionalProperties")
    keys, value = list(as_map(before)), violation.value
    match place.path:
        case ("change", _, "set", str(setting)) if keys and isinstance(inner, dict):
            if isinstance(value, list):
                value = " or ".join(map(as_text, value))
            for reading in filter(tester(inner), [value, *readings(inner, value)]):
                address, text = f"{setting}.{keys[0]}", on_a_line(reading)
                edits = (Replacement(address, place.key()), Replacement(text, place))
                is_sure = violation.rule == "type" and len(keys) == 1
                return WayOut(f"write {address}: {text}", edits if is_sure else ())
    return None


# Missing settings whose value was written under another setting.


def _source_of_missing(violation: Violation) -> tuple[str, dict[str, Data]]:
    """Return the setting with the value of a missing setting, and both values if it has two.

    Such a setting is unknown, or the value does not fit it and can't be repaired. A text with
    spaces is never the value of a reference.
    """
    properties = violation.schema.get("properties", {})
    missing = properties.get(violation.key, {})
    for name, value in as_map(violation.value).items():
        if split := _split_value(violation, name):
            return name, split
        if name not in properties:
            if value in missing.get("enum", ()):
                return name, {}  # `type: roll` for `do: roll`
        elif (
            not ("x-freed6-ref" in missing and " " in str(value))
            and not tester(properties[name])(value)
            and not repair_value(properties[name], value)
            and missing
            and tester(missing)(value)
        ):
            return name, {}
    return "", {}


def _split_value(violation: Violation, name: str) -> dict[str, Data]:
    """Return the values of a setting and the missing one from one text: `count: 1 per turn`."""
    properties = violation.schema.get("properties", {})
    value = as_map(violation.value)[name]
    if not isinstance(value, str) or tester(properties.get(name, True))(value):
        return {}
    for phrase in phrases(value):
        if phrase.keys() == {name, violation.key} and all(
            tester(properties.get(key, False))(part) for key, part in phrase.items()
        ):
            return phrase
    return {}


def _repair_misplaced(mistake: Mistake, place: Location) -> Sequence[WayOut]:
    key, source, split = mistake.violation.key, mistake.source, mistake.split
    if not split:
        return [write(key)]
    text = ", ".join(f"{name}: {on_a_line(value)}" for name, value in split.items())
    edits = (
        Replacement(on_a_line(split[source]), place.at(source)),
        Addition(Location(place.file, place.path), key, on_a_line(split[key])),
    )
    return [WayOut(f"write {text}", edits)]


# Unknown settings.


def _repair_unknown_setting(mistake: Mistake) -> Sequence[WayOut]:
    """Suggest a known setting: a synonym, the right spelling, or a setting inside another one."""
    if mistake.moved:
        return [WayOut(f"write {mistake.moved[1:-1]}")]  # without the outer braces
    violation = mistake.violation
    key, body = violation.key, as_map(violation.value)
    properties, value = violation.schema.get("properties", {}), body.get(key)
    unused = [name for name in properties if name not in body]
    fitting = [name for name in unused if tester(properties[name])(value)]
    for word in other_words(key, fitting) or other_words(key, unused):
        return [write(word)]
    longer = [name for name in unused if name.endswith(f"-{key}")]
    if len(longer) == 1:  # `rank` for `to-rank`
        return [write(longer[0])]
    if near := said_by_order(key) or did_you_mean(key, unused, 1):
        return near
    for word in other_words(key, settings(violation.schema)):
        return [WayOut(f"add this to '{word}', which is already set")]
    text = inline(value) if isinstance(value, str | int) else "…"
    for name, inner in properties.items():
        nested = settings(inner)
        for word in [key] if key in nested else other_words(key, nested):
            present = {
                key: inline(inside) for key, inside in as_map(body.get(name)).items()
            }
            needed = () if present else inner.get("required", ())
            form = _form({**dict.fromkeys(needed, "…"), **present, word: text})
            return [WayOut(f"'{word}' belongs in '{name}': write {name}: {form}")]
    return []


def _map_to_move_into(violation: Violation) -> str:
    """Return the setting that all unknown settings belong to, with them, as YAML; "" if unclear.

    Verbs belong in a list, `effects`. Other settings can belong in a map with any keys.
    """
    body, properties = as_map(violation.value), violation.schema.get("properties", {})
    unknown = {key: value for key, value in body.items() if key not in properties}
    verbs = schema_named("effect")["x-freed6-verbs"]
    if any(key in verbs for key in unknown):
        effects = properties.get("effects")
        if effects is None or "effects" in body or not tester(effects)([unknown]):
            return ""
        return on_a_line({"effects": [unknown]})
    for name in violation.schema.get("required", ()):
        inner = properties.get(name, {})
        is_open = "properties" not in inner and inner.get("type") == "object"
        if name not in body and is_open and len(unknown) > 1 and tester(inner)(unknown):
            return on_a_line({name: unknown})
    unused = {name: properties[name] for name in properties if name not in body}
    return "" if "name" in properties else _map_of_amounts(unknown, unused)


def _map_of_amounts(unknown: dict[str, Data], unused: Mapping[str, Any]) -> str:
    """Return the unused map that unknown keys with die codes or numbers belong to, as YAML.

    Return "" if several maps could have them, or if a key may be a misspelled setting.
    """
    if not all(re.match("-?[0-9]", inline(value)) for value in unknown.values()):
        return ""
    names = list(unused)
    if any(other_words(key, names) or nearest(key, names, 1) for key in unknown):
        return ""
    fitting = [
        name
        for name, inner in unused.items()
        if "properties" not in inner
        and inner.get("type") == "object"
        and tester(inner)(unknown)
    ]
    return on_a_line({fitting[0]: unknown}) if len(fitting) == 1 else ""


# Effects.


def _word_for_verb(violation: Violation) -> str:
    """Return the first setting of an effect that no verb has: the author meant it as the verb."""
    by_verb = violation.schema["$defs"].values()
    of_verbs = {setting for verb in by_verb for setting in settings(verb)}
    return next((key for key in as_map(violation.value) if key not in of_verbs), "")


def _repair_verb(
    violation: Violation, place: Location, source: str
) -> Sequence[WayOut]:
    verbs, body = violation.schema["x-freed6-verbs"], as_map(violation.value)
    fits = tester(violation.schema)
    synonyms = [
        write(word)
        for word in other_words(source, verbs)
        if fits({word if key == source else key: body[key] for key in body})
        and not re.match("[0-9]", as_text(body[source]))
    ]
    return (
        synonyms
        or did_you_mean(source, verbs, 1)
        or _amount_as_verb(violation, place, source)
    )


def _amount_as_verb(violation: Violation, place: Location, key: str) -> list[WayOut]:
    """Suggest `{modify: checks, by: advantage}` for `{advantage: checks}`."""
    target = as_map(violation.value)[key]
    modify = schema_named("effect")["$defs"]["modify"]["properties"]["modify"]
    if target not in modify["x-freed6-words"] or "by" in as_map(violation.value):
        return []
    if not tester(violation.schema)({"modify": target, "by": key}):
        return []
    edits = (Replacement("modify", place.at(key).key()), Addition(place, "by", key))
    return [WayOut(f"write modify: {target}, by: {key}", edits)]


def _add_verb(violation: Violation, place: Location) -> Sequence[str | WayOut]:
    """Return suggestions for an effect without a verb if all its settings are known."""
    body = as_map(violation.value)
    if body.keys() == {"text"}:
        return [write("narrate", place.at("text").key())]
    number = violation.path[-1] if violation.path else ""
    if body and isinstance(number, int) and number > 0:
        form = f"{{verb: …, {on_a_line(dict(body))[1:]}"  # after the opening brace
        return [f"if it belongs to the item before it, put both in braces: {form}"]
    return []


def _split_effect(violation: Violation, place: Location) -> list[WayOut]:
    """Suggest to split an effect with several verbs into one effect for each verb.

    Each of the other settings goes to the verb that it fits. Suggest nothing if that is unclear.
    """
    body, verbs = as_map(violation.value), schema_named("effect")["x-freed6-verbs"]
    fits = tester(schema_named("effect"))
    effects = []
    for verb in filter(body.__contains__, verbs):
        effect = {verb: body[verb]}
        others = [key for key in body if key not in verbs]
        fitting = [key for key in others if fits({**effect, key: body[key]})]
        effects.append({**effect, **{key: body[key] for key in fitting}})
    if sorted(key for effect in effects for key in effect) != sorted(body):
        return []  # the author decides about a setting that fits both, or none
    if not all(map(fits, effects)):
        return []
    text = ", ".join(map(on_a_line, effects))
    return [write(text, Location(place.file, place.path[:-1]))]
