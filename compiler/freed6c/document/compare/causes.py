"""Who changed what, and why: read from the provenance of the later ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.document.compare.comparison import Cause, Fate
from freed6c.document.prose_rendering import line
from freed6c.document.render_context import RenderContext, title_of
from freed6c.document.wording import capitalised

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.document.blocks import Inlines
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.packs.provenance import Origin


OPPOSITE: Final[Mapping[Fate, str]] = {"added": "take", "removed": "add"}


@dataclass(frozen=True, slots=True)
class ChangeLog:
    """Operations of packs that are new in the later of two rulesets, by what they touched."""

    before: Ruleset
    ctx: RenderContext

    @property
    def after(self) -> Ruleset:
        """The later ruleset."""
        return self.ctx.ruleset

    def of_field(
        self, id_: str, place: KeyPath, fate: Fate = "changed"
    ) -> tuple[Cause, ...]:
        """Operations on a field, on something in it, or on something around it.

        Where items were added to a list, operations that only take items out are not a cause, and
        vice versa.
        """
        path = self.after.paths.get(id_)
        if path is None:
            return ()
        whole = (*path, *place)
        done = (
            origin
            for where, origin in self._records()
            if where[: len(whole)] == whole[: len(where)]
            and origin.changes
            and origin.operation != OPPOSITE.get(fate)
        )
        return self._causes(done)

    def of_entry(self, id_: str, *operations: str) -> tuple[Cause, ...]:
        """These operations on an entry as a whole."""
        path = self.after.paths.get(id_) or self.before.paths.get(id_, ())
        done = (
            origin
            for where, origin in self._records()
            if where == path and origin.operation in operations
        )
        return self._causes(done)

    def _records(self) -> Iterator[tuple[KeyPath, Origin]]:
        known = self.before.origins.records
        for where, origins in self.after.origins.records.items():
            for origin in origins:
                if origin not in known.get(where, ()):
                    yield where, origin

    def _causes(self, done: Iterable[Origin]) -> tuple[Cause, ...]:
        """Each cause once, in the order of the operations."""
        titles = {manifest.id: manifest.title for manifest in self.after.manifests}
        causes = (
            Cause(
                pack=origin.pack,
                title=titles.get(origin.pack, origin.pack),
                operation=origin.operation,
                why=self._reason(origin),
            )
            for origin in done
        )
        return tuple(dict.fromkeys(causes))

    def _reason(self, origin: Origin) -> Inlines:
        """The reason that the pack gives; else the choice of the option that caused it."""
        if origin.why:
            return capitalised(line(self.ctx, origin.why))
        option, _, key = origin.option.rpartition(".")
        chosen = self.after.entries.get(f"choice.{option.partition('.')[2]}.{key}")
        if chosen is None:
            return ()
        label = title_of(self.after.entries[option])
        said = (self.ctx.link(chosen),)
        return self.ctx.say("compare.pair", label=label, said=said)
