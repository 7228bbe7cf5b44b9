"""Effects in words: a phrase for the verb, then its qualifiers from the inside out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.document.blocks import Inlines, Text
from freed6c.document.placement import kind_of
from freed6c.document.prose_rendering import line
from freed6c.document.sentences.amounts import amount, per
from freed6c.document.sentences.formulas import (
    formula,
    read,
    thing,
    things,
    which_checks,
    whom,
)
from freed6c.document.sentences.numbers import duration, moment, periods_word
from freed6c.document.wording import capitalised, lowered, plain, unended
from freed6c.formula.syntax_tree import Amount as Quantified
from freed6c.formula.syntax_tree import Integer, Unary
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.effects import (
    Allow,
    Buy,
    Effect,
    Forbid,
    Ignore,
    Inflict,
    Modify,
    Move,
    Narrate,
    OneOf,
    Recover,
    Repeat,
    Resist,
    Retime,
    Roll,
    Use,
)
from freed6c.runtime.entries.tables import Track
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.document.render_context import Scribe


# What effects do with conditions, in words.


def inflict(scribe: Scribe, effect: Inflict) -> Inlines:
    """Put a condition on someone, or move them along a track."""
    if effect.by is not None:
        return _along(scribe, effect, effect.by)
    condition = thing(scribe, effect.inflict)
    if effect.to_rank is not None:
        condition = _of_rank(scribe, effect, effect.to_rank)
    fields = {"condition": condition, "whom": whom(scribe, effect.to)}
    return scribe.say(f"inflict{_whom(effect)}", **fields)


def _whom(effect: Inflict) -> str:
    """Which pattern says whom it happens to."""
    if not effect.to:
        return ""
    return ".self" if effect.to == ("self",) else ".on"


def _of_rank(scribe: Scribe, effect: Inflict, to_rank: Formula[int]) -> Inlines:
    """A rank that is known has a condition with a name."""
    track, node = effect.inflict.entry, read(to_rank.text)
    words = thing(scribe, effect.inflict)
    if isinstance(node, Integer) and isinstance(track, Track):
        named = track.at(node.value)
        if named is not None:
            condition = (scribe.link(named),)
            rank = str(node.value)
            return scribe.say(
                "inflict.named", condition=condition, track=words, rank=rank
            )
    rank_words = formula(scribe, to_rank.text)
    return scribe.say("inflict.rank", track=words, rank=rank_words)


def _along(scribe: Scribe, effect: Inflict, by: Formula[int]) -> Inlines:
    node = read(by.text)
    back = isinstance(node, Unary) and node.operator == "-"
    size = node.operand if isinstance(node, Unary) else node
    if size == Integer(1):
        count = scribe.say("inflict.step")
    else:
        words = formula(scribe, by.text if size is None else size)
        count = scribe.say("inflict.steps", count=words)
    pattern = f"inflict.{'back' if back else 'forward'}{_whom(effect)}"
    track = thing(scribe, effect.inflict)
    return scribe.say(pattern, count=count, track=track, whom=whom(scribe, effect.to))


def recover(scribe: Scribe, effect: Recover) -> Inlines:
    """Take a condition away."""
    condition = thing(scribe, effect.recover)
    if effect.of_rank is None:
        return scribe.say("recover", condition=condition)
    node = read(effect.of_rank.text)
    words = formula(scribe, effect.of_rank.text)
    rank = scribe.say("inflict.at", rank=words) if isinstance(node, Integer) else words
    return scribe.say("recover.rank", condition=condition, rank=rank)


def retime(scribe: Scribe, effect: Retime) -> Inlines:
    """Change how long a condition lasts."""
    condition = thing(scribe, effect.retime)
    if effect.lasts is None:
        by = _by(scribe, effect)
        return scribe.say("retime.by", condition=condition, by=by)
    lasts = duration(scribe, effect.lasts)
    if effect.from_ is None:
        return scribe.say("retime", condition=condition, duration=lasts)
    from_ = duration(scribe, effect.from_)
    return scribe.say(
        "retime.from", condition=condition, duration=lasts, **{"from": from_}
    )


def _by(scribe: Scribe, effect: Retime) -> Inlines:
    by, key = effect.by, effect.period.id.partition(".")[2] if effect.period else ""
    if not isinstance(by, Modifier):
        count = amount(scribe, by) if by is not None else ()
        return scribe.say(
            "retime.longer", count=count, period=periods_word(scribe, key)
        )
    one = abs(by.adds) == 1
    period = scribe.named("period", key) if one else periods_word(scribe, key)
    way = "either" if by.either_way else ("shorter" if by.adds < 0 else "longer")
    return scribe.say(f"retime.{way}", count=abs(by.adds), period=period)


def ignore(scribe: Scribe, effect: Ignore) -> Inlines:
    """Suspend a condition."""
    return scribe.say("ignore", condition=thing(scribe, effect.ignore))


ENDS: Final = (".", "!", "?", "…", ":")


def sentences(scribe: Scribe, effects: Sequence[Effect]) -> tuple[Inlines, ...]:
    """Each effect as a sentence of its own."""
    return tuple(sentence(scribe, effect) for effect in effects if not idle(effect))


def idle(effect: Effect) -> bool:
    """Whether an effect adds nothing: the middle of a track whose ranks count."""
    if not isinstance(effect, Modify) or not isinstance(effect.by, Modifier):
        return False
    by = effect.by
    return not (by.adds or by.dice or by.pips or by.count)


def sentence(scribe: Scribe, effect: Effect) -> Inlines:
    """The effect with a capital letter and a full stop, and its text behind it."""
    words = ended(scribe, capitalised(effect_phrase(scribe, effect)))
    if not effect.text:
        return words
    return scribe.say("behind", first=words, next=line(scribe, effect.text))


def ended(scribe: Scribe, words: Inlines) -> Inlines:
    """Words with a full stop, if they have none yet."""
    if plain(words).endswith(ENDS):
        return words
    return scribe.say("sentence", effect=words)


def cell(scribe: Scribe, effects: Sequence[Effect]) -> Inlines:
    """All effects in a cell: phrases, or sentences where one has a text."""
    if any(effect.text for effect in effects):
        return scribe.in_turn(sentences(scribe, effects))
    phrases = [effect_phrase(scribe, one) for one in effects if not idle(one)]
    words = phrases[0] if phrases else ()
    for following in phrases[1:]:
        words = scribe.say("sentences", first=words, next=following)
    return capitalised(words)


def effect_phrase(scribe: Scribe, effect: Effect) -> Inlines:
    """The effect in words, without a capital letter or a full stop."""
    return _qualified(scribe, effect, VERBS[type(effect)](scribe, effect))


def _qualified(scribe: Scribe, effect: Effect, words: Inlines) -> Inlines:
    for qualify in QUALIFIERS:
        words = qualify(scribe, effect, words)
    return words


def leading_to(scribe: Scribe, effect: OneOf) -> Inlines:
    """What stands above alternatives that have a line each."""
    these = _qualified(scribe, effect, scribe.say("one-of.these"))
    return scribe.say("one-of.list", lead=capitalised(these))


def _modify(scribe: Scribe, effect: Modify) -> Inlines:
    by, what = amount(scribe, effect.by), effect.modify
    if what == "checks":
        adds = isinstance(effect.by, Formula) and not per(
            scribe, effect.by.text, signed=True
        )
        pattern = "modify.checks.adds" if adds else "modify.checks"
        return scribe.say(pattern, by=by, which=which_checks(scribe, effect))
    if isinstance(what, Ref) and kind_of(what.id) == "action-type":
        return scribe.say("modify.count", by=by, thing=thing(scribe, what))
    if isinstance(what, Ref) or what in {"chosen-ability", "chosen-skill"}:
        return scribe.say("modify.thing", by=by, thing=thing(scribe, what))
    if effect.of:
        return scribe.say(f"modify.{what}.of", by=by, of=things(scribe, effect.of))
    return scribe.say(f"modify.{what}", by=by)


PERMITTED: Final[Mapping[str, str]] = {
    "action": ".action",
    "action-type": ".action",
    "points": ".points",
}
"""What is permitted in words of its own."""


def _permission(verb: str, scribe: Scribe, what: object) -> Inlines:
    if what == "actions":
        return scribe.say(f"{verb}.actions")
    kind = kind_of(what.id) if isinstance(what, Ref) else ""
    pattern = f"{verb}{PERMITTED.get(kind, '')}"
    return scribe.say(pattern, what=thing(scribe, what))


def _allow(scribe: Scribe, effect: Allow) -> Inlines:
    return _permission("allow", scribe, effect.allow)


def _forbid(scribe: Scribe, effect: Forbid) -> Inlines:
    words = _permission("forbid", scribe, effect.forbid)
    if not effect.except_:
        return words
    return scribe.say(
        "except", which=words, **{"except": things(scribe, effect.except_)}
    )


def _roll(scribe: Scribe, effect: Roll) -> Inlines:
    chosen = effect.roll == "chosen"
    roll = scribe.say("roll.chosen") if chosen else thing(scribe, effect.roll)
    target = effect.to == ("target",)
    pattern = "roll.target" if target else "roll.against" if effect.to else "roll"
    fields = {"roll": roll, "whom": whom(scribe, effect.to)}
    if effect.by is None:
        return scribe.say(pattern, **fields)
    return scribe.say(f"{pattern}.by", **fields, by=amount(scribe, effect.by))


def _repeat(scribe: Scribe, effect: Repeat) -> Inlines:
    return scribe.say(f"repeat.{effect.keep}")


def _use(scribe: Scribe, effect: Use) -> Inlines:
    use, other = effect.use, effect.instead_of
    if isinstance(use, str) and use == other:
        return scribe.say("use.another", what=scribe.say(f"one.{use}"))
    return scribe.say("use", use=thing(scribe, use), other=thing(scribe, other))


def _resist(scribe: Scribe, effect: Resist) -> Inlines:
    fields = {
        "action": thing(scribe, effect.resist),
        "with": formula(scribe, effect.with_.text),
    }
    if effect.not_below is None:
        return scribe.say("resist", **fields)
    floor = formula(scribe, effect.not_below.text)
    return scribe.say("resist.floor", **fields, floor=floor)


def _buy(scribe: Scribe, effect: Buy) -> Inlines:
    return scribe.say("buy", menu=thing(scribe, effect.buy))


def _move(scribe: Scribe, effect: Move) -> Inlines:
    """So many feet for each rank; by what a formula gives."""
    text = effect.by.text
    simple = per(scribe, text, signed=False)
    pattern = "move.self" if effect.move == "self" else "move"
    if simple is None and not isinstance(read(text), Quantified):
        pattern = f"{pattern}.by"
    by = simple or formula(scribe, text)
    return scribe.say(pattern, whom=whom(scribe, (effect.move,)), by=by)


def _narrate(scribe: Scribe, effect: Narrate) -> Inlines:
    """Its full stop is left to whoever ends the sentence."""
    return unended(scribe.say("narrate", text=line(scribe, effect.narrate)))


def _one_of(scribe: Scribe, effect: OneOf) -> Inlines:
    """Alternatives that hold commas or are many stand further apart."""
    choices = [_choice(scribe, choice) for choice in effect.one_of]
    if not any("," in plain(choice) for choice in choices):
        return scribe.say("one-of", choices=scribe.listed(choices, "or"))
    words, *others = choices
    for following in others:
        key = "one-of.last" if following is others[-1] else "one-of.next"
        words = scribe.say(key, first=words, next=following)
    return scribe.say("one-of", choices=words)


def _choice(scribe: Scribe, effect: Effect) -> Inlines:
    """Words of the pack begin small here, as they stand inside of a sentence."""
    words = effect_phrase(scribe, effect)
    if isinstance(effect, Narrate) and isinstance(words[0], Text):
        return (Text(lowered(words[0].text)), *words[1:])
    return words


def _for_whom(scribe: Scribe, effect: Effect, words: Inlines) -> Inlines:
    """Some verbs have said it already."""
    if not effect.to or isinstance(effect, Inflict | Roll):
        return words
    return scribe.say("for-whom", effect=words, whom=whom(scribe, effect.to))


def _times(scribe: Scribe, effect: Effect, words: Inlines) -> Inlines:
    """Changes to checks have said it already."""
    said = isinstance(effect, Modify) and effect.modify == "checks"
    if effect.times is None or said:
        return words
    pattern = "times" if effect.times == 1 else "times.many"
    return scribe.say(pattern, effect=words, times=effect.times)


def _lasts(scribe: Scribe, effect: Effect, words: Inlines) -> Inlines:
    if effect.lasts is None or isinstance(effect, Retime):
        return words
    form = "permission" if isinstance(effect, Allow | Forbid) else effect.lasts.form
    pattern = f"lasts.{form}" if f"lasts.{form}" in scribe.patterns else "lasts"
    return scribe.say(pattern, effect=words, duration=duration(scribe, effect.lasts))


def _at(scribe: Scribe, effect: Effect, words: Inlines) -> Inlines:
    if not effect.at:
        return words
    return scribe.say("at", effect=words, at=moment(scribe, effect.at))


def _if(scribe: Scribe, effect: Effect, words: Inlines) -> Inlines:
    if effect.if_ is None:
        return words
    condition = formula(scribe, effect.if_.text)
    return scribe.say("if", effect=words, condition=condition)


VERBS: Final[Mapping[type[Effect], Callable[[Scribe, Any], Inlines]]] = {
    Modify: _modify,
    Inflict: inflict,
    Recover: recover,
    Retime: retime,
    Ignore: ignore,
    Allow: _allow,
    Forbid: _forbid,
    Roll: _roll,
    Repeat: _repeat,
    Use: _use,
    Resist: _resist,
    Buy: _buy,
    Move: _move,
    Narrate: _narrate,
    OneOf: _one_of,
}
QUALIFIERS: Final[tuple[Callable[[Scribe, Effect, Inlines], Inlines], ...]] = (
    _for_whom,
    _times,
    _lasts,
    _at,
    _if,
)
