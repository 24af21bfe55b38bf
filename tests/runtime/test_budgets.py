"""Budgets of play: the clock of one decision says nothing about the next one, nor about what is asked between them."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from engines.compiled import compiled_text

from connect_four.engine import ENGINE
from rulewright_runtime import budgets, fast
from rulewright_runtime.position import RulesFailure

ASKED = """game asked "Asked"
    players: 2

player
    held: list of number
    define score = count i in your held where (any j in your held where j >= i)

rule setup
    each player:
        for i in 1..300: your held += i

rule play
    each player:
        choose a from 1..2
        your held += a
"""


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "SECONDS", 0.02)


def think() -> None:
    """Uses more of the processor than one decision may."""
    began = time.thread_time()
    while time.thread_time() - began < 0.03:
        pass


def now_in_use() -> float:
    """The memory of the program at this moment, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def test_a_decision_with_many_steps_has_a_clock() -> None:
    g = fast.new(ENGINE, 2, 1)
    budgets.stepping(g, range(budgets.UNWATCHED + 1))
    think()
    with pytest.raises(RulesFailure, match="too long without a decision"):
        budgets.stepping(g, range(budgets.OFTEN))


def test_the_clock_begins_anew_with_each_decision() -> None:
    g = fast.new(ENGINE, 2, 1)
    budgets.stepping(g, range(budgets.UNWATCHED + 1))
    think()
    g.idle_rounds = 0  # as at each answer
    budgets.stepping(g, range(budgets.UNWATCHED + 500))
    budgets.one_step(g)


def test_the_turns_of_a_long_loop_look_at_the_clock() -> None:
    g = fast.new(ENGINE, 2, 1)
    g.then = None  # as while rules run
    turns = iter(budgets.stepping(g, range(budgets.UNWATCHED + 1)))
    assert next(turns) == 0
    think()
    with pytest.raises(RulesFailure, match="too long without a decision"):
        all(turn < budgets.TURNS for turn in turns)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell")
def test_the_memory_of_a_decision_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "SECONDS", 60.0)
    monkeypatch.setattr(budgets, "MEGABYTES", 20)
    g = fast.new(ENGINE, 2, 1)
    g.then = None
    turns = iter(budgets.stepping(g, range(budgets.UNWATCHED + 1)))
    assert next(turns) == 0
    more = int(budgets.memory() - now_in_use()) + 30  # beyond the most that was ever needed
    kept = bytearray(more << 20)
    with pytest.raises(RulesFailure, match="too much memory"):
        all(turn < budgets.TURNS for turn in turns)
    assert len(kept) == more << 20


def test_what_is_asked_of_a_position_at_rest_does_not_add_up(tmp_path: Path) -> None:
    path = tmp_path / "asked.rules"
    path.write_text(ASKED, encoding="utf-8")
    engine = compiled_text(path).engine
    g = fast.new(engine, 2, 1)
    assert engine.score is not None
    for _ in range(30):
        assert engine.score(g, 0) == 300
        think()
