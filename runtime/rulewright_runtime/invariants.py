"""Invariants: what must hold of every engine at every decision, checked along random games."""

from __future__ import annotations

import json
import random
from typing import Any

from . import core, fast, saves, views
from .core import NONE, Position
from .engine import Engine, Field
from .game import Game, load_game, new_game
from .moves import contents, option_for, pending_decisions
from .words import Words, split_type


class Violation(Exception):
    """Something that must hold of every engine does not."""


def check_game(engine: Engine, players: int, seed: int, limit: int = 10_000, every: int = 1) -> int:
    """Plays a random game and checks every n-th decision; returns the number of decisions."""
    rng = random.Random(seed)
    game = new_game(engine, players, seed, check=True)
    count = 0
    while not game.over and count < limit:
        if count % every == 0:
            check_decision(game, rng)
        offered = game.moves()
        game.play(offered[rng.randrange(len(offered))])
        count += 1
    _same(game.save(), load_game(engine, game.save()).save(), "a finished game changes when saved and loaded")
    return count


def check_decision(game: Game, rng: random.Random) -> None:
    """All invariants in one position."""
    check_options(game)
    check_clone(game, rng)
    check_save(game, rng)
    check_undo(game, rng)
    check_views(game)


def check_options(game: Game) -> None:
    """Every offered option has a content of its own that leads back to it and is legal."""
    g = game.position
    for pending in pending_decisions(g):
        if len(set(pending.options)) != len(pending.options):
            raise Violation(f"{pending.choice.name} offers something twice")
        found = contents(game.words, g, pending, pending.options)
        if len(set(found)) != len(found):
            raise Violation(f"two options of {pending.choice.name} have the same content")
        for option, content in zip(pending.options, found, strict=True):
            if option_for(game.words, g, pending, content) != option:
                raise Violation(f"{content!r} does not lead back to its option of {pending.choice.name}")


def check_clone(game: Game, rng: random.Random) -> None:
    """Playing on a clone leaves the original as it was, and goes as it would there."""
    g = game.position
    before = _text(game, g)
    first, second = g.clone(), g.clone()
    seed = rng.randrange(1 << 30)
    fast.playout(first, random.Random(seed), 20)
    fast.playout(second, random.Random(seed), 20)
    _same(before, _text(game, g), "playing on a clone changes the original")
    _same(_text(game, first), _text(game, second), "two clones play differently")


def check_save(game: Game, rng: random.Random) -> None:
    """A loaded game is the same game, in every attribute, and plays on the same way."""
    loaded = load_game(game.engine, game.save())
    _same(game.save(), loaded.save(), "a game changes when saved and loaded")
    for name in own_attributes(game.position):
        if getattr(game.position, name) != getattr(loaded.position, name):
            raise Violation(f"the saved game loses {name}")
    seed = rng.randrange(1 << 30)
    here, there = game.position.clone(), loaded.position
    fast.playout(here, random.Random(seed), 20)
    fast.playout(there, random.Random(seed), 20)
    _same(_text(game, here), _text(game, there), "a loaded game plays differently")


def own_attributes(g: Any) -> list[str]:
    """The attributes of a state that no other game's state has, where Python can list them."""
    found: list[str] = []
    for cls in type(g).__mro__:
        if cls is Position:
            break
        found.extend(getattr(cls, "__slots__", ()))
    return found


def check_undo(game: Game, rng: random.Random) -> None:
    """Undoing a move restores everything."""
    before = game.save()
    other = game.clone()
    offered = other.moves()
    other.play(offered[rng.randrange(len(offered))])
    other.undo()
    _same(before, other.save(), "undoing a move does not restore the position")
    _same(before, game.save(), "playing on a cloned game changes the original")


def check_views(game: Game) -> None:
    """What a player may not know does not change what they see."""
    for viewer in [None, *range(game.players)]:
        seen = _view_text(game.words, game.position, viewer)
        for field in game.engine.fields:
            changed = _with_other_secrets(game, field, viewer)
            if changed is not None:
                _same(
                    seen,
                    _view_text(game.words, changed, viewer),
                    f"{field.name} shows in the view of {viewer}",
                )


def _view_text(words: Words, g: Position, viewer: int | None) -> str:
    found = views.view(words, g, viewer)
    return json.dumps(found, sort_keys=True)


def _with_other_secrets(game: Game, field: Field, viewer: int | None) -> Position | None:
    """A copy of the position in which what the viewer may not know of a field is different; None: nothing is."""
    if field.visibility == "open" or field.internal:
        return None
    g: Any = game.position.clone()
    value = getattr(g, field.attribute)
    if not isinstance(value, list):
        other = _other_value(field, value)
        setattr(g, field.attribute, other)
        return g if other != value else None
    each = max(1, len(value) // (game.players + len(game.engine.participants)))
    changed = False
    for i, one in enumerate(value):
        own = field.owner == "player" and i // each == viewer
        if not views.may_see(field, own):
            value[i] = _other_value(field, one)
            changed = changed or value[i] != one
    return g if changed else None


def _with_other_pieces(game: Game, piece: str, viewer: int | None) -> Position:
    """A copy of the position in which the pieces that the viewer may not see are different."""
    g: Any = game.position.clone()
    hidden = views.hidden_pieces(game.engine, g, piece, viewer)
    for field in game.engine.fields:
        if field.owner == "piece:" + piece and not field.keys:
            values = getattr(g, field.attribute)
            for number in hidden:
                values[number] = _other_value(field, values[number])
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


def _text(game: Game, g: Position) -> str:
    """A position as text, whether the game goes on or is over."""
    if g.then is None and not g.over:
        raise core.RulesFailure("the game has stopped without an end")
    return saves.dump(game.engine, g, game.names, game.options, game.seed)


def _same(expected: str, found: str, wrong: str) -> None:
    if expected == found:
        return
    at = next((i for i, (a, b) in enumerate(zip(expected, found, strict=False)) if a != b), 0)
    raise Violation(
        f"{wrong}: …{expected[max(0, at - 40) : at + 40]}… became …{found[max(0, at - 40) : at + 40]}…"
    )
