"""The typed game as the whole-game checks read it: every body with its statements and expressions, seen once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..surface.ast import Span
from . import tree
from .tree import E

# Fields of statements that hold one expression.
PARTS = (
    "value", "test", "target", "call", "who", "amount", "what", "origin", "goal", "zone", "text", "source", "where",
    "times", "until", "label",
)  # fmt: skip


def blocks_of(s: tree.S) -> list[tree.Block]:
    """The bodies inside a statement."""
    if isinstance(s, tree.If):
        return [s.then, s.otherwise]
    if isinstance(s, (tree.For, tree.Each, tree.Repeat, tree.May, tree.With)):
        return [s.body]
    if isinstance(s, tree.Choose):
        return [s.body or [], s.otherwise]
    if isinstance(s, (tree.ChooseOne, tree.AnyOrder)):
        return [b.body for b in s.branches]
    return []


def units_of(s: tree.S) -> list[tree.Block]:
    """Those bodies of a statement that are units: offered only if they can be carried through."""
    if isinstance(s, tree.May):
        return [s.body]
    if isinstance(s, tree.Choose):
        return [s.body or []]
    if isinstance(s, (tree.ChooseOne, tree.AnyOrder)):
        return [b.body for b in s.branches]
    return []


def own_expressions(s: tree.S) -> list[E]:
    """The expressions of a statement, without those of its bodies."""
    found: list[E | None] = []
    if isinstance(s, tree.Choose):
        found = [s.who]
        for p in s.picks:
            found += [p.field, p.number, p.source, p.where, p.so_that]
    elif isinstance(s, (tree.ChooseOne, tree.AnyOrder)):
        found = [s.who, *(e for b in s.branches for e in (b.label, b.test, b.each))]
    elif isinstance(s, tree.Offer):
        found = [s.who, *(a for _, args in s.menus for a in args)]
    elif isinstance(s, tree.Place):
        found = [*s.fields.values(), s.at]
    else:
        found = [e for e in (getattr(s, part, None) for part in PARTS) if isinstance(e, E)]
    return [e for e in found if e is not None]


def statements(block: tree.Block) -> Iterator[tree.S]:
    """All statements, also inside bodies."""
    for s in block:
        yield s
        for b in blocks_of(s):
            yield from statements(b)


@dataclass(slots=True)
class Part:
    """One body: of a function, a change, a `decides`, or an example."""

    key: str
    name: str  # how the author calls it
    category: str  # define rule event action instead when decides example
    block: tree.Block
    params: list[tree.Param]
    span: Span
    statements: list[tree.S] = field(default_factory=list)
    expressions: list[E] = field(default_factory=list)  # of all statements, with all that is inside them
    tests: list[E] = field(default_factory=list)  # when an `instead`, a `when` or a `decides` holds; claims
    constants: list[E] = field(default_factory=list)  # that arguments must equal

    def look(self) -> Part:
        self.statements = list(statements(self.block))
        self.expressions = [x for s in self.statements for e in own_expressions(s) for x in e.walk()]
        self.expressions += [x for e in (*self.tests, *self.constants) for x in e.walk()]
        return self


@dataclass(slots=True)
class Survey:
    """All bodies of a game, and the expressions that stand outside of bodies."""

    functions: dict[str, Part]
    changes: dict[str, list[Part]]  # target -> its `instead`s and `when`s
    decides: list[Part]
    examples: list[Part]
    loose: list[E]  # figures, first values, `applies`, edges, attributes
    effects: list[str]  # functions that stand in tables or are kept as values

    @property
    def rules(self) -> list[Part]:
        """Everything but the examples."""
        return [
            *self.functions.values(),
            *(p for found in self.changes.values() for p in found),
            *self.decides,
        ]

    @property
    def parts(self) -> list[Part]:
        return [*self.rules, *self.examples]

    def expressions(self) -> Iterator[E]:
        for part in self.parts:
            yield from part.expressions
        yield from self.loose


def survey(game: tree.Game) -> Survey:
    functions = {
        key: Part(key, f.name, f.category, f.body, f.params, f.span).look()
        for key, f in game.functions.items()
    }
    changes: dict[str, list[Part]] = {}
    for category, found in (("instead", game.overrides), ("when", game.hooks)):
        for c in found:
            part = Part(c.key, c.target.split(".")[-1], category, c.body, c.params, c.span)
            part.tests = [c.where] if c.where is not None else []
            part.constants = [value for _, value in c.matches]
            changes.setdefault(c.target, []).append(part.look())
    decides = [
        Part(
            f"{d.participant}.{d.choice}",
            d.choice,
            "decides",
            d.body,
            [],
            d.span,
            tests=[d.where] if d.where else [],
        )
        for q in game.participants.values()
        for d in q.decides
    ]
    result = Survey(functions, changes, [p.look() for p in decides], _examples(game), _loose(game), [])
    names = {e.name for e in result.expressions() if e.op == "effect"}
    result.effects = [key for key in game.functions if key in names]
    return result


def _examples(game: tree.Game) -> list[Part]:
    found: list[Part] = []
    for i, example in enumerate(game.examples):
        part = Part(f"example:{i}", example.title, "example", example.block, [], example.span)
        part.tests = example.values
        found.append(part.look())
    return found


def _loose(game: tree.Game) -> list[E]:
    roots: list[E | None] = [f.default for f in game.fields.values()]
    for kind in game.kinds.values():
        for column in kind.columns.values():
            roots += column.cells
        if kind.in_force is not None:
            roots += [kind.in_force.test, kind.in_force.copies]
    for board in game.boards.values():
        roots += [board.borders, *board.sizes.values(), *(e.test for e in board.edges.values())]
    for q in game.participants.values():
        roots += [q.controller, *q.attributes.values()]
    return [x for e in roots if e is not None for x in e.walk()]


# ---------------------------------------------------------------- expressions


def same(a: E | None, b: E | None) -> bool:
    return a is b or (a is not None and b is not None and shape(a) == shape(b))


def shape(e: E) -> str:
    """An expression as text: equal for two expressions that say the same."""
    data = e.data if isinstance(e.data, (int, str, bool, tuple)) else ""
    inner = ",".join("" if a is None else shape(a) for a in e.args)
    return f"{e.op}:{e.name}:{data}({inner})"


def calls_of(e: E) -> str | None:
    """The function whose body decides the value of an expression, if it is a call (`by: linked` among them)."""
    if e.op == "call":
        return e.name
    if e.op == "lib" and e.name == "define" and isinstance(e.data, str):
        return e.data
    return None


def is_size(e: E) -> bool:
    """Whether an expression asks only how many things there are, or whether there are any."""
    if e.op == "lib" and e.name == "size":
        return True
    return e.op == "query" and e.data in ("count", "any", "no") and e.args[1] is None
