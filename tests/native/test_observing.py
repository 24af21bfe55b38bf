"""The numbers that learning programs see come out of a core as they do in Python."""

from __future__ import annotations

import random
from array import array

import pytest
from engines.compiled import printed_games

from rulewright_runtime import RulesFailure, fast
from rulewright_runtime import core as steps
from rulewright_runtime.native_observing import NativeObserver
from rulewright_runtime.observing import Observer

from .cores import needs_compiler
from .test_engines import core_of

pytestmark = needs_compiler


@pytest.mark.parametrize(("game", "variant"), printed_games())
def test_every_viewer_sees_the_same_numbers_in_python_and_in_c(game: str, variant: str) -> None:
    core = core_of(game, variant)
    players = core.engine.players[-1]
    here, there = Observer(core.engine, players), NativeObserver(core, players)
    assert there.names() == here.names()
    assert there.size == here.size
    rng = random.Random(5)
    g, n = fast.new(core.engine, players, 5), core.new(players, 5)
    for _ in range(80):
        viewer = rng.choice([None, *range(players)])
        assert list(there.vector(n, viewer)) == here.vector(g, viewer)
        if g.then is None:
            break
        option = rng.choice(g.options)
        steps.step(g, option)
        n.step(option)


def test_the_fast_face_observes_whatever_it_plays_with() -> None:
    core = core_of("kuhn_poker", "")
    for what in (core.engine, core):
        observer = fast.observer(what, 2)
        g = fast.new(what, 2, seed=4)
        assert dict(zip(observer.names(), observer.vector(g, 1)))["viewer"] == 2
    assert list(fast.observer(core, 2).vector(core.new(2, 4), 1)) == fast.observer(core.engine, 2).vector(
        fast.new(core.engine, 2, 4), 1
    )


def test_looks_at_a_position_leave_it_as_it_is() -> None:
    core = core_of("great_wall", "")
    n, observer = core.new(2, 3), NativeObserver(core, 2)
    before = n.hash(), n.read()
    observer.vector(n, 0)
    assert (n.hash(), n.read()) == before


def test_there_are_only_the_seats_of_the_game() -> None:
    core = core_of("tic_tac_toe", "")
    observer = NativeObserver(core, 2)
    for viewer in (-2, 2, 10**9):
        with pytest.raises(ValueError, match="no such seat"):
            observer.vector(core.new(2, 1), viewer)


def test_nonsense_is_no_observer() -> None:
    module = core_of("terracotta_army", "").module
    good = NativeObserver(core_of("terracotta_army", ""), 2)._code(core_of("terracotta_army", "").engine)
    rng = random.Random(11)
    for numbers in ([], [1], good[:-1], [*good, 0], [0, *good[1:]], [good[0], -1, *good[2:]]):
        with pytest.raises(ValueError, match="no observer"):
            module.observer(array("q", numbers).tobytes())
    position = core_of("terracotta_army", "").new(2, 1)
    for _ in range(300):  # what is taken for an observer all the same reads nothing outside of the position
        code = list(good)
        for _ in range(rng.randrange(1, 4)):
            code[rng.randrange(len(code))] = rng.choice(
                [-3, -1, 0, 1, 2, 5, 7, 40, 1 << 20, 1 << 62, -(1 << 62)]
            )
        try:
            made = module.observer(array("q", code).tobytes())
            module.vector(made, position, 0)
        except (ValueError, RulesFailure):
            continue
