"""`rulewright play`: seats, seeds, and the rules as they are now."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from rulewright.tools.loading import engine
from rulewright.tools.project import Project, Target
from rulewright.tools.table import ProjectShelf
from rulewright_runtime.bots import Judge, find_value, make_bot


def test_bots_play_a_whole_game(run, project: Project) -> None:
    ran = run("play", "nim", "--bots", "random", "--seed", "7")
    assert ran.code == 0
    assert "Winner" in ran.out
    assert run("play", "nim", "--bots", "random", "--seed", "7").out == ran.out
    others = {run("play", "nim", "--bots", "random", "--seed", str(seed)).out for seed in range(8)}
    assert len(others) > 1


def test_a_game_that_was_never_built(run, project: Project) -> None:
    ran = run("play", "nim", "--bots", "random", "--seed", "7")
    assert ran.err == "generated/nim is not there yet (rulewright build nim makes it); using a fresh build\n"
    assert not project.generated.exists()
    run("build")
    assert run("play", "nim", "--bots", "random", "--seed", "7").err == ""


def test_a_person_plays(run, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    ran = run("play", "nim", "--seed", "1")
    assert ran.code == 0
    assert "Goodbye." in ran.out


def test_info_tells_the_sentences_of_the_rulebook(
    run, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("info nim-1\nquit\n"))
    (project.folder("nim") / "RULEBOOK.md").write_text(
        "- **NIM-1** Take one, two or three.\n", encoding="utf-8"
    )
    assert "> NIM-1: Take one, two or three.\n" in run("play", "nim", "--seed", "1").out


def test_two_people_at_one_screen(run, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("3\n3\n3\n1\n"))
    ran = run("play", "nim", "--human", "1,2", "--names", "ann,bob", "--seed", "1")
    assert ran.code == 0
    assert "Winner: bob" in ran.out


def test_nobody_answers(run, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run("play", "nim").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "9"),
        ("--seed", "x"),
        ("--load", "gone.json"),
        ("--human", "7"),
        ("--nonsense", "1"),
        ("--bots", "clever"),
    ],
)
def test_wrong_options_are_clear_errors(run, project: Project, words: tuple[str, ...]) -> None:
    ran = run("play", "nim", *words)
    assert ran.code == 2
    assert ran.err
    assert "internal error" not in ran.err


def test_the_rules_as_they_are_now_are_played(run, project: Project) -> None:
    run("build")
    rules = project.folder("nim") / "game.rules"
    rules.write_text(rules.read_text().replace("{you} takes {taken}", "{you} picks {taken}"))
    assert "picks" in run("play", "nim", "--bots", "random", "--seed", "7").out
    rules.write_text("rule\n")
    ran = run("play", "nim", "--bots", "random")
    assert ran.code == 1
    assert "nim: there are errors in the rules, so it cannot be played" in ran.out


def test_options_of_a_game(run, project: Project) -> None:
    ran = run("play", "nim", "--options")
    assert ran.code == 0
    assert "--players" in ran.out


def test_an_unknown_variant(run, project: Project) -> None:
    assert run("play", "nim@long").code == 2


FAILING = """game failing "Failing"
    players: 2

kind clan | level
    fox  | 3
    wolf | 3

player
    friend: clan or none
    coin: resource
    points: 0..2
    define score = your points

define level_of(clan) = clan.level                                    [FA-2]

rule play
    each player:
        choose clan from clan
        your points += {added}                                        [FA-1]
        your friend = clan

resource coin
define cost_of(clan)
    = 1 coin if clan is fox

example "one of two" [FA-1]
    players ann, bob
    when:
        ann: fox
    then:
        ann.points = 1
"""


@pytest.mark.parametrize(
    ("added", "told"),
    [
        (
            "level_of(your friend)",
            "something is asked of none, or of a place that is not there (rules/failing/game.rules:14 [FA-2]",
        ),
        (
            "clan.level",
            "points cannot become 3: it is between 0 and 2 (rules/failing/game.rules:19 [FA-1]",
        ),
        (
            "cost_of(your friend).coin",
            "none is used as an amount (rules/failing/game.rules:19 [FA-1]",
        ),
        ("1 / (your points - your points)", "something is divided by 0 (rules/failing/game.rules:19 [FA-1]"),
    ],
)
def test_rules_that_fail_in_play_are_told_with_their_place(
    run, project: Project, tmp_path: Path, added: str, told: str
) -> None:
    folder = project.folder("failing")
    folder.mkdir()
    (folder / "game.rules").write_text(FAILING.replace("{added}", added))
    (folder / "RULEBOOK.md").write_text("# Failing\n\n- **FA-1** Points.\n- **FA-2** Levels.\n")
    run("build", "failing")
    record = tmp_path / "failing.record"
    ran = run("play", "failing", "--bots", "random", "--record", str(record))
    assert (ran.code, ran.err) == (1, f"the rules fail: {told}, after play.clan)\n")
    assert record.exists()  # nothing that was played is lost
    ran = run("test", "failing")
    assert ran.code == 1
    assert f"the rules fail: {told})" in ran.out


def test_an_example_that_ends_with_a_question_goes_on(
    run, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    rules = project.folder("nim") / "more.rules"
    rules.write_text(
        'example "one is taken"\n    players ann, bob\n    when: ann: 1\n    then: bob is asked\n\n'
        'example "nothing is played"\n    players ann, bob\n    when: nothing\n    then: not game_over\n',
        encoding="utf-8",
    )
    assert run("check", "nim").code == 0
    assert run("play", "nim", "--example", "one is taken").code == 0
    ran = run("play", "nim", "--example", "nothing is played")
    assert ran.code == 2
    assert "nobody is asked anything at its end" in ran.err


@pytest.fixture
def taught(run, project: Project, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A value of nim beside its rules, and none in the user's own folder."""
    pytest.importorskip("numpy")
    monkeypatch.setenv("RULEWRIGHT_DATA", str(project.root / "data"))
    words = (
        "--players",
        "2",
        "--rounds",
        "1",
        "--games",
        "8",
        "--measure",
        "4",
        "--jobs",
        "1",
        "--beside-rules",
    )
    assert run("train", "nim", *words).code == 0
    return project.folder("nim") / "values" / "2.json"


def test_bots_in_the_terminal_and_at_the_table_play_by_the_value_beside_the_rules(
    taught: Path, project: Project
) -> None:
    with engine(project, Target("nim", "")) as loaded:
        assert isinstance(make_bot("turn", loaded, 2).worth, Judge)  # type: ignore[attr-defined]
    with ProjectShelf(project) as shelf:
        found = find_value(shelf.engine("nim"), 2)
    assert found is not None
    assert found.game == "nim"


def test_what_a_user_has_taught_comes_before_what_lies_beside_the_rules(
    taught: Path, project: Project
) -> None:
    own = project.root / "data" / "values" / "nim" / "2.json"
    own.parent.mkdir(parents=True)
    own.write_text(taught.read_text(encoding="utf-8"), encoding="utf-8")
    taught.write_text("{", encoding="utf-8")
    with engine(project, Target("nim", "")) as loaded:
        assert find_value(loaded, 2) is not None


def test_a_broken_value_is_told(run, taught: Path) -> None:
    taught.write_text("{", encoding="utf-8")
    ran = run("play", "nim", "--bots", "turn", "--seed", "1")
    assert ran.code == 2
    assert "2.json" in ran.err
