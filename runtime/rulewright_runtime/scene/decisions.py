"""Decisions of a scene: what is asked, and every option with the thing on the table that it points at."""

from __future__ import annotations

from typing import Any

from .. import moves
from ..game import Game
from ..moves import Pending
from ..pairs import halves, types_of
from ..position import NONE
from ..views import has_secrets
from ..words import split_type
from .log import ids
from .values import Values


def decision(game: Game, values: Values, pending: Pending) -> dict[str, Any]:
    """A decision as the viewer may see it; its options are for the one who answers."""
    words, g, choice = values.words, game.position, pending.choice
    answers = values.viewer == pending.player
    open_to_all = answers or not has_secrets(values.engine)
    found: dict[str, Any] = {
        "player": pending.player,
        "for": pending.you,
        "choice": choice.name if open_to_all else "",
        "prompt": moves.prompt_of(words, g, pending) if open_to_all else words.say(choice.outline()),
        "rules": ids(choice.rule),
        "place": choice.place,
        "type": choice.type,
        "hidden": choice.hidden,
    }
    if answers:
        found["picked"] = picked(game, values, pending)
        found["options"] = options(values, pending)
    return found


def options(values: Values, pending: Pending) -> list[dict[str, Any]]:
    """Every option: its words, its target, and what sort it is of; its place in the list names it."""
    type = split_type(pending.choice.type)[1]
    found: list[dict[str, Any]] = []
    for option, move in zip(pending.options, moves.moves_of(values.words, values.g, pending), strict=True):
        target, group = _target(values, pending, type, option)
        found.append({"text": move.words, "target": target, "group": group})
        source = granted(values, pending, option)
        if source:
            found[-1]["source"] = source
        if group == "pair":
            found[-1]["second"] = _target(values, moves.half_of(pending, 1, []), *_second(type, option))[0]
    return found


def _target(values: Values, pending: Pending, type: str, option: int) -> tuple[str, str]:
    """What an option points at on the table, and the sort of the option."""
    free = moves.free_action(values.g, option)
    if free is not None:
        return f"action:{free.name}", "free"
    if option == NONE:
        return "none", "none"
    if pending.choice.type == "menu":
        return f"action:{values.g.machine.actions[option].name}", "action"
    if type == "number":
        return f"number:{option}", "number"
    both = types_of(type)
    if both is not None:  # what is touched first
        return _target(values, moves.half_of(pending, 0, []), both[0], halves(option)[0])[0], "pair"
    target = values.target(type, option)
    return (f"branch:{option}", "branch") if target is None else (target, "thing")


def granted(values: Values, pending: Pending, option: int) -> str:
    """The tile or card that grants an option: whose action it is, or whose rules ask for it."""
    action = moves.free_action(values.g, option)
    if action is None and pending.choice.type == "menu" and option != NONE:
        action = values.g.machine.actions[option]
    if action is not None:
        return action.granted
    known = pending.choice.granted
    return known[option] if len(known) > 1 and 0 <= option < len(known) else "".join(known[:1])


def _second(type: str, option: int) -> tuple[str, int]:
    """The other thing of a pair, with its type."""
    both = types_of(type)
    assert both is not None
    return both[1], halves(option)[1]


def picked(game: Game, values: Values, pending: Pending) -> list[str]:
    """What was picked so far of a set that is being chosen one by one."""
    begun = pending.choice.begun
    if begun is None or not begun(pending.then):
        return []
    type = split_type(pending.choice.type)[1]
    found: list[str] = []
    for earlier, option in reversed(game.answers):
        if earlier.number != pending.number or earlier.player != pending.player or option == NONE:
            break
        found.append(values.target(type, option) or f"branch:{option}")
        if earlier.choice.begun is None or not earlier.choice.begun(earlier.then):
            break
    return found[::-1]
