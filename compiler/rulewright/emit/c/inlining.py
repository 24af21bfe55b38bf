"""Functions that stand in the place of every call: what they do takes little longer than calling them."""

from __future__ import annotations

from ...code import tree as code
from ...code.tree import Call, Function

FEW = 10  # statements, with the cases of each


def is_small(f: Function) -> bool:
    """Whether a function has few statements, calls nothing but the runtime, and makes no frame."""
    nodes = list(code.walk(f.body))
    if f.limit or any(isinstance(x, (code.Query, code.Closure, code.Frame)) for x in nodes):
        return False
    if any(isinstance(x, Call) and x.module != "runtime" for x in nodes):
        return False
    return sum(isinstance(x, (code.Statement, code.Case)) for x in nodes) <= FEW


def kind(f: Function) -> str:
    """How C declares a function."""
    return "FAST" if is_small(f) else "static"
