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

COMPUTED = Code(
    "D6-O004", "computed", "A change sets what is worked out from something else."
)
USE_ADD = Code(
    "D6-O005",
    "use-add",
    "What is new is added, and what is there is set: the other word is wanted.",
)
CANNOT_ADJUST = Code(
    "D6-O006", "cannot-adjust", "A value cannot be so much more or less."
)
CONFLICT = Code(
    "D6-O007",
    "conflict",
    "Two packs change one place, and nothing says which of them is later.",
)
TWICE = Code("D6-O008", "twice", "One pack writes one address more than once.")
NOT_EXTENDED = Code(
    "D6-O009",
    "not-extended",
    "A pack changes what another one brings, and does not extend that.",
)
DRIFT = Code(
    "D6-O010",
    "drift",
    "A base has changed what a change was written against.",
    "warning",
)
OLD_ID = Code(
    "D6-O011", "old-id", "Something is called by an id that it had before.", "warning"
)
