"""The engine of the game that a command line names, for commands that let bots play it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from rulewright.tools.cache import Cache
from rulewright.tools.errors import UsageError
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.project import Project, Target, project_of
from rulewright.tools.render import targets
from rulewright_runtime import OptionError
from rulewright_runtime.bots import UnknownBot, check_name
from rulewright_runtime.engine import Engine
from rulewright_runtime.options import check_players


def with_engine(args: argparse.Namespace, do: Callable[[Project, Target, Engine], int]) -> int:
    """Does something with the engine of `args.game`; rules with errors are reported instead."""
    project = project_of(args)
    name = args.game if "@" in args.game else f"{args.game}@"
    (target,) = targets(project, name, Cache(project.cache))
    try:
        with engine(project, target) as loaded:
            return do(project, target, loaded)
    except BrokenRules as broken:
        print(broken.report)
        print(f"\n{target}: there are errors in the rules, so it cannot be played")
        return 1


def usual_players(engine: Engine) -> int:
    """As many as can play, up to 4."""
    return max([number for number in engine.players if number <= 4] or engine.players)


def seated(text: str, engine: Engine, players: int | None) -> tuple[str, ...]:
    """A bot for each seat."""
    names = tuple(text.split(","))
    for name in names:
        try:
            check_name(name)
        except UnknownBot as error:
            raise UsageError(str(error)) from None
    count = players or (len(names) if len(names) > 1 else usual_players(engine))
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise UsageError(f"{len(names)} bots for {count} seats")
    try:
        check_players(engine, count)
    except OptionError as error:
        raise UsageError(str(error)) from None
    return names


def check_targets(*paths: Path | None) -> None:
    """Says before hours of play that a file could not be written in the end; `-` is the standard output."""
    for path in paths:
        if path is None or str(path) == "-":
            continue
        if path.is_dir():
            raise UsageError(f"{path} is a folder", "name a file")
        if not path.absolute().parent.is_dir():
            raise UsageError(f"{path}: there is no such folder")
