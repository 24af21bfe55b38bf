"""Environments for learning programs: names for every number, masks, opponents, batches, and Gymnasium's own checks."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from rulewright_runtime.learning import Batch, Environment, Stepped, gymnasium_env
from rulewright_runtime.views import view

GENERATED = Path(__file__).resolve().parents[2] / "generated"
ENGINES = sorted(path.parent.name for path in GENERATED.glob("*/__init__.py"))


def first_legal(observation: list[int], mask: list[int]) -> int:
    return mask.index(1)


@pytest.mark.parametrize("game", ENGINES)
def test_every_number_has_a_name_of_its_own(game: str) -> None:
    engine = importlib.import_module(game).ENGINE
    for players in engine.players:
        env = Environment(engine, players, seat=None)
        rng = random.Random(players)
        observation, info = env.reset(seed=players)
        for _ in range(30):
            assert len(observation) == len(set(env.observation_names))
            assert len(info["action_mask"]) == len(set(env.action_names))
            assert env.legal() == [i for i, offered in enumerate(info["action_mask"]) if offered]
            observation, _, over, _, info = env.step(rng.choice(env.legal()))
            if over:
                observation, info = env.reset()


def test_names_say_what_the_numbers_are() -> None:
    """Held against the view, which names the same things by another way."""
    env = Environment("terracotta_army", 3)
    rng = random.Random(2)
    env.reset(seed=2)
    for _ in range(40):
        env.step(rng.choice(env.legal()))
    moment: Any = env._moment
    named = dict(zip(env.observation_names, env.observation(), strict=True))
    shown = view(env.serial.words, moment.position, env.seat)
    compared = 0
    for number, own in enumerate(shown["players"].values(), 1):
        for name, value in own.items():
            if type(value) is int and f"p{number}.{name}" in named:
                assert named[f"p{number}.{name}"] == value
                compared += 1
    for name, value in shown["table"].items():
        if isinstance(value, dict) and all(type(one) is int for one in value.values()):
            for key, one in value.items():
                assert named[f"{name}[{key}]"] == one
                compared += 1
    assert compared >= 6


def test_actions_say_what_they_do() -> None:
    env = Environment("tic_tac_toe", opponents=first_legal)
    env.reset(seed=1)
    observation, *_ = env.step(env.action_names.index("square (2, 3)"))
    named = dict(zip(env.observation_names, observation, strict=True))
    assert named["square.mark[(2, 3)]"] == 1
    assert named["square.mark[(1, 1)]"] == 2  # the opponent's, who takes the first


def test_what_is_hidden_from_the_learner_is_no_number() -> None:
    """Games that differ only in the opponent's card look the same."""
    seen: dict[int, set[tuple[int, ...]]] = {}
    cards: dict[int, set[int]] = {}
    for seed in range(40):
        env = Environment("kuhn_poker")
        observation, _ = env.reset(seed=seed)
        moment: Any = env._moment
        (own,), (other,) = moment.position.hand
        seen.setdefault(own, set()).add(tuple(observation))
        cards.setdefault(own, set()).add(other)
    assert all(len(each) == 2 for each in cards.values())
    assert [len(each) for each in seen.values()] == [1, 1, 1]


def test_an_action_that_is_not_offered_is_refused_and_nothing_is_played() -> None:
    env = Environment("kuhn_poker")
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)
    before, _ = env.reset(seed=3)
    with pytest.raises(
        ValueError, match=r"action 0 \(nothing\) is not offered; these are: 34 \(open: check\)"
    ):
        env.step(0)
    with pytest.raises(ValueError, match="action 4000 is not offered"):
        env.step(4000)
    assert env.observation() == before


def test_a_game_that_is_over_takes_no_more_actions() -> None:
    env = Environment("tic_tac_toe", seat=None, opponents=first_legal)
    env.reset(seed=1)
    over = False
    while not over:
        _, reward, over, _, info = env.step(env.legal()[0])
    assert info["results"][env.seat] == reward
    assert not any(info["action_mask"])
    with pytest.raises(ValueError, match="the game is over"):
        env.step(34)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"seat": 2}, "there is no seat 2"),
        ({"opponents": ["random", "random"]}, "1 other seats, but 2 opponents"),
        ({"players": 5}, "5"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Environment("kuhn_poker", **settings)


def test_bots_are_opponents() -> None:
    env = Environment("tic_tac_toe", seat=1, opponents="mcts:60")
    lost = 0
    for seed in range(6):
        env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, _ = env.step(env.legal()[-1])
        lost += reward == -1
    assert lost >= 5


# ---------------------------------------------------------------- batches


def played(batch: Batch, steps: int) -> list[Stepped]:
    found = [batch.reset(seed=5)]
    for number in range(steps):
        offered = [[i for i, one in enumerate(mask) if one] for mask in found[-1].masks]
        found.append(batch.step([each[number % len(each)] for each in offered]))
    return found


def test_the_number_of_processes_changes_nothing() -> None:
    with (
        Batch("goofspiel", 5, seat=None, players=3) as alone,
        Batch("goofspiel", 5, processes=2, seat=None, players=3) as apart,
    ):
        ours = played(alone, 40)
        assert ours == played(apart, 40)
    ended = [(step, i) for step in ours for i, over in enumerate(step.over) if over]
    assert ended
    for step, i in ended:
        assert len(step.infos[i]["final_observation"]) == len(step.observations[i])
        assert step.rewards[i] in (-1.0, 0.0, 1.0)


def test_a_batch_refuses_and_goes_on() -> None:
    with Batch("kuhn_poker", 3, processes=2) as batch:
        batch.reset(seed=1)
        with pytest.raises(ValueError, match="is not offered"):
            batch.step([34, 34, 0])
        with pytest.raises(ValueError, match="3 games, but 1 actions"):
            batch.step([34])
        assert len(batch.reset(seed=1).observations) == 3
    with pytest.raises(ValueError, match="closed"):
        batch.reset()


def test_a_process_that_dies_is_said() -> None:
    with Batch("kuhn_poker", 2, processes=2) as batch:
        batch.reset(seed=1)
        batch._workers[0]._process.kill()
        with pytest.raises(RuntimeError, match="a process of the batch has ended"):
            batch.step([34, 34])


# ---------------------------------------------------------------- Gymnasium


def test_gymnasiums_own_checks_pass() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    checker = importlib.import_module("gymnasium.utils.env_checker")
    env = gymnasium_env("connect_four", seat=None, render_mode="ansi")
    checker.check_reset_seed_determinism(env)
    checker.check_reset_options(env)
    checker.check_reset_return_type(env)
    wrapped = gymnasium.wrappers.PassiveEnvChecker(gymnasium.wrappers.OrderEnforcing(env))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _, info = wrapped.reset(seed=1)
        over = False
        while not over:
            assert (env.action_masks() == info["action_mask"]).all()
            _, _, over, _, info = wrapped.step(env.action_space.sample(mask=info["action_mask"]))
    assert "frame" in env.render()


def test_nothing_but_the_standard_library_is_needed() -> None:
    script = (
        "import sys\n"
        "sys.modules['numpy'] = sys.modules['gymnasium'] = None\n"
        "from rulewright_runtime.learning import Environment, gymnasium_env\n"
        "Environment('kuhn_poker').reset(seed=1)\n"
        "try:\n    gymnasium_env('kuhn_poker')\n"
        "except ImportError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "pip install gymnasium" in done.stdout
