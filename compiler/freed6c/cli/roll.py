"""freed6c roll: roll a pool and show the work."""

from __future__ import annotations

import click

from freed6c.cli.dice.asked import (
    DIFFICULTY,
    Asked,
    PoolCommand,
    dice_options,
    refusing,
)


@click.command(cls=PoolCommand)
@click.argument("pool")
@click.option("--difficulty", type=DIFFICULTY, metavar="N", help="A number to reach.")
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="The same seed rolls the same dice; without one, nobody can foresee them.",
)
@dice_options
def roll(
    question: Asked, pool: str, difficulty: int | None, seed: int | None, format_: str
) -> None:
    """Roll POOL, written as the pack's dice have it: 5D, "3D+1 B2". Every step is shown."""
    import random

    from freed6c.cli.dice.roll_json import roll_json
    from freed6c.cli.dice.roll_text import roll_text
    from freed6c.cli.dice.rolled import Rolled
    from freed6c.runtime.dice.roller import roll

    rng = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
    ready = question.pool(pool)
    with refusing(pool):
        found = roll(question.procedure, ready, rng, difficulty)
    write = {"text": roll_text, "json": roll_json}[format_]
    click.echo(write(Rolled(question, ready, seed, found)), nl=False)
