"""The pipeline: load, validate, overlay, link, check, emit. Reading it is reading the compiler.

Every stage is a function from data to (data, diagnostics). All problems of a stage are gathered.
The next one begins only if nothing is wrong that its findings would follow from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from freed6c.check import check
from freed6c.check.licenses import check_published
from freed6c.check.texts import check_removed
from freed6c.diagnostics.diagnostic import Diagnostic, has_errors, led
from freed6c.link import link
from freed6c.load import load
from freed6c.load.pack_loader import neighbours
from freed6c.overlay import overlay
from freed6c.validate import validate
from freed6c.validate.files import validate_touched

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.emit.files import OutputFile
    from freed6c.emit.html import SiteLayout
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import Merged, Pack


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """What came of compiling packs: a ruleset, if nothing was wrong, and everything that was said.

    `sources` are the texts of the files that were read, for messages that show lines; `folders`
    those of all packs that were read, where a change may lie. `linked` is
    the ruleset even where its checks found errors, for those who look into what they found;
    `merged` is the plain data that it was made of, for those who ask where something comes from.
    """

    ruleset: Ruleset | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str]
    folders: tuple[str, ...] = ()
    linked: Ruleset | None = None
    merged: Merged | None = None

    @property
    def packs(self) -> tuple[Pack, ...]:
        """Those that it is made of, the base of the game first."""
        return () if self.merged is None else self.merged.packs

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return has_errors(self.diagnostics)


def together(found: Sequence[Compiled]) -> Compiled:
    """What was said of several packs; what was said of a base that they share, once."""
    said = [problem for one in found for problem in one.diagnostics]
    return Compiled(
        ruleset=None,
        diagnostics=tuple(dict.fromkeys(said)),
        sources={path: text for one in found for path, text in one.sources.items()},
    )


def compile_packs(target: str, layers: Sequence[str] = ()) -> Compiled:
    """Compile a pack, named by path or id, with the packs it extends and others layered on it."""
    loaded, found = load(target, layers)
    sources = {file.path: file.text for pack in loaded for file in pack.files}
    folders = tuple(pack.folder for pack in loaded)
    found += validate(loaded, skip=_files(found))
    if has_errors(found) or not loaded:
        return Compiled(
            ruleset=None, diagnostics=tuple(found), sources=sources, folders=folders
        )
    merged, problems = overlay(loaded, lambda: neighbours(loaded))
    found += problems
    found += validate_touched(merged)
    if has_errors(found):
        return Compiled(
            ruleset=None, diagnostics=tuple(found), sources=sources, folders=folders
        )
    ruleset, problems = link(merged)
    turn = {f.path: turn for turn, pack in enumerate(loaded) for f in pack.files}
    found += led(problems, turn)
    linked = None if has_errors(found) else ruleset
    # What a removal breaks in rules and in texts is told at once.
    found += led(check_removed(ruleset) if linked is None else check(linked), turn)
    return Compiled(
        ruleset=None if has_errors(found) else linked,
        diagnostics=tuple(found),
        sources=sources,
        folders=folders,
        linked=linked,
        merged=merged,
    )


def to_be_published(compiled: Compiled) -> Compiled:
    """The same, with what is to be said of it only where something is made for others."""
    if compiled.ruleset is None:
        return compiled
    said = tuple(check_published(compiled.ruleset))
    return replace(compiled, diagnostics=(*compiled.diagnostics, *said))


def base_game(packs: Sequence[Pack]) -> Ruleset | None:
    """The first of several packs alone, as it was before the others; None where it cannot be."""
    if len(packs) < 2:  # noqa: PLR2004
        return None
    merged, found = overlay([replace(packs[0], named=True)])
    ruleset, problems = link(merged)
    return None if has_errors([*found, *problems]) else ruleset


def _files(found: Sequence[Diagnostic]) -> frozenset[str]:
    """The files that could not be read whole: what follows from that is not reported."""
    return frozenset(
        problem.label.place.file
        for problem in found
        if problem.severity == "error" and problem.label is not None
    )


def emit_targets(
    ruleset: Ruleset,
    targets: Sequence[str],
    packs: Sequence[Pack] = (),
    layout: SiteLayout = "pages",
) -> Mapping[str, tuple[OutputFile, ...]]:
    """The files of each backend that is asked for; nothing is written.

    Of the packs it is made of, the documents tell what those behind the first change.
    """
    from freed6c.document import Documents
    from freed6c.emit import emit

    documents = Documents(ruleset, lambda: base_game(packs))
    return {target: emit(documents, target, layout) for target in targets}
