"""The adapters of shipped engines, held against the real libraries: PettingZoo's own API test, OpenSpiel's own simulation."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from .shipping import python, ship, unpacked

GAMES = ("connect_four", "goofspiel", "kuhn_poker", "terracotta_army")

needs_pettingzoo = pytest.mark.skipif(
    importlib.util.find_spec("pettingzoo") is None, reason="PettingZoo is not installed"
)
needs_open_spiel = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with shipped engines."""
    folder = tmp_path_factory.mktemp("site")
    for game in GAMES:
        unpacked(ship(game, folder / "dist"), folder)
    return folder


API_TEST = """
import importlib, sys, warnings
warnings.simplefilter("ignore")  # it recommends observations without a mask
from pettingzoo.test import api_test, seed_test
module = importlib.import_module(sys.argv[1] + ".pettingzoo_env")
api_test(module.env(), num_cycles=500)
seed_test(module.env, num_cycles=50)
"""


@needs_pettingzoo
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_test_passes(game: str, site: Path) -> None:
    assert "Passed API test" in python(API_TEST, game, path=site)


PLAYED = """
import numpy, random
from connect_four.pettingzoo_env import env
played = env(render_mode="ansi")
played.reset(seed=4)
rng = random.Random(1)
for agent in played.agent_iter():
    seen, reward, over, cut, info = played.last()
    other = next(each for each in played.possible_agents if each != agent)
    assert not played.observe(other)["action_mask"].any()
    legal = numpy.flatnonzero(seen["action_mask"])
    if over:
        print(agent, reward)
    played.step(None if over else int(rng.choice(legal)))
try:
    played.reset(seed=4)
    played.step(0)
except ValueError as refused:
    print(refused)
assert "frame" in played.render()
"""


@needs_pettingzoo
def test_a_game_in_pettingzoo(site: Path) -> None:
    said = python(PLAYED, path=site).splitlines()
    assert sorted(line.split()[1] for line in said[:2]) == ["-1.0", "1.0"]
    assert said[2] == "action 0 is not offered"


SIMULATED = """
import importlib, sys, pyspiel
importlib.import_module(sys.argv[1] + ".open_spiel_game")
game = pyspiel.load_game("rulewright_" + sys.argv[1])
pyspiel.random_sim_test(game, num_sims=int(sys.argv[2]), serialize=True, verbose=False)
"""


@needs_open_spiel
@pytest.mark.parametrize(
    ("game", "times"), [("connect_four", 5), ("goofspiel", 3), ("kuhn_poker", 20), ("terracotta_army", 1)]
)
def test_openspiels_own_simulation_passes(game: str, times: int, site: Path) -> None:
    python(SIMULATED, game, str(times), path=site)


SOLVED = """
import pyspiel, kuhn_poker.open_spiel_game
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
game = pyspiel.load_game("rulewright_kuhn_poker", {"scores": True})
solver = cfr.CFRSolver(game)
for _ in range(200):
    solver.evaluate_and_update_policy()
policy = solver.average_policy()
value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
print(len(solver._info_state_nodes), value[0], exploitability.nash_conv(game, policy))
"""


@needs_open_spiel
def test_openspiel_solves_kuhn_poker(site: Path) -> None:
    """Its value is known: the first player loses a chip in 18 hands; each player can be in six situations."""
    situations, value, distance = map(float, python(SOLVED, path=site).split())
    assert situations == 12
    assert value == pytest.approx(-1 / 18, abs=0.01)
    assert distance < 0.05


PARAMETERS = """
import pyspiel, goofspiel.open_spiel_game
game = pyspiel.load_game("rulewright_goofspiel", {"players": 3, "cards": 4, "scores": True})
print(game.num_players())
state = game.new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
print(sum(state.returns()))
"""


@needs_open_spiel
def test_options_of_the_game_are_parameters(site: Path) -> None:
    assert python(PARAMETERS, path=site).split()[0] == "3"


MISSING = """
import sys
sys.modules[sys.argv[2]] = None  # as if it were not installed
import importlib, connect_four
try:
    importlib.import_module("connect_four." + sys.argv[1])
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [("pettingzoo_env", "pettingzoo", "pettingzoo"), ("open_spiel_game", "pyspiel", "open_spiel")],
)
def test_without_the_library_the_message_says_what_to_install(
    module: str, library: str, extra: str, site: Path
) -> None:
    said = python(MISSING, module, library, path=site)
    assert f'pip install "connect_four[{extra}]"' in said


BOTS = """
from goofspiel import ENGINE
from goofspiel._runtime import make_bot
from goofspiel.pettingzoo_env import env
played = env(players=2)
played.reset(seed=4)
bots = {agent: make_bot(name, ENGINE, 2) for agent, name in zip(played.possible_agents, ("mcts:30", "random"))}
for agent in played.agent_iter():
    seen, reward, over, cut, info = played.last()
    action = None if over else played.unwrapped.bot_action(bots[agent])
    assert over or seen["action_mask"][action]
    played.step(action)
print("done")
"""


@needs_pettingzoo
def test_bots_play_in_pettingzoo(site: Path) -> None:
    assert "done" in python(BOTS, path=site)


SPIEL_BOTS = """
import pyspiel, random
from goofspiel.open_spiel_game import BotPlayer
game = pyspiel.load_game("rulewright_goofspiel")
state, bot, rng = game.new_initial_state(), BotPlayer(game, "mcts:20"), random.Random(1)
while not state.is_terminal():
    if state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
        continue
    action = bot.step(state)
    assert action in state.legal_actions()
    state.apply_action(action)
print("done")
"""


@needs_open_spiel
def test_bots_play_in_open_spiel(site: Path) -> None:
    assert "done" in python(SPIEL_BOTS, path=site)


SINGLE = """
from kuhn_poker._runtime.learning import Batch, Environment
if __name__ == "__main__":
    env = Environment("kuhn_poker", opponents="random")
    env.reset(seed=1)
    print([env.action_names[action] for action in env.legal()])
    with Batch("kuhn_poker", 2, processes=1) as batch:
        print(len(batch.reset(seed=1).observations))
"""


def test_a_shipped_engine_is_an_environment_for_one_agent(site: Path) -> None:
    assert python(SINGLE, path=site).splitlines() == ["['open: check', 'open: bet']", "2"]
