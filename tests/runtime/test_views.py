"""Views: everybody sees what is open, owners what is theirs, nobody what is hidden."""

from __future__ import annotations

import dataclasses
import json

import pytest

from rulewright_runtime import Game


def test_owners_see_their_own(game: Game) -> None:
    game.play({"by": "bob", "pick": 2})
    ann, bob, nobody = game.view("ann"), game.view(1), game.view()
    assert ann["players"]["ann"]["hand"] == [1, 2, 3, 4, 5, 6]
    assert ann["players"]["bob"]["hand"] == {"hidden": 6}
    assert ann["players"]["bob"]["bid"] == {"hidden": True}
    assert bob["players"]["bob"]["bid"] == 2
    assert nobody["players"]["ann"]["bid"] == {"hidden": True}
    assert nobody["viewer"] is None


def test_hidden_decks_show_their_size(game: Game) -> None:
    for viewer in (None, "ann", "bob"):
        assert game.view(viewer)["table"]["prizes"] == {"hidden": 5}
    assert game.view()["table"]["stake"] == 2


def test_internal_fields_stay_inside(game: Game) -> None:
    assert "last_round" not in game.view()["table"]


def test_options_of_a_secret_decision_are_for_the_one_who_decides(game: Game) -> None:
    ann = game.view("ann")["decisions"]
    assert [one["player"] for one in ann] == ["ann", "bob"]
    assert "moves" in ann[0]
    assert "moves" not in ann[1]
    assert all("moves" not in one for one in game.view()["decisions"])


def test_whoever_has_secrets_shows_no_options_to_others(won: Game) -> None:
    (decision,) = won.view("bob")["decisions"]
    assert "moves" not in decision
    (decision,) = won.view("ann")["decisions"]
    assert [move["pick"] for move in decision["moves"]] == ["place a token", "pass", "sell"]


def test_options_are_for_all_where_nobody_has_secrets(won: Game) -> None:
    fields = tuple(dataclasses.replace(field, visibility="open") for field in won.engine.fields)
    engine = dataclasses.replace(won.engine, fields=fields)
    (decision,) = Game(engine, won.position, won.names, won.options).view("bob")["decisions"]
    assert [move["pick"] for move in decision["moves"]] == ["place a token", "pass", "sell"]


def test_pieces_and_cells_by_name(won: Game) -> None:
    for move in ("place a token", "blue_green", "(1, 3)"):
        won.play(move)
    view = won.view("bob")
    assert view["boards"]["yard"]["mark"]["(1, 3)"] == "ann"
    assert view["pieces"]["token"] == [
        {"piece": "token at (1, 3)", "cells": ["(1, 3)"], "colour": "blue_green", "owner": "ann"}
    ]


def test_views_are_json(won: Game) -> None:
    assert json.loads(json.dumps(won.view("ann"))) == won.view("ann")


def test_only_players_have_views(game: Game) -> None:
    for nobody in ("eve", 2, -1):
        with pytest.raises(ValueError, match="nobody"):
            game.view(nobody)
