"""What packs call things in documents: `words:` in a pack.yaml."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from small_packs import FRAME

from freed6c.document.blocks import DefinitionList, blocks_in
from freed6c.document.compare import compare
from freed6c.document.describe import body
from freed6c.document.phrases import MARKED, PHRASES
from freed6c.document.phrases.terms import (
    MARK,
    MEANT,
    TERM_FORMS,
    is_term,
    uncapitalized,
)
from freed6c.document.plain_text import nothing, paragraphs, plain_text
from freed6c.document.render_context import new_context
from freed6c.document.wording import plain
from freed6c.packs.kinds import KINDS
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.questions import Unanswered

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.compiled import Compiled
    from freed6c.model.ruleset import Ruleset

BASE = """
abilities:
  glow: {name: Glow}
dice:
  throw:
    name: Throw
    die: d6
    pips-carry: codes
    success: at-least
    steps: {roll: {name: Roll, do: roll}}
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


def lanterns(folder: Path, *packs: str) -> Ruleset:
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
words: {game-master: Narrator}
"""


def test_a_word_of_a_pack_stands_in_sentences_and_texts_and_names(
    tmp_path: Path,
) -> None:
    rules = lanterns(tmp_path, NARRATOR)
    keeper, wick = rules.entry("term.keeper"), rules.entry("term.wick")
    assert keeper.name == "Narrator"
    assert plain_text(rules, keeper.text) == "The Narrator lights the first lantern."
    assert plain_text(rules, wick.text) == "Ask a Narrator."
    assert against(rules) == "A difficulty that the Narrator chooses"


def test_who_is_refused_is_told_in_the_words_of_the_pack(tmp_path: Path) -> None:
    """In the compiler as in the package, which is made of the same."""
    walker = Character({"glow": "2D"}, rules=lanterns(tmp_path, NARRATOR), name="Ann")
    with pytest.raises(Unanswered, match=r"^the Narrator has to give a difficulty"):
        walker.act("light")


def test_the_package_has_the_words_of_its_packs(tmp_path: Path) -> None:
    made = emit_targets(lanterns(tmp_path, NARRATOR), ["python"])["python"]
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
    assert ran.stdout.startswith("the Narrator has to give a difficulty"), ran.stderr


def test_what_a_pack_calls_things_is_text_and_no_markup(tmp_path: Path) -> None:
    pack = NARRATOR.replace("Narrator", '"*<b>*"')
    text = "[[The game master]], a [[term.keeper|game master]]"
    assert said(lanterns(tmp_path, pack), text) == "The *<b>*, a *<b>*"


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
    pack = f"pack: house\nextends: lanterns\nwords: {{game-master: {name}}}"
    forms = "[[A game master]], [[the game master]], [[game masters]]"
    assert said(lanterns(tmp_path, pack), forms) == sentence


def test_a_plural_that_no_rule_makes_is_asked_for(tmp_path: Path) -> None:
    """Only where a sentence needs it: the plural of `check` stands in many."""
    pack = "pack: house\nextends: lanterns\nwords: {check: Feat of Arms}"
    (problem,) = compiled(tmp_path, pack).diagnostics
    assert problem.message == "'check' needs 'many', as in 'all [checks]'"
    given = pack.replace("Feat of Arms", "{one: Feat of Arms, many: Feats of Arms}")
    rules = lanterns(tmp_path, given)
    assert said(rules, "[[the check]], [[checks]]") == "the Feat of Arms, Feats of Arms"


@pytest.mark.parametrize(
    ("entry", "message", "meant"),
    [
        (
            '{name: "[[Game mistress]]", text: Somebody.}',
            "'Game mistress' is no form of a term",
            "'game master'",
        ),
        (
            '{name: Somebody, text: "[[the game mistress]]"}',
            "there is no entry 'the game mistress'",
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
    words: {game-master: Umpire}
    """
    assert said(lanterns(tmp_path, NARRATOR, later), "[[game master]]") == "Umpire"


def test_who_comes_after_both_decides_between_two(tmp_path: Path) -> None:
    umpires = "pack: umpires\nextends: lanterns\nwords: {game-master: Umpire}"
    both = "pack: both\nextends: lanterns\nafter: [narrators, umpires]\n"
    found = compiled(tmp_path, NARRATOR, umpires, both).diagnostics
    assert [one.code.name for one in found] == ["words-conflict"]
    decided = f"{both}words: {{game-master: Umpire}}\n"
    rules = lanterns(tmp_path, NARRATOR, umpires, decided)
    assert said(rules, "[[game master]]") == "Umpire"


def test_rulesets_beside_each_other_keep_their_own_words(tmp_path: Path) -> None:
    house, book = lanterns(tmp_path, NARRATOR), lanterns(tmp_path)
    assert [said(rules, "[[game master]]") for rules in (house, book, house)] == [
        "Narrator",
        "game master",
        "Narrator",
    ]


def test_only_the_name_is_a_change_where_nothing_but_a_word_changed(
    tmp_path: Path,
) -> None:
    """Sentences and texts that only call the thing otherwise are no changes of the rules."""
    comparison = compare(lanterns(tmp_path), lanterns(tmp_path, NARRATOR))
    assert [entry.id for entry in comparison.entries] == ["term.keeper"]
    assert comparison.words == (("game master", "Narrator"),)
