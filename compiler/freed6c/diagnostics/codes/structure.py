"""S: the shape of entries: settings, types, allowed values."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

UNKNOWN_SECTION = Code(
    "D6-S001", "unknown-section", "A file holds only the sections that exist."
)
UNKNOWN_SETTING = Code(
    "D6-S002", "unknown-setting", "An entry has only the settings of its kind."
)
MISSING_SETTING = Code(
    "D6-S003", "missing-setting", "A setting that is required is not there."
)
WRONG_TYPE = Code(
    "D6-S004", "wrong-type", "A value is of another type than its setting needs."
)
WRONG_VALUE = Code(
    "D6-S005", "wrong-value", "A value is not one of those that are allowed."
)
WRONG_FORM = Code(
    "D6-S006", "wrong-form", "A text is not written as its setting needs."
)
BAD_KEY = Code(
    "D6-S007", "bad-key", "Keys are small letters, digits and single hyphens."
)
DUPLICATE_ENTRY = Code(
    "D6-S008",
    "duplicate-entry",
    "Two entries of a pack have the same id.",
    message="there is another {kind} '{key}'",
    help="give one of them another key: their ids would be the same",
)
