"""What a value of a wrong shape was meant as: `1 per turn` where `{count: 1, per: turn}` is wanted.

Each way of reading it is tried against the schema that it does not fit; the first that fits is
meant. Nobody reads here what a setting is about: shapes alone decide.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.diagnostics.suggest import (
    LONGEST_GUESSED,
    fold,
    same_numbers,
    whole_number,
)
from freed6c.diagnostics.ways_out import WayOut, write
from freed6c.packs.data import (
    Data,
    KeyPath,
    as_list,
    as_map,
    as_text,
    on_a_line,
)
from freed6c.validate.schemas import schema as known_schema
from freed6c.validate.schemas import settings, tester

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


def as_meant(
    schema: Mapping[str, Any], value: Data, path: KeyPath = ()
) -> WayOut | None:
    """How to write a value, which stands at a path, so that it fits, where that is sure."""
    if isinstance(value, str) and len(value) > LONGEST_GUESSED:
        return None
    schema = whole_effect(schema)
    fits = tester(schema)
    for reading in chain(readings(schema, value), _by_place(schema, value, path)):
        if reading != value and fits(reading):
            return write(on_a_line(reading))
    return None


def whole_effect(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of effects for that of one verb: where there is none, any may be meant."""
    effect = known_schema("effect")
    return effect if any(part is verb for verb in effect["$defs"].values()) else part


def readings(schema: Mapping[str, Any], value: Data) -> Iterator[Data]:
    """What a value may have been meant as, the likeliest first."""
    wanted = schema.get("type", ())
    types = (wanted,) if isinstance(wanted, str) else tuple(wanted)
    for type_ in types:
        if type_ in READINGS:
            yield from READINGS[type_](schema, value)
    if isinstance(value, str) or (
        isinstance(value, int) and "x-freed6-ref" not in schema
    ):  # nothing is called 5
        yield from _rewritten(as_text(value))


def _by_place(schema: Mapping[str, Any], value: Data, path: KeyPath) -> Iterator[Data]:
    """What may be meant where it stands: an item with a colon, a named thing without its name."""
    needed = schema.get("required", ())
    others = [setting for setting in needed if setting != "name"]
    match (path, value):
        case ((*_, int(number)), dict()) if len(value) == 1:
            ((key, inner),) = value.items()
            if str(key) in {"0", str(number), str(number + 1)}:
                yield inner  # `{0: hot}`, where places are counted
            elif isinstance(inner, str | int) and not str(key).isdecimal():
                yield f"{key}: {as_text(inner)}"  # `- hot: very`
        case ((*_, str(key)), str()) if len(needed) > len(others) == 1:
            yield {"name": name_of_key(key), others[0]: value}
        case ((*_, str(key)), str()) if is_sentence(value) and not others:
            yield {"name": name_of_key(key), "text": value}
        case ((*_, "set"), str()) if found := SETTING.fullmatch(value):
            yield {found[1]: found[2]}
        case (_, str()) if len(needed) == 1 or len(settings(schema)) == 1:
            first = [*needed, *settings(schema)][0]
            if first != "name" or not is_sentence(value):
                yield {first: value}


def name_of_key(key: str) -> str:
    """What something is called whose key alone is known."""
    return key.replace("-", " ").capitalize()


def is_sentence(text: str) -> bool:
    """Whether it is more than a name: several words, and a full stop or its like behind them."""
    return re.fullmatch(r"\S+\s.*[.!?]", text, re.DOTALL) is not None


SETTING: Final = re.compile(r"([a-z][\w.-]*):? +(.+)")
"""A setting and its value, in one text."""


# By the type that is wanted.


TIMES: Final = ("never", "once", "twice", "thrice")
YES: Final = frozenset({"yes", "on", "y", "always", "required", "needed", "1"})
NO: Final = frozenset({"no", "off", "n", "never", "none", "0"})


def _integers(_: Mapping[str, Any], value: Data) -> Iterator[Data]:
    text = value.casefold() if isinstance(value, str) else ""
    text = re.sub("(?<=[0-9]) ?(?:times|x)$", "", text)
    number = TIMES.index(text) if text in TIMES else whole_number(text)
    if number is not None:
        yield number


def _booleans(_: Mapping[str, Any], value: Data) -> Iterator[Data]:
    text = as_text(value).casefold() if isinstance(value, str | int) else ""
    if text in YES | NO | {"true", "false"}:
        yield text in YES or text == "true"


def _texts(schema: Mapping[str, Any], value: Data) -> Iterator[Data]:
    match value:
        case bool():
            yield str(value).lower()
        case int() if "x-freed6-ref" not in schema:
            yield str(value)
        case [int(low), int(high)] if high == low + 1:
            yield f"{low}-{high}"
        case [str() | int() as only]:
            yield only
            yield as_text(only)


def _lists(schema: Mapping[str, Any], value: Data) -> Iterator[Data]:
    if isinstance(value, dict):
        if [*value] == [str(n + ("0" not in value)) for n in range(len(value))]:
            yield [*value.values()]  # `{0: hot, 1: cold}`, where places are counted
        yield [value]
    elif isinstance(value, str):
        text = value.strip()
        bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
        items = re.split(r"(?:^|\s+)-(?=[^\W\d])", bare)
        if len(items) > 1 and not items[0]:
            yield [_value(item) for item in items[1:]]
        for sign in (r"[,;]", r",|\band\b"):
            yield [
                _value(item.strip()) for item in re.split(sign, bare) if item.strip()
            ]
        inner = schema.get("items", {})
        yield from ([reading] for reading in _maps(inner, bare))
    elif not isinstance(value, list):
        yield [value]


def _value(text: str) -> Data:
    return int(text) if re.fullmatch("-?(?:0|[1-9][0-9]{0,9})", text) else text


Phrase: TypeAlias = "Callable[[re.Match[str]], dict[str, Data]]"
PHRASES: Final[Sequence[tuple[re.Pattern[str], Phrase]]] = (
    (
        re.compile(r"([0-9]+) (?:per|a|an|each|every|in a) ([\w-]+)"),
        lambda found: {"count": int(found[1]), "per": found[2]},
    ),
    (
        re.compile(r"([+-]?[0-9]\S*) (?:on|to|for) (?:all )?(\S+)"),
        lambda found: {"modify": found[2], "by": _value(found[1].lstrip("+"))},
    ),
    (
        re.compile(r"([+-]?[0-9]\S*) (?:on|to|for) (?:all )?(\S+) (?:of|with) (\S+)"),
        lambda found: {
            "modify": found[2],
            "of": found[3],
            "by": _value(found[1].lstrip("+")),
        },
    ),
    (
        re.compile(r"(\S+) (?:against|vs\.?|versus) ([0-9]+)"),
        lambda found: {"with": found[1], "against": {"number": int(found[2])}},
    ),
    (
        re.compile(r"(\S+) (?:against|vs\.?|versus) (\S+)"),
        lambda found: {"with": found[1], "against": {"difficulty": found[2]}},
    ),
    (re.compile(r"([0-9]+) ([\w-]+)"), lambda found: {found[2]: int(found[1])}),
    (
        re.compile(r"([\w.-]+) (?:is|=|==|:) ([\w-]+)"),
        lambda found: {found[1]: found[2]},
    ),
    (re.compile(r"(before|after) (\S+)"), lambda found: {found[1]: found[2]}),
)
"""What is said in a phrase, and the settings that say so here."""


def _maps(schema: Mapping[str, Any], value: Data) -> Iterator[Data]:
    known = settings(schema)
    yield from _named(schema, value)
    if not known:
        yield from _keyed(value)
    if isinstance(value, list):
        merged = {key: each for item in value for key, each in as_map(item).items()}
        if len(merged) == sum(len(as_map(item)) or 2 for item in value):
            yield merged  # nothing but settings, and none of them twice
        return
    if not isinstance(value, str):
        return
    if schema.get("properties", {}).get(value, {}).get("type") == "boolean":
        yield {value: True}
    verb, _, rest = value.partition(" ")
    if verb in schema.get("x-freed6-verbs", ()):
        yield {verb: rest}
    yield from (said for said in phrases(value) if not known or {*known} & {*said})


def phrases(text: str) -> Iterator[dict[str, Data]]:
    """The settings that a text may say in a phrase."""
    for pattern, phrase in PHRASES:
        if match := pattern.fullmatch(text):
            yield phrase(match)


def _keyed(value: Data) -> Iterator[Data]:
    """What has keys, and was written as so many texts: `body 3D, mind 2D`."""
    items = value.split(",") if isinstance(value, str) else as_list(value)
    pairs = [PAIR.fullmatch(item.strip()) for item in items if isinstance(item, str)]
    values = {pair[1]: _value(pair[2]) for pair in pairs if pair is not None}
    if len(values) == len(items) > 0:
        yield values


PAIR: Final = re.compile(r"([a-z][a-z0-9.-]*)(?:: ?| ?= ?| )([0-9]\S*|-[0-9]\S*)")
"""A key and an amount, in one text."""


def _named(schema: Mapping[str, Any], value: Data) -> Iterator[Data]:
    """What has keys, and was written as a list of names, or of things that have names."""
    each = schema.get("additionalProperties")
    if not isinstance(each, dict) or "name" not in each.get("properties", ()):
        return
    things: dict[str, Data] = {}
    one = isinstance(value, str) and is_sentence(value)
    items = re.split(r"\s*[,;]\s*", value) if isinstance(value, str) else as_list(value)
    for item in [value] if one else items:
        name = as_map(item).get("name", item)
        if not isinstance(name, str) or is_sentence(name):
            return
        key = "-".join(re.findall("[a-z0-9]+", fold(name)))
        if key in things:
            return
        called = name_of_key(name) if name == key else name
        things[key] = {"name": called, **as_map(item)}
    yield things


READINGS: Final[Mapping[str, Callable[[Mapping[str, Any], Data], Iterator[Data]]]] = {
    "integer": _integers,
    "boolean": _booleans,
    "string": _texts,
    "array": _lists,
    "object": _maps,
}


# Texts of a form of their own, as they are written elsewhere.


EITHER: Final = re.compile("[0-9]+ ?(?:or|and|[,&/]) ?[0-9]+")
OR_MORE: Final = re.compile(
    r"[0-9]+ ?(?:\+|(?:and |or )?(?:more|above|higher|up|better))|(?:>=|\u2265) ?[0-9]+"
)


def _rewritten(text: str) -> Iterator[Data]:
    """A text in nearly the same letters; the pattern that it should have decides."""
    dashed = re.sub("[\u2010-\u2015\u2212]|\\.\\.+", "-", text)
    near = (fold(text), dashed, text.lower(), re.sub(r"\s+", "", dashed))
    yield from filter(partial(same_numbers, text), near)
    bare = re.sub(r"^[vV]\.?\s*", "", text)
    yield from (bare, f"{bare}.0", f"{bare}.0.0")
    found = re.fullmatch(r"(?:1\s*(?=[dDwW]))?[dDwW]?\s*([0-9]+)", text)
    if found is not None:
        yield f"d{found[1]}"
    match [*map(int, re.findall(r"\b[0-9]{1,9}\b", text))]:
        case [low, high] if high == low + 1 and EITHER.fullmatch(text):
            yield f"{low}-{high}"
        case [low] if OR_MORE.fullmatch(text.lower()):
            yield f"{low}+"
