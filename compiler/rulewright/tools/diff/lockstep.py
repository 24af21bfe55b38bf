"""Two engines in lock-step: the same moves by content, and whether the positions still say the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulewright.tools.diff.report import WitnessKind
from rulewright_runtime import fast, moves, saves, views
from rulewright_runtime.engine import Engine
from rulewright_runtime.naming import naming_of
from rulewright_runtime.player_names import player_names
from rulewright_runtime.steps import step
from rulewright_runtime.words import Words

Options = dict[str, int]


def alike(a: Engine, b: Engine) -> bool:
    """Whether numbers mean the same in both engines, so that positions can be compared as they are."""
    return _shape(a) == _shape(b)


def _shape(engine: Engine) -> tuple[Any, ...]:
    """What two engines must have in common so that their numbers mean the same."""
    return (
        engine.players,
        engine.participants,
        {name: kind.members for name, kind in engine.kinds.items()},
        {name: board.names for name, board in engine.boards.items()},
        engine.resources,
        engine.effects,
        [(f.attribute, f.type, f.keys) for f in engine.fields],
        list(engine.pieces),
        [action.name for action in engine.machine.actions],
        [(option.name, option.type) for option in engine.options],
    )


@dataclass(slots=True)
class Side:
    """An engine with what is needed to read its positions."""

    engine: Engine
    words: Words
    attributes: list[str]
    choices: list[str]

    def new(self, players: int, seed: int, options: Options) -> Any:
        """A position at the start of a game."""
        return fast.new(self.engine, players, seed, **options)


def side(engine: Engine, players: int) -> Side:
    """An engine with the words, attributes and choices by which it is compared."""
    names = player_names(players, None)
    g = engine.make(players, {option.name: option.default for option in engine.options})
    attributes = saves.state_attributes(engine, g)
    choices = list(naming_of(engine).choices)
    return Side(engine, Words(engine, names), attributes, choices)


class Duo:
    """How positions of two engines are compared and moves carried over."""

    def __init__(self, old: Side, new: Side) -> None:
        self.old = old
        self.new = new
        self.exact = alike(old.engine, new.engine)

    def carried(self, a: Any, b: Any, option: int) -> int | None:
        """The option of the new side that means what this one means on the old side."""
        if self.exact:
            return option if option in b.options else None
        (p, *_), (q, *_) = moves.pending_decisions(a), moves.pending_decisions(b)
        content = _contents(self.old, a, p)[p.options.index(option)]
        there = _contents(self.new, b, q)
        return q.options[there.index(content)] if content in there else None

    def parted(self, a: Any, b: Any) -> WitnessKind | None:
        """In what two positions differ; None if they say the same."""
        if a.over != b.over or (a.over and a.winners != b.winners):
            return "winner"
        asked = self._asked(a, b)
        if asked is not None:
            return asked
        if not self._same_state(a, b):
            return "effect"
        return "chance" if a.chance != b.chance else None

    def _asked(self, a: Any, b: Any) -> WitnessKind | None:
        """How two decisions differ: who is asked what, or what is offered; None if they do not."""
        if a.then is None or b.then is None:
            return None if a.then is b.then else "asked"
        if (a.player, a.you, len(a.waiting)) != (b.player, b.you, len(b.waiting)):
            return "asked"
        if self.old.choices[a.choice] != self.new.choices[b.choice]:
            return "asked"
        if self.exact:
            return None if a.options == b.options else "moves"
        (p, *_), (q, *_) = moves.pending_decisions(a), moves.pending_decisions(b)
        here, there = _contents(self.old, a, p), _contents(self.new, b, q)
        return None if set(here) == set(there) else "moves"

    def _same_state(self, a: Any, b: Any) -> bool:
        """True if two positions hold the same."""
        if self.exact:
            return all(getattr(a, name) == getattr(b, name) for name in self.old.attributes)
        here, there = facts(self.old, a), facts(self.new, b)
        return all(same_fact(here.get(key), there.get(key)) for key in {**here, **there})


def _contents(side: Side, g: Any, pending: moves.Pending) -> list[moves.Pick]:
    """The options of a decision by their content."""
    return moves.contents(side.words, g, pending, pending.options)


def same_fact(a: Any, b: Any) -> bool:
    """Whether two facts are the same; what one side does not have is the same as nothing."""
    return bool(a == b) or (not a and not b)


def facts(side: Side, g: Any) -> dict[str, Any]:
    """All that is to be known about a position, by the path to it; what is secret is read from its owner's view."""
    found: dict[str, Any] = {}
    for viewer in (None, *range(g.players)):
        view = views.view(side.words, g, viewer)
        for part in ("table", "players", "boards"):
            _flatten(view[part], part, found)
        for piece, ones in view["pieces"].items():
            for one in ones:
                _flatten(one, f"pieces/{piece}/{one['piece']}", found)
    return found


def _flatten(value: Any, path: str, found: dict[str, Any]) -> None:
    """Adds every value of a view under its path."""
    if isinstance(value, dict):
        if set(value) == {"hidden"}:
            found.setdefault(f"{path}/hidden", value["hidden"])
            return
        for key, one in value.items():
            _flatten(one, f"{path}/{key}", found)
    else:
        found[path] = value


# ---------------------------------------------------------------- playing


@dataclass(frozen=True, slots=True)
class Play:
    """A play up to where the sides part: the answers on the old side, each with the choice that it answers."""

    players: int
    seed: int
    moves: tuple[tuple[str, int], ...]
    kind: WitnessKind

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self.moves)


Picker = Callable[[Any], int]


def taste(rng: random.Random, strength: float) -> Picker:
    """Random play with likings of its own: whoever likes an option tends to take it every time."""
    likings: dict[tuple[int, int, int], float] = {}

    def pick(g: Any) -> int:
        options = g.options
        if len(options) == 1 or not strength:
            return int(options[int(rng.random() * len(options))])
        weights = []
        for option in options:
            key = (g.player, g.choice, option)
            if key not in likings:
                likings[key] = 2.0 ** rng.gauss(0, strength)
            weights.append(likings[key])
        return int(rng.choices(options, weights)[0])

    return pick


def stepped(g: Any, option: int) -> bool:
    """Plays a move; False if the rules break down over it, as those of a mixed game may."""
    try:
        step(g, option)
    except Exception:  # a mixed game is no game that anybody wrote: whatever it does wrong is no finding
        return False
    return True
