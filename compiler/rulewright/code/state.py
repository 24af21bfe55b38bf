"""The state of a game: its fields with their first values, and the zones in which pieces lie."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..plan.names import constant
from ..typed import types as t
from ..typed.expr import CallExpr, ColumnOf, Const, Lib, is_lib
from ..typed.tree import FieldInfo
from . import tree as code
from .lowering import Lowering, expr, value
from .moving import first_value
from .statements import within
from .tree import (
    Assign,
    Binary,
    Block,
    Case,
    Clause,
    Collection,
    Constant,
    Expr,
    Filled,
    If,
    Part,
    Statement,
    number,
    runtime,
    walk,
    when,
)
from .types import FLAG, NUMBER, POSITION, TEXT, Type, list_of, many, map_of

NOTHING = Const(t.NOTHING, 0)
CHAIN = 3  # so many zones are tried one after the other
# Functions of the library that need nothing of the rules.
WITHOUT_RULES = ("by_cell", "members", "cells", "players_count", "cell", "named_cell")
ZONE = code.Local("zone", type=NUMBER)


@dataclass(frozen=True, slots=True)
class Slot:
    """A field of the position: its type, its first value, and where the rules declare it."""

    name: str
    type: Type
    value: Expr
    comment: str = ""

    @property
    def is_list(self) -> bool:
        """Whether a copy of the position needs a list of its own."""
        return self.type.name == "list"


def slots(c: Lowering) -> list[Slot]:
    """All fields of the position: those of the rules, where pieces are, and which actions have been used."""
    found = [slot(c, info, code.Local("players")) for info in c.game.fields.values()]
    some = many(NUMBER)
    for piece in c.game.pieces.values():
        found.append(empty(f"{piece.name}_alive", NUMBER, f"{piece.plural} in play"))
        if piece.board:
            cells = Part(Constant(constant(piece.board), "tables"), "size")
            found.append(empty(f"{piece.name}_cells", some))
            on = Filled(Collection(type=some), cells)
            found.append(Slot(f"{piece.name}_on", list_of(some), on))
        if piece.zoned:
            found.append(empty(f"{piece.name}_zone", NUMBER))
    for a in c.plan.actions:
        if a.once_per:
            name, comment = f"used_{a.name}", f"once per {a.once_per}"
            per_seat = Slot(name, list_of(FLAG), Filled(code.NO, seats(c, code.Local("players"))), comment)
            found.append(Slot(name, FLAG, code.NO, comment) if a.shared else per_seat)
    return found


def empty(name: str, item: Type, comment: str = "") -> Slot:
    """A list that is empty at first."""
    return Slot(name, list_of(item), Collection(type=list_of(item)), comment)


def seats(c: Lowering, players: Expr) -> Expr:
    """How many seats there are, with those that no human takes."""
    extra = len(c.game.participants)
    return Binary("+", players, number(extra), type=NUMBER) if extra else players


def needs_rules(c: Lowering, info: FieldInfo) -> bool:
    """Whether a first value calls a define: it is then set by the rules, once the state exists."""
    if info.default is None or info.owner.startswith("piece:") or "option" in info.flags:
        return False
    for e in info.default.walk():
        if isinstance(e, CallExpr) or (
            isinstance(e, ColumnOf) and not c.game.kinds[e.kind].columns[e.name].constant
        ):
            return True
        if isinstance(e, Lib) and e.name not in WITHOUT_RULES:
            return True
    return False


def late_values(c: Lowering) -> list[Statement]:
    """Sets the first values for which defines are needed."""
    made: list[Statement] = []
    for info in c.game.fields.values():
        if needs_rules(c, info):
            late = slot(c, info, code.Field("players"), late=True)
            made.append(Assign(code.Field(late.name), late.value, place=info.span))
    return made


def given_value(c: Lowering, info: FieldInfo) -> Expr:
    """A first value that the rules give; what is computed is held to its range."""
    default = info.default or NOTHING
    made = value(c, default, info.type)
    known = isinstance(default, (Const, Lib)) or info.type.name != "number" or info.type.optional
    return made if known or info.type.high is None else within(made, info)


def slot(c: Lowering, info: FieldInfo, players: Expr, late: bool = False) -> Slot:
    """One field of the rules."""
    blank = info.default is None or (needs_rules(c, info) and not late)
    first = first_value(c, replace(info, default=None)) if blank else given_value(c, info)
    place = f"{info.span.path}:{info.span.line}"
    if "option" in info.flags:
        chosen: Expr = code.Index(code.Local("options", type=map_of(TEXT, NUMBER)), code.text(info.name))
        if info.type.name == "flag":
            chosen = code.Convert("flag", chosen, type=FLAG)
        return Slot(info.name, info.type, chosen, place)
    if info.owner.startswith("piece:"):
        return empty(info.attribute, info.type, place)
    if info.default is not None and is_lib(info.default, "by_cell"):
        cells = tuple(expr(c, a) for a in info.default.arguments if a)
        return Slot(info.attribute, list_of(info.type), Collection(cells, type=list_of(info.type)), place)
    clauses = owners(c, info, players)
    if info.key is not None:
        clauses.append(Clause("this", code.Range(number(0), number(info.key_size))))
    if not clauses:
        return Slot(info.attribute, info.type, first, place)
    whole: Expr = code.Query("list", first, tuple(clauses), type=list_of(info.type))
    if info.owner == "player" and info.key is None and not depends(first):
        whole = Filled(first, seats(c, players))
    return Slot(info.attribute, list_of(info.type), whole, place)


def owners(c: Lowering, info: FieldInfo, players: Expr) -> list[Clause]:
    """The owners that each have a value of a field."""
    if info.owner == "player":
        return [Clause("you", code.Range(number(0), seats(c, players)))]
    if info.owner.startswith("cell:"):
        return [Clause("this", Part(Constant(constant(info.owner[5:]), "tables"), "cells"))]
    if info.owner.startswith("edge:"):
        return [Clause("this", Part(Constant(constant(info.owner[5:]), "tables"), "all"))]
    return []


def depends(first: Expr) -> bool:
    """Whether a first value depends on its owner or on the position."""
    return any(
        isinstance(x, code.Field)
        or (isinstance(x, code.Local) and (x.name in ("you", "this") or x.type == POSITION))
        for x in walk(first)
    )


# ---------------------------------------------------------------- pieces


@dataclass(frozen=True, slots=True)
class Zone:
    """A field that holds pieces; each place in it has a number of its own, from `low` up to but without `end`."""

    constant: str
    attribute: str
    low: int
    end: int
    single: bool

    @property
    def held(self) -> code.Field:
        """What is in the zone with the number `zone`."""
        at: Expr = Binary("-", ZONE, number(self.low), type=NUMBER) if self.low else ZONE
        return code.Field(self.attribute, None if self.single else at, type=many(NUMBER))


@dataclass(frozen=True, slots=True)
class PieceSlots:
    """A sort of pieces: its fields, and where such pieces can be."""

    name: str
    board: str
    zoned: bool
    fields: list[tuple[str, str, Type]]  # parameter, attribute, type
    zones: list[Zone]
    made_alike: bool  # rules make several of them in one go

    @property
    def first_list(self) -> str:
        """A list with one entry for each piece ever made."""
        if self.board:
            return f"{self.name}_cells"
        return f"{self.name}_zone" if self.zoned else self.fields[0][1]

    @property
    def leaving(self) -> Block:
        """Takes x out of the zone with the number `zone`."""
        return taking_out(self.zones)


def taking_out(zones: list[Zone], lowest: bool = True) -> Block:
    """Looks for the zone of a number by halves; a piece that is in none has a number below the lowest."""
    if len(zones) > CHAIN:
        half = len(zones) // 2
        low, high = taking_out(zones[:half], lowest), taking_out(zones[half:], False)
        below = Binary("<", ZONE, number(zones[half].low), type=FLAG)
        return (when(below, *low, otherwise=high),)
    cases: list[Case] = []
    for i, zone in enumerate(zones):
        taken = runtime("taken_out", zone.held, code.Local("x"), type=zone.held.type)
        leaving: Statement = Assign(zone.held, taken)
        if i == 0 and lowest:
            leaving = when(Binary("!=", ZONE, code.NONE, type=FLAG), leaving)
        if len(zones) == 1:
            return (leaving,)
        if i < len(zones) - 1:
            cases.append(Case(Binary("<", ZONE, number(zone.end), type=FLAG), (leaving,)))
    return (If(tuple(cases), (leaving,)),) if zones else ()


def pieces(c: Lowering) -> list[PieceSlots]:
    """All sorts of pieces."""
    found: list[PieceSlots] = []
    for piece in c.game.pieces.values():
        fields = [(f"{n}_", i.attribute, i.type) for n, i in piece.fields.items()]
        alike = piece.name in c.made_alike
        found.append(PieceSlots(piece.name, piece.board, piece.zoned, fields, zones(c, piece.name), alike))
    return found


def zones(c: Lowering, piece: str) -> list[Zone]:
    """The zones that can hold a piece; each place in them has a number of its own."""
    found: list[Zone] = []
    low = 0
    most = max(c.game.players) + len(c.game.participants)
    for info in c.game.fields.values():
        if not (info.type.is_many and info.type.item == t.piece(piece) and info.type.shape in t.ZONES):
            continue
        size = max(1, info.key_size)
        single = info.owner == "table" and info.key is None
        if info.owner == "player":
            size *= most
        elif info.owner.startswith("cell:"):
            size *= 10_000
        elif info.owner.startswith("piece:"):
            size *= 100_000
        found.append(Zone(f"Z_{constant(info.attribute)}", info.attribute, low, low + size, single))
        low += size
    return found
