"""Effects and facts as a pack would write them, on one line."""

from __future__ import annotations

from typing import cast

from ..amounts import Modifier
from ..effects import Effect
from ..entries.notes import Facts
from ..record import Ref

WORDS = {True: "true", False: "false", None: "unknown"}


def effect_text(effect: Effect) -> str:
    """Write an effect: `{roll: damage, by: 2D, to: target}`, the verb first."""
    verb = next(iter(type(effect).__annotations__))
    fields = effect.__dict__
    names = [verb, *(name for name in fields if name != verb)]
    said = [f"{_key(name)}: {text_of(fields[name])}" for name in names]
    return f"{{{', '.join(said)}}}"


def facts_text(facts: Facts) -> str:
    """Write facts: `number: 15, skipped: true`."""
    return ", ".join(f"{_key(k)}: {text_of(v)}" for k, v in facts.__dict__.items())


def text_of(value: object) -> str:
    """Write a value of an effect or a fact. References leave out the kind."""
    match value:
        case bool() | None:
            return WORDS[value]
        case Ref():
            return value.id.partition(".")[2]
        case Modifier():
            return str(value).removeprefix("+")
        case tuple():
            items = cast("tuple[object, ...]", value)
            return _list([text_of(one) for one in items])
        case Effect() | Facts():
            return _record(value)
        case _:
            return str(value)


def _record(value: Effect | Facts) -> str:
    return effect_text(value) if isinstance(value, Effect) else facts_text(value)


def _key(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _list(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"[{', '.join(items)}]"
