"""Compile regular expressions when they are first used: most are for rare input."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from re import compile as regex
else:

    class regex:  # noqa: N801 - used as a function
        """A regular expression. It has the attributes of a compiled one."""

        def __init__(self, *arguments: Any) -> None:
            self._arguments = arguments

        def __getattr__(self, name: str) -> Any:
            value = getattr(re.compile(*self._arguments), name)
            setattr(self, name, value)
            return value


__all__ = ["regex"]
