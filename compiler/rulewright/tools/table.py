"""`rulewright table`: games in a browser, played alone, with bots or with friends."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import threading
import webbrowser

from rulewright import pipeline
from rulewright.tools.cache import Cache
from rulewright.tools.errors import UsageError
from rulewright.tools.loading import BrokenRules, engine
from rulewright.tools.project import RULEBOOK, Project, Target, project_of
from rulewright.tools.render import targets
from rulewright.tools.rulebook import sentences
from rulewright.tools.watch import changed, snapshot
from rulewright_runtime.engine import Engine, OptionError
from rulewright_runtime.options import check_players
from rulewright_table import schema
from rulewright_table.house import House
from rulewright_table.messages import NewTable, Sitting
from rulewright_table.players import OPPONENT
from rulewright_table.serve import LOOPBACK, default_store, serve
from rulewright_table.shelf import Box

GLANCE = 0.15  # seconds between two looks at the rules: somebody sits at a table and waits

EXAMPLES = """\
examples:
  rulewright table                         the games to choose from, in your browser
  rulewright table chess                   a table at once: you and bots
  rulewright table --host 0.0.0.0          friends in your network can join by the links that you give them
  rulewright table chess --watch           edit the rules while you play: the table follows
  rulewright table --no-browser --port 8000 --store tables.sqlite
  rulewright table --schema                the JSON schema of what clients are told

Ctrl-C ends the server; tables are kept and go on when it starts again. How to play: docs/how-to/table.md.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of the command."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="set up a table of this game at once")
    parser.add_argument("--players", type=int, metavar="N", help="how many play, with a GAME")
    parser.add_argument(
        "--host", default=LOOPBACK, help="the address to listen at (default: this machine only)"
    )
    parser.add_argument("--port", type=int, default=0, help="the port (default: any free one)")
    parser.add_argument(
        "--name", action="append", default=[], help="a name by which others reach this server"
    )
    parser.add_argument("--store", metavar="FILE", help="where tables are kept: a file, or postgresql://…")
    parser.add_argument("--pace", type=float, default=0.4, metavar="SECONDS", help="between moves of bots")
    parser.add_argument("--watch", action="store_true", help="follow changes of the rules")
    parser.add_argument("--no-browser", action="store_true", help="open no browser, only print the address")
    parser.add_argument("--schema", action="store_true", help="print the JSON schema of the scene and leave")


def run(args: argparse.Namespace) -> int:
    """Serves tables until it is stopped, or prints the schema of a scene."""
    if args.schema:
        print(json.dumps(schema.schema(), indent=1))
        return 0
    project = project_of(args)
    if args.watch and project.bundled:
        raise UsageError(
            "the games that came with rulewright do not change", "--watch needs rules of your own"
        )
    with ProjectShelf(project) as shelf:
        first = None if args.game is None else shelf.box_named(args.game)
        if args.players is not None and first is None:
            raise UsageError("--players goes with a GAME")

        async def started(address: str, house: House) -> None:
            page = address
            if first is not None:
                mine, *_ = await house.new_table(wished(shelf, first, args.players))
                page = f"{address.partition('#')[0]}play#{mine.token}"
            print(f"the table is at {page}", flush=True)
            if first is not None:
                print(f"all games: {address}", flush=True)
            print("Ctrl-C ends; tables are kept", flush=True)
            if not args.no_browser:
                threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

        serve(
            shelf,
            args.store or str(default_store()),
            args.host,
            args.port,
            frozenset(args.name),
            args.pace,
            started,
            (lambda house: follow(shelf, house)) if args.watch else None,
        )
    return 0


def wished(shelf: ProjectShelf, name: str, players: int | None) -> NewTable:
    """A table with one person and bots."""
    try:
        engine = shelf.engine(name)
        count = engine.players[0] if players is None else players
        check_players(engine, count)
    except (LookupError, OptionError) as error:
        raise UsageError(str(error.args[0])) from None
    others = [Sitting(name=f"bot {number}", who=OPPONENT) for number in range(1, count)]
    return NewTable(game=name, seats=[Sitting(name="you"), *others])


class ProjectShelf:
    """The games of a project; each engine is loaded when it is asked for, and stays."""

    has_books = True

    def __init__(self, project: Project) -> None:
        self.project = project
        self._stack = contextlib.ExitStack()
        self._engines: dict[str, Engine] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> ProjectShelf:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def _cache(self) -> Cache:
        """The cache of the project."""
        return Cache(self.project.cache)

    def boxes(self) -> list[Box]:
        """All games and variants of the project, without loading any of them."""
        found: list[Box] = []
        groups = {game: group for group, games in self.project.groups().items() for game in games}
        for game in self.project.games():
            all_of_it = [str(target) for target in targets(self.project, game, self._cache())]
            for name in all_of_it:
                others = tuple([other for other in all_of_it if other != name])
                found.append(Box(name, self._title(name), others, self._records(name), groups.get(game, "")))
        return found

    def _title(self, name: str) -> str:
        """The title of a game, read from its built engine if it is not loaded."""
        known = self._engines.get(name)
        if known is not None:
            return known.title
        game, _, variant = name.partition("@")
        package = self.project.generated / pipeline.package_name(game, variant) / "engine.py"
        with contextlib.suppress(OSError):
            for line in package.read_text(encoding="utf-8").splitlines():
                if line.strip().startswith("title="):
                    return line.partition('"')[2].rpartition('"')[0]
        return name.replace("_", " ")

    def _records(self, name: str) -> dict[str, str]:
        """The recorded games beside the rules by their titles."""
        game, _, variant = name.partition("@")
        folder = self.project.folder(game) / "records"
        if variant or not folder.is_dir():
            return {}
        return {
            path.stem.replace("_", " "): path.read_text(encoding="utf-8")
            for path in sorted(folder.glob("*.record"))
        }

    def box_named(self, name: str) -> str:
        """The game that is meant, if there is one."""
        (target,) = targets(self.project, name if "@" in name else f"{name}@", self._cache())
        return str(target)

    def engine(self, name: str) -> Engine:
        """The engine of a game, compiled at the first use; LookupError says why there is none."""
        with self._lock:
            known = self._engines.get(name)
            return self._load(name) if known is None else known

    def reload(self, name: str) -> Engine:
        """The engine of rules that have changed; LookupError if they have errors."""
        with self._lock:
            return self._load(name)

    def _load(self, name: str) -> Engine:
        """Compiles and keeps an engine; LookupError if its rules are broken."""
        try:
            target = Target(*self.box_named(name).partition("@")[::2])
            self._engines[name] = self._stack.enter_context(engine(self.project, target))
        except BrokenRules as broken:
            raise LookupError(f"there are errors in the rules of {name}:\n{broken.report}") from None
        except UsageError as error:
            raise LookupError(error.message) from None
        return self._engines[name]

    def rules(self, name: str) -> dict[str, str]:
        """The sentences of the rulebook by their ids; empty if there is none."""
        path = self.project.folder(name.partition("@")[0]) / RULEBOOK
        try:
            return sentences(path)
        except (OSError, UsageError):
            return {}

    def book(self, name: str) -> dict[str, str]:
        """The pages of a game's book, made of the rules as they are."""
        from rulewright.tools.book import making, site  # only now: most tables are played without it

        try:
            target = Target(*self.box_named(name).partition("@")[::2])
            return site.files_of(making.make(self.project, target))
        except BrokenRules as broken:
            raise LookupError(f"there are errors in the rules of {name}:\n{broken.report}") from None
        except UsageError as error:
            raise LookupError(error.message) from None

    def loaded(self) -> list[str]:
        """The names of the engines that are loaded."""
        return list(self._engines)

    def forget(self, name: str) -> None:
        """Lets go of an engine that its rules have left behind: it is compiled again when somebody asks for it."""
        with self._lock:
            self._engines.pop(name, None)


async def follow(shelf: ProjectShelf, house: House) -> None:
    """Rebuilds what is saved, and moves the open tables over."""
    rules = shelf.project.rules
    before = snapshot(rules)
    while True:
        await asyncio.sleep(GLANCE)
        after = await asyncio.to_thread(snapshot, rules)
        if after == before:
            continue
        games, before = changed(before, after), after
        played = house.played()
        stale = [one for one in shelf.loaded() if one.partition("@")[0] in games]
        for name in [one for one in stale if one not in played]:  # nobody waits for these
            shelf.forget(name)
        for name in [one for one in stale if one in played]:
            try:
                made = await asyncio.to_thread(shelf.reload, name)
            except LookupError as error:
                print(error.args[0], flush=True)
                house.broken_rules(name, str(error.args[0]))
            else:
                print(f"{name}: the table follows the new rules", flush=True)
                await house.new_rules(name, made)
