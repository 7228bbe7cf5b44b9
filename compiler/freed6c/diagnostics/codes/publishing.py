"""P: publishing: whose the content is, and what may be done with it."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

UNKNOWN_LICENSE = Code(
    "D6-P001", "unknown-license", "A pack is under a licence that is not known."
)
NO_NOTICE = Code(
    "D6-P002",
    "no-notice",
    "A pack is under a licence that wants a copyright notice of each pack, and has none.",
)
LICENSES_CLASH = Code(
    "D6-P003",
    "licenses-clash",
    "A pack changes what is under a licence that does not allow it under the pack's own.",
)
NO_LICENSE = Code(
    "D6-P004",
    "no-license",
    "A pack is built that does not say what others may do with it.",
    "warning",
)
