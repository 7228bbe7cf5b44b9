"""Questions: what somebody has to say or choose before a thing can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..entries.actions import Action, EffectRoll
from ..entries.tables import Band, Condition, Table
from ..entries.world import Ability, Skill, Specialization, Unit, Value
from ..finding import kind_word
from ..record import Entry, Record
from .state import Refused, every, lookup

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..entries.actions import Ask
    from ..record import ChoiceWord
    from ..situation import Rules


class Question(Record):
    """What has to be said or chosen before something can be done.

    - `key`: the name in `Choices.given` under which the answer goes. `target`, `ally` and
      `opponents` are no facts but people: `act` takes them under these names.
    - `name`: what is asked, for people.
    - `type`: `integer`, `boolean`, `text`; what units measure (`length`); a kind of entries
      (`band`), `row`, or `rating` for an ability, a skill or a specialization; `character`.
    - `fits`: the answers to choose from: entries, True and False, whole numbers. Of a measure, the
      keys of its units. Empty where there is nothing to choose from.
    """

    key: str
    name: str
    type: str
    fits: Sequence[Entry | int | str] = ()

    def __str__(self) -> str:
        return self.name if self.name == self.key else f"{self.name} ({self.key})"


class Unanswered(Refused):
    """Refused, because something was not said or chosen: `questions` tells what."""

    def __init__(self, questions: Iterable[Question], *reasons: str) -> None:
        self.questions = tuple(questions)
        super().__init__(*reasons)


RATINGS: Final = (Ability, Skill, Specialization)


class OpenWord(NamedTuple):
    """What a word asks for that is a choice wherever it stands: a name, and what it can be.

    What has no class is a number; a difficulty may be one, too.
    """

    name: str
    kinds: tuple[type[Entry], ...] = ()


CHOICES: Final[Mapping[str, OpenWord]] = {
    "ability": OpenWord("Ability used with the skill", (Ability,)),
    "chosen-ability": OpenWord("Chosen ability", (Ability,)),
    "chosen-action": OpenWord("Chosen action", (Action,)),
    "chosen-condition": OpenWord("Chosen condition", (Condition,)),
    "chosen-skill": OpenWord("Chosen skill", (Skill, Specialization, Ability)),
    "difficulty": OpenWord("Difficulty", (Band,)),
    "effect-roll": OpenWord("Effect roll", (EffectRoll,)),
    "instead-of": OpenWord("What it is used instead of", RATINGS),
    "number": OpenWord("Number"),
    "rank": OpenWord("Rank"),
    "with": OpenWord("What it is rolled with", (*RATINGS, Value)),
}
"""The names that have a meaning of their own, whatever is done."""


def question(rules: Rules, key: str) -> Question:
    """What is asked by a word that is a choice wherever it stands, such as `chosen-skill`.

    A difficulty may be a number, and is one where the rules have no bands.
    """
    name, kinds = CHOICES[key]
    fits = tuple(
        entry for kind in kinds for entry in every(rules, kind_word(kind), kind)
    )
    if not kinds or (Band in kinds and not fits):
        type = "integer"
    elif kinds[: len(RATINGS)] == RATINGS:
        type = "rating"
    else:
        type = kind_word(kinds[0])
    return Question(key=key, name=name, type=type, fits=fits)


def fact_question(rules: Rules, key: str, ask: Ask) -> Question:
    """What a rule or an action asks for under a key."""
    fits = _fitting(rules, ask.type)
    return Question(key=key, name=ask.name, type=ask.type, fits=fits)


def choice_question(rules: Rules, key: str, word: ChoiceWord) -> Question:
    """What an action has one pick first: a row of a table, or an entry of a kind."""
    table = lookup(rules, word)
    if isinstance(table, Table):
        return Question(key=key, name=table.name, type="row", fits=table.rows)
    name = CHOICES[key].name if key in CHOICES else key
    return Question(key=key, name=name, type=word, fits=_fitting(rules, word))


def number_of(band: Band) -> Question:
    """Which number of a band it is, where the band does not say so itself."""
    low, high = band.range.low, band.range.high
    fits = () if low is None or high is None else range(low, high + 1)
    name = f"Number of {band.name}, {band.range}"
    return Question(key="number", name=name, type="integer", fits=fits)


PARAMETERS = {"ally": "ally", "opponent": "opponents", "opponents": "opponents"}
"""How `act` takes those who have a role, by their role."""


def somebody(key: str, role: str) -> Question:
    """Who is meant: `key` is how `act` takes them, `role` what they are to whoever acts."""
    return Question(key=key, name=role, type="character")


def _fitting(rules: Rules, type: str) -> tuple[Entry | int | str, ...]:
    """What there is of a type; nothing for numbers and texts, of which there is no end."""
    if type == "boolean":
        return (True, False)
    units = [unit for unit in every(rules, "unit", Unit) if unit.measures == type]
    return tuple(unit.key for unit in units) or every(rules, type, Entry)
