"""What saved games speak of: digests of all that is declared, what each rule reaches, and frames by names from the rules.

A digest is of the meaning alone: words, places, citations and the order of declarations do not count. What the planner
adds for speed does not count either, so that it may change without a change of the rules.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from ..analysis.walk import own_expressions, statements
from ..plan import model
from ..surface.ast import Span
from ..typed import tree
from ..typed.expr import Bundle, CallExpr, ColumnOf, Const, DefineRef, Field, RuleValue, Text, is_lib
from ..typed.spelling import spelled
from ..typed.tree import E
from ..typed.types import NEXT_PLAYER, Type
from . import stacks
from .metadata import type_text

DIGITS = 8  # of the digest of one declaration
# Words, places and names of the compiler's own.
SILENT = {
    "span", "sources", "label", "labels", "prompt", "reason", "refusal", "choice", "locals", "key", "clashes", "chosen", "plural", "grantor",
}  # fmt: skip
EMPTY: tuple[Any, ...] = ("", [], (), {}, False)  # what says nothing
EFFECTS, PARTICIPANTS, RESOURCES = "rules in tables", "participants", "resources"


@dataclass(slots=True)
class Unit:
    """One declaration: what it says, and the units that it speaks of."""

    name: str
    says: list[Any]
    uses: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Table:
    """What an engine tells of its meaning; units are spoken of by their numbers."""

    meaning: str
    units: list[tuple[str, str, tuple[int, ...]]]  # name, digest, uses
    always: tuple[int, ...]  # what every game that is not over reaches
    # by label: name, locals, what it reaches, its own rule first; the types of the locals, the number of what lies below
    frames: list[tuple[str, tuple[str, ...], tuple[int, ...], tuple[str, ...], int]]
    below: list[tuple[tuple[int, ...], ...]]  # what can lie below a frame: labels from the top down
    asks: list[tuple[int, ...]]  # by choice: the labels that can wait for its answer


def table(plan: model.Plan, labels: Sequence[str]) -> Table:
    """The meaning of a game; `labels` are the functions that can be resumed, in their order."""
    found = _Units(plan)
    stood = stacks.Numbered(plan, labels)
    units = sorted(found.units.values(), key=lambda unit: unit.name)
    numbers = {unit.name: i for i, unit in enumerate(units)}

    def numbered(names: Iterable[str]) -> tuple[int, ...]:
        return tuple(sorted(numbers[name] for name in names if name in numbers))

    rows = [(u.name, _digest(u.says)[:DIGITS], numbered(u.uses)) for u in units]
    whole = _digest(
        [
            plan.game.name,
            plan.game.variant,
            [(name, _digest(u.says)) for name, u in sorted(found.units.items())],
        ]
    )
    frames = [
        (
            name,
            tuple(n for n, _ in saved),
            numbered(own) + numbered(uses),
            types_of(saved),
            stood.below(label),
        )
        for label, (name, saved, own, uses) in zip(labels, _Frames(found).all(labels), strict=True)
    ]
    return Table(whole[:16], rows, numbered(found.always()), frames, stood.all, stood.asks())


def types_of(saved: list[tuple[str, Type]]) -> tuple[str, ...]:
    """The types of locals as the runtime reads them."""
    return tuple(kept_type(type) for _, type in saved)


def kept_type(type: Type) -> str:
    """The type of a local; of loops also what they have come through, and of collections that they may be none."""
    if type.name == "number" and type.of:
        return f"place in {type.of}"
    if type == NEXT_PLAYER:
        return "next player"
    return "optional " * (type.is_many and type.optional) + type_text(type)


def _digest(value: Any) -> str:
    """A hash of a value that is made of lists, texts and numbers."""
    return hashlib.sha256(repr(value).encode()).hexdigest()


# ---------------------------------------------------------------- what is said


def steady(key: str) -> str:
    """The key of a function without the numbers that tell changes of one owner apart.

    Saved games and learned values hold digests of these keys, so they stay as they were first made.
    """
    root, at, rest = key.partition("@")
    if rest == "when_during":
        rest = f"when_during_during_{root}"
    first, *words = rest.replace("__", "_").split("_")
    return root + at + first + "".join(without_number(word) for word in words)


def without_number(word: str) -> str:
    """What follows an underscore; if that is a number, neither is left."""
    named = word.lstrip("0123456789")
    return named if named != word else f"_{word}"


def said(value: Any) -> Any:
    """A comparable form of a tree; what is empty is left out, so that new parts of the language change no old meaning."""
    if isinstance(value, E):
        return _expression(value)
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, tree.FieldInfo):
        return f"{value.owner}.{value.name}"
    if isinstance(value, Type):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [said(one) for one in value if not isinstance(one, tree.Say)]
    if isinstance(value, dict):
        return [[said(key), said(one)] for key, one in value.items()]
    if isinstance(value, (set, frozenset)):
        return sorted(str(one) for one in value)
    if isinstance(value, Span):
        return None
    if is_dataclass(value):
        return [type(value).__name__, *_parts(value)]
    return value


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a node that mean something, by name."""
    if isinstance(value, tree.Branch):
        yield "label", text_of(value.label)  # it is the name of the branch
    if isinstance(value, tree.Offer):
        yield "refusal", value.refusal is not None
    for name in _TELLING[type(value)]:
        one = getattr(value, name)
        if one is not None and one not in EMPTY:
            yield name, said(one)


class _Telling(dict[type, list[str]]):
    """The fields of each class that mean something."""

    def __missing__(self, kind: type) -> list[str]:
        self[kind] = [part.name for part in fields(kind) if part.name not in SILENT]
        return self[kind]


_TELLING = _Telling()


def text_of(e: E) -> str:
    """A text with its holes left open."""
    assert isinstance(e, Text)
    return "".join("{}" if part is None else part for part in e.texts)


def unspoken(e: E | None) -> Iterator[E]:
    """An expression and its parts, without texts and what these speak of."""
    if e is not None and not isinstance(e, Text):
        yield e
        for part in e.parts:
            yield from unspoken(part)


def _expression(e: E) -> Any:
    """A comparable form of an expression."""
    if isinstance(e, Text):
        return "text"
    if isinstance(e, Const):
        return ["const", e.type.name, e.type.of, e.name] if e.name else ["const", e.type.name, e.value]
    word, plain, own = spelled(e)
    name: Any = steady(plain) if isinstance(e, (CallExpr, RuleValue)) else plain
    data = None if isinstance(e, (CallExpr, RuleValue, Field)) else said(own)
    if isinstance(e, DefineRef):
        data = steady(str(e.define))
    if isinstance(e, Field):
        name = said(e.info)
    found = [word, name] if data is None else [word, name, data]
    return [*found, *(said(a) for a in e.parts)]


# ---------------------------------------------------------------- units


class _Units:
    """All declarations of a game by name."""

    def __init__(self, plan: model.Plan) -> None:
        self.plan = plan
        self.game = plan.game
        self.units: dict[str, Unit] = {}
        self.roots = {key: self.name_of(key) for key in plan.written if key in plan.signatures}
        self.rule_values: set[str] = (
            set()
        )  # texts of the rules that stand in tables; examples may mention others
        for key in self.roots:
            self.function(key, plan.signatures[key])
        self.add("players", self.game.players, set())
        for info in self.game.fields.values():
            self.field(info)
        for kind in self.game.kinds.values():
            self.kind(kind)
        self.places()
        for resource in self.game.resources.values():
            uses = {f"resource {one}" for one in resource.of} | self.calls(resource.functions.values())
            self.add(f"resource {resource.name}", [resource.of, sorted(resource.functions)], uses)
        if self.game.resources:
            self.add(RESOURCES, list(self.game.resources), set())
        self.participants()
        if self.rule_values:
            rules = [(text, e) for text, e in plan.rule_values if text in self.rule_values]
            self.add(EFFECTS, [text for text, _ in rules], self.calls(e.name for _, e in rules))

    def name_of(self, key: str) -> str:
        """The declaration that a function comes from; an event that something waits for is still an event."""
        root = key.partition("@")[0]
        f = self.game.functions.get(root) or self.plan.signatures.get(root) or self.plan.signatures[key]
        return f"{f.category} {root}"

    def add(self, name: str, says: Any, uses: set[str]) -> None:
        """Adds to what a unit says and speaks of."""
        unit = self.units.setdefault(name, Unit(name, []))
        unit.says.append(said(says))
        unit.uses |= uses

    def always(self) -> set[str]:
        """Who has won is asked at the end of every game; seats without a human may be asked anything."""
        ends = self.calls(key for key in ("winners", "score") if key in self.roots)
        return ends | ({PARTICIPANTS} if self.game.participants else set())

    def calls(self, keys: Iterable[str]) -> set[str]:
        """The units of some functions."""
        return {self.roots[key] for key in keys if key in self.roots}

    def function(self, key: str, f: tree.Function) -> None:
        """Adds a function."""
        self.add(self.roots[key], [steady(key), f], self.of_function(f))

    def field(self, info: tree.FieldInfo) -> None:
        """Adds a field."""
        says = [info.type, info.key, info.key_low, info.key_size, sorted({*info.flags} - {"open"})]
        uses = self.of_type(info.type) | (self.of_type(info.key) if info.key is not None else set())
        self.add(f"field {info.owner}.{info.name}", says, uses | self.of_owner(info.owner))
        if (
            info.default is not None
        ):  # a position that has begun does not need it, but for pieces that are still to be made
            self.add(f"first value {info.owner}.{info.name}", info.default, self.of_expression(info.default))

    def kind(self, kind: tree.Kind) -> None:
        """Which members there are, and apart from that their figures: a position holds members, rules read figures."""
        self.add(f"kind {kind.name}", [kind.flags, kind.members], set())
        cells = [e for column in kind.columns.values() for e in column.cells if e is not None]
        uses = {name for e in cells for name in self.of_expression(e)}
        self.add(f"figures {kind.name}", kind.columns, {f"kind {kind.name}", *uses})

    def places(self) -> None:
        """Adds boards, pieces and resources."""
        for board in self.game.boards.values():
            tests = [*board.sizes.values(), board.borders, *(edge.test for edge in board.edges.values())]
            uses = {name for e in tests for name in self.of_expression(e)}
            self.add(f"board {board.name}", board, uses | ({f"kind {board.kind}"} if board.kind else set()))
        for piece in self.game.pieces.values():
            zones = [
                said(info)
                for info in self.game.fields.values()
                if info.type.is_many and info.type.item.name == "piece" and info.type.item.of == piece.name
            ]
            says = [
                piece.board,
                piece.zoned,
                piece.alike,
                list(piece.fields),
                zones,
                piece.name in self.game.multi_cell,
            ]
            firsts = {f"first value {info.owner}.{info.name}" for info in piece.fields.values()}
            self.add(
                f"piece {piece.name}", says, firsts | ({f"board {piece.board}"} if piece.board else set())
            )

    def participants(self) -> None:
        """Adds seats without a human."""
        for p in self.game.participants.values():
            self.add(
                PARTICIPANTS,
                [p.name, p],
                {name for e in (p.controller, *p.attributes.values()) for name in self.of_expression(e)},
            )
            for d in p.decides:
                self.add(PARTICIPANTS, [d.choice], self.of_block(d.body) | self.of_expression(d.where))

    # ------------------------------------------------------------ uses

    def of_function(self, f: tree.Function) -> set[str]:
        """The units that a function speaks of."""
        types = [p.type for p in f.params] + [f.result]
        found = self.of_block(f.body) | self.of_owner(f.owner)
        return found.union(*(self.of_type(one) for one in types))

    def of_owner(self, owner: str) -> set[str]:
        """The unit of an owner."""
        what, _, of = owner.partition(":")
        of = of.partition(".")[0]
        named = {
            "kind": "kind",
            "member": "kind",
            "cell": "board",
            "edge": "board",
            "piece": "piece",
            "resource": "resource",
        }
        return {f"{named[what]} {of}"} if what in named else set()

    def of_type(self, type: Type) -> set[str]:
        """The units that a type speaks of."""
        found: set[str] = set()
        for one in (type, type.element, type.key):
            if one is None:
                continue
            if one is not type:
                found |= self.of_type(one)
            elif one.name in ("kind", "piece"):
                found.add(f"{one.name} {one.of}")
            elif one.name in ("cell", "edge"):
                found.add(f"board {one.of.partition('.')[0]}")
            elif one.name in ("bundle", "resource"):
                found.add(RESOURCES)
            elif one.name == "effect":
                found.add(EFFECTS)
        return found

    def of_block(self, block: tree.Block) -> set[str]:
        """The units that a block speaks of."""
        found: set[str] = set()
        for s in statements(block):
            found |= self.of_statement(s)
        return found

    def of_statement(self, s: tree.S) -> set[str]:
        """Without what stands in the bodies of the statement."""
        if isinstance(s, tree.Say):
            return set()
        found: set[str] = set()
        if isinstance(s, tree.Offer):
            found |= self.of_menus(menu for menu, _ in s.menus)
        elif isinstance(s, tree.With):
            found |= self.of_menus([s.menu])
        elif isinstance(s, tree.Place):
            found.add(f"piece {s.piece}")
        elif isinstance(s, tree.Call) and is_lib(s.call, "perform"):
            found.add(EFFECTS)
        for e in own_expressions(s):
            found |= self.of_expression(e)
        return found

    def of_menus(self, menus: Iterable[str]) -> set[str]:
        """The units of the actions of menus."""
        wanted = set(menus)
        return self.calls(
            key for key, f in self.plan.signatures.items() if f.category == "action" and f.menu in wanted
        )

    def of_expression(self, e: E | None) -> set[str]:
        """The units that an expression speaks of."""
        found: set[str] = set()
        for x in unspoken(e):
            if isinstance(x, CallExpr):
                found |= self.calls([x.name])
            elif isinstance(x, RuleValue):
                self.rule_values.add(str(x.text))
                found |= self.calls([x.name]) | {EFFECTS}
            elif isinstance(x, Field):
                found.add(f"field {said(x.info)}")
            elif isinstance(x, ColumnOf):
                found.add(f"figures {x.kind}")
            elif isinstance(x, DefineRef):
                found |= self.calls([str(x.define)])
            elif is_lib(x, "payable", "stock_of"):
                found |= {f"resource {name}" for name in self.game.resources}
            if isinstance(x, Bundle):
                found.add(RESOURCES)
                found |= {f"resource {name}" for name in x.resources}
            else:
                found |= self.of_type(x.type)
                if x.type.name in ("bundle", "resource"):
                    found |= {f"resource {name}" for name in self.game.resources}
        return found


# ---------------------------------------------------------------- frames


class _Frames:
    """What a frame is called, which locals it keeps, and what it reaches when it is resumed."""

    def __init__(self, units: _Units) -> None:
        self.units = units
        self.plan = units.plan
        self.pieces = {f.name: f for f in self.plan.functions}
        self.options = {o.name: o for o in self.plan.options}
        self.known: dict[str, tuple[set[str], set[str]]] = {}

    def all(self, labels: Iterable[str]) -> Iterator[tuple[str, list[tuple[str, Type]], set[str], set[str]]]:
        """Of each label: its name, its locals, its own rule, and what it reaches."""
        seen: Counter[str] = Counter()
        for label in labels:
            f = self.pieces.get(label)
            if f is None or not f.rule:  # the beginning and the end of the game
                play = self.units.calls(["play"]) if label == "begin_play" else set()
                yield label.replace("_", " "), [], play, play
                continue
            name = f"{steady(f.rule)}.{f.part}"
            seen[name] += 1
            number = f"#{seen[name]}" if seen[name] > 1 else ""
            own = self.units.calls([f.rule])
            yield name + number, f.params, own, self.reach(label)

    def reach(self, label: str) -> set[str]:
        """The units that a piece and the pieces after it speak of."""
        found: set[str] = set()
        seen = {label}
        waiting = [label]
        while waiting:
            uses, following = self.of_piece(waiting.pop())
            found |= uses
            new = {name for name in following if name in self.pieces} - seen
            seen |= new
            waiting += sorted(new)
        return found

    def of_piece(self, name: str) -> tuple[set[str], set[str]]:
        """The units that a function speaks of, and the functions that follow it."""
        if name not in self.known:
            following: set[str] = set()
            self.known[name] = self.of_nodes(self.pieces[name].body, following), following
        return self.known[name]

    def of_nodes(self, nodes: list[model.Node], following: set[str]) -> set[str]:
        """The units that some nodes speak of."""
        found: set[str] = set()
        for n in nodes:
            found |= self.of_node(n, following)
        return found

    def of_node(self, n: model.Node, following: set[str]) -> set[str]:
        """The units that a node speaks of."""
        units = self.units
        frame = getattr(n, "frame", None)
        following |= {frame.label} if frame is not None else set()
        if isinstance(n, model.Plain):
            return units.of_block([n.statement])
        if isinstance(n, model.Branch):
            tests = units.of_expression(n.test)
            return tests | self.of_nodes(n.then, following) | self.of_nodes(n.otherwise, following)
        if isinstance(n, model.Jump):
            following.add(n.function)
        elif isinstance(n, model.Invoke):
            return units.of_statement(tree.Call(n.span, n.sources, n.call))
        elif isinstance(n, model.RunAction):
            return units.of_menus(menu for menu, _ in n.menus) | units.of_expression(n.who)
        elif isinstance(n, model.Push):
            return (
                units.of_menus([n.menu] if n.menu else [])
                | units.of_expression(n.who)
                | units.of_expression(n.test)
            )
        elif isinstance(n, model.Ask):
            found = self.of_nodes(n.fallback or [], following) | units.of_expression(n.who)
            options = self.options.get(n.options)
            for e in options.expressions() if options is not None else ():
                found |= units.of_expression(e)
            return found
        elif isinstance(n, model.Secret):
            following |= {n.after.label} if n.after is not None else set()
            return units.of_expression(n.players) | units.of_expression(n.where)
        return set()
