"""Types of statements: what a body does, with every subject, target and choice made explicit."""

from __future__ import annotations

from ..diagnostics import suggest
from ..surface import ast
from . import tree
from . import types as t
from .checks_flow import left_out
from .context import Scope, Signature, article, several
from .expressions import Expressions
from .tree import E

LIMIT_OF_BRANCHES = 100
ACTIONS_OF_THE_LIBRARY = ("end_game", "perform", "nothing", "reveal")


class Statements(Expressions):
    def block(self, statements: ast.Block, scope: Scope) -> tree.Block:
        out: tree.Block = []
        for i, s in enumerate(statements):
            if isinstance(s, ast.Stop) and i + 1 < len(statements):
                self.warn(
                    "RW405",
                    "nothing after `stop` is ever reached",
                    statements[i + 1].span,
                    "remove it, or move it up",
                )
            out.extend(self.statement(s, scope))
        return out

    def inner_block(self, statements: ast.Block | None, scope: Scope) -> tree.Block:
        return self.block(statements, scope.inner()) if statements else []

    def statement(self, s: ast.Stmt, scope: Scope) -> tree.Block:
        method = getattr(self, "on_" + type(s).__name__.lower())
        found: tree.Block = method(s, scope)
        return found

    # ------------------------------------------------------------ values and targets

    def on_let(self, s: ast.Let, scope: Scope) -> tree.Block:
        value = self.expr(s.value, scope)
        self.hides(s.name, value.type, s.span)
        local = scope.bind(s.name, t.plain(value.type))
        return [tree.Let(s.span, s.sources, local, value)]

    def on_result(self, s: ast.Result, scope: Scope) -> tree.Block:
        if not scope.body.key.startswith("define:"):
            self.report(
                "RW406",
                "only a define gives a value",
                s.span,
                "a rule acts: write `define` instead of `rule`",
            )
        value = self.expr(s.value, scope)
        test = self.flag(s.test, scope) if s.test else None
        return [tree.Result(s.span, s.sources, value, test)]

    def target(self, e: ast.Expr, scope: Scope) -> E | None:
        if isinstance(e, ast.Name) and e.name in self.game.symbols and e.name not in scope.names:
            symbol = self.game.symbols[e.name]
            if symbol.category == "function" and self.game.functions[e.name].category == "define":
                self.report(
                    "RW403",
                    f"`{e.name}` is a define: its value follows from others",
                    e.span,
                    "change what it reads, or make it a field",
                )
                return None
            if symbol.category != "field":
                what = (
                    self.game.functions[e.name].category if symbol.category == "function" else symbol.category
                )
                self.report(
                    "RW401",
                    f"`{e.name}` is {article(what)} and never changes",
                    e.span,
                    "keep what changes in a field",
                )
                return None
        found = self.expr(e, scope)
        if found.op == "item" and found.arg(0).op in ("local", "field"):
            found_root = found.arg(0)
        else:
            found_root = found
        if found_root.op == "field":
            if "option" in found_root.data.flags:
                self.report(
                    "RW404",
                    f"`{found_root.data.name}` is chosen when the game is made and never changes",
                    e.span,
                    "copy it into a field of its own",
                )
            return found
        if found_root.op == "local":
            return found
        if found.op == "column":
            self.report("RW402", "the figures of a kind never change", e.span, "keep what changes in a field")
        elif found.op == "call":
            self.report(
                "RW403",
                f"`{found.name}` is a define: its value follows from others",
                e.span,
                "change what it reads, or make it a field",
            )
        elif found.type.name != "unknown":
            self.report("RW401", "this cannot be changed", e.span, "only fields and `let` names change")
        return None

    def on_assign(self, s: ast.Assign, scope: Scope) -> tree.Block:
        target, value = self.target(s.target, scope), self.expr(s.value, scope)
        if target is None:
            return []
        if target.op == "field" and target.data.key is not None and target.args[1] is None:
            self.report(
                "RW407",
                f"`{target.data.name}` has many values: say which one changes",
                s.span,
                f"as in `{target.data.name}(…) = …`",
            )
        elif target.op == "local":
            self.grow_local(target, value, s.span)
        else:
            value = self.expect(value, self.stored(target.type), "what is stored here")
        if value.op == "const" and value.data is not None and target.type.name == "number":
            self.check_range(target, value)
        return [tree.Set(s.span, s.sources, target, "=", self.lift(value, target.type))]

    def stored(self, type: t.Type) -> t.Type:
        return t.NUMBER if type.name == "resource" else type

    def check_range(self, target: E, value: E) -> None:
        low, high = target.type.low, target.type.high
        if value.type.name != "number":
            return
        if (low is not None and value.data < low) or (high is not None and value.data > high):
            self.report(
                "RW314",
                f"{value.data} is outside {t.sure(target.type)}",
                value.span,
                "store another number, or widen the field's range",
            )

    def grow_local(self, target: E, value: E, span: ast.Span) -> None:
        return

    def on_change(self, s: ast.Change, scope: Scope) -> tree.Block:
        target, value = self.target(s.target, scope), self.expr(s.value, scope)
        if target is None:
            return []
        if target.op == "field" and target.data.key is not None and target.args[1] is None:
            self.report(
                "RW407",
                f"`{target.data.name}` has many values: say which one changes",
                s.span,
                f"as in `{target.data.name}(…) {s.op} …`",
            )
            return []
        if target.type.is_many:
            op = "union" if s.op == "+=" else "difference"
            value = self.lift(value, target.type)
            joined = E("lib", target.type, [target, value], op, span=s.span)
            return [tree.Set(s.span, s.sources, target, "=", joined)]
        if target.type.name not in ("number", "unknown"):
            self.report(
                "RW308",
                f"{target.type} cannot be changed by {s.op}",
                s.span,
                "`+=` and `-=` are for numbers and collections",
            )
        value = self.expect(value, t.NUMBER, "the change")
        return [tree.Set(s.span, s.sources, target, s.op, value)]

    # ------------------------------------------------------------ calls

    def on_call(self, s: ast.Call, scope: Scope) -> tree.Block:
        call = self.rule_call(s.call, scope)
        return [tree.Call(s.span, s.sources, call)] if call is not None else []

    def rule_call(self, e: ast.Expr, scope: Scope) -> E | None:
        args: list[ast.Expr] = []
        named: list[tuple[str, ast.Expr]] = []
        target = e
        if isinstance(target, ast.Apply):
            args, named, target = target.args, target.named, target.target
        if isinstance(target, ast.MemberOf):
            return self.call_of(target, args, e, scope)
        if isinstance(target, ast.Your):
            self.report(
                "RW408",
                "this only names a value; it does nothing",
                e.span,
                "change it, as in `… += 1`, or remove the line",
            )
            return None
        if not isinstance(target, ast.Name):
            self.report(
                "RW408", "this does nothing", e.span, "begin the line with a verb or the name of a rule"
            )
            return None
        name = target.name
        if name == "nothing":
            return None
        if name == "base" and scope.base:
            return self.base_call([self.expr(a, scope) for a in args] if args else None, e.span, scope)
        if name in ACTIONS_OF_THE_LIBRARY and name not in self.game.symbols:
            return self.library_action(name, args, e.span, scope)
        if scope.this is not None and scope.this.type.name == "kind":
            key = f"{scope.this.type.of}.{name}"
            if key in self.signatures:
                values = [self.expr(a, scope) for a in args]
                return self.start(self.signatures[key], None, self.this(scope, e.span), values, e.span, scope)
        if name not in self.signatures:
            self.no_such_rule(name, target.span, scope)
            return None
        sig = self.signatures[name]
        self.used.add(name)
        values = [self.expr(a, scope) for a in args]
        if named:
            apply = ast.Apply(e.span, target, args, named)
            values = self.named_arguments(sig, values, apply, scope)
        return self.start(sig, None, None, values, e.span, scope)

    def no_such_rule(self, name: str, span: ast.Span, scope: Scope) -> None:
        if name in scope.names or name in self.game.symbols:
            self.report(
                "RW408",
                f"`{name}` is a value; it does nothing on its own",
                span,
                "change it, as in `… = …`, or remove the line",
            )
            return
        near = suggest(name, [*self.signatures, *ACTIONS_OF_THE_LIBRARY])
        hint = f"did you mean `{near}`?" if near else f"declare it: `rule {name}`"
        self.report("RW211", f"no rule is called `{name}`", span, hint)

    def call_of(self, target: ast.MemberOf, args: list[ast.Expr], e: ast.Expr, scope: Scope) -> E | None:
        who = self.expr(target.target, scope)
        values = [self.expr(a, scope) for a in args]
        if who.type.name == "player":
            if target.name in self.signatures:
                self.used.add(target.name)
                return self.start(self.signatures[target.name], who, None, values, e.span, scope)
            if target.name in self.player:
                self.report(
                    "RW408",
                    f"`{target.name}` is a field; naming it does nothing",
                    e.span,
                    "change it, as in `… += 1`, or remove the line",
                )
                return None
            self.no_such_rule(target.name, target.name_span, scope)
            return None
        if who.type.name == "kind":
            key = f"{who.type.of}.{target.name}"
            if key in self.signatures:
                return self.start(self.signatures[key], None, who, values, e.span, scope)
            near = suggest(target.name, list(self.game.kinds[who.type.of].functions))
            hint = f"did you mean `{near}`?" if near else f"declare `event {target.name}` in the kind"
            self.report("RW216", f"{who.type.of} has no rule `{target.name}`", target.name_span, hint)
        elif who.type.name != "unknown":
            self.report(
                "RW216", f"{who.type} has no rules", e.span, "rules belong to players and to members of kinds"
            )
        return None

    def start(
        self, sig: Signature, who: E | None, this: E | None, args: list[E], span: ast.Span, scope: Scope
    ) -> E | None:
        self.check_arguments(sig, args, span)
        if sig.function.category == "define":
            self.report(
                "RW408",
                f"`{sig.function.name}` is a define: it gives a value and does nothing",
                span,
                "use the value, or make it a rule",
            )
            return None
        return E("call", t.NOTHING, [self.subject(sig, who, span, scope), this, *args], sig.key, None, span)

    def library_action(self, name: str, args: list[ast.Expr], span: ast.Span, scope: Scope) -> E:
        values = [self.expr(a, scope) for a in args]
        if name == "perform":
            if len(values) != 1:
                self.report("RW217", "perform takes one rule", span, "as in `perform(card.effect)`")
            for v in values:
                self.expect(v, t.EFFECT, "what is performed")
            return E("lib", t.NOTHING, [self.you(scope, span), *values], "perform", None, span)
        if name == "end_game":
            if len(values) > 1:
                self.report(
                    "RW217",
                    "end_game takes the winners, or nothing",
                    span,
                    "list several winners in parentheses: `end_game((a, b))`",
                )
            winners = [
                self.lift(self.expect(v, t.many(t.PLAYER), "the winners"), t.many(t.PLAYER)) for v in values
            ]
            return E("lib", t.NOTHING, list(winners), "end_game", None, span)
        return E("lib", t.NOTHING, [], "nothing", None, span)

    # ------------------------------------------------------------ resources

    def on_gain(self, s: ast.Gain, scope: Scope) -> tree.Block:
        who = self.player_expr(s.who, scope) if s.who else self.you(scope, s.span)
        inner = scope.inner()
        inner.you = who if s.who else scope.you
        amount = self.as_bundle(self.expr(s.amount, scope))
        amount = self.expect(amount, t.BUNDLE, f"what you {s.verb}")
        return [tree.Gain(s.span, s.sources, s.verb, who, amount)]

    # ------------------------------------------------------------ things

    def zone(self, e: ast.Expr, scope: Scope) -> tuple[E, str]:
        """A goal or origin; `bottom(deck)` and `top(deck)` name an end of it."""
        end = ""
        if isinstance(e, ast.Apply) and isinstance(e.target, ast.Name) and len(e.args) == 1:
            if e.target.name in ("top", "bottom") and e.target.name not in self.game.symbols:
                end, e = e.target.name, e.args[0]
        return self.expr(e, scope), end

    def on_move(self, s: ast.Move, scope: Scope) -> tree.Block:
        what = self.expr(s.what, scope)
        origin = self.zone(s.origin, scope)[0] if s.origin else None
        goal, end = self.zone(s.goal, scope)
        if goal.type.name in ("cell",) or (
            goal.type.name in ("many", "map") and goal.type.item.name == "cell" and goal.op != "field"
        ):
            if what.type.name not in ("piece", "unknown") and what.type.item.name != "piece":
                self.report(
                    "RW304",
                    f"only pieces stand on a board, but this is {what.type}",
                    what.span,
                    "declare `piece NAME on BOARD`, or keep it in a field of the cell",
                )
            elif goal.type.is_many:
                self.multi_cell.add(what.type.of or what.type.item.of)
        elif goal.op not in ("field", "local") and goal.type.name != "unknown":
            self.report(
                "RW409",
                "things move to a zone, a field or a cell",
                goal.span,
                "name the zone itself, perhaps `top(…)` or `bottom(…)` of it",
            )
        else:
            wanted = goal.type if goal.type.is_many else t.sure(goal.type)
            element = wanted.item if wanted.is_many else wanted
            given = what.type.item if what.type.is_many else what.type
            if not t.fits(given, element):
                self.report(
                    "RW304", f"{goal.type} cannot hold {what.type}", what.span, self.way_to(element, given)
                )
        return [tree.Move(s.span, s.sources, what, origin, goal, end)]

    def on_place(self, s: ast.Place, scope: Scope) -> tree.Block:
        target = s.what.target if isinstance(s.what, ast.Apply) else s.what
        if not isinstance(target, ast.Name) or target.name not in self.game.pieces:
            names = ", ".join(self.game.pieces)
            near = suggest(target.name, list(self.game.pieces)) if isinstance(target, ast.Name) else None
            hint = f"did you mean `{near}`?" if near else f"pieces: {names}" if names else "declare a `piece`"
            self.report("RW223", "only a piece can be placed", s.span, hint)
            return []
        piece = target.name
        self.used.add(piece)
        infos = self.pieces[piece]
        fields: dict[str, E] = {}
        if isinstance(s.what, ast.Apply):
            given = list(zip(infos, s.what.args)) + list(s.what.named)
            if len(s.what.args) > len(infos):
                self.report(
                    "RW217",
                    f"{piece} has {several(len(infos), 'field')}, not {len(s.what.args)}",
                    s.what.span,
                    f"its fields: {', '.join(infos) or 'none'}",
                )
            for name, value in given:
                if name not in infos:
                    near = suggest(name, list(infos))
                    self.report(
                        "RW216",
                        f"{piece} has no field `{name}`",
                        value.span,
                        f"did you mean `{near}`?" if near else f"its fields: {', '.join(infos) or 'none'}",
                    )
                    continue
                wanted = infos[name].type
                fields[name] = self.expect(self.expr(value, scope), wanted, f"`{name}`")
        at = self.expr(s.at, scope)
        board = self.game.pieces[piece].board
        if at.type.name == "cell" and at.type.of != board:
            self.report(
                "RW304",
                f"{piece} does not stand on {at.type.of}",
                at.span,
                f"declare `piece {piece} on {at.type.of}`",
            )
        elif at.type.is_many and at.op != "field" and at.type.item.name == "cell":
            self.multi_cell.add(piece)
        elif at.type.name not in ("cell", "many", "unknown"):
            self.report(
                "RW304",
                f"a piece is placed at a cell or in a zone, not at {at.type}",
                at.span,
                "name a cell, as in `board(1, 2)`, or a zone",
            )
        return [tree.Place(s.span, s.sources, piece, fields, at)]

    def on_remove(self, s: ast.Remove, scope: Scope) -> tree.Block:
        what = self.expr(s.what, scope)
        origin = self.target(s.origin, scope) if s.origin else None
        if s.origin is None:
            element = what.type.item if what.type.is_many else what.type
            if element.name not in ("piece", "unknown"):
                self.report(
                    "RW410", f"say where {what.type} is removed from", s.span, "write `remove x from …`"
                )
        elif origin is not None and not origin.type.is_many and origin.type.name != "unknown":
            self.report(
                "RW304",
                "things are removed from a collection",
                origin.span,
                "store `none` if it holds one thing only",
            )
        return [tree.Remove(s.span, s.sources, what, origin)]

    def on_draw(self, s: ast.Draw, scope: Scope) -> tree.Block:
        amount = self.number(s.amount, scope)
        origin, goal = self.expr(s.origin, scope), self.expr(s.goal, scope)
        for place in (origin, goal):
            if place.op not in ("field", "local") and place.type.name != "unknown":
                self.report(
                    "RW409",
                    "things are drawn from a zone to a zone or field",
                    place.span,
                    "name the zone itself",
                )
        if not origin.type.is_many and origin.type.name != "unknown":
            self.report(
                "RW304",
                f"one draws from a deck, not from {origin.type}",
                origin.span,
                "declare it as a deck, pile or list",
            )
        elif not t.fits(origin.type.item, goal.type):
            self.report(
                "RW304",
                f"{goal.type} cannot hold {origin.type.item}",
                goal.span,
                "draw to a zone of the same things",
            )
        return [tree.Draw(s.span, s.sources, amount, origin, goal)]

    def on_shuffle(self, s: ast.Shuffle, scope: Scope) -> tree.Block:
        zone = self.target(s.zone, scope)
        if zone is None:
            return []
        if not zone.type.is_many and zone.type.name != "unknown":
            self.report(
                "RW304", f"{zone.type} cannot be shuffled", zone.span, "decks, piles, rows and lists can"
            )
        return [tree.Shuffle(s.span, s.sources, zone)]

    # ------------------------------------------------------------ checks and words

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

    # ------------------------------------------------------------ control

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
        by = self.expr(s.by, inner) if s.by else None
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
        return [tree.Repeat(s.span, s.sources, times, until, self.inner_block(s.body, scope))]

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

    # ------------------------------------------------------------ choices

    def choice_name(self, scope: Scope, part: str) -> str:
        name = f"{scope.body.label}.{part}" if part else scope.body.label
        n = scope.body.choices.get(name, 0) + 1
        scope.body.choices[name] = n
        return name if n == 1 else f"{name}#{n}"

    def on_choose(self, s: ast.Choose, scope: Scope) -> tree.Block:
        return self.choose(s, s.who, s.picks, s.body, s.otherwise, False, scope)

    def choose(
        self,
        s: ast.Choose | ast.May,
        who_ast: ast.Expr | None,
        picks_ast: list[ast.Pick],
        body_ast: ast.Block | None,
        otherwise_ast: ast.Block | None,
        optional: bool,
        scope: Scope,
    ) -> tree.Block:
        before, who = self.subject_of(who_ast, scope, s.span)
        inner = scope.inner() if body_ast is not None else scope
        outer_you = inner.you
        inner.you = who
        picks = [self.pick(p, inner) for p in picks_ast]
        if isinstance(s, ast.May) and s.refusal is not None:
            picks[0].refusal = s.refusal.value
        body = self.block(body_ast, inner) if body_ast is not None else None
        if body_ast is None:
            inner.you = outer_you
        otherwise = self.inner_block(otherwise_ast, scope)
        return [*before, tree.Choose(s.span, s.sources, who, picks, optional, body, otherwise)]

    def pick(self, p: ast.Pick, scope: Scope) -> tree.Pick:
        source = self.collection(p.source, scope)
        element = t.plain(t.sure(source.type.item))
        amount = p.amount.kind if p.amount else "one"
        number = self.number(p.amount.value, scope) if p.amount and p.amount.value else None
        if element.is_many:
            self.report(
                "RW417",
                "one chooses single things, not collections",
                p.span,
                "choose something that stands for the collection, such as its number",
            )
        field = None
        if p.yours:
            field = self.of_player(self.you(scope, p.span), p.name, None, p.span, scope)
            if field.op != "field":
                self.report(
                    "RW401",
                    f"`your {p.name}` is not a field",
                    p.span,
                    "leave out `your`, or declare the field under `player`",
                )
                field = None
        else:
            self.hides(p.name, element, p.span)
        type = element if amount == "one" else t.many(element)
        before = dict(scope.names)
        local = scope.bind(p.name, type)
        if p.yours:  # the answer goes into the field; a local of that name keeps its meaning
            scope.names.clear()
            scope.names.update(before)
        inner = scope.inner()
        candidate = local
        if amount != "one":
            candidate = inner.bind("it", element)
        inner.it = E("local", element, name=candidate, span=p.span)
        where = self.flag(p.where, inner) if p.where else None
        so_that = self.flag(p.so_that, scope) if p.so_that else None
        label = self.text(p.label, inner) if p.label else None
        if p.so_that is not None and amount == "one":
            self.report("RW418", "`so that` speaks of several chosen things", p.span, "use `where`")
        name = self.choice_name(scope, p.name)
        self.choice_types[name] = element
        return tree.Pick(
            p.span, name, local, type, field, amount, number, source, candidate, where, so_that, label
        )

    def branch(self, b: ast.Branch, scope: Scope) -> tree.Branch:
        test = self.flag(b.test, scope) if b.test else None
        return tree.Branch(
            b.span, b.sources, self.text(b.label, scope), test, self.inner_block(b.body, scope)
        )

    def on_chooseone(self, s: ast.ChooseOne, scope: Scope) -> tree.Block:
        before, who = self.subject_of(s.who, scope, s.span)
        inner = scope.inner()
        inner.you = who
        name = self.choice_name(scope, "")
        branches = [self.branch(b, inner) for b in s.branches]
        self.distinct_labels(s.branches)
        return [*before, tree.ChooseOne(s.span, s.sources, name, who, branches)]

    def distinct_labels(self, branches: list[ast.Branch]) -> None:
        seen: set[str] = set()
        for b in branches:
            if b.label.value in seen:
                self.report(
                    "RW420",
                    f'two branches are called "{b.label.value}"',
                    b.label.span,
                    "give them different labels",
                )
            seen.add(b.label.value)

    def on_anyorder(self, s: ast.AnyOrder, scope: Scope) -> tree.Block:
        name = self.choice_name(scope, "order")
        self.distinct_labels(s.branches)
        branches = [self.branch(b, scope) for b in s.branches]
        return [tree.AnyOrder(s.span, s.sources, name, self.you(scope, s.span), branches)]

    def on_may(self, s: ast.May, scope: Scope) -> tree.Block:
        if s.picks:
            return self.choose(s, s.who, s.picks, s.body, None, True, scope)
        before, who = self.subject_of(s.who, scope, s.span)
        inner = scope.inner()
        inner.you = who
        assert s.label is not None
        name = self.choice_name(scope, "may")
        label = self.text(s.label, inner)
        refusal = s.refusal.value if s.refusal else ""
        return [*before, tree.May(s.span, s.sources, name, who, label, self.block(s.body, inner), refusal)]

    def on_offer(self, s: ast.Offer, scope: Scope) -> tree.Block:
        menus: list[tuple[str, list[E]]] = []
        for m in s.menus:
            target = m.target if isinstance(m, ast.Apply) else m
            args = [self.expr(a, scope) for a in m.args] if isinstance(m, ast.Apply) else []
            if not isinstance(target, ast.Name) or target.name not in self.game.menus:
                near = suggest(target.name, list(self.game.menus)) if isinstance(target, ast.Name) else None
                name = target.name if isinstance(target, ast.Name) else "…"
                self.report(
                    "RW224",
                    f"`{name}` is not a menu",
                    m.span,
                    f"did you mean `{near}`?" if near else f"give it an action: `action … in {name}`",
                )
                continue
            self.used.add(target.name)
            wanted = self.game.menus[target.name].params
            if len(args) != len(wanted):
                form = f"{target.name}({', '.join(n for n, _ in wanted)})" if wanted else target.name
                self.report(
                    "RW217",
                    f"the menu {target.name} takes {several(len(wanted), 'value')}, not {len(args)}",
                    m.span,
                    f"write `offer {form}`",
                )
            self.grow_menu(target.name, args)
            menus.append((target.name, args))
        refusal = s.refusal.value if s.refusal else None
        return [tree.Offer(s.span, s.sources, self.you(scope, s.span), menus, refusal)]

    def grow_menu(self, menu: str, args: list[E]) -> None:
        """What an offer passes to a menu reaches the parameters of its actions."""
        for sig in self.signatures.values():
            f = sig.function
            if f.category != "action" or self.menu_of(f.menu) != menu or not isinstance(f.menu, ast.Apply):
                continue
            names = [a.name for a in f.menu.args if isinstance(a, ast.Name)]
            params = [p for p, _ in f.params]
            for name, arg in zip(names, args):
                if name in params:
                    self.grow_param(sig, params.index(name), arg.type, arg.span)
            sig.callers.add(self.current)

    def menu_of(self, menu: ast.Expr | None) -> str:
        target = menu.target if isinstance(menu, ast.Apply) else menu
        return target.name if isinstance(target, ast.Name) else ""
