"""freed6c lsp: the language server, for editors."""

from __future__ import annotations

import gc
import re
import sys
from typing import TYPE_CHECKING, Final

import click

from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from typing import BinaryIO


@click.command("lsp")
def command() -> None:
    """Start the language server for editors.

    Editors start it and talk to it over standard input and output. It needs pygls, which
    pip install 'freed6c[lsp]' installs.

    \b
    Example, in the settings of your editor:
      freed6c lsp
    """  # noqa: D301 - click reads the escape itself
    try:
        from freed6c.editor.server import make_server
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"{error.name} is missing: pip install 'freed6c[lsp]'"
        ) from None
    gc.enable()  # disabled for short commands, but this one keeps running
    make_server().start_io(_Messages(sys.stdin.buffer))  # type: ignore[arg-type]


LONGEST_LINE: Final = 4096
"""The longest header line of a message, in bytes."""
TOO_LONG: Final = re.compile(rb"Content-Length: *\d{9}", re.IGNORECASE)
"""The header of a message of 100 MB or more, for which a buffer would be allocated."""


@dataclass(frozen=True)
class _Messages:
    """The input stream of messages from an editor."""

    stream: BinaryIO

    def readline(self) -> bytes:
        """Return a header line of a message."""
        line = self.stream.readline(LONGEST_LINE)
        if TOO_LONG.match(line):
            raise click.UsageError("the message has 100 MB or more")
        return line

    def read(self, size: int) -> bytes:
        """Return the content of a message."""
        return self.stream.read(size)
