"""The command `rulewright mutate`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rulewright import pipeline
from rulewright.resolved.merge import house_rules, variants_of
from rulewright.tools.cache import digest_of_compiler, digest_of_game
from rulewright.tools.errors import UsageError
from rulewright.tools.files import write_file
from rulewright.tools.mutate.judging import Task, judge
from rulewright.tools.mutate.keeping import Memory
from rulewright.tools.mutate.report import as_page, as_text
from rulewright.tools.mutate.results import Judged, Mutation, Verdict
from rulewright.tools.mutate.scores import saved
from rulewright.tools.mutate.sites import Mutant, Site, sampled, sites
from rulewright.tools.playable import check_targets, with_engine
from rulewright.tools.project import Project, Target, add_game
from rulewright.tools.remaining import Remaining
from rulewright.tools.rulebook import WAIVERS, read_waivers
from rulewright.tools.tree import excerpt, line_text
from rulewright.tools.workers import Processes, positive
from rulewright_runtime.engine import Engine
from rulewright_runtime.examples import run_examples

EXAMPLES = """\
examples:
  rulewright mutate chess                      100 changed rules: which of them does no example notice?
  rulewright mutate chess --mutants 300 --seed 7 --html guarded.html
  rulewright mutate chess --all --out chess.sqlite      every place once; goes on where it was stopped
  rulewright mutate chess --only moves.rules   changes in one file alone
  rulewright mutate chess --save               keeps the score beside the rules, for `rulewright trace`
  rulewright mutate chess --least 95           exit code 1 if fewer than 95 % are noticed

A changed figure, condition or statement that no example notices could be wrong in the rules today. Where that is
well, rules/GAME/waivers.toml says why, under [mutant], in the words of the report:

  [mutant]
  "moves.rules: gain 1 point: 1 -> 2" = "points only break ties that cannot happen"
"""
MOST_WAIVED = 3.0  # per cent of the mutants


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, "the game, as in chess; its printed editions and modes come along")
    parser.add_argument(
        "--mutants", type=positive, default=100, metavar="N", help="how many to judge (default: 100)"
    )
    parser.add_argument("--all", action="store_true", help="judge a change of every place")
    parser.add_argument(
        "--only", default="", metavar="FILE", help="only places in files with this in their path"
    )
    parser.add_argument("--seed", type=int, default=1, help="which ones are tried (default: 1)")
    parser.add_argument("--jobs", type=positive, metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--least", type=float, default=0, metavar="P", help="per cent that must be noticed")
    parser.add_argument("--save", action="store_true", help="keep the score beside the rules")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the verdicts in an SQLite file, and go on with it"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="the report as JSON; - prints it")
    parser.add_argument("--html", type=Path, metavar="FILE", help="the report as a page")


def run(args: argparse.Namespace) -> int:
    check_targets(args.out, args.json, args.html)
    return with_engine(args, lambda project, target, engine: _mutate(project, target, engine, args))


def _mutate(project: Project, target: Target, engine: Engine, args: argparse.Namespace) -> int:
    if target.variant:
        raise UsageError(f"{target} is a variant", f"name its game: rulewright mutate {target.game}")
    if project.bundled:
        raise UsageError(
            "this needs the rules of a project of your own", "name its folder with --project DIR"
        )
    failing = [result for result in run_examples(engine) if not result.passed]
    if failing:
        raise UsageError(
            f"the example {failing[0].title!r} fails already", f"mend it first: rulewright test {target.game}"
        )
    hunt = Hunt(project, target.game, args)
    try:
        hunt.run(engine)
    except KeyboardInterrupt:
        print(f"stopped{'; the same command goes on' if args.out else ''}", file=sys.stderr)
        if not hunt.judged:
            return 130
    found = hunt.found(engine.meaning)
    report(project, found, args)
    waived = len(found.having("waived"))
    if waived > MOST_WAIVED / 100 * max(found.counted, 34):
        print(f"{waived} waived mutants are more than {MOST_WAIVED:g} %: some of them need an example")
        return 1
    return 0 if found.score >= args.least else 1


def report(project: Project, found: Mutation, args: argparse.Namespace) -> None:
    """Prints and writes what was asked for."""
    if str(args.json) == "-":
        print(found.model_dump_json(indent=2))
    else:
        print(as_text(found))
    if args.json is not None and str(args.json) != "-":
        write_file(args.json, found.model_dump_json(indent=2))
    if args.html is not None:
        write_file(args.html, as_page(found))
    if args.save:
        print(f"kept in {project.shown(saved(project.folder(found.game), found))}")


class Hunt:
    """The mutants of one game in the order of a seed, judged one after the other until there are enough."""

    def __init__(self, project: Project, game: str, args: argparse.Namespace) -> None:
        self.game = game
        self.folder = project.folder(game).resolve()
        self.seed = args.seed
        self.jobs = args.jobs or os.cpu_count() or 1
        self.read = pipeline.read(self.folder)
        house = house_rules(self.read.files)
        self.variants = [one for one in variants_of(self.read.files) if one not in house]
        self.sites = [one for one in sites(self.read.files, self.variants) if args.only in one.span.path]
        if not self.sites:
            raise UsageError(f"there is nothing to change in {args.only or game}", "name a file of the rules")
        self.wanted = len(self.sites) if args.all else min(args.mutants, len(self.sites))
        self.waivers = read_waivers(self.folder / WAIVERS).mutant
        about = {
            "game": game,
            "rules": digest_of_game(self.folder),
            "compiler": digest_of_compiler(),
            "seed": args.seed,
            "only": args.only,
        }
        self.memory = Memory(args.out, about)
        self.judged: list[Judged] = []

    def run(self, engine: Engine) -> None:
        """Judges mutants until as many as wanted could have been noticed, or none is left."""
        left = enumerate(sampled(self.sites, self.seed))
        shown = Remaining(self.wanted, unit="mutants")
        while (missing := self.wanted - self.counted()) > 0:
            batch = list(islice(left, missing))
            if not batch:
                break
            for number, mutant, verdict in self.verdicts(engine, batch):
                self.judged.append(self.told(number, mutant, verdict))
                shown.step()
        shown.clear()

    def counted(self) -> int:
        return sum(one.verdict.fate not in ("same", "broken") for one in self.judged)

    def verdicts(
        self, engine: Engine, batch: list[tuple[int, Mutant]]
    ) -> Iterator[tuple[int, Mutant, Verdict]]:
        """The verdicts of a batch, those that are known already first."""
        new: list[tuple[int, Mutant]] = []
        for number, mutant in batch:
            known = self.memory.get(number)
            if known is None:
                new.append((number, mutant))
            else:
                yield number, mutant, known
        tasks = [Task(self.folder, self.read_in(mutant.site), mutant) for _, mutant in new]
        judging = Processes(self.jobs).each(engine, judge, tasks)
        for (number, mutant), verdict in zip(new, judging, strict=True):
            self.memory.put(number, verdict)
            yield number, mutant, verdict

    def read_in(self, site: Site) -> tuple[str, ...]:
        """The variants that read a place, the game itself first."""
        return (site.variant,) if site.variant else tuple(self.variants)

    def told(self, number: int, mutant: Mutant, verdict: Verdict) -> Judged:
        site = mutant.site
        source = self.read.sources[site.span.path]
        judged = Judged(
            number=number,
            path=site.span.path.partition(f"/{self.game}/")[2],
            line=site.span.line,
            column=site.span.column,
            kind=site.kind,
            owner=site.owner,
            ids=list(site.ids),
            text=line_text(source, site.span.line),
            old=excerpt(source, site.span),
            new=" ".join(mutant.new.split()),
            verdict=verdict,
        )
        if verdict.fate == "survived" and judged.key in self.waivers:
            judged.waived = self.waivers[judged.key]
            judged.verdict = Verdict(fate="waived")
        return judged

    def found(self, meaning: str) -> Mutation:
        ordered = sorted(self.judged, key=lambda one: (one.path, one.line, one.column))
        return Mutation(
            game=self.game, meaning=meaning, seed=self.seed, sites=len(self.sites), judged=ordered
        )
