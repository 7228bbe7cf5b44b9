"""freed6c serve: compile a pack again at each change, and make the pages that are requested."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from functools import cached_property, partial
from hashlib import sha256
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path, PurePosixPath
from string import Template
from threading import BoundedSemaphore, Condition, Lock, Thread
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import unquote, urlsplit

import click

from freed6c.cli import completing
from freed6c.cli.options import with_layers
from freed6c.cli.report import OUR_FAULT, UNWRITABLE, USAGE, exit_code, unexpected
from freed6c.cli.watching import changes
from freed6c.diagnostics.render import render_details, render_summary
from freed6c.document.documents import Documents
from freed6c.emit.files import OutputFile
from freed6c.emit.html import assets, site_files
from freed6c.packs.lazy import dataclass
from freed6c.packs.location import Location, Span
from freed6c.pipeline import base_game, compile_packs, with_publishing_checks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.emit.html import SiteFiles
    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import Pack, Sources

    # The code and message of a diagnostic; its address, or its file and the text of its line.
    Known: TypeAlias = tuple[str, str, Location | tuple[str, str] | None]


@click.command("serve")
@click.argument("pack", shell_complete=completing.packs)
@with_layers
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8006,
    show_default=True,
    help="Port to listen on; 0 for any free port.",
)
def command(pack: str, layers: tuple[str, ...], port: int) -> None:
    """Start a preview server.

    Builds the site of PACK, and builds it again whenever a file changes. Open pages reload
    automatically; if the pack has errors, they list them. Nothing is written to disk.

    \b
    Examples:
      freed6c serve my-house-rules
      freed6c serve core --with my-house-rules --port 0
    """  # noqa: D301 - click reads the escape itself
    builder, reporter = SiteBuilder(pack, layers), BuildReporter()
    begun = time.time_ns()
    edition = next_edition(builder, reporter)
    if not builder.folders:
        sys.exit(USAGE)  # the pack does not exist, as reported above
    try:
        server = Server(port, edition)
    except OSError as error:
        click.echo(f"cannot listen on port {port}: {error}; try --port 0", err=True)
        sys.exit(UNWRITABLE)
    click.echo(f"http://{HERE}:{server.server_port}/ (press Ctrl+C to stop)")
    Thread(target=server.serve_forever, daemon=True).start()
    with suppress(KeyboardInterrupt):
        for _ in changes(lambda: builder.folders, begun):
            server.replace(next_edition(builder, reporter))
    server.shutdown()
    server.server_close()


def next_edition(builder: SiteBuilder, reporter: BuildReporter) -> Edition:
    """Compile the packs, and print the result."""
    begun = time.perf_counter()
    try:
        edition, compiled = builder.edition()
    except Exception as error:  # noqa: BLE001 - serving continues
        return builder.faulty(error)
    took = time.perf_counter() - begun
    if report := reporter.tell(compiled):
        click.echo(report, err=True)
    if not edition.problem:
        click.echo(f"Compiled {len(compiled.sources)} files in {took:.2f} s")
    return edition


# Messages on the terminal.


@dataclass()
class BuildReporter:
    """A formatter of the diagnostics of each build. Warnings of the last build are only counted."""

    _known: frozenset[Known] = frozenset()

    def tell(self, compiled: Compiled) -> str:
        """Return errors, new warnings, and the numbers of both."""
        problems, sources = compiled.diagnostics, compiled.sources
        keys = {problem: _key(problem, sources) for problem in problems}
        shown = [
            problem
            for problem, key in keys.items()
            if problem.severity == "error" or key not in self._known
        ]
        # Errors can hide warnings, which are not new when they reappear.
        kept = self._known if compiled.failed else frozenset()
        self._known = kept.union(keys.values())
        if not keys:
            return ""
        summary = render_summary(problems, sources).rstrip(".\n")
        # Errors are shown each time, so all that aren't shown are warnings of the last build.
        if old_warnings := len(keys) - len(shown):
            warnings = sum(problem.severity == "warning" for problem in problems)
            only_old = old_warnings == warnings
            summary += " (as before)" if only_old else f" ({old_warnings} as before)"
        return "\n".join(filter(None, (render_details(shown, sources), f"{summary}.")))


def _key(problem: Diagnostic, sources: Sources) -> Known:
    """Return a key that identifies a problem across builds, even if its line has moved."""
    place = None if problem.label is None else problem.label.place
    if isinstance(place, Span):
        lines = sources.get(place.file, "").splitlines()[place.line - 1 : place.line]
        return problem.code.id, problem.message, (place.file, "".join(lines).strip())
    return problem.code.id, problem.message, place


# Editions of the site.


MAKING: Final = Lock()
"""Held while a file is made, since editions share the documents of the base game."""


@dataclass()
class Edition:
    """The site of compiled packs, served until a file changes.

    `site` returns its files, each of which is made when it is first requested; `mark` identifies
    the edition. If packs have errors, `problem` is a page that is served instead of all others.
    """

    site: Callable[[], SiteFiles]
    mark: str
    problem: str = ""

    @cached_property
    def _files(self) -> SiteFiles:
        return self.site()

    def page(self, path: str) -> bytes | None:
        """Return the file at a path, or None; pages get the script that reloads them."""
        try:
            with MAKING:
                file = self._files[path]() if path in self._files else None
        except Exception as error:  # noqa: BLE001 - serving continues
            fault = _fault(error)
            self.problem, self._files = fault.problem, fault.site()
            return self.page(path)
        content = None if file is None else file.content
        if not path.endswith(".html") or not (self.problem or content):
            return content
        return reloading(self.problem or (content or b"").decode(), self.mark).encode()

    def not_found(self) -> bytes:
        """Return the page for paths without a file, which waits for one."""
        return reloading(_notice_page("Page not found", NOT_FOUND), self.mark).encode()


@dataclass()
class SiteBuilder:
    """A builder of editions of a pack with layers.

    The base pack is linked again only if its files change. `folders` has the folders of all packs
    that were read, even with errors.
    """

    target: str
    layers: Sequence[str]
    folders: frozenset[Path] = frozenset()
    _base: tuple[Pack, Ruleset | None] | None = None

    def edition(self) -> tuple[Edition, Compiled]:
        """Return a new edition, and the compiled packs."""
        Path.cwd()  # raises an error if that folder no longer exists
        compiled = with_publishing_checks(
            compile_packs(self.target, self.layers, steps="none")
        )
        self.folders |= set(map(Path, compiled.folders))
        if compiled.ruleset is None:
            errors = [p for p in compiled.diagnostics if p.severity == "error"]
            title = FAULT if exit_code(compiled) == OUR_FAULT else ERRORS
            return _notice(title, render_details(errors, compiled.sources)), compiled
        documents = Documents(compiled.ruleset, lambda: self._base_of(compiled.packs))
        mark = _mark(repr(compiled.sources))
        return Edition(lambda: site_files(documents), mark), compiled

    def faulty(self, error: Exception) -> Edition:
        """Return an edition that shows an internal error, until the next change."""
        named = map(Path, (self.target, *self.layers))
        self.folders |= {folder.resolve() for folder in named if folder.is_dir()}
        return _fault(error)

    def _base_of(self, packs: Sequence[Pack]) -> Ruleset | None:
        if self._base is None or self._base[0].files != packs[0].files:
            self._base = (packs[0], base_game(packs))
        return self._base[1]


def _fault(error: Exception) -> Edition:
    """Print an internal error, and return an edition that shows it."""
    _, report = unexpected(error)
    click.echo(report, err=True)
    return _notice(FAULT, report)


def _notice(title: str, report: str) -> Edition:
    """Return an edition of one page, with the report of the terminal."""
    site = {
        assets.STYLE: partial(OutputFile.text, assets.STYLE, assets.style()),
        assets.ICON: partial(OutputFile.text, assets.ICON, assets.icon()),
    }
    text = f"{WAYS_OUT[title]}\n<pre>{escape(report)}</pre>"
    return Edition(lambda: site, _mark(report), _notice_page(title, text))


def _mark(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


# Served pages. Unlike pages on a disk, they wait for the next edition and then reload.


# Paths of the server itself. No page has them, as keys of entries begin with a letter.
SCRIPT: Final = "-/reload.js"
LOOK: Final = "-/notice.css"
EVENTS: Final = "-/news"
"""The path of the event stream, which sends the mark of each new edition."""
ERRORS: Final = "The pack has errors"
FAULT: Final = "Internal error in freed6c"
WAYS_OUT: Final = {
    ERRORS: "<p>Fix them; the page reloads automatically.</p>",
    FAULT: "<p>Undo your last change; the page reloads automatically.</p>",
}
"""The two reasons for a page instead of the site, each with a suggestion."""
NOT_FOUND: Final = """\
<p>It may have moved. If it comes back, it loads here automatically.</p>
<p><a href="/">Start</a></p>"""


def reloading(page: str, mark: str) -> str:
    """Return a page with the script that reloads it, and without its use of the offline cache."""
    script = f'<script src="/{SCRIPT}" data-mark="{mark}" defer></script>\n'
    online = page.replace(assets.OFFLINE_ATTRIBUTE, "", 1)
    return online.replace("</head>", f"{script}</head>", 1)


def own_file(path: str) -> bytes | None:
    """Return a file of the server itself, or None.

    These are the reload script, the style of notices, and an offline script in the place of the
    site's. It removes an earlier site from the browser's offline cache.
    """
    own = {SCRIPT, LOOK, assets.OFFLINE_SCRIPT}
    return _resource(PurePosixPath(path).name).encode() if path in own else None


def _notice_page(title: str, text: str) -> str:
    words = {"policy": assets.POLICY, "style": assets.STYLE, "icon": assets.ICON}
    page = Template(_resource("notice.html"))
    return page.substitute(words, own=LOOK, title=title, text=text)


def _resource(name: str) -> str:
    """Return the text of a file in the folder `serving`."""
    return (resources.files(__package__) / "serving" / name).read_text(encoding="utf-8")


# The server.


HERE: Final = "127.0.0.1"
NAMES: Final = (HERE, "localhost")
"""The host names in requests that are answered."""
PATIENCE: Final = 10
"""Seconds between events to a waiting page, which detect closed pages, and the timeout of idle
connections."""
MOST: Final = 100
"""The number of concurrent connections: a page holds one for events, and a few while loading."""
# The response to further connections.
FULL: Final = f"""\
HTTP/1.0 503 Service Unavailable\r
Content-Type: text/plain; charset=utf-8\r
\r
freed6c accepts at most {MOST} connections: close some pages.
"""
NO_FILE: Final = "missing.html"
"""A path that no file has: the path of invalid addresses, and the type of the page for others."""
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".xml": "application/xml",
}


class Server(ThreadingHTTPServer):
    """A server of the last edition, reachable from this machine only."""

    daemon_threads = True

    def __init__(self, port: int, edition: Edition) -> None:
        super().__init__((HERE, port), RequestHandler)
        self.edition = edition
        self._edition_changed = Condition()
        self._free = BoundedSemaphore(MOST)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a separate thread, if there are not too many."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
            return
        with suppress(OSError):
            request.sendall(FULL.encode())
        self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a connection, in its thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore connections that browsers close; report other errors."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def replace(self, edition: Edition) -> None:
        """Serve another edition, and notify every waiting page."""
        with self._edition_changed:
            self.edition = edition
            self._edition_changed.notify_all()

    def wait(self, mark: str) -> str:
        """Return the mark of the last edition, as soon as it differs or after a timeout."""
        with self._edition_changed:
            self._edition_changed.wait_for(lambda: self.edition.mark != mark, PATIENCE)
            return self.edition.mark


class RequestHandler(BaseHTTPRequestHandler):
    """A handler of one request. Paths are names in memory: none leads to a disk."""

    server: Server
    timeout = PATIENCE
    server_version = "freed6c"
    sys_version = ""

    def do_GET(self) -> None:
        """Send a file, or the event stream; for HEAD, only the headers of a file."""
        if not self._is_ours():
            return
        if self.command == "GET" and self._path() == EVENTS:
            self._send_marks()
        else:
            self._answer()

    do_HEAD = do_GET  # noqa: N815

    def _is_ours(self) -> bool:
        """True if the request names this server; else send an error.

        This prevents DNS rebinding, by which a foreign site could read the pages.
        """
        port = self.server.server_port
        if self.headers.get("Host") in {f"{name}:{port}" for name in NAMES}:
            return True
        self.send_error(HTTPStatus.FORBIDDEN)
        return False

    def _path(self) -> str:
        try:
            path = unquote(urlsplit(self.path).path).removeprefix("/")
        except ValueError:  # an invalid address
            return NO_FILE
        return f"{path}index.html" if path.endswith("/") or not path else path

    def _answer(self) -> None:
        path, edition, status = self._path(), self.server.edition, HTTPStatus.OK
        content = own_file(path) or edition.page(path)
        if content is None:
            path, content, status = NO_FILE, edition.not_found(), HTTPStatus.NOT_FOUND
        self._begin(status, TYPES.get(PurePosixPath(path).suffix, "text/plain"))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def _send_marks(self) -> None:
        """Send the mark of each edition as it appears, until the page is closed."""
        self._begin(HTTPStatus.OK, "text/event-stream")
        self.end_headers()
        mark = ""
        with suppress(OSError):
            while True:
                mark = self.server.wait(mark)
                self.wfile.write(f"data: {mark}\n\n".encode())
                self.wfile.flush()

    def _begin(self, status: HTTPStatus, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def send_error(self, code: int, *_: str | None) -> None:
        """Send an error without any text of the request."""
        super().send_error(code)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Print nothing: the terminal is for diagnostics."""
