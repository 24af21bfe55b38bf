"""`rulewright check`: all that the compiler has to say about the rules, without writing anything."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

from rulewright import pipeline
from rulewright.diagnostics import Diagnostic, has_errors, in_order, to_json
from rulewright.tools.cache import Cache
from rulewright.tools.project import Project, Target, add_games, chosen_games, project_of
from rulewright.tools.render import compiling, reported, targets
from rulewright.tools.tables import count

EXAMPLES = """\
examples:
  rulewright check                 all games and their variants
  rulewright check chess           one game
  rulewright check chess@atomic    one variant
  rulewright check --json          for editors and other programs

Every code, such as RW201, has a page in docs/errors. Warnings do not change the exit code.
"""


@dataclass(slots=True)
class Findings:
    diagnostics: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)


def configure(parser: argparse.ArgumentParser) -> None:
    add_games(parser, "games or variants to check (default: all)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def run(args: argparse.Namespace) -> int:
    project = project_of(args)
    cache = Cache(None if project.bundled else project.cache)
    names = args.games or chosen_games(project, [])
    found = check(project, [target for name in names for target in targets(project, name, cache)])
    if args.json:
        print(to_json(found.diagnostics))
    else:
        print(as_text(found, len({name.partition("@")[0] for name in names})))
    return 1 if has_errors(found.diagnostics) else 0


def check(project: Project, wanted: list[Target]) -> Findings:
    """Compiles each target up to its plan; what several variants share is told once."""
    found = Findings()
    diagnostics: list[Diagnostic] = []
    read: dict[str, pipeline.Compilation] = {}
    for target in wanted:
        with compiling(target):
            if target.game not in read:
                read[target.game] = pipeline.read(project.folder(target.game))
                found.sources |= read[target.game].sources
            diagnostics += pipeline.compile_files(read[target.game], target.variant).diagnostics
    found.diagnostics = in_order(diagnostics)
    return found


def as_text(found: Findings, games: int) -> str:
    errors = sum(d.severity == "error" for d in found.diagnostics)
    warnings = len(found.diagnostics) - errors
    total = f"{count(games, 'game')} checked: {count(errors, 'error')}, {count(warnings, 'warning')}"
    report = reported(found.diagnostics, found.sources)
    return f"{report}\n\n{total}" if report else total
