"""Y: text that YAML cannot read, or would read as something else than was meant."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

NOT_YAML = Code(
    "D6-Y001", "not-yaml", "The file cannot be read as YAML from this place on."
)

CODES = (NOT_YAML,)
