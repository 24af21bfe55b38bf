"""What the games of this repository say to people: prices as they are paid."""

from __future__ import annotations

import great_wall
from great_wall import rules
from great_wall.engine import ENGINE
from great_wall.state import G
from rulewright_runtime import core, moves
from rulewright_runtime.words import Words


def test_the_price_of_a_recruit_leaves_out_what_is_saved() -> None:
    """The first recruit uses what is saved up, the second one costs as printed."""
    game = great_wall.new(players=3, seed=1)
    g = game.position.clone()
    assert isinstance(g, G)
    g.then, g.waiting = None, ()
    general = ENGINE.kinds["general"].members.index("meng_gong")
    g.general[0], g.assistants[0], g.advisors[0] = general, (0, 1), ()
    g.chi[0], g.tactics[0] = 9, ()
    words = Words(ENGINE, game.names)

    def offered() -> list[str]:
        pending = moves.pending_decisions(g)[0]
        return [move.words for move in moves.moves_of(words, g, pending)]

    core.start(g, lambda g: rules.recruit(g, 0, 2, None))
    assert "spearman for nothing" in offered()
    core.step(g, g.options[0])
    assert "spearman for 2 chi" in offered()
