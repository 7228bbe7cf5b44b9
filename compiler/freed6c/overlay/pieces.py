"""A reworded text in pieces, each with the original that it replaces.

Each pack refers to the text that it knows, as the packs before it left it. Say `a` and `b` both
extend the base, which has the text "They act in turns.":

    a    in turns -> at once     They act [at once, instead of: in turns].
    b    sees                    They act in turns.
    b    They act -> All act     [All act, instead of: They act] [at once, instead of: in turns].
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.overlay.edits import Taken
    from freed6c.packs.location import Location


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text that `pack` wrote at `source`, from character `start` on.

    If a rewording wrote it, `instead_of` are the pieces that it replaced. If a later rewording
    removes the middle of the piece, the first remaining part keeps `instead_of`.
    """

    text: str
    source: Location
    start: int
    pack: str
    reworded: bool = False
    instead_of: tuple[Piece, ...] = ()

    def cut(self, at: int) -> tuple[Piece, ...]:
        """Split a piece in two at a character; return it whole if the character isn't inside."""
        if not 0 < at < len(self.text):
            return (self,)
        rest = replace(self, text=self.text[at:], start=self.start + at, instead_of=())
        return replace(self, text=self.text[:at]), rest


@dataclass(frozen=True, slots=True)
class View:
    """A text in pieces, as seen by a pack that knows the rewordings of the packs `known`."""

    pieces: Sequence[Piece]
    known: frozenset[str]

    def knows(self, piece: Piece) -> bool:
        """Return whether the pack sees a piece itself, not the original it replaces."""
        return not piece.reworded or piece.pack in self.known

    def seen(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Yield these pieces as the pack sees them: originals in place of unknown rewordings."""
        for piece in pieces:
            if self.knows(piece):
                yield piece
            else:
                yield from self.seen(piece.instead_of)

    @property
    def text(self) -> str:
        """The text that the pack sees."""
        return "".join(piece.text for piece in self.seen(self.pieces))

    def taken(self, start: int, end: int) -> Taken:
        """Return the sources of the characters from `start` to `end`, with positions in them."""
        taken: list[tuple[Location, int, int]] = []
        at = 0
        for piece in self.seen(self.pieces):
            first, last = max(start - at, 0), min(end - at, len(piece.text))
            if first < last:
                taken.append((piece.source, piece.start + first, piece.start + last))
            at += len(piece.text)
        return tuple(taken)

    def reworded(self, start: int, end: int, words: Piece) -> tuple[Piece, ...]:
        """Return all pieces after `words` replaces the characters from `start` to `end`.

        Pieces that the pack doesn't see stay on their side of the replaced characters. If these
        overlap the original of an unseen piece, the two rewordings conflict, and that piece is
        replaced, too.
        """
        before: list[Piece] = []
        inside: list[Piece] = []
        after: list[Piece] = []
        at = 0
        for piece in self.cut(start).cut(end).pieces:
            length = sum(len(part.text) for part in self.seen((piece,)))
            side = before if at + length <= start else after if at >= end else inside
            side.append(piece)
            at += length
        return *before, replace(words, instead_of=tuple(inside)), *after

    def cut(self, place: int) -> View:
        """Return the same text, split at a character so that no piece the pack sees spans it."""
        pieces: list[Piece] = []
        at = 0
        for piece in self.pieces:
            pieces += piece.cut(place - at) if self.knows(piece) else (piece,)
            at += sum(len(part.text) for part in self.seen((piece,)))
        return replace(self, pieces=pieces)
