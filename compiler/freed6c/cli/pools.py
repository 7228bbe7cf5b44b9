"""What `odds` and `roll` share: their options, reading pools, the readings of a procedure."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from freed6c.cli.options import format_option, pack_option, with_layers
from freed6c.cli.report import USAGE, show, stop
from freed6c.diagnostics.render import window
from freed6c.document.plain_text import plain_text
from freed6c.model.shape import written
from freed6c.packs.suggest import did_you_mean_text
from freed6c.pipeline import compile_packs
from freed6c.runtime.dice.pool import Pool, notation_of, parse
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.notation import PoolError, normalize_typed
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Odds, odds
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from freed6c.model.ruleset import Ruleset


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
    pack_option,
    with_layers,
    click.option(
        "--procedure",
        "named",
        help="The id of its dice procedure, such as dice.check. The first, if not given.",
    ),
    format_option(),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A ruleset, and the procedure that is meant."""

    ruleset: Ruleset
    procedure: Dice

    def pool(self, text: str) -> Pool:
        """A pool in the tokens of the procedure. Ends the command where it is none."""
        normalized = normalize_typed(text, notation_of(self.procedure))
        with refusing(normalized):
            return parse(normalized, self.procedure, self.ruleset.die_code.pips_per_die)

    def odds(self, text: str) -> Odds:
        """The chances of a pool. Ends the command where it cannot be rolled."""
        pool = self.pool(text)
        with refusing(text):
            return odds(self.procedure, pool)

    def plain(self, text: str) -> str:
        """Words of the pack without markup."""
        return plain_text(self.ruleset, text)

    @property
    def title(self) -> str:
        """`Check (dice.check), Lantern Rules 1.0.0`."""
        manifest = self.ruleset.manifest
        procedure = self.procedure
        return f"{procedure.name} ({procedure.id}), {manifest.cited}"


def asked(pack: str, layers: tuple[str, ...], named: str | None) -> Asked:
    """Compile packs and find the procedure. Ends the command where either is not there."""
    compiled = compile_packs(pack, layers)
    if compiled.ruleset is None:
        show(compiled, "text", err=True)
        stop(compiled)
    procedures = {dice.id: dice for dice in compiled.ruleset.of(Dice)}
    if not procedures:
        raise click.UsageError(
            f"{compiled.ruleset.manifest.title} has no dice procedure"
        )
    if named is None:
        return Asked(compiled.ruleset, next(iter(procedures.values())))
    by_key = {dice.key: dice for dice in procedures.values()}
    procedure = procedures.get(named) or by_key.get(named)
    if procedure is None:
        raise click.UsageError(_unknown(named, list(procedures)))
    return Asked(compiled.ruleset, procedure)


def _unknown(named: str, known: list[str]) -> str:
    help_ = did_you_mean_text(
        named, [*known, *(id_.partition(".")[2] for id_ in known)]
    )
    return f"there is no dice procedure '{named}': " + (
        help_ or f"there is {', '.join(known)}"
    )


@contextmanager
def refusing(text: str) -> Iterator[None]:
    """End the command with one message where a pool cannot be read, rolled or reckoned."""
    try:
        yield
    except PoolError as error:
        _refuse(str(error), text, error.start, error.end or len(text))
    except NoExactMethod as error:
        _refuse(f"no exact chances can be given: {error}", text, 0, len(text))


def _refuse(message: str, text: str, start: int, end: int) -> NoReturn:
    """Say it, with the characters that it is about underlined."""
    part = window(text, start, end)
    first = part.column(start)
    under = " " * first + "^" * max(part.column(end) - first, 1)
    for line in (f"error: {message}", "  |", f"  | {part.shown}", f"  | {under}"):
        click.echo(line.rstrip(), err=True)
    sys.exit(USAGE)


# The readings in use: every step of a procedure with its parameters, whatever they are.


WORDS: Final = frozenset(field.name for field in written(Entry)) | {"says"}
"""Names and words: they are for people, and change nothing."""


def readings(procedure: Dice) -> Iterator[tuple[str, str]]:
    """The procedure itself, then its steps: the name of each, and all its settings."""
    yield procedure.name, _listed(procedure)
    for step in procedure.steps:
        yield step.name, _listed(step)


def settings(record: Record) -> Mapping[str, object]:
    """The fields by their keys in packs, those that are as assumed included; empty ones not."""
    words = {*WORDS, "steps"} if isinstance(record, Entry) else frozenset[str]()
    found = {
        field.key: getattr(record, field.name)
        for field in written(type(record))
        if field.name not in words and not field.prose
    }
    does = {"do": found.pop("do")} if "do" in found else {}
    return {
        key: value
        for key, value in {**does, **found}.items()
        if value is not None and value not in ("", (), {})
    }


def _listed(record: Record) -> str:
    return "; ".join(f"{key} {_said(value)}" for key, value in settings(record).items())


def _said(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Ref():
            return value.id.rpartition(".")[2]
        case tuple():
            return ", ".join(map(_said, value))
        case dict():
            return ", ".join(f"{key}: {_said(one)}" for key, one in value.items())
        case Record():
            return f"({_listed(value)})"
        case _:
            return str(value)


# By which rules an answer was found, for tools: the ruleset, the procedure and its
# readings.


def origin(asked: Asked) -> dict[str, Any]:
    """The members that begin every answer."""
    manifest, procedure = asked.ruleset.manifest, asked.procedure
    return {
        "ruleset": {
            "id": manifest.id,
            "title": manifest.title,
            "version": manifest.version,
        },
        "procedure": {
            "id": procedure.id,
            "name": procedure.name,
            "readings": _plain(procedure),
            "steps": [
                {"id": step.id, "name": step.name, "readings": _plain(step)}
                for step in procedure.steps
            ],
        },
    }


def _plain(value: object) -> Any:
    match value:
        case Ref():
            return value.id
        case tuple():
            return [_plain(one) for one in value]
        case dict():
            return {key: _plain(one) for key, one in value.items()}
        case Record():
            return {key: _plain(one) for key, one in settings(value).items()}
        case _:
            return value
