"""freed6c roll: roll a pool and show the work."""

from __future__ import annotations

import random
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
from freed6c.packs.lazy import dataclass
from freed6c.runtime.dice.roll_words import (
    band_of,
    event_in_words,
    outcome_in_words,
    steps_in_words,
    total_in_words,
)
from freed6c.runtime.dice.roller import RollPlan, RollResult

if TYPE_CHECKING:
    from freed6c.runtime.dice.pool import Pool
    from freed6c.runtime.dice.table import Die, Done


@click.command("roll", cls=PoolCommand)
@click.argument("pool")
@click.option("--difficulty", type=DIFFICULTY, metavar="N", help="Number to reach.")
@click.option(
    "--seed",
    type=int,
    metavar="N",
    show_default="random",
    help="Seed, for a roll that you can repeat.",
)
@dice_options
def command(
    asked: Asked, pool: str, difficulty: int | None, seed: int | None, format_: str
) -> None:
    """Roll a pool and show each step.

    Write POOL in the notation of the pack.

    \b
    Examples:
      freed6c roll 5D
      freed6c roll "3D+1 B2" --difficulty 15
    """  # noqa: D301 - click reads the escape itself
    rng = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
    typed_pool = asked.pool(pool)
    with refusing(pool):
        result = RollPlan(asked.procedure, typed_pool).roll(rng, difficulty)
    write = {"text": roll_text, "json": roll_json}[format_]
    click.echo(write(Rolled(asked, typed_pool, seed, result)), nl=False)


# Results.


@dataclass(frozen=True)
class Rolled:
    """A roll with its pool, and the seed if there is one."""

    asked: Asked
    pool: Pool
    seed: int | None
    roll: RollResult


# A roll for tools: schemas/roll.schema.json.


def roll_json(rolled: Rolled) -> str:
    """Return a roll with all its steps as JSON."""
    roll, asked = rolled.roll, rolled.asked
    band = band_of(roll.procedure, roll.rank)
    return json_text(
        **origin(asked),
        pool=str(rolled.pool),
        seed=rolled.seed,
        total=roll.total,
        difficulty=roll.target,
        **members(roll, "margin", "success"),
        outcome=roll.outcome and members(roll.outcome, "id", "name", "success"),
        rank=None if roll.rank is None else rank_members(roll.rank, band),
        events=[{"event": key, "text": asked.event_text(key)} for key in roll.events],
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
        "tossed": done.tossed,
    }


def _die(die: Die) -> dict[str, Any]:
    return {
        **members(die.kind, "sides", "source"),
        **members(die, "faces", "shown", "value", "kept"),
    }


# A roll for people at a terminal.


def roll_text(rolled: Rolled) -> str:
    """Return the pool, the result of each step, and the outcome, as text."""
    roll = rolled.roll
    lines = [str(rolled.pool), rolled.asked.title, "", *rows(steps_in_words(roll)), ""]
    lines += [total_in_words(roll), *outcome_in_words(roll)]
    for key in roll.events:
        text = event_in_words(key, rolled.asked.event_text(key))
        lines += wrapped(text, width=columns())
    return "\n".join(lines) + "\n"
