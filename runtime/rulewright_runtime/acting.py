"""Actions by name and parameters: one call answers a menu and the choices that follow, or changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from . import moves
from .core import NONE, Choice, Position
from .moves import Move, Pending, Pick, simple
from .refusals import Refusal, action_of

if TYPE_CHECKING:
    from .game import Game

# The answer to one choice, or to all picks of a choice of several things.
Parameter = Pick | Sequence[Pick]


def actions_of(game: Game, pending: Pending) -> list[Move]:
    """The moves of a decision that are actions of menus, free ones too; their pick is the name in the rules."""
    found = moves.moves_of(game.words, game.position, pending)
    return [
        move
        for move, option in zip(found, pending.options, strict=True)
        if action_of(game.position, pending.choice, option) is not None
    ]


def keys_of(choice: Choice) -> tuple[str, str]:
    """How a parameter may name a choice: `rule.variable`, or the variable alone; of branches and menus, the rule or menu."""
    name = choice.name.partition("#")[0]
    return name, name.rpartition(".")[2]


def act(game: Game, name: str, by: int | None, parameters: Mapping[str, Parameter]) -> Refusal | None:
    """Answers an action and the choices that follow by their names; a refusal if that cannot be done as it stands."""
    waiting = moves.pending_decisions(game.position)
    pending = next((one for one in waiting if by in (None, one.player)), None)
    if pending is None:
        return Refusal(game.words.say("the game is over") if not waiting else "this player is not asked")
    option = _action(game, pending, name)
    if option is None:
        offered = ", ".join([str(move.pick) for move in actions_of(game, pending)]) or "none"
        return Refusal(f"there is no action {name!r} here; offered: {offered}", pending.choice.rule)
    if option not in pending.options:
        return game.reason(pending, option)
    game.answer(pending, option)
    return _go_on(game, pending.player, dict(parameters))


def _action(game: Game, pending: Pending, name: str) -> int | None:
    """The option that stands for an action, offered or not."""
    g = game.position
    for option in [*pending.options, *moves.domain(game.words, g, pending)]:
        action = action_of(g, pending.choice, option)
        if action is not None and action.name == name:
            return option
    return None


def _go_on(game: Game, player: int, left: dict[str, Parameter]) -> Refusal | None:
    """Answers decisions of a player as long as a parameter names them."""
    while left:
        for taken in game.taken:  # what had one answer only may be told, if that is the answer
            _drop_taken(left, taken)
        pending = next((p for p in moves.pending_decisions(game.position) if p.player == player), None)
        key = None if pending is None else next((k for k in keys_of(pending.choice) if k in left), None)
        if pending is None or key is None:
            return _left_over(game, pending, left) if left else None
        value = left.pop(key)
        refusal = _answer(game, pending, value)
        if refusal is not None:
            return refusal
    return None


def _drop_taken(left: dict[str, Parameter], taken: Move) -> None:
    """Drops the parameter that a move taken without asking has already answered."""
    name = taken.choice.partition("#")[0]
    for key in (name, name.rpartition(".")[2]):
        value = left.get(key)
        if isinstance(value, int | str) and simple(str(value)) in (
            simple(str(taken.pick)),
            simple(taken.text),
        ):
            del left[key]
            return


def _left_over(game: Game, pending: Pending | None, left: Mapping[str, Parameter]) -> Refusal:
    """The refusal of parameters that nothing asks for, with what is asked instead."""
    names = ", ".join(left)
    if pending is None:
        return Refusal(f"nothing is asked that is called {names}")
    asked = keys_of(pending.choice)[0]
    return Refusal(f"nothing is asked that is called {names}; asked is {asked}", pending.choice.rule)


def _answer(game: Game, pending: Pending, value: Parameter) -> Refusal | None:
    """One answer, or all picks of a choice of several things."""
    if isinstance(value, int | str):
        return _pick(game, pending, value)
    number, player = pending.number, pending.player
    for one in value:
        now = _same(game.position, player, number)
        if now is None:
            return Refusal(f"more is told than can be picked: {one}", pending.choice.rule)
        refusal = _pick(game, now, one)
        if refusal is not None:
            return refusal
    now = _same(game.position, player, number)
    if now is not None and NONE in now.options:
        game.answer(now, NONE)
    return None


def _same(g: Position, player: int, number: int) -> Pending | None:
    """The decision of a player, if it is still this choice."""
    found = [p for p in moves.pending_decisions(g) if p.player == player and p.number == number]
    return found[0] if found else None


def _pick(game: Game, pending: Pending, value: Pick) -> Refusal | None:
    """Answers a decision by a value; gives the refusal if that is no option, else None."""
    option = moves.option_for(game.words, game.position, pending, "yes" if value is True else value)
    if option is None:
        return Refusal(
            game.words.fill("{pick} is not one of the options", pick=str(value)), pending.choice.rule
        )
    if option not in pending.options:
        return game.reason(pending, option)
    game.answer(pending, option)
    return None
