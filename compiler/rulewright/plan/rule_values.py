"""Rules that are kept as values: every one that the game mentions, with its arguments."""

from __future__ import annotations

from collections.abc import Iterable

from ..analysis.walk import all_expressions, expressions_of
from ..once import once
from ..typed import tree
from ..typed.example_tree import Example
from ..typed.expr import RuleValue
from ..typed.tree import E


def rule_values(game: tree.Game, signatures: dict[str, tree.Function]) -> list[tuple[str, RuleValue]]:
    """Every rule that stands in a table, once for each set of arguments; those that examples alone name come last."""
    sources: list[E] = [e for f in signatures.values() for e in values_in(f)]
    for kind in game.kinds.values():
        for column in kind.columns.values():
            sources.extend(x for c in column.cells if c is not None for x in c.walk())
    for p in game.participants.values():
        for d in p.decides:
            sources.extend(all_expressions(d.body))
    for info in game.fields.values():
        sources.extend(info.default.walk() if info.default is not None else [])
    found = by_text(sources)
    others = by_text(e for example in game.examples for e in values_in_example(example))
    return sorted(found.items()) + sorted((t, e) for t, e in others.items() if t not in found)


@once
def values_in(f: tree.Function) -> list[RuleValue]:
    """The rules that a function mentions as values."""
    return [e for e in expressions_of(f) if isinstance(e, RuleValue)]


@once
def values_in_example(example: Example) -> list[RuleValue]:
    """The rules that an example mentions as values."""
    expressions = [*all_expressions(example.block), *(x for value in example.values for x in value.walk())]
    return [e for e in expressions if isinstance(e, RuleValue)]


def by_text(expressions: Iterable[E]) -> dict[str, RuleValue]:
    """The rules that are mentioned as values, by their text."""
    found: dict[str, RuleValue] = {}
    for e in expressions:
        if isinstance(e, RuleValue):
            found.setdefault(e.text, e)
    return found
