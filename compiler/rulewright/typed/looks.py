"""Looks: how things are drawn, checked against the declarations and merged; no part of what the rules mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..diagnostics import suggest
from ..surface import ast
from .context import Context
from .look_signs import Sign, Signs, figures, path_of
from .look_words import ALONE, COLOUR, COLUMNS, GLYPH, JOINED, LISTS, ROLES, SHAPES, SIGNS, TAKEN

if TYPE_CHECKING:
    from . import tree


Place = tuple[int, int]
Value = str | Place | list[Sign]
_WORDS = ("player", "table", "resource", "effect", "action")


@dataclass(slots=True)
class Look:
    """What is said about how one thing is drawn."""

    rows: dict[str, dict[str, Value]] = field(default_factory=dict)  # member -> column -> value
    signs: dict[str, dict[str, Value]] = field(default_factory=dict)  # field or column -> column -> value
    roles: dict[str, dict[str, str]] = field(default_factory=dict)  # field -> role, and perhaps by or on
    hidden: list[str] = field(default_factory=list)
    taken: dict[str, str] = field(default_factory=dict)  # colour, tint, title -> where it comes from
    face: list[str] = field(default_factory=list)  # fields or columns
    order: list[str] = field(default_factory=list)  # fields, the first above
    none: str = ""  # the colour of cells without a ground
    forecast: list[str] = field(default_factory=list)  # rules of which it is told what they would give now
    chequer: str = ""  # the colour of every second cell of a grid
    frame: str = ""  # the colour of the frame in which its cells are holes
    around: str = ""  # the board around which it lies
    divide: list[int] = field(default_factory=list)  # the row and the column that part a grid
    colours: list[str] = field(default_factory=list)  # of the seats, in their order
    shapes: list[str] = field(default_factory=list)  # likewise


def looks(c: Context, game: tree.Game) -> dict[str, Look]:
    """The looks of a game by what they speak of; those of variants override the others, line by line."""
    found: dict[str, Look] = {}
    for declared in c.game.looks:
        category = _category(game, declared.name)
        if category:
            _Reader(c, game, category, declared).read(found.setdefault(declared.name, Look()))
        else:
            known = [*_WORDS, *game.kinds, *game.boards, *game.pieces]
            near = suggest(declared.name, known)
            things = (
                "a kind, a board or its edges, a piece, `player`, `table`, `resource`, `effect` or `action`"
            )
            hint = f"did you mean `{near}`?" if near else f"a look is one of {things}"
            c.report("RW601", f"there is no `{declared.name}` to draw", declared.span, hint)
    return found


def _category(game: tree.Game, name: str) -> str:
    """What a look speaks of: kind, board, edges, piece, player, table, resource, effect, action, or "" if nothing has that name."""
    if name in ("player", "table", "resource"):
        return name
    if any(name == f"{board.name}.{edges}" for board in game.boards.values() for edges in board.edges):
        return "edges"
    tables = (("kind", game.kinds), ("board", game.boards), ("piece", game.pieces))
    return next((word for word, names in tables if name in names), name if name in _WORDS else "")


class _Reader:
    """Reads one look into what is known of its thing."""

    def __init__(self, c: Context, game: tree.Game, category: str, declared: ast.Look) -> None:
        self.c = c
        self.game = game
        self.category = category
        self.declared = declared
        self.name = declared.name
        self.drawn = Signs(c, game)

    def read(self, look: Look) -> None:
        """Takes up all lines of a declared look."""
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
        """Reports columns that such a look does not have."""
        for column in self.declared.columns:
            names = (*COLUMNS.get(self.category, ()), *SIGNS.get(self.category, ()))
            self._known(column.name, dict.fromkeys(names), column.span, "column")

    def _row(self, look: Look, row: ast.LookRow) -> None:
        """Takes up a row: how one member, cell, resource or figure is drawn."""
        columns = [column.name for column in self.declared.columns]
        if len(row.cells) != len(columns):
            text = f"a row of {len(row.cells)} in a look of {len(columns)}"
            self.c.report("RW603", text, row.span, "write one cell for each column, `-` for an empty one")
            return
        members = self._rows()
        figures = self._figures() if self.category in SIGNS else []
        if not self._known(row.name, [*members, *figures], row.span, "row"):
            return
        of_member = row.name in members
        allowed = (COLUMNS if of_member else SIGNS).get(self.category, ())
        values = (look.rows if of_member else look.signs).setdefault(row.name, {})
        for column, cell in zip(columns, row.cells):
            if cell.values and self._known(column, allowed, cell.values[0].span, "column for such a row"):
                value = self._value(row.name, column, cell.values)
                if value is not None:
                    values[column] = value

    def _role(self, look: Look, item: ast.LookAs) -> None:
        """Takes up the role of fields; one that is written wrongly is reported."""
        if not self._known(item.role, ROLES, item.span, "role"):
            return
        if JOINED.get(item.role, "") != item.joint and not (item.role in ALONE and not item.joint):
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
        if item.role == "gauge" and not self._known(item.other, self._figures(), item.span, "figure"):
            return
        if item.role == "course" and not self._known(item.other, self._fields(), item.span, "field"):
            return
        if item.role == "places" and item.joint and not self._figure(item):
            return
        more = {item.joint: item.other} if item.joint else {}
        for name, span in item.names:
            if self._known(name, self._fields(), span, "field"):
                look.roles[name] = {"role": item.role, **more}

    def _figure(self, item: ast.LookAs) -> bool:
        """Whether a define says how many places every member of the fields' kind has; otherwise it is reported."""
        kinds = {f.key.of for f in self.game.fields.values() if f.key and f.name in dict(item.names)}
        known = [f.name for f in figures(self.game) if {f.params[0].type.of} == kinds]
        return self._known(item.other, known, item.span, "figure of a member")

    def _taken(self, look: Look, item: ast.LookFrom) -> None:
        """Takes up a part that is read from a field."""
        path = path_of(item.source)
        if not self._known(item.name, TAKEN.get(self.category, ()), item.span, "part"):
            return
        if not path:
            self.c.report(
                "RW603", "this is not a field", item.source.span, "as in `colour from faction.home`"
            )
        elif self._known(path[0], self._figures(), item.source.span, "field"):
            look.taken[item.name] = ".".join(path)

    def _list(self, look: Look, item: ast.LookList) -> None:
        """Takes up a part that is listed."""
        if not self._known(item.name, LISTS.get(self.category, ()), item.span, "part"):
            return
        if item.name in ("none", "chequer", "frame"):
            setattr(look, item.name, str(self._value("", "colour", item.values) or ""))
        elif item.name == "forecast":
            look.forecast = self._rules(item.values)
        elif item.name == "around":
            name = item.values[0].name if isinstance(item.values[0], ast.Name) else ""
            if self._known(name, self.game.boards, item.span, "board"):
                look.around = name
        elif item.name == "divide":
            look.divide = list(
                self._pair(item.values, "a row and a column are two whole numbers", "4, 5") or ()
            )
        elif item.name == "colours":
            look.colours = [str(self._value("", "colour", [v]) or "") for v in item.values]
        elif item.name == "shapes":
            names = [(v.name if isinstance(v, ast.Name) else "", v.span) for v in item.values]
            look.shapes = [name for name, span in names if self._shape(name, span)]
        else:
            setattr(look, item.name, self._named(item))

    def _named(self, item: ast.LookList) -> list[str]:
        """The fields or columns of a list."""
        found: list[str] = []
        for value in item.values:
            if not isinstance(value, ast.Name):
                self.c.report("RW603", "this is not a field", value.span, "write names of fields or columns")
            elif self._known(value.name, self._figures(), value.span, "field"):
                found.append(value.name)
        return found

    def _rules(self, values: list[ast.Expr]) -> list[str]:
        """The rules of a player that a list names: those that can be carried out by themselves."""
        known = [
            f.key
            for f in self.game.functions.values()
            if f.category in ("rule", "event") and f.uses_you and not f.params and not f.owner
        ]
        found: list[str] = []
        for value in values:
            if not isinstance(value, ast.Name):
                self.c.report("RW603", "this is not a rule", value.span, "as in `forecast: take_income`")
            elif self._known(value.name, known, value.span, "rule without parameters"):
                found.append(value.name)
        return found

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
        if self.category == "effect":
            return [f.name for f in self.game.functions.values() if f.category == "rule"]
        if self.category == "action":
            return [f.name for f in self.game.functions.values() if f.category == "action"]
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

    def _value(self, row: str, column: str, values: list[ast.Expr]) -> Value | None:
        """The value of a cell, or None if it was reported."""
        if column == "icons":
            rule = self.game.functions.get(row) if self.category == "effect" else None
            return self.drawn.icons(values, [p.name for p in rule.params] if rule else [])
        if column == "under":
            return self.drawn.under(values)
        if column == "at":
            return self._pair(values, "a place is two whole numbers", "-300, 420")
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

    def _pair(self, values: list[ast.Expr], text: str, example: str) -> Place | None:
        """Two whole numbers; None, and reported, if they are not."""
        numbers = [_number(v) for v in values]
        if len(numbers) == 2 and None not in numbers:
            return (numbers[0] or 0, numbers[1] or 0)
        self.c.report("RW603", text, values[0].span, f"as in `{example}`")
        return None

    def _shape(self, name: str, span: ast.Span) -> bool:
        """True if there is such a shape; reported if not."""
        if name in SHAPES:
            return True
        near = suggest(name, SHAPES)
        hint = f"did you mean `{near}`?" if near else f"there is: {', '.join(SHAPES)}"
        self.c.report("RW603", "there is no such shape", span, hint)
        return False


def _number(value: ast.Expr) -> int | None:
    """The whole number that is written, or None."""
    if isinstance(value, ast.Minus):
        inner = _number(value.value)
        return None if inner is None else -inner
    return value.value if isinstance(value, ast.Number) else None


def data(
    looks: dict[str, Look], effects: list[tuple[str, dict[str, str | int]]]
) -> dict[str, dict[str, object]]:
    """Looks as plain data (docs/table/scene.md), with nothing in them that says nothing; effects are the rules that stand
    in tables, each with its name and its arguments."""
    found: dict[str, dict[str, object]] = {}
    for name, look in looks.items():
        said: dict[str, object] = {
            "members": look.rows,
            "signs": look.signs,
            "as": look.roles,
            "hide": list(dict.fromkeys(look.hidden)),
            "face": look.face,
            "order": look.order,
            "none": look.none,
            "forecast": look.forecast,
            "chequer": look.chequer,
            "frame": look.frame,
            "around": look.around,
            "divide": look.divide,
            "colours": look.colours,
            "shapes": look.shapes,
            **look.taken,
        }
        found[name] = {key: value for key, value in said.items() if value}
    if "effect" in looks:
        rows = looks["effect"].rows
        found["effect"] = {"icons": [_filled(rows.get(name, {}), values) for name, values in effects]}
    return found


def _filled(row: dict[str, Value], values: dict[str, str | int]) -> list[Sign]:
    """The icons of a rule with its arguments in them."""
    icons = row.get("icons", [])
    return [
        {
            key: values.get(part[1:], "") if isinstance(part, str) and part[:1] == "@" else part
            for key, part in icon.items()
        }
        for icon in icons
        if isinstance(icon, dict)
    ]
