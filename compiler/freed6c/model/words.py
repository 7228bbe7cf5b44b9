"""Terms and phrases of documents that packs rename."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.location import Location


@dataclass(frozen=True, kw_only=True)
class Words:
    """The terms and phrases that packs replace in documents.

    `forms` has the forms of terms (`the game master`), `phrases` the patterns of documents by key.
    `language` is a tag such as `de`, empty if no pack names one. `places` has the places of
    renamed terms by id. Documents look them up in `document/phrases`.
    """

    forms: Mapping[str, str] = field(default_factory=dict[str, str])
    phrases: Mapping[str, str] = field(default_factory=dict[str, str])
    language: str = ""
    places: Mapping[str, Location] = field(
        default_factory=dict[str, "Location"], compare=False
    )

    @property
    def changed(self) -> bool:
        """True if a pack replaces anything."""
        return bool(self.forms or self.phrases or self.language)
