"""Plays the games of a campaign, one after another or side by side in several processes."""

from __future__ import annotations

import importlib
import multiprocessing
import random
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Final

from rulewright.tools.campaign.results import Failure, Played
from rulewright.tools.campaign.tally import Tally
from rulewright_runtime import native
from rulewright_runtime.conservation import ZONES
from rulewright_runtime.engine import Engine
from rulewright_runtime.game import Game, new_game
from rulewright_runtime.invariants import Checked, Violation
from rulewright_runtime.naming import meaning_of
from rulewright_runtime.record_text import as_text
from rulewright_runtime.records import Answer, Record, Step
from rulewright_runtime.words import split_type

ROUNDS: Final = ("round", "year", "turn")  # what games call the figure that tells how far they are

Task = tuple[int, int]  # players, seed


def play_all(engine: Engine, tasks: list[Task], jobs: int) -> Generator[Played, None, None]:
    """The games in any order, as they are finished."""
    if jobs == 1 or len(tasks) == 1:
        for players, seed in tasks:
            yield play_one(engine, players, seed)
        return
    module = sys.modules[engine.make.__module__.rpartition(".")[0] + ".engine"]
    folder = Path(str(module.__file__)).parents[1]
    context = multiprocessing.get_context("spawn")
    paths = [str(folder), *sys.path]
    core = native.core_of(engine)
    with context.Pool(jobs, _start, (paths, module.__name__, core and core.path)) as pool:
        yield from pool.imap_unordered(_play, tasks, chunksize=1 + len(tasks) // (jobs * 200))


_engine: Engine | None = None  # of a process that plays


def _start(paths: list[str], module: str, core: Path | None) -> None:
    """Loads the engine into a process that is to play."""
    global _engine
    sys.path[:] = paths
    _engine = importlib.import_module(module).ENGINE
    if core is not None:
        native.put_core(_engine, core)


def _play(task: Task) -> Played:
    """Plays one game in such a process."""
    assert _engine is not None
    return play_one(_engine, *task)


def play_one(engine: Engine, players: int, seed: int) -> Played:
    """One random game with every invariant checked at every decision."""
    began = time.process_time()
    played = Played(players=players, seed=seed, decisions=0, scores=[], winners=[], seconds=0, uses={})
    run: Checked | None = None
    try:
        run = Checked(new_game(engine, players, seed), random.Random(seed))
        run.play(finished=lambda game: _note_end(played, game))
        tally = Tally(engine)
        tally.count(run)
        played.uses = tally.uses
        played.census = _census(engine, run)
    except Exception as error:  # whatever an engine may raise is what this is looking for
        _note_failure(engine, played, run, error)
    played.decisions = len(run.moves) if run is not None else 0
    played.seconds = time.process_time() - began
    return played


def _note_end(played: Played, game: Game) -> None:
    """What is only known before the moves are taken back."""
    played.scores = list(game.scores)
    played.winners = list(game.winners)
    for field in game.engine.fields:
        if field.owner == "table" and field.name in ROUNDS and field.type == "number" and not field.keys:
            played.rounds = getattr(game.position, field.attribute)
            return


def _note_failure(engine: Engine, played: Played, run: Checked | None, error: Exception) -> None:
    """Notes what failed at which decision, with the moves so far if there are any."""
    moves = [] if run is None else run.moves
    problem = str(error) if isinstance(error, Violation) else f"{type(error).__name__}: {error}"
    problem = " ".join([problem, *getattr(error, "__notes__", [])])
    played.failure = Failure(
        game=engine.name,
        variant=engine.variant,
        players=played.players,
        seed=played.seed,
        decision=len(moves),
        problem=problem,
    )
    if run is not None:
        played.record = _recorded(run)


def _recorded(run: Checked) -> str:
    """The moves of a game as people read them, the one that failed included."""
    game = run.game
    steps: list[Step] = [Answer(game.names[m.by], m.pick, m.choice, m.text) for m in run.moves]
    engine = game.engine
    return as_text(Record(engine.name, engine.variant, meaning_of(engine), game.names, {}, game.seed, steps))


def _census(engine: Engine, run: Checked) -> dict[str, tuple[int, int]]:
    """The fewest and the most things of each kind that lay in zones."""
    places = {name: i for i, name in enumerate(run.camera.names)}
    kinds: dict[str, list[int]] = {}
    for field in engine.fields:
        collection, of = split_type(field.type)
        if collection in ZONES and of.startswith("kind:") and field.attribute in places:
            kinds.setdefault(of[5:], []).append(places[field.attribute])
    found: dict[str, tuple[int, int]] = {}
    for kind, columns in kinds.items():
        sums = [sum(_size(one[0][column]) for column in columns) for one in run.past]
        found[kind] = (min(sums), max(sums))
    return found


def _size(value: object) -> int:
    """The number of things in a zone, or in the zones of all players."""
    if isinstance(value, list):
        return sum(len(zone) for zone in value)
    assert isinstance(value, tuple)
    return len(value)
