"""Questions to answer before an action, and the reading of answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Self, cast

from ..amounts import Quantity
from ..entries.actions import Action, EffectRoll, Pick, Rule
from ..entries.dice import Dice
from ..entries.tables import Band, Condition, Table, Track
from ..entries.world import Ability, Skill, Specialization, Value
from ..finding import NotFoundError, kind_word, kind_words, with_article
from ..record import Entry, Record, Ref
from ..situation import term
from .facts import WHOLE, entries_of, read_value, units_of
from .state import RefusedError, every, find_called, lookup, spoken

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from ..entries.actions import Input
    from ..record import ChoiceWord
    from ..situation import Rules
    from .state import Fact, Names


class Question(Record):
    """A question to answer before an action.

    - `key`: the key of the answer in `Choices.given`. `target`, `ally` and `opponents` are not
      facts but actors; pass them to `act` as arguments of these names.
    - `name`: the question in words.
    - `type`: the type of the answer: `integer`, `boolean`, `text`; a measure of units (`length`); a
      kind of entries (`band`); `row`; `rating` for an ability, a skill or a specialization;
      `character`.
    - `options`: the possible answers: entries, True and False, or whole numbers. For a measure, the
      keys of its units. Empty for types without a list of answers.
    - `rules`: the ruleset of the question.
    - `of`: the id of the entry that contains the answer, such as the table of a row.
    """

    key: str
    name: str
    type: str
    options: Sequence[Entry | int | str] = ()
    rules: Rules
    of: str = ""

    def read(self, answer: Fact) -> Fact:
        """Return an answer as a value; text is read in the notation of the type.

        `Choices.given` takes both forms. Raises RefusedError for an invalid answer, with the
        notation or the valid answers.
        """
        try:
            return self._read(answer)
        except ValueError as problem:
            raise RefusedError(
                f"{self} cannot be {_answer_text(answer)}: {problem}"
            ) from None

    def _read(self, answer: Fact) -> Fact:
        """Return an answer as a value. Raises ValueError with a fix for an invalid answer."""
        return read_answer(self.rules, self.type, answer, self.of)

    def __str__(self) -> str:
        return self.name if self.name == self.key else f"{self.name} ({self.key})"


def _answer_text(answer: Fact) -> str:
    return (
        answer.id if isinstance(answer, Entry | Ref) else str(answer).strip() or "empty"
    )


class UnansweredError(RefusedError):
    """A refusal because `questions` have no answer."""

    def __init__(self, questions: Iterable[Question], *reasons: str) -> None:
        self.questions = tuple(questions)
        super().__init__(*reasons)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...], dict[str, object]]:
        return type(self), (self.questions, *self.reasons), vars(self)


RATINGS: Final = (Ability, Skill, Specialization)
"""The kinds of entries with a die code on a sheet."""


class OpenWord(NamedTuple):
    """A word in rules that always means a choice, such as `chosen-skill`.

    - `name`: the name of the choice; `{}` in it is replaced by `term` in the wording of the rules.
    - `kinds`: the kinds of entries that can be chosen. Without kinds, the answer is a number. A
      difficulty can be an entry or a number.
    """

    name: str
    kinds: tuple[type[Entry], ...] = ()
    term: str = ""

    def name_in(self, rules: Rules) -> str:
        """Return the name in the wording of the rules: `Chosen talent` if a skill is a talent."""
        return self.name.format(term(rules, self.term)) if self.term else self.name


CHOICES: Final[Mapping[str, OpenWord]] = {
    "ability": OpenWord("{} used with the skill", (Ability,), "Ability"),
    "chosen-ability": OpenWord("Chosen {}", (Ability,), "ability"),
    "chosen-action": OpenWord("Chosen {}", (Action,), "action"),
    "chosen-condition": OpenWord("Chosen {}", (Condition,), "condition"),
    "chosen-effect": OpenWord("Chosen effect", (Pick,)),
    "chosen-skill": OpenWord("Chosen {}", (Skill, Specialization, Ability), "skill"),
    "difficulty": OpenWord("{}", (Band,), "Difficulty"),
    "effect-roll": OpenWord("{}", (EffectRoll,), "Effect roll"),
    "instead-of": OpenWord("Rating to replace", RATINGS),
    "number": OpenWord("Number"),
    "rank": OpenWord("{}", (), "Rank"),
    "with": OpenWord("Rating to roll", (*RATINGS, Value)),
}
"""The words that mean a choice, and have the same meaning in all actions."""


class OpenQuestion(Question):
    """A question for one of the `CHOICES`."""

    def _read(self, answer: Fact) -> Fact:
        value = _read_word(self.rules, CHOICES[self.key].kinds, answer)
        if isinstance(self.options, range) and value not in self.options:
            low, high = self.options[0], self.options[-1]
            raise ValueError(f"write a number from {low} to {high}")
        return value


class ParticipantQuestion(Question):
    """A question for an actor, as target, ally or opponent."""

    def _read(self, answer: Fact) -> Fact:
        del answer
        raise ValueError(f"pass a character to `act`, as `{self.key}`")


def question(rules: Rules, key: str) -> Question:
    """Return the question for one of the `CHOICES`, such as `chosen-skill`.

    A difficulty is a band or a number; only a number if the rules have no bands.
    """
    name, kinds = CHOICES[key].name_in(rules), CHOICES[key].kinds
    options = tuple(
        entry
        for kind in kinds
        for entry in (
            rules.once(difficulties)
            if kind is Band
            else every(rules, kind_word(kind), kind)
        )
    )
    if not kinds or (Band in kinds and not options):
        type = "integer"
    elif kinds[: len(RATINGS)] == RATINGS:
        type = "rating"
    else:
        type = kind_word(kinds[0])
    return OpenQuestion(key=key, name=name, type=type, options=options, rules=rules)


def difficulties(rules: Rules) -> tuple[Band, ...]:
    """Return the bands that can be a difficulty, such as `Hard`.

    A benchmark that a procedure or track uses for its ranks has bands that name ranks instead.
    These count as difficulties only if there are no other bands.
    """
    ranked: tuple[Dice | Track, ...] = (
        *every(rules, "dice", Dice),
        *every(rules, "track", Track),
    )
    rank_ids = {entry.ranks.id for entry in ranked if entry.ranks is not None}
    bands = every(rules, "band", Band)
    return tuple(band for band in bands if band.parent.id not in rank_ids) or bands


def fact_question(rules: Rules, key: str, ask: Input) -> Question:
    """Return the question of a rule or an action under a key of its `inputs`."""
    of = "" if ask.of is None else ask.of.id
    options = _options(rules, ask.type, of)
    return Question(
        key=key, name=ask.name, type=ask.type, options=options, rules=rules, of=of
    )


def choice_question(rules: Rules, key: str, word: ChoiceWord) -> Question:
    """Return the question under a key of `Action.choose`.

    `word` is the id of a table, for a choice among its rows, or a kind of entries.
    """
    table = lookup(rules, word)
    if isinstance(table, Table):
        name, type, of = table.name, "row", table.id
    else:
        name = f"{spoken(key).capitalize()}, {with_article(spoken(word))}"
        type, of = word, ""
    if key in CHOICES:
        name = CHOICES[key].name_in(rules)
    options = _options(rules, type, of)
    return Question(key=key, name=name, type=type, options=options, rules=rules, of=of)


def number_of(rules: Rules, band: Band) -> Question:
    """Return the question for a number in the range of a band that has no number."""
    low, high = band.range.low, band.range.high
    options = () if low is None or high is None else range(low, high + 1)
    name = f"Number of {band.name}, {band.range}"
    return OpenQuestion(
        key="number", name=name, type="integer", options=options, rules=rules
    )


PARAMETERS = {"ally": "ally", "opponent": "opponents", "opponents": "opponents"}
"""The parameters of `act` by the roles that they fill."""


def participant_question(rules: Rules, key: str, role: str) -> Question:
    """Return the question for an actor in a `role`; `key` is the parameter of `act`."""
    name = f"a character as {role}" if role == key else role
    return ParticipantQuestion(key=key, name=name, type="character", rules=rules)


def _options(rules: Rules, type: str, of: str = "") -> tuple[Entry | int | str, ...]:
    """Return the possible answers of a type; empty for numbers and text."""
    if type == "boolean":
        return (True, False)
    units = units_of(rules, type)
    return tuple(unit.key for unit in units) or entries_of(rules, type, of)


# Answers.


def read_answer(rules: Rules, type: str, answer: Fact, of: str = "") -> Fact:
    """Return an answer as a value of a type.

    Raises ValueError, with the notation, for an invalid answer and for a quantity below 0.
    """
    value = read_value(rules, type, answer, of)
    if isinstance(value, Quantity) and value.amount < 0:
        raise ValueError(
            f"a {type} cannot be below 0: write {value * -1}, or 0 {value.unit}"
        )
    return value


def read_facts(
    rules: Rules, entry: Entry | None, given: Names, accepted: Container[str] = ()
) -> dict[str, Fact]:
    """Return facts by name, each read as the type of the question that it answers.

    The question can be one of `entry`, one of the `CHOICES`, or one of a rule. Facts that are None
    are left out. Names in `accepted` need no question. Raises RefusedError with a reason for each
    invalid fact, and for each fact without a question.
    """
    facts: dict[str, Fact] = {}
    reasons: list[str] = []
    for name, value in given.items():
        if value is None:
            continue
        if not isinstance(cast("object", name), str):
            reasons.append(f"{type(name).__name__} is not the key of a question")
            continue
        if (asked := _question_of(rules, entry, name)) is not None:
            try:
                facts[name] = asked.read(value)
            except RefusedError as refused:
                reasons += refused.reasons
        elif name in accepted:
            facts[name] = value
        else:
            reasons.append(_not_asked(rules, entry, name))
    if reasons:
        raise RefusedError(*reasons)
    return facts


def _question_of(rules: Rules, entry: Entry | None, name: str) -> Question | None:
    """Return the question that a fact answers, or None."""
    sources: tuple[Entry | None, ...] = (entry,)
    if isinstance(entry, Pick):  # a purchase can answer the questions of any action
        sources = every(rules, "action", Action)
    for source in sources:
        if isinstance(source, Action | Rule) and name in source.inputs:
            return fact_question(rules, name, source.inputs[name])
        if isinstance(source, Action) and name in source.choose:
            return choice_question(rules, name, source.choose[name])
    if name in CHOICES:
        return question(rules, name)
    for rule in every(rules, "rule", Rule):
        if name in rule.inputs:
            return fact_question(rules, name, rule.inputs[name])
    return None


def _read_word(rules: Rules, kinds: tuple[type[Entry], ...], value: Fact) -> Fact:
    """Return the answer to one of the `CHOICES`; text is read as a number or a name."""
    if isinstance(value, Entry | Ref | int):
        return value  # checked when it is used
    numbers = not kinds or Band in kinds
    if numbers and isinstance(value, str) and WHOLE.fullmatch(value.strip()):
        return int(value)
    if not kinds:
        raise ValueError("write a number")
    if not isinstance(value, str):
        options = f"{'number or ' if numbers else ''}{kind_words(kinds, rules.terms)}"
        raise ValueError(f"expected {with_article(options)}")  # noqa: TRY004
    try:
        if Band in kinds:
            bands = {band.id: band for band in rules.once(difficulties)}
            match = rules.names.find(value, "band", lambda entry: entry.id in bands)
            return bands[match.id]
        return find_called(rules, value, *kinds)
    except NotFoundError as problem:
        raise ValueError(str(problem)) from None


def _not_asked(rules: Rules, entry: Entry | None, name: str) -> str:
    """Return the reason why a fact without a question is refused."""
    from difflib import get_close_matches

    own_keys = tuple(_question_keys(entry))
    rule_keys = (key for rule in every(rules, "rule", Rule) for key in rule.inputs)
    matches = get_close_matches(name, (*own_keys, *rule_keys, *CHOICES), 1)
    suggestion = f" (did you mean {matches[0]}?)" if matches else ""
    message = "no rule needs" if entry is None else f"{entry.name} does not need"
    keys = f": it needs {', '.join(own_keys)}" if own_keys else ""
    return f"{message} {name}{suggestion}{keys}"


def _question_keys(entry: Entry | None) -> Iterator[str]:
    """Yield the keys of the questions of an entry and its check."""
    if isinstance(entry, Action):
        yield from entry.choose
    if isinstance(entry, Action | Rule):
        yield from entry.inputs
    check = entry.check if isinstance(entry, Action) else None
    if check and (len(check.with_) > 1 or "chosen" in check.with_):
        yield "with"
    if check and check.against and check.against.difficulty == "chosen":
        yield "difficulty"
