"""Explanations of mistakes: a diagnostic for each, in an author's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import structure as codes
from freed6c.diagnostics.ways_out import WayOut
from freed6c.packs.data import KeyPath, as_list, as_map, inline
from freed6c.packs.ids import entry_at, id_at, quoted_id
from freed6c.validate.repair import (
    TYPES,
    has_break_or_tab,
    is_bad_key,
    is_blank,
    listed,
    meaning,
    repairs,
    type_names,
)
from freed6c.validate.schemas import settings

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Code, Diagnostic
    from freed6c.packs.location import Location
    from freed6c.validate.repair import Mistake
    from freed6c.validate.schemas import Violation


SHORT: Final = 20
"""The length of a text that messages quote."""


def explain(mistake: Mistake, whole: str | KeyPath, place: Location) -> Diagnostic:
    """Return the diagnostic of a mistake at a place.

    `whole` is the path of the entry with the mistake, or names other data: `pack.yaml`.
    """
    violation, source = mistake.violation, mistake.source
    thing = whole if isinstance(whole, str) else _named(whole + violation.holder)
    ways = repairs(mistake, place)
    subject = _subject(violation, thing)
    code, facts = _code_and_facts(mistake, subject)
    is_key = source or violation.part == "key"
    place = place.at(source) if source else place
    place = place.key() if is_key and not mistake.split else place
    names = {"thing": thing, "subject": subject}
    facts = {**names, "key": violation.key, "value": violation.value, **facts}
    has_edit = any(isinstance(way, WayOut) and way.edits for way in ways)
    notes = () if has_edit else meaning(violation)
    return code.at(place, help=ways, notes=notes, **facts)


def _code_and_facts(mistake: Mistake, subject: str) -> tuple[Code, dict[str, Any]]:
    """Return the code of a mistake, and the facts that only its message needs."""
    violation, source = mistake.violation, mistake.source
    rule, schema, value = violation.rule, violation.schema, violation.value
    match rule:
        case "additionalProperties":
            return codes.UNKNOWN_SETTING, {"known": listed(settings(schema))}
        case "required" if source:
            return codes.MISPLACED, {"setting": source, "meant": violation.key}
        case "required":
            return codes.MISSING_SETTING, {}
        case "type":
            facts = {"wanted": type_names(schema), "value": _name_of_value(value)}
            return codes.WRONG_TYPE, facts
        case "enum":
            return codes.WRONG_VALUE, {"allowed": listed(schema["enum"])}
        case "anyOf":
            code = codes.WRONG_VERB if source else codes.WITHOUT_VERB
            return code, {"verb": source, "verbs": ", ".join(schema["x-freed6-verbs"])}
        case "verbs":
            keys = ", ".join(as_map(value))
            return codes.SECOND_VERB, {"verb": violation.key, "keys": keys}
        case "minItems" | "minLength" | "minProperties":
            return codes.EMPTY, {}
        case "pattern" if is_blank(violation):
            return codes.EMPTY, {}
        case "pattern" if is_bad_key(violation):
            return codes.BAD_KEY, {"key": value}
        case "maxItems":
            count = len(as_list(value))
            return codes.TOO_MANY_ITEMS, {"count": count, "most": schema[rule]}
        case "maxLength":
            return codes.TOO_LONG, {"length": len(str(value)), "most": schema[rule]}
        case "minimum" | "maximum":
            words = {"minimum": "at least", "maximum": "at most"}
            bounds = [f"{words[key]} {schema[key]}" for key in words if key in schema]
            return codes.OUT_OF_BOUNDS, {"bounds": " and ".join(bounds)}
        case "uniqueItems":
            return codes.SAME_TWICE, {}
        case _ if has_break_or_tab(value):
            return codes.WRONG_FORM, {"written": f"{subject} has a line break or a tab"}
        case _ if violation.part == "key":
            return codes.WRONG_FORM, {"written": f"invalid key {subject}"}
        case _:
            written = f"invalid value '{inline(value)}' for {subject}"
            return codes.WRONG_FORM, {"written": written}


def _subject(violation: Violation, thing: str) -> str:
    steps = [step for step in violation.path if isinstance(step, str)]
    subject = f"'{steps[-1]}'" if steps else thing
    if violation.path and isinstance(violation.path[-1], int):
        return f"an item of {subject}"
    return subject


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


def _named(path: KeyPath) -> str:
    """Return the name of the thing at a path in an entry: `an effect of rule 'luck'`."""
    _, _, at = entry_at(path)
    entry = quoted_id(id_at(at))
    match path[len(at) :]:
        case ():
            return entry
        case (*_, str(key), int()) if key in EFFECT_LISTS:
            return f"an effect of {entry}"
        case (*_, str(key), int()):
            return f"'{key}' of {entry}"
        case _:
            return f"'{path[-1]}' of {entry}"
