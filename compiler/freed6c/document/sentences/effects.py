"""Effects in words: a phrase for the verb, then its qualifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.document.blocks import Inlines, Text
from freed6c.document.placement import kind_of
from freed6c.document.prose_rendering import line
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.wording import capitalised, lowered, plain, unended
from freed6c.formula.syntax_tree import Amount as Quantified
from freed6c.formula.syntax_tree import Integer, Unary
from freed6c.runtime import effects as verbs
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.entries.tables import Track
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.effects import Effect


# Effects on conditions.


def inflict(ctx: RenderContext, effect: verbs.Inflict) -> Inlines:
    """Put a condition on someone, or move them along a track."""
    if effect.by is not None:
        return _move_along(ctx, effect, effect.by)
    condition = formulas.ref_words(ctx, effect.inflict)
    if effect.to_rank is not None:
        condition = _rank_words(ctx, effect, effect.to_rank)
    fields = {"condition": condition, "whom": formulas.whom(ctx, effect.to)}
    return ctx.say(f"inflict{_target_suffix(effect)}", **fields)


def _target_suffix(effect: verbs.Inflict) -> str:
    """The suffix of the pattern, by who is affected."""
    if not effect.to:
        return ""
    return ".self" if effect.to == ("self",) else ".on"


def _rank_words(
    ctx: RenderContext, effect: verbs.Inflict, to_rank: Formula[int]
) -> Inlines:
    """A rank of a track, by the name of its condition where the number is known."""
    track, node = effect.inflict.entry, formulas.read(to_rank.text)
    words = formulas.ref_words(ctx, effect.inflict)
    if isinstance(node, Integer) and isinstance(track, Track):
        named = track.at(node.value)
        if named is not None:
            condition = (ctx.link(named),)
            rank = str(node.value)
            return ctx.say("inflict.named", condition=condition, track=words, rank=rank)
    rank_words = formulas.formula(ctx, to_rank.text)
    return ctx.say("inflict.rank", track=words, rank=rank_words)


def _move_along(ctx: RenderContext, effect: verbs.Inflict, by: Formula[int]) -> Inlines:
    node = formulas.read(by.text)
    back = isinstance(node, Unary) and node.operator == "-"
    size = node.operand if isinstance(node, Unary) else node
    if size == Integer(1):
        count = ctx.say("inflict.step")
    else:
        words = formulas.formula(ctx, by.text if size is None else size)
        count = ctx.say("inflict.steps", count=words)
    pattern = f"inflict.{'back' if back else 'forward'}{_target_suffix(effect)}"
    track = formulas.ref_words(ctx, effect.inflict)
    return ctx.say(
        pattern, count=count, track=track, whom=formulas.whom(ctx, effect.to)
    )


def recover(ctx: RenderContext, effect: verbs.Recover) -> Inlines:
    """Take a condition away."""
    condition = formulas.ref_words(ctx, effect.recover)
    if effect.of_rank is None:
        return ctx.say("recover", condition=condition)
    node = formulas.read(effect.of_rank.text)
    words = formulas.formula(ctx, effect.of_rank.text)
    rank = ctx.say("inflict.at", rank=words) if isinstance(node, Integer) else words
    return ctx.say("recover.rank", condition=condition, rank=rank)


def retime(ctx: RenderContext, effect: verbs.Retime) -> Inlines:
    """Change how long a condition lasts."""
    condition = formulas.ref_words(ctx, effect.retime)
    if effect.lasts is None:
        by = _shift_words(ctx, effect)
        return ctx.say("retime.by", condition=condition, by=by)
    lasts = numbers.duration(ctx, effect.lasts)
    if effect.from_ is None:
        return ctx.say("retime", condition=condition, duration=lasts)
    from_ = numbers.duration(ctx, effect.from_)
    return ctx.say(
        "retime.from", condition=condition, duration=lasts, **{"from": from_}
    )


def _shift_words(ctx: RenderContext, effect: verbs.Retime) -> Inlines:
    by, key = effect.by, effect.period.id.partition(".")[2] if effect.period else ""
    if not isinstance(by, Modifier):
        count = amounts.amount(ctx, by) if by is not None else ()
        return ctx.say(
            "retime.longer", count=count, period=numbers.periods_word(ctx, key)
        )
    single = abs(by.adds) == 1
    period = ctx.named("period", key) if single else numbers.periods_word(ctx, key)
    way = "either" if by.either_way else ("shorter" if by.adds < 0 else "longer")
    return ctx.say(f"retime.{way}", count=abs(by.adds), period=period)


def ignore(ctx: RenderContext, effect: verbs.Ignore) -> Inlines:
    """Suspend a condition."""
    return ctx.say("ignore", condition=formulas.ref_words(ctx, effect.ignore))


ENDS: Final = (".", "!", "?", "…", ":")


def sentences(ctx: RenderContext, effects: Sequence[Effect]) -> tuple[Inlines, ...]:
    """Each effect as a sentence of its own."""
    return tuple(sentence(ctx, effect) for effect in effects if not is_no_op(effect))


def is_no_op(effect: Effect) -> bool:
    """Whether an effect changes nothing, such as `by: 0` in the middle of a track."""
    if not isinstance(effect, verbs.Modify) or not isinstance(effect.by, Modifier):
        return False
    by = effect.by
    return not (by.adds or by.dice or by.pips or by.count)


def sentence(ctx: RenderContext, effect: Effect) -> Inlines:
    """The effect with a capital letter and a full stop, and its text behind it."""
    words = ended(ctx, capitalised(effect_phrase(ctx, effect)))
    if not effect.text:
        return words
    return ctx.say("behind", first=words, next=line(ctx, effect.text))


def ended(ctx: RenderContext, words: Inlines) -> Inlines:
    """Words with a full stop, if they have none yet."""
    if plain(words).endswith(ENDS):
        return words
    return ctx.say("sentence", effect=words)


def cell(ctx: RenderContext, effects: Sequence[Effect]) -> Inlines:
    """All effects in a cell: phrases, or sentences where one has a text."""
    if any(effect.text for effect in effects):
        return ctx.join_sentences(sentences(ctx, effects))
    phrases = [effect_phrase(ctx, effect) for effect in effects if not is_no_op(effect)]
    return capitalised(ctx.chain("sentences", phrases))


def effect_phrase(ctx: RenderContext, effect: Effect) -> Inlines:
    """The effect in words, without a capital letter or a full stop."""
    return _qualified(ctx, effect, VERBS[type(effect)](ctx, effect))


def leading_to(ctx: RenderContext, effect: verbs.OneOf) -> Inlines:
    """The words above a list of alternatives."""
    these = _qualified(ctx, effect, ctx.say("one-of.these"))
    return ctx.say("one-of.list", lead=capitalised(these))


def _modify(ctx: RenderContext, effect: verbs.Modify) -> Inlines:
    by, what = amounts.amount(ctx, effect.by), effect.modify
    if what == "checks":
        adds = isinstance(effect.by, Formula) and not amounts.per(
            ctx, effect.by.text, signed=True
        )
        pattern = "modify.checks.adds" if adds else "modify.checks"
        return ctx.say(pattern, by=by, which=formulas.which_checks(ctx, effect))
    if isinstance(what, Ref) and kind_of(what.id) == "action-type":
        return ctx.say("modify.count", by=by, thing=formulas.ref_words(ctx, what))
    if isinstance(what, Ref) or what in {"chosen-ability", "chosen-skill"}:
        return ctx.say("modify.thing", by=by, thing=formulas.ref_words(ctx, what))
    if effect.of:
        return ctx.say(
            f"modify.{what}.of", by=by, of=formulas.refs_words(ctx, effect.of)
        )
    return ctx.say(f"modify.{what}", by=by)


PERMITTED: Final[Mapping[str, str]] = {
    "action": ".action",
    "action-type": ".action",
    "points": ".points",
}
"""What is permitted in words of its own."""


def _permission(verb: str, ctx: RenderContext, target: object) -> Inlines:
    if target == "actions":
        return ctx.say(f"{verb}.actions")
    kind = kind_of(target.id) if isinstance(target, Ref) else ""
    pattern = f"{verb}{PERMITTED.get(kind, '')}"
    return ctx.say(pattern, what=formulas.ref_words(ctx, target))


def _forbid(ctx: RenderContext, effect: verbs.Forbid) -> Inlines:
    words = _permission("forbid", ctx, effect.forbid)
    if not effect.except_:
        return words
    return ctx.say(
        "except", which=words, **{"except": formulas.refs_words(ctx, effect.except_)}
    )


def _roll(ctx: RenderContext, effect: verbs.Roll) -> Inlines:
    chosen = effect.roll == "chosen"
    roll = ctx.say("roll.chosen") if chosen else formulas.ref_words(ctx, effect.roll)
    target = effect.to == ("target",)
    pattern = "roll.target" if target else "roll.against" if effect.to else "roll"
    fields = {"roll": roll, "whom": formulas.whom(ctx, effect.to)}
    if effect.by is None:
        return ctx.say(pattern, **fields)
    return ctx.say(f"{pattern}.by", **fields, by=amounts.amount(ctx, effect.by))


def _use(ctx: RenderContext, effect: verbs.Use) -> Inlines:
    use, other = effect.use, effect.instead_of
    if isinstance(use, str) and use == other:
        return ctx.say("use.another", what=ctx.say(f"one.{use}"))
    return ctx.say(
        "use", use=formulas.ref_words(ctx, use), other=formulas.ref_words(ctx, other)
    )


def _resist(ctx: RenderContext, effect: verbs.Resist) -> Inlines:
    fields = {
        "action": formulas.ref_words(ctx, effect.resist),
        "with": formulas.formula(ctx, effect.with_.text),
    }
    if effect.not_below is None:
        return ctx.say("resist", **fields)
    floor = formulas.formula(ctx, effect.not_below.text)
    return ctx.say("resist.floor", **fields, floor=floor)


def _move(ctx: RenderContext, effect: verbs.Move) -> Inlines:
    """A distance for each rank, or the result of a formula."""
    text = effect.by.text
    simple = amounts.per(ctx, text, signed=False)
    pattern = "move.self" if effect.move == "self" else "move"
    if simple is None and not isinstance(formulas.read(text), Quantified):
        pattern = f"{pattern}.by"
    by = simple or formulas.formula(ctx, text)
    return ctx.say(pattern, whom=formulas.whom(ctx, (effect.move,)), by=by)


def _narrate(ctx: RenderContext, effect: verbs.Narrate) -> Inlines:
    """Without a full stop: the sentence adds it."""
    return unended(ctx.say("narrate", text=line(ctx, effect.narrate)))


def _one_of(ctx: RenderContext, effect: verbs.OneOf) -> Inlines:
    """Alternatives, further apart where they have commas."""
    choices = [_choice(ctx, choice) for choice in effect.one_of]
    if not any("," in plain(choice) for choice in choices):
        return ctx.say("one-of", choices=ctx.listed(choices, "or"))
    words, *others = choices
    for following in others:
        key = "one-of.last" if following is others[-1] else "one-of.next"
        words = ctx.say(key, first=words, next=following)
    return ctx.say("one-of", choices=words)


def _choice(ctx: RenderContext, effect: Effect) -> Inlines:
    """An alternative, beginning with a small letter."""
    words = effect_phrase(ctx, effect)
    if isinstance(effect, verbs.Narrate) and isinstance(words[0], Text):
        return (Text(lowered(words[0].text)), *words[1:])
    return words


def _qualified(ctx: RenderContext, effect: Effect, words: Inlines) -> Inlines:
    """Add to whom, how often, how long, when, and under which condition, in this order.

    The words of some verbs hold one of these already.
    """
    if effect.to and not isinstance(effect, verbs.Inflict | verbs.Roll):
        words = ctx.say("for-whom", effect=words, whom=formulas.whom(ctx, effect.to))
    on_checks = isinstance(effect, verbs.Modify) and effect.modify == "checks"
    if effect.times is not None and not on_checks:
        key = "times" if effect.times == 1 else "times.many"
        words = ctx.say(key, effect=words, times=effect.times)
    if effect.lasts is not None and not isinstance(effect, verbs.Retime):
        permission = isinstance(effect, verbs.Allow | verbs.Forbid)
        key = f"lasts.{'permission' if permission else effect.lasts.form}"
        key = key if key in ctx.patterns else "lasts"
        words = ctx.say(key, effect=words, duration=numbers.duration(ctx, effect.lasts))
    if effect.at:
        words = ctx.say("at", effect=words, at=numbers.moment(ctx, effect.at))
    if effect.if_ is not None:
        condition = formulas.formula(ctx, effect.if_.text)
        words = ctx.say("if", effect=words, condition=condition)
    return words


VERBS: Final[Mapping[type[Effect], Callable[[RenderContext, Any], Inlines]]] = {
    verbs.Modify: _modify,
    verbs.Inflict: inflict,
    verbs.Recover: recover,
    verbs.Retime: retime,
    verbs.Ignore: ignore,
    verbs.Allow: lambda ctx, effect: _permission("allow", ctx, effect.allow),
    verbs.Forbid: _forbid,
    verbs.Roll: _roll,
    verbs.Repeat: lambda ctx, effect: ctx.say(f"repeat.{effect.keep}"),
    verbs.Use: _use,
    verbs.Resist: _resist,
    verbs.Buy: lambda ctx, effect: ctx.say(
        "buy", menu=formulas.ref_words(ctx, effect.buy)
    ),
    verbs.Move: _move,
    verbs.Narrate: _narrate,
    verbs.OneOf: _one_of,
}
