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

from ..once import once
from ..plan import model
from ..surface.ast import Span
from ..typed import tree
from ..typed.expr import CallExpr, Const, DefineRef, Field, RuleValue, Text
from ..typed.spelling import spelled
from ..typed.tree import E
from ..typed.types import NEXT_PLAYER, Type
from . import mentions, stacks
from .mentions import EFFECTS, RESOURCES, Mentions
from .metadata import type_text

DIGITS = 8  # of the digest of one declaration
# Words, places and names of the compiler's own.
SILENT = {
    "span", "sources", "label", "labels", "prompt", "reason", "refusal", "choice", "locals", "key", "clashes", "chosen", "plural", "grantor",
}  # fmt: skip
EMPTY: tuple[Any, ...] = ("", [], (), {}, False)  # what says nothing
PARTICIPANTS = "participants"


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
    declared: str  # a digest of all units but functions


def table(plan: model.Plan, labels: Sequence[str]) -> Table:
    """The meaning of a game; `labels` are the functions that can be resumed, in their order."""
    found = _Units(plan)
    stood = stacks.Numbered(plan, labels)
    units = sorted(found.units.values(), key=lambda unit: unit.name)
    numbers = {unit.name: i for i, unit in enumerate(units)}

    def numbered(names: Iterable[str]) -> tuple[int, ...]:
        return tuple(sorted(numbers[name] for name in names if name in numbers))

    digests = [(unit.name, digest(unit.says)) for unit in units]
    rows = [(name, each[:DIGITS], numbered(u.uses)) for u, (name, each) in zip(units, digests, strict=True)]
    whole = digest([plan.game.name, plan.game.variant, digests])
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
    functions = set(found.roots.values())
    declared = digest([each for each in digests if each[0] not in functions])
    return Table(whole[:16], rows, numbered(found.always()), frames, stood.all, stood.asks(), declared)


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


def digest(value: Any) -> str:
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


@once
def said_of(f: tree.Function) -> Any:
    """A comparable form of a function."""
    return said(f)


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
        self.by_menu: dict[str, list[str]] = {}  # the actions of each menu
        for key, f in plan.signatures.items():
            if f.category == "action":
                self.by_menu.setdefault(f.menu, []).append(key)
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
        unit = self.units.setdefault(self.roots[key], Unit(self.roots[key], []))
        unit.says.append([steady(key), said_of(f)])
        unit.uses |= self.units_of(mentions.of_function(f))

    def field(self, info: tree.FieldInfo) -> None:
        """Adds a field."""
        says = [info.type, info.key, info.key_low, info.key_size, sorted({*info.flags} - {"open"})]
        self.add(f"field {info.owner}.{info.name}", says, self.units_of(mentions.of_field(info)))
        if (
            info.default is not None
        ):  # a position that has begun does not need it, but for pieces that are still to be made
            self.add(f"first value {info.owner}.{info.name}", info.default, self.of_expressions(info.default))

    def kind(self, kind: tree.Kind) -> None:
        """Which members there are, and apart from that their figures: a position holds members, rules read figures."""
        self.add(f"kind {kind.name}", [kind.flags, kind.members], set())
        cells = [e for column in kind.columns.values() for e in column.cells if e is not None]
        self.add(f"figures {kind.name}", kind.columns, {f"kind {kind.name}", *self.of_expressions(*cells)})

    def places(self) -> None:
        """Adds boards, pieces and resources."""
        for board in self.game.boards.values():
            tests = [*board.sizes.values(), board.borders, *(edge.test for edge in board.edges.values())]
            uses = self.of_expressions(*tests)
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
            self.add(PARTICIPANTS, [p.name, p], self.of_expressions(p.controller, *p.attributes.values()))
            for d in p.decides:
                uses = self.units_of(mentions.of_block(d.body), mentions.of_expression(d.where))
                self.add(PARTICIPANTS, [d.choice], uses)

    # ------------------------------------------------------------ uses

    def units_of(self, *mentions: Mentions) -> set[str]:
        """The units that are spoken of."""
        found: set[str] = set()
        for some in mentions:
            found |= some.units | self.calls(some.calls)
            found |= self.calls(key for menu in some.menus for key in self.by_menu.get(menu, ()))
            if some.resources:
                found |= {f"resource {name}" for name in self.game.resources}
            self.rule_values |= some.texts
        return found

    def of_expressions(self, *expressions: E | None) -> set[str]:
        """The units that some expressions speak of."""
        return self.units_of(*map(mentions.of_expression, expressions))


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
            return units.units_of(mentions.of_whole(n.statement))
        if isinstance(n, model.Branch):
            tests = units.of_expressions(n.test)
            return tests | self.of_nodes(n.then, following) | self.of_nodes(n.otherwise, following)
        if isinstance(n, model.Jump):
            following.add(n.function)
        elif isinstance(n, model.Invoke):
            return units.units_of(mentions.of_block([tree.Call(n.span, n.sources, n.call)]))
        elif isinstance(n, model.RunAction):
            menus = Mentions(menus={menu for menu, _ in n.menus})
            return units.units_of(menus) | units.of_expressions(n.who)
        elif isinstance(n, model.Push):
            menus = Mentions(menus={n.menu} if n.menu else set())
            return units.units_of(menus) | units.of_expressions(n.who, n.test)
        elif isinstance(n, model.Ask):
            found = self.of_nodes(n.fallback or [], following)
            options = self.options.get(n.options)
            return found | units.of_expressions(n.who, *(options.expressions() if options else ()))
        elif isinstance(n, model.Secret):
            following |= {n.after.label} if n.after is not None else set()
            return units.of_expressions(n.players, n.where)
        return set()
