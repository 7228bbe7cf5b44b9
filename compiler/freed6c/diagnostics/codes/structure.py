"""Codes S: the shape of entries, that is settings, types and allowed values."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

UNKNOWN_SECTION = Code(
    "D6-S001",
    "unknown-section",
    "A file holds only the sections that exist.",
    message="'{key}' is not a section that a pack can have",
)
FOREIGN_FILE = Code(
    "D6-S024",
    "foreign-file",
    "A YAML file in the folder of a pack has no section of a pack.",
    message="this file has no section of a pack, but: {keys}",
    help="if it belongs to another program, move it out of the pack's folder",
)
SECTION_WITHOUT_ENTRIES = Code(
    "D6-S009",
    "section-without-entries",
    "A section holds something else than entries.",
    message="'{key}' must hold entries, each with a key of its own",
    help="write them indented below '{key}:', for example  {example}",
)
UNKNOWN_SETTING = Code(
    "D6-S002",
    "unknown-setting",
    "An entry has only the settings of its kind.",
    message="'{key}' is not a setting of {thing}",
    help="settings here: {known}",
)
MISSING_SETTING = Code(
    "D6-S003",
    "missing-setting",
    "A setting that is required is not there.",
    message="{thing} needs '{key}'",
    label="'{key}' is missing",
)
WITHOUT_VERB = Code(
    "D6-S010",
    "effect-without-verb",
    "An effect does not say what it does.",
    message="an effect needs a verb that says what it does",
    help="verbs: {verbs}",
)
ADDRESS_AS_TREE = Code(
    "D6-S020",
    "address-as-tree",
    "The address of an entry is written as a tree.",
    message="an address is written in one, with dots: {address}",
    help="write {address}: and indent its words below that",
)
ADDRESS_OF_FIELD = Code(
    "D6-S021",
    "address-of-field",
    "A change has the address of a setting, where that of its entry stands.",
    message="'{address}' is a setting: its entry is changed, and '{field}' stands under set",
)
MISPLACED = Code(
    "D6-S019",
    "misplaced",
    "What belongs in a setting that is needed stands in another one.",
    message="'{setting}' holds what belongs in '{meant}'",
)
WRONG_VERB = Code(
    "D6-S018",
    "wrong-verb",
    "An effect begins with a word that is no verb of effects.",
    message="'{verb}' is no verb of an effect",
    help="verbs: {verbs}",
)
SECOND_VERB = Code(
    "D6-S011",
    "second-verb",
    "An effect has more than one verb.",
    message="{thing} has one verb, and '{verb}' is a second one",
    help="write an effect of its own for it; this one has: {keys}",
)
WRONG_TYPE = Code(
    "D6-S004",
    "wrong-type",
    "A value is of another type than its setting needs.",
    message="{subject} must be {wanted}, not {value}",
)
WRONG_VALUE = Code(
    "D6-S005",
    "wrong-value",
    "A word is not one of those that are allowed.",
    message="{subject} cannot be '{value}'",
    help="allowed: {allowed}",
)
EMPTY = Code(
    "D6-S012",
    "empty",
    "A text, a list or a map that should hold something is empty.",
    message="{subject} is empty",
)
TOO_LONG = Code(
    "D6-S013",
    "too-long",
    "A text has more characters than its setting takes.",
    message="{subject} is too long: {length} of at most {most} characters",
)
TOO_MANY_ITEMS = Code(
    "D6-S023",
    "too-many-items",
    "A list has more items than its setting takes.",
    message="{subject} has too many items: {count} of at most {most}",
    help="divide it among several entries",
)
OUT_OF_BOUNDS = Code(
    "D6-S014",
    "out-of-bounds",
    "A number is less or more than its setting takes.",
    message="{subject} must be {bounds}, not {value}",
)
SAME_TWICE = Code(
    "D6-S015",
    "same-item-twice",
    "A list names one thing twice.",
    message="{subject} has one item twice",
    help="leave the second out",
)
WRONG_FORM = Code(
    "D6-S006",
    "wrong-form",
    "A text is not written as its setting needs.",
    message="{subject} {written}",
)
BAD_KEY = Code(
    "D6-S007",
    "bad-key",
    "Keys begin with a letter and have small letters, digits and single hyphens.",
    message="'{key}' cannot be a key",
    help="write a small letter, then small letters, digits and single hyphens: long-sword",
)
NAME_OF_PYTHON = Code(
    "D6-S016",
    "name-of-python",
    "A package is called as a word or a module of Python is.",
    message="a package cannot be called '{name}': Python, or one of its tools, has that name",
    help="write for example freed6_{name}",
)
NAME_OF_DEVICE = Code(
    "D6-S022",
    "name-of-device",
    "A pack or a package is called as Windows calls a device.",
    message="Windows keeps '{name}' for a device: no folder there can be called so",
    help="write for example {example}",
)
BAD_SITE = Code(
    "D6-S017",
    "bad-site-address",
    "A site cannot have the address that its manifest says.",
    message="'{key}' cannot be the address of a site: {problem}",
    help="write {example}",
)
DUPLICATE_ENTRY = Code(
    "D6-S008",
    "duplicate-entry",
    "Two entries of a pack have the same id.",
    message="there is another {kind} '{key}'",
    help="give one of them another key: their ids would be the same",
)
