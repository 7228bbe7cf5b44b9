"""Turns violations of schemas into diagnostics in an author's words."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import structure as codes
from freed6c.diagnostics.suggest import (
    as_key,
    colon_meant,
    comma_meant,
    did_you_mean,
    did_you_mean_word,
    is_whole,
    key_meant,
    nearest,
    other_words,
    said_by_order,
)
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
from freed6c.packs.kinds import EntryKind, child_kinds
from freed6c.packs.location import Location
from freed6c.validate.meant import (
    as_meant,
    is_sentence,
    name_of_key,
    phrases,
    readings,
    whole_effect,
)
from freed6c.validate.schemas import Violation, settings, tester, violations
from freed6c.validate.schemas import schema as known_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic


TYPES: Final = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "settings (key: value)",
}
LISTED: Final = 12
ONE_LINE: Final = r"^[^\S\n\t]*\S[^\n\t]*$"
"""The pattern of names and titles: one line that is not blank."""
SHORT: Final = 20
"""A text of so many letters is told with what is wrong with it."""


def causes(name: str, data: Data) -> list[Violation]:
    """What is wrong with data of the schema of this name, once for each mistake."""
    found = violations(name, data)
    told = {(*each.path, held) for each in found if (held := setting_with(each))}
    moved: dict[KeyPath, str] = {}  # of settings that belong together elsewhere
    once: list[Violation] = []
    for each in found:
        if each.rule != "additionalProperties":
            once.append(each)
        elif each.holder not in moved:
            moved[each.holder] = _settings_inside(each)
            once.append(replace(each, moved=moved[each.holder]))
        elif not moved[each.holder]:
            once.append(each)
    return [each for each in once if each.path not in told]


def explain(violation: Violation, thing: str, place: Location) -> Diagnostic:
    """One diagnostic for one violation. `thing` names what was checked (a skill)."""
    place = place.key() if violation.part == "key" else place
    schema, value, key = violation.schema, violation.value, violation.key
    about = _description(schema)
    steps = [step for step in violation.path if isinstance(step, str)]
    subject = f"'{steps[-1]}'" if steps else thing
    if violation.path and isinstance(violation.path[-1], int):
        subject = f"an item of {subject}"
    match violation.rule:
        case "additionalProperties":
            known = _listed(settings(schema))
            ways = _setting_meant(violation)
            return codes.UNKNOWN_SETTING.at(
                place, help=ways, key=key, thing=thing, known=known
            )
        case "required":
            if misplaced := _misplaced(violation, place):
                return misplaced
            about = _description(schema.get("properties", {}).get(key, {}))
            help_ = [f"{key}: {line}" for line in about]
            return codes.MISSING_SETTING.at(place, help=help_, thing=thing, key=key)
        case "type":
            return codes.WRONG_TYPE.at(
                place,
                help=_type_advice(violation),
                subject=subject,
                wanted=_type_names(schema),
                value=_name_of_value(value),
            )
        case "enum":
            allowed = [str(word) for word in schema["enum"]]
            meant = as_meant(schema, value)
            near = (meant,) if meant else did_you_mean_word(str(value), allowed)
            return codes.WRONG_VALUE.at(
                place, help=near, subject=subject, value=value, allowed=_listed(allowed)
            )
        case "anyOf":
            return _without_verb(violation, place)
        case "verbs":
            keys = ", ".join(as_map(value))
            ways = _effect_for_each_verb(violation, place)
            return codes.SECOND_VERB.at(
                place, help=ways, thing=thing, verb=key, keys=keys
            )
        case "pattern" if schema["pattern"] == ONE_LINE and not str(value).strip():
            help_ = ["write what people are to read"]
            return codes.EMPTY.at(place, help=help_, subject=subject)
        case "minItems" | "minLength" | "minProperties":
            help_ = ["fill it, or leave the setting out if it is not needed"]
            return codes.EMPTY.at(place, help=help_, subject=subject)
        case "maxItems":
            count, most = len(as_list(value)), schema["maxItems"]
            return codes.TOO_MANY_ITEMS.at(
                place, subject=subject, count=count, most=most
            )
        case "maxLength":
            length, most = len(str(value)), schema["maxLength"]
            return codes.TOO_LONG.at(
                place, help=about, subject=subject, length=length, most=most
            )
        case "minimum" | "maximum":
            words = {"minimum": "at least", "maximum": "at most"}
            bounds = [
                f"{words[bound]} {schema[bound]}" for bound in words if bound in schema
            ]
            return codes.OUT_OF_BOUNDS.at(
                place, subject=subject, bounds=" and ".join(bounds), value=value
            )
        case "uniqueItems":
            return codes.SAME_TWICE.at(place, subject=subject)
        case "pattern" if violation.part == "key" and schema == _of_keys():
            return codes.BAD_KEY.at(place, help=key_meant(str(value)), key=value)
        case _:
            meant = as_meant(schema, value)
            shown = violation.part == "value" and isinstance(value, str | int)
            written = "is not written as it should be"
            written += f": {inline(value)}" if shown else ""
            if isinstance(value, str) and ("\n" in value or "\t" in value):
                written = "has a line break or a tab"
                line = " ".join(value.split())
                if tester(schema)(line):
                    text = on_a_line(line)
                    meant = WayOut(
                        f"write it on one line: {text}", (Replacement(text),)
                    )
            ways = [meant] if meant else [*map(WayOut, about)]
            return codes.WRONG_FORM.at(
                place, help=ways, subject=subject, written=written
            )


def _misplaced(violation: Violation, place: Location) -> Diagnostic | None:
    """A setting that is needed, and whose value stands in another one, where it does not fit."""
    name = setting_with(violation)
    if not name:
        return None
    key, at = violation.key, Location(place.file, (*place.path, name))
    both = _both_said(violation, name)
    if both:
        said = ", ".join(f"{each}: {on_a_line(value)}" for each, value in both.items())
        edits = (
            Replacement(on_a_line(both[name]), at),
            Addition(Location(place.file, place.path), key, on_a_line(both[key])),
        )
        ways = [WayOut(f"write {said}", edits)]
        return codes.MISPLACED.at(at, help=ways, setting=name, meant=key)
    return codes.MISPLACED.at(at.key(), help=[write(key)], setting=name, meant=key)


def setting_with(violation: Violation) -> str:
    """The setting that holds what is missing; empty where none does."""
    if violation.rule != "required":
        return ""
    known, key = violation.schema.get("properties", {}), violation.key
    wanted = known.get(key, {})
    for name, value in as_map(violation.value).items():
        if _both_said(violation, name):
            return name
        if name not in known:
            if "enum" in wanted and value in wanted["enum"]:
                return name  # `type: roll` for `do: roll`
        elif (
            not ("x-freed6-ref" in wanted and " " in str(value))
            and not tester(known[name])(value)
            and not as_meant(known[name], value)
            and wanted
            and tester(wanted)(value)
        ):
            return name
    return ""


def _both_said(violation: Violation, name: str) -> Mapping[str, Data]:
    """What a setting says of itself and of one that is missing: `count: 1 per turn`."""
    known, value = violation.schema.get("properties", {}), as_map(violation.value)[name]
    if name not in known or not isinstance(value, str) or tester(known[name])(value):
        return {}
    for said in phrases(value):
        if said.keys() == {name, violation.key} and all(
            tester(known.get(each, False))(part) for each, part in said.items()
        ):
            return said
    return {}


def _settings_inside(violation: Violation) -> str:
    """Where settings that a map does not know belong, all of them; empty where that is not sure.

    An effect stands in a list, `effects`. What has keys of its author's alone holds any.
    """
    given, properties = as_map(violation.value), violation.schema.get("properties", {})
    moved = {key: value for key, value in given.items() if key not in properties}
    verbs = known_schema("effect")["x-freed6-verbs"]
    if any(key in verbs for key in moved):
        effects = properties.get("effects")
        if effects is None or "effects" in given or not tester(effects)([moved]):
            return ""
        return on_a_line({"effects": [moved]})
    for name in violation.schema.get("required", ()):
        inner = properties.get(name, {})
        free = "properties" not in inner and inner.get("type") == "object"
        if name not in given and free and len(moved) > 1 and tester(inner)(moved):
            return on_a_line({name: moved})
    left = [name for name in properties if name not in given]
    return _amounts_inside(moved, left, properties)


def _amounts_inside(
    moved: dict[str, Data], left: Sequence[str], properties: Mapping[str, Any]
) -> str:
    """Where codes and numbers by their author's own keys belong, if one setting holds such."""
    amounts = all(re.match("-?[0-9]", inline(value)) for value in moved.values())
    if "name" in properties or not amounts:
        return ""
    if any(other_words(key, left) or nearest(key, left, 1) for key in moved):
        return ""
    fitting = [
        name
        for name in left
        if "properties" not in properties[name]
        and properties[name].get("type") == "object"
        and tester(properties[name])(moved)
    ]
    return on_a_line({fitting[0]: moved}) if len(fitting) == 1 else ""


def _setting_meant(violation: Violation) -> list[WayOut]:
    """What a setting that is not known may have been meant as.

    The same in other words, a misspelled one, or one that has its place further in.
    """
    if violation.moved:
        return [WayOut(f"write {violation.moved[1:-1]}")]
    key, given = violation.key, as_map(violation.value)
    parts = violation.schema.get("properties", {})
    known = [name for name in parts if name not in given]
    fitting = [name for name in known if tester(parts[name])(given.get(key))]
    for word in other_words(key, fitting) or other_words(key, known):
        return [write(word)]
    longer = [name for name in known if name.endswith(f"-{key}")]
    if len(longer) == 1:  # `rank` for `to-rank`
        return [write(longer[0])]
    near = said_by_order(key) or did_you_mean(key, known, 1)
    if near:
        return list(near)
    for there in other_words(key, settings(violation.schema)):
        return [WayOut(f"'{there}' says so, and is written already: add it there")]
    held = given.get(key)
    shown = inline(held) if isinstance(held, str | int) else "…"
    for name, part in parts.items():
        inside = settings(part)
        for word in [key] if key in inside else other_words(key, inside):
            needed = () if name in given else part.get("required", ())
            form = {**dict.fromkeys(needed, "…"), word: shown}
            inner = ", ".join(f"{setting}: {said}" for setting, said in form.items())
            way = f"write {name}: {{{inner}}}"
            return [WayOut(f"'{word}' stands in '{name}': {way}")]
    return []


def _effect_for_each_verb(violation: Violation, place: Location) -> list[WayOut]:
    """Two effects instead of one: a setting goes with each verb that it fits."""
    given, verbs = as_map(violation.value), known_schema("effect")["x-freed6-verbs"]
    fits = tester(known_schema("effect"))
    effects = []
    for verb in filter(given.__contains__, verbs):
        alone = {verb: given[verb]}
        others = [key for key in given if key not in verbs]
        fitting = [key for key in others if fits({**alone, key: given[key]})]
        effects.append({**alone, **{key: given[key] for key in fitting}})
    if sorted(key for effect in effects for key in effect) != sorted(given):
        return []  # the author decides where a setting belongs that fits both, or none
    text = ", ".join(map(on_a_line, effects))
    if not all(map(fits, effects)):
        return []
    return [write(text, Location(place.file, place.path[:-1]))]


def _without_verb(violation: Violation, place: Location) -> Diagnostic:
    """An effect whose verb is another word, or none."""
    verbs = violation.schema["x-freed6-verbs"]
    given, listed = as_map(violation.value), ", ".join(verbs)
    by_verb = violation.schema["$defs"].values()
    known = {setting for part in by_verb for setting in settings(part)}
    for key in (key for key in given if key not in known):
        ways: list[WayOut] = [
            write(word)
            for word in other_words(key, verbs)
            if tester(violation.schema)(
                {word if k == key else k: given[k] for k in given}
            )
            and not re.match("[0-9]", as_text(given[key]))
        ]
        ways = ways or [*did_you_mean(key, verbs, 1)]
        ways = ways or _amount_as_verb(violation, place, key)
        return codes.WRONG_VERB.at(
            place.at(key).key(), help=ways, verb=key, verbs=listed
        )
    if given.keys() == {"text"}:
        way = write("narrate", place.at("text").key())
        return codes.WITHOUT_VERB.at(place, help=[way], verbs=listed)
    number = violation.path[-1] if violation.path else ""
    if given and isinstance(number, int) and number > 0:
        form = f"{{verb: …, {on_a_line(dict(given))[1:]}"
        together = f"if it goes with the item before it, put both in braces: {form}"
        return codes.WITHOUT_VERB.at(place, help=[together], verbs=listed)
    return codes.WITHOUT_VERB.at(place, verbs=listed)


def _amount_as_verb(violation: Violation, place: Location, key: str) -> list[WayOut]:
    """`{advantage: checks}` for `{modify: checks, by: advantage}`."""
    reading = {"modify": as_map(violation.value)[key], "by": key}
    modify = known_schema("effect")["$defs"]["modify"]["properties"]["modify"]
    if reading["modify"] not in modify["x-freed6-words"]:
        return []
    if "by" in as_map(violation.value) or not tester(violation.schema)(reading):
        return []
    edits = (
        Replacement("modify", place.at(key).key()),
        Addition(place, "by", key),
    )
    return [WayOut(f"write modify: {reading['modify']}, by: {key}", edits)]


def _of_keys() -> Mapping[str, Any]:
    """The schema of keys, which have a message of their own; others say what stands there."""
    keys: Mapping[str, Any] = known_schema("common")["$defs"]["key"]
    return keys


def _type_advice(violation: Violation) -> Sequence[str | WayOut]:
    schema, value = violation.schema, violation.value
    about, wanted = _description(schema), _type_names(schema)
    if isinstance(value, str) and (wide := colon_meant(value)):
        return wide
    if wanted == TYPES["integer"] and (
        numbers := comma_meant(as_text(value), is_whole)
    ):
        return numbers
    meant = as_meant(schema, value, violation.path)
    if meant is not None:
        return (meant,)
    effect = whole_effect(schema.get("items", schema))
    if isinstance(value, str) and "x-freed6-verbs" in effect:
        # What is said in words has a verb for it; of a single word nobody knows.
        way = on_a_line({"narrate": value})
        way = f"[{way}]" if "items" in schema else way
        verbs = (
            f"an effect is {{verb: …}}; verbs: {', '.join(effect['x-freed6-verbs'])}"
        )
        return (f"write {way}", verbs) if " " in value else (verbs,)
    if wanted == TYPES["object"]:
        ways = _each_setting(violation)
        return ways or (*_example_settings(violation), *about)
    allowed = schema.get("items", schema).get("enum")
    if allowed:
        return (*about, f"allowed: {_listed(allowed)}")
    said = any(not isinstance(each, bool) for each in as_map(value).values())
    if "x-freed6-ref" in schema and isinstance(value, dict) and not said:
        return (*about, f"write [{', '.join(value)}]")
    return about


def _each_setting(violation: Violation) -> tuple[str, ...]:
    """What a single value could be, where no setting is needed: only its author knows."""
    known = violation.schema.get("properties", {})
    if violation.schema.get("required") or not isinstance(violation.value, str | int):
        return ()
    held, fits = inline(violation.value), tester(violation.schema)
    a_number = isinstance(violation.value, int)
    in_words = " " in str(violation.value)
    told = (
        f"write {{{key}: {held}}}: {_description(inner)[0]}"
        for key, inner in known.items()
        if _description(inner)
        and fits({key: violation.value})
        and (in_words or ("x-freed6-words" in inner) != a_number)
    )
    return tuple(islice(told, MOST_SETTINGS))


MOST_SETTINGS: Final = 6
"""So many settings are told of, one in a line."""


def _example_settings(violation: Violation) -> tuple[str, ...]:
    """The settings that are wanted; a single value is put where the first of them stands.

    Of what has keys of its author's alone, the description gives the example.
    """
    schema, value = violation.schema, violation.value
    needed = schema.get("required", ())
    if not needed and settings(schema):
        return (f"settings here: {_listed(settings(schema))}",)
    if not needed:
        return _example_keys(violation)
    key = violation.path[-1] if violation.path else ""
    said = dict.fromkeys(needed, "…")
    if isinstance(key, str) and key and "name" in said:
        said["name"] = name_of_key(key)
    if isinstance(value, str | int):
        a_text = isinstance(value, str) and is_sentence(value) and "name" in needed
        known = schema.get("properties", {})
        fitting = [name for name in needed if tester(known.get(name, {}))(value)]
        said |= {name: inline(value) for name in (["text"] if a_text else fitting[:1])}
    form = ", ".join(f"{name}: {each}" for name, each in said.items())
    settled = isinstance(key, str) and key
    return (f"write {key}: {{{form}}}" if settled else f"write {{{form}}}",)


def _example_keys(violation: Violation) -> tuple[str, ...]:
    """What has keys of its author's alone: those that are listed, with the form of each."""
    each, value = violation.schema.get("additionalProperties"), violation.value
    if not isinstance(each, dict):
        return ()
    listed = [item for item in as_list(value) if isinstance(item, str)]
    keys = [key for key in map(as_key, listed) if key]
    if not keys or len(keys) < len(as_list(value)):
        keys = ["a-key"]
    needed = each.get("required", ())
    forms = []
    for key in keys[:MOST_SETTINGS]:
        said = {**dict.fromkeys(needed, "…")}
        if "name" in said and key != "a-key":
            said["name"] = name_of_key(key)
        inner = ", ".join(f"{name}: {part}" for name, part in said.items())
        held = inline(value) if isinstance(value, int) and tester(each)(value) else "…"
        forms.append(f"{key}: {{{inner}}}" if needed else f"{key}: {held}")
    return (f"write {{{', '.join(forms)}}}",)


def key_meant_in(
    violation: Violation, before: Data | None, place: Location
) -> WayOut | None:
    """How to set one key of a map that stood there to a single value, which stands in its place."""
    each = violation.schema.get("additionalProperties")
    keys, value = list(as_map(before)), violation.value
    match place.path:
        case ("change", _, "set", str(field)) if keys and isinstance(each, dict):
            if isinstance(value, list):
                value = " or ".join(map(as_text, value))
            for reading in filter(tester(each), [value, *readings(each, value)]):
                address, said = f"{field}.{keys[0]}", on_a_line(reading)
                edits = (Replacement(address, place.key()), Replacement(said, place))
                sure = violation.rule == "type" and len(keys) == 1
                return WayOut(f"write {address}: {said}", edits if sure else ())
    return None


def _description(schema: Mapping[str, Any]) -> tuple[str, ...]:
    about = str(schema.get("description", ""))
    return (about,) if about else ()


def _type_names(schema: Mapping[str, Any]) -> str:
    wanted = schema.get("type", "object")
    names: list[Any] = as_list(wanted)
    if {*names} == {"string", "integer", "boolean"}:
        return "a number or a formula"
    return " or ".join(TYPES[name] for name in names)


def _name_of_value(value: object) -> str:
    if isinstance(value, bool):
        return f"'{str(value).lower()}'"
    if isinstance(value, int):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text '{value}'" if len(value) <= SHORT else "text"
    return TYPES["array"] if isinstance(value, list) else TYPES["object"]


def _listed(names: Iterable[object]) -> str:
    """Keys and the like, which may be numbers: `1, two and 3 more`."""
    listed = [str(name) for name in names]
    more = f" and {len(listed) - LISTED} more" if len(listed) > LISTED else ""
    return ", ".join(listed[:LISTED]) + more


EFFECT_LISTS: Final = frozenset({"effects", "success", "failure", "always", "one-of"})
"""Settings that hold lists of effects."""


def name_of_thing(kind: EntryKind, path: KeyPath) -> str:
    """What an author calls the thing at a path in an entry: a band, an effect, 'reroll'."""
    inner = {child.key: child for child in child_kinds(kind)}
    match path:
        case (str(key), str(), *rest) if key in inner:
            return name_of_thing(inner[key], tuple(rest))
        case ():
            return kind.with_article
        case (*_, str(key), int()) if key in EFFECT_LISTS:
            return "an effect"
        case (*_, str(key), int()):
            return f"an item of '{key}'"
        case (*_, last):
            return f"'{last}'"
    return kind.with_article
