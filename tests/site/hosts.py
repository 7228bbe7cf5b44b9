"""Hosts of files: what a site is read from once it is online."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLAIN: Final = "rules.test"
"""A host without a certificate: pages are not kept there for where there is no network."""


class _Files(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - as it stands there
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def do_GET(self) -> None:
        """Send what is there: by its time, two builds within a second would be the same."""
        del self.headers["If-Modified-Since"]
        super().do_GET()

    def end_headers(self) -> None:
        # As hosts of files have it.
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *words: object) -> None:
        """Say nothing of what is asked for."""


class _Host(ThreadingHTTPServer):
    def handle_error(self, *_request: object) -> None:
        """A browser that hangs up is nothing to speak of."""


@contextmanager
def hosted(folder: Path, port: int = 0, name: str = "127.0.0.1") -> Iterator[str]:
    """The address of a folder, as long as the block lasts."""
    with _Host(("127.0.0.1", port), partial(_Files, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{name}:{server.server_port}"
        server.shutdown()
