"""What examples take as given: names of what they run, and ratings and values of whoever acts."""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import references
from freed6c.formula.types import DIE_CODE, INTEGER, UNKNOWN, EntryOf, OptionalOf
from freed6c.model.kinds import KIND_OF
from freed6c.model.shape import referred, written
from freed6c.packs.data import as_text
from freed6c.packs.suggest import did_you_mean
from freed6c.runtime.entries.notes import Example

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.formula.types import Type
    from freed6c.link.structure import Here, Structure
    from freed6c.packs.data import Data
    from freed6c.runtime.given import Value

IN_CHECKS: Final = ("margin", "rank", "total", "number")
RATED: Final = ("ability", "skill", "specialization", "value")
NOTE: Final = "known"
RUNNABLE: Final = frozenset(
    KIND_OF[kind]
    for field in written(Example)
    if field.key == "run"
    for kind in referred(field.hint)
)


def is_known(hint: Any) -> bool:
    """Whether a map holds what an example takes as given."""
    annotated = typing.get_origin(hint) is typing.Annotated
    return annotated and hint.__metadata__[0] == NOTE


def names_of_run(
    structure: Structure, body: Mapping[str, Data], here: Here
) -> Mapping[str, Type]:
    """The names that formulas of what an example runs may use; a wrong `run` is reported later."""
    if "run" not in body:
        return {}
    writer = structure.problems.origins.writer(here.path)
    ids = [
        symbol.id
        for symbol in structure.symbols.find(as_text(body["run"]), (), writer)
        if symbol.kind.name in RUNNABLE
    ]
    if len(ids) != 1:
        return {}
    names = {**dict.fromkeys(IN_CHECKS, INTEGER), **structure.brought.get(ids[0], {})}
    if ids[0].startswith("track."):
        names["this"] = EntryOf("condition", within=ids[0])
    return names


def read_given(
    structure: Structure, data: Mapping[str, Data], here: Here
) -> dict[str, Value]:
    """What is given, worked out, by the names of the place and the ids of ratings and values."""
    read: dict[str, Value] = {}
    for key, text in data.items():
        place = here.at(key)
        found = _meant(structure, key, place)
        if found is None:
            continue
        name, wanted = found
        checked = structure.formulas.check(as_text(text), place.path, {}, wanted)
        if checked is not None:
            read[name] = structure.formulas.work_out(checked, place.path, {})
    return read


def _meant(structure: Structure, key: str, here: Here) -> tuple[str, Type] | None:
    """What a key names, and of which type it is; None, and a report, where it is nothing."""
    if key in here.names:
        return key, here.names[key]
    writer = structure.problems.origins.writer(here.path)
    found = structure.symbols.find(key, RATED, writer)
    if len(found) == 1:
        return found[0].id, _type(structure, found[0].id)
    if structure.problems.reported((*here.path[:-2], "run")):
        return None
    known = (*here.names, *structure.symbols.names(RATED))
    message, help_ = f"nothing here is called '{key}'", did_you_mean(key, known)
    if found:
        ids = " or ".join(symbol.id for symbol in found)
        message, help_ = f"'{key}' could be {ids}", ("write the whole id",)
    elif not help_ and here.names:
        help_ = (f"names here: {', '.join(here.names)}",)
    code = references.AMBIGUOUS if found else references.UNKNOWN
    structure.problems.report(code, message, here.path, key=True, help=help_)
    return None


def _type(structure: Structure, id_: str) -> Type:
    found = structure.formulas.scopes.values.get(id_, DIE_CODE)
    return UNKNOWN if isinstance(found, OptionalOf) else found
