"""The option that puts more packs on one: the same for every command that compiles."""

from __future__ import annotations

import click

with_layers = click.option(
    "--with",
    "layers",
    multiple=True,
    metavar="PACK",
    help="Another pack to layer on it; may be given several times, in any order.",
)
