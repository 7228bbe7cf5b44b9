"""freed6c roll: roll a pool and show the work."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from freed6c.cli.output import columns, json_text, members, rows, wrapped
from freed6c.cli.pools import (
    DIFFICULTY,
    Asked,
    PoolCommand,
    dice_options,
    origin,
    rank_members,
    refusing,
)
from freed6c.document.phrases import PHRASES
from freed6c.document.wording import label_of
from freed6c.runtime.dice.pool import Pool, letters_of, sides_of
from freed6c.runtime.dice.roller import Roll, roll
from freed6c.runtime.entries.dice import (
    AddAndDrop,
    ChooseOne,
    MapFaces,
    RollAgain,
    Step,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.runtime.dice.table import Die, Done
    from freed6c.runtime.entries.tables import Band


@click.command("roll", cls=PoolCommand)
@click.argument("pool")
@click.option("--difficulty", type=DIFFICULTY, metavar="N", help="A number to reach.")
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="The same seed rolls the same dice; without one, nobody can foresee them.",
)
@dice_options
def command(
    asked: Asked, pool: str, difficulty: int | None, seed: int | None, format_: str
) -> None:
    """Roll POOL, written as the pack's dice have it: 5D, "3D+1 B2". Every step is shown."""
    rng = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
    ready = asked.pool(pool)
    with refusing(pool):
        result = roll(asked.procedure, ready, rng, difficulty)
    write = {"text": roll_text, "json": roll_json}[format_]
    click.echo(write(Rolled(asked, ready, seed, result)), nl=False)


# Results.


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll, of which pool, and from which seed if there was one."""

    asked: Asked
    pool: Pool
    seed: int | None
    roll: Roll

    @property
    def band(self) -> Band | None:
        """The band of the rank; none below the first, or where nothing had to be reached."""
        ranks = self.asked.procedure.ranks
        if ranks is None or not self.roll.rank:
            return None
        return ranks.entry.bands[self.roll.rank - 1]


# A roll for tools: schemas/roll.schema.json.


def roll_json(rolled: Rolled) -> str:
    """One document with all the work."""
    roll = rolled.roll
    return json_text(
        **origin(rolled.asked),
        pool=str(rolled.pool),
        seed=rolled.seed,
        total=roll.total,
        difficulty=roll.target,
        **members(roll, "margin", "success"),
        rank=None if roll.rank is None else rank_members(roll.rank, rolled.band),
        events=[
            {"event": key, "text": rolled.asked.event_text(key)} for key in roll.events
        ],
        dice=[_die(die) for die in roll.dice],
        pips=roll.pips,
        steps=[_done(done) for done in roll.steps],
    )


def _done(done: Done) -> dict[str, Any]:
    return {
        **members(done, "step", "do", "idle", "waited", "dice", "pips"),
        "rolled": [_die(die) for die in done.rolled],
        "dropped": [_die(die) for die in done.dropped],
        "changed": [
            {"before": _die(before), "after": _die(after)}
            for before, after in done.changed
        ],
        **members(done, "totals", "set", "count"),
        "choice": done.choice or None,
    }


def _die(die: Die) -> dict[str, Any]:
    return {
        **members(die.kind, "sides", "source"),
        **members(die, "faces", "shown", "value", "kept"),
    }


# Tokens without effect: some cancel each other, others name faces that no die has.


def cancelled(step: Step, pool: Pool) -> int:
    """How many calls of a step meet as many others that undo them."""
    match step:
        case RollAgain():
            sides = ("higher", "lower")
        case AddAndDrop(cancel="one-for-one"):
            sides = ("lowest", "highest")
        case _:
            return 0
    both = min(
        sum(pool.called(token) for token, meant in step.token.items() if meant == side)
        for side in sides
    )
    return min(both, 1) if isinstance(step, RollAgain) and not step.stack else both


def faceless(step: Step, pool: Pool, dice: Iterable[Die]) -> Sequence[int]:
    """The faces that a step was called for and that none of the dice has."""
    if not isinstance(step, MapFaces):
        return ()
    most = max((die.kind.sides for die in dice), default=0)
    faces = (call.number for call in pool.calls if call.token == step.token)
    return [face for face in faces if face > most]


# Phrases for what each step did, and for the result.


def steps(rolled: Rolled) -> Iterator[tuple[str, str]]:
    """The name and the work of each step that had something to do."""
    known = {step.id: step for step in rolled.asked.procedure.steps}
    work = _Work(known, rolled)
    for done in rolled.roll.steps:
        if not done.idle or cancelled(known[done.step], rolled.pool):
            yield known[done.step].name, work.text(done)


def total(rolled: Rolled) -> str:
    """The total, and what pips have to do with it."""
    roll = rolled.roll
    if not roll.pips:
        return _phrase("rolled.total", total=roll.total)
    parts = {"dice": roll.total - roll.pips, "pips": f"{roll.pips:+}"}
    return _phrase("rolled.total.pips", total=roll.total, **parts)


def outcome(rolled: Rolled) -> Iterator[str]:
    """Success or failure, if something had to be reached."""
    roll, band = rolled.roll, rolled.band
    if roll.margin is None:
        return
    facts = {"target": roll.target, "margin": abs(roll.margin)}
    if not roll.success:
        yield _phrase("rolled.failure", **facts)
    elif band:
        yield _phrase("rolled.success.band", rank=roll.rank, band=band.name, **facts)
    elif rolled.asked.procedure.ranks:
        yield _phrase("rolled.success.rank", rank=roll.rank, **facts)
    else:
        yield _phrase("rolled.success", **facts)


def happened(rolled: Rolled) -> Iterator[str]:
    """What else the dice mean."""
    for key in rolled.roll.events:
        text = " ".join(rolled.asked.event_text(key).split())
        yield _phrase("rolled.event", event=label_of(key), text=text)


def _phrase(key: str, **facts: object) -> str:
    return PHRASES[key].format(**facts)


@dataclass(frozen=True, slots=True)
class _Work:
    """Puts into words what a step did, whatever its game calls it."""

    steps: Mapping[str, Step]
    rolled: Rolled

    def text(self, done: Done) -> str:
        """Everything that a step did."""
        if done.waited:
            return _phrase("rolled.waited")
        step = self.steps[done.step]
        parts = (*self._numbers(done, step), *self._dice(done))
        return _phrase("rolled.then").join(parts) or self._nothing(step)

    def _nothing(self, step: Step) -> str:
        """Why nothing came of it, where that can be told."""
        faces = faceless(step, self.rolled.pool, self.rolled.roll.dice)
        if faces:
            listed = _phrase("rolled.comma").join(map(str, faces))
            return _phrase("rolled.faceless", faces=listed)
        return _phrase("rolled.none" if step.do == "roll" else "rolled.nothing")

    def _numbers(self, done: Done, step: Step) -> Iterator[str]:
        """Tokens that cancel each other, and what changed of the pool or was made of totals."""
        if count := cancelled(step, self.rolled.pool):
            called = filter(self.rolled.pool.called, letters_of(step))
            tokens = _phrase("rolled.and").join(called)
            yield _phrase("rolled.cancelled", count=count, tokens=tokens)
        if done.dice is not None and done.do == "substitute-dice":
            before, after = done.dice
            yield _phrase("rolled.exchanged", count=before - after, before=before)
        elif done.dice is not None and done.dice[0] != done.dice[1]:
            yield _phrase("rolled.dice", before=done.dice[0], after=done.dice[1])
        if done.pips is not None and done.pips[0] != done.pips[1]:
            yield _phrase("rolled.pips", before=done.pips[0], after=done.pips[1])
        if done.count is not None:
            yield _phrase("rolled.counted", count=done.count)
        if done.choice:
            assert isinstance(step, ChooseOne)
            yield _phrase("rolled.chosen", choice=step.choices[done.choice].name)
        if done.set is not None:
            totals = _phrase("rolled.and").join(map(str, done.totals))
            key, number = f"rolled.sets.{_side(done.totals, done.set)}", done.set + 1
            place = PHRASES.get(f"rolled.place.{number}")
            place = place or _phrase("rolled.place", number=number)
            yield _phrase(key, totals=totals, place=place)

    def _dice(self, done: Done) -> Iterator[str]:
        if done.rolled:
            key = "rolled.fell" if done.set is None else "rolled.aside"
            yield _phrase(key, dice=self._faces(done.rolled))
        if done.dropped:
            yield _phrase("rolled.dropped", dice=self._faces(done.dropped))
        if done.changed:
            yield _phrase("rolled.comma").join(
                _phrase("rolled.becomes", die=self._face(before), value=after.value)
                for before, after in done.changed
            )

    def _faces(self, dice: Iterable[Die]) -> str:
        return _phrase("rolled.comma").join(map(self._face, dice))

    def _face(self, die: Die) -> str:
        """`3`, `Lantern Die 6+4 = 10`, `Lantern Die d8 5`."""
        faces = "+".join(map(str, die.shown))
        if len(die.shown) > 1:
            faces = _phrase("rolled.die.chain", faces=faces, value=die.value)
        if die.kind.sides != sides_of(self.rolled.asked.procedure.die):
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


# A roll for people at a terminal.


def roll_text(rolled: Rolled) -> str:
    """The pool, what each step did, and what came of it."""
    lines = [str(rolled.pool), rolled.asked.title, "", *rows(steps(rolled)), ""]
    lines += [total(rolled), *outcome(rolled)]
    for text in happened(rolled):
        lines += wrapped(text, width=columns())
    return "\n".join(lines) + "\n"
