"""What effects do with conditions, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.sentences.amounts import amount
from freed6c.document.sentences.checks import thing, whom
from freed6c.document.sentences.durations import duration, periods_word
from freed6c.document.sentences.formulas import formula, read
from freed6c.formula.syntax_tree import Integer, Unary
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.entries.tables import Track

if TYPE_CHECKING:
    from freed6c.document.blocks import Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.effects import Ignore, Inflict, Recover, Retime


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
