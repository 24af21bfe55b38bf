"""Icons of looks: amounts, resources, members, shapes and short texts that are drawn instead of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import suggest
from ..surface import ast
from .look_words import SHAPES, WORD

if TYPE_CHECKING:
    from . import tree
    from .context import Context

Sign = dict[str, str | int]  # of: a reference or "@parameter"; n: an amount or "@parameter"; text


def path_of(value: ast.Expr) -> list[str]:
    """The names of `faction.home`, or none if it is something else."""
    if isinstance(value, ast.Name):
        return [value.name]
    if isinstance(value, ast.MemberOf):
        before = path_of(value.target)
        return [*before, value.name] if before else []
    return []


def figures(game: tree.Game, of: str = "kind") -> list[tree.Function]:
    """The defines that give a number for a member of a kind, or for a number."""
    return [
        f
        for f in game.functions.values()
        if f.category == "define"
        and not f.owner
        and not f.uses_you
        and len(f.params) == 1
        and f.params[0].type.name == of
        and f.result.name == "number"
    ]


class Signs:
    """Reads cells of icons; what they name is reported if it does not exist."""

    def __init__(self, c: Context, game: tree.Game) -> None:
        self.c = c
        self.game = game

    def icons(self, values: list[ast.Expr], parameters: list[str]) -> list[Sign] | None:
        """The icons of a cell, or None if one of them was reported; parameters are those of a rule."""
        found = [self._icon(value, parameters) for value in values]
        return [one for one in found if one is not None] if None not in found else None

    def under(self, values: list[ast.Expr]) -> list[Sign] | None:
        """Columns of a member that a player has, as amounts of a resource or as they are."""
        found = [self._column(value) for value in values]
        return [one for one in found if one is not None] if None not in found else None

    def _icon(self, value: ast.Expr, parameters: list[str]) -> Sign | None:
        """One icon of a look; None, and reported, if there is nothing to draw."""
        if isinstance(value, ast.Text):
            if 0 < len(value.value) <= WORD:
                return {"text": value.value}
            self.c.report(
                "RW603", f"a text among icons has one to {WORD} characters", value.span, 'as in `"+1"`'
            )
            return None
        if isinstance(value, ast.Quantity):
            return self._amount(value, parameters)
        path = path_of(value)
        if len(path) == 1 and path[0] in parameters:
            return {"of": f"@{path[0]}"}
        if len(path) == 1 and path[0] in self.game.resources:
            return {"of": f"resource:{path[0]}"}
        kinds = [
            kind.name
            for kind in self.game.kinds.values()
            if path and path[-1] in kind.members and (len(path) == 1 or path[0] == kind.name)
        ]
        if len(kinds) == 1 and len(path) < 3:
            return {"of": f"kind:{kinds[0]}:{path[-1]}"}
        if kinds:
            text = f"several kinds have a `{path[-1]}`"
            self.c.report("RW602", text, value.span, f"as in `{kinds[0]}.{path[-1]}`")
        elif len(path) == 1 and path[0] in SHAPES:
            return {"of": f"shape:{path[0]}"}
        elif path:
            self._unknown(path[-1], value.span, parameters)
        else:
            hint = (
                'write amounts as in `2 coin`, names of resources, members or shapes, or texts as in `"+1"`'
            )
            self.c.report("RW603", "this is not an icon", value.span, hint)
        return None

    def _amount(self, value: ast.Quantity, parameters: list[str]) -> Sign | None:
        """So many of a resource as an icon; None, and reported, if it is no amount."""
        if not self._resource(value):
            return None
        of = f"resource:{value.unit}"
        if isinstance(value.amount, ast.Number):
            return {"n": value.amount.value, "of": of}
        name = value.amount.name if isinstance(value.amount, ast.Name) else ""
        if name in parameters:
            return {"n": f"@{name}", "of": of}
        hint = f"a number{', or ' + ', '.join(parameters) if parameters else ''}"
        self.c.report("RW603", "this is not an amount", value.amount.span, hint)
        return None

    def _resource(self, value: ast.Quantity) -> bool:
        """True if the unit is a resource; reported if not."""
        if value.unit in self.game.resources:
            return True
        near = suggest(value.unit, list(self.game.resources))
        hint = f"did you mean `{near}`?" if near else f"there is: {', '.join(self.game.resources)}"
        self.c.report("RW602", f"there is no resource `{value.unit}`", value.unit_span, hint)
        return False

    def _unknown(self, name: str, span: ast.Span, parameters: list[str]) -> None:
        """Reports a name that stands for nothing to draw."""
        members = [member for kind in self.game.kinds.values() for member in kind.members]
        near = suggest(name, [*parameters, *self.game.resources, *members, *SHAPES])
        hint = (
            f"did you mean `{near}`?"
            if near
            else "an icon is a resource, a member of a kind, a shape or a text"
        )
        self.c.report("RW602", f"there is no `{name}` to draw", span, hint)

    def _column(self, value: ast.Expr) -> Sign | None:
        """A column of what a player has, or a define that counts; None, and reported, if it is neither."""
        amount = value if isinstance(value, ast.Quantity) else None
        if amount is not None and not self._resource(amount):
            return None
        path = path_of(amount.amount if amount is not None else value)
        if (
            amount is not None
            and len(path) == 1
            and path[0] in [f.name for f in figures(self.game, "number")]
        ):
            return {"figure": path[0], "of": amount.unit}
        field = next(
            (f for f in self.game.fields.values() if f.owner == "player" and path and f.name == path[0]),
            None,
        )
        kind = self.game.kinds.get(field.type.of) if field is not None and field.type.name == "kind" else None
        if len(path) != 2 or kind is None:
            hint = "as in `faction.income`, a field of the player and a column of its kind, or `prize coin`, a define of a number"
            self.c.report("RW603", "this is not a column of what a player has", value.span, hint)
            return None
        if path[1] not in kind.columns:
            near = suggest(path[1], list(kind.columns))
            hint = f"did you mean `{near}`?" if near else f"there is: {', '.join(kind.columns)}"
            self.c.report("RW602", f"`{kind.name}` has no column `{path[1]}`", value.span, hint)
            return None
        more: Sign = {"of": amount.unit} if amount is not None else {}
        return {"field": path[0], "column": path[1], **more}
