"""Languages: which ones a game can be played in."""

from __future__ import annotations

from .brief import brief
from .engine import Engine, OptionError
from .phrases import PHRASES


def languages(engine: Engine) -> list[str]:
    """English, those to which the game is translated, and those that the runtime's own words know."""
    return list(dict.fromkeys(["en", *engine.labels, *PHRASES]))


def known_language(engine: Engine, language: str) -> str:
    """The language, if the game has its words."""
    if language not in languages(engine):
        raise OptionError(f"there is no language {brief(language)}, but: {', '.join(languages(engine))}")
    return language
