"""What the linker reports, and where it reads a place in the merged tree from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from freed6c.diagnostics.diagnostic import Code, Diagnostic, Label
from freed6c.model.removals import Removals, still_named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from freed6c.packs.data import KeyPath
    from freed6c.packs.location import Address
    from freed6c.packs.pack import Removed
    from freed6c.packs.provenance import Origins


@dataclass(frozen=True, slots=True)
class Problems:
    """Collects what is wrong, once; places are given as paths in the merged tree."""

    origins: Origins
    removals: Removals
    found: list[Diagnostic] = field(default_factory=list)

    def address(self, path: KeyPath) -> Address | None:
        """Where the value at a path is written."""
        return self.origins.address(path)

    def reported(self, path: KeyPath) -> bool:
        """Whether the value at a path was reported: what follows from it is not told again."""
        place = self.address(path)
        return any(
            label.place == place
            for one in self.found
            for label in (*((one.label,) if one.label else ()), *one.related)
        )

    def report_removed(
        self, removed: Removed, path: KeyPath, within: tuple[int, int] | None = None
    ) -> None:
        """Add that a place still needs what a pack took away."""
        address = self.address(path)
        if address is not None and within is not None:
            address = address.characters(*within)
        problem = still_named(removed, path, address)
        if problem not in self.found:
            self.found.append(problem)

    def report(
        self,
        code: Code,
        message: str,
        path: KeyPath,
        *,
        within: tuple[int, int] | None = None,
        key: bool = False,
        help: Iterable[str] = (),  # noqa: A002
        label: str = "",
        related: Iterable[tuple[KeyPath, str]] = (),
    ) -> None:
        """Add a problem at the value at a path, at its key, or at some characters of its text."""
        address = self.address(path)
        if address is not None and key:
            address = address.key()
        if address is not None and within is not None:
            address = address.characters(*within)
        problem = Diagnostic(
            code=code,
            message=message,
            label=None if address is None else Label(address, label),
            related=tuple(
                Label(place, text)
                for other, text in related
                if (place := self.address(other)) is not None
            ),
            help=tuple(help),
        )
        if problem not in self.found:
            self.found.append(problem)
