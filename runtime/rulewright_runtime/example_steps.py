"""What an example is: the steps of which an engine says that they can be played and claimed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

# Something that a claim speaks of: its words in the rules, its type, of a map the type of its keys, its value.
Found = tuple[str, str, str, Any]


@dataclass(frozen=True, slots=True)
class Given:
    """What is changed in the position before an example goes on."""

    change: Callable[[Any], None]
    place: str


@dataclass(frozen=True, slots=True)
class Chance:
    """What chance gives next."""

    what: str  # shuffle, roll, random
    values: Any  # a tuple, or a function of the position and the things at hand
    place: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim: the text in the rules, and a function that says whether it holds and what it speaks of."""

    text: str
    place: str
    test: Callable[[Any], tuple[bool, tuple[Found, ...]]]


@dataclass(frozen=True, slots=True)
class Move:
    """A move, or a claim about a decision or the log; `call` is a function that starts a rule."""

    kind: str  # call, answer; can, cannot, options, words, asked, unasked, said, unsaid
    player: str  # "all" answers for everybody
    answers: tuple[str, ...]
    rule: str
    place: str
    call: Callable[[Any], Any] | None = None


Step = Given | Chance | Move | Claim


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of the rules, ready to be played."""

    title: str
    rules: str  # rule ids
    place: str
    players: tuple[str, ...]
    steps: tuple[Step, ...]  # in the order in which they are carried out
    options: dict[str, int] = field(default_factory=dict)  # figures chosen when its game is made
