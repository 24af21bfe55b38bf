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


NUMBERS = """\
game steps "Steps"
    players: 2
player
    walked: 0..99
    define score = your walked
action walk "walk on" in turn
    choose steps "how many steps" from 1..6 where it not in (3, 4)
    your walked += steps
action rest "rest a while" in turn: nothing
menu turn for "a turn"
rule play
    each player: offer turn
labels pl
    steps = "Kroki"
    walked = "przebyte"
    walk = "idź dalej"
    rest = "odpocznij"
    turn = "tura"
    "how many steps" = "ile kroków"
"""


def walking(folder: Path, language: str) -> Game:
    path = folder / "steps.rules"
    path.write_text(NUMBERS, encoding="utf-8")
    game = new_game(compiled_text(path, "").engine, names=["ann", "bob"], language=language)
    game.play("walk")
    return game


def test_numbers_that_are_refused_alike_are_told_as_ranges(tmp_path: Path) -> None:
    game = walking(tmp_path, "en")
    told = [(words, refusal.reason) for words, refusal in game.refused()]
    outside, between = "it is not among: 1..6", "this does not hold: it not in (3, 4)"
    assert told == [("0", outside), ("3..4", between), ("7 and more", outside)]


def test_reasons_and_actions_in_another_language(tmp_path: Path) -> None:
    game = walking(tmp_path, "pl")
    assert [words for words, _ in game.refused()] == ["0", "3..4", "7 i więcej"]
    assert str(game.why_not("3")) == "nie jest spełniony warunek reguł"
    assert game.log[0].text == "ann: idź dalej"
    game.play("5")
    assert str(game.decision) == "bob: tura"
    assert [move.words for move in game.moves()] == ["idź dalej", "odpocznij"]


SHOP = """\
game shop "Shop"
    players: 2
resource priest
resource coin
kind shrine | price
    small | 1
    large | 3
player
    priest, coin: resource
    built: list of shrine
rule play
    repeat 3 times:
        each player: offer turn or "rest"
action earn "earn" in turn: gain 1 coin                  [S-1]
action send "send" in turn                               [S-2]
    choose shrine from shrine where it not in your built "it is built"
    choose steps from 1..3 where it >= shrine.price "too few steps"
    pay 1 priest                                         [S-3]
    move shrine to your built
action extend_one "extend" in turn                       [S-4]
    choose shrine from your built
    pay shrine.price coin
"""


def test_the_deepest_cause_is_told(tmp_path: Path) -> None:
    """Not that nothing can be chosen: what stands against the thing that gets furthest."""
    path = tmp_path / "shop.rules"
    path.write_text(SHOP, encoding="utf-8")
    game = new_game(compiled_text(path).engine, seed=1)
    assert game.why_not("send") == Refusal("not enough priest", "S-3")
    assert str(game.why_not("extend_one")) == "nothing can be chosen (choose shrine) [S-4]"
