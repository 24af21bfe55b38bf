"""The table of one engine alone: `python -m GAME table`, without rulewright."""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
import webbrowser
from importlib import resources
from pathlib import Path

from rulewright_runtime.engine import Engine
from rulewright_runtime.reading import where_and_why
from rulewright_table.house import House
from rulewright_table.messages import NewTable, Sitting
from rulewright_table.players import BOTS, OPPONENT
from rulewright_table.serve import LOOPBACK, default_store, serve
from rulewright_table.shelf import Box


class OneGame:
    """A shelf with one game on it."""

    has_books = False

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def boxes(self) -> list[Box]:
        """The one game that is there."""
        return [Box(self._engine.name, self._engine.title)]

    def engine(self, name: str) -> Engine:
        """The one engine; LookupError for any other name."""
        if name != self._engine.name:
            raise LookupError(f"there is no game {name}")
        return self._engine

    def rules(self, name: str) -> dict[str, str]:
        """The rulebook that was shipped along."""
        package = __name__.rpartition(".")[0]
        try:
            found = json.loads((resources.files(package) / "rulebook.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(id): str(text) for id, text in found.items()}

    def book(self, name: str) -> dict[str, str]:
        """Always LookupError: an engine alone has no book."""
        raise LookupError("no book was shipped along")


def main(engine: Engine, arguments: list[str]) -> int:
    """Serves tables of this engine; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog=f"{engine.name} table", description=f"Play {engine.title} in a browser."
    )
    parser.add_argument("--players", type=int, default=engine.players[0], help="how many play")
    parser.add_argument("--bots", choices=sorted(BOTS), default=OPPONENT, help="who plays the other seats")
    parser.add_argument(
        "--host", default=LOOPBACK, help="the address to listen at (default: this machine only)"
    )
    parser.add_argument("--port", type=int, default=0, help="the port (default: any free one)")
    parser.add_argument("--store", type=Path, metavar="FILE", help="where tables are kept")
    parser.add_argument("--no-browser", action="store_true", help="open no browser, only print the address")
    args = parser.parse_args(arguments)
    if args.players not in engine.players:
        print(f"{engine.title} is not for {args.players} players", file=sys.stderr)
        return 2

    async def started(address: str, house: House) -> None:
        others = [Sitting(name=f"bot {seat}", who=args.bots) for seat in range(1, args.players)]
        wish = NewTable(game=engine.name, seats=[Sitting(name="you"), *others], seed=random.getrandbits(60))
        mine, *_ = await house.new_table(wish)
        page = f"{address.partition('#')[0]}play#{mine.token}"
        print(f"the table is at {page}\nall tables: {address}\nCtrl-C ends; tables are kept", flush=True)
        if not args.no_browser:
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    try:
        serve(OneGame(engine), str(args.store or default_store()), args.host, args.port, started=started)
    except OSError as error:
        print(where_and_why(error), file=sys.stderr)
        return 2
    return 0
