"""Menus: what the ranks of a check can buy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..record import Entry, Linked, Ref

if TYPE_CHECKING:
    from ..effects import Effect


class Pick(Entry):
    """One thing on a menu. `at_most` says how often it can be bought with one check."""

    name: str = ""
    cost: int
    at_most: int | None = None
    effects: tuple[Effect, ...]
    parent: Linked[Ref[Menu]]

    @property
    def menu(self) -> Menu:
        """The menu that this pick is on."""
        return self.parent.entry


class Menu(Entry):
    """Effects for ranks: several may be bought, as far as the ranks go."""

    paid_with: Literal["rank"]
    picks: tuple[Pick, ...]
