"""Native cores: an engine compiled from C, and positions that go over to it and back at any decision."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from typing import TYPE_CHECKING, Any

from . import chance
from .boards import Board, EdgeSet
from .engine import Engine
from .position import Position, RulesFailure, invalidate_all

if TYPE_CHECKING:
    from pathlib import Path

INTERFACE = 2
SWITCH = "RULEWRIGHT_NATIVE"  # 0 in the environment: pure Python
PACKED = "core.abi3.so"  # beside the modules of a shipped engine
KEY = (1 << chance.KEY_BITS) - 1
WORD = (1 << 64) - 1
SHARED = (
    6  # values of every position before the game's own fields: then, waiting, tried, winners, told, still
)


class Unusable(Exception):
    """A file that is no core of this engine."""


class Core:
    """The native side of one engine."""

    def __init__(self, engine: Engine, module: Any, path: Path) -> None:
        self.engine = engine
        self.module = module
        self.path = path
        self.flags = {f.attribute for f in engine.fields if f.type == "flag"}
        self.templates: dict[tuple[Any, ...], Any] = {}  # positions before the setup, by players and options
        self.plain: dict[int, Any] = {}  # those with the options as they are, by players
        self.bots: dict[int, Any] = {}  # kept by `bots.matches`, by players

    def new(self, players: int, seed: int | None = None, **options: Any) -> Any:
        """A native position up to its first decision, as `fast.new` gives it in Python."""
        first = None if options else self.plain.get(players)
        key = (chance.any_seed() if seed is None else seed) & KEY
        return (first or self.before_setup(players, **options)).begun(key & WORD, key >> 64)

    def before_setup(self, players: int, **options: Any) -> Any:
        """A native position before the setup; the same one for the same options."""
        chosen = {option.name: option.default for option in self.engine.options} | options
        key = (players, *sorted(chosen.items()))
        if key not in self.templates:
            self.templates[key] = self.taken_over(self.engine.make(players, chosen))
        if not options:
            self.plain[players] = self.templates[key]
        return self.templates[key]

    def taken_over(self, g: Position) -> Any:
        """A Python position as a native one; Unusable if chance was told by names, which mean nothing there."""
        told = None
        if g.script:
            if len(g.script) > 1 or g.script[0][0] != chance.TOLD:
                raise Unusable("a position with scripted chance")
            told = g.script[0][1]
        machine = g.machine
        numbers = (
            *(g.players, g.trial, g.over, g.player, g.you, g.choice),
            *(g.answer, g.call_depth, g.idle_rounds, machine.asks_all, machine.veiled),
        )
        own = [getattr(g, name) for name in self.module.field_names]
        key, below = g.chance >> 67, g.chance & ((1 << 67) - 1)
        fields = [g.then, g.waiting, g.tried, g.winners, told, None, *own]
        return self.module.position(numbers, key & WORD, key >> 64, below >> 3, below & 7, g.options, fields)

    def given_back(self, position: Any) -> Position:
        """A native position as a Python one."""
        numbers, low, high, block, draw, options, fields = position.read()
        engine = self.engine
        g = engine.make(numbers[0], {option.name: option.default for option in engine.options})
        _, g.trial, over, g.player, g.you, g.choice, g.answer, g.call_depth, g.idle_rounds, _, _ = numbers
        g.over = bool(over)
        g.chance = (low | high << 64) << 67 | block << 3 | draw
        g.options = options
        g.then, waiting, g.tried, g.winners, told, _ = fields[:SHARED]
        g.waiting = tuple((*pending[:3], list(pending[3]), pending[4]) for pending in waiting)
        if told is not None:
            chance.tell(g, told)
        for name, value in zip(self.module.field_names, fields[SHARED:], strict=True):
            setattr(g, name, self.as_before(name, value, getattr(g, name)))
        invalidate_all(g)
        return g

    def as_before(self, name: str, value: Any, first: Any) -> Any:
        """A value of a field in the form that the Python position has: lists, and flags."""
        flag = name in self.flags
        if isinstance(first, list):
            return [bool(x) for x in value] if flag else list(value)
        return bool(value) if flag else value


def wanted() -> bool:
    """Whether native cores are used at all: not if the environment says 0."""
    return os.environ.get(SWITCH, "") != "0"


def core_of(engine: Engine) -> Core | None:
    """The core that an engine has: one that was put on it, or the one in its package; None: it plays in Python."""
    if not wanted():
        return None
    if engine.core is None:
        engine.core = packed_core(engine)
    return engine.core or None


def packed_core(engine: Engine) -> Core | bool:
    """The core in the package of an engine; False: there is none that can be used here."""
    from pathlib import Path  # most engines are imported without a core

    module = sys.modules.get(engine.make.__module__)
    path = Path(str(getattr(module, "__file__", None))).parent / PACKED
    if not path.is_file():
        return False
    try:
        return load(engine, path)
    except Unusable as why:
        print(f"{engine.title} is played in Python: {why}", file=sys.stderr)
        return False


def put_core(engine: Engine, path: Path) -> Core:
    """Puts the core in a file on an engine, for all that plays with it; Unusable if it is none of this engine."""
    engine.core = load(engine, path)
    found: Core = engine.core
    return found


def load(engine: Engine, path: Path) -> Core:
    """The core in a file; Unusable if the file is no core, or one of other rules."""
    spec_name = f"{path.stem.partition('.')[0]}.core"
    loader = importlib.machinery.ExtensionFileLoader(spec_name, str(path))
    spec = importlib.util.spec_from_file_location(spec_name, path, loader=loader)
    assert spec is not None
    try:
        module: Any = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    except (ImportError, OSError) as error:
        raise Unusable(f"{path.name} cannot be loaded: {error}") from error
    if getattr(module, "interface", 0) != INTERFACE:
        raise Unusable(f"{path.name} was made for another version of the runtime")
    if module.rules != engine.rules:
        raise Unusable(f"{path.name} was built from other rules")
    module.bind([table(engine, name) for name in module.table_names], RulesFailure)
    return Core(engine, module, path)


def table(engine: Engine, name: str) -> Any:
    """The value of a table that a core asks for, as in LAND.neighbours, LAND.lines:3 or R_COIN.rules."""
    rules = sys.modules[engine.make.__module__]
    name, _, part = name.partition(".")
    if part == "rules":
        return getattr(rules, name)
    tables = sys.modules[f"{rules.__name__.rpartition('.')[0]}.tables"]
    value = getattr(tables, name)
    if not part:
        return value
    if isinstance(value, dict):
        return {key: part_of(board, part) for key, board in value.items()}
    return part_of(value, part)


def part_of(board: Board | EdgeSet, part: str) -> Any:
    """A part of a board, or what one of its methods gives for a number."""
    name, called, number = part.partition(":")
    found = getattr(board, name)
    return found(int(number)) if called else found
