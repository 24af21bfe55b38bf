"""Leaks: whether what a player may not know shows in the view or in the options of that player."""

from __future__ import annotations

import random
from typing import Any

from . import views
from .conservation import find_faults
from .deals import determinize, options_again
from .engine import Engine, Field
from .fast import playout
from .game import Game
from .moves import contents, pending_decisions
from .position import NONE, Position, invalidate_all
from .words import split_type

# ---------------------------------------------------------------- views


def shows_in_view(game: Game, viewer: int | None) -> str:
    """What shows in the viewer's view of fields that the viewer may not know, in words; nothing if all is well."""
    words, engine = game.words, game.engine
    hidden = [field for field in engine.fields if field.visibility != "open" and not field.internal]
    seen = views.view(words, game.position, viewer)
    if views.view(words, _with_other_values(game, hidden, viewer), viewer) == seen:
        return ""
    for field in hidden:  # which of them was it?
        changed = views.view(words, _with_other_values(game, [field], viewer), viewer)
        if changed != seen:
            return (
                f"{field.name} shows in the view of {_who(game, viewer)}: {first_difference(seen, changed)}"
            )
    return f"what is hidden shows in the view of {_who(game, viewer)}"


def deal_shows_in_view(game: Game, viewer: int | None, seed: int) -> str:
    """What of the viewer's view changes if the unseen is dealt anew, which must make no difference to it."""
    seen = views.view(game.words, game.position, viewer)
    dealt = views.view(game.words, determinize(game.engine, game.position, viewer, seed), viewer)
    if dealt == seen:
        return ""
    return f"what is hidden shows in the view of {_who(game, viewer)}: {first_difference(seen, dealt)}"


def _who(game: Game, viewer: int | None) -> str:
    """The name of a viewer; None stands for what all can see."""
    return "all" if viewer is None else game.words.seat(viewer)


def _with_other_values(game: Game, fields: list[Field], viewer: int | None) -> Position:
    """A copy of the position in which what the viewer may not know of these fields is something else; it makes no sense to the rules."""
    g: Any = game.position.clone()
    invalidate_all(g)
    for field in fields:
        value = getattr(g, field.attribute)
        if not isinstance(value, list):
            setattr(g, field.attribute, _other_value(field, value))
            continue
        each = max(1, len(value) // (game.players + len(game.engine.participants)))
        for i, one in enumerate(value):
            if not views.may_see(field, field.owner == "player" and i // each == viewer):
                value[i] = _other_value(field, one)
    return g  # type: ignore[no-any-return]


def _other_value(field: Field, value: Any) -> Any:
    """Another value of the same size: a collection turned round, something instead of nothing and the reverse."""
    collection, type = split_type(field.type)
    if collection:
        return tuple(reversed(value))
    if type in ("text", "bundle") or type.startswith("piece:"):
        return value
    if type == "flag":
        return not value
    return 0 if value == NONE else NONE


def first_difference(one: Any, other: Any, path: str = "") -> str:
    """Where two plain values begin to differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            if one[key] != other[key]:
                return first_difference(one[key], other[key], f"{path}.{key}" if path else str(key))
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return first_difference(a, b, f"{path}[{i}]")
    return f"{path} is {_short(one)}, could be {_short(other)}"


def _short(value: Any) -> str:
    """A value as text of at most 60 letters."""
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


# ---------------------------------------------------------------- options


def shows_in_options(game: Game, seed: int) -> str:
    """What the options of a pending decision tell of what the player asked may not know; nothing if all is well."""
    for pending in pending_decisions(game.position):
        dealt = determinize(game.engine, game.position, pending.player, seed)
        faults = deal_faults(game, dealt)
        if faults:
            return faults
        dealt = with_other_amounts(game, dealt, pending.player)
        again = options_again(
            dealt, (pending.player, pending.you, pending.number, pending.options, pending.then)
        )
        if again == pending.options:
            continue
        here = contents(game.words, game.position, pending, pending.options)
        there = contents(game.words, dealt, pending, again)
        more, less = set(there) - set(here), set(here) - set(there)
        if more or less:
            return (
                f"the options of {pending.choice.name} ({pending.choice.place}) depend on what "
                f"{game.words.seat(pending.player)} may not know: "
                f"{_listed(more, 'could be offered')}{'; ' if more and less else ''}{_listed(less, 'might not be offered')}"
            )
    return ""


def _listed(contents: set[Any], what: str) -> str:
    """The first five of some contents and what is said of them; nothing if there are none."""
    shown = ", ".join(sorted(str(one) for one in contents)[:5])
    return f"{shown} {what}" if contents else ""


def with_other_amounts(game: Game, g: Any, viewer: int | None) -> Position:
    """One more of everything that others own and keep private, where the range allows it."""
    invalidate_all(g)
    for field in game.engine.fields:
        if field.visibility == "open" or field.internal or field.type != "number" or field.owner != "player":
            continue
        values = getattr(g, field.attribute)
        each = max(1, len(values) // (game.players + len(game.engine.participants)))
        for i, one in enumerate(values):
            if not views.may_see(field, i // each == viewer) and (field.high is None or one < field.high):
                values[i] = one + 1
    return g  # type: ignore[no-any-return]


# ---------------------------------------------------------------- deals


def deal_faults(game: Game, dealt: Position) -> str:
    """What a deal of the unseen has broken: something got lost or is where it cannot be."""
    faults = find_faults(game.engine, dealt)
    if faults:
        return f"a deal breaks what must hold: {'; '.join(faults[:3])}"
    if holdings(game.engine, dealt) != holdings(game.engine, game.position):
        return "a deal changes how many cards there are"
    return ""


def wrong_deal(game: Game, viewer: int | None, seed: int) -> str:
    """Why the game cannot be played to its end from a deal of the unseen; nothing if it can."""
    dealt = determinize(game.engine, game.position, viewer, seed)
    try:
        playout(dealt, random.Random(seed))
    except Exception as error:  # whatever stops an engine
        return f"a game cannot go on from a deal: {type(error).__name__}: {error}"
    return "" if dealt.over else "a game that goes on from a deal stops without an end"


def holdings(engine: Engine, g: Any) -> list[tuple[str, list[int]]]:
    """The sizes of all zones, and all things in each type of zones together; of dice only how many there are."""
    sizes: list[tuple[str, list[int]]] = []
    things: dict[str, list[int]] = {}
    for field in engine.fields:
        collection, of = split_type(field.type)
        if collection:
            value = getattr(g, field.attribute)
            zones = value if isinstance(value, list) else [value]
            sizes.append((field.name, [len(zone) for zone in zones]))
            if not field.sides:
                things.setdefault(of, []).extend([one for zone in zones for one in zone])
    return sizes + [(of, sorted(found)) for of, found in things.items()]
