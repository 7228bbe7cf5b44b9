"""What has to go with the content of a package: as constants, and as a file beside the modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.attribution import notice
from freed6c.emit.python.layout import Atom, assign, mapping, sequence, text
from freed6c.emit.python.module import import_lines, source_file
from freed6c.model.licenses import full_texts, section15

if TYPE_CHECKING:
    from freed6c.emit.python.content import Content
    from freed6c.model.ruleset import Ruleset


MODULE: Final = "_licenses"
NAMES: Final = ("LICENSES", "NOTICE", "SECTION_15")
FILE: Final = "LICENSE-CONTENT"


def write_licenses(content: Content) -> str:
    """`_licenses.py`: who is to be named, under what, and the notices of Open Game Content."""
    ruleset = content.ruleset
    ids = (
        (one.id, Atom(text(one.license.id)))
        for one in ruleset.manifests
        if one.license is not None
    )
    lines = sequence(Atom(text(line)) for line in section15(ruleset.manifests))
    parts = [
        assign("NOTICE: Final", Atom(text("\n\n".join(notice(ruleset))))),
        assign("LICENSES: Final[Mapping[str, str]]", mapping(ids)),
        assign("SECTION_15: Final[tuple[str, ...]]", lines),
    ]
    imports = import_lines({"Final": "typing", "Mapping": "collections.abc"})
    title = f"Licences of {ruleset.manifest.title}."
    return source_file(content, title, imports, parts)


def license_file(ruleset: Ruleset) -> str:
    """The same to read, with the words of licences that have to go along."""
    parts = (*notice(ruleset), *full_texts(ruleset.manifests).values())
    return "\n\n".join(parts) + "\n"
