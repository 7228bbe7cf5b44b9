"""The command line: one file a command, which is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

import click

from freed6c import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMANDS: Final[Mapping[str, str]] = {
    "build": "Compile PACK into a Python package, Markdown, an HTML site and one JSON document.",
    "check": "Check each of PACKS, with the packs that it extends.",
    "diff": "Tell what is different in pack B, seen from pack A, each with the packs that it"
    " extends.",
    "explain": "Say what a diagnostic CODE or a WORD of packs means, or where a value comes from.",
    "list": "List the entries of PACK, all of them or those of one KIND such as skill (or skills).",
    "new": "Make a folder NAME with a pack of house rules, and an example of every word in it.",
    "odds": "Tell the exact chances of POOL, written as the pack's dice have it: 5D,"
    ' "3D+1 B2".',
    "roll": 'Roll POOL, written as the pack\'s dice have it: 5D, "3D+1 B2". Every step is shown.',
    "serve": "Serve the site of PACK on this machine, and build it again whenever a file changes.",
    "test": "Run the examples of PACK and of the packs that it extends.",
}
"""Every command and how its help begins: what lists them imports none of them."""


class Commands(click.Group):
    """The commands, each of them `command` in the module of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, sorted."""
        del ctx
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name; None where there is no such command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"freed6c.cli.{cmd_name}").command
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the list of commands into the help."""
        del ctx
        room = formatter.width - 6 - max(map(len, COMMANDS))
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, click.Command(name, help=words).get_short_help_str(room))
                    for name, words in COMMANDS.items()
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
