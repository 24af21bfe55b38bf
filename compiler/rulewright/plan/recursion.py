"""Functions of the engine that can come to call themselves: the engine counts how deep they are in each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..analysis.failing import Facts, calls_of
from ..analysis.walk import own_expressions, statements
from ..once import once
from ..typed import tree
from ..typed.expr import Bundle, CallExpr, ColumnOf, DefineRef, is_lib
from . import model


def mark_recursion(
    game: tree.Game, functions: list[model.Function], names: dict[str, str], facts: Facts
) -> None:
    """Marks a function in each circle of calls; what waits for an answer in between breaks a circle."""
    rules = {name: key.partition("@")[0] for key, name in names.items()}
    made = {f.name: f for f in functions if f.role != "resume"}
    calls = Calls(game, names, facts)
    every = set(made)
    left = in_cycles({name: calls.of(f.body) & every for name, f in made.items()})
    while left:
        one = busiest(left)
        made[one].circular = rules.get(one, one.partition("__")[0])
        del left[one]
        left = in_cycles(left)


def busiest(calls: dict[str, set[str]]) -> str:
    """The function that most others call."""
    callers = Counter(other for some in calls.values() for other in some)
    return max(calls, key=lambda name: callers[name])


def in_cycles(calls: dict[str, set[str]]) -> dict[str, set[str]]:
    """What is left when all are taken away that call nobody, or that nobody calls, again and again."""
    every = set(calls)
    left = {name: some & every for name, some in calls.items()}
    callers: dict[str, set[str]] = {name: set() for name in left}
    for name, some in left.items():
        for other in some:
            callers[other].add(name)
    pending = [name for name in left if not left[name] or not callers[name]]
    while pending:
        name = pending.pop()
        if name not in left:
            continue
        for other in left.pop(name):
            callers[other].discard(name)
            pending += [other] if not callers[other] else []
        for other in callers[name]:
            if other in left:
                left[other].discard(name)
                pending += [other] if not left[other] else []
    return left


ALL = "*"  # all resources, or all rules that are values


@dataclass(slots=True)
class Named:
    """What statements and expressions may call, by name."""

    calls: set[str] = field(default_factory=set)  # functions
    gains: set[str] = field(default_factory=set)  # resources that are gained or paid
    stocks: bool = False  # what there is of resources is asked for
    columns: set[tuple[str, str]] = field(default_factory=set)  # figures, whose cells may call

    def add(self, expressions: Iterable[tree.E]) -> None:
        """Adds what expressions name."""
        for e in expressions:
            for x in e.walk():
                if isinstance(x, (CallExpr, DefineRef)):
                    self.calls.add(x.name if isinstance(x, CallExpr) else x.define)
                elif is_lib(x, "payable", "stock_of"):
                    self.stocks = True
                elif isinstance(x, ColumnOf):
                    self.columns.add((x.kind, x.name))


@once
def named_in(s: tree.S) -> Named:
    """What a statement names, with all that is inside it."""
    found = Named()
    for inner in statements([s]):
        found.calls.update(calls_of(inner, [ALL]))
        if isinstance(inner, tree.Gain):
            found.gains |= set(inner.amount.resources) if isinstance(inner.amount, Bundle) else {ALL}
        found.add(own_expressions(inner))
    return found


class Calls:
    """The functions that a body calls without leaving a frame to be resumed."""

    def __init__(self, game: tree.Game, names: dict[str, str], facts: Facts) -> None:
        self.game = game
        self.names = names
        self.rule_values = facts.rule_values
        self.known: dict[tuple[str, str], set[str]] = {}  # columns -> what their cells call

    def of(self, nodes: list[model.Node]) -> set[str]:
        """The functions that some nodes call."""
        found: set[str] = set()
        for n in nodes:
            if isinstance(n, model.Plain):
                found |= self.called(named_in(n.statement))
            elif isinstance(n, model.Branch):
                found |= self.of_expression(n.test) | self.of(n.then) | self.of(n.otherwise)
            elif isinstance(n, model.Jump):
                found.add(n.function)
            elif isinstance(n, model.Invoke):
                found |= self.called(named_in(tree.Call(n.span, n.sources, n.call)))
            elif isinstance(n, model.Ask) and n.fallback is not None:
                found |= self.of(n.fallback)
        return found

    def of_expression(self, e: tree.E) -> set[str]:
        """The functions that an expression calls."""
        found = Named()
        found.add([e])
        return self.called(found)

    def called(self, named: Named) -> set[str]:
        """The functions of what is named."""
        keys = set(named.calls)
        if ALL in keys:
            keys.update(self.rule_values)
        resources = self.game.resources
        for name in resources if ALL in named.gains else named.gains:
            keys.update(resources[name].functions.values())
        if named.stocks:
            keys.update(r.functions["stock"] for r in resources.values() if "stock" in r.functions)
        found = {self.names[key] for key in keys if key in self.names}
        return found.union(*(self.of_column(*column) for column in named.columns))

    def of_column(self, kind: str, name: str) -> set[str]:
        """The functions that the cells of a column call."""
        if (kind, name) not in self.known:
            self.known[kind, name] = set()  # while it is worked out, for cells that ask for their own column
            column = self.game.kinds[kind].columns[name]
            cells = [cell for cell in column.cells if cell is not None and not column.constant]
            self.known[kind, name] = set[str]().union(*map(self.of_expression, cells))
        return self.known[kind, name]
