"""C: what the parts of a ruleset mean together."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

EXAMPLE_FAILED = Code(
    "D6-C001", "example-failed", "An example of the pack gives something else."
)
BANDS_BROKEN = Code(
    "D6-C002", "bands-broken", "The bands of a benchmark overlap or leave a gap."
)

CODES = (EXAMPLE_FAILED, BANDS_BROKEN)
