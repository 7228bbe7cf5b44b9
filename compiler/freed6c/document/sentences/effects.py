"""Turn effects into sentences: a phrase for the verb, then its qualifiers.

The verb of an effect is its class (`Inflict`, `Modify`); the qualifiers are the fields that all
effects share, such as target, duration and condition. A pack can write its own sentence for an
effect, in `sentence`, with its fields in braces.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, assert_never

from freed6c.document.blocks import CodeSpan, Inlines, Text
from freed6c.document.prose import filled, line
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.wording import capitalized, plain, unended
from freed6c.formula.syntax_tree import Integer, Name, Node, Unary, walk
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
    """Return `you become Prone`, or with `by`, a move: `2 steps back along Wounds`."""
    condition = formulas.ref_words(ctx, effect.inflict)
    if effect.by is not None:
        node = formulas.read(effect.by.text)
        back = isinstance(node, Unary) and node.operator == "-"
        size = node.operand if isinstance(node, Unary) else node
        if size == Integer(1):
            count = ctx.say("inflict.step")
        else:
            words = formulas.formula(ctx, effect.by.text if size is None else size)
            key = "inflict.steps" if isinstance(size, Integer) else "inflict.many"
            count = ctx.say(key, count=words)
        track = effect.inflict.entry
        # Before the first condition of a track without a start, a character has none.
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
    """Return the words for a rank of a track, with its condition if the rank is a literal."""
    track, node = effect.inflict.entry, formulas.read(to_rank.text)
    words = formulas.ref_words(ctx, effect.inflict)
    if isinstance(node, Integer) and isinstance(track, Track):
        condition = track.at(node.value)
        if condition is not None:
            link, rank = (ctx.link(condition),), str(node.value)
            return ctx.say("inflict.named", condition=link, track=words, rank=rank)
    rank_words = formulas.formula(ctx, to_rank.text)
    key = "inflict.rank.some" if _can_be_none(ctx, to_rank.text) else "inflict.rank"
    return ctx.say(key, track=words, rank=rank_words)


def _can_be_none(ctx: RenderContext, rank: str) -> bool:
    """Return True for the rank of a check that can succeed without a rank.

    The benchmark of the procedure turns the margin into a rank. If its lowest band begins above 0,
    a success with a smaller margin has no rank.
    """
    procedure = ctx.ruleset.procedure
    benchmark = procedure.ranks.entry if procedure and procedure.ranks else None
    lowest = benchmark.bands[0].range.low if benchmark and benchmark.bands else None
    return rank == "rank" and "margin" in ctx.local and lowest not in (None, 0)


def _recover(ctx: RenderContext, effect: verbs.Recover) -> Inlines:
    """Return `Prone is over`, or with `of_rank`, `Wounds of rank 2 or lower is over`."""
    condition = formulas.ref_words(ctx, effect.recover)
    if effect.of_rank is None:
        return ctx.say("recover", condition=condition)
    words = formulas.formula(ctx, effect.of_rank.text)
    if isinstance(formulas.read(effect.of_rank.text), Integer):
        words = ctx.say("inflict.at", rank=words)
    return ctx.say("recover.rank", condition=condition, rank=words)


def _set_duration(ctx: RenderContext, effect: verbs.SetDuration) -> Inlines:
    """Return the words for a new duration of a condition, or for a shorter or longer one."""
    condition = formulas.ref_words(ctx, effect.set_duration)
    pattern, fields = "set-duration", {"condition": condition}
    if effect.duration is None:
        pattern, fields["by"] = "set-duration.by", _shift_words(ctx, effect)
    else:
        fields["duration"] = numbers.duration(ctx, effect.duration)
    if effect.from_ is None:
        return ctx.say(pattern, **fields)
    fields["from"] = numbers.duration(ctx, effect.from_)
    return ctx.say(f"{pattern}.from", **fields)


def _shift_words(ctx: RenderContext, effect: verbs.SetDuration) -> Inlines:
    """Return `2 rounds longer`, or `1 turn shorter or longer` for an amount with `±`."""
    by, key = effect.by, effect.period.id.partition(".")[2] if effect.period else ""
    periods = numbers.periods_word(ctx, key)
    if not isinstance(by, Modifier):
        count = formulas.formula(ctx, by.text) if by is not None else ()
        return ctx.say("set-duration.formula", count=count, period=periods)
    if abs(by.adds) == 1:
        periods = ctx.named("period", key)
    direction = "either" if by.either_way else ("shorter" if by.adds < 0 else "longer")
    return ctx.say(f"set-duration.{direction}", count=abs(by.adds), period=periods)


ENDS: Final = (".", "!", "?", "…", ":")
"""Characters after which a sentence needs no full stop."""


def sentences(ctx: RenderContext, effects: Sequence[Effect]) -> tuple[Inlines, ...]:
    """Return a sentence for each effect that does something, in order."""
    return tuple(sentence(ctx, effect) for effect in effects if not is_no_op(effect))


def is_no_op(effect: Effect) -> bool:
    """Return True if an effect changes nothing, such as `by: 0` in the middle of a track."""
    if not isinstance(effect, verbs.Modify) or not isinstance(effect.by, Modifier):
        return False
    by = effect.by
    return not (by.adds or by.dice or by.pips or by.count)


def sentence(ctx: RenderContext, effect: Effect) -> Inlines:
    """Return an effect as a sentence, with a capital and a full stop, followed by its text."""
    words = ended(ctx, capitalized(effect_phrase(ctx, effect)))
    return ctx.join_sentences((words, line(ctx, effect.text)))


def ended(ctx: RenderContext, words: Inlines) -> Inlines:
    """Return the words with a full stop, unless they end in punctuation already."""
    if not words or plain(words).endswith(ENDS):
        return words
    return ctx.say("sentence", effect=words)


def cell(ctx: RenderContext, effects: Sequence[Effect]) -> Inlines:
    """Return the effects of a table cell: `phrase; phrase`, or sentences if one needs several."""
    if any(effect.text or ". " in effect.sentence for effect in effects):
        return ctx.join_sentences(sentences(ctx, effects))
    phrases = [effect_phrase(ctx, effect) for effect in effects if not is_no_op(effect)]
    return capitalized(ctx.chain("sentences", phrases))


def effect_phrase(ctx: RenderContext, effect: Effect) -> Inlines:
    """Return an effect in words, without a full stop.

    Use the sentence that its pack wrote, or else make one from its fields.
    """
    if effect.sentence:
        return unended(said_by_pack(ctx, effect))
    return made_phrase(ctx, effect)


def made_phrase(ctx: RenderContext, effect: Effect) -> Inlines:
    """Make a phrase from the fields of an effect, without a capital letter or a full stop.

    `PHRASERS` has a function for each verb that needs one; for all other verbs, fill a
    phrase with the fields (`_simple_phrase`).
    """
    if isinstance(effect, verbs.Resist):
        ctx = ctx.with_names(formulas.names_resisted(ctx, effect))
    if "opponents" in effect.to:
        ctx = ctx.with_names({"target": ctx.say("who.opponents.each")})
    if _has_subject(effect):
        ctx = ctx.about_others()
    phrase = PHRASERS.get(type(effect), _simple_phrase)
    return _qualified(ctx, effect, phrase(ctx, effect))


def said_by_pack(ctx: RenderContext, record: Sayable) -> Inlines:
    """Return the sentence that a pack wrote, with its placeholders filled; empty without one.

    `{by}` becomes the words for the field `by`, `{2 * rank}` the words for a formula of the record.
    The sentence is prose, so each placeholder is first replaced with a number (`{0}`, `{1}`, …),
    then the prose is parsed, then the words are filled in.
    """
    if not record.sentence:
        return ()
    if isinstance(record, verbs.Resist):
        ctx = ctx.with_names(formulas.names_resisted(ctx, record))
    values = settings(record)
    words: list[Inlines] = []

    def numbered(match: re.Match[str]) -> str:
        # Without the numbers, prose would make dice in braces rollable.
        name = match[1]
        if name in values:
            words.append(_setting_words(ctx, record, name, values[name]))
        elif is_literal(record, name):
            words.append(formulas.formula(ctx, name))
        else:
            words.append((CodeSpan(name),))
        return f"{{{len(words) - 1}}}"

    return filled(line(ctx, PLACEHOLDER.sub(numbered, record.sentence)), words)


def _setting_words(
    ctx: RenderContext, record: Sayable, key: str, value: object
) -> Inlines:
    """Return the words for a field of a record, for its key in braces in a sentence."""
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
    """Return the sentence made from the data of a record, followed by its formulas as code.

    For records with a sentence from a pack, which can leave out details.
    """
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
    sentence_words = capitalized(words)
    if not codes:
        return sentence_words
    return ctx.say("exact", line=sentence_words, formulas=ctx.listed(codes))


def _simple_phrase(ctx: RenderContext, effect: Effect) -> Inlines:
    """Fill the phrase of a verb with the words for its fields.

    The key of the phrase is the verb, such as `buy`, unless there is a phrase for the verb with one
    of its values (`reroll.higher`) or with an optional field that is set (`resist.not-below`).
    """
    values = {
        field.key: value
        for field in fields(type(effect))
        if field.name not in QUALIFIERS
        and (value := getattr(effect, field.name)) is not None
    }
    words = {
        key.replace("-", "_"): _field_words(ctx, value) for key, value in values.items()
    }
    verb = next(iter(values))  # the first field has the name of the verb
    variants = (f"{verb}.{part}" for item in values.items() for part in item)
    key = next((variant for variant in variants if variant in ctx.patterns), verb)
    return ctx.say(key, **words)


SUBJECTS: Final = (
    verbs.Inflict,
    verbs.Ignore,
    verbs.Allow,
    verbs.Forbid,
    verbs.Use,
    verbs.Reroll,
    verbs.Resist,
)
"""Verbs whose subject is the affected character: the target suffers, an ally can use."""


def _has_subject(effect: Effect) -> bool:
    """Return True if the sentence needs a subject, because it is not about the reader."""
    # The phrase for a move along a track has no subject: "2 steps back along Wounds".
    is_move = isinstance(effect, verbs.Inflict) and effect.by is not None
    on_others = not set(effect.to) <= {"self"}
    has_verb = isinstance(effect, SUBJECTS) or _lost(effect) is not None
    return has_verb and not is_move and on_others


QUALIFIERS: Final = frozenset(field.name for field in fields(verbs.Effect))
"""The names of the fields that all effects share."""


def _field_words(ctx: RenderContext, value: object) -> Inlines:
    """Return the words for a field; a keyword such as `chosen-skill` has a phrase of its name."""
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
    """Return the line above a list of alternatives."""
    lead = _qualified(ctx, effect, ctx.say("one-of.these"))
    return ctx.say("one-of.list", lead=capitalized(lead))


def _modify(ctx: RenderContext, effect: verbs.Modify) -> Inlines:
    """Return the words for a change of checks, of a value, or of another target such as margins."""
    target = effect.modify
    if effect.by is None:
        return _changed_value(ctx, effect)
    lost = _lost(effect)
    if lost is not None:
        words = formulas.formula(ctx, lost)
        thing = formulas.ref_words(ctx, target)
        return ctx.say("modify.lose", amount=words, thing=thing)
    by = amounts.amount(ctx, effect.by)
    adds = isinstance(effect.by, Formula) and not amounts.per(
        ctx, effect.by.text, signed=True
    )
    if target == "checks":
        pattern = "modify.checks.adds" if adds else "modify.checks"
        return ctx.say(pattern, by=by, which=formulas.which_checks(ctx, effect))
    if isinstance(target, Ref) or target in {"chosen-ability", "chosen-skill"}:
        counted = isinstance(target, Ref) and kind_of(target.id) == "action-type"
        pattern = f"modify.count{'.adds' * adds}" if counted else "modify.thing"
        if counts := _fixed_dice(ctx, effect):
            by = (*by, *counts)
        return ctx.say(pattern, by=by, thing=formulas.ref_words(ctx, target))
    targets = formulas.refs_words(ctx, effect.of)
    key = f"modify.{target}.of" if effect.of else f"modify.{target}"
    words = ctx.say(key, by=by, of=targets)
    return formulas.all_but(ctx, words, effect.except_)


def _lost(effect: Effect) -> Node | None:
    """Return the formula for the points that an effect takes: the margin, for `-margin`."""
    if not isinstance(effect, verbs.Modify) or not isinstance(effect.by, Formula):
        return None
    points = kind_of(getattr(effect.modify, "id", "")) == "points"
    return amounts.negated(formulas.read(effect.by.text)) if points else None


def _fixed_dice(ctx: RenderContext, effect: verbs.Modify) -> Inlines:
    """Return the number that added dice count as, if the value is a fixed value; else nothing."""
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
"""The keys of the phrases for factors that have a word."""


def _changed_value(ctx: RenderContext, effect: verbs.Modify) -> Inlines:
    """Return the words for a value that is multiplied or replaced."""
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


def costs(ctx: RenderContext, amounts_by_key: Mapping[str, Formula[int]]) -> Inlines:
    """List costs, which are by the key of a kind of points: `2 Fate and 1 Experience`."""
    return ctx.listed(
        [
            ctx.say(
                "cost" if isinstance(formulas.read(count.text), Integer) else "cost.of",
                count=formulas.formula(ctx, count.text),
                points=(ctx.link(ctx.ruleset.entries[f"points.{key}"]),),
            )
            for key, count in amounts_by_key.items()
        ]
    )


PERMITTED: Final[Mapping[str, str]] = {
    "action": ".action",
    "action-type": ".action",
    "points": ".points",
}
"""The end of the key of the phrase, for kinds that have another phrase than `allow`."""


def _permission(verb: str, ctx: RenderContext, target: object) -> Inlines:
    """Return the words for an allowed or forbidden target; `verb` is `allow` or `forbid`."""
    if target == "actions":
        return ctx.say(f"{verb}.actions")
    kind = kind_of(target.id) if isinstance(target, Ref) else ""
    kind = "action" if target == "chosen-action" else kind
    pattern = f"{verb}{PERMITTED.get(kind, '')}"
    return ctx.say(pattern, what=formulas.ref_words(ctx, target))


def _forbid(ctx: RenderContext, effect: verbs.Forbid) -> Inlines:
    words = _permission("forbid", ctx, effect.forbid)
    if effect.of:
        words = ctx.say("forbid.action", what=formulas.refs_words(ctx, effect.of, "or"))
    elif effect.forbid == "actions" and effect.except_:
        words = ctx.say("forbid.actions.but")
    # `resistance` only keeps the rolls to resist, which the sentence doesn't mention.
    exceptions = [target for target in effect.except_ if target != "resistance"]
    if not exceptions:
        return words
    exception_words = formulas.refs_words(ctx, exceptions)
    return ctx.say("except", which=words, **{"except": exception_words})


def _roll(ctx: RenderContext, effect: verbs.Roll) -> Inlines:
    """Return `roll Damage against the target with Strength`, with an amount to add, if any."""
    chosen = effect.roll == "chosen"
    roll = ctx.say("roll.chosen") if chosen else formulas.ref_words(ctx, effect.roll)
    at_target = effect.to == ("target",)
    pattern = "roll.target" if at_target else "roll.against" if effect.to else "roll"
    words = ctx.say(pattern, roll=roll, whom=formulas.whom(ctx, effect.to))
    if effect.with_ is not None:
        rating = formulas.ratings_words(ctx, [effect.with_])
        words = ctx.say("roll.with", roll=words, **{"with": rating})
    if effect.by is None:
        return words
    return ctx.say("roll.by", roll=words, by=amounts.amount(ctx, effect.by))


def _reroll(ctx: RenderContext, effect: verbs.Reroll) -> Inlines:
    words = _simple_phrase(ctx, effect)
    if not (effect.of or effect.except_):
        return words
    which = formulas.which_checks(ctx, effect.but(times=None))
    return ctx.say("reroll.which", effect=words, which=which)


def _use(ctx: RenderContext, effect: verbs.Use) -> Inlines:
    if isinstance(effect.use, str) and effect.use == effect.instead_of:
        # `use: chosen-skill, instead-of: chosen-skill`: "use another skill".
        return ctx.say("use.another", what=ctx.say(f"one.{effect.use}"))
    return _simple_phrase(ctx, effect)


def _move(ctx: RenderContext, effect: verbs.Move) -> Inlines:
    """Return a move by a distance per rank, by a fixed distance, or by the result of a formula."""
    text = effect.by.text
    per_rank = amounts.per(ctx, text, signed=False)
    pattern = "move.self" if effect.move == "self" else "move"
    if per_rank is None and not isinstance(formulas.read(text), Quantified):
        pattern = f"{pattern}.by"
    by = per_rank or formulas.formula(_with_own_values(ctx, text), text)
    return ctx.say(pattern, whom=formulas.subject(ctx, (effect.move,)), by=by)


def _with_own_values(ctx: RenderContext, text: str) -> RenderContext:
    """Return a context in which the values of a formula are `your Speed`, if `ctx.yours`."""
    node = formulas.read(text)
    if not ctx.yours or node is None:
        return ctx
    names = {inner.text for inner, _ in walk(node) if isinstance(inner, Name)}
    yours = {
        name: ctx.say("name.yours", thing=(ctx.link(value),))
        for name in names - ctx.local.keys()
        if (value := ctx.index.find(name, ("value",))) is not None
    }
    return ctx.with_names(yours)


def _one_of(ctx: RenderContext, effect: verbs.OneOf) -> Inlines:
    """Return alternatives, joined by semicolons if one of them has a comma."""
    inner = within_choice(ctx, effect)
    choices = [_choice(inner, choice) for choice in effect.one_of]
    if not any("," in plain(choice) for choice in choices):
        return ctx.say("one-of", choices=ctx.listed(choices, "or"))
    return ctx.say("one-of", choices=ctx.chain("one-of.next", choices))


def within_choice(ctx: RenderContext, effect: verbs.OneOf) -> RenderContext:
    """Return the context for alternatives, which needn't say a duration if their choice does."""
    ends = effect.duration is not None or effect.times is not None
    return ctx.where_effects_begin(begins=False) if ends else ctx


def _choice(ctx: RenderContext, effect: Effect) -> Inlines:
    """Return an alternative, beginning with a small letter."""
    words = effect_phrase(ctx, effect)
    written_by_pack = effect.sentence or isinstance(effect, verbs.Narrate)
    return uncapitalized(ctx, words) if written_by_pack else words


def uncapitalized(ctx: RenderContext, words: Inlines) -> Inlines:
    """Return a pack's sentence for use inside another: the first letter small, but not a link's."""
    if words and isinstance(words[0], Text):
        return (Text(ctx.lowered(words[0].text)), *words[1:])
    return words


def _qualified(ctx: RenderContext, effect: Effect, words: Inlines) -> Inlines:
    """Add the target, the number of times, duration, moment and condition, in this order.

    Leave out qualifiers that the phrase of the verb contains, such as the duration of that verb.
    """
    on_checks = isinstance(effect, verbs.Modify) and effect.modify == "checks"
    if _has_subject(effect):
        words = ctx.say("who-does", whom=formulas.subject(ctx, effect.to), effect=words)
    elif not set(effect.to) <= {"self"} and not isinstance(effect, verbs.Roll):
        key = "modify.checks.by" if on_checks else "for-whom"
        words = ctx.say(key, effect=words, whom=formulas.whom(ctx, effect.to))
    # A phrase that has a comma already needs one in front of its duration.
    apart = ".apart" * any(mark in plain(words) for mark in (", ", " except "))
    if effect.times is not None and not on_checks:
        key = "times" if effect.times == 1 else "times.many"
        words, apart = ctx.say(key, effect=words, times=effect.times), ""
    if effect.duration is not None and not isinstance(effect, verbs.SetDuration):
        key = f"lasts.{effect.duration.form}"
        key = key if key in ctx.patterns else f"lasts{apart}"
        # For effects on the reader: "until the end of your next turn".
        inner = ctx.about_reader() if set(effect.to) <= {"self"} else ctx
        duration = numbers.duration(inner, effect.duration)
        words = ctx.say(key, effect=words, duration=duration)
    elif ctx.begins and is_endless(effect):
        always = ctx.say("duration.always")
        words = ctx.say("lasts.apart", effect=words, duration=always)
    if effect.at:
        apart = apart or ".apart" * (", " in plain(words))
        words = ctx.say(f"at{apart}", effect=words, at=numbers.moment(ctx, effect.at))
    if effect.if_ is not None:
        words = _with_if(ctx, words, effect.if_)
    return words


LONG: Final = 60
"""Characters of a condition above which it comes before the effect."""


def _with_if(ctx: RenderContext, words: Inlines, condition: Formula[bool]) -> Inlines:
    """Add the condition of an effect: `… if armed, unless prone`, or `if …, …` if it is long."""
    met, unless = formulas.condition(ctx, condition.text)
    if met:
        key = "if.first" if len(plain(met)) > LONG else "if"
        words = ctx.say(key, effect=words, condition=met)
    return ctx.say("unless", effect=words, condition=unless) if unless else words


PHRASERS: Final[Mapping[type[Effect], Callable[[RenderContext, Any], Inlines]]] = {
    verbs.Modify: _modify,
    verbs.Inflict: _inflict,
    verbs.Recover: _recover,
    verbs.SetDuration: _set_duration,
    verbs.Allow: _allow,
    verbs.Forbid: _forbid,
    verbs.Roll: _roll,
    verbs.Reroll: _reroll,
    verbs.Use: _use,
    verbs.Move: _move,
    # Without a full stop: the sentence adds it.
    verbs.Narrate: lambda ctx, effect: unended(
        ctx.say("narrate", text=line(ctx, effect.narrate))
    ),
    verbs.OneOf: _one_of,
}
"""A function for each verb that needs more than `_simple_phrase`."""
