"""Checks of the outcomes of dice procedures, and of the effects that checks add to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.suggest import did_you_mean_or_list
from freed6c.model.difficulties import outcomes_of
from freed6c.model.entry_contents import records_at
from freed6c.model.internal_errors import noted
from freed6c.runtime.dice.roller import events_of
from freed6c.runtime.entries.actions import Check
from freed6c.runtime.entries.dice import Dice, SubstituteDice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.amounts import Range
    from freed6c.runtime.entries.dice import RollOutcome


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
            earlier = procedure.outcomes[:number]
            if covering := _covering(outcome, earlier):
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
    covering: dict[str, RollOutcome] = {}
    for total in _representatives([each.total for each in every]):
        for margin in _representatives([each.margin for each in every]):
            if not outcome.fits(total, margin, (outcome.event,)):
                continue
            fitting = (o for o in earlier if o.fits(total, margin, (outcome.event,)))
            first = next(fitting, None)
            if first is None:
                return []
            covering[first.id] = first
    return list(covering.values())


def _representatives(ranges: Sequence[Range[int] | None]) -> list[int]:
    """Return a number between any two neighboring bounds of ranges, lowest first."""
    written = [range_ for range_ in ranges if range_]
    lows = [range_.low for range_ in written if range_.low is not None]
    beyond = [range_.high + 1 for range_ in written if range_.high is not None]
    bounds = sorted({*lows, *beyond}) or [0]
    return [bounds[0] - 1, *bounds]


def check_outcome_events(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report outcomes of unknown events, and of events that depend on the outcome."""
    for procedure in noted(ruleset.of(Dice)):
        required = {key: wanted for key, wanted, _ in events_of(procedure)}
        for outcome in procedure.outcomes:
            place, key = ruleset.label(outcome, "event"), outcome.event
            if key and key not in required:
                near = did_you_mean_or_list(key, required, "events")
                yield codes.NO_SUCH_EVENT.at(
                    place, event=key, procedure=procedure.id, help=near
                )
            elif key and required[key] is not None:
                word = "success" if required[key] else "failure"
                related = [
                    ruleset.label(step, "events", key, "if")
                    for step in procedure.steps
                    if isinstance(step, SubstituteDice) and key in step.events
                ]
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
