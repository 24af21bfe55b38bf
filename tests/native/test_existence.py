"""Of a rule that lists things, often only is asked whether it lists any: C looks no further than the first."""

from __future__ import annotations

import pytest
from engines.compiled import read_text
from engines.test_constructs import TEXTS

from rulewright import pipeline

from .cores import text_of


@pytest.fixture(scope="module")
def text() -> str:
    path = next(p for p in TEXTS if p.stem == "lists_that_are_only_asked_for")
    return text_of(pipeline.compile_files(read_text(path), ""))


def test_whether_a_rule_lists_anything_is_told_by_a_function_that_stops(text: str) -> None:
    stopping = text.split(" Value r_over__any(Position *g, Value v_n) {")[1].split("\n}\n")[0]
    assert "return N(1);" in stopping
    assert "rw_growing" not in stopping
    assert "r_over__any(g, N(1)) != 0" in text


def test_what_is_chosen_from_is_still_listed(text: str) -> None:
    assert "rw_sequence_of(g->c, r_over(g, N(1)))" in text


def test_a_test_that_may_fail_is_put_to_all_things(text: str) -> None:
    assert "rw_some(r_in_parts(g, N(2)))" in text
    assert "r_in_parts__any" not in text
