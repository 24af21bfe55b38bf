"""`rulewright games`: what there is, found from the rules."""

from __future__ import annotations

import json

import pytest

from rulewright.surface.parse import parse
from rulewright.tools.games import counted
from rulewright.tools.mechanisms import lines, mechanisms
from rulewright.tools.tree import Parsed

RULES = """\
# What is not counted: remarks, blank lines, examples, looks, words.
game fair "Fair"
    players: 2

board stalls: grid(rows: 2, columns: 2)

piece stall on stalls
    owner: player

player
    bid: 0..5, private

rule play
    secretly each player: choose your bid from 0..5
    let thrown = roll(1, 1..6)

example "nothing"
    players ann, bob
    then: size(stalls) = 4

look stalls
    none: "#ffffff"

labels pl
    fair = "Targ"

variant cards of fair "With cards"
    player
        hand: hand of number
"""


def trees(text: str) -> Parsed:
    file, problems = parse("rules/fair/game.rules", text)
    assert file is not None, problems
    return Parsed([file], {}, [])


def test_mechanisms_are_found_from_the_rules() -> None:
    assert mechanisms(trees(RULES)) == ["board", "pieces", "dice", "hidden", "simultaneous", "auction"]


def test_a_hand_holds_cards_unless_the_game_has_dice_and_no_deck() -> None:
    hand, deck = "player\n    held: hand of number\n", "table\n    pile: deck of number\n"
    rolled = "rule play\n    let thrown = roll(1, 1..6)\n"
    assert mechanisms(trees(hand)) == ["cards"]
    assert mechanisms(trees(hand + rolled)) == ["dice"]
    assert mechanisms(trees(hand + deck + rolled)) == ["cards", "dice"]


def test_lines_are_those_of_the_rules_alone() -> None:
    assert lines(trees(RULES)) == 10


@pytest.mark.parametrize(
    ("players", "text"), [([2], "2"), ([2, 3, 4], "2-4"), ([2, 4], "2, 4"), ([1, 2], "1-2")]
)
def test_players(players: list[int], text: str) -> None:
    assert counted(players) == text


def test_games_are_listed_by_group(run) -> None:
    run("new", "nim")
    run("new", "old/hex")
    ran = run("games")
    assert ran.code == 0
    table, group, total = ran.out.strip().split("\n\n")
    assert table.splitlines()[2].split()[:2] == ["nim", "2"]
    assert group.splitlines()[0] == "old:"
    assert total == "2 games"
    assert 3 <= int(table.split()[-2]) <= 10
    (hex,) = json.loads(run("games", "old", "--json").out)
    assert (hex["game"], hex["group"], hex["players"]) == ("hex", "old", [2])


def test_a_game_with_errors_is_named(run, project) -> None:
    run("new", "hex")
    (project.folder("nim") / "game.rules").write_text("rule\n")
    ran = run("games")
    assert ran.code == 1
    assert "errors in the rules of nim" in ran.out
    assert "1 game\n" in ran.out
