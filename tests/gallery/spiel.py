"""Plays a game in OpenSpiel and in an engine at once: who moves, what is legal, what chance gives, how it ends."""

from __future__ import annotations

import importlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from rulewright_runtime import Game, Move

Answers = Sequence[Move | dict[str, Any] | str | int]  # what one action of OpenSpiel's is in ours


class Disagreement(AssertionError):
    """OpenSpiel and the engine make different games of it."""


class Pairing:
    """How one game of ours and one of OpenSpiel's speak of the same things; each game has a class of its own."""

    ours: str  # the engine
    theirs: str  # OpenSpiel's game with its options, as in "go(board_size=5)"
    players: int = 2
    options: Mapping[str, int] = {}  # of the engine
    seats: Sequence[int] = ()  # OpenSpiel's number of each player of ours, where they differ

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        """Everything that can be answered now: by the number that OpenSpiel gives it, what ours is told."""
        raise NotImplementedError

    def told(self, drawn: Sequence[int], state: Any) -> Sequence[tuple[str, Sequence[str | int]]]:
        """What chance gives in ours, of all that it gave in OpenSpiel's: `drawn`; `state` is the end of that game."""
        return ()

    def only_theirs(self, game: Game, state: Any) -> bool:
        """Whether OpenSpiel asks here for the one thing that is left, and ours does not."""
        return False

    def only_ours(self, game: Game, state: Any) -> bool:
        """Whether ours asks here for the one thing that is left, and OpenSpiel does not."""
        return False

    def stops(self, game: Game, state: Any) -> bool:
        """Whether the two are meant to part here, so that the comparison ends."""
        return False

    def returns(self, game: Game) -> list[float]:
        """What OpenSpiel gives each player at the end: 1 for a win, -1 for a loss, 0 if nobody wins alone."""
        if len(game.winners) != 1:
            return [0.0] * self.players
        return [1.0 if seat in game.winners else -1.0 for seat in range(self.players)]


@dataclass
class Course:
    """A random game of OpenSpiel's."""

    actions: list[int] = field(default_factory=list)  # of chance too
    drawn: list[int] = field(default_factory=list)
    end: Any = None


def random_course(theirs: str, seed: int, longest: int = 5_000) -> Course:
    """A game by OpenSpiel's rules with every answer and every draw at random; cut if it is too long."""
    rng = random.Random(seed)
    state = pyspiel.load_game(theirs).new_initial_state()
    course = Course()
    while not state.is_terminal() and len(course.actions) < longest:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, weights)[0]
            course.drawn.append(action)
        else:
            action = rng.choice(state.legal_actions())
        course.actions.append(action)
        state.apply_action(action)
    course.end = state
    return course


def play_in_lockstep(pairing: Pairing, seed: int, longest: int = 5_000) -> int:
    """Plays one game on both sides; gives the number of decisions that were compared."""
    course = random_course(pairing.theirs, seed, longest)
    module = importlib.import_module(pairing.ours)
    game: Game = module.new(
        players=pairing.players,
        seed=seed,
        chance=pairing.told(course.drawn, course.end),
        ask_forced=True,
        **pairing.options,
    )
    state = pyspiel.load_game(pairing.theirs).new_initial_state()
    compared = 0
    for number, action in enumerate(course.actions):
        if not state.is_chance_node():
            while not game.over and pairing.only_ours(game, state):
                game.play(only(game, pairing, seed))
            if pairing.stops(game, state):
                return compared
            if not pairing.only_theirs(game, state):
                compare_decision(pairing, game, state, action, f"seed {seed}, action {number}")
                compared += 1
        state.apply_action(action)
    while not game.over and pairing.only_ours(game, state):
        game.play(only(game, pairing, seed))
    if state.is_terminal() and not pairing.stops(game, state):
        compare_end(pairing, game, state, f"seed {seed}")
    return compared


def only(game: Game, pairing: Pairing, seed: int) -> Move:
    """The one answer that is left."""
    moves = game.moves()
    if len(moves) != 1:
        raise Disagreement(
            f"{pairing.ours}, seed {seed}: {game.decision} is a choice, and OpenSpiel asks for none"
        )
    return moves[0]


def compare_decision(pairing: Pairing, game: Game, state: Any, action: int, where: str) -> None:
    """Compares who is asked and what is legal, then gives ours the answer."""
    where = f"{pairing.ours}, {where}"
    player = state.current_player()
    if game.over:
        raise Disagreement(f"{where}: ours is over, OpenSpiel's goes on\n{state}")
    asked = [pairing.seats[d.player] if pairing.seats else d.player for d in game.decisions]
    if player >= 0 and player not in asked:
        raise Disagreement(f"{where}: ours asks {asked}, OpenSpiel {player}\n{state}")
    answers = pairing.answers(game, state)
    legal = state.legal_actions()
    if set(answers) != set(legal):
        name = state.action_to_string
        more = [name(player, a) if a in range(10**6) else a for a in sorted(set(answers) - set(legal))]
        less = [name(player, a) for a in sorted(set(legal) - set(answers))]
        raise Disagreement(f"{where}: only ours: {more}, only OpenSpiel's: {less}\n{state}\n{game.decision}")
    for answer in answers[action]:
        game.play(answer)


def compare_end(pairing: Pairing, game: Game, state: Any, where: str) -> None:
    if not game.over:
        raise Disagreement(
            f"{pairing.ours}, {where}: OpenSpiel's is over, ours goes on\n{state}\n{game.decision}"
        )
    ours, theirs = pairing.returns(game), state.returns()
    if pairing.seats:
        theirs = [theirs[seat] for seat in pairing.seats]
    if ours != theirs:
        raise Disagreement(
            f"{pairing.ours}, {where}: ours ends with {ours}, OpenSpiel's with {theirs}\n{state}"
        )
