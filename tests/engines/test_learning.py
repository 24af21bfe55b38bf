"""Engines played by numbers: every option has an action, observations tell nothing hidden, draws are explicit."""

from __future__ import annotations

import importlib
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rulewright_runtime import Engine, Moment, Position, Serial
from rulewright_runtime.core import NONE
from rulewright_runtime.engine import Field
from rulewright_runtime.numbering import MORE, PLACES, Numbering
from rulewright_runtime.views import may_see, view
from rulewright_runtime.words import split_type

from .generated import NAMES, engine_named, is_large

SECRETIVE = ["goofspiel", "great_wall", "kuhn_poker", "path_of_light_and_shadow"]


def random_play(serial: Serial, seed: int, limit: int) -> Iterator[Moment]:
    """The moments of a random game, draws included."""
    rng = random.Random(seed)
    moment = serial.start(seed)
    for _ in range(limit):
        yield moment
        if moment.faces:
            moment = serial.draw(moment, rng.choice(serial.outcomes(moment))[0])
        elif serial.over(moment):
            return
        else:
            moment = serial.act(moment, rng.choice(list(serial.offered(moment))))


@pytest.mark.parametrize("name", NAMES)
def test_every_option_has_an_action_and_every_observation_its_length(name: str) -> None:
    engine = engine_named(name)
    serial = Serial(engine, engine.players[-1])
    last = None
    for number, moment in enumerate(random_play(serial, 5, 200 if is_large(engine) else 10_000)):
        last = moment
        g = moment.position
        assert g is not None
        offered = serial.offered(moment)
        assert all(0 <= action < serial.numbering.size for action in offered)
        if moment.page == 0 and MORE not in offered:
            assert sorted(offered.values()) == sorted(g.options if g.then is not None else [])
        if number % 25 == 0:
            for player in (None, 0, engine.players[-1] - 1):
                assert len(serial.vector(moment, player)) == serial.observer.size
    assert last is not None
    if serial.over(last):
        assert len(serial.results(last)) == serial.players
    else:
        assert is_large(engine)


def test_more_options_than_places_are_shown_in_lots() -> None:
    engine = engine_named("connect_four")
    serial = Serial(engine, 2)
    moment = serial.start()
    assert moment.position is not None
    many = list(range(1000, 1000 + 3 * PLACES + 5))
    moment.position.options = [3, *many]
    found = []
    while True:
        offered = serial.offered(moment)
        found += [option for action, option in offered.items() if action != MORE]
        if MORE not in offered:
            break
        moment = serial.act(moment, MORE)
    assert sorted(found) == sorted([3, *many])


def test_pieces_that_lie_hidden_are_not_told_apart_by_their_actions() -> None:
    """Whatever cards lie there, the same places are offered."""
    engine = engine_named("path_of_light_and_shadow")
    moments = list(random_play(Serial(engine, 2), 1, 30))
    g: Any = moments[-1].position
    hidden = g.deck[1] if isinstance(g.deck, list) else g.deck
    g.choice = next(i for i, c in enumerate(engine.machine.choices) if c.type == "piece:card")
    g.player = 0
    numbering = Numbering(engine, 2)
    g.options = list(hidden[:3])
    one = list(numbering.offered(g))
    g.options = list(hidden[-3:])
    assert list(numbering.offered(g)) == one


# ---------------------------------------------------------------- secrets


def hidden_zones(engine: Engine, g: Any, viewer: int) -> dict[str, list[tuple[Field, int]]]:
    """The collections that a player may not look into, by the type of what is in them; -1: no list of them."""
    found: dict[str, list[tuple[Field, int]]] = {}
    for field in engine.fields:
        collection, type = split_type(field.type)
        values = getattr(g, field.attribute)
        if not collection or field.visibility == "open" or field.internal:
            continue
        places = range(len(values)) if isinstance(values, list) else [-1]
        seats = g.players + len(engine.participants)
        for place in places:
            owner = place // max(len(values) // seats, 1) if field.owner == "player" else NONE
            if not may_see(field, owner == viewer):
                found.setdefault(type, []).append((field, place))
    return found


def dealt_otherwise(engine: Engine, g: Any, viewer: int) -> Any:
    """The same position with all that the viewer cannot see lying in other places; sizes stay."""
    other = g.clone()
    for type, zones in hidden_zones(engine, g, viewer).items():
        held = [value_of(g, field, place) for field, place in zones]
        things = [thing for zone in held for thing in zone][::-1]
        piece = type.removeprefix("piece:") if type.startswith("piece:") else ""
        where = [getattr(g, piece + "_zone")[thing] for zone in held for thing in zone] if piece else []
        for (field, place), zone in zip(zones, held, strict=True):
            taken, things = tuple(things[: len(zone)]), things[len(zone) :]
            for thing in taken if piece else ():
                getattr(other, piece + "_zone")[thing] = where.pop(0)
            if place < 0:
                setattr(other, field.attribute, taken)
            else:
                getattr(other, field.attribute)[place] = taken
    return other


def value_of(g: Any, field: Field, place: int) -> tuple[int, ...]:
    values = getattr(g, field.attribute)
    found: tuple[int, ...] = values if place < 0 else values[place]
    return found


@pytest.mark.parametrize("name", SECRETIVE)
def test_observations_tell_nothing_hidden(name: str) -> None:
    engine = engine_named(name)
    players = engine.players[-1]
    serial = Serial(engine, players)
    changed = 0
    for number, moment in enumerate(random_play(serial, 3, 200)):
        if number % 10 and is_large(engine):
            continue
        for viewer in range(players):
            other = dealt_otherwise(engine, moment.position, viewer)
            changed += other.__reduce__() != moment.position.__reduce__()  # type: ignore[union-attr]
            assert serial.observer.vector(other, viewer) == serial.vector(moment, viewer)
            assert seen(serial, other, viewer) == seen(serial, moment.position, viewer)
    assert changed


def seen(serial: Serial, g: Any, viewer: int) -> dict[str, Any]:
    """A view without the moves, which other positions of what is hidden may change."""
    found = view(serial.words, g, viewer)
    del found["decisions"]
    return found


def test_a_private_figure_is_seen_by_its_owner_alone() -> None:
    serial = Serial(engine_named("goofspiel"), 3)
    moment = serial.start()
    moment = serial.act(moment, next(a for a, option in serial.offered(moment).items() if option == 9))
    g: Any = moment.position
    assert g.bid[0] == 9
    other = g.clone()
    other.bid[0] = 4
    assert serial.observer.vector(g, 0) != serial.observer.vector(other, 0)
    assert serial.observer.vector(g, 1) == serial.observer.vector(other, 1)
    assert serial.observer.vector(g, None) == serial.observer.vector(other, None)


# ---------------------------------------------------------------- chance and the past


def leaves(serial: Serial, moment: Moment, chance: float = 1.0) -> Iterator[tuple[Moment, float]]:
    """All ends of a small game that can be reached, with the chance of the draws."""
    if moment.faces:
        for outcome, each in serial.outcomes(moment):
            yield from leaves(serial, serial.draw(moment, outcome), chance * each)
    elif serial.over(moment):
        yield moment, chance
    else:
        for action in serial.offered(moment):
            yield from leaves(serial, serial.act(moment, action), chance)


def test_draws_make_the_whole_tree_of_kuhn_poker() -> None:
    serial = Serial(engine_named("kuhn_poker"), 2, draws=True)
    ends = list(leaves(serial, serial.start()))
    assert len(ends) == 6 * 5  # six deals, five ways to bet
    assert all(abs(chance - 1 / 6) < 1e-9 for _, chance in ends)
    assert Counter(abs(serial.results(end, scores=True)[0]) for end, _ in ends) == {1.0: 18, 2.0: 12}


def test_what_a_player_knows_of_kuhn_poker() -> None:
    """Each player can be in six situations: a card, and what was bet so far."""
    serial = Serial(engine_named("kuhn_poker"), 2, draws=True)
    known: dict[int, set[str]] = {0: set(), 1: set()}

    def walk(moment: Moment) -> None:
        if moment.faces:
            for outcome, _ in serial.outcomes(moment):
                walk(serial.draw(moment, outcome))
        elif not serial.over(moment):
            assert moment.position is not None
            player = moment.position.player
            known[player].add(serial.known(moment, player))
            for action in serial.offered(moment):
                walk(serial.act(moment, action))

    walk(serial.start())
    assert [len(known[player]) for player in (0, 1)] == [6, 6]


@pytest.mark.parametrize("name", ["great_wall", "terracotta_army"])
def test_told_draws_and_pickled_moments(name: str) -> None:
    engine = engine_named(name)
    serial = Serial(engine, engine.players[0], draws=True)
    moments = list(random_play(serial, 2, 120))
    assert any(moment.faces for moment in moments)
    last = moments[-1]
    again = pickle.loads(pickle.dumps(last))
    assert serial.known(again, 0) == serial.known(last, 0)
    assert isinstance(last.position, Position)
    assert last.position.script == ()


def test_an_action_that_is_not_offered_is_refused() -> None:
    serial = Serial(importlib.import_module("connect_four").ENGINE, 2)
    with pytest.raises(ValueError, match="not offered"):
        serial.act(serial.start(), 0)
