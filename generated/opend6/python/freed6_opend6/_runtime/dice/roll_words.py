"""A roll in words: all its steps, as `freed6c roll` prints them, and in one line.

The roller of a site says the same in the patterns of `ROLLS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..entries.dice import (
    AddAndDrop,
    ChooseOne,
    MapFaces,
    RollAgain,
    Step,
    SubstituteDice,
)
from .pool import letters_of, sides_of
from .steps import calls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..entries.dice import Dice
    from ..entries.tables import Band
    from .pool import Pool
    from .roller import Roll
    from .table import Die, Done


ROLLS: Final[Mapping[str, str]] = {
    "rolled.waited": "the face that it waits for did not show",
    "rolled.nothing": "nothing changes",
    "rolled.none": "there is no die to roll",
    "rolled.faceless": "no die has a face {faces}",
    "rolled.canceled": "{count} each of {tokens} cancel out",
    "rolled.exchanged": "{count} of {before} dice exchanged",
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
    "rolled.event": "{event}: {text}",
}


def _phrase(key: str, **facts: object) -> str:
    return ROLLS[key].format(**facts)


# Everything, line by line.


def lines_of(roll: Roll) -> list[str]:
    """The pool, what each step did, the total, what came of it, and what else the dice mean."""
    steps = list(steps_in_words(roll))
    widest = max((len(name) for name, _ in steps), default=0)
    lines = [str(roll.pool)]
    lines += [f"  {name:{widest}}  {work}" for name, work in steps]
    lines += [total_in_words(roll), *outcome_in_words(roll)]
    texts = event_texts(roll.procedure)
    lines += [event_in_words(key, texts[key]) for key in roll.events]
    return lines


def steps_in_words(roll: Roll) -> Iterator[tuple[str, str]]:
    """The name and the work of each step that had something to do."""
    work = _Work(roll)
    for done in roll.steps:
        step = work.steps[done.step]
        if not done.idle or canceled(step, roll.pool):
            yield step.name, work.text(done)


def total_in_words(roll: Roll) -> str:
    """The total, and what pips have to do with it."""
    if not roll.pips:
        return _phrase("rolled.total", total=roll.total)
    parts = {"dice": roll.total - roll.pips, "pips": f"{roll.pips:+}"}
    return _phrase("rolled.total.pips", total=roll.total, **parts)


def outcome_in_words(roll: Roll) -> Iterator[str]:
    """Success or failure, if something had to be reached."""
    if roll.margin is not None:
        yield judgment(roll.procedure, str(roll.target), roll.margin, roll.rank)


def judgment(procedure: Dice, target: str, margin: int, rank: int | None) -> str:
    """`Against 15: success by 5, rank 1, Slight`."""
    facts = {"target": target, "margin": abs(margin)}
    if not procedure.succeeds(margin):
        if missed := band_of(procedure, procedure.rank_of(margin)):
            return _phrase("rolled.failure.band", band=missed.name, **facts)
        return _phrase("rolled.failure", **facts)
    if band := band_of(procedure, rank):
        return _phrase("rolled.success.band", rank=rank, band=band.name, **facts)
    if procedure.ranks:
        return _phrase("rolled.success.rank", rank=rank, **facts)
    return _phrase("rolled.success", **facts)


def band_of(procedure: Dice, rank: int | None) -> Band | None:
    """The band of a rank; none below the first, or where nothing had to be reached."""
    if procedure.ranks is None or not rank:
        return None
    return procedure.ranks.entry.bands[rank - 1]


def event_texts(procedure: Dice) -> Mapping[str, str]:
    """What the events of a procedure mean, by their keys, as the pack has it."""
    return {
        key: event.text
        for step in procedure.steps
        if isinstance(step, SubstituteDice)
        for key, event in step.events.items()
    }


def event_in_words(key: str, text: str) -> str:
    """What else the dice mean: an event, and its text."""
    label = key.replace("-", " ").capitalize()
    return _phrase("rolled.event", event=label, text=" ".join(text.split()))


# Everything in one line.


def line_of(roll: Roll) -> str:
    """`3 + 5 + Lantern Die 6+4 = 18 (dropped 1) against 15: success by 3, rank 1, Slight`."""
    outcome = "".join(
        f" {text[0].lower()}{text[1:]}" for text in outcome_in_words(roll)
    )
    return f"{dice_in_words(roll)}{outcome}{events_in_words(roll)}"


def dice_in_words(roll: Roll) -> str:
    """What lies on the table, and what it comes to: `3 + 5 + 2 pips = 10 (dropped 1)`.

    Dice of which certain faces are counted are listed: `6, 5, 1: 2 counted`.
    """
    work = _Work(roll)
    kept = [work.face(die, sums=False) for die in roll.dice if die.kept]
    dropped = [work.face(die, sums=False) for die in roll.dice if not die.kept]
    if any(done.count is not None for done in roll.steps):
        listed = _phrase("rolled.comma").join(kept) or _phrase("rolled.none")
        counted = _phrase("rolled.counted", count=roll.total - roll.pips)
        summands = [f"{listed}: {counted}"]
    else:
        summands = kept or ([] if roll.pips else [_phrase("rolled.none")])
    number = abs(roll.pips)
    pips = [f"{number} {'pip' if number == 1 else 'pips'}"] if number else []
    if roll.pips < 0:
        made = f"{' + '.join(summands)} - {pips[0]}".lstrip()
    else:
        made = " + ".join(summands + pips)
    # A single die, or a count, is the total itself.
    if len(summands) != 1 or number or "+" in made:
        made = f"{made} = {roll.total}"
    notes = [note for done in roll.steps for note in work.notes(done)]
    if dropped:
        listed = _phrase("rolled.comma").join(dropped)
        notes.append(_phrase("rolled.dropped", dice=listed))
    return f"{made} ({_phrase('rolled.then').join(notes)})" if notes else made


def events_in_words(roll: Roll) -> str:
    """The events that happened, behind what they happened to: `, critical failure`."""
    return "".join(f", {key.replace('-', ' ')}" for key in roll.events)


# Tokens without effect: some cancel each other, others name faces that no die has.


def canceled(step: Step, pool: Pool) -> int:
    """How many calls of a step meet as many others that undo them."""
    match step:
        case RollAgain():
            sides = ("higher", "lower")
        case AddAndDrop(cancel="one-for-one"):
            sides = ("lowest", "highest")
        case _:
            return 0
    both = min(calls(step, pool, side) for side in sides)
    return min(both, 1) if isinstance(step, RollAgain) and not step.stack else both


def faceless(step: Step, pool: Pool, dice: Iterable[Die]) -> Sequence[int]:
    """The faces that a step was called for and that none of the dice has."""
    if not isinstance(step, MapFaces):
        return ()
    most = max((die.kind.sides for die in dice), default=0)
    faces = (call.number for call in pool.calls if call.token == step.token)
    return [face for face in faces if face > most]


class _Work:
    """Puts into words what a step did, whatever its game calls it."""

    def __init__(self, roll: Roll) -> None:
        self.steps = {step.id: step for step in roll.procedure.steps}
        self.rolled = roll

    def text(self, done: Done) -> str:
        """Everything that a step did."""
        if done.waited:
            return _phrase("rolled.waited")
        step = self.steps[done.step]
        parts = (*self._numbers(done, step), *self._dice(done))
        return _phrase("rolled.then").join(parts) or self._nothing(step)

    def notes(self, done: Done) -> Iterator[str]:
        """What a step did that the dice on the table do not show."""
        yield from self._decided(done)
        yield from self._changed(done)

    def _nothing(self, step: Step) -> str:
        """Why nothing came of it, where that can be told."""
        faces = faceless(step, self.rolled.pool, self.rolled.dice)
        if faces:
            listed = _phrase("rolled.comma").join(map(str, faces))
            return _phrase("rolled.faceless", faces=listed)
        return _phrase("rolled.none" if step.do == "roll" else "rolled.nothing")

    def _numbers(self, done: Done, step: Step) -> Iterator[str]:
        """Tokens that cancel each other, and what changed of the pool or was made of totals."""
        if count := canceled(step, self.rolled.pool):
            called = filter(self.rolled.pool.called, letters_of(step))
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
        yield from self._decided(done)

    def _decided(self, done: Done) -> Iterator[str]:
        """The action that was chosen, and the set that was kept."""
        if done.choice:
            step = self.steps[done.step]
            assert isinstance(step, ChooseOne)
            yield _phrase("rolled.chosen", choice=step.choices[done.choice].name)
        if done.set is not None:
            totals = _phrase("rolled.and").join(map(str, done.totals))
            key, number = f"rolled.sets.{_side(done.totals, done.set)}", done.set + 1
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
        """`3`, `Lantern Die 6+4 = 10`, `Lantern Die d8 5`; with `sums` off, only `6+4`."""
        faces = "+".join(map(str, die.shown))
        if sums and len(die.shown) > 1:
            faces = _phrase("rolled.die.chain", faces=faces, value=die.value)
        if die.kind.sides != sides_of(self.rolled.procedure.die):
            faces = _phrase("rolled.die.sides", sides=die.kind.sides, die=faces)
        if die.kind.special and die.kind.source in self.steps:
            source = self.steps[die.kind.source].name
            return _phrase("rolled.die", source=source, die=faces)
        return faces


def _side(totals: Sequence[int], kept: int) -> str:
    """Which of the totals was kept, in a word."""
    if len(set(totals)) == 1:
        return "equal"
    _, _, *more = totals
    high, low = ("highest", "lowest") if more else ("higher", "lower")
    return high if totals[kept] == max(totals) else low
