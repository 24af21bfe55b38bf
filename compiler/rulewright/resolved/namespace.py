"""One namespace for all global names: each means one thing."""

from __future__ import annotations

from ..surface import ast
from . import model
from .layers import Layers


def bind(layers: Layers) -> None:
    """Binds every global name of the game to what it means."""
    game = layers.game
    for kind in game.kinds.values():
        add_symbol(layers, kind.name, "kind", "", kind.span)
        for member in kind.members.values():
            add_symbol(layers, member.name, "member", kind.name, member.span)
    for r in game.resources.values():
        add_symbol(layers, r.name, "resource", "", r.span)
    for b in game.boards.values():
        add_symbol(layers, b.name, "board", "", b.span)
    for p in game.pieces.values():
        add_symbol(layers, p.name, "piece", "", p.span)
        add_symbol(layers, p.plural, "pieces", p.name, p.span)
    for f in game.table.values():
        add_symbol(layers, f.name, "field", "", f.span)
    for fn in game.functions.values():
        add_symbol(layers, fn.name, "function", "", fn.span)
    for m in game.menus.values():
        add_symbol(layers, m.name, "menu", "", m.span)
    for q in game.participants.values():
        add_symbol(layers, q.name, "participant", "", q.span)


def add_symbol(layers: Layers, name: str, category: str, owner: str, span: ast.Span) -> None:
    """Binds a name; one that is taken, or differs only in capital letters, is reported."""
    old = layers.game.symbols.get(name)
    if old is not None:
        place = f"{old.span.path}:{old.span.line}"
        layers.report(
            "RW203",
            f"`{name}` is the name of {with_article(layers, name, category)} and of {with_article(layers, name, old.category)} ({place})",
            span,
            "one name means one thing: rename one of them",
        )
        return
    layers.game.symbols[name] = model.Symbol(name=name, category=category, owner=owner, span=span)
    first = layers.lower.setdefault(name.lower(), name)
    if first != name:
        text = f"`{name}` and `{first}` differ only in capital letters"
        layers.report("RW203", text, span, "rename one of them")


def with_article(layers: Layers, name: str, category: str) -> str:
    """A category with its article: a board, an event, all pieces of a sort."""
    if category == "function":
        category = layers.game.functions[name].category
    if category == "pieces":
        return "all pieces of a sort"
    return f"{'an' if category[0] in 'aeiou' else 'a'} {category}"
