"""Dice procedures: the steps in order, each in a few sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from freed6c.document import blocks, placement, wording
from freed6c.document.describe import parts
from freed6c.document.describe.notes import remarks
from freed6c.document.prose import line
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.wording import title_of
from freed6c.model.type_hints import fields
from freed6c.runtime.dice.pool import OWN, StepToken, letters_of, tokens_of
from freed6c.runtime.entries import dice as entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.render_context import RenderContext


# What each primitive step does.


def exactly(ctx: RenderContext, step: entries.Step) -> Iterator[Inlines]:
    """What it waits for, then what it does: as its phrases say, or as a function in `TOLD` does."""
    if step.if_:
        yield ctx.say(
            f"step.if.{step.if_.which}",
            step=ctx.ref(step.if_.step),
            faces=_faces(ctx, step.if_.shows),
        )
    yield from TOLD.get(type(step), _by_phrases)(ctx, step)


def _by_phrases(ctx: RenderContext, step: entries.Step) -> Iterator[Inlines]:
    """The phrases of a primitive, filled with the words for its parameters.

    What it does is `step.count-faces`; or where each token means a word, `step.roll-again.higher`
    for each. A parameter adds the first that there is of `step.cancel-highest.nothing`, a word for
    this primitive alone; `cancel.one-for-one`, one for all; `step.drop-from`, whatever it is.
    """
    own = [field for field in fields(type(step)) if field.name not in COMMON]
    given = {field.key: getattr(step, field.name) for field in own}
    words = {
        key.replace("-", "_"): _parameter(ctx, step, key, value)
        for key, value in given.items()
    }
    does, tokens = f"step.{step.do}", given.get("token")
    if does in ctx.patterns:
        yield ctx.say(does, **words)
    if isinstance(tokens, Mapping):
        for letters, word in tokens.items():
            yield ctx.say(f"{does}.{word}", token=_word(step, letters))
    for key, value in given.items():
        word = ("no", "yes")[value] if isinstance(value, bool) else value
        phrases = (f"{does}.{word}", f"{key}.{word}", f"step.{key}")
        known = next((phrase for phrase in phrases if phrase in ctx.patterns), None)
        if known is not None:
            yield ctx.say(known, **words)


COMMON: Final = frozenset(field.name for field in fields(entries.Step))
"""What every step has."""


def _parameter(
    ctx: RenderContext, step: entries.Step, key: str, value: object
) -> Inlines:
    match value:
        case str() if key == "token":
            return (blocks.Text(_word(step, value)),)
        case str():
            return (blocks.Text(ctx.patterns.get(f"step.{key}.{value}", value)),)
        case int():
            return (blocks.Text(str(value)),)
        case tuple():
            return _sources(ctx, value)
        case _:
            return ()


def _word(step: entries.Step, token: str) -> str:
    return amounts.token_label(step, token) or token


def _sources(ctx: RenderContext, sources: Sequence[object]) -> Inlines:
    """Where dice come from: one's own, kinds of ratings, or another step."""
    own = sources[: len(OWN)] == OWN
    words = [
        (blocks.Text(ctx.word(f"source.{source}")),)
        if isinstance(source, str)
        else formulas.ref_words(ctx, source)
        for source in sources[len(OWN) if own else 0 :]
    ]
    return ctx.listed([ctx.say("source.own"), *words] if own else words)


def _multiply(ctx: RenderContext, step: entries.MultiplyDice) -> Iterator[Inlines]:
    key = "step.double-dice" if step.by == 2 else "step.multiply-dice"  # noqa: PLR2004
    pips = ctx.say(f"step.pips.{step.pips}")
    yield ctx.say(key, sources=_sources(ctx, step.sources), by=step.by, pips=pips)


def _substitute(ctx: RenderContext, step: entries.SubstituteDice) -> Iterator[Inlines]:
    key = "at-most.all" if step.at_most == "all" else "at-most.count"
    many = ctx.say(key, count=step.at_most)
    from_ = _sources(ctx, step.from_)
    yield ctx.say("step.substitute-dice", many=many, **{"from": from_})
    if step.always:
        yield ctx.say("step.always", count=step.always)
    if explode := _that_can_show(step.explode, step):
        yield ctx.say("explodes", faces=_faces(ctx, explode))
        yield ctx.say(f"chain.{step.chain}")
    for event in step.events.values():
        if shows := _that_can_show(event.shows, step):
            face, text = _faces(ctx, shows), line(ctx, event.text)
            yield ctx.say(f"event.{event.if_ or 'always'}", face=face, text=text)


def _that_can_show(shows: entries.Faces, step: entries.SubstituteDice) -> entries.Faces:
    """Faces of the dice that a step can lay: without a token, those of its procedure alone."""
    if isinstance(shows, str) or step.token:
        return shows
    die = step.parent.entry.die
    named = die if die in shows else "other"
    return {named: shows[named]} if named in shows else {}


def _faces(ctx: RenderContext, shows: entries.Faces) -> Inlines:
    """Faces by die; one face for every die may be written alone."""
    if isinstance(shows, str):
        return (blocks.Text(shows),)
    if len({*shows.values()}) == 1:
        return (blocks.Text(next(iter(shows.values()))),)
    words = [
        ctx.say(
            "explodes.other" if die == "other" else "explodes.on", face=face, die=die
        )
        for die, face in shows.items()
    ]
    return ctx.listed(words, "or")


def _map(ctx: RenderContext, step: entries.MapFaces) -> Iterator[Inlines]:
    times = ctx.say("map.once" if step.times == 1 else "map.times", count=step.times)
    if isinstance(step.map, str):
        yield ctx.say("step.map-faces", times=times)
    else:
        pairs = step.map.items()
        faces = [ctx.say("map.face", face=old, other=new) for old, new in pairs]
        yield ctx.say("step.map-faces.each", faces=ctx.listed(faces), times=times)
    yield ctx.say(f"which.{step.which}")


def _add(ctx: RenderContext, step: entries.AddDice) -> Iterator[Inlines]:
    key = "step.add-dice.like" if step.like else "step.add-dice"
    yield ctx.say(key, word=_word(step, step.token), step=ctx.ref(step.like))


def _choose(ctx: RenderContext, step: entries.ChooseOne) -> Iterator[Inlines]:
    choices = step.choices.values()
    names = ctx.listed([(blocks.Text(choice.name),) for choice in choices], "or")
    yield ctx.say("step.choose-one", who=line(ctx, step.chosen_by), choices=names)
    for choice in choices:
        if choice.text:
            text = line(ctx, choice.text)
            yield ctx.say("step.choice", choice=choice.name, text=text)
    yield ctx.say("assumed", choice=step.choices[step.assume].name)


TOLD: Final[
    Mapping[type[entries.Step], Callable[[RenderContext, Any], Iterator[Inlines]]]
] = {
    entries.MultiplyDice: _multiply,
    entries.SubstituteDice: _substitute,
    entries.MapFaces: _map,
    entries.AddDice: _add,
    entries.ChooseOne: _choose,
}
"""Primitives that need more than their phrases."""


def dice(ctx: RenderContext, entry: entries.Dice, _level: int) -> Blocks:
    """What is rolled, when it succeeds, and the steps."""
    ranks = ctx.ref(entry.ranks)
    return (
        *parts.paragraph(
            ctx,
            ctx.say("dice.die", die=entry.die),
            ctx.say(f"pips.{entry.pips_carry}"),
            ctx.say(f"success.{entry.success}"),
            ctx.say("dice.margin", benchmark=ranks) if ranks else (),
        ),
        *parts.paragraph(ctx, ctx.say("in-order")),
        *parts.definitions(
            (
                blocks.DefinitionItem(parts.named(ctx, step), step_blocks(ctx, step, 0))
                for step in entry.steps
            ),
            numbered=True,
        ),
    )


def step_blocks(ctx: RenderContext, step: entries.Step, _level: int) -> Blocks:
    """The words of the pack, then what the step does exactly, and its notation."""
    return (
        *parts.text_blocks(ctx, step),
        *parts.facts(
            ctx,
            ("exactly", ctx.join_sentences(exactly(ctx, step))),
            ("token", token_words(ctx, step, " ({word})")),
        ),
        *remarks(ctx, step),
    )


def token_words(ctx: RenderContext, step: entries.Step, pattern: str) -> Inlines:
    """How the notation calls for a step, each token with its word, if it has one, in a pattern."""
    tokens = []
    for letters in letters_of(step):
        word = amounts.token_label(step, letters)
        called = (blocks.Text(pattern.format(word=word)),) if word else ()
        tokens.append((blocks.CodeSpan(letters), *called))
    return ctx.listed(tokens)


# The roller and the notation of pools.


ROLL_PAGE: Final = "page.roll"
"""What links to the page for rolling lead to."""


def rolling(ctx: RenderContext) -> Iterator[Block]:
    """The roller, then how to write what it rolls; nothing where nobody rolls dice."""
    procedures = ctx.ruleset.of(entries.Dice)
    if procedures:
        yield blocks.RollerBlock(ctx.say("roller.without"))
    above = placement.anchor_of(ROLL_PAGE)
    codes = ctx.listed(
        [numbers.rollable(ctx, "5D"), numbers.rollable(ctx, "3D+1")], "or"
    )
    bonuses = ctx.listed([(blocks.CodeSpan("+1D"),), (blocks.CodeSpan("-2"),)], "or")
    for procedure in procedures:
        # What may stand in a pool, and what each token calls for.
        words = ctx.say("roller.notation", procedure=(ctx.link(procedure),))
        yield blocks.Heading(2, f"{above}--{placement.anchor_of(procedure.id)}", words)
        tokens = list(tokens_of(procedure).values())
        key = "roller.intro" if tokens else "roller.unmarked"
        yield blocks.Paragraph(ctx.say(key, codes=codes, bonuses=bonuses))
        yield from parts.table(
            ctx,
            (ctx.say("roller.mark"), [(blocks.CodeSpan(t.letters),) for t in tokens]),
            (ctx.say("roller.means"), [_means(token) for token in tokens]),
            (ctx.say("roller.how"), [_how(ctx, token) for token in tokens]),
        )


def _means(token: StepToken) -> Inlines:
    step = token.step
    word = amounts.token_label(step, token.letters) or title_of(step)
    return wording.capitalized((blocks.Link(step.id, (blocks.Text(word),)),))


def _how(ctx: RenderContext, token: StepToken) -> Inlines:
    """How to write a token once and twice, or with a number of sides."""
    letters = token.letters
    written = {
        "one": f"{letters}1" if token.behind in {"count", "face"} else letters,
        "two": f"{letters}2" if token.behind == "count" else f"2{letters}",
        "sides": f"{letters}8",
    }
    codes = {key: (blocks.CodeSpan(text),) for key, text in written.items()}
    return ctx.say(f"roller.how.{token.behind}", **codes)
