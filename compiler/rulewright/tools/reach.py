"""Which statements of the rules random games and examples reach: an engine whose code bears the places is watched as it runs."""

from __future__ import annotations

import random
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from rulewright import pipeline
from rulewright.tools.cache import Cache
from rulewright.tools.errors import UsageError
from rulewright.tools.files import fill_folder
from rulewright.tools.loading import BrokenRules, imported
from rulewright.tools.project import Project, Target
from rulewright.tools.render import compiling, reported, targets
from rulewright.tools.tables import count, shortened, table
from rulewright_runtime import fast
from rulewright_runtime.engine import Engine
from rulewright_runtime.examples import run_examples

Place = tuple[str, int, int]  # path, line, column
MARK = re.compile(r"( *)# (\S+?):(\d+):(\d+)$")
STARTS = re.compile(r"( *)\S")


class Statement(BaseModel):
    """One statement of the rules, and who reached it under any variant."""

    path: str
    line: int
    column: int
    text: str
    games: bool = Field(default=False, description="whether a random game reached it")
    examples: bool = Field(default=False, description="whether an example reached it")


class Reach(BaseModel):
    """All statements of a game."""

    game: str
    variants: list[str]
    runs: int = Field(description="random games of each variant and number of players")
    stopped: list[str] = Field(description="games that an error ended")
    statements: list[Statement]

    @property
    def complete(self) -> bool:
        """True if a game or an example reaches every statement."""
        return all(one.games or one.examples for one in self.statements)


def run(project: Project, names: list[str], runs: int, json: bool) -> int:
    """Reports what is reached; exit code 0 only if everything is."""
    if runs < 0:
        raise UsageError(f"--runs {runs} is less than no games")
    if project.bundled:
        raise UsageError(
            "this needs the rules of a project of your own", "name its folder with --project DIR"
        )
    cache = Cache(project.cache)
    found: list[Reach] = []
    for wanted in by_game([target for name in names for target in targets(project, name, cache)]):
        try:
            found.append(measured(project, wanted, runs))
            keep(cache, found[-1])
        except BrokenRules as error:
            print(error.report)
            return 1
        if not json:
            print(as_text(found[-1]))
    if json:
        print("[" + ",\n".join(one.model_dump_json(indent=2) for one in found) + "]")
    return 0 if all(one.complete for one in found) else 1


def by_game(wanted: list[Target]) -> list[list[Target]]:
    """The variants of each game together: what one of them reaches counts for all."""
    games: dict[str, dict[Target, None]] = {}
    for target in wanted:
        games.setdefault(target.game, {})[target] = None
    return [list(each) for each in games.values()]


def measured(project: Project, wanted: list[Target], runs: int) -> Reach:
    """Plays and tests the variants of one game."""
    known: dict[Place, Statement] = {}
    stopped: list[str] = []
    files = pipeline.read(project.folder(wanted[0].game))
    for target in wanted:
        with compiling(target):
            compilation = pipeline.compile_files(files, target.variant)
            if not compilation.ok:
                raise BrokenRules(reported(compilation.diagnostics, compilation.sources))
            package = pipeline.emit(compilation, places=True)
        name = pipeline.package_name(target.game, target.variant)
        with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
            fill_folder(Path(folder) / name, package)
            with imported(Path(folder), name) as engine:
                watch = Watch(engine, package["rules.py"])
                for place in watch.places.values():
                    known.setdefault(place, statement(place, compilation.sources))
                with watch.watching():
                    stopped += play(engine, runs)
                for place in watch.reached():
                    known[place].games = True
                with watch.watching():
                    run_examples(engine)
                for place in watch.reached():
                    known[place].examples = True
    statements = [known[place] for place in sorted(known)]
    variants = [target.variant for target in wanted]
    return Reach(game=wanted[0].game, variants=variants, runs=runs, stopped=stopped, statements=statements)


def play(engine: Engine, runs: int) -> list[str]:
    """Plays random games and counts their scores; tells of those that an error ends."""
    stopped: list[str] = []
    for players in engine.players:
        for seed in range(1, runs + 1):
            try:
                g = fast.new(engine, players, seed)
                fast.playout(g, random.Random(seed))
                if engine.score is not None:
                    for seat in range(players):
                        engine.score(g, seat)
            except Exception as error:  # `verify` looks into this; here it is enough to say so
                stopped.append(f"{players} players, seed {seed}: {type(error).__name__}: {error}")
    return stopped


def statement(place: Place, sources: dict[str, str]) -> Statement:
    """A statement with the rest of its line, without its rule ids."""
    path, line, column = place
    text = sources[path].split("\n")[line - 1][column - 1 :]
    return Statement(path=path, line=line, column=column, text=re.sub(r"\s*(\s\[[^\]]*\])?$", "", text))


# ---------------------------------------------------------------- for editors

KEY = "of all variants"


def keep(cache: Cache, found: Reach) -> None:
    """Remembers for editors what was found of a game with its variants."""
    if "" in found.variants:
        cache.put(f"{found.game}.reach", KEY, found.model_dump(mode="json"))


def kept(project: Project, game: str) -> Reach | None:
    """What was last found of a game; None if nobody has looked yet."""
    try:
        return Reach.model_validate(Cache(project.cache).get(f"{game}.reach", KEY))
    except ValidationError:
        return None


# ---------------------------------------------------------------- watching


def places_in(text: str) -> dict[int, Place]:
    """The place in the rules of each line of a module: that of the nearest mark above it that stands no deeper."""
    found: dict[int, Place] = {}
    marks: list[tuple[int, Place]] = []
    for number, line in enumerate(text.split("\n"), 1):
        starts = STARTS.match(line)
        if starts is None:
            continue
        depth = len(starts[1])
        mark = MARK.match(line)
        while marks and marks[-1][0] > depth - (mark is not None):
            marks.pop()
        if mark is not None:
            marks.append((depth, (mark[2], int(mark[3]), int(mark[4]))))
        elif depth == 0:
            marks.clear()
        elif marks and not line.lstrip().startswith("#"):
            found[number] = marks[-1][1]
    return found


class Watch:
    """Notes which lines of an engine's rules run; not those of trial runs, which only look whether something is possible."""

    def __init__(self, engine: Engine, text: str) -> None:
        self.places = places_in(text)
        self.file = engine.begin.__code__.co_filename
        self.lines: set[int] = set()
        self.left: dict[CodeType, set[int]] = {}  # lines of each function that have not run yet

    def reached(self) -> set[Place]:
        """What ran while it was watched last."""
        return {self.places[line] for line in self.lines}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Notes the lines that run within this context."""
        self.lines.clear()
        self.left.clear()
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)

    def _call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """The tracer of lines for functions of the engine that still have unseen ones; None for others and for trials."""
        code = frame.f_code
        if code.co_filename != self.file:
            return None
        if code not in self.left:
            lines = {line for _, _, line in code.co_lines() if line in self.places}
            self.left[code] = lines if code.co_varnames[:1] == ("g",) else set()
        if not self.left[code]:
            return None
        trial = frame.f_locals["g"].trial >= 0 and not code.co_name.endswith("__once")
        return None if trial else self._line

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Notes a line that had not run yet."""
        left = self.left[frame.f_code]
        if event == "line" and frame.f_lineno in left:
            left.discard(frame.f_lineno)
            self.lines.add(frame.f_lineno)
        return self._line


# ---------------------------------------------------------------- as text


def as_text(found: Reach) -> str:
    """The statements that are not reached, in tables."""
    groups = (
        (
            "reached by neither games nor examples",
            [s for s in found.statements if not (s.games or s.examples)],
        ),
        ("reached by no game, only by examples", [s for s in found.statements if s.examples and not s.games]),
        ("reached by no example, only by games", [s for s in found.statements if s.games and not s.examples]),
    )
    parts: list[str] = []
    for title, statements in groups:
        if statements:
            rows = [(f"{s.path}:{s.line}:{s.column}", shortened(s.text, 90)) for s in statements]
            parts.append(table((title, ""), rows))
    parts += [f"a game stopped: {one}" for one in found.stopped[:3]]
    parts.append(summary(found))
    return "\n\n".join(parts)


def summary(found: Reach) -> str:
    """How many statements are reached by what, in a line."""
    games = sum(s.games for s in found.statements)
    examples = sum(s.examples for s in found.statements)
    neither = sum(not (s.games or s.examples) for s in found.statements)
    names = ", ".join(variant or "the game itself" for variant in found.variants)
    return (
        f"{found.game} ({names}): {count(len(found.statements), 'statement')}, {games} reached by games, "
        f"{examples} by examples, {neither} by neither"
    )
