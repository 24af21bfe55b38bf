"""`rulewright dump`: what the compiler makes of a game at one of its stages, as stable text."""

from __future__ import annotations

import argparse

from rulewright import pipeline
from rulewright.passes import PASSES
from rulewright.tools.cache import Cache
from rulewright.tools.project import add_game, project_of
from rulewright.tools.render import reported, targets

EXAMPLES = """\
examples:
  rulewright dump chess --stage surface       the syntax tree of each file
  rulewright dump chess --stage resolved      files and variants merged, every name bound
  rulewright dump chess --stage typed         types, ranges, visibility
  rulewright dump chess@atomic --stage plan   rules cut at their choices
  rulewright dump chess --stage code          what the templates print
  rulewright dump chess --stage code --after memoise
                                              the same, before later passes
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "--stage", choices=pipeline.STAGES, default="typed", help="which stage to show (default: typed)"
    )
    names = ("from_plan", *(one.__name__ for one in PASSES))
    parser.add_argument(
        "--after",
        choices=names,
        default="",
        help="of the stage code: after which pass; from_plan: before all of them (default: after all)",
    )


def run(args: argparse.Namespace) -> int:
    """Prints a game at a stage; exit code 1 if it does not compile that far."""
    project = project_of(args)
    name = args.game if "@" in args.game else f"{args.game}@"
    (target,) = targets(project, name, Cache(None))
    compilation = pipeline.load(project.folder(target.game), target.variant)
    if args.stage != "surface" and not compilation.ok:
        print(reported(compilation.diagnostics, compilation.sources))
        return 1
    print(pipeline.dump(compilation, args.stage, args.after).rstrip("\n"))
    return 0
