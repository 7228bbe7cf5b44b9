"""Repairs of `change` and `replace`: operations and addresses in the wrong place.

`change` maps addresses to operations: `change: {skill.run: {set: {name: Sprint}}}`. A *field* is
the part of an address after the id: `text` in `skill.run.text`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.suggest import nearest
from freed6c.diagnostics.synonyms import other_words
from freed6c.diagnostics.ways_out import Removal, Replacement, WayOut, Ways, write
from freed6c.packs.data import Data, as_list, as_map, inline, on_a_line
from freed6c.packs.ids import split_address
from freed6c.packs.kinds import BY_NAME, child_kinds
from freed6c.packs.lazy import regex
from freed6c.packs.operations import LONGEST, line_in_change
from freed6c.validate.schemas import known_settings, schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.diagnostics.ways_out import FileEdit
    from freed6c.packs.location import Location
    from freed6c.validate.schemas import Schema, Violation


CHANGE = "change"


def address_of_tree(id_: str, body: Data) -> str:
    """Return the address that is written as nested maps; "" if it is not.

    `skill: {run: {text: {set: …}}}` is the address `skill.run.text`.
    """
    steps, inner = [id_], body
    while isinstance(inner, dict) and len(inner) == 1 and not has_change_words(inner):
        ((key, inner),) = inner.items()
        steps.append(key)
    is_tree = id_ in BY_NAME and len(steps) > 1 and has_change_words(inner)
    return ".".join(steps) if is_tree else ""


def has_change_words(body: Data) -> bool:
    """Return True if a key is an operation of changes."""
    return any(key in known_settings(CHANGE) for key in as_map(body))


def set_in_entry(here: Location, address: str, value: Data) -> WayOut:
    """Repair `skill.run.name: {set: Sprint}`: write `skill.run: {set: {name: Sprint}}`."""
    id_, field = split_address(address)
    settings = on_a_line({field: value})
    edits = (Replacement(id_, here.key()), Replacement(settings, here.at("set")))
    return WayOut(f"write {id_}: {{set: {settings}}}", edits)


def repair_change(
    violation: Violation, address: str, change: Data, here: Location
) -> Ways:
    """Return suggestions for a violation in a change; nothing if it is unclear what was meant."""
    field, body, key = split_address(address)[1], violation.value, violation.key
    kind = "" if field else address.partition(".")[0]
    shape = schema(f"entries/{kind}") if kind in BY_NAME else {}
    if violation.rule == "type" and not violation.path and not isinstance(body, dict):
        line = line_in_change(address if field else f"{address}.name", "set", body)
        return (WayOut(f"write {line}"),)
    match violation.rule, violation.path:
        case "type", ("reword", str(passage)):
            return _repair_reword(passage, body, address)
        case "type", ("move", "before" | "after" as side):
            return (_repair_move(f"{{{side}: {inline(body)}}}", address),)
        case "type", ("was",) if isinstance(body, str | int):
            new = as_map(as_map(change).get("set"))  # `was: {name: Perception}`
            return (
                (write(on_a_line(dict.fromkeys(new, body))),) if len(new) == 1 else ()
            )
        case "type", ("adjust",):
            keys = _adjustable_keys(shape)
            text = violation.schema["description"]
            if keys:
                text = f"write {line_in_change(f'{address}.{keys[0]}', 'adjust', body)}"
            return (WayOut(text),)
        case "type", ("remove",):
            return _repair_remove(body, address, here)
        case "type", ("unset",) if isinstance(body, dict) and body:
            way = write(on_a_line(list(body)))
            empty = all(value in ("", None, True) for value in body.values())
            return (way if empty else WayOut(way.text),)
    if violation.rule != "additionalProperties" or len(violation.path) != 1:
        return ()
    words = known_settings(CHANGE)
    if key == "when":
        text = "move 'when' to the beginning of the file; it applies to the whole file"
        return (WayOut(text),)
    if not isinstance(body, dict):
        return ()
    if key == "rename" and not isinstance(body[key], str):
        return (WayOut("to change the name, write set: {name: …}"),)
    setting = "name" if key == "rename" else key
    if setting == key and (other_words(key, words) or nearest(key, words, 1)):
        return ()
    fitting = shape.get("properties", {})
    if shape.get("additionalProperties") is False and setting not in fitting:
        return ()
    target = address if field.rpartition(".")[2] == key else f"{address}.{setting}"
    line = line_in_change(target, "set", body[key])
    if field:
        return (WayOut(f"write {line}"),)
    moved = [name for name in body if name == key or name in fitting]
    added = {setting if name == key else name: body[name] for name in moved}
    before = as_map(body.get("set"))
    text = on_a_line({**before, **added})
    place = here.at("set" if before else key)
    edits: list[FileEdit] = [Replacement(text, place)]
    edits += [Removal(here.at(name)) for name in moved if before or name != key]
    edits += [] if before else [Replacement("set", place.key())]
    is_safe = key == moved[0] and before.keys().isdisjoint(added)
    shown = text if len(text) <= LONGEST else f"{{{', '.join(before | added)}}}"
    return (WayOut(f"write set: {shown}", tuple(edits) if is_safe else ()),)


def _repair_reword(passage: str, body: Data, address: str) -> Ways:
    """Repair `reword: {text: …}` without the old passage, or without the setting it is in."""
    match body:
        case [str(old), str(new)]:
            return (write(on_a_line({old: new})),)
        case str() if all(halves := _split_at_arrow(body)):
            return (write(on_a_line({halves[0]: halves[1]})),)
        case str() if passage.rsplit(".", maxsplit=1)[-1] in _settings_of(address):
            whole = line_in_change(f"{address}.{passage}", "set", body)
            return (
                WayOut(f"to reword a passage, write {{{passage}: {{old words: …}}}}"),
                WayOut(f"to set the whole text, write {whole}"),
            )
        case str():
            pair = f"{on_a_line(passage)}: {on_a_line(body)}"
            return (WayOut(f"write reword: {{text: {{{pair}}}}}"),)
    return ()


ARROW: Final = regex(r"->|=>|\u2192")


def _split_at_arrow(text: str) -> tuple[str, str]:
    """Return the text before the first arrow, and the text after it."""
    before, *rest = (part.strip(" ") for part in ARROW.split(text, maxsplit=1))
    return before, "".join(rest)


def _settings_of(address: str) -> Sequence[str]:
    """Return the settings of the kind of an address, or nothing if the kind is unknown."""
    kind = BY_NAME.get(address.partition(".")[0])
    return known_settings(f"entries/{kind.name}") if kind else ()


def _adjustable_keys(part: Schema) -> Sequence[str]:
    """Return the required settings that can be adjusted: numbers, ranges and maps of them."""
    return [
        key
        for key in part.get("required", ())
        if (setting := part["properties"][key]).get("type") == "integer"
        or setting.get("x-freed6-form") == "range"
        or _adjustable_keys(setting.get("additionalProperties", {}))
    ]


def _collections(address: str) -> Sequence[str]:
    """Return the keys of the collections in an entry: `skills` in an ability."""
    kind = BY_NAME.get(address.partition(".")[0])
    return [child.key for child in child_kinds(kind)] if kind else []


def _repair_move(where: str, address: str) -> WayOut:
    """Repair `move` without the key to move, or in the entry to move instead of its parent."""
    id_, _ = split_address(address)
    kind = BY_NAME.get(address.partition(".")[0])
    if kind is None or kind.parent is None:
        keys = _collections(address)
        moved = f"{keys[0]}.…" if keys else "…"
        return WayOut(f"name the key to move: move: {{{moved}: {where}}}")
    _, *above, key = id_.split(".")
    parent = ".".join([kind.parent, *above]) if above else f"{kind.parent}.…"
    moved = f"move: {{{kind.key}.{key}: {where}}}"
    return WayOut(f"move it in its parent: change: {{{parent}: {{{moved}}}}}")


def _repair_remove(body: Data, address: str, here: Location) -> Ways:
    """Repair `remove: [text]`.

    `unset` empties settings; `remove` needs the setting that items or keys are removed from.
    """
    items: list[Data] = [body] if isinstance(body, str) else as_list(body)
    if isinstance(body, dict) or not all(isinstance(item, str) for item in items):
        return ()
    if all(item in _settings_of(address) for item in items):
        way = f"to remove settings, write unset: {on_a_line(items)}"
        edits = (
            Replacement("unset", here.at("remove").key()),
            Replacement(on_a_line(items), here.at("remove")),
        )
        return (WayOut(way, edits),)
    match _collections(address):
        case [key]:
            return (write(on_a_line({key: items})),)
    return (WayOut(f"name the setting they are in: remove: {{…: {on_a_line(items)}}}"),)


def repair_replacement(id_: str, body: Data) -> Ways:
    """Repair `replace: {skill.melee: skill.fencing}`: use another entry, or write a new one."""
    if isinstance(body, str) and body.partition(".")[0] == id_.partition(".")[0]:
        instead = f"remove: {{{id_}: {{replaced-by: {body}}}}}"
        return (WayOut(f"to use another entry instead, write {instead}"),)
    name = on_a_line(body) if isinstance(body, str) else "…"
    return (WayOut(f"write {{with: {{name: {name}}}}}"),)


def move_under_with(here: Location, body: Data) -> WayOut:
    """Repair the settings of a new entry under its address: they belong under `with`."""
    known = known_settings("replace")
    new = {key: value for key, value in as_map(body).items() if key not in known}
    first, *others = new
    edits: tuple[FileEdit, ...] = (
        Replacement("with", here.at(first).key()),
        Replacement(on_a_line(new), here.at(first)),
        *(Removal(here.at(key)) for key in others),
    )
    is_only_new = "with" not in as_map(body)
    return WayOut(f"write with: {on_a_line(new)}", edits if is_only_new else ())
