"""What C makes of loops and functions that do little: no jump for each thing, no call."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import pipeline

from .cores import text_of

RULES = Path(__file__).parents[2] / "rules" / "connect_four"


@pytest.fixture(scope="module")
def text() -> str:
    return text_of(pipeline.load(RULES))


def body(text: str, start: str) -> str:
    """What a function does."""
    return text.split(start + "(Position *g")[-1].split(") {\n", 1)[1].split("\n}\n")[0]


def test_the_first_of_a_few_places_is_found_by_looking_at_all(text: str) -> None:
    landing = body(text, "Value r_landing")
    assert "rw_one_at(g, rw_object(g->lists + AT_frame_disc), 42, t_1, N(-1000000000), 1, 1)" in landing
    assert "for (" not in landing


def test_whether_one_of_a_few_places_is_unlike_a_value_is_found_by_looking_at_all(text: str) -> None:
    assert "rw_any_at(g, rw_object(g->lists + AT_frame_disc), 42, t_2, v_you, 0)" in body(
        text, "Value r_in_line"
    )


def test_what_does_little_stands_in_the_place_of_its_calls(text: str) -> None:
    assert text.count("FAST Value r_full(") == 2  # declared and done
    assert "static Value r_take_turn(" in text  # makes a frame
    assert "static Value r_play(" in text  # calls another rule
