"""Output of `freed6c explain`: an explanation of a value, as text or as JSON."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING, Final

from freed6c.cli.output import WIDTH, json_text, place_members, where, wrapped
from freed6c.packs.data import Data, inline

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.document.mentions import EntryMention
    from freed6c.model.explanation import Explanation, Part, Step, Working


LONGEST: Final = 300
"""Values longer than this can be read in their place."""


def brief(value: Data, most: int = LONGEST) -> str:
    """A value on one line of at most so many characters; of longer maps only the keys."""
    whole = inline(value)
    if isinstance(value, dict) and len(whole) > most:
        whole = ", ".join(value)
    return shorten(whole, most, placeholder=" …")


DONE: Final[Mapping[str, str]] = {
    "written": "wrote {place}",
    "add": "added {place}",
    "set": "set {place}",
    "unset": "unset {place}",
    "adjust": "adjusted {place}",
    "replace": "wrote {place} anew",
    "take": "took an item out of {place}",
    "remove": "removed {place}",
    "move": "moved {place}",
    "rename": "gave {place} its key",
    "settle": "settled who has their way at {place}",
    "select": "selected {place}",
}
WHOLE: Final = frozenset({"written", "add", "replace", "remove"})
"""Operations on whole entries: their settings are listed separately."""


MOST: Final = 20
"""Up to so many mentions are listed; further ones are counted."""


def explanation_text(
    explanation: Explanation, mentions: Sequence[EntryMention] = ()
) -> str:
    """An explanation as text."""
    lines = [
        *_head(explanation),
        *_chain(explanation),
        *_parts(explanation),
        *_mentions(mentions),
    ]
    return "".join(f"{line}\n" for line in lines)


def _head(explanation: Explanation) -> Iterator[str]:
    """What it is called and what it is now."""
    known = explanation.instead
    if known is not None and known.renamed:
        yield f"{explanation.asked} is called {explanation.address} now: '{known.pack}' says so"
        yield ""
    yield explanation.address
    yield from wrapped(_now(explanation), 2)
    if known is not None and not known.renamed:
        yield from wrapped(f"in its place stands {known.id}", 2)
    if explanation.working is not None:
        yield from _working(explanation.working)


def _now(explanation: Explanation) -> str:
    if explanation.removed:
        return "is no more"
    if explanation.value is None:
        return "is not set"
    if explanation.parts:
        return explanation.name
    said = brief(explanation.value)
    silent = not explanation.written and explanation.working is None
    return f"{said} (not written)" if silent else said


def _working(working: Working) -> Iterator[str]:
    yield ""
    if working.formula is None:
        yield "Follows from the order of"
        yield f"  {working.place}, {where(working.spot)}"
    else:
        yield "Worked out by"
        yield f"  {working.place}, {where(working.spot)}"
        yield from wrapped(brief(working.formula), 4)


def _chain(explanation: Explanation) -> Iterator[str]:
    if explanation.steps:
        yield ""
        yield "Where it comes from"
    for step in explanation.steps:
        yield from _step(step, explanation)


def _step(step: Step, explanation: Explanation) -> Iterator[str]:
    place = "it" if step.place == explanation.address else step.place
    done = DONE[step.word].format(place=place)
    amount = f" by {inline(step.said)}" if step.said is not None else ""
    yield from wrapped(f"{step.pack} {done}{amount}, {where(step.spot)}", 2)
    if step.option:
        yield from wrapped(f"for {step.option}", 4)
    yield from wrapped(_change(step), 4)
    if step.why:
        yield from wrapped(f"because: {step.why}", 4)


def _change(step: Step) -> str:
    """`6-10 -> 4-7`: what was there and what came of it."""
    ends = (step.before, step.after)
    if step.word in WHOLE and any(isinstance(end, dict) for end in ends):
        return ""
    said = [brief(end) for end in ends if end is not None]
    if step.word == "settle":
        return ", not ".join(reversed(said))
    return " -> ".join(said)


def _parts(explanation: Explanation) -> Iterator[str]:
    """The settings of an entry: where each was written last."""
    if not explanation.parts:
        return
    yield ""
    yield "What it says"
    keys = max(len(part.key) for part in explanation.parts)
    places = max(len(where(part.spot)) for part in explanation.parts)
    room = max(LEAST, WIDTH - len("  " * 3) - keys - places)
    said = [brief(part.value, room) for part in explanation.parts]
    widest = max(map(len, said))
    for part, value in zip(explanation.parts, said, strict=True):
        yield f"  {part.key:{keys}}  {value:{widest}}  {where(part.spot)}".rstrip()


LEAST: Final = 12
"""Room for a value beside a place with a long name."""


def _mentions(mentions: Sequence[EntryMention]) -> Iterator[str]:
    """Other places that mention it, for those who change it: texts first."""
    if not mentions:
        return
    yield ""
    yield "Mentioned in"
    for mention in mentions[:MOST]:
        yield from wrapped(f"{mention.place}, {where(mention.spot)}", 2)
    if len(mentions) > MOST:
        yield f"  and {len(mentions) - MOST} more: --format json"


# JSON (schemas/explanation.schema.json).


def explanation_json(
    explanation: Explanation, mentions: Sequence[EntryMention] = ()
) -> str:
    """Everything that is known of an address."""
    known = explanation.instead
    return json_text(
        asked=explanation.asked,
        address=explanation.address,
        value=explanation.value,
        written=explanation.written,
        removed=explanation.removed,
        instead=known.id if known is not None else None,
        worked_out_by=_working_json(explanation.working)
        if explanation.working
        else None,
        steps=[_step_json(step) for step in explanation.steps],
        settings=[_part(part) for part in explanation.parts],
        mentions=[_mention(mention) for mention in mentions],
    )


def _working_json(working: Working) -> dict[str, object]:
    return {
        "address": working.place,
        "formula": working.formula,
        **place_members(working.spot),
    }


def _step_json(step: Step) -> dict[str, object]:
    return {
        "pack": step.pack,
        "operation": step.word,
        "address": step.place,
        **place_members(step.spot),
        "why": step.why or None,
        "option": step.option or None,
        "amount": step.said,
        "before": step.before,
        "after": step.after,
    }


def _part(part: Part) -> dict[str, object]:
    return {
        "key": part.key,
        "value": part.value,
        "pack": part.pack,
        **place_members(part.spot),
    }


def _mention(mention: EntryMention) -> dict[str, object]:
    place = place_members(mention.spot)
    return {"address": mention.place, "prose": mention.prose, **place}
