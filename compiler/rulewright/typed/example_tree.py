"""The typed tree of worked examples: what is given, played and claimed, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..surface.ast import Sources, Span
from .tree import Block, E
from .types import Type


@dataclass(slots=True)
class ExampleStep:
    """One step of an example; steps are carried out in their order."""

    kind: str  # given next call answer claim, or what is claimed of a decision or the log (see ast.Asked)
    span: Span
    player: str = ""  # who answers or is asked; "all" answers for everybody
    answers: list[str] = field(default_factory=list)
    rule: str = ""
    body: Block = field(default_factory=list)  # of given and call
    what: str = ""  # of next: shuffle, roll or random
    value: E | None = None  # of next what chance gives, of a claim what must be true


@dataclass(slots=True)
class Example:
    """A worked example with its steps typed."""

    title: str
    players: list[str]
    steps: list[ExampleStep]
    sources: Sources
    span: Span
    options: dict[str, int] = field(default_factory=dict)  # figures chosen when its game is made
    locals: dict[str, Type] = field(default_factory=dict)

    @property
    def block(self) -> Block:
        """All statements that are given or called."""
        return [s for step in self.steps for s in step.body]

    @property
    def values(self) -> list[E]:
        """What is claimed, and what chance gives."""
        return [step.value for step in self.steps if step.value is not None]
