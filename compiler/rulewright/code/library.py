"""Functions of the library that are about players, lists, numbers and chance."""

from __future__ import annotations

from ..plan.names import constant, local_name
from ..typed.expr import Const, DefineRef, Directions, Lib, ListOf, NoRow, Participant, SomeSubset, is_lib
from ..typed.infer.directions import SIDES
from ..typed.tree import Pick
from . import tree as code
from .fold import folded
from .lowering import (
    LIBRARY,
    Lowering,
    define_call,
    expr,
    is_ready,
    items,
    library,
    many,
    members_of,
    operation,
)
from .tree import (
    POSITION_LOCAL,
    Binary,
    Call,
    Closure,
    Constant,
    Convert,
    Expr,
    Literal,
    number,
    runtime,
)
from .types import FLAG, NUMBER
from .types import many as sequence

# Functions of the library that the runtime does not have -> where they are.
OTHERS = {"abs": "language", "effect_is_exact": "rules"}


@operation(Lib)
def called(c: Lowering, e: Lib) -> Expr:
    """A function of the library: in a form of its own, or as a function of the runtime."""
    if e.name in LIBRARY:
        return LIBRARY[e.name](c, e)
    args = tuple(many(c, a) if a.type.is_many else expr(c, a) for a in e.arguments if a is not None)
    return Call(e.name, args, OTHERS.get(e.name, "runtime"), type=e.type, place=e.span)


# ---------------------------------------------------------------- players


def players(c: Lowering, extra: int) -> Expr:
    """How many seats there are, with some that no human takes."""
    seats = code.Field("players", type=NUMBER)
    return Binary("+", seats, number(extra), type=NUMBER) if extra else seats


@library("players", "participants")
def all_players(c: Lowering, e: Lib) -> Expr:
    """The numbers of all players, or of all seats."""
    extra = len(c.game.participants) if e.name == "participants" else 0
    return code.Range(number(0), players(c, extra), type=e.type, place=e.span)


@library("players_count")
def players_count(c: Lowering, e: Lib) -> Expr:
    """How many play."""
    return players(c, 0)


@operation(Participant)
def participant(c: Lowering, e: Participant) -> Expr:
    """A seat that no human takes."""
    return players(c, e.number)


@library("first_player", "first_seat")
def first_player(c: Lowering, e: Lib) -> Expr:
    """The first seat."""
    return number(0)


@library("winners")
def winners(c: Lowering, e: Lib) -> Expr:
    """Who has won."""
    return code.Field("winners", type=e.type)


@library("game_over")
def game_over(c: Lowering, e: Lib) -> Expr:
    """Whether the game has ended."""
    return code.Field("over", type=FLAG)


@library("clockwise_from", "clockwise_after", "next_player")
def around_the_table(c: Lowering, e: Lib) -> Expr:
    """Players in the order in which they sit."""
    return runtime(e.name, POSITION_LOCAL, expr(c, e.arg(0)), type=e.type)


# ---------------------------------------------------------------- numbers


@library("mod")
def mod(c: Lowering, e: Lib) -> Expr:
    """What is left of a division."""
    return Binary("%", expr(c, e.arg(0)), expr(c, e.arg(1)), type=e.type, place=e.span)


@library("min", "max")
def least_or_most(c: Lowering, e: Lib) -> Expr:
    """The smallest or the largest number; of two that are at hand one is taken by a test."""
    args = [expr(c, a) for a in e.arguments if a is not None]
    if len(args) != 2:
        return Call(e.name, tuple(args), "language", type=e.type, place=e.span)
    if not all(map(is_read, args)):
        return runtime("smaller" if e.name == "min" else "larger", *args, type=e.type)
    a, b = args[::-1] if isinstance(args[0], Literal) else args
    test = Binary("<" if e.name == "min" else ">", a, b, type=FLAG)
    return code.Conditional(test, a, b, type=e.type, place=e.span)


def is_read(e: Expr) -> bool:
    """Whether a number is read where it stands."""
    return is_ready(e) or (isinstance(e, code.Field) and (e.index is None or is_ready(e.index)))


@library("pair_first", "pair_second")
def half(c: Lowering, e: Lib) -> Expr:
    """One of two things that were chosen together; yes and no are answered by numbers."""
    op = "//" if e.name == "pair_first" else "%"
    made = Binary(op, expr(c, e.arg(0)), Constant("PAIR", "runtime"), type=NUMBER, place=e.span)
    return Convert("flag", made, type=FLAG) if e.type.name == "flag" else made


@library("as_flag")
def as_flag(c: Lowering, e: Lib) -> Expr:
    """A number as yes or no."""
    return Convert("flag", expr(c, e.arg(0)), type=FLAG)


# ---------------------------------------------------------------- collections


@library("members")
def members(c: Lowering, e: Lib) -> Expr:
    """All members of a kind."""
    return Constant(f"{constant(e.of)}__ALL", "tables", type=e.type, place=e.span)


@operation(Directions)
def directions(c: Lowering, e: Directions) -> Expr:
    """Directions in which one can look."""
    if e.numbers != SIDES:
        return code.Collection(tuple(number(x) for x in e.numbers), type=e.type)
    c.needs.directions.add("all")
    return Constant("ALL_DIRECTIONS", "tables", type=e.type)


@library("size")
def size(c: Lowering, e: Lib) -> Expr:
    """How many things there are."""
    of = e.arg(0)
    if is_lib(of, "players", "participants"):
        return players(c, len(c.game.participants) if of.name == "participants" else 0)
    return code.Size(members_of(c, of), type=NUMBER, place=e.span)


@library("distinct")
def distinct(c: Lowering, e: Lib) -> Expr:
    """Things, each of them once."""
    return runtime("distinct", items(c, e.arg(0)), type=e.type)


@library("sorted")
def in_order(c: Lowering, e: Lib) -> Expr:
    """Things in the order of a figure, or of their own."""
    by, source = e.arguments[1], many(c, e.arg(0))
    one = code.Local("x_", type=e.type.item)
    key = define_call(c, by, [one]) if isinstance(by, DefineRef) else one
    over = (code.Clause("x_", source),)
    return code.Query("ordered", one, over, None if by is None else key, source, type=e.type, place=e.span)


@library("union")
def union(c: Lowering, e: Lib) -> Expr:
    """Two sequences, one after the other."""
    return Binary("+", many(c, e.arg(0)), many(c, e.arg(1)), type=e.type, place=e.span)


@library("difference")
def difference(c: Lowering, e: Lib) -> Expr:
    """A sequence without some things."""
    gone = e.arg(1)
    if isinstance(gone, ListOf) and len(gone.items) == 1:
        return runtime("without", many(c, e.arg(0)), expr(c, gone.items[0]), type=e.type)
    return runtime("difference", many(c, e.arg(0)), many(c, gone), type=e.type)


@library("reversed")
def backwards(c: Lowering, e: Lib) -> Expr:
    """A sequence from its end."""
    return runtime("backwards", many(c, e.arg(0)), type=e.type)


@library("first_some")
def first_some(c: Lowering, e: Lib) -> Expr:
    """So many things from the beginning of a sequence."""
    wanted = folded(c, e.arg(0))
    most = expr(c, wanted)
    if not (isinstance(wanted, Const) and wanted.value >= 0):
        most = Call("max", (number(0), most), "language", type=NUMBER)
    return code.Slice(many(c, e.arg(1)), None, most, type=e.type, place=e.span)


@library("tail")
def tail(c: Lowering, e: Lib) -> Expr:
    """All but the first thing of a sequence."""
    return code.Slice(many(c, e.arg(0)), number(1), None, type=e.type, place=e.span)


@library("ring_distance")
def ring_distance(c: Lowering, e: Lib) -> Expr:
    """How far two things of a ring are apart, the shorter way."""
    of = e.arg(0).type
    first, second = expr(c, e.arg(0)), expr(c, e.arg(1))
    if of.name != "kind":
        around: Expr = code.Part(Constant(constant(of.of), "tables"), "size")
        return runtime("ring_distance", first, second, around, type=NUMBER)
    length = len(c.game.kinds[of.of].members)
    if length > 12 or e.arg(1).type.optional:
        return runtime("ring_distance", first, second, number(length), type=NUMBER)
    # a difference below 0 counts from the end: the same
    steps = [number(min(n, length - n)) for n in range(length)]
    table = code.Collection(tuple(steps), type=sequence(NUMBER))
    return code.Index(table, Binary("-", first, second, type=NUMBER), type=NUMBER, place=e.span)


@operation(SomeSubset)
def some_subset(c: Lowering, e: SomeSubset) -> Expr:
    """Whether several things can be chosen as a pick wants it."""
    source, wanted, where, so_that = e.parts
    pick: Pick = e.pick
    assert source is not None
    name = local_name(pick.candidate)
    pool = many(c, source)
    if where:
        one = code.Local(name, type=source.type.item)
        pool = code.Query(
            "sequence", one, (code.Clause(name, items(c, source), expr(c, where)),), type=source.type
        )
    most = expr(c, wanted) if wanted is not None else number(1_000_000)
    low = most if pick.amount == "exactly" else number(0)
    holds: Expr = code.UNSET if so_that is None else Closure((local_name(pick.name),), expr(c, so_that))
    nothing = code.Collection((), type=source.type)
    more = [code.YES] if pick.choice in c.plan.growing else []  # a larger set is always as good
    return runtime("completable", nothing, pool, low, most, holds, *more, type=FLAG)


# ---------------------------------------------------------------- chance


@library("random_one")
def random_one(c: Lowering, e: Lib) -> Expr:
    """One thing by chance."""
    return runtime("one_of", POSITION_LOCAL, many(c, e.arg(0)), type=e.type)


@library("random_some")
def random_some(c: Lowering, e: Lib) -> Expr:
    """Some things by chance."""
    return runtime("some_of", POSITION_LOCAL, expr(c, e.arg(0)), many(c, e.arg(1)), type=e.type)


@library("roll")
def roll(c: Lowering, e: Lib) -> Expr:
    """Dice that are rolled."""
    kind = c.game.kinds[e.of]
    weights: Expr = Constant(f"{constant(e.of)}__SIDES", "tables")
    if "sides" not in kind.columns:
        weights = code.Collection(tuple(number(1) for _ in kind.members), type=sequence(NUMBER))
    return runtime("roll", POSITION_LOCAL, expr(c, e.arg(0)), weights, type=e.type)


@library("all_of")
def all_copies(c: Lowering, e: Lib) -> Expr:
    """All members of a kind, each as often as there are copies of it."""
    if "copies" in c.game.kinds[e.of].columns:
        return runtime("copies_of", Constant(f"{constant(e.of)}__COPIES", "tables"), type=e.type)
    return Constant(f"{constant(e.of)}__ALL", "tables", type=e.type)


@operation(NoRow)
def no_row(c: Lowering, e: NoRow) -> Expr:
    """That a table of the rules has no such row."""
    return runtime("no_row", code.text(f"{e.span.path}:{e.span.line}"))


@library("can_perform")
def can_perform(c: Lowering, e: Lib) -> Expr:
    """Whether a rule that is a value can be carried through."""
    args = tuple(expr(c, a) for a in e.arguments if a is not None)
    return Call("can_perform", (POSITION_LOCAL, *args), type=FLAG, place=e.span)
