"""Chess positions as FEN, set up in the engine, and how many ways to play they have."""

from __future__ import annotations

from typing import Any

from chess.engine import ENGINE
from rulewright_runtime.core import NONE, step
from rulewright_runtime.forced import asking_all

MEN = "kqrbnp"  # in the order of the kind
RIGHTS = "QKqk"  # queenside and kingside of white, then of black
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def position(fen: str) -> Any:
    """The position of a FEN with white to move, up to its first decision; every single answer is asked for."""
    rows, _, rights, passed, *_ = fen.split()
    g: Any = ENGINE.make(2, {})
    g.machine = asking_all(ENGINE.machine)
    signs = "".join("." * int(s) if s.isdigit() else s for s in rows.replace("/", ""))
    for at, sign in enumerate(signs):
        g.square_man[at] = NONE if sign == "." else MEN.index(sign.lower())
        g.square_owner[at] = NONE if sign == "." else int(sign.islower())
    g.king = [signs.index("K"), signs.index("k")]
    g.may_castle = [sign in rights for sign in RIGHTS]
    g.passed = NONE if passed == "-" else "abcdefgh".index(passed[0]) + 8 * (8 - int(passed[1]))
    assert ENGINE.play is not None
    ENGINE.play(g)
    return g


def perft(g: Any, depth: int) -> int:
    """In how many ways the next moves can be played; what a pawn becomes belongs to its move."""
    if g.then is None:
        return 0
    if depth == 1 and not leads_on(g):
        return len(g.options)
    total = 0
    for option in g.options:
        after = g.clone()
        step(after, option)
        if asks_rank(after):
            for rank in after.options:
                grown = after.clone()
                step(grown, rank)
                total += perft(grown, depth - 1) if depth > 1 else 1
        else:
            total += perft(after, depth - 1) if depth > 1 else 1
    return total


def asks_rank(g: Any) -> bool:
    return g.then is not None and g.machine.choices[g.choice].name == "move_pawn.rank"


def leads_on(g: Any) -> bool:
    """Whether a pawn stands before its last row, so that a move may be several."""
    row = range(8, 16) if g.player == 0 else range(48, 56)
    return any(g.square_man[at] == MEN.index("p") and g.square_owner[at] == g.player for at in row)
