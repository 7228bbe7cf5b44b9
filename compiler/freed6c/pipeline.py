"""The pipeline: load, validate, overlay, link and check; `emit` makes documents and files later.

Each stage is a function that takes data and returns data and diagnostics. It reports all problems
it finds. The next stage runs only if there are no errors that would make it report false problems.
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
from freed6c.packs.pack import topmost
from freed6c.runtime.odds import OddsError
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
"""The work in progress ("layering packs"), for commands that show progress."""

Steps: TypeAlias = Literal["all", "own", "kept", "none"]
"""The packs whose examples with steps are kept and played: all packs, the topmost ones, or none.

A topmost pack ("own") is one that no other pack of the compilation extends. With "kept", its
examples are kept but not played. Stories are always played, because pages print them.
"""


def merge_diagnostics(compilations: Sequence[Compiled]) -> Compiled:
    """Return one compilation, without a ruleset, that has the diagnostics of several.

    Diagnostics of a base that they share are in it once.
    """
    diagnostics = [problem for c in compilations for problem in c.diagnostics]
    return Compiled(
        diagnostics=tuple(dict.fromkeys(diagnostics)),
        sources={path: text for c in compilations for path, text in c.sources.items()},
        folders=tuple(dict.fromkeys(path for c in compilations for path in c.folders)),
        named={name: path for c in compilations for name, path in c.named.items()},
        disk=Disk.of_all(c.disk for c in compilations),
        skipped=any(c.skipped for c in compilations),
    )


def compile_packs(
    target: str,
    layers: Sequence[str] = (),
    *,
    steps: Steps = "own",
    disk: Disk | None = None,
) -> Compiled:
    """Compile a pack with the packs that it extends, and with `layers` on top of it.

    Packs are named by path or id. All files are read through `disk`.

    A pack can have hundreds of examples with steps, which play a scene. They test the rules of
    that pack, so by default those of its base are omitted. With `steps="none"`, all are omitted
    except stories, which pages print.
    """
    disk = disk or Disk()
    stage.set("reading packs")
    loaded, diagnostics = load(target, layers, disk)
    failed = Compiled(
        sources={file.path: file.text for pack in loaded for file in pack.files},
        folders=tuple(pack.folder for pack in loaded),
        named={pack.root: pack.folder for pack in loaded if pack.named},
        disk=disk,
        skipped=bool(loaded),
    )
    diagnostics += _too_many_entries(loaded)
    if not any(problem.code is TOO_LARGE for problem in diagnostics):
        diagnostics += validate(loaded, skip=_files_with_errors(diagnostics))
    if has_errors(diagnostics) or not loaded:
        return replace(failed, diagnostics=tuple(diagnostics))
    stage.set("layering packs")
    merged, problems = overlay(loaded, lambda: available_packs(loaded, disk))
    diagnostics += problems
    diagnostics += lead_with_latest_pack(validate_touched(merged), merged)
    if has_errors(diagnostics):
        return replace(failed, diagnostics=tuple(diagnostics))
    if steps != "all":
        own = frozenset[str]() if steps == "none" else topmost(merged.packs)
        author = merged.provenance.author
        merged = without_steps(merged, lambda path: author(path) in own)
    stage.set("linking entries, checking rules, running examples")
    linked, problems = _link_and_check(merged, plays=steps != "kept")
    diagnostics += problems
    return replace(
        failed,
        ruleset=None if has_errors(diagnostics) else linked,
        diagnostics=tuple(diagnostics),
        linked=linked,
        merged=merged,
        skipped=linked is None,
    )


def _too_many_entries(packs: Sequence[Pack]) -> Iterator[Diagnostic]:
    """Report the pack with which the number of entries in all packs exceeds the limit."""
    entries = 0
    for pack in packs:
        entries += sum(1 for file in pack.files for _ in entries_of(file.data))
        if entries > MAX_ENTRIES:
            place = pack.manifest.at("pack")
            yield TOO_LARGE.at(
                place, thing="game", count=entries, parts="entries", most=MAX_ENTRIES
            )
            return


def _link_and_check(
    merged: MergedRuleset, *, plays: bool = True
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Return the ruleset, None if there are link errors, and the diagnostics of both stages.

    Calculating odds is paid for from the budget of the ruleset.
    """
    ruleset = None
    payer = PAYER.set(lambda steps: merged.budget.spend(_price(steps)))
    try:
        ruleset, problems = link(merged, merged.budget)
        diagnostics = lead_with_latest_pack(problems, merged)
        linked = None if has_errors(diagnostics) else ruleset
        # After link errors, the only check is that of texts about removed entries. A removed entry
        # can break both rules, which is a link error, and texts. This reports them together.
        violations = (
            report_removed(ruleset) if linked is None else check(linked, plays=plays)
        )
        diagnostics += lead_with_latest_pack(violations, merged)
    except TooMuchWork as error:
        entry = entry_at_work()
        label = ruleset.label(entry) if ruleset and entry else None
        return None, [TOO_MUCH_WORK.at(error.place or label)]
    finally:
        PAYER.reset(payer)
    return linked, diagnostics


def _price(odds_steps: int) -> int:
    """Return the steps of a budget that steps of the odds engine cost, rounded up."""
    return -(-odds_steps // ODDS_STEPS)


def with_other_choices(compiled: Compiled) -> Compiled:
    """Return the compilation with the diagnostics of the choices of options that aren't in use.

    Each trial overlays, validates, links and checks the packs again with another choice. Trials
    that no longer fit in a budget of their own are reported as not tried.
    """
    merged, linked, disk = compiled.merged, compiled.linked, compiled.disk
    if merged is None or linked is None:
        return compiled
    stage.set("checking other choices of options")
    all_trials = trials(merged.packs, linked.topmost)
    diagnostics = list(compiled.diagnostics)
    left = merged.budget.most
    for number, trial in enumerate(all_trials):
        if left < 0:
            diagnostics.append(untried(trial, number, len(all_trials)))
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
        # The budget counts little of the work of overlaying, so a trial has a minimum cost.
        size = len(linked.entries) + 10 * len(trial.choices)
        left -= max(spent, 2 * OF_A_THING * size)
        diagnostics += trial.news(problems, diagnostics)
    return replace(
        compiled,
        ruleset=None if has_errors(diagnostics) else compiled.ruleset,
        diagnostics=tuple(diagnostics),
    )


def fully_checked(compiled: Compiled) -> Compiled:
    """Return the compilation with the diagnostics of `build`, and those of other choices."""
    return with_publishing_checks(with_other_choices(compiled))


def with_publishing_checks(compiled: Compiled) -> Compiled:
    """Return the compilation with the diagnostics that only matter if the output is published."""
    if compiled.ruleset is None:
        return compiled
    unlicensed = report_unlicensed(compiled.ruleset)
    return replace(compiled, diagnostics=(*compiled.diagnostics, *unlicensed))


def with_fault(compiled: Compiled, ruleset: Ruleset, error: Exception) -> Compiled:
    """Return the compilation as failed, with an internal error as its only diagnostic.

    The error occurred while its output was made.
    """
    entry = entry_at_work()
    fault = fault_at(ruleset.label(entry) if entry else None, error)
    return replace(compiled, ruleset=None, diagnostics=(fault,))


def base_game(packs: Sequence[Pack]) -> Ruleset | None:
    """Return the ruleset of the first pack without the packs after it.

    Return None if there are no other packs, or if that ruleset has errors.
    """
    if len(packs) < 2:  # noqa: PLR2004
        return None
    merged, overlay_problems = overlay([replace(packs[0], named=True)])
    ruleset, link_problems = link(without_steps(merged, lambda _: False))
    return None if has_errors([*overlay_problems, *link_problems]) else ruleset


def _files_with_errors(problems: Sequence[Diagnostic]) -> frozenset[str]:
    """Return the files with load errors. Validating them would report false problems."""
    return frozenset(
        problem.label.place.file
        for problem in problems
        if problem.severity == "error" and problem.label is not None
    )


NOUNS: Final = {"html": "pages", "json": "JSON", "markdown": "Markdown"}
"""The words for targets in progress messages; other targets are called by their name."""


def emit_targets(
    ruleset: Ruleset,
    targets: Sequence[str],
    packs: Sequence[Pack] = (),
    layout: SiteLayout = "pages",
) -> Mapping[str, tuple[OutputFile, ...]]:
    """Return the files of each target, by target. Nothing is written.

    With several `packs`, documents show what the others change of the first one, the base game.
    """
    from freed6c.document.documents import Documents
    from freed6c.emit import emit

    documents = Documents(ruleset, lambda: base_game(packs))
    files: dict[str, tuple[OutputFile, ...]] = {}
    payer = PAYER.set(partial(_pay_for_pages, Budget(ruleset.budget.left)))
    # Pages run the examples again, for which the checks needed at most one whole budget.
    ruleset.budget.left = ruleset.budget.most
    try:
        for target in targets:
            stage.set(f"writing {NOUNS.get(target, target)}")
            files[target] = emit(documents, target, layout)
    finally:
        PAYER.reset(payer)
    return files


def _pay_for_pages(budget: Budget, steps: int) -> None:
    """Pay for odds on pages from the budget that checks have left.

    Raises OddsError if it is used up, because a page can be shown without odds.
    """
    try:
        budget.spend(_price(steps))
    except TooMuchWork as error:
        raise OddsError("these odds take too much work") from error
