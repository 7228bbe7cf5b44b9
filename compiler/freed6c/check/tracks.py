"""Tracks: every rank can be reached through the benchmark that gives ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label, labels
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.runtime.entries.tables import Track

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset


def check_tracks(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """A track starts within itself, and its benchmark reaches its end."""
    for track in ruleset.of(Track):
        yield from _start(ruleset, track)
        yield from _reach(ruleset, track)


def _start(ruleset: Ruleset, track: Track) -> Iterator[Diagnostic]:
    if track.start is not None and track.start.entry.track is not track:
        yield Diagnostic(
            code=checks.WRONG_START,
            message=f"{track.start.id} is a condition of another track",
            label=label(ruleset, track, "start"),
            help=("name one of the track's own conditions",),
        )


def _reach(ruleset: Ruleset, track: Track) -> Iterator[Diagnostic]:
    """A condition beyond the last band of its benchmark can never be inflicted."""
    if track.ranks is not None and "conditions" in track.__dict__:
        bands = track.ranks.entry.bands
        for condition in track.conditions:
            if condition.rank > len(bands):
                yield Diagnostic(
                    code=checks.RANK_UNREACHABLE,
                    message=(
                        f"'{condition.name}' has rank {condition.rank}, but "
                        f"{track.ranks.id} leads only to rank {len(bands)}"
                    ),
                    label=label(ruleset, condition),
                    related=labels(
                        label(ruleset, track, "ranks", words="gives the ranks")
                    ),
                    help=("add a band, or take a condition away",),
                )
