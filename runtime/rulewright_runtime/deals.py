"""Deals: positions that a player cannot tell from the real one, with all that this player may not know dealt anew.

What counts as known is what the view shows, not what somebody with a good memory could work out.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

from . import chance
from .asking import reask
from .engine import Engine, Field
from .position import L_REASK, NONE, Blocked, Position, RulesFailure, Then, invalidate_all
from .views import may_see
from .words import split_type

TRIES: Final = 8  # deals that leave another player without an answer are dealt again
TABLE: Final = -1  # the owner of what no player owns


@dataclass(slots=True)
class Place:
    """One value of the state that holds members of a kind or numbers: a zone, or a single field."""

    field: Field
    index: int  # in the list of values; NONE: the attribute is the value itself
    owner: int  # a seat, or TABLE
    seen: bool
    single: bool

    def content(self, g: Any) -> tuple[int, ...]:
        """What lies at the place, as a tuple also where only one thing fits."""
        value = getattr(g, self.field.attribute)
        value = value if self.index == NONE else value[self.index]
        if self.single:
            return () if value == NONE else (value,)
        return tuple(value)

    def fill(self, g: Any, content: list[int]) -> None:
        """Puts things at the place of a position, and drops what was memoised of it."""
        value: Any = content[0] if self.single else tuple(content)
        invalidate_all(g)
        if self.index == NONE:
            setattr(g, self.field.attribute, value)
        else:
            getattr(g, self.field.attribute)[self.index] = value


def determinize(engine: Engine, g: Position, viewer: int | None, seed: int) -> Position:
    """A copy of the position with what the viewer may not know dealt anew, future chance included.

    Every zone keeps its size. Dice are thrown anew. Cards are dealt anew among the hands and the hidden decks of the table. If players have
    hidden decks of their own, or the table has none, everybody keeps their own cards. Amounts stay as they are.
    """
    rng = random.Random(seed)
    dealt = dealt_anew(engine, g, viewer, rng)
    if dealt is not None:
        return dealt
    asked = {g.player, g.you, *[seat for one in g.waiting for seat in one[:2]]}
    return _dealt(
        engine, g, viewer, asked, rng
    )  # in the middle of a move: who makes it keeps the cards for it


def dealt_anew(engine: Engine, g: Position, viewer: int | None, rng: random.Random) -> Position | None:
    """The same where nobody keeps cards that the viewer may not know; None if no such deal was found."""
    for _ in range(TRIES):
        dealt = _dealt(engine, g, viewer, set(), rng)
        if _ask_others_again(dealt, viewer):
            return dealt
    return None


def is_unseen_amount(field: Field) -> bool:
    """Whether a field counts something that only its owner knows, or nobody: no deal changes it."""
    type = split_type(field.type)[1]
    return field.visibility != "open" and type in ("number", "flag") and _is_amount(field)


def _dealt(
    engine: Engine, g: Position, viewer: int | None, keeping: set[int], rng: random.Random
) -> Position:
    """A copy of the position with new chance, and all hidden things dealt anew but those of the seats in `keeping`."""
    other = g.clone()
    invalidate_all(other)
    chance.seed(other, rng.getrandbits(chance.KEY_BITS))
    for type in hidden_types(engine):
        everywhere = [one for one in places(engine, other, type, viewer) if one.owner not in keeping]
        if type.startswith("piece:"):
            _deal_pieces(engine, other, type[6:], everywhere, rng)
        else:
            _deal_cards(other, everywhere, rng)
    return other


# ---------------------------------------------------------------- places


def hidden_types(engine: Engine) -> list[str]:
    """The types of all that may lie hidden, each once."""
    found: dict[str, None] = {}
    for field in engine.fields:
        type = split_type(field.type)[1]
        if field.visibility != "open" and (type.startswith(("kind:", "piece:")) or type == "number"):
            found[type] = None
    return list(found)


def places(engine: Engine, g: Any, type: str, viewer: int | None) -> list[Place]:
    """Every place of a position that holds things of this type."""
    found: list[Place] = []
    seats = g.players + len(engine.participants)
    for field in engine.fields:
        if not holds(field, type):
            continue
        collection = split_type(field.type)[0]
        value = getattr(g, field.attribute)
        if not isinstance(value, list):
            found.append(Place(field, NONE, TABLE, may_see(field, False), not collection))
            continue
        each = max(1, len(value) // seats)
        for index in range(len(value)):
            owner = index // each if field.owner == "player" else TABLE
            seen = may_see(field, owner == viewer and owner != TABLE)
            found.append(Place(field, index, owner, seen, not collection))
    return found


def holds(field: Field, type: str) -> bool:
    """Whether a field holds things of a type that may be dealt."""
    if split_type(field.type)[1] != type or field.owner.startswith("piece:"):
        return False
    return type != "number" or not _is_amount(field)


def _is_amount(field: Field) -> bool:
    """Numbers that count something; a number in a zone, or one that may be none, is a card with that number."""
    return not split_type(field.type)[0] and not field.type.endswith(" or none")


def _pools(places: list[Place]) -> list[list[Place]]:
    """The unseen places among which cards may have been dealt differently, as far as anybody can tell."""
    zones = [place for place in places if not place.seen and not place.single]
    own_decks = any(zone.owner != TABLE and zone.field.visibility == "hidden" for zone in zones)
    numbers = any(split_type(place.field.type)[1] == "number" for place in places)  # of any sort of cards
    common = any(zone.owner == TABLE for zone in zones) and not own_decks and not numbers
    found: dict[Any, list[Place]] = {}
    for place in places:
        if not place.seen:
            alone = numbers or (own_decks and place.owner == TABLE)
            pool: Any = (place.field.attribute, place.index) if alone else place.owner
            found.setdefault(TABLE if common else pool, []).append(place)
    return list(found.values())


# ---------------------------------------------------------------- cards: members of kinds, and numbers


def _deal_cards(g: Any, everywhere: list[Place], rng: random.Random) -> None:
    """Deals the members of a kind anew: dice are thrown, zones keep their sizes, and what names or remembers a card of a zone follows it."""
    _throw_dice(g, [place for place in everywhere if place.field.sides and not place.seen], rng)
    everywhere = [place for place in everywhere if not place.field.sides]
    before = {id(place): place.content(g) for place in everywhere}
    memories = [place for place in everywhere if place.field.remembers]
    everywhere = [place for place in everywhere if not place.field.remembers]
    named = [(place, _zone_of(place, everywhere, before)) for place in everywhere if _may_name(place)]
    names = {id(place) for place, zone in named if zone is not None}
    for pool in _pools(everywhere):
        filled = [place for place in pool if before[id(place)] and id(place) not in names]
        cards = sorted([card for place in filled for card in before[id(place)]])  # how they lay tells nothing
        rng.shuffle(cards)
        for place in filled:
            count = len(before[id(place)])
            place.fill(g, cards[:count])
            del cards[:count]
    for place, zone in named:
        if zone is not None:
            place.fill(g, [rng.choice(zone.content(g))])
    for place in memories:
        zone = None if place.seen else _zone_remembered(place, everywhere, before)
        if zone is not None:
            place.fill(g, [rng.choice(zone.content(g))])


def _throw_dice(g: Any, unseen: list[Place], rng: random.Random) -> None:
    """Throws every die that the viewer cannot see; dice that lay in order do so again."""
    for place in unseen:
        lay = list(place.content(g))
        sides = place.field.sides
        thrown = rng.choices(range(len(sides)), sides, k=len(lay))
        if lay:
            place.fill(g, sorted(thrown) if lay == sorted(lay) else thrown)


def _zone_remembered(
    place: Place, everywhere: list[Place], content: dict[int, tuple[int, ...]]
) -> Place | None:
    """A zone in which the card lies that somebody remembers: rather one of others, whose cards are worth it."""
    zones = [
        zone for zone in everywhere if not zone.single and set(content[id(place)]) & set(content[id(zone)])
    ]
    return min(zones, key=lambda zone: zone.owner in (place.owner, TABLE), default=None)


def _may_name(place: Place) -> bool:
    """True if a place is a player's hidden single value, which may name a thing that lies in a zone."""
    return place.single and not place.seen and place.owner != TABLE


def _zone_of(place: Place, everywhere: list[Place], content: dict[int, tuple[int, ...]]) -> Place | None:
    """The zone in which the card still lies that an unseen field of the same owner names, as a secret choice does."""
    for card in content[id(place)]:
        for zone in everywhere:
            if not zone.single and zone.owner == place.owner and card in content[id(zone)]:
                return zone
    return None


# ---------------------------------------------------------------- pieces


def _deal_pieces(engine: Engine, g: Any, piece: str, everywhere: list[Place], rng: random.Random) -> None:
    """Pieces that lie hidden exchange what they are; where each of them lies stays the same."""
    fixed = _referred_to(engine, g, piece)
    fields = [field.attribute for field in engine.fields if field.owner == "piece:" + piece]
    made = _made(engine, g, piece)
    for pool in _pools(everywhere):
        numbers = [number for place in pool for number in place.content(g) if number not in fixed]
        looks = [_look(g, fields, number, made) for number in numbers]
        looks.sort()  # how they lay tells nothing
        rng.shuffle(looks)
        for number, look in zip(numbers, looks, strict=True):
            for attribute, values in zip(fields, look, strict=True):
                getattr(g, attribute)[number * len(values) : (number + 1) * len(values)] = values


def _look(g: Any, fields: list[str], number: int, made: int) -> list[list[Any]]:
    """What a piece is: the values of its fields, more than one in a map."""
    found: list[list[Any]] = []
    for attribute in fields:
        values = getattr(g, attribute)
        each = len(values) // made
        found.append(values[number * each : (number + 1) * each])
    return found


def _made(engine: Engine, g: Any, piece: str) -> int:
    """How many pieces of a kind were ever made."""
    for field in engine.fields:
        if field.owner == "piece:" + piece and not field.keys:
            return max(1, len(getattr(g, field.attribute)))
    return 1


def _referred_to(engine: Engine, g: Any, piece: str) -> set[int]:
    """Pieces that something else than a zone names: what they are cannot change without it."""
    found: set[int] = set()
    for field in engine.fields:
        collection, of = split_type(field.type)
        if of == "piece:" + piece and not collection:
            value = getattr(g, field.attribute)
            found.update(value if isinstance(value, list) else [value])
    return found


# ---------------------------------------------------------------- decisions


def _ask_others_again(g: Any, viewer: int | None) -> bool:
    """Computes the options of other players' decisions from their new cards; False if one of them has none."""
    if g.then is None:
        return True
    if g.player != viewer:
        g.options = options_again(g, (g.player, g.you, g.choice, g.options, g.then))
        if not g.options:
            return False
    waiting = []
    for one in g.waiting:
        options = one[3] if one[0] == viewer else options_again(g, one)
        if not options:
            return False
        waiting.append((one[0], one[1], one[2], options, one[4]))
    g.waiting = tuple(waiting)
    return True


def options_again(g: Position, pending: tuple[int, int, int, list[int], Then]) -> list[int]:
    """The options of a decision as the rules compute them now; the position stays as it is."""
    player, you, choice, _, then = pending
    copy = g.clone()
    copy.then = None
    try:
        following = reask(copy, (then, L_REASK, player, you, choice), 0)
    except (Blocked, RulesFailure, LookupError, ValueError):  # picks already made may be gone
        return []
    if following is None:
        return copy.options
    return [copy.answer] if following is then else []
