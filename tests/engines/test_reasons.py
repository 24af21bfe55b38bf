"""Reasons of refusals: the case of a define that decided, also where an override stands above it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright_runtime.game import Game, Refusal, new_game

from .compiled import compiled_text

RULES = """\
game gates "Gates"
    players: 2
kind gate | open | height
    north_gate | yes | 3
    east_gate  | no  | 1
    south_gate | yes | 9
    west_gate  | yes | 2
    hill_gate  | yes | 1
    mill_gate  | yes | 1
table
    chosen: gate or none
define passable(gate)                                    [G-1]
    = no          if (gate is west_gate)                 [G-1, G-2]
    = yes         if gate is north_gate                  [G-3]
    = gate.height   <   9   otherwise                    [G-4]
define fair(gate) = gate.open                            [G-5]
rule play                                                [G-6]
    as first_player:
        choose gate from gate where passable(it) and fair(it):
            chosen = gate
variant low of gates "Low"
    instead fair(gate) = gate.open and gate.height < 2    [G-5, G-7]
"""


def started(folder: Path, variant: str = "") -> Game:
    path = folder / "gates.rules"
    path.write_text(RULES, encoding="utf-8")
    return new_game(compiled_text(path, variant).engine, seed=1)


@pytest.mark.parametrize(
    ("gate", "refusal"),
    [
        ("west gate", Refusal("this stands against it: gate is west_gate", "G-1, G-2")),
        ("south gate", Refusal("this does not hold: gate.height < 9", "G-4, G-1")),
        ("east gate", Refusal("this does not hold: gate.open", "G-5")),
        ("north gate", None),
    ],
)
def test_the_case_that_decided(tmp_path: Path, gate: str, refusal: Refusal | None) -> None:
    assert started(tmp_path).why_not(gate) == refusal


def test_an_override_speaks_for_itself(tmp_path: Path) -> None:
    refusal = started(tmp_path, "low").why_not("east gate")
    assert refusal == Refusal("this does not hold: gate.open and gate.height < 2", "G-5, G-7")


def test_a_choice_says_in_its_own_words_what_its_condition_keeps_out(tmp_path: Path) -> None:
    path = tmp_path / "gates.rules"
    worded = RULES.replace("fair(it):", 'fair(it) "this gate is shut":')
    assert worded != RULES
    path.write_text(worded, encoding="utf-8")
    game = new_game(compiled_text(path, "").engine, seed=1)
    assert game.why_not("east gate") == Refusal("this gate is shut", "G-1, G-2, G-3, G-4, G-5, G-6")
    assert game.why_not("north gate") is None
