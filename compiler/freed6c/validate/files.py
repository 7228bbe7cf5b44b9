"""The sections of one file: entries by their kind, changes, and what a manifest says."""

from __future__ import annotations

import keyword
import sys
from typing import TYPE_CHECKING

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import structure
from freed6c.packs.address import Address
from freed6c.packs.ids import KEY
from freed6c.packs.kinds import TOP
from freed6c.packs.suggest import nearest
from freed6c.validate.changes import CHANGE, finished, words
from freed6c.validate.explain import bad_key, explain
from freed6c.validate.schemas import faults, known_settings
from freed6c.validate.sections import OPERATIONS, WAITS, not_a_map, unknown_section
from freed6c.validate.sites import check_site
from freed6c.validate.things import thing_at

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from freed6c.packs.data import Data, Path
    from freed6c.packs.pack import SourceFile


def check_file(file: SourceFile, *, manifest: bool) -> Iterator[Diagnostic]:
    """Everything that is wrong with the shape of a file. A manifest may hold entries too."""
    own = {key: value for key, value in file.data.items() if not _is_section(key)}
    if manifest:
        yield from _manifest(file, own)
    else:
        yield from (unknown_section(file, key, manifest=False) for key in own)
    for key, section in file.data.items():
        if _is_section(key):
            yield from _section(file, key, section)


def _manifest(file: SourceFile, own: dict[str, Data]) -> Iterator[Diagnostic]:
    """What a pack says of itself; a word near a section was probably meant as one."""
    known = known_settings("pack")
    sections = [key for key in own if _meant_as_section(key, known)]
    for key in sections:
        yield unknown_section(file, key, manifest=True)
    meant = {key: value for key, value in own.items() if key not in sections}
    yield from _check(file, "pack", "a pack", (), meant)
    yield from _python_name(file, own.get("python"))
    yield from check_site(file)


def _meant_as_section(key: str, known: Collection[str]) -> bool:
    near = nearest(key, [*known, *TOP, *OPERATIONS, WAITS], 1)
    return key not in known and (key in words() or bool(near))


def _python_name(file: SourceFile, name: Data | None) -> Iterator[Diagnostic]:
    """A package that could not be imported, or would hide one of Python's own."""
    if isinstance(name, str) and (
        keyword.iskeyword(name) or name in sys.stdlib_module_names
    ):
        yield Diagnostic(
            code=structure.WRONG_VALUE,
            message=f"a package cannot be called '{name}': Python uses that name itself",
            label=Label(Address(file.path, ("python",))),
            help=(f"write for example freed6_{name}",),
        )


def _is_section(key: str) -> bool:
    return key in TOP or key in OPERATIONS or key == WAITS


def _section(file: SourceFile, key: str, section: Data) -> Iterator[Diagnostic]:
    if key == WAITS:
        yield from _check(file, WAITS, f"'{WAITS}'", (WAITS,), section)
        return
    if not isinstance(section, dict):
        yield not_a_map(file, key)
        return
    if key in TOP and TOP[key].single:
        yield from _check(file, f"entries/{key}", f"'{key}'", (key,), section)
        return
    for name, body in section.items():
        if key == CHANGE:
            yield from _change(file, name, body)
        elif key in OPERATIONS:
            yield from _check(file, key, f"a {key}", (key, name), body)
        else:
            yield from _entry(file, key, name, body)


def _entry(file: SourceFile, key: str, name: str, body: Data) -> Iterator[Diagnostic]:
    kind = TOP[key]
    if KEY.fullmatch(name) is None:
        yield bad_key(name, Label(Address(file.path, (key, name)).key()))
    for fault in faults(f"entries/{kind.name}", body):
        place = Address(file.path, (key, name, *fault.path))
        yield explain(fault, thing_at(kind, fault.holder), place)


def _change(file: SourceFile, id_: str, body: Data) -> Iterator[Diagnostic]:
    for fault in faults(CHANGE, body):
        place = Address(file.path, (CHANGE, id_, *fault.path))
        yield finished(explain(fault, f"a {CHANGE}", place), fault, id_)


def _check(
    file: SourceFile, schema: str, what: str, path: Path, body: Data
) -> Iterator[Diagnostic]:
    for fault in faults(schema, body):
        yield explain(fault, what, Address(file.path, (*path, *fault.path)))
