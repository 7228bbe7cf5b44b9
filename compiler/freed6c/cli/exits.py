"""Exit codes: 0 all is well, else one of these."""

from __future__ import annotations

from typing import Final

PACK_ERRORS: Final = 1
"""The pack has errors, or the output is out of date."""
USAGE: Final = 2
"""The command was called with words it does not know, for a pack that is not there, or with a pool
that cannot be read, rolled or reckoned."""
UNWRITABLE: Final = 3
"""The output cannot be written."""

OUR_FAULT: Final = 3
"""freed6c itself has made a mistake."""
