"""Defines, rules, events and actions with their bodies."""

from __future__ import annotations

from ...resolved import model
from ...surface import ast
from .. import tree
from .. import types as t
from ..context import Body, Context, Scope, Signature
from ..expr import Compare, Const, Local, NoRow, This, You
from ..tree import E
from ..types import Type
from . import blocks, choices, coerce, expressions, names, operators


def function(c: Context, sig: Signature) -> tree.Function:
    """A define, rule, event or action with its typed body."""
    f = sig.function
    owner = f.owner.split(":")[-1] + "_" if f.owner.startswith(("kind:", "resource:")) else ""
    body = Body(("define:" if f.category == "define" else "") + sig.key, owner + f.name)
    scope = Scope(body, {}, You(t.PLAYER))
    this = t.this_type(f.owner)
    if this is not None:
        scope.this = This(this)
    elif f.owner.startswith("member:"):
        kind, member = f.owner[7:].split(".")
        scope.this = names.member_const(c, kind, member, f.span)
    for (name, _), type in zip(f.params, sig.params):
        operators.hides(c, name, type, f.span, only_warn=True)
        scope.names[name] = name
        body.locals[name] = type
    statements = (
        define_body(c, f, sig, scope) if f.category == "define" else blocks.block(c, f.body or [], scope)
    )
    subject_found(c, sig, body.uses_you or f.category == "action")
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
        menu=choices.menu_of(c, f.menu),
        menu_args=menu_args,
        once_per=f.once_per,
        shared=f.shared,
        locals=body.locals,
    )


def define_body(c: Context, f: model.Function | model.Change, sig: Signature, scope: Scope) -> tree.Block:
    """The cases of a define; what acts, and cases that are never reached, are reported."""
    if f.rows is not None:
        return table_of(c, f, sig, scope)
    if f.value is not None:
        value = expressions.expr(c, f.value, scope)
        value = fit_result(c, sig, value)
        return [tree.Result(f.value.span, f.sources, value, None)]
    statements = blocks.block(c, f.body or [], scope)
    complete = False
    for s in statements:
        if isinstance(s, tree.Result):
            if complete:
                c.warn(
                    "RW421",
                    "this case is never reached: one above it always holds",
                    s.span,
                    "give that one a condition, or remove this",
                )
            s.value = fit_result(c, sig, s.value)
            complete = complete or s.test is None
        elif not isinstance(s, tree.Let):
            c.report("RW422", "a define only computes: `let` and `=`", s.span, "make it a rule if it acts")
    if not complete:
        c.grow_result(sig, t.NOTHING, f.span)
        statements.append(tree.Result(f.span, (), Const(t.NOTHING, t.NONE_VALUE, "none", span=f.span), None))
    return statements


def fit_result(c: Context, sig: Signature, value: E) -> E:
    """The value as the define gives it, whose result grows if need be."""
    if value.type.name == "resource" and sig.result.name == "bundle":
        value = operators.as_bundle(c, value)
    if sig.result.is_many:
        value = coerce.lift(c, value, sig.result)
    c.grow_result(sig, value.type, value.span)
    return value


def table_of(c: Context, f: model.Function | model.Change, sig: Signature, scope: Scope) -> tree.Block:
    """A define's table becomes cases: the parameter equals the key of the row."""
    assert f.rows is not None
    out: tree.Block = []
    params = sig.function.params
    if len(params) != 1:
        c.report(
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
            value = expressions.expr(c, row.values[0], scope)
        else:
            value = operators.listing(c, row.values, row.span, scope)
        value = fit_result(c, sig, value)
        test = None
        if row.key is not None:
            key = expressions.expr(c, row.key, scope)
            c.grow_param(sig, 0, key.type, key.span)
            if isinstance(key, Const):
                if key.value in seen and c.final:
                    c.report("RW423", "this row stands twice", row.span, "keep one of the two rows")
                seen[key.value] = row.span
            param = Local(sig.params[0], scope.names.get(name, name), span=row.span)
            test = Compare(t.FLAG, "=", param, key, span=row.span)
        else:
            complete = True
        out.append(tree.Result(row.span, row.sources, value, test))
    if not complete:
        complete = covers(c, sig.params[0], set(seen))
        if not complete and c.final and sig.params[0].name == "kind":
            members = c.game.kinds[sig.params[0].of].members
            missing = [m for i, m in enumerate(members) if i not in seen]
            c.report(
                "RW424",
                f"the table says nothing of {', '.join(missing)}",
                f.span,
                "add the rows, or `otherwise`",
            )
        out.append(tree.Result(f.span, (), NoRow(sig.result, span=f.span), None))
    return out


def covers(c: Context, type: Type, keys: set[object]) -> bool:
    """True if the keys of a table leave no value of the type out."""
    if type.name == "kind":
        return len(keys) == len(c.game.kinds[type.of].members)
    return type.name == "number"


def subject_found(c: Context, sig: Signature, uses: bool) -> None:
    """Notes that a function speaks to a player, so that its callers are checked again."""
    if uses and not sig.uses_you:
        sig.uses_you = True
        c.growths += 1
        c.changed.update(sig.callers)
        c.changed.add(sig.key)
