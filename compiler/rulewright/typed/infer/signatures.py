"""Signatures of all functions before anything is known of their bodies, and what a change is aimed at."""

from __future__ import annotations

from ...resolved import model
from ...surface import ast
from .. import types as t
from ..context import Context, Signature
from ..types import Type


def declare_signatures(c: Context) -> None:
    """Notes every function with what its header says."""
    game = c.game
    c.used.add("used")
    if any(h.target == "used" for h in game.hooks) and "used" not in game.functions:
        game.functions["used"] = model.Function(
            name="used",
            category="event",
            owner="",
            params=[],
            label="used",
            flags=[],
            sources=(),
            span=game.span,
        )
    for f in game.functions.values():
        declare_function(c, f.name, f)
    for kind in game.kinds.values():
        for f in kind.functions.values():
            declare_function(c, f"{kind.name}.{f.name}", f)
    computed = {b.name: b.functions for b in game.boards.values()}
    computed.update({p.name: p.functions for p in game.pieces.values()})
    for place, functions in computed.items():
        for f in functions.values():
            declare_function(c, f"{place}.{f.name}", f)
    for resource in game.resources.values():
        for f in resource.functions.values():
            if f.name not in ("stock", "room", "gained", "paid"):
                c.report(
                    "RW228",
                    f"a resource has no `{f.name}`",
                    f.span,
                    "it may have stock, room, gained, paid",
                )
            declare_function(c, f"{resource.name}.{f.name}", f)
    for change in (*game.overrides, *game.hooks):
        owner = kind_of(c, change.owner)
        held = owner is not None and owner.applies is not None and owner.applies.to is not None
        if held or change.owner.startswith("participant:"):
            target = target_key(c, change)
            if target is not None:
                c.signatures[target].uses_you = True


def declare_function(c: Context, key: str, f: model.Function) -> None:
    """Notes one function; a parameter with the name of a kind, piece, board or player is one."""
    if f.category == "action" and isinstance(f.menu, ast.Apply):
        known = {p for p, _ in f.params}
        f.params = [
            *f.params,
            *((a.name, None) for a in f.menu.args if isinstance(a, ast.Name) and a.name not in known),
        ]
    params: list[Type] = []
    for name, declared in f.params:
        type = c.type_of(declared)
        if type.name == "unknown" and name in c.game.kinds:
            type = t.kind(name)
        elif type.name == "unknown" and name in c.game.pieces:
            type = t.piece(name)
        elif type.name == "unknown" and name in c.game.boards:
            type = t.cell(name)
        elif type.name == "unknown" and name in ("player",):
            type = t.PLAYER
        params.append(type)
    if f.owner.startswith("resource:") and f.name in ("gained", "paid"):
        params = [t.NUMBER] * len(f.params)
    c.signatures[key] = Signature(key, f, params)


def kind_of(c: Context, owner: str) -> model.Kind | None:
    """The kind that an owner is or is a member of, else None."""
    if owner.startswith("kind:"):
        return c.game.kinds[owner[5:]]
    if owner.startswith("member:"):
        return c.game.kinds[owner[7:].split(".")[0]]
    return None


def target_key(c: Context, change: model.Change) -> str | None:
    """The function that a change is about, or None."""
    kind = kind_of(c, change.owner)
    if kind is not None and change.target in kind.functions:
        return f"{kind.name}.{change.target}"
    if change.owner.startswith("resource:") and f"{change.owner[9:]}.{change.target}" in c.signatures:
        return f"{change.owner[9:]}.{change.target}"
    return change.target if change.target in c.signatures else None
