"""Hostile and odd files: bounded in work and depth, and answered in plain words."""

from __future__ import annotations

import copy

import pytest

from rulewright.diagnostics import Diagnostic, render
from rulewright.surface.ast import Span
from rulewright.surface.parse import parse, parse_expression, parse_label
from rulewright.surface.scan import MAX_DEPTH, MAX_INDENT, MAX_LINE, MAX_PROBLEMS, MAX_SIZE
from rulewright.tools.fuzz.calls import at_most

from .common import GOOD, text_of

parse("x", "rule f: nothing\n")  # the tables of the parser are made once, and those for what it cannot read
parse("x", "rule 1\n")


def problems(text: str) -> list[Diagnostic]:
    with at_most(20 * len(text) + 10_000):
        _, found = parse("x.rules", text)
    for problem in found:
        render(problem, {"x.rules": text})
    return found


HOSTILE = {
    "brackets": "define f = " + "(" * 400 + "1" + ")" * 400,
    "open brackets": "define f = " + "(" * 900,
    "calls": "define f = x" + "()" * 400,
    "dots": "define f = x" + ".x" * 400,
    "signs": "define f = " + "-" * 400 + "1",
    "nots": "define f = " + "not " * 240 + "x",
    "sums": "define f = x" + "+x" * 400,
    "conditions": "define f = x" + " if y else x" * 80,
    "queries": "define f = " + "sum (" * 180 + "x",
    "continued": "define f = x\n" + "    and x\n" * 400,
    "types": "player\n    a: " + "set of " * 140 + "x",
    "indented": "".join(" " * i + "if x:\n" for i in range(200)),
    "long line": "#" + "x" * (MAX_LINE + 1),
    "big": "#\n" * (MAX_SIZE // 2 + 1),
    "long number": "define f = " + "1" * 900,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_bounds(name: str) -> None:
    found = problems(HOSTILE[name])
    assert "RW114" in [p.code for p in found] or name == "open brackets"
    assert found


def test_many_faults_are_cut_short() -> None:
    for text in ("\x00" * 500_000, "rule f\n" * 20_000, "x = (\n" * 20_000, "\t\n" * 10_000, '"\n' * 100_000):
        assert len(problems(text)) <= MAX_PROBLEMS
    *_, last = problems("rule 1\n" * 100)
    assert last.notes
    assert "not shown" in last.notes[0]


def test_the_deepest_tree_that_is_accepted_can_be_walked() -> None:
    depth = MAX_DEPTH // 2 - 1
    indented = "".join("    " * i + "if x:\n" for i in range(1, MAX_INDENT - 1))
    line = "    " * (MAX_INDENT - 1) + "x = " + "(" * depth + "not x" + ")" * depth + "\n"
    file, found = parse("x", "rule f\n" + indented + line)
    assert file is not None, found
    copy.deepcopy(file)
    repr(file)


def test_the_work_for_a_large_game_grows_with_its_lines() -> None:
    text = "".join(text_of(path) for path in GOOD)
    lines = text.count("\n")
    assert lines > 2000
    with at_most(1_500 * lines):  # about 500 for a line
        file, _ = parse("x", text)
    assert file is not None


# ---------------------------------------------------------------- line ends and characters


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rule f\r\n    stop\r\n", "RW115"),
        ("\ufeffrule f\n    stop\n", "RW116"),
        ("rule f\r    stop\r", "RW115"),
        ("rule f\n    stop\x00\n", "RW108"),
        ("rule f\n    stop\ufeff\n", "RW108"),
        ('rule f\n    say "\ud800"\n', "RW108"),
        ("rule f\u2028    stop\n", "RW108"),
        ("rule f\n\t stop\n", "RW109"),
        ("rule f\n    stop\t# no tab before a comment\n", "RW109"),
    ],
)
def test_odd_characters(text: str, code: str) -> None:
    assert code in [p.code for p in problems(text)]


def test_windows_files_are_read_with_a_warning() -> None:
    file, found = parse("x", "\ufeffrule f\r\n    stop\r\n")
    assert file is not None
    assert [(p.code, p.severity) for p in found] == [("RW115", "warning"), ("RW116", "warning")]
    assert file.declarations[0].span == Span("x", 1, 1, 2, 9)


# ---------------------------------------------------------------- labels


def test_labels_are_split_with_places() -> None:
    parts, found = parse_label("accept {n} of {{n - 1}} for {n - 1}", Span("x", 3, 10, 3, 50))
    assert not found
    assert [p if isinstance(p, str) else p.span[1:] for p in parts] == [
        "accept ",
        (3, 19, 3, 20),
        " of {n - 1} for ",
        (3, 40, 3, 45),
    ]


@pytest.mark.parametrize(
    ("label", "code", "column"),
    [
        ("a } b", "RW113", 13),
        ("a { b", "RW113", 13),
        ("a {} b", "RW101", 14),
        ("a {x y z} b", "RW101", 18),
        ("a {x == y}", "RW110", 16),
        ("{x # y}", "RW101", 12),
        ("{x\n}", "RW101", 12),
        ("{count x in y = 2}", "RW105", 12),
    ],
)
def test_holes_that_cannot_be_read(label: str, code: str, column: int) -> None:
    _, found = parse_label(label, Span("x", 1, 10, 1, 30))
    assert [(p.code, p.span.column) for p in found] == [(code, column)]


def test_expressions_at_their_place() -> None:
    tree, found = parse_expression("x", "a + b(2)", 7, 5)
    assert not found
    assert tree is not None
    assert tree.span == Span("x", 7, 5, 7, 13)
