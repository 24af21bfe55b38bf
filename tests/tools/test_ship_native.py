"""`rulewright ship --native`: one wheel for CPython 3.11 and newer, the C in the source archive, and pure Python where it cannot be used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from native.cores import needs_compiler

from rulewright.tools.project import Project

from .shipping import python, ship, unpacked

GAMES = """
import hashlib, random
import connect_four
from connect_four import fast
found = hashlib.sha256()
engine = fast.fastest(connect_four.ENGINE)
for seed in range(100):
    rng = random.Random(seed)
    g = fast.new(engine, 2, seed)
    while not g.over:
        pick = rng.choice(g.options)
        found.update(repr((g.player, g.choice, g.options, pick)).encode())
        fast.step(g, pick)
    found.update(repr(g.winners).encode())
print(found.hexdigest(), type(engine).__name__)
"""
OTHERS = [found for found in map(shutil.which, ("python3.12", "python3.13")) if found is not None]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was shipped."""
    folder = tmp_path_factory.mktemp("dist")
    ship("connect_four", folder, "--native")
    return folder


@pytest.fixture(scope="module")
def pure(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    (wheel,) = made.glob("*-none-any.whl")
    return unpacked(wheel, tmp_path_factory.mktemp("pure"))


@pytest.fixture(scope="module")
def native(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    (wheel,) = made.glob("*-cp311-abi3-*.whl")
    return unpacked(wheel, tmp_path_factory.mktemp("native"))


def answer(path: Path, monkeypatch: pytest.MonkeyPatch, command: str = sys.executable) -> list[str]:
    """A hash of games that are played by what lies at a path, and what played them."""
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "1")
    return python(GAMES, path=path, command=Path(command)).split()


@needs_compiler
def test_the_native_wheel_holds_all_of_the_pure_one_and_plays_the_same_games(
    pure: Path, native: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {path.relative_to(native): path for path in native.rglob("*") if path.is_file()}
    for path in (pure / "connect_four").rglob("*"):
        if path.is_file():
            assert there[path.relative_to(pure)].read_bytes() == path.read_bytes()
    slow, fast = answer(pure, monkeypatch), answer(native, monkeypatch)
    assert (slow[1], fast[1]) == ("Engine", "Core")
    assert fast[0] == slow[0]


@needs_compiler
@pytest.mark.parametrize("command", OTHERS)
def test_it_is_the_same_wheel_for_newer_pythons(
    command: str, pure: Path, native: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = subprocess.run([command, "-c", ""], capture_output=True, check=False).returncode == 0
    if not works:
        pytest.skip(f"{command} does not start")
    assert answer(native, monkeypatch, command) == [answer(pure, monkeypatch)[0], "Core"]


@needs_compiler
def test_a_core_that_cannot_be_used_is_told_of_and_python_plays(
    pure: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(pure, tmp_path / "broken")
    (folder / "connect_four" / "core.abi3.so").write_bytes(b"of another machine")
    said = "import sys; sys.stderr = sys.stdout" + GAMES
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "1")
    out = python(said, path=folder)
    assert out.startswith("Connect Four is played in Python: core.abi3.so cannot be loaded")
    assert out.split()[-2:] == answer(pure, monkeypatch)


def built_from_source(made: Path, folder: Path, **environment: str) -> tuple[Path, str]:
    """The wheel that an installer makes of the source archive, and what was said."""
    (archive,) = made.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "made")]
    env = os.environ | {"RULEWRIGHT_NATIVE": "1"} | environment
    done = subprocess.run(command, cwd=source, env=env, capture_output=True, text=True, check=True)
    (wheel,) = (folder / "made").glob("*.whl")
    return wheel, done.stderr


@needs_compiler
def test_an_installer_builds_the_core_from_the_source_archive(
    made: Path, pure: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel, _ = built_from_source(made, tmp_path / "source")
    assert "-cp311-abi3-" in wheel.name
    assert answer(unpacked(wheel, tmp_path / "found"), monkeypatch) == [answer(pure, monkeypatch)[0], "Core"]


def test_without_a_compiler_the_source_archive_is_installed_as_python(made: Path, tmp_path: Path) -> None:
    wheel, said = built_from_source(made, tmp_path / "source", CC="no-such-compiler")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert "connect_four is installed as pure Python: there is no C compiler" in said


def test_shipping_without_a_compiler(
    run, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    ran = run("ship", "nim", "--native")
    assert ran.code == 2
    assert "the native core cannot be built: there is no C compiler" in ran.err
    assert "hint: ship without --native" in ran.err
    assert not (tmp_path / "dist").exists()
