"""The one build of Pyodide, Python for browsers, that runs the compiler in a playground.

Other versions have another Python and are started differently, so hashes pin its files.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final

VERSION: Final = "314.0.7"
RPDS: Final = "rpds_py-0.30.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
"""The wheel of rpds, the only dependency of jsonschema that is not pure Python.

It is in the full distribution of Pyodide, not in the core one.
"""
DIGESTS: Final = {
    "pyodide-lock.json": "sha256-XcL8EZEIvBSMdFfchudnW1yH4cr9QgucNMHq73s2wBA=",
    "pyodide.asm.mjs": "sha256-983I7OgGeM63EvjmXr5tOoMgOhgMOZhl9JYSoFFpNjU=",
    "pyodide.asm.wasm": "sha256-zDbjyrBP38mmP/E+tS6uK5Eb9GwCXMeygfOUvT3h1eY=",
    "pyodide.mjs": "sha256-bx1g979Sm+swDw9HmDySHTmCNjZAuiCvDjjv3dvGYQk=",
    RPDS: "sha256-mZfc+u5EZdTodzl8D5X7nsHd2w6dptrJTpb/liHNzQU=",
    "python_stdlib.zip": "sha256-+hlX5XdwaPxPdDf5bYYK4vvpwZcyugbITgBOwW3X3Xo=",
}
"""The files that a page fetches, each with its hash in the form of the `integrity` attribute."""


def digest_of(content: bytes) -> str:
    """Return the hash of a file in the same form: `sha256-` and the digest in base64."""
    return f"sha256-{b64encode(sha256(content).digest()).decode()}"
