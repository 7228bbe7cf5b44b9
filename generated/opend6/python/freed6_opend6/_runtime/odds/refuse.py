"""Why a chance is not given: nothing here is ever estimated by rolling dice."""

from __future__ import annotations


class NoExactMethod(ValueError):  # noqa: N818
    """No method gives an exact chance within the limits; the message says why."""
