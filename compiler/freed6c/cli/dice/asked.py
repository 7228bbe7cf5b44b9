"""What was asked: the ruleset, its dice procedure, the pool. What cannot be read is refused."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, NoReturn

import click

from freed6c.cli.exits import USAGE
from freed6c.cli.layers import with_layers
from freed6c.cli.report import show, stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.dice.pool import Pool
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.odds.answer import Odds


DIFFICULTY = click.IntRange(-10_000, 10_000)
"""No game asks for more, and exact chances of more are numbers that nobody can read."""


class PoolCommand(click.Command):
    """A command that takes a pool: `-2D` is a pool that is wrong, not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if not error.option_name[1:2].isdecimal():
                raise
            raise click.UsageError(
                "a pool begins with its dice: 5D, 3D+1", ctx
            ) from error


def dice_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of both commands; the command is given what they lead to."""

    @wraps(command)
    def run(
        *, pack: str, layers: tuple[str, ...], named: str | None, **more: object
    ) -> None:
        command(asked(pack, layers, named), **more)

    for option in reversed(OPTIONS):
        run = option(run)
    return run


OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--pack",
        default="core",
        show_default=True,
        help="The pack whose dice are meant: a folder, or a name.",
    ),
    with_layers,
    click.option(
        "--procedure",
        "named",
        help="The id of its dice procedure, such as dice.check. The first, if not given.",
    ),
    click.option(
        "--format",
        "format_",
        type=click.Choice(("text", "json")),
        default="text",
        show_default=True,
        help="text to read, json for tools.",
    ),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A ruleset, and the procedure that is meant."""

    ruleset: Ruleset
    procedure: Dice

    def pool(self, text: str) -> Pool:
        """A pool in the tokens of the procedure. Ends the command where it is none."""
        from freed6c.runtime.dice.pool import parse, typed

        said = typed(text, self.procedure)
        with refusing(said):
            return parse(said, self.procedure, self.ruleset.die_code.pips_per_die)

    def odds(self, text: str) -> Odds:
        """The chances of a pool. Ends the command where it cannot be rolled."""
        from freed6c.runtime.odds.answer import odds

        pool = self.pool(text)
        with refusing(text):
            return odds(self.procedure, pool)

    def plain(self, text: str) -> str:
        """Words of the pack without markup."""
        from freed6c.document.plain_text import plain_text

        return plain_text(self.ruleset, text)

    @property
    def title(self) -> str:
        """`Check (dice.check), Lantern Rules 1.0.0`."""
        manifest = self.ruleset.manifest
        procedure = self.procedure
        return f"{procedure.name} ({procedure.id}), {manifest.cited}"


def asked(pack: str, layers: tuple[str, ...], named: str | None) -> Asked:
    """Compile packs and find the procedure. Ends the command where either is not there."""
    from freed6c.pipeline import compile_packs
    from freed6c.runtime.entries.dice import Dice

    compiled = compile_packs(pack, layers)
    if compiled.ruleset is None:
        show(compiled, "text", err=True)
        stop(compiled)
    known = {one.id: one for one in compiled.ruleset.of(Dice)}
    if not known:
        raise click.UsageError(
            f"{compiled.ruleset.manifest.title} has no dice procedure"
        )
    if named is None:
        return Asked(compiled.ruleset, next(iter(known.values())))
    by_key = {one.key: one for one in known.values()}
    found = known.get(named) or by_key.get(named)
    if found is None:
        raise click.UsageError(_unknown(named, list(known)))
    return Asked(compiled.ruleset, found)


def _unknown(named: str, known: list[str]) -> str:
    from freed6c.packs.suggest import one_line

    help_ = one_line(named, [*known, *(id_.partition(".")[2] for id_ in known)])
    return f"there is no dice procedure '{named}': " + (
        help_ or f"there is {', '.join(known)}"
    )


@contextmanager
def refusing(text: str) -> Iterator[None]:
    """End the command with one message where a pool cannot be read, rolled or reckoned."""
    from freed6c.runtime.dice.pool import PoolError
    from freed6c.runtime.odds import NoExactMethod

    try:
        yield
    except PoolError as error:
        _refuse(str(error), text, error.start, error.end or len(text))
    except NoExactMethod as error:
        _refuse(f"no exact chances can be given: {error}", text, 0, len(text))


def _refuse(message: str, text: str, start: int, end: int) -> NoReturn:
    """Say it, with the characters that it is about underlined."""
    from freed6c.diagnostics.render import window

    part = window(text, start, end)
    first = part.column(start)
    under = " " * first + "^" * max(part.column(end) - first, 1)
    for line in (f"error: {message}", "  |", f"  | {part.shown}", f"  | {under}"):
        click.echo(line.rstrip(), err=True)
    sys.exit(USAGE)
