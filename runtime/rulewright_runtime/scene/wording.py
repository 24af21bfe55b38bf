"""Words in any language for a game, made once: tables of translations take a while to set up."""

from __future__ import annotations

from typing import Final

from ..engine import Engine
from ..game import Game
from ..values import seat_text
from ..words import Words

_KEPT: Final = 128
_made: dict[tuple[int, tuple[str, ...], str], tuple[Engine, Words]] = {}


def words_in(game: Game, language: str = "") -> Words:
    """The words of a game for its players; without a language, in the game's own."""
    if language in ("", game.language):
        return game.words
    return _words(game.engine, game.names, language)


def marking_words(game: Game, language: str = "") -> Words:
    """Words whose players are marks, which stay in a text that is translated."""
    names = tuple([seat_text(seat) for seat in range(game.players)])
    return _words(game.engine, names, language or game.language)


def _words(engine: Engine, names: tuple[str, ...], language: str) -> Words:
    """The words of a game in a language, kept from the last time if the engine is the same."""
    key = (id(engine), names, language)
    known = _made.get(key)
    if known is None or known[0] is not engine:
        if len(_made) >= _KEPT:
            _made.clear()
        known = _made[key] = (engine, Words(engine, names, language))
    return known[1]
