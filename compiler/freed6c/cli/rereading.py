"""The list of texts to reread after changes of the rules that they describe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.rereading import TextToReread
    from freed6c.model.compiled import Compiled


LONGEST: Final = 140
"""The longest excerpt of a sentence in characters: two lines."""


def to_reread(compiled: Compiled, before: Compiled | None = None) -> list[TextToReread]:
    """Return the texts to reread of the topmost packs, or of packs that are not in `before`."""
    if compiled.failed or compiled.linked is None or compiled.merged is None:
        return []
    from freed6c.document.rereading import texts_to_reread

    packs = set(compiled.linked.topmost)
    if before is not None:
        ids_before = {pack.id for pack in before.packs}
        packs = {pack.id for pack in compiled.packs} - ids_before
    return list(texts_to_reread(compiled.merged, compiled.linked, packs))


def lines(texts: Sequence[TextToReread], most: int, more: str) -> Iterator[str]:
    """Yield at most `most` texts under a heading; `more` is how to see the others."""
    left_out = [text for text in texts if text.left_out]
    if left_out:
        yield "Passages left out with removed entries"
        yield from _listed(left_out)
    texts = texts[len(left_out) :]
    if not texts:
        return
    if left_out:
        yield ""
    yield "Texts to reread, because they mention a change"
    yield from _listed(texts[:most])
    if len(texts) > most:
        yield f"  and {len(texts) - most} more: {more}"


def _listed(texts: Sequence[TextToReread]) -> Iterator[str]:
    from textwrap import shorten

    from freed6c.cli.output import where, wrapped

    for text in texts:
        yield from wrapped(f"{text.address}, {where(text.span)}", 2, hanging=2)
        yield from wrapped(shorten(text.sentence, LONGEST, placeholder=" …"), 4)


def documents(texts: Sequence[TextToReread]) -> list[dict[str, object]]:
    """Return all texts as JSON members."""
    from freed6c.cli.output import members, place_members

    return [
        {
            **members(text, "address", "sentence", "about", "left_out"),
            **place_members(text.span),
        }
        for text in texts
    ]
