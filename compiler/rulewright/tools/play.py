"""`rulewright play`: a game in the terminal, from the rules as they are now."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from rulewright.tools.cache import Cache
from rulewright.tools.errors import UsageError, unknown
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.project import RULEBOOK, add_game, project_of
from rulewright.tools.render import targets
from rulewright.tools.rulebook import sentences
from rulewright.tools.tables import table
from rulewright_runtime import terminal
from rulewright_runtime.core import Blocked
from rulewright_runtime.engine import Engine
from rulewright_runtime.example_play import Failed
from rulewright_runtime.examples import AtRest, saved_after

EXAMPLES = """\
examples:
  rulewright play chess                               you are the first player, a bot the other
  rulewright play chess@atomic --human 2              a variant; you are the second player
  rulewright play chess --human 1,2                   two people at one screen
  rulewright play chess --bots turn --seed 7          bots only; the same seed gives the same game
  rulewright play chess --human 2 --bots mcts:2s      against a bot that thinks for two seconds
  rulewright play chess --players 3 --load my.game    go on with a saved game
  rulewright play chess --resume                      go on with the game that was left last
  rulewright play chess --example "mate in one"       go on from the end of an example
  rulewright play chess --record my.record             write the moves down, for rulewright replay
  rulewright play chess --language pl                 in Polish, if the rules have the words
  rulewright play chess --options                     what can be agreed on before the game, as in --clock 5

In the game: a number or words make a move, ? tells why something is not offered, help lists the rest.
"""

# Whatever this module does not know is an option of the game or of the terminal.
PASSES_ON = True


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "--human", metavar="SEATS", help="seats of people, as 2 or 1,3 (default: 1, without --bots)"
    )
    parser.add_argument(
        "--bots",
        metavar="BOTS",
        help="who plays the other seats (default: turn); without --human: all seats; "
        "random, greedy, turn:300, mcts:0.5s, my_bot.py:MyBot, with commas one for each seat",
    )
    parser.add_argument("--seed", help="the same seed gives the same game")
    parser.add_argument("--players", metavar="N", help="how many play")
    parser.add_argument("--names", help="their names, separated by commas")
    parser.add_argument("--language", metavar="CODE", help="the language of the words, as in pl")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="go on with the game that was left, or killed, last",
    )
    parser.add_argument("--example", metavar="TITLE", help="go on from the end of an example of the rules")
    parser.add_argument("--record", metavar="FILE", help="write the moves to a file, for rulewright replay")
    parser.add_argument("--check", action="store_true", help="check after every move that nothing got lost")
    parser.add_argument("--options", action="store_true", help="list the game's own options and leave")


def run(args: argparse.Namespace) -> int:
    """Plays a game in the terminal; exit code 1 if its rules are broken."""
    project = project_of(args)
    name = args.game if "@" in args.game else f"{args.game}@"
    (target,) = targets(project, name, Cache(project.cache))
    try:
        with engine(project, target) as loaded:
            if args.options:
                print(options(loaded))
                return 0
            rules = sentences(project.folder(target.game) / RULEBOOK)
            if args.example is None:
                return terminal.main(loaded, arguments(args), rules=rules)
            with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
                args.load = Path(folder) / "example.game"
                args.load.write_text(position_of(loaded, args.example), encoding="utf-8")
                return terminal.main(loaded, arguments(args), rules=rules)
    except BrokenRules as broken:
        print(broken.report)
        print(f"\n{target}: there are errors in the rules, so it cannot be played")
        return 1


def position_of(engine: Engine, title: str) -> str:
    """The end of the example of that title, as a saved game."""
    known = {example.title: example for example in (engine.examples() if engine.examples is not None else [])}
    if title not in known:
        raise unknown("example", title, known)
    try:
        return saved_after(engine, known[title])
    except AtRest as rest:
        raise UsageError(
            f"the example “{title}” is no game that could go on: {rest}",
            "name an example that ends with a question",
        ) from None
    except (Failed, Blocked) as failed:
        raise UsageError(
            f"the example “{title}” cannot be played to its end: {failed}",
            "rulewright test says where it fails",
        ) from None


def arguments(args: argparse.Namespace) -> list[str]:
    """The command line for the runtime's terminal."""
    humans = args.human or ("0" if args.bots else "1")
    words = ["--humans", humans]
    for name in ("bots", "seed", "players", "names", "language", "load", "resume", "record"):
        value = getattr(args, name)
        if value is not None:
            words += [f"--{name}={value}"]
    return words + (["--check"] if args.check else []) + list(args.rest)


def options(engine: Engine) -> str:
    """What can be agreed on before a game."""
    players = ", ".join(map(str, engine.players))
    rows = [("--players", players, str(engine.players[0]))]
    for option in engine.options:
        values = (
            f"{option.low}..{option.high}" if option.type == "number" else option.type.removeprefix("kind:")
        )
        default = str(option.default) if option.type == "number" else ""
        if option.type == "flag":
            values, default = "yes, no", "yes" if option.default else "no"
        elif option.type.startswith("kind:"):
            members = engine.kinds[values].members
            values, default = ", ".join(members), members[option.default]
        name = f"--{option.name.replace('_', '-')}{' (open)' if option.open else ''}"
        rows.append((name, values, default))
    return table(("option", "values", "default"), rows)
