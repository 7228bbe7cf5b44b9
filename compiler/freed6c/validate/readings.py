"""Readings of a value with a wrong shape: `1 per turn` as `{count: 1, per: turn}`.

A *reading* is another value that the author can have meant. Readings depend on the types that a
schema allows and on the form of the value, not on the subject of a setting. `repair.py` tests them
with the schema in this order, and suggests the first that is valid.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.diagnostics.spellings import whole_number
from freed6c.diagnostics.suggest import fold, same_numbers
from freed6c.packs.data import Data, KeyPath, as_list, as_map, as_text
from freed6c.packs.lazy import regex
from freed6c.validate.schemas import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.validate.schemas import Schema


def readings(schema: Schema, value: Data) -> Iterator[Data]:
    """Yield the readings of a value by the types that a schema allows, the likeliest first."""
    for type_ in map(str, as_list(schema.get("type", []))):
        if type_ in READINGS:
            yield from READINGS[type_](schema, value)
    # No entry is called 5.
    respelled = str if "x-freed6-ref" in schema else str | int
    if isinstance(value, respelled):
        yield from _respelled(as_text(value))


def readings_by_place(schema: Schema, value: Data, path: KeyPath) -> Iterator[Data]:
    """Yield readings that depend on the path of the value.

    An item `- hot: very` can be a text with a colon. A text can be the only required setting, or
    go beside a name that is made from its key.
    """
    needed = schema.get("required", ())
    others = [setting for setting in needed if setting != "name"]
    match (path, value):
        case ((*_, int(number)), dict()) if len(value) == 1:
            ((key, inner),) = value.items()
            if str(key) in {"0", str(number), str(number + 1)}:
                yield inner  # `{0: hot}`, with the item's number as its key
            elif isinstance(inner, str | int) and not str(key).isdecimal():
                yield f"{key}: {as_text(inner)}"
        case ((*_, str(key)), str()) if len(needed) > len(others) == 1:
            yield {"name": name_of_key(key), others[0]: value}
        case ((*_, str(key)), str()) if is_sentence(value) and not others:
            yield {"name": name_of_key(key), "text": value}
        case ((*_, "set"), str()) if setting := SETTING.fullmatch(value):
            yield {setting[1]: setting[2]}
        case (_, str()) if len(needed) == 1 or len(settings(schema)) == 1:
            first = [*needed, *settings(schema)][0]
            if first != "name" or not is_sentence(value):
                yield {first: value}


def name_of_key(key: str) -> str:
    """Return a name for a key: `Long sword` for `long-sword`."""
    return key.replace("-", " ").capitalize()


def is_sentence(text: str) -> bool:
    """Return True for several words that end with a full stop or similar mark."""
    return re.fullmatch(r"\S+\s.*[.!?]", text, re.DOTALL) is not None


SETTING: Final = regex(r"([a-z][\w.-]*):? +(.+)")
"""A setting and its value, in one text."""


# Readings by the type that the schema allows.


TIMES: Final = ("never", "once", "twice", "thrice")
"""Words for the numbers 0 to 3."""
YES: Final = frozenset({"yes", "on", "y", "always", "required", "needed", "1"})
NO: Final = frozenset({"no", "off", "n", "never", "none", "0"})


def _integers(_: Schema, value: Data) -> Iterator[Data]:
    """Read `twice`, `3 times`, `3x` or `five` as a number."""
    text = value.casefold() if isinstance(value, str) else ""
    text = re.sub("(?<=[0-9]) ?(?:times|x)$", "", text)
    number = TIMES.index(text) if text in TIMES else whole_number(text)
    if number is not None:
        yield number


def _booleans(_: Schema, value: Data) -> Iterator[Data]:
    """Read `yes`, `always`, `0` and similar values as true or false."""
    text = as_text(value).casefold() if isinstance(value, str | int) else ""
    if text in YES | NO | {"true", "false"}:
        yield text in YES or text == "true"


def _texts(schema: Schema, value: Data) -> Iterator[Data]:
    """Read a boolean, a number, two consecutive numbers (`[5, 6]` as `5-6`) or one item as text."""
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


def _lists(schema: Schema, value: Data) -> Iterator[Data]:
    """Read a map with numbers as keys, a text with separators, or a single item as a list."""
    if isinstance(value, dict):
        first = 0 if "0" in value else 1
        if [*value] == [str(first + n) for n in range(len(value))]:
            yield [*value.values()]  # `{0: hot, 1: cold}`
        yield [value]
    elif isinstance(value, str):
        text = value.strip()
        bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
        items = re.split(r"(?:^|\s+)-(?=[^\W\d])", bare)  # `-hot -cold`
        if len(items) > 1 and not items[0]:
            yield [_number_or_text(item) for item in items[1:]]
        for sign in (r"[,;]", r",|\band\b"):
            yield [
                _number_or_text(item.strip())
                for item in re.split(sign, bare)
                if item.strip()
            ]
        yield from ([reading] for reading in _maps(schema.get("items", {}), bare))
    elif not isinstance(value, list):
        yield [value]


def _number_or_text(text: str) -> Data:
    return int(text) if re.fullmatch("-?(?:0|[1-9][0-9]{0,9})", text) else text


Phrase: TypeAlias = "Callable[[re.Match[str]], dict[str, Data]]"
PHRASES: Final[Sequence[tuple[re.Pattern[str], Phrase]]] = (
    (
        regex(r"([0-9]+) (?:per|a|an|each|every|in a) ([\w-]+)"),
        lambda match: {"count": int(match[1]), "per": match[2]},
    ),
    (
        regex(r"([+-]?[0-9]\S*) (?:on|to|for) (?:all )?(\S+)(?: (?:of|with) (\S+))?"),
        lambda match: {
            "modify": match[2],
            **({"of": match[3]} if match[3] else {}),
            "by": _number_or_text(match[1].lstrip("+")),
        },
    ),
    (
        regex(r"(\S+) (?:against|vs\.?|versus) ([0-9]+)"),
        lambda match: {"with": match[1], "against": {"number": int(match[2])}},
    ),
    (
        regex(r"(\S+) (?:against|vs\.?|versus) (\S+)"),
        lambda match: {"with": match[1], "against": {"difficulty": match[2]}},
    ),
    (regex(r"([0-9]+) ([\w-]+)"), lambda match: {match[2]: int(match[1])}),
    (
        regex(r"([\w.-]+) (?:is|=|==|:) ([\w-]+)"),
        lambda match: {match[1]: match[2]},
    ),
    (regex(r"(before|after) (\S+)"), lambda match: {match[1]: match[2]}),
)
"""Phrases, and the settings that they mean.

In this order: `1 per turn`, `+2 to skills` or `+2 to checks of stealth`, `dodge against 15`,
`dodge vs. easy`, `2 torches`, `outcome is success`, `after dodge`.
"""


def _maps(schema: Schema, value: Data) -> Iterator[Data]:
    """Read a list of maps, a name of a flag, an effect without colon, or a phrase as a map."""
    known = settings(schema)
    yield from _map_of_names(schema, value)
    if not known:
        yield from _map_of_amounts(value)
    if isinstance(value, list):
        merged = {key: inner for item in value for key, inner in as_map(item).items()}
        # All items are maps, and no key is repeated. Other items count as 2, so the sum differs.
        if len(merged) == sum(len(as_map(item)) or 2 for item in value):
            yield merged
        return
    if not isinstance(value, str):
        return
    if schema.get("properties", {}).get(value, {}).get("type") == "boolean":
        yield {value: True}
    verb, _, rest = value.partition(" ")
    if verb in schema.get("x-freed6-verbs", ()):
        yield {verb: rest}
    yield from (
        phrase for phrase in phrases(value) if not known or {*known} & {*phrase}
    )


def phrases(text: str) -> Iterator[dict[str, Data]]:
    """Yield the settings that a phrase can mean."""
    for pattern, phrase in PHRASES:
        if match := pattern.fullmatch(text):
            yield phrase(match)


def _map_of_amounts(value: Data) -> Iterator[Data]:
    """Read `body 3D, mind 2D` as a map."""
    items = value.split(",") if isinstance(value, str) else as_list(value)
    pairs = [PAIR.fullmatch(item.strip()) for item in items if isinstance(item, str)]
    values = {pair[1]: _number_or_text(pair[2]) for pair in pairs if pair is not None}
    if len(values) == len(items) > 0:
        yield values


PAIR: Final = regex(r"([a-z][a-z0-9.-]*)(?:: ?| ?= ?| )([0-9]\S*|-[0-9]\S*)")
"""A key and an amount, in one text."""


def _map_of_names(schema: Schema, value: Data) -> Iterator[Data]:
    """Read a list of names, or of maps with names, as a map with a key for each.

    `[Long sword]` is `{long-sword: {name: Long sword}}`.
    """
    inner = schema.get("additionalProperties")
    if not isinstance(inner, dict) or "name" not in inner.get("properties", ()):
        return
    named: dict[str, Data] = {}
    single = isinstance(value, str) and is_sentence(value)
    items = re.split(r"\s*[,;]\s*", value) if isinstance(value, str) else as_list(value)
    for item in [value] if single else items:
        name = as_map(item).get("name", item)
        if not isinstance(name, str) or is_sentence(name):
            return
        key = "-".join(re.findall("[a-z0-9]+", fold(name)))
        if key in named:
            return
        title = name_of_key(name) if name == key else name
        named[key] = {"name": title, **as_map(item)}
    yield named


READINGS: Final[Mapping[str, Callable[[Schema, Data], Iterator[Data]]]] = {
    "integer": _integers,
    "boolean": _booleans,
    "string": _texts,
    "array": _lists,
    "object": _maps,
}


# Texts in nearly the form that a pattern requires.


EITHER: Final = regex("[0-9]+ ?(?:or|and|[,&/]) ?[0-9]+")
"""Two numbers: `5 or 6`, `5/6`."""
OR_MORE: Final = regex(
    r"[0-9]+ ?(?:\+|(?:and |or )?(?:more|above|higher|up|better))|(?:>=|\u2265) ?[0-9]+"
)
"""A number and all above it: `5+`, `5 or more`, `5 up`, `>= 5`."""


def _respelled(text: str) -> Iterator[Data]:
    """Yield other spellings: without spaces, with hyphens, as a version, as a die, as faces.

    `1 .. 3` is `1-3`, `v2` is `2.0.0`, `1W6` is `d6`, `5 or 6` is `5-6`, and `5 or more` is `5+`.
    """
    dashed = re.sub("[\u2010-\u2015\u2212]|\\.\\.+", "-", text)
    near = (fold(text), dashed, text.lower(), re.sub(r"\s+", "", dashed))
    yield from filter(partial(same_numbers, text), near)
    bare = re.sub(r"^[vV]\.?\s*", "", text)
    yield from (bare, f"{bare}.0", f"{bare}.0.0")
    die = re.fullmatch(r"(?:1\s*(?=[dDwW]))?[dDwW]?\s*([0-9]+)", text)
    if die is not None:
        yield f"d{die[1]}"
    match [*map(int, re.findall(r"\b[0-9]{1,9}\b", text))]:
        case [low, high] if high == low + 1 and EITHER.fullmatch(text):
            yield f"{low}-{high}"
        case [low] if OR_MORE.fullmatch(text.lower()):
            yield f"{low}+"
