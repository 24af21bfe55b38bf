"""Campaigns of data: saves, records and moves that were changed, in games that exist."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any, Final

from rulewright import pipeline
from rulewright.tools.fuzz.cases import Campaign
from rulewright.tools.fuzz.compiled import finished
from rulewright.tools.project import find_project
from rulewright_runtime import Engine, Game, IllegalMove, SaveError, load_game, new_game
from rulewright_runtime.record_text import as_text, from_text
from rulewright_runtime.records import RecordError, as_json, from_data, record_of
from rulewright_runtime.replays import Difference, replay

GAMES: Final = ("connect_four", "kuhn_poker", "goofspiel", "hearts", "kalah")
MOST: Final = 25  # moves before something is saved, recorded or tried
PIECES: Final = [
    "0", "1", "-1", "999999999999999999999", "1e400", "NaN", "null", "true", '""', "[]", "{}", "[[[[[[", ",", ":", '"',
    "\\u0000", "\x00", "ż", "\ud800", "you", "none", "#", " ", "\n", "(", ")", '{"by": 0}', "9" * 5000,
]  # fmt: skip


@cache
def engine(name: str) -> Engine:
    """The engine of a game of the repository, compiled here."""
    return finished(pipeline.load(find_project(Path(__file__)).folders()[name], ""), name).engine


def played(rng: random.Random) -> Game:
    """A game after some random moves."""
    made = engine(rng.choice(GAMES))
    game = new_game(made, players=rng.choice(made.players), seed=rng.getrandbits(30))
    for _ in range(rng.randint(0, MOST)):
        if game.over:
            break
        game.play(rng.choice(game.moves()))
    return game


def damaged(text: str, rng: random.Random, faults: int = 3) -> str:
    """A text with a few faults."""
    for _ in range(rng.randint(1, faults)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice([0, 1, 1, 3, 20]))
        text = text[:start] + rng.choice([*PIECES, text[end : end + 20]]) + text[end:]
    return text


def as_case(game: str, text: str) -> str:
    """A text for a game, as a case that can be kept."""
    return json.dumps({"game": game, "text": text}, indent=1) + "\n"


def save(seed: int) -> str:
    """A saved game with faults."""
    rng = random.Random(seed)
    game = played(rng)
    return as_case(game.engine.name, damaged(game.save(), rng))


def is_loaded_or_refused(case: str) -> None:
    """A saved game that was changed is refused in words, or is a game that goes on."""
    data = json.loads(case)
    try:
        game = load_game(engine(data["game"]), data["text"], check=True)
    except SaveError:
        return
    for _ in range(5):
        if not game.over:
            game.play(game.moves()[0])


def record(seed: int) -> str:
    """A record with faults, as text or as JSON."""
    rng = random.Random(seed)
    game = played(rng)
    form = rng.choice([as_text, as_json])
    return as_case(game.engine.name, damaged(form(record_of(game)), rng))


def is_replayed_or_refused(case: str) -> None:
    """A record that was changed is refused in words, differs at a place that is told, or leads to a game."""
    data = json.loads(case)
    text: str = data["text"]
    try:
        if text.lstrip().startswith("{"):
            try:
                read: Any = json.loads(text)
            except (ValueError, RecursionError):
                return
            found = from_data(read)
        else:
            found = from_text(text)
        replay(engine(data["game"]), found)
    except (RecordError, Difference):
        return


def moves(seed: int) -> str:
    """A game and answers to it, most of which mean nothing."""
    rng = random.Random(seed)
    game = played(rng)
    answers: list[Any] = []
    for _ in range(10):
        answers.append(
            rng.choice([rng.choice(PIECES), rng.randint(-3, 40), None, [], {"by": rng.randint(-1, 5)}])
        )
        if not game.over:
            move = rng.choice(game.moves())
            answers.append(damaged(str(move), rng, 2))
            answers.append({"by": move.by, "choice": move.choice, "pick": damaged(str(move.pick), rng, 1)})
    return as_case(game.engine.name, json.dumps({"save": game.save(), "answers": answers}))


def are_taken_or_refused(case: str) -> None:
    """What is no move is an illegal one, with its reason, and changes nothing."""
    data = json.loads(case)
    given = json.loads(data["text"])
    game = load_game(engine(data["game"]), given["save"])
    for answer in given["answers"]:
        before = game.digest()
        try:
            game.play(answer)
        except IllegalMove:
            assert game.digest() == before, "an illegal move changes the game"
            assert game.why_not(answer) is not None, "an illegal move without a reason"


SAVES = Campaign("saves", "saved games that were changed", ".json", save, is_loaded_or_refused)
RECORDS = Campaign("records", "records that were changed", ".json", record, is_replayed_or_refused)
MOVES = Campaign("moves", "answers that mean nothing", ".json", moves, are_taken_or_refused)
