"""Kinds with their columns and members, boards, pieces, fields, resources; `extend` and `without`."""

from __future__ import annotations

from ..diagnostics import suggest
from ..surface import ast
from . import behaviour, model
from .layers import Layers

LIMIT_OF_MEMBERS = 2_000  # of a kind


def add_kind(layers: Layers, d: ast.Kind) -> None:
    """Takes up a kind with columns, members and behaviour."""
    layers.fresh(d.name, d.span)
    if d.name in layers.game.kinds and not layers.layer:
        layers.twice("kind", d.name, d.span, layers.game.kinds[d.name].span)
    if len(d.applies) > 1:
        layers.report(
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
    layers.game.kinds[d.name] = kind
    add_columns(layers, kind, d.columns)
    behaviour.add_behaviour(layers, d.behaviour, f"kind:{d.name}", kind.functions)
    if len(d.members) > LIMIT_OF_MEMBERS:
        layers.report(
            "RW114",
            f"{d.name} has more than {LIMIT_OF_MEMBERS:,} members",
            d.span,
            "keep numbers in fields",
        )
    for m in d.members[:LIMIT_OF_MEMBERS]:
        add_member(layers, kind, m, list(kind.columns), new=True)


def add_columns(layers: Layers, kind: model.Kind, columns: list[ast.Column]) -> None:
    """Adds columns to a kind; a second one of a name is reported."""
    for c in columns:
        if c.name in kind.columns:
            layers.report(
                "RW203", f"the kind {kind.name} has two columns {c.name}", c.span, "rename one of them"
            )
        default = c.default.values if c.default else None
        kind.columns[c.name] = model.Column(
            name=c.name, assumed=c.assumed, type=c.type, default=default, span=c.span
        )


def add_member(layers: Layers, kind: model.Kind, m: ast.Member, columns: list[str], new: bool) -> None:
    """Adds a member, or cells to one that is there; too many or too few cells are reported."""
    member = kind.members.get(m.name)
    layers.fresh(m.name, m.span)
    if member is None:
        label = m.label.value if m.label else m.name.replace("_", " ")
        member = model.Member(name=m.name, label=label, cells={}, sources=m.sources, span=m.span)
        kind.members[m.name] = member
    elif new:
        layers.twice("member", m.name, m.span, member.span)
    elif m.label:
        member.label = m.label.value
    if len(m.cells) > len(columns):
        layers.report(
            "RW207",
            f"{m.name} has {len(m.cells)} cells, but {kind.name} has {len(columns)} columns",
            m.cells[len(columns)].span,
            "remove it, or add a column after `|` in the kind's line",
        )
    elif m.cells and (left := [c for c in columns[len(m.cells) :] if kind.columns[c].default is None]):
        missing = ", ".join(left)
        layers.report("RW207", f"{m.name} has no cell for {missing}", m.span, "write `-` for an empty cell")
        member.cells.update(dict.fromkeys(left))
    for column, cell in zip(columns, m.cells):
        member.cells[column] = cell.values or kind.columns[column].default or None
    for a in m.attributes:
        member.cells[a.name] = [a.value]
        if a.name not in kind.columns:
            layers.report(
                "RW207",
                f"{kind.name} has no column {a.name}",
                a.span,
                "add it after `|` in the kind's line",
            )
    behaviour.add_behaviour(layers, m.behaviour, f"member:{kind.name}.{m.name}", kind.functions)


def fill_defaults(layers: Layers) -> None:
    """Members without a cell for a column have what the column's line says."""
    for kind in layers.game.kinds.values():
        for column in kind.columns.values():
            for member in kind.members.values() if column.default is not None else ():
                member.cells.setdefault(column.name, column.default or None)


def add_board(layers: Layers, d: ast.Board) -> None:
    """Takes up a board; one that a variant only reshapes keeps its fields and edges."""
    layers.fresh(d.name, d.span)
    if d.name in layers.game.boards and not layers.layer:
        layers.twice("board", d.name, d.span, layers.game.boards[d.name].span)
    old = layers.game.boards.get(d.name)
    edges = {
        e.name: model.EdgeDecl(
            name=e.name,
            board=d.name,
            ends=e.ends,
            test=e.test,
            fields=fields_of(layers, e.fields, f"edge:{d.name}.{e.name}"),
            span=e.span,
        )
        for e in d.edges
    }
    fields = fields_of(layers, d.fields, f"cell:{d.name}")
    functions = dict(old.functions) if old is not None else {}
    behaviour.add_behaviour(layers, d.behaviour, f"cell:{d.name}", functions)
    if old is not None:  # a variant that only reshapes a board keeps its fields
        fields = {**old.fields, **fields}
        edges = edges or old.edges
    pictures: list[model.Tree] = list(d.pictures)
    layers.game.boards[d.name] = model.Board(
        name=d.name,
        shape=d.shape,
        fields=fields,
        edges=edges,
        pictures=pictures,
        functions=functions,
        sources=d.sources,
        span=d.span,
    )


def fields_of(layers: Layers, fields: list[ast.Field], owner: str) -> dict[str, model.FieldDecl]:
    """The fields of an owner by name; one that is declared twice is reported."""
    found: dict[str, model.FieldDecl] = {}
    for f in fields:
        for name in f.names:
            if name in found:
                layers.twice("field", name, f.span, found[name].span)
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


def add_field(layers: Layers, target: dict[str, model.FieldDecl], name: str, f: model.FieldDecl) -> None:
    """Adds a field to those of players or the table; a second one in the base game is reported."""
    if name in target and not layers.layer:
        layers.twice("field", name, f.span, target[name].span)
    target[name] = f


def add_resource(layers: Layers, d: ast.Resource) -> None:
    """Takes up a resource with its behaviour."""
    layers.fresh(d.name, d.span)
    layers.only_once("resource", d.name, d.span, layers.game.resources)
    functions: dict[str, model.Function] = {}
    owner = f"resource:{d.name}"
    behaviour.add_behaviour(layers, d.behaviour, owner, functions)
    layers.game.resources[d.name] = model.Resource(
        name=d.name,
        label=d.label.value if d.label else d.name.replace("_", " "),
        flags=d.flags,
        of=d.of,
        functions=functions,
        plural=d.plural or plural(d.name),
        span=d.span,
    )


def add_piece(layers: Layers, d: ast.Piece) -> None:
    """Takes up a sort of piece with its fields and what is computed of it."""
    layers.fresh(d.name, d.span)
    layers.only_once("piece", d.name, d.span, layers.game.pieces)
    board = d.on.name if isinstance(d.on, ast.Name) else ""
    fields = fields_of(layers, d.fields, f"piece:{d.name}")
    computed: dict[str, model.Function] = {}
    behaviour.add_behaviour(layers, d.behaviour, f"piece:{d.name}", computed)
    layers.game.pieces[d.name] = model.Piece(
        name=d.name,
        plural=d.plural or plural(d.name),
        board=board,
        flags=d.flags,
        fields=fields,
        functions=computed,
        span=d.span,
    )


def add_state(layers: Layers, d: ast.State) -> None:
    """Takes up fields and behaviour of players or of the table."""
    target = layers.game.player if d.owner == "player" else layers.game.table
    for name, f in fields_of(layers, d.fields, d.owner).items():
        f.during = d.during
        if d.owner == "table":
            layers.fresh(name, f.span)
        add_field(layers, target, name, f)
    behaviour.add_behaviour(
        layers, d.behaviour, "player" if d.owner == "player" else "", layers.game.functions
    )


def extend(layers: Layers, d: ast.Extend) -> None:
    """Adds to a kind, a piece, a board, the players or the table; an unknown name is reported."""
    game = layers.game
    if d.name in ("player", "table"):
        target = game.player if d.name == "player" else game.table
        for name, f in fields_of(layers, d.fields, d.name).items():
            add_field(layers, target, name, f)
        behaviour.add_behaviour(layers, d.behaviour, "player" if d.name == "player" else "", game.functions)
    elif d.name in game.kinds:
        kind = game.kinds[d.name]
        add_columns(layers, kind, d.columns)
        if d.applies:
            kind.applies = d.applies[0]
        behaviour.add_behaviour(layers, d.behaviour, f"kind:{d.name}", kind.functions)
        columns = [c.name for c in d.columns] or kind.own_columns
        for m in d.members:
            whole = not d.columns and len(m.cells) == len(kind.columns)
            add_member(layers, kind, m, list(kind.columns) if whole else columns, new=False)
    elif d.name in game.pieces:
        game.pieces[d.name].fields.update(fields_of(layers, d.fields, f"piece:{d.name}"))
    elif d.name in game.boards:
        game.boards[d.name].fields.update(fields_of(layers, d.fields, f"cell:{d.name}"))
    else:
        near = suggest(d.name, [*game.kinds, *game.pieces, *game.boards, "player", "table"])
        hint = (
            f"did you mean `{near}`?" if near else "one extends kinds, boards, pieces, `player` and `table`"
        )
        layers.report("RW209", f"there is no {d.name} to extend", d.span, hint)


def without(layers: Layers, d: ast.Without) -> None:
    """Takes members and actions away with all that belongs to them; an unknown name is reported."""
    game = layers.game
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
            layers.report("RW209", f"there is no {name} to leave out", span, hint)


def plural(name: str) -> str:
    """The regular plural of an English word."""
    if name.endswith("s"):
        return name + "es"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + "s"
