"""A mixed game in which a change is seen through some rules only: the others go on with the unit as it was."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.resolved import model
from rulewright.resolved.words import mentioned
from rulewright.surface import ast
from rulewright.tools.diff.compare import Pair
from rulewright.tools.diff.mixing import Unmixable, functions

SUFFIX = "_changed"


def seen_through(
    old: model.Game, new: model.Game, pairs: list[Pair], through: Iterable[str], not_through: Iterable[str]
) -> model.Game:
    """The old game; copies of the changed functions, and of what lies between, serve the rules in `through`."""
    game = old.model_copy(deep=True)
    game.examples = []
    changed = [pair.one.declares for pair in pairs]
    if not all(pair.key.startswith("function:") and "." not in pair.one.name for pair in pairs):
        raise Unmixable("only rules and defines can be looked at through others")
    names = {name: name + SUFFIX for name in changed}
    top = {key.partition(":")[2] for key in through}
    shut = {key.partition(":")[2].rpartition(".")[2] for key in not_through}
    names |= {name: name + SUFFIX for name in _between(game, changed, top, shut)}
    for name in names:
        source = new if name in changed else old
        _add_copy(game, source, name, names)
    for said in top:
        owner, _, name = said.rpartition(".")
        found = functions(game, owner)
        if name not in found:
            raise Unmixable(f"there is no {said}")
        found[name] = _renamed(found[name], names)
        game.overrides = [
            _renamed(c, names) if c.target == name and not c.owner else c for c in game.overrides
        ]
    game.elsewhere = sorted({*game.elsewhere, *names, *new.elsewhere})
    return game


def _between(game: model.Game, changed: list[str], top: set[str], shut: set[str]) -> set[str]:
    """The functions by which the rules at the top reach the changed ones, on no way that is shut."""
    calls = {f.name: mentioned(_trees(f)) for f in game.functions.values()}
    for c in game.overrides:
        if not c.owner and c.target in calls:
            calls[c.target] |= mentioned([t for t in (c.where, c.value, c.rows, c.body) if t is not None])
    above: set[str] = set(changed)
    while True:
        more = {name for name, used in calls.items() if name not in above and used & above}
        if not more:
            break
        above |= more
    below: set[str] = set()
    waiting = [name for said in top for name in calls.get(said.rpartition(".")[2], set()) & above]
    while waiting:
        name = waiting.pop()
        if name not in below | top | shut and name not in changed:
            below.add(name)
            waiting += calls[name] & above
    return below


def _trees(f: model.Function) -> list[Any]:
    """The parts of a function that can name other functions."""
    return [tree for tree in (f.value, f.where, f.rows, f.body) if tree is not None]


def _add_copy(game: model.Game, source: model.Game, name: str, names: Mapping[str, str]) -> None:
    """The function under its second name, with the `instead` of variants."""
    if name not in source.functions:
        raise Unmixable(f"{name} is not on both sides")
    twin = names[name]
    game.functions[twin] = _renamed(source.functions[name], names)
    for c in source.overrides:
        if c.target == name and not c.owner:
            game.overrides.append(_renamed(c, names).model_copy(update={"target": twin}))
    symbol = source.symbols[name]
    game.symbols[twin] = symbol.model_copy(update={"name": twin})


def _renamed(item: Any, names: Mapping[str, str]) -> Any:
    """A copy of a function, a change or a tree that speaks of the copies."""
    if isinstance(item, model.Function):
        parts = {n: _renamed(getattr(item, n), names) for n in ("value", "where", "rows", "body")}
        return item.model_copy(update={**parts, "name": names.get(item.name, item.name)})
    if isinstance(item, model.Change):
        return item.model_copy(
            update={n: _renamed(getattr(item, n), names) for n in ("where", "value", "rows", "body")}
        )
    if isinstance(item, (ast.Span, ast.Citation)):
        return item
    if isinstance(item, ast.Node):
        made = copy.copy(item)
        for f in dataclasses.fields(item):
            value = getattr(item, f.name)
            if (
                f.name == "name"
                and isinstance(value, str)
                and isinstance(item, (ast.Name, ast.MemberOf, ast.Your))
            ):
                setattr(made, f.name, names.get(value, value))
            else:
                setattr(made, f.name, _renamed(value, names))
        return made
    if isinstance(item, list):
        return [_renamed(each, names) for each in item]
    if isinstance(item, tuple):
        return tuple(_renamed(each, names) for each in item)
    return item
