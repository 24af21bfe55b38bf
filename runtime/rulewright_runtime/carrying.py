"""Carrying saved games over to rules that have changed: the position if it still means the same, otherwise its moves, played again."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from . import saves
from .core import L_REASK, reask, run
from .engine import Engine, OptionError
from .failures import told
from .game import Game, loaded_game, prepared_game
from .history import Named, Parted, leads_to, play_again
from .naming import naming_of
from .plain import Wrong, large_number
from .position import Blocked, RulesFailure
from .saves import Saved, SaveError

SAME, CARRIED, REPLAYED, PARTED = "same", "carried", "replayed", "parted"
# What a position holds by number or by value; if one of them has changed, the numbers may mean something else.
HELD = ("field ", "kind ", "board ", "piece ")
HELD_ALONE = ("resources", "rules in tables")


@dataclass(slots=True)
class Carried:
    """What became of a saved game under the rules as they are now."""

    outcome: str  # same, carried, replayed, parted
    changed: list[str]  # what its position reaches and is no longer the same
    game: Game | None = None  # none if it could not be carried over
    reason: str = ""  # why the position itself could not be carried over
    parted: Parted | None = None  # the first move that differs
    move: Named = field(default_factory=list)  # that move
    differs: list[str] = field(default_factory=list)  # after a replay: fields that are not as they were saved


def carry_over(engine: Engine, data: dict[str, Any]) -> Carried:
    """Takes the data of a saved game over to an engine; SaveError if it is none of its games, or damaged."""
    try:
        return _carried(engine, data)
    except (Wrong, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise SaveError(f"this saved game is damaged: {type(error).__name__} while reading it") from None


def _carried(engine: Engine, data: dict[str, Any]) -> Carried:
    """What became of a saved game under the rules as they are: the same, carried over, or replayed as far as it goes."""
    saves.check_game(engine, data)
    changed = saves.changes(engine, data)
    if not changed:
        return Carried(SAME, [], loaded_game(engine, saves.read(engine, data)))
    reason = _held(data, changed)
    if not reason:
        try:
            return Carried(CARRIED, changed, _as_it_is(engine, data))
        except (SaveError, Blocked, RulesFailure, LookupError, TypeError) as error:
            reason = f"the rules as they are now cannot take the position up ({error})"
    return _replayed(engine, data, Carried(PARTED, changed, reason=reason))


# ---------------------------------------------------------------- the position


def _held(data: dict[str, Any], changed: list[str]) -> str:
    """Why a position means something else now, if one of its fields or frames does."""
    rules = _rules_of(data)
    for name in changed:
        if name.startswith(HELD) or name in HELD_ALONE:
            return f"{name} has changed, and the position holds values of it"
        if name.partition(" ")[2] in rules and not name.startswith("figures "):
            return f"{name} has changed, and the game is in the midst of it"
    return ""


def _rules_of(data: dict[str, Any]) -> set[str]:
    """The rules of the frames of a saved game."""
    decisions = [one for one in [data.get("pending"), *(data.get("waiting") or [])] if isinstance(one, dict)]
    frames = [
        frame for one in decisions for frame in one.get("then") or [] if isinstance(frame, list) and frame
    ]
    return {str(frame[0]).rpartition(".")[0].partition("@")[0] for frame in frames} - {""}


def _as_it_is(engine: Engine, data: dict[str, Any]) -> Game:
    """The same position as one of the new rules; what is asked now is computed again."""
    saved = saves.read(engine, data)
    g = saved.position
    if g.then is not None and not g.waiting:
        then, player, you, choice = g.then, g.player, g.you, g.choice
        g.then = None
        run(g, reask(g, (then, L_REASK, player, you, choice), 0))
    if saved.moves is not None and not leads_to(
        _fresh(engine, saved, data), saved.moves, _digest(engine, saved)
    ):
        saved.moves = None  # under these rules the same moves lead elsewhere
    return loaded_game(engine, saved)


def _digest(engine: Engine, saved: Saved) -> str:
    """The digest of a saved position, by which two of them are compared."""
    return saves.position_digest(engine, saved.position, saved.options)


def _fresh(engine: Engine, saved: Saved, data: dict[str, Any]) -> Game:
    """A new game as the saved one was set up: its seed, names and options."""
    return prepared_game(engine, data["players"], saved.seed, saved.names, "en", False, saved.options)


# ---------------------------------------------------------------- the moves


def _replayed(engine: Engine, data: dict[str, Any], found: Carried) -> Carried:
    """Plays the moves of a saved game again from its start."""
    moves = saves.read_moves(data)
    if moves is None:
        found.parted = Parted(-1, "the saved game does not hold its moves from the start")
        return found
    try:
        names, options = data["names"], dict(data["options"])
        seed = large_number(data["seed"], None, None)
        game = prepared_game(engine, data["players"], seed, names, "en", False, options)
    except OptionError as error:
        found.parted = Parted(-1, str(error))
        return found
    try:
        with told(engine):
            engine.begin(game.position)
        play_again(game, moves)
    except RulesFailure as error:
        found.parted = Parted(-1, f"the rules fail: {error}")
    except Parted as parted:
        found.parted, found.move = parted, moves[parted.number]
    else:
        found.outcome, found.game = REPLAYED, game
        found.differs = _differences(engine, data, game)
    return found


def _differences(engine: Engine, data: dict[str, Any], game: Game) -> list[str]:
    """The fields that the replay has left otherwise than they were saved, and what is asked."""
    now = json.loads(game.save())
    state = data["state"] if isinstance(data["state"], dict) else {}
    found = [
        name for name in naming_of(engine).fields(game.position) if now["state"].get(name) != state.get(name)
    ]
    return found + [name for name in state if name not in now["state"]]
