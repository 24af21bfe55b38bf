"""Campaigns of data: saves, records and moves that were changed, in games that exist."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from rulewright import pipeline
from rulewright.tools.fuzz.cases import Campaign
from rulewright.tools.fuzz.compiled import finished
from rulewright.tools.project import find_project
from rulewright_runtime import Engine, Game, IllegalMove, RulesFailure, SaveError, load_game, new_game
from rulewright_runtime.reading import json_data
from rulewright_runtime.record_text import as_text, from_text
from rulewright_runtime.records import RecordError, as_json, from_data, record_of
from rulewright_runtime.replays import Difference, replay
from rulewright_runtime.saves import digest_of

GAMES: Final = ("connect_four", "kuhn_poker", "goofspiel", "hearts", "kalah")
MOST: Final = 25  # moves before something is saved, recorded or tried
PIECES: Final = [
    "0", "1", "-1", "999999999999999999999", "1e400", "NaN", "null", "true", '""', "[]", "{}", "[[[[[[", ",", ":", '"',
    "\\u0000", "\\ud800", "\x00", "ż", "\ud800", "you", "none", "#", " ", "\n", "(", ")", '{"by": 0}', "9" * 5000,
]  # fmt: skip
TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+|true|false|null')
VALUES: Final = [
    "0",
    "1",
    "-1",
    "7",
    "9" * 30,
    "0.5",
    "true",
    "null",
    '""',
    '"x"',
    '"\\ud800"',
    "[]",
    "{}",
    "[0]",
    '[["x"]]',
]
SIGNED: Final = 0.5  # of the saves: what is behind the digest is reached


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
    change = signed if rng.random() < SIGNED else damaged
    return as_case(game.engine.name, change(game.save(), rng))


def signed(text: str, rng: random.Random) -> str:
    """A saved game with other values here and there, and a digest that fits."""
    for _ in range(rng.randint(1, 3)):
        here = rng.choice(list(TOKEN.finditer(text)))
        text = (
            text[: here.start()] + rng.choice([*VALUES, rng.choice(TOKEN.findall(text))]) + text[here.end() :]
        )
    try:
        data = json.loads(text)
    except ValueError:  # what names a part must be a text
        return text
    data["digest"] = digest_of(data)
    return json.dumps(data)


def is_loaded_or_refused(case: str) -> None:
    """A saved game that was changed is refused in words, or is a game that goes on and can be saved."""
    data = json.loads(case)
    try:
        game = load_game(engine(data["game"]), data["text"], check=True)
    except SaveError:
        return
    for seat in [None, *range(game.players)]:
        game.view(seat)
    try:
        for _ in range(5):
            if not game.over:
                game.play(game.moves()[0])
    except RulesFailure:  # a position that no game comes to may be one too many for the rules: they say so
        return
    load_game(game.engine, game.save().encode("utf-8").decode("utf-8"))


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
                read: Any = json_data(text)
            except (ValueError, RecursionError):
                return
            found = from_data(read)
        else:
            found = from_text(text)
        done = replay(engine(data["game"]), found)
    except (RecordError, Difference):
        return
    as_text(record_of(done.game)).encode("utf-8")


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
