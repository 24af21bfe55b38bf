"""`rulewright ship --native`: the compiled engine plays the same games, and what is missing is said."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from rulewright.ship.native import has_compiler, with_imports
from rulewright.tools.project import Project

from .shipping import ROOT, python, ship, unpacked

needs_mypyc = pytest.mark.skipif(
    importlib.util.find_spec("mypyc") is None or importlib.util.find_spec("setuptools") is None,
    reason="mypyc or setuptools is not installed",
)
needs_compiler = pytest.mark.skipif(not has_compiler(), reason="there is no C compiler")

GAMES = """
import hashlib, pickle, random, sys
import connect_four
from connect_four import rules
from connect_four._runtime import fast
found = hashlib.sha256()
for seed in range(300):
    rng = random.Random(seed)
    g = fast.new(connect_four.ENGINE, 2, seed=seed)
    count = 0
    while g.then is not None:
        pick = rng.choice(g.options)
        found.update(repr((g.player, g.choice, g.options, pick)).encode())
        fast.step(g, pick)
        count += 1
        if count % 5 == 0:
            g = g.clone()
        if count % 11 == 0:
            g = pickle.loads(pickle.dumps(g))
    found.update(repr(g.__reduce__()[1]).encode())
game = connect_four.new(seed=1)
while not game.over:
    game.play(game.moves()[-1])
found.update(game.save().encode())
print(found.hexdigest(), rules.__file__.endswith(".py"), connect_four.load(game.save()).over)
"""


@needs_mypyc
@needs_compiler
def test_the_compiled_engine_plays_the_same_games(tmp_path: Path) -> None:
    pure = unpacked(ship("connect_four", tmp_path / "dist", "--native"), tmp_path / "pure")
    (wheel,) = [path for path in (tmp_path / "dist").glob("*.whl") if "none-any" not in path.name]
    native = unpacked(wheel, tmp_path / "native")
    for path in pure.rglob("*.py"):
        assert (native / path.relative_to(pure)).read_bytes() == path.read_bytes()
    slow, fast = python(GAMES, path=pure).split(), python(GAMES, path=native).split()
    assert slow[1:] == ["True", "True"]
    assert fast[1:] == ["False", "True"]
    assert fast[0] == slow[0]


def test_without_a_compiler(run, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec("mypyc") is None:
        pytest.skip("mypyc is not installed")
    monkeypatch.setenv("CC", "no-such-compiler")
    ran = run("ship", "nim", "--native")
    assert ran.code == 2
    assert "there is no C compiler here" in ran.err
    assert "hint: install one" in ran.err
    assert not (tmp_path / "dist").exists()


def test_all_that_runs_at_a_decision_is_compiled() -> None:
    found = with_imports(ROOT / "runtime" / "rulewright_runtime")
    assert {"core", "steps", "position", "values"} <= set(found)
    assert "terminal" not in found
