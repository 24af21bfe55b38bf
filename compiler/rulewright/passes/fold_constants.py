"""Tests that are known at compile time, and what is never reached.

before                          after

    if yes:                         return 1
        return 1
    return 2
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..code import tree as code
from ..code.tree import NO, YES, Block, Module, Statement
from ..once import once
from .facts import Facts

LEAVING = (code.Return, code.Resume, code.Jump, code.Ask, code.Fail, code.NoRow, code.Break, code.Continue)


def fold_constants(module: Module, facts: Facts) -> Module:
    """The module without tests that are known, and without statements behind a way out."""

    return module.changed(within)


@once
def within(item: code.Function | code.Table) -> code.Function | code.Table:
    """A function or a table without tests that are known."""
    made: code.Function | code.Table = code.rewrite(item, folded)
    if not isinstance(made, code.Function):
        return made
    body = code.rewrite_blocks(made.body, reached)
    return made if body is made.body else replace(made, body=body)


def folded(node: Any) -> Any:
    """An expression whose outcome is known, as its outcome."""
    if isinstance(node, code.Not) and is_known(node.value):
        return NO if node.value == YES else YES
    if isinstance(node, code.Conditional) and is_known(node.test):
        return node.then if node.test == YES else node.otherwise
    if isinstance(node, code.Logic) and any(map(is_known, node.parts)):
        return folded_logic(node)
    return node


def is_known(test: code.Expr) -> bool:
    """Whether a flag is one that always or never holds."""
    return isinstance(test, code.Literal) and test in (YES, NO)


def folded_logic(node: code.Logic) -> code.Expr:
    """Flags all of which, or one of which, must hold, without those that are known."""
    decides, silent = (NO, YES) if node.op == "and" else (YES, NO)
    if decides in node.parts:
        before = node.parts[: node.parts.index(decides)]
        return decides if not before else replace(node, parts=(*before, decides))
    parts = tuple(x for x in node.parts if x != silent)
    if len(parts) == len(node.parts):
        return node
    return parts[0] if len(parts) == 1 else replace(node, parts=parts) if parts else silent


def reached(block: Block) -> Block:
    """The statements of a block that are reached."""
    made: list[Statement] = []
    for s in block:
        made += taken(s) if isinstance(s, code.If) else (s,)
        if made and isinstance(made[-1], LEAVING):
            break
    return code.same_or(made, block) if len(made) == len(block) else tuple(made)


def taken(s: code.If) -> Block:
    """A test without the cases that never hold; one that always holds is the last."""
    cases: list[code.Case] = []
    otherwise = s.otherwise
    for case in s.cases:
        if case.test == YES:
            otherwise = case.body
            break
        if case.test != NO:
            cases.append(case)
    if len(cases) == len(s.cases) and otherwise is s.otherwise:
        return (s,)
    if not cases:
        return tuple(replace(x, note=x.note or (s.note if i == 0 else "")) for i, x in enumerate(otherwise))
    return (replace(s, cases=tuple(cases), otherwise=otherwise),)
