"""What holds of every checked-in engine along random games: positions are plain data, and games can be repeated."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.tools.campaign.playing import play_one
from rulewright_runtime import Engine, Game, Move, check_game, leaks, new_game, views
from rulewright_runtime.deals import determinize
from rulewright_runtime.engine import Field

from .generated import NAMES, counts_of, engine_named, is_large


@pytest.fixture(params=NAMES, scope="module")
def engine(request: pytest.FixtureRequest) -> Engine:
    return engine_named(request.param)


def length(engine: Engine) -> int:
    """How many moves of a game are played."""
    return 150 if is_large(engine) else 10_000


def random_game(engine: Engine, players: int, seed: int) -> Iterator[tuple[Game, Move | None]]:
    """A random game: each position with the move that led to it."""
    rng = random.Random(seed)
    game = new_game(engine, players, seed, check=True)
    yield game, None
    for _ in range(length(engine)):
        if game.over:
            return
        who = rng.choice(game.decisions).player
        move = rng.choice(game.moves(who))
        game.play(move)
        yield game, move


def last_of(games: Iterator[tuple[Game, Move | None]]) -> tuple[Game, list[Move]]:
    moves: list[Move] = []
    for game, move in games:  # noqa: B007
        if move is not None:
            moves.append(move)
    return game, moves


def test_clones_saves_undo_and_views(engine: Engine) -> None:
    every = 30 if is_large(engine) else 1
    for players in counts_of(engine):
        assert check_game(engine, players, seed=players, limit=length(engine), every=every) > 0


def test_a_game_can_be_repeated_move_by_move(engine: Engine) -> None:
    players = engine.players[0]
    game, moves = last_of(random_game(engine, players, 1))
    again = new_game(engine, players, 1, check=True)
    for move in moves:
        again.play(move.as_dict())  # as it would come from a file
    assert again.save() == game.save()
    assert again.scores == game.scores


def test_the_same_seed_gives_the_same_game(engine: Engine) -> None:
    players = engine.players[-1]
    first, _ = last_of(random_game(engine, players, 2))
    second, _ = last_of(random_game(engine, players, 2))
    assert first.save() == second.save()


def test_a_position_can_be_pickled(engine: Engine) -> None:
    for number, (game, _) in enumerate(random_game(engine, engine.players[0], 3)):
        if number % 20 == 0:
            assert pickle.loads(pickle.dumps(game)).save() == game.save()
            position: Any = pickle.loads(pickle.dumps(game.position))
            assert facts(Game(engine, position, game.names, game.options, game.seed)) == facts(game)


def facts(game: Game) -> dict[str, Any]:
    """A saved game without the order of answers: no log, no moves, and what waits in the order of seats."""
    saved: dict[str, Any] = json.loads(game.save())
    waiting = [d for d in (saved["pending"], *saved["waiting"]) if d is not None]
    saved["waiting"] = sorted(waiting, key=lambda d: (d["player"], d["you"]))
    return {key: value for key, value in saved.items() if key not in ("log", "moves", "digest", "pending")}


def test_the_order_of_secret_answers_does_not_matter(engine: Engine) -> None:
    for game, _ in random_game(engine, engine.players[-1], 4):
        waiting = game.decisions
        if len(waiting) > 1:
            seats = list(dict.fromkeys(d.player for d in waiting))
            assert after_answers(game, seats) == after_answers(game, seats[::-1])


def after_answers(game: Game, seats: list[int]) -> dict[str, Any]:
    """The game after each of these players has given one answer."""
    other = game.clone()
    for seat in seats:
        offered = other.moves(seat)
        other.play(offered[seat % len(offered)])
    return facts(other)


# Cards that lie in zones from the first decision to the last: none may get lost or appear.
KEPT = {
    "kuhn_poker": ("card",),
    "great_wall": ("tactic", "artefact"),
    "great_wall_duel": ("tactic", "artefact"),
    "great_wall_solo": ("tactic", "artefact"),
    "great_wall_coop": ("tactic", "decree", "event_card"),
}


@pytest.mark.parametrize("name", KEPT)
def test_no_card_gets_lost(name: str) -> None:
    played = play_one(engine_named(name), engine_named(name).players[0], 6)
    assert played.failure is None
    for kind in KEPT[name]:
        fewest, most = played.census[kind]
        assert 0 < fewest == most


def test_what_is_hidden_shows_neither_in_views_nor_in_options(engine: Engine) -> None:
    every = 25 if is_large(engine) else 1
    for number, (game, _) in enumerate(random_game(engine, engine.players[-1], 7)):
        if number % every == 0 and not game.over:
            for deal in range(3):
                assert leaks.shows_in_options(game, deal) == ""
            for viewer in [None, *range(game.players)]:
                assert leaks.shows_in_view(game, viewer) == ""
                assert leaks.deal_shows_in_view(game, viewer, number) == ""


def test_games_go_on_when_the_unseen_is_dealt_anew(engine: Engine) -> None:
    every = 40 if is_large(engine) else 3
    for number, (game, _) in enumerate(random_game(engine, engine.players[0], 8)):
        if number % every == 0 and not game.over:
            for viewer in range(game.players):
                assert leaks.wrong_deal(game, viewer, number) == ""


def test_a_deal_changes_what_is_hidden(engine: Engine) -> None:
    if not views.has_secrets(engine):
        pytest.skip("nothing is hidden")
    game = new_game(engine, engine.players[-1], 9)
    saves = [Game(engine, deal, game.names, game.options).save() for deal in deals_of(game)]
    states = {json.dumps(json.loads(save)["state"], sort_keys=True) for save in saves}
    assert len(states) > 1


def deals_of(game: Game) -> list[Any]:
    return [determinize(game.engine, game.position, 0, seed) for seed in range(12)]


def test_pieces_are_where_their_places_say(engine: Engine) -> None:
    if not engine.pieces:
        pytest.skip("no pieces")
    for players in counts_of(engine):
        for game, _ in random_game(engine, players, 5):
            for piece in engine.pieces:
                check_pieces(engine, game.position, piece)


def check_pieces(engine: Engine, g: Any, piece: str) -> None:
    """Every piece in play is at one place at most, and each place holds only pieces in play."""
    places: list[int] = []
    for field in engine.fields:
        if holds(field, piece):
            value = getattr(g, field.attribute)
            groups = value if isinstance(value, list) else [value]
            places += [x for group in groups for x in group]
    alive = set(getattr(g, f"{piece}_alive"))
    assert len(places) == len(set(places)), f"a {piece} is in two zones"
    assert set(places) <= alive, f"a {piece} that is not in play is in a zone"
    cells = getattr(g, f"{piece}_cells", None)
    if cells is None:
        return
    standing = {x for x in alive if cells[x]}
    assert not standing & set(places), f"a {piece} is on the board and in a zone"
    for x in standing:
        assert all(x in getattr(g, f"{piece}_on")[cell] for cell in cells[x])
    assert {x for there in getattr(g, f"{piece}_on") for x in there} == standing


def holds(field: Field, piece: str) -> bool:
    zones = ("deck", "pile", "hand", "row", "zone")
    return field.type in [f"{zone} piece:{piece}" for zone in zones]
