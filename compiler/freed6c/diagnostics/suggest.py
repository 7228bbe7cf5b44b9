"""Did you mean … ? One place for every suggestion of a name."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.ways_out import Replacement, WayOut

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence


ALIKE: Final = 0.92
"""How near the others must be to the nearest to be worth a mention."""


def nearest(word: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names that a word may have been meant as: the nearest, and those as near."""
    from difflib import SequenceMatcher, get_close_matches

    near = get_close_matches(word, list(known), n=most, cutoff=0.6)
    ratios = [SequenceMatcher(None, name, word).ratio() for name in near]
    return tuple(
        name
        for name, ratio in zip(near, ratios, strict=True)
        if ratio >= ALIKE * ratios[0]
    )


def did_you_mean(word: str, known: Iterable[str], most: int = 3) -> tuple[WayOut, ...]:
    """A line of help that names them, or nothing where none is near."""
    return _question(nearest(word, known, most))


def did_you_mean_or_list(
    word: str, known: Collection[str], heading: str, most: int | None = None
) -> tuple[WayOut, ...]:
    """The same; where no name is near, all that are known, or so many, after a heading."""
    listed = ", ".join(islice(known, most))
    return did_you_mean(word, known) or (
        (WayOut(f"{heading}: {listed}"),) if known else ()
    )


def did_you_mean_id(id_: str, known: Sequence[str]) -> tuple[WayOut, ...]:
    """The same for an id: those that end like it, under whatever kind; else the nearest."""
    for suffix in (id_, id_.partition(".")[2]):
        matching = [
            known_id for known_id in known if suffix and known_id.endswith(f".{suffix}")
        ]
        if matching:
            return _question(matching[:3])
    return did_you_mean(id_, known)


def _question(names: Sequence[str]) -> tuple[WayOut, ...]:
    """A line that asks. One name alone is surely meant: it may be put there."""
    if not names:
        return ()
    question = "did you mean " + " or ".join(f"'{name}'" for name in names) + "?"
    return (WayOut(question, (Replacement(names[0]),) if len(names) == 1 else ()),)


COMPARISONS: Final = 50_000
"""So many names are compared with wrong words in one stage: half a second's work."""


@dataclass(slots=True)
class Advice:
    """Suggestions for the wrong words of one stage.

    Where thousands of words are wrong among thousands of names, only the first get any: comparing
    all with all would take hours, and nobody reads so many.
    """

    left: int = COMPARISONS

    def spend(self, count: int) -> bool:
        """Whether so many names, or texts, may still be looked at."""
        allowed = self.left > 0
        self.left -= count
        return allowed

    def _spend(self, known: Iterable[str]) -> list[str]:
        """The names to compare a word with; none once enough was compared."""
        names = list(known) if self.left > 0 else []
        self.left -= len(names)
        return names

    def did_you_mean(
        self, word: str, known: Iterable[str], most: int = 3
    ) -> tuple[WayOut, ...]:
        """A line of help that names those near, or nothing where none is."""
        return did_you_mean(word, self._spend(known), most)

    def did_you_mean_or_list(
        self, word: str, known: Iterable[str], heading: str, most: int | None = None
    ) -> tuple[WayOut, ...]:
        """The same; where no name is near, all that are known, or so many, after a heading."""
        return did_you_mean_or_list(word, self._spend(known), heading, most)

    def did_you_mean_id(self, id_: str, known: Iterable[str]) -> tuple[WayOut, ...]:
        """The same for an id."""
        return did_you_mean_id(id_, self._spend(known))


MOST_MEANT: Final = 6


def either(ids: Sequence[str]) -> str:
    """What something could mean, in a sentence: `a or b`; of many, the first and how many more."""
    if len(ids) <= MOST_MEANT:
        return " or ".join(ids)
    others = len(ids) - MOST_MEANT + 1
    return f"{' or '.join(ids[: MOST_MEANT - 1])} or {others} others"


def did_you_mean_text(word: str, known: Iterable[str]) -> str:
    """The same as a text, empty where no name is near."""
    return "".join(map(str, did_you_mean(word, known, 2)))
