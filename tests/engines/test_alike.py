"""Pieces declared `alike`: what looks the same is offered once, and sets of it once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulewright_runtime import NONE, Engine, core, fast
from rulewright_runtime.deals import determinize

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


def kept_engine(folder: Path, turn: str) -> Engine:
    """Without a field that names cards: what was compared is kept until other cards are."""
    path = folder / "kept.rules"
    text = RULES.replace("    best: card or none\n", "").replace(
        "player\n", "table\n    stock: deck of card\nplayer\n", 1
    )
    stock = "rule setup\n    for sort in (ant, bee, bee): place card(sort) at stock"
    text = text.replace("rule setup", stock).replace("{shape} of card", "{shape} of card, private")
    path.write_text(text.format(turn=turn, flag=", alike", shape="hand"), encoding="utf-8")
    compiled_text.cache_clear()
    return compiled_text(path).engine


def test_copies_compare_their_own_pieces(tmp_path: Path) -> None:
    """A copy may make other pieces under the same numbers."""
    g = fast.new(
        kept_engine(tmp_path, f"choose added from sort: place card(added) at your hand\n    {SET}"), 2
    )
    other = g.clone()
    core.step(g, 0)
    core.step(other, 1)
    assert len(ends(g)) == 10
    assert len(ends(other)) == 12


def test_cards_dealt_anew_are_compared_anew(tmp_path: Path) -> None:
    game = kept_engine(tmp_path, SET)
    hands = set()
    for seed in range(8):
        dealt: Any = determinize(game, fast.new(game, 2), 1, seed)
        looks = [dealt.card_sort[x] for x in dealt.hand[0]]
        hands.add(tuple(looks))
        assert dealt.options == [*(dealt.hand[0][looks.index(look)] for look in dict.fromkeys(looks)), NONE]
    assert len(hands) > 1
