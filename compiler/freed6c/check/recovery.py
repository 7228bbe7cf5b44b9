"""Checks that conditions can be recovered from.

An action removes a condition if the condition or its track lists the action (`recovered-by`), the
action can be about the track, and an outcome recovers the rank of the condition, directly or by a
pick of a menu. The character with the condition, or another one, must be able to take the action.
Each of these settings can be in a different pack.

A *cure* is an effect with the verb `recover`. A *rank* is the position of a condition on its track:
the higher, the worse. A *menu* sells *picks*, such as "remove a condition up to rank 2".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import either
from freed6c.model.entry_contents import records_of
from freed6c.model.internal_errors import noted
from freed6c.packs.ids import quoted_id
from freed6c.runtime.effects import Buy, Forbid, Inflict, Recover, Roll, SetDuration
from freed6c.runtime.entries.actions import Action, EffectRoll, Pick
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.entries.tables import Condition, Track
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


STRUCTURAL: Final = frozenset({"add", "remove", "move", "replace"})
"""Operations that change the number or order of entries."""


class Cure(NamedTuple):
    """A recovering effect, the entry that has it, and the action that leads to it.

    If there is no action, points, a rule or the condition itself leads to it.
    """

    effect: Recover
    entry: Entry
    action: Action | None

    @property
    def highest(self) -> int | None:
        """The highest rank that it recovers; None if any, or if a formula decides."""
        of_rank = self.effect.of_rank
        if of_rank is None or not of_rank.text.isdecimal():
            return None
        return int(of_rank.text)

    @property
    def recovered(self) -> str:
        """The id or word that it recovers."""
        return str(getattr(self.effect.recover, "id", self.effect.recover))

    @property
    def sells(self) -> bool:
        """True if it recovers a condition that is chosen in play (`recover: chosen-condition`)."""
        return self.recovered == "chosen-condition"

    def is_for(self, condition: Condition) -> bool:
        """True if it recovers a condition, and the condition's list does not exclude it."""
        ids = (condition.id, condition.parent.id)
        return (self.sells or self.recovered in ids) and self.is_listed(condition)

    def reaches(self, condition: Condition) -> bool:
        """True if its rank is high enough."""
        return self.highest is None or self.highest >= abs(condition.rank)

    def is_listed(self, condition: Condition) -> bool:
        """True if the condition, or its track, accepts the action."""
        cures = condition.cures
        return not cures or self.action is None or self.action.id in _ids(cures)

    def is_about(self, condition: Condition) -> bool:
        """True if the action can be used with no other condition than this."""
        about = self.action.about if self.action else None
        return about is None or condition.parent.id in _ids(about.condition)


def _forbids(condition: Condition, action: Action) -> bool:
    """True if an action is only for oneself, and the condition forbids it."""
    from freed6c.runtime.play.requirements import ids_meaning

    return set(action.target) <= {"self"} and any(
        effect.if_ is None
        and getattr(effect.forbid, "id", effect.forbid) in ids_meaning(action)
        and not ids_meaning(action) & _ids(effect.except_)
        for effect in condition.effects
        if isinstance(effect, Forbid)
    )


def _ids(refs: Iterable[object]) -> set[str]:
    return {ref.id for ref in refs if isinstance(ref, Ref)}


def _cures(ruleset: Ruleset) -> tuple[Cure, ...]:
    """Return every cure, once for each action that leads to it."""
    places: list[tuple[Action | None, Entry]] = [
        (action, entry)
        for action in noted(ruleset.of(Action))
        for entry in led_to(ruleset, action)
    ]
    by_actions = {entry.id for _, entry in places}
    places += (
        (None, entry)
        for entry in _entries_with_rules(ruleset)
        if entry.id not in by_actions
    )
    return tuple(
        Cure(effect, entry, action)
        for action, entry in places
        for effect in records_of(ruleset, entry, Recover)
    )


def _entries_with_rules(ruleset: Ruleset) -> Iterator[Entry]:
    """Yield all entries except examples, which only repeat the effects of others."""
    return (entry for entry in ruleset.of(Entry) if not isinstance(entry, Example))


def led_to(ruleset: Ruleset, action: Action) -> Iterator[Entry]:
    """Yield the action, and the effect rolls and picks that it leads to, directly or indirectly."""
    waiting: list[Entry] = [action]
    seen = set[str]()
    while waiting:
        entry = waiting.pop(0)
        if entry.id in seen:
            continue
        seen.add(entry.id)
        yield entry
        for buy in records_of(ruleset, entry, Buy):
            waiting += buy.buy.entry.picks
        for roll in records_of(ruleset, entry, Roll):
            what = roll.roll
            waiting += [what.entry] if isinstance(what, Ref) else ruleset.of(EffectRoll)


# Conditions without recovery.


def check_ways_out(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report conditions that stay until they are recovered, and that nothing recovers."""
    cures = ruleset.once(_cures)
    too_grave: dict[str, tuple[Cure, list[Condition]]] = {}
    for condition in noted(ruleset.of(Condition)):
        if not _needs_way_out(ruleset, condition) or "none" in condition.cures:
            continue
        usable = [
            cure
            for cure in cures
            if cure.is_for(condition)
            and not (cure.action and _forbids(condition, cure.action))
        ]
        helping = [cure for cure in usable if cure.is_about(condition)]
        if any(cure.reaches(condition) for cure in helping):
            continue
        if helping:
            best = max(helping, key=lambda cure: cure.highest or 0)
            too_grave.setdefault(best.entry.id, (best, []))[1].append(condition)
        elif not (condition.cures and usable) and not _is_eased(ruleset, condition):
            # If a listed cure is not about the condition, `check_listed_cures` reports it.
            yield codes.NO_WAY_OUT.at(
                _place(ruleset, condition),
                related=_listed_in_vain(ruleset, condition),
                condition=quoted_id(condition.id),
                id=condition.id,
            )
    for best, conditions in too_grave.values():
        yield _too_grave(ruleset, best, conditions)


def _listed_in_vain(ruleset: Ruleset, condition: Condition) -> Iterator[Label | None]:
    """Yield the actions that a condition lists, each with the reason why it does not recover it."""
    for listed in condition.cures:
        if isinstance(listed, Ref):
            words = (
                "forbidden by the condition that it recovers"
                if _forbids(condition, listed.entry)
                else "listed, but recovers nothing"
            )
            yield ruleset.label(listed.entry, words=words)


def _needs_way_out(ruleset: Ruleset, condition: Condition) -> bool:
    """True if a condition stays until something recovers it.

    A condition without a duration stays if an effect inflicts it and no other replaces it.
    """
    duration = condition.usual_duration
    if not condition.rank:
        return False
    if duration is not None:
        return duration.event == "recovered"
    inflicted = ruleset.once(_inflicted_for_good)
    return condition.track.stacking != "progressive" and not inflicted.isdisjoint(
        (condition.id, condition.parent.id)
    )


def _inflicted_for_good(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of conditions and tracks that effects inflict without a duration."""
    return frozenset(
        effect.inflict.id for effect in _inflicting(ruleset) if effect.duration is None
    )


def _inflicting(ruleset: Ruleset) -> Iterator[Inflict]:
    for entry in _entries_with_rules(ruleset):
        yield from records_of(ruleset, entry, Inflict)


def _is_eased(ruleset: Ruleset, condition: Condition) -> bool:
    """True if a listed action shortens the condition, or another condition replaces it."""
    track = condition.track
    entries: list[Entry] = [track, *track.conditions]
    for action in noted(ruleset.of(Action)):
        if action.id in _ids(condition.cures) and not _forbids(condition, action):
            for entry in led_to(ruleset, action):
                if any(
                    effect.from_ for effect in records_of(ruleset, entry, SetDuration)
                ):
                    return True
                entries.append(entry)
    replaced = track.stacking == "progressive"
    others = {other.id for other in track.conditions if other is not condition}
    # If it lists its cures, an attack that brings a milder condition is not one of them.
    milder = entries if condition.cures else _entries_with_rules(ruleset)
    return any(
        replaced and effect.inflict.id in others
        for entry in milder
        for effect in records_of(ruleset, entry, Inflict)
    ) or any(
        effect.inflict.id == track.id and _ends_condition(effect, replaced=replaced)
        for effect in _inflicting(ruleset)
    )


def _ends_condition(effect: Inflict, *, replaced: bool) -> bool:
    """True if an effect on a track ends a condition, by a step back or by replacing it.

    Steps forward don't count: they leave the character at the end of the track.
    """
    by = effect.by
    return replaced if by is None else by.text.startswith("-")


def _place(ruleset: Ruleset, condition: Condition, words: str = "") -> Label | None:
    steps = () if condition.duration is None else ("duration",)
    return ruleset.label(condition, *steps, words=words)


def _too_grave(ruleset: Ruleset, best: Cure, conditions: list[Condition]) -> Diagnostic:
    """Report conditions that exceed the best cure, with the changes that could have caused it."""
    gravest = max(conditions, key=lambda condition: abs(condition.rank))
    seller = best.entry.menu if isinstance(best.entry, Pick) else best.entry
    others = [condition for condition in conditions if condition is not gravest]
    related = [
        *(_place(ruleset, other, codes.TOO_GRAVE.label) for other in others),
        ruleset.label(best.entry, words=f"recovers up to rank {best.highest}"),
    ]
    for condition in conditions:
        track = (*ruleset.paths[condition.track.id], "conditions")
        related += _moves(ruleset, track, "changes its rank")
    if isinstance(best.entry, Pick):
        picks = (*ruleset.paths[seller.id], "picks")
        related += _moves(ruleset, picks, "changes the menu")
    return codes.TOO_GRAVE.at(
        _place(ruleset, gravest),
        related=related,
        condition=gravest.name,
        rank=abs(gravest.rank),
        seller=seller.name,
        most=best.highest,
        way=_missing_pick(best, gravest),
    )


def _missing_pick(best: Cure, condition: Condition) -> str:
    """Suggest a pick, or the rank that would help."""
    rank = abs(condition.rank)
    if not isinstance(best.entry, Pick):
        return f"raise 'of-rank' of {best.entry.id} to {rank}"
    effect = f"{{recover: {best.recovered}, of-rank: {rank}}}"
    return f"add a pick to {best.entry.menu.id}, with effects: [{effect}]"


def _moves(ruleset: Ruleset, path: KeyPath, words: str) -> Iterator[Label]:
    """Yield the changes of packs that add, remove or move entries at a place."""
    for place, origin in ruleset.provenance.changes_by_path(path):
        if len(place) == len(path) + 1 and origin.operation in STRUCTURAL:
            yield Label(origin.address.key(), words)


# Actions that no list accepts, lists of actions that are about something else.


def check_unlisted_cures(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report actions that recover a chosen condition, but that no list includes."""
    cures = ruleset.once(_cures)
    sellers = {cure.action: cure for cure in cures if cure.sells and cure.action}
    for action, cure in sellers.items():
        cured = (
            [
                condition
                for track in action.about.condition
                for condition in track.entry.conditions
                if condition.rank
            ]
            if action.about
            else ruleset.once(_recoverable)
        )
        if cured and not any(cure.is_listed(condition) for condition in cured):
            tracks = dict.fromkeys(condition.track for condition in cured)
            listing = cured[0] if cured[0].recovered_by else cured[0].track
            is_none, key = "none" in cured[0].cures, action.key
            yield codes.UNLISTED_CURE.at(
                ruleset.label(action),
                related=[
                    ruleset.label(track, "recovered-by", words="not listed here")
                    for track in tracks
                ],
                action=action.name,
                tracks=either([track.name for track in tracks]),
                change=f"replace none with {key} in" if is_none else f"add {key} to",
                entry=listing.id,
            )


def _recoverable(ruleset: Ruleset) -> list[Condition]:
    """Return the conditions that something recovers, or should."""
    return [
        condition
        for condition in ruleset.of(Condition)
        if condition.rank and (condition.cures or _needs_way_out(ruleset, condition))
    ]


def check_listed_cures(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report actions that a track lists although they cannot be about it."""
    listing: tuple[Track | Condition, ...] = ruleset.of(Track)
    listing += ruleset.of(Condition)
    for entry in listing:
        track = entry if isinstance(entry, Track) else entry.track
        for number, cure in enumerate(entry.recovered_by):
            if not isinstance(cure, Ref):
                continue
            action = cure.entry
            if action.about is None or track.id in _ids(action.about.condition):
                continue
            place = ruleset.label(entry, "recovered-by", number)
            yield codes.CURE_OF_OTHERS.at(
                place or ruleset.label(entry, "recovered-by"),
                related=[
                    ruleset.label(
                        action, "about", "condition", words="only about these"
                    )
                ],
                action=action.name,
                id=action.id,
                track=track.name,
                key=track.id,
            )
