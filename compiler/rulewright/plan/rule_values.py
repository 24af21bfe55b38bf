"""Rules that are kept as values: every one that the game mentions, with its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..analysis.walk import all_expressions, expressions_of
from ..typed import tree
from ..typed.expr import RuleValue
from ..typed.tree import E


def rule_values(game: tree.Game, signatures: dict[str, tree.Function]) -> list[tuple[str, RuleValue]]:
    """Every rule that stands in a table, once for each set of arguments; those that examples alone name come last."""
    sources = [e for f in signatures.values() for e in expressions_of(f)]
    for kind in game.kinds.values():
        for column in kind.columns.values():
            sources.extend(x for c in column.cells if c is not None for x in c.walk())
    for p in game.participants.values():
        for d in p.decides:
            sources.extend(all_expressions(d.body))
    for info in game.fields.values():
        sources.extend(info.default.walk() if info.default is not None else [])
    found = by_text(sources)
    others = by_text(example_expressions(game))
    return sorted(found.items()) + sorted((t, e) for t, e in others.items() if t not in found)


def example_expressions(game: tree.Game) -> Iterator[E]:
    """Every expression in the examples."""
    for example in game.examples:
        yield from all_expressions(example.block)
        for value in example.values:
            yield from value.walk()


def by_text(expressions: Iterable[E]) -> dict[str, RuleValue]:
    """The rules that are mentioned as values, by their text."""
    found: dict[str, RuleValue] = {}
    for e in expressions:
        if isinstance(e, RuleValue):
            found.setdefault(e.text, e)
    return found
