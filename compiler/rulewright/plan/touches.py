"""What expressions read and statements write: fields by attribute, pieces by name; through calls."""

from __future__ import annotations

from dataclasses import dataclass

from ..typed import tree
from ..typed import types as t
from ..typed.checks_walk import blocks_of, statements
from ..typed.tree import E
from .analysis import own_expressions

PIECE_READERS = ("piece_at", "pieces_at", "cell_of", "cells_of", "touching")
PER_GAME = (
    "players",
    "participants",
    "players_count",
    "participant",
    "winners",
    "game_over",
    "first_player",
    "clockwise_from",
    "clockwise_after",
    "next_player",
)
CHANCE = ("random_one", "random_some", "roll")


@dataclass(slots=True)
class Touched:
    """What a block does to the state."""

    reads: set[str]
    writes: set[str]
    counted: set[str]  # only counted up or down

    def clashes(self, other: Touched) -> bool:
        """Whether the order of two blocks can matter; counting up and down in both does not."""
        counted = self.counted & other.counted
        mine, theirs = self.writes - counted, other.writes - counted
        return bool(mine & (theirs | other.reads) or theirs & self.reads)


def adds_unordered(s: tree.Move) -> bool:
    """Whether plain values are put where their order does not matter, taken from nowhere."""
    goal = s.goal.type
    return (
        s.origin is None
        and s.goal.op == "field"
        and goal.shape in ("bag", "set")
        and goal.item.name != "piece"
    )


class Touches:
    def __init__(self, game: tree.Game, functions: dict[str, tree.Function], effects: list[str]) -> None:
        self.game = game
        self.functions = functions
        self.effects = effects
        self.read_by: dict[str, frozenset[str]] = {}
        self.written_by: dict[str, frozenset[str]] = {}

    # ------------------------------------------------------------ reading

    def reads(self, e: E | None) -> set[str]:
        found: set[str] = set()
        if e is None:
            return found
        for x in e.walk():
            if x.op == "field":
                found.add(x.name)
            elif x.op == "pieces":
                found.add(f"piece:{x.name}")
            elif x.op == "lib" and x.name in PIECE_READERS:
                found.add(f"piece:{x.data}")
            elif x.op == "lib" and x.name == "define":
                found |= self.function_reads(x.data)
            elif x.op == "lib" and x.name in ("payable", "stock_of"):
                found |= self.resource_reads(x)
            elif x.op == "call":
                found |= self.function_reads(x.name)
            elif x.op == "column":
                found |= self.column_reads(x)
        return found

    def column_reads(self, e: E) -> set[str]:
        """What the cells of a column read, whichever member it is asked of."""
        column = self.game.kinds[e.data].columns[e.name]
        return set() if column.constant else {x for c in column.cells for x in self.reads(c)}

    def resource_reads(self, e: E) -> set[str]:
        found: set[str] = set()
        names = list(self.game.resources)
        if e.name == "stock_of":
            names = [e.data]
        else:
            names = sorted(self.support(e.arg(1)))
        for name in names:
            found |= self.stock_reads(name)
        return found

    def support(self, bundle: E, depth: int = 0) -> set[str]:
        """The resources that a bundle can hold."""
        if bundle.op == "bundle":
            return {
                r for r, a in zip(bundle.data, bundle.args) if a is None or a.op != "const" or a.data != 0
            }
        if bundle.op == "column":
            cells = self.game.kinds[bundle.data].columns[bundle.name].cells
            return {r for c in cells if c is not None for r in self.support(c, depth)}
        if bundle.op == "if":
            return self.support(bundle.arg(1), depth) | self.support(bundle.arg(2), depth)
        if bundle.op == "lib" and bundle.name in ("add_bundles", "subtract_bundles"):
            return self.support(bundle.arg(0), depth) | self.support(bundle.arg(1), depth)
        if bundle.op == "lib" and bundle.name == "scale_bundle":
            return self.support(bundle.arg(1), depth)
        f = self.functions.get(bundle.name) if bundle.op == "call" and depth < 8 else None
        if f is not None and all(isinstance(s, tree.Result) for s in f.body):
            return {r for s in f.body if isinstance(s, tree.Result) for r in self.support(s.value, depth + 1)}
        return set(self.game.resources)

    def stock_reads(self, resource: str) -> set[str]:
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
        if key in self.read_by:
            return self.read_by[key]
        self.read_by[key] = frozenset()  # while it is being worked out, for rules that call themselves
        found: set[str] = set()
        f = self.functions.get(key)
        for s in f.body if f is not None else []:
            found |= self.statement_reads(s)
        self.read_by[key] = frozenset(found)
        return self.read_by[key]

    def statement_reads(self, s: tree.S) -> set[str]:
        found: set[str] = set()
        if isinstance(s, tree.Gain):
            found |= self.change_reads(s)
        elif isinstance(s, tree.Call) and s.call.op == "lib":
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
        for name in s.amount.data if s.amount.op == "bundle" else self.game.resources:
            found |= self.stock_reads(name)
            for key in self.game.resources[name].functions.values():
                found |= self.function_reads(key)
        return found

    # ------------------------------------------------------------ writing

    def writes(self, s: tree.S) -> set[str]:
        found: set[str] = set()
        if isinstance(s, tree.Set):
            root = s.target.arg(0) if s.target.op == "item" else s.target
            if root.op == "field":
                found.add(root.name)
        elif isinstance(s, tree.Gain):
            names = list(s.amount.data) if s.amount.op == "bundle" else list(self.game.resources)
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
        if s.call.op == "call":
            return [s.call.name]
        return list(self.effects) if s.call.name == "perform" else []

    def place_writes(self, e: E | None) -> set[str]:
        return {e.name} if e is not None and e.op == "field" else set()

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
        return {
            info.attribute
            for info in self.game.fields.values()
            if info.type.is_many and info.type.item.name == "piece" and info.type.item.of == piece
        }

    def source_zones(self, e: E) -> set[str]:
        """The zones of which a collection of pieces is made; empty: not known."""
        if e.op == "query" and e.data in ("all", "ordered"):
            return self.source_zones(e.arg(0))
        if e.op == "lib" and e.name == "union":
            parts = [self.source_zones(a) for a in e.args if a is not None]
            return {x for p in parts for x in p} if all(parts) else set()
        is_zone = e.type.is_many and e.type.item.name == "piece" and e.type.shape in t.ZONES
        return self.place_writes(e) if is_zone else set()

    def resource_writes(self, resource: str) -> set[str]:
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

    def touched(self, block: tree.Block) -> Touched:
        return Touched(self.all_reads(block), self.all_writes(block), self.counted(block))

    def all_writes(self, block: tree.Block) -> set[str]:
        return {x for s in block for x in self.writes(s)}

    def all_reads(self, block: tree.Block) -> set[str]:
        """What is read, but for what is only counted up or down."""
        found: set[str] = set()
        for s in self.deep(block):
            if isinstance(s, tree.Set) and s.op != "=" and s.target.op == "field":
                found |= self.reads(s.value)
            elif isinstance(s, tree.Move) and adds_unordered(s):
                found |= self.reads(s.what)
            elif isinstance(s, tree.Call) and s.call.op == "call":
                for a in s.call.args:  # what the called rule reads is found in its own statements
                    found |= self.reads(a)
            else:
                for e in own_expressions(s):
                    found |= self.reads(e)
        return found

    def counted(self, block: tree.Block) -> set[str]:
        """Fields that a block only counts up or down, or puts values into whose order does not matter."""
        steps = {
            s.target.name
            for s in self.deep(block)
            if isinstance(s, tree.Set) and s.op != "=" and s.target.op == "field"
        }
        steps |= {s.goal.name for s in self.deep(block) if isinstance(s, tree.Move) and adds_unordered(s)}
        steps |= {
            a
            for s in self.deep(block)
            if isinstance(s, tree.Gain) and s.verb == "gain"
            for a in self.writes(s)
        }
        other = {
            s.target.name
            for s in self.deep(block)
            if isinstance(s, tree.Set) and s.op == "=" and s.target.op == "field"
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
        return not any(x.op == "lib" and x.name in PER_GAME for x in self.all_reached(key))

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
                            if x.op == "call"
                            else x.data if x.op == "lib" and x.name == "define" else ""
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
                x.op == "call" or (x.op == "lib" and x.name in PER_GAME) for x in info.default.walk()
            ):
                found.add(info.attribute)
        return found

    # ------------------------------------------------------------ chance

    def is_chance(self, s: tree.S) -> bool:
        """Whether a statement itself draws on chance: there the search for dead ends stops."""
        if isinstance(s, tree.Shuffle):
            return True
        return any(x.op == "lib" and x.name in CHANCE for e in own_expressions(s) for x in e.walk())
