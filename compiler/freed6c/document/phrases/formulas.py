"""The words for numbers, amounts and formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.phrases.terms import with_marks
from freed6c.document.phrases.texts import ENGLISH
from freed6c.formula.builtins import TABLE
from freed6c.model.local_names import FORMAT_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES: Final = {
    name: format_name
    for format_names in FORMAT_NAMES.values()
    for name, format_name in format_names.items()
}
"""The names that the format itself defines."""
TERMS: Final = (
    *("margin", "check", "total", "rank", "condition", "fixed-value", "ability"),
    *("die", "pip", "chance"),
)
"""The terms in the words of names and functions, which other stages have without marks."""

FORMULAS: Final[Mapping[str, str]] = {
    **ENGLISH["amounts"],
    **{
        f"name.{name}": with_marks(format_name.words, TERMS)
        for name, format_name in NAMES.items()
    },
    **{
        f"per.{name}": with_marks(format_name.per, TERMS)
        for name, format_name in NAMES.items()
        if format_name.per
    },
    **ENGLISH["names-and-operators"],
    **{f"call.{builtin.name}": with_marks(builtin.words, TERMS) for builtin in TABLE},
    **ENGLISH["formulas"],
}
