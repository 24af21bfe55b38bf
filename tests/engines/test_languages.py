"""Play in Russian and Polish shows no English: every text of random games is looked at; the alphabet tells, or the words."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Iterable, Iterator

import pytest

from rulewright_runtime.draw import draw
from rulewright_runtime.engine import Engine
from rulewright_runtime.game import Game, new_game
from rulewright_runtime.phrases import PHRASES

NAMES = ["Аня", "Боря", "Вера", "Гоша", "Даша"]
DECISIONS = 120
LATIN = re.compile(r"[A-Za-z]{2,}")
IDS = re.compile(r"\[[^\]]*\]$")
GAMES = (
    *("tic_tac_toe", "connect_four", "kuhn_poker", "goofspiel", "terra_mystica"),
    *("terracotta_army", "terracotta_army_ru", "terracotta_army_pl", "path_of_light_and_shadow"),
    *("great_wall", "great_wall_duel", "great_wall_solo", "great_wall_coop"),
)
POLISH = (
    *(
        "tic_tac_toe",
        "connect_four",
        "kuhn_poker",
        "goofspiel",
        "terra_mystica",
        "terra_mystica_introductory",
    ),
    *("terracotta_army", "terracotta_army_ru", "terracotta_army_pl"),
)
WORD = re.compile(r"[^\W\d_]{2,}")
HOLE = re.compile(r"\{[^{}]*\}")


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


def words_of(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(HOLE.sub(" ", text))}


def english_words(engine: Engine) -> set[str]:
    """The words of all English texts of a game and the runtime that no Polish text has."""
    labels, own = engine.labels["pl"], PHRASES["pl"]
    english = words_of([*labels, *own, *engine.names, *engine.names.values()])
    return english - words_of([*labels.values(), *own.values()])


@pytest.mark.parametrize("name", POLISH)
def test_no_english_in_polish_play(name: str) -> None:
    """The two share their letters, so words are compared: none is from an English text and from no Polish one."""
    engine = importlib.import_module(name).ENGINE
    english = english_words(engine)
    game = new_game(engine, names=["Ala", "Olek", "Ewa", "Jan"][: engine.players[0]], seed=5, language="pl")
    found = {text: words_of([text]) & english for text in texts(game, random.Random(5))}
    assert {text: words for text, words in found.items() if words} == {}


def test_english_would_be_seen_among_polish() -> None:
    engine = importlib.import_module("terra_mystica").ENGINE
    game = new_game(engine, names=["Ala", "Olek"], seed=5, language="en")
    assert words_of(texts(game, random.Random(5))) & english_words(engine)


def test_the_runtime_says_the_same_things_in_all_its_languages() -> None:
    first, *others = PHRASES.values()
    for other in others:
        assert set(other) == set(first)
    for phrases in PHRASES.values():
        for english, said in phrases.items():
            assert sorted(HOLE.findall(english)) == sorted(HOLE.findall(said)), english


def test_english_would_be_seen() -> None:
    engine = importlib.import_module("connect_four").ENGINE
    game = new_game(engine, names=NAMES[:2], seed=5, language="en")
    assert any(LATIN.search(text) for text in texts(game, random.Random(5)))
