"""What was worked out of functions and tables before is given again, as long as the same ones come again.

A process that compiles a game again and again, as `build --watch`, mostly meets functions that did not change. `Kept.again` finds them by all
that they hold, places too, and puts the earlier object in their place; what `once` has worked out of that object is then looked up.
What comes out is what would have come out without this, since nodes never change.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any

from ..once import MOST
from .tree import INSIDE, PARTS, Function, Module, Table

SEVERAL = 4  # variants of a function that are kept under its name

Item = Function | Table


class _Plain(dict[type, Callable[[Any], Any]]):
    """How to read of each class of nodes what it holds beside other nodes."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        names = [f.name for f in fields(kind) if f.name not in PARTS[kind]]
        # 1 and true are equal, but not the same
        names += [f"{f.name}.__class__" for f in fields(kind) if f.type == "int | bool | str | None"]
        self[kind] = attrgetter(*names)
        return self[kind]


PLAIN = _Plain()


def flat(node: Any) -> list[Any]:
    """All that a node holds, in a row: equal for two nodes that are alike in everything."""
    found: list[Any] = []
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.__class__ is tuple:
            found.append(len(one))
            waiting += one[::-1]
        elif one is not None:
            kind = one.__class__
            found.append(kind)
            found.append(PLAIN[kind](one))
            waiting += INSIDE[kind](one)
        else:
            found.append(None)
    return found


@dataclass(slots=True)
class Known:
    """A function or table that was met, and all that it holds once somebody has asked."""

    item: Item
    holds: list[Any] | None = None

    def is_like(self, holds: list[Any]) -> bool:
        """Whether it holds the same."""
        if self.holds is None:
            self.holds = flat(self.item)
        return self.holds == holds


class Kept:
    """The functions and tables that were met last, by name."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], list[Known]] = {}
        self.lock = threading.Lock()

    def again(self, module: Module) -> Module:
        """The module with the earlier object in the place of each function or table that was met before."""
        with self.lock:
            sections = [
                replace(s, items=tuple(self.item(module.name, x) for x in s.items)) for s in module.sections
            ]
        return replace(module, sections=tuple(sections))

    def item(self, module: str, item: Item) -> Item:
        """The earlier object that is like this one, or this one."""
        seen = self.known.pop((module, item.name), [])
        if seen:
            holds = flat(item)
            found = next((one for one in seen if one.is_like(holds)), None)
            if found is not None:
                seen.remove(found)
            else:
                found = Known(item, holds)
        else:
            found = Known(item)
        self.known[module, item.name] = [found, *seen[: SEVERAL - 1]]
        if len(self.known) > MOST:
            del self.known[next(iter(self.known))]
        return found.item


KEPT = Kept()
