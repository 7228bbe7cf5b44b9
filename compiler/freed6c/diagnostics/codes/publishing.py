"""Codes P: publishing, that is holders and licenses."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

UNKNOWN_LICENSE = Code(
    "D6-P001",
    "unknown-license",
    "A pack has an unknown license.",
    message="unknown license '{license}'",
    help="write one of {known}, or {own} and a name for any other license",
)
NO_NOTICE = Code(
    "D6-P002",
    "no-notice",
    "A pack lacks the copyright notice that its license requires.",
    message="'{pack}' has no line in Section 15 of the {license}",
    help=(
        "add to license: section15: [...] with the pack's title, year and holder, and the notices"
        " of its sources, word for word; those of other packs are added automatically"
    ),
)
LICENSES_CLASH = Code(
    "D6-P003",
    "licenses-clash",
    "A pack changes rules whose license doesn't allow its own.",
    message="'{pack}' is under {own} and changes rules under {theirs}",
    help="or add your own entries instead of changing these",
)
NO_DERIVATIVES = Code(
    "D6-P005",
    "no-derivatives",
    "A pack changes rules whose license allows no changes.",
    message="'{pack}' is under {own} and changes rules under {theirs}",
    help="add your own entries instead: {theirs} allows no changes",
)
NO_LICENSE = Code(
    "D6-P004",
    "no-license",
    "A pack has no license.",
    "warning",
    message="'{pack}' has no license: all rights are reserved",
    help="before you publish it, add license: {example}",
)
