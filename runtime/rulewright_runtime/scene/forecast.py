"""Forecasts: what the rules that the look names, such as income, would give each player if they were carried out now.

They are carried out on copies of the game that tell nothing which the viewer may not know.
"""

from __future__ import annotations

from typing import Any

from .. import core, deals
from ..game import Game
from ..position import Blocked, Position, RulesFailure
from ..views import has_secrets
from .preview import SEEDS, Gains, figure_fields, gains, gains_data


def forecast(game: Game, viewer: int | None) -> list[dict[str, Any]]:
    """For each player `gains`, and `unsure` if chance, secrets or an answer would decide more; nothing once it is over."""
    if not game.engine.forecasts or game.over:
        return []
    g = game.position
    secrets = has_secrets(game.engine)
    bases = [deals.determinize(game.engine, g, viewer, seed) for seed in SEEDS] if secrets else [g]
    return [_of_seat(game, viewer, bases, seat) for seat in range(game.players)]


def _of_seat(game: Game, viewer: int | None, bases: list[Position], seat: int) -> dict[str, Any]:
    """What one seat would gain, as far as all positions that the viewer holds possible agree; `unsure` if they do not."""
    tried = [_carried_out(game, viewer, base, seat) for base in bases]
    known = [found for found, _ in tried]
    same = {key: by for key, by in known[0].items() if all(one.get(key) == by for one in known)}
    unsure = any(open for _, open in tried) or any(one != known[0] for one in known)
    return {"seat": seat, "gains": gains_data(same), **({"unsure": True} if unsure else {})}


def _carried_out(game: Game, viewer: int | None, base: Position, seat: int) -> tuple[Gains, bool]:
    """What changes on one copy, and whether something is left open: a question, chance, a rule that does not fit now."""
    after = base.clone()
    after.log = None
    after.then, after.waiting = None, ()
    for _, rule in game.engine.forecasts:
        before = after.clone()
        try:
            core.start(after, lambda g, rule=rule: rule(g, seat))  # type: ignore[misc]
        except (RulesFailure, Blocked, LookupError, ValueError):
            return _gains(game, viewer, base, before, seat), True
        if after.chance != base.chance:
            return _gains(game, viewer, base, before, seat), True
        if _asks(after):
            return _gains(game, viewer, base, after, seat), True
    return _gains(game, viewer, base, after, seat), False


def _asks(g: Position) -> bool:
    """True if somebody is asked something."""
    return g.then is not None or bool(g.waiting)


def _gains(game: Game, viewer: int | None, before: Position, after: Position, seat: int) -> Gains:
    """What one seat gains from one position to the other, as the viewer may know it."""
    found = gains(game, figure_fields(game.engine), viewer, before, after)
    return {key: by for key, by in found.items() if key[0] == seat}
