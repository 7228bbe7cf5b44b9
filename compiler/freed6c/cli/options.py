"""Options that several commands share, and rules for names of packs and folders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from freed6c.cli import completing

if TYPE_CHECKING:
    import os
    from collections.abc import Callable


pack_option = click.option(
    "--pack",
    default="core",
    show_default=True,
    help="Pack to use: a folder or a name.",
    shell_complete=completing.packs,
)


def format_option(
    *formats: str,
    help: str = "Output format.",  # noqa: A002 - click's word
) -> Callable[[Any], Any]:
    """Return the option `--format`, with `text` as its default."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats or ("text", "json")),
        default="text",
        show_default=True,
        help=help,
    )


packs_argument = click.argument(
    "packs", nargs=-1, required=True, metavar="PACK...", shell_complete=completing.packs
)


with_layers = click.option(
    "--with",
    "layers",
    multiple=True,
    metavar="PACK",
    help="Pack to layer on top. Repeat the option for more packs, in any order.",
    shell_complete=completing.packs,
)


# Names of packs and folders on the command line.


VALUES: Final = frozenset({"true", "false", "null"})
"""Words that YAML reads as values, so they can't be ids of packs."""


class FolderParameter(click.Path):
    """A folder. A blank name is an error instead of the working folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=False)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path. Exit if it is blank."""
        if not str(value):
            self.fail(
                "the name is blank: name a folder, or omit the option", param, ctx
            )
        return super().convert(value, param, ctx)


def key_of(
    _context: click.Context, _option: click.Parameter, name: str | None
) -> str | None:
    """Return a valid id of a pack, or None. Raise click.BadParameter for invalid ones."""
    from freed6c.packs.ids import KEY, LONGEST_KEY, RESERVED_FILE_NAMES

    if name is None:
        return None
    if KEY.fullmatch(name) is None:
        reason = (
            "use lowercase letters, digits and single hyphens, and begin with a letter"
        )
    elif len(name) > LONGEST_KEY:
        reason = f"use at most {LONGEST_KEY} characters"
    elif name in VALUES:
        reason = f"YAML reads '{name}' as a value: choose another name"
    elif name in RESERVED_FILE_NAMES:
        device = f"Windows reserves '{name}' for a device"
        reason = f"{device}: choose another name, such as {name}-rules"
    else:
        return name
    raise click.BadParameter(reason)
