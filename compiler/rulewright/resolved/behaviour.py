"""Functions, menus, changes and participants of a layer."""

from __future__ import annotations

from ..surface import ast
from . import model
from .layers import Layers


class Behaviour(Layers):
    def behaviour(self, items: list[ast.Behaviour], owner: str, functions: dict[str, model.Function]) -> None:
        for item in items:
            if isinstance(item, ast.Menu):
                self.menu(item)
            elif isinstance(item, ast.Participant):
                self.participant(item)
            elif isinstance(item, (ast.Instead, ast.When)):
                self.change(item, owner)
            else:
                self.function(item, owner, functions)

    def function(
        self,
        d: ast.Define | ast.Event | ast.Rule | ast.Action,
        owner: str,
        functions: dict[str, model.Function],
    ) -> None:
        sig = d.signature
        f = model.Function(
            name=sig.name,
            category=type(d).__name__.lower(),
            owner=owner,
            params=[(p.name, p.type) for p in sig.params],
            label=sig.label.value if sig.label else sig.name.replace("_", " "),
            flags=d.flags if isinstance(d, ast.Event) else [],
            variant=self.layer,
            sources=d.sources,
            span=d.span,
        )
        if isinstance(d, ast.Define):
            f.value, f.where, f.rows, f.body = d.value, d.where, d.rows, d.body
        elif not isinstance(d, ast.Event):
            f.body = d.body
        if isinstance(d, ast.Action):
            f.menu, f.once_per, f.shared = d.menu, d.once_per or "", d.shared
            self.implied_menu(d)
            functions = self.game.functions  # an action is known by its name wherever it stands
        self.fresh(f.name, d.span)
        seen: set[str] = set()
        for param in sig.params:
            if param.name in seen:
                self.report(
                    "RW203",
                    f"two parameters of {f.name} are called {param.name}",
                    param.span,
                    "rename one of them",
                )
            seen.add(param.name)
        if f.name in functions:
            if not (self.layer and functions[f.name].variant != self.layer):
                self.twice(f.category, f.name, d.span, functions[f.name].span)
            elif functions[f.name].category != f.category:
                self.twice(f.category, f.name, d.span, functions[f.name].span)
        functions[f.name] = f

    def implied_menu(self, d: ast.Action) -> None:
        """A menu exists when an action names it; its declaration only adds parameters and a label."""
        target = d.menu.target if isinstance(d.menu, ast.Apply) else d.menu
        if isinstance(target, ast.Name) and target.name not in self.game.menus:
            params: list[tuple[str, model.Tree]] = []
            if isinstance(d.menu, ast.Apply):
                params = [(a.name, None) for a in d.menu.args if isinstance(a, ast.Name)]
            self.game.menus[target.name] = model.Menu(
                name=target.name, label=target.name.replace("_", " "), params=params, span=d.span
            )

    def menu(self, d: ast.Menu) -> None:
        label = d.label.value if d.label else d.signature.name.replace("_", " ")
        params = [(p.name, p.type) for p in d.signature.params]
        if d.signature.name in self.declared_menus and not self.layer:
            self.twice("menu", d.signature.name, d.span, self.game.menus[d.signature.name].span)
        self.declared_menus.add(d.signature.name)
        self.game.menus[d.signature.name] = model.Menu(
            name=d.signature.name, label=label, params=params, span=d.span
        )

    def change(self, d: ast.Instead | ast.When, owner: str) -> None:
        name, subject, pattern = self.pattern(d.pattern)
        if not name:
            return
        owner = (
            "" if owner == "player" else owner
        )  # what stands among a player's fields speaks of every player
        change = model.Change(
            target=name,
            subject=subject,
            pattern=pattern,
            owner=owner,
            where=d.where,
            body=d.body,
            variant=self.layer,
            sources=d.sources,
            span=d.span,
        )
        if isinstance(d, ast.Instead):
            change.value, change.rows = d.value, d.rows
            self.game.overrides.append(change)
        else:
            self.game.hooks.append(change)

    def pattern(self, pattern: ast.Expr) -> tuple[str, str, list[model.Tree]]:
        """`name`, `name(args)` or `q.name(args)`."""
        args: list[model.Tree] = []
        target = pattern
        if isinstance(target, ast.Apply):
            args = list(target.args)
            target = target.target
        if isinstance(target, ast.MemberOf) and isinstance(target.target, ast.Name):
            return target.name, target.target.name, args
        if isinstance(target, ast.Name):
            return target.name, "", args
        self.report(
            "RW208",
            "this does not name a rule",
            pattern.span,
            "as in `when built(at, dwelling)`, or `when q.built(at, b)`",
        )
        return "", "", []

    def participant(self, d: ast.Participant) -> None:
        self.fresh(d.name, d.span)
        self.only_once("participant", d.name, d.span, self.game.participants)
        self.game.participants[d.name] = model.Participant(
            name=d.name,
            label=d.label.value if d.label else d.name.replace("_", " "),
            decided_by=d.decided_by,
            attributes={a.name: a.value for a in d.attributes},
            decides=list(d.decides),
            span=d.span,
        )
        self.behaviour(d.behaviour, f"participant:{d.name}", self.game.functions)
