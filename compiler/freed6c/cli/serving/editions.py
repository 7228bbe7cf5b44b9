"""One state of a site after the other: pages, or what is wrong with the packs."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from freed6c.cli.serving.pages import (
    ERRORS,
    FAULT,
    missing_page,
    problem_page,
    reloading,
)
from freed6c.diagnostics.render import told
from freed6c.document import Documents
from freed6c.emit import emit
from freed6c.emit.html.assets import ICON, STYLE, icon, style
from freed6c.pipeline import Compiled, base_game, compile_packs, to_be_published

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import Pack


@dataclass(frozen=True, slots=True)
class Edition:
    """What is served until something changes.

    `files` are by path; `mark` is another one where they are others. Packs with errors have a
    `problem`, a page that stands in the place of every other.
    """

    files: Mapping[str, bytes]
    mark: str
    problem: str = ""

    def page(self, path: str) -> bytes | None:
        """What is found at a path; None where nothing is."""
        if self.problem and path.endswith(".html"):
            return reloading(self.problem, self.mark).encode()
        found = self.files.get(path)
        if found is None or not path.endswith(".html"):
            return found
        return reloading(found.decode(), self.mark).encode()

    def missing(self) -> bytes:
        """What is told where nothing is found."""
        return reloading(missing_page(), self.mark).encode()


@dataclass(slots=True)
class Press:
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
        compiled = to_be_published(compile_packs(self.target, self.layers))
        self.folders |= set(map(Path, compiled.folders))
        return self._problem(compiled) or self._site(compiled), compiled

    def faulty(self, said: str) -> Edition:
        """An edition for when freed6c itself made a mistake: it goes on with the next change."""
        named = map(Path, (self.target, *self.layers))
        self.folders |= {folder.resolve() for folder in named if folder.is_dir()}
        return _notice(FAULT, said)

    def _site(self, compiled: Compiled) -> Edition:
        assert compiled.ruleset is not None
        documents = Documents(compiled.ruleset, lambda: self._base_of(compiled.packs))
        files = {file.path: file.content for file in emit(documents, "html")}
        digest = sha256()
        for content in files.values():
            digest.update(content)
        return Edition(files, digest.hexdigest()[:16])

    def _problem(self, compiled: Compiled) -> Edition | None:
        if compiled.ruleset is not None:
            return None
        errors = [one for one in compiled.diagnostics if one.severity == "error"]
        said = told(errors, compiled.sources)
        return _notice(ERRORS, said)

    def _base_of(self, packs: Sequence[Pack]) -> Ruleset | None:
        if self._base is None or self._base[0].files != packs[0].files:
            self._base = (packs[0], base_game(packs))
        return self._base[1]


def _notice(title: str, said: str) -> Edition:
    """An edition of one page, which says what the terminal says."""
    files = {STYLE: style().encode(), ICON: icon()}
    mark = sha256(said.encode()).hexdigest()[:16]
    return Edition(files, mark, problem_page(title, said))
