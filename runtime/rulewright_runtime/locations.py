"""Where pieces lie: which zone holds each, and how an option says so where things of several zones are chosen from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from .engine import Field
from .words import Words, split_type

ZONES: Final = ("deck", "pile", "hand", "row", "zone")


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone of a position, by its place among the values of its field, and what lies there."""

    field: Field
    index: int
    held: tuple[int, ...]


def zones_of(words: Words, g: Any, piece: str, among: list[int]) -> dict[int, Zone]:
    """The zones in which some pieces lie; those that stand on boards or nowhere are left out."""
    wanted = set(among)
    found: dict[int, Zone] = {}
    for zone in _zones(words, g, piece):
        for number in wanted.intersection(zone.held):
            found[number] = zone
    return found


def _zones(words: Words, g: Any, piece: str) -> Iterator[Zone]:
    """All zones that can hold pieces of a sort, with what lies in them now."""
    for field in words.engine.fields:
        collection, of = split_type(field.type)
        if of != "piece:" + piece or collection not in ZONES:
            continue
        values = getattr(g, field.attribute)
        for index, held in enumerate(values if isinstance(values, list) else [values]):
            yield Zone(field, index, held)


def piece_names(
    words: Words, g: Any, piece: str, among: list[int], viewer: int, scattered: bool
) -> dict[int, str]:
    """The names of options that are pieces: as the view of their zone has them, and the zone if there are several."""
    zones = {} if words.board_of(piece) is not None else zones_of(words, g, piece, among)
    if not zones:
        return words.piece_names(g, piece, among)
    rest = [number for number in among if number not in zones]
    found = words.piece_names(g, piece, rest) if rest else {}
    for zone in _each_once(zones):
        mine = [number for number in among if zones.get(number) == zone]
        side_by_side = zone.held if _sees(words, g, zone, viewer) else mine
        names = words.piece_names(g, piece, side_by_side)
        where = (
            f" in {_named(words, g, zone, viewer, plain=True)}" if scattered or _several(zones, among) else ""
        )
        found.update({number: names[number] + where for number in mine})
    return {number: found[number] for number in among}


def places(
    words: Words, g: Any, piece: str, among: list[int], viewer: int, scattered: bool
) -> dict[int, str]:
    """In words for people, the zone of each of some options that are pieces; nothing if they lie in one."""
    if words.board_of(piece) is not None:
        return {}
    zones = zones_of(words, g, piece, among)
    if not (scattered or _several(zones, among)):
        return {}
    return {number: _named(words, g, zone, viewer, plain=False) for number, zone in zones.items()}


def _several(zones: dict[int, Zone], among: list[int]) -> bool:
    """True if pieces lie in more than one place; lying nowhere counts as one."""
    return len(_each_once(zones)) + any(number not in zones for number in among) > 1


def _each_once(zones: dict[int, Zone]) -> list[Zone]:
    """The zones without repetition, in the order in which they come."""
    return list({(zone.field.attribute, zone.index): zone for zone in zones.values()}.values())


def owner_of(words: Words, g: Any, zone: Zone) -> int:
    """Whose zone it is."""
    return _owner_and_key(words, g, zone)[0]


def _owner_and_key(words: Words, g: Any, zone: Zone) -> tuple[int, int]:
    """Whose zone it is, and which of his, if he has one for each of several keys."""
    what, _, of = zone.field.keys.partition(":")
    if not what:
        return zone.index, 0
    if what == "kind":
        keys = len(words.engine.kinds[of].members)
    elif what == "cell":
        keys = words.engine.boards[of].size
    elif what == "range":
        low, _, high = of.partition("..")
        keys = int(high) - int(low) + 1
    else:
        keys = g.players + len(words.engine.participants)
    return divmod(zone.index, keys)


def _sees(words: Words, g: Any, zone: Zone, viewer: int) -> bool:
    """True if a viewer may see what lies in a zone."""
    if zone.field.visibility == "private":
        return zone.field.owner == "player" and _owner_and_key(words, g, zone)[0] == viewer
    return zone.field.visibility == "open"


def _named(words: Words, g: Any, zone: Zone, viewer: int, plain: bool) -> str:
    """A zone by its field; by its key and by whose it is, where that is not the one who looks."""
    field = zone.field
    owner, key = _owner_and_key(words, g, zone)
    name = field.name if plain else words.name(field.name)
    if field.keys:
        name = f"{name} {_value(words, g, field.keys, key, plain)}"
    if field.owner == "player" and owner != viewer:
        return f"{name} of {words.seat(owner)}"
    if field.owner.startswith(("cell:", "piece:")):
        return f"{name} of {_value(words, g, field.owner, owner, plain)}"
    return name


def _value(words: Words, g: Any, type: str, value: int, plain: bool) -> str:
    """A key of a map as a name of the rules, or as text for people."""
    what, _, of = type.partition(":")
    if what == "range":
        return str(int(of.partition("..")[0]) + value)
    return str(words.plain(g, type, value)) if plain else words.text(g, type, value)
