"""The command line: one file per command, imported when the command is called.

Lists of commands show the first line of a command's help. `report.py` ends a command with its
exit code, `progress.py` shows stages that take long (`stage.set(…)` in the pipeline), `scaffold/`
has the templates of new packs and `serving/` the files that `serve` adds to a site.

To add a command: write a file in `cli/` with its `command`, a row in `README.md` and a test in
`tests/test_cli.py`.
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
    """Every command and the first paragraph of its help, read from its file: none is imported."""
    words: dict[str, str] = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        _, _, command = path.read_text(encoding="utf-8").partition("\ndef command(")
        if command:
            paragraph = command.split('"""')[1].partition("\n\n")[0]
            words[path.stem] = " ".join(paragraph.split())
    return words


@contextmanager
def _ending_as_promised() -> Iterator[None]:
    """Tell in a line what is wrong on a command line, with as much of it as can be read.

    What Ctrl+C ends, ends with a code of its own: click has the one of a pack with errors.
    """
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nAborted!", err=True)
        sys.exit(INTERRUPTED)
    except click.exceptions.NoArgsIsHelpError:
        raise  # it is the help of all, in its own lines
    except click.ClickException as error:
        from freed6c.diagnostics.diagnostic import cut
        from freed6c.diagnostics.render import visible_line

        vars(error).update(message=visible_line(cut(error.message)))
        raise


class Commands(click.Group):
    """The commands, each of them `command` in the module of its name."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command, or complete one. Ends where no shell asks as this does."""
        if reason := unanswerable(os.environ):
            click.echo(reason, err=True)
            sys.exit(USAGE)
        make_sayable(os.environ)
        return super().main(*args, **options)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what stands before the name of a command, and the name."""
        with _ending_as_promised():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Read the rest of the command line, and run the command."""
        with _ending_as_promised():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, sorted."""
        del ctx
        return sorted(summaries())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name; None where there is no such command."""
        del ctx
        module = f"{__name__}.{cmd_name}"
        if not cmd_name.isidentifier() or find_spec(module) is None:
            return None
        command: click.Command | None = getattr(import_module(module), "command", None)
        return command

    def get_help(self, ctx: click.Context) -> str:
        """The help of all, which is remembered for next time."""
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
    """Compile tabletop rules kept as data into Python, Markdown, HTML and JSON.

    A PACK is a folder with a pack.yaml, or the name of one that comes with freed6c, such as core.

    \b
    Examples:
      freed6c new my-house-rules
      freed6c build rulesets/core
      freed6c check my-house-rules
      freed6c serve my-house-rules
      freed6c list core skills
      freed6c odds "5D" --difficulty 10
    """  # noqa: D301 - click reads the escape itself
    Path.cwd()  # raises where it is gone: else nothing would be found in it, and all be well
