"""All features of a position as one seat may see it: blocks of whole numbers with names, from the engine's declarations."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

from ..core import Position
from ..engine import Engine
from .blocks import MEAN, PENDING, Block, Shape, now_blocks, player_blocks, table_blocks
from .board_blocks import board_blocks

# What every position has beside its fields: who is asked what.
ASKED: Final = ("player", "choice")


class Features:
    """The features of an engine for one number of players; the same names for every number of players."""

    def __init__(self, engine: Engine, players: int) -> None:
        self.engine = engine
        self.players = players
        shape = Shape(engine, players)
        found: list[Block] = [_pending_block(shape)]
        for field in engine.fields:
            if field.owner == "player":
                found += player_blocks(shape, field)
            elif field.owner == "table":
                found += table_blocks(shape, field)
                found += now_blocks(shape, field)
        found += board_blocks(shape)
        self.blocks = found
        self.names: list[str] = [name for block in found for name in block.names]
        self.starts: list[int] = []  # the first feature of each block
        at = 0
        for block in found:
            self.starts.append(at)
            at += len(block.names)
        self.attributes: list[str] = list(dict.fromkeys(name for block in found for name in block.attributes))
        place = {name: i for i, name in enumerate(self.attributes)}
        self.reads: list[tuple[int, ...]] = [
            tuple([place[name] for name in block.attributes]) for block in found
        ]
        self.scored = engine.score is not None
        if self.scored:
            self.names += ["score", "mean score", "most score"]
        self.content = attrgetter(*self.attributes)  # of a position: what its attributes hold

    def row(self, g: Position, seat: int) -> list[int]:
        """All features of a position; what fast code works out bit by bit."""
        content = self.content(g)
        found: list[int] = []
        for block, reads in zip(self.blocks, self.reads):
            out = [0] * len(block.names)
            block.fill(tuple([content[i] for i in reads]), seat, out)
            found += out
        return found + self.scores(g, seat)

    def scores(self, g: Any, seat: int) -> list[int]:
        """The features that depend on the whole position: the score as it stands, and those of the others."""
        score = self.engine.score
        if score is None:
            return []
        if self.players == 1:
            return [score(g, seat), 0, 0]
        others = [score(g, other) for other in range(self.players) if other != seat]
        return [score(g, seat), sum(others) * MEAN // len(others), max(others)]


def _pending_block(shape: Shape) -> Block:
    """Whether one is asked oneself and what, or how far away the one is who is."""
    choices = [choice.name for choice in shape.engine.machine.choices]
    players = shape.players
    names = [f"asked {i} {name}" for i, name in enumerate(choices)] + [f"turn {i}" for i in range(6)]

    def fill(content: tuple[Any, ...], me: int, out: list[int]) -> None:
        player, choice = content
        if player == me:
            out[choice] = 1
        if 0 <= player < players:
            out[len(choices) + min(5, (player - me) % players)] = 1

    return Block(tuple(names), ASKED, fill, (PENDING, len(choices), players))
