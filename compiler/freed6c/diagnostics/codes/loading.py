"""L: finding packs and reading their files."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

NO_SUCH_PACK = Code(
    "D6-L001", "no-such-pack", "Nothing was found where a pack was looked for."
)
NO_MANIFEST = Code(
    "D6-L002", "no-manifest", "A pack is a folder with a file pack.yaml in it."
)
UNKNOWN_BASE = Code("D6-L003", "unknown-base", "A pack extends one that was not found.")
CIRCULAR_PACKS = Code(
    "D6-L004", "circular-packs", "Packs extend each other, or come after, in a circle."
)
UNREADABLE = Code("D6-L005", "unreadable", "The system does not let a file be read.")
TOO_LARGE = Code("D6-L006", "too-large", "A file of a pack is larger than 2 MiB.")
TOO_MANY_FILES = Code("D6-L007", "too-many-files", "A pack has more than 2,000 files.")
LEAVES_PACK = Code(
    "D6-L008", "leaves-pack", "A link in a pack leads out of its folder."
)
SAME_ID = Code("D6-L009", "same-id", "Two different packs have the same id.")
WRONG_VERSION = Code(
    "D6-L010", "wrong-version", "A pack extends other versions than the one found."
)
UNREADABLE_RANGE = Code(
    "D6-L011", "unreadable-range", "Versions that fit are written as a range."
)
AMBIGUOUS_PACK = Code(
    "D6-L012", "ambiguous-pack", "Several installed packs have the same id."
)
FOREIGN_LAYER = Code(
    "D6-L013", "foreign-layer", "A layer must be for the game that it is layered on."
)
