"""The board games of the gallery, paired with those of OpenSpiel."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pyspiel

from rulewright_runtime import Game, Move

from .spiel import Answers, Pairing


def cell(text: object) -> tuple[int, int]:
    """Row and column of a cell of a grid, as in `3, 4`."""
    row, column = map(int, re.findall(r"\d+", str(text)))
    return row, column


def squares(pick: object) -> str:
    """The cells of a pick as they are named on a board of eight rows, as in `a7b6`."""
    numbers = list(map(int, re.findall(r"\d+", str(pick))))
    return "".join(f"{'abcdefgh'[column - 1]}{9 - row}" for row, column in zip(numbers[::2], numbers[1::2]))


class Othello(Pairing):
    ours = theirs = "othello"

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        return {self.number(move): [move] for move in game.moves()}

    def number(self, move: Move) -> int:
        row, column = cell(move.pick)
        return (row - 1) * 8 + column - 1

    def only_theirs(self, game: Game, state: Any) -> bool:
        return list(state.legal_actions()) == [64]  # to pass is not asked for


class Breakthrough(Pairing):
    ours = theirs = "breakthrough"

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        named = {state.action_to_string(a).rstrip("*"): a for a in state.legal_actions()}
        return {named.get(squares(move.pick), -1): [move] for move in game.moves()}


class Hex(Pairing):
    ours = theirs = "hex"

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        return {self.number(str(move.pick)): [move] for move in game.moves()}

    def number(self, cell: str) -> int:
        return "ABCDEFGHIJK".index(cell[0]) * 11 + int(cell[1:]) - 1


class Kalah(Pairing):
    ours, theirs = "kalah", "mancala"

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        return {int(move.pick): [move] for move in game.moves()}


class Oware(Pairing):
    ours = theirs = "oware"

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        return {int(move.pick) % 6: [move] for move in game.moves()}


class NineMensMorris(Pairing):
    ours = theirs = "nine_mens_morris"
    points = (
        *("a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4"),
        *("e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"),
    )

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        return {self.number(state, str(move.pick)): [move] for move in game.moves()}

    def number(self, state: Any, pick: str) -> int:
        """A point, or a pair of them; OpenSpiel numbers the pairs after the points."""
        places = [self.points.index(point) for point in re.findall(r"[a-g]\d", pick)]
        return places[0] if len(places) == 1 else 24 + places[0] * 24 + places[1]


class Chess(Pairing):
    ours = theirs = "chess"
    seats = (1, 0)  # OpenSpiel's white is the second player
    ranks: ClassVar = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        """A pawn that reaches its last row is one move in OpenSpiel and two answers here."""
        named = {self.lan(state, a): a for a in state.legal_actions()}
        found: dict[Any, Answers] = {}
        for move in game.moves():
            name = squares(move.pick)
            if f"{name}q" in named:
                found |= {
                    named.get(name + sign, name + sign): [move, rank] for rank, sign in self.ranks.items()
                }
            else:
                found[named.get(name, name)] = [move]
        return found

    def lan(self, state: Any, action: int) -> str:
        return str(pyspiel.chess.action_to_move(action, state.board()).to_lan())


class Checkers(Pairing):
    ours = theirs = "checkers"

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        """A further jump begins where the last one ended, so that ours asks for its goal only."""
        named = {state.action_to_string(a): a for a in state.legal_actions()}
        ends = {name[2:]: action for name, action in named.items()}
        return {
            named.get(name, -1) if len(name) == 4 else ends.get(name, -1): [move]
            for move in game.moves()
            for name in [squares(move.pick)]
        }


class Go(Pairing):
    """OpenSpiel ends a game as a draw when a position comes again, and after twice as many moves as there are points."""

    ours, theirs = "go", "go(board_size=9,komi=7.5)"
    passing = 81

    def answers(self, game: Game, state: Any) -> dict[int, Answers]:
        found: dict[int, Answers] = {self.number(move): [move] for move in game.moves()}
        forbidden = [a for a in state.legal_actions() if a not in found and self.repeats(state.child(a))]
        return found | {action: [] for action in forbidden}

    def number(self, move: Move) -> int:
        if move.pick == "pass":
            return self.passing
        row, column = cell(move.pick)
        return (9 - row) * 9 + column - 1

    def repeats(self, state: Any) -> bool:
        """Whether a game was ended by its last stone."""
        moves = state.history()
        return bool(state.is_terminal() and len(moves) < 162 and moves[-1] != self.passing)

    def stops(self, game: Game, state: Any) -> bool:
        return state.is_terminal() and (self.repeats(state) or len(state.history()) >= 162)


PAIRINGS: tuple[type[Pairing], ...] = (
    *(Othello, Breakthrough, Hex, Kalah, Oware, NineMensMorris, Checkers, Chess, Go),
)
