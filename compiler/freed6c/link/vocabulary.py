"""The words that a ruleset declares for its texts: periods, units, action types, die codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.packs.data import walk
from freed6c.runtime.die_code import DieCode, die_codes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.data import Data


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Each word leads to the key that it stands for: `rounds` to `round`."""

    periods: Mapping[str, str]
    units: Mapping[str, str]
    measures: frozenset[str]
    action_types: Mapping[str, str]
    die_code: type[DieCode]


def read_vocabulary(tree: Mapping[str, Data]) -> Vocabulary:
    """Read the declared words of a merged tree.

    Without `die-codes` nothing is ever carried: a code is written with all its pips.
    """
    pips = walk(dict(tree), ("die-codes", "pips-per-die"))
    return Vocabulary(
        periods=_words(tree.get("periods"), "plural"),
        units=_words(tree.get("units"), "plural", "name"),
        measures=frozenset(_settings(tree.get("units"), "measures")),
        action_types=_words(tree.get("action-types"), "name"),
        die_code=die_codes(pips if isinstance(pips, int) and pips > 0 else 10**6),
    )


def _settings(entries: Data | None, field: str) -> Iterator[str]:
    for body in entries.values() if isinstance(entries, dict) else ():
        if isinstance(body, dict) and field in body:
            yield str(body[field])


def _words(entries: Data | None, *fields: str) -> dict[str, str]:
    if not isinstance(entries, dict):
        return {}
    words: dict[str, str] = {}
    for key, body in entries.items():
        words[key] = key
        for field in fields:
            word = body.get(field) if isinstance(body, dict) else None
            if isinstance(word, str):
                words[word] = key
                words[word.lower()] = key
    return words
