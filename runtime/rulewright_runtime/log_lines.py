"""Lines of the log: what happened in words, and what a move says to all."""

from __future__ import annotations

from dataclasses import dataclass

from . import moves
from .core import L_JOIN, Position, Then
from .moves import Pending
from .words import PART, Words


@dataclass(frozen=True, slots=True)
class LogLine:
    """Something that happened and the rule that did it."""

    text: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]" if self.rule else self.text


def move_line(english: Words, g: Position, pending: Pending, option: int) -> tuple[str, str]:
    """The log line of a move; a secret one does not say what was picked."""
    who = english.seat(pending.player)
    if pending.you != pending.player:
        who = f"{who} for {english.seat(pending.you)}"
    choice = pending.choice
    free = moves.free_action(g, option)
    if free is not None:
        return PART.join([who, free.label]), free.rule
    if choice.hidden and (choice.type != "menu" or answered_secretly(pending.then)):
        return PART.join([who, choice.outline()]), choice.rule
    label = moves.label_of(g, choice, pending.then, option)  # it is translated when the log is read
    text = moves.text_of(english, g, choice, pending.then, option) if label is None else label
    if choice.type in ("branch", "menu", "may") or not choice.prompt:
        return PART.join([who, text]), choice.rule
    return PART.join([who, moves.english_prompt(g, pending), text]), choice.rule


def answered_secretly(then: Then | None) -> bool:
    """Whether other players answer at the same time; otherwise an action is carried out before all eyes."""
    while then is not None:
        if then[1] == L_JOIN:
            return True
        then = then[0]
    return False
