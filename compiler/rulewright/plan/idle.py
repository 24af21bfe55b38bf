"""Reactions that can do nothing now: what must hold for a reaction to do or ask anything, and who could bring that about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..analysis.effects import EffectAnalysis
from ..analysis.liveness import free_in
from ..typed import tree
from ..typed import types as t
from ..typed.expr import BaseCall, CallExpr, Lib
from ..typed.tree import E
from .substitution import all_hold, substitute

if TYPE_CHECKING:
    from .lower import Lowering

DEEPEST = 4  # so many rules that call one another are looked through


def idle_unless(low: Lowering, calls: list[tree.S]) -> list[tuple[int, E, tuple[int, ...]]]:
    """For reactions that do nothing unless something holds: their number, that condition, and those that could make it hold."""
    effects = EffectAnalysis(low.game, low.functions, [])
    found: list[tuple[int, E, tuple[int, ...]]] = []
    for i, call in enumerate(calls):
        test = wanted(low, [call], DEEPEST)
        if test is None or free_in(test) - {"you"} or not is_open(low, effects, test):
            continue
        read = effects.reads(test)
        wakers = [j for j, other in enumerate(calls) if j != i and effects.writes(other) & read]
        found.append((i, test, tuple(wakers)))
    return found


def wanted(low: Lowering, body: tree.Block, depth: int) -> E | None:
    """What must hold now so that a block does anything; None: that cannot be said."""
    if len(body) != 1 or not depth:
        return None
    s = body[0]
    if isinstance(s, tree.Call):
        return wanted_of_call(low, s.call, depth)
    if isinstance(s, tree.If) and not s.otherwise:
        inner = wanted(low, s.then, depth)
        return s.test if inner is None else all_hold([s.test, inner])
    if isinstance(s, tree.May):
        tests = first_conditions(s.body)
        return all_hold(tests) if tests else None
    return None


def wanted_of_call(low: Lowering, call: CallExpr | BaseCall | Lib, depth: int) -> E | None:
    """What must hold now so that a called rule does anything; None: that cannot be said."""
    function = low.functions.get(call.name)
    inner = None if function is None else wanted(low, function.body, depth - 1)
    if function is None or inner is None:
        return None
    you, this, *args = call.parts
    parts = {p.name: a for p, a in zip(function.params, args) if a is not None}
    if len(parts) < len(function.params):
        return None
    return substitute(
        inner,
        {
            **parts,
            **({"you": you} if you is not None else {}),
            **({"this": this} if this is not None else {}),
        },
    )


def first_conditions(body: tree.Block) -> list[E]:
    """The conditions with which a block begins: if one fails, the block cannot be carried through."""
    found: list[E] = []
    for s in body:
        if isinstance(s, tree.Require):
            found.append(s.test)
        elif isinstance(s, tree.Gain) and s.verb == "pay":
            found.append(Lib(t.FLAG, "payable", [s.who, s.amount], span=s.span))
            break  # what follows is asked of what is left
        else:
            break
    return found


def is_open(low: Lowering, effects: EffectAnalysis, test: E) -> bool:
    """Whether everybody sees it: what depends on secrets is asked all the same."""
    fields = low.game.fields
    return all(fields[name].visibility == "open" for name in effects.reads(test) if name in fields)
