"""Arguments of functions of the library: their number, their types, defines given by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...diagnostics import suggest
from ...language.library import form_of
from ...surface import ast
from .. import types as t
from ..context import Context, Scope, several
from ..expr import Const, DefineRef, ListOf
from ..tree import E
from ..types import Type
from . import calls, expressions

Args = Sequence[ast.Expr | E]
Named = list[tuple[str, ast.Expr]]
Handler = Callable[["Context", Args, Named, ast.Span, "Scope"], E]


def values_of(
    c: Context,
    name: str,
    args: Args,
    named: Named,
    span: ast.Span,
    scope: Scope,
    allow: tuple[str, ...] = (),
) -> list[E]:
    """The arguments, typed; names that are not allowed are reported."""
    for n, value in named:
        if n not in allow:
            hint = f"it has: {', '.join(allow)}" if allow else "write the values without their names"
            c.report("RW214", f"{name} has no argument `{n}`", value.span, hint)
    return [a if isinstance(a, E) else expressions.expr(c, a, scope) for a in args]


def count_of(c: Context, name: str, values: list[E], low: int, high: int, span: ast.Span) -> bool:
    """True if there are as many values as wanted; reported if not."""
    if low <= len(values) <= high:
        return True
    wanted = several(low, "value") if low == high else f"{low} to {high} values"
    c.report("RW217", f"{name} takes {wanted}, not {len(values)}", span, form_of(name))
    return False


def placeholder(type: Type, span: ast.Span) -> E:
    """A value of the type, for what was reported."""
    return Const(type, 0, span=span)


def many_of(c: Context, value: E) -> E:
    """The value as a collection; one thing becomes a list of one."""
    if value.type.is_many or value.type.name == "unknown":
        return value
    return ListOf(t.many(t.sure(value.type)), [value], span=value.span)


def linked_define(
    c: Context, name: ast.Expr | None, given: list[Type], scope: Scope, span: ast.Span
) -> E | None:
    """`by: linked`: a define by its name, the only thing in the language that takes a function."""
    if name is None:
        return None
    if not isinstance(name, ast.Name) or name.name not in c.signatures:
        near = (
            suggest(name.name, [k for k, s in c.signatures.items() if s.function.category == "define"])
            if isinstance(name, ast.Name)
            else None
        )
        c.report(
            "RW220",
            "this must be the name of a define",
            name.span,
            f"did you mean `{near}`?" if near else "declare `define NAME(…) = …` and give its name",
        )
        return None
    sig = c.signatures[name.name]
    c.used.add(name.name)
    needed = len(sig.function.params)
    for i, type in enumerate(given[:needed]):
        c.grow_param(sig, i, type, name.span)
    if needed not in (len(given), 0) or (needed == 0 and given[0].name not in ("player", "unknown")):
        c.report(
            "RW217",
            f"{name.name} must take {several(len(given), 'value')} here",
            name.span,
            f"give `define {name.name}` {several(len(given), 'parameter')}",
        )
    subject = None
    if needed > 0:
        subject = calls.subject(c, sig, None, span, scope)
    else:
        c.depends_on(sig)
    return DefineRef(sig.result, sig.key, subject, span=span)
