"""What the sources except or add in passing, and packs once had lost: it stands on the pages."""

from __future__ import annotations

from functools import cache

import pytest

from freed6c.pipeline import compile_packs, emit_targets


@cache
def words_of(game: str) -> str:
    """All that the Markdown of a game says, without its line ends."""
    ruleset = compile_packs(game).ruleset
    assert ruleset is not None
    files = emit_targets(ruleset, ["markdown"])["markdown"]
    (page,) = (file.content for file in files if str(file.path) == "all.md")
    return " ".join(page.decode().split())


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("opend6", "save a life other than your own"),
        ("opend6", "bring a villain to justice (whatever the courts make of it)"),
        ("opend6", "depending on how many there are and how much each"),
        ("core", "by several actions or over several turns"),
        ("core", "Make it milder or shorter"),
        ("core", "Even a failure by five or more costs no more than that one step"),
        ("core", "No dent goes away by itself"),
        ("core", "resists it, be it a forced march or a night without sleep"),
        ("core", "Takes some training or skill"),
        ("core", "now and then more than one: a person, a beast"),
        ("core", "You need no map and no miniatures"),
        ("core", "Or work yourself up and"),
        ("core", "Does Endure resist fatigue?"),
    ],
)
def test_what_a_source_excepts_or_adds_is_said(game: str, words: str) -> None:
    assert words in words_of(game)
