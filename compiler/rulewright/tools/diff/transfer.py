"""A position is transferred: the same position as a saved game of either side, just before the sides part."""

from __future__ import annotations

import dataclasses

from rulewright.tools.diff.lockstep import Duo, side
from rulewright.tools.diff.parting import Parting
from rulewright_runtime import saves
from rulewright_runtime.engine import Engine
from rulewright_runtime.game import Game, IllegalMove, load_game
from rulewright_runtime.naming import meaning_of
from rulewright_runtime.saves import SaveError


def transferred(game: Game, new: Engine) -> Game | None:
    """The position of a game as one of another engine; None if its rules cannot take it up."""
    # The position is written down as it is, but as a game of the other rules; reading it checks that it makes sense.
    as_if = dataclasses.replace(game.engine, name=new.name, variant=new.variant, meaning=meaning_of(new))
    text = saves.dump(as_if, game.position, game.names, game.options, game.seed)
    try:
        return load_game(new, text)
    except SaveError:
        return None


def replayed(parting: Parting, start: Game) -> Game | None:
    """A new game after the same moves; None if one of them is not possible there."""
    game = start.clone()
    try:
        for move in parting.moves:
            game.play({"by": move.by, "choice": move.choice, "pick": move.pick})
    except IllegalMove:
        return None
    return game


def parts_there(parting: Parting, there: Game) -> bool:
    """Whether the last move, played from the handed position, leads to something else than on the old side."""
    if parting.last is None:
        return True
    after = there.clone()
    try:
        after.play({"by": parting.last.by, "choice": parting.last.choice, "pick": parting.last.pick})
    except IllegalMove:
        return True  # this very move is not offered there
    duo = Duo(side(parting.old.engine, there.players), side(there.engine, there.players))
    return duo.parted(parting.old.position, after.position) is not None
