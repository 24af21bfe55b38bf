"""What expressions read and statements write: fields by attribute, pieces by name; through calls."""

from __future__ import annotations

from dataclasses import dataclass

from ..language.library import CHANCE, PER_GAME, PIECE_READERS
from ..typed import tree
from ..typed import types as t
from ..typed.expr import (
    Bundle,
    CallExpr,
    ColumnOf,
    Const,
    DefineRef,
    Field,
    IfExpr,
    Item,
    Lib,
    Participant,
    Pieces,
    Query,
    is_lib,
)
from ..typed.tree import E
from .walk import blocks_of, own_expressions, statements


def is_per_game(e: E) -> bool:
    """True if an expression gives what another game of the same rules may not have."""
    return isinstance(e, Participant) or (isinstance(e, Lib) and e.name in PER_GAME)


@dataclass(slots=True)
class BlockEffects:
    """What a block does to the state."""

    reads: set[str]
    writes: set[str]
    counted: set[str]  # only counted up or down

    def clashes(self, other: BlockEffects) -> bool:
        """Whether the order of two blocks can matter; counting up and down in both does not."""
        counted = self.counted & other.counted
        mine, theirs = self.writes - counted, other.writes - counted
        return bool(mine & (theirs | other.reads) or theirs & self.reads)


def adds_unordered(s: tree.Move) -> bool:
    """Whether plain values are put where their order does not matter, taken from nowhere."""
    goal = s.goal.type
    return (
        s.origin is None
        and isinstance(s.goal, Field)
        and goal.shape in ("bag", "set")
        and goal.item.name != "piece"
    )


class EffectAnalysis:
    """What the functions of a game read and write, each computed once."""

    def __init__(self, game: tree.Game, functions: dict[str, tree.Function], rule_values: list[str]) -> None:
        self.game = game
        self.functions = functions
        self.rule_values = rule_values
        self.read_by: dict[str, frozenset[str]] = {}
        self.written_by: dict[str, frozenset[str]] = {}

    # ------------------------------------------------------------ reading

    def reads(self, e: E | None) -> set[str]:
        """The attributes that an expression reads, through calls."""
        found: set[str] = set()
        if e is None:
            return found
        for x in e.walk():
            if isinstance(x, Field):
                found.add(x.info.attribute)
            elif isinstance(x, Pieces):
                found.add(f"piece:{x.piece}")
            elif isinstance(x, Lib) and x.name in PIECE_READERS:
                found.add(f"piece:{x.of}")
            elif isinstance(x, DefineRef):
                found |= self.function_reads(x.define)
            elif is_lib(x, "payable", "stock_of"):
                found |= self.resource_reads(x)
            elif isinstance(x, CallExpr):
                found |= self.function_reads(x.name)
            elif isinstance(x, ColumnOf):
                found |= self.column_reads(x)
        return found

    def column_reads(self, e: ColumnOf) -> set[str]:
        """What the cells of a column read, whichever member it is asked of."""
        column = self.game.kinds[e.kind].columns[e.name]
        return set() if column.constant else {x for c in column.cells for x in self.reads(c)}

    def resource_reads(self, e: Lib) -> set[str]:
        """The attributes that decide how much there is of a resource, or whether a bundle can be paid."""
        found: set[str] = set()
        names = list(self.game.resources)
        if e.name == "stock_of":
            names = [e.of]
        else:
            names = sorted(self.support(e.arg(1)))
        for name in names:
            found |= self.stock_reads(name)
        return found

    def support(self, bundle: E, depth: int = 0) -> set[str]:
        """The resources that a bundle can hold."""
        if isinstance(bundle, Bundle):
            return {
                r
                for r, a in zip(bundle.resources, bundle.amounts)
                if a is None or not isinstance(a, Const) or a.value != 0
            }
        if isinstance(bundle, ColumnOf):
            cells = self.game.kinds[bundle.kind].columns[bundle.name].cells
            return {r for c in cells if c is not None for r in self.support(c, depth)}
        if isinstance(bundle, IfExpr):
            return self.support(bundle.value, depth) | self.support(bundle.otherwise, depth)
        if is_lib(bundle, "add_bundles", "subtract_bundles"):
            return self.support(bundle.arg(0), depth) | self.support(bundle.arg(1), depth)
        if is_lib(bundle, "scale_bundle"):
            return self.support(bundle.arg(1), depth)
        f = self.functions.get(bundle.name) if isinstance(bundle, CallExpr) and depth < 8 else None
        if f is not None and all(isinstance(s, tree.Result) for s in f.body):
            return {r for s in f.body if isinstance(s, tree.Result) for r in self.support(s.value, depth + 1)}
        return set(self.game.resources)

    def stock_reads(self, resource: str) -> set[str]:
        """The attributes that decide how much there is of a resource."""
        r = self.game.resources[resource]
        found: set[str] = set()
        for part in r.of:
            found |= self.stock_reads(part)
        if "stock" in r.functions:
            found |= self.function_reads(r.functions["stock"])
        elif r.field is not None:
            found.add(r.field.attribute)
        return found

    def function_reads(self, key: str) -> frozenset[str]:
        """The attributes that a function reads."""
        if key in self.read_by:
            return self.read_by[key]
        self.read_by[key] = frozenset()  # while it is being computed, for rules that call themselves
        found: set[str] = set()
        f = self.functions.get(key)
        for s in f.body if f is not None else []:
            found |= self.statement_reads(s)
        self.read_by[key] = frozenset(found)
        return self.read_by[key]

    def statement_reads(self, s: tree.S) -> set[str]:
        """The attributes that a statement and its bodies read."""
        found: set[str] = set()
        if isinstance(s, tree.Gain):
            found |= self.change_reads(s)
        elif isinstance(s, tree.Call) and isinstance(s.call, Lib):
            for key in self.called(s):
                found |= self.function_reads(key)
        for e in own_expressions(s):
            found |= self.reads(e)
        for block in blocks_of(s):
            for inner in block:
                found |= self.statement_reads(inner)
        return found

    def change_reads(self, s: tree.Gain) -> set[str]:
        """What a change of resources reads: what there is of them, and what their own rules read."""
        found: set[str] = set()
        for name in s.amount.resources if isinstance(s.amount, Bundle) else self.game.resources:
            found |= self.stock_reads(name)
            for key in self.game.resources[name].functions.values():
                found |= self.function_reads(key)
        return found

    # ------------------------------------------------------------ writing

    def writes(self, s: tree.S) -> set[str]:
        """The attributes that a statement and its bodies write."""
        found: set[str] = set()
        if isinstance(s, tree.Set):
            root = s.target.collection if isinstance(s.target, Item) else s.target
            if isinstance(root, Field):
                found.add(root.info.attribute)
        elif isinstance(s, tree.Gain):
            names = list(s.amount.resources) if isinstance(s.amount, Bundle) else list(self.game.resources)
            for r in names:
                found |= self.resource_writes(r)
        elif isinstance(s, tree.Move):
            found |= self.move_writes(s, self.place_writes(s.what))
        elif isinstance(s, tree.Draw):
            found |= self.place_writes(s.goal) | self.place_writes(s.origin)
            found |= self.piece_writes(s.origin.type, self.place_writes(s.origin))
        elif isinstance(s, tree.Place):
            found |= self.piece_writes(t.piece(s.piece)) | self.place_writes(s.at)
            found |= {i.attribute for i in self.game.fields.values() if i.owner == f"piece:{s.piece}"}
        elif isinstance(s, tree.Remove):
            found |= self.place_writes(s.origin) | self.piece_writes(s.what.type)
        elif isinstance(s, tree.Shuffle):
            found |= self.place_writes(s.zone)
        elif isinstance(s, tree.Call):
            for key in self.called(s):
                found |= self.function_writes(key)
        elif isinstance(s, tree.Choose):
            for p in s.picks:
                found |= self.place_writes(p.field)
        elif isinstance(s, tree.Begin):
            found.add("used")
        elif isinstance(s, tree.Offer):
            for key, f in self.functions.items():
                if f.category == "action" and f.menu in [m for m, _ in s.menus]:
                    found |= self.function_writes(key)
        for block in blocks_of(s):
            for inner in block:
                found |= self.writes(inner)
        return found

    def called(self, s: tree.Call) -> list[str]:
        """The functions that a call may carry out."""
        if isinstance(s.call, CallExpr):
            return [s.call.name]
        return list(self.rule_values) if s.call.name == "perform" else []

    def place_writes(self, e: E | None) -> set[str]:
        """The attribute of a field that something is put into or taken from."""
        return {e.info.attribute} if e is not None and isinstance(e, Field) else set()

    def move_writes(self, s: tree.Move, zones: set[str]) -> set[str]:
        """What a move changes if the things lie in these zones; none are given: they may lie anywhere."""
        found = self.place_writes(s.goal) | self.place_writes(s.origin)
        return found | self.piece_writes(s.what.type, zones or self.place_writes(s.origin))

    def piece_writes(self, type: t.Type, zones: set[str] | None = None) -> set[str]:
        """A piece that moves leaves its place: every zone that can hold it may change, unless it is known where it lies."""
        element = type.item if type.is_many else type
        if element.name != "piece":
            return set()
        return {f"piece:{element.of}"} | (zones or self.zones_of(element.of))

    def zones_of(self, piece: str) -> set[str]:
        """The attributes of all zones that can hold a sort of pieces."""
        return {
            info.attribute
            for info in self.game.fields.values()
            if info.type.is_many and info.type.item.name == "piece" and info.type.item.of == piece
        }

    def source_zones(self, e: E) -> set[str]:
        """The zones of which a collection of pieces is made; empty: not known."""
        if isinstance(e, Query) and e.quantifier in ("all", "ordered"):
            return self.source_zones(e.source)
        if is_lib(e, "union"):
            parts = [self.source_zones(a) for a in e.arguments if a is not None]
            return {x for p in parts for x in p} if all(parts) else set()
        is_zone = e.type.is_many and e.type.item.name == "piece" and e.type.shape in t.ZONES
        return self.place_writes(e) if is_zone else set()

    def resource_writes(self, resource: str) -> set[str]:
        """The attributes that gaining or paying a resource writes."""
        r = self.game.resources[resource]
        found: set[str] = set()
        for part in r.of:
            found |= self.resource_writes(part)
        for name in ("gained", "paid"):
            if name in r.functions:
                found |= self.function_writes(r.functions[name])
        if r.field is not None:
            found.add(r.field.attribute)
        return found

    def function_writes(self, key: str) -> frozenset[str]:
        """The attributes that a function writes."""
        if key in self.written_by:
            return self.written_by[key]
        self.written_by[key] = frozenset()
        found: set[str] = set()
        f = self.functions.get(key)
        for s in f.body if f is not None else []:
            found |= self.writes(s)
        self.written_by[key] = frozenset(found)
        return self.written_by[key]

    # ------------------------------------------------------------ order

    def of_block(self, block: tree.Block) -> BlockEffects:
        """What a block reads, writes and only counts."""
        return BlockEffects(self.all_reads(block), self.all_writes(block), self.counted(block))

    def all_writes(self, block: tree.Block) -> set[str]:
        """The attributes that a block writes."""
        return {x for s in block for x in self.writes(s)}

    def all_reads(self, block: tree.Block) -> set[str]:
        """What is read, but for what is only counted up or down."""
        found: set[str] = set()
        for s in self.deep(block):
            if isinstance(s, tree.Set) and s.op != "=" and isinstance(s.target, Field):
                found |= self.reads(s.value)
            elif isinstance(s, tree.Move) and adds_unordered(s):
                found |= self.reads(s.what)
            elif isinstance(s, tree.Call) and isinstance(s.call, CallExpr):
                for a in s.call.parts:  # what the called rule reads is found in its own statements
                    found |= self.reads(a)
            else:
                for e in own_expressions(s):
                    found |= self.reads(e)
        return found

    def counted(self, block: tree.Block) -> set[str]:
        """Fields that a block only counts up or down, or puts values into whose order does not matter."""
        steps = {
            s.target.info.attribute
            for s in self.deep(block)
            if isinstance(s, tree.Set) and s.op != "=" and isinstance(s.target, Field)
        }
        steps |= {
            s.goal.info.attribute
            for s in self.deep(block)
            if isinstance(s, tree.Move) and isinstance(s.goal, Field) and adds_unordered(s)
        }
        steps |= {
            a
            for s in self.deep(block)
            if isinstance(s, tree.Gain) and s.verb == "gain"
            for a in self.writes(s)
        }
        other = {
            s.target.info.attribute
            for s in self.deep(block)
            if isinstance(s, tree.Set) and s.op == "=" and isinstance(s.target, Field)
        }
        return steps - other - self.all_reads(block)

    def deep(self, block: tree.Block) -> list[tree.S]:
        """All statements of a block, also in the rules it calls."""
        found: list[tree.S] = []
        pending: list[tree.Block] = [block]
        called: set[str] = set()
        while pending:
            for s in statements(pending.pop()):
                found.append(s)
                for key in self.called(s) if isinstance(s, tree.Call) else []:
                    if key not in called and key in self.functions:
                        called.add(key)
                        pending.append(self.functions[key].body)
        return found

    # ------------------------------------------------------------ what never changes

    def is_constant(self, key: str, changing: set[str]) -> bool:
        """Whether a define gives the same in every position of every game: it reads nothing that ever changes."""
        f = self.functions[key]
        if f.uses_you or self.function_reads(key) & changing:
            return False
        return not any(is_per_game(x) for x in self.all_reached(key))

    def all_reached(self, key: str) -> list[E]:
        """The expressions of a define and of the defines that it calls."""
        found: list[E] = []
        pending, seen = [key], {key}
        while pending:
            f = self.functions.get(pending.pop())
            for s in statements(f.body if f is not None else []):
                for e in own_expressions(s):
                    for x in e.walk():
                        found.append(x)
                        name = (
                            x.name
                            if isinstance(x, CallExpr)
                            else x.define if isinstance(x, DefineRef) else ""
                        )
                        if name and name not in seen:
                            seen.add(name)
                            pending.append(name)
        return found

    def stored_into(self) -> set[str]:
        """Fields that rules store something into; what a piece is given when it is made does not count."""
        found = {info.attribute for info in self.game.fields.values() if info.is_resource}
        for f in self.functions.values():
            for s in statements(f.body):
                if isinstance(s, (tree.Set, tree.Choose)):
                    found |= self.writes(s)
        return found

    def changing(self) -> set[str]:
        """Fields that some rule or example changes, options, and pieces."""
        found = {f"piece:{p}" for p in self.game.pieces}
        for key in self.functions:
            found |= self.function_writes(key)
        for example in self.game.examples:
            for step in example.steps:
                if step.kind == "given":
                    found |= self.all_writes(step.body)
        for info in self.game.fields.values():
            if "option" in info.flags or info.owner.startswith("piece:") or info.is_resource:
                found.add(info.attribute)
            elif info.default is not None and any(
                isinstance(x, CallExpr) or is_per_game(x) for x in info.default.walk()
            ):
                found.add(info.attribute)
        return found

    # ------------------------------------------------------------ chance

    def is_chance(self, s: tree.S) -> bool:
        """Whether a statement itself draws on chance: there the search for dead ends stops."""
        if isinstance(s, tree.Shuffle):
            return True
        return any(isinstance(x, Lib) and x.name in CHANCE for e in own_expressions(s) for x in e.walk())
