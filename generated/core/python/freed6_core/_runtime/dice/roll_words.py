"""Describe a roll in words: all of its steps, as `freed6c roll` prints them, or one line.

The roller of a site uses the same patterns, `ROLLS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..entries.dice import (
    ChooseOne,
    DropDice,
    MapFaces,
    RollAgain,
    Step,
    SubstituteDice,
)
from .pool import sides_of
from .steps import calls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..entries.dice import Dice, RollOutcome
    from ..entries.tables import Band
    from .pool import Pool
    from .roller import RollResult
    from .table import Die, Done


ROLLS: Final[Mapping[str, str]] = {
    "rolled.waited": "not triggered",
    "rolled.nothing": "nothing changes",
    "rolled.none": "no dice to roll",
    "rolled.faceless": "no die has a face {faces}",
    "rolled.canceled": "{count} each of {tokens} cancel out",
    "rolled.exchanged": "{count} of {before} dice swapped",
    "rolled.dice": "{before} dice become {after}",
    "rolled.pips": "{before} pips become {after}",
    "rolled.counted": "{count} counted",
    "rolled.chosen": "chosen: {choice}",
    "rolled.sets.higher": "sets of {totals}; the higher is kept, the {place}",
    "rolled.sets.lower": "sets of {totals}; the lower is kept, the {place}",
    "rolled.sets.highest": "sets of {totals}; the highest is kept, the {place}",
    "rolled.sets.lowest": "sets of {totals}; the lowest is kept, the {place}",
    "rolled.sets.equal": "sets of {totals}; the {place} is kept",
    "rolled.fell": "rolled {dice}",
    "rolled.aside": "set aside {dice}",
    "rolled.dropped": "dropped {dice}",
    "rolled.becomes": "{die} counts as {value}",
    "rolled.die": "{source} {die}",
    "rolled.die.sides": "d{sides} {die}",
    "rolled.die.chain": "{faces} = {value}",
    "rolled.and": " and ",
    "rolled.comma": ", ",
    "rolled.then": "; ",
    "rolled.place.1": "first",
    "rolled.place.2": "second",
    "rolled.place.3": "third",
    "rolled.place.4": "fourth",
    "rolled.place.5": "fifth",
    "rolled.place": "{number}th",
    "rolled.total": "Total {total}",
    "rolled.total.pips": "Total {total}: {dice} and {pips} in pips",
    "rolled.failure": "Against {target}: failure by {margin}",
    "rolled.failure.band": "Against {target}: failure by {margin}, {band}",
    "rolled.success": "Against {target}: success by {margin}",
    "rolled.success.rank": "Against {target}: success by {margin}, rank {rank}",
    "rolled.success.band": "Against {target}: success by {margin}, rank {rank}, {band}",
    "rolled.outcome": "{outcome}",
    "rolled.outcome.target": "Against {target}: {outcome}, margin {margin}",
    "rolled.outcome.rank": "Against {target}: {outcome}, margin {margin}, rank {rank}",
    "rolled.event": "{event}: {text}",
}


def _phrase(key: str, **facts: object) -> str:
    return ROLLS[key].format(**facts)


# The report of a roll, with a line for each step.


def lines_of(roll: RollResult) -> list[str]:
    """Return the report of a roll: pool, result of each step, total, outcome and events."""
    steps = list(steps_in_words(roll))
    widest = max((len(name) for name, _ in steps), default=0)
    lines = [str(roll.pool)]
    lines += [f"  {name:{widest}}  {work}" for name, work in steps]
    lines += [total_in_words(roll), *outcome_in_words(roll)]
    texts = event_texts(roll.procedure)
    lines += [event_in_words(key, texts[key]) for key in roll.events]
    return lines


def steps_in_words(roll: RollResult) -> Iterator[tuple[str, str]]:
    """Yield the name and the result of each step that had something to do."""
    work = _StepDescriber(roll)
    for done in roll.steps:
        step = work.steps[done.step]
        if not done.idle or canceled(step, roll.pool):
            yield step.name, work.text(done)


def total_in_words(roll: RollResult) -> str:
    """Return the total, and how much of it comes from dice and from pips."""
    if not roll.pips:
        return _phrase("rolled.total", total=roll.total)
    parts = {"dice": roll.total - roll.pips, "pips": f"{roll.pips:+}"}
    return _phrase("rolled.total.pips", total=roll.total, **parts)


def outcome_in_words(roll: RollResult) -> Iterator[str]:
    """Yield a phrase for the outcome, or for success or failure if the roll had a target."""
    if roll.margin is not None:
        yield judgment(
            roll.procedure, str(roll.target), roll.margin, roll.rank, roll.outcome
        )
    elif roll.outcome is not None:
        yield _phrase("rolled.outcome", outcome=roll.outcome.title)


def judgment(
    procedure: Dice,
    target: str,
    margin: int,
    rank: int | None,
    outcome: RollOutcome | None = None,
) -> str:
    """Return an outcome such as `Against 15: success by 5, rank 1, Slight`."""
    facts = {"target": target, "rank": rank}
    if outcome is not None:
        key = "rolled.outcome.rank" if rank else "rolled.outcome.target"
        return _phrase(key, outcome=outcome.title, margin=f"{margin:+}", **facts)
    key, place = "rolled.success", rank
    if not procedure.succeeds(margin):
        key, place = "rolled.failure", procedure.rank_of(margin)
    if band := band_of(procedure, place):
        return _phrase(f"{key}.band", band=band.name, margin=abs(margin), **facts)
    if procedure.ranks and procedure.succeeds(margin):
        key = "rolled.success.rank"
    return _phrase(key, margin=abs(margin), **facts)


def band_of(procedure: Dice, rank: int | None) -> Band | None:
    """Return the band of a rank; None below the first band or without a target."""
    if procedure.ranks is None or not rank:
        return None
    return procedure.ranks.entry.bands[rank - 1]


def event_texts(procedure: Dice) -> Mapping[str, str]:
    """Return the pack's texts of the events of a procedure, by key."""
    return {
        key: event.text
        for step in procedure.steps
        if isinstance(step, SubstituteDice)
        for key, event in step.events.items()
    }


def event_in_words(key: str, text: str) -> str:
    """Return an event with its text."""
    label = key.replace("-", " ").capitalize()
    return _phrase("rolled.event", event=label, text=" ".join(text.split()))


# The roll in one line.


def line_of(roll: RollResult) -> str:
    """Return a roll as a line.

    For example, `3 + 5 + Lantern Die 6+4 = 18 (dropped 1) against 15: success by 3, rank 1,
    Slight`.
    """
    if roll.margin is None:
        outcome = "".join(f", {text}" for text in outcome_in_words(roll))
    else:
        texts = outcome_in_words(roll)
        outcome = "".join(f" {text[0].lower()}{text[1:]}" for text in texts)
    return f"{dice_in_words(roll)}{outcome}{events_in_words(roll)}"


def dice_in_words(roll: RollResult) -> str:
    """Return the dice on the table with their sum: `3 + 5 + 2 pips = 10 (dropped 1)`.

    If a step counts faces, the dice are a list: `6, 5, 1: 2 counted`.
    """
    work = _StepDescriber(roll)
    kept = [work.face(die, sums=False) for die in roll.dice if die.kept]
    dropped = [work.face(die, sums=False) for die in roll.dice if not die.kept]
    if any(done.count is not None for done in roll.steps):
        dice = _phrase("rolled.comma").join(kept) or _phrase("rolled.none")
        counted = _phrase("rolled.counted", count=roll.total - roll.pips)
        summands = [f"{dice}: {counted}"]
    else:
        summands = kept or ([] if roll.pips else [_phrase("rolled.none")])
    number = abs(roll.pips)
    pips = [f"{number} {'pip' if number == 1 else 'pips'}"] if number else []
    if roll.pips < 0:
        sum_text = f"{' + '.join(summands)} - {pips[0]}".lstrip()
    else:
        sum_text = " + ".join(summands + pips)
    # A single die, or a count, is the total itself.
    if len(summands) != 1 or number or "+" in sum_text:
        sum_text = f"{sum_text} = {roll.total}"
    notes = [note for done in roll.steps for note in work.notes(done)]
    if dropped:
        dice = _phrase("rolled.comma").join(dropped)
        notes.append(_phrase("rolled.dropped", dice=dice))
    return f"{sum_text} ({_phrase('rolled.then').join(notes)})" if notes else sum_text


def events_in_words(roll: RollResult) -> str:
    """Return the events as a phrase to append: `, critical failure`."""
    return "".join(f", {key.replace('-', ' ')}" for key in roll.events)


# Tokens without effect: some cancel each other out, others name faces that no die has.


def canceled(step: Step, pool: Pool) -> int:
    """Return the number of pairs of opposite calls of a step, which cancel each other out."""
    match step:
        case RollAgain():
            sides = ("higher", "lower")
        case DropDice(cancel="one-for-one"):
            sides = ("lowest", "highest")
        case _:
            return 0
    pairs = min(calls(step, pool, side) for side in sides)
    return min(pairs, 1) if isinstance(step, RollAgain) and not step.stack else pairs


def faceless(step: Step, pool: Pool, dice: Iterable[Die]) -> Sequence[int]:
    """Return the faces that calls for a step name, but that none of the dice has."""
    if not isinstance(step, MapFaces):
        return ()
    most = max((die.kind.sides for die in dice), default=0)
    faces = (call.number for call in pool.calls if call.token == step.token)
    return [face for face in faces if face > most]


class _StepDescriber:
    """Describes the work of each step of a roll."""

    def __init__(self, roll: RollResult) -> None:
        self.steps = {step.id: step for step in roll.procedure.steps}
        self.rolled = roll

    def text(self, done: Done) -> str:
        """Return everything that a step did."""
        if done.waited:
            return _phrase("rolled.waited")
        step = self.steps[done.step]
        parts = (*self._number_changes(done, step), *self._dice(done))
        return _phrase("rolled.then").join(parts) or self._no_result_text(step)

    def notes(self, done: Done) -> Iterator[str]:
        """Yield the results of a step that the dice on the table don't show."""
        yield from self._choices_made(done)
        yield from self._changed(done)

    def _no_result_text(self, step: Step) -> str:
        """Return the reason why a step had no result, if there is one to report."""
        faces = faceless(step, self.rolled.pool, self.rolled.dice)
        if faces:
            listed = _phrase("rolled.comma").join(map(str, faces))
            return _phrase("rolled.faceless", faces=listed)
        return _phrase("rolled.none" if step.do == "roll" else "rolled.nothing")

    def _number_changes(self, done: Done, step: Step) -> Iterator[str]:
        """Yield canceled tokens, and changes of the pool's numbers."""
        if count := canceled(step, self.rolled.pool):
            called = filter(self.rolled.pool.called, step.letters)
            tokens = _phrase("rolled.and").join(called)
            yield _phrase("rolled.canceled", count=count, tokens=tokens)
        if done.dice is not None and done.do == "substitute-dice":
            before, after = done.dice
            yield _phrase("rolled.exchanged", count=before - after, before=before)
        elif done.dice is not None and done.dice[0] != done.dice[1]:
            yield _phrase("rolled.dice", before=done.dice[0], after=done.dice[1])
        if done.pips is not None and done.pips[0] != done.pips[1]:
            yield _phrase("rolled.pips", before=done.pips[0], after=done.pips[1])
        if done.count is not None:
            yield _phrase("rolled.counted", count=done.count)
        yield from self._choices_made(done)

    def _choices_made(self, done: Done) -> Iterator[str]:
        """Yield the action that was chosen, and the set that was kept."""
        if done.tossed is not None:
            yield _phrase("rolled.fell", dice=done.tossed)
        if done.choice:
            step = self.steps[done.step]
            assert isinstance(step, ChooseOne)
            yield _phrase("rolled.chosen", choice=step.choices[done.choice].name)
        if done.set is not None:
            totals = _phrase("rolled.and").join(map(str, done.totals))
            key = f"rolled.sets.{_rank_word(done.totals, done.set)}"
            number = done.set + 1
            place = ROLLS.get(f"rolled.place.{number}")
            place = place or _phrase("rolled.place", number=number)
            yield _phrase(key, totals=totals, place=place)

    def _dice(self, done: Done) -> Iterator[str]:
        if done.rolled:
            key = "rolled.fell" if done.set is None else "rolled.aside"
            yield _phrase(key, dice=self._faces(done.rolled))
        if done.dropped:
            yield _phrase("rolled.dropped", dice=self._faces(done.dropped))
        yield from self._changed(done)

    def _changed(self, done: Done) -> Iterator[str]:
        if done.changed:
            yield _phrase("rolled.comma").join(
                _phrase("rolled.becomes", die=self.face(before), value=after.value)
                for before, after in done.changed
            )

    def _faces(self, dice: Iterable[Die]) -> str:
        return _phrase("rolled.comma").join(map(self.face, dice))

    def face(self, die: Die, *, sums: bool = True) -> str:
        """Return `3`, `Lantern Die 6+4 = 10` or `Lantern Die d8 5`; without `sums`, only `6+4`."""
        faces = "+".join(map(str, die.shown))
        if sums and len(die.shown) > 1:
            faces = _phrase("rolled.die.chain", faces=faces, value=die.value)
        if die.kind.sides != sides_of(self.rolled.procedure.die):
            faces = _phrase("rolled.die.sides", sides=die.kind.sides, die=faces)
        if (die.kind.special or die.kind.counts) and die.kind.source in self.steps:
            source = self.steps[die.kind.source].name
            return _phrase("rolled.die", source=source, die=faces)
        return faces


def _rank_word(totals: Sequence[int], kept: int) -> str:
    """Return a word for the total that was kept, such as `higher`."""
    if len(set(totals)) == 1:
        return "equal"
    _, _, *further = totals
    high, low = ("highest", "lowest") if further else ("higher", "lower")
    return high if totals[kept] == max(totals) else low
