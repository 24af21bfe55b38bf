"""What the machine needs of choices, as C: functions of a frame, and lists of numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...code import tree as code
from ...code.choices import choice_name, has_sure_function, in_the_open, never_empty
from ...code.tree import Call, Expr, Field, Function, Index, Local, Logic, Param, Return, Some, number
from ...code.types import FLAG, NUMBER, OPTIONS, POSITION, RESUMED
from ...plan import model
from ...plan.names import constant
from .statements import function
from .unit import Unit

FRAME = Local("f", type=RESUMED)
YOU = Local("you", type=NUMBER)
G = Param("g", POSITION)
F = Param("f", RESUMED)


@dataclass(slots=True)
class Numbers:
    """A list of numbers in C, which begins with how many there are."""

    name: str
    numbers: list[str]


@dataclass(slots=True)
class ChoiceTable:
    """All choices of a game on their way to C."""

    unit: Unit
    plan: model.Plan
    functions: list[str] = field(default_factory=list)
    lists: list[Numbers] = field(default_factory=list)

    def rows(self) -> list[list[str]]:
        """One row for each choice, in the order of `Choice` in machine.h."""
        return [self.row(i, c) for i, c in enumerate(self.plan.choices)]

    def row(self, i: int, c: model.Choice) -> list[str]:
        """The parts of one choice."""
        sure = self.numbers(f"sure_{i}", sure_options(self.plan, c))
        harmless = self.numbers(f"harmless_{i}", [f"A_{constant(n)}" for n in c.harmless])
        beyond = self.numbers(f"beyond_{i}", [f"L_{constant(x.label)}" for x in c.beyond])
        return [
            self.made(f"options_{i}", (G, F), options_of(c)),
            f"r_{c.otherwise}__again" if c.otherwise and self.unit.need(f"{c.otherwise}__again") else "NULL",
            self.named(f"{choice_name(c)}_sure") if has_sure_function(self.plan, c) else "NULL",
            self.made(f"veil_{i}", (G, F, Param("you", NUMBER)), veil(c)),
            self.made(f"begun_{i}", (G, F), begun(c)),
            self.made(f"opened_{i}", (G, F), opened(c)),
            *(sure, harmless, beyond),
            str(int(c.private and not c.hidden)),
            str(int(c.kind == "menu" and c.type is None and c.options.second is None)),
            str(int(never_empty(self.plan, c))),
            str(int(c.decides)),
        ]

    def named(self, name: str) -> str:
        """A function of the engine."""
        return self.unit.need(name)

    def made(self, name: str, params: tuple[Param, ...], value: Expr | None) -> str:
        """A function of a frame; NULL: there is nothing to ask."""
        if value is None:
            return "NULL"
        f = Function(name, params, value.type, (Return(value),))
        self.functions.append(function(self.unit, f, f"c_{name}"))
        return f"c_{name}"

    def numbers(self, name: str, found: list[str]) -> str:
        """A list of numbers; NULL: it is empty."""
        if not found:
            return "NULL"
        self.lists.append(Numbers(f"c_{name}", found))
        return f"c_{name}"


def saved(c: model.Choice, name: str) -> Expr:
    """A local that the frame of a choice has saved."""
    return Index(FRAME, number(c.saved.index(name) + 2))


def options_of(c: model.Choice) -> Expr:
    """The options of a choice, worked out again from its frame."""
    if c.options.name == "yes_or_no":
        return Call("yes_or_no", (code.POSITION_LOCAL,), "runtime", type=OPTIONS)
    args = tuple(saved(c, name) for name, _ in c.options.params)
    return Call(c.options.name, (code.POSITION_LOCAL, *args), type=OPTIONS)


def begun(c: model.Choice) -> Expr | None:
    """Whether some of a set is chosen already."""
    return Some(saved(c, c.options.picked), type=FLAG) if c.kind == "subset" else None


def opened(c: model.Choice) -> Expr | None:
    """Whether an earlier answer has begun the unit that the block of its statement is."""
    if not c.opened:
        return None
    return Some(saved(c, c.options.picked), type=FLAG) if c.opened == "picked" else code.YES


def veil(c: model.Choice) -> Expr | None:
    """Whether a player holds something unseen; see `emit/metadata.py`, which says the same for Python."""
    can_decline = c.options.optional or c.options.refusal or c.kind in ("subset", "may", "branch")
    if not c.veil or c.hidden or not can_decline:
        return None
    picked = saved(c, c.options.picked) if c.kind == "subset" else None
    plain = all(info.type.is_many and info.key is None for info in c.veil)
    pick = c.options.pick
    if picked is not None and c.private and plain and pick is not None and pick.number is None:
        held = [Field(info.attribute, YOU, type=info.type) for info in c.veil]
        return either([Call("any_left", (one, picked), "runtime", type=FLAG) for one in held])
    tests: list[Expr] = [] if picked is None else [code.Not(Some(picked, type=FLAG), type=FLAG)]
    if in_the_open(c):
        tests.append(Call(f"{choice_name(c)}_open", (code.POSITION_LOCAL, FRAME), "reasons", type=FLAG))
    if all(info.type.is_many for info in c.veil):
        tests.append(either([held_of(info.attribute, info.key_size if info.key else 0) for info in c.veil]))
    return Logic("and", (*tests, code.YES), type=FLAG)


def held_of(attribute: str, size: int) -> Expr:
    """Whether a player holds something in a field, or under any of its keys."""
    if not size:
        return Some(Field(attribute, YOU), type=FLAG)
    first = code.Binary("*", YOU, number(size), type=NUMBER)
    end = code.Binary("+", first, number(size), type=NUMBER)
    return Call("any", (code.Slice(Field(attribute), first, end),), "language", type=FLAG)


def either(tests: list[Expr]) -> Expr:
    """One of several tests."""
    return tests[0] if len(tests) == 1 else Logic("or", tuple(tests), type=FLAG)


def sure_options(plan: model.Plan, c: model.Choice) -> list[str]:
    """Options that need no trial outside of units."""
    if c.kind == "may":
        return ["0"]
    if c.kind == "menu":
        menus = [m for m, _ in c.options.menus]
        return [f"A_{constant(a.name)}" for a in plan.actions if a.menu in menus and a.exact] + [
            "NONE_NUMBER"
        ]
    if c.kind == "branch":
        return [str(int(x)) for x in c.sure]
    return ["NONE_NUMBER"] if c.options.optional else []
