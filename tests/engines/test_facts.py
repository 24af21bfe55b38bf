"""Facts about small games that are known from elsewhere: how many games, sequences and histories they have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from rulewright_runtime import Engine, chance, core

from .compiled import FOLDERS, compiled


def engine(name: str) -> Engine:
    return compiled(FOLDERS[name]).engine


def started(game: Engine, script: tuple[tuple[str, Any], ...] = (), **options: int) -> Any:
    g = game.make(2, {o.name: o.default for o in game.options} | options)
    g.script = script
    chance.seed(g, 0)
    game.begin(g)
    return g


def answered(g: Any) -> Iterator[Any]:
    """The positions after each answer to the pending decision."""
    for option in g.options:
        after = g.clone()
        core.step(after, option)
        yield after


def games_of(g: Any) -> int:
    if g.over:
        return 1
    return sum(games_of(after) for after in answered(g))


def test_tic_tac_toe_has_255168_games() -> None:
    assert games_of(started(engine("tic_tac_toe"))) == 255_168


@pytest.mark.parametrize(
    ("length", "expected"), list(enumerate([7, 49, 343, 2_401, 16_807, 117_649], start=1))
)
def test_sequences_of_connect_four(length: int, expected: int) -> None:
    """No column is full and nobody has won within six moves, except that sequences go on; none is lost."""
    assert sequences(started(engine("connect_four")), length) == expected


def sequences(g: Any, length: int) -> int:
    if length == 1:
        return len(g.options)
    return sum(sequences(after, length - 1) for after in answered(g))


def test_kuhn_poker_has_30_terminal_histories() -> None:
    game = engine("kuhn_poker")
    deals = list(permutations(range(3)))
    assert sum(games_of(started(game, (("shuffle", deal),))) for deal in deals) == 30


@pytest.mark.parametrize(("rounds", "expected"), [(1, 16), (2, 144), (3, 576)])
def test_joint_sequences_of_goofspiel(rounds: int, expected: int) -> None:
    g = started(engine("goofspiel"), cards=4, descending=1)
    assert joint_sequences(g, 2 * rounds) == expected


def joint_sequences(g: Any, answers: int) -> int:
    """Both players' answers, one after the other, count as one joint step."""
    if answers == 0:
        return 1
    return sum(joint_sequences(after, answers - 1) for after in answered(g))
