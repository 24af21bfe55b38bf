"""Expressions of the code tree as C: each kind has a line, and all give one word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...code import tree as code
from ...code.tree import Expr
from ...code.types import Type
from . import library
from .scope import free
from .unit import Unit, Untranslatable, constant_text

SCALARS = {
    *("flag", "number", "player", "kind", "cell", "edge", "piece"),
    *("direction", "resource", "effect", "none", "text", "participant"),
}
COLLECTIONS = {"many", "list", "set", "frozen set", "bundle", "record", "map"}
NUMBERS = {"players": "players", "trial": "trial", "over": "over", "choice": "choice", "you": "you"}
ARITHMETIC = {"+": "rw_add", "-": "rw_subtract", "*": "rw_times", "//": "rw_quotient", "%": "rw_remainder"}


def scalar(type: Type) -> bool:
    """Whether values of a type are single numbers."""
    return type.name in SCALARS


class Expressions:
    """Prints the expressions of one function; `temps` are the locals that it needs for itself."""

    def __init__(self, unit: Unit, helper: Callable[[code.Function], str]) -> None:
        self.unit = unit
        self.helper = helper  # prints a function that is made from a part of this one
        self.temps = 0

    # ------------------------------------------------------------ values and tests

    def value(self, e: Expr) -> str:
        """An expression as a word."""
        made = getattr(self, f"on_{type(e).__name__}", None)
        if made is None:
            raise Untranslatable(type(e).__name__)
        found: str = made(e)
        return found

    def test(self, e: Expr) -> str:
        """An expression that is only looked at."""
        made = TESTS.get(type(e))
        if made is not None:
            found = made(self, e)
            if found:
                return found
        if e.type.name == "flag":
            return f"({self.value(e)} != 0)"
        return f"rw_some({self.value(e)})"

    def temp(self) -> str:
        """A new local of the function."""
        self.temps += 1
        return f"t_{self.temps}"

    def in_order(self, parts: list[Expr], made: Callable[[list[str]], str]) -> str:
        """Something of several values; they are worked out one after the other where that matters."""
        texts = [self.value(x) for x in parts]
        several = len([x for x in parts if not isinstance(x, (code.Literal, code.Constant))]) > 1
        if not (several and any(self.unit.acts(x) for x in parts)):
            return made(texts)
        temps = [self.temp() for _ in parts]
        before = "".join(f"{t} = {x}, " for t, x in zip(temps, texts))
        return f"({before}{made(temps)})"

    # ------------------------------------------------------------ simple ones

    def on_Literal(self, e: code.Literal) -> str:
        if e.value is None:
            return "NIL"
        return f"N({1 if e.value else 0})" if isinstance(e.value, (str, bool)) else f"N({e.value})"

    def on_Constant(self, e: code.Constant) -> str:
        if e.name in self.unit.readers and e.module == "rules":
            return self.unit.table(e.name, "rules")
        return constant_text(self.unit, e)

    def on_Local(self, e: code.Local) -> str:
        return f"v_{e.name}"

    def on_Field(self, e: code.Field) -> str:
        if e.attribute in NUMBERS:
            return f"N(g->{NUMBERS[e.attribute]})"
        if e.attribute == "lasting":
            assert e.index is not None
            return f"g->f[FIRST_STORE + rw_number({self.value(e.index)})]"
        if e.attribute not in self.unit.fields:
            raise Untranslatable(f"the attribute {e.attribute}")
        name = self.unit.fields[e.attribute]
        return f"g->f[{name}]" if e.index is None else f"rw_element(g, {name}, {self.value(e.index)})"

    def on_Index(self, e: code.Index) -> str:
        if isinstance(e.of, code.MapOf) and isinstance(e.at, code.Part) and e.at.name == "menu":
            return self.by_menu(e.of, e.at)
        if isinstance(e.of, code.Constant) and e.of.name in self.unit.stores:
            return f"rw_kept(g->c, {self.unit.stores[e.of.name]}, {self.value(e.at)})"
        if isinstance(e.at, code.Literal) and e.of.type.name in ("frame", "record", "bundle", "many"):
            return f"rw_at(g->c, {self.value(e.of)}, {e.at.value})"
        return self.in_order([e.of, e.at], lambda x: f"rw_index(g->c, {x[0]}, {x[1]})")

    def by_menu(self, given: code.MapOf, menu: code.Part) -> str:
        """What the menu of a picked action passes on."""
        assert isinstance(menu.of, code.Index)
        found = "rw_no_things()"
        for key, value in given.items:
            assert isinstance(key, code.Literal)
            of = f"rw_action_menu(g, {self.value(menu.of.at)})"
            found = f"({of} == {self.unit.menus.index(str(key.value))} ? {self.value(value)} : {found})"
        return found

    def on_Slice(self, e: code.Slice) -> str:
        low, high = (self.value(x) if x is not None else "NIL" for x in (e.low, e.high))
        return f"rw_slice(g->c, {self.value(e.of)}, {low}, {high})"

    def on_Part(self, e: code.Part) -> str:
        if e.name == "names":
            return "N(1)"
        if e.name in library.WAYS and e.of.type.name != "board":
            return f"rw_at(g->c, {self.value(e.of)}, {library.WAYS[e.name]})"
        return self.part(e.of, e.name)

    def part(self, board: Expr, name: str) -> str:
        """A part of a board, which may depend on how many play."""
        if isinstance(board, code.Constant):
            return self.unit.table(board.name, name)
        if isinstance(board, code.Index) and isinstance(board.of, code.Constant):
            return f"rw_index(g->c, {self.unit.table(board.of.name, name)}, {self.value(board.at)})"
        raise Untranslatable("a board that is worked out")

    # ------------------------------------------------------------ operators

    def on_Not(self, e: code.Not) -> str:
        return f"rw_flag(!{self.test(e.value)})"

    def on_Negative(self, e: code.Negative) -> str:
        return f"(-rw_whole(g->c, {self.value(e.value)}))"

    def on_Binary(self, e: code.Binary) -> str:
        if e.op not in ARITHMETIC:
            return f"rw_flag({compared(self, e)})"
        function = ARITHMETIC[e.op]
        types = {e.left.type.name, e.right.type.name}
        if e.op == "+" and "text" in types:
            return self.in_order([e.left, e.right], lambda x: f"({x[0]} | {x[1]})")
        if e.op == "+" and types & COLLECTIONS:
            function = "rw_chained"
        elif e.op == "+" and not types & SCALARS:
            function = "rw_plus"
        return self.in_order([e.left, e.right], lambda x: f"{function}(g->c, {x[0]}, {x[1]})")

    def on_Logic(self, e: code.Logic) -> str:
        return f"rw_flag({logic(self, e)})"

    def on_OrElse(self, e: code.OrElse) -> str:
        kept = self.temp()
        return f"({kept} = {self.value(e.value)}, rw_some({kept}) ? {kept} : {self.value(e.otherwise)})"

    def on_Conditional(self, e: code.Conditional) -> str:
        return f"({self.test(e.test)} ? {self.value(e.then)} : {self.value(e.otherwise)})"

    def on_Contains(self, e: code.Contains) -> str:
        return f"rw_flag({contains(self, e)})"

    def on_Some(self, e: code.Some) -> str:
        return f"rw_flag({some(self, e)})"

    def on_Size(self, e: code.Size) -> str:
        return f"N((int64_t)rw_size(g->c, {self.value(e.of)}))"

    def on_IsUnset(self, e: code.IsUnset) -> str:
        return f"rw_flag({self.value(e.value)} == NIL)"

    def on_Same(self, e: code.Same) -> str:
        return f"rw_flag({self.value(e.left)} == {self.value(e.right)})"

    # ------------------------------------------------------------ collections

    def on_Collection(self, e: code.Collection) -> str:
        if e.type.name in ("map", "list", "set") and not e.items:
            return f"rw_growing(g->c, 8, {'MAP' if e.type.name == 'map' else 'SEQUENCE'})"
        if not e.items:
            return "rw_no_things()"
        size = len(e.items)
        parts = [x.of if isinstance(x, code.Spread) else x for x in e.items]
        if any(isinstance(x, code.Spread) for x in e.items):
            marks = ", ".join("1" if isinstance(x, code.Spread) else "0" for x in e.items)
            spread = f"(const char[]){{{marks}}}"
            return self.in_order(parts, lambda x: f"rw_spread(g->c, {size}, {words(x)}, {spread})")
        return self.in_order(parts, lambda x: f"rw_sequence(g->c, {size}, {words(x)})")

    def on_MapOf(self, e: code.MapOf) -> str:
        parts = [x for pair in e.items for x in pair]
        return self.in_order(parts, lambda x: f"rw_map_of(g->c, {len(parts)}, {words(x)})")

    def on_Filled(self, e: code.Filled) -> str:
        return self.in_order([e.value, e.times], lambda x: f"rw_filled(g->c, {x[0]}, {x[1]})")

    def on_Range(self, e: code.Range) -> str:
        return self.in_order([e.low, e.high], lambda x: f"rw_range(g->c, {x[0]}, {x[1]})")

    def on_Convert(self, e: code.Convert) -> str:
        if e.to == "text":
            return "N(1)"
        if e.to == "flag":
            return f"rw_flag({self.test(e.value)})"
        if e.to == "number":
            return self.value(e.value)
        function = {"values": "rw_values_of", "once": "rw_distinct", "set": "rw_distinct", "frozen set": "rw_distinct"}
        return f"{function.get(e.to, 'rw_sequence_of')}(g->c, {self.value(e.value)})"

    def on_Query(self, e: code.Query) -> str:
        from .queries import function_of

        made = function_of(e, self.unit.helper("query"))
        name = self.helper(made)
        return f"{name}(g{''.join(f', v_{p.name}' for p in made.params)})"

    def on_Frame(self, e: code.Frame) -> str:
        label = constant_text(self.unit, e.label).removeprefix("N(").removesuffix(")")
        size = len(e.saved)

        def made(x: list[str]) -> str:
            return f"rw_frame(g, {x[0]}, {label}, {size}, {words(x[1:]) if size else 'NULL'})"

        return self.in_order([e.up, *e.saved], made)

    # ------------------------------------------------------------ calls

    def on_Call(self, e: code.Call) -> str:
        if e.module in ("rules", "reasons"):
            given = [a for a in e.args if a.type.name != "position"]
            name = self.unit.need(e.function)
            return self.in_order(given, lambda x: f"{name}({', '.join(['g', *x])})")
        if e.module == "state":
            return self.piece_function(e)
        if e.function in library.WORDS:
            return "N(1)"
        if e.module == "language" and e.function in ("min", "max"):
            return self.extreme(e)
        if e.function == "without_alike":
            sorts = e.args[2]
            assert isinstance(sorts, code.Constant)
            return f"rw_without_alike(g, {self.value(e.args[1])}, {self.unit.need(sorts.name)})"
        if e.function == "completable":
            return self.completable(e)
        if e.function == "touching":
            near = self.part(e.args[0], "neighbours")
            return self.in_order(list(e.args[1:]), lambda x: f"rw_board_touching(g->c, {near}, {x[0]}, {x[1]})")
        known = library.FUNCTIONS.get((e.module, e.function))
        if known is None:
            raise Untranslatable(f"the function {e.function}")
        return self.library_call(known, e)

    def library_call(self, known: library.Given, e: code.Call) -> str:
        """A function of the C runtime."""
        given: dict[str, Expr] = {}
        for param, arg in zip(known.params, e.args):
            given[arg.name if isinstance(arg, code.Named) else param] = (
                arg.value if isinstance(arg, code.Named) else arg
            )
        wanted = [p for p in known.params if not p.startswith("-")]
        there = [p for p in wanted if p in given and p != "&"]

        def made(x: list[str]) -> str:
            texts = dict(zip(there, x))
            parts = [{"c": "g->c", "g": "g"}[known.first]] if known.first else []
            for p in wanted:
                parts.append(self.closure(given[p]) if p == "&" else texts.get(p) or known.default(p))
            return f"{known.name}({', '.join(parts)})"

        return self.in_order([given[p] for p in there], made)

    def closure(self, e: Expr) -> str:
        """A function without a name, with the locals that it reads."""
        assert isinstance(e, code.Closure)
        around = sorted(free(e))
        name = self.unit.helper("closure")
        params = tuple(code.Param(n, code.UNKNOWN) for n in (*e.params, *around))
        made = code.Function(name, params, e.body.type, (code.Return(e.body),))
        self.helper(made)
        takes = ", ".join([f"given[{i}]" for i in range(len(e.params))])
        takes += "".join(f", around[{i}]" for i in range(len(around)))
        self.helper_text(name, takes, bool(around))
        kept = f"(const Value[]){{{', '.join(f'v_{n}' for n in around)}}}" if around else "NULL"
        return f"(Closure){{{name}_run, {kept}}}"

    def helper_text(self, name: str, takes: str, around: bool) -> None:
        """The function by which the runtime calls one without a name."""
        raise NotImplementedError

    def completable(self, e: code.Call) -> str:
        """Whether a choice of several things can still be made complete."""
        texts = [self.value(a) for a in e.args[:4]]
        holds, grows = "NULL", "0"
        if len(e.args) > 4 and isinstance(e.args[4], code.Closure):
            holds = f"&{self.closure(e.args[4])}"
        if len(e.args) > 5:
            grows = self.test(e.args[5])
        return f"rw_flag(rw_completable(g, {', '.join(texts)}, {holds}, {grows}))"

    def extreme(self, e: code.Call) -> str:
        """The lowest or the highest of several numbers."""
        function = "rw_smaller" if e.function == "min" else "rw_larger"

        def made(x: list[str]) -> str:
            found = x[0]
            for one in x[1:]:
                found = f"{function}({found}, {one})"
            return found

        if len(e.args) == 1:
            raise Untranslatable(f"{e.function} of a collection")
        return self.in_order(list(e.args), made)

    def piece_function(self, e: code.Call) -> str:
        """A function that makes or moves pieces."""
        params = self.unit.pieces.get(e.function)
        if params is None:
            raise Untranslatable(f"the function {e.function}")
        given = [a for a in e.args if a.type.name != "position"]
        named = {a.name: a.value for a in given if isinstance(a, code.Named)}
        plain = [a for a in given if not isinstance(a, code.Named)]
        args = [plain[i] if i < len(plain) else named.get(p, code.NONE) for i, p in enumerate(params)]
        return self.in_order(args, lambda x: f"p_{e.function}({', '.join(['g', *x])})")

    def on_Method(self, e: code.Method) -> str:
        if e.name == "run" and isinstance(e.of, code.Index):
            parts = [e.of.at, *e.args[1:]]
            return self.in_order(parts, lambda x: f"rw_run_action(g, {', '.join(x)})")
        if e.name == "isdisjoint":
            return f"rw_flag(rw_disjoint(g->c, {self.value(e.of)}, {self.value(e.args[0])}))"
        if e.name == "get":
            return self.looked_up(e)
        if e.name in library.METHODS:
            function, parts_given = library.METHODS[e.name]
            before = ", ".join(["g->c", *(self.part(e.of, p) for p in parts_given)])
            more = ", N(1)" if e.name == "step" and len(e.args) == 2 else ""
            return self.in_order(list(e.args), lambda x: f"{function}({before}, {', '.join(x)}{more})")
        if e.name in library.WITH_CELLS:
            return f"rw_index(g->c, {self.part(e.of, library.WITH_CELLS[e.name])}, {self.value(e.args[0])})"
        if e.name in library.BY_NUMBER:
            lines = self.part(e.of, library.BY_NUMBER[e.name])
            return f"rw_lookup(g->c, {lines}, {self.value(e.args[0])}, rw_no_things())"
        if e.name == "cell":
            sizes = ", ".join(self.part(e.of, p) for p in ("rows", "columns"))
            return self.in_order(list(e.args), lambda x: f"rw_board_cell({sizes}, {', '.join(x)})")
        if e.name in ("lines", "lines_through") and isinstance(e.args[0], code.Literal):
            return self.part(e.of, f"{e.name}:{e.args[0].value}")
        raise Untranslatable(f"the method {e.name}")

    def looked_up(self, e: code.Method) -> str:
        """What a map has for a key."""
        otherwise = self.value(e.args[1]) if len(e.args) > 1 else "NIL"
        if isinstance(e.of, code.Part) and e.of.name == "at":
            sizes = ", ".join(self.part(e.of.of, p) for p in ("rows", "columns"))
            return f"rw_board_at({sizes}, {self.value(e.args[0])})"
        if isinstance(e.of, code.Constant) and e.of.name in self.unit.stores:
            return f"rw_kept(g->c, {self.unit.stores[e.of.name]}, {self.value(e.args[0])})"
        return f"rw_lookup(g->c, {self.value(e.of)}, {self.value(e.args[0])}, {otherwise})"


def words(texts: list[str]) -> str:
    """Values side by side."""
    return f"(const Value[]){{{', '.join(texts)}}}"


# ---------------------------------------------------------------- tests


def compared(p: Expressions, e: code.Binary) -> str:
    """A comparison."""
    if e.op not in ("==", "!=", "<", "<=", ">", ">="):
        return ""
    if scalar(e.left.type) or scalar(e.right.type):
        return p.in_order([e.left, e.right], lambda x: f"({x[0]} {e.op} {x[1]})")
    if e.op in ("==", "!="):
        sign = "!" if e.op == "!=" else ""
        return p.in_order([e.left, e.right], lambda x: f"({sign}rw_equal({x[0]}, {x[1]}))")
    return p.in_order([e.left, e.right], lambda x: f"(rw_compare({x[0]}, {x[1]}) {e.op} 0)")


def logic(p: Expressions, e: code.Logic) -> str:
    """Flags side by side."""
    sign = " && " if e.op == "and" else " || "
    return f"({sign.join(p.test(x) for x in e.parts)})"


def contains(p: Expressions, e: code.Contains) -> str:
    """Whether something is in a collection; of a few things each is compared."""
    sign = "!" if e.negated else ""
    plain = isinstance(e.of, code.Collection) and not any(isinstance(x, code.Spread) for x in e.of.items)
    if plain and isinstance(e.of, code.Collection) and scalar(e.element.type) and not p.unit.acts(e.of):
        kept = p.temp()
        tests = " || ".join(f"{kept} == {p.value(x)}" for x in e.of.items) or "0"
        return f"({kept} = {p.value(e.element)}, {sign}({tests}))"
    return p.in_order([e.element, e.of], lambda x: f"({sign}rw_contains(g->c, {x[1]}, {x[0]}))")


def some(p: Expressions, e: code.Some) -> str:
    """Whether there is anything in a collection."""
    if isinstance(e.of, code.Constant) and e.of.name in p.unit.stores:
        return f"(rw_kept(g->c, {p.unit.stores[e.of.name]}, N(0)) != NIL)"
    return f"rw_some({p.value(e.of)})"


TESTS: dict[type, Callable[[Expressions, Any], str]] = {
    code.Binary: compared,
    code.Logic: logic,
    code.Contains: contains,
    code.Some: some,
    code.Not: lambda p, e: f"(!{p.test(e.value)})",
    code.IsUnset: lambda p, e: f"({p.value(e.value)} == NIL)",
    code.Same: lambda p, e: f"({p.value(e.left)} == {p.value(e.right)})",
}
