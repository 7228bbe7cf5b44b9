"""The command line, with one module per command, imported when the command is called.

Lists of commands show the first line of a command's help. `report.py` ends a command with its
exit code, `progress.py` shows stages that take long (`stage.set(…)` in the pipeline), `scaffold/`
has the templates of new packs and `serving/` the files that `serve` adds to a site.

To add a command: write a file in `cli/` with its `command`, and a test in `tests/test_cli.py`.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from freed6c import __version__
from freed6c.cache.disk import Disk
from freed6c.cache.replay import remember
from freed6c.cli.completing import make_sayable, unanswerable
from freed6c.cli.report import INTERRUPTED, USAGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@cache
def summaries() -> Mapping[str, str]:
    """Return the first paragraph of each command's help, read from its file without an import."""
    words: dict[str, str] = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        _, _, command = path.read_text(encoding="utf-8").partition("\ndef command(")
        if command:
            paragraph = command.split('"""')[1].partition("\n\n")[0]
            words[path.stem] = " ".join(paragraph.split())
    return words


@contextmanager
def _handling_usage_errors() -> Iterator[None]:
    """Shorten messages about the command line, and end with a separate exit code on Ctrl+C.

    Click would use the exit code of a pack with errors.
    """
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nAborted!", err=True)
        sys.exit(INTERRUPTED)
    except click.exceptions.NoArgsIsHelpError:
        raise  # the general help, in several lines
    except click.ClickException as error:
        from freed6c.diagnostics.diagnostic import cut
        from freed6c.diagnostics.render import visible_line

        vars(error).update(message=visible_line(cut(error.message)))
        raise


class Commands(click.Group):
    """A group of commands. Each is `command` in the module of its name."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command, or complete one. Exit if the shell's completion variables are invalid."""
        if reason := unanswerable(os.environ):
            click.echo(reason, err=True)
            sys.exit(USAGE)
        make_sayable(os.environ)
        return super().main(*args, **options)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options before the name of a command, and the name."""
        with _handling_usage_errors():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Parse the rest of the command line, and run the command."""
        with _handling_usage_errors():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        del ctx
        return sorted(summaries())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, or None."""
        del ctx
        module = f"{__name__}.{cmd_name}"
        if not cmd_name.isidentifier() or find_spec(module) is None:
            return None
        command: click.Command | None = getattr(import_module(module), "command", None)
        return command

    def get_help(self, ctx: click.Context) -> str:
        """Return the general help, and cache it."""
        text = super().get_help(ctx)
        remember(ctx.obj, Disk(), out=f"{text}\n")
        return text

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the list of commands into the help."""
        del ctx
        room = formatter.width - 6 - max(map(len, summaries()))
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, click.Command(name, help=words).get_short_help_str(room))
                    for name, words in summaries().items()
                ]
            )


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def freed6c() -> None:
    """Compile tabletop rules.

    Packs of YAML become a website, a Python package, Markdown and JSON. A PACK is a folder with a
    pack.yaml, or the name of a pack that comes with freed6c, such as core.

    \b
    Examples:
      freed6c new my-house-rules
      freed6c check my-house-rules
      freed6c serve my-house-rules
      freed6c build my-house-rules
      freed6c list core skills
      freed6c odds "5D" --difficulty 10
    """  # noqa: D301 - click reads the escape itself
    Path.cwd()  # raises if the folder was deleted, in which nothing would be found
