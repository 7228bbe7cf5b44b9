"""Odds for tools: schemas/odds.schema.json."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Final

from freed6c.cli.dice.origin import origin
from freed6c.cli.dice.outlook import Outlook, Versus, events
from freed6c.cli.dice.spread import spread
from freed6c.model.values import number

SCHEMA_VERSION: Final = 1
TINY: Final = Fraction(1, 10**6)
WHOLE: Final = 200


def odds_json(found: Outlook) -> str:
    """One document; fractions as text, decimals beside."""
    low, high = found.odds.support
    document = {
        "schema_version": SCHEMA_VERSION,
        **origin(found.asked),
        "pool": str(found.odds.pool),
        "mean": None if found.mean is None else number(found.mean),
        "mean_refused": found.no_mean or None,
        "lowest": low,
        "highest": high,
        "distribution": _distribution(found),
        "benchmarks": _benchmarks(found),
        "difficulties": [_versus(found, one) for one in found.difficulties],
        "against": _against(found),
        "error": number(found.odds.error),
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _distribution(found: Outlook) -> dict[str, Any]:
    odds = found.odds
    shown = spread(odds, TINY, WHOLE)
    return {
        "below": number(shown.below),
        "totals": [
            {
                "total": total,
                "exactly": number(odds.exactly(total)),
                "at_least": number(odds.at_least(total)),
            }
            for total in shown.totals
        ],
        "above": number(shown.above),
    }


def _benchmarks(found: Outlook) -> list[dict[str, Any]]:
    return [
        {
            "id": benchmark.id,
            "name": benchmark.name,
            "bands": [
                {
                    "id": one.band.id,
                    "name": one.band.name,
                    "number": target,
                    "success": number(chance),
                }
                for one in reached
                for target, chance in one.chances.items()
            ],
        }
        for benchmark, reached in found.benchmarks
    ]


def _versus(found: Outlook, versus: Versus) -> dict[str, Any]:
    plain = found.asked.plain
    known = events(found.asked.procedure)
    return {
        "difficulty": versus.difficulty,
        "success": number(versus.success),
        "ranks": [
            {
                "rank": place,
                "band": band.id if band else None,
                "name": band.name if band else None,
                "chance": number(chance),
            }
            for place, (band, chance) in enumerate(versus.ranks)
        ],
        "events": [
            {"event": key, "text": plain(known[key].text), "chance": number(chance)}
            for key, chance in versus.events.items()
        ],
    }


def _against(found: Outlook) -> dict[str, Any] | None:
    if found.against is None:
        return None
    other, (win, tie, lose, error) = found.against
    return {
        "pool": str(other.pool),
        "win": number(win),
        "tie": number(tie),
        "lose": number(lose),
        "error": number(error),
    }
