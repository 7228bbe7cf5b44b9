"""What a package is written from: the ruleset, and its prose in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.model.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Content:
    """A ruleset, and a reader that turns its prose into plain text."""

    ruleset: Ruleset
    plain: Callable[[str], str]
