"""Effects in words: a phrase for the verb, then its qualifiers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, assert_never

from freed6c.document.blocks import CodeSpan, Inlines, Text
from freed6c.document.prose import filled, line
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.wording import capitalized, plain, unended
from freed6c.formula.syntax_tree import Integer, Name, Unary, walk
from freed6c.formula.syntax_tree import QuantityLiteral as Quantified
from freed6c.model.endless_effects import is_endless
from freed6c.model.type_hints import fields
from freed6c.model.written_sentences import PLACEHOLDER, is_literal, settings
from freed6c.model.written_sentences import formulas as formulas_of
from freed6c.packs.ids import kind_of
from freed6c.runtime import effects as verbs
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.effects import Duration, Moment
from freed6c.runtime.entries.actions import Against, Need
from freed6c.runtime.entries.tables import Track
from freed6c.runtime.entries.world import Value
from freed6c.runtime.play.state import as_fixed
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from freed6c.document.render_context import RenderContext
    from freed6c.model.written_sentences import Sayable
    from freed6c.runtime.effects import Effect


def _inflict(ctx: RenderContext, effect: verbs.Inflict) -> Inlines:
    """Put a condition on someone, or move them along a track."""
    condition = formulas.ref_words(ctx, effect.inflict)
    if effect.by is not None:
        node = formulas.read(effect.by.text)
        back = isinstance(node, Unary) and node.operator == "-"
        size = node.operand if isinstance(node, Unary) else node
        if size == Integer(1):
            count = ctx.say("inflict.step")
        else:
            words = formulas.formula(ctx, effect.by.text if size is None else size)
            counted = "inflict.steps" if isinstance(size, Integer) else "inflict.many"
            count = ctx.say(counted, count=words)
        track = effect.inflict.entry
        ends = back and isinstance(track, Track) and track.start is None
        pattern = f"inflict.{'back' if back else 'forward'}{'.ends' if ends else ''}"
        return ctx.say(pattern, count=count, track=condition)
    if effect.to_rank is not None:
        condition = _rank_words(ctx, effect, effect.to_rank)
    ranked = isinstance(effect.inflict.entry, Track)
    return ctx.say("inflict.track" if ranked else "inflict", condition=condition)


def _rank_words(
    ctx: RenderContext, effect: verbs.Inflict, to_rank: Formula[int]
) -> Inlines:
    """A rank of a track, by the name of its condition where the number is known."""
    track, node = effect.inflict.entry, formulas.read(to_rank.text)
    words = formulas.ref_words(ctx, effect.inflict)
    if isinstance(node, Integer) and isinstance(track, Track):
        named = track.at(node.value)
        if named is not None:
            condition, rank = (ctx.link(named),), str(node.value)
            return ctx.say("inflict.named", condition=condition, track=words, rank=rank)
    rank_words = formulas.formula(ctx, to_rank.text)
    key = "inflict.rank.some" if _may_be_none(ctx, to_rank.text) else "inflict.rank"
    return ctx.say(key, track=words, rank=rank_words)


def _may_be_none(ctx: RenderContext, rank: str) -> bool:
    """True for the rank of a check that can succeed below the lowest band of its benchmark."""
    procedure = ctx.ruleset.procedure
    benchmark = procedure.ranks.entry if procedure and procedure.ranks else None
    lowest = benchmark.bands[0].range.low if benchmark and benchmark.bands else None
    return rank == "rank" and "margin" in ctx.local and lowest not in (None, 0)


def _recover(ctx: RenderContext, effect: verbs.Recover) -> Inlines:
    """Take a condition away."""
    condition = formulas.ref_words(ctx, effect.recover)
    if effect.of_rank is None:
        return ctx.say("recover", condition=condition)
    words = formulas.formula(ctx, effect.of_rank.text)
    if isinstance(formulas.read(effect.of_rank.text), Integer):
        words = ctx.say("inflict.at", rank=words)
    return ctx.say("recover.rank", condition=condition, rank=words)


def _retime(ctx: RenderContext, effect: verbs.Retime) -> Inlines:
    """Change how long a condition lasts."""
    condition = formulas.ref_words(ctx, effect.retime)
    pattern, fields = "retime", {"condition": condition}
    if effect.lasts is None:
        pattern, fields["by"] = "retime.by", _shift_words(ctx, effect)
    else:
        fields["duration"] = numbers.duration(ctx, effect.lasts)
    if effect.from_ is None:
        return ctx.say(pattern, **fields)
    fields["from"] = numbers.duration(ctx, effect.from_)
    return ctx.say(f"{pattern}.from", **fields)


def _shift_words(ctx: RenderContext, effect: verbs.Retime) -> Inlines:
    by, key = effect.by, effect.period.id.partition(".")[2] if effect.period else ""
    periods = numbers.periods_word(ctx, key)
    if not isinstance(by, Modifier):
        count = formulas.formula(ctx, by.text) if by is not None else ()
        return ctx.say("retime.formula", count=count, period=periods)
    if abs(by.adds) == 1:
        periods = ctx.named("period", key)
    way = "either" if by.either_way else ("shorter" if by.adds < 0 else "longer")
    return ctx.say(f"retime.{way}", count=abs(by.adds), period=periods)


ENDS: Final = (".", "!", "?", "…", ":")


def sentences(ctx: RenderContext, effects: Sequence[Effect]) -> tuple[Inlines, ...]:
    """Each effect as a sentence of its own: as its pack says it, else made from its fields."""
    return tuple(sentence(ctx, effect) for effect in effects if not is_no_op(effect))


def is_no_op(effect: Effect) -> bool:
    """Whether an effect changes nothing, such as `by: 0` in the middle of a track."""
    if not isinstance(effect, verbs.Modify) or not isinstance(effect.by, Modifier):
        return False
    by = effect.by
    return not (by.adds or by.dice or by.pips or by.count)


def sentence(ctx: RenderContext, effect: Effect) -> Inlines:
    """The effect with a capital letter and a full stop, and its text behind it."""
    words = ended(ctx, capitalized(effect_phrase(ctx, effect)))
    return ctx.join_sentences((words, line(ctx, effect.text)))


def ended(ctx: RenderContext, words: Inlines) -> Inlines:
    """Words with a full stop, if they have none yet."""
    if not words or plain(words).endswith(ENDS):
        return words
    return ctx.say("sentence", effect=words)


def cell(ctx: RenderContext, effects: Sequence[Effect]) -> Inlines:
    """All effects in a cell: phrases, or sentences where one has a text."""
    if any(effect.text for effect in effects):
        return ctx.join_sentences(sentences(ctx, effects))
    phrases = [effect_phrase(ctx, effect) for effect in effects if not is_no_op(effect)]
    return capitalized(ctx.chain("sentences", phrases))


def effect_phrase(ctx: RenderContext, effect: Effect) -> Inlines:
    """The effect in words, without a full stop: as its pack says it, else made from its fields."""
    if effect.says:
        return unended(said_by_pack(ctx, effect))
    return made_phrase(ctx, effect)


def made_phrase(ctx: RenderContext, effect: Effect) -> Inlines:
    """The effect in words made from its fields, without a capital letter or a full stop.

    Most verbs need functions of their own, in `TOLD`; what others say are their phrases alone.
    """
    if isinstance(effect, verbs.Resist):
        ctx = ctx.with_names(formulas.names_resisted(ctx, effect))
    if _has_subject(effect):
        ctx = ctx.about_others()
    told = TOLD.get(type(effect), _by_phrase)
    return _qualified(ctx, effect, told(ctx, effect))


def said_by_pack(ctx: RenderContext, record: Sayable) -> Inlines:
    """The sentence that a pack wrote, its placeholders filled from the data; empty without one."""
    if not record.says:
        return ()
    if isinstance(record, verbs.Resist):
        ctx = ctx.with_names(formulas.names_resisted(ctx, record))
    given = settings(record)
    words: list[Inlines] = []

    def numbered(match: re.Match[str]) -> str:
        # Prose would make dice in braces something to roll.
        name = match[1]
        if name in given:
            words.append(_setting_words(ctx, record, name, given[name]))
        elif is_literal(record, name):
            words.append(formulas.formula(ctx, name))
        else:
            words.append((CodeSpan(name),))
        return f"{{{len(words) - 1}}}"

    return filled(line(ctx, PLACEHOLDER.sub(numbered, record.says)), words)


def _setting_words(
    ctx: RenderContext, record: Sayable, key: str, value: object
) -> Inlines:
    """The words for a setting of a record where its sentence has the key in braces."""
    match value:
        case Modifier() | Formula() if key == "by" and not isinstance(
            record, verbs.Move
        ):
            return amounts.amount(ctx, value)
        case Formula():
            return formulas.formula(ctx, value.text)
        case Duration():
            own = isinstance(record, verbs.Effect) and set(record.to) <= {"self"}
            return numbers.duration(ctx.about_reader() if own else ctx, value)
        case Moment():
            return numbers.moment(ctx, value)
        case Mapping():
            return costs(ctx, value)
        case tuple() if isinstance(record, Against):
            return formulas.ratings_words(ctx, value)
        case tuple() if key == "to":
            return formulas.whom(ctx, value)
        case tuple() if key == "except":
            return formulas.exceptions(ctx, value)
        case tuple() if key == "one-of":
            return ctx.listed([_choice(ctx, choice) for choice in value], "or")
        case tuple():
            return formulas.refs_words(ctx, value)
        case str() if isinstance(record, Against):
            return formulas.target_words(ctx, record)
        case _:
            return _field_words(ctx, value)


def exactly(ctx: RenderContext, record: Sayable) -> Inlines:
    """What the data says, where a pack says it in a sentence of its own: words and formulas."""
    match record:
        case verbs.Effect():
            words = made_phrase(ctx, record)
        case Against():
            words = formulas.target_words(ctx, record)
        case Need():
            words = formulas.formula(ctx, record.text)
        case _:
            assert_never(record)
    codes: list[Inlines] = [(CodeSpan(f.text),) for f in formulas_of(record)]
    said = capitalized(words)
    if not codes:
        return said
    return ctx.say("exact", line=said, formulas=ctx.listed(codes))


def _by_phrase(ctx: RenderContext, effect: Effect) -> Inlines:
    """The phrase of a verb, filled with the words for its fields.

    What `buy` does is `buy`; or the phrase of a fixed word or of an optional field that is given,
    `repeat.higher`, `resist.not-below`.
    """
    given = {
        field.key: value
        for field in fields(type(effect))
        if field.name not in QUALIFIERS
        and (value := getattr(effect, field.name)) is not None
    }
    words = {
        key.replace("-", "_"): _field_words(ctx, value) for key, value in given.items()
    }
    verb = next(iter(given))
    special = (f"{verb}.{part}" for pair in given.items() for part in pair)
    return ctx.say(next((key for key in special if key in ctx.patterns), verb), **words)


SUBJECTS: Final = (
    verbs.Inflict,
    verbs.Ignore,
    verbs.Allow,
    verbs.Forbid,
    verbs.Use,
    verbs.Repeat,
    verbs.Resist,
)
"""Verbs that those do to whom it happens: the target suffers, an ally may use."""


def _has_subject(effect: Effect) -> bool:
    """Whether the sentence has to say who does it, as that is somebody else than the reader."""
    moved = isinstance(effect, verbs.Inflict) and effect.by is not None
    return isinstance(effect, SUBJECTS) and not moved and not set(effect.to) <= {"self"}


QUALIFIERS: Final = frozenset(field.name for field in fields(verbs.Effect))


def _field_words(ctx: RenderContext, value: object) -> Inlines:
    match value:
        case Ref():
            return formulas.ref_words(ctx, value)
        case Modifier():
            return amounts.amount(ctx, value)
        case str():
            return (Text(ctx.patterns.get(value, value)),)
        case _:
            return amounts.say_value(ctx, value)


def leading_to(ctx: RenderContext, effect: verbs.OneOf) -> Inlines:
    """The words above a list of alternatives."""
    these = _qualified(ctx, effect, ctx.say("one-of.these"))
    return ctx.say("one-of.list", lead=capitalized(these))


def _modify(ctx: RenderContext, effect: verbs.Modify) -> Inlines:
    target = effect.modify
    if effect.by is None:
        return _changed_value(ctx, effect)
    by = amounts.amount(ctx, effect.by)
    if target == "checks":
        adds = isinstance(effect.by, Formula) and not amounts.per(
            ctx, effect.by.text, signed=True
        )
        pattern = "modify.checks.adds" if adds else "modify.checks"
        return ctx.say(pattern, by=by, which=formulas.which_checks(ctx, effect))
    if isinstance(target, Ref) or target in {"chosen-ability", "chosen-skill"}:
        counted = isinstance(target, Ref) and kind_of(target.id) == "action-type"
        pattern = "modify.count" if counted else "modify.thing"
        if counts := _fixed_dice(ctx, effect):
            by = (*by, *counts)
        return ctx.say(pattern, by=by, thing=formulas.ref_words(ctx, target))
    of = formulas.refs_words(ctx, effect.of)
    words = ctx.say(f"modify.{target}{'.of' * bool(effect.of)}", by=by, of=of)
    return formulas.all_but(ctx, words, effect.except_)


def _fixed_dice(ctx: RenderContext, effect: verbs.Modify) -> Inlines:
    """What dice that are added to a fixed value come to."""
    value = ctx.ruleset.entries.get(getattr(effect.modify, "id", ""))
    if not isinstance(value, Value) or value.dice_count != "fixed":
        return ()
    if isinstance(effect.by, Formula) and re.search(r"[0-9]D", effect.by.text):
        return ctx.say("modify.fixed.formula")
    if not isinstance(effect.by, Modifier) or not effect.by.dice:
        return ()
    adds = as_fixed(ctx.ruleset, effect.by)
    number = Modifier(adds=adds, either_way=effect.by.either_way)
    return ctx.say("modify.fixed", number=amounts.modifier(ctx, number))


FACTORS: Final[Mapping[str, str]] = {"1/2": "halved", "2": "doubled"}
"""Factors with a word of their own."""


def _changed_value(ctx: RenderContext, effect: verbs.Modify) -> Inlines:
    """A value that is multiplied, or set to another."""
    thing = formulas.ref_words(ctx, effect.modify)
    if effect.multiplied_by is None:
        value = formulas.formula(ctx, effect.set_to.text) if effect.set_to else ()
        return ctx.say("modify.set", thing=thing, value=value)
    factor = effect.multiplied_by.text
    if factor in FACTORS:
        return ctx.say(f"modify.{FACTORS[factor]}", thing=thing)
    return ctx.say("modify.times", thing=thing, factor=formulas.formula(ctx, factor))


def _allow(ctx: RenderContext, effect: verbs.Allow) -> Inlines:
    words = _permission("allow", ctx, effect.allow)
    if not effect.costs:
        return words
    return ctx.say("allow.costs", effect=words, costs=costs(ctx, effect.costs))


def costs(ctx: RenderContext, given: Mapping[str, Formula[int]]) -> Inlines:
    """So many of each of these points."""
    return ctx.listed(
        [
            ctx.say(
                "cost" if isinstance(formulas.read(count.text), Integer) else "cost.of",
                count=formulas.formula(ctx, count.text),
                points=(ctx.link(ctx.ruleset.entries[f"points.{key}"]),),
            )
            for key, count in given.items()
        ]
    )


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
    kind = "action" if target == "chosen-action" else kind
    pattern = f"{verb}{PERMITTED.get(kind, '')}"
    return ctx.say(pattern, what=formulas.ref_words(ctx, target))


def _forbid(ctx: RenderContext, effect: verbs.Forbid) -> Inlines:
    words = _permission("forbid", ctx, effect.forbid)
    if effect.of:
        of = formulas.refs_words(ctx, effect.of, "or")
        words = ctx.say("forbid.action", what=of)
    elif effect.forbid == "actions" and effect.except_:
        words = ctx.say("forbid.actions.but")
    excepted = [target for target in effect.except_ if target != "resistance"]
    if not excepted:
        return words
    others = formulas.refs_words(ctx, excepted)
    return ctx.say("except", which=words, **{"except": others})


def _roll(ctx: RenderContext, effect: verbs.Roll) -> Inlines:
    chosen = effect.roll == "chosen"
    roll = ctx.say("roll.chosen") if chosen else formulas.ref_words(ctx, effect.roll)
    if effect.with_ is not None:
        made_with = formulas.ratings_words(ctx, [effect.with_])
        roll = ctx.say("roll.with", roll=roll, **{"with": made_with})
    target = effect.to == ("target",)
    pattern = "roll.target" if target else "roll.against" if effect.to else "roll"
    by = () if effect.by is None else amounts.amount(ctx, effect.by)
    whom = formulas.whom(ctx, effect.to)
    return ctx.say(f"{pattern}.by" if by else pattern, roll=roll, whom=whom, by=by)


def _repeat(ctx: RenderContext, effect: verbs.Repeat) -> Inlines:
    words = _by_phrase(ctx, effect)
    if not (effect.of or effect.except_):
        return words
    which = formulas.which_checks(ctx, effect.but(times=None))
    return ctx.say("repeat.which", effect=words, which=which)


def _use(ctx: RenderContext, effect: verbs.Use) -> Inlines:
    if isinstance(effect.use, str) and effect.use == effect.instead_of:
        return ctx.say("use.another", what=ctx.say(f"one.{effect.use}"))
    return _by_phrase(ctx, effect)


def _move(ctx: RenderContext, effect: verbs.Move) -> Inlines:
    """A distance for each rank, or the result of a formula."""
    text = effect.by.text
    simple = amounts.per(ctx, text, signed=False)
    pattern = "move.self" if effect.move == "self" else "move"
    if simple is None and not isinstance(formulas.read(text), Quantified):
        pattern = f"{pattern}.by"
    by = simple or formulas.formula(_with_own_values(ctx, text), text)
    return ctx.say(pattern, whom=formulas.subject(ctx, (effect.move,)), by=by)


def _with_own_values(ctx: RenderContext, text: str) -> RenderContext:
    """A context that calls the values in a formula the reader's, where it speaks to them."""
    node = formulas.read(text)
    if not ctx.yours or node is None:
        return ctx
    names = {inner.text for inner, _ in walk(node) if isinstance(inner, Name)}
    values = {
        name: ctx.index.find(name, ("value",)) for name in names - ctx.local.keys()
    }
    return ctx.with_names(
        {
            name: ctx.say("name.yours", thing=(ctx.link(value),))
            for name, value in values.items()
            if value is not None
        }
    )


def _one_of(ctx: RenderContext, effect: verbs.OneOf) -> Inlines:
    """Alternatives, further apart where they have commas."""
    inner = within_choice(ctx, effect)
    choices = [_choice(inner, choice) for choice in effect.one_of]
    if not any("," in plain(choice) for choice in choices):
        return ctx.say("one-of", choices=ctx.listed(choices, "or"))
    *others, last = choices
    words = ctx.chain("one-of.last", (ctx.chain("one-of.next", others), last))
    return ctx.say("one-of", choices=words)


def within_choice(ctx: RenderContext, effect: verbs.OneOf) -> RenderContext:
    """The context of alternatives, for which their choice may say an end."""
    ends = effect.lasts is not None or effect.times is not None
    return ctx.where_effects_begin(begins=False) if ends else ctx


def _choice(ctx: RenderContext, effect: Effect) -> Inlines:
    """An alternative, beginning with a small letter."""
    words = effect_phrase(ctx, effect)
    return (
        uncapitalized(ctx, words)
        if effect.says or isinstance(effect, verbs.Narrate)
        else words
    )


def uncapitalized(ctx: RenderContext, words: Inlines) -> Inlines:
    """A sentence of a pack inside another: it begins with a small letter, but for a link."""
    if words and isinstance(words[0], Text):
        return (Text(ctx.lowered(words[0].text)), *words[1:])
    return words


def _qualified(ctx: RenderContext, effect: Effect, words: Inlines) -> Inlines:
    """Add to whom, how often, how long, when, and under which condition, in this order.

    The words of some verbs hold one of these already.
    """
    if _has_subject(effect):
        words = ctx.say("who-does", whom=formulas.subject(ctx, effect.to), effect=words)
    elif not set(effect.to) <= {"self"} and not isinstance(effect, verbs.Roll):
        words = ctx.say("for-whom", effect=words, whom=formulas.whom(ctx, effect.to))
    on_checks = isinstance(effect, verbs.Modify) and effect.modify == "checks"
    if effect.times is not None and not on_checks:
        key = "times" if effect.times == 1 else "times.many"
        words = ctx.say(key, effect=words, times=effect.times)
    if effect.lasts is not None and not isinstance(effect, verbs.Retime):
        permission = isinstance(effect, verbs.Allow | verbs.Forbid)
        if effect.times is not None or effect.lasts.form == "count":
            permission = False
        key = f"lasts.{'permission' if permission else effect.lasts.form}"
        key = key if key in ctx.patterns else "lasts"
        own = ctx.about_reader() if set(effect.to) <= {"self"} else ctx
        words = ctx.say(key, effect=words, duration=numbers.duration(own, effect.lasts))
    elif ctx.begins and is_endless(effect):
        words = ctx.say("lasts", effect=words, duration=ctx.say("duration.always"))
    if effect.at:
        words = ctx.say("at", effect=words, at=numbers.moment(ctx, effect.at))
    if effect.if_ is not None:
        words = _where(ctx, words, effect.if_)
    return words


LONG: Final = 60
"""Letters of a condition that is told before what follows from it."""


def _where(ctx: RenderContext, words: Inlines, condition: Formula[bool]) -> Inlines:
    """What happens only if something holds: a long condition is told first."""
    met, unless = formulas.condition(ctx, condition.text)
    if met:
        key = "if.first" if len(plain(met)) > LONG else "if"
        words = ctx.say(key, effect=words, condition=met)
    return ctx.say("unless", effect=words, condition=unless) if unless else words


TOLD: Final[Mapping[type[Effect], Callable[[RenderContext, Any], Inlines]]] = {
    verbs.Modify: _modify,
    verbs.Inflict: _inflict,
    verbs.Recover: _recover,
    verbs.Retime: _retime,
    verbs.Allow: _allow,
    verbs.Forbid: _forbid,
    verbs.Roll: _roll,
    verbs.Repeat: _repeat,
    verbs.Use: _use,
    verbs.Move: _move,
    # Without a full stop: the sentence adds it.
    verbs.Narrate: lambda ctx, effect: unended(
        ctx.say("narrate", text=line(ctx, effect.narrate))
    ),
    verbs.OneOf: _one_of,
}
"""Verbs that need more than a phrase."""
