"""Dice procedures: the steps in order, each in a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.document import blocks, placement, wording
from freed6c.document.describe import parts
from freed6c.document.describe.notes import remarks
from freed6c.document.prose_rendering import line
from freed6c.document.render_context import RenderContext, title_of
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.runtime.dice.pool import StepToken, tokens_of
from freed6c.runtime.entries import dice as entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines


# What each primitive step does.


def exactly(ctx: RenderContext, step: entries.Step) -> list[Inlines]:
    """What it waits for, then what it does."""
    waits = [_waits(ctx, step.if_)] if step.if_ else []
    return [*waits, *PRIMITIVES[type(step)](ctx, step)]


def _waits(ctx: RenderContext, wait: entries.Wait) -> Inlines:
    faces = _faces(ctx, wait.shows)
    return ctx.say(
        f"step.if.{wait.which}", step=formulas.ref_words(ctx, wait.step), faces=faces
    )


def _word(step: entries.Step, token: str) -> str:
    return amounts.token_label(step, token) or token


def _sources(ctx: RenderContext, sources: Sequence[object]) -> Inlines:
    """Where dice come from: kinds of ratings, or another step."""
    return ctx.listed(
        [
            (blocks.Text(ctx.word(f"source.{source}")),)
            if isinstance(source, str)
            else formulas.ref_words(ctx, source)
            for source in sources
        ]
    )


def _multiply(ctx: RenderContext, step: entries.MultiplyDice) -> list[Inlines]:
    sources = _sources(ctx, step.sources)
    pips = ctx.say(f"step.pips.{step.pips}")
    return [ctx.say("step.multiply-dice", sources=sources, by=step.by, pips=pips)]


def _substitute(ctx: RenderContext, step: entries.SubstituteDice) -> list[Inlines]:
    all_of_them = step.at_most == "all"
    key = "at-most.all" if all_of_them else "at-most.count"
    many = ctx.say(key, count=step.at_most)
    from_ = _sources(ctx, step.from_)
    faces = [_explodes(ctx, *pair) for pair in step.explode.items()]
    return [
        ctx.say("step.substitute-dice", many=many, **{"from": from_}),
        ctx.say("step.always", count=step.always) if step.always else (),
        ctx.say("explodes", faces=ctx.listed(faces, "or")) if faces else (),
        ctx.say(f"chain.{step.chain}") if faces else (),
        *(_event(ctx, event) for event in step.events.values()),
    ]


def _explodes(ctx: RenderContext, die: str, face: str) -> Inlines:
    key = "explodes.other" if die == "other" else "explodes.on"
    return ctx.say(key, face=str(face), die=die)


def _event(ctx: RenderContext, event: entries.Event) -> Inlines:
    face = _faces(ctx, event.shows)
    return ctx.say(f"event.{event.if_ or 'always'}", face=face, text=event.text)


def _faces(ctx: RenderContext, shows: entries.Faces) -> Inlines:
    """Faces by die; one face for every die may be written alone."""
    by_die = {"": shows} if isinstance(shows, str) else shows
    words = [
        _explodes(ctx, die, face) if die else (blocks.Text(str(face)),)
        for die, face in by_die.items()
    ]
    return ctx.listed(words, "or")


def _roll(ctx: RenderContext, _step: entries.RollDice) -> list[Inlines]:
    return [ctx.say("step.roll")]


def _again(ctx: RenderContext, step: entries.RollAgain) -> list[Inlines]:
    said = [
        ctx.say(f"step.roll-again.{keep}", word=_word(step, token))
        for token, keep in step.token.items()
    ]
    return [*said, () if step.stack else ctx.say("stack.no")]


def _drop(ctx: RenderContext, step: entries.AddAndDrop) -> list[Inlines]:
    said = [
        ctx.say(f"step.add-and-drop.{which}", word=_word(step, token))
        for token, which in step.token.items()
    ]
    cancels = step.cancel == "one-for-one"
    return [
        *said,
        ctx.say("cancel.one-for-one") if cancels else (),
        ctx.say("drop-from", sources=_sources(ctx, step.drop_from)),
        ctx.say("equal-dice", sources=_sources(ctx, step.equal_dice)),
    ]


def _map(ctx: RenderContext, step: entries.MapFaces) -> list[Inlines]:
    once = step.times == 1
    times = ctx.say("map.once" if once else "map.times", count=step.times)
    return [
        _mapped(ctx, step.map, times),
        ctx.say(f"which.{step.which}"),
    ]


def _mapped(
    ctx: RenderContext, map_: Mapping[str, str] | str, times: Inlines
) -> Inlines:
    if isinstance(map_, str):
        return ctx.say("step.map-faces", times=times)
    pairs = [ctx.say("map.face", face=old, other=new) for old, new in map_.items()]
    return ctx.say("step.map-faces.each", faces=ctx.listed(pairs), times=times)


def _add(ctx: RenderContext, step: entries.AddDice) -> list[Inlines]:
    word = _word(step, step.token)
    if step.like is None:
        return [ctx.say("step.add-dice", word=word)]
    like = formulas.ref_words(ctx, step.like)
    return [ctx.say("step.add-dice.like", word=word, step=like)]


def _round(ctx: RenderContext, step: entries.RoundPips) -> list[Inlines]:
    if step.up_from == "none":
        return [ctx.say("step.round-pips.none")]
    return [ctx.say("step.round-pips", pips=step.up_from)]


def _cancel(ctx: RenderContext, step: entries.CancelHighest) -> list[Inlines]:
    return [ctx.say(f"step.cancel-highest.{step.and_}")]


def _count(ctx: RenderContext, step: entries.CountFaces) -> list[Inlines]:
    return [ctx.say("step.count-faces", faces=step.faces)]


def _choose(ctx: RenderContext, step: entries.ChooseOne) -> list[Inlines]:
    choices = ctx.listed(
        [(blocks.Text(choice.name),) for choice in step.choices.values()], "or"
    )
    assumed = step.choices[step.assume].name
    return [
        ctx.say("step.choose-one", who=line(ctx, step.chosen_by), choices=choices),
        *(
            ctx.say("step.choice", choice=choice.name, text=line(ctx, choice.text))
            for choice in step.choices.values()
            if choice.text
        ),
        ctx.say("assumed", choice=assumed),
    ]


PRIMITIVES: Final[
    Mapping[type[entries.Step], Callable[[RenderContext, Any], list[Inlines]]]
] = {
    entries.MultiplyDice: _multiply,
    entries.SubstituteDice: _substitute,
    entries.RollDice: _roll,
    entries.RollAgain: _again,
    entries.AddAndDrop: _drop,
    entries.MapFaces: _map,
    entries.AddDice: _add,
    entries.RoundPips: _round,
    entries.CancelHighest: _cancel,
    entries.CountFaces: _count,
    entries.ChooseOne: _choose,
}
"""What each primitive does, in sentences."""


def dice(ctx: RenderContext, entry: entries.Dice, _level: int) -> Blocks:
    """What is rolled, when it succeeds, and the steps."""
    ranks = (ctx.link(entry.ranks.entry),) if entry.ranks else ()
    steps = tuple(_step(ctx, step) for step in entry.steps)
    return (
        *parts.paragraph(
            ctx,
            ctx.say("die", die=entry.die),
            ctx.say(f"pips.{entry.pips_carry}"),
            ctx.say(f"success.{entry.success}"),
            ctx.say("margin", benchmark=ranks) if ranks else (),
        ),
        *parts.paragraph(ctx, ctx.say("in-order")),
        blocks.DefinitionList(steps, numbered=True),
    )


def _step(ctx: RenderContext, step: entries.Step) -> blocks.DefinitionItem:
    return blocks.DefinitionItem(parts.named(ctx, step), step_blocks(ctx, step, 0))


def step_blocks(ctx: RenderContext, step: entries.Step, _level: int) -> Blocks:
    """The words of the pack, then what the step does exactly, and its notation."""
    return (
        *parts.text_blocks(ctx, step),
        *parts.facts(
            ctx,
            ("exactly", ctx.join_sentences(exactly(ctx, step))),
            ("token", _tokens(ctx, step)),
        ),
        *remarks(ctx, step),
    )


def _tokens(ctx: RenderContext, step: entries.Step) -> Inlines:
    """How the notation calls for it, with the word for each token."""
    token = getattr(step, "token", "")
    tokens = [token] if isinstance(token, str) else list(token)
    return ctx.listed([_token(step, letters) for letters in tokens if letters])


def _token(step: entries.Step, token: str) -> Inlines:
    word = amounts.token_label(step, token)
    return (
        (blocks.CodeSpan(token), blocks.Text(f" ({word})"))
        if word
        else (blocks.CodeSpan(token),)
    )


# The roller and the notation of pools.


ROLL_PAGE: Final = "page.roll"
"""What links to the page for rolling lead to."""


def rolling(ctx: RenderContext) -> Blocks:
    """The roller, then how to write what it rolls; nothing where nobody rolls dice."""
    procedures = ctx.ruleset.of(entries.Dice)
    if not procedures:
        return ()
    roller = blocks.RollerBlock(ctx.say("roller.without"))
    notations = tuple(
        block for procedure in procedures for block in _notation(ctx, procedure)
    )
    return (roller, *notations)


def _notation(ctx: RenderContext, procedure: entries.Dice) -> Iterator[Block]:
    """What may stand in a pool, and what each token calls for."""
    words = ctx.say("roller.notation", procedure=(ctx.link(procedure),))
    yield blocks.Heading(
        2,
        f"{placement.anchor_of(ROLL_PAGE)}--{placement.anchor_of(procedure.id)}",
        words,
    )
    tokens = list(tokens_of(procedure).values())
    codes = ctx.listed(
        [numbers.rollable(ctx, "5D"), numbers.rollable(ctx, "3D+1")], "or"
    )
    bonuses = ctx.listed([(blocks.CodeSpan("+1D"),), (blocks.CodeSpan("-2"),)], "or")
    key = "roller.intro" if tokens else "roller.unmarked"
    yield blocks.Paragraph(ctx.say(key, codes=codes, bonuses=bonuses))
    columns = parts.TableColumns(
        (
            ctx.say("roller.mark"),
            [(blocks.CodeSpan(token.letters),) for token in tokens],
        ),
        (ctx.say("roller.means"), [_means(token) for token in tokens]),
        (ctx.say("roller.how"), [_how(ctx, token) for token in tokens]),
    )
    yield from parts.table(ctx, columns)


def _means(token: StepToken) -> Inlines:
    step = token.step
    word = amounts.token_label(step, token.letters) or title_of(step)
    return wording.capitalised((blocks.Link(step.id, (blocks.Text(word),)),))


def _how(ctx: RenderContext, token: StepToken) -> Inlines:
    letters = token.letters
    counted = token.behind == "count"
    two = f"{letters}2" if counted else f"2{letters}"
    one = f"{letters}1" if token.behind in {"count", "face"} else letters
    return ctx.say(
        f"roller.how.{token.behind}",
        one=(blocks.CodeSpan(one),),
        two=(blocks.CodeSpan(two),),
        sides=(blocks.CodeSpan(f"{letters}8"),),
    )
