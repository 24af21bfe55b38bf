"""The worked examples as positions: before the first move and after the last, as scenes that the table's modules draw."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright_runtime import scene
from rulewright_runtime.engine import Engine
from rulewright_runtime.example_steps import Chance, Claim, Example, Move, Step
from rulewright_runtime.examples import ExampleResult, Run, result_of
from rulewright_runtime.game import Game, new_game
from rulewright_runtime.position import Position
from rulewright_runtime.words import PART

_LEFT_OUT = {"decisions": [], "turn": [], "log": [], "lines": 0, "revision": 0}  # nobody is asked in a book


@dataclass(slots=True)
class Drawn:
    """One example."""

    title: str
    ids: list[str]
    place: str
    result: ExampleResult
    stage: str  # names the setting and the positions that it starts from
    viewer: int  # whose cards lie open
    seats: list[str]
    start: Any  # the difference to the position that the stage has
    before: Any  # what is given, as the difference to that
    after: Any  # what is played, as the difference to that
    played: bool
    moves: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Stage:
    """What the examples of one number of players and one choice of options have in common."""

    settings: dict[str, Any]  # by language
    starts: dict[int, Any]  # by who sees it


class Theatre:
    """Plays examples of an engine and keeps the stages on which they play."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.stages: dict[str, Stage] = {}

    def drawn(self) -> dict[str, Drawn]:
        """All examples, by their places."""
        examples = self.engine.examples() if self.engine.examples is not None else ()
        return {example.place: self._draw(example) for example in examples}

    def _draw(self, example: Example) -> Drawn:
        """An example with its scenes before and after, as differences from known ones."""
        run = _Watched(self.engine, example)
        result = result_of(run)
        play, viewer, names = run.play, _viewer(run), run.play.words.names
        options = {**_defaults(self.engine), **example.options}
        start, before, end = [
            self._moment(play.g if g is None else g, names, viewer, options)
            for g in (run.start, run.before, play.g)
        ]
        stage = self._stage(play.g.players, options)
        known = self.stages[stage].starts.setdefault(viewer, start)
        said = [text for text, _ in play.g.log or []][run.said :]
        return Drawn(
            title=example.title,
            ids=[id for id in example.rules.split(", ") if id],
            place=example.place,
            result=result,
            stage=stage,
            viewer=viewer,
            seats=list(names),
            start=delta(known, start),
            before=delta(start, before),
            after=delta(before, end),
            played=run.before is not None,
            moves=[
                f"{move.player}: {', '.join(move.answers)}" for move in run.moves if move.kind == "answer"
            ],
            log=[play.words.say(text).replace(PART, ": ") for text in said],
            claims=[step.text for step in example.steps if isinstance(step, Claim)],
        )

    def _stage(self, players: int, options: dict[str, int]) -> str:
        """The key of the setting for this number of players and these options, made at the first use."""
        differing = {name: value for name, value in options.items() if value != _defaults(self.engine)[name]}
        key = "-".join([str(players), *[f"{name}-{value}" for name, value in sorted(differing.items())]])
        if key not in self.stages:
            game = new_game(self.engine, players, 1, None, "en", False, (), False, **options)
            languages = ["en", *[one for one in self.engine.labels if one != "en"]]
            self.stages[key] = Stage({language: scene.setting(game, language) for language in languages}, {})
        return key

    def _moment(
        self, g: Position, names: tuple[str, ...], viewer: int, options: dict[str, int]
    ) -> dict[str, Any]:
        """A position as a scene, without the parts that a book does not show."""
        return {**scene.moment(Game(self.engine, g, names, options), viewer), **_LEFT_OUT}


class _Watched(Run):
    """Keeps the positions after the setup and before the first move."""

    def __init__(self, engine: Engine, example: Example) -> None:
        super().__init__(engine, example)
        self.start: Position | None = None  # after the setup
        self.before: Position | None = None  # before the first move
        self.said = 0
        self.moves: list[Move] = []

    def step(self, step: Step) -> None:
        if self.start is None and not isinstance(step, Chance):
            self.start = self.play.g.clone()
        if isinstance(step, Move) and step.kind in ("call", "answer"):
            if self.before is None:
                self.before = self.play.g.clone()
                self.said = len(self.play.g.log or [])
            self.moves.append(step)
        super().step(step)


def _defaults(engine: Engine) -> dict[str, int]:
    """The options as they are if nobody chooses."""
    return {option.name: option.default for option in engine.options}


def _viewer(run: _Watched) -> int:
    """Whose cards lie open: of whoever moves first."""
    for move in run.moves:
        seat = run.play.words.seat_named(move.player)
        if 0 <= seat < run.play.g.players:
            return seat
    return 0


def delta(old: Any, new: Any) -> Any:
    """What turns one value into another: {"=": value}, or {"~": {key: delta}, "-": [keys that are gone]}; None if they are equal."""
    if old == new:
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        changed = {key: {"=": new[key]} if key not in old else delta(old[key], new[key]) for key in new}
        found: dict[str, Any] = {"~": {key: one for key, one in changed.items() if one is not None}}
        gone = [key for key in old if key not in new]
        return {**found, "-": gone} if gone else found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        parts = {str(i): delta(a, b) for i, (a, b) in enumerate(zip(old, new))}
        return {"~": {key: one for key, one in parts.items() if one is not None}}
    return {"=": new}
