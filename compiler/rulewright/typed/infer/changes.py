"""`instead` and `when`: what they match, whose they are, and when they are in force."""

from __future__ import annotations

from ...resolved import model
from ...surface import ast
from .. import tree
from .. import types as t
from ..context import Body, Context, Scope, Signature, article, several
from ..expr import Query, This, You
from ..tree import E
from ..types import Type
from . import blocks, coerce, expressions, functions, names, signatures


def change(c: Context, source: model.Change, key: str) -> tree.Change | None:
    """An `instead` or `when` typed, or None if what it changes does not exist."""
    target = signatures.target_key(c, source)
    if target is None:
        return None
    sig = c.signatures[target]
    is_instead = key.startswith("instead:")
    category = "define:" if is_instead and sig.function.category == "define" else ""
    body = Body(category + key, choice_label(c, source, sig, is_instead))
    scope = Scope(body, {}, You(t.PLAYER), base=target if is_instead else "")
    copy = bind_owner(c, source, scope)
    params: list[tree.Param] = []
    matches: list[tuple[int, E]] = []
    if source.subject:
        scope.names[source.subject] = source.subject
        body.locals[source.subject] = t.PLAYER
    if len(source.pattern) not in (0, len(sig.function.params)) or (
        sig.function.params and not source.pattern and is_instead
    ):
        wanted = ", ".join(p for p, _ in sig.function.params)
        form = f"{source.target}({wanted})" if wanted else source.target
        c.report(
            "RW217",
            f"`{source.target}` takes {several(len(sig.function.params), 'value')}, not {len(source.pattern)}",
            source.span,
            f"write `{form}`",
        )
    for i, (name, _) in enumerate(sig.function.params):
        pattern = source.pattern[i] if i < len(source.pattern) else None
        own = name
        if isinstance(pattern, ast.Name) and not is_constant(c, pattern.name, sig.params[i]):
            own = pattern.name
        elif pattern is not None:
            value = expressions.expr(c, pattern, scope)
            coerce.expect(c, value, sig.params[i], "this")
            matches.append((i, value))
        local = own
        while local in body.locals:
            local += "_"
        body.locals[local] = sig.params[i]
        scope.names[own] = local
        params.append(tree.Param(local, sig.params[i]))
    where = coerce.flag(c, source.where, scope) if source.where else None
    if is_instead and sig.function.category == "define":
        if source.body is None and source.value is None and source.rows is None:
            c.report(
                "RW425",
                f"`{source.target}` is a define: it has a value, not steps",
                source.span,
                f"write `instead {source.target} = …`",
            )
        statements = functions.define_body(c, source, sig, scope)
    else:
        if source.value is not None:
            c.report(
                "RW425",
                f"`{source.target}` is {article(sig.function.category)}: it has steps, not a value",
                source.span,
                f"write `instead {source.target}: …`",
            )
        statements = blocks.block(c, source.body or [], scope)
    functions.subject_found(c, sig, body.uses_you)
    return tree.Change(
        key=key,
        target=target,
        owner=source.owner,
        subject=source.subject,
        params=params,
        matches=matches,
        where=where,
        body=statements,
        uses_base=body.uses_base,
        result=sig.result,
        uses_you=sig.uses_you,
        copy=copy,
        variant=source.variant,
        sources=source.sources,
        span=source.span,
        locals=body.locals,
    )


def choice_label(c: Context, source: model.Change, sig: Signature, is_instead: bool) -> str:
    """How choices inside a change are called: officer_ability.way, nurse_when_dying.saved."""
    owner = source.owner.split(":")[-1].split(".")[-1] if source.owner else ""
    name = sig.function.name if is_instead else f"when_{sig.function.name}"
    return f"{owner}_{name}" if owner else name


def is_constant(c: Context, name: str, type: Type) -> bool:
    """True if a name in a pattern stands for a value rather than for a parameter."""
    symbol = c.game.symbols.get(name)
    if name in ("yes", "no", "none"):
        return True
    return symbol is not None and symbol.category == "member" and type.name in ("kind", "unknown")


def bind_owner(c: Context, source: model.Change, scope: Scope) -> str:
    """Binds `this` to the member or kind that a change stands in; gives the name of its copies, or nothing."""
    kind = signatures.kind_of(c, source.owner)
    if kind is None:
        return ""
    if source.owner.startswith("member:"):
        scope.this = names.member_const(c, kind.name, source.owner.split(".")[1], source.span)
    else:
        scope.this = This(t.kind(kind.name))
    if kind.applies is not None and kind.applies.copy:
        element = in_force(c, kind).copies
        scope.names[kind.applies.copy] = kind.applies.copy
        scope.body.locals[kind.applies.copy] = element.type.item if element else t.UNKNOWN
        return str(kind.applies.copy)
    return ""


def in_force(c: Context, kind: model.Kind) -> tree.InForce:
    """The clause `applies`, as an expression in `you` and `this`."""
    a: ast.Applies = kind.applies
    scope = Scope(Body(f"applies:{kind.name}", kind.name), {}, You(t.PLAYER), This(t.kind(kind.name)))
    if a.to:
        scope.constants = {a.to: You(t.PLAYER)}
    if a.copy is None:
        assert a.test is not None
        return tree.InForce(coerce.flag(c, a.test, scope), None, "", a.to is not None)
    assert a.source is not None
    source = coerce.collection(c, a.source, scope)
    local = scope.bind(a.copy, source.type.item)
    where = coerce.flag(c, a.test, scope) if a.test else None
    copies = Query(t.many(source.type.item), "all", local, source, where, span=a.span)
    return tree.InForce(None, copies, a.copy, a.to is not None)
