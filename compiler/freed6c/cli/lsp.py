"""freed6c lsp: the language server, for editors."""

from __future__ import annotations

import gc
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from typing import BinaryIO


@click.command("lsp")
def command() -> None:
    """Serve an editor that speaks the language server protocol, over standard input and output.

    Editors start it. It needs pygls: pip install 'freed6c[lsp]'.
    """
    try:
        from freed6c.editor.server import make_server
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"{error.name} is missing: pip install 'freed6c[lsp]'"
        ) from None
    gc.enable()  # commands do without, but this one stays
    make_server().start_io(_Messages(sys.stdin.buffer))  # type: ignore[arg-type]


LONGEST_LINE: Final = 4096
"""Of what stands before a message, in bytes."""
TOO_LONG: Final = re.compile(rb"Content-Length: *\d{9}", re.IGNORECASE)
"""The length of a message that no editor sends: 100 MB or more, for which room would be made."""


@dataclass(frozen=True, slots=True)
class _Messages:
    """What an editor writes."""

    stream: BinaryIO

    def readline(self) -> bytes:
        """A line of what stands before a message."""
        line = self.stream.readline(LONGEST_LINE)
        if TOO_LONG.match(line):
            raise click.UsageError("a message of 100 MB or more cannot be read")
        return line

    def read(self, size: int) -> bytes:
        """A message."""
        return self.stream.read(size)
