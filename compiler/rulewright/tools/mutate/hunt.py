"""Hunting: the mutants of a game in the order of a seed, judged one after the other."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Generator
from contextlib import closing

from rulewright import pipeline
from rulewright.resolved.merge import house_rules, read_for, variants_of
from rulewright.tools.cache import digest_of_compiler, digest_of_game
from rulewright.tools.errors import UsageError
from rulewright.tools.mutate.database import Memory
from rulewright.tools.mutate.judging import Task, judge
from rulewright.tools.mutate.reached import Reached
from rulewright.tools.mutate.results import Judged, Mutation, Verdict
from rulewright.tools.mutate.sites import Mutant, Site, sampled, sites
from rulewright.tools.project import Project
from rulewright.tools.remaining import Remaining
from rulewright.tools.rulebook import WAIVERS, read_waivers
from rulewright.tools.tree import excerpt, line_text
from rulewright.tools.workers import Processes
from rulewright_runtime.engine import Engine


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
        self.reached = Reached(project, game, self.variants)
        self.judged: list[Judged] = []
        self.lines: dict[str, Counter[str]] = {}
        self.alike: dict[tuple[str, int, str], set[int]] = {}

    def run(self, engine: Engine) -> None:
        """Judges mutants until as many as wanted could have been noticed, or none is left."""
        shown = Remaining(self.wanted, unit="mutants")
        counted = 0
        with closing(self.verdicts(engine)) as verdicts:
            while counted < self.wanted:
                found = next(verdicts, None)
                if found is None:
                    break
                number, mutant, verdict = found
                self.judged.append(self.told(number, mutant, verdict))
                if verdict.fate not in ("same", "broken"):
                    counted += 1
                    shown.step()
        shown.clear()

    def verdicts(self, engine: Engine) -> Generator[tuple[int, Mutant, Verdict]]:
        """What becomes of the mutants in their order; those that were judged before come first."""
        mutants = list(sampled(self.sites, self.seed))
        first = 0
        while first < len(mutants) and (known := self.memory.get(first)) is not None:
            yield first, mutants[first], known
            first += 1
        tasks = [self.task(mutant) for mutant in mutants[first:]]
        for number, verdict in enumerate(Processes(self.jobs).each(engine, judge, tasks), first):
            self.memory.put(number, verdict)
            yield number, mutants[number], verdict

    def task(self, mutant: Mutant) -> Task:
        """A mutant with the variants that read it, be it as their own or as that of a variant that they change."""
        site = mutant.site
        read = [one for one in self.variants if site.variant in read_for(self.read.files, one)]
        first = {one: self.reached.by(one, site.declared, site.ids) for one in read}
        return Task(self.folder, first, self.reached.meanings, mutant)

    def texts(self, path: str) -> Counter[str]:
        """The lines of a file as waivers name them, and how often each stands in it."""
        if path not in self.lines:
            source = self.read.sources[path]
            self.lines[path] = Counter(line_text(source, n + 1) for n in range(source.count("\n") + 1))
        return self.lines[path]

    def nth(self, site: Site) -> int:
        """Which of the like stretches of its line that can be changed a site is; 0 if there is only this one."""
        if not self.alike:
            for one in self.sites:
                self.alike.setdefault(self.words(one), set()).add(one.span.column)
        columns = sorted(self.alike[self.words(site)])
        return columns.index(site.span.column) + 1 if len(columns) > 1 else 0

    def words(self, site: Site) -> tuple[str, int, str]:
        """The line of a site, and what stands there."""
        return site.span.path, site.span.line, excerpt(self.read.sources[site.span.path], site.span)

    def told(self, number: int, mutant: Mutant, verdict: Verdict) -> Judged:
        """A mutant with its verdict and place; one that survived may be waived."""
        site = mutant.site
        source = self.read.sources[site.span.path]
        text = line_text(source, site.span.line)
        judged = Judged(
            number=number,
            path=site.span.path.partition(f"/{self.game}/")[2],
            line=site.span.line,
            column=site.span.column,
            kind=site.kind,
            owner=site.owner,
            ids=list(site.ids),
            text=text,
            twice=self.texts(site.span.path)[text] > 1,
            nth=self.nth(site),
            old=excerpt(source, site.span),
            new=" ".join(mutant.new.split()),
            verdict=verdict,
        )
        if verdict.fate == "survived" and judged.key in self.waivers:
            judged.waived = self.waivers[judged.key]
            judged.verdict = Verdict(fate="waived")
        return judged

    def found(self, meaning: str) -> Mutation:
        """All that was judged so far, in the order of the files."""
        ordered = sorted(self.judged, key=lambda one: (one.path, one.line, one.column))
        return Mutation(
            game=self.game, meaning=meaning, seed=self.seed, sites=len(self.sites), judged=ordered
        )
