"""The scene's schema: every scene that the runtime makes is one, and the schema allows nothing else."""

from __future__ import annotations

import importlib
import random

import pytest
from pydantic import ValidationError

from rulewright_runtime import Game, scene
from rulewright_table.schema import Scene, schema

GAMES = [
    "connect_four",
    "goofspiel",
    "kuhn_poker",
    "terra_mystica",
    "great_wall",
    "terracotta_army",
    "path_of_light_and_shadow",
]


def played(name: str) -> Game:
    module = importlib.import_module(name)
    game: Game = module.new(players=module.ENGINE.players[-1], seed=4)
    rng = random.Random(1)
    for _ in range(60):
        if game.over:
            break
        game.play(rng.choice(game.moves()))
    return game


@pytest.mark.parametrize("name", GAMES)
def test_every_scene_is_as_the_schema_says(name: str) -> None:
    game = played(name)
    for viewer in (None, *range(game.players)):
        handles = scene.Handles()
        found = {
            "setting": scene.setting(game),
            "moment": scene.moment(game, viewer, handles),
            "previews": [] if viewer is None else scene.previews(game, viewer, handles),
        }
        Scene.model_validate(found)
        assert found["setting"]["scene"] == scene.VERSION


def test_what_the_schema_does_not_know_is_refused() -> None:
    game = played("connect_four")
    found = {"setting": scene.setting(game), "moment": {**scene.moment(game), "seed": 4}}
    with pytest.raises(ValidationError, match="seed"):
        Scene.model_validate(found)


def test_the_schema_names_its_parts() -> None:
    assert {"Setting", "Moment", "Decision", "Option"} <= set(schema()["$defs"])
