"""The typed game as the checks over all of it read it: every body with its statements and expressions, seen once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..once import once
from ..surface.ast import Span
from ..typed import tree
from ..typed.example_tree import Example
from ..typed.expr import BaseCall, CallExpr, Const, DefineRef, Field, RuleValue
from ..typed.tree import E
from .walk import blocks_of, own_expressions, statements


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
    calls: list[str] = field(default_factory=list)  # functions that it calls, keeps as values or goes by

    def look(self) -> Part:
        """The same part, with its statements and expressions listed."""
        self.statements = list(statements(self.block))
        self.expressions = [x for s in self.statements for e in own_expressions(s) for x in e.walk()]
        self.expressions += [x for e in (*self.tests, *self.constants) for x in e.walk()]
        self.calls = [e.name for e in self.expressions if isinstance(e, (CallExpr, RuleValue, BaseCall))]
        self.calls += [e.define for e in self.expressions if isinstance(e, DefineRef)]
        return self


@dataclass(slots=True)
class Survey:
    """All bodies of a game, and the expressions that stand outside of bodies."""

    functions: dict[str, Part]
    changes: dict[str, list[Part]]  # target -> its `instead`s and `when`s
    decides: list[Part]
    examples: list[Part]
    loose: list[E]  # figures, first values, `applies`, edges, attributes
    rule_values: list[str]  # functions that stand in tables or are kept as values
    flags: dict[str, list[E]] = field(
        default_factory=dict
    )  # flag of the state -> the conditions that it is set to, or set under

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
        """All bodies, those of examples too."""
        return [*self.rules, *self.examples]

    def expressions(self) -> Iterator[E]:
        """All expressions, in bodies and outside of them."""
        for part in self.parts:
            yield from part.expressions
        yield from self.loose


@once
def of_function(f: tree.Function) -> Part:
    """The body of a function."""
    return Part(f.key, f.name, f.category, f.body, f.params, f.span).look()


@once
def of_change(c: tree.Change, instead: bool) -> Part:
    """The body of a change."""
    part = Part(c.key, c.target.split(".")[-1], "instead" if instead else "when", c.body, c.params, c.span)
    part.tests = [c.where] if c.where is not None else []
    part.constants = [value for _, value in c.matches]
    return part.look()


@once
def of_example(example: Example, number: int) -> Part:
    """The body of an example."""
    part = Part(f"example:{number}", example.title, "example", example.block, [], example.span)
    part.tests = example.values
    return part.look()


def survey(game: tree.Game) -> Survey:
    """The bodies and expressions of a typed game."""
    functions = {key: of_function(f) for key, f in game.functions.items()}
    changes: dict[str, list[Part]] = {}
    for category, found in (("instead", game.overrides), ("when", game.hooks)):
        for c in found:
            changes.setdefault(c.target, []).append(of_change(c, category == "instead"))
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
    names = {e.name for e in result.expressions() if isinstance(e, RuleValue)}
    result.rule_values = [key for key in game.functions if key in names]
    for part in result.rules:
        _note_flags(part.block, [], result.flags)
    return result


def _note_flags(block: tree.Block, tests: list[E], found: dict[str, list[E]]) -> None:
    """Notes what flags are set to, or under which conditions."""
    for s in block:
        if isinstance(s, tree.Set) and isinstance(s.target, Field) and s.target.type.name == "flag":
            found.setdefault(s.target.info.attribute, []).extend(
                tests if isinstance(s.value, Const) else [s.value]
            )
        inner = [*tests, s.test] if isinstance(s, tree.If) else tests
        for b in blocks_of(s):
            _note_flags(b, inner, found)


def _examples(game: tree.Game) -> list[Part]:
    """The bodies of examples."""
    return [of_example(example, i) for i, example in enumerate(game.examples)]


def _loose(game: tree.Game) -> list[E]:
    """The expressions that stand outside of bodies."""
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
