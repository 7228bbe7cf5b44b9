"""A roll for tools: schemas/roll.schema.json."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from freed6c.cli.dice.origin import origin
from freed6c.cli.dice.outlook import events

if TYPE_CHECKING:
    from freed6c.cli.dice.rolled import Rolled
    from freed6c.runtime.dice.table import Die, Done


SCHEMA_VERSION: Final = 1


def roll_json(found: Rolled) -> str:
    """One document with all the work."""
    roll = found.roll
    document = {
        "schema_version": SCHEMA_VERSION,
        **origin(found.asked),
        "pool": str(found.pool),
        "seed": found.seed,
        "total": roll.total,
        "difficulty": roll.target,
        "margin": roll.margin,
        "success": roll.success,
        "rank": _rank(found),
        "events": _events(found),
        "dice": [_die(die) for die in roll.dice],
        "pips": roll.pips,
        "steps": [_done(done) for done in roll.steps],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _rank(found: Rolled) -> dict[str, Any] | None:
    if found.roll.rank is None:
        return None
    band = found.band
    return {
        "rank": found.roll.rank,
        "band": band.id if band else None,
        "name": band.name if band else None,
    }


def _events(found: Rolled) -> list[dict[str, str]]:
    known = events(found.asked.procedure)
    return [
        {"event": key, "text": found.asked.plain(known[key].text)}
        for key in found.roll.events
    ]


def _done(done: Done) -> dict[str, Any]:
    return {
        "step": done.step,
        "do": done.do,
        "idle": done.idle,
        "waited": done.waited,
        "dice": done.dice,
        "pips": done.pips,
        "rolled": [_die(die) for die in done.rolled],
        "dropped": [_die(die) for die in done.dropped],
        "changed": [
            {"before": _die(before), "after": _die(after)}
            for before, after in done.changed
        ],
        "totals": done.totals,
        "set": done.set,
        "count": done.count,
        "choice": done.choice or None,
    }


def _die(die: Die) -> dict[str, Any]:
    return {
        "sides": die.kind.sides,
        "source": die.kind.source,
        "faces": die.faces,
        "shown": die.shown,
        "value": die.value,
        "kept": die.kept,
    }
