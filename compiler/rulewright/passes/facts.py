"""What passes may ask beside the tree."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facts:
    """What a module cannot tell of itself."""

    entries: frozenset[str] = frozenset()  # functions that other modules call
