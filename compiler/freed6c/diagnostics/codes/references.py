"""R: names of other entries, in settings and in prose."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

UNKNOWN = Code(
    "D6-R001", "unknown-reference", "A reference names no entry of a fitting kind."
)
AMBIGUOUS = Code(
    "D6-R002", "ambiguous-reference", "A short reference fits several entries."
)
REMOVED = Code(
    "D6-R003", "removed", "Something is removed that other rules still need."
)
