"""Codes P: publishing, that is holders and licenses."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

UNKNOWN_LICENSE = Code(
    "D6-P001",
    "unknown-license",
    "A pack is under a license that is not known.",
    message="freed6c does not know the license '{license}'",
    help="write one of {known}; or {own} and a name, for any other",
)
NO_NOTICE = Code(
    "D6-P002",
    "no-notice",
    "A pack is under a license that wants a copyright notice of each pack, and has none.",
    message="'{pack}' has no line of its own in Section 15 of the {license}",
    help=(
        "add to license: section15: [...] with the pack's own title, year and holder, and the "
        "notices of what it is made from, word for word; those of other packs come by themselves"
    ),
)
LICENSES_CLASH = Code(
    "D6-P003",
    "licenses-clash",
    "A pack changes what is under a license that does not allow it under the pack's own.",
    message="'{pack}' is under {own} and changes what is under {theirs}",
    help="or leave its entries alone and add your own",
)
NO_DERIVATIVES = Code(
    "D6-P005",
    "no-derivatives",
    "A pack changes what is under a license that allows no changes.",
    message="'{pack}' is under {own} and changes what is under {theirs}",
    help="{theirs} allows no changes: add entries of your own instead",
)
NO_LICENSE = Code(
    "D6-P004",
    "no-license",
    "A pack is built that does not say what others may do with it.",
    "warning",
    message="'{pack}' has no license: all rights are reserved",
    help="before you publish it, say whose it is: license: {example}",
)
