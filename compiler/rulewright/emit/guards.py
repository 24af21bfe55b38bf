"""Tests in a row that look for one member after the other among the same things: one test stands before them all."""

from __future__ import annotations

from ..plan import model
from ..typed import tree
from ..typed.checks_walk import statements
from ..typed.tree import E
from .search import conjuncts

FEWEST = 4  # tests in a row


def run_at(body: list[model.Node]) -> list[tree.If]:
    """The tests at the beginning of a body, as far as they look among the same things, which none of them changes."""
    found: list[tree.If] = []
    for n in body:
        s = n.statement if isinstance(n, model.Plain) and not n.way_out[0] else None
        if not isinstance(s, tree.If) or s.otherwise or looked_for(s) is None:
            break
        if found and among(s) != among(found[0]):
            break
        found.append(s)
    if len(found) < FEWEST or any(changes(s, among(found[0])) for s in found):
        return []
    return found


def looked_for(s: tree.If) -> E | None:
    """The member that a test looks for among things that were put down before; None: it is another test."""
    first = conjuncts(s.test)[0]
    if first.op != "in" or first.arg(0).op != "const" or first.arg(1).op != "local":
        return None
    return first.arg(0) if first.arg(0).type.name == "kind" else None


def among(s: tree.If) -> str:
    return conjuncts(s.test)[0].arg(1).name


def changes(s: tree.If, local: str) -> bool:
    return any(
        isinstance(x, tree.Set) and x.target.op == "local" and x.target.name == local for x in statements([s])
    )
