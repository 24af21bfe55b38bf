"""Whatever is wrong with the rules, the compiler answers in words: no stage raises, and every message can be shown.

`ROBUST=5000 pytest tests/checks/test_robust.py` tries more faults.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.diagnostics import CODES, render, to_json
from rulewright.resolved.merge import variants_of
from rulewright.tools.fuzz.faults import Texts, mutated

from .common import BAD, GOOD, ROOT, compiled, completed
from .test_bad import split

TRIES = int(os.environ.get("ROBUST", "25"))  # for each game
EMITTED = 6  # of those without errors, for each game
SMALL = ("tic_tac_toe", "connect_four", "kuhn_poker", "goofspiel")


def folder_of(name: str) -> Texts:
    folder = ROOT / "rules" / name
    return [
        (p.relative_to(folder).as_posix(), p.read_text(encoding="utf-8"))
        for p in sorted(folder.rglob("*.rules"))
    ]


GAMES: dict[str, Texts] = {name: folder_of(name) for name in SMALL}
GAMES |= {path.stem: completed(path.name, path.read_text(encoding="utf-8")) for path in GOOD}


def check(texts: Texts) -> pipeline.Compilation:
    """Compiles a game and one of its variants, and shows all that is said about them."""
    compilation = compiled(texts)
    variants = [v for v in variants_of(compilation.files) if v][:1]
    found = [*compilation.diagnostics, *(d for v in variants for d in compiled(texts, v).diagnostics)]
    for d in found:
        assert d.code in CODES
        assert render(d, compilation.sources)
    to_json(found)
    return compilation


@pytest.mark.parametrize("name", GAMES)
def test_damaged_games(name: str) -> None:
    emitted = 0
    for seed in range(TRIES):
        texts = mutated(GAMES[name], seed * 1000 + len(name))
        try:
            compilation = check(texts)
            if compilation.plan is not None and emitted < min(EMITTED, TRIES // 8):
                emitted += 1
                emit(compilation)
        except Exception as failure:
            failure.add_note(f"{name}, seed {seed * 1000 + len(name)}")
            raise


def emit(compilation: pipeline.Compilation) -> None:
    for file, text in pipeline.emit(compilation).items():
        if file.endswith(".py"):
            with warnings.catch_warnings():
                warnings.simplefilter(
                    "ignore", SyntaxWarning
                )  # `0 is 1` and the like, as the damaged rules say
                compile(text, file, "exec")


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_bad_files_damaged_once_more(path: Path) -> None:
    texts = completed(path.name, split(path.read_text(encoding="utf-8"))[0])
    for seed in range(max(2, TRIES // 10)):
        check(mutated(texts, seed))


@pytest.mark.parametrize("name", SMALL)
def test_games_in_pieces(name: str) -> None:
    """Each file of a game alone, and the game without each of its files."""
    texts = GAMES[name]
    for i in range(len(texts)):
        check(texts[i : i + 1])
        check(texts[:i] + texts[i + 1 :])


def test_no_files_at_all() -> None:
    assert [d.code for d in compiled([]).diagnostics] == ["RW201"]
    assert [d.code for d in compiled([("x.rules", "")]).diagnostics] == ["RW201"]
