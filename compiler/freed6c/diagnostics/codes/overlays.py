"""O: packs layered on packs."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

NO_TARGET = Code(
    "D6-O001", "no-target", "A change names something that does not exist."
)
NO_CHANGE = Code("D6-O002", "no-change", "A change sets what is already so.", "warning")
ENTRY_EXISTS = Code(
    "D6-O003", "entry-exists", "A new entry has the id of one that exists."
)

CODES = (NO_TARGET, NO_CHANGE, ENTRY_EXISTS)
