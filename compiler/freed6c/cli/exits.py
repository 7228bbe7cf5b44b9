"""Exit codes: 0 all is well, 1 the pack has errors, 2 wrong usage, 3 our fault or an unwritable output."""

from __future__ import annotations

from typing import Final

PACK_ERRORS: Final = 1
USAGE: Final = 2
UNWRITABLE: Final = 3
