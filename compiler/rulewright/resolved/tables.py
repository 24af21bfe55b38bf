"""Kinds with their columns and members, boards, pieces, fields, resources; `extend` and `without`."""

from __future__ import annotations

from ..diagnostics import suggest
from ..surface import ast
from . import model
from .behaviour import Behaviour

LIMIT_OF_MEMBERS = 2_000  # of a kind


class Tables(Behaviour):
    def kind(self, d: ast.Kind) -> None:
        self.fresh(d.name, d.span)
        if d.name in self.game.kinds and not self.layer:
            self.twice("kind", d.name, d.span, self.game.kinds[d.name].span)
        if len(d.applies) > 1:
            self.report(
                "RW206",
                f"the kind {d.name} says twice when its members apply",
                d.applies[1].span,
                "join the conditions by `and` or `or`",
            )
        kind = model.Kind(
            name=d.name,
            label=d.label.value if d.label else d.name.replace("_", " "),
            flags=d.flags,
            columns={},
            own_columns=[c.name for c in d.columns],
            members={},
            applies=d.applies[0] if d.applies else None,
            functions={},
            factors=list(d.factors),
            shown=d.shown,
            sources=d.sources,
            span=d.span,
        )
        self.game.kinds[d.name] = kind
        self.columns(kind, d.columns)
        self.behaviour(d.behaviour, f"kind:{d.name}", kind.functions)
        if len(d.members) > LIMIT_OF_MEMBERS:
            self.report(
                "RW114",
                f"{d.name} has more than {LIMIT_OF_MEMBERS:,} members",
                d.span,
                "keep numbers in fields",
            )
        for m in d.members[:LIMIT_OF_MEMBERS]:
            self.member(kind, m, list(kind.columns), new=True)

    def columns(self, kind: model.Kind, columns: list[ast.Column]) -> None:
        for c in columns:
            if c.name in kind.columns:
                self.report(
                    "RW203", f"the kind {kind.name} has two columns {c.name}", c.span, "rename one of them"
                )
            default = c.default.values if c.default else None
            kind.columns[c.name] = model.Column(
                name=c.name, assumed=c.assumed, type=c.type, default=default, span=c.span
            )

    def member(self, kind: model.Kind, m: ast.Member, columns: list[str], new: bool) -> None:
        member = kind.members.get(m.name)
        self.fresh(m.name, m.span)
        if member is None:
            label = m.label.value if m.label else m.name.replace("_", " ")
            member = model.Member(name=m.name, label=label, cells={}, sources=m.sources, span=m.span)
            kind.members[m.name] = member
        elif new:
            self.twice("member", m.name, m.span, member.span)
        elif m.label:
            member.label = m.label.value
        if len(m.cells) > len(columns):
            self.report(
                "RW207",
                f"{m.name} has {len(m.cells)} cells, but {kind.name} has {len(columns)} columns",
                m.cells[len(columns)].span,
                "remove it, or add a column after `|` in the kind's line",
            )
        elif m.cells and (left := [c for c in columns[len(m.cells) :] if kind.columns[c].default is None]):
            missing = ", ".join(left)
            self.report("RW207", f"{m.name} has no cell for {missing}", m.span, "write `-` for an empty cell")
            member.cells.update(dict.fromkeys(left))
        for column, cell in zip(columns, m.cells):
            member.cells[column] = cell.values or kind.columns[column].default or None
        for a in m.attributes:
            member.cells[a.name] = [a.value]
            if a.name not in kind.columns:
                self.report(
                    "RW207",
                    f"{kind.name} has no column {a.name}",
                    a.span,
                    "add it after `|` in the kind's line",
                )
        self.behaviour(m.behaviour, f"member:{kind.name}.{m.name}", kind.functions)

    def fill_defaults(self) -> None:
        """Members without a cell for a column have what the column's line says."""
        for kind in self.game.kinds.values():
            for column in kind.columns.values():
                for member in kind.members.values() if column.default is not None else ():
                    member.cells.setdefault(column.name, column.default or None)

    def board(self, d: ast.Board) -> None:
        self.fresh(d.name, d.span)
        if d.name in self.game.boards and not self.layer:
            self.twice("board", d.name, d.span, self.game.boards[d.name].span)
        old = self.game.boards.get(d.name)
        edges = {
            e.name: model.EdgeDecl(
                name=e.name,
                board=d.name,
                ends=e.ends,
                test=e.test,
                fields=self.fields(e.fields, f"edge:{d.name}.{e.name}"),
                span=e.span,
            )
            for e in d.edges
        }
        fields = self.fields(d.fields, f"cell:{d.name}")
        functions = dict(old.functions) if old is not None else {}
        self.behaviour(d.behaviour, f"cell:{d.name}", functions)
        if old is not None:  # a variant that only reshapes a board keeps its fields
            fields = {**old.fields, **fields}
            edges = edges or old.edges
        pictures: list[model.Tree] = list(d.pictures)
        self.game.boards[d.name] = model.Board(
            name=d.name,
            shape=d.shape,
            fields=fields,
            edges=edges,
            pictures=pictures,
            functions=functions,
            sources=d.sources,
            span=d.span,
        )

    def fields(self, fields: list[ast.Field], owner: str) -> dict[str, model.FieldDecl]:
        found: dict[str, model.FieldDecl] = {}
        for f in fields:
            for name in f.names:
                if name in found:
                    self.twice("field", name, f.span, found[name].span)
                found[name] = model.FieldDecl(
                    name=name,
                    owner=owner,
                    each=f.each,
                    type=f.type,
                    value=f.value,
                    flags=f.flags,
                    sources=f.sources,
                    span=f.span,
                )
        return found

    def add_field(self, target: dict[str, model.FieldDecl], name: str, f: model.FieldDecl) -> None:
        if name in target and not self.layer:
            self.twice("field", name, f.span, target[name].span)
        target[name] = f

    def resource(self, d: ast.Resource) -> None:
        self.fresh(d.name, d.span)
        self.only_once("resource", d.name, d.span, self.game.resources)
        functions: dict[str, model.Function] = {}
        owner = f"resource:{d.name}"
        self.behaviour(d.behaviour, owner, functions)
        self.game.resources[d.name] = model.Resource(
            name=d.name,
            label=d.label.value if d.label else d.name.replace("_", " "),
            flags=d.flags,
            of=d.of,
            functions=functions,
            plural=d.plural or plural(d.name),
            span=d.span,
        )

    def piece(self, d: ast.Piece) -> None:
        self.fresh(d.name, d.span)
        self.only_once("piece", d.name, d.span, self.game.pieces)
        board = d.on.name if isinstance(d.on, ast.Name) else ""
        fields = self.fields(d.fields, f"piece:{d.name}")
        computed: dict[str, model.Function] = {}
        self.behaviour(d.behaviour, f"piece:{d.name}", computed)
        self.game.pieces[d.name] = model.Piece(
            name=d.name,
            plural=d.plural or plural(d.name),
            board=board,
            flags=d.flags,
            fields=fields,
            functions=computed,
            span=d.span,
        )

    def state(self, d: ast.State) -> None:
        target = self.game.player if d.owner == "player" else self.game.table
        for name, f in self.fields(d.fields, d.owner).items():
            f.during = d.during
            if d.owner == "table":
                self.fresh(name, f.span)
            self.add_field(target, name, f)
        self.behaviour(d.behaviour, "player" if d.owner == "player" else "", self.game.functions)

    def extend(self, d: ast.Extend) -> None:
        game = self.game
        if d.name in ("player", "table"):
            target = game.player if d.name == "player" else game.table
            for name, f in self.fields(d.fields, d.name).items():
                self.add_field(target, name, f)
            self.behaviour(d.behaviour, "player" if d.name == "player" else "", game.functions)
        elif d.name in game.kinds:
            kind = game.kinds[d.name]
            self.columns(kind, d.columns)
            if d.applies:
                kind.applies = d.applies[0]
            self.behaviour(d.behaviour, f"kind:{d.name}", kind.functions)
            columns = [c.name for c in d.columns] or kind.own_columns
            for m in d.members:
                whole = not d.columns and len(m.cells) == len(kind.columns)
                self.member(kind, m, list(kind.columns) if whole else columns, new=False)
        elif d.name in game.pieces:
            game.pieces[d.name].fields.update(self.fields(d.fields, f"piece:{d.name}"))
        elif d.name in game.boards:
            game.boards[d.name].fields.update(self.fields(d.fields, f"cell:{d.name}"))
        else:
            near = suggest(d.name, [*game.kinds, *game.pieces, *game.boards, "player", "table"])
            hint = (
                f"did you mean `{near}`?"
                if near
                else "one extends kinds, boards, pieces, `player` and `table`"
            )
            self.report("RW209", f"there is no {d.name} to extend", d.span, hint)

    def without(self, d: ast.Without) -> None:
        game = self.game
        for name, span in d.names:
            found = False
            for kind in game.kinds.values():
                if name in kind.members:
                    del kind.members[name]
                    owner = f"member:{kind.name}.{name}"
                    game.overrides = [c for c in game.overrides if c.owner != owner]
                    game.hooks = [c for c in game.hooks if c.owner != owner]
                    game.functions = {k: f for k, f in game.functions.items() if f.owner != owner}
                    found = True
            if name in game.functions and game.functions[name].category == "action":
                del game.functions[name]
                found = True
            if not found:
                members = [m for k in game.kinds.values() for m in k.members]
                near = suggest(name, [*members, *game.functions])
                hint = f"did you mean `{near}`?" if near else "`without` names members of kinds, or actions"
                self.report("RW209", f"there is no {name} to leave out", span, hint)


def plural(name: str) -> str:
    if name.endswith("s"):
        return name + "es"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + "s"
