"""Connect Four as a Python programmer writes it by hand: the measure for the generated engine."""

from __future__ import annotations

ROWS = 6
COLUMNS = 7
LENGTH = 4
EMPTY = -1
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class ConnectFour:
    """A position; row 0 is at the bottom."""

    __slots__ = ("board", "over", "player", "winner")

    def __init__(self) -> None:
        self.board = [[EMPTY] * COLUMNS for _ in range(ROWS)]
        self.player = 0
        self.winner = EMPTY
        self.over = False

    def clone(self) -> ConnectFour:
        copy = ConnectFour.__new__(ConnectFour)
        copy.board = [row[:] for row in self.board]
        copy.player = self.player
        copy.winner = self.winner
        copy.over = self.over
        return copy

    def moves(self) -> list[int]:
        top = self.board[ROWS - 1]
        return [column for column in range(COLUMNS) if top[column] == EMPTY]

    def play(self, column: int) -> None:
        row = 0
        while self.board[row][column] != EMPTY:
            row += 1
        self.board[row][column] = self.player
        if self.wins(row, column):
            self.winner = self.player
            self.over = True
        elif EMPTY not in self.board[ROWS - 1]:
            self.over = True
        else:
            self.player = 1 - self.player

    def wins(self, row: int, column: int) -> bool:
        """Whether the disc just dropped completes a line: counts its like on both sides, in each direction."""
        for down, right in DIRECTIONS:
            count = 1 + self.alike(row, column, down, right) + self.alike(row, column, -down, -right)
            if count >= LENGTH:
                return True
        return False

    def alike(self, row: int, column: int, down: int, right: int) -> int:
        """How many discs of the same player follow in one direction."""
        player = self.board[row][column]
        count = 0
        row += down
        column += right
        while 0 <= row < ROWS and 0 <= column < COLUMNS and self.board[row][column] == player:
            count += 1
            row += down
            column += right
        return count
