"""What the checker knows while it works: declarations, signatures as far as inferred, and the scope of a body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..diagnostics import Diagnostic, error, suggest, warning
from ..resolved import model
from ..resolved.constants import constant
from ..surface import ast
from ..surface.habits import instead_of
from . import types as t
from .tree import E, FieldInfo
from .types import Type

Made = TypeVar("Made")


@dataclass(slots=True)
class Signature:
    """The inferred types of a function; they grow until nothing changes."""

    key: str
    function: model.Function
    params: list[Type]
    result: Type = t.UNKNOWN
    uses_you: bool = False
    callers: set[str] = field(default_factory=set)

    @property
    def state(self) -> State:
        """What is known of it so far."""
        return tuple(self.params), self.result, self.uses_you


State = tuple[tuple[Type, ...], Type, bool]


@dataclass(slots=True)
class Checked:
    """A body as it was typed while types were inferred, with what is wrong in it and the signatures that it goes by."""

    made: Any
    diagnostics: list[Diagnostic]
    states: dict[str, State]


@dataclass(slots=True)
class Body:
    """What all scopes of one body share."""

    key: str  # of the function, change or example
    label: str  # for the names of choices
    locals: dict[str, Type] = field(default_factory=dict)
    uses_you: bool = False
    uses_this: bool = False
    uses_base: bool = False
    choices: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Scope:
    """What names mean at one place of a body."""

    body: Body
    names: dict[str, str]  # name in the rules -> local
    you: E | None
    this: E | None = None  # a member, a cell, a copy's kind
    it: E | None = None
    base: str = ""  # what `base` means: a function's key
    constants: dict[str, E] = field(
        default_factory=dict
    )  # names that stand for an expression (players of examples)

    def inner(self) -> Scope:
        """The scope of a block inside: what is bound there ends with it."""
        return Scope(self.body, dict(self.names), self.you, self.this, self.it, self.base, self.constants)

    def bind(self, name: str, type: Type) -> str:
        """A new local for a name; two locals of one name in one function get different names."""
        local = name
        n = 2
        while local in self.body.locals:
            local = f"{name}_{n}"
            n += 1
        self.body.locals[local] = type
        self.names[name] = local
        return local


class Context:
    """All that is known of the game, for all bodies."""

    def __init__(self, game: model.Game) -> None:
        self.game = game
        self.diagnostics: list[Diagnostic] = []
        self.final = False  # errors are reported in the last pass only, when all types are known
        self.signatures: dict[str, Signature] = {}
        self.fields: dict[str, FieldInfo] = {}  # by attribute
        self.table: dict[str, FieldInfo] = {}
        self.player: dict[str, FieldInfo] = {}
        self.cells: dict[str, dict[str, FieldInfo]] = {}  # board -> fields
        self.edges: dict[str, dict[str, FieldInfo]] = {}  # board.edges -> fields
        self.pieces: dict[str, dict[str, FieldInfo]] = {}
        self.columns: dict[tuple[str, str], Type] = {}  # (kind, column) -> type
        self.board_kinds: dict[str, str] = {}  # graph over a kind
        self.changed: set[str] = set()  # signatures that grew: who depends on them is checked again
        self.multi_cell: set[str] = set()
        self.used: set[str] = set()  # names of declarations that something mentions
        self.constants: set[str] = set()  # defines that ranges and boards are made of
        self.current: str = ""
        self.followers: dict[str, list[str]] = (
            {}
        )  # function -> the changes of it, which depend on its signature
        self.choice_types: dict[str, Type] = {}  # choice -> what is chosen
        self.touched: set[str] = set()  # signatures that the body which is being typed goes by
        self.growths = 0  # how often a signature or a column has grown
        self.checked: dict[str, Checked] = {}  # bodies that are typed already

    # ------------------------------------------------------------ reporting

    def report(
        self, code: str, message: str, span: ast.Span, hint: str = "", sources: ast.Sources = ()
    ) -> None:
        """Adds an error in the last round; before, types may still grow."""
        if self.final:
            self.diagnostics.append(
                error(code, message, span, hint=hint, rules=[c.id for c in sources if c.id])
            )

    def warn(self, code: str, message: str, span: ast.Span, hint: str = "") -> None:
        """Adds a warning in the last round."""
        if self.final:
            self.diagnostics.append(warning(code, message, span, hint=hint))

    def unknown_name(self, name: str, span: ast.Span, scope: Scope, extra: list[str] | None = None) -> None:
        """Reports a name that means nothing, with the nearest one."""
        candidates = [*scope.names, *self.game.symbols, *(extra or [])]
        near = suggest(name, candidates)
        hint = f"did you mean `{near}`?" if near else instead_of(name) or "declare it, or mend the name"
        field = name if name in self.player else suggest(name, self.player) if not near else None
        if field is not None:
            hint = f"did you mean `your {field}`, or `p.{field}` for a player p?"
        self.report("RW211", f"nothing is called `{name}`", span, hint)

    def unknown_part(self, name: str, of: Type, span: ast.Span, known: list[str], hint: str) -> None:
        """Nothing of that name stands behind a dot, after something of this type."""
        near = suggest(name, known)
        what = "a player" if of.name == "player" else str(of)
        self.report("RW216", f"{what} has no `{name}`", span, f"did you mean `{near}`?" if near else hint)

    # ------------------------------------------------------------ types by name

    def type_of(self, name: ast.TypeName | None) -> Type:
        """The type that is written, unknown if none is."""
        if name is None:
            return t.UNKNOWN
        found = self.plain_type(name)
        return t.maybe(found) if name.or_none else found

    def plain_type(self, name: ast.TypeName) -> Type:
        """The same without `or none`; one that does not exist is reported."""
        simple = {
            "flag": t.FLAG,
            "number": t.NUMBER,
            "text": t.TEXT,
            "player": t.PLAYER,
            "participant": t.PLAYER,
            "direction": t.DIRECTION,
            "bundle": t.BUNDLE,
            "effect": t.EFFECT,
        }
        if name.name == "range":
            low, high = self.bound(name.low), self.bound(name.high)
            if low is not None and high is not None and low > high:
                text = f"{low}..{high} ends before it begins, so nothing is in it"
                self.report("RW321", text, name.span, f"write `{high}..{low}`")
            return Type("number", low=low, high=high)
        if name.of is not None:
            if name.name in t.COLLECTIONS:
                return t.many(self.type_of(name.of), name.name)
            self.bad_type(name)
            return t.UNKNOWN
        if name.name == "resource":
            return t.RESOURCE
        if name.name in simple:
            return simple[name.name]
        if name.name in self.game.kinds:
            self.used.add(name.name)
            return t.kind(name.name)
        if name.name in self.game.boards:
            self.used.add(name.name)
            return t.cell(name.name)
        if name.name in self.game.pieces:
            return t.piece(name.name)
        for board in self.game.boards.values():
            if name.name in board.edges:
                return t.edge(f"{board.name}.{name.name}")
        self.bad_type(name)
        return t.UNKNOWN

    def bound(self, e: ast.Expr | None) -> int | None:
        """An end of a range: a number that is known at compile time."""
        found = constant(self.game, e, self.constants)
        if found is None and e is not None:
            name = e.name if isinstance(e, ast.Name) else "this"
            near = suggest(name, [k for k, f in self.game.functions.items() if f.category == "define"])
            known = name in self.game.symbols
            hint = f"did you mean `{near}`?" if near and not known else f"as in `define {name} = 9`"
            self.report("RW234", f"`{name}` is not a number that is known before play", e.span, hint)
        return found

    def bad_type(self, name: ast.TypeName) -> None:
        """Reports a type that does not exist, with the nearest one."""
        known = [
            "flag",
            "number",
            "player",
            "resource",
            "bundle",
            "effect",
            "direction",
            "text",
            *t.COLLECTIONS,
        ]
        near = suggest(name.name, [*known, *self.game.kinds, *self.game.boards, *self.game.pieces])
        hint = (
            f"did you mean `{near}`?"
            if near
            else "a type is flag, number, a range, a kind, a board, a piece …"
        )
        self.report("RW301", f"there is no type `{name.name}`", name.span, hint)

    def is_ring(self, board: str) -> bool:
        """True if a board is a ring, whose places are numbers."""
        shape = self.game.boards[board].shape
        target = shape.target if isinstance(shape, ast.Apply) else shape
        return isinstance(target, ast.Name) and target.name == "ring"

    # ------------------------------------------------------------ bodies that are typed already

    def depends_on(self, sig: Signature) -> None:
        """Notes that the body which is being typed goes by a signature."""
        sig.callers.add(self.current)
        self.touched.add(sig.key)

    def check(self, key: str, own: str | None, typed: Callable[[], Any]) -> None:
        """Types a body; what is made is kept if no signature grew meanwhile. `own` is the signature that it is about."""
        before, self.diagnostics, self.final = self.diagnostics, [], True
        self.touched, growths = {own} if own is not None else set(), self.growths
        made = typed()
        self.checked.pop(key, None)
        if self.growths == growths:
            states = {of: self.signatures[of].state for of in self.touched}
            self.checked[key] = Checked(made, self.diagnostics, states)
        self.diagnostics, self.final = before, False

    def finally_typed(self, key: str, typed: Callable[[], Made]) -> Made:
        """A body as it was typed last, with its diagnostics, or typed anew if what it goes by has grown since."""
        known = self.checked.get(key)
        if known is None or any(self.signatures[of].state != state for of, state in known.states.items()):
            return typed()
        self.diagnostics += known.diagnostics
        made: Made = known.made
        return made

    # ------------------------------------------------------------ growing signatures

    def grow_param(self, sig: Signature, index: int, given: Type, span: ast.Span) -> None:
        """Lets a parameter take what a call gives; reports what does not fit."""
        declared = self.type_of(sig.function.params[index][1])
        name = sig.function.params[index][0]
        if declared.name == "unknown" and name in self.game.kinds:
            declared = t.kind(name)
        if declared.name != "unknown":
            wanted = declared
            if not t.fits(given, t.maybe(wanted)):
                self.report(
                    "RW302",
                    f"`{name}` of {sig.function.name} is {wanted}, but this is {given}",
                    span,
                    f"give {article(wanted)}, or change the parameter: `{name}: TYPE`",
                )
            if sig.params[index].name == "unknown":
                sig.params[index] = wanted
                self.growths += 1
                self.changed.add(sig.key)
            return
        grown = t.join(sig.params[index], t.plain(given))
        if grown is None and {sig.params[index].name, given.name} == {"number", "cell"}:
            board = given.of or sig.params[index].of
            grown = t.NUMBER if self.is_ring(board) else None  # the places of a ring are numbers from 0
        if grown is None:
            self.report(
                "RW302",
                f"`{name}` of {sig.function.name} is {sig.params[index]} elsewhere, but here it is {given}",
                span,
                f"give {article(sig.params[index])}; write the type if another is meant: `{name}: TYPE`",
            )
        elif grown != sig.params[index]:
            sig.params[index] = grown
            self.growths += 1
            self.changed.add(sig.key)

    def grow_result(self, sig: Signature, given: Type, span: ast.Span) -> None:
        """Lets a function give this type too; reports it if the cases do not agree."""
        grown = t.join(sig.result, t.plain(given))
        if grown is None and sig.result.is_many != given.is_many:  # one thing stands for a collection of one
            one, several = (given, sig.result) if sig.result.is_many else (sig.result, t.plain(given))
            grown = several if t.fits(one, several) else None
        if grown is None:
            self.report(
                "RW303",
                f"{sig.function.name} gives {sig.result} in one case and {given} in another",
                span,
                "all cases give values of one type, or none",
            )
        elif grown != sig.result:
            sig.result = grown
            self.growths += 1
            self.changed.update(sig.callers)


def several(n: int, word: str) -> str:
    """A number with its noun, in the plural if it is not 1."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def article(what: object) -> str:
    """`a board`, `an edge`, and types that need none."""
    text = str(what)
    if text[:1].isdigit() or text.startswith("-"):
        return f"a number {text}"
    return f"an {text}" if text[:1] in "aeiou" else f"a {text}"
