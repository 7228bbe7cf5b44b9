"""freed6c roll: roll a pool and show the work."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from freed6c.cli.odds import columns, events
from freed6c.cli.output import json_text, wrapped
from freed6c.cli.pools import (
    DIFFICULTY,
    Asked,
    PoolCommand,
    dice_options,
    origin,
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
    question: Asked, pool: str, difficulty: int | None, seed: int | None, format_: str
) -> None:
    """Roll POOL, written as the pack's dice have it: 5D, "3D+1 B2". Every step is shown."""
    rng = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
    ready = question.pool(pool)
    with refusing(pool):
        result = roll(question.procedure, ready, rng, difficulty)
    write = {"text": roll_text, "json": roll_json}[format_]
    click.echo(write(Rolled(question, ready, seed, result)), nl=False)


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


def roll_json(found: Rolled) -> str:
    """One document with all the work."""
    roll = found.roll
    return json_text(
        **origin(found.asked),
        pool=str(found.pool),
        seed=found.seed,
        total=roll.total,
        difficulty=roll.target,
        margin=roll.margin,
        success=roll.success,
        rank=_rank(found),
        events=_events(found),
        dice=[_die(die) for die in roll.dice],
        pips=roll.pips,
        steps=[_done(done) for done in roll.steps],
    )


def _rank(found: Rolled) -> dict[str, Any] | None:
    if found.roll.rank is None:
        return None
    band = found.band
    return {
        "rank": found.roll.rank,
        "band": band.id if band else None,
        "name": band.name if band else None,
    }


def _events(found: Rolled) -> list[dict[str, str]]:
    known = events(found.asked.procedure)
    return [
        {"event": key, "text": found.asked.plain(known[key].text)}
        for key in found.roll.events
    ]


def _done(done: Done) -> dict[str, Any]:
    return {
        "step": done.step,
        "do": done.do,
        "idle": done.idle,
        "waited": done.waited,
        "dice": done.dice,
        "pips": done.pips,
        "rolled": [_die(die) for die in done.rolled],
        "dropped": [_die(die) for die in done.dropped],
        "changed": [
            {"before": _die(before), "after": _die(after)}
            for before, after in done.changed
        ],
        "totals": done.totals,
        "set": done.set,
        "count": done.count,
        "choice": done.choice or None,
    }


def _die(die: Die) -> dict[str, Any]:
    return {
        "sides": die.kind.sides,
        "source": die.kind.source,
        "faces": die.faces,
        "shown": die.shown,
        "value": die.value,
        "kept": die.kept,
    }


# Tokens without effect: some cancel each other, others name faces that no die has.


def cancelled(step: Step, pool: Pool) -> int:
    """How many calls of a step meet as many others that undo them."""
    if isinstance(step, RollAgain):
        both = _meeting(step, pool, ("higher", "lower"))
        return both if step.stack else min(both, 1)
    if isinstance(step, AddAndDrop) and step.cancel == "one-for-one":
        return _meeting(step, pool, ("lowest", "highest"))
    return 0


def _meeting(step: RollAgain | AddAndDrop, pool: Pool, sides: tuple[str, str]) -> int:
    return min(
        sum(pool.called(token) for token, said in step.token.items() if said == side)
        for side in sides
    )


def faceless(step: Step, pool: Pool, dice: Iterable[Die]) -> Sequence[int]:
    """The faces that a step was called for and that none of the dice has."""
    if not isinstance(step, MapFaces):
        return ()
    most = max((die.kind.sides for die in dice), default=0)
    faces = (call.number for call in pool.calls if call.token == step.token)
    return [face for face in faces if face > most]


# Phrases for what each step did, and for the result.


def steps(found: Rolled) -> Iterator[tuple[str, str]]:
    """The name and the work of each step that had something to do."""
    known = {step.id: step for step in found.asked.procedure.steps}
    work = _Work(known, found)
    for done in found.roll.steps:
        if not done.idle or cancelled(known[done.step], found.pool):
            yield known[done.step].name, work.said(done)


def total(found: Rolled) -> str:
    """The total, and what pips have to do with it."""
    roll = found.roll
    if not roll.pips:
        return _say("rolled.total", total=roll.total)
    parts = {"dice": roll.total - roll.pips, "pips": f"{roll.pips:+}"}
    return _say("rolled.total.pips", total=roll.total, **parts)


def outcome(found: Rolled) -> Iterator[str]:
    """Success or failure, if something had to be reached."""
    roll, band = found.roll, found.band
    if roll.margin is None:
        return
    said = {"target": roll.target, "margin": abs(roll.margin)}
    if not roll.success:
        yield _say("rolled.failure", **said)
    elif band:
        yield _say("rolled.success.band", rank=roll.rank, band=band.name, **said)
    elif found.asked.procedure.ranks:
        yield _say("rolled.success.rank", rank=roll.rank, **said)
    else:
        yield _say("rolled.success", **said)


def happened(found: Rolled) -> Iterator[str]:
    """What else the dice mean."""
    known = events(found.asked.procedure)
    for key in found.roll.events:
        words = " ".join(found.asked.plain(known[key].text).split())
        yield _say("rolled.event", event=label_of(key), text=words)


def _say(key: str, **fields: object) -> str:
    return PHRASES[key].format(**fields)


@dataclass(frozen=True, slots=True)
class _Work:
    """Puts into words what a step did, whatever its game calls it."""

    steps: Mapping[str, Step]
    found: Rolled

    def said(self, done: Done) -> str:
        """Everything that a step did."""
        if done.waited:
            return _say("rolled.waited")
        step = self.steps[done.step]
        parts = [*self._cancelled(step), *self._numbers(done), *self._sets(done)]
        parts += self._dice(done)
        return _say("rolled.then").join(parts) or self._nothing(step)

    def _nothing(self, step: Step) -> str:
        """Why nothing came of it, where that can be told."""
        faces = faceless(step, self.found.pool, self.found.roll.dice)
        if faces:
            said = _say("rolled.comma").join(map(str, faces))
            return _say("rolled.faceless", faces=said)
        return _say("rolled.none" if step.do == "roll" else "rolled.nothing")

    def _cancelled(self, step: Step) -> Iterator[str]:
        pool = self.found.pool
        if count := cancelled(step, pool):
            tokens = _say("rolled.and").join(filter(pool.called, letters_of(step)))
            yield _say("rolled.cancelled", count=count, tokens=tokens)

    def _numbers(self, done: Done) -> Iterator[str]:
        if done.dice is not None and done.do == "substitute-dice":
            before, after = done.dice
            yield _say("rolled.exchanged", count=before - after, before=before)
        elif done.dice is not None and done.dice[0] != done.dice[1]:
            yield _say("rolled.dice", before=done.dice[0], after=done.dice[1])
        if done.pips is not None and done.pips[0] != done.pips[1]:
            yield _say("rolled.pips", before=done.pips[0], after=done.pips[1])
        if done.count is not None:
            yield _say("rolled.counted", count=done.count)
        if done.choice:
            step = self.steps[done.step]
            assert isinstance(step, ChooseOne)
            yield _say("rolled.chosen", choice=step.choices[done.choice].name)

    def _sets(self, done: Done) -> Iterator[str]:
        if done.set is not None:
            totals = _say("rolled.and").join(map(str, done.totals))
            key = f"rolled.sets.{_side(done.totals, done.set)}"
            yield _say(key, totals=totals, place=_place(done.set + 1))

    def _dice(self, done: Done) -> Iterator[str]:
        if done.rolled:
            key = "rolled.fell" if done.set is None else "rolled.aside"
            yield _say(key, dice=self._faces(done.rolled))
        if done.dropped:
            yield _say("rolled.dropped", dice=self._faces(done.dropped))
        if done.changed:
            yield _say("rolled.comma").join(
                _say("rolled.becomes", die=self._face(before), value=after.value)
                for before, after in done.changed
            )

    def _faces(self, dice: Iterable[Die]) -> str:
        return _say("rolled.comma").join(map(self._face, dice))

    def _face(self, die: Die) -> str:
        """`3`, `Lantern Die 6+4 = 10`, `Lantern Die d8 5`."""
        said = "+".join(map(str, die.shown))
        if len(die.shown) > 1:
            said = _say("rolled.die.chain", faces=said, value=die.value)
        if die.kind.sides != sides_of(self.found.asked.procedure.die):
            said = _say("rolled.die.sides", sides=die.kind.sides, die=said)
        if die.kind.special and die.kind.source in self.steps:
            source = self.steps[die.kind.source].name
            return _say("rolled.die", source=source, die=said)
        return said


def _side(totals: Sequence[int], kept: int) -> str:
    """Which of the totals was kept, in a word."""
    if len(set(totals)) == 1:
        return "equal"
    high = totals[kept] == max(totals)
    _, _, *more = totals
    if more:
        return "highest" if high else "lowest"
    return "higher" if high else "lower"


def _place(number: int) -> str:
    known = PHRASES.get(f"rolled.place.{number}")
    return known or _say("rolled.place", number=number)


# A roll for people at a terminal.


def roll_text(found: Rolled) -> str:
    """The pool, what each step did, and what came of it."""
    lines = [
        str(found.pool),
        found.asked.title,
        "",
        *_rows(steps(found)),
        "",
        total(found),
        *outcome(found),
        *(
            line
            for words in happened(found)
            for line in wrapped(words, width=columns())
        ),
    ]
    return "\n".join(lines) + "\n"


def _rows(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    known = list(rows)
    wide = max((len(name) for name, _ in known), default=0)
    for name, work in known:
        yield from wrapped(work, 2, head=f"{name:{wide}}  ", width=columns())
