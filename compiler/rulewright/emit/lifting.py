"""Sums, counts and collections that a line needs, as loops before it: a comprehension costs more than the loop it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from ..plan.bounds import Bounds, at_least_zero
from ..plan.copying import all_of, in_words, substitute
from ..plan.locals import free_in
from ..plan.names import local_name
from ..typed import types as t
from ..typed.tree import E
from .annotations import annotation
from .empty import given_nothing
from .expressions import Printer
from .printing import indented

# What a loop works out, and what that is called.
FOLDS = {"sum": "total", "listed": "those", "different": "different"}
QUERIES = {"count": "number", "all": "those", "any": "is_there", "no": "is_there", "first": "first_one"}
GATHERED = {"all": "tuple", "listed": "tuple", "different": "len"}  # how it is used then
WHOLE = (
    "cells",
    "members",
    "pieces",
)  # so much is gone over that adding one thing after the other would take longer


class Lifting(Printer):
    scope: set[str] | None = (
        None  # the locals of the function being printed; None: nothing can stand before a line
    )

    def search(self, name: str, source: E, test: E, action: list[str]) -> list[str]:
        raise NotImplementedError

    @cached_property
    def bounds(self) -> Bounds:
        return Bounds(self.game, self.plan.signatures)

    @cached_property
    def names_of_the_rules(self) -> set[str]:
        """What functions and locals are called: nothing else may be called so."""
        functions = self.plan.signatures.values()
        found = {name for f in functions for name in (*f.locals, *(p.name for p in f.params))}
        return found | set(self.plan.names.values())

    def fresh(self, word: str) -> str:
        """A local that the function does not have yet."""
        assert self.scope is not None
        word = f"{word}_now" if word in self.names_of_the_rules else word
        name, number = word, 2
        while name in self.scope:
            name, number = f"{word}_{number}", number + 1
        self.scope.add(name)
        return name

    @contextmanager
    def loops_before(
        self, params: list[tuple[str, t.Type]], expressions: list[E], running: str = ""
    ) -> Iterator[None]:
        """While a function that only works out these expressions is printed, loops may stand before a line of it;
        one of their locals may be what a loop runs over.
        """
        if expressions and not self.places:
            self.scope = set[str]().union(*map(free_in, expressions)) - {running} | {
                name for name, _ in params
            }
        yield
        self.scope = None

    @contextmanager
    def inside(self, name: str) -> Iterator[None]:
        """While the body of a loop is printed, nothing in it may be called like what it runs over."""
        before = self.scope
        self.scope = None if before is None else before | {name}
        yield
        if before is not None and self.scope is not None:
            self.scope = self.scope if name in before else self.scope - {name}

    # ------------------------------------------------------------ what is lifted

    def lifted(self, e: E, lines: list[str]) -> E:
        """An expression, with locals for what loops before it work out, as far as it is worked out in any case."""
        if self.scope is None:
            return e
        e = as_loop(self.folded(e))
        if self.is_loop(e):
            return self.worked_out_before(e, lines)
        if e.op in ("query", "fold", "text") or (e.op == "lib" and e.name == "some_subset"):
            return e
        first_only = e.op in ("and", "or", "if")
        args = [
            a if a is None or (first_only and i > 0) else self.lifted(a, lines) for i, a in enumerate(e.args)
        ]
        return self.asked_of_some(E(e.op, e.type, args, e.name, e.data, e.span))

    def asked_of_some(self, e: E) -> E:
        """A define of things that were gathered is not called if there are none and it is known what it gives then."""
        if e.op != "call":
            return e
        for p, a in zip(self.plan.signatures[e.name].params, e.args[2:]):
            if a is not None and a.op == "gathered" and GATHERED[a.data] == "tuple":
                figure = given_nothing(self.plan, e.name, p.name)
                if figure is not None:
                    some = E("local", t.FLAG, name=a.name)
                    return E("if", e.type, [some, e, E("const", e.type, data=figure)], span=e.span)
        return e

    def is_loop(self, e: E) -> bool:
        if e.op == "fold":
            return e.data in FOLDS and e.arg(0).type.name != "flag"
        if e.op != "query" or e.data not in QUERIES or e.args[1] is None:
            return False
        return not (e.data == "all" and is_whole(e.arg(0))) and not (e.data == "first" and e.type.is_many)

    def has_loop(self, e: E | None) -> bool:
        """Whether a part of an expression that may be worked out is a loop."""
        if e is None:
            return False
        e = as_loop(self.folded(e))
        if self.is_loop(e):
            return True
        if e.op in ("query", "fold", "text") or (e.op == "lib" and e.name == "some_subset"):
            return False
        return any(self.has_loop(a) for a in e.args)

    # ------------------------------------------------------------ loops

    def worked_out_before(self, e: E, lines: list[str]) -> E:
        name = self.fresh((FOLDS if e.op == "fold" else QUERIES)[e.data])
        made = E("local", e.type, name=name, span=e.span)
        if e.op == "fold":
            body, source, where = e.arg(0), e.arg(1), e.args[2]
        else:
            one = E("local", e.arg(0).type.item, name=e.name, span=e.span)
            body, source, where = one, e.arg(0), e.args[1]
        source, where = all_of(e.name, source, where)
        if e.data == "sum" and where is not None and self.adds_nothing(body, where):
            where = None
        source = self.lifted(source, lines)
        loop = self.own_name(e.name)
        if loop != e.name:
            renamed = {e.name: E("local", source.type.item, name=loop, span=e.span)}
            body, where = substitute(body, renamed), where and substitute(where, renamed)
        with self.inside(loop):
            if e.data in ("any", "no", "first"):
                lines += self.until_found(e, name, loop, source, where)
            else:
                lines += self.for_each(e, name, loop, source, where, body)
        if e.data == "no":
            return E("not", t.FLAG, [made])
        return E("gathered", e.type, name=name, data=e.data) if e.data in GATHERED else made

    def own_name(self, name: str) -> str:
        """What a loop runs over, under a name that nothing around it has."""
        assert self.scope is not None
        while name in self.scope:
            name += "_too"
        return name

    def adds_nothing(self, body: E, where: E) -> bool:
        """Whether a sum leaves out nothing but what is 0."""
        if where.op != "compare" or where.name not in (">", "!=") or where.arg(1).op != "const":
            return False
        same = where.arg(1).data == 0 and in_words(where.arg(0)) == in_words(body)
        return same and (where.name == "!=" or at_least_zero(self.bounds.least(body)))

    def for_each(self, e: E, name: str, loop: str, source: E, where: E | None, body: E) -> list[str]:
        start, action = f"{name} = 0", list[str]()
        if e.data == "count":
            action.append(f"{name} += 1")
        else:
            text = self.expr(self.lifted(self.inlined(body), action))
            if e.data == "sum":
                action.append(f"{name} += {text}")
            elif e.data == "different":
                start = f"{name}: set[{annotation(body.type)}] = set()"
                action.append(f"{name}.add({text})")
            else:
                start = f"{name}: list[{annotation(e.type.item)}] = []"
                action.append(f"{name}.append({text})")
        if where is None:
            return [start, f"for {local_name(loop)} in {self.items(source)}:", *indented(action)]
        return [start, *self.search(loop, source, where, action)]

    def until_found(self, e: E, name: str, loop: str, source: E, where: E | None) -> list[str]:
        assert where is not None
        start, found = ("NONE", local_name(loop)) if e.data == "first" else ("False", "True")
        with self.ranging(loop, source):
            test = self.truth(self.inlined(where))
        return [
            f"{name} = {start}",
            f"for {local_name(loop)} in {self.items(source)}:",
            f"    if {test}:",
            f"        {name} = {found}",
            "        break",
        ]

    def on_gathered(self, e: E) -> str:
        return f"{GATHERED[e.data]}({e.name})"


def as_loop(e: E) -> E:
    """How many things meet a test, and how many different values there are, as loops of their own."""
    inner = e.arg(0) if e.op == "lib" and e.name == "size" else e
    if inner is not e and inner.op == "query" and inner.data == "all" and inner.args[1] is not None:
        return E("query", e.type, inner.args, inner.name, "count", e.span)
    values = inner.arg(0) if inner is not e and inner.op == "lib" and inner.name == "distinct" else e
    if values is not e and values.op == "fold" and values.data == "each":
        return E("fold", e.type, values.args, values.name, "different", e.span)
    return e


def is_whole(source: E) -> bool:
    """Whether a whole board, kind or supply is gone over."""
    return source.op in WHOLE or (source.op == "lib" and source.name in WHOLE)
