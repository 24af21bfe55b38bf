"""Pieces by their fields, as examples and people name them: card(clubs, 3), card(rank: 3) in discard, hero in ann.hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import locations
from .core import RulesFailure
from .words import Words

_FORM = re.compile(r"(?P<what>.*?)(?: in (?:(?P<owner>[^.]+)\.)?(?P<zone>[^().]+))?", re.DOTALL)


def piece_for(words: Words, g: Any, piece: str, among: list[int], text: str) -> int | None:
    """The piece that is meant: the first of some that are alike, in one place; None if it is not certain."""
    found = pieces_for(words, g, piece, among, text)
    zones = locations.zones_of(words, g, piece, found)
    looks = {(_fields(words, g, piece, n), _place(zones.get(n))) for n in found}
    return found[0] if len(looks) == 1 else None


def _place(zone: locations.Zone | None) -> tuple[str, int]:
    """A zone as a key to sort by; what lies in none comes first."""
    return ("", 0) if zone is None else (zone.field.attribute, zone.index)


def pieces_for(words: Words, g: Any, piece: str, among: list[int], text: str) -> list[int]:
    """All of some pieces that are described so."""
    form = _FORM.fullmatch(text.strip())
    assert form is not None
    found = among
    if form["zone"]:
        found = _lying_in(words, g, piece, among, form["owner"] or "", form["zone"])
    elif "(" not in text:
        return []  # a name alone is read elsewhere
    fits = _test(words, g, piece, form["what"].strip())
    return [number for number in found if fits(number)]


def is_form(words: Words, text: str) -> bool:
    """Whether a text describes a piece of the game by its fields or by where it lies."""
    form = _FORM.fullmatch(text.strip())
    assert form is not None
    fields = words.engine.fields
    if form["zone"]:
        return any(_simple(field.name) == _simple(form["zone"]) for field in fields)
    name, bracket, _ = text.partition("(")
    return bool(bracket) and any(_simple(piece) == _simple(name) for piece in words.engine.pieces)


def _lying_in(words: Words, g: Any, piece: str, among: list[int], owner: str, name: str) -> list[int]:
    """Those that lie in a zone, whoever's it is if none is named."""
    zones = locations.zones_of(words, g, piece, among)
    return [
        number
        for number, zone in zones.items()
        if _simple(zone.field.name) == _simple(name)
        and (not owner or _simple(words.seat(locations.owner_of(words, g, zone))) == _simple(owner))
    ]


def _test(words: Words, g: Any, piece: str, what: str) -> Callable[[int], bool]:
    """Whether a piece is described so: by fields in the order in which they are declared, or by one of its names."""
    name, _, rest = what.partition("(")
    if not rest or _simple(name) != _simple(piece):
        return lambda n: _simple(what) in [_simple(part) for part in words.piece_parts(g, piece, n)]
    names = [field.name for field in words.engine.fields if field.owner == f"piece:{piece}"]
    wanted: dict[str, str] = {}
    for place, part in enumerate(_parts(rest.strip().removesuffix(")"))):
        key, colon, value = part.partition(":")
        if colon:
            wanted[_simple(key)] = _simple(value)
        elif place < len(names):
            wanted[_simple(names[place])] = _simple(part)
    return lambda n: wanted.items() <= dict(_fields(words, g, piece, n)).items()


def _parts(text: str) -> list[str]:
    """What stands between commas, those in brackets left out."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", text) if part.strip()]


def _fields(words: Words, g: Any, piece: str, number: int) -> tuple[tuple[str, str], ...]:
    """The fields of a piece with their values, as they are written."""
    return tuple(
        (_simple(field.name), _simple(str(words.plain(g, field.type, getattr(g, field.attribute)[number]))))
        for field in words.engine.fields
        if field.owner == f"piece:{piece}"
    )


def _simple(text: str) -> str:
    """A text without what people write differently: case, spaces, underscores."""
    return text.strip().lower().replace("_", " ").replace(", ", ",")


def in_turn(things: tuple[int, ...], *tests: Callable[[int], bool]) -> tuple[int, ...]:
    """Of what chance decides about, for each test the next thing that meets it."""
    found: list[int] = []
    for place, test in enumerate(tests, start=1):
        one = next((thing for thing in things if thing not in found and test(thing)), None)
        if one is None:
            raise RulesFailure(f"what chance is told as number {place} is not there")
        found.append(one)
    return tuple(found)
