"""The catalog of diagnostic codes: a module for each stage, beside it a folder of explanations."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from freed6c.diagnostics.diagnostic import Code

ALL: Final[tuple[Code, ...]] = tuple(
    code
    for stage in iter_modules(__path__, f"{__name__}.")
    for code in vars(import_module(stage.name)).values()
    if isinstance(code, Code)
)
"""Every code that a module of a stage defines: there is no second list of them."""
