"""Checks the sections of one file: entries by their kind, changes, and settings of a manifest."""

from __future__ import annotations

import keyword
import re
import sys
from dataclasses import replace
from posixpath import dirname, normpath
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import structure
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.packs.data import Data, KeyPath, as_map, walk
from freed6c.packs.ids import KEY
from freed6c.packs.kinds import BY_NAME, KINDS, TOP
from freed6c.packs.location import Location
from freed6c.packs.pack import MANIFEST, MergedRuleset, SourceFile
from freed6c.packs.suggest import did_you_mean, nearest
from freed6c.validate.explain import (
    CHANGE,
    bad_key,
    change_words,
    explain,
    name_of_thing,
    with_change_line,
    word_of_change_help,
)
from freed6c.validate.schemas import Violation, known_settings, violations

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping


# Sections.


OPERATIONS: Final[Mapping[str, str]] = {
    "change": "kind.key: {set: {name: …}}",
    "replace": "kind.key: {with: {name: …}}",
    "remove": "kind.key: {why: …}",
    "settle": "kind.key: {take: …}",
    "select": "option.key: the-choice",
}
"""Sections of an overlay, each with an example. A schema of its name is for what stands there."""
WHEN: Final = "when"
"""The section that says when a file counts."""


def unknown_section(file: SourceFile, key: str, *, manifest: bool) -> Diagnostic:
    """A word at the left margin that is none of those that stand there."""
    return Diagnostic(
        code=structure.UNKNOWN_SECTION,
        message=f"'{key}' is not a section that a pack can have",
        label=Label(Location(file.path, (key,)).key()),
        help=_belongs_inside(file, key) or _section_help(key, manifest=manifest),
    )


def _section_help(key: str, *, manifest: bool) -> tuple[str, ...]:
    """A section that is called nearly so, or a setting of manifests, which stands only there."""
    settings, sections = known_settings("pack"), (*TOP, *OPERATIONS, WHEN)
    near = nearest(key, [*settings, *sections], 1)
    if near and near[0] in settings and not manifest:
        return (f"'{near[0]}' stands in {MANIFEST} alone: write it there",)
    return did_you_mean(key, near, 1) or (f"sections: {', '.join(sections)}",)


def _belongs_inside(file: SourceFile, key: str) -> tuple[str, ...]:
    """Where a section belongs that stands inside entries of another kind, or in a change."""
    if key in change_words():
        return word_of_change_help(key, file.data[key])
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
        label=Label(Location(file.path, (key,)).key()),
        help=(f"write them indented below '{key}:', for example  {example}",),
    )


def _example(key: str, section: Data) -> str:
    """An entry as it stands in this section: the first that was named there, if one was."""
    name, colon, body = OPERATIONS.get(key, "my-key: {name: …}").partition(": ")
    first = section[0] if isinstance(section, list) and section else section
    if isinstance(first, str) and all(map(KEY.fullmatch, first.split("."))):
        name = first
    return f"{name}{colon}{body}"


# The URL of a site.


SCHEMES: Final = ("https", "http")
_LABEL: Final = r"[A-Za-z0-9]+(-+[A-Za-z0-9]+)*"
HOST: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*(:[0-9]{{1,5}})?")
NOT_IN_URL: Final = re.compile(r"[^A-Za-z0-9._~/-]")
"""What cannot stand in an address, but for the colon of a host."""
PAGE_SUFFIXES: Final = (".html", ".htm")


def check_site(file: SourceFile) -> Iterator[Diagnostic]:
    """What is wrong with the address that a manifest says its site has."""
    url = as_map(file.data.get("site")).get("url")
    problem = _url_problem(url) if isinstance(url, str) and url else ""
    if problem:
        yield Diagnostic(
            code=structure.WRONG_FORM,
            message=f"'url' cannot be the address of a site: {problem}",
            label=Label(Location(file.path, ("site", "url"))),
            help=(
                f"write {_corrected_url(str(url)) or 'for example https://example.org/rules/'}",
            ),
        )


def _url_problem(url: str) -> str:
    """The first thing that is wrong with it; empty if nothing is."""
    scheme, _, rest = url.partition("://")
    if scheme.lower() not in SCHEMES:
        return "it does not begin with https://"
    host, _, path = rest.partition("/")
    bad = NOT_IN_URL.search(
        host.replace(":", "").replace("@", "")
    ) or NOT_IN_URL.search(path)
    if bad:
        return _bad_character(bad[0])
    if not HOST.fullmatch(host):
        return f"'{host}' is not the name of a host"
    return _path_problem(path)


def _bad_character(sign: str) -> str:
    if not sign.isascii():
        return f"'{sign}' is not ASCII; a host with such letters has a name in ASCII, xn--…"
    return "a space stands in it" if sign == " " else f"'{sign}' stands in it"


def _path_problem(path: str) -> str:
    parts = path.split("/")
    if "" in parts[:-1]:
        return "it has two slashes, one after the other"
    up = next((part for part in parts if part in {".", ".."}), "")
    if up:
        return f"'{up}' stands in it"
    if _is_page(path):
        return f"it leads to a page, '{parts[-1]}', and not to the folder of all pages"
    return ""


def _corrected_url(url: str) -> str:
    """An address that was probably meant; empty where none can be made of it."""
    scheme, _, rest = url.rpartition("://")
    host, _, path = re.split(r"[?#]", rest)[0].partition("/")
    path = normpath(f"/{path.lstrip('/')}")
    if _is_page(path):
        path = dirname(path)
    try:
        host = host.encode("idna").decode()
    except UnicodeError:
        return ""
    scheme = scheme.lower() if scheme.lower() in SCHEMES else SCHEMES[0]
    corrected = f"{scheme}://{host}{path.rstrip('/')}/"
    return "" if _url_problem(corrected) else corrected


def _is_page(path: str) -> bool:
    return path.lower().endswith(PAGE_SUFFIXES)


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
    near = nearest(key, [*known, *TOP, *OPERATIONS, WHEN], 1)
    return key not in known and (key in change_words() or bool(near))


def _python_name(file: SourceFile, name: Data | None) -> Iterator[Diagnostic]:
    """A package that could not be imported, or would hide one of Python's own."""
    if isinstance(name, str) and (
        keyword.iskeyword(name) or name in sys.stdlib_module_names
    ):
        yield Diagnostic(
            code=structure.WRONG_VALUE,
            message=f"a package cannot be called '{name}': Python uses that name itself",
            label=Label(Location(file.path, ("python",))),
            help=(f"write for example freed6_{name}",),
        )


def _is_section(key: str) -> bool:
    return key in TOP or key in OPERATIONS or key == WHEN


def _section(file: SourceFile, key: str, section: Data) -> Iterator[Diagnostic]:
    if key == WHEN:
        yield from _check(file, WHEN, f"'{WHEN}'", (WHEN,), section)
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
        yield bad_key(name, Label(Location(file.path, (key, name)).key()))
    for violation in violations(f"entries/{kind.name}", body):
        place = Location(file.path, (key, name, *violation.path))
        yield explain(violation, name_of_thing(kind, violation.holder), place)


def _change(file: SourceFile, id_: str, body: Data) -> Iterator[Diagnostic]:
    for violation in violations(CHANGE, body):
        place = Location(file.path, (CHANGE, id_, *violation.path))
        yield with_change_line(explain(violation, f"a {CHANGE}", place), violation, id_)


def _check(
    file: SourceFile, schema: str, what: str, path: KeyPath, body: Data
) -> Iterator[Diagnostic]:
    for violation in violations(schema, body):
        yield explain(violation, what, Location(file.path, (*path, *violation.path)))


def validate_touched(merged: MergedRuleset) -> list[Diagnostic]:
    """Check the entries that an overlay changed again, as they are after all operations.

    The diagnostic is at the overlay's line, with the line that it replaced beside it.
    """
    return [
        problem for path in _touched(merged) for problem in _check_merged(merged, path)
    ]


def _touched(merged: MergedRuleset) -> list[KeyPath]:
    """The top-level entries with an operation somewhere inside, in the order of the ruleset."""
    touched = dict.fromkeys(
        path[: 1 if TOP[str(path[0])].single else 2]
        for path, origins in merged.origins.records.items()
        if any(origin.changes for origin in origins)
    )
    return [path for path in touched if walk(merged.tree, path) is not None]


def _check_merged(merged: MergedRuleset, path: KeyPath) -> Iterator[Diagnostic]:
    kind = TOP[str(path[0])]
    for violation in violations(f"entries/{kind.name}", merged.at(path)):
        place = _address_of(merged, path, violation)
        if place is not None:
            problem = explain(violation, name_of_thing(kind, violation.holder), place)
            yield replace(
                problem, related=_written_before(merged, (*path, *violation.path))
            )


def _address_of(
    merged: MergedRuleset, path: KeyPath, violation: Violation
) -> Location | None:
    """Where the fault is written; what is missing, where it was taken away."""
    taken = (*path, *violation.path, violation.key)
    if violation.rule == "required" and merged.origins.records.get(taken):
        return merged.origins.address(taken)
    return merged.origins.address((*path, *violation.path))


def _written_before(merged: MergedRuleset, path: KeyPath) -> tuple[Label, ...]:
    first = merged.origins.first(path)
    if first is None or first == merged.origins.address(path):
        return ()
    pack = merged.origins.chain(path)[0].pack
    return (Label(first.key(), f"written in {pack}"),)
