"""The catalog of diagnostic codes, a file for each subject.

To add a diagnostic code: define it in `diagnostics/codes/<subject>.py`, with the next number of its
letter, report it in `<stage>/` (in `check/` if it matters only to people who publish), and add a
case in `tests/cases/<stage>/`, which counts after `git add`. Its explanation is a Markdown file
with its name, in a folder named after the file: a title, a paragraph that says why the problem
matters, a pack with the problem under `## Wrong`, and one without it under `## Right`. If the fix
is a small edit, "Right" is a diff of "Wrong", without line numbers. Tests compile both packs.
"""

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
"""Every code that a module of a stage defines, collected by type."""
