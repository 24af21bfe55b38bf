"""The locals of a function: which are taken, and how new ones and loop variables keep out of their way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from ..code import tree as code


@dataclass(slots=True)
class Scope:
    """The locals that may not be used for anything else where a function is being rewritten."""

    names: set[str]
    of_rules: tuple[str, ...]  # words that the rules use as names

    def fresh(self, word: str) -> str:
        """A local that the function does not have yet, and that is called like nothing in the rules."""
        word = f"{word}_now" if word in self.of_rules else word
        name, count = word, 2
        while name in self.names:
            name, count = f"{word}_{count}", count + 1
        self.names.add(name)
        return name

    def own(self, name: str) -> str:
        """What a loop runs over, under a name that nothing around it has."""
        while name in self.names:
            name += "_too"
        return name

    @contextmanager
    def inside(self, *names: str) -> Iterator[None]:
        """While the body of a loop is rewritten, nothing in it may be called like what it runs over."""
        new = {*names} - self.names
        self.names |= new
        yield
        self.names -= new


def free_locals(node: Any, bound: frozenset[str] = frozenset()) -> set[str]:
    """The locals in a node or several, less those that queries and closures in it bind."""
    if node is None or node.__class__ is tuple:
        return set[str]().union(*(free_locals(x, bound) for x in node or ()))
    if isinstance(node, code.Local):
        return set() if node.name in bound else {node.name}
    inner = bound | bound_by(node)
    own = set(node.names) if isinstance(node, code.For) else set[str]()
    return own.union(*(free_locals(x, inner) for x in code.children(node)))


def bound_by(node: code.Node) -> frozenset[str]:
    """The locals that exist only inside a node."""
    if isinstance(node, code.Query):
        return frozenset(name for clause in node.clauses for name in (clause.name, *clause.also))
    return frozenset(node.params) if isinstance(node, code.Closure) else frozenset()


def renamed(node: Any, old: str, new: str) -> Any:
    """A node in which a local has another name, where no query or closure inside binds the old one."""
    if old == new or node is None:
        return node
    if node.__class__ is tuple:
        return code.same_or([renamed(x, old, new) for x in node], node)
    if isinstance(node, code.Local):
        return replace(node, name=new) if node.name == old else node
    if isinstance(node, code.Query) and old in bound_by(node):
        first = replace(node.clauses[0], source=renamed(node.clauses[0].source, old, new))
        return replace(node, clauses=(first, *node.clauses[1:]), of=renamed(node.of, old, new))
    if old in bound_by(node):
        return node
    return code.with_parts(node, lambda part: renamed(part, old, new))
