"""What documents say of a kind that nobody described: every field in words, by its type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from playing import kites
from small_packs import ruleset

from freed6c.document.blocks import (
    BulletList,
    DefinitionList,
    Inlines,
    Link,
    Paragraph,
    blocks_in,
    lines_in,
)
from freed6c.document.describe.by_kind import body
from freed6c.document.describe.fields import default_body
from freed6c.document.documents import Documents
from freed6c.document.entries import content_of, shown
from freed6c.document.prose import prose
from freed6c.document.render_context import RenderContext, new_context
from freed6c.document.sentences.amounts import say_value
from freed6c.document.wording import plain
from freed6c.packs.kinds import BY_NAME
from freed6c.pipeline import compile_packs
from freed6c.runtime import effects
from freed6c.runtime.amounts import Formula
from freed6c.runtime.entries.actions import Limit, Loss, Rule
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.entries.world import Skill
from freed6c.runtime.record import Entry, Prose, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.blocks import Blocks
    from freed6c.runtime.effects import Effect

PACK = """
abilities:
  glow: {name: Glow, skills: {flare: {name: Flare}}}
rules:
  gust:
    name: Gust
    effects: [{modify: checks, by: -1D}, {narrate: The lamps go out.}]
"""


class Clock(Entry):
    """A kind that no module of documents knows."""

    segments: int
    hidden: bool = False
    pace: Literal["very-slow", "fast"] = "fast"
    wound_with: tuple[Ref[Skill], ...] = ()
    belongs_to: Ref[Rule] | None = None
    limit: Limit | None = None
    fills: Prose = ""
    hands: Mapping[str, Loss] = {}
    when_full: tuple[Effect, ...] = ()
    first: Effect | None = None


@pytest.fixture(scope="module")
def ctx() -> RenderContext:
    return new_context(ruleset(PACK), shown)


@pytest.fixture(scope="module")
def described(ctx: RenderContext) -> dict[str, Blocks]:
    rules = ctx.ruleset.of(Rule)[0]
    clock = Clock(
        id="clock.tide",
        name="Tide",
        segments=6,
        hidden=True,
        pace="very-slow",
        wound_with=(Ref[Skill]("skill.flare"),),
        belongs_to=Ref[Rule]("rule.gust"),
        limit=Limit(count=Formula(text="2", value=2), per="check"),
        fills="As **many** segments as [[skill.flare]] says.",
        hands={"long": Loss(name="Long", amount=1, text="To [[skill.flare]].")},
        when_full=rules.effects,
        first=rules.effects[0],
    )
    (facts,) = body(ctx, clock, 2)
    assert isinstance(facts, DefinitionList)
    return {plain(item.term): item.blocks for item in facts.items}


def words(content: Blocks) -> str:
    return " ".join(
        plain(line) for block in blocks_in(content) for line in lines_in(block)
    )


def only_line(content: Blocks) -> Inlines:
    (block,) = content
    assert isinstance(block, Paragraph)
    return block.inlines


def test_values_are_said(described: dict[str, Blocks]) -> None:
    said = {label: words(content) for label, content in described.items()}
    assert said == {
        "Segments": "6",
        "Hidden": "yes",
        "Pace": "very slow",
        "Wound with": "Flare",
        "Belongs to": "Gust",
        "Limit": "Number: 2 and Per: check",
        "Fills": "As many segments as Flare says.",
        "Hands": "Long: Name: Long, Amount: 1 and Wording: To Flare.",
        "When full": "−1D on all checks. The lamps go out.",  # noqa: RUF001
        "First": "−1D on all checks",  # noqa: RUF001
    }


def test_prose_has_its_links_and_effects_are_a_list(
    described: dict[str, Blocks],
) -> None:
    targets = [
        inline.target
        for label in ("Wound with", "Fills")
        for inline in only_line(described[label])
        if isinstance(inline, Link)
    ]
    assert targets == ["skill.flare", "skill.flare"]
    assert isinstance(described["When full"][0], BulletList)


def test_what_no_value_is_raises(ctx: RenderContext) -> None:
    with pytest.raises(TypeError, match="object"):
        say_value(ctx, object())


def test_the_address_of_a_whole_record_stays_code(ctx: RenderContext) -> None:
    (paragraph,) = prose(ctx, "See [[=rule.gust.effects]].")
    assert plain(only_line((paragraph,))) == "See rule.gust.effects."


@pytest.mark.parametrize("name", ["core", "opend6"])
def test_every_entry_can_be_described_by_its_fields(name: str) -> None:
    made = compile_packs(name).ruleset
    assert made is not None
    ctx = new_context(made, shown)
    classes = {
        cls.__name__ for cls in (*effects.VERBS, *map(type, made.entries.values()))
    }
    for entry in made.entries.values():
        said = words(default_body(ctx, entry, 2))
        assert not [cls for cls in classes if f"{cls}(" in said], entry.id
        assert "[[" not in said, entry.id
        assert "**" not in said, entry.id


def test_every_kind_is_described() -> None:
    """Below its heading, or as a part of what it stands in; and each entry can be linked to."""
    described: set[str] = set()
    for rules in (
        compile_packs("core").ruleset,
        compile_packs("opend6").ruleset,
        compile_packs("tests/games/pbta").ruleset,
        kites(),
    ):
        assert rules is not None
        ctx = new_context(rules, shown)
        places = Documents(rules, lambda: None).grouped.places
        for entry in rules.entries.values():
            if isinstance(entry, Example) and (entry.steps or not entry.print):
                continue
            assert entry.id in places
            whole = getattr(entry, "parent", None)
            rows = words(content_of(ctx, whole.entry)) if whole is not None else ""
            if words(content_of(ctx, entry)) or entry.name in rows:
                described.add(entry.id.partition(".")[0])
    assert described == set(BY_NAME)


@pytest.mark.parametrize(
    ("token", "told"),
    [
        ("", "If it shows 8, roll it again"),
        ("token: W,", "If it shows 6 (d6) or 8 (d8), roll it again"),
    ],
)
def test_of_faces_by_die_those_are_told_which_can_show(token: str, told: str) -> None:
    """A token may lay dice of any size; without one they are those of the procedure."""
    made = ruleset(
        f"""
        abilities: {{glow: {{name: Glow}}}}
        dice:
          toss:
            name: Toss
            die: d8
            pips-carry: codes
            success: at-least
            steps:
              odd: {{name: Odd, do: substitute-dice, {token} always: 1, from: [ability],
                limit: 1, chain: one-die, explode: {{d6: 6, d8: 8}}}}
              roll: {{name: Roll, do: roll}}
        """
    )
    described = body(new_context(made, shown), made.entries["dice.toss"], 2)
    assert told in words(described)
