"""The scene: what a client is told of a game, and what it is not told."""

from __future__ import annotations

import importlib
import json
import random
from typing import Any

import pytest

from rulewright_runtime import Game, scene
from rulewright_runtime.engine import Engine
from rulewright_runtime.moves import Move
from rulewright_runtime.scene import printed
from rulewright_runtime.scene.reasons import readable

GAMES = [
    "tic_tac_toe",
    "connect_four",
    "goofspiel",
    "kuhn_poker",
    "terracotta_army",
    "terra_mystica",
    "great_wall",
    "great_wall_coop",
    "path_of_light_and_shadow",
]


def new(name: str, **wishes: Any) -> Game:
    game = importlib.import_module(name).new(**wishes)
    assert isinstance(game, Game)
    return game


def engine_of(name: str) -> Engine:
    engine = importlib.import_module(f"{name}.engine").ENGINE
    assert isinstance(engine, Engine)
    return engine


def any_move(game: Game, rng: random.Random) -> Move:
    """Any move of the pending decision."""
    return rng.choice(game.moves())


def played(name: str, moves: int, seed: int = 5) -> Game:
    """A game after some moves of bots."""
    game = new(name, players=engine_of(name).players[-1], seed=seed)
    rng = random.Random(seed)
    for _ in range(moves):
        if game.decision is None:
            break
        game.play(any_move(game, rng))
    return game


def drawn_refs(setting: dict[str, Any], moment: dict[str, Any]) -> set[str]:
    """Everything that a client could draw."""
    found = {f"player:{seat}" for seat in range(len(setting["seats"]))}
    for board in setting["boards"].values():
        found.update(cell["ref"] for cell in board["cells"])
        found.update(edge["ref"] for edge in board["edges"])
    for kind, about in setting["kinds"].items():
        found.update(f"kind:{kind}:{member}" for member in about["members"])
    found.update(moment["pieces"])
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_target_that_is_a_thing_is_in_the_scene_whatever_is_played(name: str) -> None:
    game = new(name, players=engine_of(name).players[-1], seed=3)
    setting = scene.setting(game)
    handles = [scene.Handles() for _ in range(game.players)]
    rng = random.Random(4)
    for _ in range(120):
        decision = game.decision
        if decision is None:
            break
        seat = decision.player
        moment = scene.moment(game, seat, handles[seat])
        assert json.loads(json.dumps(moment)) == moment
        asked = next(one for one in moment["decisions"] if one["player"] == seat)
        assert len(asked["options"]) == len(game.moves(seat))
        things = {one["target"] for one in asked["options"] if one["group"] == "thing"}
        names = ("direction:", "resource:")
        assert {one for one in things if not one.startswith(names)} <= drawn_refs(setting, moment)
        assert len(scene.previews(game, seat, handles[seat])) == len(asked["options"])
        game.play(any_move(game, rng))


@pytest.mark.parametrize("name", GAMES)
def test_only_who_answers_is_told_the_options(name: str) -> None:
    game = played(name, 30)
    for viewer in (None, *range(game.players)):
        for decision in scene.moment(game, viewer)["decisions"]:
            assert ("options" in decision) == (decision["player"] == viewer)


@pytest.mark.parametrize("name", ["great_wall", "path_of_light_and_shadow", "kuhn_poker", "goofspiel"])
def test_a_scene_is_the_same_whatever_lies_hidden(name: str) -> None:
    for moves in (1, 25, 70):
        game = played(name, moves)
        if game.over:
            continue
        for viewer in range(game.players):
            dealt = game.determinize(viewer, 99)
            dealt.position.log = game.position.log
            one, other = scene.moment(game, viewer), scene.moment(dealt, viewer)
            for moment in (one, other):  # a deal has no past
                for key in ("revision", "turn", "log"):
                    del moment[key]
            assert one == other


def test_a_handle_does_not_follow_a_card_through_a_shuffle() -> None:
    game = played("path_of_light_and_shadow", 10)
    engine, g = game.engine, game.position
    handles = scene.Handles()
    handles.look(engine, g, 0)
    before = dict(handles.numbers("card"))
    hidden: Any = g.clone()
    hand = hidden.hand[0]
    hidden.deck[0] = (*hand, *hidden.deck[0])
    hidden.hand[0] = ()
    handles.look(engine, hidden, 0)
    handles.look(engine, g, 0)
    after = handles.numbers("card")
    assert hand
    assert all(after[number] not in before.values() for number in hand)
    assert all(after[number] == before[number] for number in before if number not in hand)


def test_previews_tell_where_a_disc_falls() -> None:
    game = new("connect_four", seed=1)
    found = scene.previews(game, 0, scene.Handles())
    assert [one["touches"] for one in found] == [[f"cell:frame:(6, {column})"] for column in range(1, 8)]


def test_previews_tell_what_an_option_costs() -> None:
    game = new("terra_mystica", players=3, seed=3)
    rng = random.Random(2)
    checked = 0
    for _ in range(150):
        decision = game.decision
        assert decision is not None
        seat = decision.player
        found = scene.previews(game, seat, scene.Handles())
        move = any_move(game, rng)
        place = game.moves(seat).index(move)
        before, chance = game.view()["players"], game.position.chance
        game.play(move)
        after = game.view()["players"]
        if game.position.chance != chance:
            continue
        for gain in found[place]["gains"]:
            name = game.names[gain["seat"]]
            old, new_one = before[name][gain["field"]], after[name][gain["field"]]
            difference = new_one[gain["key"]] - old[gain["key"]] if gain["key"] else new_one - old
            assert difference == gain["by"]
            checked += 1
    assert checked > 50


def test_moves_are_taken_back_up_to_the_seal() -> None:
    game = new("connect_four", seed=1)
    game.play(game.moves()[3])
    assert [one["revision"] for one in scene.moment(game, 0)["turn"]] == [0]
    game.play(game.moves()[3])
    assert scene.moment(game, 0)["turn"] == []  # another person has moved
    assert [one["revision"] for one in scene.moment(game, 0, bots={1})["turn"]] == [0]


def test_what_chance_has_decided_is_not_taken_back() -> None:
    game = new("path_of_light_and_shadow", players=2, seed=4)
    rng = random.Random(1)
    sealed = 0
    for _ in range(200):
        decision = game.decision
        if decision is None:
            break
        chance = game.position.chance
        game.play(any_move(game, rng))
        if game.position.chance != chance:
            sealed += 1
            assert scene.moment(game, decision.player, bots={0, 1})["turn"] == []
    assert sealed > 3


@pytest.mark.parametrize("name", ["gin_rummy", "hearts", "great_wall", "path_of_light_and_shadow"])
def test_what_others_were_shown_is_taken_back_only_where_they_are_bots(name: str) -> None:
    game = new(name, seed=11)
    rng = random.Random(3)
    shown = alone = 0
    for _ in range(120):
        decision = game.decision
        if decision is None:
            break
        game.play(any_move(game, rng))
        if game.sealed:
            shown += 1
            assert scene.moment(game, decision.player)["turn"] == []
            others = set(range(game.players)) - {decision.player}
            alone += bool(scene.moment(game, decision.player, bots=others)["turn"])
    assert shown > 3
    assert alone > 3


def test_what_shows_something_to_others_is_marked_before_it_is_done() -> None:
    game = new("gin_rummy", seed=11)
    rng = random.Random(3)
    marked = 0
    for _ in range(60):
        decision = game.decision
        assert decision is not None
        seat, options = decision.player, game.moves(decision.player)
        told, alone = [
            [one.get("sealed", False) for one in scene.previews(game, seat, scene.Handles(), bots)]
            for bots in (set(), set(range(game.players)) - {seat})
        ]
        assert all(strict for strict, lenient in zip(told, alone, strict=True) if lenient)
        number = rng.randrange(len(options))
        game.play(options[number])
        if game.sealed and not alone[number]:
            marked += 1
            assert told[number]
    assert marked > 5


def test_the_ledger_adds_up() -> None:
    game = played("terra_mystica", 150)
    entries, whole = scene.Ledger().entries(game, 0, seconds=60)
    assert whole
    start = game.past[0]
    for seat in range(game.players):
        gained = sum(one["by"] for one in entries if one["seat"] == seat and one["field"] == "vp")
        first: Any = start
        assert first.vp[seat] + gained == game.scores[seat]
    assert all(one["rules"] for one in entries if one["field"] == "vp")


def test_the_ledger_names_the_turn_of_every_entry() -> None:
    game = played("terra_mystica", 60)
    entries, _ = scene.Ledger().entries(game, 0, seconds=60)
    movers = [pending.player for pending, _ in game.answers]
    for one in entries:
        turn = movers[one["turn"] - 1 : one["move"]]
        assert set(turn) == {one["mover"]}
        assert one["turn"] == 1 or movers[one["turn"] - 2] != one["mover"]


def test_the_log_names_seats_and_moves() -> None:
    game = new("connect_four", seed=1, names=["Ann", "Bob"])
    game.play(game.moves()[0])
    game.play(game.moves()[1])
    log = scene.moment(game, None)["log"]
    assert {"seat": 0} in log[1]["text"] or log[0]["seat"] == 0
    assert [line["move"] for line in log] == sorted(line["move"] for line in log)
    assert log[-1]["move"] == 2


def test_reasons_name_the_rule() -> None:
    game = new("tic_tac_toe", seed=1)
    game.play(game.moves()[0])
    (told,) = scene.why_not(game, 1, scene.Handles(), "cell:square:(1, 1)")
    assert told["rules"]
    assert "_" not in told["reason"]


def actions_of_terra_mystica() -> Game:
    """A game in which the first player of a round chooses an action."""
    game = played("terra_mystica", 60)
    while game.position.machine.choices[game.position.choice].type != "menu":
        game.play(game.moves()[0])
    return game


def test_a_thing_that_no_action_leads_to_has_a_reason_by_each_action() -> None:
    game = actions_of_terra_mystica()
    seat = game.position.player
    owned = scene.moment(game, seat)["cells"]["land"]["owner"]
    names = game.engine.boards["land"].names
    other = next(names[cell] for cell, owner in enumerate(owned) if owner not in (None, f"player:{seat}"))
    told = scene.why_not(game, seat, scene.Handles(), f"cell:land:{other}")
    upgrade = next(one for one in told if one["by"] == "upgrade a building")
    assert (upgrade["what"], upgrade["reason"]) == (other, "it is not among: your own land")
    assert upgrade["rules"] == ["TM-D9"]


def test_what_only_others_could_do_is_told_apart() -> None:
    game = actions_of_terra_mystica()
    told = scene.why_not(game, game.position.player, scene.Handles())
    others = [one["what"] for one in told if one.get("others")]
    assert "witches' ride" in others
    assert "advance shipping (1 priest, 4 coins)" not in others


def test_a_card_tells_the_actions_that_it_grants() -> None:
    members = scene.setting(new("great_wall", players=3, seed=1))["kinds"]["tactic"]["members"]
    assert members["plunder"]["grants"] == ["Plunder: 2 materials", "Plunder, empowered: 4 materials"]


def test_reasons_quote_no_expressions() -> None:
    words = new("terra_mystica", players=2, seed=4).words
    assert readable(words, "it is not among: your own_land") == "it is not among: your own land"
    told = readable(words, "it is not among: hex.building.upgrades_to")
    assert told == "it is not among what can be chosen here"
    assert readable(words, "you cannot pay 2.") == "you cannot pay 2."


def test_changes_tell_what_a_move_did() -> None:
    game = new("connect_four", seed=1)
    before = scene.moment(game, 0)
    game.play(game.moves()[3])
    (change,) = scene.changes(before, scene.moment(game, 0))
    assert (change["of"], change["to"]) == ("cells:frame:38", "player:0")


def test_a_look_overrides_roles_and_colours() -> None:
    engine = engine_of("terra_mystica")
    before = engine.look
    engine.look = {
        "terrain": {"members": {"desert": {"colour": "#123456"}}},
        "player": {"colour": "faction.home", "as": {"level": {"role": "track"}}, "hide": ["raised"]},
        "faction": {"tint": "home"},
    }
    try:
        game = new("terra_mystica", players=2, seed=3)
        setting = scene.setting(game)
    finally:
        engine.look = before
    assert setting["kinds"]["terrain"]["members"]["desert"]["colour"] == "#123456"
    assert setting["kinds"]["faction"]["members"]["nomads"]["colour"] == "#123456"
    roles = {(one["owner"], one["name"]): one["role"] for one in setting["fields"]}
    assert roles["player", "level"] == "track"
    assert roles["player", "raised"] == "hide"


def test_what_stands_under_figures_follows_from_the_columns_of_what_a_player_has() -> None:
    setting = scene.setting(new("terra_mystica", players=2, seed=3))
    under = setting["kinds"]["building"]["members"]["trading_house"]["under"]
    assert under["field"] == "faction"
    assert under["places"]["dwarves"][:2] == [{"coin": 3, "power": 1}, {"coin": 2, "power": 1}]
    fields = {(one["owner"], one["name"]): one for one in setting["fields"]}
    exchange = fields["player", "exchange_level"]
    assert exchange["shape"] == "shovel"
    assert exchange["under"]["places"]["fakirs"] == [{"worker": 3}, {"worker": 2}]


def test_effects_have_icons_by_their_words_in_every_language() -> None:
    game = new("terracotta_army", players=2, seed=3)
    for language in ("en", "pl"):
        effects = scene.setting(game, language)["effects"]
        shown = scene.moment(game, None, language=language)["cells"]["wheel"]
        assert {text for ring in shown.values() for text in ring} <= set(effects)
    english = scene.setting(game)["effects"]
    assert english["take 3 coins"] == [{"n": 3, "of": "resource:coin"}]
    assert english["prepare the sword"] == [{"of": "kind:weapon:sword"}]


def test_a_score_that_depends_on_secrets_is_not_told() -> None:
    engine = engine_of("kuhn_poker")
    before = engine.score
    engine.score = lambda g, seat: sum(g.hand[seat])
    try:
        game = new("kuhn_poker", seed=2)
        told = [scene.moment(game, viewer)["scores"] for viewer in (None, 0, 1)]
    finally:
        engine.score = before
    assert [[one is None for one in scores] for scores in told] == [
        [True, True],
        [False, True],
        [True, False],
    ]
    assert None not in scene.moment(new("kuhn_poker", seed=2), 0)["scores"]


@pytest.mark.parametrize("name", GAMES)
def test_a_moment_looks_at_how_fields_are_drawn_at_most_once(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes through all fields of a game: done for each of them it took nine tenths of the time of a moment."""
    asked: list[str] = []
    real = printed.roles

    def counted(engine: Engine) -> Any:
        asked.append(engine.name)
        return real(engine)

    monkeypatch.setattr(printed, "roles", counted)
    scene.moment(new(name, seed=1), 0)
    assert len(asked) <= 1
