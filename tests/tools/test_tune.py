"""`rulewright tune`: the known best of a small game is found, the same from a seed, gone on with, and refused in words."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from interrupts import INTERRUPTIBLE

from rulewright.tools.errors import UsageError
from rulewright.tools.tune.figures import Figure, neighbours, settings
from rulewright.tools.tune.goals import read_goal
from rulewright.tools.tune.results import Report
from rulewright.tools.tune.search import steps_of

LOTS = """\
game lots "Lots"
    players: 2

table
    luck: 0..10 = 5, open
    rounds: 1..6 = 2, open

player
    field: 0..99
    define score = your field

rule play
    repeat rounds times:
        each player: run
    let drawn = random(1..10)
    if drawn <= luck: end_game(first_seat)
    else: end_game(next_player(first_seat))

rule run
    choose steps from 1..2
    your field += steps
"""
GOALS = ("--goal", "first player wins about 30 %", "--goal", "decisions about 8")
TUNE = ("tune", "lots", "--bots", "random", *GOALS)


@pytest.fixture
def lots(tmp_path: Path) -> Path:
    """A game in which the best values are known: luck / 10 is the share of the first player, 2 * rounds the length."""
    folder = tmp_path / "rules" / "lots"
    folder.mkdir(parents=True)
    (folder / "game.rules").write_text(LOTS)
    return tmp_path


def tuned(run, folder: Path, *words: str) -> dict[str, Any]:
    ran = run(*TUNE, *words, "--json", "made.json")
    assert ran.code == 0, ran.err
    text = (folder / "made.json").read_text(encoding="utf-8")
    Report.model_validate_json(text)
    made: dict[str, Any] = json.loads(text)
    return made


def test_the_known_best_is_found(run, lots: Path) -> None:
    made = tuned(run, lots, "--games", "120", "--jobs", "1", "--html", "page.html")
    best = made["settings"][0]
    assert best["values"] == ["3", "4"]
    assert best["games"] == 120
    share, length = best["reached"]
    assert share["value"]["low"] <= 0.3 <= share["value"]["high"]
    assert length["value"]["mean"] == 8
    assert best["best"] > 0.5
    now = next(one for one in made["settings"] if one["now"])
    assert now["values"] == ["5", "2"]
    assert now["off"]["low"] > best["off"]["mean"]
    assert now["games"] < 120, "what is far off drops out early"
    page = (lots / "page.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 5
    assert "luck = 3 (now 5)" in page
    assert not [word for word in ("<script", "<link", "src=", "@import", "url(") if word in page]


def test_any_number_of_processes_gives_the_same(run, lots: Path) -> None:
    words = ("--games", "8", "--settings", "6")
    assert tuned(run, lots, *words, "--jobs", "1") == tuned(run, lots, *words, "--jobs", "3")
    assert tuned(run, lots, *words, "--jobs", "1") != tuned(run, lots, *words, "--jobs", "1", "--seed", "2")


def test_it_goes_on_where_it_was_also_with_other_goals(run, lots: Path) -> None:
    words = ("--settings", "6", "--jobs", "1")
    kept = ("--out", "kept.sqlite")
    tuned(run, lots, *words, *kept, "--games", "8")
    before = _games(lots / "kept.sqlite")
    more = tuned(run, lots, *words, *kept, "--games", "16")
    assert more == tuned(run, lots, *words, "--games", "16")
    assert _games(lots / "kept.sqlite") > before
    after = _games(lots / "kept.sqlite")
    tuned(run, lots, *words, *kept, "--games", "8")
    assert _games(lots / "kept.sqlite") == after, "nothing is played twice"


def test_ctrl_c_reports_what_there_is(lots: Path) -> None:
    kept = lots / "kept.sqlite"
    words = [*TUNE, "--games", "100000", "--jobs", "2", "--out", str(kept)]
    started = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *words],
        cwd=lots,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 120
    while time.monotonic() < until and _games(kept) < 5:
        time.sleep(0.1)
    started.send_signal(signal.SIGINT)
    _, err = started.communicate(timeout=60)
    assert started.returncode == 130, err
    assert "stopped before the first step was over" in err
    assert _games(kept) >= 5


def _games(path: Path) -> int:
    try:
        found: int = sqlite3.connect(path).execute("select count(*) from games").fetchone()[0]
        return found
    except sqlite3.Error:
        return 0


# ---------------------------------------------------------------- open figures outside tuning


def test_play_takes_an_open_figure_as_it_stands(run, lots: Path) -> None:
    ran = run("simulate", "lots", "--bots", "random", "--games", "3", "--jobs", "1", "--json", "-")
    assert json.loads(ran.out)["decisions"]["mean"] == 4
    ran = run("play", "lots", "--options")
    assert "--luck (open)" in ran.out
    one, two = [
        run("play", "lots", "--bots", "random", "--human", "0", "--rounds", rounds, "--seed", "1").out
        for rounds in ("1", "6")
    ]
    assert len(two.splitlines()) > len(one.splitlines()), "who wants to try a value can"


# ---------------------------------------------------------------- goals


@pytest.mark.parametrize(
    ("text", "found", "distance"),
    [
        ("first player wins about 25 %", 0.4, 15),
        ("seat 2 wins at most 30 %", 0.2, 0),
        ("seat 2 wins at most 30%", 0.5, 20),
        ("no faction above 30 %", 0.35, 5),
        ("every faction wins at least 20 %", 0.15, 5),
        ("2 * decisions about 90", 99, 10),
        ("score at least 100", 80, 20),
    ],
)
def test_distances_are_percent(text: str, found: float, distance: float) -> None:
    goal = read_goal(text, 2)
    assert goal.distance(found) == pytest.approx(distance)
    assert goal.weight == (2 if text.startswith("2") else 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "be fun",
        "decisions about 90 %",
        "seat 1 wins about 25",
        "seat 3 wins about 25 %",
        "seat 1 wins about 250 %",
        "0 * decisions about 9",
        "luck about 9",
    ],
)
def test_what_is_no_goal_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_goal(text, 2)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--goal", "every hat wins about 50 %"), "no 'hat'"),
        (("--goal", "funny"), "is no goal"),
        (("--games", "0"), "more than 0"),
        (("--bots", "clever"), "no bot 'clever'"),
        (("--html", "gone/page.html"), "no such folder"),
        (("--out", "broken.sqlite"), "holds no games"),
    ],
)
def test_bad_wishes_are_clear_errors(run, lots: Path, words: tuple[str, ...], said: str) -> None:
    (lots / "broken.sqlite").write_text("this is no database, but it is long enough to look at" * 20)
    ran = run(*TUNE, "--games", "4", "--settings", "2", "--jobs", "1", *words)
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_a_game_without_open_figures_says_how_to_open_one(run, project) -> None:
    ran = run("tune", "nim", "--goal", "decisions about 9")
    assert ran.code == 2
    assert "no open figure" in ran.err
    assert "= 5, open" in ran.err


# ---------------------------------------------------------------- settings and steps


def test_settings_are_all_or_spread_evenly() -> None:
    figures = [Figure("a", (0, 1, 2), ("0", "1", "2"), 1), Figure("b", (0, 1), ("no", "yes"), 0)]
    every = settings(figures, 6, 1)
    assert every[0] == (1, 0)
    assert len(set(every)) == 6
    wide = [Figure(name, tuple(range(10)), tuple(map(str, range(10))), 4) for name in "abc"]
    some = settings(wide, 40, 1)
    assert len(set(some)) == 40
    assert some == settings(wide, 40, 1) != settings(wide, 40, 2)
    for place in range(3):
        assert {setting[place] for setting in some} == set(range(10))
    assert neighbours(wide, (0, 4, 9)) == [(1, 4, 9), (0, 3, 9), (0, 5, 9), (0, 4, 8)]


def test_each_step_doubles_the_games() -> None:
    assert steps_of(64, 400) == [25, 50, 100, 200, 400]
    assert steps_of(4, 400) == [400]
    assert steps_of(64, 6) == [4, 6]
