"""All names that the annotations of the runtime use, so that its type hints can be read.

The runtime imports most of them for type checkers only: its modules refer to each other in circles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from freed6c.runtime import (
    amounts,
    die_code,
    duration,
    effects,
    record,
    situation,
)
from freed6c.runtime.entries import (
    abilities,
    actions,
    benchmarks,
    dice,
    formulas,
    frame,
    menus,
    notes,
    options,
    points,
    tables,
    tracks,
    worlds,
)

if TYPE_CHECKING:
    from types import ModuleType

MODULES: Final[tuple[ModuleType, ...]] = (
    record,
    amounts,
    die_code,
    duration,
    effects,
    abilities,
    actions,
    benchmarks,
    dice,
    formulas,
    frame,
    menus,
    notes,
    options,
    points,
    tables,
    tracks,
    worlds,
)

NAMESPACE: Final[Mapping[str, object]] = {
    "Callable": Callable,
    "Mapping": Mapping,
    "Situation": situation.Situation,
    **{name: value for module in MODULES for name, value in vars(module).items()},
}
