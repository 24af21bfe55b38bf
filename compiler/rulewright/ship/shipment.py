"""What is shipped: one engine, the rules it came from, and what its package says of itself."""

from __future__ import annotations

from dataclasses import dataclass, field


class ShipError(Exception):
    """The engine cannot be shipped as asked; one message, perhaps one hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Assumed:
    """A figure that no rulebook prints."""

    place: str  # file and line
    value: str
    rule: str
    text: str  # the line in the rules


@dataclass(frozen=True, slots=True)
class Shipment:
    """An engine and all that goes with it."""

    name: str  # by which it is imported and installed, as in terracotta_army_pl
    target: str  # as on the command line, terracotta_army@pl
    folder: str  # where its rules lie in the repository, rules/terracotta_army
    title: str
    version: str
    rules: str  # the hash of the rules
    players: tuple[int, ...]
    files: dict[str, str]  # the generated package
    sources: dict[str, str]  # rulebook and rules files, by their path within the game's folder
    licence: str  # the project's; empty if it states none
    rulebook: dict[str, str] = field(default_factory=dict)  # rule ids and their sentences
    assumed: list[Assumed] = field(default_factory=list)
    options: list[tuple[str, str, str]] = field(default_factory=list)  # name, type, default in `new(...)`
    values: dict[str, str] = field(default_factory=dict)  # what bots have learned, by the names of its files
    core: str = ""  # the rules in C
    no_core: str = ""  # or why there is none
