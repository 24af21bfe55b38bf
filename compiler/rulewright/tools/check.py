"""`rulewright check`: all that the compiler has to say about the rules, without writing anything."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from rulewright import pipeline
from rulewright.diagnostics import Diagnostic, has_errors, in_order, suggest, to_json, warning
from rulewright.resolved.cite import cited_in
from rulewright.surface import ast
from rulewright.tools.cache import Cache
from rulewright.tools.project import RULEBOOK, Project, Target, add_games, chosen_games, project_of, spelt_out
from rulewright.tools.render import compiling, reported, targets, uncollected
from rulewright.tools.rulebook import read_rulebook
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
    """The diagnostics of all games with the texts that they speak of."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    add_games(parser, "games or variants to check (default: all)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def run(args: argparse.Namespace) -> int:
    """Checks games; exit code 1 if there are errors."""
    project = project_of(args)
    cache = Cache(project.cache)
    names = spelt_out(project, args.games) or chosen_games(project, [])
    with uncollected():
        wanted = [target for name in names for target in targets(project, name, cache)]
    found = check(project, wanted)
    if args.json:
        print(to_json(found.diagnostics))
    else:
        print(as_text(found, len({name.partition("@")[0] for name in names})))
    return 1 if has_errors(found.diagnostics) else 0


def check(project: Project, wanted: list[Target]) -> Findings:
    """Compiles each target as far as mistakes are found; what several variants share is told once."""
    found = Findings()
    diagnostics: list[Diagnostic] = []
    read: dict[str, pipeline.Compilation] = {}
    for target in wanted:
        with compiling(target):
            if target.game not in read:
                read[target.game] = pipeline.read(project.folder(target.game))
                found.sources |= read[target.game].sources
                diagnostics += unknown_ids(project.folder(target.game), read[target.game].files)
            diagnostics += pipeline.check_files(read[target.game], target.variant).diagnostics
    found.diagnostics = in_order(diagnostics)
    return found


def unknown_ids(folder: Path, files: list[ast.File]) -> list[Diagnostic]:
    """Rule ids that the rulebook beside the rules does not have, each where it is cited first."""
    if not (folder / RULEBOOK).is_file():
        return []
    known = read_rulebook(folder / RULEBOOK).entries
    places: dict[str, list[ast.Citation]] = {}
    for file in files:
        for _, sources in cited_in(file):
            for citation in sources:
                if citation.id and citation.id not in known:
                    places.setdefault(citation.id, []).append(citation)
    found: list[Diagnostic] = []
    for id, citations in places.items():
        others = len({(c.span.path, c.span.line) for c in citations}) - 1
        more = f", also cited in {count(others, 'other line')}" if others else ""
        near = suggest(id, known)
        hint = f"did you mean {near}?" if near else f"define it in {RULEBOOK}, or cite a rule that is there"
        found.append(
            warning(
                "RW511", f"the rulebook has no rule {id}{more}", citations[0].span, rules=(id,), hint=hint
            )
        )
    return found


def as_text(found: Findings, games: int) -> str:
    """The diagnostics with the number of errors and warnings."""
    errors = sum(d.severity == "error" for d in found.diagnostics)
    warnings = len(found.diagnostics) - errors
    total = f"{count(games, 'game')} checked: {count(errors, 'error')}, {count(warnings, 'warning')}"
    report = reported(found.diagnostics, found.sources)
    return f"{report}\n\n{total}" if report else total
