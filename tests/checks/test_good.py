"""Good files: near misses of the checks, and the games and documents of this repository, of which nothing may be said."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import render
from rulewright.resolved.merge import variants_of

from .common import GOOD, ROOT, compiled, completed, diagnosed, rendered


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_nothing_is_said(path: Path) -> None:
    texts = completed(path.name, path.read_text(encoding="utf-8"))
    assert rendered(diagnosed(texts), texts) == ""
    base = compiled(texts)
    for variant in variants_of(base.files):
        assert compiled(texts, variant).plan is not None


GAMES = ("tic_tac_toe", "connect_four", "kuhn_poker", "goofspiel")


@pytest.mark.parametrize("name", GAMES)
def test_small_games_are_free_of_warnings(name: str) -> None:
    folder = ROOT / "rules" / name
    texts = [
        (p.relative_to(folder).as_posix(), p.read_text(encoding="utf-8"))
        for p in sorted(folder.rglob("*.rules"))
    ]
    assert [render(d, dict(texts)) for d in diagnosed(texts)] == []
