"""Bots by their names on a command line: `turn`, `turn:300`, `mcts:0.5s`, `turn:300@my.json`, `my_bot.py:Name`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Final

from .. import native
from ..engine import Engine
from .asked import Bot
from .budget import Budget, read_budget
from .judging import Playouts, Worth
from .mcts import MctsBot
from .native import NativeMcts, NativeTurn
from .simple import GreedyBot, RandomBot
from .stored import find_value
from .turn import TurnBot
from .value import USUAL, Judge, NoValue, read_value

NAMES: Final = ("random", "greedy", "turn", "mcts")
POSITIONS: Final = Budget(USUAL)  # of `turn` without a budget, if nothing was taught
SIMULATIONS: Final = Budget(400)  # of `mcts`


class UnknownBot(ValueError):
    """A name that means no bot; says what would."""


def check_name(name: str) -> None:
    """Says what is wrong with a name before anything is played."""
    kind, budget, _ = _parts(name)
    if kind in NAMES:
        try:
            read_budget(budget, POSITIONS)
        except ValueError as error:
            raise UnknownBot(f"{name}: {error}") from None
        if budget and kind in ("random", "greedy"):
            raise UnknownBot(f"{name}: {kind} has no budget")
    elif not kind.endswith(".py"):
        raise UnknownBot(
            f"there is no bot {name!r}: {', '.join(NAMES)}, with a budget as in turn:300 or mcts:0.5s, "
            "or a file of your own as in my_bot.py:MyBot"
        )
    elif not Path(kind).is_file():
        raise UnknownBot(f"{name}: there is no file {kind}")


def make_bot(name: str, engine: Engine, players: int, seed: int = 0, folders: tuple[Path, ...] = ()) -> Bot:
    """The bot of that name. `folders`: where learned values lie beside the usual places."""
    check_name(name)
    kind, budget, file = _parts(name)
    if kind == "random":
        return RandomBot(engine, seed)
    if kind == "mcts":
        return _mcts(engine, players, seed, read_budget(budget, SIMULATIONS))
    if kind in NAMES:
        worth = worth_of(engine, players, seed, folders, file)
        if kind == "greedy":
            return GreedyBot(engine, seed, worth)
        return _turn(engine, players, seed, worth, read_budget(budget, _taught_with(worth)))
    return _own(Path(kind), budget, engine, seed)


def _taught_with(worth: Worth) -> Budget:
    """The budget of `turn` if none is named: that with which its value was taught."""
    return Budget(worth.value.positions) if isinstance(worth, Judge) else POSITIONS


def _turn(engine: Engine, players: int, seed: int, worth: Worth, budget: Budget) -> Bot:
    """Turn search, on the native core if the engine has one and the answers do not depend on time: they are the same."""
    core = native.core_of(engine)
    if core is None or budget.seconds or not isinstance(worth, Judge):
        return TurnBot(engine, seed, worth, budget)
    return NativeTurn(core, players, seed, worth, budget.positions)


def _mcts(engine: Engine, players: int, seed: int, budget: Budget) -> Bot:
    """Tree search, in the same way."""
    core = native.core_of(engine)
    if core is None or budget.seconds:
        return MctsBot(engine, seed, budget)
    return NativeMcts(core, players, seed, budget.positions)


def worth_of(
    engine: Engine, players: int, seed: int = 0, folders: tuple[Path, ...] = (), file: str = ""
) -> Worth:
    """What positions are judged by: the value in a file, the learned one, or random games if there is none."""
    if file:
        value = read_value(Path(file))
        if value.game != engine.name:
            raise NoValue(f"{file} is a value for {value.game}, not for {engine.name}")
        return Judge(value, engine, players)
    found = find_value(engine, players, folders)
    return Playouts(engine, players, seed) if found is None else Judge(found, engine, players)


def _parts(name: str) -> tuple[str, str, str]:
    """What a bot is, its budget (of a file: the class), and the file of its value."""
    name, _, file = name.partition("@")
    kind, _, budget = name.partition(":")
    return kind, budget, file


def _own(path: Path, name: str, engine: Engine, seed: int) -> Bot:
    """A bot from somebody's own file; without a name, the only one there."""
    spec = importlib.util.spec_from_file_location(f"own_bot_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UnknownBot(f"{path} fails: {type(error).__name__}: {error}") from error
    classes = {
        key: one
        for key, one in vars(module).items()
        if isinstance(one, type) and issubclass(one, Bot) and one.__module__ == spec.name
    }
    if not name and len(classes) == 1:
        (name,) = classes
    if name not in classes:
        have = ", ".join(classes) or "none"
        raise UnknownBot(f"{path} has no bot {name!r}; its bots: {have}")
    return classes[name](engine, seed)
