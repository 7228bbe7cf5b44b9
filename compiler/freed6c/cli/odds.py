"""freed6c odds: the exact chances of a pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from freed6c.cli.dice.asked import DIFFICULTY, PoolCommand, dice_options, refusing

if TYPE_CHECKING:
    from freed6c.cli.dice.asked import Asked


@click.command(cls=PoolCommand)
@click.argument("pool")
@click.option(
    "--difficulty",
    "difficulties",
    type=DIFFICULTY,
    multiple=True,
    metavar="N",
    help="A number to reach; may be given several times.",
)
@click.option(
    "--against", "other", metavar="POOL", help="A pool that is rolled against it."
)
@dice_options
def odds(
    question: Asked,
    pool: str,
    difficulties: tuple[int, ...],
    other: str | None,
    format_: str,
) -> None:
    """Tell the exact chances of POOL, written as the pack's dice have it: 5D, "3D+1 B2"."""
    from freed6c.cli.dice.odds_json import odds_json
    from freed6c.cli.dice.odds_text import odds_text
    from freed6c.cli.dice.outlook import Outlook

    mine = question.odds(pool)
    its = None if other is None else question.odds(other)
    write = {"text": odds_text, "json": odds_json}[format_]
    with refusing(pool if other is None else f"{pool} against {other}"):
        said = write(Outlook.of(question, mine, difficulties, its))
    click.echo(said, nl=False)
