"""L: finding packs and reading their files."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

NO_SUCH_PACK = Code(
    "D6-L001", "no-such-pack", "Nothing was found where a pack was looked for."
)
NO_MANIFEST = Code(
    "D6-L002", "no-manifest", "A pack is a folder with a file pack.yaml in it."
)

CODES = (NO_SUCH_PACK, NO_MANIFEST)
