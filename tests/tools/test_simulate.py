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

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("connect_four",)
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
    wins = {line["name"]: line["wins"] for line in made["by_bot"]}
    assert wins["mcts:40"]["low"] > 0.5
    assert sum(line["games"] for line in made["seats"]) == 40


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
            "import sys; from rulewright.cli import main; sys.exit(main(sys.argv[1:]))",
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
