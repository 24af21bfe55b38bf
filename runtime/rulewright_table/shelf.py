"""The shelf: which games there are to play, and what is known of them; whoever starts the server fills it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from rulewright_runtime.engine import Engine


@dataclass(frozen=True, slots=True)
class Box:
    """A game on the shelf, in one of its variants."""

    name: str  # as on the command line: chess, or chess@atomic
    title: str
    variants: tuple[str, ...] = ()  # names of the other boxes with the same game
    records: dict[str, str] = field(default_factory=dict)  # recorded games: title -> text


class Shelf(Protocol):
    """Where games come from."""

    def boxes(self) -> list[Box]:
        """All games, without loading any of them."""

    def engine(self, name: str) -> Engine:
        """The engine of a game; LookupError says why there is none."""

    def rules(self, name: str) -> dict[str, str]:
        """The rulebook: rule ids and their sentences."""
