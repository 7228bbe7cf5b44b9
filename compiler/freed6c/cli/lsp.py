"""freed6c lsp: the language server, for editors."""

from __future__ import annotations

import gc

import click


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
    make_server().start_io()
