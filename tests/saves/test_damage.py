"""Saves that somebody changed, with a digest that fits: refused with the place, or a position that plays on without harm."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from engines.generated import engine_named

from rulewright_runtime import SaveError, load_game, new_game

from .damage import campaign, random_game, signed

SMALL = ("goofspiel", "kuhn_poker", "hearts", "saltmarsh", "paper_lanterns")


@pytest.mark.parametrize(("name", "count"), [*((name, 120) for name in SMALL), ("great_wall", 60)])
def test_a_changed_save_is_refused_or_plays_on(name: str, count: int) -> None:
    tally = campaign(engine_named(name), 11, count, 60)
    assert not tally.wrong, tally.wrong
    assert count / 4 < tally.refused < count  # the changes do reach what is checked, and not all of them harm


def refused(name: str, change: Any, moves: int = 0) -> str:
    """Why a save of a game is refused after a change of its data."""
    engine = engine_named(name)
    game = new_game(engine, seed=1)
    rng = random.Random(1)
    for _ in range(moves):
        game.play(rng.choice(game.moves()))
    data = json.loads(game.save())
    change(data)
    with pytest.raises(SaveError) as error:
        load_game(engine, signed(data))
    return str(error.value)


def test_every_local_of_every_frame_is_checked() -> None:
    """Whatever a frame keeps: another type, a seat that is not there, none where there must be something."""
    engine = engine_named("great_wall")
    rng = random.Random(3)
    data = json.loads(random_game(engine, rng, 60).save())
    tried = 0
    for number, (_, kept) in enumerate(data["pending"]["then"]):
        for local in kept if isinstance(kept, dict) else ():
            for value in ("x", 10**17, -5, [[]], 0.5):
                changed = json.loads(json.dumps(data))
                changed["pending"]["then"][number][1][local] = value
                with pytest.raises(SaveError, match=local if value != 0.5 else "damaged"):
                    load_game(engine, signed(changed))
                tried += 1
    assert tried


def test_frames_stand_where_the_rules_put_them() -> None:
    def without_the_end(data: Any) -> None:
        del data["pending"]["then"][-1]

    def turned_round(data: Any) -> None:
        data["pending"]["then"].reverse()

    def for_another_choice(data: Any) -> None:
        data["pending"]["choice"] = "answer_check"

    assert "cannot stand where it does" in refused("kuhn_poker", without_the_end)
    assert "damaged" in refused("kuhn_poker", turned_round)
    assert "nothing waits for the answer to answer_check" in refused("kuhn_poker", for_another_choice)


def test_a_piece_in_two_zones_is_refused() -> None:
    def doubled(data: Any) -> None:
        decks = data["state"]["player.deck"]
        decks[1].append(decks[0][0])

    assert "is in 2 places" in refused("path_of_light_and_shadow", doubled)


def test_in_which_zone_a_piece_lies_is_what_the_zones_say() -> None:
    """The note that each piece has of its zone is made anew: a forged one would move it from a place where it is not."""
    engine = engine_named("path_of_light_and_shadow")
    game = new_game(engine, seed=1)
    data = json.loads(game.save())
    data["state"]["piece:card zone"] = [None] * len(data["state"]["piece:card zone"])
    loaded = load_game(engine, signed(data))
    assert loaded.position.card_zone == game.position.card_zone  # type: ignore[attr-defined]


def test_secret_decisions_meet_at_one_place() -> None:
    def two_for_one(data: Any) -> None:
        data["waiting"][0] = data["pending"]

    def elsewhere(data: Any) -> None:
        frames = data["waiting"][0]["then"]
        repeat = next(frame for frame in frames if frame[0] == "play.repeat")
        repeat[1]["times_left"] += 1

    assert "asked two things at once" in refused("goofspiel", two_for_one)
    assert "do not lead to the same place" in refused("goofspiel", elsewhere)
