"""Plays one game of bots and notes what a designer may ask about: scores, choices, possessions, sources of points."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from rulewright.tools.simulate.bringing import located
from rulewright.tools.simulate.placed import Placed
from rulewright.tools.simulate.stakes import Observer, Stakes
from rulewright.tools.workers import here
from rulewright_runtime import fast, moves
from rulewright_runtime.bots import Bot, make_bot
from rulewright_runtime.core import NONE, Position, step
from rulewright_runtime.effects import Effect, effects_on
from rulewright_runtime.engine import Engine, Field
from rulewright_runtime.moves import pending_decisions
from rulewright_runtime.words import Words, split_type

MOST_DECISIONS = 20_000
MOMENTS = 10  # how often in a game it is noted who leads
ACTIONS = ("menu", "branch", "may")


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played; all that happens in it follows from this."""

    number: int
    seed: int
    bots: tuple[str, ...]  # by seat
    folders: tuple[str, ...]  # where values lie
    options: tuple[tuple[str, int], ...]
    limit: float  # seconds for an answer; 0: any time
    sources: bool = (
        True  # whether it is noted which rules give points, who leads when, and which decisions matter
    )
    drawn: frozenset[str] = frozenset()  # choices that chance answers, whoever is asked


@dataclass(slots=True)
class Played:
    """What came of it. A seat's things are counted by (sort, name)."""

    number: int
    seed: int
    bots: tuple[str, ...]
    scores: list[int]
    winners: list[int]
    decisions: int
    over: bool
    choices: list[int]  # decisions of each seat with more than one answer
    answers: list[int]  # all answers that these had together
    chosen: list[Counter[tuple[str, str]]]
    owned: list[Counter[tuple[str, str]]]
    points: list[Counter[tuple[str, str]]]  # by line of the rules and rule ids
    course: list[list[int]]  # scores at equal parts of the game
    asked: Counter[str]
    placed: set[tuple[str, str]]  # members of kinds that lay on places of a board, by (kind, label)
    turns: list[int]  # of each seat: how often it was its turn to choose
    stakes: Stakes  # which decisions made a difference
    seconds: float
    faults: list[tuple[int, str]]  # bots that failed: seat and why


def play(engine: Engine, task: Task) -> Played:
    """One game. A bot that fails or takes too long answers at random from then on."""
    began = time.process_time()
    players = len(task.bots)
    g = fast.new(engine, players, task.seed, **dict(task.options))
    folders = tuple([Path(here(folder)) for folder in task.folders])
    seats: list[Bot] = [
        make_bot(located(name), engine, players, task.seed * 100 + seat, folders)
        for seat, name in enumerate(task.bots)
    ]
    draws = random.Random(f"{task.seed} draws")
    notes = Notes(engine, players, task)
    faults: list[tuple[int, str]] = []
    count = 0
    while g.then is not None and count < MOST_DECISIONS:
        seat = g.player
        try:
            if engine.machine.choices[g.choice].name in task.drawn:
                option = draws.choice(g.options)
            else:
                with time_limit(task.limit):
                    option = seats[seat].answer(g)
            if option not in g.options:
                raise ValueError(f"answered {option!r}, which is no option")
        except Exception as error:
            faults.append((seat, f"{type(error).__name__}: {error}"))
            seats[seat] = make_bot("random", engine, players, task.seed * 100 + seat)
            option = seats[seat].answer(g)
        notes.before(g, option)
        step(g, option)
        notes.after(g)
        count += 1
    score = engine.score
    return Played(
        task.number,
        task.seed,
        task.bots,
        [] if score is None else [score(g, seat) for seat in range(players)],
        list(g.winners),
        count,
        g.over,
        notes.choices,
        notes.answers,
        notes.chosen,
        [possessions(engine, notes.words, g, seat) for seat in range(players)],
        notes.points,
        notes.moments(),
        notes.asked,
        notes.placed.seen_with(g),
        notes.turns,
        notes.observer.found,
        time.process_time() - began,
        faults,
    )


class Notes:
    """What is noted while a game is played."""

    def __init__(self, engine: Engine, players: int, task: Task) -> None:
        self.engine = engine
        self.sources = task.sources and engine.score is not None
        self.watches = task.sources
        self.observer = Observer(engine, task.seed)
        self.turns = [0] * players
        self.chooser = -1
        self.players = players
        self.words = Words(engine, tuple([f"player {seat + 1}" for seat in range(players)]))
        self.choices = [0] * players
        self.answers = [0] * players
        self.chosen: list[Counter[tuple[str, str]]] = [Counter() for _ in range(players)]
        self.points: list[Counter[tuple[str, str]]] = [Counter() for _ in range(players)]
        self.asked: Counter[str] = Counter()
        self.placed = Placed(engine)
        self.course: list[list[int]] = []
        self._before: tuple[Position, int] | None = None

    def before(self, g: Position, option: int) -> None:
        """Notes what is asked and answered."""
        choice = self.engine.machine.choices[g.choice]
        self.asked[choice.name] += 1
        if self.watches:
            self.placed.look(g)
        seat = g.player
        if len(g.options) > 1:
            self.choices[seat] += 1
            self.answers[seat] += len(g.options)
            self.turns[seat] += seat != self.chooser
            self.chooser = seat
            if self.watches:
                self.observer.look(g, option)
        named = action_of(self.words, g, option)
        if named is not None:
            self.chosen[seat][named] += 1
        self._before = (g.clone(), option) if self.sources else None

    def after(self, g: Position) -> None:
        """Notes the scores after an answer, and which rules gave the points."""
        score = self.engine.score
        if score is None or self._before is None:
            return
        before, option = self._before
        now = [score(g, seat) for seat in range(self.players)]
        self.course.append(now)
        if now != [score(before, seat) for seat in range(self.players)]:
            self._sources(before, option)

    def _sources(self, g: Position, option: int) -> None:
        """The step once more, with an eye on the scores: which lines of the rules changed them."""
        score = self.engine.score
        assert score is not None

        def figures() -> tuple[int, ...]:
            return tuple([score(g, seat) for seat in range(self.players)])

        for effect in effects_on(self.engine, lambda: step(g, option), figures):
            for seat in range(self.players):
                change = effect.after[seat] - effect.before[seat]
                if change:
                    self.points[seat][_source(effect)] += change

    def moments(self) -> list[list[int]]:
        """The scores at equal parts of the game, the end included."""
        last = len(self.course) - 1
        return [self.course[last * part // MOMENTS] for part in range(MOMENTS + 1)] if self.course else []


def _source(effect: Effect) -> tuple[str, str]:
    """Where points come from: the line that calls a rule which only gives them, or the line itself if only it cites the rulebook."""
    own = (effect.place, effect.rule)
    return effect.caller if effect.caller[1] or (effect.caller[0] and not effect.rule) else own


def action_of(words: Words, g: Any, option: int) -> tuple[str, str] | None:
    """What an answer does: an action, a branch, or one of a kind; cells and pieces are no actions."""
    pending, *_ = pending_decisions(g)
    choice = pending.choice
    sort = choice.type.partition(":")[0]
    if moves.free_action(g, option) is None:
        if sort == "kind" and option >= 0:
            kind = words.engine.kinds[choice.type[5:]]
            return f"choice {choice.name}", kind.labels[option]
        if sort not in ACTIONS:
            return None
    text = moves.text_of(words, g, choice, pending.then, option)
    if sort == "may":
        return "action", choice.outline() if option == 1 else f"{choice.outline()}: {text}"
    return "action", text


def possessions(engine: Engine, words: Words, g: Any, seat: int) -> Counter[tuple[str, str]]:
    """What a player has in the end, by the fields that hold members of kinds or pieces of a kind."""
    found: Counter[tuple[str, str]] = Counter()
    for field in engine.fields:
        if field.owner != "player" or field.keys or field.internal:
            continue
        collection, type = split_type(field.type)
        value = getattr(g, field.attribute)[seat]
        members = list(value) if collection else [value]
        if type.startswith("piece:"):
            kinds = _kind_of(engine, type)
            if kinds is None:
                continue
            members = [getattr(g, kinds.attribute)[piece] for piece in members if piece >= 0]
            type = split_type(kinds.type)[1]
        if type.startswith("kind:"):
            labels = engine.kinds[type[5:]].labels
            for member in members:
                if member != NONE:
                    found[(field.name, labels[member])] += 1
    return found


def _kind_of(engine: Engine, piece: str) -> Field | None:
    """The field of a sort of piece that names its kind, or None."""
    for field in engine.fields:
        if field.owner == piece and split_type(field.type)[1].startswith("kind:") and not field.keys:
            return field
    return None


class TooSlow(Exception):
    """A bot took longer than it may."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts what takes longer, where the system can do that."""
    if (
        not seconds
        or not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"no answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def tasks(
    bots: tuple[str, ...],
    games: int,
    seed: int,
    folders: tuple[str, ...],
    options: dict[str, int],
    limit: float,
    fixed: bool,
    drawn: frozenset[str] = frozenset(),
) -> list[Task]:
    """All games; the bots change seats from game to game, unless they are fixed."""
    found = []
    for number in range(games):
        turn = 0 if fixed else number % len(bots)
        seated = bots[turn:] + bots[:turn]
        found.append(
            Task(
                number,
                random.Random(seed * 1_000_003 + number).getrandbits(48),
                seated,
                folders,
                tuple(sorted(options.items())),
                limit,
                drawn=drawn,
            )
        )
    return found
