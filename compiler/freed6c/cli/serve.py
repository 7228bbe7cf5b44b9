"""freed6c serve: build the site of a pack again at each change, and serve it."""

from __future__ import annotations

import gc
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeAlias

import click

from freed6c.cli.options import with_layers
from freed6c.cli.report import UNWRITABLE, USAGE, fault
from freed6c.cli.server import (
    ERRORS,
    FAULT,
    HERE,
    Server,
    missing_page,
    problem_page,
    reloading,
)
from freed6c.diagnostics.render import render_details, render_summary
from freed6c.document import Documents
from freed6c.emit import emit
from freed6c.emit.html.assets import ICON, STYLE, icon, style
from freed6c.load.files import PackFolder
from freed6c.packs.location import Location, Span
from freed6c.pipeline import Compiled, base_game, compile_packs, with_publishing_checks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import Pack

    Known: TypeAlias = tuple[str, str, Location | tuple[str, str] | None]

    Seen: TypeAlias = frozenset[tuple[Path, int, int]]


POLL: Final = 0.2
"""Seconds between two looks at the files."""


@click.command("serve")
@click.argument("pack")
@with_layers
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8006,
    show_default=True,
    help="Where on this machine; 0 takes any that is free.",
)
def command(pack: str, layers: tuple[str, ...], port: int) -> None:
    """Serve the site of PACK on this machine, and build it again whenever a file changes.

    Nothing is written. Open pages load themselves anew; while the pack has errors, they say which.
    """
    builder, reporter, begun = (
        SiteBuilder(pack, layers),
        BuildReporter(),
        time.time_ns(),
    )
    edition = next_edition(builder, reporter)
    if not builder.folders:
        sys.exit(USAGE)  # there is no such pack, as was said
    try:
        server = Server(port, edition)
    except OSError as error:
        click.echo(f"freed6c cannot serve there: {error}; try --port 0", err=True)
        sys.exit(UNWRITABLE)
    click.echo(f"http://{HERE}:{server.server_port}/ (Ctrl+C ends it)")
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        _keep_up(builder, reporter, server, begun)
    except KeyboardInterrupt:
        server.shutdown()


def _keep_up(
    builder: SiteBuilder, reporter: BuildReporter, server: Server, begun: int
) -> None:
    """Build again after every change since the first build began, until somebody ends it."""
    known = seen_before(builder.folders, begun)
    while True:
        time.sleep(POLL)
        current = seen(builder.folders)
        if current != known:
            known = current
            server.replace(next_edition(builder, reporter))
            gc.collect()  # commands do without, but this one stays


def next_edition(builder: SiteBuilder, reporter: BuildReporter) -> Edition:
    """Build the site, and tell the terminal how that went."""
    begun = time.perf_counter()
    try:
        edition, compiled = builder.edition()
    except Exception as error:  # noqa: BLE001 - whoever writes goes on writing
        report = fault(error)
        click.echo(report, err=True)
        return builder.faulty(report)
    took = time.perf_counter() - begun
    if report := reporter.tell(compiled):
        click.echo(report, err=True)
    if not edition.problem:
        click.echo(f"{len(edition.files)} files in {took:.2f} s")
    return edition


# Messages on the terminal.


@dataclass(slots=True)
class BuildReporter:
    """Formats the diagnostics of each build; warnings that were shown before are only counted."""

    _known: frozenset[Known] = frozenset()

    def tell(self, compiled: Compiled) -> str:
        """Errors, as long as they are there; new warnings; how many there are."""
        problems, sources = compiled.diagnostics, compiled.sources
        keys = {problem: _key(problem, sources) for problem in problems}
        news = [
            problem
            for problem, key in keys.items()
            if problem.severity == "error" or key not in self._known
        ]
        # Errors may hide warnings, which are not new when they come back.
        kept = self._known if compiled.failed else frozenset()
        self._known = kept.union(keys.values())
        if not keys:
            return ""
        summary = render_summary(problems, sources).rstrip(".\n")
        if before := len(keys) - len(news):
            warnings = sum(problem.severity == "warning" for problem in problems)
            count = "" if before == warnings else f"{before} "
            summary += f" ({count}as before)"
        details = render_details(news, sources)
        return "\n".join(filter(None, (details, f"{summary}.")))


def _key(problem: Diagnostic, sources: Mapping[str, str]) -> Known:
    """What identifies a problem across builds, even if its line has moved."""
    place = None if problem.label is None else problem.label.place
    if isinstance(place, Span):
        lines = sources.get(place.file, "").splitlines()[place.line - 1 : place.line]
        return problem.code.id, problem.message, (place.file, "".join(lines).strip())
    return problem.code.id, problem.message, place


# Watching files.


def seen_before(folders: Iterable[Path], then: int) -> Seen:
    """Files last written before a time: only these did a build that began then surely read."""
    return frozenset(file for file in seen(folders) if file[1] < then)


def seen(folders: Iterable[Path]) -> Seen:
    """Every file of these packs, when it was written and how large it is."""
    files = set()
    for folder in folders:
        for name in PackFolder(folder, folder.name).names():
            path = folder / name
            with suppress(OSError):
                stat = path.stat()
                files.add((path, stat.st_mtime_ns, stat.st_size))
    return frozenset(files)


# Editions of the site.


@dataclass(frozen=True, slots=True)
class Edition:
    """What is served until a file changes.

    `files` are by path; `mark` is a hash of them. Packs with errors have a `problem`, a page that
    is served instead of every other.
    """

    files: Mapping[str, bytes]
    mark: str
    problem: str = ""

    def page(self, path: str) -> bytes | None:
        """The file at a path; pages with the script that reloads them. None if there is none."""
        if self.problem and path.endswith(".html"):
            return reloading(self.problem, self.mark).encode()
        content = self.files.get(path)
        if content is None or not path.endswith(".html"):
            return content
        return reloading(content.decode(), self.mark).encode()

    def missing(self) -> bytes:
        """The page for paths without a file."""
        return reloading(missing_page(), self.mark).encode()


@dataclass(slots=True)
class SiteBuilder:
    """Makes editions of a pack with others layered on it.

    What the packs are layered on stays as it was until its own files change, and so is linked
    once. `folders` are those of all packs that were read, even where they have errors.
    """

    target: str
    layers: Sequence[str]
    folders: frozenset[Path] = frozenset()
    _base: tuple[Pack, Ruleset | None] | None = None

    def edition(self) -> tuple[Edition, Compiled]:
        """A new edition, and what was said of the packs."""
        compiled = with_publishing_checks(compile_packs(self.target, self.layers))
        self.folders |= set(map(Path, compiled.folders))
        if compiled.ruleset is None:
            errors = [p for p in compiled.diagnostics if p.severity == "error"]
            return _notice(ERRORS, render_details(errors, compiled.sources)), compiled
        documents = Documents(compiled.ruleset, lambda: self._base_of(compiled.packs))
        files = {file.path: file.content for file in emit(documents, "html")}
        digest = sha256()
        for content in files.values():
            digest.update(content)
        return Edition(files, digest.hexdigest()[:16]), compiled

    def faulty(self, report: str) -> Edition:
        """An edition for when freed6c itself made a mistake: it goes on with the next change."""
        named = map(Path, (self.target, *self.layers))
        self.folders |= {folder.resolve() for folder in named if folder.is_dir()}
        return _notice(FAULT, report)

    def _base_of(self, packs: Sequence[Pack]) -> Ruleset | None:
        if self._base is None or self._base[0].files != packs[0].files:
            self._base = (packs[0], base_game(packs))
        return self._base[1]


def _notice(title: str, report: str) -> Edition:
    """An edition of one page, which says what the terminal says."""
    files = {STYLE: style().encode(), ICON: icon()}
    mark = sha256(report.encode()).hexdigest()[:16]
    return Edition(files, mark, problem_page(title, report))
