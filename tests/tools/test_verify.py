"""`rulewright verify`: random games with all that must hold checked, what they show, and what a failure tells."""

from __future__ import annotations

import json

from rulewright.tools.campaign.charts import bar, histogram, round_step
from rulewright.tools.campaign.results import Report
from rulewright.tools.project import Project

CARDS = """\
game cards "Cards"
    players: 2..3

kind card | points
    low  | 1
    high | 3
    lost | 9

table
    stock: deck of card, hidden
    round: 0..9

player
    hand: hand of card, private
    shown: row of card
    define score = sum c.points for c in your shown

menu turn
action show "show a card" in turn
    choose card from your hand
    move card from your hand to your shown
action wait "wait" in turn: nothing
action cheat "take a lost card" in turn
    require no
    your shown = your shown + lost

rule setup
    stock = (low, low, low, high, high, high)
    shuffle stock
    each player: draw 2 from stock to your hand

rule play
    repeat 2 times:
        round += 1
        each player: offer turn
    end_game(best p in players by p.score)
"""

# The third take from a purse of two leaves its range.
PURSE = """\
game purse "Purse"
    players: 2
table
    coins: 0..2 = 2
rule play
    repeat 2 times:
        each player: take
    end_game
rule take
    choose taken from 0..1
    coins -= taken
"""


def make(project: Project, name: str, text: str) -> None:
    folder = project.folder(name)
    folder.mkdir()
    (folder / "game.rules").write_text(text)


def test_games_are_counted_and_drawn(run, project: Project) -> None:
    make(project, "cards", CARDS)
    ran = run("verify", "cards", "--games", "30", "--jobs", "1")
    assert ran.code == 0, ran.out
    assert "cards, 2 players: 30 games" in ran.out
    assert "cards, 3 players: 30 games" in ran.out
    assert "winners by seat:\n    seat 1 │█" in ran.out
    assert "rounds: 2.0 on average, from 2 to 2" in ran.out
    assert ran.out.rstrip().splitlines()[-1].startswith("cards: 60 games, ")


def test_what_was_never_used_is_listed(run, project: Project) -> None:
    make(project, "cards", CARDS)
    (data,) = json.loads(run("verify", "cards", "--games", "30", "--jobs", "1", "--json").out)
    report = Report.model_validate(data)
    assert [table.players for table in report.tables] == [2, 3]
    assert all(len(scores) == 2 for scores in report.tables[0].scores)
    cards = report.uses["kind card"]
    assert cards["low"].picked > 0
    assert cards["high"].moved > 0
    assert cards["lost"].used == cards["lost"].seen == 0
    assert report.uses["action"]["show"].picked > 0
    assert report.uses["action"]["cheat"].picked == 0
    assert report.census == {"card": (6, 6)}
    text = run("verify", "cards", "--games", "30", "--jobs", "1").out
    assert "kind card: 2 of 3 in play, 2 moved or picked\n    never: lost" in text
    assert "in zones at every decision: card 6" in text


def test_the_same_seeds_give_the_same_games_in_any_number_of_processes(run, project: Project) -> None:
    found = []
    for jobs in ("1", "2"):
        ran = run("verify", "nim", "--games", "6", "--seed", "4", "--jobs", jobs, "--json")
        assert ran.code == 0
        (data,) = json.loads(ran.out)
        found.append((data["tables"][0]["decisions"], data["tables"][0]["wins"], data["uses"]))
    assert found[0] == found[1]


def test_a_failure_says_how_to_repeat_it(run, project: Project) -> None:
    make(project, "purse", PURSE)
    ran = run("verify", "purse", "--games", "40", "--jobs", "1")
    assert ran.code == 1
    (data,) = json.loads(run("verify", "purse", "--games", "40", "--jobs", "1", "--json").out)
    report = Report.model_validate(data)
    assert report.failed >= len(report.failures) > 0
    first = report.failures[0]
    assert f"FAIL  purse, 2 players, seed {first.seed}, decision {first.decision}" in ran.out
    assert "coins" in first.problem
    again = run(*first.command.split()[1:], "--jobs", "1", "--json")
    assert again.code == 1
    assert Report.model_validate(json.loads(again.out)[0]).failures == [first]
    record = project.root / first.record
    assert record.read_text().count("player") > first.decision
    assert "coins" in run("replay", str(record)).out  # its last move fails there too


def test_records_go_where_they_are_wanted(run, project: Project) -> None:
    make(project, "purse", PURSE)
    run("verify", "purse", "--games", "40", "--jobs", "1", "--records", "here")
    assert list((project.root / "here").glob("purse-2-*.record"))


def test_wrong_usage(run, project: Project) -> None:
    assert run("verify", "nim", "--games", "0").code == 2
    assert run("verify", "nim", "--players", "two").code == 2
    ran = run("verify", "nim@", "--players", "5")
    assert ran.code == 2
    assert "not for 5 players" in ran.err
    assert run("verify", "chess").code == 2


def test_rules_with_errors(run, project: Project) -> None:
    (project.folder("nim") / "broken.rules").write_text("rule\n")
    ran = run("verify", "nim")
    assert ran.code == 1
    assert "not played because of errors in the rules" in ran.err


def test_steps_of_a_histogram_are_round() -> None:
    assert [round_step(size) for size in (0.1, 1, 1.1, 3, 7, 12, 130)] == [1, 1, 2, 5, 10, 20, 200]


def test_a_histogram_counts_every_value() -> None:
    lines = histogram([3, 3, 4, 19, 42])
    assert [line.split("│")[0].strip() for line in lines] == [
        "0..4", "5..9", "10..14", "15..19", "20..24", "25..29", "30..34", "35..39", "40..44",
    ]  # fmt: skip
    assert [line.split(" ")[-1] for line in lines if "█" in line] == ["3", "1", "1"]
    assert histogram([7, 7]) == [f"7 │{'█' * 30} 2"]


def test_whatever_is_more_than_nothing_shows() -> None:
    assert bar(0) == ""
    assert bar(0.0001) == "▏"
    assert bar(0.5, 3) == "█▌"
