"""Functions of the engine that can come to call themselves: the engine counts how deep they are in each other."""

from __future__ import annotations

from collections import Counter

from ..analysis.failing import Facts
from ..analysis.walk import own_expressions, statements
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
    left = in_cycles({name: calls.of(f.body) & set(made) for name, f in made.items()})
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
    left = {name: some & set(calls) for name, some in calls.items()}
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
        for other in callers[name] & set(left):
            left[other].discard(name)
            pending += [other] if not left[other] else []
    return left


class Calls:
    """The functions that a body calls without leaving a frame to be resumed."""

    def __init__(self, game: tree.Game, names: dict[str, str], facts: Facts) -> None:
        self.game = game
        self.names = names
        self.facts = facts

    def of(self, nodes: list[model.Node]) -> set[str]:
        """The functions that some nodes call."""
        found: set[str] = set()
        for n in nodes:
            if isinstance(n, model.Plain):
                found |= self.of_block([n.statement])
            elif isinstance(n, model.Branch):
                found |= self.of_expression(n.test) | self.of(n.then) | self.of(n.otherwise)
            elif isinstance(n, model.Jump):
                found.add(n.function)
            elif isinstance(n, model.Invoke):
                found |= self.of_block([tree.Call(n.span, n.sources, n.call)])
            elif isinstance(n, model.Ask) and n.fallback is not None:
                found |= self.of(n.fallback)
        return found

    def of_block(self, block: tree.Block) -> set[str]:
        """The functions that a block calls."""
        found: set[str] = set()
        for s in statements(block):
            found |= {self.names[key] for key in self.facts.calls(s) if key in self.names}
            if isinstance(s, tree.Gain):
                some = list(s.amount.resources) if isinstance(s.amount, Bundle) else list(self.game.resources)
                for name in some:
                    found |= {self.names[key] for key in self.game.resources[name].functions.values()}
            for e in own_expressions(s):
                found |= self.of_expression(e)
        return found

    def of_expression(self, e: tree.E) -> set[str]:
        """The functions that an expression calls."""
        found: set[str] = set()
        for x in e.walk():
            if isinstance(x, (CallExpr, DefineRef)):
                found.add(self.names.get(x.name if isinstance(x, CallExpr) else x.define, ""))
            elif is_lib(x, "payable", "stock_of"):
                stocks = [r.functions.get("stock", "") for r in self.game.resources.values()]
                found |= {self.names[key] for key in stocks if key}
            elif isinstance(x, ColumnOf):
                column = self.game.kinds[x.kind].columns[x.name]
                for cell in column.cells if not column.constant else []:
                    found |= self.of_expression(cell) if cell is not None else set()
        return found
