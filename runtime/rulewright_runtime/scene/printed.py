"""What is printed on a table and counted by rules: places by a define, spaces of tracks, actions that can be used up."""

from __future__ import annotations

from typing import Any

from ..engine import Engine, Field
from ..position import Position
from ..words import Words
from .roles import look_of, roles
from .signs import drawn


def actions(words: Words) -> dict[str, Any]:
    """The actions that the look draws, by name: label, icons, the tile or card that grants it, whether it is everybody's."""
    icons = look_of(words.engine, "action").get("members", {})
    return {
        action.name: {
            "label": words.say(action.label),
            "icons": drawn(words, icons[action.name].get("icons", [])),
            "granted": action.granted,
            "shared": any(field.name == f"used_{action.name}" for field in _used(words.engine, "table")),
        }
        for action in words.engine.machine.actions
        if action.name in icons
    }


def spent(engine: Engine, g: Position) -> dict[str, list[int]]:
    """The actions that the look draws and that are used up, by name: for which seats."""
    shown = look_of(engine, "action").get("members", {})
    everybody = list(range(g.players))
    found: dict[str, list[int]] = {}
    for field in (*_used(engine, "table"), *_used(engine, "player")):
        used = getattr(g, field.attribute)
        seats = [seat for seat in everybody if (used if field.owner == "table" else used[seat])]
        if seats and field.name.removeprefix("used_") in shown:
            found[field.name.removeprefix("used_")] = seats
    return found


def _used(engine: Engine, owner: str) -> list[Field]:
    """The flags of actions that can be used up."""
    return [
        one for one in engine.fields if one.internal and one.owner == owner and one.name.startswith("used_")
    ]


def figures(engine: Engine, g: Position) -> dict[str, dict[str, int]]:
    """What the defines that the look counts by give now, for each member or each space."""
    known = dict(engine.figures)
    found: dict[str, dict[str, int]] = {}
    drawn_as = roles(engine) if known else {}
    for field in engine.fields if known else ():
        role = drawn_as.get((field.owner, field.name))
        if role is not None and role.name == "places" and role.by in known:
            members = engine.kinds[field.keys.removeprefix("kind:")].members
            found[role.by] = {name: known[role.by](g, place) for place, name in enumerate(members)}
        sign = look_of(engine, field.owner).get("signs", {}).get(field.name, {})
        for part in sign.get("under", []):
            if part.get("figure") in known and field.high is not None:
                spaces = range(field.low or 0, field.high + 1)
                found[part["figure"]] = {str(space): known[part["figure"]](g, space) for space in spaces}
    return found
