"""What may be none: a number compared or added up, an amount paid or gained, a thing of which something is read, without asking first."""

from __future__ import annotations

from ...analysis.survey import Part, Survey
from ...analysis.walk import blocks_of, own_expressions, shape
from ...once import once
from .. import tree
from ..context import Context
from ..expr import (
    And,
    Bundle,
    CallExpr,
    ColumnOf,
    Compare,
    Field,
    Fold,
    IfExpr,
    In,
    Lib,
    Local,
    Math,
    Minus,
    Not,
    Or,
    Pieces,
    Query,
    is_lib,
)
from ..spelling import spelled
from ..tree import E
from .filled import filled
from .flow import complete

Facts = frozenset[str]  # shapes of expressions that are known not to be none; EVERYTHING: no more is asked
EVERYTHING = "*"
IS_NONE = "none: "  # before the shape of what is known to be none, as long as nothing is carried out
WHOLE = (
    "cells", "members", "neighbours", "around", "line", "row", "column", "row_through", "column_through", "block",
    "shared_neighbours", "players", "participants", "clockwise_from",
)  # fmt: skip
MAYBE = (
    "piece_at",
    "cell_of",
    "step",
    "edge_between",
)  # functions of the library whose value the author knows may be none

OF_AMOUNTS = ("add_bundles", "subtract_bundles", "scale_bundle", "amount_in", "payable")


def check(c: Context, game: tree.Game, seen: Survey) -> None:
    """Warns of what may be none and is used without asking, in all rules."""
    relied_on = filled(seen)
    for part in seen.rules:
        _Body(c, game, seen, part, relied_on).run()


class _Body:
    """One body, walked with what is known not to be none at each point."""

    def __init__(self, c: Context, game: tree.Game, seen: Survey, part: Part, relied_on: set[str]) -> None:
        self.c = c
        self.game = game
        self.seen = seen
        self.part = part
        self.relied_on = relied_on  # fields that every player is given at once
        self.lets = {s.name: s.value for s in part.statements if isinstance(s, tree.Let)}
        self.ranging = ranging(part)
        self.told: set[int] = set()

    def run(self) -> None:
        """Walks the body; its own conditions hold from the start."""
        known: Facts = frozenset()
        for test in self.part.tests:
            self.expression(test, known)
            known |= self.holds(test)
        self.block(self.part.block, known)

    # ------------------------------------------------------------ statements

    def block(self, statements: tree.Block, known: Facts) -> None:
        """Walks statements in turn, each with what those before have made known."""
        for s in statements:
            known = self.statement(s, persisting(known))

    def statement(self, s: tree.S, known: Facts) -> Facts:
        """Looks at a statement; what is known after it."""
        if isinstance(s, tree.If):
            self.expression(s.test, known)
            self.block(s.then, known | self.holds(s.test))
            self.block(s.otherwise, known | self.fails(s.test))
            if any(isinstance(x, tree.Stop) for x in s.then):
                return known | self.fails(s.test)
            return known
        if isinstance(s, tree.Result):
            if s.test is not None:
                self.expression(s.test, known)
            self.expression(s.value, known | (self.holds(s.test) if s.test is not None else frozenset()))
            return known | (self.fails(s.test) if s.test is not None else frozenset())
        if isinstance(s, tree.Require):
            self.expression(s.test, known)
            return known | self.holds(s.test)
        if isinstance(s, tree.Choose):
            return self.choose(s, known)
        if isinstance(s, (tree.ChooseOne, tree.AnyOrder)):
            for b in s.branches:
                inner = known
                if b.test is not None:
                    self.expression(b.test, known)
                    inner = known | self.holds(b.test)
                self.block(b.body, inner)
            return known
        return self.plain(s, known)

    def plain(self, s: tree.S, known: Facts) -> Facts:
        """Walks any other statement; gives what is known after it."""
        for e in own_expressions(s):
            self.expression(e, known)
        if isinstance(s, tree.Move) and not s.what.type.is_many:
            self.moved(s.what, known)
        if isinstance(s, tree.Gain):
            self.operand(s.amount, known)
        if isinstance(s, tree.Set):
            if s.op != "=" and s.target.type.name == "number":
                self.operand(s.target, known)
                self.operand(s.value, known)
            return known | {shape(s.target)} if not s.value.type.optional else known - {shape(s.target)}
        if isinstance(s, tree.Let) and shape(s.value) in known:
            return known | {shape(Local(s.value.type, s.name))}
        inner = known
        if isinstance(s, tree.Each) and s.where is not None:
            inner = known | self.holds(s.where)
        elif (
            isinstance(s, (tree.Each, tree.For))
            and isinstance(s.source, Query)
            and s.source.where is not None
        ):
            inner = known | self.holds(s.source.where)
        elif isinstance(s, tree.Repeat) and s.until is not None:
            inner = known | self.fails(s.until)
        for b in blocks_of(s):
            self.block(b, inner)
        return known

    def choose(self, s: tree.Choose, known: Facts) -> Facts:
        """Walks a choice; gives what is known after it."""
        inner = known
        for p in s.picks:
            for e in (p.number, p.source):
                if e is not None:
                    self.expression(e, inner)
            for test in (p.where, p.so_that):
                if test is not None:
                    self.expression(test, inner)
                    inner = inner | self.holds(test)
        if s.body is None:
            return inner
        self.block(s.body, inner)
        self.block(s.otherwise, known)
        return known

    # ------------------------------------------------------------ expressions

    def expression(self, e: E, known: Facts) -> None:
        """Walks an expression; a condition is known on the side on which it holds."""
        if isinstance(e, (And, Or)):
            self.expression(e.operands[0], known)
            learnt = self.holds(e.operands[0]) if isinstance(e, And) else self.fails(e.operands[0])
            self.expression(e.operands[1], known | learnt)
        elif isinstance(e, IfExpr):
            self.expression(e.test, known)
            self.expression(e.value, known | self.holds(e.test))
            self.expression(e.otherwise, known | self.fails(e.test))
        elif isinstance(e, (Query, Fold)):
            self.query(e, known)
        else:
            if isinstance(e, (Field, ColumnOf)) and e.parts[0] is not None:
                self.owner(e, e.parts[0], known)
            for a in e.parts:
                if a is not None:
                    if is_reckoned(e):
                        self.operand(a, known)
                    self.expression(a, known)

    def query(self, e: Query | Fold, known: Facts) -> None:
        """Walks a query; what it keeps meets its condition."""
        source, where = e.source, e.where
        rest = e.by if isinstance(e, Query) else e.body
        self.expression(source, known)
        if where is not None:
            self.expression(where, known)
            known = known | self.holds(where)
        if isinstance(source, Query) and source.where is not None:
            known = known | {EVERYTHING}  # what was kept by a condition is not asked again
        if rest is not None:
            if isinstance(e, Fold) and e.operation in ("sum", "sum_bundles"):
                self.operand(rest, known)
            self.expression(rest, known)

    def operand(self, e: E, known: Facts) -> None:
        """Warns of a number or amount that may be none."""
        if isinstance(e, IfExpr):
            self.operand(e.value, known | self.holds(e.test))
            self.operand(e.otherwise, known | self.fails(e.test))
            return
        if EVERYTHING in known or id(e) in self.told or shape(e) in known or not self.may_be_none(e):
            return
        self.told.add(id(e))
        name = author_name(e).strip("`")
        what, hint = "number", f"ask first, as in `{name} is not none and …`"
        if e.type.name == "bundle":
            what = "amount"
            hint = "give it a case for all the rest (`= … otherwise`), or ask first whether it is none"
        self.c.warn("RW320", f"`{name}` may be none, and none is no {what}", e.span, hint)

    def owner(self, e: Field | ColumnOf, of: E, known: Facts) -> None:
        """Of none nothing can be read."""
        if IS_NONE + shape(of) in known and id(of) not in self.told:
            self.of_none(e, of, "is none here")
        if EVERYTHING in known or id(of) in self.told or shape(of) in known or not self.may_be_none(of):
            return
        if not self.is_any(of) or self.is_looked_at(of, known):
            return
        self.of_none(e, of, "may be none")

    def of_none(self, e: Field | ColumnOf, of: E, how: str) -> None:
        """Warns of something that is asked of a thing which may be none."""
        self.told.add(id(of))
        what = e.info.name if isinstance(e, Field) else e.name
        self.c.warn(
            "RW322",
            f"`{what}` is asked of {author_name(of)}, which {how}",
            e.span,
            "ask first, as in `x is not none and …`",
        )

    def moved(self, e: E, known: Facts) -> None:
        """None cannot lie anywhere: a blank cell of a table is no thing."""
        if EVERYTHING in known or shape(e) in known or not self.may_be_none(e) or not self.is_any(e):
            return
        if self.is_looked_at(e, known):
            return
        self.c.warn(
            "RW322",
            f"{author_name(e)} may be none, and none cannot be moved",
            e.span,
            "ask first, as in `if x is not none:`",
        )

    def is_any(self, e: E) -> bool:
        """Whether something is asked of any cell, piece or member there is: of a special one the author knows more."""
        if is_lib(e, "step", "edge_between"):
            return True
        of = e.parts[0] if isinstance(e, (Field, ColumnOf, Lib)) else None
        if of is None or (isinstance(e, Field) and e.info.attribute in self.relied_on):
            return False
        return is_lib(of, "cell") or (isinstance(of, Local) and of.name in self.ranging)

    def is_looked_at(self, e: E, known: Facts) -> bool:
        """Whether a condition has found something else there: what stands on a cell together is asked for once."""
        of = e.parts[0] if e.parts else None
        return of is not None and any(f"({shape(of)}" in fact for fact in known)

    def may_be_none(self, e: E, depth: int = 0) -> bool:
        """Whether somebody wrote that this may be none; an empty list, whose first is none, is another matter."""
        if not e.type.optional or depth > 4:
            return False
        if isinstance(e, (Field, ColumnOf)) or (isinstance(e, Lib) and e.name in MAYBE):
            return True
        if isinstance(e, Local):
            return e.name in self.lets and self.may_be_none(self.lets[e.name], depth + 1)
        if isinstance(e, CallExpr) and e.name in self.seen.functions:
            results = [s for s in self.seen.functions[e.name].block if isinstance(s, tree.Result)]
            tests = [r.test for r in results if r.test is not None]
            if tests and results[-1].value.type.name == "none" and complete(self.game, tests):
                results.pop()  # every member has its case
            return any(r.value.type.name == "none" or self.may_be_none(r.value, depth + 1) for r in results)
        if isinstance(e, IfExpr):
            return any(
                a is not None and (a.type.name == "none" or self.may_be_none(a, depth + 1))
                for a in e.parts[1:]
            )
        return False

    # ------------------------------------------------------------ what conditions tell

    def holds(self, e: E) -> Facts:
        """What is not none if a condition holds."""
        if isinstance(e, And):
            return self.holds(e.operands[0]) | self.holds(e.operands[1])
        if isinstance(e, Or):
            return self.holds(e.operands[0]) & self.holds(e.operands[1])
        if isinstance(e, Not):
            return self.fails(e.operand)
        if isinstance(e, In) and not e.negated:
            return frozenset({shape(e.element)})
        if isinstance(e, Compare):
            left, right = e.left, e.right
            if e.sign == "!=":
                values = beside_none(e)
            elif e.sign == "=":
                values = [a for a, b in ((left, right), (right, left)) if is_something(b)]
                return frozenset([*map(shape, values), *(IS_NONE + shape(v) for v in beside_none(e))])
            else:
                values = [left, right]
            return frozenset(shape(v) for v in values)
        return self.asks(e)

    def fails(self, e: E) -> Facts:
        """What is not none if a condition does not hold."""
        if isinstance(e, Or):
            return self.fails(e.operands[0]) | self.fails(e.operands[1])
        if isinstance(e, And):
            return self.fails(e.operands[0]) & self.fails(e.operands[1])
        if isinstance(e, Not):
            return self.holds(e.operand)
        if isinstance(e, Compare) and e.sign in ("=", "!="):
            sign = "" if e.sign == "=" else IS_NONE
            return frozenset(sign + shape(v) for v in beside_none(e))
        return self.asks(e)

    def asks(self, e: E) -> Facts:
        """A define may do the asking: then nothing more is said."""
        for x in e.walk():
            part = self.seen.functions.get(x.name) if isinstance(x, CallExpr) else None
            if part is not None and any(y.type.name == "none" for y in part.expressions):
                return frozenset({EVERYTHING})
        return frozenset()


def persisting(known: Facts) -> Facts:
    """What is still known when something may have been carried out: what was none may be something now."""
    return frozenset(fact for fact in known if not fact.startswith(IS_NONE))


def beside_none(e: Compare) -> list[E]:
    """What is compared with none."""
    return [a for a, b in ((e.left, e.right), (e.right, e.left)) if b.type.name == "none"]


def is_something(e: E) -> bool:
    """True if a value cannot be none by its type."""
    return not e.type.optional and e.type.name != "none"


def is_reckoned(e: E) -> bool:
    """Whether an expression reckons with its parts as numbers or amounts."""
    if isinstance(e, Compare):
        return e.sign in ("<", "<=", ">", ">=")
    return isinstance(e, (Math, Minus, Bundle)) or (isinstance(e, Lib) and e.name in OF_AMOUNTS)


@once
def ranging(part: Part) -> set[str]:
    """The locals that run over all cells of a board, all neighbours, all pieces of a sort, all members of a kind."""
    found: list[tuple[str, E, E | None]] = []
    for s in part.statements:
        if isinstance(s, tree.For):
            found.append((s.name, s.source, None))
        elif isinstance(s, tree.Choose):
            found += [(name, p.source, p.where) for p in s.picks for name in (p.name, p.candidate)]
    for e in part.expressions:
        if isinstance(e, Query):
            found.append((e.variable, e.source, e.where))
        elif isinstance(e, Fold):
            found.append((e.variable, e.source, e.where))
    return {name for name, source, where in found if is_whole(source) and not calls(where)}


def is_whole(source: E) -> bool:
    """True if a collection is one of the board or of all players, pieces or members, and not one that rules have chosen."""
    return isinstance(source, Pieces) or (isinstance(source, Lib) and source.name in WHOLE)


def calls(where: E | None) -> bool:
    """Whether a condition leaves it to a define what is let through."""
    return where is not None and any(isinstance(x, CallExpr) for x in where.walk())


def author_name(e: E) -> str:
    """A thing in the author's words, as far as it has a name."""
    if isinstance(e, Field):
        return f"`{e.info.name}`"
    if isinstance(e, Lib):
        return "the piece on a cell" if e.name == "piece_at" else f"`{e.name}`"
    name = spelled(e)[1]
    return f"`{name.split('.')[-1]}`" if name else "something"
