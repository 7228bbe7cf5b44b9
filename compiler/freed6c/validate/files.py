"""Checks of the sections of a file: entries by kind, changes, and settings of a manifest.

A section is a key at the left margin: a kind of entry (`skills`), an operation of an overlay
(`change`, `remove`) or `when`. In the manifest, `pack.yaml`, the settings of the pack are beside
them. Schemas find the violations (`schemas.py`); this module adds those that need several parts of
a file.
"""

from __future__ import annotations

import keyword
import re
import sys
from itertools import islice
from posixpath import dirname, normpath
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.diagnostics.codes import structure as codes
from freed6c.diagnostics.codes.overlays import ENTRY_EXISTS
from freed6c.diagnostics.codes.references import COLUMN_TAKEN
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.spellings import as_key, colon_meant, key_problem
from freed6c.diagnostics.suggest import did_you_mean, fold, nearest
from freed6c.diagnostics.synonyms import other_words
from freed6c.diagnostics.ways_out import (
    Addition,
    Removal,
    Replacement,
    WayOut,
    Ways,
    placed,
    write,
)
from freed6c.model.license_terms import TERMS
from freed6c.packs.data import Data, KeyPath, as_map, as_text, inline, on_a_line, walk
from freed6c.packs.ids import KEY, RESERVED_FILE_NAMES, split_address
from freed6c.packs.kinds import BY_NAME, KINDS, TOP
from freed6c.packs.lazy import regex, replace
from freed6c.packs.location import Location
from freed6c.packs.operations import LONGEST, change_line, instead_of_repeating
from freed6c.packs.pack import MANIFEST, MergedRuleset, SourceFile, written_at
from freed6c.validate.change_repair import (
    CHANGE,
    address_of_tree,
    has_change_words,
    move_under_with,
    repair_change,
    repair_replacement,
    set_in_entry,
)
from freed6c.validate.repair import find_mistakes, is_blank, set_single_key
from freed6c.validate.schemas import known_settings, violations

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.diagnostics.ways_out import FileEdit
    from freed6c.packs.provenance import Provenance
    from freed6c.validate.schemas import Violation


def change_words() -> tuple[str, ...]:
    """Return the operations of a change: `set`, `adjust` and the others."""
    return tuple(word for word in known_settings(CHANGE) if word != "why")


# Sections.


WHEN: Final = "when"
"""The section with the condition of a file."""
OPERATIONS: Final[Mapping[str, str]] = {
    "change": "kind.key: {set: {name: …}}",
    "replace": "kind.key: {with: {name: …}}",
    "remove": "kind.key: {why: …}",
    "resolve": "kind.key: {use: …}",
    "select": "option.key: the-choice",
}
"""Sections of an overlay, each with an example and a schema of the same name."""
SECTIONS: Final = (*TOP, *OPERATIONS, WHEN)
"""The names of all sections."""
ADDRESS_SECTIONS: Final = (CHANGE, "replace", "remove", "resolve")
"""Sections of addresses with settings, the likeliest first."""
OF_PYTHON: Final = frozenset(
    {"sitecustomize", "usercustomize", "pip", "setuptools", "freed6c"}
)
"""Names of modules that Python or its packaging tools import, besides the standard library."""


LISTED: Final = "available sections: "
"""The beginning of the help that lists all sections, because nothing better is known."""
FEW: Final = 5
"""The number of keys that the message about a foreign file lists."""


def unknown_section(file: SourceFile, key: str, *, manifest: bool) -> Diagnostic:
    """Return the diagnostic of an unknown section, with the likeliest suggestion.

    The key can be an address or an operation that belongs inside `change`, a synonym, a kind that
    is nested in another one, a setting of manifests, or a misspelled section.
    """
    place = file.at(key).key()
    settings = known_settings("pack")
    near = _near_section(file, key)
    synonyms = other_words(key, [*(settings if manifest else ()), *SECTIONS])
    inner = next((kind for kind in KINDS if kind.key == key and kind.parent), None)
    values = as_map(file.data[key])
    addressed = next((name for name in values if name.partition(".")[0] in BY_NAME), "")
    suggestion: str | WayOut
    if _is_address(key):
        suggestion = _change_of(file, key)
    elif key in change_words() and values and all(name in TOP for name in values):
        name, entries = next(iter(values.items()))
        first = next(iter(as_map(entries)), "…")
        line = f"{name}: {{{first}: {{…}}}}"
        suggestion = f"to add a new entry, write it at the left margin: {line}"
    elif key == "rename" and isinstance(values.get(addressed), str):
        new = str(values[addressed])
        suggestion = f"write {change_line(f'{addressed}.name', 'set', new)}"
        if new.partition(".")[0] == addressed.partition(".")[0]:
            suggestion = write("renamed")
    elif key in change_words():
        changes = values
        if key == "add":
            changes = {_in_parent(name, new): new for name, new in changes.items()}
        address = next((name for name in changes if split_address(name)[1]), "")
        line = f"{CHANGE}: {{{addressed or 'kind.key'}: {{{key}: …}}}}"
        if address:
            line = change_line(address, key, changes[address])
        suggestion = f"'{key}' belongs in '{CHANGE}': {line}"
    elif synonyms:
        suggestion = write(synonyms[0])
    elif inner is not None and inner.parent is not None:
        parent = BY_NAME[inner.parent]
        name, body = next(iter(values.items()), ("…", {}))
        settings_of_new = dict(as_map(body))
        above = as_key(as_text(settings_of_new.pop(parent.name, ""))) or "…"
        address = f"{parent.name}.{above}.{key}.{name}"
        line = change_line(address, "add", settings_of_new or {"name": "…"})
        suggestion = (
            f"'{key}' belongs in {parent.with_article}; to add one to an existing {parent.noun},"
            f" write {line}"
        )
    elif near and near[0] in settings and not manifest:
        suggestion = (
            f"'{near[0]}' belongs in {MANIFEST}: remove it here if it is already there;"
            " otherwise move it"
        )
    else:
        is_section = isinstance(file.data[key], dict) or (near and near[0] in settings)
        ways = did_you_mean(key, near, 1) if is_section else ()
        suggestion = ways[0] if ways else f"{LISTED}{', '.join(SECTIONS)}"
    return codes.UNKNOWN_SECTION.at(place, help=[suggestion], key=key)


def _in_parent(address: str, new: Data) -> str:
    """Return the address of a new nested entry in its parent: `ability.body.skills.run`.

    Return the address unchanged if it isn't one of a new nested entry.
    """
    kind = BY_NAME.get(address.partition(".")[0])
    field = split_address(address)[1].partition(".")[0]
    if kind is None or kind.parent is None or not isinstance(new, dict):
        return address
    if field in known_settings(f"entries/{kind.name}"):
        return address
    _, *above, key = address.split(".")
    return ".".join((kind.parent, *(above or ["…"]), kind.key, key))


def _is_address(key: str) -> bool:
    """Return True for the address of an entry, or of a place in one: `condition.soot.black`."""
    return "." in key and key.partition(".")[0] in BY_NAME


def _change_of(file: SourceFile, key: str) -> WayOut:
    """Return how to move an address at the left margin into a section such as `change`.

    There is an edit only if nothing else has to be merged into that section.
    """
    body, place = file.data[key], file.at(key)
    words = [word for word in as_map(body) if word != "why"]
    sections = (name for name in ADDRESS_SECTIONS if {*words} & {*known_settings(name)})
    section = next(sections, CHANGE)
    settings = (
        isinstance(body, dict) and section == CHANGE and not has_change_words(body)
    )
    whole = on_a_line({key: {"set": body} if settings else body})
    line = whole if len(whole) <= LONGEST else f"{{{key}: …}}"
    way = f"an address belongs in '{section}': {section}: {line}"
    others = (name for name in file.data if name != key and _is_address(name))
    is_only = section not in file.data and next(others, None) is None
    edits = (Replacement(section, place.key()), Replacement(whole, place))
    return WayOut(way, edits if is_only and words else ())


def _near_section(file: SourceFile, key: str) -> tuple[str, ...]:
    """Return the section, or setting of manifests, nearest to a word."""
    addressed = [name for name in as_map(file.data[key]) if "." in name]
    if any(name.partition(".")[0] in BY_NAME for name in addressed):
        return nearest(key, [*OPERATIONS, "renamed"], 1)
    return nearest(key, [*known_settings("pack"), *SECTIONS], 1)


def _example(key: str, section: Data) -> str:
    """Return an example of an entry in a section, named like the first one there."""
    name, colon, body = OPERATIONS.get(key, "my-key: {name: …}").partition(": ")
    first = section[0] if isinstance(section, list) and section else section
    if isinstance(first, dict):  # `- id: skill.charm`
        first = first.get("id", first.get("key", ""))
    if isinstance(first, str) and all(map(KEY.fullmatch, first.split("."))):
        name = first
    return f"{name}{colon}{body}"


# URLs of a site.


SCHEMES: Final = ("https", "http")
_LABEL: Final = r"[A-Za-z0-9]+(-+[A-Za-z0-9]+)*"
HOST: Final = regex(rf"{_LABEL}(\.{_LABEL})*(:[0-9]{{1,5}})?")
NOT_IN_URL: Final = regex(r"[^A-Za-z0-9._~/-]")
"""A character that is not allowed in a URL here. The colon of a host is removed beforehand."""
PAGE_SUFFIXES: Final = (".html", ".htm")


def check_site(file: SourceFile) -> Iterator[Diagnostic]:
    """Report the invalid addresses that a manifest sets for its site and playground."""
    for key, url in as_map(file.data.get("site")).items():
        if isinstance(url, str) and url and (problem := _url_problem(url)):
            place = file.at("site", key)
            example = _corrected_url(url) or "a URL such as https://example.org/rules/"
            yield codes.BAD_SITE.at(place, key=key, problem=problem, example=example)


def _url_problem(url: str) -> str:
    """Return the first problem of a URL; empty if it has none."""
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    parts = path.split("/")
    if scheme.lower() not in SCHEMES:
        return "it doesn't begin with https://"
    if bad := NOT_IN_URL.search(re.sub("[:@]", "", host) + path):
        sign = bad[0]
        if not sign.isascii():
            return f"'{sign}' is not ASCII; write such a host in its ASCII form, xn--…"
        return "it has a space" if sign == " " else f"it has '{sign}'"
    if not HOST.fullmatch(host):
        return f"'{host}' is not a host name"
    if "" in parts[:-1]:
        return "it has two slashes in a row"
    up = next((part for part in parts if part in {".", ".."}), "")
    if up:
        return f"it has '{up}'"
    if _is_page(path):
        return f"it leads to the page '{parts[-1]}', not to the folder of the site"
    return ""


def _corrected_url(url: str) -> str:
    """Return the URL that was probably meant; empty if unclear."""
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


WrittenBelow: TypeAlias = "Mapping[tuple[str, str], Label]"
"""The places where the bases of a pack define entries, by section and key."""


def check_file(
    file: SourceFile, *, manifest: bool, below: WrittenBelow
) -> Iterator[Diagnostic]:
    """Report the problems in the shape of a file.

    `below` has the entries that a base of the pack defines. If a file defines one of them again and
    it is invalid, the author meant to change it. A file without a single section, or anything like
    one, belongs to another program and gets one diagnostic.
    """
    settings = {key: value for key, value in file.data.items() if key not in SECTIONS}
    if manifest:
        yield from _manifest(file, settings)
    else:
        unknown = [unknown_section(file, key, manifest=False) for key in settings]
        helps = [problem.help[0].text for problem in unknown]
        listed = [text for text in helps if LISTED in text]
        # No key is a misspelled section, or belongs in a section.
        foreign = all(LISTED in text or MANIFEST in text for text in helps)
        if listed and foreign and settings == file.data:
            keys = ", ".join(islice(settings, FEW))
            yield codes.FOREIGN_FILE.at(unknown[0].label, help=[listed[0]], keys=keys)
        else:
            yield from unknown
    for key, section in file.data.items():
        if key in SECTIONS:
            yield from _section(file, key, section, below)


def _manifest(file: SourceFile, written: dict[str, Data]) -> Iterator[Diagnostic]:
    """Check the settings of a manifest. An unknown key near a section is reported as one."""
    known = known_settings("pack")
    settings: dict[str, Data] = {}
    for key, value in written.items():
        near = {*_near_section(file, key)} - {*known} or other_words(key, SECTIONS)
        unused = [word for word in known if word not in written]
        if other_words(key, unused) and not isinstance(value, dict):
            near = ()  # `name: my-game`
        nested = any(kind.key == key for kind in KINDS)
        verb = key in {*change_words(), "rename"}
        is_section = verb or near or nested or _is_address(key)
        if key not in known and is_section:
            yield unknown_section(file, key, manifest=True)
        elif key not in known and other_words(key, ["text"]):
            yield _text_of_pack(file, key)
        else:
            settings[key] = value
    for violation, problem in _problems(file, "pack", MANIFEST, (), settings):
        if violation.path == ("license",) and isinstance(violation.value, str):
            meant = _license_meant(violation.value)
            form = f"write license: {{id: {meant}, holder: …}}"
            yield replace(problem, help=(WayOut(form),))
        else:
            yield problem
    # The name of a package that could not be imported, or would hide one of the standard library.
    name = written.get("python")
    if isinstance(name, str) and (
        keyword.iskeyword(name) or name in sys.stdlib_module_names | OF_PYTHON
    ):
        yield codes.NAME_OF_PYTHON.at(file.at("python"), name=name)
    for key, example in (("pack", "{}-rules"), ("python", "freed6_{}")):
        name = written.get(key)
        if isinstance(name, str) and name in RESERVED_FILE_NAMES:
            yield codes.NAME_OF_DEVICE.at(
                file.at(key), name=name, example=example.format(name)
            )
    yield from check_site(file)


def _license_meant(text: str) -> str:
    """Return the id of the license that a text begins or misspells: `CC-BY-4.0` for `CC-BY`."""
    ids = [terms.id for terms in TERMS]
    begun = (id_ for id_ in ids if fold(id_).startswith(fold(text)))
    return next(begun, None) or "".join(nearest(text, ids, 1)) or on_a_line(text)


def _text_of_pack(file: SourceFile, key: str) -> Diagnostic:
    """Return the diagnostic of a text about the pack, which belongs in a chapter."""
    text = inline(file.data[key])
    text = on_a_line(text) if len(text) <= LONGEST else "…"
    return codes.UNKNOWN_SETTING.at(
        file.at(key).key(),
        help=[f"write a chapter: chapters: {{about: {{name: About, text: {text}}}}}"],
        key=key,
        thing=MANIFEST,
        known=", ".join(known_settings("pack")),
    )


def _section(
    file: SourceFile, key: str, section: Data, below: WrittenBelow
) -> Iterator[Diagnostic]:
    if key == WHEN:
        yield from _check(file, WHEN, f"'{WHEN}'", (WHEN,), section)
    elif key in TOP and TOP[key].single:
        yield from _check(file, f"entries/{key}", f"'{key}'", (key,), section)
    elif not isinstance(section, dict):
        place = file.at(key).key()
        example = _example(key, section)
        wide = colon_meant(section) if isinstance(section, str) else ()
        way = f"write them indented below '{key}:'"
        if isinstance(section, list):
            way = "replace each item of the list with a key and its settings"
        yield codes.SECTION_WITHOUT_ENTRIES.at(
            place, help=wide, key=key, way=way, example=example
        )
    else:
        for name, body in section.items():
            if key == CHANGE:
                yield from _change(file, name, body)
            elif key == "replace":
                yield from _replace(file, name, body)
            elif key in OPERATIONS:
                yield from _check(file, key, f"'{key}' of '{name}'", (key, name), body)
            else:
                problems = list(_entry(file, key, name, body))
                first = below.get((key, name)) if problems else None
                yield from [_existing(file, key, name, first)] if first else problems


def _existing(file: SourceFile, key: str, name: str, first: Label) -> Diagnostic:
    """Return the diagnostic of an invalid entry that a base defines; it replaces all others."""
    kind = TOP[key]
    return ENTRY_EXISTS.at(
        file.at(key, name).key(),
        related=[first],
        help=[instead_of_repeating(f"{kind.name}.{name}", own=False)],
        kind=kind.noun,
        key=name,
    )


def _entry(file: SourceFile, key: str, name: str, body: Data) -> Iterator[Diagnostic]:
    kind = TOP[key]
    if problem := key_problem(name, file.at(key, name).key()):
        yield problem
    columns, taken = as_map(as_map(body).get("columns")), set[str]()
    at = (key, name)
    for violation, problem in _problems(file, f"entries/{kind.name}", at, at, body):
        match violation.path:
            case ("rows", str(), str(column), *_) if column in columns:
                if column not in taken:
                    place = file.at(*at, "columns", column)
                    yield COLUMN_TAKEN.at(place.key(), thing="row", column=column)
                taken.add(column)
            case ("choices", str(choice), str(section)) if section in TOP:
                waits = f"when: {{{kind.name}.{name}: {choice}}}"
                way = f"move new entries to a separate file that begins with {waits}"
                yield replace(problem, help=(WayOut(way),))
            case _:
                yield problem


def _change(file: SourceFile, id_: str, body: Data) -> Iterator[Diagnostic]:
    here = file.at(CHANGE, id_)
    address = address_of_tree(id_, body)
    if address:
        yield codes.ADDRESS_AS_TREE.at(here.key(), address=address)
        return
    for violation, problem in _problems(
        file, CHANGE, f"'{CHANGE}' of '{id_}'", here.path, body
    ):
        place = here.at(*violation.path)
        field = split_address(id_)[1]
        if field and violation.rule == "type" and violation.path == ("set",):
            way = set_in_entry(here, id_, violation.value)
            yield codes.ADDRESS_OF_FIELD.at(
                here.key(), help=[way], address=id_, field=field
            )
            continue
        ways = [placed(way, place) for way in repair_change(violation, id_, body, here)]
        yield replace(problem, help=tuple(ways)) if ways else problem


def _replace(file: SourceFile, id_: str, body: Data) -> Iterator[Diagnostic]:
    here = file.at("replace", id_)
    problems = [*_problems(file, "replace", f"'replace' of '{id_}'", here.path, body)]
    rule = "additionalProperties"
    unknown = {violation.key for violation, _ in problems if violation.rule == rule}
    first = next((key for key in as_map(body) if key in unknown), "")
    for violation, problem in problems:
        ways: Ways = problem.help
        if violation.key in unknown - {first}:
            continue  # they go with the first
        if violation.key in unknown and not other_words(first, ["with"]):
            ways = (move_under_with(here, body),)
        if violation.rule == "type" and not violation.path:
            ways = repair_replacement(id_, body)
        yield replace(problem, help=ways)


def _check(
    file: SourceFile, schema: str, thing: str, path: KeyPath, body: Data
) -> Iterator[Diagnostic]:
    for _, problem in _problems(file, schema, thing, path, body):
        yield problem


def _problems(
    file: SourceFile, schema: str, thing: str | KeyPath, path: KeyPath, body: Data
) -> Iterator[tuple[Violation, Diagnostic]]:
    """Yield the violation of each mistake in data, with its diagnostic. `thing` names the data."""
    for mistake in find_mistakes(violations(schema, body)):
        place = file.at(*path, *mistake.violation.path)
        from freed6c.validate.explain import explain

        yield mistake.violation, explain(mistake, thing, place)


def validate_touched(merged: MergedRuleset) -> Iterator[Diagnostic]:
    """Validate the final state of all entries that overlays changed.

    A diagnostic is at the overlay's line, with the line that it replaced as a related place.
    """
    provenance = merged.provenance
    touched = dict.fromkeys(
        path[: 1 if TOP[str(path[0])].single else 2]
        for path, records in provenance.records.items()
        if any(origin.changes for origin in records)
    )
    for path in touched:
        body, kind = walk(merged.tree, path), TOP[str(path[0])]
        if body is None:
            continue
        for mistake in find_mistakes(violations(f"entries/{kind.name}", body)):
            violation = mistake.violation
            at = (*path, *violation.path)
            missing = (*at, violation.key)
            # A missing setting is shown where it was removed.
            removed = violation.rule == "required" and missing in provenance.records
            place = provenance.location(missing if removed else at)
            if place is not None:
                from freed6c.validate.explain import explain

                problem = explain(mistake, path, place)
                before = _written_before(provenance, at)
                if problem.code is codes.WRONG_TYPE:
                    inside = set_single_key(violation, provenance.before(at), place)
                    problem = replace(problem, help=(inside,)) if inside else problem
                if problem.code is codes.EMPTY and not is_blank(violation):
                    ways = (WayOut("add a value"), *_unset(merged, place))
                    problem = replace(problem, help=ways if ways[1:] else problem.help)
                yield replace(problem, related=before)


def _unset(merged: MergedRuleset, place: Location) -> Iterator[WayOut]:
    """Yield how to remove a setting of a base, if a change sets it to an empty value."""
    match place.path:
        case ("change", id_, "set", str(setting)):
            change = Location(place.file, ("change", id_))
            sets, listed = change.at("set"), f"[{setting}]"
            edits: tuple[FileEdit, ...] = (
                Removal(place),
                Addition(change, "unset", listed),
            )
            if len(as_map(written_at(merged.packs, sets))) == 1:
                edits = (Replacement("unset", sets.key()), Replacement(listed, sets))
            yield WayOut(
                f"or, to remove it from the base, write unset: {listed}", edits
            )


def _written_before(provenance: Provenance, path: KeyPath) -> tuple[Label, ...]:
    first = provenance.first_location(path)
    # In a list, the item of the base is another one.
    in_list = any(isinstance(step, int) for step in path)
    if in_list or first is None or first == provenance.location(path):
        return ()
    return (Label(first.key(), f"defined in {provenance.chain(path)[0].pack}"),)
