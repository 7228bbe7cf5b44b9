"""Names that people give to packs on the command line."""

from __future__ import annotations

import click


def key_of(_context: click.Context, _option: click.Parameter, name: str) -> str:
    """A name, not a path. Raises click.BadParameter for anything else."""
    from freed6c.packs.ids import KEY

    if KEY.fullmatch(name) is None:
        raise click.BadParameter("write small letters, digits and single hyphens")
    return name
