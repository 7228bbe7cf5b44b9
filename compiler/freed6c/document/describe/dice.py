"""Describe dice procedures (ways to roll dice): their steps in order, and the notation of pools.

Each step has one of a fixed set of primitives, such as `count-faces`, with parameters. A token is a
suffix in the notation of a pool that calls for a step: `5D w`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.document import blocks, placement, wording
from freed6c.document.describe import parts
from freed6c.document.describe.notes import remarks
from freed6c.document.prose import line
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.wording import title_of
from freed6c.model.type_hints import fields
from freed6c.runtime.dice.pool import OWN, StepToken, tokens_of
from freed6c.runtime.entries import dice as entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.render_context import RenderContext


# What each primitive step does.


def step_sentences(ctx: RenderContext, step: entries.Step) -> Iterator[Inlines]:
    """Yield the condition of a step, then what the step does."""
    if step.if_:
        yield ctx.say(
            f"step.if.{step.if_.which}",
            step=ctx.ref(step.if_.step),
            faces=_faces(ctx, step.if_.shows),
        )
    yield from TOLD.get(type(step), _plain)(ctx, step)


def _plain(ctx: RenderContext, step: entries.Step) -> Iterator[Inlines]:
    """Yield the phrase of a primitive, such as `step.roll`, filled with its parameters."""
    values = {
        field.name: str(getattr(step, field.name)) for field in fields(type(step))
    }
    yield ctx.say(f"step.{step.do}", **values)


def _tokens(
    ctx: RenderContext, step: entries.RollAgain | entries.DropDice | entries.CountFaces
) -> Iterator[Inlines]:
    """Yield a sentence for each token, by its keyword, such as `step.roll-again.higher`."""
    for letters, keyword in step.token.items():
        forced = ".forced" if getattr(step, "forced", False) else ""
        yield ctx.say(f"step.{step.do}.{keyword}{forced}", token=_word(step, letters))


def _word(step: entries.Step, token: str) -> str:
    return amounts.token_label(step, token) or token


def _sources(ctx: RenderContext, sources: Sequence[object]) -> Inlines:
    """Return the sources of dice in words: the character, kinds of ratings, or another step.

    If the list begins with the kinds in `OWN`, one phrase covers them: the character's own dice.
    """
    has_own = sources[: len(OWN)] == OWN
    others = sources[len(OWN) :] if has_own else sources
    words = [
        (blocks.Text(ctx.word(f"source.{source}")),)
        if isinstance(source, str)
        else formulas.ref_words(ctx, source)
        for source in others
    ]
    return ctx.listed([ctx.say("source.own"), *words] if has_own else words)


def _multiply(ctx: RenderContext, step: entries.MultiplyDice) -> Iterator[Inlines]:
    key = "step.double-dice" if step.by == 2 else "step.multiply-dice"  # noqa: PLR2004
    pips = ctx.say(f"step.pips.{step.pips}")
    yield ctx.say(key, sources=_sources(ctx, step.sources), by=step.by, pips=pips)


def _substitute(ctx: RenderContext, step: entries.SubstituteDice) -> Iterator[Inlines]:
    key = "limit.all" if step.limit == "all" else "limit.count"
    many = ctx.say(key, count=step.limit)
    from_ = _sources(ctx, step.from_)
    is_fixed = str(step.always) == step.limit
    key = "step.always.all" if is_fixed else "step.substitute-dice"
    yield ctx.say(key, many=many, count=step.always, **{"from": from_})
    if step.always and not is_fixed:
        yield ctx.say("step.always", count=step.always)
    if explode := _usable_faces(step.explode, step):
        key = f".{step.explode_if}" if step.explode_if else ""
        yield ctx.say(f"explodes{key}", faces=_faces(ctx, explode))
        if step.explode_times:
            key = "once" if step.explode_times == 1 else "times"
            yield ctx.say(f"explodes.{key}", count=step.explode_times)
        yield ctx.say("chain.late" if step.explode_if else f"chain.{step.chain}")
    for event in step.events.values():
        if shows := _usable_faces(event.shows, step):
            face, text = _faces(ctx, shows), line(ctx, event.text)
            if event.throw > 1:
                face = ctx.say("event.throw", face=face, throw=event.throw)
            yield ctx.say(f"event.{event.if_ or 'always'}", face=face, text=text)


def _usable_faces(shows: entries.Faces, step: entries.SubstituteDice) -> entries.Faces:
    """Return the faces that the dice of a step can show.

    `shows` is one face for all dice, or maps dice to faces: `{"d6": "6", "other": "1"}`. A token
    can name any die; without a token, a step only has the die of its procedure.
    """
    if isinstance(shows, str) or step.token:
        return shows
    die = step.parent.entry.die
    key = die if die in shows else "other"
    return {key: shows[key]} if key in shows else {}


def _faces(ctx: RenderContext, shows: entries.Faces) -> Inlines:
    """Return the faces with the die of each, or only the face if it is the same for all dice."""
    if isinstance(shows, str):
        return (blocks.Text(shows),)
    if len({*shows.values()}) == 1:
        return (blocks.Text(next(iter(shows.values()))),)
    words = [
        ctx.say(f"explodes.{'other' if die == 'other' else 'on'}", face=face, die=die)
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
    faces: Inlines | str
    if isinstance(step.counts, str):
        word = ctx.say("step.pip") if step.per else _word(step, step.token)
        yield ctx.say(key, word=word, step=ctx.ref(step.like))
        faces = step.counts
    else:
        pairs = step.counts.items()
        faces = ctx.listed([ctx.say("pips.face", face=f, count=n) for n, f in pairs])
        yield ctx.say("step.pips")
    if faces:
        yield ctx.say("step.counts", faces=faces)
    if step.per:
        yield ctx.say("step.exchange-pips.none")


def _choose(ctx: RenderContext, step: entries.ChooseOne) -> Iterator[Inlines]:
    choices = step.choices.values()
    if step.toss:
        others = ctx.say("toss.others")
        names = ctx.listed(
            [
                ctx.say("toss.choice", faces=choice.shows or others, choice=choice.name)
                for choice in choices
            ]
        )
        yield ctx.say("step.toss", die=step.toss, choices=names)
    else:
        names = ctx.listed([(blocks.Text(choice.name),) for choice in choices], "or")
        yield ctx.say("step.choose-one", who=line(ctx, step.chosen_by), choices=names)
    for choice in choices:
        if choice.text:
            text = line(ctx, choice.text)
            yield ctx.say("step.choice", choice=choice.name, text=text)
    if not step.toss:
        yield ctx.say("assumed", choice=step.choices[step.assume].name)


def _exchange(ctx: RenderContext, step: entries.ExchangePips) -> Iterator[Inlines]:
    if step.up_from:
        key = "none" if step.up_from == "none" else "up-from"
        yield ctx.say(f"step.exchange-pips.{key}", up_from=step.up_from)
    if step.max_dice is not None:
        key = "step.max-dice" if step.beyond else "step.max-dice.lost"
        yield ctx.say(key, count=step.max_dice, pips=step.beyond)
    if step.includes:
        yield ctx.say("step.max-dice.includes", steps=_sources(ctx, step.includes))


def _drop(ctx: RenderContext, step: entries.DropDice) -> Iterator[Inlines]:
    if step.keep is not None:
        yield ctx.say(f"step.keep.{step.drop}", count=step.keep)
    yield from _tokens(ctx, step)
    if step.token and step.cancel == "one-for-one":
        yield ctx.say("cancel.one-for-one")
    if step.drop_from:
        yield ctx.say("step.drop-from", drop_from=_sources(ctx, step.drop_from))
    if step.equal_dice:
        yield ctx.say("step.equal-dice", equal_dice=_sources(ctx, step.equal_dice))


def _count(ctx: RenderContext, step: entries.CountFaces) -> Iterator[Inlines]:
    if step.faces:
        yield ctx.say("step.count-faces", faces=step.faces)
    yield from _tokens(ctx, step)


def _roll_again(ctx: RenderContext, step: entries.RollAgain) -> Iterator[Inlines]:
    yield from _tokens(ctx, step)
    if not step.stack:
        yield ctx.say("stack.no")


def _cancel(ctx: RenderContext, step: entries.CancelHighest) -> Iterator[Inlines]:
    yield ctx.say(f"step.cancel-highest.{step.and_}")


TOLD: Final[
    Mapping[type[entries.Step], Callable[[RenderContext, Any], Iterator[Inlines]]]
] = {
    entries.MultiplyDice: _multiply,
    entries.SubstituteDice: _substitute,
    entries.MapFaces: _map,
    entries.AddDice: _add,
    entries.ChooseOne: _choose,
    entries.CountFaces: _count,
    entries.ExchangePips: _exchange,
    entries.DropDice: _drop,
    entries.RollAgain: _roll_again,
    entries.CancelHighest: _cancel,
}
"""Functions for primitives whose sentences depend on their parameters."""


def dice(ctx: RenderContext, entry: entries.Dice, _level: int) -> Blocks:
    """Return the die of a procedure, its condition for success, and its steps."""
    ranks = ctx.ref(entry.ranks)
    return (
        *parts.paragraph(
            ctx,
            ctx.say("dice.die", die=entry.die),
            ctx.say(f"pips.{entry.pips_carry}"),
            () if entry.outcomes else ctx.say(f"success.{entry.success}"),
            ctx.say("dice.margin", benchmark=ranks) if ranks else (),
        ),
        *parts.paragraph(ctx, ctx.say("in-order")),
        *parts.nested(ctx, entry.steps, step_blocks, numbered=True),
        *(parts.paragraph(ctx, ctx.say("outcomes")) if entry.outcomes else ()),
        *parts.nested(ctx, entry.outcomes, outcome_blocks, numbered=True),
    )


def outcome_blocks(
    ctx: RenderContext, outcome: entries.RollOutcome, _level: int = 0
) -> Blocks:
    """Return the conditions of an outcome, then its prose, its effects and its remarks."""
    return (
        *parts.paragraph(ctx, wording.capitalized(outcome_conditions(ctx, outcome))),
        *parts.text_blocks(ctx, outcome),
        *parts.effect_blocks(ctx.where_effects_begin(yours=True), outcome.effects),
        *remarks(ctx, outcome),
    )


def outcome_conditions(ctx: RenderContext, outcome: entries.RollOutcome) -> Inlines:
    """Return the conditions of an outcome, and whether it is a success."""
    conditions = [
        ctx.say(f"outcome.{key}", range=numbers.say_range(ctx, range_))
        for key, range_ in (("total", outcome.total), ("margin", outcome.margin))
        if range_
    ]
    if outcome.event:
        event = wording.label_of(outcome.event)
        conditions.append(ctx.say("outcome.event", event=event))
    words = ctx.listed(conditions) or ctx.say("outcome.otherwise")
    success = "success" if outcome.success else "failure"
    return ctx.say(f"outcome.{success}", conditions=words)


def step_blocks(ctx: RenderContext, step: entries.Step, _level: int = 0) -> Blocks:
    """Return the prose of a step, then its exact meaning, its tokens and its remarks.

    Chapters leave out the exact meaning of a step that has prose.
    """
    exact = () if step.text and not ctx.paged else step_sentences(ctx, step)
    return (
        *parts.text_blocks(ctx, step),
        *parts.facts(
            ctx,
            ("exactly", ctx.join_sentences(exact)),
            ("token", token_words(ctx, step)),
        ),
        *remarks(ctx, step),
    )


def token_words(ctx: RenderContext, step: entries.Step) -> Inlines:
    """List the tokens of a step, each followed by its word, if it has one: "w (wild die)"."""
    tokens = []
    for letters in step.letters:
        word = amounts.token_label(step, letters)
        label = (blocks.Text(f" ({word})"),) if word else ()
        tokens.append((blocks.CodeSpan(letters), *label))
    return ctx.listed(tokens)


# The roller and the notation of pools.


ROLL_PAGE: Final = "page.roll"
"""The link target of the page for rolling."""


def rolling(ctx: RenderContext) -> Iterator[Block]:
    """Yield the roller, then the notation of each procedure; nothing if the game has no dice."""
    procedures = ctx.ruleset.of(entries.Dice)
    if procedures:
        yield blocks.RollerBlock(ctx.say("roller.without"))
    prefix = placement.anchor_of(ROLL_PAGE)
    codes = ctx.listed([numbers.rollable(ctx, code) for code in ("5D", "3D+1")], "or")
    bonuses = ctx.listed([(blocks.CodeSpan("+1D"),), (blocks.CodeSpan("-2"),)], "or")
    for procedure in procedures:
        words = ctx.say("roller.notation", procedure=(ctx.link(procedure),))
        yield blocks.Heading(2, f"{prefix}--{placement.anchor_of(procedure.id)}", words)
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
    """Show how to write a token once, twice and with a number of sides.

    `token.behind` is what follows the letters of the token: a count, a face, sides or nothing.
    """
    letters = token.letters
    examples = {
        "one": f"{letters}1" if token.behind in {"count", "face"} else letters,
        "two": f"{letters}2" if token.behind == "count" else f"2{letters}",
        "sides": f"{letters}8",
    }
    codes = {key: (blocks.CodeSpan(text),) for key, text in examples.items()}
    return ctx.say(f"roller.how.{token.behind}", **codes)
