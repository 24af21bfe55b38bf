"""What a native position shows and refuses."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from engines.compiled import compiled_text, read_text
from engines.test_constructs import TEXTS

from rulewright import pipeline
from rulewright_native import building
from rulewright_runtime import RulesFailure, fast, native, new_game

from .cores import native_core, needs_compiler, text_of
from .lockstep import play_in_lockstep
from .test_engines import core_of

pytestmark = needs_compiler


def test_options_are_seen_without_a_copy() -> None:
    n = core_of("connect_four", "").new(2, seed=3)
    with memoryview(n) as view:
        assert (view.format, view.readonly, view.tolist()) == ("q", True, n.options)


def test_a_view_of_options_outlives_the_position() -> None:
    n = core_of("terracotta_army", "").new(2, seed=3)
    views = []
    for _ in range(40):
        views.append(memoryview(n))
        n.step(n.options[-1])
    del n
    assert all(len(view.tolist()) == len(view) for view in views)


@pytest.mark.parametrize("option", [0, -1, 99, 10**15, 1_000_000_000])
def test_an_answer_that_is_none_of_the_options_is_refused(option: int) -> None:
    n = core_of("connect_four", "").new(2, seed=3)
    before = n.hash()
    with pytest.raises(ValueError, match="none of the options"):
        n.step(option)
    assert n.hash() == before


def test_nothing_is_answered_when_the_game_is_over() -> None:
    n = core_of("tic_tac_toe", "").new(2, seed=3)
    assert n.playout(1) > 0
    assert n.over
    assert n.options == []
    with pytest.raises(ValueError, match="none of the options"):
        n.step(0)


def test_a_copy_goes_its_own_way_and_the_same_position_has_the_same_hash() -> None:
    n = core_of("connect_four", "").new(2, seed=3)
    other = n.clone()
    assert other.hash() == n.hash()
    other.step(other.options[0])
    assert other.hash() != n.hash()
    n.step(n.options[0])
    assert other.hash() == n.hash()


def test_the_fast_face_takes_a_core() -> None:
    core = core_of("connect_four", "")
    n = fast.new(core, 2, 7)
    assert fast.playout(fast.clone(n), random.Random(1)) >= 7
    assert n.options == fast.new(core.engine, 2, 7).options


def test_playouts_are_the_same_from_the_same_seed_in_any_thread() -> None:
    start = core_of("terracotta_army", "").before_setup(2)
    here = start.playouts(6, 5, 1)
    there: list[object] = []
    threads = [threading.Thread(target=lambda: there.append(start.playouts(6, 5, 1))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert there == [here] * 3
    assert all(len(row) == 3 and row[0] > 0 for row in here)


@pytest.mark.parametrize(
    "name",
    ["secretly", "secretly_several", "participants_secret", "units_called", "offer_nested", "with_nested"],
)
def test_positions_go_over_and_back_in_the_middle_of_nested_and_secret_choices(name: str) -> None:
    path = next(p for p in TEXTS if p.stem == name)
    engine = compiled_text(path).engine
    core = native_core(engine, text_of(pipeline.compile_files(read_text(path), "")))
    for players in engine.players:
        assert play_in_lockstep(core, players, 5, limit=60, crossing=1)


def test_a_game_is_put_on_a_core_and_back_at_any_decision() -> None:
    core = core_of("goofspiel", "")
    game, beside = new_game(core.engine, 2, seed=9), new_game(core.engine, 2, seed=9)
    while not game.over:
        game.position = core.given_back(core.taken_over(game.position))
        move = game.moves()[0]
        game.play(move)
        beside.play(move)
        assert [str(m) for m in game.moves()] == [str(m) for m in beside.moves()]
    assert game.scores == beside.scores


@pytest.mark.parametrize("then", [(None,), (None, 999), (None, -1), 7, (None, (1, 2)), ((None, 77), 5)])
def test_frames_that_the_engine_does_not_know_are_refused(then: object) -> None:
    core = core_of("connect_four", "")
    g = fast.new(core.engine, 2, 7)
    g.then = then
    with pytest.raises(RulesFailure, match="does not know"):
        core.taken_over(g)


def test_a_file_that_is_no_core_is_refused(tmp_path: Path) -> None:
    path = tmp_path / f"broken{building.SUFFIX}"
    path.write_bytes(b"no core")
    with pytest.raises(native.Unusable, match="cannot be loaded"):
        native.load(core_of("tic_tac_toe", "").engine, path)


def test_a_core_of_other_rules_is_refused() -> None:
    core = core_of("tic_tac_toe", "")
    with pytest.raises(native.Unusable, match="other rules"):
        native.load(core_of("connect_four", "").engine, Path(core.module.__file__))


def test_text_that_is_no_c_is_told_in_a_word(tmp_path: Path) -> None:
    with pytest.raises(building.BuildError, match="error"):
        building.build("this is no C", tmp_path / "core.so")
    assert list(tmp_path.iterdir()) == []


def test_without_a_compiler_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(building.BuildError, match="no C compiler"):
        building.build("", tmp_path / "core.so")
