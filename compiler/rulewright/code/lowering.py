"""What the way from the plan to the code tree goes by: its state, and the table of how each operation is lowered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..analysis.bounds import Bounds
from ..analysis.effects import EffectAnalysis
from ..plan import model
from ..plan.names import local_name
from ..surface.ast import Sources
from ..typed import tree as typed
from ..typed.expr import DefineRef, Lib, ListOf, Query
from ..typed.tree import E
from . import tree as code
from .types import FLAG, Type

OPERATIONS: dict[type[E], Callable[[Lowering, Any], code.Expr]] = {}  # operation -> how it is lowered
LIBRARY: dict[str, Callable[[Lowering, Lib], code.Expr]] = {}  # function of the library -> how it is lowered
Lower = TypeVar("Lower", bound=Callable[..., code.Expr])
LowerLib = TypeVar("LowerLib", bound="Callable[[Lowering, Lib], code.Expr]")
STATEMENTS: dict[type, Callable[[Lowering, typed.S], list[code.Statement]]] = {}


@dataclass(slots=True)
class Needs:
    """Tables and functions of which the code found out that it needs them."""

    line_tables: set[tuple[str, int]] = field(default_factory=set)  # lines of a length on a board
    directions: set[str] = field(default_factory=set)  # directions named by the rules; "all": the sides
    passable: set[tuple[str, str]] = field(
        default_factory=set
    )  # (board, define): cells where it always holds
    multiples: set[str] = field(
        default_factory=set
    )  # resources of which a + n * b is compared with the stock

    def add(self, other: Needs) -> None:
        """Takes in what is needed elsewhere."""
        self.line_tables |= other.line_tables
        self.directions |= other.directions
        self.passable |= other.passable
        self.multiples |= other.multiples


@dataclass
class Lowering:
    """The plan, what is known of it, and where the lowering is."""

    plan: model.Plan
    places: bool  # every statement bears its place, and no define stands where it is called
    effects: EffectAnalysis
    bounds: Bounds
    memoised: model.Memoised  # what is memoised until something changes
    stores: list[str]  # names of the functions that memoise in the position
    comparing: set[str]  # functions that compare pieces
    made_alike: set[str]  # pieces of which rules make several alike in one go
    keys: dict[str, str]  # names of functions -> what they stand for in the typed game
    jumped: set[str]  # functions that are called directly as well as resumed
    sentences: Mapping[str, str] = field(default_factory=dict)  # of the rulebook, by id
    needs: Needs = field(default_factory=Needs)
    opens: bool = True  # small defines, and figures of members, stand where they are asked for
    supports: dict[str, set[str]] = field(default_factory=dict)  # locals with a bundle -> its resources
    stop: code.Statement = field(default_factory=code.Return)  # how a rule is left
    rule: str = ""  # ids of the rule, for reasons
    result: Type | None = None  # of the function
    name: str = ""  # of the function

    @property
    def game(self) -> typed.Game:
        """The typed game."""
        return self.plan.game

    @property
    def resources(self) -> list[str]:
        """The resources, in their order."""
        return list(self.plan.game.resources)


def operation(*classes: type[E]) -> Callable[[Lower], Lower]:
    """Registers how expressions of some classes are lowered."""

    def register(lower: Lower) -> Lower:
        OPERATIONS.update(dict.fromkeys(classes, lower))
        return lower

    return register


def library(*names: str) -> Callable[[LowerLib], LowerLib]:
    """Registers how functions of the library are lowered."""

    def register(lower: LowerLib) -> LowerLib:
        LIBRARY.update(dict.fromkeys(names, lower))
        return lower

    return register


def ids(sources: Sources) -> str:
    """The ids of the rules that something comes from."""
    return ", ".join(c.id for c in sources if c.id)


# ---------------------------------------------------------------- expressions in the form that is wanted


def expr(c: Lowering, e: E) -> code.Expr:
    """A typed expression as one of the code tree."""
    from .fold import folded

    e = folded(c, e)
    return OPERATIONS[type(e)](c, e)


def many(c: Lowering, e: E) -> code.Expr:
    """A sequence."""
    made = expr(c, e)
    if e.type.name == "map":
        return code.Convert("sequence", code.Convert("values", made, type=e.type), type=e.type)
    if isinstance(made, code.Range):
        return code.Convert("sequence", made, type=e.type)
    return made


def items(c: Lowering, e: E) -> code.Expr:
    """Anything that can be gone over."""
    if isinstance(e, Query) and e.quantifier == "all":
        source, where = e.source, e.where
        if where is None:
            return items(c, source)
        one = local(e.variable, source.type.item)
        return code.Query("each", one, (clause(c, e.variable, source, where),), type=e.type, place=e.span)
    return members_of(c, e)


def members_of(c: Lowering, e: E) -> code.Expr:
    """What is in a collection, or the values of a map."""
    made = expr(c, e)
    return code.Convert("values", made, type=e.type) if e.type.name == "map" else made


def value(c: Lowering, e: E, wanted: Type) -> code.Expr:
    """A value of the type that is wanted: one thing may stand for a sequence of one."""
    if wanted.name == "many":
        return many(c, e) if e.type.is_many or isinstance(e, ListOf) else single(expr(c, e), wanted)
    return expr(c, e)


def single(one: code.Expr, type: Type) -> code.Expr:
    """A sequence of one thing."""
    return code.Collection((one,), type=type)


def local(name: str, type: Type) -> code.Local:
    """A local of the rules, out of the way of other names."""
    return code.Local(local_name(name), type=type)


def clause(c: Lowering, name: str, source: E, where: E | None) -> code.Clause:
    """One loop of a query."""
    from ..plan.substitution import all_of

    source, where = all_of(name, source, where)
    over = items(c, source)
    if where is None:
        return code.Clause(local_name(name), over, place=source.span)
    return code.Clause(local_name(name), over, expr(c, where), place=source.span)


def negated(c: Lowering, e: E) -> code.Expr:
    """That a test does not hold."""
    from ..plan.path_state import negation
    from .fold import folded

    return expr(c, negation(folded(c, e)))


def not_(value: code.Expr) -> code.Expr:
    """That a flag is false."""
    return code.Not(value, type=FLAG)


def define_call(c: Lowering, by: DefineRef, names: list[code.Expr]) -> code.Expr:
    """A call of a define that was given by its name, with the things it is asked about."""
    f = c.plan.signatures[by.define]
    args: list[code.Expr] = [code.POSITION_LOCAL]
    if f.uses_you:
        subject = by.subject
        if f.params:
            args.append(expr(c, subject) if subject is not None else code.YOU)
        else:
            args.append(names[0])
    if f.params:
        args.extend(names)
    return code.Call(c.plan.names[by.define], tuple(args), type=f.result, place=by.span)


def is_ready(e: code.Expr) -> bool:
    """Whether a value is a name or a figure: it may stand there several times."""
    return isinstance(e, (code.Local, code.Constant)) or (
        isinstance(e, code.Literal) and isinstance(e.value, int) and e.value >= 0
    )
