"""Shows what compiling found, and ends the command where it found errors."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

from freed6c.cli.exits import PACK_ERRORS, USAGE
from freed6c.diagnostics.codes import loading

if TYPE_CHECKING:
    from freed6c.pipeline import Compiled

FORMATS = ("text", "concise", "json")


def show(compiled: Compiled, format_: str, *, err: bool = False) -> None:
    """Print the diagnostics: on standard output, or beside it where that carries something else."""
    from freed6c.diagnostics.render import RENDERERS

    text = RENDERERS[format_](compiled.diagnostics, compiled.sources)
    if text:
        click.echo(text.rstrip("\n"), err=err)


def stop(compiled: Compiled) -> NoReturn:
    """End the command after errors; a pack that is not there is wrong usage."""
    missing = any(found.code is loading.NO_SUCH_PACK for found in compiled.diagnostics)
    sys.exit(USAGE if missing else PACK_ERRORS)
