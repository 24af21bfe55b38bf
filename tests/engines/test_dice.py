"""Dice that somebody keeps covered: whoever cannot see them must reckon with every throw."""

from __future__ import annotations

from pathlib import Path

from rulewright_runtime import new_game
from rulewright_runtime.deals import determinize

from .compiled import compiled
from .generated import engine_named

WEIGHTED = """
game cups "Cups"
    players: 2

kind face | sides
    blank | 5
    star  | 1

player
    cup: hand of face, private
    define score = count f in your cup where f is star

rule play
    each player:
        let thrown = roll(4, face)
        your cup = thrown
    each player:
        choose one:
            "stay": nothing
            "leave": end_game
"""


def test_covered_dice_are_thrown_anew() -> None:
    game = new_game(engine_named("liars_dice"), 3, 4)
    throws = [determinize(game.engine, game.position, 0, seed).dice for seed in range(60)]  # type: ignore[attr-defined]
    own = game.position.dice[0]  # type: ignore[attr-defined]
    assert {dice[0] for dice in throws} == {own}
    assert {face for dice in throws for face in dice[1]} == set(range(6))
    assert all(dice[2] == tuple(sorted(dice[2])) and len(dice[2]) == 5 for dice in throws)
    assert len({tuple(sorted(dice[1] + dice[2])) for dice in throws}) > 20


def test_faces_come_as_often_as_they_have_sides(tmp_path: Path) -> None:
    (tmp_path / "cups").mkdir()
    (tmp_path / "cups" / "game.rules").write_text(WEIGHTED, encoding="utf-8")
    engine = compiled(tmp_path / "cups", "").engine
    game = new_game(engine, 2, 1)
    stars = sum(sum(determinize(engine, game.position, 0, seed).cup[1]) for seed in range(300))  # type: ignore[attr-defined]
    assert 120 < stars < 280  # 200 on average
