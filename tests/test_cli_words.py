"""freed6c explain WORD: what may be written, told from the schemas and the built-in functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.packs.kinds import KINDS
from freed6c.validate.schemas import schema
from freed6c.validate.vocabulary import known_words, meanings

if TYPE_CHECKING:
    from collections.abc import Iterator


def explain(word: str) -> tuple[int, str]:
    ended = CliRunner().invoke(freed6c, ("explain", word), catch_exceptions=False)
    return ended.exit_code, ended.output


@pytest.mark.parametrize("word", known_words())
def test_every_word_says_what_it_means(word: str) -> None:
    for meaning in meanings(word):
        assert len(meaning.says) > len("…")
        assert all(setting.means for setting in meaning.settings), meaning.sort
    assert meanings(word)


def test_what_may_stand_there_is_listed_once() -> None:
    said = " ".join(explain("modify")[1].split())
    assert "(chosen-ability, chosen-skill; the id of an ability, a" in said
    assert "chosen-skill, chosen-ability" not in said


def words_of(node: Any, met: set[int]) -> Iterator[str]:
    """The names of settings, and the words that they may have, anywhere in a schema.

    `met` are maps that were looked at: parts of schemas hold each other.
    """
    if isinstance(node, list):
        for inner in node:
            yield from words_of(inner, met)
    elif isinstance(node, dict) and id(node) not in met:
        met.add(id(node))
        properties = node.get("properties", {})
        yield from properties
        yield from (word for word in node.get("enum", ()) if isinstance(word, str))
        for inner in (*properties.values(), *node.values()):
            yield from words_of(inner, met)


@pytest.mark.parametrize(
    "name", ["pack", "change", "resolve", *(f"entries/{kind.name}" for kind in KINDS)]
)
def test_all_that_a_schema_lets_one_write_can_be_explained(name: str) -> None:
    assert set(words_of(schema(name), set())) <= set(known_words())


def test_a_verb_tells_its_settings_and_what_may_stand_there() -> None:
    ended, said = explain("modify")
    assert ended == 0
    assert said.startswith("modify: a verb of effects\n")
    assert "  modify (required)\n      The thing to change: `checks` (not " in said
    assert "  by\n      The amount to add: `-2`, `1D`, `B1`, `±1D`, or" in said
    assert "an action type, a point pool)" in said


@pytest.mark.parametrize(
    ("word", "sort"),
    [
        ("resolve", "a section of house rules"),
        ("adjust", "an operation of change"),
        ("fixed", "a function of formulas"),
        ("substitute-dice", "an operation of a dice step"),
        ("ability", "a kind of entry, under abilities at the left margin"),
        ("skills", "a kind of entry, under skills in ability"),
        ("replaced-by", "a setting of remove"),
        ("extends", "a setting of pack.yaml"),
        ("explode", "a setting of substitute-dice"),
    ],
)
def test_it_says_where_a_word_is_written(word: str, sort: str) -> None:
    assert explain(word)[1].startswith(f"{word}: {sort}\n")


def test_a_setting_that_holds_settings_tells_them() -> None:
    said = explain("site")[1]
    assert said.startswith("site: a setting of pack.yaml\n")
    assert "  url (required)\n" in said
    assert "https://example.org/rules/" in said


def test_a_word_may_mean_several_things() -> None:
    said = explain("move")[1]
    assert "move: a verb of effects\n" in said
    assert "\n\nmove: an operation of change\n" in said


def test_what_is_an_address_too_is_an_address() -> None:
    assert explain("die-codes")[1].startswith("die-codes\n")


def test_a_misspelt_word_is_suggested() -> None:
    ended, said = explain("modfy")
    assert ended == 2
    assert "did you mean 'modify'?" in said


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("skill.brawlin", "skill.brawling"),  # and no setting of `term.skill`
        ("wounded.name", "condition.damage.wounded.name"),
    ],
)
def test_what_is_suggested_for_an_address_can_be_explained(
    wrong: str, right: str
) -> None:
    ended, said = explain(wrong)
    assert ended == 2
    assert f"did you mean '{right}'?" in said
    assert explain(right)[0] == 0
