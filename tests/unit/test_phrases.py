"""Sentences made from data: every verb, every qualifier, every form of duration."""

# Sentences have true minus and multiplication signs.
# ruff: noqa: RUF001

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest
from small_packs import game, ruleset

from freed6c.document.blocks import BulletList, Inlines, Paragraph
from freed6c.document.describe.parts import effect_blocks
from freed6c.document.phrases import PHRASES
from freed6c.document.render_context import RenderContext, new_context
from freed6c.document.sentences.amounts import say_value
from freed6c.document.sentences.effects import PHRASERS, sentence
from freed6c.document.sentences.formulas import formula, names_in
from freed6c.document.sentences.numbers import duration
from freed6c.document.wording import fill, plain
from freed6c.formula.builtins import BUILTINS
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.effects import VERBS, Duration, Effect, Form
from freed6c.runtime.entries.actions import Action, Rule
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.entries.tables import Track

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset


PACK = game("phrases")


def effects(*written: str) -> tuple[tuple[Effect, ...], RenderContext]:
    """Effects, as they are linked inside the check of an action; a list has one effect roll."""
    head, wave = PACK.split("  wave:\n")
    lists: list[list[str]] = [[]]
    for one in written:
        if one.startswith("{roll") and any("{roll" in line for line in lists[-1]):
            lists.append([])
        lists[-1].append(f"        - {one}")
    made = ruleset(
        head
        + "".join(
            f"  wave{more}:\n    name: Wave{more}\n"
            + wave.replace("    name: Wave\n", "")
            + "\n".join(lines)
            + "\n"
            for more, lines in zip(("", "-two", "-three", "-four"), lists, strict=False)
        )
    )
    actions = made.of(Action)
    linked = [one for action in actions if action.check for one in action.check.success]
    scribe = scribe_of(made)
    return tuple(linked), scribe.with_names(names_in(scribe, actions[0]))


def scribe_of(made: Ruleset) -> RenderContext:
    return new_context(made, lambda _scribe, _entry: ())


EFFECTS: dict[str, str] = {
    # modify
    "{modify: checks, by: -1D, of: glow, duration: until end of night}":
        "−1D on Glow checks until the end of the night.",
    "{modify: checks, by: disfavour}": "Disfavour on all checks.",
    "{modify: value.pace, by: -2 pace, duration: this beat}": "−2 paces to Pace this beat.",
    "{modify: value.pace, by: 1 pace * points(sparks)}": (
        "+1 pace × (the number of Sparks) to Pace."
    ),
    "{modify: value.pace, multiplied-by: 1/2}": "Pace is halved.",
    "{modify: value.calm, multiplied-by: 2}": "Calm is doubled.",
    "{modify: value.calm, multiplied-by: 3/4}": "Calm is multiplied by 3 ÷ 4.",
    "{modify: value.pace, set-to: 0 pace}": "Pace becomes 0 paces.",
    "{allow: ability.glow, costs: {sparks: 1}}": "You may use Glow; each roll costs 1 Sparks.",
    "{allow: ability.glow, costs: {sparks: 2 * rank}}": (
        "You may use Glow; each roll costs as many Sparks as 2 × the rank of the check."
    ),
    "{modify: checks, by: B1, times: 1}": "Lift (B1) on one check.",
    "{modify: checks, by: B2, times: 2, of: flare.dazzle}":
        "Lift (B2) on 2 Dazzle checks.",
    "{modify: checks, by: ±1WD, of: chosen-skill}":
        "±1 Odd Die on checks with the chosen skill.",
    "{modify: checks, by: ±1D, of: wave, times: 1}": "±1D on one check for Wave.",
    "{modify: checks, by: 1, except: [glow, effect-rolls]}":
        "+1 on all checks except Glow checks and effect rolls.",
    "{modify: checks, by: 2, to: opponents, duration: this beat}":
        "+2 on all checks by each opponent this beat.",
    "{modify: checks, by: rank * B1}": "Lift (B1) per rank on all checks.",
    "{modify: fixed-values, by: -2}": "−2 to fixed values.",
    "{modify: fixed-values, by: ±3, of: glow}": "±3 to the fixed values of Glow.",
    "{modify: resistance, by: 5, of: [glow, shade]}":
        "+5 to resistance with Glow and Shade.",
    "{modify: margins, by: 5, of: glow, except: wave}":
        "+5 to the margin of Glow except checks for Wave.",
    "{reroll: check, keep: higher, of: glow}":
        "Roll the check again and keep the higher total, for Glow checks.",
    "{forbid: actions, of: wave}": "No Wave.",
    "{modify: margins, by: margin}": "Add the margin to the margin.",
    "{modify: effect-rolls, by: 1D}": "+1D on effect rolls.",
    "{modify: glow, by: 1D}": "+1D to Glow.",
    "{modify: value.calm, by: -2}": "−2 to Calm.",
    "{modify: deed, by: ±1, duration: next beat}": "±1 Deed next beat.",
    "{modify: points.sparks, by: 1}": "+1 to Sparks.",
    # conditions
    "{inflict: soot, to-rank: rank, to: target}":
        "The target suffers Soot at the rank of the check.",
    "{inflict: soot, to-rank: 2}": "You suffer Black (Soot, rank 2).",
    "{inflict: soot.smudged, to: self}": "You become Smudged.",
    "{inflict: soot.smudged, to: target}": "The target becomes Smudged.",
    "{allow: deed, to: ally, if: not far}": "An ally may take Deed, unless far away.",
    "{allow: glow, to: opponents, if: far and not margin > 2}":
        "Each opponent may use Glow, if far away and the margin is at most 2.",
    "{forbid: deed, if: 'taken(deed) >= 2 and points(sparks) < 3 and has(glow)'}":
        "If you have taken Deed at least 2 times, you have fewer than 3 Sparks and you have Glow, "
        "no Deed.",
    "{modify: checks, by: -2, of: glow, sentence: 'In the rain {of} has {by}.', text: 'Ha.'}":
        "In the rain Glow has −2. Ha.",
    "{roll: burn, by: (rank - 1) * 1D, sentence: '[[effect-roll.burn|Burn]], {1D} each: {by}.'}":
        "Burn, 1D each: +1D per rank beyond the first.",
    "{inflict: soot, by: 1, to: target}": "One step further along Soot for the target.",
    "{inflict: soot, by: -2}": "2 steps back along Soot.",
    "{inflict: dust, by: -1}": "One step back along Dust (the first condition ends).",
    "{recover: chosen-condition, of-rank: 2}": "The chosen condition (rank 2 or lower) ends.",
    "{recover: soot}": "Soot ends.",
    "{set-duration: chosen-condition, duration: until recovered}":
        "The chosen condition now lasts until recovered.",
    "{set-duration: chosen-condition, from: until recovered, duration: 1D beats}":
        "The chosen condition lasts for the next 1D beats instead of until recovered.",
    "{set-duration: chosen-condition, by: ±1, period: beat}":
        "The chosen condition lasts 1 beat longer or shorter.",
    "{set-duration: soot.black, by: 2, period: beat, from: 2 beats}":
        "If Black now lasts for the next 2 beats, it lasts 2 beats longer.",
    "{set-duration: soot.black, by: margin - 1, period: beat}":
        "Black lasts longer, by as many beats as the margin − 1.",
    "{ignore: soot.black, duration: 2 beats}": "You ignore Black for the next 2 beats.",
    # what can be done
    "{allow: places.caves}": "You may use Caves.",
    "{allow: actions, duration: this beat}": "You may act this beat.",
    "{forbid: deed, duration: until end of next beat}":
        "No Deed until the end of the next beat.",
    "{forbid: actions}": "No actions and no rolls to resist.",
    "{forbid: actions, except: resistance}": "No actions.",
    "{allow: chosen-action, times: 1, duration: 1 beat}":
        "You may take the chosen action, once until the end of the next beat.",
    "{resist: actions, with: roll(resistance), times: 1, at: end of each beat}":
        "Resist any action with a roll of the usual resistance, once, at the end of each beat.",
    "{forbid: glow}": "You cannot use Glow.",
    "{forbid: points.sparks}": "You cannot spend Sparks.",
    # the rest
    "{roll: burn, by: (rank - 1) * 1D, if: rank >= 1}":
        "Roll Burn, +1D per rank beyond the first, if the rank of the check is at least 1.",
    "{roll: chosen, to: target}": "Roll a fitting effect roll against the target.",
    "{roll: burn, to: opponents}": "Roll Burn against each opponent.",
    "{reroll: check, keep: chosen}": "Roll the check again and keep either total.",
    "{use: chosen-skill, instead-of: chosen-skill, times: 1}":
        "Use one skill in place of another, once.",
    "{use: glow, instead-of: shade}": "Use Glow instead of Shade.",
    "{resist: wave, with: margin, not-below: 3, at: end of each beat}":
        "Resist Wave with the margin, but never with less than 3, at the end of each beat.",
    "{buy: wicks}": "Spend the ranks of the check on Wicks.",
    "{move: target, by: rank * 5 pace}": "The target moves 5 paces per rank.",
    "{move: self, by: value.pace / 2}": "Move up to half of Pace.",
    "{narrate: 'It hisses.', if: far}": "It hisses, if far away.",
    "one-of: [{inflict: soot.black}, {narrate: It goes out.}]":
        "Either you become Black or it goes out.",
    "one-of: [{allow: deed, times: 1}, {inflict: soot.black}, {narrate: It goes out.}]":
        "Either you may take Deed, once; or you become Black; or it goes out.",
    "{modify: checks, by: 1, text: 'Say **how**.'}": "+1 on all checks. Say how.",
}  # fmt: skip


@pytest.fixture(scope="module")
def all_effects() -> tuple[tuple[Effect, ...], RenderContext]:
    return effects(*EFFECTS)


@pytest.mark.parametrize(
    ("dice", "pips", "said"),
    [(-1, 1, "−1D+1"), (-1, -1, "−1D−1"), (1, 1, "+1D+1"), (0, -2, "−2")],
)
def test_a_sign_is_that_of_the_number_behind_it(
    dice: int,
    pips: int,
    said: str,
    all_effects: tuple[tuple[Effect, ...], RenderContext],
) -> None:
    _, ctx = all_effects
    assert plain(say_value(ctx, Modifier(dice=dice, pips=pips))) == said


@pytest.mark.parametrize("number", range(len(EFFECTS)), ids=list(EFFECTS))
def test_effect(
    all_effects: tuple[tuple[Effect, ...], RenderContext], number: int
) -> None:
    linked, scribe = all_effects
    assert plain(sentence(scribe, linked[number])) == list(EFFECTS.values())[number]


def test_alternatives_stand_on_lines_of_their_own() -> None:
    one_of = "one-of: [{modify: checks, by: 1, text: Now.}, {narrate: It goes out.}]"
    linked, scribe = effects(f"{{{one_of}, if: far, duration: this beat}}")
    above, below = effect_blocks(scribe, linked)
    assert isinstance(above, Paragraph)
    assert plain(above.inlines) == "One of these this beat, if far away:"
    assert isinstance(below, BulletList)
    said = [plain(one) for one in below.items]
    assert said == ["+1 on all checks. Now.", "It goes out."]


VERB_PHRASES = {key.partition(".")[0] for key in PHRASES}


def test_every_verb_is_said(
    all_effects: tuple[tuple[Effect, ...], RenderContext],
) -> None:
    by_phrase = {
        verb for verb in VERBS if next(iter(verb.__annotations__)) in VERB_PHRASES
    }
    assert by_phrase | set(PHRASERS) == set(VERBS)
    assert {type(effect) for effect in all_effects[0]} == set(VERBS)


DURATIONS: dict[str, str] = {
    "this beat": "this beat",
    "next beat": "next beat",
    "1 beat": "until the end of the next beat",
    "1D beats": "for the next 1D beats",
    "until end of night": "until the end of the night",
    "until end of next beat": "until the end of the next beat",
    "until end of own beat": "until the end of their beat",
    "until end of own next beat": "until the end of their next beat",
    "until own next deed": "until their next Deed",
    "until used": "until used",
    "until recovered": "until recovered",
    "until replaced": "until replaced",
    "always": "for good",
}


@pytest.mark.parametrize(("written", "said"), DURATIONS.items())
def test_durations(written: str, said: str) -> None:
    (effect,), scribe = effects(f"{{modify: checks, by: 1, duration: {written}}}")
    assert effect.duration is not None
    assert plain(duration(scribe, effect.duration)) == said


def test_every_form_of_duration_is_said() -> None:
    (*linked,), _ = effects(
        *(f"{{recover: soot, duration: {one}}}" for one in DURATIONS)
    )
    forms = {
        effect.duration.form
        for effect in linked
        if isinstance(effect.duration, Duration)
    }
    assert forms == set(get_args(Form))


FORMULAS = {
    "1D+1 + 2D+2": "1D+1 + 2D+2",
    "(margin + 1) * 2 - 3": "(the margin + 1) × 2 − 3",
    "8 - (3 - 1)": "8 − (3 − 1)",
    "max(margin, 3) + 1": "(the higher of the margin and 3) + 1",
    "dice(rating(glow))": "your dice in Glow",
    "floor(7 / 2) mod 3": "the remainder of (7 ÷ 2, rounded down) ÷ 3",
    "if(far, 5 pace, 3.5 * 1 pace)": "5 paces if far away, otherwise 3.5 × 1 pace",
    "lumen(3D)": "Lumen of 3D",
    "top(brightness.dim)": "the highest number of Dim",
    "row.light": "the light beside your skill",
    "lookup(oils, whale, light)": "the light for Whale in Oils",
    "lookup(lamps, old, lamps)": "the Lamps for Old",
    "place(brightness.dim)": "the place of Dim",
    "place(soot.black)": "the rank of Black",
    "count(soot) - count(oils)": "the number of conditions of Soot − the number of rows of Oils",
    "place(band(brightness, margin - 3))": "the rank for (the margin − 3) in Brightness",
    "place(band(brightness, 0 - margin))": "the rank for the missing points in Brightness",
    "not (margin <= 2 or has(glow))": "the margin is more than 2 and you do not have Glow",
    "has(beat) or not has(beat)": "the beat is under way or no beat is under way",
    "target.has(beat)": "the beat of the target is under way",
    "number <= fixed(glow)": "the fixed value of Glow reaches the number",
    "dice(rating(glow)) < 2": "the rating in Glow is less than 2D",
    "taken(deed) = 0": "you have not yet taken Deed",
    "if-blank(margin, 0) + 1": "the margin (if any) + 1",
    "nth(soot, place(band(brightness, 3)))": "the Soot for 3 in Brightness",
    "not far and rank >= 2": "it is not true that far away and the rank of the check is at least 2",
    "margin within 3 to 5": "the margin is within 3 to 5",
    "if(": "if(",
}


@pytest.mark.parametrize(("written", "said"), FORMULAS.items())
def test_formulas(
    all_effects: tuple[tuple[Effect, ...], RenderContext], written: str, said: str
) -> None:
    assert plain(formula(all_effects[1], written)) == said


def test_words_of_a_function_name_arguments_that_it_has() -> None:
    for name, builtin in BUILTINS.items():
        assert PHRASES[f"call.{name}"] == builtin.words
        arguments = {str(index) for index in range(len(builtin.parameters))}
        named = set(_fields(builtin.words))
        assert named
        assert named <= arguments | {"all"}, name
        needed = arguments if not builtin.optional else {"0"}
        assert named == {"all"} or needed <= named, name


def test_a_formula_of_the_ruleset(
    all_effects: tuple[tuple[Effect, ...], RenderContext],
) -> None:
    scribe = all_effects[1]
    entry = scribe.ruleset.of(FormulaEntry)[0]
    inside = scribe.with_names(names_in(scribe, entry))
    said = plain(formula(inside, entry.formula.text))
    assert said == "(per die × dice of code, rounded down) + pips of code"


def test_the_last_step_of_a_track_is_called_by_its_condition(
    all_effects: tuple[tuple[Effect, ...], RenderContext],
) -> None:
    scribe = all_effects[1]
    inside = scribe.with_names(names_in(scribe, scribe.ruleset.of(Track)[0]))
    assert plain(formula(inside, "step = count(soot) - 1")) == "it is Black"


def test_values() -> None:
    scribe = effects("{buy: wicks}")[1]
    entries = scribe.ruleset.entries
    said = {
        "band.brightness.dim": "1–5",
        "band.brightness.clear": "6+",
    }
    for id_, words in said.items():
        assert plain(say_value(scribe, entries[id_].range)) == words  # type: ignore[attr-defined]
    assert plain(say_value(scribe, -3)) == "−3"
    assert plain(say_value(scribe, (True, False))) == "yes and no"


def test_every_pattern_can_be_filled() -> None:
    """A pattern wants nothing but names in braces."""
    for key, pattern in PHRASES.items():
        fields = dict.fromkeys(_fields(pattern), "x")
        assert plain(fill(pattern, fields)), key


def _fields(pattern: str) -> list[str]:
    return [part.partition("}")[0] for part in pattern.split("{")[1:]]


def test_asked_facts_stand_small_in_sentences() -> None:
    made = ruleset(
        """
        rules:
          draught:
            name: Draught
            inputs: {open: {name: The door is open, type: boolean}}
            effects: [{modify: checks, by: -1, if: open}]
        """
    )
    rule = made.of(Rule)[0]
    scribe = scribe_of(made)
    said: Inlines = sentence(scribe.with_names(names_in(scribe, rule)), rule.effects[0])
    assert plain(said) == "−1 on all checks, if the door is open."
