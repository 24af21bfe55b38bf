"""Examples of the rules: passed, failed with a message, forced answers, what cannot be done."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
import tiny

from rulewright_runtime import Claim, Engine, Example, ExampleMove, ExampleResult, run_example, run_examples


def test_the_examples_of_the_small_game(engine: Engine) -> None:
    results = run_examples(engine)
    assert [str(one) for one in results] == [
        "tiny.rules:40: the higher bid wins: ok",
        "tiny.rules:50: what cannot be paid: ok",
    ]


def run(
    engine: Engine, *moves: ExampleMove, test: Callable[[tiny.G], tuple[bool, str]] | None = None
) -> ExampleResult:
    claims = (Claim("something", "x.rules:9", test),) if test else ()
    poor = tiny.examples()[1].given
    example = Example("one", "T-1", "x.rules:1", ("ann", "bob"), (), poor, moves, claims)
    return run_example(engine, example)


CALL = ExampleMove("call", "ann", (), "", "x.rules:2", tiny.call_prize)


def answer(*texts: str, player: str = "ann") -> ExampleMove:
    return ExampleMove("answer", player, texts, "", "x.rules:3")


def cannot(*texts: str, rule: str = "") -> ExampleMove:
    return ExampleMove("cannot", "ann", texts, rule, "x.rules:4")


def test_a_claim_that_fails_shows_what_was_found(engine: Engine) -> None:
    result = run(engine, test=lambda g: (False, "7"))
    assert not result.passed
    assert str(result) == "x.rules:1: one: x.rules:9: expected something, but found 7"


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ((CALL, answer("dance")), "dance is not possible"),
        ((CALL, answer("pass", "pass")), "is not asked for pass"),
        ((CALL, answer("pass", player="bob")), "bob is not asked"),
        ((CALL, answer("place a token", "gold")), "gold is not possible: it is not one of the options"),
        ((CALL, answer("pass", player="eve")), "nobody is called eve"),
        ((CALL, CALL), "must be answered"),
        ((CALL, cannot("pass")), "ann can pass"),
        ((CALL, cannot("place a token", "red", "(1, 2)")), "ann can (1, 2)"),
        ((CALL, cannot("danse")), "nothing in this game is called danse"),
        ((CALL, cannot("gold", rule="T-4")), "gold is not asked here"),
        ((CALL, cannot("place a token", "gold", rule="T-9")), "refused, but not because of T-9"),
    ],
)
def test_failures(engine: Engine, moves: tuple[ExampleMove, ...], message: str) -> None:
    result = run(engine, *moves)
    assert not result.passed
    assert message in result.message


@pytest.mark.parametrize(
    "moves",
    [
        (CALL, answer("place a token", "(1, 2)")),  # the only colour need not be said
        (CALL, answer("place a token", "red", "(1, 2)")),
        (CALL, cannot("gold"), answer("pass")),
        (CALL, cannot("place a token", "gold", rule="T-4")),
        (CALL, cannot("place a token", "(1, 1)", rule="T-5")),
        (answer("3"), answer("2", player="bob"), answer("pass", "done")),
    ],
)
def test_successes(engine: Engine, moves: tuple[ExampleMove, ...]) -> None:
    result = run(engine, *moves)
    assert result.passed, result.message


def test_engines_that_fail_are_reported(engine: Engine) -> None:
    def broken(g: tiny.G) -> tuple[bool, str]:
        raise ValueError("far away")

    assert "ValueError: far away" in run(engine, test=broken).message
    assert run_examples(dataclasses.replace(engine, examples=None)) == []
