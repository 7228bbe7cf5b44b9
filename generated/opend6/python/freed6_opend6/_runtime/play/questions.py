"""Questions: what somebody has to say or choose before a thing can be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Self, cast

from ..amounts import Quantity
from ..entries.actions import Action, EffectRoll, Pick, Rule
from ..entries.dice import Dice
from ..entries.tables import Band, Condition, Table, Track
from ..entries.world import Ability, Skill, Specialization, Value
from ..finding import NotFound, kind_word, kind_words
from ..record import Entry, Record, Ref
from ..situation import term
from .facts import WHOLE, entries_of, read_value, units_of
from .state import Refused, every, find_called, lookup, spoken

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from ..entries.actions import Ask
    from ..record import ChoiceWord
    from ..situation import Rules
    from .state import Fact, Names


class Question(Record):
    """What has to be said or chosen before something can be done.

    - `key`: the name in `Choices.given` under which the answer goes. `target`, `ally` and
      `opponents` are no facts but people: `act` takes them under these names.
    - `name`: what is asked, for people.
    - `type`: `integer`, `boolean`, `text`; what units measure (`length`); a kind of entries
      (`band`), `row`, or `rating` for an ability, a skill or a specialization; `character`.
    - `fits`: the answers to choose from: entries, True and False, whole numbers. Of a measure, the
      keys of its units. Empty where there is nothing to choose from.
    - `rules`: the ruleset that asks.
    - `of`: the id of the entry that an answer stands in, if it has to stand in a certain one.
    """

    key: str
    name: str
    type: str
    fits: Sequence[Entry | int | str] = ()
    rules: Rules
    of: str = ""

    def read(self, answer: Fact) -> Fact:
        """The answer as it counts, which may be text; `Choices.given` takes either.

        Raises Refused where it is none, with how to write it or the right ones.
        """
        try:
            return self._read(answer)
        except ValueError as problem:
            raise Refused(
                f"{self.key} cannot be {_as_given(answer)}: {problem}"
            ) from None

    def _read(self, answer: Fact) -> Fact:
        """The same. Raises ValueError, with the way out."""
        return read_answer(self.rules, self.type, answer, self.of)

    def __str__(self) -> str:
        return self.name if self.name == self.key else f"{self.name} ({self.key})"


def _as_given(answer: Fact) -> str:
    return answer.id if isinstance(answer, Entry | Ref) else str(answer)


class Unanswered(Refused):
    """Refused, because something was not said or chosen: `questions` tells what."""

    def __init__(self, questions: Iterable[Question], *reasons: str) -> None:
        self.questions = tuple(questions)
        super().__init__(*reasons)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...], dict[str, object]]:
        return type(self), (self.questions, *self.reasons), vars(self)


RATINGS: Final = (Ability, Skill, Specialization)


class OpenWord(NamedTuple):
    """What a word asks for that is a choice wherever it stands: a name, and what it can be.

    What has no class is a number; a difficulty may be one, too.
    """

    name: str
    kinds: tuple[type[Entry], ...] = ()
    term: str = ""

    def name_in(self, rules: Rules) -> str:
        """What it is called in the words of the rules: `name` has the term in braces."""
        return self.name.format(term(rules, self.term)) if self.term else self.name


CHOICES: Final[Mapping[str, OpenWord]] = {
    "ability": OpenWord("{} used with the skill", (Ability,), "Ability"),
    "chosen-ability": OpenWord("Chosen {}", (Ability,), "ability"),
    "chosen-action": OpenWord("Chosen {}", (Action,), "action"),
    "chosen-condition": OpenWord("Chosen {}", (Condition,), "condition"),
    "chosen-skill": OpenWord("Chosen {}", (Skill, Specialization, Ability), "skill"),
    "difficulty": OpenWord("{}", (Band,), "Difficulty"),
    "effect-roll": OpenWord("{}", (EffectRoll,), "Effect roll"),
    "instead-of": OpenWord("What it is used instead of", RATINGS),
    "number": OpenWord("Number"),
    "rank": OpenWord("{}", (), "Rank"),
    "with": OpenWord("What it is rolled with", (*RATINGS, Value)),
}
"""The names that have a meaning of their own, whatever is done."""


class OpenQuestion(Question):
    """What is asked by a word that is a choice wherever it stands."""

    def _read(self, answer: Fact) -> Fact:
        read = _read_word(self.rules, CHOICES[self.key].kinds, answer)
        if isinstance(self.fits, range) and read not in self.fits:
            low, high = self.fits[0], self.fits[-1]
            raise ValueError(f"write a number from {low} to {high}")
        return read


class SomebodyAsked(Question):
    """Who is meant, of those who take part."""

    def _read(self, answer: Fact) -> Fact:
        del answer
        raise ValueError(f"people are given to `act`, as {self.key}")


def question(rules: Rules, key: str) -> Question:
    """What is asked by a word that is a choice wherever it stands, such as `chosen-skill`.

    A difficulty may be a number, and is one where the rules have no bands.
    """
    name, kinds = CHOICES[key].name_in(rules), CHOICES[key].kinds
    fits = tuple(
        entry
        for kind in kinds
        for entry in (
            rules.once(difficulties)
            if kind is Band
            else every(rules, kind_word(kind), kind)
        )
    )
    if not kinds or (Band in kinds and not fits):
        type = "integer"
    elif kinds[: len(RATINGS)] == RATINGS:
        type = "rating"
    else:
        type = kind_word(kinds[0])
    return OpenQuestion(key=key, name=name, type=type, fits=fits, rules=rules)


def difficulties(rules: Rules) -> tuple[Band, ...]:
    """The bands that a difficulty may be: not those that say ranks, if there are others."""
    ranking: tuple[Dice | Track, ...] = (
        *every(rules, "dice", Dice),
        *every(rules, "track", Track),
    )
    of_ranks = {entry.ranks.id for entry in ranking if entry.ranks is not None}
    bands = every(rules, "band", Band)
    return tuple(band for band in bands if band.parent.id not in of_ranks) or bands


def fact_question(rules: Rules, key: str, ask: Ask) -> Question:
    """What a rule or an action asks for under a key."""
    of = "" if ask.of is None else ask.of.id
    fits = _fitting(rules, ask.type, of)
    return Question(
        key=key, name=ask.name, type=ask.type, fits=fits, rules=rules, of=of
    )


def choice_question(rules: Rules, key: str, word: ChoiceWord) -> Question:
    """What an action has one pick first: a row of a table, or an entry of a kind."""
    table = lookup(rules, word)
    if isinstance(table, Table):
        name, type, of = table.name, "row", table.id
    else:
        name, type, of = f"{spoken(key).capitalize()}, a {spoken(word)}", word, ""
    if key in CHOICES:
        name = CHOICES[key].name_in(rules)
    fits = _fitting(rules, type, of)
    return Question(key=key, name=name, type=type, fits=fits, rules=rules, of=of)


def number_of(rules: Rules, band: Band) -> Question:
    """Which number of a band it is, where the band does not say so itself."""
    low, high = band.range.low, band.range.high
    fits = () if low is None or high is None else range(low, high + 1)
    name = f"Number of {band.name}, {band.range}"
    return OpenQuestion(key="number", name=name, type="integer", fits=fits, rules=rules)


PARAMETERS = {"ally": "ally", "opponent": "opponents", "opponents": "opponents"}
"""How `act` takes those who have a role, by their role."""


def somebody(rules: Rules, key: str, role: str) -> Question:
    """Who is meant: `key` is how `act` takes them, `role` what they are to whoever acts."""
    name = f"somebody as {role}" if role == key else role
    return SomebodyAsked(key=key, name=name, type="character", rules=rules)


def _fitting(rules: Rules, type: str, of: str = "") -> tuple[Entry | int | str, ...]:
    """What there is of a type; nothing for numbers and texts, of which there is no end."""
    if type == "boolean":
        return (True, False)
    units = units_of(rules, type)
    return tuple(unit.key for unit in units) or entries_of(rules, type, of)


# Answers.


def read_answer(rules: Rules, type: str, answer: Fact, of: str = "") -> Fact:
    """An answer of a type. What is measured is so much or nothing, never less.

    Raises ValueError, with how to write it, where it is none.
    """
    read = read_value(rules, type, answer, of)
    if isinstance(read, Quantity) and read.amount < 0:
        raise ValueError(
            f"a {type} is not below 0: write {read * -1}, or 0 {read.unit}"
        )
    return read


def read_facts(
    rules: Rules, entry: Entry | None, given: Names, known: Container[str] = ()
) -> dict[str, Fact]:
    """Facts by the types of the questions that an entry or a standing rule asks.

    Those that are None are not given. Names in `known` may be given whatever asks for them. Raises
    Refused, with a reason for each fact that cannot be read, and each that nothing asks for.
    """
    facts: dict[str, Fact] = {}
    reasons: list[str] = []
    for name, value in given.items():
        if value is None:
            continue
        if not isinstance(cast("object", name), str):
            reasons.append(f"{type(name).__name__} is no key of a question")
            continue
        try:
            facts[name] = _read_fact(rules, entry, name, value, known)
        except ValueError as problem:
            reasons.append(f"{name} cannot be {_as_given(value)}: {problem}")
        except LookupError as problem:
            reasons.append(str(problem))
    if reasons:
        raise Refused(*reasons)
    return facts


def _read_fact(
    rules: Rules, entry: Entry | None, name: str, value: Fact, known: Container[str]
) -> Fact:
    """One fact. Raises ValueError where it cannot be read, LookupError where nobody asks for it."""
    asking: tuple[Entry | None, ...] = (entry,)
    if isinstance(entry, Pick):  # what is bought may roll as any action does
        asking = every(rules, "action", Action)
    for asked in asking:
        if isinstance(asked, Action | Rule) and name in asked.asks:
            return _read_asked(rules, asked.asks[name], value)
        if isinstance(asked, Action) and name in asked.choose:
            return _read_choice(rules, asked.choose[name], value)
    if name in CHOICES:
        return _read_word(rules, CHOICES[name].kinds, value)
    for rule in every(rules, "rule", Rule):
        if name in rule.asks:
            return _read_asked(rules, rule.asks[name], value)
    if name in known:
        return value
    raise LookupError(_not_asked(rules, entry, name))


def _read_asked(rules: Rules, ask: Ask, value: Fact) -> Fact:
    return read_answer(rules, ask.type, value, "" if ask.of is None else ask.of.id)


def _read_choice(rules: Rules, word: ChoiceWord, value: Fact) -> Fact:
    """A row of a table, whose id is the word, or an entry of the kind that it names."""
    if isinstance(lookup(rules, word), Table):
        return read_value(rules, "row", value, word)
    return read_value(rules, word, value)


def _read_word(rules: Rules, kinds: tuple[type[Entry], ...], value: Fact) -> Fact:
    """What is given for a word that is a choice wherever it stands."""
    if isinstance(value, Entry | Ref | int):
        return value  # whoever uses it tells where it does not fit
    numbers = not kinds or Band in kinds
    if numbers and isinstance(value, str) and WHOLE.fullmatch(value.strip()):
        return int(value)
    if not kinds:
        raise ValueError("write a number")
    if not isinstance(value, str):
        wanted = f"{'number or ' if numbers else ''}{kind_words(kinds, rules.terms)}"
        raise ValueError(f"it can be: {wanted}")  # noqa: TRY004
    try:
        if Band in kinds:
            known = {band.id: band for band in rules.once(difficulties)}
            found = rules.names.find(value, "band", lambda entry: entry.id in known)
            return known[found.id]
        return find_called(rules, value, *kinds)
    except NotFound as problem:
        raise ValueError(str(problem)) from None


def _not_asked(rules: Rules, entry: Entry | None, name: str) -> str:
    """Why a fact is refused that nothing asks for."""
    from difflib import get_close_matches

    own = tuple(_keys(entry))
    of_rules = (key for rule in every(rules, "rule", Rule) for key in rule.asks)
    near = get_close_matches(name, (*own, *of_rules, *CHOICES), 1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    asking = "no rule asks" if entry is None else f"{entry.name} does not ask"
    asked = f": it asks for {', '.join(own)}" if own else ""
    return f"{asking} for {name}{meant}{asked}"


def _keys(entry: Entry | None) -> Iterator[str]:
    """The keys of the questions that an entry asks, its check included."""
    if isinstance(entry, Action):
        yield from entry.choose
    if isinstance(entry, Action | Rule):
        yield from entry.asks
    check = entry.check if isinstance(entry, Action) else None
    if check and (len(check.with_) > 1 or "chosen" in check.with_):
        yield "with"
    if check and check.against and check.against.difficulty == "chosen":
        yield "difficulty"
