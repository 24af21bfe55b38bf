"""Bots inside native cores see, judge, deal and answer as in Python, to the last number."""

from __future__ import annotations

import random
from array import array
from concurrent.futures import ThreadPoolExecutor

import pytest
from engines.compiled import printed_games

from rulewright_runtime import deals, fast, native
from rulewright_runtime.bots import Judge, MctsBot, Value
from rulewright_runtime.bots.budget import Budget
from rulewright_runtime.bots.features import Features
from rulewright_runtime.bots.matches import Looks, Match, Seat, match
from rulewright_runtime.bots.native import NativeMcts, NativeTurn, native_bots
from rulewright_runtime.bots.turn import TurnBot
from rulewright_runtime.core import step
from rulewright_runtime.views import has_secrets

from .cores import needs_compiler
from .test_engines import core_of

pytestmark = needs_compiler
GAMES = printed_games()
HIDDEN = 5  # units of the values that are made up here


def made_up(features: Features, seed: int) -> Value:
    """A value with any weights at all."""
    rng = random.Random(seed)
    engine, count = features.engine, len(features.names)
    idle = {  # some blocks count nothing
        at + i
        for at, block in zip(features.starts[::3], features.blocks[::3], strict=True)
        for i in range(len(block.names))
    }

    def weights(feature: int = -1) -> tuple[int, ...]:
        most = 1 if feature in idle else 3_000
        return tuple(rng.randrange(1 - most, most) for _ in range(3 + HIDDEN))

    return Value(
        *(engine.name, engine.variant, features.players, engine.rules, tuple(features.names)),
        low=tuple(rng.randrange(-6, 2) for _ in range(count)),
        high=tuple(rng.randrange(2, 20) for _ in range(count)),
        mean=(0,) * count,
        weights=tuple(weights(feature) for feature in range(count)),
        bias=weights(),
        tops=tuple(rng.randrange(-30_000, 30_000) for _ in range(HIDDEN)),
        scales=(1e-6, 3e-4, 2e-4, 1e-8),
        others=0.3,
        winning=2.0,
        positions=300,
    )


def in_both(core: native.Core, seed: int, seats: list[Seat], looks: Looks | None) -> tuple[Match, Match]:
    """The same game on the core and in Python."""
    kept = core.engine.core
    try:
        core.engine.core = core
        there = match(core.engine, seed, seats, looks)
        core.engine.core = False
        return there, match(core.engine, seed, seats, looks)
    finally:
        core.engine.core = kept


@pytest.fixture(autouse=True)
def _wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(native.SWITCH, "1")


@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_positions_look_the_same_and_are_worth_the_same(game: str, variant: str) -> None:
    core = core_of(game, variant)
    for players in core.engine.players:
        bots = native_bots(core, players)
        features = Features(core.engine, players)
        judge = Judge(made_up(features, players), core.engine, players)
        g, n, rng = fast.new(core.engine, players, 5), core.new(players, 5), random.Random(players)
        base = n.clone()
        judge.rebase(g)
        for count in range(60):
            if g.then is None:
                break
            for seat in range(players):
                row = array("q")
                row.frombytes(bots.module.row(bots.features, n, seat))
                assert row.tolist() == features.row(g, seat), count
                assert bots.module.worth(bots.judge(judge), n, seat, base) == judge(g, seat)
            option = rng.choice(g.options)
            step(g, option)
            n.step(option)


@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_what_is_hidden_is_dealt_the_same(game: str, variant: str) -> None:
    core = core_of(game, variant)
    if not has_secrets(core.engine):
        pytest.skip("nothing is hidden in this game")
    for players in core.engine.players[-1:]:
        bots = native_bots(core, players)
        g, n, rng = fast.new(core.engine, players, 6), core.new(players, 6), random.Random(1)
        for count in range(80):
            if g.then is None:
                break
            dealt = deals.determinize(core.engine, g, g.player, count)
            assert bots.module.dealt(bots.dealing, n, g.player, count).hash() == core.taken_over(dealt).hash()
            option = rng.choice(g.options)
            step(g, option)
            n.step(option)


@pytest.mark.parametrize(("game", "variant"), GAMES)
@pytest.mark.parametrize("noise", [0.0, 3.0])
def test_whole_games_of_bots_are_the_same(game: str, variant: str, noise: float) -> None:
    core = core_of(game, variant)
    players = core.engine.players[-1]
    features = Features(core.engine, players)
    judge = Judge(made_up(features, 7), core.engine, players)
    seats = [Seat(seat, judge if seat != 1 else None, 12, noise, 2) for seat in range(players)]
    there, here = in_both(core, 11, seats, Looks(features, 0.3, 0.1, 0.3, seed=4))
    assert there == here
    assert there.decisions > 0


@pytest.mark.parametrize("game", ["goofspiel", "leduc_poker", "terracotta_army"])
def test_a_bot_on_a_core_answers_in_positions_of_python(game: str) -> None:
    """Goofspiel asks all players at once, in secret."""
    core = core_of(game, "")
    judge = Judge(made_up(Features(core.engine, 2), 3), core.engine, 2)
    here = [TurnBot(core.engine, seat, judge, Budget(20)) for seat in range(2)]
    there = [NativeTurn(core, 2, seat, judge, 20) for seat in range(2)]
    g = fast.new(core.engine, 2, 8)
    for _ in range(60):
        if g.then is None:
            break
        for seat in [g.player, *[one[0] for one in g.waiting]]:
            assert there[seat].answer(g, seat) == here[seat].answer(g, seat)
        step(g, g.options[-1])


@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_tree_search_answers_the_same(game: str, variant: str) -> None:
    core = core_of(game, variant)
    players = core.engine.players[-1]
    here = [MctsBot(core.engine, seat, Budget(6)) for seat in range(players)]
    there = [NativeMcts(core, players, seat, 6) for seat in range(players)]
    g, rng = fast.new(core.engine, players, 9), random.Random(2)
    for _ in range(8):
        for seat in [g.player, *[one[0] for one in g.waiting]]:
            assert there[seat].answer(g, seat) == here[seat].answer(g, seat)
        for _ in range(9):
            if g.then is not None:
                step(g, rng.choice(g.options))
        if g.then is None:
            break


@pytest.mark.parametrize("game", ["connect_four", "tic_tac_toe", "goofspiel", "kuhn_poker"])
def test_long_tree_searches_answer_the_same(game: str) -> None:
    """Sure wins and losses come into it, and secret answers of several lots."""
    core = core_of(game, "")
    here, there = [MctsBot(core.engine, 1, Budget(400))] * 2, [NativeMcts(core, 2, 1, 400)] * 2
    g = fast.new(core.engine, 2, 3)
    while g.then is not None:
        answer = here[g.player].answer(g)
        assert there[g.player].answer(g) == answer
        step(g, answer)


def test_threads_play_the_same_games() -> None:
    core = core_of("connect_four", "")
    judge = Judge(made_up(Features(core.engine, 2), 1), core.engine, 2)
    core.engine.core = core

    def played(seed: int) -> Match:
        return match(core.engine, seed, [Seat(seed, judge, 40), Seat(seed + 1, judge, 40)])

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(played, range(30))) == [played(seed) for seed in range(30)]


def test_what_makes_no_sense_is_refused() -> None:
    core = core_of("connect_four", "")
    bots = native_bots(core, 2)
    judge = bots.judge(Judge(made_up(Features(core.engine, 2), 1), core.engine, 2))
    for numbers in (b"", b"x" * 17, array("q", [2, 0, 1, 999, 0]).tobytes(), array("q", [-1] * 9).tobytes()):
        with pytest.raises(ValueError, match="no features"):
            core.module.features(numbers)
        with pytest.raises(ValueError, match="no deals"):
            core.module.dealing(numbers)
    with pytest.raises(ValueError, match="seat"):
        core.module.row(bots.features, core.new(2, 1), 2)
    with pytest.raises(ValueError, match="budget"):
        core.module.bot(1, judge, None, 0, 1, 0.0)
    with pytest.raises(ValueError, match="each seat"):
        core.module.match(core.before_setup(2), 1, 0, [bots.random(1)], None, 0.0, 0.0, 0.0, 0, 10)
    with pytest.raises(ValueError, match="incorrect name"):
        core.module.answer(bots.features, core.new(2, 1))
    with pytest.raises(ValueError, match="other features"):
        core.module.judge(bots.features, 3, b"", b"", b"", b"", b"", (1.0, 1.0, 1.0, 0.0), 0.0, 0.0)
