"""Recorded games of every engine: printed and replayed they are the same; and the records that come with the rules."""

from __future__ import annotations

import importlib
import json
import random
import re
from pathlib import Path

import pytest

from rulewright.tools.record_model import RecordFile
from rulewright.tools.replay import difference_text
from rulewright_runtime import Engine, Game, new_game
from rulewright_runtime.record_text import as_text, from_text
from rulewright_runtime.records import as_json, from_data, record_of
from rulewright_runtime.replays import Difference, replay

ROOT = Path(__file__).parents[2]
NAMES = sorted(path.parent.name for path in (ROOT / "generated").glob("*/engine.py"))
SAMPLES = sorted((ROOT / "rules").glob("*/records/*.record"))
MOVES = 150  # of a long game, as much as a test can afford
OPENING = ROOT / "rules" / "terra_mystica" / "records" / "opening.record"


def engine_named(name: str) -> Engine:
    engine: Engine = importlib.import_module(f"{name}.engine").ENGINE
    return engine


def some_game(engine: Engine, players: int, seed: int) -> Game:
    """A game by chance; who answers secretly does so in any order."""
    game = new_game(engine, players, seed)
    chance = random.Random(seed)
    while not game.over and game.played < MOVES:
        player = chance.choice(game.decisions).player
        game.play(chance.choice(game.moves(player)))
    return game


@pytest.mark.parametrize("name", NAMES)
def test_a_game_printed_and_replayed_is_the_same_game(name: str) -> None:
    engine = engine_named(name)
    for players in sorted({engine.players[0], engine.players[-1]}):
        game = some_game(engine, players, seed=players)
        record = record_of(game)
        for again in (from_text(as_text(record)), from_data(json.loads(as_json(record)))):
            done = replay(engine, again)
            assert done.game.digest() == game.digest()
            assert done.game.log == game.log
            assert as_text(record_of(done.game)) == as_text(record)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_the_records_that_come_with_the_rules(path: Path) -> None:
    record = from_text(path.read_text(encoding="utf-8"))
    engine = engine_named(f"{record.game}_{record.variant}" if record.variant else record.game)
    assert replay(engine, record, check=True).checks > 0


@pytest.mark.parametrize(
    ("old", "new", "place", "rule"),
    [
        ("= darklings: coin 13, worker 3", "= darklings: coin 13, worker 4", 76, "TM-8.3"),
        ("= darklings: coin 13, worker 3, priest 1", "= darklings: priest 2", 76, "TM-8.11"),
        ("level_fire 4, level_water 2", "level_fire 4, level_water 1", 86, "TM-20.5"),
        ("bowl_1 2, bowl_2 10, bowl_3 0, points 19", "bowl_1 3", 87, "TM-6.2"),
        ("nomads: E8\n", "nomads: E7\n", 27, "TM-4.4"),
        ("mermaids: D5\n", "mermaids: E5\n", 30, "TM-8.18"),
    ],
)
def test_the_first_difference_is_named_with_its_rule(old: str, new: str, place: int, rule: str) -> None:
    text = OPENING.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(Difference) as caught:
        replay(engine_named("terra_mystica"), from_text(text.replace(old, new)))
    assert caught.value.place == f"line {place}"
    assert rule in caught.value.rule


def test_the_only_answer_may_be_told_though_nobody_asks_for_it() -> None:
    engine = engine_named("tic_tac_toe")
    moves = ["1,1", "2,2", "3,3", "1,2", "3,2", "3,1", "1,3", "2,3", "2,1"]
    lines = [f"player {i % 2 + 1}: {move}" for i, move in enumerate(moves)]
    head = "rulewright record 1\ngame: tic_tac_toe\nplayers: 2\nmoves:"
    text = "\n".join([head, *lines])
    assert replay(engine, from_text(text)).moves == 8
    with pytest.raises(Difference, match="the game is over since line 12"):
        replay(engine, from_text(f"{text}\n{lines[-1]}"))


def test_the_only_answer_beside_free_actions_may_be_left_out() -> None:
    """Conversions are open when a turn ends; who converts nothing need not say that it ends."""
    engine, text = engine_named("terra_mystica"), OPENING.read_text(encoding="utf-8")
    told = [line for line in text.splitlines() if not line.startswith("= game:")]
    short = [line for line in told if not line.endswith(": end the turn")]
    assert len(short) < len(told)
    whole, brief = (replay(engine, from_text("\n".join(lines))) for lines in (told, short))
    left_open = brief.game.decision is not None and brief.game.decision.choice == "end_turn"
    assert brief.moves == whole.moves - left_open
    assert brief.checks == whole.checks


def test_given_figures_arrange_a_position() -> None:
    """A table that knows its tiles and cards, but not in which order they were drawn."""
    text = OPENING.read_text(encoding="utf-8")
    drawn = text[text.index("next shuffle") : text.index("moves:")]
    given = (
        "given table: round_tile(6) score_town_earth, round_tile(5) score_big_air, round_tile(4) score_dwelling_fire\n"
        "given table: round_tile(3) score_spade_earth, round_tile(2) score_trading_house_air\n"
        "given table: round_tile(1) score_big_fire, bonus_row (bonus_priest, bonus_spade, bonus_coins, bonus_cult,"
        " bonus_shipping, bonus_dwelling, bonus_worker_power)\n"
        "seed: 0\n"
    )
    assert replay(engine_named("terra_mystica"), from_text(text.replace(drawn, given))).checks == 28


def blocks(language: str) -> list[str]:
    """The blocks of the page about records that are in a language."""
    page = (ROOT / "docs" / "how-to" / "replay.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", page, flags=re.M | re.S)


def test_the_records_in_the_docs() -> None:
    (text,), (data,) = blocks("record"), blocks("json")
    done = replay(engine_named("goofspiel"), from_text(text))
    assert (done.moves, done.checks, done.game.over) == (4, 2, True)
    RecordFile.model_validate(json.loads(data))
    assert replay(engine_named("goofspiel"), from_data(json.loads(data))).moves == 2


def test_the_difference_in_the_docs() -> None:
    (printed,) = blocks("text")
    text = OPENING.read_text(encoding="utf-8")
    with pytest.raises(Difference) as caught:
        replay(
            engine_named("terra_mystica"), from_text(text.replace("coin 13, worker 3", "coin 13, worker 4"))
        )
    lines = re.compile(r"(\.rules):\d+")  # the docs need not follow every line that moves
    assert lines.sub(r"\1", difference_text(Path("opening.record"), caught.value)) == lines.sub(
        r"\1", printed.rstrip()
    )
