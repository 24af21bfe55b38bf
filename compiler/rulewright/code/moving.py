"""Things on their way: moves, draws, new pieces and shuffles as code."""

from __future__ import annotations

from ..analysis.walk import statements
from ..plan.model import Plan
from ..plan.names import constant
from ..typed import tree as typed
from ..typed import types as t
from ..typed.expr import ColumnOf, Const, Field, Local, This, You
from ..typed.tree import E, FieldInfo
from . import tree as code
from .lowering import Lowering, expr, is_ready, many, single, value
from .tree import (
    POSITION_LOCAL,
    Assign,
    Binary,
    Call,
    Collection,
    Constant,
    Do,
    Expr,
    For,
    Literal,
    Slice,
    Spread,
    Statement,
    number,
    runtime,
)
from .types import BUNDLE, NUMBER
from .values import index

ONE = code.Local("x_", type=NUMBER)  # the piece that is on its way


def is_piece(e: E) -> bool:
    """Whether something is a piece, or pieces."""
    return (e.type.item if e.type.is_many else e.type).name == "piece"


def piece_of(e: E) -> str:
    """The sort of pieces."""
    return (e.type.item if e.type.is_many else e.type).of


def is_zone(e: E) -> bool:
    """Whether something is a zone of pieces."""
    return isinstance(e, Field) and e.type.is_many and e.type.shape in t.ZONES and is_piece(e)


def in_state(verb: str, piece: str, *args: Expr) -> Call:
    """A call of a function of the state that moves a piece."""
    return Call(f"{verb}_{piece}", (POSITION_LOCAL, *args), "state")


# ---------------------------------------------------------------- moves


def move(c: Lowering, s: typed.S) -> list[Statement]:
    """Moves pieces to cells or zones, or values to other fields."""
    assert isinstance(s, typed.Move)
    goal = s.goal
    if goal.type.name == "cell" or (
        goal.type.is_many and goal.type.item.name == "cell" and not isinstance(goal, Field)
    ):
        cells = many(c, goal) if goal.type.is_many else single(expr(c, goal), goal.type)
        piece = piece_of(s.what)
        if s.what.type.is_many:
            return [For((ONE.name,), many(c, s.what), (Do(in_state("stand", piece, ONE, cells)),))]
        return [Do(in_state("stand", piece, expr(c, s.what), cells))]
    if is_piece(s.what) and is_zone(goal):
        return move_pieces(c, s)
    return move_values(c, s)


def move_pieces(c: Lowering, s: typed.Move) -> list[Statement]:
    """A whole zone is moved in one go; other pieces leave the zone in which they are one by one."""
    first, goal, place = zone(c, s.goal, "goal_")
    if is_zone(s.what) and not first and s.end != "top":
        found, origin, _ = zone(c, s.what, "origin_")
        moved = code.Local("moved", type=s.what.type)
        empty = Assign(origin, Collection(type=s.what.type))
        return [*found, Assign(moved, origin), empty, *arrive(s.what, moved, goal, place)]
    if s.what.type.is_many:
        return [For((ONE.name,), many(c, s.what), (*first, *move_piece(s, ONE, goal, place)))]
    what = expr(c, s.what)
    if not is_ready(what):
        first, what = [Assign(ONE, what), *first], ONE
    return [*first, *move_piece(s, what, goal, place)]


def move_piece(s: typed.Move, what: Expr, goal: code.Field, place: Expr) -> list[Statement]:
    """One piece, wherever it is."""
    arrival = Assign(goal, Collection((what,), type=goal.type), "+=")
    if s.end == "top":
        arrival = Assign(goal, Collection((what, Spread(goal)), type=goal.type))
    return [Do(in_state("leave", piece_of(s.what), what, place)), arrival]


def arrive(of: E, pieces: code.Local, goal: code.Field, place: Expr) -> list[Statement]:
    """Pieces that have left their zone come to the end of another one."""
    lies = Assign(code.Field(f"{piece_of(of)}_zone", ONE, type=NUMBER), place)
    return [Assign(goal, pieces, "+="), For((ONE.name,), pieces, (lies,))]


def zone(c: Lowering, e: E, name: str) -> tuple[list[Statement], code.Field, Expr]:
    """A zone: its field and its number, and what finds out first which one of several it is."""
    assert isinstance(e, Field)
    info: FieldInfo = e.info
    owner, key = e.owner, e.key
    first_number = Constant(f"Z_{constant(info.attribute)}", "state")
    if owner is None and key is None:
        return [], code.Field(info.attribute, type=e.type), first_number
    at = index(c, info, owner, key)
    first: list[Statement] = []
    if not is_simple(at):
        first, at = [Assign(code.Local(name, type=NUMBER), at)], code.Local(name, type=NUMBER)
    return first, code.Field(info.attribute, at, type=e.type), Binary("+", first_number, at, type=NUMBER)


def is_simple(at: Expr) -> bool:
    """Whether a place is a name or a figure, or a row and a place in it."""
    if isinstance(at, Binary) and at.op == "+" and isinstance(at.left, Binary) and at.left.op == "*":
        return is_ready(at.left.left) and isinstance(at.left.right, Literal) and is_ready(at.right)
    return is_ready(at)


def less(origin: Expr, values: Expr) -> Expr:
    """What is left of some values without others."""
    if isinstance(values, Collection) and len(values.items) == 1 and is_ready(values.items[0]):
        return runtime("without", origin, values.items[0], type=origin.type)
    return runtime("difference", origin, values, type=origin.type)


def move_values(c: Lowering, s: typed.Move) -> list[Statement]:
    """Values that leave one field for another one."""
    values = many(c, s.what) if s.what.type.is_many else single(expr(c, s.what), t.many(s.what.type))
    made: list[Statement] = []
    moved = code.Local("moved", type=values.type)
    if s.origin is not None and not isinstance(s.what, (Local, Const)):
        made.append(Assign(moved, values))
        values = moved
    if s.origin is not None:
        origin = expr(c, s.origin)
        made.append(Assign(origin, less(origin, values)))
    goal = expr(c, s.goal)
    if not s.goal.type.is_many:
        whole = s.what.type.is_many or values is moved
        one = runtime("first", values, type=goal.type) if whole else expr(c, s.what)
        return [*made, Assign(goal, one)]
    if s.goal.type.shape == "set":
        return [*made, Assign(goal, runtime("joined", goal, values, type=goal.type))]
    left, right = (values, goal) if s.end == "top" else (goal, values)
    return [*made, Assign(goal, Binary("+", left, right, type=goal.type))]


# ---------------------------------------------------------------- draws and shuffles


def draw(c: Lowering, s: typed.S) -> list[Statement]:
    """Draws things from the top of a zone or a list."""
    assert isinstance(s, typed.Draw)
    amount = expr(c, s.amount)
    if not isinstance(s.amount, Const) and (s.amount.type.low is None or s.amount.type.low < 0):
        amount = Call("max", (number(0), amount), "language", type=NUMBER)
    if is_zone(s.origin) and is_zone(s.goal):
        return draw_pieces(c, s, amount)
    origin, goal = expr(c, s.origin), expr(c, s.goal)
    drawn = code.Local("drawn", type=s.origin.type)
    made: list[Statement] = [
        Assign(drawn, Slice(origin, None, amount, type=origin.type)),
        Assign(origin, Slice(origin, amount, None, type=origin.type)),
    ]
    if s.goal.type.is_many:
        return [*made, Assign(goal, Binary("+", goal, drawn, type=goal.type))]
    return [*made, Assign(goal, runtime("first", drawn, type=goal.type))]


def draw_pieces(c: Lowering, s: typed.Draw, amount: Expr) -> list[Statement]:
    """Pieces that are drawn from one zone into another."""
    first, origin, _ = zone(c, s.origin, "origin_")
    others, goal, place = zone(c, s.goal, "goal_")
    top = Slice(origin, None, amount, type=origin.type)
    if others:  # which zone it is may change with each piece
        leave = Do(in_state("leave", piece_of(s.origin), ONE, place))
        body = (*others, leave, Assign(goal, Collection((ONE,), type=goal.type), "+="))
        return [*first, For((ONE.name,), top, body)]
    drawn = code.Local("drawn", type=origin.type)
    left = amount if isinstance(amount, Literal) else code.Size(drawn, type=NUMBER)
    rest = Assign(origin, Slice(origin, left, None, type=origin.type))
    return [*first, Assign(drawn, top), rest, *arrive(s.origin, drawn, goal, place)]


def shuffle(c: Lowering, s: typed.S) -> list[Statement]:
    """Puts the things of a zone into an order by chance."""
    assert isinstance(s, typed.Shuffle)
    target = expr(c, s.zone)
    return [Assign(target, runtime("shuffled", POSITION_LOCAL, target, type=target.type))]


# ---------------------------------------------------------------- pieces made and taken out of play


def fields_of(c: Lowering, s: typed.Place) -> list[Expr]:
    """The first values of all fields of a new piece."""
    infos = c.game.pieces[s.piece].fields
    return [value(c, s.fields[n], i.type) if n in s.fields else first_value(c, i) for n, i in infos.items()]


def place(c: Lowering, s: typed.S) -> list[Statement]:
    """Makes a piece, in a zone or on cells."""
    assert isinstance(s, typed.Place)
    args = fields_of(c, s)
    if is_zone(s.at):
        first, goal, at = zone(c, s.at, "goal_")
        new = in_state("new", s.piece, *args, at)
        return [*first, Assign(goal, Collection((new,), type=goal.type), "+=")]
    cells = single(expr(c, s.at), s.at.type) if s.at.type.name == "cell" else many(c, s.at)
    return [Do(in_state("stand", s.piece, in_state("new", s.piece, *args), cells))]


def place_alike(c: Lowering, times: E, s: typed.Place) -> list[Statement]:
    """Pieces alike come into a zone in one go."""
    first, goal, at = zone(c, s.at, "goal_")
    args = (POSITION_LOCAL, expr(c, times), *fields_of(c, s), at)
    new = Call(f"new_{s.piece}_times", args, "state", type=goal.type)
    return [*first, Assign(goal, new, "+=")]


def alike_in(c: Lowering, s: typed.Repeat) -> typed.Place | None:
    """What a loop places in a zone, if it does nothing else and all of its pieces are alike."""
    return alike_placed(c.plan, s)


def alike_placed(plan: Plan, s: typed.Repeat) -> typed.Place | None:
    """What a loop places in a zone, if it does nothing else and all of its pieces are alike."""
    place = s.body[0] if len(s.body) == 1 else None
    if s.times is None or not isinstance(place, typed.Place) or not is_zone(place.at):
        return None
    where = [e for e in place.at.parts if e is not None]
    asked = [x for e in (*place.fields.values(), *where) for x in e.walk()]
    steady = all(is_steady(plan, x) for x in asked) and not any(e.type.optional for e in where)
    return place if steady else None


def is_steady(plan: Plan, e: E) -> bool:
    """Whether something stays as it is while pieces are made."""
    if isinstance(e, ColumnOf):
        return plan.game.kinds[e.kind].columns[e.name].constant
    return isinstance(e, (Const, Local, You, This))


def made_alike(plan: Plan) -> set[str]:
    """The sorts of pieces of which rules make several alike in one go."""
    loops = [s for f in plan.signatures.values() for s in statements(f.body) if isinstance(s, typed.Repeat)]
    return {place.piece for s in loops if (place := alike_placed(plan, s)) is not None}


def remove(c: Lowering, s: typed.S) -> list[Statement]:
    """Takes pieces out of play, or values out of a field."""
    assert isinstance(s, typed.Remove)
    if s.origin is None:
        piece = piece_of(s.what)
        if s.what.type.is_many:
            return [For((ONE.name,), many(c, s.what), (Do(in_state("remove", piece, ONE)),))]
        return [Do(in_state("remove", piece, expr(c, s.what)))]
    values = many(c, s.what) if s.what.type.is_many else single(expr(c, s.what), t.many(s.what.type))
    origin = expr(c, s.origin)
    return [Assign(origin, less(origin, values))]


# ---------------------------------------------------------------- first values


def first_value(c: Lowering, info: FieldInfo) -> Expr:
    """The first value of a field: what the rules give, or nothing of its type."""
    if info.default is not None:
        return value(c, info.default, info.type)
    if info.type.optional:
        return code.NONE
    if info.type.name == "flag":
        return code.NO
    if info.type.name == "many":
        return Collection(type=info.type)
    if info.type.name == "bundle":
        return Collection(tuple(number(0) for _ in c.resources), type=BUNDLE)
    if info.type.name == "number":
        low, high = info.type.low, info.type.high
        if low is not None and low > 0:
            return number(low)
        return number(high if high is not None and high < 0 else 0)
    return number(0)
