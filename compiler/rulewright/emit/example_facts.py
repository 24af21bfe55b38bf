"""What the data of an example is made of besides the example: as long as all of it is the same, the data is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..code.lowering import Lowering
from ..once import once
from ..surface.ast import Span
from ..typed import tree
from ..typed.example_tree import Example
from . import mentions
from .meaning import digest, said_of
from .mentions import Mentions


def shared_facts(c: Lowering, declared: str) -> str:
    """What all examples depend on; `declared` is a digest of what is declared besides functions."""
    plan, game = c.plan, c.game
    resources = [
        (
            r.name,
            r.label,
            [(part, plan.names.get(key, ""), key in plan.asking) for part, key in r.functions.items()],
        )
        for r in game.resources.values()
    ]
    effects = [(text, e.name in plan.asking) for text, e in plan.rule_values]
    left = c.name, c.rule, c.result, c.stop, sorted((k, sorted(v)) for k, v in c.supports.items())
    own = bool(c.stores), sorted(c.made_alike), sorted(plan.growing), c.places
    told = declared, resources, effects, left, own, list(game.fields)
    return digest(told)


def own_facts(c: Lowering, sources: Mapping[str, str], e: Example) -> tuple[Any, ...]:
    """What one example depends on: the text of its file, the functions that it names, and the defines that these go by."""
    plan = c.plan
    found: list[Any] = [sources.get(path) for path in paths_of(e)]
    waiting, seen = [*mentioned(e).calls], set[str]()
    while waiting:
        key = waiting.pop()
        f = plan.signatures.get(key)
        if key in seen or f is None:
            continue
        seen.add(key)
        found += [stated(f), plan.names[key], int(key in plan.asking), int(key in plan.constants)]
        if f.category == "define":
            waiting += mentions.of_function(f).calls
    return tuple(found)


@once
def stated(f: tree.Function) -> str:
    """A digest of what a function means; a function that only moves keeps it."""
    return digest([f.key, said_of(f)])


@once
def mentioned(e: Example) -> Mentions:
    """What an example speaks of."""
    found = mentions.of_block(e.block)
    mentions.add_expressions(found, e.values)
    return found


@once
def paths_of(e: Example) -> tuple[str, ...]:
    """The files of the rules that the steps of an example stand in."""
    places: list[Span] = [e.span, *(s.span for s in e.steps), *(x.span for v in e.values for x in v.walk())]
    return tuple(dict.fromkeys(place.path for place in places))
