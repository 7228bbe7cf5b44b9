"""The sections of one file: entries by their kind, changes, and what a manifest says."""

from __future__ import annotations

import keyword
import sys
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import structure
from freed6c.packs.address import Address
from freed6c.packs.ids import KEY
from freed6c.packs.kinds import BY_NAME, KINDS, TOP
from freed6c.packs.suggest import did_you_mean, nearest
from freed6c.validate.changes import CHANGE, finished, stands_inside, words
from freed6c.validate.explain import bad_key, explain
from freed6c.validate.schemas import faults, known_settings
from freed6c.validate.sites import check_site
from freed6c.validate.things import thing_at

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from freed6c.packs.data import Data, Path
    from freed6c.packs.pack import SourceFile

OPERATIONS: Final = ("change", "replace", "remove", "settle", "select")
"""Sections of an overlay: a schema of this name for what stands under each id."""
WAITS: Final = "when"
"""The section that says when a file counts."""


def check_file(file: SourceFile, *, manifest: bool) -> Iterator[Diagnostic]:
    """Everything that is wrong with the shape of a file. A manifest may hold entries too."""
    own = {key: value for key, value in file.data.items() if not _is_section(key)}
    if manifest:
        yield from _manifest(file, own)
    else:
        yield from (_unknown_section(file, key) for key in own)
    for key, section in file.data.items():
        if _is_section(key):
            yield from _section(file, key, section)


def _manifest(file: SourceFile, own: dict[str, Data]) -> Iterator[Diagnostic]:
    """What a pack says of itself; a word near a section was probably meant as one."""
    known = known_settings("pack")
    sections = [key for key in own if _meant_as_section(key, known)]
    for key in sections:
        yield _unknown_section(file, key, known)
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
        yield _not_a_map(file, key)
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


def _unknown_section(
    file: SourceFile, key: str, settings: Collection[str] = ()
) -> Diagnostic:
    return Diagnostic(
        code=structure.UNKNOWN_SECTION,
        message=f"'{key}' is not a section that a pack can have",
        label=Label(Address(file.path, (key,)).key()),
        help=_inside(file, key)
        or did_you_mean(key, [*settings, *TOP, *OPERATIONS, WAITS], 1)
        or (f"sections: {', '.join([*TOP, *OPERATIONS, WAITS])}",),
    )


def _inside(file: SourceFile, key: str) -> tuple[str, ...]:
    """Where a section belongs that stands inside entries of another kind, or in a change."""
    if key in words():
        return stands_inside(key, file.data[key])
    for kind in KINDS:
        if kind.key == key and kind.parent is not None:
            parent = BY_NAME[kind.parent]
            return (
                (
                    f"{key} stand inside {parent.said}; to add one to {parent.said} that exists, "
                    f"write change: {{{parent.name}.…: {{add: {{{key}.…: {{name: …}}}}}}}}"
                ),
            )
    return ()


def _not_a_map(file: SourceFile, key: str) -> Diagnostic:
    return Diagnostic(
        code=structure.WRONG_TYPE,
        message=f"'{key}' must hold entries, each with a key of its own",
        label=Label(Address(file.path, (key,)).key()),
        help=(f"write them indented below '{key}:', for example  my-key: {{name: …}}",),
    )
