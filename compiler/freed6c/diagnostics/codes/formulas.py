"""F: formulas and what they are made of."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

SYNTAX = Code("D6-F001", "formula-syntax", "A formula cannot be read.")
UNKNOWN_NAME = Code(
    "D6-F002", "unknown-name", "A formula uses a name that means nothing here."
)
WRONG_TYPE = Code(
    "D6-F003", "formula-type", "The parts of a formula do not fit together."
)
WRONG_RESULT = Code(
    "D6-F004", "formula-result", "A formula gives another type than is wanted."
)
FAILED = Code(
    "D6-F005",
    "formula-failed",
    "A formula cannot be worked out for a value it is used with.",
)

CIRCLE = Code("D6-F006", "formula-circle", "Formulas call each other in a circle.")
TAKEN_NAME = Code(
    "D6-F007", "taken-name", "A formula is called like a built-in function."
)
