"""`rulewright bench`: finding and running benchmarks."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import cli
from rulewright.tools.bench import split


@pytest.fixture
def benchmarks(tmp_path: Path) -> Path:
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
