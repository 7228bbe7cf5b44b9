"""What a check has to reach: a difficulty, a number, or somebody who resists."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..amounts import Formula
from ..effects import Modify, Resist
from ..entries.abilities import Value as ValueEntry
from ..entries.benchmarks import Band
from ..record import Entry, Ref
from ..situation import Situation
from .acting import Acting
from .attempt import Part, attempt, use_up
from .book import find, meant
from .ratings import rated
from .refused import Refused
from .standing import at_work

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..entries.actions import Against, Rolled
    from .being import Being
    from .deed import Deed
    from .held import Active


RESISTANCE = frozenset(["resistance"])
"""A resistance that is rolled is a check, except for what says that it is not."""


class Needed(NamedTuple):
    """A number to reach, and where it comes from."""

    number: int
    parts: tuple[Part, ...]


def needed(deed: Deed, against: Against | None) -> Needed | None:
    """What has to be reached; None where there is nothing. Raises Refused where nobody says it."""
    if against is None:
        return None
    if against.difficulty is not None:
        return _difficulty(against.difficulty, deed.here)
    if against.number is not None:
        return _number(against.number(deed.here), against.number.text)
    either = against.resistance if deed.choices.resisted_by_roll else ()
    rolls = against.roll or either
    opponent = deed.cast.one("opponent")
    found = _best(opponent, rolls or against.fixed or against.resistance, deed.here)
    return _resistance(deed, opponent, found, roll=bool(rolls))


def _number(number: int, what: str) -> Needed:
    return Needed(number, (Part(what, str(number)),))


def _difficulty(asked: Formula[Ref[Band]] | str, here: Situation) -> Needed:
    """A band as the number that its benchmark says; a number may be given instead."""
    if isinstance(asked, str):
        given = here.names.get("difficulty")
        if given is None:
            raise Refused("the game master has to give a difficulty")
    else:
        given = asked(here)
    if isinstance(given, int):
        return _number(given, "difficulty")
    id = meant(given)
    if id is None:
        raise Refused(f"{given} is no difficulty")
    band = find(here.rules, id, Band)
    return _number(_number_of(band, here), band.name)


def _number_of(band: Band, here: Situation) -> int:
    """The number that stands for a band, or the one of it that was given."""
    number = here.names.get("number") if band.number is None else band.number
    if not isinstance(number, int) or number not in band.range:
        raise Refused(f"say which number of {band.name} it is: {band.range}")
    return number


def entry_of(rolled: Rolled, here: Situation) -> Entry:
    """What is rolled or resists: itself, what a formula names, or what was chosen."""
    if isinstance(rolled, str):
        found: object = here.names.get("with")
        if found is None:
            raise Refused("say what the check is made with")
    else:
        found = rolled(here) if isinstance(rolled, Formula) else rolled
    id = meant(found)
    if id is None:
        raise Refused(f"{found} is nothing to roll with")
    return find(here.rules, id, Entry)


def _best(opponent: Being, ratings: Iterable[Rolled], here: Situation) -> Entry:
    """What the opponent resists with best, of what they have at all."""
    found = [entry_of(one, here) for one in ratings]
    able = [
        (fixed_of(opponent, one), -n, one)
        for n, one in enumerate(found)
        if _can(opponent, one)
    ]
    if not able:
        names = ", ".join(one.name for one in found)
        raise Refused(f"{opponent} has nothing to resist with: {names}")
    return max(able)[2]


def _can(someone: Being, entry: Entry) -> bool:
    try:
        fixed_of(someone, entry)
    except Refused:
        return False
    return True


def fixed_of(someone: Being, entry: Entry) -> int:
    """The number that a rating or a value stands for."""
    if not isinstance(entry, ValueEntry):
        return someone.fixed(entry.id)
    found = someone.value(entry.id)
    if not isinstance(found, int):
        raise Refused(f"{someone} has no {entry.name} to resist with")
    return found


def _resistance(deed: Deed, opponent: Being, entry: Entry, *, roll: bool) -> Needed:
    """The opponent's number, and whatever changes it; or another way to resist."""
    other = max(_otherwise(deed, opponent), default=None)
    if other is not None:
        number, what = other
    elif roll and not isinstance(entry, ValueEntry):
        number = attempt(opponent, entry, about=RESISTANCE).roll(deed.rng).total
        what = f"{entry.name}, rolled"
    else:
        number, what = fixed_of(opponent, entry), entry.name
        use_up(opponent, _fixing(opponent, entry))
    parts = [Part(what, str(number))]
    for effect, working in list(at_work(opponent, Modify)):
        if effect.modify == "resistance" and working.covers(_ids(opponent, entry)):
            number += working.by.adds
            parts.append(Part(working.entry.name, str(working.by)))
            use_up(opponent, working.once)
    return Needed(number, tuple(parts))


def _ids(opponent: Being, entry: Entry) -> frozenset[str]:
    if isinstance(entry, ValueEntry):
        return frozenset([entry.id])
    return rated(opponent, entry).ids


def _fixing(opponent: Being, entry: Entry) -> tuple[Active, ...]:
    """What changes a fixed value so many times, and counts in this one."""
    return tuple(
        active
        for effect, working in at_work(opponent, Modify)
        if effect.modify == "fixed-values"
        and not isinstance(entry, ValueEntry)
        and working.covers(_ids(opponent, entry))
        for active in working.once
    )


def _otherwise(deed: Deed, opponent: Being) -> Iterable[tuple[int, str]]:
    """Other ways in which the opponent resists this action now."""
    for effect, working in list(at_work(opponent, Resist)):
        if effect.resist.id != deed.entry.id:
            continue
        names = working.here.names
        acting = Acting(opponent, deed.rng, names, about=RESISTANCE)
        here = Situation(opponent.rules, names, acting)
        number = effect.with_(here)
        if effect.not_below is not None:
            number = max(number, effect.not_below(here))
        use_up(opponent, working.once)
        yield number, working.entry.name
