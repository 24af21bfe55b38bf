"""`when used`: what follows the actions of a kind's members."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..typed import tree
from ..typed import types as t
from ..typed.expr import CallExpr, Lib, Local, You
from ..typed.tree import E
from .hooks import hook_function
from .substitution import substitute

if TYPE_CHECKING:
    from .lower import Lowering


def after_use(low: Lowering) -> None:
    """`when used` in a kind follows every action of its members; in a member, the actions of that member."""
    used = low.game.functions.get("used")
    for c in (h for h in low.game.hooks if h.target == "used"):
        assert used is not None
        kind, member = low.member_of(c.owner)
        hook = hook_function(low, used, c)
        low.functions[hook.key] = hook
        for key, f in list(low.functions.items()):
            if f.category != "action" or "@" in key or not f.owner.startswith(f"member:{kind}."):
                continue
            if member and f.owner != f"member:{kind}.{member}":
                continue
            low.functions[key] = with_use(low, f, c, hook, kind)


def with_use(
    low: Lowering, f: tree.Function, c: tree.Change, hook: tree.Function, kind: str
) -> tree.Function:
    """An action that is followed by a hook."""
    member = low.member(kind, f.owner.split(".")[1])
    steps = replace(f, key=f"{f.key}@steps", category="rule")
    body: tree.Block = []
    if steps.key not in low.functions:
        low.functions[steps.key] = steps
        body = [tree.Call(f.span, f.sources, low.call(f, steps))]
    else:
        body = list(f.body)  # a second hook of the same kind
    args: list[E] = []
    locals_ = {p.name: p.type for p in f.params} | f.locals
    if c.copy:
        clause = low.game.kinds[kind].in_force
        assert clause is not None
        assert clause.copies is not None
        copies = substitute(clause.copies, {"this": member})
        used = low.local("used_copy")
        locals_[used] = copies.type.item
        body = [tree.Let(c.span, (), used, Lib(copies.type.item, "first", [copies])), *body]
        args = [Local(copies.type.item, used)]
    this = member if hook.uses_this else None
    call = CallExpr(t.NOTHING, hook.key, You(t.PLAYER), this, list(args), span=c.span)
    return replace(f, body=[*body, tree.Call(c.span, c.sources, call)], locals=locals_)
