"""The command `rulewright train`."""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.tools.cores import core_of
from rulewright.tools.errors import UsageError
from rulewright.tools.playable import usual_players, with_engine
from rulewright.tools.project import Project, Target, add_game
from rulewright.tools.workers import add_workers, positive, workers_of
from rulewright_runtime.bots.stored import file_name, find_value, user_folder
from rulewright_runtime.bots.value import MOST_HIDDEN, NoValue, Value, is_stale
from rulewright_runtime.engine import Engine
from rulewright_runtime.naming import meaning_of

if TYPE_CHECKING:
    from rulewright.tools.train.rounds import State

EXAMPLES = """\
examples:
  rulewright train chess                              learns for the usual number of players, and says how it goes
  rulewright train chess@atomic --players 2           a variant
  rulewright train chess --rounds 12                  goes on where it stopped, up to 12 rounds
  rulewright train chess --minutes 60                 begins no round after an hour
  rulewright train chess --cluster 10.0.0.1:6379      games are played on a Ray cluster
  rulewright train chess --beside-rules               keeps the value in rules/chess/values/, for everybody

The bots `turn` and `greedy` play by the value from then on. Ctrl-C stops; the same command goes on.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "--players", type=int, metavar="N", help="how many play (default: as many as can, up to 4)"
    )
    parser.add_argument("--rounds", type=positive, default=8, metavar="N", help="rounds in all (default: 8)")
    parser.add_argument(
        "--games", type=positive, default=200, metavar="N", help="games of a round (default: 200)"
    )
    parser.add_argument("--minutes", type=float, metavar="M", help="begin no round after so many minutes")
    parser.add_argument(
        "--positions", type=positive, default=150, metavar="N", help="budget of the bots (default: 150)"
    )
    parser.add_argument(
        "--measure", type=positive, default=24, metavar="N", help="games that measure a round (default: 24)"
    )
    parser.add_argument(
        "--others",
        type=_part,
        default=0.3,
        metavar="X",
        help="what a point of the others takes from one's own: 0 seeks points, 1 the lead (default: 0.3)",
    )
    parser.add_argument(
        "--units",
        type=_units,
        default=32,
        metavar="N",
        help="hidden units beside the weighted sums, at most 256; more want more games (default: 32)",
    )
    parser.add_argument("--seed", type=int, default=1, help="another course of learning (default: 1)")
    add_workers(parser)
    parser.add_argument("--fresh", action="store_true", help="begin anew, whatever was learned before")
    parser.add_argument(
        "--beside-rules",
        action="store_true",
        help="keep the value in rules/GAME/values/ (default: your own folder)",
    )


def _part(text: str) -> float:
    """A part of a whole, as an argument of a command."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 1, not {text}")
    return found


def _units(text: str) -> int:
    """As many hidden units as a file of values may hold, as an argument of a command."""
    found = positive(text)
    if found > MOST_HIDDEN:
        raise argparse.ArgumentTypeError(f"must be at most {MOST_HIDDEN}, not {text}")
    return found


def run(args: argparse.Namespace) -> int:
    """Learns a value; UsageError without numpy."""
    if importlib.util.find_spec("numpy") is None:
        raise UsageError("learning needs numpy", "pip install 'rulewright[train]'")
    return with_engine(args, lambda project, target, engine: _train(project, target, engine, args))


def _train(project: Project, target: Target, engine: Engine, args: argparse.Namespace) -> int:
    """Goes on with the course of learning and keeps the best value."""
    from rulewright.tools.train.curve import drawn
    from rulewright.tools.train.rounds import Course, Settings, State
    from rulewright.tools.train.storing import ValueFile, write

    if args.beside_rules and project.bundled:
        raise UsageError("the installed games are not written to", "leave --beside-rules out")
    players = args.players or usual_players(engine)
    if players not in engine.players:
        raise UsageError(f"{target} is not for {players} players")
    settings = Settings(
        players=players,
        games=args.games,
        positions=args.positions,
        others=args.others,
        seed=args.seed,
        measured=args.measure,
        units=args.units,
    )
    beside = project.folder(target.game) / "values"
    kept = (beside if args.beside_rules else user_folder() / engine.name) / file_name(engine.variant, players)
    folder = user_folder() / "courses" / f"{engine.name}-{kept.stem}"
    folder.mkdir(parents=True, exist_ok=True)
    fresh = State(game=engine.name, variant=engine.variant, rules=meaning_of(engine), settings=settings)
    state = fresh if args.fresh else _resumed(folder, fresh)
    start = None
    if not args.fresh and (not state.curve or state.before is not None):
        start = _older(engine, players, (kept.parent, beside))
    if start is not None and not state.curve:
        print(f"begins with {_told(start, engine, players)}")
    core_of(project, target, engine)
    course = Course(engine, settings, folder, workers_of(args), _tell, state, start)
    until = time.monotonic() + 60 * args.minutes if args.minutes else float("inf")

    def keep(value: ValueFile) -> None:
        write(kept, value)

    try:
        course.run(args.rounds, until, keep)
    except KeyboardInterrupt:
        print(f"\nstopped; the same command goes on after round {len(state.curve) - 1}")
    except OSError as error:
        raise UsageError(
            f"{folder}: {error.strerror or error}; the rounds before are kept",
            "make room, and the same command goes on",
        ) from None
    if state.curve:
        print(
            drawn([point.mean for point in state.curve], [point.error for point in state.curve], state.best)
        )
        if state.best >= 0:
            print(f"{target}, {players} players: the value of round {state.best} is in {project.shown(kept)}")
        else:
            print(f"{target}, {players} players: no round plays better than the value with which it began")
    return 0 if state.curve else 130


def _older(engine: Engine, players: int, first: tuple[Path, ...]) -> Value | None:
    """The value that is there; one that cannot be read teaches nothing, and is written over by a better one."""
    try:
        return find_value(engine, players, first)
    except NoValue as error:
        print(f"{error}: begins without it", file=sys.stderr)
        return None


def _told(value: Value, engine: Engine, players: int) -> str:
    """What a value that is there is of."""
    if (value.variant, value.players) != (engine.variant, players):
        of = f"{value.game}@{value.variant}" if value.variant else value.game
        return f"the value of {of} for {value.players} player{'s' if value.players > 1 else ''}"
    return f"the value that is there{', of older rules' if is_stale(value, engine) else ''}"


def _resumed(folder: Path, fresh: State) -> State:
    """The state of an earlier course with the same rules and settings; otherwise a new one."""
    from rulewright.tools.train.rounds import State

    path = folder / "state.json"
    if not path.is_file():
        return fresh
    try:
        found = State.model_validate_json(path.read_text(encoding="utf-8"))
    except ValueError:
        print(f"{path} cannot be read: begins anew", file=sys.stderr)
        return fresh
    if found.rules != fresh.rules:
        print("the rules have changed since: begins anew", file=sys.stderr)
        return fresh
    if found.settings != fresh.settings:
        print("the settings are others than last time: begins anew", file=sys.stderr)
        return fresh
    if found.curve:
        print(f"goes on after round {len(found.curve) - 1}")
    return found


def _tell(line: str) -> None:
    """Progress: one line that is written over on a terminal, else only what ends a round."""
    if sys.stderr.isatty():
        sys.stderr.write("\r" + line.ljust(100))
        if "plays" in line:
            sys.stderr.write("\n")
        sys.stderr.flush()
    elif "plays" in line:
        print(line, file=sys.stderr, flush=True)
