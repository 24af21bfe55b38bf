"""What the end of a game is worth to a seat: winning, and the score against that of the others."""

from __future__ import annotations

from ..core import Position
from ..engine import Engine


def won(g: Position, seat: int) -> float:
    """What winning comes to for a seat."""
    return share_of_win(g.winners, g.players, seat)


def share_of_win(winners: tuple[int, ...], players: int, seat: int) -> float:
    """1 for winning alone, less for winning with others, 0 for losing; if nobody wins, a share."""
    if not winners:
        return 1 / max(2, players)
    if seat not in winners:
        return 0.0
    return 0.5 + 0.5 / len(winners)


def margin(engine: Engine, g: Position, seat: int, others: float) -> float:
    """The score, less a part of the mean score of the other players; 0 in a game without scores."""
    score = engine.score
    if score is None:
        return 0.0
    own = score(g, seat)
    if g.players == 1:
        return float(own)
    rest = sum([score(g, other) for other in range(g.players) if other != seat])
    return own - others * rest / (g.players - 1)
