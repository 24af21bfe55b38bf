"""Defines, rules, events and actions with their bodies."""

from __future__ import annotations

from ..resolved import model
from ..surface import ast
from . import tree
from . import types as t
from .context import Body, Scope, Signature
from .statements import Statements
from .tree import E
from .types import Type


class Functions(Statements):
    def function(self, sig: Signature) -> tree.Function:
        f = sig.function
        owner = f.owner.split(":")[-1] + "_" if f.owner.startswith(("kind:", "resource:")) else ""
        body = Body(("define:" if f.category == "define" else "") + sig.key, owner + f.name)
        scope = Scope(body, {}, E("you", t.PLAYER))
        this = t.this_type(f.owner)
        if this is not None:
            scope.this = E("this", this)
        elif f.owner.startswith("member:"):
            kind, member = f.owner[7:].split(".")
            scope.this = self.member_const(kind, member, f.span)
        for (name, _), type in zip(f.params, sig.params):
            self.hides(name, type, f.span, only_warn=True)
            scope.names[name] = name
            body.locals[name] = type
        statements = (
            self.define_body(f, sig, scope) if f.category == "define" else self.block(f.body or [], scope)
        )
        self.subject_found(sig, body.uses_you or f.category == "action")
        menu_args: tuple[str, ...] = ()
        if isinstance(f.menu, ast.Apply):
            menu_args = tuple(a.name for a in f.menu.args if isinstance(a, ast.Name))
        return tree.Function(
            key=sig.key,
            name=f.name,
            category=f.category,
            owner=f.owner,
            params=[tree.Param(n, ty) for (n, _), ty in zip(f.params, sig.params)],
            result=sig.result,
            body=statements,
            label=f.label,
            flags=tuple(f.flags),
            uses_you=sig.uses_you,
            uses_this=this is not None,
            sources=f.sources,
            span=f.span,
            menu=self.menu_of(f.menu),
            menu_args=menu_args,
            once_per=f.once_per,
            shared=f.shared,
            locals=body.locals,
        )

    def define_body(self, f: model.Function | model.Change, sig: Signature, scope: Scope) -> tree.Block:
        if f.rows is not None:
            return self.table_of(f, sig, scope)
        if f.value is not None:
            value = self.expr(f.value, scope)
            value = self.fit_result(sig, value)
            return [tree.Result(f.value.span, f.sources, value, None)]
        statements = self.block(f.body or [], scope)
        complete = False
        for s in statements:
            if isinstance(s, tree.Result):
                if complete:
                    self.warn(
                        "RW421",
                        "this case is never reached: one above it always holds",
                        s.span,
                        "give that one a condition, or remove this",
                    )
                s.value = self.fit_result(sig, s.value)
                complete = complete or s.test is None
            elif not isinstance(s, tree.Let):
                self.report(
                    "RW422", "a define only computes: `let` and `=`", s.span, "make it a rule if it acts"
                )
        if not complete:
            self.grow_result(sig, t.NOTHING, f.span)
            statements.append(
                tree.Result(
                    f.span, (), E("const", t.NOTHING, data=t.NONE_VALUE, name="none", span=f.span), None
                )
            )
        return statements

    def fit_result(self, sig: Signature, value: E) -> E:
        if value.type.name == "resource" and sig.result.name == "bundle":
            value = self.as_bundle(value)
        if sig.result.is_many:
            value = self.lift(value, sig.result)
        self.grow_result(sig, value.type, value.span)
        return value

    def table_of(self, f: model.Function | model.Change, sig: Signature, scope: Scope) -> tree.Block:
        """A define's table becomes cases: the parameter equals the key of the row."""
        assert f.rows is not None
        out: tree.Block = []
        params = sig.function.params
        if len(params) != 1:
            self.report(
                "RW217",
                "a define with a table has one parameter",
                f.span,
                "the first column is compared with it: `define f(n)`",
            )
            return []
        name = params[0][0] if params[0][0] in scope.names else next(iter(scope.names), params[0][0])
        seen: dict[object, ast.Span] = {}
        complete = False
        for row in f.rows:
            if len(row.values) == 1:
                value = self.expr(row.values[0], scope)
            else:
                value = self.listing(row.values, row.span, scope)
            value = self.fit_result(sig, value)
            test = None
            if row.key is not None:
                key = self.expr(row.key, scope)
                self.grow_param(sig, 0, key.type, key.span)
                if key.op == "const":
                    if key.data in seen and self.final:
                        self.report("RW423", "this row stands twice", row.span, "keep one of the two rows")
                    seen[key.data] = row.span
                param = E("local", sig.params[0], name=scope.names.get(name, name), span=row.span)
                test = E("compare", t.FLAG, [param, key], "=", span=row.span)
            else:
                complete = True
            out.append(tree.Result(row.span, row.sources, value, test))
        if not complete:
            complete = self.covers(sig.params[0], set(seen))
            if not complete and self.final and sig.params[0].name == "kind":
                members = self.game.kinds[sig.params[0].of].members
                missing = [m for i, m in enumerate(members) if i not in seen]
                self.report(
                    "RW424",
                    f"the table says nothing of {', '.join(missing)}",
                    f.span,
                    "add the rows, or `otherwise`",
                )
            out.append(
                tree.Result(f.span, (), E("lib", sig.result, name="no_row", data=f.span, span=f.span), None)
            )
        return out

    def covers(self, type: Type, keys: set[object]) -> bool:
        if type.name == "kind":
            return len(keys) == len(self.game.kinds[type.of].members)
        return type.name == "number"

    def subject_found(self, sig: Signature, uses: bool) -> None:
        if uses and not sig.uses_you:
            sig.uses_you = True
            self.changed.update(sig.callers)
            self.changed.add(sig.key)
