"""What passes may ask beside the tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Facts:
    """What a module cannot tell of itself."""

    entries: frozenset[str] = frozenset()  # functions that other modules call
    grids: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # board -> rows and columns
