"""Budgets of play: the clock of one decision says nothing about the next one."""

from __future__ import annotations

import time

import pytest

from connect_four.engine import ENGINE
from rulewright_runtime import budgets, fast
from rulewright_runtime.position import RulesFailure


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "SECONDS", 0.02)


def think() -> None:
    """Uses more of the processor than one decision may."""
    began = time.thread_time()
    while time.thread_time() - began < 0.03:
        pass


def test_a_decision_with_many_steps_has_a_clock() -> None:
    g = fast.new(ENGINE, 2, 1)
    budgets.stepping(g, range(budgets.UNWATCHED + 1))
    think()
    with pytest.raises(RulesFailure, match="too long without a decision"):
        budgets.one_step(g)


def test_the_clock_begins_anew_with_each_decision() -> None:
    g = fast.new(ENGINE, 2, 1)
    budgets.stepping(g, range(budgets.UNWATCHED + 1))
    think()
    g.idle_rounds = 0  # as at each answer
    budgets.stepping(g, range(budgets.UNWATCHED + 500))
    budgets.one_step(g)
