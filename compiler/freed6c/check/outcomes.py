"""Checks of the outcomes of dice procedures, and of the effects that checks add to them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.suggest import did_you_mean_or_list
from freed6c.model.difficulties import outcomes_of
from freed6c.model.entry_contents import records_at
from freed6c.model.internal_errors import noted
from freed6c.runtime.entries.actions import Check
from freed6c.runtime.entries.dice import Dice, RollOutcome, SubstituteDice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.amounts import Range


def check_outcomes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report procedures with rolls that have no outcome, and outcomes that no roll has."""
    for procedure in noted(ruleset.of(Dice)):
        if not procedure.outcomes:
            continue
        last = procedure.outcomes[-1]
        conditions = [k for k in ("total", "margin", "event") if getattr(last, k)]
        if conditions:
            place = ruleset.label(last, conditions[0])
            listed = " and ".join(f"'{key}'" for key in conditions)
            yield codes.NO_OUTCOME.at(place, outcome=last.name, conditions=listed)
        for number, outcome in enumerate(procedure.outcomes):
            if covering := _covering(outcome, procedure.outcomes[:number]):
                names = " and ".join(f"'{each.name}'" for each in covering)
                related = [ruleset.label(covering[0], words="comes first")]
                yield codes.OUTCOME_NEVER.at(
                    ruleset.label(outcome),
                    related=related,
                    outcome=outcome.name,
                    earlier=names,
                )


def _covering(
    outcome: RollOutcome, earlier: Sequence[RollOutcome]
) -> list[RollOutcome]:
    """Return the earlier outcomes that have all rolls of an outcome; none if some are left.

    Between neighboring bounds all numbers are alike, so one of them stands for all.
    """
    every = (*earlier, outcome)
    totals, margins = ([o.total for o in every], [o.margin for o in every])
    covering: list[RollOutcome] = []
    for total, margin in product(_representatives(totals), _representatives(margins)):
        fitting = [o for o in every if o.fits(total, margin, (outcome.event,))]
        if fitting[:1] == [outcome]:
            return []
        if outcome in fitting:
            covering += fitting[:1]
    return list(dict.fromkeys(covering))


def _representatives(ranges: Iterable[Range[int] | None]) -> list[int]:
    """Return a number between any two neighboring bounds of ranges, lowest first."""
    bounds = sorted({end for range_ in ranges if range_ for end in range_.bounds})
    return [bounds[0] - 1, *bounds] if bounds else [0]


def check_outcome_events(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report outcomes of unknown events, and of events that depend on the outcome."""
    for outcome in noted(ruleset.of(RollOutcome)):
        place, key = ruleset.label(outcome, "event"), outcome.event
        procedure = outcome.parent.entry
        steps = {
            event: step
            for step in procedure.steps
            if isinstance(step, SubstituteDice)
            for event in step.events
        }
        if key and key not in steps:
            near = did_you_mean_or_list(key, steps, "events")
            yield codes.NO_SUCH_EVENT.at(
                place, event=key, procedure=procedure.id, help=near
            )
        elif key and (word := steps[key].events[key].if_):
            related = [ruleset.label(steps[key], "events", key, "if")]
            yield codes.EVENT_NEEDS_OUTCOME.at(
                place, related=related, event=key, word=word
            )


NO_OUTCOMES: Final = "write the effects under 'success' or 'failure' of the check"


def check_outcomes_of_checks(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report effects of checks for outcomes that their procedures don't have."""
    for _, path, check in records_at(ruleset, Check):
        keys = dict.fromkeys(outcome.key for outcome in outcomes_of(ruleset, check))
        for key in check.outcomes:
            if key not in keys:
                place = ruleset.provenance.location((*path, "outcomes", key))
                yield codes.NO_SUCH_OUTCOME.at(
                    place and place.key(),
                    outcome=key,
                    help=did_you_mean_or_list(key, keys, "outcomes") or [NO_OUTCOMES],
                )
