"""The site in this process, all other targets in a copy of it: each is about half of the work.

Where a system cannot copy a process, or this one has threads, which a copy would not have, all is
made here. So it is where the machine gives no second process, and where the copy fails: then the
error is raised here.
"""

from __future__ import annotations

import os
import threading
from marshal import dumps, loads
from typing import TYPE_CHECKING, Final, Self

from freed6c.emit.files import OutputFile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.document import Documents

    Files = tuple[OutputFile, ...]

HERE: Final = "html"
"""What takes about as long as everything else."""
MANY: Final = 3_000
"""Entries from which on it is worth it: a fifth more work, done in a sixth less time."""


def is_worth_it(documents: Documents, targets: Sequence[str]) -> bool:
    """Whether there is enough to do for two, and one can be made of this process.

    Where most is known from an earlier run, to say what was made takes as long as to make it.
    """
    return (
        len(documents.ruleset.entries) >= MANY
        and not documents.ruleset.derived.is_begun
        and {HERE} < set(targets)
        and hasattr(os, "fork")
        and (os.cpu_count() or 1) > 1
        and threading.active_count() == 1
    )


def in_two(
    documents: Documents, targets: Sequence[str], emit: Callable[[str], Files]
) -> Mapping[str, Files]:
    """What `emit` gives for each target."""
    others = [target for target in targets if target != HERE]
    documents.grouped  # both need it  # noqa: B018
    try:
        begun = _Copy(lambda: _packed(documents, {each: emit(each) for each in others}))
    except OSError:
        return {each: emit(each) for each in targets}
    with begun as copy:
        site = emit(HERE)
        said = copy.said()
    if said is None:
        made = {each: emit(each) for each in others}
    else:
        files, things = loads(said)  # noqa: S302 - our own copy has said it
        documents.ruleset.derived.take(things)
        made = {
            target: tuple(OutputFile(path, content) for path, content in all_)
            for target, all_ in files.items()
        }
    return {target: site if target == HERE else made[target] for target in targets}


def _packed(documents: Documents, made: Mapping[str, Files]) -> bytes:
    files = {
        target: [(file.path, file.content) for file in all_]
        for target, all_ in made.items()
    }
    return dumps((files, documents.ruleset.derived.things()))


class _Copy:
    """A copy of this process that says one thing and ends. Raises OSError where there is none."""

    def __init__(self, say: Callable[[], bytes]) -> None:
        self._read, write = os.pipe()
        try:
            self._id = os.fork()
        except OSError:
            os.close(self._read)
            os.close(write)
            raise
        if self._id == 0:
            code = 1
            try:
                os.close(self._read)
                with os.fdopen(write, "wb") as pipe:
                    pipe.write(say())
                code = 0
            finally:
                os._exit(code)
        os.close(write)

    def __enter__(self) -> Self:
        return self

    def said(self) -> bytes | None:
        """What it has said, once it has; None where it failed."""
        with os.fdopen(self._read, "rb") as pipe:
            said = pipe.read()
        _, status = os.waitpid(self._id, 0)
        self._id = 0
        return said if status == 0 else None

    def __exit__(self, *_: object) -> None:
        if self._id:  # what is made here failed: nobody listens
            os.close(self._read)
            os.waitpid(self._id, 0)
