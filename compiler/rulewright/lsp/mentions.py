"""The names in bodies with what they mean: locals by the block in which they stand, all else by what is declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from rulewright.diagnostics import Span
from rulewright.language.library import LIBRARY
from rulewright.lsp.declared import Declared, Symbol, local, word_at, written
from rulewright.surface import ast
from rulewright.surface.parse import parse_label
from rulewright.typed.types import Type

TypeAt = Callable[[Span], Type | None]
WORDS = frozenset(
    [
        "you",
        "it",
        "this",
        "base",
        "options",
        "yes",
        "no",
        "none",
        "empty",
        "nothing",
        "players",
        "players_count",
        "participants",
        "player",
        "participant",
        "number",
        "flag",
        "table",
        "directions",
        "resource",
    ]
)


class Occurrence(NamedTuple):
    """A name at one place."""

    symbol: Symbol
    span: Span
    declares: bool = False


@dataclass(slots=True)
class Env:
    """What names mean at one place: locals, and the thing to which a define or a change belongs."""

    names: dict[str, Symbol]
    this: str = ""  # kind:NAME, cell:BOARD, piece:NAME

    def inner(self) -> Env:
        """The scope of a block inside: what is bound there ends with it."""
        return Env(dict(self.names), self.this)


class Finder:
    """Goes through bodies; what is found is kept in the order in which it is met."""

    def __init__(self, file: ast.File, known: Declared, type_at: TypeAt) -> None:
        self.lines = written(file)
        self.known = known
        self.type_at = type_at
        self.found: list[Occurrence] = []
        self.texts: dict[str, list[Symbol]] = {}  # what the holes of texts mean, for their translations

    # ------------------------------------------------------------ keeping

    def use(self, symbol: Symbol | None, span: Span | None) -> None:
        """Notes that a symbol is used at a place, if both are known."""
        if symbol is not None and span is not None:
            self.found.append(Occurrence(symbol, span))

    def declare(self, symbol: Symbol, within: Span, after: str = "") -> None:
        """Notes the name of a symbol in the header that declares it."""
        span = word_at(self.lines, within, symbol.name, after)
        if span is not None:
            self.found.append(Occurrence(symbol, span, declares=True))

    def bind(self, env: Env, name: str, within: Span, after: str = "", category: str = "local") -> None:
        """A new local from here on."""
        place = word_at(self.lines, within, name, after)
        if place is None:
            return
        env.names[name] = local(name, place)._replace(category=category)
        self.found.append(Occurrence(env.names[name], place, declares=True))

    def word(self, symbol: Symbol | None, within: Span, word: str, after: str = "") -> None:
        """A name of which only the surroundings are known."""
        self.use(symbol, word_at(self.lines, within, word, after))

    # ------------------------------------------------------------ what a name means

    def meaning(self, name: str, env: Env) -> Symbol | None:
        """What a name means here, or None."""
        if name in env.names:
            return env.names[name]
        if env.this and (found := self.known.of(env.this, name)):
            return found
        if found := self.known.globals.get(name):
            return found
        if name.endswith("_at") and (found := self.known.globals.get(name[:-3])):
            return found if found.category == "piece" else None
        if found := self.edges(name):
            return found
        return Symbol("library", "", name) if name in LIBRARY else None

    def of_player(self, name: str) -> Symbol | None:
        """The field or function that a player has under a name, or None."""
        found = self.known.of("player", name)
        if found is None:
            found = self.known.globals.get(name)
        return found if found is not None and found.category in ("field", "function") else None

    def behind_dot(self, target: ast.Expr, name: str, env: Env) -> Symbol | None:
        """What a name behind a dot means, by the type before the dot if that is known."""
        if isinstance(target, ast.Name):
            what = self.meaning(target.name, env)
            if what is not None and what.category == "board":
                return self.known.of(f"board:{what.name}", name) or self.known.globals.get(name)
            if what is not None and what.category in ("seat", "participant"):
                return self.of_player(name)
        type = self.type_at(target.span)
        if type is not None and type.name != "unknown":
            return self.part_of(type, name)
        return self.likely(name)

    def part_of(self, type: Type, name: str) -> Symbol | None:
        """What values of a type have under a name, or None."""
        if type.name == "player":
            return self.of_player(name)
        if type.name in ("kind", "piece", "edge"):
            return self.known.of(f"{type.name}:{type.of}", name)
        if type.name == "bundle":
            return self.known.globals.get(name)
        if type.name != "cell":
            return None
        found = self.known.of(f"cell:{type.of}", name)
        if found is None and (piece := self.known.globals.get(name)) and piece.category == "piece":
            return piece
        return found or self.column_of_any(name)

    def column_of_any(self, name: str) -> Symbol | None:
        """The cells of a board may be members of a kind."""
        owners = [o for o, names in self.known.members.items() if o.startswith("kind:") and name in names]
        return self.known.of(owners[0], name) if len(owners) == 1 else None

    def likely(self, name: str) -> Symbol | None:
        """What stands behind a dot if the type before it is not known: the only thing of that name."""
        found = {names[name] for owner, names in self.known.members.items() if name in names}
        if not found and (function := self.known.globals.get(name)) and function.category == "function":
            return function
        return next(iter(found)) if len(found) == 1 else None

    # ------------------------------------------------------------ expressions

    def expr(self, e: Any, env: Env) -> None:
        """Notes the names in an expression, or in several."""
        if e is None:
            return
        if isinstance(e, (list, tuple)):
            for each in e:
                self.expr(each, env)
        elif isinstance(e, ast.Name):
            self.use(self.meaning(e.name, env), word_at(self.lines, e.span, e.name))
        elif isinstance(e, ast.Your):
            self.word(self.of_player(e.name), e.span, e.name)
        elif isinstance(e, ast.MemberOf):
            self.expr(e.target, env)
            self.use(self.behind_dot(e.target, e.name, env), e.name_span)
        elif isinstance(e, ast.Quantity):
            self.expr(e.amount, env)
            self.use(self.meaning(e.unit, Env({})), e.unit_span)
        elif isinstance(e, ast.Apply):
            self.apply(e, env)
        elif isinstance(e, ast.Query):
            self.expr(e.source, env)
            inner = env.inner()
            self.bind(inner, e.name, e.span, e.quantifier)
            self.expr([e.where, e.by], inner)
        elif isinstance(e, ast.Fold):
            self.expr(e.source, env)
            inner = env.inner()
            self.bind(inner, e.name, e.span, "for")
            self.expr([e.body, e.where], inner)
        elif isinstance(e, ast.Text):
            self.text(e, env)
        elif isinstance(e, ast.TypeName):
            self.type(e, env)
        elif isinstance(e, ast.Node):
            self.expr([getattr(e, f.name) for f in fields(e) if f.name not in ("span", "sources")], env)

    def apply(self, e: ast.Apply, env: Env) -> None:
        """Notes the names in a call, those of its arguments too."""
        self.expr(e.target, env)
        called = None
        if isinstance(e.target, ast.Name):
            called = self.meaning(e.target.name, env)
        elif isinstance(e.target, ast.MemberOf):
            called = self.behind_dot(e.target.target, e.target.name, env)
        elif isinstance(e.target, ast.Your):
            called = self.of_player(e.target.name)
        self.expr(e.args, env)
        for name, value in e.named:
            if called is not None and called.category == "piece":
                self.word(self.known.of(f"piece:{called.name}", name), e.span, name)
            elif called is not None:
                self.word(self.known.locals.get((called, name)), e.span, name)
            self.expr(value, env)

    def type(self, e: ast.TypeName, env: Env) -> None:
        """Notes the names in a type."""
        if e.of is not None:
            self.type(e.of, env)
        elif e.name == "range":
            self.expr([e.low, e.high], env)
        else:
            self.word(self.known.globals.get(e.name) or self.edges(e.name), e.span, e.name)

    def edges(self, name: str) -> Symbol | None:
        """The set of edges of this name on any board, or None."""
        owners = [o for o, names in self.known.members.items() if o.startswith("board:") and name in names]
        return self.known.of(owners[0], name) if owners else None

    def text(self, e: ast.Text, env: Env) -> None:
        """Notes the names in the holes of a text."""
        if "{" in e.value:
            before = len(self.found)
            for hole in parse_label(e.value, e.span)[0]:
                if not isinstance(hole, str):
                    self.expr(hole, env)
            self.texts.setdefault(e.value, []).extend(o.symbol for o in self.found[before:])

    # ------------------------------------------------------------ statements

    def block(self, statements: ast.Block | None, env: Env) -> None:
        """Notes the names in statements."""
        for s in statements or []:
            self.statement(s, env)

    def statement(self, s: ast.Stmt, env: Env) -> None:
        """Notes the names in a statement and binds those that it declares."""
        if isinstance(s, ast.Let):
            self.expr(s.value, env)
            self.bind(env, s.name, s.span, "let")
        elif isinstance(s, ast.For):
            self.expr(s.source, env)
            inner = env.inner()
            self.bind(inner, s.name, s.span, "for")
            self.expr([s.where, s.by], inner)
            self.block(s.body, inner)
        elif isinstance(s, (ast.Choose, ast.May)):
            self.choosing(s, env)
        elif isinstance(s, ast.If):
            for test, body in s.branches:
                self.expr(test, env)
                self.block(body, env.inner())
            self.block(s.otherwise, env.inner())
        elif isinstance(s, ast.Begin):
            self.word(Symbol("period", "", s.period), s.span, s.period, "begin")
        elif isinstance(s, ast.With):
            self.use(self.known.globals.get(s.menu), s.menu_span)
            self.block(s.body, env.inner())
        elif isinstance(s, (ast.ChooseOne, ast.AnyOrder)):
            self.expr([getattr(s, "who", None), getattr(s, "prompt", None)], env)
            for branch in s.branches:
                self.expr([branch.label, branch.test], env)
                self.block(branch.body, env.inner())
        else:
            parts = [getattr(s, f.name) for f in fields(s) if f.name not in ("span", "sources", "body")]
            self.expr(parts, env)
            self.block(getattr(s, "body", None), env.inner())

    def choosing(self, s: ast.Choose | ast.May, env: Env) -> None:
        """Notes the names in a choice; what is chosen is bound for its body, or for the rest of the block."""
        self.expr(s.who, env)
        if isinstance(s, ast.May):
            self.expr([s.label, s.refusal], env)
        inner = env.inner() if s.body is not None else env
        for pick in s.picks:
            self.expr([pick.source, pick.amount.value if pick.amount else None], inner)
            if pick.yours:
                self.word(self.of_player(pick.name), pick.span, pick.name)
            else:
                self.bind(inner, pick.name, pick.span)
            self.expr([pick.where, pick.so_that, pick.label, pick.prompt], inner)
        self.block(s.body, inner)
        self.block(s.otherwise, env.inner())
