"""A reworded text as a sequence of pieces, each with the original that it replaces.

A pack quotes the text as the packs before it left it. It doesn't know the rewordings of packs that
it has no order with, although they may have been applied already. So a reworded text keeps the
replaced originals, and a `View` computes the text that one pack knows. Say `a` and `b` both extend
the base, which has the text "They act in turns.":

    a rewords "in turns" as "at once":    They act [at once, instead of: in turns].
    b knows the text:                     They act in turns.
    b rewords "They act" as "All act":    [All act, instead of: They act] [at once, instead of: …].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.packs.lazy import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.overlay.edits import Taken
    from freed6c.packs.location import Location


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class View:
    """A text in pieces, as seen by a pack that knows the rewordings of the packs `known`."""

    pieces: Sequence[Piece]
    known: frozenset[str]

    def knows(self, piece: Piece) -> bool:
        """Return True if the pack sees a piece, False if it sees the original instead."""
        return not piece.reworded or piece.pack in self.known

    def seen(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Yield the pieces that the pack sees: originals in place of rewordings it doesn't know."""
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
        """Return the sources of the characters from `start` to `end` of the text.

        Each source is the location of a text in a file, with the first character and the end.
        """
        taken: list[tuple[Location, int, int]] = []
        at = 0
        for piece in self.seen(self.pieces):
            first, last = max(start - at, 0), min(end - at, len(piece.text))
            if first < last:
                taken.append((piece.source, piece.start + first, piece.start + last))
            at += len(piece.text)
        return tuple(taken)

    def reworded(
        self, start: int, end: int, words: Piece
    ) -> tuple[list[Piece], list[Piece]]:
        """Replace the characters from `start` to `end` by `words`.

        Return the pieces up to the replacement, and the pieces after it.

        A piece that the pack doesn't know stays if its original is before or after the replaced
        characters. If they overlap the original, the two rewordings conflict, and `words` also
        replaces the unknown piece.
        """
        before: list[Piece] = []
        inside: list[Piece] = []
        after: list[Piece] = []
        at = 0
        for piece in self.cut(start).cut(end).pieces:
            length = self._length(piece)
            side = before if at + length <= start else after if at >= end else inside
            side.append(piece)
            at += length
        return [*before, replace(words, instead_of=tuple(inside))], after

    def cut(self, place: int) -> View:
        """Return the same text, split at a character so that no visible piece extends across it."""
        pieces: list[Piece] = []
        at = 0
        for piece in self.pieces:
            pieces += piece.cut(place - at) if self.knows(piece) else (piece,)
            at += self._length(piece)
        return replace(self, pieces=pieces)

    def _length(self, piece: Piece) -> int:
        """Return the number of characters that the pack sees of a piece."""
        return sum(len(visible.text) for visible in self.seen((piece,)))
