"""What one C file is made of, collected while its functions are printed; and what cannot be said in C yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...code import tree as code
from ...code.tree import Call, Constant, Expr, Function

# Functions of the runtime that draw on chance, or end or count something: what stands beside them is worked out in order.
ACTING = {"below", "shuffled", "one_of", "some_of", "roll", "end_game", "next_round", "secretly"}
KEPT = {"memo", "menu_memo"}  # attributes that hold no state


class Untranslatable(Exception):
    """A construct for which there is no C yet; such an engine plays in Python alone."""


@dataclass(slots=True)
class Unit:
    """What the functions of a C file need beside themselves."""

    functions: dict[str, Function]  # all that could be printed, by name
    constants: dict[str, str]  # names of labels, choices, actions, menus, zones -> as C writes them
    fields: dict[str, str]  # attributes of the position -> their names in C
    lists: dict[str, str]  # those of them that are lists of a known size -> where they begin
    sizes: dict[str, int]  # those of them that have one size in every game -> that size
    stores: dict[str, int]  # tables of the rules in which something is kept for good -> their numbers
    readers: dict[str, Expr]  # tables of the rules with known values
    pieces: dict[str, list[str]]  # functions that make and move pieces -> the names of their parameters
    menus: list[str] = field(default_factory=list)
    tables: dict[tuple[str, str], int] = field(default_factory=dict)  # a table and a part of it -> its number
    called: list[str] = field(
        default_factory=list
    )  # functions that are needed, in the order in which they are met
    constants_made: dict[tuple[str, ...], str] = field(
        default_factory=dict
    )  # sequences of known numbers -> names
    helpers: int = 0
    acting: set[str] = field(default_factory=set)  # functions that change something, draw, or end the game

    def table(self, name: str, part: str = "") -> str:
        """A table of the engine, or a part of a board."""
        number = self.tables.setdefault((name, part), len(self.tables))
        return f"rw_tables[{number}]"

    def fixed(self, numbers: list[str]) -> str:
        """A sequence of known numbers, which is made once."""
        name = self.constants_made.setdefault(tuple(numbers), f"k_{len(self.constants_made) + 1}")
        return f"rw_object({name})"

    def element(self, attribute: str, at: str) -> str:
        """An element of a list of the position."""
        if attribute in self.lists:
            size = self.sizes.get(attribute)
            known = f"rw_own_of(g, {self.lists[attribute]}, {size}, {at})"
            return known if size else f"rw_own(g, {self.lists[attribute]}, {at})"
        return f"rw_element(g, {self.fields[attribute]}, {at})"

    def whole_list(self, attribute: str) -> str:
        """A list of the position."""
        if attribute in self.lists:
            return f"rw_object(g->lists + {self.lists[attribute]})"
        return f"g->f[{self.fields[attribute]}]"

    def set_element(self, attribute: str, at: str, value: str) -> str:
        """Stores an element of a list of the position."""
        if attribute in self.lists:
            return f"rw_set_own(g, {self.lists[attribute]}, {at}, {value})"
        return f"rw_set_element(g, {self.fields[attribute]}, {at}, {value})"

    def need(self, name: str) -> str:
        """The name in C of a function of the rules, which must be printed as well."""
        if name not in self.functions:
            raise Untranslatable(f"the function {name}")
        if name not in self.called:
            self.called.append(name)
        return f"r_{name}"

    def helper(self, kind: str) -> str:
        """A name for a function that is made from a part of another one."""
        self.helpers += 1
        return f"{kind}_{self.helpers}"

    def acts(self, e: Expr) -> bool:
        """Whether a value cannot be worked out without changing anything."""
        return any(isinstance(x, Call) and self.call_acts(x) for x in code.walk(e))

    def call_acts(self, x: Call) -> bool:
        """Whether a call does something beside giving a value."""
        return x.module == "state" or x.function in (ACTING if x.module == "runtime" else self.acting)


def acting(functions: Iterable[Function]) -> set[str]:
    """The functions that change something, draw on chance or end the game, themselves or by others."""
    direct: set[str] = set()
    callers: dict[str, set[str]] = {}
    for f in functions:
        for x in code.walk(f.body):
            if isinstance(x, Call) and x.module in ("rules", "reasons"):
                callers.setdefault(x.function, set()).add(f.name)
            if does_something(x):
                direct.add(f.name)
    found: set[str] = set()
    pending = list(direct)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += callers.get(name, ())
    return found


def does_something(x: code.Node) -> bool:
    """Whether a node changes the position, draws, asks or fails."""
    if isinstance(x, code.Assign):
        return isinstance(x.target, code.Field) and x.target.attribute not in KEPT
    if isinstance(x, Call):
        return x.module == "state" or (x.module == "runtime" and x.function in ACTING)
    return isinstance(x, (code.Ask, code.Fail, code.Resume, code.Jump, code.Method)) and (
        not isinstance(x, code.Method) or x.name == "run"
    )


def constant_text(unit: Unit, e: Constant) -> str:
    """A name with a fixed value."""
    if e.value is not None:
        return f"N({e.value})"
    if e.name in unit.constants:
        return f"N({unit.constants[e.name]})"
    if e.module == "tables":
        return unit.table(e.name)
    raise Untranslatable(f"the constant {e.name}")
