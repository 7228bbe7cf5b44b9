"""The data of the dice roller on a site, as JSON: procedures, difficulties and wording.

A procedure is a way to roll, in steps, such as "roll all dice" and "roll a six again".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.chances import numbered
from freed6c.document.phrases import phrases_of
from freed6c.document.phrases.rolls import CANNOT, ROLLER
from freed6c.document.plain_text import plain_reader
from freed6c.document.sentences.amounts import token_label
from freed6c.document.wording import label_of, title_of
from freed6c.emit.json_ import Values
from freed6c.model.difficulties import difficulties
from freed6c.model.type_hints import fields
from freed6c.runtime.dice.pool import procedure_sizes
from freed6c.runtime.dice.roll_words import ROLLS
from freed6c.runtime.entries.dice import Dice, RollOutcome, Step, SubstituteDice
from freed6c.runtime.record import Entry, Record

if TYPE_CHECKING:
    from freed6c.emit.json_ import Json
    from freed6c.model.ruleset import Ruleset


UNSAID: Final = {field.name for field in fields(Entry)} - {"id", "name"}
"""The fields that all entries have and the roller doesn't need."""


def dice_data(ruleset: Ruleset, page: str = "") -> dict[str, Json]:
    """Return the data of the roller, empty if the rules have no dice.

    `page` is the address of the page of the roller. `perDie` is the number of pips in a die.
    """
    procedures = [procedure_data(ruleset, procedure) for procedure in ruleset.of(Dice)]
    if not procedures:
        return {}
    phrases = phrases_of(ruleset)
    return {
        "perDie": ruleset.die_code.pips_per_die,
        "procedures": procedures,
        "page": page,
        # The results of steps, the messages for pools that are refused, and the labels of the page.
        "words": {key: phrases[key] for key in (*ROLLS, *CANNOT, *ROLLER)},
    }


def procedure_data(ruleset: Ruleset, procedure: Dice) -> dict[str, Json]:
    """Return a procedure: its steps in order, and the difficulties that it is rolled against.

    `sizes` are the numbers of sides of its dice. `ranks` are the names of margins by which a roll
    succeeds, each with the lowest margin; None if the procedure doesn't rank margins. `outcomes`
    are in the order in which they apply.
    """
    values = _DiceValues(plain_reader(ruleset), ruleset, {})
    ranks = procedure.ranks.entry if procedure.ranks else None
    return {
        "id": procedure.id,
        "name": procedure.name,
        "die": procedure.die,
        "sizes": list(procedure_sizes(procedure)),
        "pips-carry": procedure.pips_carry,
        "success": procedure.success,
        "ranks": [{"name": title_of(b), "low": b.range.low} for b in ranks.bands]
        if ranks
        else None,
        "steps": [_step(step, values) for step in procedure.steps],
        "outcomes": [_outcome(outcome, values) for outcome in procedure.outcomes],
        "difficulties": [
            {
                "name": title_of(benchmark),
                "bands": [
                    {"name": title_of(band), "number": number}
                    for band, number in numbered(benchmark)
                ],
            }
            for benchmark, used in difficulties(ruleset)
            if used == procedure
        ],
    }


def _step(step: Step, values: Values) -> dict[str, Json]:
    """Return a step, its tokens and events with words for people instead of keys."""
    data = values.fields(step)
    data["behind"] = step.behind
    data["token-names"] = {key: token_label(step, key) for key in step.token_names}
    if isinstance(step, SubstituteDice):
        events = step.events.items()
        data["events"] = {label_of(k): values.fields(event) for k, event in events}
    return data


def _outcome(outcome: RollOutcome, values: Values) -> dict[str, Json]:
    """Return an outcome: its name, whether it is a success, and its conditions."""
    return {
        "name": title_of(outcome),
        "success": outcome.success,
        "total": values.value(outcome.total),
        "margin": values.value(outcome.margin),
        "event": label_of(outcome.event),
    }


class _DiceValues(Values):
    """Values of dice: records have every field, even one with its default, by its key in packs."""

    def fields(self, record: Record) -> dict[str, Json]:
        unsaid = UNSAID if isinstance(record, Step) else set()
        return {
            field.key: " ".join(self.plain(value).split())
            if field.prose
            else self.value(value)
            for field in fields(type(record))
            if field.name not in unsaid and not field.linked
            for value in [getattr(record, field.name)]
        }
