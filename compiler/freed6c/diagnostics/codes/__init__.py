"""The catalogue of diagnostic codes, one file a stage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import (
    checks,
    formulas,
    loading,
    overlays,
    publishing,
    references,
    structure,
    yaml,
)

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Code

ALL: Final[tuple[Code, ...]] = (
    *loading.CODES,
    *yaml.CODES,
    *structure.CODES,
    *overlays.CODES,
    *references.CODES,
    *formulas.CODES,
    *checks.CODES,
    *publishing.CODES,
)
