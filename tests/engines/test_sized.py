"""A board whose size is an option shows the size that was agreed on, wherever it is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright_runtime import new_game
from rulewright_runtime.scene.moment import moment
from rulewright_runtime.scene.setting import setting

from .compiled import compiled_text

RULES = Path(__file__).parent / "constructs" / "boards_sized.rules"


@pytest.mark.parametrize(("height", "width"), [(2, 1), (3, 3), (4, 2)])
def test_no_cell_beyond_the_size_is_shown(height: int, width: int) -> None:
    engine = compiled_text(RULES).engine
    game = new_game(engine, 2, seed=1, size=height, width=width)
    names = [f"({row + 1}, {column + 1})" for row in range(height) for column in range(width)]
    assert list(game.view()["boards"]["plain"]["owner"]) == names
    board = setting(game)["boards"]["plain"]
    assert (board["rows"], board["columns"], [cell["name"] for cell in board["cells"]]) == (
        height,
        width,
        names,
    )
    assert len(moment(game)["cells"]["plain"]["owner"]) == len(names)
