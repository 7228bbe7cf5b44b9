"""By which rules an answer was found, for tools: the ruleset, the procedure and its readings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from freed6c.cli.dice.readings import settings
from freed6c.runtime.record import Record, Ref

if TYPE_CHECKING:
    from freed6c.cli.dice.asked import Asked


def origin(asked: Asked) -> dict[str, Any]:
    """The members that begin every answer."""
    manifest, procedure = asked.ruleset.manifest, asked.procedure
    return {
        "ruleset": {
            "id": manifest.id,
            "title": manifest.title,
            "version": manifest.version,
        },
        "procedure": {
            "id": procedure.id,
            "name": procedure.name,
            "readings": _plain(procedure),
            "steps": [
                {"id": step.id, "name": step.name, "readings": _plain(step)}
                for step in procedure.steps
            ],
        },
    }


def _plain(value: object) -> Any:
    match value:
        case Ref():
            return value.id
        case tuple():
            return [_plain(one) for one in value]
        case dict():
            return {key: _plain(one) for key, one in value.items()}
        case Record():
            return {key: _plain(one) for key, one in settings(value).items()}
        case _:
            return value
