"""What a change was meant as whose words do not stand where they should."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.suggest import nearest, other_words
from freed6c.diagnostics.ways_out import Removal, Replacement, WayOut, write
from freed6c.packs.data import Data, as_list, as_map, inline, on_a_line
from freed6c.packs.ids import split_address
from freed6c.packs.kinds import BY_NAME, child_kinds
from freed6c.packs.operations import change_line
from freed6c.validate.schemas import known_settings, schema

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.diagnostics.ways_out import FileEdit
    from freed6c.packs.location import Location
    from freed6c.validate.schemas import Violation


CHANGE = "change"


def address_as_tree(id_: str, body: Data) -> str:
    """The address that is written as a tree, a level for each of its parts; else nothing."""
    steps, inner = [id_], body
    while isinstance(inner, dict) and len(inner) == 1 and not words_in(inner):
        ((key, inner),) = inner.items()
        steps.append(key)
    is_tree = id_ in BY_NAME and len(steps) > 1 and words_in(inner)
    return ".".join(steps) if is_tree else ""


def words_in(body: Data) -> bool:
    """Whether any of its keys is a word of changes."""
    return any(key in known_settings(CHANGE) for key in as_map(body))


def set_in_entry(here: Location, address: str, value: Data) -> WayOut:
    """Where the address of a field has the field's value right under `set`."""
    id_, field = split_address(address)
    settings = on_a_line({field: value})
    edits = (Replacement(id_, here.key()), Replacement(settings, here.at("set")))
    return WayOut(f"write {id_}: {{set: {settings}}}", edits)


def change_meant(
    violation: Violation, address: str, change: Data, here: Location
) -> tuple[WayOut, ...]:
    """What to write instead of what a change cannot have; nothing where unclear."""
    field, body, key = split_address(address)[1], violation.value, violation.key
    kind = "" if field else address.partition(".")[0]
    shape = schema(f"entries/{kind}") if kind in BY_NAME else {}
    if violation.rule == "type" and not violation.path and not isinstance(body, dict):
        line = change_line(address if field else f"{address}.name", "set", body)
        return (WayOut(f"write {line}"),)
    match violation.rule, violation.path:
        case "type", ("reword", str(passage)):
            return _passage_meant(passage, body, address)
        case "type", ("move", "before" | "after" as side):
            return (_move_meant(f"{{{side}: {inline(body)}}}", address),)
        case "type", ("was",) if isinstance(body, str | int):
            return _found_meant(body, as_map(as_map(change).get("set")))
        case "type", ("adjust",):
            keys = _amounts(shape)
            text = violation.schema["description"]
            if keys:
                text = f"write {change_line(f'{address}.{keys[0]}', 'adjust', body)}"
            return (WayOut(text),)
        case "type", ("remove",):
            return _taken_meant(body, address, here)
        case "type", ("unset",) if isinstance(body, dict) and body:
            way = write(on_a_line(list(body)))
            empty = all(value in ("", None, True) for value in body.values())
            return (way if empty else WayOut(way.text),)
    if violation.rule != "additionalProperties" or len(violation.path) != 1:
        return ()
    words = known_settings(CHANGE)
    if key == "when":
        text = "'when' stands at the beginning of a file, and is about all of it"
        return (WayOut(text),)
    if not isinstance(body, dict):
        return ()
    if key == "rename" and not isinstance(body[key], str):
        return (WayOut("a name is set: set: {name: …}"),)
    setting = "name" if key == "rename" else key
    if setting == key and (other_words(key, words) or nearest(key, words, 1)):
        return ()
    if shape.get("additionalProperties") is False and key not in shape["properties"]:
        return ()
    whole = field.rpartition(".")[2] == key
    line = change_line(address if whole else f"{address}.{setting}", "set", body[key])
    edits = (
        Replacement("set", here.at(key).key()),
        Replacement(on_a_line({setting: body[key]}), here.at(key)),
    )
    alone = not field and "set" not in body
    return (WayOut(f"write {line}", edits if alone else ()),)


def _passage_meant(passage: str, body: Data, address: str) -> tuple[WayOut, ...]:
    """`reword: {text: …}` without the passage that gives way, or without the text that has it."""
    match body:
        case [str(old), str(new)]:
            return (write(on_a_line({old: new})),)
        case str() if all(halves := _around_arrow(body)):
            return (write(on_a_line({halves[0]: halves[1]})),)
        case str() if passage.rsplit(".", maxsplit=1)[-1] in _settings_of(address):
            whole = change_line(f"{address}.{passage}", "set", body)
            return (
                WayOut(f"for a passage, write {{{passage}: {{the words there: …}}}}"),
                WayOut(f"for the whole text, write {whole}"),
            )
        case str():
            said = f"{on_a_line(passage)}: {on_a_line(body)}"
            return (WayOut(f"write reword: {{text: {{{said}}}}}"),)
    return ()


ARROW: Final = re.compile(r"->|=>|\u2192")


def _around_arrow(text: str) -> tuple[str, str]:
    """What stands before an arrow and behind it; nothing behind where there is none."""
    before, *rest = (part.strip(" ") for part in ARROW.split(text, maxsplit=1))
    return before, "".join(rest)


def _settings_of(address: str) -> Sequence[str]:
    """The settings of what an address leads to, where that is an entry."""
    kind = BY_NAME.get(address.partition(".")[0])
    return known_settings(f"entries/{kind.name}") if kind else ()


def _amounts(part: Mapping[str, Any]) -> Sequence[str]:
    """What is surely there to adjust: numbers, ranges, and collections of such."""
    return [
        key
        for key in part.get("required", ())
        if (known := part["properties"][key]).get("type") == "integer"
        or known.get("x-freed6-form") == "range"
        or _amounts(known.get("additionalProperties", {}))
    ]


def _children(address: str) -> Sequence[str]:
    """The keys of the collections in an entry: `skills` in an ability."""
    kind = BY_NAME.get(address.partition(".")[0])
    return [child.key for child in child_kinds(kind)] if kind else []


def _move_meant(where: str, address: str) -> WayOut:
    """What is moved is a key of a collection, and named by that."""
    id_, _ = split_address(address)
    kind = BY_NAME.get(address.partition(".")[0])
    if kind is None or kind.parent is None:
        keys = _children(address)
        moved = f"{keys[0]}.…" if keys else "…"
        return WayOut(f"say which key is moved: move: {{{moved}: {where}}}")
    _, *above, key = id_.split(".")
    parent = ".".join([kind.parent, *above]) if above else f"{kind.parent}.…"
    moved = f"move: {{{kind.key}.{key}: {where}}}"
    return WayOut(f"it is moved where it stands: change: {{{parent}: {{{moved}}}}}")


def _found_meant(body: Data, new: Mapping[str, Data]) -> tuple[WayOut, ...]:
    """`was: Perception` beside the one setting that has a new value."""
    if len(new) != 1:
        return ()
    return (write(on_a_line(dict.fromkeys(new, body))),)


def _taken_meant(body: Data, address: str, here: Location) -> tuple[WayOut, ...]:
    """`remove: [text]`: a setting is unset; keys and items are removed out of what holds them."""
    items: list[Data] = [body] if isinstance(body, str) else as_list(body)
    if isinstance(body, dict) or not all(isinstance(item, str) for item in items):
        return ()
    if all(item in _settings_of(address) for item in items):
        way = f"to empty settings, write unset: {on_a_line(items)}"
        edits = (
            Replacement("unset", here.at("remove").key()),
            Replacement(on_a_line(items), here.at("remove")),
        )
        return (WayOut(way, edits),)
    match _children(address):
        case [key]:
            return (write(on_a_line({key: items})),)
    return (
        WayOut(f"say what they are taken out of: remove: {{…: {on_a_line(items)}}}"),
    )


def replacement_meant(id_: str, body: Data) -> tuple[WayOut, ...]:
    """`replace: {skill.melee: skill.fencing}`: another entry is used, or a new one written."""
    if isinstance(body, str) and body.partition(".")[0] == id_.partition(".")[0]:
        instead = f"remove: {{{id_}: {{use-instead: {body}}}}}"
        return (WayOut(f"to use another in its place, write {instead}"),)
    name = on_a_line(body) if isinstance(body, str) else "…"
    return (WayOut(f"write {{with: {{name: {name}}}}}"),)


def with_meant(here: Location, body: Data) -> WayOut:
    """The settings of a new entry stand under `with`, not right under its address."""
    known = known_settings("replace")
    new = {key: value for key, value in as_map(body).items() if key not in known}
    first, *others = new
    edits: list[FileEdit] = [
        Replacement("with", here.at(first).key()),
        Replacement(on_a_line(new), here.at(first)),
    ]
    edits += [Removal(here.at(key)) for key in others]
    alone = "with" not in as_map(body)
    return WayOut(f"write with: {on_a_line(new)}", tuple(edits) if alone else ())
