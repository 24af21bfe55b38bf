"""Values that are worked out of others: arithmetic, comparisons, logic, lists, queries and sums over them."""

from __future__ import annotations

from ..plan.copying import all_of
from ..plan.names import local_name
from ..plan.walks import negation
from ..typed.tree import E, FieldInfo
from ..typed.types import NONE_VALUE
from .printing import TESTS
from .values import Values


class Operators(Values):
    def on_math(self, e: E) -> str:
        op = "//" if e.name == "/" else e.name
        first = e.arg(0)
        loose = e.name in "+-" and first.op == "math" and first.name in "+-"
        left = self.expr(first) if loose else self.atom(first)
        return f"{left} {op} {self.atom(e.arg(1))}"

    def on_minus(self, e: E) -> str:
        return f"-{self.atom(e.arg(0))}"

    def on_compare(self, e: E) -> str:
        left, right = e.arg(0), e.arg(1)
        op = "==" if e.name == "=" else e.name
        if left.op == "lib" and left.name == "piece_at" and right.op == "const" and right.data == NONE_VALUE:
            there = f"g.{left.data}_on[{self.expr(left.arg(0))}]"
            return f"not {there}" if op == "==" else f"len({there}) > 0"
        if "set" in (left.type.shape, right.type.shape):
            return f"set({self.many(left)}) {op} set({self.many(right)})"
        if left.type.is_many or right.type.is_many:
            return f"{self.many(left)} {op} {self.many(right)}"
        if right.op == "const" and isinstance(right.data, bool) and op in ("==", "!="):
            yes = right.data == (op == "==")
            return self.atom(left) if yes else f"not {self.atom(left)}"
        return f"{self.atom(left)} {op} {self.atom(right)}"

    def on_in(self, e: E) -> str:
        return f"{self.atom(e.arg(0))} in {self.members_of(e.arg(1))}"

    def on_not_in(self, e: E) -> str:
        return f"{self.atom(e.arg(0))} not in {self.members_of(e.arg(1))}"

    def on_and(self, e: E) -> str:
        return " and ".join(
            self.atom(a) if a.op not in (*TESTS, "and") else self.expr(a) for a in e.args if a
        )

    def on_or(self, e: E) -> str:
        return " or ".join(self.atom(a) if a.op not in (*TESTS, "or") else self.expr(a) for a in e.args if a)

    def negated(self, e: E) -> str:
        """That a test does not hold."""
        return self.truth(negation(self.folded(e)))

    def on_not(self, e: E) -> str:
        inner = e.arg(0)
        if inner.op in ("in", "not in"):
            return self.expr(negation(inner))
        if inner.op == "query" and inner.data == "no":
            return self.expr(E(inner.op, inner.type, inner.args, inner.name, "any", inner.span))
        return f"not {self.atom(inner)}"

    def on_if(self, e: E) -> str:
        test, value, otherwise = e.arg(0), e.arg(1), e.arg(2)
        if e.type.is_many:
            return f"({self.many(value)} if {self.expr(test)} else {self.many(otherwise)})"
        return f"({self.expr(value)} if {self.expr(test)} else {self.expr(otherwise)})"

    def on_list(self, e: E) -> str:
        if not e.args:
            return "()"
        inner = ", ".join(self.expr(a) for a in e.args if a is not None)
        return f"({inner},)" if len(e.args) == 1 else f"({inner})"

    def on_range(self, e: E) -> str:
        low, high = self.folded(e.arg(0)), self.folded(e.arg(1))
        if high.op == "const":
            return f"range({self.expr(low)}, {high.data + 1})"
        if high.op == "math" and high.name == "-" and high.arg(1).op == "const" and high.arg(1).data == 1:
            return f"range({self.expr(low)}, {self.expr(high.arg(0))})"
        return f"range({self.expr(low)}, {self.atom(high)} + 1)"

    def on_bundle(self, e: E) -> str:
        amounts = dict(zip(e.data, e.args))
        parts = [self.expr(a) if (a := amounts.get(r)) is not None else "0" for r in self.resources]
        return f"({', '.join(parts)},)" if len(parts) == 1 else f"({', '.join(parts)})"

    def on_item(self, e: E) -> str:
        group, place = e.arg(0), e.arg(1)
        text = self.many(group)
        if e.data == "sure":
            return f"{text}[{self.expr(place)} - 1]"
        return f"item({text}, {self.expr(place)})"

    def on_get(self, e: E) -> str:
        group = e.arg(0)
        if group.op == "field":
            info: FieldInfo = group.data
            return f"g.{info.attribute}[{self.index(info, group.args[0], e.arg(1))}]"
        return f"{self.expr(group)}[{self.expr(e.arg(1))}]"

    # ------------------------------------------------------------ queries

    def on_query(self, e: E) -> str:
        source, where, by = e.arg(0), e.args[1], e.args[2]
        name = local_name(e.name)
        clause = self.clause(e.name, source, where)
        if e.data == "count":
            return f"len([1 for {clause}])" if where is not None else f"len({self.many(source)})"
        if e.data in ("any", "no"):
            word = "not " if e.data == "no" else ""
            if where is None:
                return f"{word}bool({self.many(source)})"
            source, where = all_of(e.name, source, where)
            assert where is not None
            with self.ranging(e.name, source):
                return f"{word}any({self.expr(self.inlined(where))} for {name} in {self.items(source)})"
        if e.data == "all":
            return self.many(source) if where is None else f"tuple([{name} for {clause}])"
        if e.data == "first" and e.type.is_many:
            return f"first(tuple({name} for {clause}))"
        if e.data == "first":
            return f"next(({name} for {clause}), NONE)"
        assert by is not None
        key = f"lambda {name}: {self.expr(by)}"
        pool = self.items(source) if where is None else f"({name} for {clause})"
        if e.data == "ordered":
            return f"tuple(sorted({pool}, key={key}))"
        return f"max({pool}, key={key}, default=NONE)"

    def on_fold(self, e: E) -> str:
        body, source, where = e.arg(0), e.arg(1), e.args[2]
        clause = self.clause(e.name, source, where)
        text = self.expr(self.inlined(body))
        if e.data == "each":
            return f"{{{local_name(e.name)}: {text} for {clause}}}"
        if e.data == "listed":
            return f"tuple([{text} for {clause}])"
        if e.data == "sum":
            return f"sum([{text} for {clause}])"
        if e.data == "sum_bundles":
            return f"sum_bundles(({text} for {clause}), {len(self.resources)})"
        if e.data == "joined":
            each = local_name(f"{e.name}_each")
            return f"tuple([{each} for {clause} for {each} in {self.items(body)}])"
        word = "max" if e.data == "highest" else "min"
        return f"{word}([{text} for {clause}], default=0)"
