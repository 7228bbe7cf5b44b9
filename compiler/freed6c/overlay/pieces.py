"""A text that packs reworded, in pieces: each with what it stands instead of.

Each pack means a passage of the text that it knows, as the packs before it left it. Say `a` and `b`
both extend the base, which says "They act in turns.":

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
    """A part of a text: what `pack` wrote at `source`, from character `start` on.

    Where a rewording put it there, `instead_of` is what that took away. If a later one has taken
    a part of the piece, the first of what is left stands instead of all of it.
    """

    text: str
    source: Location
    start: int
    pack: str
    reworded: bool = False
    instead_of: tuple[Piece, ...] = ()

    def cut(self, at: int) -> tuple[Piece, ...]:
        """The part before a character and that from there on; whole, where that is not inside."""
        if not 0 < at < len(self.text):
            return (self,)
        rest = replace(self, text=self.text[at:], start=self.start + at, instead_of=())
        return replace(self, text=self.text[:at]), rest


@dataclass(frozen=True, slots=True)
class View:
    """A text in pieces, as a pack sees it that knows of the rewordings of some packs."""

    pieces: Sequence[Piece]
    known: frozenset[str]

    def knows(self, piece: Piece) -> bool:
        """Whether the pack sees a piece itself, not what it stands instead of."""
        return not piece.reworded or piece.pack in self.known

    def seen(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """What the pack sees where these pieces stand."""
        for piece in pieces:
            if self.knows(piece):
                yield piece
            else:
                yield from self.seen(piece.instead_of)

    @property
    def text(self) -> str:
        """The words that the pack may name."""
        return "".join(piece.text for piece in self.seen(self.pieces))

    def taken(self, start: int, end: int) -> Taken:
        """The source of the characters from `start` to `end`, with where they stand in it."""
        taken: list[tuple[Location, int, int]] = []
        at = 0
        for piece in self.seen(self.pieces):
            first, last = max(start - at, 0), min(end - at, len(piece.text))
            if first < last:
                taken.append((piece.source, piece.start + first, piece.start + last))
            at += len(piece.text)
        return tuple(taken)

    def reworded(self, start: int, end: int, words: Piece) -> tuple[Piece, ...]:
        """All pieces, where another takes the place of these characters.

        What the pack does not see stays on its side of them. Where they reach into what another
        piece stands instead of, the two rewordings disagree; then that piece goes, too.
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
        """The same, where no piece that the pack sees goes on across a character."""
        pieces: list[Piece] = []
        at = 0
        for piece in self.pieces:
            pieces += piece.cut(place - at) if self.knows(piece) else (piece,)
            at += sum(len(part.text) for part in self.seen((piece,)))
        return replace(self, pieces=pieces)
