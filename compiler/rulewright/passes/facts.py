"""What passes may ask beside the tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..code.boards import grids
from ..plan.model import Plan
from ..plan.names import of_the_rules


@dataclass(frozen=True, slots=True)
class Facts:
    """What a module cannot tell of itself."""

    entries: frozenset[str] = frozenset()  # functions that other modules call
    grids: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # board -> rows and columns
    names: frozenset[str] = frozenset()  # what the rules call their functions and locals


def facts(plan: Plan, entries: frozenset[str] = frozenset()) -> Facts:
    """What passes may ask of a game."""
    return Facts(entries, grids(plan.game), of_the_rules(plan.signatures, plan.names))
