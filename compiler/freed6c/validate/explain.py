"""What a schema finds wrong, said in an author's words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import structure
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.packs.data import Data, KeyPath, inline
from freed6c.packs.ids import parted
from freed6c.packs.kinds import Kind, nested
from freed6c.packs.operations import change_line
from freed6c.packs.suggest import did_you_mean, nearest
from freed6c.validate.schemas import Fault, known_settings, settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.packs.location import Address


TYPES: Final = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "settings (key: value)",
}
LISTED: Final = 12


def explain(fault: Fault, what: str, place: Address) -> Diagnostic:
    """One diagnostic for one fault. `what` names the thing that was checked (a skill)."""
    if fault.part == "key":
        place = place.key()
    return EXPLAIN.get(fault.rule, _other)(fault, what, Label(place))


def bad_key(key: str, label: Label) -> Diagnostic:
    """A key that no id can be made of."""
    return Diagnostic(
        code=structure.BAD_KEY,
        message=f"'{key}' cannot be a key",
        label=label,
        help=("write small letters, digits and single hyphens, such as long-sword",),
    )


def _unknown(fault: Fault, what: str, label: Label) -> Diagnostic:
    known = settings(fault.schema)
    return Diagnostic(
        code=structure.UNKNOWN_SETTING,
        message=f"'{fault.key}' is not a setting of {what}",
        label=label,
        help=(*did_you_mean(fault.key, known, 1), f"settings here: {_listed(known)}"),
    )


def _missing(fault: Fault, what: str, label: Label) -> Diagnostic:
    about = fault.schema.get("properties", {}).get(fault.key, {}).get("description", "")
    return Diagnostic(
        code=structure.MISSING_SETTING,
        message=f"{what} needs '{fault.key}'",
        label=Label(label.place, f"'{fault.key}' is missing"),
        help=(f"{fault.key}: {about}",) if about else (),
    )


def _type(fault: Fault, what: str, label: Label) -> Diagnostic:
    wanted = _types(fault.schema)
    quotes = isinstance(fault.value, (int, bool)) and wanted == "text"
    written = str(fault.value).lower()
    return Diagnostic(
        code=structure.WRONG_TYPE,
        message=f"{_subject(fault, what)} must be {wanted}, not {_kind(fault.value)}",
        label=label,
        help=_type_advice(fault, quotes=f'"{written}"' if quotes else ""),
    )


def _type_advice(fault: Fault, *, quotes: str) -> tuple[str, ...]:
    about = _about(fault)
    if quotes and "pattern" not in fault.schema:
        return (f"put it in quotes: {quotes}",)
    if fault.schema.get("type") == "array" and isinstance(fault.value, dict):
        return ("put it in square brackets: [{…}]", *about)
    if _types(fault.schema) == TYPES["object"]:
        return (f"write {_form_of(fault)}", *about)
    return about


def _form_of(fault: Fault) -> str:
    """The settings that are wanted; a single value is put where the first of them stands."""
    needed = fault.schema.get("required") or settings(fault.schema)[:2]
    held = inline(fault.value) if isinstance(fault.value, str | int) else "…"
    first, *others = needed or ("a-key",)
    form = ", ".join([f"{first}: {held}", *(f"{one}: …" for one in others)])
    key = fault.path[-1] if fault.path else ""
    return f"{key}: {{{form}}}" if isinstance(key, str) and key else f"{{{form}}}"


def _value(fault: Fault, what: str, label: Label) -> Diagnostic:
    allowed = [str(word) for word in fault.schema.get("enum", ())]
    return Diagnostic(
        code=structure.WRONG_VALUE,
        message=f"{_subject(fault, what)} cannot be '{fault.value}'",
        label=label,
        help=(
            *did_you_mean(str(fault.value), allowed, 1),
            f"allowed: {_listed(allowed)}",
        ),
    )


def _form(fault: Fault, what: str, label: Label) -> Diagnostic:
    if fault.part == "key":
        return bad_key(str(fault.value), label)
    return Diagnostic(
        code=structure.WRONG_FORM,
        message=f"{_subject(fault, what)} is not written as it should be",
        label=label,
        help=_about(fault),
    )


def _verb(fault: Fault, _what: str, label: Label) -> Diagnostic:
    verbs = fault.schema.get("x-freed6-verbs", ())
    keys = list(fault.value) if isinstance(fault.value, dict) else []
    near = [hint for key in keys for hint in did_you_mean(key, verbs, 1)]
    return Diagnostic(
        code=structure.MISSING_SETTING,
        message="an effect needs a verb that says what it does",
        label=label,
        help=(*near[:1], f"verbs: {', '.join(verbs)}"),
    )


def _verbs(fault: Fault, what: str, label: Label) -> Diagnostic:
    keys = list(fault.value) if isinstance(fault.value, dict) else []
    return Diagnostic(
        code=structure.WRONG_VALUE,
        message=f"{what} has one verb, and '{fault.key}' is a second one",
        label=label,
        help=(f"write an effect of its own for it; this one has: {', '.join(keys)}",),
    )


def _few(fault: Fault, what: str, label: Label) -> Diagnostic:
    return Diagnostic(
        code=structure.WRONG_VALUE,
        message=f"{_subject(fault, what)} is empty",
        label=label,
        help=("fill it, or leave the setting out", *_about(fault)),
    )


def _long(fault: Fault, what: str, label: Label) -> Diagnostic:
    length, most = len(str(fault.value)), fault.schema["maxLength"]
    return Diagnostic(
        code=structure.WRONG_VALUE,
        message=f"{_subject(fault, what)} is too long: {length} of at most {most} characters",
        label=label,
        help=_about(fault),
    )


def _other(fault: Fault, what: str, label: Label) -> Diagnostic:
    return Diagnostic(
        code=structure.WRONG_VALUE,
        message=f"{_subject(fault, what)} is not allowed here",
        label=label,
        help=_about(fault),
    )


def _size(fault: Fault, what: str, label: Label) -> Diagnostic:
    least, most = fault.schema.get("minimum"), fault.schema.get("maximum")
    bounds = [
        f"{word} {bound}"
        for word, bound in (("at least", least), ("at most", most))
        if bound is not None
    ]
    return Diagnostic(
        code=structure.WRONG_VALUE,
        message=f"{_subject(fault, what)} must be {' and '.join(bounds)}, not {fault.value}",
        label=label,
    )


EXPLAIN: Final[Mapping[str, Callable[[Fault, str, Label], Diagnostic]]] = {
    "additionalProperties": _unknown,
    "required": _missing,
    "type": _type,
    "enum": _value,
    "pattern": _form,
    "anyOf": _verb,
    "verbs": _verbs,
    "minItems": _few,
    "minLength": _few,
    "maxLength": _long,
    "minProperties": _few,
    "minimum": _size,
    "maximum": _size,
}


def _subject(fault: Fault, what: str) -> str:
    names = [str(step) for step in fault.path if isinstance(step, str)]
    return f"'{names[-1]}'" if names else what


def _about(fault: Fault) -> tuple[str, ...]:
    about = str(fault.schema.get("description", ""))
    return (about,) if about else ()


def _types(schema: Mapping[str, Any]) -> str:
    wanted = schema.get("type", "object")
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    return " or ".join(TYPES[name] for name in names)


def _kind(value: object) -> str:
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


# What an author would call the thing at a place: an ability, a band, an effect,
# 'reroll'.


WORDS: Final = {
    "effects": "an effect",
    "success": "an effect",
    "failure": "an effect",
    "always": "an effect",
    "one-of": "an effect",
}
"""What the items of these lists are."""


def thing_at(kind: Kind, path: KeyPath) -> str:
    """The thing at a path inside an entry of a kind."""
    inner = {child.key: child for child in nested(kind)}
    match path:
        case (str(key), str(), *rest) if key in inner:
            return thing_at(inner[key], tuple(rest))
        case ():
            return kind.said
        case (*_, str(key), int()) if key in WORDS:
            return WORDS[key]
        case (*_, last):
            return f"'{last}'"
    return kind.said


# What was meant by a change in which a word is missing: the finished line.


CHANGE = "change"


def words() -> tuple[str, ...]:
    """The words that stand inside a change: `set`, `adjust` and the others."""
    return tuple(word for word in known_settings(CHANGE) if word != "why")


def finished(problem: Diagnostic, fault: Fault, address: str) -> Diagnostic:
    """A fault in a change, with the line that does what its author probably meant."""
    line = _meant(fault, address)
    return problem if line is None else replace(problem, help=(f"write {line}",))


def _meant(fault: Fault, address: str) -> str | None:
    field = parted(address)[1]
    if fault.rule == "type" and not fault.path and not isinstance(fault.value, dict):
        where = address if field else f"{address}.name"
        return change_line(where, "set", fault.value)
    if fault.rule != "additionalProperties" or len(fault.path) != 1:
        return None
    body = fault.value
    if nearest(fault.key, known_settings(CHANGE), 1) or not isinstance(body, dict):
        return None
    whole = field.rpartition(".")[2] == fault.key
    where = address if whole else f"{address}.{fault.key}"
    return change_line(where, "set", body[fault.key])


def stands_inside(word: str, section: Data) -> tuple[str, ...]:
    """Help for a word of changes that was written at the left margin."""
    told = section if isinstance(section, dict) else {}
    address = next((key for key in told if parted(key)[1]), "")
    if address:
        line = change_line(address, word, told[address])
    else:
        line = f"{CHANGE}: {{kind.key: {{{word}: …}}}}"
    return (f"'{word}' stands inside '{CHANGE}': {line}",)
