"""`rulewright games`: all games with players, length, mechanisms and lines of rules."""

from __future__ import annotations

import argparse
import random
import statistics

from pydantic import BaseModel, Field, TypeAdapter

from rulewright.tools.cache import Cache, digest
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.mechanisms import lines, mechanisms
from rulewright.tools.project import Project, Target, add_games, chosen_games, project_of
from rulewright.tools.render import variants
from rulewright.tools.tables import count, table
from rulewright.tools.tree import parsed
from rulewright_runtime import RulesFailure, fast
from rulewright_runtime.engine import Engine
from rulewright_runtime.failures import told

EXAMPLES = """\
examples:
  rulewright games                 all games, those of a group under its name
  rulewright games classics        the games of a group
  rulewright games --json          for other programs

The length is the number of decisions in a game of random players (the middle one of three, with the fewest players).
Mechanisms are found from the rules; lines are those of the rules alone, without examples, looks and translations.
"""

SEEDS = (1, 2, 3)
LONGEST = 20_000  # decisions; a game of random players may go on for ever


class Listed(BaseModel):
    """One game of the list."""

    game: str
    title: str
    group: str = Field(description="the folder of games in which it lies; empty if it lies in rules/ itself")
    players: list[int]
    length: int | None = Field(description="decisions in a random game; none if the rules fail")
    mechanisms: list[str]
    lines: int = Field(description="lines of rules, without examples, looks and translations")
    variants: list[str]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_games(parser, "games or groups of games to list (default: all)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(args: argparse.Namespace) -> int:
    """Lists games; exit code 1 if the rules of one are broken."""
    project = project_of(args)
    cache = Cache(project.cache)
    found: list[Listed] = []
    broken: list[str] = []
    for game in chosen_games(project, args.games):
        try:
            found.append(listed(project, game, cache))
        except BrokenRules as error:
            broken.append(game)
            if not args.json:
                print(error.report)
    found.sort(key=lambda one: (one.group, one.game))
    if args.json:
        print(TypeAdapter(list[Listed]).dump_json(found, indent=2).decode())
    else:
        print(as_text(found))
        if broken:
            print(f"\nerrors in the rules of {', '.join(broken)}")
    return 1 if broken else 0


def listed(project: Project, game: str, cache: Cache) -> Listed:
    """All that the list says of a game; BrokenRules if there is no engine."""
    trees = parsed(project, game)
    with engine(project, Target(game)) as loaded:
        return Listed(
            game=game,
            title=loaded.title,
            group="/".join(project.folder(game).relative_to(project.rules).parts[:-1]),
            players=list(loaded.players),
            length=remembered_length(loaded, cache),
            mechanisms=mechanisms(trees),
            lines=lines(trees),
            variants=[variant for variant in variants(project, game, cache) if variant],
        )


def remembered_length(engine: Engine, cache: Cache) -> int | None:
    """The length of a game, played only if its rules have changed since."""
    key = digest(["length", engine.rules])
    known = cache.get(f"{engine.name}.length", key)
    if not isinstance(known, int):
        known = length(engine)
        cache.put(f"{engine.name}.length", key, known)
    return known


def length(engine: Engine) -> int | None:
    """How many decisions a game of random players has; None if the rules fail in play."""
    try:
        with told(engine):
            played = [fast.new(engine, engine.players[0], seed) for seed in SEEDS]
            return int(statistics.median(fast.playout(g, random.Random(1), LONGEST) for g in played))
    except RulesFailure:
        return None


def as_text(found: list[Listed]) -> str:
    """The games in tables, one for each group."""
    parts: list[str] = []
    for group in dict.fromkeys(one.group for one in found):
        rows = [row(one) for one in found if one.group == group]
        parts.append(
            (f"{group}:\n" if group else "")
            + table(("game", "players", "length", "lines", "mechanisms"), rows)
        )
    return "\n\n".join([*parts, count(len(found), "game")])


def row(one: Listed) -> tuple[str, str, str, str, str]:
    """A game as a row of its table."""
    length = "?" if one.length is None else f"{one.length}"
    return one.game, counted(one.players), length, str(one.lines), ", ".join(one.mechanisms)


def counted(players: list[int]) -> str:
    """`2`, `2-4`, or `2, 4`."""
    low, high = players[0], players[-1]
    if players != list(range(low, high + 1)):
        return ", ".join(map(str, players))
    return str(low) if low == high else f"{low}-{high}"
