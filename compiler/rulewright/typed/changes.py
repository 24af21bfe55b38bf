"""`instead` and `when`: what they match, whose they are, and when they are in force."""

from __future__ import annotations

from ..resolved import model
from ..surface import ast
from . import tree
from . import types as t
from .context import Body, Scope, Signature, article, several
from .functions import Functions
from .signatures import Signatures
from .tree import E
from .types import Type


class Changes(Functions, Signatures):
    def change(self, c: model.Change, key: str) -> tree.Change | None:
        target = self.target_key(c)
        if target is None:
            return None
        sig = self.signatures[target]
        is_instead = key.startswith("instead:")
        category = "define:" if is_instead and sig.function.category == "define" else ""
        body = Body(category + key, self.choice_label(c, sig, is_instead))
        scope = Scope(body, {}, E("you", t.PLAYER), base=target if is_instead else "")
        copy = self.bind_owner(c, scope)
        params: list[tree.Param] = []
        matches: list[tuple[int, E]] = []
        if c.subject:
            scope.names[c.subject] = c.subject
            body.locals[c.subject] = t.PLAYER
        if len(c.pattern) not in (0, len(sig.function.params)) or (
            sig.function.params and not c.pattern and is_instead
        ):
            wanted = ", ".join(p for p, _ in sig.function.params)
            form = f"{c.target}({wanted})" if wanted else c.target
            self.report(
                "RW217",
                f"`{c.target}` takes {several(len(sig.function.params), 'value')}, not {len(c.pattern)}",
                c.span,
                f"write `{form}`",
            )
        for i, (name, _) in enumerate(sig.function.params):
            pattern = c.pattern[i] if i < len(c.pattern) else None
            own = name
            if isinstance(pattern, ast.Name) and not self.is_constant(pattern.name, sig.params[i]):
                own = pattern.name
            elif pattern is not None:
                value = self.expr(pattern, scope)
                self.expect(value, sig.params[i], "this")
                matches.append((i, value))
            local = own
            while local in body.locals:
                local += "_"
            body.locals[local] = sig.params[i]
            scope.names[own] = local
            params.append(tree.Param(local, sig.params[i]))
        where = self.flag(c.where, scope) if c.where else None
        if is_instead and sig.function.category == "define":
            if c.body is None and c.value is None and c.rows is None:
                self.report(
                    "RW425",
                    f"`{c.target}` is a define: it has a value, not steps",
                    c.span,
                    f"write `instead {c.target} = …`",
                )
            statements = self.define_body(c, sig, scope)
        else:
            if c.value is not None:
                self.report(
                    "RW425",
                    f"`{c.target}` is {article(sig.function.category)}: it has steps, not a value",
                    c.span,
                    f"write `instead {c.target}: …`",
                )
            statements = self.block(c.body or [], scope)
        self.subject_found(sig, body.uses_you)
        return tree.Change(
            key=key,
            target=target,
            owner=c.owner,
            subject=c.subject,
            params=params,
            matches=matches,
            where=where,
            body=statements,
            uses_base=body.uses_base,
            result=sig.result,
            uses_you=sig.uses_you,
            copy=copy,
            variant=c.variant,
            sources=c.sources,
            span=c.span,
            locals=body.locals,
        )

    def choice_label(self, c: model.Change, sig: Signature, is_instead: bool) -> str:
        """How choices inside a change are called: officer_ability.way, nurse_when_dying.saved."""
        owner = c.owner.split(":")[-1].split(".")[-1] if c.owner else ""
        name = sig.function.name if is_instead else f"when_{sig.function.name}"
        return f"{owner}_{name}" if owner else name

    def is_constant(self, name: str, type: Type) -> bool:
        symbol = self.game.symbols.get(name)
        if name in ("yes", "no", "none"):
            return True
        return symbol is not None and symbol.category == "member" and type.name in ("kind", "unknown")

    def bind_owner(self, c: model.Change, scope: Scope) -> str:
        kind = self.kind_of(c.owner)
        if kind is None:
            return ""
        if c.owner.startswith("member:"):
            scope.this = self.member_const(kind.name, c.owner.split(".")[1], c.span)
        else:
            scope.this = E("this", t.kind(kind.name))
        if kind.applies is not None and kind.applies.copy:
            element = self.in_force(kind).copies
            scope.names[kind.applies.copy] = kind.applies.copy
            scope.body.locals[kind.applies.copy] = element.type.item if element else t.UNKNOWN
            return str(kind.applies.copy)
        return ""

    def in_force(self, kind: model.Kind) -> tree.InForce:
        """The clause `applies`, as an expression in `you` and `this`."""
        a: ast.Applies = kind.applies
        scope = Scope(
            Body(f"applies:{kind.name}", kind.name), {}, E("you", t.PLAYER), E("this", t.kind(kind.name))
        )
        if a.to:
            scope.constants = {a.to: E("you", t.PLAYER)}
        if a.copy is None:
            assert a.test is not None
            return tree.InForce(self.flag(a.test, scope), None, "", a.to is not None)
        assert a.source is not None
        source = self.collection(a.source, scope)
        local = scope.bind(a.copy, source.type.item)
        where = self.flag(a.test, scope) if a.test else None
        copies = E("query", t.many(source.type.item), [source, where, None], local, "all", a.span)
        return tree.InForce(None, copies, a.copy, a.to is not None)
