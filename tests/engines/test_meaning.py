"""Saved games survive what changes no rule, and are refused, by name, if something that they reach has changed."""

from __future__ import annotations

import contextlib
import json
import pickle
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright import pipeline
from rulewright_runtime import Engine, Game, IllegalMove, SaveError, fast, load_game, new_game, saves
from rulewright_runtime.carrying import carry_over
from rulewright_runtime.record_text import as_text, from_text
from rulewright_runtime.records import record_of
from rulewright_runtime.replays import replay

from .compiled import FOLDERS, all_games, compiled, finished, loaded, read_text

MARKET = """\
# A market.
game market "The market"
    players: 2

resource coin

kind ware "a ware" | price
    silk           | 2
    spice          | 3

player
    coin: resource = 4
    stall: list of ware
    rests: 0..9
    define score = your coin

rule setup
    each player: gain 1 coin

rule play
    first_player.open_up
    repeat 3 times:
        each player: offer turn or "pass"
    close

rule open_up
    choose one:
        "a fair":
            each player: trade
        "a feast":
            each player: feast

rule trade
    choose ware "which ware" from ware
    stall_up(ware)

rule stall_up(ware)
    your stall = your stall + (ware)
    say "{you} deals in {ware}"

rule feast
    gain 2 coins

action buy "buy something" in turn
    choose ware from ware where your coin >= it.price "too dear"
    pay (ware.price) coin

action rest "rest" in turn: your rests += 1

rule close
    each player: gain 1 coin

variant short of market "A short market"
    instead close: nothing

labels pl
    market = "Targ"
    buy = "kup"

example "a rest"
    players ann, bob
    when: as ann: rest
    then: ann.rests = 1
"""


def engine_of(text: str, tmp_path: Path, variant: str = "") -> Engine:
    path = tmp_path / "market.rules"
    path.write_text(text, encoding="utf-8")
    return finished(pipeline.compile_files(read_text(path), variant), "market").engine


def changed(*pairs: tuple[str, str]) -> str:
    text = MARKET
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.fixture
def begun(tmp_path: Path) -> Game:
    """Ann is asked for the ware to buy; the feast was not chosen, the setup is done."""
    game = new_game(engine_of(MARKET, tmp_path), names=["ann", "bob"], seed=3)
    for move in ("a fair", "silk", "spice", "buy"):
        game.play(move)
    return game


REST = 'action rest "rest" in turn: your rests += 1\n\n'
REORDERED = MARKET.replace(REST, "").replace("action buy", REST + "action buy")

SAME = {
    "a comment": [("# A market.", "# A market, as it was.")],
    "the layout": [
        ("rule setup\n    each player: gain 1 coin", "rule setup\n    each player:\n        gain 1 coin")
    ],
    "labels": [('buy = "kup"', 'buy = "kupuj"')],
    "the title": [('game market "The market"', 'game market "A market"')],
    "the label of a kind": [('kind ware "a ware"', 'kind ware "some ware"')],
    "a prompt": [('"which ware"', '"what do you sell"')],
    "a reason": [('"too dear"', '"you have too little"')],
    "a line of the log": [('say "{you} deals in {ware}"', 'say "{ware} for {you}"')],
    "the label of an action": [('action rest "rest"', 'action rest "take a rest"')],
    "an example": [("when: as ann: rest\n", "when:\n        as ann: rest\n        as bob: rest\n")],
    "another variant": [("instead close: nothing", "instead close\n        each player: gain 9 coins")],
    "the order of rules": [(REST, ""), ("action buy", REST + "action buy")],
}

NOT_REACHED = {
    "a rule that was carried out": [
        ("each player: gain 1 coin\n\nrule play", "each player: gain 3 coins\n\nrule play")
    ],
    "a branch that was not taken": [("rule feast\n    gain 2 coins", "rule feast\n    gain 3 coins")],
    "what was called before": [('say "{you} deals in {ware}"', "your rests += 1")],
    "a first value": [("coin: resource = 4", "coin: resource = 7")],
    "a new field": [("    rests: 0..9\n", "    rests: 0..9\n    renown: 0..5 = 2\n")],
}

REACHED = {
    "rule close": [("rule close\n    each player: gain 1 coin", "rule close\n    each player: gain 3 coins")],
    "action buy": [("pay (ware.price) coin", "pay (ware.price) coin\n    your rests += 1")],
    "action rest": [("in turn: your rests += 1", "in turn: your rests += 2")],
    "figures ware": [("spice          | 3", "spice          | 4")],
    "kind ware": [("    spice          | 3\n", "    spice          | 3\n    salt           | 1\n")],
    "field player.rests": [("rests: 0..9", "rests: 0..19")],
    "rule play": [("repeat 3 times", "repeat 4 times")],
    "define score": [("define score = your coin", "define score = your coin + your rests")],
}


@pytest.mark.parametrize("what", SAME)
def test_what_changes_no_rule_changes_no_meaning(begun: Game, what: str, tmp_path: Path) -> None:
    engine = engine_of(changed(*SAME[what]), tmp_path)
    assert engine.rules != begun.engine.rules
    assert engine.meaning == begun.engine.meaning
    went_on(load_game(engine, begun.save()), begun)


@pytest.mark.parametrize("what", NOT_REACHED)
def test_what_the_position_does_not_reach_may_change(begun: Game, what: str, tmp_path: Path) -> None:
    engine = engine_of(changed(*NOT_REACHED[what]), tmp_path)
    assert engine.meaning != begun.engine.meaning
    went_on(load_game(engine, begun.save()), begun)


def went_on(there: Game, here: Game) -> None:
    """The moves after a save are the same on both sides."""
    here = here.clone()
    for move in ("silk", "pass", "rest"):
        there.play({"by": 0 if there.decision is None else there.decision.player, "pick": move})
        here.play({"by": 0 if here.decision is None else here.decision.player, "pick": move})
    assert there.scores == here.scores
    assert there.position.rests == here.position.rests  # type: ignore[attr-defined]


@pytest.mark.parametrize("what", REACHED)
def test_what_the_position_reaches_is_named(begun: Game, what: str, tmp_path: Path) -> None:
    engine = engine_of(changed(*REACHED[what]), tmp_path)
    with pytest.raises(SaveError, match=rf"other rules.*{what}.*changed"):
        load_game(engine, begun.save())


def test_what_is_gone_is_named(begun: Game, tmp_path: Path) -> None:
    engine = engine_of(
        changed(('action rest "rest" in turn: your rests += 1\n', ""), ("    when: as ann: rest\n", "")),
        tmp_path,
    )
    with pytest.raises(SaveError, match="action rest has changed"):
        load_game(engine, begun.save())


def test_a_game_that_is_over_needs_its_fields_alone(begun: Game, tmp_path: Path) -> None:
    while not begun.over:
        begun.play(begun.moves()[-1])
    engine = engine_of(changed(*REACHED["rule close"], *REACHED["rule play"]), tmp_path)
    assert load_game(engine, begun.save()).winners == begun.winners
    with pytest.raises(SaveError, match=r"field player\.rests has changed"):
        load_game(engine_of(changed(*REACHED["field player.rests"]), tmp_path), begun.save())


def test_saves_name_frames_options_and_fields_by_the_rules(begun: Game) -> None:
    begun.undo()
    data = json.loads(begun.save())
    assert data["pending"]["options"] == ["buy", "rest", None]
    assert [frame[0] for frame in data["pending"]["then"]] == ["play.turn", "end of play"]
    assert "player.coin" in data["state"]
    for _ in range(3):
        begun.undo()
    assert json.loads(begun.save())["pending"]["options"] == ["a fair", "a feast"]


def test_undo_works_after_load(begun: Game) -> None:
    other = load_game(begun.engine, begun.save())
    assert other.played == begun.played == 4
    other.play("silk")
    for left in range(4, -1, -1):
        other.undo()
        assert other.played == left
    for _ in range(4):
        begun.undo()
    assert other.save() == begun.save()


def test_moves_that_lead_elsewhere_now_cannot_be_undone(begun: Game, tmp_path: Path) -> None:
    engine = engine_of(changed(*NOT_REACHED["a rule that was carried out"]), tmp_path)
    other = load_game(engine, begun.save())
    other.play("silk")
    other.undo()
    assert other.played == 0  # with another setup the moves before give other purses


@pytest.mark.parametrize("what", ["the label of an action", "a prompt", "the label of a refusal"])
def test_records_survive_other_words(begun: Game, what: str, tmp_path: Path) -> None:
    for move in ("silk", "pass", "rest"):
        begun.play(move)
    text = as_text(record_of(begun))
    assert "ann: buy; silk" in text
    assert "bob: none" in text
    words = [('or "pass"', 'or "do nothing"')] if what == "the label of a refusal" else SAME[what]
    done = replay(engine_of(changed(*words), tmp_path), from_text(text))
    assert done.game.digest() == begun.digest()


def test_hostile_saves_are_refused_whatever_they_hold(begun: Game) -> None:
    rng = random.Random(5)
    for _ in range(300):
        data = json.loads(begun.save())
        damage(data, rng)
        data["digest"] = saves.digest_of(data)
        with contextlib.suppress(SaveError, IllegalMove):
            load_game(begun.engine, json.dumps(data)).undo()
        data["rules"] = "other"
        data["digest"] = saves.digest_of(data)
        with contextlib.suppress(SaveError):
            carry_over(begun.engine, saves.parsed(json.dumps(data)))


def damage(data: Any, rng: random.Random) -> None:
    """Takes something out, or puts something else in its place, however deep."""
    while True:
        key = rng.choice(list(data) if isinstance(data, dict) else range(len(data)))
        inner = data[key]
        if isinstance(inner, list | dict) and inner and rng.random() < 0.8:
            data = inner
        elif rng.random() < 0.3:
            del data[key]
            return
        else:
            data[key] = rng.choice([None, -1, 7, 10**30, 0.5, "x", "9" * 5000, [], {}, [0], True])
            return


def pickled_market(text: str, tmp_path: Path) -> Engine:
    """An engine under a name that pickles find again."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "pickled_market"]:
        del sys.modules[name]
    path = tmp_path / "market.rules"
    path.write_text(text, encoding="utf-8")
    module = loaded("pickled_market", pipeline.emit(pipeline.compile_files(read_text(path), "")))
    assert isinstance(module.ENGINE, Engine)
    return module.ENGINE


def test_pickles_survive_what_changes_no_rule(tmp_path: Path) -> None:
    data = pickle.dumps(fast.new(pickled_market(MARKET, tmp_path), 2, 1))
    pickled_market(changed(*SAME["a comment"]), tmp_path)
    assert pickle.loads(data).options == [0, 1]
    for other in (REORDERED, changed(*REACHED["rule play"])):
        pickled_market(other, tmp_path)
        with pytest.raises(SaveError, match="pickled under other rules"):
            pickle.loads(data)


@pytest.mark.parametrize(("name", "variant"), all_games())
def test_every_frame_has_a_name_of_its_own(name: str, variant: str) -> None:
    engine = compiled(FOLDERS[name], variant).engine
    assert engine.spoken is not None
    names = [frame[0] for frame in engine.spoken().frames]
    assert len(set(names)) == len(names) == len(engine.machine.labels) - 5
    assert len(engine.spoken().digests) == len(engine.spoken().units)
