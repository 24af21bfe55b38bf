"""`rulewright test`: runs the examples that are written in the rules."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from pydantic import BaseModel, Field

from rulewright.tools.cache import Cache
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.project import Project, Target, add_games, chosen_games, project_of
from rulewright.tools.render import targets
from rulewright.tools.tables import count
from rulewright_runtime.examples import ExampleResult, run_examples

EXAMPLES = """\
examples:
  rulewright test                     every example of every game, under every variant
  rulewright test chess               one game
  rulewright test chess@atomic        one variant
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
    add_games(parser, "games or variants to test (default: all)")
    parser.add_argument(
        "--only", metavar="WORDS", default="", help="only examples with these words in title or ids"
    )
    parser.add_argument("--quiet", action="store_true", help="show failures and sums only")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def run(args: argparse.Namespace) -> int:
    project = project_of(args)
    cache = Cache(None if project.bundled else project.cache)
    names = args.games or chosen_games(project, [])
    results: list[ExampleRun] = []
    broken = 0
    for target in dict.fromkeys(target for name in names for target in targets(project, name, cache)):
        try:
            found = [result for result in tested(project, target) if chosen(result, args.only)]
        except BrokenRules as error:
            broken += 1
            if not args.json:
                print(f"{error.report}\n\n{target}: not tested because of errors in the rules")
            continue
        results += found
        if not args.json:
            for line in lines(target, found, args.quiet):
                print(line, flush=True)
    if args.json:
        print(json.dumps([result.model_dump() for result in results], ensure_ascii=False, indent=2))
    else:
        print(summary(results))
    return 1 if broken or not all(result.passed for result in results) else 0


def tested(project: Project, target: Target) -> list[ExampleRun]:
    with engine(project, target) as loaded:
        return [as_data(target, result) for result in run_examples(loaded)]


def as_data(target: Target, result: ExampleResult) -> ExampleRun:
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
    return words.lower() in f"{result.title} [{result.rules}]".lower()


def lines(target: Target, results: list[ExampleRun], quiet: bool) -> Iterator[str]:
    """One line for each example, two more for what failed."""
    for result in results:
        ids = f" [{result.rules}]" if result.rules else ""
        if result.passed and not quiet:
            yield f"ok    {target}: {result.title}{ids}"
        elif not result.passed:
            yield f"FAIL  {target}: {result.title}{ids}"
            yield f"      --> {result.failed_at or result.place}"
            yield f"      {result.message}"
    if not results:
        yield f"      {target}: no examples"


def summary(results: list[ExampleRun]) -> str:
    failed = sum(not result.passed for result in results)
    return f"{count(len(results), 'example')}: {len(results) - failed} ok, {failed} failed"
