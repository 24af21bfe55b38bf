"""Witnesses: for each difference of two games the shortest play found that shows it, as saved games of both sides."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rulewright.resolved import merge, model
from rulewright.surface import ast
from rulewright.surface.parse import parse
from rulewright.tools.diff.aims import Aim
from rulewright.tools.diff.compare import Pair
from rulewright.tools.diff.consequence import seen_through
from rulewright.tools.diff.engines import Workshop
from rulewright.tools.diff.groups import Together, together
from rulewright.tools.diff.lockstep import Options, Play
from rulewright.tools.diff.mixing import Unmixable, mixed, typed
from rulewright.tools.diff.parting import Parting, differences, drawn, news, parting
from rulewright.tools.diff.report import Group, Witness
from rulewright.tools.diff.search import scouted, search, shrunk
from rulewright.tools.diff.sides import Side
from rulewright.tools.diff.transfer import parts_there, replayed, transferred
from rulewright.tools.diff.units import Unit
from rulewright_runtime.engine import Engine
from rulewright_runtime.game import new_game

MOST_GROUPS = 40  # beyond that only the two sides as they are are compared in play
TRIES = 400  # to make a play shorter
AIMED = 3  # one game with an aim for so many at random
SCOUTS = 2  # games to find out how far an aim can be pursued
MOST_HELPS = 3  # resources that are tried as a help
WIDTH = 110  # of a drawn position

OLD, NEW = "side_old", "side_new"
WHOLE = "the two sides as they are"

Progress = Callable[[str, int], Callable[[int], None]]


@dataclass(slots=True)
class Shown:
    """A group with what is needed to draw and to save it."""

    group: Group
    parting: Parting | None = None
    files: dict[str, str] | None = None  # old, new -> text of the saved game


@dataclass(slots=True)
class _Candidate:
    """A group whose difference can be looked for, with the engine that has it."""

    group: Together | None  # None: the new side itself
    engine: str
    made: Engine


class Witnesses:
    """The search for one comparison."""

    def __init__(
        self, old: Side, new: Side, units: tuple[Mapping[str, Unit], Mapping[str, Unit]], workshop: Workshop
    ) -> None:
        self.old = old
        self.new = new
        self.units = units
        self.workshop = workshop
        self.notes: list[str] = []  # what a reader should know about the search
        self.files, self.sources = _donor(old, new)
        assert old.compiled.typed is not None
        assert new.compiled.typed is not None
        self.engines = (
            workshop.make(OLD, old.compiled.typed, old.sources),
            workshop.make(NEW, new.compiled.typed, new.sources),
        )

    def find(
        self,
        pairs: list[Pair],
        players: tuple[int, ...],
        options: Options,
        games: int,
        seed: int,
        progress: Progress,
    ) -> list[Shown]:
        """A witness for each difference, as far as one is found, and for the two sides as a whole."""
        groups = together(pairs, self.units, self.new.book)
        if len(groups) > MOST_GROUPS:
            self.notes.append(
                f"There are {len(groups)} differences, more than the {MOST_GROUPS} that are looked at one by one:"
                " only the two sides as they are were compared in play."
            )
            groups = []
        # If there is only one difference, it is that of the two sides.
        whole = [] if len(groups) == 1 else [_Candidate(None, NEW, self.engines[1])]
        candidates: list[_Candidate] = whole
        shown: list[Shown] = []
        made = progress("making mixed games", len(groups))
        for number, group in enumerate(groups):
            made(1)
            try:
                candidates.append(self._candidate(group, f"mixed_{number}"))
            except Unmixable as why:
                note = f"cannot be looked at without the other changes: {why}"
                shown.append(Shown(_group(group, 0, None, note)))
        plays = self._plays(candidates, players, options, games, seed, progress)
        found = [(c, play) for c, play in zip(candidates, plays, strict=True) if play is not None]
        step = progress("shortening", len(found))
        short = shrunk(
            self.workshop.folder, OLD, [(c.engine, play) for c, play in found], options, TRIES, step
        )
        by_engine = {c.engine: (play, *result) for (c, play), result in zip(found, short, strict=True)}
        for candidate in candidates:
            shown.append(self._shown(candidate, by_engine.get(candidate.engine), options, games))
        return sorted(shown, key=lambda one: _rank(one.group))

    def _candidate(self, group: Together, name: str) -> _Candidate:
        """The engine of a mixed game that differs from the old one in this group alone."""
        old = _fresh(self.old.read.files, self.old.variant)
        new = _fresh(self.files, self.new.variant)
        if group.through:
            game = seen_through(old, new, group.pairs, group.through, group.not_through)
        else:
            game = mixed(old, new, group.pairs)
        return _Candidate(group, name, self.workshop.make(name, typed(game), self.sources))

    def _plays(
        self,
        candidates: list[_Candidate],
        players: tuple[int, ...],
        options: Options,
        games: int,
        seed: int,
        progress: Progress,
    ) -> list[Play | None]:
        """By candidate the shortest play that parts, searched with aims where chance finds none; None if there is none."""
        names = [c.engine for c in candidates]
        step = progress("playing", games)
        seeds = range(seed, seed + games)
        plays = search(self.workshop.folder, OLD, names, players, options, seeds, step)
        for i, candidate in enumerate(candidates):
            aims = self._aims(candidate.group, players) if candidate.group and plays[i] is None else []
            if aims:
                more = range(seed, seed + max(games // AIMED, 1))
                step = progress(f"playing for {candidate.group.title if candidate.group else ''}", len(more))
                best = scouted(self.workshop.folder, OLD, names[i], aims, options, SCOUTS, seed)
                (plays[i],) = search(
                    self.workshop.folder, OLD, [names[i]], (best[0],), options, more, step, best[1]
                )
        return plays

    def _aims(self, group: Together, players: tuple[int, ...]) -> list[tuple[int, Aim]]:
        """Ways to bring a rare difference about: by the fields that the changed units read, up or down."""
        fields = {unit.declares for unit in self.units[0].values() if unit.key.startswith("field:")}
        main = {name for p in group.pairs for u in (p.old, p.new) if u for name in u.uses} & fields
        names = {pair.one.declares for pair in group.pairs}
        users = {name for unit in self.units[0].values() if unit.uses & names for name in unit.uses}
        helps = sorted((users & set(self.old.resolved.resources)) - main)[:MOST_HELPS]
        ways = [Aim(tuple(sorted(main)), way, help) for way in (1, -1) for help in ("", *helps)]
        return [(count, aim) for count in players for aim in ways] if main else []

    # ------------------------------------------------------------ what is shown of a play

    def _shown(
        self, candidate: _Candidate, found: tuple[Play, Play, bool] | None, options: Options, games: int
    ) -> Shown:
        """A candidate with its witness and files, or with a note that nothing was found."""
        if found is None:
            note = f"no difference in play was found in {games} games"
            return Shown(_group(candidate.group, games, None, note))
        first, play, shortest = found
        made = parting(self.engines[0], candidate.made, play, options)
        files, note = self._files(made, play, options)
        witness = self._witness(made, play, first, shortest, options)
        return Shown(_group(candidate.group, games, witness, note), made, files)

    def _witness(self, made: Parting, play: Play, first: Play, shortest: bool, options: Options) -> Witness:
        """The witness of a play that parts."""
        return Witness(
            kind=play.kind,
            seed=play.seed,
            players=play.players,
            options=options,
            moves=made.moves,
            parting=made.last,
            differences=differences(made.old, made.new),
            position=drawn(made.before, WIDTH),
            old_position=drawn(made.old, WIDTH),
            new_position=drawn(made.new, WIDTH),
            old_log=news(made.old, made.before) if made.last else [],
            new_log=news(made.new, made.before) if made.last else [],
            old_file="",
            new_file="",
            old_command="",
            new_command="",
            shortened_from=first.length,
            shortest=shortest,
        )

    def _files(self, made: Parting, play: Play, options: Options) -> tuple[dict[str, str], str]:
        """The position before the parting move as saved games of the two real sides."""
        files = {"old": made.before.save()}
        start = new_game(self.engines[1], play.players, play.seed, None, "en", False, (), False, **options)
        tries = (
            [start] if made.last is None else [transferred(made.before, start.engine), replayed(made, start)]
        )
        for there in tries:
            if there is not None and not there.over and parts_there(made, there):
                files["new"] = there.save()
                return files, ""
        return files, f"{self.new.spec} cannot take up this position, so there is no saved game of it"


def _fresh(files: list[ast.File], variant: str) -> model.Game:
    """The resolved game, made anew: checking writes into the one that it is given."""
    game, _ = merge.merge(files, variant)
    assert game is not None
    return game


def _donor(old: Side, new: Side) -> tuple[list[ast.File], dict[str, str]]:
    """The new side's files under paths of their own, and the texts of both: places must not be mixed up."""
    if old.sources == new.sources:
        return new.read.files, old.sources
    files: list[ast.File] = []
    texts: dict[str, str] = {}
    for path, text in new.sources.items():
        file, _ = parse(f"new/{path}", text)
        assert file is not None
        files.append(file)
        texts[file.path] = text
    return files, {**old.sources, **texts}


def _group(group: Together | None, games: int, witness: Witness | None, note: str) -> Group:
    """A group for the report; None stands for the two sides as a whole."""
    if group is None:
        return Group(ids=[], title=WHOLE, changes=[], through="", games=games, witness=witness, note=note)
    through = ", ".join(key.partition(":")[2] for key in group.through)
    return Group(
        ids=group.ids,
        title=group.title,
        changes=[pair.key for pair in group.pairs],
        through=through,
        games=games,
        witness=witness,
        note=note,
    )


def _rank(group: Group) -> tuple[bool, list[tuple[str, int]]]:
    """The whole first, then by ids as people count."""
    parts = re.findall(r"(\D*)(\d*)", group.ids[0]) if group.ids else []
    return group.title != WHOLE, [(text, int(number or 0)) for text, number in parts]
