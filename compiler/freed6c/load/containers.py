"""Maps and lists whose end has not come yet, while a file is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from freed6c.packs.data import Data
    from freed6c.packs.events import Event, Mark, TextEvent


class OpenMap:
    """A map whose end has not come yet. `name` is the key it stands under."""

    __slots__ = (
        "flow",
        "items",
        "keeps",
        "key",
        "key_event",
        "last",
        "marks",
        "name",
        "split",
        "start",
    )

    def __init__(self, start: Mark, name: str, *, flow: bool) -> None:
        self.items: dict[str, Data] = {}
        self.marks: dict[str, Event] = {}
        self.start = start
        self.name = name
        self.flow = flow
        self.key = ""
        self.key_event: Event | None = None
        self.keeps = True
        # In braces: the last unquoted text, and the end of what a comma split off it.
        self.last: TextEvent | None = None
        self.split: Event | None = None

    def put(self, value: Data | None) -> None:
        """Take the value of the key; what was refused is left out."""
        if self.keeps and value is not None:
            self.items[self.key] = value
        self.key_event = None
        self.keeps = True


class OpenList:
    """A list whose end has not come yet."""

    __slots__ = ("flow", "items", "name", "start")

    def __init__(self, start: Mark, name: str, *, flow: bool) -> None:
        self.items: list[Data] = []
        self.start = start
        self.name = name
        self.flow = flow

    def put(self, value: Data | None) -> None:
        """Take the next item."""
        if value is not None:
            self.items.append(value)

    @property
    def is_link(self) -> bool:
        """`[[skill]]`, a list of one list of one text: surely meant as a link."""
        match self.items:
            case [[str()]]:
                return self.flow
        return False
