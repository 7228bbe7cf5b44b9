"""What can I do now: each answer, who is out, and that `can_take` says yes where `act` acts."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
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
    refused,
)

from freed6c.pipeline import compile_packs
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.effects import Buy
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.play import example_steps
from freed6c.runtime.play.actions import act
from freed6c.runtime.play.actor import CharacterError
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.example_steps import step_differences
from freed6c.runtime.play.execution import Choices, Purchase
from freed6c.runtime.play.possible import Answer, can_take, is_defeated, is_over
from freed6c.runtime.play.possible import _ForcedDice as Forced
from freed6c.runtime.play.questions import Question, UnansweredError
from freed6c.runtime.play.state import RefusedError, effects_of
from freed6c.runtime.play.time import end_period, start_period

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.model.ruleset import Ruleset


@cache
def opend6() -> Ruleset:
    found = compile_packs("opend6").ruleset
    assert found is not None
    return found


ATTACK = of_core("action.attack")
UNARMED: dict[str, Any] = {
    "row": of_core("row.attacks.unarmed"),
    "distance": ft(5),
    "clearance": ft(5),
}


# The four answers.


def test_yes_is_true_and_nothing_else_is() -> None:
    ann, bob = hero(), hero("Bob")
    answer = ann.can_take(ATTACK, bob, choices=given(**UNARMED))
    assert answer
    assert (answer.verdict, str(answer)) == ("yes", "Attack: yes")
    ann.apply_condition("condition.damage.out")
    answer = ann.can_take(ATTACK, bob, choices=given(**UNARMED))
    assert not answer
    assert answer.verdict == "no"
    assert str(answer) == "Attack: no: Out of Action: Ann cannot take Attack"


def test_all_that_speaks_against_it_is_said() -> None:
    ann, bob = hero(), hero("Bob")
    ann.act("action.defend", rng=Faces())
    answer = ann.can_take(ATTACK, bob, choices=given(**{**UNARMED, "distance": ft(6)}))
    assert [reason.partition(":")[0] for reason in answer.reasons] == [
        "Attack requires",
        "Ann has no Full action left until the end of the round",
    ]


def test_what_is_forbidden_anyway_asks_for_nothing() -> None:
    ann = hero()
    ann.apply_condition("condition.damage.out")
    assert {answer.verdict for answer in ann.list_actions("scene.melee")} == {"no"}


def test_questions_can_be_asked_by_a_bot() -> None:
    answer = hero().can_take(ATTACK)
    assert answer.verdict == "needs"
    target, distance, clearance, row = answer.needs
    assert (target.key, target.name, target.type) == ("target", "opponent", "character")
    assert distance == Question(
        key="distance",
        name="Distance to the opponent",
        type="length",
        options=("ft", "in"),
        rules=hero().rules,
    )
    assert clearance.key == "clearance"
    assert (row.key, row.type, row.options) == (
        "row",
        "row",
        of_core("table.attacks").rows,
    )
    assert str(answer) == (
        "Attack: needs opponent (target), Distance to the opponent (distance), "
        "Free space around you (clearance), Attacks and defenses (row)"
    )


def test_a_yes_or_no_is_one_of_two() -> None:
    heard = hero().can_take("action.plan", hero("Bob")).needs
    assert [(asked.type, asked.options) for asked in heard] == [
        ("boolean", (True, False))
    ]


def test_act_refuses_with_the_same_questions() -> None:
    ann, bob = hero(), hero("Bob")
    with pytest.raises(UnansweredError) as raised:
        ann.act(ATTACK, bob, rng=Faces())
    assert raised.value.questions == ann.can_take(ATTACK, bob).needs


def test_what_a_check_needs_is_asked_with_all_else() -> None:
    answer = kite().can_take("action.show-off")
    assert [asked.key for asked in answer.needs] == ["difficulty", "with"]
    assert of_kites("band.risk.low") in answer.needs[0].options
    assert of_kites("skill.dive") in answer.needs[1].options


def test_a_band_without_a_number_asks_for_one() -> None:
    red, near = kite(), of_kites("band.guess.near")
    chosen = given(difficulty=near, **{"with": of_kites("ability.wing")})
    (number,) = red.can_take("action.show-off", choices=chosen).needs
    assert (number.key, number.type, [*number.options]) == (
        "number",
        "integer",
        [1, 2, 3, 4, 5, 6],
    )
    chosen = chosen.but(given={**chosen.given, "number": 5})
    assert red.can_take("action.show-off", choices=chosen)


def test_what_only_one_answer_makes_necessary_is_asked_after_it() -> None:
    rick = hero(values={"value.move": ft(30)})
    facts = {"obstacle": of_core("band.difficulty.easy")}
    asked = rick.can_take("action.half-move", choices=given(**facts)).needs
    assert [one.key for one in asked] == ["engaged"]
    assert rick.can_take("action.half-move", choices=given(**facts, engaged=False))
    answer = rick.can_take("action.half-move", choices=given(**facts, engaged=True))
    assert [one.key for one in answer.needs] == ["opponents"]
    bob = hero("Bob")
    assert rick.can_take("action.half-move", bob, choices=given(**facts, engaged=True))


def test_what_a_purchase_needs_is_asked_before_the_dice_fall() -> None:
    ann, bob = hero(), hero("Bob")
    pick = of_core("pick.advantages.die-skill")
    answer = ann.can_take("action.distract", bob, choices=Choices(buys=(buying(pick),)))
    assert [asked.key for asked in answer.needs] == ["chosen-skill"]
    bought = buying(pick, chosen_skill=of_core("skill.melee"))
    assert ann.can_take("action.distract", bob, choices=Choices(buys=(bought,)))
    unsold = buying(of_core("pick.recovery.rank-1"))
    answer = ann.can_take("action.distract", bob, choices=Choices(buys=(unsold,)))
    assert str(answer).endswith("no: Cure rank 1 is not on Advantages")


def test_what_the_rules_leave_open_is_undecided_with_their_notes() -> None:
    ann = hero()
    answer = ann.can_take("action.free-move", choices=given(open=True, engaged=False))
    assert answer.verdict == "undecided"
    assert answer.reasons == ("Ann has no move",)
    assert of_core("note.gap-32") in answer.notes
    assert str(answer) == (
        "Incidental Move: undecided: Ann has no move "
        "(How far do you move? What does keeping up with a mover cost?)"
    )
    ann = hero(values={"value.move": ft(30)})
    assert ann.can_take("action.free-move", choices=given(open=True, engaged=False))


def test_a_scene_answers_for_all_that_it_offers() -> None:
    ann, bob = hero(), hero("Bob")
    answers = ann.list_actions("scene.melee", bob)
    offered = [action.id for action in of_core("scene.melee").actions]
    assert [answer.action.id for answer in answers] == offered
    verdicts = {answer.action.key: answer.verdict for answer in answers}
    assert verdicts["taunt"] == "yes"
    assert verdicts["attack"] == "needs"
    assert verdicts["recover-body"] == "no"
    assert verdicts["alert"] == "yes"  # it is for oneself, whoever stands by


def test_facts_may_be_typed_and_what_decides_is_not_asked() -> None:
    ann, bob = hero(), hero("Bob")
    typed = {"row": "unarmed", "distance": "5 ft", "clearance": "5 ft"}

    def nobody(*_: Any) -> Any:
        raise AssertionError("asked")

    chosen = Choices(given=typed, choose=nobody, buys=nobody)
    assert ann.can_take("Attack", bob, choices=chosen)
    misspelt = ann.can_take("Attack", bob, choices=given(**typed, distanse="5 ft"))
    assert misspelt.verdict == "no"
    assert "did you mean distance" in str(misspelt)


# The situations of a game: what is refused in them is no yes, all else is.


@pytest.mark.parametrize("game", ["core", "opend6"])
def test_situations_may_do_what_they_do(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: Counter[str] = Counter()

    def act_and_ask(action: Any, actor: Any, target: Any = None, **more: Any) -> Any:
        known = {key: more[key] for key in ("choices", "ally", "opponents")}
        answer = can_take(action, actor, target, **known)
        asked[answer.verdict] += 1
        if answer:
            return act(action, actor, target, **more)
        with pytest.raises(RefusedError) as raised:
            act(action, actor, target, **more)
        assert answer.reasons == raised.value.reasons
        raise raised.value

    monkeypatch.setattr(example_steps, "act", act_and_ask)
    rules = core() if game == "core" else opend6()
    for example in rules.of(Example):  # a refusal that is not expected is a difference
        assert not step_differences(example, rules), example.id
    assert asked["yes"] > 10
    assert asked["no"] > 10 or game == "opend6"


def test_a_function_that_buys_what_does_not_fit_is_refused() -> None:
    ann, bob = hero(ratings={"ability.wits": "4D"}), hero("Bob")
    before = ann.to_json(), bob.to_json()
    pick = of_core("pick.advantages.die-skill")
    choices = Choices(buys=lambda _: [buying(pick)])
    with pytest.raises(
        UnansweredError, match=r"needs a choice: Chosen skill \(chosen-skill\)"
    ):
        ann.act("action.distract", bob, rng=Faces(6, 6, 6, 6), choices=choices)
    assert (ann.to_json(), bob.to_json()) == before
    gift = of_core("pick.advantages.ability")  # too dear, so nobody asks which ability
    choices = Choices(buys=lambda _: [buying(gift)])
    done = ann.act("action.distract", bob, rng=Faces(6, 6, 6, 6), choices=choices)
    assert "A new ability costs 5 ranks" in str(done)


def test_what_is_decided_on_a_roll_of_an_effect_is_refused_and_not_told() -> None:
    ann, bob = hero(ratings={"ability.strength": "9D"}), hero("Bob")
    before = ann.to_json(), bob.to_json()

    def after(result: Any) -> Any:
        if result.prepared.subject >= {"effect-roll.damage"}:
            raise RefusedError("not so late")
        return result

    with refused(r"^not so late$"):
        ann.act(
            ATTACK, bob, rng=random.Random(1), choices=given(**UNARMED), after=after
        )
    assert (ann.to_json(), bob.to_json()) == before


# Who is out, and whether the fight is over.


@pytest.mark.parametrize("track", ["damage", "fatigue", "composure", "body"])
def test_whoever_is_out_of_action_is_out(track: str) -> None:
    ann = hero()
    assert not is_defeated(ann)
    conditions = of_core(f"track.{track}").conditions
    for condition in conditions[1:-1]:
        ann.apply_condition(condition)
        assert not is_defeated(ann), condition
    ann.apply_condition(conditions[-1])
    assert ann.is_defeated
    ann.remove_condition(conditions[-1])
    assert not is_defeated(ann)


def test_whoever_concedes_is_out() -> None:
    ann, bob = hero(), hero("Bob", player=False)
    assert not is_over([ann, bob])
    bob.follow("rule.conceding", opponents=[ann], rng=Faces())
    assert bob.is_defeated
    assert is_over([ann, bob])


def test_a_fight_goes_on_while_two_sides_have_somebody_left() -> None:
    ann, ben, cem = hero(), hero("Ben"), hero("Cem")
    people, sides = [ann, ben, cem], {"Ann": 1, "Ben": 2, "Cem": 2}

    def side(who: Any) -> int:
        return sides[who.name]

    assert is_over(people)
    assert not is_over(people, side=side)
    ben.apply_condition("condition.damage.out")
    assert not is_over(people, side=side)
    cem.apply_condition("condition.composure.out")
    assert is_over(people, side=side)


def test_who_is_only_stopped_for_a_while_is_not_out() -> None:
    red = kite()
    red.apply_condition("condition.mood.tangled")  # something is excepted
    assert not is_defeated(red)
    red.apply_condition("condition.tatters.torn")
    assert is_defeated(red)
    red.apply_condition("condition.mood.proud")  # for two gusts it does not count
    assert not is_defeated(red)


# `can_take` says yes exactly where `act` does not refuse, whatever the dice.


class Chance:
    """A state of play, an action, and choices for it, all by chance."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.rng = random.Random(seed)
        self.people = [self.somebody(name) for name in ("Ann", "Bob", "Cem", "Dan")]
        for _ in range(self.rng.randrange(4)):
            with suppress(RefusedError):
                self.happen()

    def often(self, chance: float) -> bool:
        return self.rng.random() < chance

    def one(self, kind: str) -> Any:
        return self.rng.choice(self.rules.every(kind))

    def some(self, kind: str, chance: float) -> list[Any]:
        return [entry for entry in self.rules.every(kind) if self.often(chance)]

    def somebody(self, name: str) -> Character:
        rules, rng = self.rules, self.rng
        rated = [one for one in self.some("ability", 0.9) if one.ranked]
        rated += self.some("skill", 0.2) + self.some("specialization", 0.1)
        values = {
            value.id: self.value(value.type)
            for value in self.some("value", 0.3)
            if value.formula is None and self.value(value.type) is not None
        }
        while True:
            try:
                who = Character(
                    {one.id: f"{rng.randint(1, 5)}D" for one in rated},
                    rules=rules,
                    name=name,
                    values=values,
                    abilities=[
                        one for one in self.some("ability", 0.2) if not one.needs
                    ],
                    hooks=self.some("hook", 0.1),
                    player=self.often(0.5),
                )
            except (CharacterError, RefusedError):
                every = self.some("ability", 1)
                rated = [one for one in every if one.ranked and not one.needs]
                continue
            break
        for points in who.points:
            who.points[points] = rng.randrange(4)
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            who.apply_condition(self.one("condition"), rng)
        return who

    def value(self, kind: str) -> Any:
        match kind:
            case "boolean":
                return self.often(0.7)
            case "integer":
                return self.rng.choice([-9, -1, 0, 1, 1, 2, 3, 5, 9, 12, 30])
            case "die-code":
                return self.rules.die_code(self.rng.randint(1, 6))
            case _:
                units = [one for one in self.some("unit", 1) if one.measures == kind]
                if not units:
                    return None
                unit = self.rng.choice(units).key
                return Quantity(amount=self.rng.randint(0, 12), unit=unit)

    def answer(self, asked: Question) -> Any:
        if asked.options and not isinstance(asked.options[0], str):
            return self.rng.choice(asked.options)
        return self.value(asked.type)

    def happen(self) -> None:
        """Something that happened before."""
        rng = self.rng
        who, other = rng.sample(self.people, 2)
        match rng.choice(["act", "act", "act", "follow", "start", "end"]):
            case "act":
                action = self.one("action")
                who.act(action, other, rng=rng, choices=self.choices(action))
            case "follow":
                rule = self.one("rule")
                facts = given(
                    **{key: self.value(ask.type) for key, ask in rule.inputs.items()}
                )
                who.follow(rule, other, rng=rng, choices=facts)
            case "start":
                start_period(self.one("period"), [who], rng)
            case _:
                end_period(self.one("period"), [who], rng)

    def choices(self, action: Any) -> Choices:
        """Choices that need not make sense; what is bought is mostly on a menu of the action."""
        sold: list[Any] = [
            pick
            for effect in effects_of(action)
            if isinstance(effect, Buy)
            for pick in effect.buy.entry.picks
        ]
        if self.often(0.1):
            sold = self.some("pick", 1)
        number = self.rng.choice([0, 1, 2]) if sold else 0
        picks = [self.rng.choice(sold) for _ in range(number)]
        buys = tuple(Purchase(pick=pick, **self.shared()) for pick in picks)
        return Choices(buys=buys, resisted_by_roll=self.often(0.1), **self.shared())

    def shared(self) -> dict[str, Any]:
        whom = self.rng.choice([None, None, None, "self", "ally", "opponent"])
        return {
            "branch": self.rng.choice([1, 1, 1, 2, 3]),
            "subtract": self.often(0.3),
            "recipient": whom,
            "condition": self.one("condition") if self.often(0.2) else None,
        }


def states(people: Sequence[Character]) -> list[Any]:
    return [who.state() for who in people]


def outcome(chance: Chance, action: Any, asked: dict[str, Any], dice: Any) -> bool:
    """Whether `act` does it; nobody is changed in the end, nor where it refuses."""
    ann, before = chance.people[0], states(chance.people)
    try:
        ann.act(action, rng=dice, **asked)
    except RefusedError:
        assert states(chance.people) == before
        return False
    finally:
        for who, state in zip(chance.people, before, strict=True):
            who.restore(state)
    return True


def check_one_state(rules: Ruleset, seed: int) -> str:
    chance = Chance(rules, seed)
    ann, *others = chance.people
    rng, before = chance.rng, states(chance.people)
    action = chance.one("action")
    asked: dict[str, Any] = {"choices": chance.choices(action)}
    if chance.often(0.5):
        asked["target"] = rng.choice(chance.people if chance.often(0.2) else others)
    if chance.often(0.2):
        asked["ally"] = rng.choice(others)
    answer: Answer = ann.can_take(action, **asked)
    for _ in range(4):
        if answer.verdict != "needs":
            break
        assert answer.needs
        assert not outcome(chance, action, asked, random.Random(seed))
        facts = dict(asked["choices"].given)
        for question in answer.needs:
            match question.key:
                case "target" | "ally":
                    asked[question.key] = rng.choice(others)
                case "opponents":
                    asked["opponents"] = [rng.choice(others)]
                case key:
                    assert key not in facts
                    facts[key] = chance.answer(question)
        asked["choices"] = asked["choices"].but(given=facts)
        answer = ann.can_take(action, **asked)
    assert answer.verdict in ("yes", "no", "undecided"), str(answer)
    assert states(chance.people) == before
    for dice in (
        random.Random(seed),
        random.Random(seed + 1),
        Forced(high=True),
        Forced(high=False),
    ):
        acted = outcome(chance, action, asked, dice)
        assert acted == bool(answer), (seed, str(answer), asked)
    return answer.verdict


def sweep(numbers: range) -> Counter[str]:
    """How many states of each game got which answer."""
    games = [core(), core(), kites(), opend6()]
    return Counter(check_one_state(games[seed % 4], seed) for seed in numbers)


def test_may_says_yes_exactly_where_act_acts() -> None:
    verdicts = sweep(range(400))
    assert verdicts["yes"] > 60
    assert verdicts["no"] > 60
    assert verdicts["undecided"] > 0


@pytest.mark.slow
def test_may_says_yes_exactly_where_act_acts_in_ten_thousand_states() -> None:
    assert sweep(range(10_000)).total() == 10_000
