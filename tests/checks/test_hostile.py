"""Rules from a stranger: no name and no text becomes code, and nothing exhausts the machine."""

from __future__ import annotations

import importlib
import random
import sys
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.diagnostics import has_errors, render
from rulewright.tools.fuzz.calls import at_most

from .common import compiled, completed
from .inject import HOLES, REFUSED, hostile_game, unexpected

TURNS = 6
MOST_CALLS = 20_000_000  # of functions; most games here need less than a twentieth


@pytest.mark.parametrize("turn", range(TURNS))
def test_names_and_texts_never_become_code(
    turn: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compilation = compiled([("x.rules", hostile_game(turn))])
    assert compilation.plan is not None, [d.message for d in compilation.diagnostics]
    files = pipeline.emit(compilation)
    name = f"hostile_names_{turn}"
    (tmp_path / name).mkdir()
    for file, text in files.items():
        assert not file.endswith(".py") or unexpected(file, text) == []
        (tmp_path / name / file).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = importlib.import_module(name).new(players=2, seed=turn)
    rng = random.Random(turn)
    for _ in range(60):
        if game.over:
            break
        game.play(rng.choice(game.moves()))
    assert game.over
    for loaded in [m for m in sys.modules if m.startswith(name)]:
        del sys.modules[loaded]


@pytest.mark.parametrize("name", REFUSED)
def test_names_that_python_treats_in_its_own_way_are_refused(name: str) -> None:
    for rules in (
        f"define {name} = 3",
        f"rule f({name}: number): nothing",
        f"table\n    {name}: number",
        f"kind {name}\n    a",
    ):
        assert "RW205" in [d.code for d in compiled(completed("x.rules", rules + "\n")).diagnostics]


@pytest.mark.parametrize("hole", HOLES)
def test_holes_hold_expressions_only(hole: str) -> None:
    rules = f'rule play\n    each player: say "{{{hole}}}"\nlabels pl\n    "{{{hole}}}" = "{{{hole}}} x"\n'
    found = compiled(completed("x.rules", rules)).diagnostics
    assert has_errors(found)
    assert all(render(d, {"x.rules": rules}) for d in found)


# ---------------------------------------------------------------- sizes


def chained(n: int, line: str, last: str) -> str:
    return "".join(line.format(i=i, j=i + 1) for i in range(n)) + last.format(i=n)


def nested(n: int, line: str, last: str, start: int = 1) -> str:
    lines = ["    " * (start + i) + line.format(i=i) for i in range(n)]
    return "\n".join([*lines, "    " * (start + n) + last]) + "\n"


COIN = "resource coin\nplayer\n    coin: resource\n"
REJECTED = {
    "a long loop": "rule play\n    for n in 1..999999999: nothing\n",
    "many times": "rule play\n    repeat 999999999 times: nothing\n",
    "many options": "rule play\n    each player:\n        choose n from 1..999999999\n        say \"{n}\"\n",
    "a long list": "table\n    a: list of number = 1..999999999\nrule play: say \"{size(a)}\"\n",
    "a huge board": "board b: grid(rows: 1000, columns: 1000)\nrule play: say \"{size(b)}\"\n",
    "a huge ring": "board b: ring(999999999)\nrule play: say \"{size(b)}\"\n",
    "a huge track": "board b: track(1..999999999)\nrule play: say \"{size(b)}\"\n",
    "a huge map": "table\n    a for each 1..999999999: number\nrule play: a(1) = 2\n",
    "many players": "game x\n    players: 1..999999999\nrule play: nothing\n",
    "many members": "kind k\n" + "".join(f"    m{i}\n" for i in range(5000)) + "rule play: say \"{size(k)}\"\n",
    "deep loops": "rule play\n" + nested(36, "for a{i} in 1..2:", "nothing"),
    "many cases": "table\n    n: number\nrule play\n    if n = 0: nothing\n" + chained(600, "    else if n = {j}: stop\n", ""),
    "many decisions": "rule play\n    each player:\n" + chained(300, "        choose x{i} from 1..3\n", "        stop\n"),
    "costly edges": chained(30, "define d{i}(a: b, c: b) = d{j}(a, c) and d{j}(a, c)\n", "define d{i}(a: b, c: b) = yes\n")
    + "board b: ring(9)\n    edges e(p, q) where d0(p, q)\n        o: number\nrule play: say \"{size(edges_of(e))}\"\n",
    "a long chain": chained(1500, "define d{i}(n) = d{j}(n) + 1\n", "define d{i}(n) = n\n")
    + 'rule play: say "{d0(3)}"\n',
    "a circle of defines": "define a = b\ndefine b = c\ndefine c = a\nrule play: say \"{a}\"\n",
    "a define of itself": "define a(n: number) = 1 + a(n)\nrule play: say \"{a(1)}\"\n",
    "an endless loop": "rule play\n    repeat until 1 = 2: nothing\n",
}  # fmt: skip
ACCEPTED = {
    "deep conditions": "table\n    n: number\nrule play\n" + nested(36, "if n > {i}:", "say \"deep\""),
    "deep choices": "rule play\n    each player:\n" + nested(20, "choose a{i} from 1..2:", "say \"deep\"", 2),
    "deep units": COIN + "rule play\n    each player:\n" + nested(20, 'may "a{i}":', "pay 1 coin", 2),
    "deep expression": "table\n    n: number\nrule play: n = " + "(" * 45 + "n" + ")" * 45 + "\n",
    "rules that double": COIN + chained(25, "rule r{i}\n    r{j}\n    r{j}\n", "rule r{i}: pay 1 coin\n")
    + "action go in turn: r0\nrule play\n    each player: offer turn or \"pass\"\n",
    "defines that double": chained(25, "define d{i}(n: number) = d{j}(n) + d{j}(n)\n", "define d{i}(n: number) = n\n")
    + "player\n    x: number or none, private\nrule play\n    each player:\n        choose n from 1..3 where d0(it) > 2:\n            your x = n\n",
    "a chain of defines": chained(140, "define d{i}(n) = d{j}(n) + 1\n", "define d{i}(n) = n\n") + "rule play: say \"{d0(3)}\"\n",
    "many rows": "define f(n: number)\n" + chained(1500, "    {i} | {j}\n", "    otherwise | 0\n") + "rule play: say \"{f(3)}\"\n",
    "many fields": "player\n" + chained(400, "    f{i}: 0..9\n", "") + "rule play\n    each player:\n"
    + chained(400, "        your f{i} += 1\n", "        nothing\n"),
    "the largest board": "board b: grid(rows: 50, columns: 50)\n    x: number\nrule play\n    for c in b: c.x = size(neighbours(c))\n",
    "rules in a circle": "rule a: b\nrule b: a\nrule play: a\n",
    "an event that raises itself": "event e\nwhen e: e\nrule play: e\n",
}  # fmt: skip


@pytest.mark.parametrize("name", REJECTED)
def test_what_would_exhaust_the_machine_is_an_error(name: str) -> None:
    with at_most(MOST_CALLS):
        compilation = compiled(completed("x.rules", REJECTED[name]))
    assert not compilation.ok
    assert compilation.plan is None


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_is_only_odd_is_compiled(name: str) -> None:
    with at_most(MOST_CALLS):
        compilation = compiled(completed("x.rules", ACCEPTED[name]))
        assert compilation.plan is not None, [d.message for d in compilation.diagnostics]
        files = pipeline.emit(compilation)
    for file, text in files.items():
        if file.endswith(".py"):
            compile(text, file, "exec")
