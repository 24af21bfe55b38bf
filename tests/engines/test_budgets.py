"""Rules that would exhaust the machine: the game stops with the line, the move is taken back, and the core in C stops too."""

from __future__ import annotations

from pathlib import Path

import pytest
from native.cores import native_core, needs_compiler, text_of

from rulewright import pipeline
from rulewright_runtime import RulesFailure, fast, new_game

from .compiled import compiled_text, read_text

HEAD = """game greedy "Greedy"
    players: 2

player
    x: number
    l: list of number

menu turn

rule play
    each player:
        choose a from 2..3
        your x = a
        go

"""
GREEDY = {
    "squares": ("rule go\n    repeat 60 times: your x = your x * your x", "larger than 2 to the power of 53"),
    "doubled sums": ("rule go\n    repeat 90 times: your x += your x", "larger than 2 to the power of 53"),
    "products of a local": (
        "rule go\n    let n = 3\n    repeat 60 times: n = n * n\n    your x = n",
        "larger than 2 to the power of 53",
    ),
    "a long row": ("rule go\n    your x = 999999999\n    for i in 1..your x: your l += i", "too long"),
    "many options": (
        "rule go\n    your x = 999999999\n    choose i from 1..your x\n    your x = i",
        "100,000 numbers",
    ),
    "lists that double": (
        "rule go\n    your l += 1\n    repeat 60 times: your l = your l + your l",
        "10,000 things",
    ),
    "defines that double": (
        "define two(l: list of number) = l + l\ndefine many(l: list of number) = two(two(two(two(two(l)))))\n\n"
        "rule go\n    your l += 1\n    your x = size(many(many(many(many(your l)))))",
        "10,000 things",
    ),
    "loops in loops": (
        "rule go\n    for i in 1..1000:\n        for j in 1..1000:\n            for k in 1..1000: your x = k",
        "too long",
    ),
    "searches in searches": (
        "rule go\n    your x = count i in 1..900 where "
        "(any j in 1..900 where (any k in 1..900 where i + j + k > 9999))",
        "too long",
    ),
    "a define that calls itself twice": (
        "define fib(n: number) = n if n < 2 else fib(n - 1) + fib(n - 2)\n\nrule go: your x = fib(60)",
        "fib at rules.rules:.* too often",
    ),
    "rules that call themselves twice": (
        "rule fib(n: number)\n    if n > 1:\n        fib(n - 1)\n        fib(n - 2)\n    else: your x += 1\n\nrule go: fib(60)",
        "fib at rules.rules:.* too often",
    ),
    "calls that double": (
        "".join(f"define d{i}(n: number) = d{i + 1}(n) + d{i + 1}(n + 1)\n" for i in range(40))
        + "define d40(n: number) = n\n\nrule go: your x = d0(your x)",
        "too long",
    ),
}


def written(name: str, folder: Path) -> Path:
    path = folder / "rules.rules"
    path.write_text(f"{HEAD}{GREEDY[name][0]}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("name", GREEDY)
def test_greedy_rules_fail_and_the_move_is_taken_back(name: str, tmp_path: Path) -> None:
    game = new_game(compiled_text(written(name, tmp_path)).engine, players=2, seed=1)
    before = game.save()
    with pytest.raises(RulesFailure, match=GREEDY[name][1]) as failure:
        game.play(game.moves()[0])
    assert "rules.rules:" in str(failure.value)
    assert game.save() == before
    assert len(game.moves()) == 2


@needs_compiler
@pytest.mark.parametrize("name", GREEDY)
def test_the_core_in_c_stops_too(name: str, tmp_path: Path) -> None:
    path = written(name, tmp_path)
    engine = compiled_text(path).engine
    native = native_core(engine, text_of(pipeline.compile_files(read_text(path), "")))
    g = fast.new(native, 2, 1)
    with pytest.raises(RulesFailure):
        g.step(g.options[0])
