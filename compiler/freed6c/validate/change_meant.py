"""What a change was meant as whose words do not stand where they should."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.suggest import nearest
from freed6c.diagnostics.ways_out import Removal, Replacement, WayOut
from freed6c.packs.data import Data, as_map
from freed6c.packs.ids import split_address
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.operations import change_line
from freed6c.validate.meant import on_a_line, other_words
from freed6c.validate.schemas import known_settings

if TYPE_CHECKING:
    from freed6c.diagnostics.ways_out import FileEdit
    from freed6c.packs.location import Location
    from freed6c.validate.schemas import Violation


WORDS = "change"


def address_as_tree(id_: str, body: Data) -> str:
    """The address that is written as a tree, a level for each of its parts; else nothing."""
    steps, words = [id_], known_settings(WORDS)
    inner = body
    while isinstance(inner, dict) and len(inner) == 1 and not words_in(inner):
        ((key, inner),) = inner.items()
        steps.append(key)
    is_tree = id_ in BY_NAME and len(steps) > 1 and isinstance(inner, dict)
    return (
        ".".join(steps)
        if is_tree and any(key in words for key in as_map(inner))
        else ""
    )


def words_in(body: Data) -> bool:
    """Whether any of its keys is a word of changes."""
    return any(key in known_settings(WORDS) for key in as_map(body))


def set_in_entry(here: Location, address: str, value: Data) -> WayOut:
    """Where the address of a field has the field's value right under `set`."""
    id_, field = split_address(address)
    settings = on_a_line({field: value})
    edits = (Replacement(id_, here.key()), Replacement(settings, here.at("set")))
    return WayOut(f"write {id_}: {{set: {settings}}}", edits)


def change_meant(
    violation: Violation, address: str, here: Location
) -> tuple[WayOut, ...]:
    """What to write instead of a setting that a change does not have; nothing where unclear."""
    field, body, key = split_address(address)[1], violation.value, violation.key
    if violation.rule == "type" and not violation.path and not isinstance(body, dict):
        line = change_line(address if field else f"{address}.name", "set", body)
        return (WayOut(f"write {line}"),)
    match violation.rule, violation.path:
        case "type", ("reword", str(passage)) if isinstance(body, str):
            said = f"{on_a_line(passage)}: {on_a_line(body)}"
            return (WayOut(f"write reword: {{text: {{{said}}}}}"),)
    if violation.rule == "type" and violation.path == ("remove",):
        return _fields_to_unset(body, here)
    if violation.rule != "additionalProperties" or len(violation.path) != 1:
        return ()
    words = known_settings(WORDS)
    if key == "when":
        return (
            WayOut("'when' stands at the beginning of a file, and is about all of it"),
        )
    if not isinstance(body, dict) or other_words(key, words) or nearest(key, words, 1):
        return ()
    whole = field.rpartition(".")[2] == key
    line = change_line(address if whole else f"{address}.{key}", "set", body[key])
    edits = (
        Replacement("set", here.at(key).key()),
        Replacement(on_a_line({key: body[key]}), here.at(key)),
    )
    alone = not field and "set" not in body
    return (WayOut(f"write {line}", edits if alone else ()),)


def _fields_to_unset(body: Data, here: Location) -> tuple[WayOut, ...]:
    """`remove: [text]`: a setting is unset; keys and items are removed."""
    if not isinstance(body, list) or not all(isinstance(item, str) for item in body):
        return ()
    way = f"to empty settings, write unset: {on_a_line(body)}"
    return (WayOut(way, (Replacement("unset", here.at("remove").key()),)),)


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
