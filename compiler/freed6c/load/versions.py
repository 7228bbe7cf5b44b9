"""Whether the packs that were found are of versions that fit those that extend them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import loading as codes
from freed6c.load.says import says_range, says_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.pack import Pack

EXAMPLE: Final = '">=1.0,<2"'


def check_versions(packs: Mapping[str, Pack]) -> Iterator[Diagnostic]:
    """Ranges that cannot be read, and packs that lie outside of them."""
    for pack in packs.values():
        for base, fits in pack.ranges.items():
            if fits and base in packs:
                yield from _compare(pack, fits, packs[base])


def _compare(pack: Pack, fits: str, base: Pack) -> Iterator[Diagnostic]:
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

    try:
        versions = SpecifierSet(fits)
        for one in versions:
            Version(one.version.removesuffix(".*"))
    except ValueError:  # also numbers that are too long to be any
        yield _unreadable(pack, fits, base)
        return
    try:
        version = Version(base.version)
    except ValueError:  # reported where it is written
        return
    if version not in versions:
        yield _misfit(pack, fits, base)


def _unreadable(pack: Pack, fits: str, base: Pack) -> Diagnostic:
    return Diagnostic(
        code=codes.UNREADABLE_RANGE,
        message=f"'{fits}' is not a range of versions",
        label=Label(says_range(pack, base.id)),
        help=(
            f"write for example {EXAMPLE}: version 1.0 or later, and before 2",
            'write ">=0" where any version will do',
        ),
    )


def _misfit(pack: Pack, fits: str, base: Pack) -> Diagnostic:
    found = base.version
    written = "version" in base.manifest.data
    return Diagnostic(
        code=codes.WRONG_VERSION,
        message=f"'{pack.id}' fits '{base.id}' {fits}, and this is '{base.id}' {found}",
        label=Label(says_range(pack, base.id), f"{found} is outside of this"),
        related=(
            Label(
                says_version(base),
                "the version that was found"
                if written
                else f"it says no version, and so counts as {found}",
            ),
        ),
        help=(
            f"get a version of '{base.id}' that is {fits}",
            f"or, if '{pack.id}' works with {found}, widen the range",
        ),
    )
