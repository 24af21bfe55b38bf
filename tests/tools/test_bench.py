"""`rulewright bench`: finding and running benchmarks."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulewright import cli
from rulewright.tools import bench, bench_history
from rulewright.tools.bench import split


@pytest.fixture
def benchmarks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bench, "REPOSITORY", tmp_path.resolve())
    (tmp_path / "rules").mkdir()
    folder = tmp_path / "tests" / "benchmarks"
    folder.mkdir(parents=True)
    (folder / "bench_good.py").write_text("def main(argv):\n    print('argv', list(argv))\n")
    (folder / "bench_lacking.py").write_text("import a_package_that_is_not_installed\ndef main(argv): ...\n")
    return folder


def test_all_are_run_and_missing_packages_are_named(run, benchmarks: Path) -> None:
    ran = run("bench")
    assert ran.code == 0
    assert "== good\nargv []\n" in ran.out
    assert "left out: the package a_package_that_is_not_installed" in ran.out


def test_one_with_arguments(run, benchmarks: Path) -> None:
    assert run("bench", "good", "--", "--seconds", "1").out == "== good\nargv ['--seconds', '1']\n"


def test_list_and_unknown_names(run, benchmarks: Path) -> None:
    assert run("bench", "--list").out == "good\nlacking\n"
    ran = run("bench", "god")
    assert ran.code == 2
    assert "did you mean 'good'?" in ran.err


def test_a_benchmark_that_fails(run, benchmarks: Path) -> None:
    (benchmarks / "bench_bad.py").write_text("def main(argv):\n    return 1\n")
    ran = run("bench", "bad", "good")
    assert ran.code == 1
    assert ran.out.endswith("failed: bad\n")


def test_a_benchmark_without_main(run, benchmarks: Path) -> None:
    (benchmarks / "bench_empty.py").write_text("")
    assert run("bench", "empty").code == 2


def test_no_benchmarks(run, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    assert run("bench").code == 2


def test_names_and_options() -> None:
    known = ["a", "b"]
    assert split(["a", "b", "--", "-x", "1"], known) == (["a", "b"], ["-x", "1"])
    assert split(["a", "-x", "1"], known) == (["a"], ["-x", "1"])
    assert split(["a", "--", "connect_four"], known) == (["a"], ["connect_four"])
    assert split(["c"], known) == (["c"], [])
    assert split([], known) == ([], [])


@pytest.mark.parametrize("name", ["native", "clone", "playouts", "connect_four"])
@pytest.mark.parametrize("figure", ["0", "-1", "nan", "soon"])
def test_a_time_that_measures_nothing_is_refused(capsys, name: str, figure: str) -> None:
    root = Path(__file__).resolve().parents[2]
    with pytest.raises(SystemExit) as left:
        cli.main(["bench", "--project", str(root), name, "--", f"--seconds={figure}"])
    assert left.value.code == 2
    assert f"{figure!r} is no time from 0.001 to 3600 seconds" in capsys.readouterr().err


class Clock:
    """A clock that takes a while itself, as each look at the real one does."""

    def __init__(self) -> None:
        self.microseconds, self.looks = 0, 0

    def __call__(self) -> float:
        self.looks += 1
        self.microseconds += 1
        return self.microseconds / 1_000_000


@pytest.mark.parametrize("takes", [1, 20, 60_000])
def test_looking_at_the_clock_is_not_what_is_measured(monkeypatch: pytest.MonkeyPatch, takes: int) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "benchmarks")
    measuring = importlib.import_module("measuring")
    clock = Clock()
    monkeypatch.setattr(measuring.time, "process_time", clock)

    def work() -> int:
        clock.microseconds += takes
        return 1

    assert measuring.rate(work, 0.1) == pytest.approx(1_000_000 / takes, rel=0.02)
    assert clock.looks < 2.5 * measuring.LOOKS
    assert clock.microseconds < 100_000 + max(takes, 5_000)


GOOD = """\
import measuring

def main(argv):
    measuring.verdict("ours / theirs", 2.5, 2)
    measuring.verdict("build", 1.75, 1.5, at_most=True, unit=" s")
"""


@pytest.fixture
def measured(benchmarks: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    real = Path(__file__).parents[1] / "benchmarks" / "measuring.py"
    (benchmarks / "measuring.py").write_text(real.read_text(encoding="utf-8"), encoding="utf-8")
    (benchmarks / "bench_good.py").write_text(GOOD)
    monkeypatch.delitem(sys.modules, "measuring", raising=False)
    return benchmarks


def test_figures_are_kept_and_drawn(run, measured: Path, tmp_path: Path) -> None:
    assert "2 kept in tests/benchmarks/history/history.jsonl" in run("bench", "good", "--save").out
    run("bench", "good", "--save")
    runs = bench_history.read(measured)
    assert [one.benchmark for one in runs] == ["good", "good"]
    assert [(f.name, f.value, f.goal, f.at_most, f.unit) for f in runs[0].figures] == [
        ("ours / theirs", 2.5, 2.0, False, ""),
        ("build", 1.75, 1.5, True, " s"),
    ]
    assert run("bench", "--plot", str(tmp_path / "plot.svg")).code == 0
    drawn = ElementTree.parse(tmp_path / "plot.svg").getroot()
    words = [one.text or "" for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    names = [word for word in words if word.startswith("good")]
    assert names == ["good: build: 1.75 s (at most 1.5 s)", "good: ours / theirs: 2.50 (at least 2)"]
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}use"))) >= 4, "a dot for each run"


def test_nothing_is_kept_unless_asked_for(run, measured: Path) -> None:
    run("bench", "good")
    assert not (measured / "history").exists()
    ran = run("bench", "--plot", "plot.svg")
    assert ran.code == 2
    assert "nothing was kept yet" in ran.err


def test_a_history_that_was_tampered_with(run, measured: Path) -> None:
    run("bench", "good", "--save")
    path = measured / "history" / "history.jsonl"
    path.write_text(path.read_text() + '{"time": "now"}\n')
    ran = run("bench", "--plot", "plot.svg")
    assert ran.code == 2
    assert "history.jsonl:2: " in ran.err
