"""`rulewright simulate`: the same games from a seed however they are played, kept, gone on with, and measured."""

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

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("connect_four", "chess")
GAME = ("simulate", "--project", str(ROOT), "goofspiel")


def simulated(run, folder: Path, *words: str) -> dict[str, Any]:
    game = ("simulate", "--project", str(ROOT), words[0]) if words[0] in GAMES else (*GAME,)
    ran = run(*game, *[word for word in words if word not in GAMES], "--json", str(folder / "made.json"))
    assert ran.code == 0, ran.err
    made: dict[str, Any] = json.loads((folder / "made.json").read_text(encoding="utf-8"))
    assert made.pop("seconds") >= 0
    return made


def test_any_number_of_processes_gives_the_same_figures(run, tmp_path: Path) -> None:
    words = ("--bots", "turn:40,random", "--games", "6")
    assert simulated(run, tmp_path, *words, "--jobs", "1") == simulated(run, tmp_path, *words, "--jobs", "3")
    assert (
        simulated(run, tmp_path, *words)["scores"]
        != simulated(run, tmp_path, *words, "--seed", "2")["scores"]
    )


def test_it_goes_on_where_it_was(run, tmp_path: Path) -> None:
    kept = ("--bots", "random", "--players", "2", "--jobs", "1", "--out", str(tmp_path / "a.sqlite"))
    simulated(run, tmp_path, *kept, "--games", "4")
    more = simulated(run, tmp_path, *kept, "--games", "9")
    assert more == simulated(
        run, tmp_path, "--bots", "random", "--players", "2", "--jobs", "1", "--games", "9"
    )
    rows = sqlite3.connect(tmp_path / "a.sqlite").execute("select count(*) from seats").fetchone()
    assert rows == (18,)


def test_better_bots_win_and_it_is_said_how_sure_that_is(run, tmp_path: Path) -> None:
    made = simulated(run, tmp_path, "connect_four", "--bots", "mcts:40,random", "--games", "20")
    best, worst = made["ratings"]
    assert best["bot"] == "mcts:40"
    assert best["low"] > worst["high"]
    assert best["low"] < best["rating"] < best["high"]  # though it won every game
    wins = {line["name"]: line["wins"] for line in made["by_bot"]}
    assert wins["mcts:40"]["low"] > 0.5
    assert sum(line["games"] for line in made["seats"]) == 40


def test_choices_left_to_chance_are_not_the_bots(run, tmp_path: Path) -> None:
    games = ("connect_four", "--games", "8", "--by-chance", "take_turn.column")
    skilled = simulated(run, tmp_path, *games, "--bots", "mcts:30,random")
    blind = simulated(run, tmp_path, *games, "--bots", "random,random")
    assert (skilled["lengths"], skilled["seats"]) == (blind["lengths"], blind["seats"])
    assert "answered by chance: take_turn.column" in skilled["notes"][0]
    ran = run(*GAME, "--games", "1", "--by-chance", "bidding")
    assert (ran.code, "there is no choice 'bidding'" in ran.err) == (2, True)


def test_what_lies_on_the_board_is_used(run, tmp_path: Path) -> None:
    made = simulated(run, tmp_path, "chess", "--bots", "random", "--games", "1")
    assert "man" not in made["never"]  # nobody chooses a king, but there are two


def test_points_are_told_by_the_rules_that_give_them(run, tmp_path: Path) -> None:
    made = simulated(run, tmp_path, "--bots", "random", "--games", "5", "--players", "2")
    assert sum(one["points"] for one in made["sources"]) == pytest.approx(made["score"]["mean"])
    assert all(one["place"].startswith("rules/goofspiel/") for one in made["sources"])


def test_the_page_needs_nothing_else(run, tmp_path: Path) -> None:
    simulated(run, tmp_path, "--bots", "random", "--games", "5", "--html", str(tmp_path / "a.html"))
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 4
    assert not [word for word in ("<script", "<link", "src=", "@import", "url(") if word in page]


def test_parquet_files_hold_the_same_tables(run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    simulated(run, tmp_path, "--bots", "random", "--games", "3", "--parquet", str(tmp_path / "tables"))
    assert parquet.read_table(tmp_path / "tables" / "seats.parquet").num_rows == 9


# ---------------------------------------------------------------- what goes wrong


def test_a_folder_that_cannot_be_made_is_told_of_before_the_games(run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "tables").write_text("in the way", encoding="utf-8")
    ran = run(*GAME, "--games", "1000000", "--parquet", str(tmp_path / "tables"))
    assert ran.code == 2
    assert "tables is no folder for files: File exists" in ran.err


BAD_BOTS = """
import time
from rulewright_runtime.bots import Bot


class Crashing(Bot):
    def pick(self, asked):
        raise RuntimeError("lost my way")


class Hanging(Bot):
    def pick(self, asked):
        time.sleep(60)


class Cheating(Bot):
    def pick(self, asked):
        return -77
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [("Crashing", "lost my way"), ("Hanging", "no answer within"), ("Cheating", "no option")],
)
def test_a_bot_that_fails_plays_at_random_from_there(run, tmp_path: Path, name: str, said: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD_BOTS, encoding="utf-8")
    words = ("--bots", f"{path}:{name},random", "--games", "2", "--jobs", "1", "--limit", "0.2")
    made = simulated(run, tmp_path, *words)
    assert made["games"] == 2
    assert len(made["faults"]) == 2
    assert all(said in fault and "played at random" in fault for fault in made["faults"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "clever"), "no bot 'clever'"),
        (("--bots", "turn:0"), "more than 0"),
        (("--bots", "random,random,random,random"), "2 or 3 players"),
        (("--bots", "random,random", "--players", "3"), "2 bots for 3 seats"),
        (("--bots", "turn@gone.json"), "gone.json cannot be read"),
        (("--games", "0"), "more than 0"),
        (("--out", "gone/a.sqlite"), "no such folder"),
        (("--out", "broken.sqlite"), "holds no results"),
    ],
)
def test_bad_wishes_are_clear_errors(run, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    (tmp_path / "broken.sqlite").write_text("this is no database, but it is long enough to look at" * 20)
    ran = run(*GAME, *words)
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_results_of_something_else_are_not_mixed_in(run, tmp_path: Path) -> None:
    kept = ("--out", str(tmp_path / "a.sqlite"), "--games", "2", "--jobs", "1")
    assert run(*GAME, *kept, "--bots", "random").code == 0
    ran = run(*GAME, *kept, "--bots", "greedy")
    assert ran.code == 2
    assert "games with another bots" in ran.err


def test_ctrl_c_reports_what_there_is(tmp_path: Path) -> None:
    kept = tmp_path / "a.sqlite"
    words = [*GAME, "--bots", "random", "--games", "100000", "--jobs", "2", "--out", str(kept)]
    started = subprocess.Popen(
        [
            sys.executable,
            "-c",
            INTERRUPTIBLE,
            *words,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 60
    while time.monotonic() < until and _games(kept) < 3:
        time.sleep(0.1)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=60)
    assert started.returncode == 130, err
    assert "stopped after" in out
    assert "by seat" in out
    assert _games(kept) >= 3


def _games(path: Path) -> int:
    try:
        found: int = sqlite3.connect(path).execute("select count(*) from games").fetchone()[0]
        return found
    except sqlite3.Error:
        return 0


# ---------------------------------------------------------------- what games show

SLOPE = """\
game slope "Slope"
    players: 2

player
    field: 0..99
    define score = your field

rule play
    repeat 12 times:
        each player: run
    end_game

rule run
    choose colour from 1..3
    choose steps from 1..2
    your field += steps
    if you = first_seat: your field += 2
"""


@pytest.fixture
def slope(run, tmp_path: Path) -> dict[str, Any]:
    """The report of a game in which who begins gets two points more each turn, and a colour is chosen for nothing."""
    folder = tmp_path / "rules" / "slope"
    folder.mkdir(parents=True)
    (folder / "game.rules").write_text(SLOPE)
    words = ("simulate", "slope", "--bots", "random", "--games", "12", "--jobs", "1")
    ran = run(*words, "--json", "-", "--html", "page.html", "--out", "kept.sqlite")
    assert ran.code == 0, ran.err
    made: dict[str, Any] = json.loads(ran.out)
    made["page"] = (tmp_path / "page.html").read_text(encoding="utf-8")
    made["text"] = run(*words, "--out", "kept.sqlite").out
    return made


def test_who_begins_and_who_leads_is_told_with_intervals(slope: dict[str, Any]) -> None:
    assert slope["first_wins"]["mean"] == pytest.approx(0.5)
    assert 20 < slope["first_score"]["low"] < 24 < slope["first_score"]["high"] < 28
    course = slope["course"]
    assert course["runaway"]["low"] > 5
    assert course["comebacks"]["mean"] == 0
    assert course["changes"]["mean"] < 1
    assert slope["per_turn"]["mean"] == 2
    assert "leaders in the middle of the game run away" in slope["text"]
    assert "who begins wins 100.0 % [100.0, 100.0] of the games, an even share is 50.0 %" in slope["text"]
    assert "Leaders in the middle of the game run away" in slope["page"]


def test_who_plays_alone_wins_or_does_not(run, tmp_path: Path) -> None:
    folder = tmp_path / "rules" / "slope"
    folder.mkdir(parents=True)
    (folder / "game.rules").write_text(SLOPE.replace("players: 2", "players: 1"))
    ran = run("simulate", "slope", "--bots", "random", "--games", "2", "--jobs", "1")
    assert ran.code == 0, ran.err
    assert "who plays alone wins 100.0 % [100.0, 100.0] of the games" in ran.out


def test_decisions_that_never_mattered_are_named(slope: dict[str, Any]) -> None:
    (idle,) = slope["idle"]
    assert idle["choice"] == "run.colour"
    assert idle["times"] == 24
    assert "all answers led to the same position" in idle["why"]
    assert "run.colour" in slope["text"]
    assert "Decisions that never mattered" in slope["page"]


def test_an_answer_that_is_always_the_same_is_named(run, tmp_path: Path) -> None:
    path = tmp_path / "stubborn.py"
    path.write_text(
        "from rulewright_runtime.bots import Bot\n\n\n"
        "class First(Bot):\n    def pick(self, asked):\n        return asked.options[0]\n"
    )
    folder = tmp_path / "rules" / "slope"
    folder.mkdir(parents=True)
    (folder / "game.rules").write_text(SLOPE)
    ran = run("simulate", "slope", "--bots", "stubborn.py", "--games", "2", "--jobs", "1", "--json", "-")
    assert (
        "always the same answer"
        in {one["choice"]: one["why"] for one in json.loads(ran.out)["idle"]}["run.steps"]
    )


# ---------------------------------------------------------------- no room, and processes that die


def test_a_full_disk_is_a_clear_error_and_nothing_is_lost(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    kept = tmp_path / "a.sqlite"
    words = [*GAME, "--bots", "random", "--games", "500", "--jobs", "1", "--out", str(kept)]
    ended = _started(words, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000)))
    _, err = ended.communicate(timeout=300)
    assert ended.returncode == 2, err
    assert "a.sqlite" in err
    assert "the games before are kept" in err
    assert "Traceback" not in err
    assert 3 < _games(kept) < 500
    more = _started([*words[:-6], "--games", "10", "--jobs", "1", "--out", str(kept)])
    assert "games are there already" in more.communicate(timeout=300)[1]


def test_a_process_that_is_killed_is_replaced(run, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "import os\nfrom pathlib import Path\nfrom rulewright_runtime.bots import Bot\n\n\n"
        "class Dying(Bot):\n"
        "    def pick(self, asked):\n"
        "        mark = Path(__file__).with_name('died')\n"
        "        if not mark.exists():\n"
        "            mark.touch()\n"
        "            os._exit(3)\n"
        "        return asked.options[0]\n"
    )
    words = ("--bots", "own.py:Dying,random", "--games", "6")
    twice = simulated(run, tmp_path, *words, "--jobs", "2")
    assert (tmp_path / "died").exists()
    assert twice == simulated(run, tmp_path, *words, "--jobs", "1")


def _started(words: list[str], before: Any = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=before,
    )
