"""What was worked out before is given again for the same things, and only for these."""

from __future__ import annotations

from dataclasses import replace

from rulewright.code import tree as code
from rulewright.code.kept import Kept, flat
from rulewright.code.types import FLAG, NOTHING, NUMBER
from rulewright.once import are_same, once
from rulewright.surface.ast import Span


def function(value: code.Expr, line: int = 1) -> code.Function:
    body = (code.Return(value, place=Span("play.rules", line, 1, line, 9)),)
    return code.Function("f", (), NOTHING, body)


def module(item: code.Function) -> code.Module:
    return code.Module("rules", (code.Section("play.rules", (item,)),))


def test_the_earlier_function_stands_for_one_that_holds_the_same() -> None:
    kept, one = Kept(), function(code.number(3))
    kept.again(module(one))
    assert kept.again(module(function(code.number(3)))).sections[0].items[0] is one


def test_what_differs_in_anything_is_another_function() -> None:
    one = function(code.Literal(1, type=NUMBER))
    others = [
        function(code.Literal(2, type=NUMBER)),
        function(code.Literal(True, type=NUMBER)),  # equal to 1
        function(code.Literal(1, type=FLAG)),
        function(code.Literal(1, type=NUMBER), line=2),
        replace(one, note="play.rules:1"),
        replace(one, effects=code.Effects(pure=True)),
    ]
    for other in others:
        kept = Kept()
        kept.again(module(one))
        assert kept.again(module(other)).sections[0].items[0] is other
        assert flat(one) != flat(other)


def test_variants_of_a_function_are_kept_beside_each_other() -> None:
    kept, some = Kept(), [function(code.number(n)) for n in (1, 2, 3)]
    for one in some:
        kept.again(module(one))
    again = [kept.again(module(function(code.number(n)))).sections[0].items[0] for n in (3, 1, 2)]
    assert [a is b for a, b in zip(again, [some[2], some[0], some[1]], strict=True)] == [True, True, True]


def test_work_is_done_again_for_other_facts() -> None:
    asked: list[int] = []

    @once
    def sized(of: code.Function, more: int) -> int:
        asked.append(more)
        return len(flat(of)) + more

    one = function(code.number(3))
    assert sized(one, 1000) == sized(one, int("1000"))
    assert sized(one, 2000) == sized(one, 1000) + 1000
    assert asked == [1000, 2000, 1000]


def test_facts_are_the_same_objects_or_equal_numbers() -> None:
    one, alike = code.number(7), code.number(7)
    assert are_same((one, (1, one)), (one, (1, one)))
    assert not are_same((one,), (alike,))
    assert not are_same((1,), (True,))
    assert not are_same((1,), (1, 2))
