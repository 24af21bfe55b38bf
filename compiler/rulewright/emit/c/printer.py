"""What prints one function: it knows the locals it needs, and works values out in order where that matters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...code import tree as code
from ...code.tree import Expr, Function
from ...code.types import Type
from .unit import Unit, Untranslatable

SCALARS = {
    *("flag", "number", "player", "kind", "cell", "edge", "piece"),
    *("direction", "resource", "effect", "none", "text", "participant"),
}
PRINTERS: dict[type, Callable[[Printer, Any], str]] = {}  # kinds of expressions -> as a word
TESTS: dict[type, Callable[[Printer, Any], str]] = (
    {}
)  # those that are tests -> as a condition of C; "": it is none


def scalar(type: Type) -> bool:
    """Whether values of a type are single numbers."""
    return type.name in SCALARS


class Printer:
    """Prints the expressions of one function."""

    def __init__(
        self, unit: Unit, helper: Callable[[Function], None], called: Callable[[str, str, bool], None]
    ) -> None:
        self.unit = unit
        self.helper = helper  # prints a function that is made from a part of this one
        self.called = called  # prints the function by which the runtime calls one without a name
        self.temps: list[str] = []  # locals that the printer itself needs
        self.reads: set[str] = set()  # locals of the rules that are read
        self.settled: set[str] = set()  # lists that are complete: nothing is put into them any more

    def value(self, e: Expr) -> str:
        """An expression as a word."""
        made = PRINTERS.get(type(e))
        if made is None:
            raise Untranslatable(type(e).__name__)
        return made(self, e)

    def test(self, e: Expr) -> str:
        """An expression that is only looked at."""
        made = TESTS.get(type(e))
        found = made(self, e) if made is not None else ""
        if found:
            return found
        return f"({self.value(e)} != 0)" if e.type.name == "flag" else f"rw_some({self.value(e)})"

    def read(self, name: str) -> str:
        """A local of the rules."""
        self.reads.add(name)
        return f"v_{name}"

    def temp(self) -> str:
        """A new local of the function."""
        self.temps.append(f"t_{len(self.temps) + 1}")
        return self.temps[-1]

    def in_order(
        self,
        parts: list[Expr],
        made: Callable[[list[str]], str],
        printed: Callable[[Printer, Expr], str] | None = None,
    ) -> str:
        """Something of several values; they are worked out one after the other where that matters."""
        texts = [printed(self, x) if printed is not None else self.value(x) for x in parts]
        several = len([x for x in parts if not isinstance(x, (code.Literal, code.Constant))]) > 1
        if not (several and any(self.unit.acts(x) for x in parts)):
            return made(texts)
        temps = [self.temp() for _ in parts]
        before = "".join(f"{t} = {x}, " for t, x in zip(temps, texts))
        return f"({before}{made(temps)})"


def words(texts: list[str]) -> str:
    """Values side by side."""
    return f"(const Value[]){{{', '.join(texts)}}}"


def board_part(p: Printer, board: Expr, name: str) -> str:
    """A part of a board, which may depend on how many play."""
    if isinstance(board, code.Constant):
        return p.unit.table(board.name, name)
    if isinstance(board, code.Index) and isinstance(board.of, code.Constant):
        return f"rw_index(g->c, {p.unit.table(board.of.name, name)}, {p.value(board.at)})"
    raise Untranslatable("a board that is worked out")
