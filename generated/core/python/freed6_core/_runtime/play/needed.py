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


class Needed(NamedTuple):
    """A number to reach, and where it comes from."""

    number: int
    parts: tuple[Part, ...]


class Resisted(NamedTuple):
    """What somebody who resists does it with, and how good that is."""

    number: int
    what: Entry


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
    if roll and not isinstance(entry, ValueEntry):
        number = attempt(opponent, entry).roll(deed.rng).total
        parts = [Part(f"{entry.name}, rolled", str(number))]
    else:
        number = fixed_of(opponent, entry)
        parts = [Part(entry.name, str(number))]
    if instead := max(_otherwise(deed, opponent), default=None):
        number, parts = instead[0], [Part(instead[1], str(instead[0]))]
    ids = (
        frozenset([entry.id])
        if isinstance(entry, ValueEntry)
        else rated(opponent, entry).ids
    )
    for effect, working in at_work(opponent, Modify):
        if effect.modify == "resistance" and working.covers(ids):
            number += working.by.adds
            parts.append(Part(working.entry.name, str(working.by)))
    return Needed(number, tuple(parts))


def _otherwise(deed: Deed, opponent: Being) -> Iterable[tuple[int, str]]:
    """Other ways in which the opponent resists this action now."""
    for effect, working in list(at_work(opponent, Resist)):
        if effect.resist.id != deed.entry.id:
            continue
        here = Situation(
            opponent.rules,
            working.here.names,
            Acting(opponent, deed.rng, working.here.names),
        )
        number = effect.with_(here)
        if effect.not_below is not None:
            number = max(number, effect.not_below(here))
        if working.active is not None and working.active.times is not None:
            use_up(opponent, (working.active,))
        yield number, working.entry.name
