"""Scores of a scene: those that tell nothing that the viewer may not know."""

from __future__ import annotations

from typing import Any

from ..engine import Engine
from ..game import Game
from ..views import has_secrets


def scores(game: Game, viewer: int | None) -> list[int | None]:
    """The score of each player; none of one whose score depends on what the viewer may not see, until the game is over."""
    engine, score = game.engine, game.engine.score
    if score is None:
        return []
    if game.over or not has_secrets(engine):
        return list(game.scores)
    return [
        score(game.position, seat) if _is_open(engine, game.position, seat, viewer) else None
        for seat in range(game.players)
    ]


def _is_open(engine: Engine, g: Any, seat: int, viewer: int | None) -> bool:
    """Whether nothing hidden is read for a score: it is reckoned on something that notes what is asked of it."""
    assert engine.score is not None
    noting = _Noting(g)
    try:
        engine.score(noting, seat)
    except TypeError:  # a compiled engine takes nothing but its own positions
        return False
    secret = {
        field.attribute
        for field in engine.fields
        if field.visibility == "hidden" or (field.visibility == "private" and seat != viewer)
    }
    return secret.isdisjoint(noting.read)


class _Noting:
    """Stands for a position and notes which of its attributes are read."""

    def __init__(self, g: Any) -> None:
        self.g = g
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.g, name)
