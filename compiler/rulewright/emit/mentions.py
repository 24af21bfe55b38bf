"""What rules speak of: found in each body by itself, so that it need not be looked for again while the body stays the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..analysis.walk import own_expressions, statements
from ..once import once
from ..typed import tree
from ..typed.expr import Bundle, CallExpr, ColumnOf, DefineRef, Field, RuleValue, Text, is_lib
from ..typed.tree import E
from ..typed.types import Type

EFFECTS, RESOURCES = "rules in tables", "resources"
OWNERS = {
    "kind": "kind",
    "member": "kind",
    "cell": "board",
    "edge": "board",
    "piece": "piece",
    "resource": "resource",
}


@dataclass(slots=True)
class Mentions:
    """What is spoken of by name; which of it a game has is for others to say."""

    units: set[str] = field(default_factory=set)  # declarations
    calls: set[str] = field(default_factory=set)  # functions by key
    menus: set[str] = field(default_factory=set)  # menus, for their actions
    texts: set[str] = field(default_factory=set)  # rules as values
    resources: bool = False  # all resources that there are


@once
def of_function(f: tree.Function) -> Mentions:
    """What a function speaks of."""
    found = of_block(f.body)
    add_owner(found, f.owner)
    for type in (*(p.type for p in f.params), f.result):
        add_type(found, type)
    return found


@once
def of_whole(s: tree.S) -> Mentions:
    """What a statement speaks of, with all that is inside it."""
    return of_block([s])


def of_field(info: tree.FieldInfo) -> Mentions:
    """What a field speaks of."""
    found = Mentions()
    add_owner(found, info.owner)
    add_type(found, info.type)
    if info.key is not None:
        add_type(found, info.key)
    return found


def of_block(block: tree.Block) -> Mentions:
    """What a block speaks of."""
    found = Mentions()
    for s in statements(block):
        add_statement(found, s)
    return found


def of_expression(e: E | None) -> Mentions:
    """What an expression speaks of."""
    found = Mentions()
    add_expressions(found, [e])
    return found


# ---------------------------------------------------------------- taken together


def add_owner(found: Mentions, owner: str) -> None:
    """Adds the unit of an owner."""
    what, _, of = owner.partition(":")
    if what in OWNERS:
        found.units.add(f"{OWNERS[what]} {of.partition('.')[0]}")


def add_type(found: Mentions, type: Type) -> None:
    """Adds the units that a type speaks of."""
    if type.name in ("kind", "piece"):
        found.units.add(f"{type.name} {type.of}")
    elif type.name in ("cell", "edge"):
        found.units.add(f"board {type.of.partition('.')[0]}")
    elif type.name in ("bundle", "resource"):
        found.units.add(RESOURCES)
    elif type.name == "effect":
        found.units.add(EFFECTS)
    for one in (type.element, type.key):
        if one is not None:
            add_type(found, one)


def add_statement(found: Mentions, s: tree.S) -> None:
    """Adds what a statement speaks of, without what stands in its bodies."""
    if isinstance(s, tree.Say):
        return
    if isinstance(s, tree.Offer):
        found.menus.update(menu for menu, _ in s.menus)
    elif isinstance(s, tree.With):
        found.menus.add(s.menu)
    elif isinstance(s, tree.Place):
        found.units.add(f"piece {s.piece}")
    elif isinstance(s, tree.Call) and is_lib(s.call, "perform"):
        found.units.add(EFFECTS)
    add_expressions(found, own_expressions(s))


def add_expressions(found: Mentions, expressions: Iterable[E | None]) -> None:
    """Adds what expressions speak of."""
    for x in unspoken(expressions):
        if isinstance(x, CallExpr):
            found.calls.add(x.name)
        elif isinstance(x, RuleValue):
            found.texts.add(str(x.text))
            found.calls.add(x.name)
            found.units.add(EFFECTS)
        elif isinstance(x, Field):
            found.units.add(f"field {x.info.owner}.{x.info.name}")
        elif isinstance(x, ColumnOf):
            found.units.add(f"figures {x.kind}")
        elif isinstance(x, DefineRef):
            found.calls.add(str(x.define))
        elif is_lib(x, "payable", "stock_of"):
            found.resources = True
        if isinstance(x, Bundle):
            found.units.add(RESOURCES)
            found.units.update(f"resource {name}" for name in x.resources)
        else:
            add_type(found, x.type)
            found.resources |= x.type.name in ("bundle", "resource")


def unspoken(expressions: Iterable[E | None]) -> Iterator[E]:
    """Expressions and their parts, without texts and what these speak of."""
    waiting = list(expressions)
    while waiting:
        e = waiting.pop()
        if e is not None and not isinstance(e, Text):
            yield e
            waiting += e.parts
