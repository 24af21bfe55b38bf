"""Statements and functions of the code tree as C: each kind has its macro in `templates/c.j2`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import jinja2

from ...code import tree as code
from ...code.tree import Function
from ..python.statements import environment, indented
from . import calls as calls
from . import existence as existence
from .expressions import COLLECTIONS
from .inlining import kind
from .invariants import changes_something, extended, hoisted
from .lists import KnownLoops, bare
from .printer import Printer, scalar
from .scope import assigned
from .unit import Unit, Untranslatable

LEAVING = (code.Return, code.Resume, code.Jump, code.Ask, code.Fail, code.NoRow)
ASKING = {
    "plain": "rw_ask",
    "checked": "rw_ask_checked",
    "in_unit": "rw_ask_in_unit",
    "outside": "rw_ask_outside",
}


@cache
def macro(kind: str) -> jinja2.runtime.Macro:
    """The macro that prints a kind of node."""
    found: jinja2.runtime.Macro = getattr(environment().get_template("c.j2").module, kind)
    return found


@dataclass(slots=True)
class Loop:
    """A loop that is being printed: whether something is done if it ends by itself, and whether it is left before."""

    otherwise: bool
    left: bool = False


@dataclass(slots=True)
class Printed:
    """A function on its way to its macro."""

    kind: str
    signature: str
    locals: list[str]
    unused: list[str]
    body: str
    open: bool  # its end can be reached
    inner: str = ""


class Statements(Printer):
    """Prints the statements of one function; helpers that are made on the way stand before it."""

    def __init__(self, unit: Unit, body: code.Block = ()) -> None:
        super().__init__(unit, self.helped, self.closed)
        self.known = KnownLoops(self, body)
        self.before: list[str] = []
        self.loops: list[int] = []
        self.all_loops: dict[int, Loop] = {}

    # ------------------------------------------------------------ functions

    def helped(self, f: Function) -> None:
        """Prints a function that is made from a part of this one."""
        self.before.append(function(self.unit, f, f.name))

    def closed(self, name: str, takes: str, around: bool) -> None:
        """The function by which the runtime calls one without a name."""
        self.before.append(str(macro("Called")({"name": name, "takes": takes, "around": around}, self)))

    # ------------------------------------------------------------ blocks and loops

    def lines(self, block: Iterable[code.Statement]) -> str:
        """Statements one after the other."""
        found: list[str] = []
        left = list(block)
        while left:
            text, done = self.known.made(left)
            found.append(text or ("" if done else str(macro(type(left[0]).__name__)(left[0], self))))
            del left[: max(done, 1)]
        return "".join(found)

    def block(self, block: Iterable[code.Statement]) -> str:
        """Statements inside something."""
        return indented(self.lines(block))

    def enter(self, otherwise: code.Block) -> int:
        """Begins a loop; gives its number."""
        number = len(self.all_loops) + 1
        self.all_loops[number] = Loop(bool(otherwise))
        self.loops.append(number)
        return number

    def hoisted(self, loop: code.For) -> tuple[code.For, list[str]]:
        """A loop in which what stays the same is worked out once; the locals in which it is kept."""
        return hoisted(self, loop)

    def leave(self, number: int) -> bool:
        """Ends a loop; whether it is left before its end, past what is done otherwise."""
        assert self.loops.pop() == number
        return self.all_loops[number].left

    def broken(self) -> str:
        """Leaves the loop around it."""
        number = self.loops[-1]
        loop = self.all_loops[number]
        if not loop.otherwise:
            return "break;"
        loop.left = True
        return f"goto after_{number};"

    def stays(self, body: code.Block) -> bool:
        """Whether the rounds of a loop leave all lists as they are: then it need not look at the size each time."""
        return not extended(body) and not any(changes_something(self.unit, x) for x in code.walk(body))

    def condition(self, e: code.Expr) -> str:
        """A test between the brackets of a statement."""
        return bare(self.test(e))

    # ------------------------------------------------------------ what is stored

    def assignment(self, s: code.Assign) -> str:
        """Stores a value."""
        target = s.target
        if isinstance(target, code.Local):
            value = self.value(s.value) if s.op == "=" else self.changed(s, self.value(target))
            # Compilers warn of a local that is given to itself.
            return f"v_{target.name} = {value};" if value != f"v_{target.name}" else f"(void){value};"
        if isinstance(target, code.Field):
            return self.field_assignment(s, target)
        if isinstance(target, code.Index):
            return self.element_assignment(s, target)
        raise Untranslatable("an assignment to something else")

    def field_assignment(self, s: code.Assign, target: code.Field) -> str:
        """Stores a value in the position."""
        if target.attribute == "over":
            return f"g->over = {self.test(s.value)};"
        if target.attribute == "memo":
            return f"rw_set_field(g, (int)(FIRST_STORE + rw_number({self.value(target.index)})), {self.value(s.value)});"  # type: ignore[arg-type]
        if target.attribute not in self.unit.fields:
            raise Untranslatable(f"the attribute {target.attribute}")
        name = self.unit.fields[target.attribute]
        if target.index is None:
            old = self.value(target)
            value = self.value(s.value) if s.op == "=" else self.changed(s, old)
            if scalar(s.value.type) and scalar(target.type):
                return f"g->f[{name}] = {value};"
            return f"rw_set_field(g, {name}, {value});"
        if s.op == "=":
            value = self.value(s.value)
            if self.unit.acts(s.value):
                kept = self.temp()  # what is stored is worked out before where
                return f"{kept} = {value};\n{self.unit.set_element(target.attribute, self.value(target.index), kept)};"
            return f"{self.unit.set_element(target.attribute, self.value(target.index), value)};"
        at = self.temp()
        change = self.changed(s, self.unit.element(target.attribute, at))
        return f"{at} = {self.value(target.index)};\n{self.unit.set_element(target.attribute, at, change)};"

    def changed(self, s: code.Assign, old: str) -> str:
        """The old value with something more, or less."""
        more = self.value(s.value)
        types = {s.target.type.name, s.value.type.name}
        if s.op == "-=":
            function = "rw_subtract"
        else:
            function = "rw_chained" if types & COLLECTIONS else "rw_add" if "number" in types else "rw_plus"
        if not self.unit.acts(s.value):
            return f"{function}(g->c, {old}, {more})"
        kept, added = self.temp(), self.temp()
        return f"({kept} = {old}, {added} = {more}, {function}(g->c, {kept}, {added}))"

    def element_assignment(self, s: code.Assign, target: code.Index) -> str:
        """Stores a value in a map, a list, or what is kept."""
        key, value = self.value(target.at), self.value(s.value)
        if s.op != "=":
            raise Untranslatable("a change of an element of a local")
        if isinstance(target.of, code.Field) and target.of.attribute in ("memo", "menu_memo"):
            field = "F_STILL"
            if target.of.attribute == "memo":
                assert target.of.index is not None
                field = f"(int)(FIRST_STORE + rw_number({self.value(target.of.index)}))"
            return f"rw_remember(g, {field}, {key}, {value});"
        if isinstance(target.of, code.Constant) and target.of.name in self.unit.stores:
            return f"rw_keep_for_good(g->c, {self.unit.stores[target.of.name]}, {key}, {value});"
        if isinstance(target.of, code.Local):
            name = self.read(target.of.name)
            return f"{name} = rw_with(g->c, {name}, {key}, {value});"
        raise Untranslatable("an assignment to an element of something else")

    def added(self, s: code.Put) -> str:
        """Adds a value to a list or a set."""
        if isinstance(s.into, code.Constant) and s.into.name in self.unit.stores:
            return f"rw_keep_for_good(g->c, {self.unit.stores[s.into.name]}, N(0), {self.value(s.value)});"
        if not isinstance(s.into, code.Local):
            raise Untranslatable("a list that is no local")
        function = "rw_put_once" if s.into.type.name == "set" else "rw_put"
        return f"v_{s.into.name} = {function}(g->c, {self.read(s.into.name)}, {self.value(s.value)});"

    def done(self, call: code.Expr) -> str:
        """A call whose value is not wanted."""
        made = self.value(call)
        return f"(void){made}" if not made.startswith(("rw_end_game(", "rw_next_round(", "rw_run(")) else made

    def asked(self, s: code.Ask) -> str:
        """Asks somebody."""
        choice = self.value(s.choice).removeprefix("N(").removesuffix(")")
        parts = [s.who, s.options, s.then]
        return self.in_order(parts, lambda x: f"{ASKING[s.mode]}(g, {x[0]}, {choice}, {x[1]}, {x[2]})")


def function(unit: Unit, f: Function, name: str) -> str:
    """A function as C, with the helpers that it needs before it."""
    p = Statements(unit, f.body)
    params = [x.name for x in f.params if x.type.name != "position"]
    body = p.block(f.body)
    found = [f"v_{n}" for n in assigned(f.body) if n not in params]
    names = dict.fromkeys([*params, *assigned(f.body)])
    unused = [f"v_{n}" for n in names if n not in p.reads]
    if "g->" not in body and "(g" not in body:
        unused.append("g")
    inner = f"{name}_inside" if f.limit else name
    given = "".join(f", Value v_{x}" for x in params)
    printed = Printed(
        kind=kind(f),
        signature=f"{inner}(Position *g{given})",
        locals=found + p.temps,
        unused=unused,
        body=body,
        open=not (f.body and isinstance(f.body[-1], LEAVING)),
    )
    text = "".join(p.before) + str(macro("Function")(printed, p))
    if f.limit:
        outer = f"{name}(Position *g{given})"
        call = f"{inner}(g{''.join(f', v_{x}' for x in params)})"
        text += str(macro("Deeper")(Printed("static", outer, [], [], "", False, call), p))
    return text


def signature(f: Function) -> str:
    """The first line of a function of the rules."""
    params = [x.name for x in f.params if x.type.name != "position"]
    return f"{kind(f)} Value r_{f.name}(Position *g{''.join(f', Value v_{x}' for x in params)})"
