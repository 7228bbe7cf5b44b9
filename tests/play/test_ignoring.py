"""What suspends a condition for one check ends with that check, whatever it is made with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shelf import Faces, package, person

if TYPE_CHECKING:
    from pathlib import Path

PACK = """\
pack: pluck
extends: core
actions:
  grit-your-teeth:
    name: Grit your teeth
    type: free
    effects: [{ignore: hurt, times: 1}]
"""


def test_the_next_check_is_made_as_if_unhurt_and_the_one_after_is_not(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "pluck"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    game: Any = package(str(folder))
    rick = person(game, "Rick")
    unhurt = rick.pool(game.skills.LIFTING).pool
    rick.apply_condition("hurt")
    hurt = rick.pool(game.skills.LIFTING).pool
    assert hurt != unhurt

    rick.act(game.actions.GRIT_YOUR_TEETH, rng=Faces())
    ready = rick.pool(game.skills.LIFTING)
    assert ready.pool == unhurt
    game.play.check(ready, 10, rng=Faces(*[3] * 20))
    assert rick.pool(game.skills.LIFTING).pool == hurt
