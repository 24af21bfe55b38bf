"""Examples of the rules: passed, failed with a message, forced answers, what cannot be done."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
import tiny

from rulewright_runtime import (
    Claim,
    Engine,
    Example,
    ExampleChance,
    ExampleMove,
    ExampleResult,
    Found,
    run_example,
    run_examples,
)
from rulewright_runtime.example_steps import Step


def test_the_examples_of_the_small_game(engine: Engine) -> None:
    results = run_examples(engine)
    assert [str(one) for one in results] == [
        "tiny.rules:40: the higher bid wins: ok",
        "tiny.rules:50: what cannot be paid: ok",
    ]


def run(
    engine: Engine,
    *steps: Step,
    test: Callable[[tiny.G], tuple[bool, tuple[Found, ...]]] | None = None,
) -> ExampleResult:
    claims = (Claim("something", "x.rules:9", test),) if test else ()
    poor = tiny.examples()[1].steps[0]
    example = Example("one", "T-1", "x.rules:1", ("ann", "bob"), (poor, *steps, *claims))
    return run_example(engine, example)


CALL = ExampleMove("call", "ann", (), "", "x.rules:2", tiny.call_prize)


def answer(*texts: str, player: str = "ann") -> ExampleMove:
    return ExampleMove("answer", player, texts, "", "x.rules:3")


def cannot(*texts: str, rule: str = "") -> ExampleMove:
    return ExampleMove("cannot", "ann", texts, rule, "x.rules:4")


def claim(kind: str, *texts: str, player: str = "ann") -> ExampleMove:
    return ExampleMove(kind, player, texts, "", "x.rules:4")


def test_a_claim_that_fails_shows_what_was_found(engine: Engine) -> None:
    result = run(engine, CALL, answer("pass"), test=lambda g: (False, (("vp", "number", "", 7),)))
    assert not result.passed
    assert str(result) == "x.rules:1: one: x.rules:9: expected something, but found 7"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ((), "that is not so"),
        ((("x", "kind:colour", "", -1_000_000_000),), "found none"),
        ((("x", "kind:colour", "", 1),), "found blue_green"),
        ((("x", "player", "", 1),), "found bob"),
        ((("x", "list kind:colour", "", (0, 1)),), "found red, blue_green"),
        ((("x", "set number", "", ()),), "found empty"),
        ((("x", "flag", "kind:colour", {0: True, 2: False}),), "found red: yes, gold: no"),
        ((("x", "number", "", 3), ("y", "number", "", 4)), "x is 3 and y is 4"),
        ((("x", "text", "", "it is \u29831\u2984"),), 'found "it is bob"'),
    ],
)
def test_what_is_found_is_told_in_the_words_of_the_rules(
    engine: Engine, found: tuple[Found, ...], words: str
) -> None:
    result = run(engine, CALL, answer("pass"), test=lambda g: (False, found))
    assert result.message == f"expected something, but {words}"


def test_a_claim_that_fails_before_a_decision_says_so(engine: Engine) -> None:
    result = run(engine, CALL, test=lambda g: (False, ()))
    assert result.message == "expected something, but that is not so; still asked: ann's prize (what now)"


def test_chance_that_is_never_asked_for(engine: Engine) -> None:
    result = run(engine, CALL, ExampleChance("roll", (1,), "x.rules:5"), answer("pass"))
    assert str(result) == "x.rules:1: one: x.rules:5: this was not used: there was no roll after it"


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
        ((CALL, claim("cannot", "pass", player="bob")), "bob has no decision here"),
        ((CALL, answer("pass"), cannot("pass")), "ann has no decision here"),
        ((CALL, claim("can", "gold")), "gold is not possible"),
        ((CALL, claim("can", "pass", player="bob")), "bob is not asked for pass"),
        ((CALL, claim("options", "pass")), "ann can also place a token"),
        ((CALL, claim("options", "pass", "place a token", "dance")), "ann cannot dance"),
        ((CALL, claim("words", "pass", "place a token")), 'ann read "place a token", "pass"'),
        ((CALL, claim("asked", "what then")), 'ann is asked "what now"'),
        ((CALL, claim("unasked")), "ann's prize (what now) waits for an answer: place a token, pass"),
        ((CALL, claim("said", "hello", player="")), '"hello" was not said; the log is empty'),
        ((answer("0", player="all"),), "nobody is asked for 0"),
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
        (CALL, cannot("place a token", "gold", "(1, 2)")),  # what leads there is not offered
        (CALL, claim("can", "pass"), claim("can", "place a token", "(1, 2)"), answer("pass")),
        (CALL, claim("options", "pass", "place a token"), claim("words", "place a token", "pass")),
        (CALL, claim("asked"), claim("asked", "what now"), claim("unasked", player="bob")),
        (CALL, claim("unsaid", "hello", player=""), answer("pass")),
        (answer("3", player="all"), claim("asked", "your bid"), claim("asked", "your bid", player="bob")),
    ],
)
def test_successes(engine: Engine, moves: tuple[ExampleMove, ...]) -> None:
    result = run(engine, *moves)
    assert result.passed, result.message


def test_engines_that_fail_are_reported(engine: Engine) -> None:
    def broken(g: tiny.G) -> tuple[bool, tuple[Found, ...]]:
        raise ValueError("far away")

    assert "ValueError: far away" in run(engine, test=broken).message
    assert run_examples(dataclasses.replace(engine, examples=None)) == []
