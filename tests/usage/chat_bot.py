"""A bot for a chat: people say what they do, in the words that the rules know."""

from freed6_core import Character, NotFoundError, find, odds, roll
from freed6_core.play import CharacterError, Choices, RefusedError
from freed6_core.rolls import PoolError


class Bot:
    """The people of a table, saved as text by their names; whoever asks for a person has them."""

    def __init__(self) -> None:
        self.saved: dict[str, str] = {}

    def hear(self, player: str, message: str) -> str:
        """The answer. What cannot be done is said in the words of the rules; nothing changes."""
        word, *rest = message.split()
        said = {key: value for key, _, value in (one.partition("=") for one in rest)}
        try:
            match word:
                case "roll":  # roll 5d wd, adv
                    return str(roll(" ".join(rest)))
                case "odds":  # odds 5d wd
                    return str(odds(" ".join(rest)))
                case "rule":  # rule hurt
                    rule = find(" ".join(rest))
                    effects = getattr(rule, "effects", ())
                    return "\n".join([f"{rule}: {rule.text}", *map(str, effects)])
                case "new":  # new strength=3d brawling=2d
                    self.keep(Character(said, name=player))
                    return f"Welcome, {player}!"
                case "sheet":
                    return self.load(player).sheet()
                case _:  # taunt goon; attack goon row=unarmed distance=4ft; can goon
                    return self.act(word, player, said)
        except (RefusedError, CharacterError, NotFoundError, PoolError) as problem:
            return str(problem)

    def act(self, word: str, player: str, said: dict[str, str]) -> str:
        """An action, on whoever is named in it; or, with `can`, all that may be done now."""
        who = self.load(player)
        target = next((self.load(name) for name in said if name in self.saved), None)
        choices = Choices(given={key: value for key, value in said.items() if value})
        if word == "can":
            can = who.list_actions("melee combat", target, choices=choices)
            return "\n".join(str(answer) for answer in can if answer.verdict != "no")
        outcome = who.act(word, target, choices=choices)
        self.keep(who, *([target] if target else []))
        return str(outcome)

    def load(self, name: str) -> Character:
        """Somebody as they were kept, also by older rules: what no longer fits is left out."""
        if name not in self.saved:
            raise RefusedError(
                f"nobody is called {name}: begin with new strength=3d wits=2d"
            )
        return Character.from_json(self.saved[name], strict=False)

    def keep(self, *people: Character) -> None:
        """Save people as they are now."""
        self.saved |= {who.name: who.to_json() for who in people}
