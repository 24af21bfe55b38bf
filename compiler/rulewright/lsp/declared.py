"""Which names the files of a game declare, in all variants at once: read from trees alone, so that half a game is enough."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rulewright.diagnostics import Span
from rulewright.resolved.tables import plural
from rulewright.surface import ast


class Symbol(NamedTuple):
    """What a name means; things of one name in two variants are one symbol."""

    category: str  # game variant kind member column resource board edges piece pieces field function menu participant …
    owner: str  # kind of a member or column; of a field: table, player, cell:BOARD, …; place of a local
    name: str


class Place(NamedTuple):
    """Where a symbol is declared: its name, and all that belongs to the declaration."""

    symbol: Symbol
    name: Span
    node: ast.Node
    variant: str


@dataclass(slots=True)
class Declared:
    """The declarations of some files."""

    places: dict[Symbol, list[Place]] = field(default_factory=dict)
    globals: dict[str, Symbol] = field(default_factory=dict)  # by name; the first declaration counts
    members: dict[str, dict[str, Symbol]] = field(default_factory=dict)  # what a thing has: by owner, by name
    locals: dict[tuple[Symbol, str], Symbol] = field(default_factory=dict)  # parameters, for named values

    def add(self, other: Declared) -> None:
        """Takes in what another file declares."""
        for symbol, places in other.places.items():
            self.places.setdefault(symbol, []).extend(places)
        for name, symbol in other.globals.items():
            self.globals.setdefault(name, symbol)
        for owner, names in other.members.items():
            known = self.members.setdefault(owner, {})
            for name, symbol in names.items():
                known.setdefault(name, symbol)
        self.locals.update(other.locals)

    def of(self, owner: str, name: str) -> Symbol | None:
        """What an owner has under a name, or None."""
        return self.members.get(owner, {}).get(name)

    def first(self, symbol: Symbol) -> Place | None:
        """The first place where a symbol is declared, or None."""
        found = self.places.get(symbol)
        return found[0] if found else None


def declared(files: Iterable[ast.File]) -> Declared:
    """What all these files declare."""
    whole = Declared()
    for file in files:
        whole.add(_of_file(_Same(file)))
    return whole


class _Same:
    """A tree that is equal only to itself: trees are shared, so what was read from one need not be read again."""

    def __init__(self, file: ast.File) -> None:
        self.file = file

    def __hash__(self) -> int:
        return id(self.file)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.file is self.file


@lru_cache(maxsize=512)
def _of_file(same: _Same) -> Declared:
    """The names that one file declares, kept while its text stays the same."""
    reader = _Reader(same.file)
    for d in same.file.declarations:
        reader.declaration(d)
    return reader.found


def written(file: ast.File) -> list[str]:
    """The lines of a file as the compiler counts them."""
    return file.text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def word_at(lines: list[str], within: Span, word: str, after: str = "") -> Span | None:
    """Where a word stands first in a span, perhaps only after another one; None if it does not."""
    pattern = re.compile(
        rf"(?<![\w]){re.escape(after)}\s+({re.escape(word)})(?!\w)"
        if after
        else rf"(?<!\w)({re.escape(word)})(?!\w)"
    )
    for line in range(within.line, min(within.end_line, len(lines)) + 1):
        text = lines[line - 1]
        start = within.column - 1 if line == within.line else 0
        end = within.end_column - 1 if line == within.end_line else len(text)
        found = pattern.search(text, start, max(end, start))
        if found:
            return Span(within.path, line, found.start(1) + 1, line, found.end(1) + 1)
    return None


class _Reader:
    """Goes through the declarations of one file."""

    def __init__(self, file: ast.File) -> None:
        self.found = Declared()
        self.lines = written(file)
        self.variant = ""

    # ------------------------------------------------------------ keeping

    def keep(self, symbol: Symbol, node: ast.Node, after: str = "", name: Span | None = None) -> Symbol:
        """The symbol itself, with the place of its declaration noted."""
        place = name or word_at(self.lines, node.span, symbol.name, after) or node.span
        self.found.places.setdefault(symbol, []).append(Place(symbol, place, node, self.variant))
        return symbol

    def globally(self, category: str, name: str, node: ast.Node, owner: str = "", after: str = "") -> Symbol:
        """The symbol of a global name; the first declaration of a name counts."""
        symbol = self.keep(Symbol(category, owner, name), node, after)
        self.found.globals.setdefault(name, symbol)
        return symbol

    def member_of(self, owner: str, symbol: Symbol) -> None:
        """Notes that an owner has a symbol."""
        self.found.members.setdefault(owner, {}).setdefault(symbol.name, symbol)

    # ------------------------------------------------------------ declarations

    def declaration(self, d: ast.Declaration) -> None:
        """Takes up one declaration by its sort."""
        if isinstance(d, ast.Game):
            self.keep(Symbol("variant", "", d.name), d, "game")
        elif isinstance(d, ast.Variant):
            self.keep(Symbol("variant", "", d.name), d, "variant")
            before, self.variant = self.variant, d.name
            for inner in d.declarations:
                self.declaration(inner)
            self.variant = before
        elif isinstance(d, ast.Kind):
            self.globally("kind", d.name, d, after="kind")
            self.kind(d.name, d.columns, d.members, d.behaviour)
            for factor in d.factors:
                self.member_of(f"kind:{d.name}", Symbol("column", d.name, factor.name))
        elif isinstance(d, ast.Extend):
            self.extend(d)
        elif isinstance(d, ast.Piece):
            self.globally("piece", d.name, d, after="piece")
            self.found.globals.setdefault(d.plural or plural(d.name), Symbol("piece", "", d.name))
            self.fields(d.fields, f"piece:{d.name}")
            self.behaviour(d.behaviour, f"piece:{d.name}")
        elif isinstance(d, ast.Resource):
            symbol = self.globally("resource", d.name, d, after="resource")
            self.found.globals.setdefault(d.plural or plural(d.name), symbol)
            self.behaviour(d.behaviour, f"resource:{d.name}")
        elif isinstance(d, ast.Board):
            self.board(d)
        elif isinstance(d, ast.State):
            self.fields(d.fields, d.owner)
            self.behaviour(d.behaviour, "")
        elif isinstance(d, ast.Shared):
            self.keep(Symbol("given", "", d.name), d, "given")
        elif isinstance(d, ast.Behaviour):
            self.behaviour([d], "")

    def kind(
        self, name: str, columns: list[ast.Column], members: list[ast.Member], items: list[ast.Behaviour]
    ) -> None:
        """Takes up the columns, members and functions of a kind."""
        for column in columns:
            self.member_of(f"kind:{name}", self.keep(Symbol("column", name, column.name), column))
        for member in members:
            self.globally("member", member.name, member, name)
            self.behaviour(member.behaviour, f"kind:{name}")
        self.behaviour(items, f"kind:{name}")

    def extend(self, d: ast.Extend) -> None:
        """What is extended may stand in a file that is not read yet: fields show what it is."""
        if d.name in ("player", "table"):
            self.fields(d.fields, d.name)
            self.behaviour(d.behaviour, "")
        elif d.fields:
            for owner in (f"piece:{d.name}", f"cell:{d.name}"):
                self.fields(d.fields, owner)
        else:
            self.kind(d.name, d.columns, d.members, d.behaviour)

    def board(self, d: ast.Board) -> None:
        """Takes up a board with its fields, named cells and edges."""
        self.globally("board", d.name, d, after="board")
        self.fields(d.fields, f"cell:{d.name}")
        self.behaviour(d.behaviour, f"cell:{d.name}")
        shape = d.shape.target if isinstance(d.shape, ast.Apply) else None
        if (
            isinstance(d.shape, ast.Apply)
            and isinstance(shape, ast.Name)
            and shape.name in ("track", "graph")
        ):
            names = [arg for arg in d.shape.args if isinstance(arg, ast.Name)]
            for arg in (
                names if len(names) > 1 else []
            ):  # one name alone is a kind whose members are the cells
                self.member_of(f"board:{d.name}", self.keep(Symbol("cell", d.name, arg.name), arg))
        for edges in d.edges:
            self.member_of(f"board:{d.name}", self.keep(Symbol("edges", d.name, edges.name), edges, "edges"))
            self.fields(edges.fields, f"edge:{d.name}.{edges.name}")

    def fields(self, fields: list[ast.Field], owner: str) -> None:
        """Takes up the fields of an owner; those of the table are global names."""
        for each in fields:
            for name in each.names:
                symbol = self.keep(Symbol("field", owner, name), each)
                self.member_of(owner, symbol)
                if owner == "table":
                    self.found.globals.setdefault(name, symbol)

    def behaviour(self, items: list[ast.Behaviour], owner: str) -> None:
        """Takes up menus, participants and functions."""
        for item in items:
            if isinstance(item, ast.Menu):
                symbol = self.globally("menu", item.signature.name, item, after="menu")
                self.parameters(symbol, item.signature)
            elif isinstance(item, ast.Participant):
                self.globally("participant", item.name, item, after="participant")
                self.behaviour(item.behaviour, "")
            elif isinstance(item, (ast.Define, ast.Event, ast.Rule, ast.Action)):
                self.function(item, "" if isinstance(item, ast.Action) else owner)

    def function(self, d: ast.Define | ast.Event | ast.Rule | ast.Action, owner: str) -> None:
        """Takes up a function with its parameters, and the menu that an action names."""
        symbol = self.keep(Symbol("function", owner, d.signature.name), d, type(d).__name__.lower())
        if owner:
            self.member_of(owner, symbol)
        else:
            self.found.globals.setdefault(symbol.name, symbol)
        self.parameters(symbol, d.signature)
        if isinstance(d, ast.Action):
            menu = d.menu.target if isinstance(d.menu, ast.Apply) else d.menu
            if isinstance(menu, ast.Name):
                self.found.globals.setdefault(menu.name, Symbol("menu", "", menu.name))

    def parameters(self, symbol: Symbol, signature: ast.Signature) -> None:
        """Takes up the parameters of a function or menu."""
        for param in signature.params:
            self.found.locals[symbol, param.name] = local(param.name, param.span)


def local(name: str, place: Span) -> Symbol:
    """A variable or parameter: it is known by where it is declared."""
    return Symbol("local", f"{place.path}:{place.line}:{place.column}", name)
