"""Which files and choices of packs are in use: `select`, `options` and `when`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from freed6c.packs.location import Address

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.data import Data
    from freed6c.packs.pack import Pack, SourceFile


@dataclass(frozen=True, slots=True)
class Declared:
    """An option as it is written: by which pack, where, its choices, the one it begins with."""

    pack: str
    file: SourceFile
    body: Mapping[str, Data]

    @property
    def choices(self) -> Mapping[str, Data]:
        """What can be chosen, by key."""
        found = self.body.get("choices")
        return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True)
class Selected:
    """What a pack chose for an option, where and why."""

    pack: str
    choice: str
    address: Address


@dataclass(slots=True)
class Selection:
    """The choices in use, by the id of their option, and the files whose `when` holds."""

    packs: frozenset[str]
    options: dict[str, Declared] = field(default_factory=dict)
    selected: dict[str, tuple[Selected, ...]] = field(default_factory=dict)

    def choice(self, option: str) -> str:
        """The key of the choice in use: what was selected, else what the option begins with."""
        if option in self.selected:
            return self.selected[option][-1].choice
        return str(self.options[option].body.get("default", ""))

    def files(self, pack: Pack) -> Iterator[SourceFile]:
        """The files of a pack that count."""
        return (file for file in pack.files if self.holds(file))

    def holds(self, file: SourceFile) -> bool:
        """Whether what a file waits for is so; a file that waits for nothing counts."""
        when = file.data.get("when")
        return not isinstance(when, dict) or all(
            self._is_so(key, wanted) for key, wanted in when.items()
        )

    def _is_so(self, key: str, wanted: Data) -> bool:
        known = wanted if isinstance(wanted, list) else [wanted]
        if key == "pack":
            return all(one in self.packs for one in known)
        return key in self.options and self.choice(key) in known

    def chosen(
        self, pack: Pack
    ) -> Iterator[tuple[str, str, Mapping[str, Data], Address]]:
        """What the choices in use of a pack's own options do."""
        for id_, option in self.options.items():
            choice = self.choice(id_)
            body = option.choices.get(choice)
            own = option.pack == pack.id and self.holds(option.file)
            if own and isinstance(body, dict):
                key = id_.partition(".")[2]
                place = Address(option.file.path, ("options", key, "choices", choice))
                yield id_, choice, body, place
