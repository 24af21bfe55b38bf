"""Around the pending decision: what was answered without asking before it, and the answers with which it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import core, moves
from .forced import ForcedAnswer, noting
from .moves import Move
from .trials import standing

if TYPE_CHECKING:
    from .game import Game


def taken_since(game: Game) -> list[Move]:
    """What was answered without asking since the last answer, or since the start: it is carried out once more."""
    before = game.past[-1] if game.past else game.origin
    if before is None:
        return []
    found: list[ForcedAnswer] = []
    again = before.clone()
    again.log = None
    again.machine = noting(game.machine, found)
    if game.answers:
        pending, option = game.answers[-1]
        core.turn_to(again, pending.player)
        core.step(again, option)
    else:
        game.engine.begin(again)
    return [move for one in found for move in moves.moves_of(game.words, one.position, one.pending)]


def begun_with(game: Game) -> list[Move]:
    """The answers of the same player since the last decision that stood by itself."""
    waiting = moves.pending_decisions(game.position)
    if not waiting or not standing(game.position, waiting[0].then).inside:
        return []
    found: list[Move] = []
    for g, (answered, option) in zip(reversed(game.past), reversed(game.answers), strict=True):
        if answered.player != waiting[0].player:
            break
        given = moves.moves_of(game.words, g, answered)
        found.insert(0, given[answered.options.index(option)])
        if not standing(g, answered.then).inside:
            break
    return found
