"""What is different between two rulesets, with reasons, and what each choice changes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from small_packs import FRAME, build_document, game, ruleset

from freed6c.document.blocks import (
    DefinitionItem,
    DefinitionList,
    Inlines,
    Link,
    Remarks,
    blocks_in,
)
from freed6c.document.compare.comparing import compare
from freed6c.document.wording import plain
from freed6c.packs.location import Location
from freed6c.packs.provenance import Origin, Provenance
from freed6c.pipeline import compile_packs
from freed6c.runtime.entries.notes import Choice

if TYPE_CHECKING:
    from freed6c.document.compare.comparison import Comparison, EntryChange
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


GAME = game("steady")


def compared(*changes: tuple[str, str]) -> Comparison:
    """The game, and the game with some of its text written otherwise."""
    other = GAME
    for old, new in changes:
        assert old in other, old
        other = other.replace(old, new)
    return compare(ruleset(GAME), ruleset(other))


def found(comparison: Comparison) -> dict[str, EntryChange]:
    return {one.id: one for entry in comparison.entries for one in entry.tree()}


def said(change: EntryChange) -> list[tuple[str, str, str]]:
    return [(one.label, plain(one.before), plain(one.after)) for one in change.fields]


def test_nothing_is_different_from_itself() -> None:
    assert compared().empty


def test_values_are_said_as_documents_say_them() -> None:
    changed = found(
        compared(
            ("by: -1D}", "by: -2D}"),
            ("stacking: progressive", "stacking: cumulative"),
            ("duration: 2 beats", "duration: until recovered"),
            ("[{narrate: Hello.}]", "[{narrate: Bye.}]"),
        )
    )
    assert said(changed["condition.soot.smudged"]) == [
        ("Effects", "−1D on Glow checks", "−2D on Glow checks")  # noqa: RUF001
    ]
    assert said(changed["track.soot"]) == [
        (
            "Stacking",
            "A new condition replaces the old one.",
            "Conditions apply together, and their effects add up.",
        )
    ]
    assert said(changed["band.dark.night"]) == [
        ("Duration", "for the next 2 beats", "until recovered")
    ]
    assert said(changed["action.wave"]) == [("Check / On a success", "Hello", "Bye")]


def test_words_of_the_format_are_said_as_documents_say_them() -> None:
    order = "by: first-to-act, each: beat"
    later = f"{order}, act: lowest-first, declare: highest-first, sides: highest"
    assert said(found(compared((order, later)))["scene.duel"]) == [
        ("Order of play / Declaring", "none", "highest first"),
        ("Order of play / Acting", "highest first", "lowest first"),
        (
            "Order of play / Sides",
            "none",
            "each side acts together, on its highest result",
        ),
    ]


def test_a_name_is_a_field_and_references_do_not_differ_because_of_it() -> None:
    comparison = compared(("glow: {name: Glow", "glow: {name: Gleam"))
    (change,) = comparison.entries
    assert (change.id, change.name) == ("ability.glow", "Gleam")
    assert said(change) == [("Name", "Glow", "Gleam")]


def test_nested_entries_stand_under_what_they_are_part_of() -> None:
    (change, *_) = compared(("range: 6-10", "range: 6-9")).entries
    assert (change.id, change.fields) == ("benchmark.dark", ())
    assert [one.id for one in change.inside] == ["band.dark.night"]


def test_what_came_and_what_went() -> None:
    comparison = compared(
        ("shine: {name: Shine}", "gleam: {name: Gleam}"), ("  sizes:", "  widths:")
    )
    assert not any(change.fields for change in found(comparison).values())
    fates = {id_: change.fate for id_, change in found(comparison).items()}
    assert fates == {
        "ability.glow": "changed",
        "skill.gleam": "added",
        "skill.shine": "removed",
        "table.sizes": "removed",
        "table.widths": "added",
    }


def test_when_all_that_was_nested_is_gone_each_of_it_is() -> None:
    skills = ", skills: {flare: {name: Flare}, shine: {name: Shine}}"
    (change,) = compared((skills, "")).entries
    assert not change.fields
    assert [(one.id, one.fate) for one in change.inside] == [
        ("skill.flare", "removed"),
        ("skill.shine", "removed"),
    ]


def test_another_place_in_the_order() -> None:
    smudged = "smudged: {name: Smudged, effects: [{modify: checks, of: glow, by: -1D}]}"
    black = "black: {name: Black, effects: [{forbid: glow}]}"
    changed = found(compared((smudged, "X"), (black, smudged), ("X", black)))
    (moved,) = (one for one in changed.values() if one.moved)
    assert moved.id == "condition.soot.black"
    assert moved.moved is not None
    assert moved.moved == "Clean"


def test_ranks_and_durations_that_follow_from_elsewhere() -> None:
    changed = found(compared(("smudged:", "grazed: {name: Grazed}\n      smudged:")))
    assert said(changed["condition.soot.smudged"]) == [
        (
            "Duration",
            "until the end of the next beat",
            "for the next 2 beats",
        ),
        ("Rank", "1", "2"),
    ]


def test_rows_that_a_formula_makes() -> None:
    table = found(compared(("each: 2}", "each: 3}")))["table.steady"]
    assert [(row.name, said(row)) for row in table.inside] == [
        ("1D", [("Light", "2", "3")]),
        ("1D+1", [("Light", "3", "4")]),
        ("1D+2", [("Light", "4", "5")]),
    ]


def test_made_rows_are_known_by_what_they_are_made_for() -> None:
    changed = found(compared(("each: {code: 1D to 1D+2}", "each: {code: 1D+2 to 2D}")))
    rows = changed["table.steady"].inside
    assert [(row.name, row.fate) for row in rows] == [
        ("2D", "added"),
        ("1D", "removed"),
        ("1D+1", "removed"),
    ]


def test_examples_that_give_something_else() -> None:
    (result,) = compared(("each: 2}", "each: 3}")).results
    assert plain(result.asked) == "Steady light of 2D"
    assert (result.before, result.after) == ("4", "6")


def test_an_example_that_was_rewritten_is_an_entry_that_changed() -> None:
    comparison = compared(("each: 2}", "each: 3}"), ("expect: 4", "expect: 6"))
    assert not comparison.results
    assert said(found(comparison)["example.two"]) == [("Result", "4", "6")]


def test_odds_move_with_the_difficulty() -> None:
    comparison = compared(("range: 6-10", "range: 6-7"))
    moved = {one.pool: (one.before, one.after) for one in comparison.chances}
    assert moved["3D"] == (Fraction(5, 8), Fraction(49, 54))
    assert set(moved) == {"2D", "3D"}
    assert {one.band.id for one in comparison.chances} == {"band.dark.night"}
    assert {one.error for one in comparison.chances} == {0}


BAD_LUCK = "{name: Bad luck, do: cancel-highest, if: {step: spark, shows: 1}}"
FOLLOWED = ("      roll: {name: Roll, do: roll}", f"      luck: {BAD_LUCK}")


@pytest.mark.parametrize(
    ("change", "pool", "before", "after"),
    [
        (("explode: {d6: 6}", "explode: {d6: 5-6}"), "1D S", Fraction(1, 12), Fraction(5, 36)),
        ((FOLLOWED[0], "\n".join(FOLLOWED)), "3D S", Fraction(827, 1296), Fraction(767, 1296)),
    ],
)  # fmt: skip
def test_odds_move_with_a_step_where_a_token_calls_for_it(
    change: tuple[str, str], pool: str, before: Fraction, after: Fraction
) -> None:
    other = GAME.replace(*change)
    for sides, both in (
        ((GAME, other), (before, after)),
        ((other, GAME), (after, before)),
    ):
        chances = compare(*map(ruleset, sides)).chances
        assert {one.pool.partition(" ")[2] for one in chances} == {"S"}
        night = {one.pool: one for one in chances if one.band.id == "band.dark.night"}
        assert (night[pool].before, night[pool].after) == both


def test_long_lists_tell_only_what_came_and_went() -> None:
    names = "Lamp, Torch, Candle, Ember, Spark, Beacon"
    before = ("glow: {name: Glow", f"glow: {{name: Glow, aliases: [{names}, Wick]")
    after = (before[0], before[1].replace("Wick", "Fire"))
    old = ruleset(GAME.replace(*before))
    (change,) = compare(old, ruleset(GAME.replace(*after))).entries
    assert said(change) == [
        ("Aliases / added", "", "Fire"),
        ("Aliases / removed", "Wick", ""),
    ]


LISTED = f"""{GAME}
notes:
  lights: {{about: [skill.flare, skill.shine], kind: gap, problem: Which is brighter?}}
chapters:
  light: {{name: Light, contains: [skill.flare, skill.shine]}}
"""
SHINE = ", shine: {name: Shine}", ""


def test_lists_lose_by_themselves_what_is_removed() -> None:
    after = LISTED.replace(*SHINE).replace(", skill.shine", "")
    (change,) = compare(ruleset(LISTED), ruleset(after)).entries
    assert [(one.id, one.fate) for one in change.tree()] == [
        ("ability.glow", "changed"),
        ("skill.shine", "removed"),
    ]


def test_what_is_taken_out_of_a_list_though_it_is_there_is_told() -> None:
    after = LISTED.replace(", skill.shine]}", "]}")
    (change,) = compare(ruleset(LISTED), ruleset(after)).entries
    assert said(change) == [("Contains", "Flare and Shine", "Flare")]


def with_origin(made: Ruleset, path: KeyPath, operation: str, **values: Any) -> Ruleset:
    """The ruleset as if a pack had done something to a place."""
    origin = Origin(
        pack="dim",
        address=Location("dim/pack.yaml", ("change",)),
        operation=operation,
        why="It was too bright.",
        **values,
    )
    records = {**made.provenance.records}
    records[path] = (*records.get(path, ()), origin)
    return replace(made, provenance=Provenance(records))


BAND = ("benchmarks", "dark", "bands", "night")
PLACES: dict[str, KeyPath] = {
    "the field": (*BAND, "range"),
    "the entry": BAND,
    "all around it": BAND[:3],
}


@pytest.mark.parametrize("place", PLACES.values(), ids=list(PLACES))
def test_who_changed_it_and_why(place: KeyPath) -> None:
    made = ruleset(GAME.replace("range: 6-10", "range: 6-9"))
    after = with_origin(made, place, "adjust")
    (field,) = found(compare(ruleset(GAME), after))["band.dark.night"].fields
    assert [(one.pack, one.operation, plain(one.why)) for one in field.causes] == [
        ("dim", "adjust", "It was too bright.")
    ]


def test_without_a_base_there_is_no_page() -> None:
    made = ruleset(GAME)
    assert "changes" not in {page.key for page in build_document(made).pages}
    assert build_document(made, made).page("changes").title == "House rules"


MEETING = game("meeting")
HOUSE = game("heat")


def heated(choice: str) -> Ruleset:
    with TemporaryDirectory() as folder:
        texts = {
            "lanterns": f"{FRAME}{MEETING}",
            "heat": HOUSE.replace("DEFAULT", choice),
        }
        for name, text in texts.items():
            Path(folder, name).mkdir()
            Path(folder, name, "pack.yaml").write_text(text, encoding="utf-8")
        compiled = compile_packs(str(Path(folder, "heat")))
    assert compiled.ruleset is not None, [d.message for d in compiled.diagnostics]
    return compiled.ruleset


def changes(made: Ruleset) -> list[Inlines]:
    """What is folded under the choice that changes something."""
    pages = build_document(made, layout="pages").pages
    blocks = [block for page in pages for block in blocks_in(page.blocks)]
    items: list[DefinitionItem] = [
        item for one in blocks if isinstance(one, DefinitionList) for item in one.items
    ]
    return [
        change
        for item in items
        if plain(item.term) == "Cruel"
        for block in item.blocks
        if isinstance(block, Remarks)
        for change in block.items
    ]


@pytest.mark.parametrize("choice", ["mild", "cruel"])
def test_a_choice_tells_what_it_changes_in_use_or_not(choice: str) -> None:
    assert sorted(map(plain, changes(heated(choice)))) == [
        "Beware of Noon.",  # the reason of what stands behind it
        "Black / Duration: removed",
        "Black / Effects: [{modify: checks, by: -1}]",
        "Dark / Bands / Grey, added: {name: Grey, range: 5+}",
        "Dark / Bands: +1",
        "Dawn / Wording: “of Noon” becomes “of night”",
        "Meeting / Actions, removed: Nod",
        "Nod: replaced by Wave",
        "Noon / Wording: It kills by Soot.",
        "Soot / Stacking: You can have several different conditions at once, but each only once.",
    ]


def test_what_is_changed_is_led_to() -> None:
    targets = {
        one[0].target for one in changes(heated("mild")) if isinstance(one[0], Link)
    }
    assert {"condition.soot.black", "scene.meeting", "action.nod"} <= targets


def test_tools_read_the_same() -> None:
    choice = heated("mild").entries["choice.heat.cruel"]
    assert isinstance(choice, Choice)
    (taken,) = (one for one in choice.changes if one.word == "take")
    assert (taken.entry, taken.setting, taken.value) == (
        "scene.meeting",
        "actions",
        ("nod",),
    )


def test_where_no_reason_is_given_it_is_the_choice() -> None:
    changed = {
        one.id: one
        for entry in compare(heated("mild"), heated("cruel")).entries
        for one in entry.tree()
    }
    (duration, effects) = changed["condition.soot.black"].fields
    for field in (duration, effects):
        assert [plain(one.why) for one in field.causes] == ["Heat of the day: Cruel"]
    (words,) = changed["term.noon"].fields
    assert [plain(one.why) for one in words.causes] == ["Beware of Noon."]
