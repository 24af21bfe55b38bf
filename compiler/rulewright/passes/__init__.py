"""Passes over the code tree: each takes a module and gives one that does the same, faster or in fewer words."""

from __future__ import annotations

from collections.abc import Callable

from ..code.tree import Module
from .bound_values import bound_values
from .compute_cells import compute_cells
from .count_steps import count_steps
from .drop_dead import drop_dead
from .facts import Facts
from .fold_constants import fold_constants
from .inline_defines import inline_defines
from .memoise import memoise
from .queries_to_loops import queries_to_loops

Pass = Callable[[Module, Facts], Module]

PASSES: tuple[Pass, ...] = (
    queries_to_loops,
    inline_defines,
    compute_cells,
    fold_constants,
    memoise,
    drop_dead,
    bound_values,
    count_steps,
)


def run(module: Module, facts: Facts, after: str = "") -> Module:
    """The module after all passes, or after the one that is named."""
    for one in PASSES:
        module = one(module, facts)
        if one.__name__ == after:
            break
    return module


def tidy(module: Module, facts: Facts) -> Module:
    """The module in fewer words, and within bounds; nothing is done for speed."""
    for one in (fold_constants, drop_dead, bound_values, count_steps):
        module = one(module, facts)
    return module
