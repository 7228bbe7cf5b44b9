"""What a case compiles: the pack in `input` with those in `layers` on it.

What lies in `site` is installed: distributions as an installer leaves them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def enter(case: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Stand in the folder of a case; the layers that it has."""
    monkeypatch.chdir(case)
    if (case / "site").is_dir():
        monkeypatch.syspath_prepend(case / "site")
    return tuple(f"./layers/{each.name}" for each in sorted(case.glob("layers/*")))
