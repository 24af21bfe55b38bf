"""Typed bodies that came before are taken again: what `once` has worked out of one is then looked up.

A process that compiles a game again and again, as `build --watch`, mostly types what did not change. Two bodies are alike if they hold the
same in everything, places too; nothing changes a body after it was typed, so that either may stand for the other.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

from ..once import MOST
from . import tree
from .example_tree import Example

SEVERAL = 4  # bodies that are kept under a name: variants of a game may have their own

Body = TypeVar("Body", tree.Function, tree.Change, Example)


class Kept:
    """The bodies that were typed last, by name."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], list[Any]] = {}
        self.lock = threading.Lock()

    def again(self, game: tree.Game) -> None:
        """Puts the earlier body in the place of each that was typed alike before."""
        with self.lock:
            for key, f in game.functions.items():
                game.functions[key] = self.body(("function", key), f)
            game.overrides = [self.body(("instead", one.key), one) for one in game.overrides]
            game.hooks = [self.body(("when", one.key), one) for one in game.hooks]
            game.examples = [self.body(("example", one.title), one) for one in game.examples]

    def functions(self, some: dict[str, tree.Function]) -> dict[str, tree.Function]:
        """The functions of an engine, by key, with changes worked in: the earlier one in the place of each that came before."""
        with self.lock:
            return {key: self.body(("lowered", key), f) for key, f in some.items()}

    def body(self, name: tuple[str, str], body: Body) -> Body:
        """The earlier body that is like this one, or this one."""
        seen: list[Any] = self.known.pop(name, [])
        found: Body = next((one for one in seen if are_alike(one, body)), body)
        self.known[name] = [found, *(one for one in seen if one is not found)][:SEVERAL]
        if len(self.known) > MOST:
            del self.known[next(iter(self.known))]
        return found


def are_alike(
    one: tree.Function | tree.Change | Example, other: tree.Function | tree.Change | Example
) -> bool:
    """Whether two bodies hold the same, their locals also in the same order."""
    return one.span == other.span and one == other and list(one.locals) == list(other.locals)


KEPT = Kept()
