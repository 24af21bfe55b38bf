"""The code tree as stable text: one line for each statement, for readers and for the tests of passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from . import tree as code
from .types import Type, parts_of

HIDDEN = {"place", "type", "note", "effects"}


def text(module: code.Module) -> str:
    """All functions and tables of a module."""
    lines: list[str] = []
    for section in module.sections:
        lines += [f"section {section.title}", ""]
        for item in section.items:
            lines += [*(function(item) if isinstance(item, code.Function) else table(item)), ""]
    return "\n".join(lines)


def table(t: code.Table) -> list[str]:
    """A table in one line."""
    return [f"table {t.name}: {typed(t.type)} = {expression(t.value)}"]


def function(f: code.Function) -> Iterator[str]:
    """A function: its head, what it may do, its body."""
    params = ", ".join(f"{p.name}: {typed(p.type)}" for p in f.params)
    yield f"function {f.name}({params}) -> {typed(f.result)}"
    marks = [word for word in ("pure", "constant", "asks", "fails") if getattr(f.effects, word)]
    marks += ["removable"] if f.removable else []
    marks += [f"limit {f.limit}"] if f.limit else []
    if f.memo is not None:
        figures = f" while {expression(f.memo.figures)}" if f.memo.figures is not None else ""
        marks.append(f"memo {f.memo.store}{figures}")
    if marks:
        yield f"  ({', '.join(marks)})"
    yield from block(f.body, 1)


def block(statements: code.Block, depth: int) -> Iterator[str]:
    """Statements, one after the other."""
    for s in statements:
        yield from statement(s, depth)


def statement(s: code.Statement, depth: int) -> Iterator[str]:
    """A statement, and what is inside it."""
    indent = "  " * depth
    if isinstance(s, code.If):
        for i, case in enumerate(s.cases):
            yield f"{indent}{'else if' if i else 'if'} {expression(case.test)}"
            yield from block(case.body, depth + 1)
        yield from otherwise(s.otherwise, depth, "else")
    elif isinstance(s, code.For):
        yield f"{indent}for {', '.join(s.names)} in {counted(s)}"
        yield from block(s.body, depth + 1)
        yield from otherwise(s.otherwise, depth, "if none was the last")
    elif isinstance(s, code.Repeat):
        yield f"{indent}repeat {s.where}"
        yield from block(s.body, depth + 1)
    elif isinstance(s, code.Assign):
        declared = f": {typed(s.declared)}" if s.declared is not None else ""
        yield f"{indent}{expression(s.target)}{declared} {s.op} {expression(s.value)}"
    elif isinstance(s, code.Unpack):
        yield f"{indent}{', '.join(s.names)} = {expression(s.value)}"
    elif isinstance(s, code.Declare):
        yield f"{indent}{s.name}: {typed(s.type)}"
    else:
        yield f"{indent}{' '.join([word(s), *parts(s)])}"


def otherwise(statements: code.Block, depth: int, head: str) -> Iterator[str]:
    """What is done in the other case, if there is something to do."""
    if statements:
        yield f"{'  ' * depth}{head}"
        yield from block(statements, depth + 1)


def word(node: code.Node) -> str:
    """The kind of a node."""
    return type(node).__name__.lower()


def parts(node: code.Node) -> list[str]:
    """The fields of a node that say something."""
    values = [getattr(node, f.name) for f in fields(node) if f.name not in HIDDEN]
    return [part_text(value) for value in values if value is not None and value != "" and value != ()]


def part_text(value: Any) -> str:
    """A field of a node."""
    if isinstance(value, code.Expr):
        return expression(value)
    if isinstance(value, code.Clause):
        wanted = f" where {expression(value.test)}" if value.test is not None else ""
        return f"for {', '.join([value.name, *value.also])} in {counted(value)}{wanted}"
    if isinstance(value, tuple):
        return f"({', '.join(map(part_text, value))})"
    return str(value)


def counted(loop: code.For | code.Clause) -> str:
    """What a loop goes over, and whether that counts as steps."""
    times = f" {loop.counted} times" if loop.counted > 1 else ""
    return (f"counted{times} " if loop.counted else "") + expression(loop.source)


def expression(e: code.Expr) -> str:
    """An expression in one line."""
    if isinstance(e, (code.Local, code.Constant)):
        return e.name
    if isinstance(e, code.Literal):
        return "unset" if e.value is None else repr(e.value)
    if isinstance(e, code.Field):
        return f"g.{e.attribute}" + (f"[{expression(e.index)}]" if e.index is not None else "")
    if isinstance(e, code.Index):
        return f"{expression(e.of)}[{expression(e.at)}]"
    if isinstance(e, code.Part):
        return f"{expression(e.of)}.{e.name}"
    if isinstance(e, code.Call):
        return f"{e.function}({', '.join(map(expression, e.args))})"
    if isinstance(e, code.Binary):
        return f"({expression(e.left)} {e.op} {expression(e.right)})"
    if isinstance(e, code.Logic):
        return f"({f' {e.op} '.join(map(expression, e.parts))})"
    if isinstance(e, code.Collection):
        return f"{e.type.name}({', '.join(map(expression, e.items))})"
    return f"{word(e)}({', '.join(parts(e))})"


def typed(type: Type) -> str:
    """A type in words."""
    if type.name == "record":
        return f"({', '.join(map(typed, parts_of(type)))})"
    if type.name in ("list", "set", "frozen set", "unset", "many"):
        return f"{type.shape or type.name} of {typed(type.item)}"
    return str(type)
