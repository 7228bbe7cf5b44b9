"""What the terminal is told of each build: of warnings, in full what is new since the last one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from freed6c.diagnostics.render import summary, told
from freed6c.packs.location import Address, Spot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.pipeline import Compiled

    Known: TypeAlias = tuple[str, str, Address | tuple[str, str] | None]


@dataclass(slots=True)
class Teller:
    """Remembers what it told last."""

    _known: frozenset[Known] = frozenset()

    def tell(self, compiled: Compiled) -> str:
        """Errors, as long as they are there; new warnings; how many there are."""
        found = {one: _known_by(one, compiled.sources) for one in compiled.diagnostics}
        news = [
            one
            for one, key in found.items()
            if one.severity == "error" or key not in self._known
        ]
        # What errors keep from being found is no news when it is found again.
        kept = self._known if compiled.failed else frozenset()
        self._known = kept.union(found.values())
        if not found:
            return ""
        count = _counted(compiled, len(found) - len(news))
        return "\n".join(filter(None, (told(news, compiled.sources), count)))


def _counted(compiled: Compiled, before: int) -> str:
    said = summary(compiled.diagnostics, compiled.sources).rstrip(".\n")
    warnings = sum(one.severity == "warning" for one in compiled.diagnostics)
    if not before:
        return f"{said}."
    return (
        f"{said} (as before)."
        if before == warnings
        else f"{said} ({before} as before)."
    )


def _known_by(one: Diagnostic, sources: Mapping[str, str]) -> Known:
    """What a problem is known by, though its line may have moved meanwhile."""
    place = None if one.label is None else one.label.place
    if isinstance(place, Spot):
        lines = sources.get(place.file, "").splitlines()[place.line - 1 : place.line]
        return one.code.id, one.message, (place.file, "".join(lines).strip())
    return one.code.id, one.message, place
