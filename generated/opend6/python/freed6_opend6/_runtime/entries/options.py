"""Options: what a pack lets others choose between."""

from __future__ import annotations

from ..record import Entry, Linked, Ref


class Choice(Entry):
    """One way to play it. What it changes is applied already where it is in use."""

    parent: Linked[Ref[Option]]

    @property
    def option(self) -> Option:
        """The option that this is a choice of."""
        return self.parent.entry


class Option(Entry):
    """A rule in several variants. `default` is the choice in use: the one that packs selected."""

    default: Ref[Choice]
    choices: tuple[Choice, ...]
