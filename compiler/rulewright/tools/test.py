"""`rulewright test`: runs the examples that are written in the rules."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, Field

from rulewright.tools.cache import Cache
from rulewright.tools.errors import UsageError
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.project import (
    Project,
    Target,
    add_games,
    chosen_games,
    known_game,
    project_of,
    spelt_out,
)
from rulewright.tools.render import targets
from rulewright.tools.tables import count
from rulewright_runtime.examples import ExampleResult, run_examples

EXAMPLES = """\
examples:
  rulewright test                     every example of every game, under every variant
  rulewright test chess               one game, with all its variants
  rulewright test chess@              the game alone, without its variants
  rulewright test chess@atomic        one variant
  rulewright test rules/chess/examples/mate.rules   the examples of one file
  rulewright test chess --only mate   examples with these words in their title or rule ids
  rulewright test --quiet             failures and sums only
  rulewright test --json              for other programs
"""


class ExampleRun(BaseModel):
    """How one example ended under one variant."""

    game: str
    variant: str
    title: str
    rules: str = Field(description="rule ids, separated by commas")
    place: str = Field(description="rules file and line of the example")
    passed: bool
    message: str = Field(description="what failed and what was found instead")
    failed_at: str = Field(description="rules file and line of what failed")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_games(parser, "games, variants or rules files to test (default: all)")
    parser.add_argument(
        "--only", metavar="WORDS", default="", help="only examples with these words in title or ids"
    )
    parser.add_argument("--quiet", action="store_true", help="show failures and sums only")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def run(args: argparse.Namespace) -> int:
    """Runs examples; exit code 1 if one fails or rules are broken."""
    project = project_of(args)
    cache = Cache(project.cache)
    names = spelt_out(project, args.games) or chosen_games(project, [])
    wanted = [choice_of(project, name) for name in names]
    results: list[ExampleRun] = []
    broken = False
    for game in dict.fromkeys(choice.game for choice in wanted):
        mine = [choice for choice in wanted if choice.game == game]
        found = tested_game(project, cache, mine, args)
        results += found.results
        broken = broken or bool(found.broken)
        if not args.json:
            for line in at_the_end(found):
                print(line, flush=True)
    if args.json:
        print(json.dumps([result.model_dump() for result in results], ensure_ascii=False, indent=2))
    else:
        print(summary(results))
    return 1 if broken or not all(result.passed for result in results) else 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was asked for: a game or one of its variants, perhaps the examples of one file."""

    game: str
    name: str
    path: str = ""


@dataclass(slots=True)
class Tested:
    """What came of the examples of a game; what is the same in several variants is told once."""

    results: list[ExampleRun] = field(default_factory=list)
    reports: dict[str, None] = field(default_factory=dict)  # errors in the rules
    broken: list[Target] = field(default_factory=list)  # which could not be tested


def choice_of(project: Project, name: str) -> Chosen:
    """A game or a variant, or a rules file of one."""
    if not name.endswith(".rules"):
        return Chosen(known_game(project, name.partition("@")[0]), name)
    path = next((p for p in (Path(name), project.root / name) if p.is_file()), None)
    if path is None:
        raise UsageError(
            f"there is no file {name}", "name a file of the rules, as in rules/chess/moves.rules"
        )
    shown = project.shown(path)
    games = [
        game for game, folder in project.folders().items() if path.resolve().is_relative_to(folder.resolve())
    ]
    if not games:
        raise UsageError(
            f"{name} is not a file of a game", f"the games are in {project.shown(project.rules)}/"
        )
    return Chosen(games[0], games[0], shown)


def tested_game(project: Project, cache: Cache, wanted: list[Chosen], args: argparse.Namespace) -> Tested:
    """Runs what was chosen of one game; what holds is told at once."""
    found = Tested()
    paths: dict[Target, set[str]] = {}
    for choice in wanted:
        for target in targets(project, choice.name, cache):
            paths.setdefault(target, set()).add(choice.path)
    for target, files in paths.items():
        try:
            every = [result for result in tested(project, target) if chosen(result, args.only)]
        except BrokenRules as error:
            found.broken.append(target)
            found.reports |= dict.fromkeys(error.report.split("\n\n"))
            continue
        ran = [result for result in every if "" in files or result.place.rpartition(":")[0] in files]
        found.results += ran
        if not args.json:
            for line in lines(ran, args.quiet):
                print(line, flush=True)
            if not every and not args.only:
                print(f"      {target}: no examples", flush=True)
    return found


def tested(project: Project, target: Target) -> list[ExampleRun]:
    """The results of the examples of a game or variant."""
    with engine(project, target) as loaded:
        return [as_data(target, result) for result in run_examples(loaded)]


def as_data(target: Target, result: ExampleResult) -> ExampleRun:
    """The result of an example as a model."""
    return ExampleRun(
        game=target.game,
        variant=target.variant,
        title=result.title,
        rules=result.rules,
        place=result.place,
        passed=result.passed,
        message=result.message,
        failed_at=result.failed_at,
    )


def chosen(result: ExampleRun, words: str) -> bool:
    """True if title or ids of an example have these words."""
    return words.lower() in f"{result.title} [{result.rules}]".lower()


def lines(results: list[ExampleRun], quiet: bool) -> Iterator[str]:
    """One line for each example that holds."""
    for result in results:
        if result.passed and not quiet:
            yield f"ok    {Target(result.game, result.variant)}: {titled(result)}"


def at_the_end(found: Tested) -> Iterator[str]:
    """What failed, each with all variants in which it fails alike."""
    for report in found.reports:
        yield f"{report}\n"
    if found.broken:
        yield f"{', '.join(map(str, found.broken))}: not tested because of errors in the rules"
    alike: dict[tuple[str, str, str], list[ExampleRun]] = {}
    for result in found.results:
        if not result.passed:
            alike.setdefault((result.place, result.failed_at, result.message), []).append(result)
    for results in alike.values():
        first = results[0]
        names = ", ".join(str(Target(result.game, result.variant)) for result in results)
        yield f"FAIL  {names}: {titled(first)}"
        yield f"      --> {first.failed_at or first.place}"
        yield f"      {first.message}"


def titled(result: ExampleRun) -> str:
    """An example by its title and ids."""
    return f"{result.title} [{result.rules}]" if result.rules else result.title


def summary(results: list[ExampleRun]) -> str:
    """How many examples passed and failed."""
    failed = sum(not result.passed for result in results)
    return f"{count(len(results), 'example')}: {len(results) - failed} ok, {failed} failed"
