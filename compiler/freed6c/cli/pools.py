"""Shared parts of `odds` and `roll`: options, parsing of pools, the readings of a procedure."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import click

from freed6c.cli import completing
from freed6c.cli.compiling import compiled_packs
from freed6c.cli.options import format_option, pack_option, with_layers
from freed6c.cli.output import members, settings
from freed6c.cli.report import USAGE, ruleset_of
from freed6c.packs.lazy import dataclass
from freed6c.runtime.dice.pool import Pool, parse_typed
from freed6c.runtime.dice.roll_words import event_texts
from freed6c.runtime.notation import PoolError, die_in
from freed6c.runtime.odds import OddsError
from freed6c.runtime.odds.answer import Odds, odds
from freed6c.runtime.record import Record, Ref
from freed6c.runtime.situation import procedure_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.entries.tables import Band
    from freed6c.runtime.record import Entry


E = TypeVar("E", bound="Entry")

DIFFICULTY = click.IntRange(-10_000, 10_000)
"""A range beyond the difficulties of games, within which exact odds are readable."""


class PoolCommand(click.Command):
    """A command with a pool as its argument: `-2D` is an invalid pool, not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line."""
        ctx.allow_extra_args = True
        try:
            rest = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if not error.option_name[1:2].isdecimal():
                raise
            raise click.UsageError(
                "a pool begins with its dice: 5D, 3D+1", ctx
            ) from error
        if rest and not ctx.resilient_parsing:
            whole = " ".join((ctx.params["pool"], *rest))
            raise click.UsageError(f'put the pool in quotes: "{whole}"', ctx)
        return rest


def dice_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of both commands. The command receives their result as an `Asked`."""

    @wraps(command)
    def run(
        *, pack: str, layers: tuple[str, ...], named: str | None, **more: object
    ) -> None:
        command(_asked(pack, layers, named, str(more["pool"])), **more)

    procedure_option = click.option(
        "--procedure",
        "named",
        show_default="the first of the pack",
        help="Id of the dice procedure, such as dice.check.",
        shell_complete=completing.procedures,
    )
    # The last option is the first in the help.
    for option in (format_option(), procedure_option, with_layers, pack_option):
        run = option(run)
    return run


@dataclass(frozen=True)
class Asked:
    """The ruleset and the dice procedure selected on the command line."""

    ruleset: Ruleset
    procedure: Dice

    def pool(self, text: str) -> Pool:
        """Parse a pool in the tokens of the procedure. Exit if it is invalid."""
        with refusing(text):
            return parse_typed(text, self.procedure, self.ruleset.die_code.pips_per_die)

    def odds(self, text: str) -> Odds:
        """Return the odds of a pool. Exit if it cannot be rolled."""
        with refusing(text):
            return odds(self.procedure, self.pool(text))

    def event_text(self, key: str) -> str:
        """Return the text of an event, without markup."""
        from freed6c.document.plain_text import plain_text

        return plain_text(self.ruleset, event_texts(self.procedure)[key])

    @property
    def title(self) -> str:
        """The procedure and the ruleset: `Check (dice.check), Lantern Rules 1.0.0`."""
        cited = self.ruleset.manifest.cited
        return f"{self.procedure.name} ({self.procedure.id}), {cited}"


def _asked(pack: str, layers: tuple[str, ...], named: str | None, pool: str) -> Asked:
    """Compile packs and find the procedure, by the die of `2d6`. Exit if either is missing."""
    ruleset = ruleset_of(compiled_packs(pack, layers))
    procedures: tuple[Dice, ...] = every(ruleset, "dice")
    if not procedures:
        raise click.UsageError(f"{ruleset.manifest.title} has no dice procedure")
    if named is None:
        return Asked(ruleset, procedure_for(ruleset, die_in(pool)) or procedures[0])
    from freed6c.diagnostics.suggest import did_you_mean

    ids, keys = [dice.id for dice in procedures], [dice.key for dice in procedures]
    for names in (ids, keys):
        if named in names:
            return Asked(ruleset, procedures[names.index(named)])
    help_ = (
        "".join(map(str, did_you_mean(named, [*ids, *keys], 2)))
        or f"expected {' or '.join(ids)}"
    )
    raise click.UsageError(f"unknown dice procedure '{named}': {help_}")


def every(ruleset: Ruleset, kind: str) -> tuple[E, ...]:
    """Return all entries of a kind by name, so that only these are built from the cache."""
    return cast("tuple[E, ...]", ruleset.every(kind))


@contextmanager
def refusing(text: str) -> Iterator[None]:
    """Exit with a message if a pool cannot be parsed, rolled or calculated."""
    try:
        yield
    except PoolError as error:
        _refuse(str(error), text, error.start, error.end or len(text))
    except OddsError as error:
        _refuse(f"exact odds are not available: {error}", text, 0, len(text))


def _refuse(message: str, text: str, start: int, end: int) -> NoReturn:
    """Print a message with the characters at fault underlined, and exit."""
    from freed6c.diagnostics.render import visible_line, window

    part = window(text, start, end)
    column = part.column(start)
    under = " " * column + "^" * max(part.column(end) - column, 1)
    for line in (
        f"error: {visible_line(message)}",
        "  |",
        f"  | {part.shown}",
        f"  | {under}",
    ):
        click.echo(line.rstrip(), err=True)
    sys.exit(USAGE)


# The readings of a procedure: all settings of it and of its steps, which determine the result.


def readings(procedure: Dice) -> Iterator[tuple[str, str]]:
    """Yield the name and all settings of the procedure, then of each step."""
    for entry in (procedure, *procedure.steps):
        yield entry.name, _listed(entry)


def _listed(record: Record) -> str:
    return "; ".join(f"{key} {_text(value)}" for key, value in settings(record).items())


def _text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Ref():
            return value.id.rpartition(".")[2]
        case tuple():
            return ", ".join(map(_text, value))
        case dict():
            return ", ".join(f"{key}: {_text(inner)}" for key, inner in value.items())
        case Record():
            return f"({_listed(value)})"
        case _:
            return str(value)


def origin(asked: Asked) -> dict[str, Any]:
    """Return the first members of JSON documents: ruleset, procedure and readings."""
    procedure, *steps = (
        {**members(entry, "id", "name"), "readings": entry}
        for entry in (asked.procedure, *asked.procedure.steps)
    )
    return {
        "ruleset": members(asked.ruleset.manifest, "id", "title", "version"),
        "procedure": {**procedure, "steps": steps},
    }


def rank_members(rank: int, band: Band | None) -> dict[str, Any]:
    """Return the members for a rank and its band, if it has one."""
    return {"rank": rank, **band_members(band)}


def band_members(band: Band | None) -> dict[str, Any]:
    """Return the members for a band of ranks, if there is one."""
    id_, name = (None, None) if band is None else (band.id, band.name)
    return {"band": id_, "name": name}
