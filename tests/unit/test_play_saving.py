"""Characters as JSON and back; what does not fit is named all at once."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st
from playing import (
    Faces,
    buying,
    core,
    ft,
    given,
    hero,
    kite,
    kites,
    of_core,
    of_kites,
    yards,
)

from freed6c.pipeline import compile_packs
from freed6c.runtime.amounts import Modifier, Quantity
from freed6c.runtime.entries.actions import Input
from freed6c.runtime.play.actions import spend_ranks
from freed6c.runtime.play.actor import CharacterError
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices
from freed6c.runtime.play.time import end_period, start_period, turn_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def busy() -> Character:
    """A kite to whom a lot has happened."""
    red, blue = (
        kite(values={"value.line": yards(7), "value.beak": "3D+1"}, player=True),
        kite("Blue"),
    )
    start_period("period.gust", [red], Faces())
    for one in ("tatters.frayed", "tatters.ripped", "wet.soaked", "mood.sulky"):
        red.apply_condition(f"condition.{one}")
    red.apply_condition("condition.mood.giddy", Faces(4))
    red.act("action.bide", rng=Faces())
    red.act("action.dodge", rng=Faces())
    red.act("action.puff", rng=Faces(), choices=Choices(subtract=True))
    red.spend(
        "points.breath", "knack", choices=given(chosen_skill=of_kites("skill.dive"))
    )
    tilt = buying(of_kites("pick.tricks.tilt"), chosen_skill=of_kites("skill.dive"))
    spend_ranks(of_kites("menu.tricks"), 3, red, blue, buys=[tilt], rng=Faces())
    red.earn("points.breath", "late")
    end_period("period.gust", [red], Faces())
    return red


def defender() -> Character:
    """A hero of core with hurts, and with a defense that notes facts of every sort."""
    ann = hero(
        ratings={"skill.pursuit": "1D", "specialization.lifting.crush": "2D"},
        abilities=["ability.dynamic"],
        hooks=["hook.call-rain"],
        values={"value.initiative": 14, "value.opening": None},
    )
    for period in ("session", "scene", "encounter", "round"):
        start_period(f"period.{period}", [ann], Faces())
    for condition in ("damage.hurt", "fatigue.tired"):
        ann.apply_condition(f"condition.{condition}")
    facts: Any = {
        "row": of_core("row.defences.unarmed"),
        "distance": ft(5),
        "clearance": Quantity(amount=Fraction(7, 2), unit="ft"),
    }
    inputs = {
        name: Input(name=name, type="length") for name in ("distance", "clearance")
    }
    defend = of_core("action.defend").but(
        choose={"row": "table.defences"}, inputs=inputs
    )
    ann.act(defend, rng=Faces(), choices=Choices(given=facts))
    number = buying(of_core("pick.advantages.number"), recipient="ally")
    spend_ranks(of_core("menu.advantages"), 1, hero("Ben"), ally=ann, buys=[number])
    ann.apply_condition("condition.composure.out")
    names: Any = ann.effects[-1].names
    names |= {
        "weather": "fog",
        "lamp": False,
        "crowd": None,
        "odds": Fraction(-7, 3),
        "blade": core().die_code.parse("2D+1"),
        "ground": Modifier(token="P", count=-2),
        "luck": Modifier(dice=1, pips=2, either_way=True),
    }
    return ann


def waiting() -> Character:
    """A character of opend6 who has rolled for the order of a fight, and waits."""
    rules = compile_packs("opend6").ruleset
    assert rules is not None
    mara = Character(
        {"ability.reflexes": "3D", "ability.perception": "2D"}, rules=rules, name="Mara"
    )
    for period in ("session", "scene", "round", "turn"):
        start_period(f"period.{period}", [mara], Faces())
    turn_order("scene.rounds", [mara], rng=Faces(*[3] * 10))
    mara.apply_condition("condition.readiness.waiting")
    return mara


SAVED = (busy, defender, waiting)


def loaded(who: Character) -> Character:
    return Character.from_json(who.to_json(), who.rules)


@pytest.mark.parametrize("make", SAVED)
def test_everything_comes_back(make: Callable[[], Character]) -> None:
    who = make()
    assert loaded(who) == who
    assert loaded(who).to_json() == who.to_json()


def reordered(data: Any) -> Any:
    """The same plain data, the keys of each object in the opposite order."""
    if isinstance(data, dict):
        return {key: reordered(data[key]) for key in reversed(data)}
    return [reordered(item) for item in data] if isinstance(data, list) else data


def test_the_keys_of_an_object_stand_in_any_order() -> None:
    red = busy()
    assert '"unit"' in red.to_json()
    assert Character.from_dict(reordered(red.to_dict()), kites()) == red


def test_what_comes_back_plays_on_alike() -> None:
    red, other = busy(), loaded(busy())
    for one in (red, other):
        end_period("period.watch", [one], Faces())
        start_period("period.gust", [one], Faces())
    assert red == other
    pools = [one.pool("specialization.dive.stoop") for one in (red, other)]
    assert str(pools[0]) == str(pools[1])
    assert [one.fixed("ability.eye") for one in (red, other)] == [5, 5]


def test_the_text_is_the_same_whatever_the_order() -> None:
    one = kite(abilities=["ability.colour", "ability.wing"])
    other = kite(abilities=["ability.wing", "ability.colour"])
    assert one.to_json() == other.to_json()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a saved character"),
        ("[" * 100_000, "not a saved character"),
        ("[]", "not a saved character: expected a map, not []"),
        ("{}", "missing version of the format (version: 2)"),
        ('{"version": 1}', "cannot read version 1 of the format, only 2"),
        ('{"version": 3}', "cannot read version 3 of the format, only 2"),
        ('{"version": true}', "cannot read version True of the format"),
    ],
)
def test_what_is_nobody(text: str, words: str) -> None:
    with pytest.raises(CharacterError) as raised:
        Character.from_json(text, kites())
    assert words in str(raised.value)


@pytest.mark.parametrize("key", ["version", "ratings", "conditions", "name"])
def test_what_does_not_fit_is_repeated_in_part(key: str) -> None:
    """It is a stranger's, and a bot answers with what is said of it."""
    saved = json.loads(busy().to_json()) | {key: "x" * 100_000}
    with pytest.raises(CharacterError) as raised:
        Character.from_json(json.dumps(saved), kites())
    assert "xxx" in str(raised.value)
    assert len(str(raised.value)) < 300


def test_a_name_moves_nothing_about_where_it_is_shown() -> None:
    saved = json.loads(busy().to_json()) | {"name": "\x1b[31mRe\u202ed"}
    with pytest.raises(CharacterError) as raised:
        Character.from_json(json.dumps(saved), kites())
    assert str(raised.value).isprintable()
    kept = Character.from_dict(saved, kites(), strict=False)
    assert (kept.name, len(kept.load_problems)) == ("[31mRed", 1)


@pytest.mark.parametrize("name", ["A\nB", "x" * 1001, "a\u202eb"])
def test_whoever_cannot_be_loaded_by_their_name_is_not_made(name: str) -> None:
    saved = busy().to_dict() | {"name": name}
    with pytest.raises(CharacterError) as refused:
        Character.from_dict(saved, kites())
    with pytest.raises(CharacterError) as not_made:
        kite(name)
    assert str(not_made.value) == str(refused.value)


ENCOURAGED: Any = {
    "origin": "action.encourage",
    "effect": {"modify": "checks", "by": "K2", "to": ["ally"], "times": 1},
    "place": 0,
    "names": {},
}
WRONG: dict[str, Any] = {
    "name": 3,
    "ratings": {"skill.none": "1D", "skill.dive": "7"},
    "abilities": ["skill.dive"],
    "hooks": {},
    "values": {
        "value.height": "tall",
        "value.line": {"quantity": "1e99", "unit": "yard"},
        "value.weight": {"ref": "none"},
    },
    "points": {"ability.wing": 1, "points.breath": True, "points.song": -1},
    "used": {"points.breath": "once", "ability.eye": 1, "points.string.spend.nap": 1},
    "gains": [
        {"points": "points.breath", "way": "begging"},
        {"points": "scene.fight", "way": "late"},
        7,
    ],
    "under-way": ["month"],
    "passed": None,
    "conditions": [
        {"condition": "track.wet", "lasting": None, "cost": 1},
        {"condition": "condition.wet.damp", "lasting": None},
        {
            "condition": "condition.wet.damp",
            "lasting": {
                "duration": {"text": "1 month", "form": "count", "period": "month"},
                "left": 1,
                "waits": 0,
            },
            "cost": 1,
        },
        {
            "condition": "condition.wet.damp",
            "lasting": {
                "duration": {"text": "x", "form": "odd"},
                "left": 1,
                "waits": 0,
            },
            "cost": 1,
        },
        *(
            {
                "condition": "condition.wet.damp",
                "lasting": {
                    "duration": {"text": "x", **duration},
                    "left": 1,
                    "waits": 0,
                },
                "cost": 1,
            }
            for duration in (
                {"form": "this"},
                {"form": "count", "count": "2"},
                {"form": "end", "event": "used"},
                {"form": "own-action"},
                {"form": "event"},
                {"form": "event", "event": "odd"},
            )
        ),
    ],
    "effects": [
        {"origin": "action.puff", "effect": None},
        {"origin": "action.puff", "effect": {}},
        {"origin": "action.none", "effect": {"modify": "checks"}},
        {"origin": "action.encourage", "effect": {"forbid": "actions"}},
        {"origin": "action.encourage", "effect": {"modify": ["checks"]}},
        {"origin": "action.encourage", "effect": {"modify": "checks", "of": "all"}},
        {"origin": "action.encourage", "effect": {"modify": "checks"}, "place": "x"},
        ENCOURAGED | {"times": "twice"},
        ENCOURAGED | {"by": {"modifier": {"adds": "x"}}},
        ENCOURAGED | {"by": {"quantity": "1", "unit": "mile"}},
        ENCOURAGED | {"began-with": "track.wet"},
        ENCOURAGED | {"waits": -1},
        ENCOURAGED | {"names": {"row": {"ref": 3}}},
    ],
}


def problems(**wrong: Any) -> tuple[str, ...]:
    data = json.loads(kite().to_json()) | wrong
    with pytest.raises(CharacterError) as raised:
        Character.from_json(json.dumps(data), kites())
    return raised.value.problems


@pytest.mark.parametrize("key", [key for key in WRONG if key != "hooks"])
def test_what_does_not_fit(key: str) -> None:
    wrong = WRONG[key]
    found = problems(**{key: wrong})
    assert len(found) == (len(wrong) if isinstance(wrong, list | dict) else 1), found


def test_all_that_does_not_fit_is_named_at_once() -> None:
    found = "\n".join(problems(**WRONG))
    for words in (
        "skill.none",
        "tall",
        "1e99",
        "begging",
        "points.string cannot be spent on nap",
        "month",
        "track.wet",
        "action.none",
    ):
        assert words in found


# Whatever is written in a text.

JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 10**30)
    | st.floats(allow_nan=True)
    | st.sampled_from(["", "1D", "gust", "skill.dive", "condition.wet.damp", "checks"])
    | st.sampled_from([*kites().entries])
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["ref", "modifier", "quantity", "unit", "modify", "text"])
            | st.sampled_from([*kites().entries]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to everything that stands in plain data."""
    keys: Any = data if isinstance(data, dict) else range(len(data))
    for key in keys:
        yield (*path, key)
        if isinstance(data[key], dict | list):
            yield from places(data[key], (*path, key))


@settings(max_examples=100)
@over(st.data())
def test_whatever_is_written_fits_or_is_told(data: st.DataObject) -> None:
    saved = busy().to_dict()
    saved["kept"] = {
        "value.height": {
            "value": 3,
            "period": "watch",
            "by": "value.turn-of-speed",
            "left": 1,
        }
    }
    if data.draw(st.booleans()):
        del saved["ruleset"]
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from([*places(saved)]))
        where: Any = saved
        for key in way:
            where = where[key]
        where[last] = data.draw(JUNK)
    text = json.dumps(saved)
    try:
        who = Character.from_json(text, kites(), strict=False)
    except CharacterError:
        return
    assert loaded(who) == who
    with suppress(CharacterError):
        assert Character.from_json(text, kites()) == who
        assert not who.load_problems


@pytest.mark.parametrize("depth", [50, 400, 700, 900])
def test_what_is_nested_too_deep(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    for key in ("name", "ratings", "modify"):
        text = busy().to_json().replace(f'"{key}": ', f'"{key}": {deep}, "was": ')
        with pytest.raises(CharacterError):
            Character.from_json(text, kites())


def test_who_cannot_have_points_that_depend_on_what_they_lack_has_none() -> None:
    singer = Character(abilities=["ability.colour"], rules=kites(), player=True)
    assert "points.song" not in singer.points
    assert loaded(singer) == singer


def test_what_is_too_long_to_be_somebody() -> None:
    with pytest.raises(CharacterError, match="more than 1000000 characters"):
        Character.from_json(" " * 1_000_001, kites())


@pytest.mark.parametrize("key", ["conditions", "used"])
def test_there_cannot_be_too_many_of_anything(key: str) -> None:
    saved = busy().to_dict()
    one = {"condition": "condition.tatters.frayed", "lasting": None, "cost": 0}
    many = {
        "conditions": [one] * 2001,
        "used": {f"points.x{k}": 1 for k in range(2001)},
    }
    saved[key] = many[key]
    with pytest.raises(CharacterError, match=f"^{key} has 2001 items; the limit is"):
        Character.from_dict(saved, kites())
    kept = Character.from_dict(saved, kites(), strict=False)
    assert not kept.to_dict()[key]
