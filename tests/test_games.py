"""Games of other families, each written as one short pack: all their examples pass."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c

GAMES: Final = sorted((Path(__file__).parent / "games").iterdir())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_examples_of_a_game_pass(game: Path) -> None:
    result = CliRunner().invoke(freed6c, ["test", str(game)])
    assert result.exit_code == 0, result.output
