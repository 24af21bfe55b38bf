"""Secrets: whatever a seat's browser is sent is the same for every position that differs only in what the seat may not know."""

from __future__ import annotations

import importlib
import json
import random
from typing import Any

import pytest

from rulewright_runtime import Game, scene
from rulewright_runtime.leaks import first_difference, with_other_amounts
from rulewright_table.table import Table

GAMES = {
    "kuhn_poker": 2,
    "goofspiel": 3,
    "great_wall": 3,
    "great_wall_duel": 2,
    "path_of_light_and_shadow": 3,
}


def table_of(name: str) -> Table:
    engine = importlib.import_module(f"{name}.engine").ENGINE
    names = [f"P{seat}" for seat in range(GAMES[name])]
    return Table(engine, {"names": names, "seats": ["open"] * len(names), "seed": 8})


def received(game: Game, seat: int | None, handles: scene.Handles) -> dict[str, Any]:
    """All that a browser of this seat is sent at one moment, by news and by asking."""
    found: dict[str, Any] = {"moment": scene.moment(game, seat, handles)}
    if seat is not None:
        found["previews"] = scene.previews(game, seat, handles)
        found["why"] = scene.why_not(game, seat, handles)
        found["forecast"] = scene.forecast(game, seat)
        for decision in found["moment"]["decisions"]:
            refs = [one["target"] for one in decision.get("options", [])][:3]
            found["about"] = [scene.why_not(game, seat, handles, ref) for ref in [*refs, "player:0"]]
    del found["moment"]["turn"]  # it compares the last move with a position that a deal has replaced
    found["log"] = scene.lines(game, 0)
    copied: dict[str, Any] = json.loads(json.dumps(found))
    return copied


def dealt(game: Game, seat: int, seed: int) -> Game:
    """The same game with other secrets, its past and its log as they were."""
    other = game.determinize(seat, seed)
    other.position = with_other_amounts(game, other.position, seat)
    other.history.positions, other.history.answers = game.past[:], game.answers[:]
    other.position.log = game.position.log
    return other


def differing(name: str, moves: int, leak: bool) -> list[str]:
    """What a seat is sent that depends on what it may not know, in a game of random moves.

    With `leak`, another seat's browser is looked at, which must know more: the control.
    """
    table = table_of(name)
    game = table.game
    rng = random.Random(6)
    found: list[str] = []
    known: dict[tuple[int, bool], scene.Handles] = {}
    for number in range(moves):
        if game.over:
            break
        if number % 4 in (0, 1):
            for seat in range(game.players):
                other = dealt(game, seat, number)
                looks = (seat + 1) % game.players if leak else seat
                one = received(game, looks, known.setdefault((seat, True), scene.Handles()))
                two = received(other, looks, known.setdefault((seat, False), scene.Handles()))
                if one != two:
                    found.append(f"move {number}, seat {seat}: {first_difference(one, two)}")
        game.play(rng.choice(game.moves(rng.choice(game.decisions).player)))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_browser_is_sent_nothing_that_its_seat_may_not_know(name: str) -> None:
    assert differing(name, 60, leak=False)[:3] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_test_above_sees_a_leak(name: str) -> None:
    assert differing(name, 60, leak=True)
