"""The games of cards and dice in lockstep with OpenSpiel over random games.

An ordinary run plays 20 of each; more of them: RULEWRIGHT_LOCKSTEP=200 pytest tests/gallery
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from . import hidden_games
from .hidden_games import Leduc
from .spiel import Disagreement
from .told import Against

GAMES = int(os.environ.get("RULEWRIGHT_LOCKSTEP", "20"))


@pytest.mark.parametrize("against", hidden_games.ALL, ids=lambda against: against.ours)
def test_random_games_are_the_same(against: type[Against]) -> None:
    for seed in range(GAMES):
        against(seed).play()


class Doubled(Leduc):
    """Gives everybody twice what was won."""

    def returns(self) -> list[float]:
        return [2 * each for each in super().returns()]


class Unlike(Leduc):
    """A game of Leduc poker for three."""

    theirs = "leduc_poker(players=3)"

    def draws(self) -> Iterator[int]:
        yield from (0, 1, 2, 3)


@pytest.mark.parametrize(("wrong", "what"), [(Doubled, "the returns"), (Unlike, "who moves")])
def test_a_difference_is_seen(wrong: type[Against], what: str) -> None:
    with pytest.raises(Disagreement, match=what):
        wrong(1).play()
