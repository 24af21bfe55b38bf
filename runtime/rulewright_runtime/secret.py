"""Secret answers: the questions wait side by side, and the game goes on when all have been answered."""

from __future__ import annotations

from typing import Any

from .position import L_JOIN, Finished, Position, Then, beneath


def secretly(
    g: Position, players: tuple[int, ...], label: int, saved: tuple[Any, ...], up: Then | None
) -> Then | None:
    """Starts the body at `label` for each player; they answer in any order; `up` follows when all have."""
    if g.trial >= 0:
        raise Finished
    gate: Then = (up, L_JOIN)
    resume = g.machine.resume
    pending: list[tuple[int, int, int, list[int], Then]] = []
    for player in players:
        following = resume[label](g, (gate, label, player, *saved), 0)
        while following is not None and following is not gate:
            following = resume[following[1]](g, following, g.answer)
        if g.then is not None:
            pending.append((g.player, g.you, g.choice, g.options, g.then))
            g.then = None
    if not pending:
        return up
    g.waiting = tuple(pending)
    next_waiting(g)
    return None


def next_waiting(g: Position) -> None:
    """Makes the first of the waiting questions the one that is asked."""
    g.player, g.you, g.choice, g.options, g.then = g.waiting[0]
    g.waiting = g.waiting[1:]


def turn_to(g: Position, player: int) -> bool:
    """Makes the pending secret decision of `player` the one that `step` answers; False if there is none."""
    if g.then is None:
        return False
    if g.player == player:
        return True
    for i, other in enumerate(g.waiting):
        if other[0] == player:
            current = (g.player, g.you, g.choice, g.options, g.then)
            g.waiting = tuple(sorted((*g.waiting[:i], *g.waiting[i + 1 :], current), key=_by_seat))
            g.player, g.you, g.choice, g.options, g.then = other
            return True
    return False


def _by_seat(pending: tuple[int, int, int, list[int], Then]) -> tuple[int, int]:
    """The key by which questions are put in the order of seats."""
    return pending[0], pending[1]


def join(g: Position, f: Then, pick: int) -> Then | None:
    """Resumed after a secret answer: asks the next question that waits, or goes on when there is none."""
    if g.trial >= 0:
        raise Finished  # what follows depends on the answers of others
    if g.waiting:
        next_waiting(g)
        return None
    return beneath(f, 1)
