"""Commands on a real Ray cluster give the figures of one machine, also if a machine is lost in between."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed (pip install 'rulewright[cluster]')")
cluster_utils = pytest.importorskip("ray.cluster_utils")

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ("--project", str(ROOT))
SMALL = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
pytestmark = pytest.mark.cluster


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two machines, as far as Ray can tell."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    made = cluster_utils.Cluster(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
    made.second = made.add_node(**SMALL)
    yield made
    ray.shutdown()
    made.shutdown()


def report(run, folder: Path, *words: str) -> dict[str, Any]:
    """What a command reports, without the time that it took."""
    ran = run(*words, "--json", "made.json")
    assert ran.code == 0, ran.err
    made: dict[str, Any] = json.loads((folder / "made.json").read_text(encoding="utf-8"))
    made.pop("seconds", None)
    return made


def when(happened: Callable[[], bool], do: Callable[[], None]) -> threading.Thread:
    """Does something in the background as soon as something has happened."""

    def wait() -> None:
        until = time.monotonic() + 300
        while not happened() and time.monotonic() < until:
            time.sleep(0.05)
        do()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def games(path: Path) -> list[int]:
    try:
        return [number for (number,) in sqlite3.connect(path).execute("select game from games")]
    except sqlite3.Error:
        return []


def test_a_lost_machine_changes_nothing(run, tmp_path: Path, cluster: Any) -> None:
    words = ("simulate", *PROJECT, "goofspiel", "--bots", "turn:20,own.py:Slow", "--games", "30")
    begun = tmp_path / "begun"
    (tmp_path / "own.py").write_text(SLOW.format(begun=str(begun), second=cluster.second.node_id))
    kept = tmp_path / "kept.sqlite"
    at: list[int] = []

    def kill() -> None:
        at.append(len(games(kept)))
        cluster.remove_node(cluster.second, allow_graceful=False)

    def plays_on_both() -> bool:
        return bool(games(kept)) and begun.exists() and begun.read_text().count(cluster.second.node_id) > 1

    killer = when(plays_on_both, kill)
    there = report(run, tmp_path, *words, "--cluster", cluster.address, "--out", str(kept))
    killer.join()
    assert 0 < at[0] < 30, "the machine was lost in between"
    assert not cluster.second.any_processes_alive()
    assert len(begun.read_text().splitlines()) > 30, "the games that were lost with it were played again"
    assert sorted(games(kept)) == list(range(30)), "and counted once"
    assert there == report(run, tmp_path, *words, "--jobs", "1")


def test_every_command_gives_the_same_figures(
    run, tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_DATA", str(tmp_path / "data"))
    pytest.importorskip("numpy")
    folder = tmp_path / "rules" / "lots"
    folder.mkdir(parents=True)
    (folder / "game.rules").write_text(TOSS)
    for where in (("--jobs", "1"), ("--cluster", cluster.address)):
        name = where[0]
        tuned = report(
            run,
            tmp_path,
            "tune",
            "lots",
            "--bots",
            "random",
            "--games",
            "6",
            "--goal",
            "decisions about 4",
            *where,
        )
        diffed = run(
            "diff",
            *PROJECT,
            "connect_four",
            "connect_four@five",
            "--play",
            "6",
            "--bots",
            "turn:5",
            "--json",
            *where,
        ).out
        learned = run(
            "train", *PROJECT, "goofspiel", "--players", "2", "--games", "8", "--measure", "4", "--rounds", "1", "--fresh",
            *where,
        )  # fmt: skip
        assert learned.code == 0, learned.err
        value = (tmp_path / "data" / "values" / "goofspiel" / "2.json").read_text(encoding="utf-8")
        if name == "--jobs":
            before = tuned, diffed, value
            (tmp_path / "data" / "values" / "goofspiel" / "2.json").unlink()
        else:
            assert (tuned, diffed, value) == before


SLOW = """\
import time
from pathlib import Path
import ray
from rulewright_runtime.bots import Bot


class Slow(Bot):
    # Notes where its games begin; the second machine stays in its second game, so that one is lost with it.

    begun = False

    def pick(self, asked):
        if not self.begun and ray.is_initialized():
            self.begun = True
            node = ray.get_runtime_context().get_node_id()
            with Path({begun!r}).open("a") as file:
                file.write(node + "\\n")
            if node == {second!r} and Path({begun!r}).read_text().count(node) > 1:
                time.sleep(300)
        time.sleep(0.05)
        return asked.options[-1]
"""
TOSS = """\
game lots "Lots"
    players: 2

table
    rounds: 1..4 = 1, open

player
    field: 0..99

rule play
    repeat rounds times:
        each player: run
    let drawn = random(1..2)
    if drawn = 1: end_game(first_seat)
    else: end_game(next_player(first_seat))

rule run
    choose steps from 1..2
    your field += steps
"""


@pytest.mark.parametrize(
    ("address", "said"),
    [("127.0.0.1:9", "no cluster answers"), ("nowhere", "is no address"), ("host:port", "is no address")],
)
def test_a_cluster_that_is_not_there_is_a_clear_error(run, address: str, said: str) -> None:
    for words in (
        ("simulate", *PROJECT, "goofspiel", "--games", "2"),
        ("train", *PROJECT, "goofspiel", "--rounds", "1"),
        ("diff", *PROJECT, "connect_four", "connect_four@five", "--play", "2"),
    ):
        ran = run(*words, "--cluster", address)
        assert ran.code == 2
        assert said in ran.err
        assert "Traceback" not in ran.err


def test_processes_and_a_cluster_do_not_go_together(run) -> None:
    ran = run("simulate", *PROJECT, "goofspiel", "--cluster", "auto", "--jobs", "2")
    assert ran.code == 2
    assert "leave one of them out" in ran.err
