"""Trials of choices that are not in use, so that pack authors see the problems of every choice.

A ruleset is merged and checked with the choices in use. Each other choice of an option is tried
separately: packs are applied, linked and checked again with that choice instead of the one in use.
A trial yields only diagnostics.

A file waits for a choice or a pack if it has a `when`. It counts only if the conditions in `when`
are met. Files that don't count are tried together with the choices that they wait for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks, formulas, overlays
from freed6c.diagnostics.ways_out import WayOut
from freed6c.overlay.edits import PackOrder
from freed6c.overlay.options import Selection, read_selection, when_of
from freed6c.packs.data import Data, KeyPath, as_list, as_map
from freed6c.packs.lazy import dataclass, replace
from freed6c.packs.location import Location
from freed6c.packs.pack import is_told

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Collection,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.pack import MergedRuleset, Pack, SourceFile


@dataclass(frozen=True, kw_only=True)
class Trial:
    """Choices to try together.

    - `choices`: the tried choices, by the ids of their options. Most trials have one; others have
      more, because a file waits for several, or an option is in a file that waits itself.
    - `in_use`: the choices in use.
    - `asked`: the ids of the topmost packs, whose authors get the diagnostics.
    - `own`: True if one of the `asked` packs offers the choice, or has a file that waits for it.
    """

    packs: Sequence[Pack]
    choices: Mapping[str, str]
    in_use: Selection
    asked: Collection[str]
    own: bool

    def differs(self, before: MergedRuleset, after: MergedRuleset) -> bool:
        """Return whether the choices change anything that has to be linked and checked again.

        The author of a base has already checked its choices. They are checked again only if they
        change a setting of an entry, such as the bands of a benchmark, that one of the `asked`
        packs also changes, or if either changes the whole entry.
        """
        changed = {path[:3] for path in changed_paths(before.tree, after.tree)}
        if self.own or not changed:
            return bool(changed)
        written = {
            path[:3]
            for path, origins in before.provenance.records.items()
            if any(origin.pack in self.asked for origin in origins)
        }
        return any(
            path[: len(other)] == other[: len(path)]
            for path in changed
            for other in written
        )

    def without_steps(self, tried: MergedRuleset) -> MergedRuleset:
        """Return the tried ruleset without examples that have steps, unless the trial adds them.

        Their results are not reported for a trial, no entry refers to them, and a pack can have
        hundreds.
        """

        def is_added_by_trial(path: KeyPath) -> bool:
            place = tried.provenance.location(path)
            return place is not None and self._adds(place)

        return without_steps(tried, is_added_by_trial)

    def news(
        self, problems: Iterable[Diagnostic], earlier: Iterable[Diagnostic]
    ) -> list[Diagnostic]:
        """Return the diagnostics of a trial that aren't in `earlier`, those of the rules in use.

        Messages name the choices. For choices of a base, return only diagnostics that concern the
        `asked` packs.
        """
        conditions = " and ".join(
            f"{option} is {choice}" for option, choice in self.choices.items()
        )
        reported = {(problem.code, problem.label) for problem in earlier}
        option = next(iter(self.choices))
        choice = self.in_use.choice(option)
        advice = f"or, to use only '{choice}', write select: {{{option}: {choice}}}"
        more_help = () if self.own else (WayOut(advice),)
        return [
            replace(
                problem,
                message=f"when {conditions}: {problem.message}",
                help=(*problem.help, *more_help),
            )
            for problem in problems
            if (problem.code, problem.label) not in reported
            and (self.own or self._concerns_asked(problem))
            and not self._is_about_choice_in_use(problem)
        ]

    def writes_anew(self, problem: Diagnostic) -> bool:
        """Return whether a problem is about a passage that the choice itself replaced."""
        return problem.code is overlays.UNKNOWN_PASSAGE and any(
            isinstance(label.place, Location) and self._adds(label.place)
            for label in problem.related
        )

    def _concerns_asked(self, problem: Diagnostic) -> bool:
        files = {
            file.path
            for pack in self.packs
            if pack.id in self.asked
            for file in pack.files
        }
        labels = (problem.label, *problem.related)
        return any(label and label.place.file in files for label in labels)

    def _is_about_choice_in_use(self, problem: Diagnostic) -> bool:
        """Return whether a problem only shows that another choice is in use.

        Examples describe the rules in use. A line that changes nothing, because this choice does
        the same, is needed while this choice is not in use.
        """
        place = problem.label.place if problem.label else None
        if not isinstance(place, Location):
            return False
        is_in_example = place.path[:1] == ("examples",)
        is_of_example = problem.code is formulas.FAILED and is_in_example
        is_about_choice = is_of_example or problem.code in ABOUT_CHOICE_IN_USE
        return is_about_choice and not self._adds(place)

    def _adds(self, place: Location) -> bool:
        """Return whether the value at a location counts only with the tried choices."""
        waiting_files = (
            file.path
            for pack in self.packs
            for file in pack.files
            if not self.in_use.holds(file)
        )
        return place.file in waiting_files or any(
            place.file == self.in_use.options[option].file.path
            and place.path[:4]
            == ("options", option.partition(".")[2], "choices", choice)
            for option, choice in self.choices.items()
        )


ABOUT_CHOICE_IN_USE: Final = frozenset(
    {
        overlays.DRIFT,
        overlays.UNCHANGED,
        overlays.NOTHING_TO_UNSET,
        overlays.ITEM_EXISTS,
        overlays.MOVED_NOWHERE,
        overlays.RESOLVES_NOTHING,
        checks.EXAMPLE_STUCK,
        checks.EXAMPLE_STUCK_NOW,
        checks.EXAMPLE_FAILED,
        checks.EXAMPLE_DIFFERS,
        checks.EXAMPLE_CHANGED,
    }
)
"""Codes that are not reported for a trial, except for lines that the choice brings."""


def trials(packs: Sequence[Pack], asked: Collection[str]) -> list[Trial]:
    """Return one trial for each choice that is not in use, and for each file that waits.

    `asked` are the ids of the topmost packs. Their own selections among the choices of a base are
    not tried.
    """
    in_use, _ = read_selection(packs, PackOrder.of(packs), {})
    results: dict[str, dict[str, str] | None] = {}
    candidates = [
        (needed | {id_: choice}, option.pack)
        for id_, option in in_use.options.items()
        if (needed := _needed(in_use, option.file, results)) is not None
        for choice in option.choices
    ]
    candidates += [
        (needed, pack.id)
        for pack in packs
        for file in pack.files
        if (needed := _needed(in_use, file, results)) is not None
    ]
    own: dict[tuple[tuple[str, str], ...], bool] = {}
    for choices, pack_id in candidates:
        unused = tuple(
            (option, choice)
            for option, choice in sorted(choices.items())
            if choice != in_use.choice(option)
        )
        if unused:
            own[unused] = own.get(unused, False) or pack_id in asked
    decided = {
        option
        for option, selected in in_use.selected.items()
        if any(choice.pack in asked for choice in selected)
    }
    return [
        Trial(
            packs=packs, choices=dict(choices), in_use=in_use, asked=asked, own=is_own
        )
        for choices, is_own in own.items()
        if is_own or not decided & dict(choices).keys()
    ]


def _needed(
    in_use: Selection, file: SourceFile, results: dict[str, dict[str, str] | None]
) -> dict[str, str] | None:
    """Return the choices with which a file counts; None if it can't count.

    It can't if it waits for a missing pack, or only for unknown choices. The option that it waits
    for can be in a file that waits itself, so this function is recursive. `results` caches the
    choices of each file. If files wait for each other in a circle, the file that is still being
    examined needs no more choices.
    """
    if file.path in results:
        return results[file.path]
    needed: dict[str, str] = {}
    results[file.path] = {}  # ends the recursion in a circle
    for key, allowed in when_of(file).items():
        keys = as_list(allowed)
        if key == "pack":
            if not all(pack in in_use.packs for pack in keys):
                results[file.path] = None
                return None
        elif key in in_use.options:
            option = in_use.options[key]
            inner = _needed(in_use, option.file, results)
            usable = [str(choice) for choice in keys if choice in option.choices]
            if inner is None or not usable:
                results[file.path] = None
                return None
            choice = in_use.choice(key)
            needed |= {**inner, key: choice if choice in usable else usable[0]}
    results[file.path] = needed
    return needed


def without_steps(
    merged: MergedRuleset, keeps: Callable[[KeyPath], bool]
) -> MergedRuleset:
    """Return a ruleset without examples that have steps.

    Stories, which are printed, stay; so do examples for whose path `keeps` returns True.
    """
    examples = {
        key: body
        for key, body in as_map(merged.tree.get("examples")).items()
        if is_told(body) or keeps(("examples", key))
    }
    return replace(merged, tree={**merged.tree, "examples": examples})


def untried(trial: Trial, tried: int, wanted: int) -> Diagnostic:
    """Return the warning that names the first of the choices that were not tried."""
    option, choice = next(iter(trial.choices.items()))
    file = trial.in_use.options[option].file
    place = file.at("options", option.partition(".")[2]).key()
    return overlays.UNTRIED.at(
        place, option=option, choice=choice, tried=tried, wanted=wanted
    )


def changed_paths(before: Data | None, after: Data | None) -> Iterator[KeyPath]:
    """Yield the path of every value that changed, is new or was removed; of maps, of the parts."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        if before != after:
            yield ()
        return
    for key in {**before, **after}:
        for path in changed_paths(before.get(key), after.get(key)):
            yield (key, *path)
