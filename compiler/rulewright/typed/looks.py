"""Looks: how things are drawn, checked against the declarations and merged; no part of what the rules mean."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..diagnostics import suggest
from ..surface import ast

if TYPE_CHECKING:
    from . import tree
    from .infer import Checker

# What a client draws: the words of `docs/language/looks.md`.
SHAPES = [
    "bow",
    "card",
    "coin",
    "crown",
    "cup",
    "diamond",
    "disc",
    "drop",
    "flag",
    "fort",
    "hex",
    "horse",
    "house",
    "jar",
    "meeple",
    "pill",
    "round",
    "shield",
    "shop",
    "spear",
    "square",
    "star",
    "sword",
    "tower",
]
ROLES = [
    "badge",
    "bowls",
    "counter",
    "dot",
    "facing",
    "figure",
    "ground",
    "icons",
    "marker",
    "mat",
    "matrix",
    "owner",
    "places",
    "resource",
    "rim",
    "rows",
    "stacks",
    "stands",
    "track",
    "words",
    "zone",
]
JOINED = {"rows": "by", "marker": "on"}  # roles that name something else, and the word before it
COLUMNS = {
    "kind": ("colour", "shape", "glyph"),
    "resource": ("colour", "shape", "glyph"),
    "board": ("at",),
}
TAKEN = {"player": ("colour",), "piece": ("tint", "title"), "kind": ("tint",), "board": ("tint",)}
LISTS = {"kind": ("face",), "piece": ("face",), "board": ("none",)}
COLOUR = re.compile(r"#[0-9a-f]{6}")
GLYPH = 4  # characters at most

Place = tuple[int, int]


@dataclass(slots=True)
class Look:
    """What is said about how one thing is drawn."""

    rows: dict[str, dict[str, str | Place]] = field(default_factory=dict)  # member -> column -> value
    roles: dict[str, dict[str, str]] = field(default_factory=dict)  # field -> role, and perhaps by or on
    hidden: list[str] = field(default_factory=list)
    taken: dict[str, str] = field(default_factory=dict)  # colour, tint, title -> where it comes from
    face: list[str] = field(default_factory=list)  # fields or columns
    none: str = ""  # the colour of cells without a ground


def looks(c: Checker, game: tree.Game) -> dict[str, Look]:
    """The looks of a game by what they speak of; those of variants override the others, line by line."""
    found: dict[str, Look] = {}
    for declared in c.game.looks:
        category = _category(game, declared.name)
        if category:
            _Reader(c, game, category, declared).read(found.setdefault(declared.name, Look()))
        else:
            known = ["player", "table", "resource", *game.kinds, *game.boards, *game.pieces]
            near = suggest(declared.name, known)
            things = "a kind, a board or its edges, a piece, `player`, `table` or `resource`"
            hint = f"did you mean `{near}`?" if near else f"a look is one of {things}"
            c.report("RW601", f"there is no `{declared.name}` to draw", declared.span, hint)
    return found


def _category(game: tree.Game, name: str) -> str:
    """What a look speaks of: kind, board, edges, piece, player, table, resource, or "" if nothing has that name."""
    if name in ("player", "table", "resource"):
        return name
    if any(name == f"{board.name}.{edges}" for board in game.boards.values() for edges in board.edges):
        return "edges"
    tables = (("kind", game.kinds), ("board", game.boards), ("piece", game.pieces))
    return next((word for word, names in tables if name in names), "")


class _Reader:
    """Reads one look into what is known of its thing."""

    def __init__(self, c: Checker, game: tree.Game, category: str, declared: ast.Look) -> None:
        self.c = c
        self.game = game
        self.category = category
        self.declared = declared
        self.name = declared.name

    def read(self, look: Look) -> None:
        self._columns()
        for item in self.declared.items:
            if isinstance(item, ast.LookRow):
                self._row(look, item)
            elif isinstance(item, ast.LookAs):
                self._role(look, item)
            elif isinstance(item, ast.LookHide):
                look.hidden += [n for n, span in item.names if self._known(n, self._fields(), span, "field")]
            elif isinstance(item, ast.LookFrom):
                self._taken(look, item)
            else:
                self._list(look, item)

    def _columns(self) -> None:
        for column in self.declared.columns:
            self._known(column.name, COLUMNS.get(self.category, ()), column.span, "column")

    def _row(self, look: Look, row: ast.LookRow) -> None:
        columns = [column.name for column in self.declared.columns]
        if len(row.cells) != len(columns):
            text = f"a row of {len(row.cells)} in a look of {len(columns)}"
            self.c.report("RW603", text, row.span, "write one cell for each column, `-` for an empty one")
            return
        if not self._known(row.name, self._rows(), row.span, "row"):
            return
        values = look.rows.setdefault(row.name, {})
        for column, cell in zip(columns, row.cells):
            if cell.values:
                value = self._value(column, cell.values)
                if value is not None:
                    values[column] = value

    def _role(self, look: Look, item: ast.LookAs) -> None:
        if not self._known(item.role, ROLES, item.span, "role"):
            return
        if JOINED.get(item.role, "") != item.joint:
            joint = JOINED.get(item.role)
            hint = (
                f"as in `{item.names[0][0]} as {item.role} {joint} …`"
                if joint
                else f"remove `{item.joint} {item.other}`"
            )
            self.c.report("RW603", f"`{item.role}` is not written that way", item.span, hint)
            return
        if item.joint == "on" and not self._known(item.other, self.game.boards, item.span, "board"):
            return
        more = {item.joint: item.other} if item.joint else {}
        for name, span in item.names:
            if self._known(name, self._fields(), span, "field"):
                look.roles[name] = {"role": item.role, **more}

    def _taken(self, look: Look, item: ast.LookFrom) -> None:
        path = _path(item.source)
        if not self._known(item.name, TAKEN.get(self.category, ()), item.span, "part"):
            return
        if not path:
            self.c.report(
                "RW603", "this is not a field", item.source.span, "as in `colour from faction.home`"
            )
        elif self._known(path[0], self._figures(), item.source.span, "field"):
            look.taken[item.name] = ".".join(path)

    def _list(self, look: Look, item: ast.LookList) -> None:
        if not self._known(item.name, LISTS.get(self.category, ()), item.span, "part"):
            return
        if item.name == "none":
            look.none = str(self._value("colour", item.values) or "")
            return
        look.face = []
        for value in item.values:
            if not isinstance(value, ast.Name):
                self.c.report("RW603", "this is not a field", value.span, "write names of fields or columns")
            elif self._known(value.name, self._figures(), value.span, "field"):
                look.face.append(value.name)

    # ------------------------------------------------------------ names

    def _known(self, name: str, names: Iterable[str], span: ast.Span, what: str) -> bool:
        """True if it is one of the names; otherwise it is reported."""
        listed = sorted(names)
        if name in listed:
            return True
        near = suggest(name, listed)
        hint = (
            f"did you mean `{near}`?"
            if near
            else f"there is: {', '.join(listed[:12])}" if listed else "remove the line"
        )
        whose = "there is" if what in ("role", "board") else f"`{self.name}` has"
        self.c.report("RW602", f"{whose} no {what} `{name}`", span, hint)
        return False

    def _rows(self) -> list[str]:
        """The things that a row can speak of."""
        if self.category == "resource":
            return list(self.game.resources)
        if self.category == "kind":
            return list(self.game.kinds[self.name].members)
        board = self.game.boards.get(self.name)
        return list(board.cells) if board else []

    def _fields(self) -> list[str]:
        """The names of its fields, and of its computed figures."""
        owner = {
            "board": f"cell:{self.name}",
            "edges": f"edge:{self.name}",
            "piece": f"piece:{self.name}",
        }.get(self.category, self.category)
        declared = [f.name for f in self.game.fields.values() if f.owner == owner]
        return declared + [f.name for f in self.game.functions.values() if f.owner == owner]

    def _figures(self) -> list[str]:
        """Fields, and the columns of the kind that it is made of."""
        board = self.game.boards.get(self.name)
        kinds = [self.name, board.kind if board else ""]
        if self.category == "piece":
            kinds += [f.type.of for f in self.game.pieces[self.name].fields.values() if f.type.name == "kind"]
        columns = [c for kind in kinds if kind in self.game.kinds for c in self.game.kinds[kind].columns]
        return [*self._fields(), *columns]

    # ------------------------------------------------------------ values

    def _value(self, column: str, values: list[ast.Expr]) -> str | Place | None:
        """The value of a cell, or None if it was reported."""
        if column == "at":
            numbers = [_number(v) for v in values]
            if len(numbers) == 2 and None not in numbers:
                return (numbers[0] or 0, numbers[1] or 0)
            self.c.report("RW603", "a place is two whole numbers", values[0].span, "as in `-300, 420`")
            return None
        value = values[0]
        if column == "shape":
            name = value.name if isinstance(value, ast.Name) else ""
            return name if self._shape(name, value.span) else None
        text = value.value if isinstance(value, ast.Text) else ""
        if column == "colour" and not COLOUR.fullmatch(text):
            self.c.report(
                "RW603",
                "this is not a colour",
                value.span,
                'as in `"#e9c94f"`: red, green and blue from 00 to ff',
            )
            return None
        if column == "glyph" and not 0 < len(text) <= GLYPH:
            self.c.report("RW603", "a glyph is a text of one to four characters", value.span, 'as in `"★"`')
            return None
        return text

    def _shape(self, name: str, span: ast.Span) -> bool:
        if name in SHAPES:
            return True
        near = suggest(name, SHAPES)
        hint = f"did you mean `{near}`?" if near else f"there is: {', '.join(SHAPES)}"
        self.c.report("RW603", "there is no such shape", span, hint)
        return False


def _number(value: ast.Expr) -> int | None:
    if isinstance(value, ast.Minus):
        inner = _number(value.value)
        return None if inner is None else -inner
    return value.value if isinstance(value, ast.Number) else None


def _path(value: ast.Expr) -> list[str]:
    """The names of `faction.home`, or none if it is something else."""
    if isinstance(value, ast.Name):
        return [value.name]
    if isinstance(value, ast.MemberOf):
        before = _path(value.target)
        return [*before, value.name] if before else []
    return []


def data(looks: dict[str, Look]) -> dict[str, dict[str, object]]:
    """Looks as plain data (docs/table/scene.md), with nothing in them that says nothing."""
    found: dict[str, dict[str, object]] = {}
    for name, look in looks.items():
        said: dict[str, object] = {
            "members": look.rows,
            "as": look.roles,
            "hide": list(dict.fromkeys(look.hidden)),
            "face": look.face,
            "none": look.none,
            **look.taken,
        }
        found[name] = {key: value for key, value in said.items() if value}
    return found
