"""What all writers of random rules have in common."""

from __future__ import annotations

import random


class Writer:
    """Writes one game; every choice it makes comes from its seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.name = f"{type(self).__name__.lower()}_{seed}"
        self.lines: list[str] = []
        self.count = 0

    def text(self) -> str:
        raise NotImplementedError

    def put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def fresh(self) -> str:
        """A name that nothing has yet."""
        self.count += 1
        return f"v{self.count}"
