"""Removed entries, looked up by references that still name them, and their diagnostic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import references
from freed6c.diagnostics.diagnostic import Label
from freed6c.packs.data import as_map
from freed6c.packs.ids import by_suffix, id_at
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.data import KeyPath
    from freed6c.packs.location import Location
    from freed6c.packs.pack import Removed


@dataclass(frozen=True)
class Removals:
    """An index of removed entries by id, by every tail of an id, and by the tokens they defined.

    `by_word` has them by the words for their tokens, such as `advantage`.
    """

    by_id: Mapping[str, Removed]
    by_tail: Mapping[str, tuple[Removed, ...]]
    by_token: Mapping[str, Removed]
    by_word: Mapping[str, Removed]

    def named(self, text: str, kinds: Collection[str]) -> Removed | None:
        """Return the removed entry that a reference names."""
        for removed in self.by_tail.get(text, ()):
            if not kinds or removed.id.partition(".")[0] in kinds:
                return removed
        return None

    def meant(self, text: str) -> Removed | None:
        """Return the removed entry that part of a formula names, by name or by token (`WD8`)."""
        letters = text.lstrip("+-±0123456789").rstrip("0123456789")
        by_tail, by_word = self.named(text, ()), self.by_word.get(text)
        return by_tail or self.by_token.get(letters) or by_word


def removals(removed_by_id: Mapping[str, Removed]) -> Removals:
    """Return an index of the removed entries."""
    by_token: dict[str, Removed] = {}
    by_word: dict[str, Removed] = {}
    for removed in removed_by_id.values():
        body = as_map(removed.body)
        token, words = body.get("token"), as_map(body.get("token-names"))
        for letters in token if isinstance(token, dict) else [token]:
            if isinstance(letters, str):
                by_token[letters] = removed
        by_word.update({str(word): removed for word in words.values()})
    return Removals(removed_by_id, by_suffix(removed_by_id), by_token, by_word)


def still_named(
    removed: Removed, path: KeyPath, needed: Location | None, change: str = ""
) -> Diagnostic:
    """Report a reference to a removed entry, at the removal.

    `change` is the line that changes the reference, if it is known.
    """
    # Entries removed with another one, or within a change, have no setting `replaced-by`.
    is_named = removed.address.path[-1:] == (removed.id,)
    kind, instead = removed.id.partition(".")[0], removed.instead
    can_replace = is_named and "." in removed.id and not instead
    replacement = f", or add replaced-by: {kind}.…"
    if change and not removed.left_out:
        replacement += ", or add leave-out: true"
    return references.REMOVED.at(
        removed.address.key(),
        related=[None if needed is None else Label(needed, "refers to it")],
        help=[f"reword the text: {change}"] if change else [],
        removed=removed.id,
        notes=[f"its replacement, '{instead}', has no such part"] if instead else [],
        address=id_at(tuple(step for step in path if isinstance(step, str))),
        along=f" with '{removed.along_with}'" if removed.along_with else "",
        replacement=replacement if can_replace else "",
    )
