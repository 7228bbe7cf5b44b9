"""Licenses that freed6c knows, and what each asks of those who publish."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from freed6c.packs.lazy import dataclass

# The licenses that freed6c knows: a table of what each asks. Nothing here is legal
# advice.
#
# Others are named as SPDX has it, `LicenseRef-` and a name of one's own: what they ask,
# nobody knows here, so that nothing under terms that ask for their like can be put
# under them.


OWN: Final = "LicenseRef-"
"""The prefix of identifiers that SPDX does not list."""

CREATIVE_COMMONS: Final = "https://creativecommons.org/licenses"
SCOPES: Final = {"3.0": "Unported", "4.0": "International"}


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The terms of a license.

    Of one without `derivatives`, nothing may be published that is made from what is under it. Else
    that may be done under the same license, and under those in `adapted`: all, where it is None. An
    `exclusive` one suffers no other terms beside its own, so that what asks for any cannot be put
    under it. `notice` is the first line of the copyright notices that it wants to be carried on
    (its Section 15); its whole text goes with them.
    """

    id: str
    name: str
    url: str = ""
    attribution: bool = True
    derivatives: bool = True
    adapted: tuple[str, ...] | None = None
    exclusive: bool = False
    notice: str = ""

    @property
    def text(self) -> str:
        """The words of the license, where they have to go with what is under it; else none."""
        if not self.notice:
            return ""
        return (Path(__file__).parent / "licenses" / f"{self.id}.txt").read_text(
            encoding="utf-8"
        )

    def allow(self, other: Terms) -> bool:
        """Return True if content adapted from this license may be published under another."""
        if not self.derivatives or other.id == self.id:
            return self.derivatives
        allowed = self.adapted is None or other.id in self.adapted
        return allowed and not (other.exclusive and self.attribution)


def _cc(
    kind: str, version: str, name: str, adapted: tuple[str, ...] | None = None
) -> Terms:
    """One of the Creative Commons licenses."""
    return Terms(
        id=f"CC-{kind}-{version}",
        name=f"Creative Commons {name} {version} {SCOPES[version]}",
        url=f"{CREATIVE_COMMONS}/{kind.lower()}/{version}/",
        derivatives=not kind.endswith("ND"),
        adapted=adapted,
    )


TERMS: Final[tuple[Terms, ...]] = (
    Terms(
        id="CC0-1.0",
        name="CC0 1.0 Universal",
        url="https://creativecommons.org/publicdomain/zero/1.0/",
        attribution=False,
    ),
    _cc("BY", "4.0", "Attribution"),
    _cc("BY", "3.0", "Attribution"),
    _cc("BY-SA", "4.0", "Attribution-ShareAlike", ()),
    _cc("BY-SA", "3.0", "Attribution-ShareAlike", ("CC-BY-SA-4.0",)),
    _cc("BY-NC", "4.0", "Attribution-NonCommercial", ("CC-BY-NC-SA-4.0",)),
    _cc("BY-NC-SA", "4.0", "Attribution-NonCommercial-ShareAlike", ()),
    _cc("BY-ND", "4.0", "Attribution-NoDerivatives"),
    _cc("BY-NC-ND", "4.0", "Attribution-NonCommercial-NoDerivatives"),
    Terms(id="MIT", name="MIT License", url="https://opensource.org/license/mit"),
    Terms(
        id="OGL-1.0a",
        name="Open Game License version 1.0a",
        adapted=(),
        exclusive=True,
        notice="Open Game License v 1.0a Copyright 2000, Wizards of the Coast, Inc.",
    ),
)

_BY_ID: Final = {
    # SPDX does not list all of them, so that some are written as others are that it does not list.
    f"{prefix}{terms.id}".casefold(): terms
    for terms in TERMS
    for prefix in ("", OWN)
}


def terms_of(id_: str) -> Terms | None:
    """Return the terms of a license by its identifier, in any case; None if there is none."""
    known = _BY_ID.get(id_.casefold())
    if known is not None:
        return known
    if id_.startswith(OWN) and len(id_) > len(OWN):
        return Terms(id=id_, name=id_.removeprefix(OWN).replace("-", " "))
    return None
