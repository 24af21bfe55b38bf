"""Stage 3: types flow from declarations and calls until nothing changes; then every body is checked once."""

from __future__ import annotations

import builtins
import keyword

from ..diagnostics import Diagnostic, suggest
from ..resolved import model
from ..resolved.cite import cite
from ..surface import ast
from . import checks, tree
from . import types as t
from .boards import Boards
from .context import Body, Scope, Signature, article, several
from .examples import Examples
from .tree import E
from .types import Type

# Slots of the runtime's position: a field of the rules with such a name gets another attribute.
POSITION = {
    "machine", "players", "chance", "script", "trial", "over", "winners", "log", "player", "you", "choice",
    "options", "then", "waiting", "clone", "copy_into",
}  # fmt: skip
LIMIT_OF_PASSES = 60


def check(game: model.Game) -> tuple[tree.Game | None, list[Diagnostic]]:
    checker = Checker(game)
    typed = checker.run()
    return typed, cite(checker.diagnostics, [game])


class Checker(Boards, Examples):
    def run(self) -> tree.Game | None:
        self.final = True
        self.declare_fields()
        self.declare_signatures()
        self.final = False
        self.check_changes_known()
        self.infer()
        self.final = True
        return self.build()

    # ------------------------------------------------------------ declarations

    def declare_fields(self) -> None:
        game = self.game
        for p in game.pieces.values():
            if p.board and p.board not in game.boards:
                near = suggest(p.board, game.boards)
                hint = f"did you mean `{near}`?" if near else f"declare `board {p.board}: …`"
                self.report("RW221", f"there is no board `{p.board}`", p.span, hint)
                p.board = near or ""
        for board in game.boards.values():
            self.declare_board(board)
        taken = set(POSITION)
        for name, f in game.table.items():
            self.table[name] = self.field(f, self.fresh(name, taken))
        for name, f in game.player.items():
            self.player[name] = self.field(f, self.fresh(name, taken))
        for board in game.boards.values():
            self.cells[board.name] = {
                n: self.field(f, self.fresh(f"{board.name}_{n}", taken)) for n, f in board.fields.items()
            }
            for e in board.edges.values():
                self.edges[f"{board.name}.{e.name}"] = {
                    n: self.field(f, self.fresh(f"{e.name}_{n}", taken)) for n, f in e.fields.items()
                }
        for piece in game.pieces.values():
            self.pieces[piece.name] = {
                n: self.field(f, self.fresh(f"{piece.name}_{n}", taken)) for n, f in piece.fields.items()
            }

    def fresh(self, name: str, taken: set[str]) -> str:
        attribute = name
        while attribute in taken or keyword.iskeyword(attribute):
            attribute += "_"
        taken.add(attribute)
        return attribute

    def field(self, f: model.FieldDecl, attribute: str) -> tree.FieldInfo:
        key, low, size = self.key(f)
        type = self.type_of(f.type)
        is_resource = type.name == "resource"
        if is_resource:
            type = Type("number", low=0)
        for flag in f.flags:
            if flag not in ("private", "hidden", "cyclic", "option"):
                self.report(
                    "RW225",
                    f"a field cannot be `{flag}`",
                    f.span,
                    "flags are private, hidden, cyclic, option",
                )
        if is_resource:
            shared = self.game.resources.get(f.name)
            if shared is None:
                self.report(
                    "RW226", f"there is no resource `{f.name}`", f.span, f"declare `resource {f.name}`"
                )
            elif "private" in shared.flags:
                f.flags = [*f.flags, "private"]
        if "option" in f.flags and (
            keyword.iskeyword(f.name) or f.name in {*dir(builtins), *POSITION, "seed", "names", "engine"}
        ):
            self.report(
                "RW205",
                f"an option cannot be called `{f.name}`: it is given by name when a game is made",
                f.span,
                "choose another name",
            )
        if "option" in f.flags and f.owner != "table":
            self.report(
                "RW225", "only a field of the table can be an option", f.span, "declare it under `table`"
            )
        info = tree.FieldInfo(
            name=f.name,
            attribute=attribute,
            owner=f.owner,
            type=type,
            key=key,
            key_low=low,
            key_size=size,
            flags=tuple(f.flags),
            is_resource=is_resource,
            default=None,
            sources=f.sources,
            span=f.span,
        )
        self.fields[attribute] = info
        return info

    def key(self, f: model.FieldDecl) -> tuple[Type | None, int, int]:
        each = f.each
        if each is None:
            return None, 0, 0
        if (
            isinstance(each, ast.Range)
            and isinstance(each.low, ast.Number)
            and isinstance(each.high, ast.Number)
        ):
            if not 0 <= each.high.value - each.low.value < 1000:
                self.report(
                    "RW227",
                    "a map by numbers needs a range of 1 to 1000 numbers",
                    each.span,
                    "as in `for each 1..3`",
                )
            return t.NUMBER, each.low.value, max(1, each.high.value - each.low.value + 1)
        if isinstance(each, ast.Name):
            if each.name in self.game.kinds:
                self.used.add(each.name)
                return t.kind(each.name), 0, len(self.game.kinds[each.name].members)
            if each.name in ("player", "participant"):
                return t.PLAYER, 0, max(self.game.players) + len(self.game.participants)
            if each.name == "number":
                self.report("RW227", "it is not said for which numbers", each.span, "as in `for each 1..3`")
                return t.NUMBER, 0, 1
            if each.name in self.game.boards:
                return t.cell(each.name), 0, self.board_size(each.name)
        near = (
            suggest(each.name, [*self.game.kinds, *self.game.boards, "player"])
            if isinstance(each, ast.Name)
            else None
        )
        hint = (
            f"did you mean `{near}`?"
            if near
            else "as in `for each colour`, `for each player`, `for each 1..3`"
        )
        self.report(
            "RW227",
            "a map is kept for each member of a kind, player, cell or number of a range",
            f.span,
            hint,
        )
        return None, 0, 0

    def declare_signatures(self) -> None:
        game = self.game
        self.used.add("used")
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
            self.declare_function(f.name, f)
        for kind in game.kinds.values():
            for f in kind.functions.values():
                self.declare_function(f"{kind.name}.{f.name}", f)
        computed = {b.name: b.functions for b in game.boards.values()}
        computed.update({p.name: p.functions for p in game.pieces.values()})
        for place, functions in computed.items():
            for f in functions.values():
                self.declare_function(f"{place}.{f.name}", f)
        for resource in game.resources.values():
            for f in resource.functions.values():
                if f.name not in ("stock", "room", "gained", "paid"):
                    self.report(
                        "RW228",
                        f"a resource has no `{f.name}`",
                        f.span,
                        "it may have stock, room, gained, paid",
                    )
                self.declare_function(f"{resource.name}.{f.name}", f)
        for change in (*game.overrides, *game.hooks):
            owner = self.kind_of(change.owner)
            held = owner is not None and owner.applies is not None and owner.applies.to is not None
            if held or change.owner.startswith("participant:"):
                target = self.target_key(change)
                if target is not None:
                    self.signatures[target].uses_you = True

    def declare_function(self, key: str, f: model.Function) -> None:
        if f.category == "action" and isinstance(f.menu, ast.Apply):
            known = {p for p, _ in f.params}
            f.params = [
                *f.params,
                *((a.name, None) for a in f.menu.args if isinstance(a, ast.Name) and a.name not in known),
            ]
        params: list[Type] = []
        for name, declared in f.params:
            type = self.type_of(declared)
            if type.name == "unknown" and name in self.game.kinds:
                type = t.kind(name)
            elif type.name == "unknown" and name in self.game.pieces:
                type = t.piece(name)
            elif type.name == "unknown" and name in self.game.boards:
                type = t.cell(name)
            elif type.name == "unknown" and name in ("player",):
                type = t.PLAYER
            params.append(type)
        if f.owner.startswith("resource:") and f.name in ("gained", "paid"):
            params = [t.NUMBER] * len(f.params)
        self.signatures[key] = Signature(key, f, params)

    def kind_of(self, owner: str) -> model.Kind | None:
        if owner.startswith("kind:"):
            return self.game.kinds[owner[5:]]
        if owner.startswith("member:"):
            return self.game.kinds[owner[7:].split(".")[0]]
        return None

    def target_key(self, change: model.Change) -> str | None:
        kind = self.kind_of(change.owner)
        if kind is not None and change.target in kind.functions:
            return f"{kind.name}.{change.target}"
        if change.owner.startswith("resource:") and f"{change.owner[9:]}.{change.target}" in self.signatures:
            return f"{change.owner[9:]}.{change.target}"
        return change.target if change.target in self.signatures else None

    def check_changes_known(self) -> None:
        self.final = True
        checks.changes(self)
        self.final = False

    # ------------------------------------------------------------ inference

    def infer(self) -> None:
        self.followers: dict[str, list[str]] = {}
        for word, changes in (("instead", self.game.overrides), ("when", self.game.hooks)):
            for i, c in enumerate(changes):
                self.followers.setdefault(self.target_key(c) or "", []).append(f"{word}:{i}")
        pending = [*self.signatures, *(f"instead:{i}" for i in range(len(self.game.overrides)))]
        pending += [f"when:{i}" for i in range(len(self.game.hooks))]
        pending += ["columns", "defaults", "boards", "examples", "participants"]
        rounds: dict[str, int] = {}
        waiting = set(pending)
        while pending:
            key = pending.pop(0)
            waiting.discard(key)
            rounds[key] = rounds.get(key, 0) + 1
            if rounds[key] > LIMIT_OF_PASSES:
                continue
            self.current = key
            self.changed = set()
            self.check_one(key)
            for changed in self.dependants(self.changed):
                if changed not in waiting:
                    waiting.add(changed)
                    pending.append(changed)

    def dependants(self, changed: set[str]) -> list[str]:
        """What must be looked at again: the functions themselves and what overrides or follows them."""
        found = sorted(changed)
        for target in found[:]:
            found += self.followers.get(target, [])
        return found

    def check_one(self, key: str) -> None:
        if key == "columns":
            self.check_columns()
        elif key == "defaults":
            self.check_defaults()
        elif key == "boards":
            for board in self.game.boards.values():
                self.typed_board(board)
        elif key == "examples":
            self.check_examples()
        elif key == "participants":
            self.check_participants()
        elif key.startswith("instead:"):
            self.change(self.game.overrides[int(key[8:])], key)
        elif key.startswith("when:"):
            self.change(self.game.hooks[int(key[5:])], key)
        else:
            self.function(self.signatures[key])

    def subject_found(self, sig: Signature, uses: bool) -> None:
        if uses and not sig.uses_you:
            sig.uses_you = True
            self.changed.update(sig.callers)
            self.changed.add(sig.key)

    # ------------------------------------------------------------ functions

    def function(self, sig: Signature) -> tree.Function:
        f = sig.function
        owner = f.owner.split(":")[-1] + "_" if f.owner.startswith(("kind:", "resource:")) else ""
        body = Body(("define:" if f.category == "define" else "") + sig.key, owner + f.name)
        scope = Scope(body, {}, E("you", t.PLAYER))
        this = t.this_type(f.owner)
        if this is not None:
            scope.this = E("this", this)
        elif f.owner.startswith("member:"):
            kind, member = f.owner[7:].split(".")
            scope.this = self.member_const(kind, member, f.span)
        for (name, _), type in zip(f.params, sig.params):
            self.hides(name, type, f.span, only_warn=True)
            scope.names[name] = name
            body.locals[name] = type
        statements = (
            self.define_body(f, sig, scope) if f.category == "define" else self.block(f.body or [], scope)
        )
        self.subject_found(sig, body.uses_you or f.category == "action")
        menu_args: tuple[str, ...] = ()
        if isinstance(f.menu, ast.Apply):
            menu_args = tuple(a.name for a in f.menu.args if isinstance(a, ast.Name))
        return tree.Function(
            key=sig.key,
            name=f.name,
            category=f.category,
            owner=f.owner,
            params=[tree.Param(n, ty) for (n, _), ty in zip(f.params, sig.params)],
            result=sig.result,
            body=statements,
            label=f.label,
            flags=tuple(f.flags),
            uses_you=sig.uses_you,
            uses_this=this is not None,
            sources=f.sources,
            span=f.span,
            menu=self.menu_of(f.menu),
            menu_args=menu_args,
            once_per=f.once_per,
            shared=f.shared,
            locals=body.locals,
        )

    def define_body(self, f: model.Function | model.Change, sig: Signature, scope: Scope) -> tree.Block:
        if f.rows is not None:
            return self.table_of(f, sig, scope)
        if f.value is not None:
            value = self.expr(f.value, scope)
            value = self.fit_result(sig, value)
            return [tree.Result(f.value.span, f.sources, value, None)]
        statements = self.block(f.body or [], scope)
        complete = False
        for s in statements:
            if isinstance(s, tree.Result):
                if complete:
                    self.warn(
                        "RW421",
                        "this case is never reached: one above it always holds",
                        s.span,
                        "give that one a condition, or remove this",
                    )
                s.value = self.fit_result(sig, s.value)
                complete = complete or s.test is None
            elif not isinstance(s, tree.Let):
                self.report(
                    "RW422", "a define only computes: `let` and `=`", s.span, "make it a rule if it acts"
                )
        if not complete:
            self.grow_result(sig, t.NOTHING, f.span)
            statements.append(
                tree.Result(
                    f.span, (), E("const", t.NOTHING, data=t.NONE_VALUE, name="none", span=f.span), None
                )
            )
        return statements

    def fit_result(self, sig: Signature, value: E) -> E:
        if value.type.name == "resource" and sig.result.name == "bundle":
            value = self.as_bundle(value)
        if sig.result.is_many:
            value = self.lift(value, sig.result)
        self.grow_result(sig, value.type, value.span)
        return value

    def table_of(self, f: model.Function | model.Change, sig: Signature, scope: Scope) -> tree.Block:
        """A define's table becomes cases: the parameter equals the key of the row."""
        assert f.rows is not None
        out: tree.Block = []
        params = sig.function.params
        if len(params) != 1:
            self.report(
                "RW217",
                "a define with a table has one parameter",
                f.span,
                "the first column is compared with it: `define f(n)`",
            )
            return []
        name = params[0][0] if params[0][0] in scope.names else next(iter(scope.names), params[0][0])
        seen: dict[object, ast.Span] = {}
        complete = False
        for row in f.rows:
            if len(row.values) == 1:
                value = self.expr(row.values[0], scope)
            else:
                value = self.listing(row.values, row.span, scope)
            value = self.fit_result(sig, value)
            test = None
            if row.key is not None:
                key = self.expr(row.key, scope)
                self.grow_param(sig, 0, key.type, key.span)
                if key.op == "const":
                    if key.data in seen and self.final:
                        self.report("RW423", "this row stands twice", row.span, "keep one of the two rows")
                    seen[key.data] = row.span
                param = E("local", sig.params[0], name=scope.names.get(name, name), span=row.span)
                test = E("compare", t.FLAG, [param, key], "=", span=row.span)
            else:
                complete = True
            out.append(tree.Result(row.span, row.sources, value, test))
        if not complete:
            complete = self.covers(sig.params[0], set(seen))
            if not complete and self.final and sig.params[0].name == "kind":
                members = self.game.kinds[sig.params[0].of].members
                missing = [m for i, m in enumerate(members) if i not in seen]
                self.report(
                    "RW424",
                    f"the table says nothing of {', '.join(missing)}",
                    f.span,
                    "add the rows, or `otherwise`",
                )
            if complete and isinstance(out[-1], tree.Result):
                pass
            out.append(
                tree.Result(f.span, (), E("lib", sig.result, name="no_row", data=f.span, span=f.span), None)
            )
        return out

    def covers(self, type: Type, keys: set[object]) -> bool:
        if type.name == "kind":
            return len(keys) == len(self.game.kinds[type.of].members)
        return type.name == "number"

    # ------------------------------------------------------------ instead and when

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

    # ------------------------------------------------------------ figures

    def check_columns(self) -> None:
        for kind in self.game.kinds.values():
            for name in kind.columns:
                self.column(kind, name)

    def column(self, kind: model.Kind, name: str) -> tree.Column:
        declared = self.type_of(kind.columns[name].type)
        listed = declared.is_many or any(len(m.cells.get(name) or []) > 1 for m in kind.members.values())
        scope = Scope(Body(f"column:{kind.name}.{name}", name), {}, None, None)
        values: list[list[E] | None] = []
        element: Type = declared.item if declared.is_many else declared
        for m in kind.members.values():
            given = m.cells.get(name)
            if given is None:
                values.append(None)
                continue
            cells = [self.expr(v, scope) for v in given]
            values.append(cells)
            for v in cells:
                type = t.plain(t.BUNDLE if v.type.name == "resource" and element.name == "bundle" else v.type)
                grown = t.join(element, type)
                if grown is None:
                    text = f"the column {name} holds {element}, but this is {v.type}"
                    self.report("RW315", text, v.span, "give all its cells one type, or make two columns")
                else:
                    element = grown
        type = self.column_type(element, listed, any(v is None for v in values))
        if self.columns.get((kind.name, name)) != type:
            self.columns[(kind.name, name)] = type
            self.changed.update(self.signatures)
            self.changed.add("columns")
        return self.column_cells(kind, name, type, element, listed, values)

    def column_type(self, element: Type, listed: bool, empty: bool) -> Type:
        if listed:
            return t.many(element)
        if empty and element.name not in ("number", "bundle", "many", "flag", "unknown"):
            return t.maybe(element)
        return element

    def column_cells(
        self,
        kind: model.Kind,
        name: str,
        type: Type,
        element: Type,
        listed: bool,
        values: list[list[E] | None],
    ) -> tree.Column:
        cells: list[E | None] = []
        constant = True
        for v in values:
            if v is None:
                cells.append(None)
                continue
            made = E("list", type, list(v), span=v[0].span) if listed else self.lift(v[0], type)
            if type.name == "bundle":
                made = self.as_bundle(made)
            constant = constant and self.is_fixed(made)
            cells.append(made)
        return tree.Column(name, type, cells, constant)

    def is_fixed(self, e: E) -> bool:
        allowed = ("const", "list", "bundle", "effect", "range", "text")
        return all(
            x.op in allowed or (x.op == "lib" and x.name in ("named_cell", "cell", "members"))
            for x in e.walk()
        )

    def check_defaults(self) -> None:
        for owner, fields in self.all_fields():
            for f in fields.values():
                info = self.field_of(owner, f.name)
                info.default = self.default(f, info)

    def all_fields(self) -> list[tuple[str, dict[str, model.FieldDecl]]]:
        game = self.game
        found = [("table", game.table), ("player", game.player)]
        found += [(f"cell:{b.name}", b.fields) for b in game.boards.values()]
        found += [
            (f"edge:{b.name}.{e.name}", e.fields) for b in game.boards.values() for e in b.edges.values()
        ]
        found += [(f"piece:{p.name}", p.fields) for p in game.pieces.values()]
        return found

    def field_of(self, owner: str, name: str) -> tree.FieldInfo:
        if owner == "table":
            return self.table[name]
        if owner == "player":
            return self.player[name]
        what, of = owner.split(":")
        return {"cell": self.cells, "edge": self.edges, "piece": self.pieces}[what][of][name]

    def default(self, f: model.FieldDecl, info: tree.FieldInfo) -> E | None:
        if f.value is None:
            return None
        this: E | None = None
        if info.key is not None and info.key.name == "kind":
            this = E("this", info.key)
        elif info.owner.startswith("cell:"):
            this = E("this", t.cell(info.owner[5:]))
        you = E("you", t.PLAYER) if info.owner == "player" else None
        scope = Scope(Body(f"default:{info.attribute}", f.name), {}, you, this)
        value = self.expect(self.expr(f.value, scope), info.type, f"the first value of {f.name}")
        if value.op == "const" and info.type.name == "number":
            self.check_range(E("field", info.type), value)
        return value

    # ------------------------------------------------------------ the typed game

    def build(self) -> tree.Game | None:
        game = self.game
        self.current = "build"
        self.check_defaults()
        kinds = {k.name: self.typed_kind(k) for k in game.kinds.values()}
        functions = {key: self.function(sig) for key, sig in self.signatures.items()}
        overrides = [self.change(c, f"instead:{i}") for i, c in enumerate(game.overrides)]
        hooks = [self.change(c, f"when:{i}") for i, c in enumerate(game.hooks)]
        typed = tree.Game(
            name=game.name,
            variant=game.variant,
            title=game.title,
            players=game.players,
            kinds=kinds,
            resources={r.name: self.typed_resource(r) for r in game.resources.values()},
            boards={b.name: self.typed_board(b) for b in game.boards.values()},
            pieces={p.name: self.typed_piece(p) for p in game.pieces.values()},
            fields=self.fields,
            functions=functions,
            overrides=[c for c in overrides if c is not None],
            hooks=[c for c in hooks if c is not None],
            menus={
                m.name: (m.label, [tree.Param(n, self.type_of(ty)) for n, ty in m.params])
                for m in game.menus.values()
            },
            participants=self.check_participants(),
            examples=self.check_examples(),
            labels=game.labels,
            override_order=game.override_order,
            multi_cell=self.multi_cell,
            span=game.span,
        )
        checks.whole(self, typed)
        return typed

    def typed_kind(self, k: model.Kind) -> tree.Kind:
        return tree.Kind(
            name=k.name,
            label=k.label,
            flags=tuple(k.flags),
            members=list(k.members),
            labels=[m.label for m in k.members.values()],
            columns={c: self.column(k, c) for c in k.columns},
            in_force=self.in_force(k) if k.applies is not None else None,
            span=k.span,
        )

    def typed_resource(self, r: model.Resource) -> tree.Resource:
        functions = {f: f"{r.name}.{f}" for f in r.functions}
        for other in r.of:
            if other not in self.game.resources:
                near = suggest(other, self.game.resources)
                hint = f"did you mean `{near}`?" if near else f"declare `resource {other}`"
                self.report("RW226", f"there is no resource `{other}`", r.span, hint)
        info = self.player.get(r.name)
        if info is None and not r.of and "gained" not in functions:
            if r.name in self.used:
                self.report(
                    "RW226",
                    f"players have no field `{r.name}`",
                    r.span,
                    f"add `{r.name}: resource` under `player`",
                )
        return tree.Resource(r.name, r.label, tuple(r.of), info, functions, r.span)

    def typed_piece(self, p: model.Piece) -> tree.Piece:
        wanted = t.piece(p.name)
        zoned = any(
            f.type.is_many and f.type.item == wanted and f.type.shape in t.ZONES for f in self.fields.values()
        )
        return tree.Piece(p.name, p.plural, p.board, self.pieces[p.name], zoned, p.span)
