"""Examples that were typed before in this process, without anything wrong, are taken again if all that they go by is the same.

No rule goes by an example, and the types that it gives to parameters are among the signatures that it is compared by: if
these are as they were when it was typed, typing it once more would give the same and change nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from ...once import MOST, once
from ...resolved import model
from ...surface import ast
from ..context import Checked, Context, Signature
from ..example_tree import Example
from . import examples

WORD = re.compile(r"\w+")


@dataclass(slots=True)
class Typed:
    """An example that was typed, what it noted, and what it goes by."""

    steps: list[ast.Declaration]
    facts: tuple[Any, ...]
    states: dict[str, Any]  # by function: what it says of itself, what is known of it
    world: World
    made: Example
    used: set[str]
    multi_cell: set[str]


@dataclass
class World:
    """What is declared in a game besides functions, examples and their names."""

    declared: tuple[Any, ...]


KNOWN: dict[tuple[str, str, str, Any], Typed] = {}  # by game, variant, title and place
WORLDS: dict[tuple[str, str], World] = {}  # by game and variant: the one that was met last


class Examples:
    """The examples of one game while its types are inferred."""

    def __init__(self, c: Context) -> None:
        self.c = c
        self.named: dict[str, list[Signature]] = {}
        for sig in c.signatures.values():
            self.named.setdefault(sig.function.name, []).append(sig)
        self.known_world: tuple[int, World] | None = None  # with the number of growths when it was met

    def world(self) -> World:
        """What is declared; only what grows can change it while types are inferred."""
        if self.known_world is None or self.known_world[0] != self.c.growths:
            self.known_world = self.c.growths, world_of(self.c)
        return self.known_world[1]

    def check(self, key: str, number: int) -> None:
        """Types an example, or takes it as it was typed before."""
        source = self.c.game.examples[number]
        name = (self.c.game.name, self.c.game.variant, source.title, source.span)
        known = KNOWN.get(name)
        facts, world = self.facts(source), self.world()
        if known is None or known.world is not world or known.facts != facts:
            self.typed(key, number, name, facts, world)
        elif not are_same(known.steps, source.steps) or known.states != self.states(source, known.states):
            self.typed(key, number, name, facts, world)
        else:
            self.again(key, known)

    def typed(self, key: str, number: int, name: Any, facts: tuple[Any, ...], world: World) -> None:
        """Types an example, and keeps it if nothing is wrong and no signature has grown."""
        c = self.c
        source = c.game.examples[number]
        used, multi_cell = c.used, c.multi_cell
        c.used, c.multi_cell = set(), set()
        c.check(key, None, lambda: examples.typed_example(c, number))
        done = c.checked.get(key)
        if done is not None and not done.diagnostics:
            states = self.states(source, done.states)
            if len(KNOWN) >= MOST:
                KNOWN.pop(next(iter(KNOWN)))
            KNOWN[name] = Typed(source.steps, facts, states, world, done.made, c.used, c.multi_cell)
        c.used, c.multi_cell = used | c.used, multi_cell | c.multi_cell

    def again(self, key: str, known: Typed) -> None:
        """Takes an example as it was typed before."""
        c = self.c
        c.used |= known.used
        c.multi_cell |= known.multi_cell
        states = {name: c.signatures[name].state for name in known.states}
        for name in states:
            c.signatures[name].callers.add(key)
        c.checked[key] = Checked(known.made, [], states)

    def facts(self, source: model.Example) -> tuple[Any, ...]:
        """What an example says of itself, and what the words in it mean."""
        symbols = self.c.game.symbols
        words = words_of(source)
        means = [(word, symbols[word].category, symbols[word].owner) for word in words if word in symbols]
        return tuple(source.players), source.sources, means

    def states(self, source: model.Example, touched: dict[str, Any]) -> dict[str, Any]:
        """Of the functions that an example names or went by: what they say of themselves, and what is known of them."""
        signatures = self.c.signatures
        found = {sig.key: sig for word in words_of(source) for sig in self.named.get(word, ())}
        found |= {key: signatures[key] for key in touched if key in signatures}
        return {key: (head_of(sig.function), sig.state) for key, sig in found.items()}


def head_of(f: model.Function) -> tuple[Any, ...]:
    """What a function says of itself, without its body; of a define without parameters also its value, which ranges may be made of."""
    params = [(name, of and words(of)) for name, of in f.params]
    return f.category, f.owner, f.flags, f.once_per, f.shared, params, None if f.params else f.value


def words_of(source: model.Example) -> set[str]:
    """The words in an example."""
    return set(source.players).union(*map(words, source.steps))


def words(tree: Any) -> set[str]:
    """The words in a tree of the syntax; what is given by a name is put together anew each time, but for its body."""
    return words_in(tree.body if isinstance(tree, ast.Given) else tree)


@once
def words_in(tree: Any) -> set[str]:
    """The words in a tree of the syntax, or in a row of trees, which never change."""
    return set(texts(tree))


def texts(tree: Any) -> Iterator[str]:
    """All words below an item of a tree, one after the other."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield from WORD.findall(one)
        elif isinstance(one, (list, tuple)):
            waiting += one
        elif isinstance(one, ast.Node):
            waiting += (getattr(one, part.name) for part in fields(one))


def are_same(some: list[ast.Declaration], others: list[ast.Declaration]) -> bool:
    """Whether steps are the same; what is given by a name is put together anew each time."""
    return len(some) == len(others) and all(
        a is b
        or (isinstance(a, ast.Given) and isinstance(b, ast.Given) and a.span == b.span and a.body is b.body)
        for a, b in zip(some, others, strict=True)
    )


def world_of(c: Context) -> World:
    """What is declared besides functions and examples: the same object as long as all of it is equal."""
    game = c.game
    kinds = [(k.name, [*k.members], [*k.columns], k.flags, k.factors, k.shown) for k in game.kinds.values()]
    declared = (
        (game.players, game.varied, [*game.participants], kinds, game.boards, game.pieces, game.resources),
        [(m.name, [name for name, _ in m.params]) for m in game.menus.values()],
        ({**c.fields}, {**c.columns}, {**c.board_kinds}),
    )
    known = WORLDS.get((game.name, game.variant))
    if known is None or known.declared != declared:
        known = WORLDS[game.name, game.variant] = World(declared)
    return known
