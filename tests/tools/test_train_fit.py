"""What `rulewright train` fits: outcomes carried back from end of turn to end of turn, and weights that change during a game."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

from rulewright.tools.train.gathering import following  # noqa: E402
from rulewright.tools.train.learning import TRACE, Fit, Lessons, fit, returns  # noqa: E402
from rulewright.tools.train.onward import gone_on  # noqa: E402


def lessons(**changed) -> Lessons:
    """Three positions of one seat in a row, worth 10 in the end."""
    parts = {
        "rows": np.array([[1], [2], [3]], np.int16),
        "after": np.array([1, 2, -1], np.int32),
        "times": np.array([0.2, 0.5, 0.9], np.float32),
        "margins": np.array([0, 4, 6], np.float32),
        "results": np.array([10, 10, 10], np.float32),
        "bottom": np.zeros(3, bool),
    }
    return Lessons(**{**parts, **changed})


def test_rows_are_followed_by_those_of_the_same_seat() -> None:
    assert following([0, 1, 0, 0, 1], start=100) == [102, 104, 103, -1, -1]


def test_without_a_value_all_positions_are_worth_the_end() -> None:
    assert returns(lessons(), None, 1.0).tolist() == [10, 10, 10]


def test_a_position_is_held_to_what_is_said_of_the_next() -> None:
    found = returns(lessons(), np.array([0, 20, 30], np.float32), 1.0)
    second = (1 - TRACE) * 30 + TRACE * 10
    first = (1 - TRACE) * 20 + TRACE * second
    assert found.tolist() == pytest.approx([first, second, 10])


def test_scores_on_the_way_count_where_the_near_ones_count() -> None:
    second = 0.1 * 6 + 0.9 * 10
    assert returns(lessons(), None, 0.9).tolist() == pytest.approx([0.1 * 4 + 0.9 * second, second, 10])


def test_at_the_bottom_of_scores_a_bad_position_stays_bad() -> None:
    """All that an end at the bottom tells is that the position was worth no more."""
    at_bottom = lessons(
        results=np.zeros(3, np.float32), bottom=np.ones(3, bool), after=np.full(3, -1, np.int32)
    )
    hopeless, near, hopeful = returns(at_bottom, np.array([-20, 0, 20], np.float32), 1.0)
    assert hopeless == pytest.approx(-20, abs=0.1)
    assert -20 < near < 0
    assert near < hopeful <= 0
    known = lessons(results=np.zeros(3, np.float32), after=np.full(3, -1, np.int32))
    assert returns(known, np.array([-20, 0, 20], np.float32), 1.0).tolist() == [0, 0, 0]


def test_a_fit_finds_what_counts_early_and_what_late() -> None:
    rng = np.random.default_rng(1)
    count = 30_000
    times = rng.random(count).astype(np.float32)
    rows = np.stack(
        [np.rint(times * 100), rng.integers(0, 9, count), rng.integers(0, 9, count), np.full(count, 7)],
        axis=1,
    ).astype(np.int16)
    worth = 2 * rows[:, 1] + (times - 0.5) * 6 * rows[:, 2]
    made = fit(
        Lessons(
            rows,
            after=np.full(count, -1, np.int32),
            times=times,
            margins=np.zeros(count),
            results=worth.astype(np.float32),
            bottom=np.zeros(count, bool),
        ),
        future=0.0,
    )
    pace, late, always = made.weights.T[:3]
    assert made.quality > 0.95
    assert always[1] == pytest.approx(2, rel=0.1)
    assert abs(always[2]) < 0.2
    assert late[2] == pytest.approx(6, rel=0.1)
    assert pace[0] == pytest.approx(0.01, rel=0.1)
    assert not made.weights[3].any()  # what never differs tells nothing


def old_fit() -> Fit:
    """A value that counts the first feature 3 and the third 5, whatever the time, and 7 in all."""
    weights = np.zeros((3, 3))
    weights[0, 2], weights[2, 2] = 3, 5
    return Fit(np.zeros(3), np.full(3, 9.0), np.zeros(3), weights, np.array([0.5, 0, 7.0]), np.zeros(0), 0.0)


def seen(worth) -> Lessons:
    """Positions in which the third feature never differs, worth what is said of the first two."""
    rows = np.random.default_rng(2).integers(0, 9, (20_000, 3)).astype(np.int16)
    rows[:, 2] = 4
    return Lessons(
        rows,
        after=np.full(len(rows), -1, np.int32),
        times=np.full(len(rows), 0.5, np.float32),
        margins=np.zeros(len(rows), np.float32),
        results=worth(rows.astype(np.float32)).astype(np.float32),
        bottom=np.zeros(len(rows), bool),
    )


def test_going_on_keeps_what_nothing_speaks_against() -> None:
    made = gone_on(seen(lambda rows: 3 * rows[:, 0] + 20 + 7), old_fit(), 0.0, 1, 4)
    assert made.weights[:, 2] == pytest.approx([3, 0, 5], abs=1e-3)
    assert made.bias[2] == pytest.approx(7, abs=1e-2)


def test_going_on_changes_what_turned_out_otherwise() -> None:
    made = gone_on(seen(lambda rows: 2 * rows[:, 0] - rows[:, 1] + 20), old_fit(), 0.0, 1, 4)
    assert made.weights[:2, 2] == pytest.approx([2, -1], abs=0.25)  # held back from leaving the older value
    assert made.weights[2, 2] == 5
    assert made.quality > 0.95
