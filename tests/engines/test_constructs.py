"""Every construct of the language in a tiny game: the interpreter and the engine must play it alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.resolved import merge
from rulewright.tools.fuzz.lockstep import play_in_lockstep
from rulewright_runtime import check_game, run_examples

from .compiled import ROOT, compiled_text, read_text

TEXTS = sorted((Path(__file__).parent / "constructs").glob("*.rules"))
COMPLETE = re.compile(r'```rules title="([^"]+)" complete\n(.*?)```', re.DOTALL)
PAGES = {
    f"{page.stem}:{title}": text
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for title, text in COMPLETE.findall(page.read_text(encoding="utf-8"))
}


# Games whose rules lead to a failure on purpose: both sides must find it.
FAILING = {
    "defines_no_row",
    "none_is_no_number",
    "none_is_no_part_of_a_mix",
    "participants_unanswered",
    "statements_item_bounds",
    "statements_map_below",
    "statements_map_bounds",
    "statements_overflow",
}


def play(path: Path, games: int) -> bool:
    """Some games under every variant, with every number of players; whether the rules never failed."""
    well = True
    for variant in merge.variants_of(read_text(path).files):
        both = compiled_text(path, variant)
        for players in both.engine.players:
            for seed in range(games):
                well = play_in_lockstep(both, players, seed, limit=60) and well
    return well


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_both_play_the_construct_alike(path: Path) -> None:
    assert play(path, games=8) == (path.stem not in FAILING)


SOUND = [p for p in TEXTS if p.stem not in FAILING]


@pytest.mark.long
@pytest.mark.parametrize("path", SOUND, ids=lambda p: p.stem)
def test_positions_of_the_construct_are_plain_data(path: Path) -> None:
    engine = compiled_text(path).engine
    for players in engine.players:
        check_game(engine, players, seed=1, limit=25)


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_examples_of_the_construct_hold(path: Path) -> None:
    for variant in merge.variants_of(read_text(path).files):
        results = run_examples(compiled_text(path, variant).engine)
        assert [str(r) for r in results if not r.passed] == []


@pytest.mark.parametrize("name", PAGES)
def test_both_play_the_examples_of_the_docs_alike(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name.partition(':')[2]}.rules"
    path.write_text(PAGES[name], encoding="utf-8")
    assert play(path, games=2)
