"""Names that people give to packs on the command line."""

from __future__ import annotations

from typing import Final

import click

VALUES: Final = frozenset({"true", "false", "null"})
"""Words that YAML reads as values: a pack with such a name could not be written."""


def key_of(
    _context: click.Context, _option: click.Parameter, name: str | None
) -> str | None:
    """A name, not a path, if one is given. Raises click.BadParameter for anything else."""
    from freed6c.packs.ids import KEY
    from freed6c.packs.names import DEVICES

    if name is None:
        return None
    if KEY.fullmatch(name) is None:
        raise click.BadParameter("write small letters, digits and single hyphens")
    if name in VALUES:
        raise click.BadParameter(f"YAML reads '{name}' as a value: choose another name")
    if name in DEVICES:
        raise click.BadParameter(
            f"Windows keeps '{name}' for a device: choose another name, such as {name}-rules"
        )
    return name
