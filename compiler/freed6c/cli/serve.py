"""freed6c serve: look at the site of a pack while it is written."""

from __future__ import annotations

import gc
import sys
import time
from threading import Thread
from typing import TYPE_CHECKING, Final

import click

from freed6c.cli.exits import UNWRITABLE, USAGE
from freed6c.cli.layers import with_layers
from freed6c.cli.report import fault

if TYPE_CHECKING:
    from freed6c.cli.serving.editions import Edition, Press
    from freed6c.cli.serving.server import Server
    from freed6c.cli.serving.telling import Teller

POLL: Final = 0.2
"""Seconds between two looks at the files."""


@click.command()
@click.argument("pack")
@with_layers
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8006,
    show_default=True,
    help="Where on this machine; 0 takes any that is free.",
)
def serve(pack: str, layers: tuple[str, ...], port: int) -> None:
    """Serve the site of PACK on this machine, and build it again whenever a file changes.

    Nothing is written. Open pages load themselves anew; while the pack has errors, they say which.
    """
    from freed6c.cli.serving.editions import Press
    from freed6c.cli.serving.server import HERE, Server
    from freed6c.cli.serving.telling import Teller

    press, teller, begun = Press(pack, layers), Teller(), time.time_ns()
    edition = next_edition(press, teller)
    if not press.folders:
        sys.exit(USAGE)  # there is no such pack, as was said
    try:
        server = Server(port, edition)
    except OSError as error:
        click.echo(f"freed6c cannot serve there: {error}; try --port 0", err=True)
        sys.exit(UNWRITABLE)
    click.echo(f"http://{HERE}:{server.server_port}/ (Ctrl+C ends it)")
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        _keep_up(press, teller, server, begun)
    except KeyboardInterrupt:
        server.shutdown()


def _keep_up(press: Press, teller: Teller, server: Server, begun: int) -> None:
    """Build again after every change since the first build began, until somebody ends it."""
    from freed6c.cli.serving.watching import seen, seen_before

    known = seen_before(press.folders, begun)
    while True:
        time.sleep(POLL)
        found = seen(press.folders)
        if found != known:
            known = found
            server.replace(next_edition(press, teller))
            gc.collect()  # commands do without, but this one stays


def next_edition(press: Press, teller: Teller) -> Edition:
    """Build the site, and tell the terminal how that went."""
    begun = time.perf_counter()
    try:
        edition, compiled = press.edition()
    except Exception as error:  # noqa: BLE001 - whoever writes goes on writing
        said = fault(error)
        click.echo(said, err=True)
        return press.faulty(said)
    took = time.perf_counter() - begun
    if said := teller.tell(compiled):
        click.echo(said, err=True)
    if not edition.problem:
        click.echo(f"{len(edition.files)} files in {took:.2f} s")
    return edition
