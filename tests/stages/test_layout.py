"""Emitted code is laid out as black lays it out, though black sees little of it."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import black
import pytest

from rulewright import pipeline
from rulewright.emit import package
from rulewright.emit.formatter import KNOWN
from rulewright.emit.layout import formatted

ROOT = Path(__file__).resolve().parents[2]
MODE = black.Mode(line_length=110, target_versions={black.TargetVersion.PY311})


def by_black(text: str) -> str:
    return black.format_str(text, mode=MODE)


@pytest.mark.parametrize("game", ["connect_four", "goofspiel", "kuhn_poker", "tic_tac_toe"])
def test_packages(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every module of an engine, whole."""
    raw: list[str] = []

    def remembering(text: str) -> str:
        raw.append(text)
        return formatted(text)

    monkeypatch.setattr(package, "formatted", remembering)
    pipeline.emit(pipeline.load(ROOT / "rules" / game))
    assert raw
    for text in raw:
        assert formatted(text) == by_black(text)


def test_what_is_not_laid_out_says_the_same() -> None:
    """An engine that nobody reads is the same code; only its layout and its map of places are others."""
    compilation = pipeline.load(ROOT / "rules" / "kuhn_poker")
    tidy, plain = (pipeline.emit(compilation, laid_out=told) for told in (True, False))
    assert tidy["rules.py"] != plain["rules.py"]
    assert list(tidy) == list(plain)
    for name in (one for one in tidy if one.endswith(".py")):
        assert without_docstrings(tidy[name]) == without_docstrings(plain[name]), name


def without_docstrings(text: str) -> str:
    """The tree of a module without the texts that only people read, which are laid out, too."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            node.body = node.body[1:]
    return ast.dump(tree)


STATEMENTS = [
    "x = 1",
    "x=(1)",
    "x = (1, 2)",
    "x = [(1)]",
    "you, = f",
    "up,_,a = f",
    "x = ((a) * b)",
    "x = (lambda g, f: 3)",
    "x: int = (a if b else c)",
    "x = a[1:]",
    "x = a[i+1:]",
    "x = a[:i + 1]",
    "x = a[len(b):-1]",
    "x = -1 - -y",
    "x = f(*a, **b, c=-1)",
    "x = not(a)",
    "x = 'it\\'s'",
    "x = 'say \"it\\'s\"'",
    'x = "a\\"b"',
    "x = '\\x1b'",
    "x = 0XFF",
    "x = 2 ** y",
    "x = f'{a}'",
    "x = '…' + 'ё'",
    "x = '漢字' * 50 + '" + "漢" * 50 + "'",
    "f(a,)",
    "f((a,))",
    "f([a,])",
    "x = {'a': 1,}",
    "x = (1, 2,)",
    "x = t[int,]",
    "x = 1  # why",
    "x = [  # why\n    1,\n    2,\n]",
    "x = f(" + ", ".join(f"'argument {i}'" for i in range(12)) + ")",
    "x = g.f(" + ", ".join(f"k{i}=({i}, 'a')" for i in range(12)) + ")",
    "f(lambda a, b: c, " + "d" * 100 + ")",
    "X: Final[tuple[int, ...]] = (" + ", ".join(map(str, range(60))) + ")",
    "X: Final[tuple[int, ...]] = f(" + ", ".join(map(str, range(60))) + ")",
    "from ._runtime import (a, b)",
    "from ._runtime import (a, b,)",
    "from . import " + ", ".join(f"name_{i}" for i in range(20)),
    "from .rules import *",
    "assert (x), 'no'",
    "del (x)",
    "# a comment",
    "#a comment",
    "x = [y for y in z if " + " and ".join(f"condition_{i}(y)" for i in range(9)) + "]",
    "if a and (b):\n    pass\nelif (c):\n    pass\nelse:\n    x = 1",
    "for x in (a if b else c):\n    pass",
    "for (x, y) in z:\n    pass",
    "try:\n    x = 1\nexcept (A, B):\n    pass",
    "with a as b:\n    pass",
    "if a: x = 1",
    "x = 1; y = 2",
    "x = a \\\n    + b",
    "@final\nclass G(P):\n    '''Text.'''\n    x = 1\n    def f(self) -> None: pass\n    def g(self): return 1",
    '@final\nclass G(P):\n    """Text."""\n    __slots__ = ()\n\n\n    def f(self) -> None:\n        x = 1\n    def g(self):\n        y = 1',
    'def f() -> int:\n    """Text "quoted"."""\n    return 1',
    'def f() -> int:\n    """  Text. """\n\n    return 1',
    'def f() -> int:\n    """Two\n    lines."""\n    return 1',
    "def f(g: G, " + ", ".join(f"p{i}: int" for i in range(12)) + ") -> Then | None:\n    return None",
    "def f(g: G, " + ", ".join(f"parameter_{i}: tuple[int, ...] = ()" for i in range(12)) + ") -> None:\n    return None",
    "def f(a, b=1, *, c: int=2):\n    # a comment\n\n    def h():\n        pass\n    return h",
    "# above\ndef f():\n    pass",
    "x = 1\n\n\n\n\ny = 2\nimport z\nw = 3",
]  # fmt: skip


@pytest.mark.parametrize("text", STATEMENTS)
def test_statements(text: str) -> None:
    assert formatted(text + "\n") == by_black(text + "\n")
    if not text.startswith(("from", "import", "x = 1\n", "# above", "def", "@")):
        inside = "def f(g):\n    if g:\n" + "".join(
            f"        {line}\n" for line in [*text.split("\n"), "pass"]
        )
        assert formatted(inside) == by_black(inside)


def test_nothing_depends_on_what_is_remembered() -> None:
    text = "x = [y for y in z if " + " and ".join(f"a_longer_condition_{i}(y)" for i in range(9)) + "]\n"
    first = formatted(text)
    assert any("a_longer_condition_8(y)" in piece for piece in KNOWN.pieces.values())
    assert formatted(text) == first == by_black(text)


# ---------------------------------------------------------------- made-up code

NAMES = (
    "g",
    "you",
    "options",
    "take_turn__column_options",
    "TERRACOTTA_LABELS",
    "a_very_long_name_of_a_thing",
    "None",
)
TEXTS = ("'a'", '"it\'s"', "'say \"x\"'", r"'a\'b'", r'"a\"b"', "'столбец'", "''", r"'\n'", "'([#'")


class Maker:
    """Statements of the kinds that engines consist of, and some that they do not."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def one_of(self, *made: str) -> str:
        return self.random.choice(made)

    def atom(self, depth: int) -> str:
        if depth <= 0:
            return self.one_of(*NAMES, *TEXTS, "17", "1_000")
        inner = [self.expression(depth - 1) for _ in range(self.random.choice((1, 2, 3, 6)))]
        joined = ", ".join(inner)
        return self.one_of(
            f"{self.one_of('f', 'Then', 'a.b.c')}({joined})",
            f"{self.one_of('f', 'rules.take_turn')}(k={inner[0]})",
            f"g.frame_disc[{inner[0]}]",
            f"x[{self.one_of('', '1', 'i + 1')}:{self.one_of('', '-1', 'f(x)')}]",
            f"({joined},)",
            f"({inner[0]})",
            f"[{joined}]",
            f"{{'key': {inner[0]}, 3: {inner[-1]}}}",
            f"[{inner[0]} for c in {self.operand(depth - 1)} if {self.operand(depth - 1)}]",
            f"any({inner[0]} for c in {self.operand(depth - 1)})",
        )

    def operand(self, depth: int) -> str:
        left, right = self.atom(depth), self.atom(depth - 1)
        sign = self.one_of("+", "-", "*", "==", "!=", "in", "not in", "and", "or", "is not")
        return self.one_of(left, left, left, f"-{left}", f"not {left}", f"{left} {sign} {right}")

    def expression(self, depth: int) -> str:
        value = self.operand(depth)
        if self.random.random() < 0.9:
            return value
        return self.one_of(
            f"{value} if {self.operand(depth - 1)} else {self.atom(depth - 1)}", f"lambda g, f: {value}"
        )

    def statement(self, indent: str) -> list[str]:
        value = self.expression(self.random.choice((1, 2, 3, 4)))
        target = self.one_of("x", "g.frame_disc[cell]", "x: int", "X: Final[tuple[int, ...]]")
        plain = [
            f"{target} = {value}",
            f"return {value}",
            f"f({value})",
            f"x += {value}",
            f"return {value}, 1",
        ]
        if len(indent) > 8 or self.random.random() < 0.7:
            return [indent + self.one_of(*plain) + self.one_of("", "", "", "  # rules/x.rules:41")]
        head = self.one_of(f"if {value}:", f"for x in {value}:", f"while {value}:")
        lines = [indent + head, *self.statement(indent + "    ")]
        if head.startswith("if"):
            lines += [f"{indent}elif {self.expression(2)}:", *self.statement(indent + "    ")]
        return lines

    def function(self) -> str:
        params = "".join(f", parameter_{i}: int" for i in range(self.random.choice((0, 1, 3, 7))))
        lines = [f"def f(g: G{params}) -> {self.one_of('int', 'Then | None')}:"]
        for _ in range(self.random.choice((1, 2, 4))):
            lines += self.statement("    ")
        return "\n".join(lines) + "\n" + "\n" * self.random.choice((0, 1, 3))


SEEDS = [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 12))]


@pytest.mark.parametrize("seed", SEEDS)
def test_made_up_code(seed: int) -> None:
    make = Maker(seed)
    for _ in range(12):
        text = make.function() + make.function()
        try:
            ast.parse(text)
        except SyntaxError:
            continue  # such as `not x + not y`
        assert formatted(text) == by_black(text)
