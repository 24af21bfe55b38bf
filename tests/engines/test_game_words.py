"""What the games of this repository say to people: questions in words, prices as they are paid."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import great_wall
from great_wall import rules
from great_wall.engine import ENGINE
from great_wall.state import G
from rulewright_runtime import Engine, core, moves
from rulewright_runtime.words import Words

GENERATED = Path(__file__).parents[2] / "generated"
HEAVY = ("great_wall", "path_of_light_and_shadow", "terra_mystica", "terracotta_army")
NAMES = sorted(path.name for path in GENERATED.iterdir() if path.name.startswith(HEAVY))


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_is_asked_in_words(name: str) -> None:
    """Not by the name of a variable or of a rule."""
    engine: Engine = importlib.import_module(f"{name}.engine").ENGINE
    bare = []
    for choice in engine.machine.choices:
        rule, _, variable = choice.name.partition("#")[0].replace("_", " ").partition(".")
        if choice.type != "may" and choice.prompt in (rule, f"choose {variable}"):
            bare.append(f"{choice.name} at {choice.place}")
    assert bare == []


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
