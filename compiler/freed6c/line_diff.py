"""Two texts line by line, as a unified diff that is there in a moment, whoever wrote them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.alignment import Alignment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def line_diff(
    before: Sequence[str], after: Sequence[str], names: tuple[str, str], *, end: str
) -> Iterator[str]:
    """The lines of a diff, nothing where both are the same. Lines that are given have the `end`."""
    matcher = Alignment(before, after)
    for at, hunk in enumerate(matcher.get_grouped_opcodes()):
        if at == 0:
            yield f"--- {names[0]}{end}"
            yield f"+++ {names[1]}{end}"
        (_, old_start, _, new_start, _), (_, _, old_end, _, new_end) = hunk[0], hunk[-1]
        yield f"@@ -{_range(old_start, old_end)} +{_range(new_start, new_end)} @@{end}"
        for tag, old, old_to, new, new_to in hunk:
            if tag == "equal":
                yield from (f" {line}" for line in before[old:old_to])
            else:
                yield from (f"-{line}" for line in before[old:old_to])
                yield from (f"+{line}" for line in after[new:new_to])


def _range(start: int, end: int) -> str:
    """Lines from `start` to before `end`, as diffs count them: an empty range is behind a line."""
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"
