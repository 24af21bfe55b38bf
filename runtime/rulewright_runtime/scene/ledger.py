"""The ledger: who gained or paid what by which rule, move by move."""

from __future__ import annotations

import time
from typing import Any

from .. import core
from ..effects import Effect, effects_on
from ..game import Game
from ..position import NONE, Blocked, Position, RulesFailure
from ..views import key_names, may_see
from .log import ids
from .preview import figure_fields


class Ledger:
    """Keeps what was found out; each move is carried out once more, line by line, only when somebody asks."""

    def __init__(self) -> None:
        self._moves: list[tuple[Position, list[dict[str, Any]]]] = []  # the position before it, its entries

    def entries(
        self, game: Game, viewer: int | None, seconds: float = 1.0
    ) -> tuple[list[dict[str, Any]], bool]:
        """All entries that the viewer may know, and whether that is all: a long game takes several calls."""
        self._forget_undone(game)
        stop = time.monotonic() + seconds
        while len(self._moves) < len(game.past):
            if time.monotonic() > stop:
                break
            number = len(self._moves)
            self._moves.append((game.past[number], _of_move(game, number)))
        turns = _turns(game)
        seen = {field.name: field for field in figure_fields(game.engine)}
        found = [
            {**entry, "move": number + 1, "turn": turns[number], "mover": game.answers[number][0].player}
            for number, (_, entries) in enumerate(self._moves)
            for entry in entries
            if may_see(seen[entry["field"]], entry["seat"] == viewer)
        ]
        return found, len(self._moves) == len(game.past)

    def _forget_undone(self, game: Game) -> None:
        """Drops the entries of moves that were taken back."""
        keep = 0
        while keep < min(len(self._moves), len(game.past)) and self._moves[keep][0] is game.past[keep]:
            keep += 1
        del self._moves[keep:]


def _turns(game: Game) -> list[int]:
    """For each move the first of those that the same player made in a row: together they are a turn."""
    found: list[int] = []
    for number, (pending, _) in enumerate(game.answers):
        same = number > 0 and game.answers[number - 1][0].player == pending.player
        found.append(found[-1] if same else number + 1)
    return found


def _via(effect: Effect) -> list[list[str]]:
    """The ids of the rules that led to it, from the nearest outwards; what repeats or has none is left out."""
    found = [ids(effect.rule)]
    for _, rule in (effect.caller, *effect.further):
        if ids(rule) and ids(rule) != found[-1]:
            found.append(ids(rule))
    return found[1:]


def _of_move(game: Game, number: int) -> list[dict[str, Any]]:
    """What one move changed, in the order in which it happened, with the rules that did it."""
    engine = game.engine
    pending, option = game.answers[number]
    fields = figure_fields(engine)
    g: Any = game.past[number].clone()
    g.log = None

    def carry_out() -> None:
        core.turn_to(g, pending.player)
        core.step(g, option)

    def figures() -> tuple[tuple[int, ...], ...]:
        return tuple([tuple(getattr(g, field.attribute)) for field in fields])

    try:
        effects = effects_on(engine, carry_out, figures)
    except (RulesFailure, Blocked):
        return []
    found: list[dict[str, Any]] = []
    for effect in effects:
        for field, old, new in zip(fields, effect.before, effect.after, strict=True):
            if old == new:
                continue
            names = key_names(game.words, field, game.players) if field.keys else [""]
            for at, (one, other) in enumerate(zip(old, new, strict=True)):
                seat, place = divmod(at, len(names))
                if one != other and one > NONE and other > NONE and seat < game.players:
                    found.append(
                        {
                            "seat": seat,
                            "by": other - one,
                            "field": field.name,
                            "key": names[place],
                            "now": other,
                            "rules": ids(effect.rule),
                            "via": _via(effect),
                            "place": effect.place,
                        }
                    )
    return found
