"""The sections that files have at the left margin, and what is said of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import structure
from freed6c.packs.address import Address
from freed6c.packs.ids import KEY
from freed6c.packs.kinds import BY_NAME, KINDS, TOP
from freed6c.packs.pack import MANIFEST
from freed6c.packs.suggest import did_you_mean, nearest
from freed6c.validate.changes import stands_inside, words
from freed6c.validate.schemas import known_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.data import Data
    from freed6c.packs.pack import SourceFile

OPERATIONS: Final[Mapping[str, str]] = {
    "change": "kind.key: {set: {name: …}}",
    "replace": "kind.key: {with: {name: …}}",
    "remove": "kind.key: {why: …}",
    "settle": "kind.key: {take: …}",
    "select": "option.key: the-choice",
}
"""Sections of an overlay, each with an example. A schema of its name is for what stands there."""
WAITS: Final = "when"
"""The section that says when a file counts."""


def unknown_section(file: SourceFile, key: str, *, manifest: bool) -> Diagnostic:
    """A word at the left margin that is none of those that stand there."""
    return Diagnostic(
        code=structure.UNKNOWN_SECTION,
        message=f"'{key}' is not a section that a pack can have",
        label=Label(Address(file.path, (key,)).key()),
        help=_inside(file, key) or _meant(key, manifest=manifest),
    )


def _meant(key: str, *, manifest: bool) -> tuple[str, ...]:
    """A section that is called nearly so, or a setting of manifests, which stands only there."""
    settings, sections = known_settings("pack"), (*TOP, *OPERATIONS, WAITS)
    near = nearest(key, [*settings, *sections], 1)
    if near and near[0] in settings and not manifest:
        return (f"'{near[0]}' stands in {MANIFEST} alone: write it there",)
    return did_you_mean(key, near, 1) or (f"sections: {', '.join(sections)}",)


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


def not_a_map(file: SourceFile, key: str) -> Diagnostic:
    """A section that holds something else than entries."""
    example = _example(key, file.data[key])
    return Diagnostic(
        code=structure.WRONG_TYPE,
        message=f"'{key}' must hold entries, each with a key of its own",
        label=Label(Address(file.path, (key,)).key()),
        help=(f"write them indented below '{key}:', for example  {example}",),
    )


def _example(key: str, section: Data) -> str:
    """An entry as it stands in this section: the first that was named there, if one was."""
    name, colon, body = OPERATIONS.get(key, "my-key: {name: …}").partition(": ")
    first = section[0] if isinstance(section, list) and section else section
    if isinstance(first, str) and all(map(KEY.fullmatch, first.split("."))):
        name = first
    return f"{name}{colon}{body}"
