"""Three classics as a Python programmer writes them by hand: a measure for the generated engines.

Each function plays one whole random game, with the moves listed at every turn, and gives the winner: 0, 1, or -1.
"""

from __future__ import annotations

import random

EMPTY = -1
SIZE = 8
AROUND = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def breakthrough(rng: random.Random) -> int:
    """Men step ahead, straight onto empty squares or diagonally; whoever comes to the last row wins."""
    board = [[0] * SIZE, [0] * SIZE, *([EMPTY] * SIZE for _ in range(SIZE - 4)), [1] * SIZE, [1] * SIZE]
    men, player = [2 * SIZE, 2 * SIZE], 0
    while True:
        ahead, other = (1, 1) if player == 0 else (-1, 0)
        moves = []
        for row in range(SIZE):
            for column in range(SIZE):
                if board[row][column] != player:
                    continue
                for to in (column - 1, column, column + 1):
                    if 0 <= to < SIZE and 0 <= row + ahead < SIZE:
                        there = board[row + ahead][to]
                        if there == EMPTY if to == column else there != player:
                            moves.append((row, column, to))
        row, column, to = moves[int(rng.random() * len(moves))]
        if board[row + ahead][to] == other:
            men[other] -= 1
        board[row][column] = EMPTY
        board[row + ahead][to] = player
        if row + ahead in (0, SIZE - 1) or not men[other]:
            return player
        player = other


def flanked(board: list[list[int]], player: int, row: int, column: int) -> list[tuple[int, int]]:
    """The discs that are turned over if a disc is put there."""
    found: list[tuple[int, int]] = []
    for down, right in AROUND:
        line: list[tuple[int, int]] = []
        r, c = row + down, column + right
        while 0 <= r < SIZE and 0 <= c < SIZE and board[r][c] == 1 - player:
            line.append((r, c))
            r, c = r + down, c + right
        if line and 0 <= r < SIZE and 0 <= c < SIZE and board[r][c] == player:
            found += line
    return found


def othello(rng: random.Random) -> int:
    """Discs between two of one colour are turned over; whoever can move must."""
    board = [[EMPTY] * SIZE for _ in range(SIZE)]
    board[3][3] = board[4][4] = 1
    board[3][4] = board[4][3] = 0
    player, passed = 0, False
    while True:
        moves = [
            (row, column, turned)
            for row in range(SIZE)
            for column in range(SIZE)
            if board[row][column] == EMPTY and (turned := flanked(board, player, row, column))
        ]
        if moves:
            row, column, turned = moves[int(rng.random() * len(moves))]
            for r, c in [(row, column), *turned]:
                board[r][c] = player
        elif passed:
            break
        passed, player = not moves, 1 - player
    lead = sum(line.count(0) - line.count(1) for line in board)
    return EMPTY if lead == 0 else int(lead < 0)


def kalah(rng: random.Random) -> int:
    """Seeds are sown around; the last one in one's own store moves again, in an empty house of one's own it captures."""
    pits = [0 if pit in (6, 13) else 4 for pit in range(14)]
    player = 0
    while any(pits[:6]) and any(pits[7:13]):
        store, others = 6 + 7 * player, 13 - 7 * player
        houses = [pit for pit in range(store - 6, store) if pits[pit]]
        pit = houses[int(rng.random() * len(houses))]
        seeds, pits[pit] = pits[pit], 0
        while seeds:
            pit = (pit + 1) % 14
            if pit != others:
                pits[pit] += 1
                seeds -= 1
        if store - 6 <= pit < store and pits[pit] == 1 and pits[12 - pit]:
            pits[store] += 1 + pits[12 - pit]
            pits[pit] = pits[12 - pit] = 0
        if pit != store:
            player = 1 - player
    lead = sum(pits[:7]) - sum(pits[7:])
    return EMPTY if lead == 0 else int(lead < 0)


BY_HAND = {"breakthrough": breakthrough, "othello": othello, "kalah": kalah}
