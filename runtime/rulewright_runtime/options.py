"""What players agree on before a game: their number and the figures of its options, checked."""

from __future__ import annotations

from typing import Any

from .brief import brief
from .engine import Engine, Option, OptionError


def check_players(engine: Engine, players: int) -> None:
    """Raises OptionError if so many cannot play."""
    if isinstance(players, bool) or not isinstance(players, int) or players not in engine.players:
        raise OptionError(f"{engine.title} is for {_numbers(engine.players)} players, not {brief(players)}")


def _numbers(numbers: tuple[int, ...]) -> str:
    """Numbers of players in words: "2 to 4", "2 or 4"."""
    if len(numbers) > 2 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join([str(number) for number in numbers])


def chosen_options(engine: Engine, options: dict[str, Any]) -> dict[str, int]:
    """All options of a game with the figures wished for, or their own."""
    known = {option.name: option for option in engine.options}
    for name in options:
        if name not in known:
            have = ", ".join(known) or "none"
            raise OptionError(f"{engine.title} has no option {brief(name)}; options: {have}")
    return {
        name: _option_value(engine, option, options[name]) if name in options else option.default
        for name, option in known.items()
    }


def _option_value(engine: Engine, option: Option, value: Any) -> int:
    """The figure that a wished value of an option stands for; OptionError if it is none of its values."""
    what, _, of = option.type.partition(":")
    if what == "kind" and isinstance(value, str):
        members = engine.kinds[of].members
        if value not in members:
            raise OptionError(f"{option.name} is one of {', '.join(members)}, not {brief(value)}")
        return members.index(value)
    if what == "flag" and isinstance(value, bool):
        return value
    if isinstance(value, bool) or not isinstance(value, int) or not option.low <= value <= option.high:
        raise OptionError(f"{option.name} is a number from {option.low} to {option.high}, not {brief(value)}")
    return value
