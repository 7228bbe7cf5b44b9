"""What a game's world is measured in: scales, scopes, hooks, pillars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..record import Entry, Linked, Ref

if TYPE_CHECKING:
    from ..effects import Effect
    from .actions import Scene
    from .frame import Term
    from .points import Points


class Level(Entry):
    """A level of a scale; `place` counts from 1."""

    parent: Linked[Ref[Scale]]
    place: Linked[int]

    @property
    def scale(self) -> Scale:
        """The scale that this level is part of."""
        return self.parent.entry


class Scale(Entry):
    """An order of magnitude, lowest level first."""

    levels: tuple[Level, ...]


class Member(Entry):
    """One range of effects of a scope."""

    parent: Linked[Ref[Scope]]

    @property
    def scope(self) -> Scope:
        """The scope that this is part of."""
        return self.parent.entry


class Scope(Entry):
    """A range of effects upon which an ability works. Its members have no rank."""

    members: tuple[Member, ...]


class Hook(Entry):
    """A phrase of a description that gives an ability or turns the story.

    `activated_by` says what it takes; nothing, if empty.
    """

    type: Ref[Term] | None = None
    activated_by: tuple[Ref[Points] | Literal["check"], ...] = ()
    effects: tuple[Effect, ...] = ()


class Pillar(Entry):
    """One of the ways in which a game is played, and the scenes that it is played in."""

    scenes: tuple[Ref[Scene], ...] = ()
