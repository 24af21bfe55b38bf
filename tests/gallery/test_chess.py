"""Chess counted: from known positions there are as many ways to play as everybody has found.

Counts that take long are made only if they are asked for: RULEWRIGHT_PERFT=1 pytest tests/gallery/test_chess.py
"""

from __future__ import annotations

import os

import pytest

from .chess_positions import START, perft, position

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PINS = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"  # en passant and pins along a row
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
CHECKED = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
COUNTS = {
    START: (20, 400, 8_902, 197_281),
    KIWIPETE: (48, 2_039, 97_862),
    PINS: (14, 191, 2_812, 43_238),
    PROMOTIONS: (6, 264, 9_467),
    CHECKED: (44, 1_486, 62_379),
}
SLOW = {(PROMOTIONS, 3), (CHECKED, 3)}  # every last move has to be made, since a pawn may become four things
DEEP = bool(os.environ.get("RULEWRIGHT_PERFT"))
CASES = [(fen, depth, ways) for fen, counts in COUNTS.items() for depth, ways in enumerate(counts, 1)]


@pytest.mark.parametrize(("fen", "depth", "ways"), CASES)
def test_ways_to_play(fen: str, depth: int, ways: int) -> None:
    if (fen, depth) in SLOW and not DEEP:
        pytest.skip("a slow count: RULEWRIGHT_PERFT=1")
    assert perft(position(fen), depth) == ways
