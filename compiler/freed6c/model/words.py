"""What the packs of a ruleset call things in documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.location import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words that packs put in the place of those of freed6c.

    `forms` are what is said for forms of terms (`the game master`), `phrases` the patterns of
    documents by their keys. `language` is a tag such as `de`, empty where no pack names one.
    `places` are those where terms are said, by their ids.
    Documents look all of them up in `document/phrases`.
    """

    forms: Mapping[str, str] = field(default_factory=dict[str, str])
    phrases: Mapping[str, str] = field(default_factory=dict[str, str])
    language: str = ""
    places: Mapping[str, Location] = field(
        default_factory=dict[str, "Location"], compare=False
    )

    @property
    def changed(self) -> bool:
        """Whether any pack says anything."""
        return bool(self.forms or self.phrases or self.language)
