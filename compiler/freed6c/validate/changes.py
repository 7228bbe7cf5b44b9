"""What was meant by a change in which a word is missing: the finished line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from freed6c.packs.ids import parted
from freed6c.packs.lines import change_line
from freed6c.packs.suggest import nearest
from freed6c.validate.schemas import known_settings

if TYPE_CHECKING:
    from freed6c.diagnostics import Diagnostic
    from freed6c.packs.data import Data
    from freed6c.validate.schemas import Fault

CHANGE = "change"


def words() -> tuple[str, ...]:
    """The words that stand inside a change: `set`, `adjust` and the others."""
    return tuple(word for word in known_settings(CHANGE) if word != "why")


def finished(problem: Diagnostic, fault: Fault, address: str) -> Diagnostic:
    """A fault in a change, with the line that does what its author probably meant."""
    line = _meant(fault, address)
    return problem if line is None else replace(problem, help=(f"write {line}",))


def _meant(fault: Fault, address: str) -> str | None:
    field = parted(address)[1]
    if fault.rule == "type" and not fault.path and not isinstance(fault.value, dict):
        where = address if field else f"{address}.name"
        return change_line(where, "set", fault.value)
    if fault.rule != "additionalProperties" or len(fault.path) != 1:
        return None
    body = fault.value
    if nearest(fault.key, known_settings(CHANGE), 1) or not isinstance(body, dict):
        return None
    whole = field.rpartition(".")[2] == fault.key
    where = address if whole else f"{address}.{fault.key}"
    return change_line(where, "set", body[fault.key])


def stands_inside(word: str, section: Data) -> tuple[str, ...]:
    """Help for a word of changes that was written at the left margin."""
    told = section if isinstance(section, dict) else {}
    address = next((key for key in told if parted(key)[1]), "")
    if address:
        line = change_line(address, word, told[address])
    else:
        line = f"{CHANGE}: {{kind.key: {{{word}: …}}}}"
    return (f"'{word}' stands inside '{CHANGE}': {line}",)
