"""Codes S: the shape of entries, that is settings, types and allowed values."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

UNKNOWN_SECTION = Code(
    "D6-S001",
    "unknown-section",
    "A file has an unknown section.",
    message="unknown section '{key}'",
)
FOREIGN_FILE = Code(
    "D6-S024",
    "foreign-file",
    "A YAML file in the folder of a pack has no sections of a pack.",
    message="this file has no sections of a pack, only {keys}",
    help="if it belongs to another program, move it out of the pack's folder",
)
SECTION_WITHOUT_ENTRIES = Code(
    "D6-S009",
    "section-without-entries",
    "A section has something other than entries.",
    message="'{key}' must hold entries, each with its own key",
    help="{way}, as in {example}",
)
UNKNOWN_SETTING = Code(
    "D6-S002",
    "unknown-setting",
    "An entry has an unknown setting.",
    message="unknown setting '{key}' in {thing}",
    help="available settings: {known}",
)
MISSING_SETTING = Code(
    "D6-S003",
    "missing-setting",
    "An entry lacks a required setting.",
    message="missing setting '{key}' in {thing}",
    label="needs '{key}'",
)
WITHOUT_VERB = Code(
    "D6-S010",
    "effect-without-verb",
    "An effect has no verb.",
    message="an effect has no verb",
    help="available verbs: {verbs}",
)
ADDRESS_AS_TREE = Code(
    "D6-S020",
    "address-as-tree",
    "An address is split into nested keys.",
    message="an address is a single key with dots: {address}",
    help="write {address}: and indent its settings below",
)
ADDRESS_OF_FIELD = Code(
    "D6-S021",
    "address-of-field",
    "A change names a setting instead of its entry.",
    message="'{address}' is a setting, not an entry",
    label="'{field}' belongs under set",
)
MISPLACED = Code(
    "D6-S019",
    "misplaced",
    "A setting has a value that belongs in another setting.",
    message="'{setting}' has a value that belongs in '{meant}'",
)
WRONG_VERB = Code(
    "D6-S018",
    "wrong-verb",
    "An effect has an unknown verb.",
    message="unknown effect '{verb}'",
    help="available verbs: {verbs}",
)
SECOND_VERB = Code(
    "D6-S011",
    "second-verb",
    "An effect has more than one verb.",
    message="second verb '{verb}' in {thing}",
    help="write a separate effect for it; this one has: {keys}",
)
WRONG_TYPE = Code(
    "D6-S004",
    "wrong-type",
    "A value has the wrong type.",
    message="{subject} must be {wanted}, not {value}",
)
WRONG_VALUE = Code(
    "D6-S005",
    "wrong-value",
    "A value is not one of those allowed.",
    message="unknown value '{value}' for {subject}",
    help="available values: {allowed}",
)
EMPTY = Code(
    "D6-S012",
    "empty",
    "A text, a list or a map is empty.",
    message="{subject} is empty",
)
TOO_LONG = Code(
    "D6-S013",
    "too-long",
    "A text is too long.",
    message="{subject} is too long: {length} characters, at most {most} allowed",
)
TOO_MANY_ITEMS = Code(
    "D6-S023",
    "too-many-items",
    "A list has too many items.",
    message="{subject} has too many items: {count}, at most {most} allowed",
    help="split it into several examples",
)
OUT_OF_BOUNDS = Code(
    "D6-S014",
    "out-of-bounds",
    "A number is too small or too large.",
    message="{subject} must be {bounds}, not {value}",
    help="write a number that is {bounds}",
)
SAME_TWICE = Code(
    "D6-S015",
    "same-item-twice",
    "A list has the same item twice.",
    message="{subject} has the same item twice",
    help="remove the second one",
)
WRONG_FORM = Code(
    "D6-S006", "wrong-form", "A text has the wrong form.", message="{written}"
)
BAD_KEY = Code(
    "D6-S007",
    "bad-key",
    "A key has an invalid form.",
    message="invalid key '{key}'",
    help="use lowercase letters, digits and single hyphens, beginning with a letter: long-sword",
)
NAME_OF_PYTHON = Code(
    "D6-S016",
    "name-of-python",
    "A package has the name of a word or module of Python.",
    message="a package can't be called '{name}': Python or one of its tools uses that name",
    help="write a name such as freed6_{name}",
)
NAME_OF_DEVICE = Code(
    "D6-S022",
    "name-of-device",
    "A pack or package has the name of a Windows device.",
    message="'{name}' is a reserved name on Windows",
    label="no folder can have this name",
    help="write a name such as {example}",
)
BAD_SITE = Code(
    "D6-S017",
    "bad-site-address",
    "A manifest has an invalid address of a site.",
    message="invalid address in '{key}': {problem}",
    help="write {example}",
)
DUPLICATE_ENTRY = Code(
    "D6-S008",
    "duplicate-entry",
    "Two entries have the same id.",
    message="duplicate {kind} '{key}'",
    label="defined again here",
    help="to add another one, give it another key",
)
