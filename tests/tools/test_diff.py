"""`rulewright diff`: what differs in the rules of two sides, and what happens with sides that cannot be compared."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from rulewright.tools.diff.report import Report
from rulewright.tools.project import Project

ROOT = Path(__file__).resolve().parents[2]

GAME = """\
game race "Race"
    players: 2

kind tile | steps | price
    short "short step" | 1 | 0                                        [RC-1.2]
    long "long step"   | 3 | 2                                        [RC-1.2]

table
    laps: number = 0

player
    field: 0..99                                                      [RC-1.1]
    define score = your field

define goal = 10                                                      [RC-1.3]

rule play                                                             [RC-2.1]
    repeat until any p in players where p.field >= goal:
        each player: run

rule run                                                              [RC-2.2]
    choose tile from tile
    your field += tile.steps
    arrive

rule arrive: laps += 1                                                [RC-2.3]

define winners = all p in players where p.field >= goal               [RC-3.1]
"""

BOOK = """\
# Race

## 1. What you need

- **RC-1.1** A track of 100 fields.
- **RC-1.2** Two tiles.
- **RC-1.3** The goal is field 10.

## 2. A turn

- **RC-2.1** In turn, until somebody is home.
- **RC-2.2** Choose a tile and move.
- **RC-2.3** Count the laps.

## 3. The end

- **RC-3.1** Who is home wins.
"""


@pytest.fixture
def race(tmp_path: Path) -> Path:
    """A project with the game `race`; its folder."""
    folder = tmp_path / "rules" / "race"
    folder.mkdir(parents=True)
    (folder / "game.rules").write_text(GAME)
    (folder / "RULEBOOK.md").write_text(BOOK)
    return folder


def copy(race: Path, *changes: tuple[str, str]) -> Path:
    """Another game `race` in a project of its own, with parts of its text replaced."""
    other = race.parents[1] / "other" / "rules" / "race"
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(race, other)
    text = (other / "game.rules").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (other / "game.rules").write_text(text)
    return other


def report(run, *words: str) -> Report:
    ran = run("diff", *words, "--json")
    assert ran.code in (0, 1), ran.err
    made = Report.model_validate_json(ran.out)
    assert made.same == (ran.code == 0)
    return made


def one(made: Report):
    (change,) = made.changes
    return change


# ---------------------------------------------------------------- the rules


def test_a_game_is_the_same_as_itself(run, race: Path) -> None:
    ran = run("diff", "race", "race")
    assert ran.code == 0
    assert "The rules are the same." in ran.out


def test_layout_comments_ids_and_order_are_no_difference(run, race: Path) -> None:
    other = copy(
        race,
        (
            "define goal = 10                                                      [RC-1.3]",
            "# far away\ndefine  goal=10",
        ),
        ("rule arrive: laps += 1", "rule arrive\n    laps += 1"),
    )
    assert report(run, "race", str(other)).same


def test_a_figure(run, race: Path) -> None:
    other = copy(race, ("define goal = 10", "define goal = 12"))
    change = one(report(run, "race", str(other)))
    assert (change.kind, change.name, change.section, change.rules) == (
        "changed",
        "goal",
        "components",
        ["RC-1.3"],
    )
    assert [(c.heading, c.old, c.new) for c in change.cells] == [("", "10", "12")]
    assert "10 → 12" in run("diff", "race", str(other)).out


def test_a_cell_of_a_table(run, race: Path) -> None:
    other = copy(race, ('long "long step"   | 3 | 2', 'long "long step"   | 4 | 2'))
    change = one(report(run, "race", str(other)))
    assert (change.what, change.name) == ("tile", "long")
    assert [(c.heading, c.old, c.new) for c in change.cells] == [("steps", "3", "4")]


def test_the_start_of_a_field(run, race: Path) -> None:
    other = copy(race, ("laps: number = 0", "laps: number = 5"))
    change = one(report(run, "race", str(other)))
    assert change.name == "table.laps"
    assert [(c.heading, c.old, c.new) for c in change.cells] == [("start", "0", "5")]


def test_a_rule_side_by_side(run, race: Path) -> None:
    other = copy(
        race, ("your field += tile.steps\n    arrive", "your field += tile.steps\n    laps += 1\n    arrive")
    )
    change = one(report(run, "race", str(other)))
    assert change.section == "turn"
    assert [(line.mark, line.new) for line in change.lines] == [
        ("same", "rule run"),
        ("same", "    choose tile from tile"),
        ("same", "    your field += tile.steps"),
        ("added", "    laps += 1"),
        ("same", "    arrive"),
    ]


def test_added_and_removed(run, race: Path) -> None:
    other = copy(
        race, ('    short "short step" | 1 | 0                                        [RC-1.2]\n', "")
    )
    assert [(c.kind, c.name) for c in report(run, "race", str(other)).changes] == [("removed", "short")]
    assert [(c.kind, c.name) for c in report(run, str(other), "race").changes] == [("added", "short")]


def test_a_rename_is_one_change(run, race: Path) -> None:
    other = copy(race, ("goal", "finish"))
    change = one(report(run, "race", str(other)))
    assert (change.kind, change.old_name, change.name) == ("renamed", "goal", "finish")
    assert "renamed: define goal → finish" in run("diff", "race", str(other)).out


def test_a_parameter_may_be_called_anything(run, race: Path) -> None:
    text = ("define goal = 10", "define goal = 10\ndefine twice(n) = n + n\ndefine use = twice(2)")
    (race / "game.rules").write_text((race / "game.rules").read_text().replace(*text))
    other = copy(race, ("twice(n) = n + n", "twice(m) = m + m"))
    assert report(run, "race", str(other)).same


def test_a_move_to_another_file_is_no_difference(run, race: Path) -> None:
    other = copy(
        race, ("rule arrive: laps += 1                                                [RC-2.3]\n", "")
    )
    (other / "more.rules").write_text("rule arrive: laps += 1\n")
    made = report(run, "race", str(other))
    assert made.same
    assert made.moved == ["arrive"]


def test_a_label_is_a_matter_of_words(run, race: Path) -> None:
    other = copy(race, ('"long step"', '"big step"'))
    change = one(report(run, "race", str(other)))
    assert change.section == "words"
    assert [(c.heading, c.old, c.new) for c in change.cells] == [("name", "long step", "big step")]


def test_the_rulebooks_are_cited(run, race: Path) -> None:
    other = copy(race, ("define goal = 10", "define goal = 12"))
    (other / "RULEBOOK.md").write_text(BOOK.replace("field 10", "field 12"))
    (cited,) = report(run, "race", str(other)).cited
    assert (cited.id, cited.old, cited.new) == ("RC-1.3", "The goal is field 10.", "The goal is field 12.")


# ---------------------------------------------------------------- variants


def test_connect_four_and_its_variant(run) -> None:
    made = report(run, "--project", str(ROOT), "connect_four", "connect_four@five")
    found = {c.name: [(x.old, x.new) for x in c.cells] for c in made.changes}
    assert found == {
        "width": [("7", "9")],
        "line_length": [("4", "5")],
    }
    assert (
        "Four are not enough" in run("diff", "--project", str(ROOT), "connect_four", "connect_four@five").out
    )


def test_base_is_read_as_what_it_stands_for(run) -> None:
    made = report(run, "--project", str(ROOT), "terracotta_army@ru", "terracotta_army@pl")
    rewet = next(c for c in made.changes if c.name == "clay_to_rewet")
    assert [(c.old, c.new) for c in rewet.cells] == [("min(1, your dry_clay)", "your dry_clay")]
    assert {id for c in made.changes for id in c.rules if id.startswith("TA-D")} == {
        f"TA-D{n}" for n in range(1, 10)
    }


# ---------------------------------------------------------------- revisions


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def test_a_revision(run, race: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "first")
    (race / "game.rules").write_text(GAME.replace("define goal = 10", "define goal = 11"))
    change = one(report(run, "HEAD:race", "race"))
    assert [(c.old, c.new) for c in change.cells] == [("10", "11")]
    assert report(run, "HEAD:race", "HEAD:rules/race").same
    for words in (("HEAD~9:race", "race"), ("HEAD:chess", "race"), (":race", "race"), ("HEAD:", "race")):
        ran = run("diff", *words)
        assert ran.code == 2
        assert ran.err.startswith("rulewright: ")


def test_no_repository(run, race: Path) -> None:
    ran = run("diff", "HEAD:race", "race")
    assert ran.code == 2
    assert "not in a git repository" in ran.err


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rase", "race"), "did you mean 'race'"),
        (("race", "race@fast"), "there is no variant"),
        (("race", "no/such/folder"), "there is no folder"),
        (("race", "./"), "no rules file"),
        (("race",), "required"),
        (("@", "race"), "names no game"),
    ],
)
def test_sides_that_there_are_not(run, race: Path, words: tuple[str, ...], said: str) -> None:
    (race.parents[1] / "empty").mkdir()
    words = tuple(word.replace("./", "./empty") for word in words)
    ran = run("diff", *words)
    assert ran.code == 2
    assert said in ran.err
    assert "internal error" not in ran.err


def test_rules_that_do_not_compile(run, race: Path) -> None:
    other = copy(race, ("+= tile.steps", "+= tile.stops"))
    ran = run("diff", "race", str(other))
    assert ran.code == 2
    assert "RW" in ran.err
    assert "game.rules" in ran.err
    assert ran.out == ""


def test_other_games_are_compared_and_said_to_be_others(run, race: Path, project: Project) -> None:
    ran = run("diff", "race", "nim")
    assert ran.code == 1
    assert "different games" in ran.out
    assert not json.loads(run("diff", "race", "nim", "--json").out)["related"]
