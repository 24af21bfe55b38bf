"""Pieces declared `alike`: what looks the same is offered once, and sets of it once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulewright_runtime import Engine, core, fast

from .compiled import compiled_text

RULES = """\
game hands "Hands"
    players: 2
kind sort
    ant, bee
piece card{flag}
    sort: sort
player
    hand: {shape} of card
    kept: zone of card
    best: card or none
rule setup
    as first_player:
        for sort in (ant, bee, ant, ant): place card(sort) at your hand
rule play
    as first_player: turn
rule turn
    {turn}
"""
ONE = "choose card from your hand: move card to your kept"
NAMED = "your best = last(your hand)\n    choose card from your hand: move card to your kept"
SET = "choose any some from your hand: move some to your kept"


def engine(folder: Path, turn: str, flag: str = ", alike", shape: str = "hand") -> Engine:
    path = folder / "hands.rules"
    path.write_text(RULES.format(turn=turn, flag=flag, shape=shape), encoding="utf-8")
    compiled_text.cache_clear()
    return compiled_text(path).engine


def offered(game: Engine) -> int:
    return len(fast.new(game, 2).options)


def ends(g: Any) -> list[tuple[int, ...]]:
    """What the first player keeps, for every way to answer."""
    if g.over:
        return [tuple(sorted(g.card_sort[x] for x in g.kept[0]))]
    found: list[tuple[int, ...]] = []
    for option in g.options:
        after = g.clone()
        core.step(after, option)
        found += ends(after)
    return found


def test_what_looks_the_same_is_offered_once(tmp_path: Path) -> None:
    assert offered(engine(tmp_path, ONE)) == 2
    assert offered(engine(tmp_path, ONE, flag="")) == 4


def test_places_in_a_row_differ(tmp_path: Path) -> None:
    assert offered(engine(tmp_path, ONE, shape="row")) == 4


def test_what_a_field_names_differs(tmp_path: Path) -> None:
    assert offered(engine(tmp_path, NAMED)) == 3


def test_each_set_is_reached_once(tmp_path: Path) -> None:
    sets = ends(fast.new(engine(tmp_path, SET), 2))
    assert len(sets) == len(set(sets)) == 4 * 2
    assert len(ends(fast.new(engine(tmp_path, SET, flag=""), 2))) == 2**4
