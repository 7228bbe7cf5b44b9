"""Dice procedures: the steps in order, each in a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.document.blocks import Code, Definition, Definitions, Text
from freed6c.document.describe.parts import facts, named, paragraph, words_of
from freed6c.document.describe.remarks import remarks
from freed6c.document.sentences.checks import thing
from freed6c.runtime.entries.dice import (
    AddAndDrop,
    MapFaces,
    MultiplyDice,
    RollAgain,
    RollDice,
    SubstituteDice,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.dice import Dice, Event, Step


def dice(scribe: Scribe, entry: Dice, _level: int) -> Blocks:
    """What is rolled, when it succeeds, and the steps."""
    ranks = (scribe.link(entry.ranks.entry),) if entry.ranks else ()
    steps = tuple(_step(scribe, step) for step in entry.steps)
    return (
        *paragraph(
            scribe,
            scribe.say("die", die=entry.die),
            scribe.say(f"pips.{entry.pips_carry}"),
            scribe.say(f"success.{entry.success}"),
            scribe.say("margin", benchmark=ranks) if ranks else (),
        ),
        *paragraph(scribe, scribe.say("in-order")),
        Definitions(steps, numbered=True),
    )


def _step(scribe: Scribe, step: Step) -> Definition:
    return Definition(named(scribe, step), step_blocks(scribe, step, 0))


def step_blocks(scribe: Scribe, step: Step, _level: int) -> Blocks:
    """The words of the pack, then what the step does exactly, and its notation."""
    exact = PRIMITIVES[type(step)](scribe, step)
    return (
        *words_of(scribe, step),
        *facts(
            scribe,
            ("exactly", scribe.in_turn(exact)),
            ("token", _tokens(scribe, step)),
        ),
        *remarks(scribe, step),
    )


def _tokens(scribe: Scribe, step: Step) -> Inlines:
    """How the notation calls for it, with the word for each token."""
    token = getattr(step, "token", "")
    tokens = [token] if isinstance(token, str) else list(token)
    return scribe.listed([_token(step, one) for one in tokens if one])


def _token(step: Step, token: str) -> Inlines:
    word = step.says.get(token)
    return (Code(token), Text(f" ({word})")) if word else (Code(token),)


def _word(step: Step, token: str) -> str:
    return step.says.get(token, token)


def _sources(scribe: Scribe, sources: Sequence[object]) -> Inlines:
    """Where dice come from: kinds of ratings, or another step."""
    return scribe.listed(
        [
            (Text(scribe.word(f"source.{source}")),)
            if isinstance(source, str)
            else thing(scribe, source)
            for source in sources
        ]
    )


def _multiply(scribe: Scribe, step: MultiplyDice) -> list[Inlines]:
    sources = _sources(scribe, step.sources)
    pips = scribe.say(f"step.pips.{step.pips}")
    return [scribe.say("step.multiply-dice", sources=sources, by=step.by, pips=pips)]


def _substitute(scribe: Scribe, step: SubstituteDice) -> list[Inlines]:
    all_of_them = step.at_most == "all"
    key = "at-most.all" if all_of_them else "at-most.count"
    many = scribe.say(key, count=step.at_most)
    from_ = _sources(scribe, step.from_)
    faces = [_explodes(scribe, *pair) for pair in step.explode.items()]
    return [
        scribe.say("step.substitute-dice", many=many, **{"from": from_}),
        scribe.say("explodes", faces=scribe.listed(faces, "or")) if faces else (),
        scribe.say(f"chain.{step.chain}") if faces else (),
        *(_event(scribe, event) for event in step.events.values()),
    ]


def _explodes(scribe: Scribe, die: str, face: str) -> Inlines:
    key = "explodes.other" if die == "other" else "explodes.on"
    return scribe.say(key, face=str(face), die=die)


def _event(scribe: Scribe, event: Event) -> Inlines:
    faces = [_face(scribe, *pair) for pair in _shows(event).items()]
    face = scribe.listed(faces, "or")
    return scribe.say(f"event.{event.if_ or 'always'}", face=face, text=event.text)


def _shows(event: Event) -> Mapping[str, str]:
    """Faces by die; one face for every die may be written alone."""
    shows = event.shows
    return {"": shows} if isinstance(shows, str) else shows


def _face(scribe: Scribe, die: str, face: str) -> Inlines:
    return _explodes(scribe, die, face) if die else (Text(str(face)),)


def _roll(scribe: Scribe, _step: RollDice) -> list[Inlines]:
    return [scribe.say("step.roll")]


def _again(scribe: Scribe, step: RollAgain) -> list[Inlines]:
    said = [
        scribe.say(f"step.roll-again.{keep}", word=_word(step, token))
        for token, keep in step.token.items()
    ]
    return [*said, () if step.stack else scribe.say("stack.no")]


def _drop(scribe: Scribe, step: AddAndDrop) -> list[Inlines]:
    said = [
        scribe.say(f"step.add-and-drop.{which}", word=_word(step, token))
        for token, which in step.token.items()
    ]
    cancels = step.cancel == "one-for-one"
    return [
        *said,
        scribe.say("cancel.one-for-one") if cancels else (),
        scribe.say("drop-from", sources=_sources(scribe, step.drop_from)),
        scribe.say("equal-dice", sources=_sources(scribe, step.equal_dice)),
    ]


def _map(scribe: Scribe, step: MapFaces) -> list[Inlines]:
    once = step.times == 1
    times = scribe.say("map.once" if once else "map.times", count=step.times)
    return [
        scribe.say("step.map-faces", times=times),
        scribe.say(f"which.{step.which}"),
    ]


PRIMITIVES: Final[Mapping[type[Step], Callable[[Scribe, Any], list[Inlines]]]] = {
    MultiplyDice: _multiply,
    SubstituteDice: _substitute,
    RollDice: _roll,
    RollAgain: _again,
    AddAndDrop: _drop,
    MapFaces: _map,
}
"""What each primitive does, in sentences."""
