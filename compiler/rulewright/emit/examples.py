"""Worked examples as functions: what is given, what is called, what is claimed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..plan.analysis import all_expressions
from ..plan.model import Plan
from ..plan.names import local_name
from ..typed import tree
from ..typed.described import is_described
from ..typed.example_tree import Example, ExampleStep
from ..typed.tree import E
from .functions import FunctionPrinter
from .metadata import type_text
from .printing import indented
from .reasons import conjuncts, source_text
from .statements import ids


class ExamplePrinter(FunctionPrinter):
    def __init__(self, plan: Plan, sources: Mapping[str, str]) -> None:
        super().__init__(plan)
        self.opens = False
        self.sources = sources
        self.functions: list[str] = []

    def all(self) -> tuple[list[str], list[dict[str, Any]]]:
        rows = [self.example(i, e) for i, e in enumerate(self.game.examples)]
        return self.functions, rows

    def example(self, number: int, e: Example) -> dict[str, Any]:
        steps: list[str] = []
        for step in e.steps:
            steps.extend(self.step(f"example_{number + 1}", step, len(steps) + 1))
        return {
            "title": e.title,
            "rules": ids(e.sources),
            "place": f"{e.span.path}:{e.span.line}",
            "players": repr(tuple(e.players)),
            "steps": steps,
            "options": repr(e.options),
        }

    def step(self, example: str, s: ExampleStep, number: int) -> list[str]:
        """A step as the runtime has it; of what is claimed, each part that must hold by itself is one."""
        place = f"{s.span.path}:{s.span.line}"
        if s.kind == "given":
            name = f"{example}_given_{number}"
            self.add(f"def {name}(g: G) -> None:", self.given(s.body))
            return [f"ExampleGiven({name}, {place!r})"]
        if s.kind == "next":
            assert s.value is not None
            return [f"ExampleChance({s.what!r}, {self.told(s.value)}, {place!r})"]
        if s.kind == "claim":
            return [
                self.claim(f"{example}_claim_{number + i}", part) for i, part in enumerate(conjuncts(s.value))
            ]
        call = "None"
        if s.kind == "call":
            call = f"{example}_call_{number}"
            self.add(f"def {call}(g: G) -> Then | None:", self.call_lines(s.body))
        return [f"ExampleMove({s.kind!r}, {s.player!r}, {tuple(s.answers)!r}, {s.rule!r}, {place!r}, {call})"]

    def add(self, head: str, body: list[str]) -> None:
        self.functions.append("\n".join([head, *indented(body)]) + "\n")

    # ------------------------------------------------------------ what is given

    def told(self, values: E) -> str:
        """What chance is told to give; what depends on the position is worked out when it is needed."""
        if values.op == "list" and any(a is not None and is_described(a) for a in values.args):
            tests = ", ".join(self.told_one(a) for a in values.args if a is not None)
            return f"lambda g, things: in_turn(things, {tests})"
        known = all(x.op in ("const", "list", "range") for x in values.walk())
        return self.many(values) if known else f"lambda g, things: {self.many(values)}"

    def told_one(self, value: tree.E) -> str:
        """A test for one of the things that chance is told to give."""
        if not is_described(value):
            return f"lambda one: one == {self.expr(value)}"
        test = "True" if value.args[1] is None else self.expr(value.arg(1))
        return f"lambda {local_name(value.name)}: {test}"

    def noticed(self, s: tree.S, lines: list[str]) -> list[str]:
        """What is given is simply stored."""
        return lines

    def given(self, statements: tree.Block) -> list[str]:
        """Whatever works something out finds nothing that was worked out before."""
        lines: list[str] = []
        for s in statements:
            asks = any(e.op in ("call", "lib") for e in all_expressions([s]))
            lines += [*(["forget(g)"] if asks and lines and self.stores else []), *self.statement(s)]
        return [*lines, *(["forget(g)"] if self.stores else [])]

    # ------------------------------------------------------------ what is claimed

    def claim(self, name: str, test: E) -> str:
        """A claim with what it speaks of, so that one that fails can tell what is there instead."""
        place = f"{test.span.path}:{test.span.line}"
        found = [self.part(part) for part in sides(test)]
        self.add(
            f"def {name}(g: G) -> tuple[bool, tuple[Found, ...]]:",
            [f"return {self.expr(test)}, ({''.join(f'{part}, ' for part in found)})"],
        )
        return f"Claim({source_text(self.sources, test.span)!r}, {place!r}, {name})"

    def part(self, e: E) -> str:
        """One thing that a claim speaks of: its words in the rules, its type, its value."""
        keys = type_text(e.type.key) if e.type.name == "map" else ""
        type = type_text(e.type.item if keys else e.type)
        return f"({source_text(self.sources, e.span)!r}, {type!r}, {keys!r}, {self.expr(e)})"

    # ------------------------------------------------------------ what is called

    def do_call(self, s: tree.Call) -> list[str]:
        """What is given may also call rules that ask: the first option answers."""
        if s.call.op == "call" and s.call.name in self.plan.asking:
            call = f"{self.plan.names[s.call.name]}({', '.join([*self.arguments(s.call), 'None'])})"
            return [f"carry_out(g, lambda g: {call})"]
        return super().do_call(s)

    def call_lines(self, body: tree.Block) -> list[str]:
        lines: list[str] = []
        for s in body:
            assert isinstance(s, tree.Call)
            asking = s.call.op == "call" and s.call.name in self.plan.asking
            asking = asking or (
                s.call.name == "perform" and any(e.name in self.plan.asking for _, e in self.plan.effects)
            )
            if not asking:
                lines.extend(super().do_call(s))
            elif s.call.op == "call":
                return [
                    *lines,
                    f"return {self.plan.names[s.call.name]}({', '.join([*self.arguments(s.call), 'None'])})",
                ]
            else:
                args = [self.expr(a) for a in s.call.args if a is not None]
                return [*lines, f"return perform({', '.join(['g', *args, 'None'])})"]
        return [*lines, "return None"]


def sides(test: E) -> list[E]:
    """What a claim compares, without what it says itself."""
    if test.op not in ("compare", "in", "not in"):
        return []
    return [e for e in test.args if e is not None and not known(e)]


def known(e: E) -> bool:
    """Whether a reader of the claim knows its value."""
    return all(x.op in ("const", "list", "range", "bundle", "minus") for x in e.walk())
