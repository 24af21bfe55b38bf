"""The log as data: who did what in which move, with the players as seats rather than as names in a text."""

from __future__ import annotations

import re
from typing import Any, Final

from ..game import Game
from ..words import PART, Words
from .wording import marking_words

_SEAT: Final = re.compile("\u2983(\\d+)\u2984")


def lines(game: Game, first: int, language: str = "") -> list[dict[str, Any]]:
    """The lines of the log from a number on, each with the number of the move that led to it."""
    log = game.position.log or []
    words = marking_words(game, language)
    moves = _moves(game, first)
    return [
        {
            "n": number,
            "move": moves[number - first],
            **_line(game, words, log[number][0]),
            "rules": ids(log[number][1]),
        }
        for number in range(first, len(log))
    ]


def ids(rule: str) -> list[str]:
    """The ids of rules that a text names."""
    return [one for one in rule.split(", ") if one]


def parts(text: str) -> list[Any]:
    """A text as its parts: texts, and players as {"seat": n}."""
    found: list[Any] = []
    at = 0
    for match in _SEAT.finditer(text):
        if match.start() > at:
            found.append(text[at : match.start()])
        found.append({"seat": int(match[1])})
        at = match.end()
    if at < len(text):
        found.append(text[at:])
    return found


def _line(game: Game, words: Words, text: str) -> dict[str, Any]:
    """A line of the log as data; a player's name at its beginning becomes the seat."""
    who, mark, rest = text.partition(PART)
    if mark and who in game.names:
        seat = game.names.index(who)
        return {"seat": seat, "text": parts(": ".join([words.say(part) for part in rest.split(PART)]))}
    return {"seat": None, "text": parts(": ".join([words.say(part) for part in text.split(PART)]))}


def _moves(game: Game, first: int) -> list[int]:
    """For each line from a number on, how many moves had been made when it was written; 0 is the setup."""
    total = len(game.position.log or [])
    found = [0] * (total - first)
    end = total
    for move in range(len(game.past), 0, -1):
        start = len(game.past[move - 1].log or [])
        for number in range(max(start, first), end):
            found[number - first] = move
        if start <= first:
            break
        end = start
    return found
