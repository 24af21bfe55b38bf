"""One namespace for all global names: each means one thing."""

from __future__ import annotations

from ..surface import ast
from . import model
from .layers import Layers


class Namespace(Layers):
    def bind(self) -> None:
        game = self.game
        for kind in game.kinds.values():
            self.symbol(kind.name, "kind", "", kind.span)
            for member in kind.members.values():
                self.symbol(member.name, "member", kind.name, member.span)
        for r in game.resources.values():
            self.symbol(r.name, "resource", "", r.span)
        for b in game.boards.values():
            self.symbol(b.name, "board", "", b.span)
        for p in game.pieces.values():
            self.symbol(p.name, "piece", "", p.span)
            self.symbol(p.plural, "pieces", p.name, p.span)
        for f in game.table.values():
            self.symbol(f.name, "field", "", f.span)
        for fn in game.functions.values():
            self.symbol(fn.name, "function", "", fn.span)
        for m in game.menus.values():
            self.symbol(m.name, "menu", "", m.span)
        for q in game.participants.values():
            self.symbol(q.name, "participant", "", q.span)

    def symbol(self, name: str, category: str, owner: str, span: ast.Span) -> None:
        old = self.game.symbols.get(name)
        if old is not None:
            place = f"{old.span.path}:{old.span.line}"
            self.report(
                "RW203",
                f"`{name}` is the name of {self.said(name, category)} and of {self.said(name, old.category)} ({place})",
                span,
                "one name means one thing: rename one of them",
            )
            return
        self.game.symbols[name] = model.Symbol(name=name, category=category, owner=owner, span=span)
        first = self.lower.setdefault(name.lower(), name)
        if first != name:
            text = f"`{name}` and `{first}` differ only in capital letters"
            self.report("RW203", text, span, "rename one of them")

    def said(self, name: str, category: str) -> str:
        """A category with its article: a board, an event, all pieces of a sort."""
        if category == "function":
            category = self.game.functions[name].category
        if category == "pieces":
            return "all pieces of a sort"
        return f"{'an' if category[0] in 'aeiou' else 'a'} {category}"
