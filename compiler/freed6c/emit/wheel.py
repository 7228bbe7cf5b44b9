"""Backend for a wheel: the Python package as one file that pip installs.

The wheel is written without a build tool, so it has the same bytes on every machine. Its content
follows https://packaging.python.org/specifications/: first the package, then a folder with
metadata. The last file of that folder, `RECORD`, lists all others.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import stat
import zipfile
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from freed6c import __version__
from freed6c.document.licenses import notice
from freed6c.emit import python
from freed6c.emit.files import OutputFile
from freed6c.emit.python import front
from freed6c.model.license_terms import OWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.document.documents import Documents
    from freed6c.model.manifest import Manifest
    from freed6c.model.ruleset import Ruleset


PYTHON: Final = ">=3.11"
"""The versions of Python that a package works with."""

TAG: Final = "py3-none-any"
"""Any Python 3, nothing compiled, any system."""

RUNTIME_LICENSE: Final = "MIT"
"""The license of the code in a package (not of its content). Its text is in `LICENSE`."""


def emit(documents: Documents) -> tuple[OutputFile, ...]:
    """Return the wheel of a ruleset. Its file name follows the pattern that installers require."""
    ruleset = documents.ruleset
    name, version = distribution(ruleset.manifest)
    stem = f"{name.replace('-', '_')}-{version}"
    package = sorted(python.emit(documents), key=attrgetter("path"))
    files = [*package, *_about(ruleset, f"{stem}.dist-info")]
    record = _record(files, f"{stem}.dist-info/RECORD")
    return (OutputFile(f"{stem}-{TAG}.whl", _archive([*files, record])),)


def distribution(manifest: Manifest) -> tuple[str, str]:
    """Return the name and the version of the distribution.

    The name of the package `freed6_core` is `freed6-core`. The version is normalized as in PEP 440:
    that of a pack is `1.2.3`, that of a combination has the versions of the other packs after `+`.
    """
    from packaging.utils import canonicalize_name
    from packaging.version import Version

    return canonicalize_name(manifest.python.strip("_")), str(Version(manifest.version))


# Metadata.


def _about(ruleset: Ruleset, folder: str) -> Iterator[OutputFile]:
    licenses = {
        "LICENSE": (python.RUNTIME / "LICENSE").read_text(encoding="utf-8"),
        front.FILE: front.license_file(ruleset),
    }
    description = "\n\n".join(notice(ruleset))
    metadata = f"{_headers(_metadata(ruleset, licenses))}\n{description}\n"
    yield OutputFile.text(f"{folder}/METADATA", metadata)
    yield OutputFile.text(f"{folder}/WHEEL", _headers(WHEEL))
    for name, text in licenses.items():
        yield OutputFile.text(f"{folder}/licenses/{name}", text)


def _metadata(ruleset: Ruleset, files: Iterable[str]) -> Iterator[tuple[str, str]]:
    manifest = ruleset.manifest
    name, version = distribution(manifest)
    yield "Metadata-Version", "2.4"
    yield "Name", name
    yield "Version", version
    yield "Summary", f"{manifest.title}: the rules as a typed Python package"
    sites = (pack.site for pack in reversed(ruleset.manifests))
    if site := next(filter(None, sites), ""):
        yield "Project-URL", f"Rules, {site}"
    expression = license_expression(ruleset.manifests)
    if expression:
        yield "License-Expression", expression
    for file in files:
        yield "License-File", file
    yield "Classifier", "Programming Language :: Python :: 3"
    yield "Classifier", "Topic :: Games/Entertainment :: Role-Playing"
    yield "Classifier", "Typing :: Typed"
    yield "Requires-Python", PYTHON
    yield "Description-Content-Type", "text/plain; charset=UTF-8"


WHEEL: Final = (
    ("Wheel-Version", "1.0"),
    ("Generator", f"freed6c {__version__}"),
    ("Root-Is-Purelib", "true"),
    ("Tag", TAG),
)


def _headers(fields: Iterable[tuple[str, str]]) -> str:
    """Return a line `Name: value` for each field. Line breaks in values become spaces."""
    return "".join(f"{name}: {' '.join(value.split())}\n" for name, value in fields)


def license_expression(manifests: Sequence[Manifest]) -> str:
    """Return the licenses of code and content as an SPDX expression: `MIT AND CC-BY-4.0`.

    The expression is empty if a pack has no license, because nobody knows what is allowed then.
    """
    licenses = [pack.license.id for pack in manifests if pack.license is not None]
    if len(licenses) < len(manifests):
        return ""
    return " AND ".join(dict.fromkeys((RUNTIME_LICENSE, *map(_spdx, licenses))))


def _spdx(id_: str) -> str:
    """Return the SPDX identifier of a license, or `LicenseRef-…` if SPDX doesn't list it."""
    from packaging.licenses import (
        InvalidLicenseExpression,
        canonicalize_license_expression,
    )

    own = id_.removeprefix(OWN)
    written = re.sub(r"[^A-Za-z0-9.]+", "-", own).strip("-") or "own"
    if own == id_:
        try:
            return canonicalize_license_expression(written)
        except InvalidLicenseExpression:
            pass
    return f"{OWN}{written}"


# The archive.


EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the earliest that a ZIP archive can have."""

UNIX: Final = 3
"""The code of Unix, whose permissions every wheel has, also one that was made on Windows."""

READABLE: Final = stat.S_IFREG | 0o644


def _record(files: Iterable[OutputFile], path: str) -> OutputFile:
    """Return `RECORD`, with the hashes and sizes of all files, which installers compare."""
    lines = [f"{f.path},sha256={_hash(f.content)},{len(f.content)}\n" for f in files]
    return OutputFile.text(path, "".join((*lines, f"{path},,\n")))


def _hash(content: bytes) -> str:
    digest = hashlib.sha256(content).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _archive(files: Iterable[OutputFile]) -> bytes:
    """Return a ZIP archive. It isn't compressed, because versions of zlib compress differently."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for file in files:
            info = zipfile.ZipInfo(file.path, EPOCH)
            info.create_system = UNIX
            info.external_attr = READABLE << 16  # the upper 16 bits are the Unix mode
            archive.writestr(info, file.content)
    return buffer.getvalue()
