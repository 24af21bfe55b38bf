"""Makes the report of a comparison from its parts."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.resolved import merge
from rulewright.tools.by_chance import drawn
from rulewright.tools.cores import core_from
from rulewright.tools.diff.compare import Comparison, compare
from rulewright.tools.diff.effect import effect
from rulewright.tools.diff.engines import Workshop
from rulewright.tools.diff.examples import compared
from rulewright.tools.diff.groups import belonging
from rulewright.tools.diff.lockstep import Options
from rulewright.tools.diff.progress import Progress
from rulewright.tools.diff.reach import Graph, reach
from rulewright.tools.diff.recorded import record_files, recorded
from rulewright.tools.diff.report import Examples, Report, SideInfo
from rulewright.tools.diff.rules import changes, cited
from rulewright.tools.diff.sections import Sections
from rulewright.tools.diff.sides import Side
from rulewright.tools.diff.texts import Texts
from rulewright.tools.diff.units import Unit, units
from rulewright.tools.diff.witness import Shown, Witnesses
from rulewright.tools.errors import UsageError
from rulewright.tools.workers import Processes, Workers
from rulewright_runtime.engine import Engine


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked for beside the rules."""

    examples: bool = True
    witness: bool = False
    games: int = 300
    play: int = 0
    players: int | None = None
    bots: str = "random"
    seed: int = 1
    records: Path | None = None
    by_chance: str = ""  # choices that chance answers
    values: tuple[tuple[str, ...], tuple[str, ...]] = (
        (),
        (),
    )  # folders of what bots of either side have learned
    workers: Workers = field(default_factory=lambda: Processes(1))


@dataclass(slots=True)
class Made:
    """A report, and the plays in it with what is needed to draw them."""

    report: Report
    shown: list[Shown] = field(default_factory=list)
    together: list[list[str]] = field(default_factory=list)  # keys of changes that belong together


class Maker:
    """One comparison."""

    def __init__(self, old: Side, new: Side, wishes: Wishes, scratch: Path, progress: Progress) -> None:
        self.old = old
        self.new = new
        self.wishes = wishes
        self.progress = progress
        self.workshop = Workshop(scratch / f"engines_{os.getpid()}")
        self.units: tuple[dict[str, Unit], dict[str, Unit]] = (
            units(old.resolved, Texts(old.sources)),
            units(new.resolved, Texts(new.sources)),
        )
        self.related = old.game == new.game

    def make(self) -> Made:
        """The report with all that was asked for; scratch engines are dropped afterwards."""
        try:
            return self._make()
        finally:
            self.progress.clear()
            self.workshop.forget()

    def _make(self) -> Made:
        """The report, part by part: rules, examples, records, witnesses, effect."""
        found = compare(*self.units)
        made = Made(self._rules(found))
        playing = [pair for pair in found.pairs if not pair.key.startswith("words:")]
        made.together = belonging(playing, self.units, self.new.book) if self.related else []
        wishes, same = self.wishes, made.report.same
        if wishes.examples and self.related and not same:
            made.report.examples = self._examples()
        if not (wishes.records or ((wishes.witness or wishes.play) and not same)):
            return made
        witnesses = Witnesses(self.old, self.new, self.units, self.workshop)
        if wishes.records:
            step = self.progress("replaying records on both sides", len(record_files(wishes.records)))
            made.report.records = recorded(wishes.records, *witnesses.engines, step)
        if not (wishes.witness or wishes.play) or same:
            return made
        options = agreed_options(*witnesses.engines)
        players = agreed_players(*witnesses.engines, wishes.players)
        if wishes.witness:
            pairs = found.pairs if self.related else []
            made.shown = witnesses.find(pairs, players, options, wishes.games, wishes.seed, self.progress)
            made.report.groups = [one.group for one in made.shown]
            made.report.notes += witnesses.notes
        if wishes.play:
            core_from(witnesses.engines[0], lambda: self.old.compiled)
            core_from(witnesses.engines[1], lambda: self.new.compiled)
            step = self.progress("playing on both sides", wishes.play)
            made.report.effect = effect(
                witnesses.engines,
                players[0],
                options,
                wishes.play,
                wishes.seed,
                wishes.bots,
                wishes.values,
                drawn(wishes.by_chance, *witnesses.engines),
                wishes.workers,
                step,
            )
        return made

    def _rules(self, found: Comparison) -> Report:
        """The report of the rules alone."""
        old, new = self.old, self.new
        sections = Sections(old.book, old.book_text), Sections(new.book, new.book_text)
        different = changes(found, *sections)
        graphs = Graph(self.units[0]), Graph(self.units[1])
        notes: list[str] = []
        if not self.related:
            notes.append(
                f"{old.spec} and {new.spec} are different games; units of the same name are compared."
            )
        return Report(
            old=_info(old),
            new=_info(new),
            related=self.related,
            same=not different,
            changes=different,
            moved=found.moved,
            cited=cited(different, old.book, new.book),
            reach=reach(found.pairs, graphs, sections[1]) if self.related else [],
            examples=None,
            groups=[],
            effect=None,
            notes=notes,
        )

    def _examples(self) -> Examples:
        """The examples of both sides, run on both."""
        step = self.progress("running examples on both sides", 1)
        old, _ = merge.merge(self.old.read.files, self.old.variant)
        new, _ = merge.merge(self.new.read.files, self.new.variant)
        assert old is not None
        assert new is not None
        done = compared(old, new, {**self.new.sources, **self.old.sources}, self.workshop)
        step(1)
        return done


def _info(side: Side) -> SideInfo:
    """What a report says of a side."""
    return SideInfo(
        spec=side.spec, game=side.game, variant=side.variant, title=side.title, players=side.resolved.players
    )


# ---------------------------------------------------------------- games that both sides can play


def agreed_players(old: Engine, new: Engine, wanted: int | None) -> tuple[int, ...]:
    """The numbers of players that fit both sides, or the wanted one; UsageError if there is none."""
    both = tuple(count for count in old.players if count in new.players)
    if not both:
        raise UsageError(
            f"no number of players fits both: {_counts(old)} and {_counts(new)}",
            "leave out --witness and --play to compare the rules alone",
        )
    if wanted is None:
        return both
    if wanted not in both:
        raise UsageError(f"{wanted} cannot play on both sides", f"possible: {', '.join(map(str, both))}")
    return (wanted,)


def _counts(engine: Engine) -> str:
    """A sentence that says how many can play."""
    return f"{engine.title} is for {', '.join(map(str, engine.players))}"


def agreed_options(old: Engine, new: Engine) -> Options:
    """The options of a game as they are by default; both sides must have the same ones. Open figures are each side's own."""
    a = {(option.name, option.type) for option in old.options if not option.open}
    b = {(option.name, option.type) for option in new.options if not option.open}
    if a != b:
        names = ", ".join(sorted(name for name, _ in a ^ b))
        raise UsageError(
            f"the two sides have different options ({names}), so no game fits both",
            "leave out --witness and --play to compare the rules alone",
        )
    return {option.name: option.default for option in old.options if not option.open}
