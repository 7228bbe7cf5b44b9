"""Turns violations of schemas into diagnostics in an author's words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import structure
from freed6c.diagnostics.diagnostic import Code, Diagnostic, Label
from freed6c.packs.data import Data, KeyPath, as_map, inline
from freed6c.packs.ids import split_address
from freed6c.packs.kinds import Kind, child_kinds
from freed6c.packs.operations import change_line
from freed6c.packs.suggest import did_you_mean, nearest
from freed6c.validate.schemas import Violation, known_settings, settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.packs.location import Location

    Explanation = tuple[Code, str, tuple[str, ...]]
    """Code, message and help."""


TYPES: Final = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "settings (key: value)",
}
LISTED: Final = 12


def explain(violation: Violation, what: str, place: Location) -> Diagnostic:
    """One diagnostic for one violation. `what` names the thing that was checked (a skill)."""
    label = Label(place.key() if violation.part == "key" else place)
    match violation.rule:
        case "pattern" if violation.part == "key":
            return bad_key(str(violation.value), label)
        case "required":
            label = replace(label, text=f"'{violation.key}' is missing")
    code, message, help_ = EXPLAIN.get(violation.rule, _other)(violation, what)
    return Diagnostic(code=code, message=message, label=label, help=help_)


def bad_key(key: str, label: Label) -> Diagnostic:
    """A key that no id can be made of."""
    return Diagnostic(
        code=structure.BAD_KEY,
        message=f"'{key}' cannot be a key",
        label=label,
        help=("write small letters, digits and single hyphens, such as long-sword",),
    )


def _unknown_setting(violation: Violation, what: str) -> Explanation:
    known = settings(violation.schema)
    near = did_you_mean(violation.key, known, 1)
    message = f"'{violation.key}' is not a setting of {what}"
    return (
        structure.UNKNOWN_SETTING,
        message,
        (*near, f"settings here: {_listed(known)}"),
    )


def _missing_setting(violation: Violation, what: str) -> Explanation:
    key = violation.key
    about = violation.schema.get("properties", {}).get(key, {}).get("description", "")
    help_ = (f"{key}: {about}",) if about else ()
    return structure.MISSING_SETTING, f"{what} needs '{key}'", help_


def _type(violation: Violation, what: str) -> Explanation:
    wanted, value = _type_names(violation.schema), violation.value
    message = (
        f"{_subject(violation, what)} must be {wanted}, not {_name_of_value(value)}"
    )
    quotes = isinstance(value, (int, bool)) and wanted == "text"
    written = str(value).lower()
    help_ = _type_advice(violation, quotes=f'"{written}"' if quotes else "")
    return structure.WRONG_TYPE, message, help_


def _type_advice(violation: Violation, *, quotes: str) -> tuple[str, ...]:
    about = _description(violation)
    if quotes and "pattern" not in violation.schema:
        return (f"put it in quotes: {quotes}",)
    if violation.schema.get("type") == "array" and isinstance(violation.value, dict):
        return ("put it in square brackets: [{…}]", *about)
    if _type_names(violation.schema) == TYPES["object"]:
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


def _enum(violation: Violation, what: str) -> Explanation:
    allowed = [str(word) for word in violation.schema.get("enum", ())]
    message = f"{_subject(violation, what)} cannot be '{violation.value}'"
    near = did_you_mean(str(violation.value), allowed, 1)
    return structure.WRONG_VALUE, message, (*near, f"allowed: {_listed(allowed)}")


def _pattern(violation: Violation, what: str) -> Explanation:
    message = f"{_subject(violation, what)} is not written as it should be"
    return structure.WRONG_FORM, message, _description(violation)


def _missing_verb(violation: Violation, _what: str) -> Explanation:
    verbs = violation.schema.get("x-freed6-verbs", ())
    near = [hint for key in _keys(violation) for hint in did_you_mean(key, verbs, 1)]
    message = "an effect needs a verb that says what it does"
    return structure.MISSING_SETTING, message, (*near[:1], f"verbs: {', '.join(verbs)}")


def _second_verb(violation: Violation, what: str) -> Explanation:
    message = f"{what} has one verb, and '{violation.key}' is a second one"
    keys = ", ".join(_keys(violation))
    help_ = (f"write an effect of its own for it; this one has: {keys}",)
    return structure.WRONG_VALUE, message, help_


def _empty(violation: Violation, what: str) -> Explanation:
    help_ = ("fill it, or leave the setting out", *_description(violation))
    return structure.WRONG_VALUE, f"{_subject(violation, what)} is empty", help_


def _too_long(violation: Violation, what: str) -> Explanation:
    length, most = len(str(violation.value)), violation.schema["maxLength"]
    subject = _subject(violation, what)
    message = f"{subject} is too long: {length} of at most {most} characters"
    return structure.WRONG_VALUE, message, _description(violation)


def _out_of_bounds(violation: Violation, what: str) -> Explanation:
    bounds = " and ".join(
        f"{word} {violation.schema[bound]}"
        for word, bound in (("at least", "minimum"), ("at most", "maximum"))
        if violation.schema.get(bound) is not None
    )
    message = f"{_subject(violation, what)} must be {bounds}, not {violation.value}"
    return structure.WRONG_VALUE, message, ()


def _other(violation: Violation, what: str) -> Explanation:
    message = f"{_subject(violation, what)} is not allowed here"
    return structure.WRONG_VALUE, message, _description(violation)


EXPLAIN: Final[Mapping[str, Callable[[Violation, str], Explanation]]] = {
    "additionalProperties": _unknown_setting,
    "required": _missing_setting,
    "type": _type,
    "enum": _enum,
    "pattern": _pattern,
    "anyOf": _missing_verb,
    "verbs": _second_verb,
    "minItems": _empty,
    "minLength": _empty,
    "maxLength": _too_long,
    "minProperties": _empty,
    "minimum": _out_of_bounds,
    "maximum": _out_of_bounds,
}


def _keys(violation: Violation) -> list[str]:
    return list(as_map(violation.value))


def _subject(violation: Violation, what: str) -> str:
    names = [str(step) for step in violation.path if isinstance(step, str)]
    return f"'{names[-1]}'" if names else what


def _description(violation: Violation) -> tuple[str, ...]:
    about = str(violation.schema.get("description", ""))
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


ITEM_NAMES: Final = {
    "effects": "an effect",
    "success": "an effect",
    "failure": "an effect",
    "always": "an effect",
    "one-of": "an effect",
}
"""What the items of these lists are."""


def name_of_thing(kind: Kind, path: KeyPath) -> str:
    """What an author calls the thing at a path in an entry: a band, an effect, 'reroll'."""
    inner = {child.key: child for child in child_kinds(kind)}
    match path:
        case (str(key), str(), *rest) if key in inner:
            return name_of_thing(inner[key], tuple(rest))
        case ():
            return kind.said
        case (*_, str(key), int()) if key in ITEM_NAMES:
            return ITEM_NAMES[key]
        case (*_, last):
            return f"'{last}'"
    return kind.said


CHANGE = "change"


def change_words() -> tuple[str, ...]:
    """The words that stand inside a change: `set`, `adjust` and the others."""
    return tuple(word for word in known_settings(CHANGE) if word != "why")


def with_change_line(
    problem: Diagnostic, violation: Violation, address: str
) -> Diagnostic:
    """A fault in a change, with the line that does what its author probably meant."""
    line = _intended_change(violation, address)
    return problem if line is None else replace(problem, help=(f"write {line}",))


def _intended_change(violation: Violation, address: str) -> str | None:
    field = split_address(address)[1]
    if (
        violation.rule == "type"
        and not violation.path
        and not isinstance(violation.value, dict)
    ):
        where = address if field else f"{address}.name"
        return change_line(where, "set", violation.value)
    if violation.rule != "additionalProperties" or len(violation.path) != 1:
        return None
    body = violation.value
    if nearest(violation.key, known_settings(CHANGE), 1) or not isinstance(body, dict):
        return None
    whole = field.rpartition(".")[2] == violation.key
    where = address if whole else f"{address}.{violation.key}"
    return change_line(where, "set", body[violation.key])


def word_of_change_help(word: str, section: Data) -> tuple[str, ...]:
    """Help for a word of changes that was written at the left margin."""
    changes = as_map(section)
    address = next((key for key in changes if split_address(key)[1]), "")
    if address:
        line = change_line(address, word, changes[address])
    else:
        line = f"{CHANGE}: {{kind.key: {{{word}: …}}}}"
    return (f"'{word}' stands inside '{CHANGE}': {line}",)
