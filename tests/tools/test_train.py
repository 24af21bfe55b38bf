"""`rulewright train`: a value is learned, kept as plain data, gone on with, and taken over after an edit."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright_runtime import fast
from rulewright_runtime.bots import Judge, NoValue, TurnBot, find_value, is_stale, make_bot, read_value
from rulewright_runtime.bots.budget import Budget
from rulewright_runtime.bots.features import Features
from rulewright_runtime.bots.matches import Match
from rulewright_runtime.core import step

pytest.importorskip("numpy")

from goofspiel import ENGINE
from rulewright.tools.train.gathering import Lesson

ROOT = Path(__file__).resolve().parents[2]
TRAIN = (
    "train",
    "--project",
    str(ROOT),
    "goofspiel",
    "--players",
    "2",
    "--games",
    "8",
    "--measure",
    "4",
    "--jobs",
    "1",
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_DATA", str(tmp_path))
    return tmp_path / "values" / "goofspiel" / "2.json"


def test_a_value_is_learned_and_gone_on_with(run, data: Path) -> None:
    ran = run(*TRAIN, "--rounds", "2")
    assert ran.code == 0, ran.err
    assert "round 1" in ran.err
    assert "◆" in ran.out  # the curve
    assert data.stat().st_size < 150_000
    again = run(*TRAIN, "--rounds", "3")
    assert "goes on after round 1" in again.out
    assert "round 2" in again.err
    assert "round 1" not in again.err
    other = run(*TRAIN, "--rounds", "1", "--seed", "5")
    assert "begins anew" in other.err


def test_bots_play_by_what_was_learned(run, data: Path) -> None:
    assert run(*TRAIN, "--rounds", "1").code == 0
    bot = make_bot("turn:50", ENGINE, 2)
    assert isinstance(bot, TurnBot)
    assert isinstance(bot.worth, Judge)
    assert not bot.worth.stale
    assert "learned nothing" not in run("simulate", "--project", str(ROOT), "goofspiel", "--games", "2").out


def test_fast_judging_is_the_sum_of_all_features(run, data: Path) -> None:
    assert run(*TRAIN, "--rounds", "1").code == 0
    value = read_value(data)
    judge, features = Judge(value, ENGINE, 2), Features(ENGINE, 2)
    g = fast.new(ENGINE, 2, 3)
    for turn in range(12):
        for seat in range(2):
            units = list(value.bias)
            numbers = dict(zip(features.names, features.row(g, seat), strict=True))
            for i, name in enumerate(value.names):
                amount = min(max(numbers[name], value.low[i]), value.high[i])
                for unit, weight in enumerate(value.weights[i]):
                    units[unit] += amount * weight
            hidden = sum(top * max(unit, 0) for top, unit in zip(value.tops, units[3:], strict=True))
            done, later, always, deep = [
                unit * scale for unit, scale in zip([*units[:3], hidden], value.scales, strict=True)
            ]
            wanted = always + (min(max(done, 0), 1) - 0.5) * later + deep
            assert judge(g, seat) == pytest.approx(wanted)
        step(g, g.options[turn % len(g.options)])


def test_an_old_value_serves_where_the_rules_are_the_same(run, data: Path) -> None:
    assert run(*TRAIN, "--rounds", "1").code == 0
    value = read_value(data)
    older = replace(value, rules="0" * 16, names=("own gone", *value.names[1:]))
    judge = Judge(older, ENGINE, 2)
    assert judge.stale
    g = fast.new(ENGINE, 2, 3)
    assert isinstance(judge(g, 0), float)
    text = json.loads(data.read_text(encoding="utf-8"))
    data.write_text(json.dumps({**text, "rules": "0" * 16}), encoding="utf-8")
    assert "other rules" in run("simulate", "--project", str(ROOT), "goofspiel", "--games", "2").out
    assert "of older rules" in run(*TRAIN, "--rounds", "1", "--seed", "9").out


def test_a_value_is_stale_only_if_the_rules_mean_something_else(run, data: Path) -> None:
    assert run(*TRAIN, "--rounds", "1").code == 0
    value = read_value(data)
    reworded = replace(ENGINE, rules="0" * 16)
    assert not is_stale(value, reworded)
    assert is_stale(value, replace(reworded, meaning="0" * 16))
    assert not is_stale(replace(value, rules=ENGINE.rules), ENGINE)  # as older files have it


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": 7}', '{"format": 2, "features": []}', '{"format": 1}']
)
def test_a_broken_value_is_a_clear_error(run, data: Path, text: str) -> None:
    data.parent.mkdir(parents=True)
    data.write_text(text, encoding="utf-8")
    with pytest.raises(NoValue, match=r"2\.json"):
        find_value(ENGINE, 2)
    ran = run("simulate", "--project", str(ROOT), "goofspiel", "--games", "2")
    assert ran.code == 2
    assert "2.json" in ran.err


def test_a_value_that_cannot_be_read_is_learned_anew(run, data: Path) -> None:
    data.parent.mkdir(parents=True)
    data.write_text('{"format": 1}', encoding="utf-8")
    ran = run(*TRAIN, "--rounds", "1")
    assert ran.code == 0, ran.err
    assert "begins without it" in ran.err
    assert read_value(data).game == "goofspiel"


def test_values_of_another_game_are_refused(run, data: Path) -> None:
    assert run(*TRAIN, "--rounds", "1").code == 0
    ran = run("simulate", "--project", str(ROOT), "kuhn_poker", "--bots", f"turn@{data}", "--games", "2")
    assert ran.code == 2
    assert "is a value for goofspiel" in ran.err


def test_budgets_in_time_end(run, data: Path) -> None:
    assert run(*TRAIN, "--rounds", "1").code == 0
    worth = Judge(read_value(data), ENGINE, 2)
    g = fast.new(ENGINE, 2, 3)
    assert TurnBot(ENGINE, 1, worth, Budget(0, 0.05)).answer(g) in g.options


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rounds", "0"), "more than 0"),
        (("--players", "9"), "not for 9 players"),
        (("--games", "x"), "more than 0, not x"),
        (("--others", "much"), "from 0 to 1, not much"),
        (("--others", "1.5"), "from 0 to 1, not 1.5"),
        (("--units", "257"), "at most 256, not 257"),
    ],
)
def test_bad_wishes_are_clear_errors(run, data: Path, words: tuple[str, ...], said: str) -> None:
    ran = run("train", "--project", str(ROOT), "goofspiel", *words)
    assert ran.code == 2
    assert said in ran.err


def test_turn_thinks_as_much_as_its_value_was_taught_with(run, data: Path) -> None:
    assert run(*TRAIN, "--rounds", "1", "--positions", "70").code == 0
    budgets = [make_bot(name, ENGINE, 2).budget for name in ("turn", "turn:20")]  # type: ignore[attr-defined]
    assert budgets == [Budget(70), Budget(20)]


def test_a_course_begins_with_the_value_that_is_there(run, data: Path) -> None:
    course = data.parents[1] / "courses" / "goofspiel-2" / "state.json"
    assert run(*TRAIN, "--rounds", "1").code == 0
    first = json.loads(course.read_text(encoding="utf-8"))
    course.unlink()
    again = run(*TRAIN, "--rounds", "1")
    assert "begins with the value that is there" in again.out
    later = json.loads(course.read_text(encoding="utf-8"))
    assert first["before"] is None
    assert later["before"] is not None
    assert bool(later["winning"]) == bool(first["winning"])
    assert "begins with" not in run(*TRAIN, "--rounds", "1", "--fresh").out


def test_a_course_begins_with_the_value_beside_the_rules(run, data: Path, tmp_path: Path) -> None:
    assert run(*TRAIN, "--rounds", "1").code == 0
    shutil.copytree(ROOT / "rules" / "goofspiel", tmp_path / "rules" / "goofspiel")
    beside = tmp_path / "rules" / "goofspiel" / "values" / data.name
    beside.parent.mkdir()
    data.rename(beside)
    shutil.rmtree(data.parents[1] / "courses")
    words = [str(tmp_path) if word == str(ROOT) else word for word in TRAIN]
    assert "begins with the value that is there" in run(*words, "--rounds", "1").out


def test_a_game_that_an_automatic_participant_wins_teaches_too() -> None:
    lesson = Lesson(width=1)
    lesson.take(Match(1, decisions=3, scores=[4], winners=(1,)), scored=True, others=0.3)
    assert (lesson.scores, lesson.played, lesson.upsets) == ([4.0], 1, 1)
