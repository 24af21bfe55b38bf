"""Decisions of saved games: who is asked what, and the frames below, each with locals of its types on what it can stand on."""

from __future__ import annotations

from typing import Any, Final

from .core import (
    FIRST_LABEL,
    FREE,
    L_FINISH,
    L_JOIN,
    L_REASK,
    L_UNIT,
    L_WITH,
    Then,
)
from .engine import Engine
from .meanings import ANY_CHOICE, ANYTHING
from .naming import naming_of
from .plain import Checker, Wrong, whole_number
from .trials import standing

Decision = tuple[int, int, int, list[int], Then]  # player, for whom, choice, options, what waits

DEEPEST: Final = 10_000  # frames; rules that call themselves are stopped long before
# How many values the runtime's own frames keep.
KEPT: Final = {L_UNIT: (0, 1), L_FINISH: (0,), L_JOIN: (0,), L_WITH: (2,), L_REASK: (3,)}


class Decisions:
    """Reads the decisions of one saved game, whose fields have been read."""

    def __init__(self, engine: Engine, checker: Checker, g: Any, part: bool = False) -> None:
        self.part = part  # only a rule is carried out: no end of the game follows it
        self.engine = engine
        self.checker = checker
        self.g = g
        self.naming = naming_of(engine)
        self.meaning = self.naming.meaning

    # ------------------------------------------------------------ reading

    def read(self, data: Any) -> Decision:
        """One decision; Wrong tells what cannot be in it."""
        if not isinstance(data, dict) or set(data) != {"player", "you", "choice", "options", "then"}:
            raise Wrong("a decision is malformed")
        player = whole_number(data["player"], 0, self.g.players - 1)
        you = whole_number(data["you"], 0, self.checker.seats - 1)
        if you < self.g.players and you != player:
            raise Wrong("one player is asked for another")
        choices = self.naming.numbers["choice"]
        if not isinstance(data["choice"], str) or data["choice"] not in choices:
            raise Wrong(f"no choice is called {data['choice']!r:.60}")
        choice = choices[data["choice"]]
        options = self.naming.read_options(choice, data["options"])
        then = self._frames(data["then"])
        self._check_asked(choice, then)
        return player, you, choice, options, then

    def _frames(self, frames: Any) -> Then:
        """The continuation of frames that are listed with the next one first; `Wrong` if one cannot be."""
        if not isinstance(frames, list) or not 0 < len(frames) <= DEEPEST:
            raise Wrong("a decision does not say what follows")
        then: Then | None = None
        for frame in reversed(frames):
            then = self.naming.read_frame(frame, then)
            self._check_values(then)
        if then is None or then[1] < FIRST_LABEL:
            raise Wrong("a decision does not say what follows")
        self._check_stack(then)
        return then

    # ------------------------------------------------------------ what frames hold

    def _check_values(self, frame: Then) -> None:
        """Raises `Wrong` if a local of a frame has a value that its type does not allow."""
        label, values = frame[1], frame[2:]
        if label < FIRST_LABEL:
            self._check_own(label, values)
            return
        name, names, _, types, _ = self.meaning.frames[label - FIRST_LABEL]
        if names is None:
            return
        kept = dict(zip(names, values, strict=True))
        for local, type, value in zip(names, types, values, strict=True):
            try:
                self.checker.check_local(type, value)
            except Wrong as wrong:
                raise Wrong(f"{name}: {local}: {wrong}") from None
            items = kept.get(type.removeprefix("place in ")) if type.startswith("place in ") else None
            if isinstance(items, tuple) and value > len(items):
                raise Wrong(f"{name}: {local}: {value} is no place among {len(items)}")

    def _check_own(self, label: int, values: tuple[Any, ...]) -> None:
        """The frames that are the runtime's own keep actions, seats, menus and choices."""
        tables = self.naming.tables
        if len(values) not in KEPT[label]:
            raise Wrong(f"{self.naming.frames[label]} keeps {len(values)} values")
        if label == L_UNIT and values:
            whole_number(values[0], 0, len(tables["action"]) - 1)
        elif label == L_WITH:
            whole_number(values[0], 0, self.checker.seats - 1)
            if whole_number(values[1], 0, len(tables["menu"]) - 1) not in self.engine.machine.free_menus:
                raise Wrong(f"{tables['menu'][values[1]]} is no menu of free actions")
        elif label == L_REASK:
            whole_number(values[0], 0, self.g.players - 1)
            whole_number(values[1], 0, self.checker.seats - 1)
            whole_number(values[2], 0, len(tables["choice"]) - 1)

    # ------------------------------------------------------------ what stands on what

    def _check_stack(self, then: Then) -> None:
        """Every frame stands on what the rules can have put below it."""
        frame: Then | None = then
        while frame is not None:
            below, path = self._below(frame)
            if self.meaning.below and not self._can_stand(frame[1], path):
                raise Wrong(f"{self.naming.frames[frame[1]]} cannot stand where it does")
            frame = below

    def _can_stand(self, label: int, path: tuple[int, ...]) -> bool:
        """Whether the labels below a frame of the rules can be there."""
        possible = self.meaning.below[self.meaning.frames[label - FIRST_LABEL][4]]
        if not path and not self.part:
            return possible == (
                (),
            )  # the beginning and the end of the game stand on nothing, and on nothing else
        return path in possible or any(self._fits(path, one) for one in possible)

    def _below(self, frame: Then) -> tuple[Then | None, tuple[int, ...]]:
        """The next frame of the rules below one, and the labels on the way, its own the last."""
        path: list[int] = []
        below: Then | None = frame[0]
        while below is not None:
            path.append(below[1])
            if below[1] == L_REASK:
                self._check_asked(below[4], below[0])
            if below[1] >= FIRST_LABEL:
                break
            below = below[0]
        return below, tuple(path)

    def _fits(self, path: tuple[int, ...], possible: tuple[int, ...]) -> bool:
        """True if the labels below a frame match a pattern that ends in anything or in any choice."""
        if possible and possible[-1] == ANYTHING:
            return path[: len(possible) - 1] == possible[:-1]
        if possible and possible[-1] == ANY_CHOICE:
            return path[:-1] == possible[:-1]
        return False

    def _check_asked(self, choice: int, then: Then | None) -> None:
        """A choice is answered to a frame that takes its answer."""
        asks = self.meaning.asks
        if then is None or (asks and then[1] not in asks[choice]):
            raise Wrong(f"nothing waits for the answer to {self.naming.choices[choice]}")

    # ------------------------------------------------------------ several decisions

    def check_together(self, decisions: list[Decision]) -> None:
        """Decisions that wait side by side are of different players and meet where all have answered; all offer what the rules do."""
        if len(decisions) > 1:
            if len({(one[0], one[1]) for one in decisions}) != len(decisions):
                raise Wrong("somebody is asked two things at once")
            gates = [_gate(one[4]) for one in decisions]
            if gates[0] is None or any(gate != gates[0] for gate in gates):
                raise Wrong("the decisions that wait do not lead to the same place")
        for one in decisions:
            self._check_options(one)

    def _check_options(self, decision: Decision) -> None:
        """What was offered must be on offer still when the rules compute it again."""
        _, you, number, options, then = decision
        choice = self.engine.machine.choices[number]
        try:
            computed = set(choice.options(self.g, then))
            free = self._free(you, then) if any(option >= FREE for option in options) else set()
        except Exception as error:  # a position that no game reaches may fail anywhere in the rules
            raise Wrong(f"its position makes no sense to the rules ({type(error).__name__})") from None
        for option in options:
            if option not in computed and option not in free:
                raise Wrong(f"{choice.name} offers what the rules do not")

    def _free(self, you: int, then: Then) -> set[int]:
        """The free actions beside a decision."""
        menu = standing(self.g, then).menus.get(you, -1)
        return set() if menu < 0 else set(self.engine.machine.free_menus[menu](self.g, you))


def _gate(then: Then | None) -> Then | None:
    """The frame at which secret answers meet."""
    while then is not None and then[1] != L_JOIN:
        then = then[0]
    return then
