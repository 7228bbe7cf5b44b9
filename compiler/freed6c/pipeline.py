"""The pipeline: load, validate, overlay, link, check, emit.

Every stage is a function from data to (data, diagnostics) that reports all problems it finds. The
next stage runs only if no error would make it report problems that are mere consequences.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from itertools import filterfalse
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.cache.disk import Disk
from freed6c.check import check
from freed6c.check.licenses import report_unlicensed
from freed6c.check.texts import report_removed
from freed6c.diagnostics.codes.loading import TOO_LARGE, TOO_MUCH_WORK
from freed6c.diagnostics.diagnostic import has_errors, lead_with_latest_pack
from freed6c.link import link
from freed6c.load import load
from freed6c.load.pack_loader import available_packs, without_gc
from freed6c.model.compiled import Compiled
from freed6c.model.internal_errors import entry_at_work, fault_at
from freed6c.overlay import overlay
from freed6c.overlay.trials import trials, untried, without_steps
from freed6c.packs.ids import entries_of
from freed6c.packs.limits import (
    MAX_ENTRIES,
    ODDS_STEPS,
    OF_A_THING,
    Budget,
    TooMuchWork,
)
from freed6c.packs.location import Location
from freed6c.packs.pack import topmost
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.work import PAYER
from freed6c.validate import validate
from freed6c.validate.files import validate_touched

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.emit.files import OutputFile
    from freed6c.emit.html import SiteLayout
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import MergedRuleset, Pack


stage: Final[ContextVar[str]] = ContextVar("stage", default="")
"""What the pipeline is doing now, for a command that shows it."""

Steps: TypeAlias = Literal["all", "own", "none"]
"""Which examples with steps are played: those of all packs, of what no other pack builds on."""


def merge_diagnostics(compilations: Sequence[Compiled]) -> Compiled:
    """The diagnostics of several packs; those of a base that they share only once."""
    diagnostics = [found for each in compilations for found in each.diagnostics]
    return Compiled(
        ruleset=None,
        linked=None,
        merged=None,
        diagnostics=tuple(dict.fromkeys(diagnostics)),
        sources={
            path: text for each in compilations for path, text in each.sources.items()
        },
        folders=tuple(
            dict.fromkeys(folder for each in compilations for folder in each.folders)
        ),
        named={
            name: path for each in compilations for name, path in each.named.items()
        },
        disk=Disk.of_all(each.disk for each in compilations),
    )


def compile_packs(
    target: str,
    layers: Sequence[str] = (),
    *,
    steps: Steps = "own",
    disk: Disk | None = None,
) -> Compiled:
    """Compile a pack, named by path or id, with the packs it extends and others layered on it.

    `disk` is what is asked for files.

    Examples with steps hold the rules of those who wrote them. Most tell nothing, and there are
    hundreds: what builds on a pack is made without those of the pack, unless all are wanted. Who
    has no time to play any leaves out its own, too.
    """
    disk = disk or Disk()
    stage.set("reading packs")
    loaded, found = load(target, layers, disk)
    failed = Compiled(
        ruleset=None,
        linked=None,
        merged=None,
        diagnostics=(),
        sources={file.path: file.text for pack in loaded for file in pack.files},
        folders=tuple(pack.folder for pack in loaded),
        named={pack.root: pack.folder for pack in loaded if pack.named},
        disk=disk,
    )
    found += _too_many_entries(loaded)
    if not any(problem.code is TOO_LARGE for problem in found):
        found += validate(loaded, skip=_files(found))
    if has_errors(found) or not loaded:
        return replace(failed, diagnostics=tuple(found))
    stage.set("layering packs")
    merged, problems = overlay(loaded, lambda: available_packs(loaded, disk))
    found += problems
    found += lead_with_latest_pack(validate_touched(merged), merged)
    if has_errors(found):
        return replace(failed, diagnostics=tuple(found))
    if steps != "all":
        own = topmost(merged.packs) if steps == "own" else frozenset[str]()
        author = merged.provenance.author
        merged = without_steps(merged, lambda path: author(path) in own)
    stage.set("linking entries, checking rules, playing examples")
    linked, problems = _link_and_check(merged)
    found += problems
    return replace(
        failed,
        ruleset=None if has_errors(found) else linked,
        diagnostics=tuple(found),
        linked=linked,
        merged=merged,
    )


def _too_many_entries(packs: Sequence[Pack]) -> Iterator[Diagnostic]:
    """Report the first pack with which there are too many entries."""
    entries = 0
    for pack in packs:
        entries += sum(1 for file in pack.files for _ in entries_of(file.data))
        if entries > MAX_ENTRIES:
            place = Location(pack.manifest.path, ("pack",))
            yield TOO_LARGE.at(
                place,
                thing="pack",
                count=entries,
                parts="entries",
                most=MAX_ENTRIES,
            )
            return


def _link_and_check(
    merged: MergedRuleset,
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """The ruleset, unless there are errors of linking, and what is wrong with it."""
    ruleset = None
    payer = PAYER.set(lambda steps: merged.budget.spend(-(-steps // ODDS_STEPS)))
    try:
        ruleset, problems = link(merged, merged.budget)
        found = lead_with_latest_pack(problems, merged)
        linked = None if has_errors(found) else ruleset
        # Without a ruleset free of link errors, only texts about removed entries are checked: what
        # a removal breaks in rules, which is a link error, and in texts is shown together.
        more = report_removed(ruleset) if linked is None else check(linked)
        found += lead_with_latest_pack(more, merged)
    except TooMuchWork as much:
        entry = entry_at_work()
        label = ruleset.label(entry) if ruleset and entry else None
        return None, [TOO_MUCH_WORK.at(much.place or label)]
    finally:
        PAYER.reset(payer)
    return linked, found


def with_other_choices(compiled: Compiled) -> Compiled:
    """The same, with what is wrong with choices of options that are not in use."""
    merged, linked, disk = compiled.merged, compiled.linked, compiled.disk
    if merged is None or linked is None:
        return compiled
    stage.set("trying choices that are not in use")
    wanted = trials(merged.packs, linked.topmost)
    found = list(compiled.diagnostics)
    left = merged.budget.left
    for number, trial in enumerate(wanted):
        if left < 0:
            found.append(untried(trial, number, len(wanted)))
            break
        with without_gc():
            tried, problems = overlay(
                merged.packs, lambda: available_packs(merged.packs, disk), trial.choices
            )
            problems = [
                *filterfalse(trial.writes_anew, problems),
                *validate_touched(tried),
            ]
            if not has_errors(problems) and trial.differs(merged, tried):
                problems += _link_and_check(trial.without_steps(tried))[1]
        spent = tried.budget.most - tried.budget.left
        size = len(linked.entries) + 10 * len(trial.choices)
        left -= max(spent, 2 * OF_A_THING * size)
        found += trial.news(problems, found)
    return replace(
        compiled,
        ruleset=None if has_errors(found) else compiled.ruleset,
        diagnostics=tuple(found),
    )


def with_publishing_checks(compiled: Compiled) -> Compiled:
    """The same, with the diagnostics for those who publish what they build."""
    if compiled.ruleset is None:
        return compiled
    more = report_unlicensed(compiled.ruleset)
    return replace(compiled, diagnostics=(*compiled.diagnostics, *more))


def with_fault(compiled: Compiled, ruleset: Ruleset, error: Exception) -> Compiled:
    """Return what was compiled as failed: an internal error kept it from being shown or written."""
    entry = entry_at_work()
    fault = fault_at(ruleset.label(entry) if entry else None, error)
    return replace(compiled, ruleset=None, diagnostics=(fault,))


def base_game(packs: Sequence[Pack]) -> Ruleset | None:
    """The ruleset of the first of several packs alone; None if there is one only, or errors."""
    if len(packs) < 2:  # noqa: PLR2004
        return None
    merged, found = overlay([replace(packs[0], named=True)])
    ruleset, problems = link(without_steps(merged, lambda _: False))
    return None if has_errors([*found, *problems]) else ruleset


def _files(found: Sequence[Diagnostic]) -> frozenset[str]:
    """The files with load errors: validation skips them, as it would report consequences."""
    return frozenset(
        problem.label.place.file
        for problem in found
        if problem.severity == "error" and problem.label is not None
    )


NOUNS: Final = {"html": "pages", "json": "JSON", "markdown": "Markdown"}


def emit_targets(
    ruleset: Ruleset,
    targets: Sequence[str],
    packs: Sequence[Pack] = (),
    layout: SiteLayout = "pages",
) -> Mapping[str, tuple[OutputFile, ...]]:
    """The files of each target, by target; nothing is written.

    With `packs`, documents show what those after the first change.
    """
    from freed6c.document import Documents
    from freed6c.emit import emit

    documents = Documents(ruleset, lambda: base_game(packs))
    files: dict[str, tuple[OutputFile, ...]] = {}
    payer = PAYER.set(partial(_pay_for_pages, Budget(ruleset.budget.left)))
    # Pages show examples again. Checks have run them once, so a whole budget is enough.
    ruleset.budget.left = ruleset.budget.most
    try:
        for target in targets:
            stage.set(f"making {NOUNS.get(target, target)}")
            files[target] = emit(documents, target, layout)
    finally:
        PAYER.reset(payer)
    return files


def _pay_for_pages(budget: Budget, steps: int) -> None:
    """Pay for odds that pages show from what checks have left. Pages can do without them."""
    try:
        budget.spend(-(-steps // ODDS_STEPS))
    except TooMuchWork as much:
        raise NoExactMethod("these odds take too much work") from much
