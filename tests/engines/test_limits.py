"""Rules that would go on for ever: the game stops with a message that names them, and never hangs."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.tools.fuzz.lockstep import started
from rulewright_runtime import RulesFailure, core

from .compiled import compiled_text

HEAD = """game endless "Endless"
    players: 1

resource coin

table
    n: number

player
    coin: resource = 1
    define score = your coin

rule play
    each player:
        choose start from 1..2
        go

"""
ENDLESS = {
    "a circle of rules": (
        "rule go: other\n\nrule other: go",
        "(go|other) at rules.rules:.* calls itself without end",
    ),
    "a circle of rules that ask": (
        'rule go\n    if n = 5:\n        may "x": gain 1 coin\n    other\n\nrule other: go',
        "(go|other) at rules.rules:.* calls itself without end",
    ),
    "an event that raises itself": (
        "event go\n\nwhen go: go",
        "go at rules.rules:.* calls itself without end",
    ),
    "a define that needs itself": (
        "define f(x) = 0 if x = 7 else f(x + 10)\n\nrule go: n = f(1)",
        "f at rules.rules:18 calls itself without end",
    ),
    "a loop": (
        "rule go\n    repeat until n = 3: n = mod(n, 2) + 1",
        "the loop at rules.rules:19 does not end",
    ),
    "a loop that could ask": (
        'rule go\n    repeat until n = 3:\n        n = mod(n, 2) + 1\n        if n = 5:\n            may "x": gain 1 coin',
        "the rules at rules.rules:19 go round without end",
    ),
    "answers that nobody is asked for": (
        "rule go\n    choose x from 1..1\n    go",
        "the rules at rules.rules:19 go round without end",
    ),
    "too many ways to try": (
        'rule go\n    offer turn or "no"\n\naction try_all "try all" in turn\n'
        "    choose any xs from 1..30\n    require (sum x for x in xs) > 1000",
        "too many ways to try after turn at rules.rules:19",
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_endless_rules_fail_with_their_name(name: str, tmp_path: Path) -> None:
    text, message = ENDLESS[name]
    path = tmp_path / "rules.rules"
    path.write_text(f"{HEAD}{text}\n", encoding="utf-8")
    g = started(compiled_text(path).engine, 1, 0, {})
    with pytest.raises(RulesFailure, match=message):
        core.step(g, 1)


NOBODY = """game lonely "Lonely"
    players: 2

table
    friend: player or none

rule play: ask(friend)

rule ask(other): other chooses n from 1..3
"""


def test_a_question_to_nobody_fails(tmp_path: Path) -> None:
    path = tmp_path / "rules.rules"
    path.write_text(NOBODY, encoding="utf-8")
    with pytest.raises(RulesFailure, match=r"nobody is there to answer ask\.n"):
        started(compiled_text(path).engine, 2, 1, {})
