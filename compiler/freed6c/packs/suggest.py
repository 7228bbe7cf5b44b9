"""Did you mean … ? One place for every suggestion of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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


def did_you_mean(word: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """A line of help that names them, or nothing where none is near."""
    return _question(nearest(word, known, most))


def did_you_mean_or_list(
    word: str, known: Collection[str], heading: str, most: int | None = None
) -> tuple[str, ...]:
    """The same; where no name is near, all that are known, or so many, after a heading."""
    listed = ", ".join(list(known)[:most])
    return did_you_mean(word, known) or ((f"{heading}: {listed}",) if known else ())


def did_you_mean_id(id_: str, known: Sequence[str]) -> tuple[str, ...]:
    """The same for an id: those that end like it, under whatever kind; else the nearest."""
    for suffix in (id_, id_.partition(".")[2]):
        matching = [
            known_id for known_id in known if suffix and known_id.endswith(f".{suffix}")
        ]
        if matching:
            return _question(matching[:3])
    return did_you_mean(id_, known)


def _question(names: Sequence[str]) -> tuple[str, ...]:
    if not names:
        return ()
    return ("did you mean " + " or ".join(f"'{name}'" for name in names) + "?",)


def did_you_mean_text(word: str, known: Iterable[str]) -> str:
    """The same as a text, empty where no name is near."""
    return "".join(did_you_mean(word, known, 2))
