"""The shelf: which games there are to play, and what is known of them; whoever starts the server fills it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from rulewright_runtime import scene
from rulewright_runtime.engine import Engine
from rulewright_runtime.game import new_game
from rulewright_runtime.words import Words


@dataclass(frozen=True, slots=True)
class Box:
    """A game on the shelf, in one of its variants."""

    name: str  # as on the command line: chess, or chess@atomic
    title: str
    variants: tuple[str, ...] = ()  # names of the other boxes with the same game
    records: dict[str, str] = field(default_factory=dict)  # recorded games: title -> text
    group: str = ""  # of several on the shelf that stand together


class Shelf(Protocol):
    """Where games come from."""

    def boxes(self) -> list[Box]:
        """All games, without loading any of them."""

    def engine(self, name: str) -> Engine:
        """The engine of a game; LookupError says why there is none."""

    def rules(self, name: str) -> dict[str, str]:
        """The rulebook: rule ids and their sentences."""

    has_books: bool  # whether there are books to read

    def book(self, name: str) -> Mapping[str, str]:
        """The files of a game's book by their paths; LookupError says why there is none."""


def about(engine: Engine) -> dict[str, Any]:
    """What can be agreed on before a game, and a picture of its start."""
    words = Words(engine, ())
    game = new_game(engine, engine.players[0], 1)
    return {
        "title": words.title,
        "players": list(engine.players),
        "languages": ["en", *[one for one in engine.labels if one != "en"]],
        "options": [
            {
                "name": option.name,
                "label": words.name(option.name),
                "type": option.type,
                "low": option.low,
                "high": option.high,
                "default": option.default,
                "members": (
                    list(engine.kinds[option.type[5:]].members) if option.type.startswith("kind:") else []
                ),
            }
            for option in engine.options
            if not option.open
        ],
        "picture": {"setting": scene.setting(game), "moment": scene.moment(game, None)},
    }
