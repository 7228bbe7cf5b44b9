"""Turns violations of schemas into diagnostics in an author's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import structure as codes
from freed6c.diagnostics.suggest import did_you_mean
from freed6c.packs.data import KeyPath, as_map, as_text, inline
from freed6c.packs.kinds import EntryKind, child_kinds
from freed6c.validate.schemas import Violation, settings
from freed6c.validate.schemas import schema as known_schema

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.location import Location


TYPES: Final = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "settings (key: value)",
}
LISTED: Final = 12


def explain(violation: Violation, thing: str, place: Location) -> Diagnostic:
    """One diagnostic for one violation. `thing` names what was checked (a skill)."""
    place = place.key() if violation.part == "key" else place
    schema, value, key = violation.schema, violation.value, violation.key
    about = _description(schema)
    steps = [step for step in violation.path if isinstance(step, str)]
    subject = f"'{steps[-1]}'" if steps else thing
    match violation.rule:
        case "additionalProperties":
            known = settings(schema)
            near = list(did_you_mean(key, known, 1))
            return codes.UNKNOWN_SETTING.at(
                place, help=near, key=key, thing=thing, known=_listed(known)
            )
        case "required":
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
            near = list(did_you_mean(str(value), allowed, 1))
            return codes.WRONG_VALUE.at(
                place, help=near, subject=subject, value=value, allowed=_listed(allowed)
            )
        case "anyOf":
            verbs = schema["x-freed6-verbs"]
            near = [hint for k in as_map(value) for hint in did_you_mean(k, verbs, 1)]
            return codes.WITHOUT_VERB.at(place, help=near[:1], verbs=", ".join(verbs))
        case "verbs":
            keys = ", ".join(as_map(value))
            return codes.SECOND_VERB.at(place, thing=thing, verb=key, keys=keys)
        case "minItems" | "minLength" | "minProperties":
            help_ = ["fill it, or leave the setting out", *about]
            return codes.EMPTY.at(place, help=help_, subject=subject)
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
            return codes.BAD_KEY.at(place, key=value)
        case _:
            return codes.WRONG_FORM.at(place, help=about, subject=subject)


def _of_keys() -> Mapping[str, Any]:
    """The schema of keys, which have a message of their own; others say what stands there."""
    keys: Mapping[str, Any] = known_schema("common")["$defs"]["key"]
    return keys


def _type_advice(violation: Violation) -> Sequence[str]:
    schema, value = violation.schema, violation.value
    about, wanted = _description(schema), _type_names(schema)
    if isinstance(value, int) and wanted == "text" and "pattern" not in schema:
        return (f'put it in quotes: "{as_text(value)}"',)
    if schema.get("type") == "array" and isinstance(value, dict):
        return ("put it in square brackets: [{…}]", *about)
    if wanted == TYPES["object"]:
        return (f"write {_example_settings(violation)}", *about)
    return about


def _example_settings(violation: Violation) -> str:
    """The settings that are wanted; a single value is put where the first of them stands."""
    needed = violation.schema.get("required") or settings(violation.schema)[:2]
    held = inline(violation.value) if isinstance(violation.value, str | int) else "…"
    first, *others = needed or ("a-key",)
    form = ", ".join([f"{first}: {held}", *(f"{name}: …" for name in others)])
    key = violation.path[-1] if violation.path else ""
    return f"{key}: {{{form}}}" if isinstance(key, str) and key else f"{{{form}}}"


def _description(schema: Mapping[str, Any]) -> tuple[str, ...]:
    about = str(schema.get("description", ""))
    return (about,) if about else ()


def _type_names(schema: Mapping[str, Any]) -> str:
    wanted = schema.get("type", "object")
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    return " or ".join(TYPES[name] for name in names)


def _name_of_value(value: object) -> str:
    if isinstance(value, bool):
        return f"'{str(value).lower()}'"
    if isinstance(value, int):
        return f"the number {value}"
    if isinstance(value, str):
        return "text"
    return TYPES["array"] if isinstance(value, list) else TYPES["object"]


def _listed(names: Sequence[str]) -> str:
    if len(names) <= LISTED:
        return ", ".join(names)
    return ", ".join(names[:LISTED]) + f" and {len(names) - LISTED} more"


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
        case (*_, last):
            return f"'{last}'"
    return kind.with_article
