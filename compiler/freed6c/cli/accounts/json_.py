"""An account of a value for tools (schemas/explanation.schema.json)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.mentions import Mention
    from freed6c.model.explanation import Account, Part, Step, Working
    from freed6c.packs.location import Spot


SCHEMA_VERSION: Final = 1


def account_json(account: Account, mentions: Sequence[Mention] = ()) -> str:
    """Everything that is known of an address."""
    known = account.instead
    document = {
        "schema_version": SCHEMA_VERSION,
        "asked": account.asked,
        "address": account.address,
        "value": account.value,
        "written": account.written,
        "removed": account.removed,
        "instead": known.id if known is not None else None,
        "worked_out_by": _working(account.working) if account.working else None,
        "steps": [_step(step) for step in account.steps],
        "settings": [_part(part) for part in account.parts],
        "mentions": [_mention(one) for one in mentions],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _working(working: Working) -> dict[str, object]:
    return {
        "address": working.place,
        "formula": working.formula,
        **_place(working.spot),
    }


def _step(step: Step) -> dict[str, object]:
    return {
        "pack": step.pack,
        "operation": step.word,
        "address": step.place,
        **_place(step.spot),
        "why": step.why or None,
        "option": step.option or None,
        "amount": step.said,
        "before": step.before,
        "after": step.after,
    }


def _part(part: Part) -> dict[str, object]:
    return {
        "key": part.key,
        "value": part.value,
        "pack": part.pack,
        **_place(part.spot),
    }


def _mention(one: Mention) -> dict[str, object]:
    return {"address": one.place, "prose": one.prose, **_place(one.spot)}


def _place(spot: Spot | None) -> dict[str, object]:
    return {
        "file": spot.file if spot else None,
        "line": spot.line if spot else None,
        "column": spot.column if spot else None,
    }
