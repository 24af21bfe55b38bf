"""Statements that say whether, how often and to whom something is done."""

from __future__ import annotations

from ..diagnostics import suggest
from ..surface import ast
from . import tree
from . import types as t
from .blocks import Blocks
from .checks_flow import left_out
from .context import Scope
from .tree import E

LIMIT_OF_BRANCHES = 100


class Control(Blocks):
    def on_require(self, s: ast.Require, scope: Scope) -> tree.Block:
        test = self.flag(s.test, scope)
        return [tree.Require(s.span, s.sources, test, s.reason.value if s.reason else "")]

    def on_say(self, s: ast.Say, scope: Scope) -> tree.Block:
        return [tree.Say(s.span, s.sources, self.text(s.text, scope))]

    def on_begin(self, s: ast.Begin, scope: Scope) -> tree.Block:
        periods = {f.once_per for f in self.game.functions.values() if f.once_per}
        if s.period not in periods:
            near = suggest(s.period, sorted(periods))
            hint = f"did you mean `{near}`?" if near else "periods are named by `once per …`"
            self.warn("RW412", f"no action is limited to once per {s.period}", s.span, hint)
        return [tree.Begin(s.span, s.sources, s.period)]

    def on_stop(self, s: ast.Stop, scope: Scope) -> tree.Block:
        return [tree.Stop(s.span, s.sources)]

    def on_if(self, s: ast.If, scope: Scope) -> tree.Block:
        otherwise = self.inner_block(s.otherwise, scope)
        tests: list[E] = []
        if len(s.branches) > LIMIT_OF_BRANCHES:
            place = s.branches[LIMIT_OF_BRANCHES][0].span
            self.report(
                "RW114", f"more than {LIMIT_OF_BRANCHES} cases in one `if`", place, "keep them in a table"
            )
        for test_ast, body in reversed(s.branches[:LIMIT_OF_BRANCHES]):
            test = self.flag(test_ast, scope)
            if test.op == "const" and self.final:
                word = "always" if test.data else "never"
                hint = "remove the condition" if test.data else "remove what it guards, or mend the condition"
                self.warn("RW413", f"this condition {word} holds", test.span, hint)
            tests.append(test)
            statement = tree.If(s.span, s.sources, test, self.inner_block(body, scope), otherwise)
            otherwise = [statement]
        missing = left_out(self.game, tests) if s.otherwise is None and self.final else []
        if missing:  # `if x is a … else if x is b …` over a kind
            self.warn(
                "RW414", f"nothing is said for {', '.join(missing)}", s.span, "add them, or `else: nothing`"
            )
        return otherwise

    def on_for(self, s: ast.For, scope: Scope) -> tree.Block:
        source = self.collection(s.source, scope)
        inner = scope.inner()
        self.hides(s.name, source.type.item, s.span)
        local = inner.bind(s.name, t.plain(source.type.item))
        where = self.flag(s.where, inner) if s.where else None
        by = self.measure(s.by, inner) if s.by else None
        if where is not None or by is not None:
            quantifier = "ordered" if by is not None else "all"
            source = E(
                "query", t.many(t.plain(source.type.item)), [source, where, by], local, quantifier, s.span
            )
        return [tree.For(s.span, s.sources, local, source, self.block(s.body, inner))]

    def on_each(self, s: ast.Each, scope: Scope) -> tree.Block:
        if s.kind not in ("player", "participant"):
            self.report(
                "RW415", f"`each {s.kind}:` is not known", s.span, "write `for x in …:` or `each player:`"
            )
        if s.source is not None:
            source = self.expect(self.collection(s.source, scope), t.many(t.PLAYER), "this")
            if s.kind == "player" and self.game.participants:
                source = self.humans(source, s.span)
        else:
            source = E("lib", t.many(t.PLAYER), name=f"{s.kind}s", span=s.span)
        inner = scope.inner()
        local = inner.bind(s.kind, t.PLAYER)
        del inner.names[s.kind]
        inner.you = E("local", t.PLAYER, name=local, span=s.span)
        where = self.flag(s.where, inner) if s.where else None
        if where is not None:  # who takes part is settled once, at the start
            source = E("query", t.many(t.PLAYER), [source, where, None], local, "all", s.span)
        body = self.block(s.body, inner)
        if s.secretly:
            self.check_secret(body, local)
        return [tree.Each(s.span, s.sources, s.secretly, local, source, None, body)]

    def humans(self, source: E, span: ast.Span) -> E:
        """`each player in X` passes over seats without a human; `each participant in X` does not."""
        seat = E("local", t.PLAYER, name="seat", span=span)
        players = E("lib", t.many(t.PLAYER), name="players", span=span)
        return E(
            "query", t.many(t.PLAYER), [source, E("in", t.FLAG, [seat, players]), None], "seat", "all", span
        )

    def check_secret(self, body: tree.Block, you: str) -> None:
        """A secret block may only choose and store into one's own private fields."""
        for s in body:
            if isinstance(s, tree.Choose) and s.body is None:
                for p in s.picks:
                    if p.field is not None and p.field.data.visibility == "open":
                        self.report(
                            "RW416",
                            f"`{p.field.data.name}` is chosen secretly but open",
                            p.span,
                            "declare it `private`",
                        )
                continue
            if isinstance(s, tree.Set) and s.target.op == "field":
                owner = s.target.args[0]
                if owner is not None and owner.name == you and s.target.data.visibility != "open":
                    continue
            if isinstance(s, tree.Let):
                continue
            self.report(
                "RW416",
                "a secret block only chooses and stores into your own private fields",
                s.span,
                "do it after the block, when all have answered",
            )

    def on_repeat(self, s: ast.Repeat, scope: Scope) -> tree.Block:
        times = self.number(s.times, scope) if s.times else None
        until = self.flag(s.until, scope) if s.until else None
        body = self.inner_block(s.body, scope)
        if s.up_to and times is not None:
            return self.until_refused(s, times, body, scope)
        return [tree.Repeat(s.span, s.sources, times, until, body)]

    def until_refused(self, s: ast.Repeat, times: E, body: tree.Block, scope: Scope) -> tree.Block:
        """`repeat up to n times`: nothing is left to do unless the answer is yes."""
        question = body[-1] if body else None
        only = s.body[0]
        if len(s.body) != 1 or not isinstance(only, ast.May) or only.otherwise is not None:
            self.report(
                "RW449",
                "`repeat up to` holds one `may`, whose refusal ends it",
                s.span,
                "write `may …` alone below it, without `else:`, or `repeat … times`",
            )
        if not isinstance(question, (tree.May, tree.Choose)):
            return body
        left, before = (self.unnamed(name, scope) for name in ("times_left", "times_left_before"))

        def local(name: str) -> E:
            return E("local", t.NUMBER, name=name, span=s.span)

        none, one = (E("const", t.NUMBER, data=n, span=s.span) for n in (0, 1))
        fewer = E("math", t.NUMBER, [local(before), one], "-", span=s.span)
        question.body = [tree.Set(s.span, (), local(left), "=", fewer), *(question.body or [])]
        turn = [
            tree.Let(s.span, (), before, local(left)),
            tree.Set(s.span, (), local(left), "=", none),
            *body,
        ]
        over = E("compare", t.FLAG, [local(left), none], "<=", span=s.span)
        return [tree.Let(s.span, (), left, times), tree.Repeat(s.span, s.sources, None, over, turn)]

    def unnamed(self, name: str, scope: Scope, type: t.Type = t.NUMBER) -> str:
        """A local that the rules cannot speak of."""
        kept = scope.names.get(name)
        local = scope.bind(name, type)
        if kept is None:
            del scope.names[name]
        else:
            scope.names[name] = kept
        return local

    def on_as(self, s: ast.As, scope: Scope) -> tree.Block:
        inner = scope.inner()
        before, inner.you = self.subject_of(s.who, scope, s.span)
        return [*before, *self.block(s.body, inner)]

    def subject_of(self, who: ast.Expr | None, scope: Scope, span: ast.Span) -> tuple[tree.Block, E]:
        """Who is spoken to; an expression is kept in a local, so that it is read once."""
        if who is None:
            return [], self.you(scope, span)
        value = self.player_expr(who, scope)
        if value.op in ("local", "you", "const"):
            return [], value
        local = scope.bind("asked", t.PLAYER)
        del scope.names["asked"]
        return [tree.Let(span, (), local, value)], E("local", t.PLAYER, name=local, span=span)

    def on_with(self, s: ast.With, scope: Scope) -> tree.Block:
        if s.menu not in self.game.menus:
            near = suggest(s.menu, list(self.game.menus))
            self.report(
                "RW224",
                f"there is no menu `{s.menu}`",
                s.menu_span,
                f"did you mean `{near}`?" if near else f"give it an action: `action … in {s.menu}`",
            )
            return self.inner_block(s.body, scope)
        self.used.add(s.menu)
        who = self.you(scope, s.span)
        return [tree.With(s.span, s.sources, s.menu, who, self.inner_block(s.body, scope))]
