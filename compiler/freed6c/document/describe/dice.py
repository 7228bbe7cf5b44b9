"""Dice procedures: the steps in order, each in a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.document.blocks import (
    Block,
    Blocks,
    Code,
    Definition,
    Definitions,
    Heading,
    Inlines,
    Link,
    Paragraph,
    Roller,
    Text,
)
from freed6c.document.describe.notes import remarks
from freed6c.document.describe.parts import (
    Sketch,
    facts,
    named,
    paragraph,
    table,
    words_of,
)
from freed6c.document.placement import anchor_of
from freed6c.document.prose_rendering import line
from freed6c.document.render_context import Scribe, title_of
from freed6c.document.sentences.amounts import said_of
from freed6c.document.sentences.formulas import thing
from freed6c.document.sentences.numbers import rollable
from freed6c.document.wording import capitalised
from freed6c.runtime.dice.pool import Token, tokens_of
from freed6c.runtime.entries.dice import (
    AddAndDrop,
    AddDice,
    CancelHighest,
    ChooseOne,
    CountFaces,
    Dice,
    Event,
    Faces,
    MapFaces,
    MultiplyDice,
    RollAgain,
    RollDice,
    RoundPips,
    Step,
    SubstituteDice,
    Wait,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


# What a step of a dice procedure does exactly, in sentences.


def exactly(scribe: Scribe, step: Step) -> list[Inlines]:
    """What it waits for, then what it does."""
    waits = [_waits(scribe, step.if_)] if step.if_ else []
    return [*waits, *PRIMITIVES[type(step)](scribe, step)]


def _waits(scribe: Scribe, wait: Wait) -> Inlines:
    faces = _faces(scribe, wait.shows)
    return scribe.say(
        f"step.if.{wait.which}", step=thing(scribe, wait.step), faces=faces
    )


def _word(step: Step, token: str) -> str:
    return said_of(step, token) or token


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
        scribe.say("step.always", count=step.always) if step.always else (),
        scribe.say("explodes", faces=scribe.listed(faces, "or")) if faces else (),
        scribe.say(f"chain.{step.chain}") if faces else (),
        *(_event(scribe, event) for event in step.events.values()),
    ]


def _explodes(scribe: Scribe, die: str, face: str) -> Inlines:
    key = "explodes.other" if die == "other" else "explodes.on"
    return scribe.say(key, face=str(face), die=die)


def _event(scribe: Scribe, event: Event) -> Inlines:
    face = _faces(scribe, event.shows)
    return scribe.say(f"event.{event.if_ or 'always'}", face=face, text=event.text)


def _faces(scribe: Scribe, shows: Faces) -> Inlines:
    """Faces by die; one face for every die may be written alone."""
    by_die = {"": shows} if isinstance(shows, str) else shows
    return scribe.listed([_face(scribe, *pair) for pair in by_die.items()], "or")


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
        _mapped(scribe, step.map, times),
        scribe.say(f"which.{step.which}"),
    ]


def _mapped(scribe: Scribe, map_: Mapping[str, str] | str, times: Inlines) -> Inlines:
    if isinstance(map_, str):
        return scribe.say("step.map-faces", times=times)
    pairs = [scribe.say("map.face", face=old, other=new) for old, new in map_.items()]
    return scribe.say("step.map-faces.each", faces=scribe.listed(pairs), times=times)


def _add(scribe: Scribe, step: AddDice) -> list[Inlines]:
    word = _word(step, step.token)
    if step.like is None:
        return [scribe.say("step.add-dice", word=word)]
    like = thing(scribe, step.like)
    return [scribe.say("step.add-dice.like", word=word, step=like)]


def _round(scribe: Scribe, step: RoundPips) -> list[Inlines]:
    if step.up_from == "none":
        return [scribe.say("step.round-pips.none")]
    return [scribe.say("step.round-pips", pips=step.up_from)]


def _cancel(scribe: Scribe, step: CancelHighest) -> list[Inlines]:
    return [scribe.say(f"step.cancel-highest.{step.and_}")]


def _count(scribe: Scribe, step: CountFaces) -> list[Inlines]:
    return [scribe.say("step.count-faces", faces=step.faces)]


def _choose(scribe: Scribe, step: ChooseOne) -> list[Inlines]:
    choices = scribe.listed([(Text(one.name),) for one in step.choices.values()], "or")
    assumed = step.choices[step.assume].name
    return [
        scribe.say(
            "step.choose-one", who=line(scribe, step.chosen_by), choices=choices
        ),
        *(
            scribe.say("step.choice", choice=one.name, text=line(scribe, one.text))
            for one in step.choices.values()
            if one.text
        ),
        scribe.say("assumed", choice=assumed),
    ]


PRIMITIVES: Final[Mapping[type[Step], Callable[[Scribe, Any], list[Inlines]]]] = {
    MultiplyDice: _multiply,
    SubstituteDice: _substitute,
    RollDice: _roll,
    RollAgain: _again,
    AddAndDrop: _drop,
    MapFaces: _map,
    AddDice: _add,
    RoundPips: _round,
    CancelHighest: _cancel,
    CountFaces: _count,
    ChooseOne: _choose,
}
"""What each primitive does, in sentences."""


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
    return (
        *words_of(scribe, step),
        *facts(
            scribe,
            ("exactly", scribe.in_turn(exactly(scribe, step))),
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
    word = said_of(step, token)
    return (Code(token), Text(f" ({word})")) if word else (Code(token),)


# How pools are written, and a place to roll them.


ROLL_PAGE: Final = "page.roll"
"""What links to the page for rolling lead to."""


def rolling(scribe: Scribe) -> Blocks:
    """The roller, then how to write what it rolls; nothing where nobody rolls dice."""
    procedures = scribe.ruleset.of(Dice)
    if not procedures:
        return ()
    roller = Roller(scribe.say("roller.without"))
    known = tuple(block for one in procedures for block in _notation(scribe, one))
    return (roller, *known)


def _notation(scribe: Scribe, procedure: Dice) -> Iterator[Block]:
    """What may stand in a pool, and what each token calls for."""
    words = scribe.say("roller.notation", procedure=(scribe.link(procedure),))
    yield Heading(2, f"{anchor_of(ROLL_PAGE)}--{anchor_of(procedure.id)}", words)
    tokens = list(tokens_of(procedure).values())
    codes = scribe.listed([rollable(scribe, "5D"), rollable(scribe, "3D+1")], "or")
    bonuses = scribe.listed([(Code("+1D"),), (Code("-2"),)], "or")
    key = "roller.intro" if tokens else "roller.unmarked"
    yield Paragraph(scribe.say(key, codes=codes, bonuses=bonuses))
    sketch = Sketch(
        (scribe.say("roller.mark"), [(Code(one.letters),) for one in tokens]),
        (scribe.say("roller.means"), [_means(one) for one in tokens]),
        (scribe.say("roller.how"), [_how(scribe, one) for one in tokens]),
    )
    yield from table(scribe, sketch)


def _means(token: Token) -> Inlines:
    step = token.step
    word = said_of(step, token.letters) or title_of(step)
    return capitalised((Link(step.id, (Text(word),)),))


def _how(scribe: Scribe, token: Token) -> Inlines:
    letters = token.letters
    counted = token.behind == "count"
    two = f"{letters}2" if counted else f"2{letters}"
    one = f"{letters}1" if token.behind in {"count", "face"} else letters
    return scribe.say(
        f"roller.how.{token.behind}",
        one=(Code(one),),
        two=(Code(two),),
        sides=(Code(f"{letters}8"),),
    )
