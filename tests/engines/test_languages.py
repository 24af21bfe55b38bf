"""Play in Russian shows no English: every text of random games is looked at, and the written alphabet tells."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Iterator

import pytest

from rulewright_runtime.draw import draw
from rulewright_runtime.game import Game, new_game

NAMES = ["Аня", "Боря", "Вера", "Гоша", "Даша"]
DECISIONS = 120
LATIN = re.compile(r"[A-Za-z]{2,}")
IDS = re.compile(r"\[[^\]]*\]$")
GAMES = (
    *("tic_tac_toe", "connect_four", "kuhn_poker", "goofspiel", "terra_mystica"),
    *("terracotta_army", "terracotta_army_ru", "terracotta_army_pl", "path_of_light_and_shadow"),
    *("great_wall", "great_wall_duel", "great_wall_solo", "great_wall_coop"),
)


def texts(game: Game, rng: random.Random) -> Iterator[str]:
    """All that players read in a part of a game: questions, options, the log, drawings, reasons."""
    told = 0
    for n in range(DECISIONS):
        if game.over or game.decision is None:
            return
        yield game.decision.prompt
        moves = game.moves()
        yield from (move.words for move in moves)
        if n % 15 == 0:
            yield from draw(game.words, game.view(game.decision.player), 200)
            for words, refusal in game.refused():
                yield from (words, refusal.reason)
        game.play(rng.choice(moves))
        yield from (IDS.sub("", str(line)) for line in game.log[told:])
        told = len(game.log)


@pytest.mark.parametrize("name", GAMES)
def test_no_english_in_russian_play(name: str) -> None:
    engine = importlib.import_module(name).ENGINE
    game = new_game(engine, names=NAMES[: engine.players[0]], seed=5, language="ru")
    english = {text for text in texts(game, random.Random(5)) if LATIN.search(text)}
    assert english == set()


def test_english_would_be_seen() -> None:
    engine = importlib.import_module("connect_four").ENGINE
    game = new_game(engine, names=NAMES[:2], seed=5, language="en")
    assert any(LATIN.search(text) for text in texts(game, random.Random(5)))
