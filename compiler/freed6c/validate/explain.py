"""Explanations of mistakes: a diagnostic for each, in an author's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import structure as codes
from freed6c.packs.data import KeyPath, as_list, as_map, inline
from freed6c.packs.kinds import EntryKind, child_kinds
from freed6c.validate.repair import has_break_or_tab, is_bad_key, listed, repairs
from freed6c.validate.schemas import description, settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.location import Location
    from freed6c.validate.repair import Mistake
    from freed6c.validate.schemas import Violation


TYPES: Final = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "settings (key: value)",
}
ONE_LINE: Final = r"^[^\S\n\t]*\S[^\n\t]*$"
"""The pattern of names and titles: one line that is not blank."""
SHORT: Final = 20
"""The length of a text that messages quote."""


def explain(mistake: Mistake, thing: str, place: Location) -> Diagnostic:
    """Return the diagnostic of a mistake in `thing`, which is how authors call it: `a skill`."""
    violation, source = mistake.violation, mistake.source
    place = place.key() if violation.part == "key" else place
    schema, value, key = violation.schema, violation.value, violation.key
    subject = _subject(violation, thing)
    match violation.rule:
        case "additionalProperties":
            help_, known = repairs(mistake, place), listed(settings(schema))
            return codes.UNKNOWN_SETTING.at(
                place, help=help_, key=key, thing=thing, known=known
            )
        case "required" if source:
            help_, at = repairs(mistake, place), place.at(source)
            at = at if mistake.split else at.key()
            return codes.MISPLACED.at(at, help=help_, setting=source, meant=key)
        case "required":
            about = description(schema.get("properties", {}).get(key, {}))
            lines = [f"{key}: {line}" for line in about]
            return codes.MISSING_SETTING.at(place, help=lines, thing=thing, key=key)
        case "type":
            return codes.WRONG_TYPE.at(
                place,
                help=repairs(mistake, place),
                subject=subject,
                wanted=_type_names(schema),
                value=_name_of_value(value),
            )
        case "enum":
            help_, allowed = repairs(mistake, place), listed(schema["enum"])
            return codes.WRONG_VALUE.at(
                place, help=help_, subject=subject, value=value, allowed=allowed
            )
        case "anyOf":
            help_, verbs = repairs(mistake, place), ", ".join(schema["x-freed6-verbs"])
            if not source:
                return codes.WITHOUT_VERB.at(place, help=help_, verbs=verbs)
            at = place.at(source).key()
            return codes.WRONG_VERB.at(at, help=help_, verb=source, verbs=verbs)
        case "verbs":
            help_, keys = repairs(mistake, place), ", ".join(as_map(value))
            return codes.SECOND_VERB.at(
                place, help=help_, thing=thing, verb=key, keys=keys
            )
        case "pattern" if schema["pattern"] == ONE_LINE and not str(value).strip():
            lines = ["write what people are to read"]
            return codes.EMPTY.at(place, help=lines, subject=subject)
        case "minItems" | "minLength" | "minProperties":
            lines = ["fill it, or leave the setting out if it is not needed"]
            return codes.EMPTY.at(place, help=lines, subject=subject)
        case "maxItems":
            count, most = len(as_list(value)), schema["maxItems"]
            return codes.TOO_MANY_ITEMS.at(
                place, subject=subject, count=count, most=most
            )
        case "maxLength":
            lines, length, most = (
                description(schema),
                len(str(value)),
                schema["maxLength"],
            )
            return codes.TOO_LONG.at(
                place, help=lines, subject=subject, length=length, most=most
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
        case "pattern" if is_bad_key(violation):
            return codes.BAD_KEY.at(place, help=repairs(mistake, place), key=value)
        case _:
            written = "is not written as it should be"
            if has_break_or_tab(value):
                written = "has a line break or a tab"
            elif violation.part == "value" and isinstance(value, str | int):
                written += f": {inline(value)}"
            help_ = repairs(mistake, place)
            return codes.WRONG_FORM.at(
                place, help=help_, subject=subject, written=written
            )


def _subject(violation: Violation, thing: str) -> str:
    steps = [step for step in violation.path if isinstance(step, str)]
    subject = f"'{steps[-1]}'" if steps else thing
    if violation.path and isinstance(violation.path[-1], int):
        return f"an item of {subject}"
    return subject


def _type_names(schema: Mapping[str, Any]) -> str:
    names: list[Any] = as_list(schema.get("type", "object"))
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


EFFECT_LISTS: Final = frozenset({"effects", "success", "failure", "always", "one-of"})
"""Settings that hold lists of effects."""


def name_of_thing(kind: EntryKind, path: KeyPath) -> str:
    """Return how authors call the thing at a path in an entry: a band, an effect, 'reroll'."""
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
