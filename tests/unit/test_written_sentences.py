"""What packs say: sentences for effects, needs and checks, and `wording:` for things."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from importlib import import_module
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from small_packs import FRAME, game, ruleset

from freed6c.document.blocks import DefinitionList, Remarks, blocks_in
from freed6c.document.compare.comparing import compare
from freed6c.document.describe.by_kind import body
from freed6c.document.documents import Documents
from freed6c.document.phrases import MARKED, PHRASES
from freed6c.document.phrases.terms import (
    MARK,
    MEANT,
    TERM_FORMS,
    is_term,
    uncapitalized,
)
from freed6c.document.plain_text import paragraphs, plain_text
from freed6c.document.render_context import new_context, nothing
from freed6c.document.wording import plain
from freed6c.emit import emit
from freed6c.packs.kinds import KINDS
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices
from freed6c.runtime.play.questions import UnansweredError
from freed6c.runtime.play.state import RefusedError

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.document.blocks import Blocks
    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset


# Sentences have true minus signs.
# ruff: noqa: RUF001


PACK = game("snuff")
NIGHTS_OF_ONES_OWN = FRAME.replace(
    "plural: nights", "plural: nights, belongs-to: walker"
)


@cache
def lanterns() -> Ruleset:
    return ruleset(PACK, NIGHTS_OF_ONES_OWN)


def shown(*, held: bool = False) -> Blocks:
    """The action, on its page or on a card that is held in the hand."""
    ctx = new_context(lanterns(), nothing).with_own_pages()
    entry = lanterns().of(Action)[0]
    return body(ctx.without_remarks() if held else ctx, entry, 1)


def facts(content: Blocks) -> dict[str, str]:
    return {
        plain(item.term): paragraphs(item.blocks)
        for block in blocks_in(content)
        if isinstance(block, DefinitionList)
        for item in block.items
    }


def test_a_sentence_stands_for_what_the_data_says() -> None:
    said = facts(shown())
    assert said["Against"] == "2 for each wick."
    assert said["On a success"] == (
        "- It is dark: −1D for Glow, until your next Deed.\n"
        "- +2D on one check on your next night."
    )
    assert said["Requires"] == (
        "- You stand within 2 paces of it\n- Number of wicks is at least 1"
    )


def test_what_lies_behind_it_is_folded() -> None:
    (exactly,) = (block for block in shown() if isinstance(block, Remarks))
    assert exactly.label == "As data"
    assert [plain(line) for line in exactly.items] == [
        "Distance to the wick is at most 2 paces (far <= 2 pace)",
        "Gloom of number of wicks (gloom(wicks))",
        "−1D on Glow checks until your next Deed",
    ]


def test_what_is_held_in_the_hand_has_the_sentence_alone() -> None:
    assert facts(shown(held=True)) == facts(shown())
    assert not any(isinstance(block, Remarks) for block in shown(held=True))


REFUSAL = (
    "Snuff requires: you stand within 2 paces of it (Distance to the wick: 3 pace)",
    "Snuff requires: number of wicks is at least 1",
)


def test_who_is_refused_reads_the_same_sentences() -> None:
    walker = Character({"glow": "2D"}, rules=lanterns(), name="Ann")
    facts = Choices(given={"far": "3 pace", "wicks": 0})
    with pytest.raises(RefusedError) as refused:
        walker.act("snuff", choices=facts)
    assert refused.value.reasons == REFUSAL


def test_a_package_refuses_in_the_same_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in emit(Documents(lanterns()), "python"):
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    monkeypatch.syspath_prepend(str(tmp_path))
    (name,) = (path.name for path in tmp_path.iterdir() if path.is_dir())
    needs = import_module(f"{name}.actions").SNUFF.needs
    assert [need.full_sentence for need in needs] == [
        "you stand within 2 paces of it",
        "number of wicks is at least 1",
    ]
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]


BASE = """
abilities:
  glow: {name: Glow}
dice:
  throw: {name: Throw, die: d6, pips-carry: codes, success: at-least,
    steps: {roll: {name: Roll, do: roll}}}
terms:
  keeper: {name: "[[Game master]]", text: "[[The game master]] lights the first lantern."}
  wick: {name: Wick, text: "Ask a [[term.keeper|game master]]."}
actions:
  light: {name: Light, type: deed, check: {with: glow, against: {difficulty: chosen}}}
"""


def compiled(folder: Path, *packs: str) -> Compiled:
    """Packs on top of the lanterns, each the text of its manifest."""
    places = []
    for text in (f"{FRAME}{BASE}", *packs):
        id_ = dedent(text).strip().partition("\n")[0].removeprefix("pack: ")
        place = folder / id_
        place.mkdir(exist_ok=True)
        (place / "pack.yaml").write_text(dedent(text), encoding="utf-8")
        places.append(str(place))
    base, *layers = places
    return compile_packs(layers.pop(0) if layers else base, layers)


def worded(folder: Path, *packs: str) -> Ruleset:
    made = compiled(folder, *packs)
    assert made.ruleset is not None, [said.message for said in made.diagnostics]
    return made.ruleset


def against(ruleset: Ruleset) -> str:
    """What the lighting of a lantern is checked against."""
    told = body(new_context(ruleset, nothing), ruleset.entry("action.light"), 1)
    lists = (block for block in blocks_in(told) if isinstance(block, DefinitionList))
    return next(
        paragraphs(item.blocks)
        for block in lists
        for item in block.items
        if plain(item.term) == "Against"
    )


NARRATOR = """
pack: narrators
extends: lanterns
wording: {game-master: Narrator}
"""


def test_a_word_of_a_pack_stands_in_sentences_and_texts_and_names(
    tmp_path: Path,
) -> None:
    rules = worded(tmp_path, NARRATOR)
    keeper, wick = rules.entry("term.keeper"), rules.entry("term.wick")
    assert keeper.name == "Narrator"
    assert plain_text(rules, keeper.text) == "The Narrator lights the first lantern."
    assert plain_text(rules, wick.text) == "Ask a Narrator."
    assert against(rules) == "A difficulty set by the Narrator"


def test_who_is_refused_is_told_in_the_words_of_the_pack(tmp_path: Path) -> None:
    """In the compiler as in the package, which is made of the same."""
    walker = Character({"glow": "2D"}, rules=worded(tmp_path, NARRATOR), name="Ann")
    with pytest.raises(UnansweredError, match=r"^the Narrator has to set a difficulty"):
        walker.act("light")


def test_the_package_has_the_words_of_its_packs(tmp_path: Path) -> None:
    made = emit_targets(worded(tmp_path, NARRATOR), ["python"])["python"]
    for file in made:
        path = tmp_path / "site" / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    asked = (
        "from freed6_narrators import Character\n"
        "try: Character({'glow': '2D'}, name='Ann').act('light')\n"
        "except Exception as refused: print(refused)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=tmp_path / "site",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout.startswith("the Narrator has to set a difficulty"), ran.stderr


def test_what_a_pack_calls_things_is_text_and_no_markup(tmp_path: Path) -> None:
    pack = NARRATOR.replace("Narrator", '"*<b>*"')
    text = "[[The game master]], a [[term.keeper|game master]]"
    assert said(worded(tmp_path, pack), text) == "The *<b>*, a *<b>*"


# The vocabulary.


def test_every_mark_is_a_form_of_a_term_and_every_term_is_used() -> None:
    marks = {mark for pattern in MARKED.values() for mark in MARK.findall(pattern)}
    assert [mark for mark in marks if not is_term(mark)] == []
    used = {MEANT[uncapitalized(mark)][0] for mark in marks}
    assert set(TERM_FORMS) - used == set()


def test_kinds_are_called_as_everywhere_where_no_pack_says_otherwise() -> None:
    for kind in KINDS:
        assert PHRASES[f"kind.{kind.name}"] == kind.one
        assert PHRASES[f"kinds.{kind.name}"] == kind.many


def test_each_form_means_one_term() -> None:
    forms = [form for forms in TERM_FORMS.values() for form in forms.values() if form]
    assert len(forms) == len(set(forms))


def test_a_phrase_with_the_id_of_a_term_is_that_term() -> None:
    """`check: …` in a pack renames the term, and so the phrase."""
    both = TERM_FORMS.keys() & MARKED.keys()
    assert [id_ for id_ in both if MARK.fullmatch(MARKED[id_]) is None] == []


# Forms that a pack does not write.


def said(rules: Ruleset, text: str) -> str:
    return plain_text(rules, text)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Narrator", "A Narrator, the Narrator, Narrators"),
        ("Umpire", "An Umpire, the Umpire, Umpires"),
        ("Eulogist", "A Eulogist, the Eulogist, Eulogists"),
        ("Deity", "A Deity, the Deity, Deities"),
        ("Witch", "A Witch, the Witch, Witches"),
    ],
)
def test_english_makes_the_other_forms(
    tmp_path: Path, name: str, sentence: str
) -> None:
    pack = f"pack: house\nextends: lanterns\nwording: {{game-master: {name}}}"
    forms = "[[A game master]], [[the game master]], [[game masters]]"
    assert said(worded(tmp_path, pack), forms) == sentence


def test_a_plural_that_no_rule_makes_is_asked_for(tmp_path: Path) -> None:
    """Only where a sentence needs it: the plural of `check` stands in many."""
    pack = "pack: house\nextends: lanterns\nwording: {check: Feat of Arms}"
    (problem,) = compiled(tmp_path, pack).diagnostics
    assert problem.message == "missing form 'many' of 'check' in 'all [checks]'"
    given = pack.replace("Feat of Arms", "{one: Feat of Arms, many: Feats of Arms}")
    rules = worded(tmp_path, given)
    assert said(rules, "[[the check]], [[checks]]") == "the Feat of Arms, Feats of Arms"


@pytest.mark.parametrize(
    ("entry", "message", "meant"),
    [
        (
            '{name: "[[Game mistress]]", text: Somebody.}',
            "unknown term 'Game mistress'",
            "'game master'",
        ),
        (
            '{name: Somebody, text: "[[the game mistress]]"}',
            "unknown entry 'the game mistress'",
            "'the game master'",
        ),
    ],
)
def test_a_term_that_is_misspelled_is_told_with_what_was_meant(
    tmp_path: Path, entry: str, message: str, meant: str
) -> None:
    pack = f"pack: house\nextends: lanterns\nterms:\n  somebody: {entry}\n"
    (problem,) = compiled(tmp_path, pack).diagnostics
    assert problem.message == message
    assert meant in problem.help[0].text


# Packs on packs.


def test_a_later_pack_has_the_last_word(tmp_path: Path) -> None:
    later = """
    pack: umpires
    extends: narrators
    wording: {game-master: Umpire}
    """
    assert said(worded(tmp_path, NARRATOR, later), "[[game master]]") == "Umpire"


def test_who_comes_after_both_decides_between_two(tmp_path: Path) -> None:
    umpires = "pack: umpires\nextends: lanterns\nwording: {game-master: Umpire}"
    both = "pack: both\nextends: lanterns\nafter: [narrators, umpires]\n"
    found = compiled(tmp_path, NARRATOR, umpires, both).diagnostics
    assert [one.code.name for one in found] == ["words-conflict"]
    decided = f"{both}wording: {{game-master: Umpire}}\n"
    rules = worded(tmp_path, NARRATOR, umpires, decided)
    assert said(rules, "[[game master]]") == "Umpire"


def test_rulesets_beside_each_other_keep_their_own_words(tmp_path: Path) -> None:
    house, book = worded(tmp_path, NARRATOR), worded(tmp_path)
    assert [said(rules, "[[game master]]") for rules in (house, book, house)] == [
        "Narrator",
        "game master",
        "Narrator",
    ]


def test_only_the_name_is_a_change_where_nothing_but_a_word_changed(
    tmp_path: Path,
) -> None:
    """Sentences and texts that only call the thing otherwise are no changes of the rules."""
    comparison = compare(worded(tmp_path), worded(tmp_path, NARRATOR))
    assert [entry.id for entry in comparison.entries] == ["term.keeper"]
    assert comparison.wording == (("game master", "Narrator"),)
