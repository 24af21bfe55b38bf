"""`rulewright migrate`: what has changed, and what becomes of a saved game; `rulewright diff --records`: of recorded ones."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rulewright.tools.diff.report import Report
from rulewright.tools.loading import engine
from rulewright.tools.migrate import Migrated
from rulewright.tools.project import Project, Target
from rulewright_runtime import new_game
from rulewright_runtime.record_text import as_text
from rulewright_runtime.records import record_of

GAME = """\
game fair "Fair"
    players: 2

kind ware | price
    silk  | 2
    salt  | 1
    tea   | 1

table
    sold: list of ware

player
    coins: 0..99 = 5
    define score = your coins

rule play
    repeat 3 times:
        each player: trade
    pay_out

rule trade                                                            [FA-1]
    choose ware from ware where it.price <= your coins "too dear"     [FA-2]
    your coins -= ware.price
    move ware to sold
    cheer

rule cheer
    may "cheer":
        your coins += 1                                               [FA-3]

rule pay_out
    each player: your coins += 1
"""
MOVES = ("silk", "yes", "salt", "no", "silk", "no")
AGAINST = {
    "a rule that is still to come": (
        "rule pay_out\n    each player: your coins += 1",
        "rule pay_out\n    each player: your coins += 5",
    ),
    "a rule in the midst": ("    cheer\n\nrule", "    cheer\n    your coins += 1\n\nrule"),
    "prices": ("silk  | 2", "silk  | 4"),
    "a comment": ("game fair", "# Fair.\ngame fair"),
}


@pytest.fixture
def fair(project: Project) -> Project:
    folder = project.root / "rules" / "fair"
    folder.mkdir()
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    with engine(project, Target("fair", "")) as found:
        game = new_game(found, 2, 1, ["ann", "bob"])
        for move in MOVES:
            game.play(move)
        (project.root / "my.game").write_text(game.save(), encoding="utf-8")
        while not game.over:
            game.play(game.moves()[0])
        (project.root / "games").mkdir()
        (project.root / "games" / "one.record").write_text(as_text(record_of(game)), encoding="utf-8")
    return project


def change(project: Project, *names: str) -> None:
    path = project.root / "rules" / "fair" / "game.rules"
    text = path.read_text(encoding="utf-8")
    for name in names:
        old, new = AGAINST[name]
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def told(run, *words: str) -> Migrated:
    """The report on one game."""
    (one,) = json.loads(run("migrate", "my.game", "--json", *words).out)
    return Migrated.model_validate(one)


def test_nothing_that_it_needs_has_changed(run, fair: Project) -> None:
    change(fair, "a comment")
    ran = run("migrate", "my.game")
    assert ran.code == 0
    assert "it can be loaded as it is" in ran.out
    assert not (fair.root / "my.migrated.game").exists()


def test_a_position_is_carried_over(run, fair: Project) -> None:
    change(fair, "a rule that is still to come")
    ran = run("migrate", "my.game")
    assert ran.code == 0
    assert "1 thing that it needs changed: rule pay_out" in ran.out
    assert "carried over as it is" in ran.out
    again = run("migrate", "my.migrated.game")
    assert "it can be loaded as it is" in again.out
    old, new = (json.loads((fair.root / name).read_text()) for name in ("my.game", "my.migrated.game"))
    assert [new[part] for part in ("state", "pending", "moves", "log")] == [
        old[part] for part in ("state", "pending", "moves", "log")
    ]


def test_moves_are_played_again(run, fair: Project) -> None:
    change(fair, "a rule in the midst")
    one = told(run)
    assert one.outcome == "replayed"
    assert one.reason == "rule trade has changed, and the game is in the midst of it"
    assert (one.changed, one.moves, one.differs) == (["rule trade"], 6, ["player.coins"])
    assert one.written == "my.migrated.game"
    assert json.loads((fair.root / one.written).read_text())["state"]["player.coins"] == [4, 5]


def test_the_first_move_that_differs_is_named(run, fair: Project) -> None:
    change(fair, "a rule in the midst", "prices")
    before = (fair.root / "my.game").read_text()
    ran = run("migrate", "my.game")
    assert ran.code == 1
    assert "figures ware, rule trade" in ran.out
    assert "move 5 of 6 differs: ann: silk (trade.ware): too dear [FA-2]" in ran.out
    one = told(run)
    assert one.move is not None
    assert (one.move.number, one.move.by, one.move.choice, one.move.pick) == (5, "ann", "trade.ware", "silk")
    assert (fair.root / "my.game").read_text() == before
    assert not (fair.root / "my.migrated.game").exists()


def test_nothing_is_written_over(run, fair: Project) -> None:
    change(fair, "a rule that is still to come")
    (fair.root / "my.migrated.game").write_text("mine")
    ran = run("migrate", "my.game")
    assert ran.code == 2
    assert "my.migrated.game is there already" in ran.out
    assert (fair.root / "my.migrated.game").read_text() == "mine"
    (fair.root / "new").mkdir()
    assert told(run, "-o", "new").written == "new/my.game"
    assert told(run, "--check").written == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "this is no saved game"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        ('{"format": "rulewright game", "version": 1}', "saved in format 1"),
        ('{"format": "rulewright game", "version": 2}', "does not match its digest"),
    ],
)
def test_files_that_cannot_be_used(run, fair: Project, text: str | bytes, message: str) -> None:
    path = fair.root / "other.game"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    ran = run("migrate", "other.game")
    assert ran.code == 2
    assert message in ran.out
    assert run("migrate", "gone.game").code == 2
    assert run("migrate", "my.game", "-o", "nowhere").code == 2


def test_names_that_cannot_be_shown(run, fair: Project) -> None:
    change(fair, "a rule that is still to come")
    odd = os.fsdecode(b"a\xff.game")
    (fair.root / "my.game").rename(fair.root / odd)
    for part in ("written", "not_written"):
        (one,) = json.loads(run("migrate", odd, "--json").out)
        assert one["file"] == r"a\udcff.game"
        assert r"a\udcff.migrated.game" in one[part]


def test_rules_with_errors(run, fair: Project) -> None:
    (fair.root / "rules" / "fair" / "game.rules").write_text("rule\n")
    ran = run("migrate", "my.game")
    assert ran.code == 2
    assert "the rules have errors" in ran.out


# ---------------------------------------------------------------- recorded games


def records(run, fair: Project, *names: str) -> Report:
    """What recorded games make of some changes."""
    old = fair.root / "before" / "fair"
    old.mkdir(parents=True)
    (old / "game.rules").write_text(GAME, encoding="utf-8")
    change(fair, *names)
    return Report.model_validate_json(
        run("diff", "./before/fair", "fair", "--records", "games", "--json").out
    )


def test_a_record_that_is_the_same(run, fair: Project) -> None:
    found = records(run, fair, "a comment").records
    assert found is not None
    assert (found.games, found.same, found.legal) == (1, 1, 1)


def test_a_record_that_stays_legal(run, fair: Project) -> None:
    found = records(run, fair, "a rule in the midst").records
    assert found is not None
    assert (found.same, found.legal, found.illegal) == (0, 1, 0)
    (one,) = found.outcomes
    assert (one.outcome, one.move, one.by, one.kind) == ("parted", 2, "ann", "effect")
    assert one.changed == ["rule trade"]


def test_a_record_that_is_no_longer_legal(run, fair: Project) -> None:
    found = records(run, fair, "prices").records
    assert found is not None
    (one,) = found.outcomes
    assert (one.outcome, one.move, one.stops) == ("illegal", 1, 5)
    assert one.changed == ["figures ware"]
    assert one.message.endswith("too dear")
    ran = run("diff", "./before/fair", "fair", "--records", "games", "--html", "page.html")
    assert "RECORDED GAMES  0 of 1 stay legal, 0 the same move by move, 1 not legal" in ran.out
    assert (
        "one.record: parts at move 1 of 12 (ann: silk), by figures ware [FA-2]; move 5 is not possible"
        in " ".join(ran.out.split())
    )
    assert "0 of 1 stay legal" in Path("page.html").read_text()


def test_folders_without_usable_records(run, fair: Project) -> None:
    assert "no folder nowhere" in run("diff", "fair", "nim", "--records", "nowhere").err
    (fair.root / "empty").mkdir()
    assert "no recorded games" in run("diff", "fair", "nim", "--records", "empty").err
    (fair.root / "games" / "two.json").write_text("{}")
    found = records(run, fair, "a comment").records
    assert found is not None
    assert (found.games, found.unusable) == (2, 1)
